"""`status`: a memory in numbers."""

from __future__ import annotations

import typer

from rootmem.cli.common import Session, User, command
from rootmem.cli.open import opened, whose


def register(app: typer.Typer) -> None:
    command(app, "status", panel="Look")(status)


async def status(session: Session, user: User = None) -> None:
    """A memory in numbers, of one user or of all, and what still waits to be built."""
    async with opened(session.chosen, existing=True) as memory:
        if user is not None:
            whole = await memory.status(await whose(memory, user))
            several = [whole]
        else:
            whole = await memory.status()
            several = [await memory.status(one) for one in await memory.users()]
    session.out.data({"all": whole, "users": several} if user is None else whole)
    if session.out.json:
        return
    from rich.text import Text

    from rootmem.cli.reports import plain_table
    from rootmem.cli.text import one_line

    out = session.out
    out.show(Text.assemble((one_line(whole.store), "bold")))
    out.show(Text(f"reasoner {whole.reasoner}, embedder {whole.embedder}", "dim"), "")
    if not several:
        out.show("It holds nobody yet: rootmem ingest FILE --user ID")
        return
    numbers = ("turns", "waiting", "episodes", "active", "replaced", "retracted", "roots")
    table = plain_table("user", *numbers, right=numbers)
    for one in several:
        waiting = Text(f"{one.pending_turns:,}", "yellow" if one.pending_turns else "dim")
        kinds = (f"{one.entries.get(k, 0):,}" for k in ("active", "superseded", "retracted"))
        name = one_line(one.user_id or "", 40)
        table.add_row(
            name, f"{one.turns:,}", waiting, f"{one.episodes:,}", *kinds, f"{one.roots:,}"
        )
    out.show(table)
    for one in several:
        if one.last_error:
            out.note(f"{one.user_id}: {one_line(one.last_error)}", "yellow")
