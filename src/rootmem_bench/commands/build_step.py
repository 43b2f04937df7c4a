"""What the steps of `build` share: their options, models by name, running and telling."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rootmem.cli.output import Output
from rootmem_bench.commands import shared

if TYPE_CHECKING:
    from rootmem_bench.construction.folder import Folder
    from rootmem_bench.construction.steps import Model, Report, Way

Place = Annotated[Path, typer.Argument(help="The construction's folder.")]
Name = Annotated[str, typer.Option("--model", help="Who is asked: Inspect's name or a server's.")]
Server = Annotated[str | None, typer.Option("--base-url", help="An OpenAI-compatible server.")]
AtOnce = Annotated[int, typer.Option("--at-once", min=1, help="Calls side by side.")]
Retry = Annotated[bool, typer.Option("--retry", help="Ask again where a reply was unusable.")]
Restart = Annotated[bool, typer.Option("--restart", help="Throw this step's replies away.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say how many calls it takes.")]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable on stdout.")]
Start = Callable[["Folder", "Way"], Awaitable["Report"]]


RETRIES = 5
"""Of a call that did not get through: waiting longer each time, some two minutes in all."""


def opened(name: str, base_url: str | None) -> Model:
    """A model by name; raises InvalidInput, NotConfigured. Inspect's cache is off: the folder is
    the cache."""
    from rootmem_bench.construction.steps import Model
    from rootmem_bench.systems.ask import InspectAsk
    from rootmem_bench.tasks.models import open_model, plain_name

    found = open_model(name, base_url)
    # Left alone, Inspect tries for ever; here what is done is on disk, and the command goes on.
    found.config.max_retries = RETRIES

    def ask(temperature: float, seed: int) -> InspectAsk:
        return InspectAsk(found, cache=False, temperature=temperature, seed=seed)

    return Model(plain_name(found), ask)


def run_step(
    place: Path,
    work: Start,
    count: Callable[[Folder], int] | None,
    how: tuple[int, bool, bool],
    json: bool,
) -> None:
    """Run a step with a bar; ``count`` given: only say how many calls it takes at most."""

    async def begin(output: Output) -> None:
        from rootmem_bench.construction.folder import Folder
        from rootmem_bench.construction.steps import Way

        folder = Folder(place)
        if count is not None:
            calls = count(folder)
            output.data({"calls": calls})
            output.show(f"at most {calls} calls")
            return
        with folder.owned(), output.progress("asking") as bar:
            report = await work(folder, Way(*how, partial(bar, "")))
        told(output, report)

    shared.run(json, begin)


def told(output: Output, report: Report) -> None:
    """Show what a step did; raises what stopped it."""
    calls = ", ".join(f"{count} {name}" for name, count in report.calls.items()) or "none"
    output.data(
        {
            "step": report.step,
            "calls": dict(report.calls),
            "reused": report.reused,
            **report.counts,
            "problems": report.problems,
        }
    )
    output.show(", ".join(f"{name} {count}" for name, count in report.counts.items()))
    output.note(f"calls: {calls}; {report.reused} replies were there", "dim")
    for problem in report.problems[:10]:
        output.note(problem, "yellow")
    if (more := len(report.problems) - 10) > 0:
        output.note(f"… and {more} more, in manifest.json", "yellow")
    if report.failure is not None:
        output.note("stopped; what was done is kept: the same command goes on", "yellow")
        raise report.failure
