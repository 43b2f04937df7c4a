"""`erase`: forget for good, and show the receipt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rootmem.cli.common import Session, User, command
from rootmem.cli.open import opened, whose
from rootmem.cli.output import as_json
from rootmem.errors import InvalidInput

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory
    from rootmem.model import Receipt


def register(app: typer.Typer) -> None:
    command(app, "erase", panel="Look after")(erase)


async def erase(
    session: Session,
    user: User = None,
    turn: Annotated[
        list[str] | None, typer.Option("--turn", help="Only this turn.", metavar="ID")
    ] = None,
    in_session: Annotated[
        str | None, typer.Option("--session", help="Only this session.", metavar="ID")
    ] = None,
    entry: Annotated[
        list[str] | None, typer.Option("--entry", help="Only this memory entry.", metavar="ID")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    receipt: Annotated[
        str | None, typer.Option("--receipt", help="Write the receipt (JSON).", metavar="FILE")
    ] = None,
) -> None:
    """Erase a user's whole memory, or the turns, session and entries named. For good."""
    if receipt is not None:
        _writable(receipt)
    async with opened(session.chosen, existing=True) as memory:
        # The whole memory of somebody is never erased by a default.
        if user is None and not (turn or in_session or entry):
            raise InvalidInput("to erase a whole memory, say whose: --user ID")
        whom = await whose(memory, user)
        turns, entries = await _whole(memory, whom, turn), await _whole(memory, whom, entry)
        if not yes:
            _ask(session, await _question(memory, whom, turns, in_session, entries))
        gone = await memory.erase(whom, turn_ids=turns, session_id=in_session, entry_ids=entries)
    if receipt is not None:
        _write(receipt, as_json(gone))
    session.out.data(gone)
    _show(session, gone)


async def _whole(memory: AsyncMemory, whom: str, ids: list[str] | None) -> list[str] | None:
    from rootmem.cli.ids import whole_id

    return [await whole_id(memory, whom, one) for one in ids] if ids else None


async def _question(
    memory: AsyncMemory,
    whom: str,
    turns: list[str] | None,
    in_session: str | None,
    entries: list[str] | None,
) -> str:
    from rootmem.cli.text import one_line

    name = one_line(whom, 60)
    if not (turns or in_session or entries):
        status = await memory.status(whom)
        return f"Erase everything of {name} ({status.turns:,} turns and all made of them)?"
    parts = [f"{len(turns)} turns"] if turns else []
    parts += [f"session {one_line(in_session, 60)}"] if in_session else []
    parts += [f"{len(entries)} entries"] if entries else []
    return f"Erase {', '.join(parts)} of {name}, and what was made of them?"


def _ask(session: Session, question: str) -> None:
    if sys.stdin is None or not sys.stdin.isatty():
        raise InvalidInput(f"{question} Nobody is there to answer; say --yes to go on.")
    if not typer.confirm(question, err=True):
        session.out.note("Nothing was erased.")
        raise typer.Exit(1)


def _writable(file: str) -> None:
    """Find out before anything is gone."""
    try:
        Path(file).open("a", encoding="utf-8").close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidInput(f"cannot write the receipt to {file}: {reason}") from None


def _write(file: str, text: str) -> None:
    Path(file).write_text(text + "\n", encoding="utf-8")


def _show(session: Session, gone: Receipt) -> None:
    from rootmem.cli.pieces import number
    from rootmem.cli.text import one_line

    out = session.out
    out.show(
        f"Erased of {one_line(gone.user_id, 60)}: {number(gone.turns, 'turn')},"
        f" {number(gone.episodes, 'episode')}, {number(gone.entries, 'memory', 'memories')},"
        f" {number(len(gone.roots_retired), 'root memory', 'root memories')}."
    )
    if not gone.compacted:
        out.note("The space is given back when nobody reads the database.", "yellow")
