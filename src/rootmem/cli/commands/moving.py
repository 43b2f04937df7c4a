"""`export`, `import`, `reindex`: a memory out of and into a file, and to another embedder."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import Annotated

import typer

from rootmem.cli.common import Session, User, command
from rootmem.cli.open import opened, whose
from rootmem.cli.output import as_line
from rootmem.errors import ScopeRequired


def register(app: typer.Typer) -> None:
    command(app, "export", panel="Move")(export)
    command(app, "import", panel="Move")(import_)
    command(app, "reindex", panel="Move")(reindex)


async def export(
    session: Session,
    user: User = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Left out: stdout.", metavar="FILE")
    ] = None,
) -> None:
    """Everything of a user as JSON lines; `rootmem import` takes them in again."""
    async with opened(session.chosen, existing=True) as memory:
        records = await memory.export(await whose(memory, user), output)
    if output is None:
        for record in records:
            sys.stdout.write(as_line(record) + "\n")
        return
    kinds = Counter(str(record.get("kind")) for record in records)
    session.out.data({"file": output, "records": kinds})
    session.out.show(f"{len(records):,} records in {output}: {_listed(kinds)}")


async def import_(
    session: Session,
    file: Annotated[str, typer.Argument(help="What `rootmem export` wrote.", show_default=False)],
    user: User = None,
) -> None:
    """Take an export in for a user; what is known already is skipped."""
    named = user if user is not None else os.environ.get("ROOTMEM_USER")
    if named is None:  # an export does not say whose it is, and guessing would mix two lives
        raise ScopeRequired("for whom is it? Name the user with --user or ROOTMEM_USER")
    async with opened(session.chosen) as memory:
        whom = await whose(memory, named, known=False)
        counts = await memory.import_(file, whom)
    session.out.data(counts)
    session.out.show(f"Taken in for {whom}: {_listed(counts) or 'nothing new'}")


async def reindex(session: Session) -> None:
    """Embed everything anew, with --embedder or the present one."""
    async with opened(session.chosen, existing=True) as memory:
        number = await memory.reindex()
        embedder = (await memory.status()).embedder
    session.out.data({"embedded": number, "embedder": embedder})
    session.out.show(f"{number:,} entries and root memories embedded with {embedder}.")


def _listed(counts: dict[str, int] | Counter[str]) -> str:
    from rootmem.cli.pieces import number

    names = {"entry": "entries", "root_version": "root versions"}
    return ", ".join(
        number(count, kind.replace("_", " "), names.get(kind))
        for kind, count in counts.items()
        if count
    )
