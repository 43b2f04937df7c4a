"""`build`: IMLogic-style items out of any histories, step by step, each with checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rootmem.cli.output import Output
from rootmem_bench.commands import build_people, build_results, shared
from rootmem_bench.commands.build_step import (
    AtOnce,
    DryRun,
    Json,
    Name,
    Place,
    Restart,
    Retry,
    Server,
    opened,
    run_step,
)

if TYPE_CHECKING:
    from rootmem_bench.construction.folder import Folder
    from rootmem_bench.construction.steps import Report, Way

HELP = """Build IMLogic-style items out of any histories.

In this order: start, tag, mine, verify, generate, screen, agree, export; status says where you are.
"""


def start(
    folder: Place,
    data: Annotated[str, typer.Option(help="A data set with banks: NAME, NAME:PATH or a path.")],
    people: Annotated[int | None, typer.Option(min=1, help="Only the first so many.")] = None,
    seed: Annotated[int, typer.Option(help="Of samples, and sent to the models.")] = 42,
    data_option: Annotated[
        list[str] | None, typer.Option(help="key=value for the data set's loader.")
    ] = None,
    json: Json = False,
) -> None:
    """Take the people of a data set into a new folder."""

    def begin(output: Output) -> None:
        from rootmem_bench.construction.folder import Folder
        from rootmem_bench.datasets.registry import load_dataset

        found = load_dataset(data, **shared.data_options(data_option or []))
        found = found.model_copy(update={"people": found.people[:people]})
        made = Folder.create(folder, found, seed=seed)
        whole = made.people()
        memories = sum(len(one.bank) for one in whole)
        output.data({"people": len(whole), "memories": memories})
        output.show(f"{len(whole)} people, {memories} memories. Next: rootmem-bench build tag")

    shared.run(json, begin)


def tag(
    folder: Place,
    model: Name,
    base_url: Server = None,
    anew: Annotated[bool, typer.Option("--anew", help="Also where the data names a tag.")] = False,
    at_once: AtOnce = 8,
    retry: Retry = False,
    restart: Restart = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Give every memory one of ten tags: one call a batch of 20."""
    from rootmem_bench.construction import steps, tagging

    def count(found: Folder) -> int:
        return len(tagging.batches(found.people(), anew=anew))

    async def work(found: Folder, way: Way) -> Report:
        return await steps.tag(found, opened(model, base_url), way, anew=anew)

    run_step(folder, work, count if dry_run else None, (at_once, retry, restart), json)


def mine(
    folder: Place,
    model: Name,
    base_url: Server = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="So many logical candidates a person, seeded.")
    ] = None,
    confidence: Annotated[float, typer.Option(min=0, max=1, help="Keep pairs from here on.")] = 0.0,
    alike: Annotated[float, typer.Option(help="Cosine from which memories say the same.")] = 0.95,
    embedder: Annotated[str, typer.Option(help="For that cosine; none: words only.")] = "static",
    at_once: AtOnce = 8,
    retry: Retry = False,
    restart: Restart = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Find pairs: one call a logical candidate and batch of 20 semantic candidates."""
    from rootmem_bench.construction import mining, steps

    def count(found: Folder) -> int:
        tags = steps.tagged(found)
        return len(mining.batches(found.people(), tags, sample=sample, seed=found.seed))

    async def work(found: Folder, way: Way) -> Report:
        return await steps.mine(
            found,
            opened(model, base_url),
            way,
            sample=sample,
            least=confidence,
            alike=alike,
            embedder=None if embedder == "none" else shared.Equipment(embedder).embedder,
        )

    run_step(folder, work, count if dry_run else None, (at_once, retry, restart), json)


def generate(
    folder: Place,
    model: Name,
    base_url: Server = None,
    judge: Annotated[str | None, typer.Option(help="Who judges; else the model.")] = None,
    judge_base_url: Annotated[str | None, typer.Option(help="Its server.")] = None,
    temperature: Annotated[float, typer.Option(min=0, help="Of writing; judged at 0.")] = 0.7,
    unverified: Annotated[bool, typer.Option("--unverified", help="From all pairs.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="So many pairs, the surest.")] = None,
    at_once: AtOnce = 8,
    retry: Retry = False,
    restart: Restart = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Write, judge and refine a question a pair: 2 to 8 calls each."""
    from rootmem_bench.construction import steps

    def count(found: Folder) -> int:
        return 8 * len(steps.chosen(found, unverified=unverified, limit=limit))

    async def work(found: Folder, way: Way) -> Report:
        writer = opened(model, base_url)
        return await steps.generate(
            found,
            writer,
            opened(judge, judge_base_url or base_url) if judge else writer,
            way,
            temperature=temperature,
            unverified=unverified,
            limit=limit,
        )

    run_step(folder, work, count if dry_run else None, (at_once, retry, restart), json)


def register(parent: typer.Typer) -> None:
    app = typer.Typer(help=HELP, no_args_is_help=True)
    commands = (start, tag, mine, build_people.verify, generate)
    commands += (build_people.screen, build_people.agree)
    commands += (build_results.export, build_results.status, build_results.divergence)
    for command in commands:
        app.command(command.__name__)(command)
    parent.add_typer(app, name="build")
