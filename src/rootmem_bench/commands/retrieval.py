"""`retrieval`: all retrieval measures, without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rootmem.cli.output import Output
from rootmem.errors import InvalidInput
from rootmem_bench.commands import shared
from rootmem_bench.records import Dataset
from rootmem_bench.runs import Run
from rootmem_bench.systems.protocol import Level

DEFAULT = "bm25,dense,rootmem-instant"


def retrieval(
    data: Annotated[str, typer.Option(help="A data set (mini, NAME:PATH) or a path.")] = "mini",
    systems: Annotated[str, typer.Option(help="Systems or configurations, a list.")] = DEFAULT,
    k: Annotated[str, typer.Option(help="How many items, one or several numbers.")] = "10,30",
    level: Annotated[
        str | None, typer.Option(help="memory or conversation; by default what the data has.")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(help="The system that others are tested against: the first.")
    ] = None,
    embedder: Annotated[str, typer.Option(help="static, minilm, provider:model …")] = "static",
    reranker: Annotated[str | None, typer.Option(help="sentence-transformers:NAME.")] = None,
    reranker_base_url: Annotated[str | None, typer.Option(help="A server that reranks.")] = None,
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 42,
    data_option: Annotated[
        list[str] | None, typer.Option(help="key=value for the data set's loader.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print run.json instead of tables.")] = False,
    out: Annotated[Path | None, typer.Option(help="A folder for run.json and items.jsonl.")] = None,
) -> None:
    """Recall of both memories, nDCG and costs, with intervals and paired tests; no model, no
    network."""

    async def start(output: Output) -> None:
        from rootmem_bench.datasets.registry import load_dataset
        from rootmem_bench.manifest import described, manifest_of
        from rootmem_bench.runs import write_run
        from rootmem_bench.tasks.configurations import configurations
        from rootmem_bench.tasks.retrieval import level_of, retrieval_lines, retrieval_run

        chosen, ks = configurations(systems), shared.whole_numbers(k, "--k")
        against = baseline or chosen[0].name
        if against not in {one.name for one in chosen}:
            raise InvalidInput(f"the baseline {against!r} is not among the systems")
        found = load_dataset(data, **shared.data_options(data_option or []))
        at = checked_level(level) or level_of(found)
        equipment = shared.Equipment(
            embedder, reranker=reranker, reranker_base_url=reranker_base_url
        )
        with output.progress("retrieving") as step:
            lines, builds, cards = await retrieval_lines(
                found, chosen, equipment, level=at, ks=ks, step=step
            )
        manifest = manifest_of(
            "retrieval",
            found,
            [described(c.name, card, c.options) for c, card in zip(chosen, cards, strict=True)],
            seed=seed,
            options={
                "level": at,
                "k": ks,
                "baseline": against,
                "embedder": equipment.embedder.id,
                "reranker": reranker,
                "data_options": shared.told(data_option or []),
            },
        )
        run = retrieval_run(manifest, lines, builds, against, seed)
        if out is not None:
            write_run(out, run, lines)
        output.data(run)
        show(output, run, found, at)
        if out is not None:
            output.note(f"written: {out}", "dim")

    shared.run(json, start)


def show(output: Output, run: Run, data: Dataset, level: Level) -> None:
    from rootmem_bench.commands import tables

    people = len(data.people)
    title = f"{data.name}, {level} level, {people} people: % within k [95 % interval]"
    output.show(tables.figures_table(run, title))
    if any(one.outcomes for one in run.measures):
        output.show(tables.outcomes_table(run))
    if run.comparisons:
        names = tables.figure_names(run.measures)
        output.show(tables.comparisons_table(run.comparisons, names))
    output.show(tables.costs_table(run))


def checked_level(level: str | None) -> Level | None:
    if level is None or level == "memory" or level == "conversation":
        return level
    raise InvalidInput(f"--level {level!r}: expected memory or conversation")


def register(app: typer.Typer) -> None:
    app.command("retrieval")(retrieval)
