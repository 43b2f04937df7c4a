"""The steps of `build` in which people judge: verify (or a model in their place), screen, agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rootmem.cli.output import Output
from rootmem.errors import InvalidInput
from rootmem_bench.commands import shared
from rootmem_bench.commands.build_step import (
    AtOnce,
    DryRun,
    Json,
    Place,
    Restart,
    Retry,
    Server,
    opened,
    run_step,
)

if TYPE_CHECKING:
    from rootmem_bench.construction.agreeing import Agreed
    from rootmem_bench.construction.desks import Desk
    from rootmem_bench.construction.folder import Folder
    from rootmem_bench.construction.shapes import Round
    from rootmem_bench.construction.steps import Report, Way

Rater = Annotated[str, typer.Option(help="The name of who judges.")]
Out = Annotated[Path | None, typer.Option("--csv-out", help="Write a sheet to fill in.")]
In = Annotated[Path | None, typer.Option("--csv-in", help="Take a filled-in sheet.")]
OnPage = Annotated[bool, typer.Option("--page", help="Judge in the browser (extra screen).")]
Port = Annotated[int, typer.Option(help="Of the page.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")]


def verify(
    folder: Place,
    llm: Annotated[
        str | None, typer.Option("--llm-judge", help="A model in the experts' place.")
    ] = None,
    base_url: Server = None,
    rater: Rater = "",
    csv_out: Out = None,
    csv_in: In = None,
    page: OnPage = False,
    port: Port = 8777,
    no_browser: NoBrowser = False,
    at_once: AtOnce = 8,
    retry: Retry = False,
    restart: Restart = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Check the pairs: experts by --csv-out and --csv-in or --page, or one call a pair by
    --llm-judge, whose verdicts stay marked as a model's."""
    from rootmem_bench.construction import steps

    if llm is not None:
        if rater or csv_out or csv_in or page:
            shared.run(json, lambda output: _refuse("--llm-judge stands alone"))

        def count(found: Folder) -> int:
            return len(steps.mined(found))

        async def work(found: Folder, way: Way) -> Report:
            return await steps.verify(found, opened(llm, base_url), way)

        run_step(folder, work, count if dry_run else None, (at_once, retry, restart), json)
        return

    def start(output: Output) -> None:
        from rootmem_bench.construction.desks import PairDesk
        from rootmem_bench.construction.folder import Folder

        found = Folder(folder)
        steps.mined(found)
        _at(output, PairDesk(found, rater), csv_out, csv_in, page, port, no_browser)

    shared.run(json, start)


def screen(
    folder: Place,
    rater: Rater,
    csv_out: Out = None,
    csv_in: In = None,
    page: OnPage = False,
    round_: Annotated[
        str, typer.Option("--round", help="experts (they retain items) or raters (they check).")
    ] = "experts",
    sample: Annotated[
        int | None, typer.Option(min=1, help="So many items, the same for every rater.")
    ] = None,
    port: Port = 8777,
    no_browser: NoBrowser = False,
    json: Json = False,
) -> None:
    """Rate the questions on three scales of four points, in a sheet or in the browser."""

    def start(output: Output) -> None:
        from rootmem_bench.construction.agreeing import passed, retained
        from rootmem_bench.construction.desks import RatingDesk
        from rootmem_bench.construction.folder import Folder

        found, which = Folder(folder), checked_round(round_)
        items = passed(found.candidates())
        if which == "raters":
            items = retained(items, found.ratings())
        if not items:
            first = "screen --round experts (two of them)" if which == "raters" else "generate"
            raise InvalidInput(f"there is nothing to rate; first: rootmem-bench build {first}")
        desk = RatingDesk(found, rater, which, [one.id for one in items], sample)
        _at(output, desk, csv_out, csv_in, page, port, no_browser)

    shared.run(json, start)


def agree(folder: Place, json: Json = False) -> None:
    """How well the raters agree, and what the experts retain."""

    def start(output: Output) -> None:
        from rootmem_bench.construction import agreeing
        from rootmem_bench.construction.folder import Folder

        found = Folder(folder)
        ratings, verdicts, candidates = found.ratings(), found.verdicts(), found.candidates()
        if not ratings and not verdicts:
            raise InvalidInput("nobody has judged anything yet; first: verify or screen")
        kept = agreeing.retained(candidates, ratings)
        judged = len(agreeing.passed(candidates))
        tables: dict[str, Agreed] = {}
        if verdicts:
            ids = [one.id for one in found.pairs()]
            tables["pairs"] = agreeing.agreed_on_pairs(verdicts, ids)
        rounds: tuple[Round, ...] = ("experts", "raters")
        for which in rounds:
            if ids := list(dict.fromkeys(one.item for one in ratings if one.round == which)):
                tables[which] = agreeing.agreed(ratings, which, ids)
        output.data(
            {
                "passed": judged,
                "retained": len(kept),
                **{name: one.as_json() for name, one in tables.items()},
            }
        )
        for name, one in tables.items():
            _show(output, name, one)
        if judged:
            share = 100 * len(kept) / judged
            output.show(f"retained: {len(kept)} of {judged} ({share:.1f} %)")

    shared.run(json, start)


def checked_round(name: str) -> Round:
    if name not in ("experts", "raters"):
        raise InvalidInput(f"--round {name!r}: expected experts or raters")
    return name


def _at(
    output: Output,
    desk: Desk,
    csv_out: Path | None,
    csv_in: Path | None,
    page: bool,
    port: int,
    no_browser: bool,
) -> None:
    """Judge at a desk in one of the three ways."""
    from rootmem_bench.construction.desks import lay_out, take_in

    if (csv_out is not None) + (csv_in is not None) + page != 1:
        raise InvalidInput("say one of --csv-out FILE, --csv-in FILE, --page")
    if csv_out is not None:
        count = lay_out(desk, csv_out)
        output.data({"written": count})
        scales = ", ".join(scale.name for scale in desk.scales)
        output.show(f"{count} rows in {csv_out}; fill in {scales} and give it to --csv-in")
    elif csv_in is not None:
        changed = take_in(desk, csv_in)
        left = sum(len(desk.scores(one.id)) < len(desk.scales) for one in desk.cards)
        output.data({"changed": changed, "left": left})
        output.show(f"{changed} cards answered or changed, {left} of {len(desk.cards)} open")
    else:
        from rootmem_bench.construction.page import serve

        output.note(f"http://127.0.0.1:{port}/, Ctrl-C ends; every answer is saved at once")
        serve(desk, port=port, browser=not no_browser)


def _show(output: Output, name: str, one: Agreed) -> None:
    from rich.table import Table

    table = Table(title=f"{name}: {', '.join(one.raters)}", title_justify="left")
    table.add_column("")
    for column in ("items", "positive %", "raw %", "Cohen", "Fleiss", "AC1"):
        table.add_column(column, justify="right")
    for row, found in one.rows.items():
        table.add_row(
            row,
            str(found.items),
            _percent(found.positive_rate),
            _percent(found.raw),
            *("–" if v is None else f"{v:.3f}" for v in (found.cohen, found.fleiss, found.ac1)),
        )
    output.show(table)
    if remark := next((row.remark for row in one.rows.values() if row.remark), ""):
        output.show(remark)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def _refuse(reason: str) -> None:
    raise InvalidInput(reason)
