"""`show`: what is remembered, as lists, or one item with everything it rests on."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rootmem.cli.common import Session, User, command
from rootmem.cli.open import opened, whose
from rootmem.errors import InvalidInput

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory

LISTS = ("timeline", "episodes", "entries", "roots", "turns")

_PANEL = "Which of them"


def register(app: typer.Typer) -> None:
    command(app, "show", panel="Look")(show)


async def show(
    session: Session,
    what: Annotated[
        str,
        typer.Argument(
            help="timeline, episodes, entries, roots, turns, or an id (its beginning will do).",
            show_default=False,
        ),
    ],
    user: User = None,
    status: Annotated[
        str,
        typer.Option(
            "--status",
            help="Entries: active, superseded, retracted or all.",
            rich_help_panel=_PANEL,
        ),
    ] = "active",
    type: Annotated[
        list[str] | None,
        typer.Option(
            "--type",
            "-t",
            help="Entries: factual, preference or insight.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    subject: Annotated[
        str | None,
        typer.Option("--subject", help="Timeline: about whom.", rich_help_panel=_PANEL),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", help="Timeline: from.", metavar="TIME", rich_help_panel=_PANEL),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--until", help="Timeline: to.", metavar="TIME", rich_help_panel=_PANEL),
    ] = None,
    in_session: Annotated[
        str | None,
        typer.Option("--session", help="Turns: of one session.", rich_help_panel=_PANEL),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-n", help="The newest so many.", min=1, rich_help_panel=_PANEL),
    ] = None,
) -> None:
    """Show the timeline, episodes, entries, roots or turns; or one ID and all it rests on."""
    async with opened(session.chosen, existing=True) as memory:
        whom = await whose(memory, user)
        if what not in LISTS:
            await _one(session, memory, whom, what)
            return
        found: list[Any]
        if what == "timeline":
            span = {"since": _time(since, "--since"), "until": _time(until, "--until")}
            found = list(await memory.timeline(whom, subject=subject, **span))
        elif what == "entries":
            chosen: Any = None if status == "all" else status
            kinds: Any = type
            found = list(await memory.get_all(whom, status=chosen, types=kinds))
        elif what == "turns":
            found = list(await memory.turns(whom, session_id=in_session))
        elif what == "roots":
            found = list(await memory.roots(whom))
        else:
            found = list(await memory.episodes(whom))
        first = _first_words(await memory.turns(whom)) if what == "episodes" else {}
    found = found[-limit:] if limit else found
    session.out.data(found)
    if not session.out.json:
        from rootmem.cli.lists import listed

        session.out.show(listed(what, found, first))


async def _one(session: Session, memory: AsyncMemory, whom: str, given: str) -> None:
    from rootmem.cli.ids import whole_id
    from rootmem.cli.provenance import gathered

    if "_" not in given and not any(character.isdigit() for character in given):
        raise InvalidInput(f"cannot show {given!r}: name one of {', '.join(LISTS)}, or an id")
    origin = await gathered(memory, whom, await whole_id(memory, whom, given))
    session.out.data(origin)
    if not session.out.json:
        from rootmem.cli.tree import tree_of

        session.out.show(tree_of(origin))


def _time(value: str | None, name: str) -> datetime | None:
    from rootmem.model.times import parse_time

    if value is None:
        return None
    try:
        return parse_time(value)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error}") from None


def _first_words(turns: list[Any]) -> dict[str, str]:
    return {turn.id: turn.text for turn in turns if turn.by_user}
