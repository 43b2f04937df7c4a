"""The commands in which a model answers: one a kind of task, all with the same options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rootmem.cli.output import Output
from rootmem.errors import InvalidInput
from rootmem_bench.commands import shared
from rootmem_bench.commands.retrieval import checked_level
from rootmem_bench.records import Dataset
from rootmem_bench.runs import Run
from rootmem_bench.tasks.catalogue import KINDS, Entry, kind_of


def command_of(entry: Entry) -> Any:
    def command(
        model: Annotated[
            str, typer.Option(help="Who answers: Inspect's name (openai/gpt-5.1) or a server's.")
        ],
        data: Annotated[
            str, typer.Option(help="A data set (NAME, NAME:PATH) or a path.")
        ] = entry.data,
        systems: Annotated[
            str, typer.Option(help="Systems, configurations or groups, a list.")
        ] = entry.systems,
        base_url: Annotated[str | None, typer.Option(help="An OpenAI-compatible server.")] = None,
        memory_model: Annotated[
            str | None, typer.Option(help="What the systems think with; else the model.")
        ] = None,
        memory_base_url: Annotated[str | None, typer.Option(help="Its server.")] = None,
        judge: Annotated[
            list[str] | None, typer.Option(help="A judge, once or twice; else the model.")
        ] = None,
        judge_base_url: Annotated[str | None, typer.Option(help="The judges' server.")] = None,
        level: Annotated[str | None, typer.Option(help="memory or conversation.")] = entry.level,
        k: Annotated[int, typer.Option(min=1, help="How many items in all are shown.")] = entry.k,
        limit: Annotated[
            int | None, typer.Option(min=1, help="So many items in all, of people in turn.")
        ] = None,
        people: Annotated[
            int | None, typer.Option(min=1, help="A seeded sample of so many people.")
        ] = None,
        baseline: Annotated[str | None, typer.Option(help="Test against it; the last.")] = None,
        persona: Annotated[
            bool, typer.Option("--persona", help="Put the profile into the prompts: a leak.")
        ] = False,
        strict: Annotated[
            bool, typer.Option("--strict", help="Read a reply of one letter only.")
        ] = False,
        max_tokens: Annotated[
            int | None, typer.Option(min=1, help="Of an answer, thoughts included.")
        ] = None,
        embedder: Annotated[str, typer.Option(help="static, minilm, provider:model …")] = "static",
        reranker: Annotated[str | None, typer.Option(help="sentence-transformers:NAME.")] = None,
        reranker_base_url: Annotated[str | None, typer.Option(help="Its server.")] = None,
        seed: Annotated[int, typer.Option(help="Of options, samples and bootstrap.")] = 42,
        data_option: Annotated[
            list[str] | None, typer.Option(help="key=value for the data set's loader.")
        ] = None,
        at_once: Annotated[
            int | None, typer.Option(min=1, help="Items side by side; 1 for true seconds.")
        ] = None,
        out: Annotated[Path | None, typer.Option(help="A folder for the run.")] = None,
        log_dir: Annotated[Path | None, typer.Option(help="Inspect's logs; OUT/logs.")] = None,
        json: Annotated[bool, typer.Option("--json", help="Print run.json.")] = False,
    ) -> None:
        def start(output: Output) -> None:
            from rootmem_bench.datasets.registry import load_dataset
            from rootmem_bench.runs import write_run
            from rootmem_bench.tasks.configurations import configurations
            from rootmem_bench.tasks.kinds import Job
            from rootmem_bench.tasks.models import asker, open_models, plain_name
            from rootmem_bench.tasks.running import Options, run_kind

            kind, chosen = kind_of(entry), configurations(systems)
            against = baseline or chosen[-1].name
            if against not in {one.name for one in chosen}:
                raise InvalidInput(f"the baseline {against!r} is not among the systems")
            at = checked_level(level)
            if at is None:
                raise InvalidInput("--level: say memory or conversation")
            found = load_dataset(data, **shared.data_options(data_option or []))
            models = open_models(
                model,
                base_url=base_url,
                memory=memory_model,
                memory_base_url=memory_base_url,
                judges=tuple(judge or ()),
                judge_base_url=judge_base_url,
            )
            equipment = shared.Equipment(
                embedder,
                reranker=reranker,
                reranker_base_url=reranker_base_url,
                ask=lambda: asker(models.memory),
                model=plain_name(models.memory),
            )
            folder = shared.out_folder(out, f"{entry.name}-{found.name}-{at}")
            logs = log_dir or folder / "logs"
            job = Job(found, at, k, seed, persona, limit, people, strict, max_tokens)
            shown = output.messages.is_terminal and not json
            run, lines = run_kind(
                kind,
                job,
                chosen,
                models,
                equipment,
                Options(logs, "rich" if shown else "none", at_once),
                baseline=against,
                settings={
                    "embedder": equipment.embedder.id,
                    "reranker": reranker,
                    "data_options": shared.told(data_option or []),
                },
            )
            write_run(folder, run, lines)
            output.data(run)
            show(output, run, found)
            for line in [line for line in lines if line.error][:1]:
                output.note(f"{line.system}, {line.person}/{line.item}: {line.error}", "yellow")
            output.note(f"written: {folder}; look closer: inspect view --log-dir {logs}", "dim")

        shared.run(json, start)

    command.__doc__ = entry.help
    return command


def show(output: Output, run: Run, data: Dataset) -> None:
    from rootmem_bench.commands import tables

    level, model = run.manifest.options["level"], run.manifest.models["answer"]
    if run.note:
        output.show(run.note)
    if run.manifest.persona:
        output.show("The profile was in the prompts (--persona): every system saw it.")
    title = f"{run.task} on {data.name}, {level} level, answered by {model}: % [95 % interval]"
    output.show(tables.figures_table(run, title))
    if any(one.outcomes for one in run.measures):
        output.show(tables.outcomes_table(run))
    if run.comparisons:
        names = tables.figure_names(run.measures)
        output.show(tables.comparisons_table(run.comparisons, names))
    output.show(tables.costs_table(run))
    for one in run.measures:
        if one.agreement:
            output.show(tables.agreement_line(one))
        if one.errors:
            output.note(f"{one.system}: {one.errors} items failed and count as wrong", "yellow")


def register(app: typer.Typer) -> None:
    for entry in KINDS:
        app.command(entry.name)(command_of(entry))
