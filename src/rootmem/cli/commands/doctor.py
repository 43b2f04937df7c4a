"""`doctor`: what is configured, what works, what is missing and how to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rootmem.cli.common import Session, command

if TYPE_CHECKING:
    from rootmem.cli.checks import Check

_MARKS = {
    "ok": ("✓", "green"),
    "off": ("–", "dim"),
    "missing": ("✗", "yellow"),
    "bad": ("✗", "red"),
}


def register(app: typer.Typer) -> None:
    command(app, "doctor", panel="Start")(doctor)


async def doctor(
    session: Session,
    ask_model: Annotated[
        bool, typer.Option("--ask-model", help="Let the model say one word (may cost a little).")
    ] = False,
) -> None:
    """Say what is configured, what works, and what is missing. Calls no model unless asked to."""
    from rootmem.cli.checks import examine

    checks = await examine(session.chosen, ask_model=ask_model)
    session.out.data([check._asdict() for check in checks])
    if not session.out.json:
        _show(session, checks)
    if any(check.state == "bad" for check in checks):
        raise typer.Exit(1)


def _show(session: Session, checks: list[Check]) -> None:
    from rich.text import Text

    from rootmem.cli.pieces import grid, headline
    from rootmem.cli.text import safe

    group, width = "", 0
    for check in checks:
        if check.group != group:
            session.out.show(*([""] if group else []), headline(check.group))
            group = check.group
            width = max(len(one.name) for one in checks if one.group == group) + 1
        mark, style = _MARKS[check.state]
        table = grid([1, width, None], pad=1)
        table.add_row(Text(mark, style), Text(check.name), Text(safe(check.found)))
        if check.do:
            table.add_row("", "", Text(f"→ {safe(check.do)}", "cyan"))
        session.out.show(table)
