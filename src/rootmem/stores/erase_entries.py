"""What becomes of entries when turns or other entries are erased."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select, update

from rootmem.stores.database import Writing
from rootmem.stores.encoding import unique
from rootmem.stores.entries import note, set_columns
from rootmem.stores.queries import chunks, fetch_in, mine, same_row
from rootmem.stores.roots import mark_stale
from rootmem.stores.schema import entries, entry_turns, turns


def formed_from(write: Writing, turn_ids: Iterable[str]) -> list[str]:
    """Entries whose text was formed from one of the turns."""
    query = select(entry_turns.c.entry_id).where(
        mine(entry_turns, write.scope), entry_turns.c.origin == 1
    )
    found = fetch_in(write.connection, query, entry_turns.c.turn_id, turn_ids)
    return unique(row.entry_id for row in found)


def unjoin(write: Writing, turn_ids: Sequence[str], doomed: Iterable[str]) -> None:
    """Entries that stay lose the erased turns they had merely joined."""
    query = select(entry_turns.c.entry_id, entry_turns.c.turn_id)
    query = query.where(mine(entry_turns, write.scope))
    going = set(doomed)
    links = fetch_in(write.connection, query, entry_turns.c.turn_id, turn_ids)
    kept = {row.entry_id: row.turn_id for row in links if row.entry_id not in going}
    write.delete(entry_turns, "turn_id", turn_ids)
    if kept:
        note(write, "unjoined", kept)
        set_columns(write, kept, {}, write.entries_moved())
        _retime(write, kept)


def _retime(write: Writing, entry_ids: Iterable[str]) -> None:
    """An entry's time is that of its latest supporting turn [Q 3.3]."""
    query = (
        select(entry_turns.c.entry_id, func.max(turns.c.time).label("time"))
        .join(turns, same_row(turns, "id", entry_turns, "turn_id"))
        .where(mine(entry_turns, write.scope))
        .group_by(entry_turns.c.entry_id)
    )
    for row in fetch_in(write.connection, query, entry_turns.c.entry_id, entry_ids):
        write.connection.execute(
            update(entries)
            .where(mine(entries, write.scope), entries.c.id == row.entry_id)
            .values(time=row.time)
        )


def reactivate(write: Writing, doomed: Sequence[str]) -> None:
    """What an erased entry had superseded holds again, as it did before.

    Where the erased one had itself given way to an entry that stays, that one takes its place: an
    older state must not come back beside the newest.
    """
    successors = _successors(write, doomed)
    query = select(entries).where(mine(entries, write.scope), entries.c.status == "superseded")
    for row in fetch_in(write.connection, query, entries.c.superseded_by, doomed):
        if row.id in successors:
            continue
        heir = _heir(row.id, row.superseded_by, successors)
        columns: dict[str, Any] = {"superseded_by": heir}
        if heir is None:
            columns |= {"status": "active", "valid_to": row.held_until, "held_until": None}
        note(write, "restored" if heir is None else "superseded", {row.id: heir})
        set_columns(write, [row.id], columns, write.entries_moved())
        mark_stale(write, [row.id])
    _forget_successor(write, doomed)


def _forget_successor(write: Writing, doomed: Sequence[str]) -> None:
    """Retracted entries still name what once superseded them."""
    for chunk in chunks(doomed):
        write.connection.execute(
            update(entries)
            .where(mine(entries, write.scope), entries.c.superseded_by.in_(chunk))
            .values(superseded_by=None, version=write.entries_moved())
        )


def _successors(write: Writing, ids: Sequence[str]) -> dict[str, str | None]:
    query = select(entries.c.id, entries.c.superseded_by).where(mine(entries, write.scope))
    found = fetch_in(write.connection, query, entries.c.id, ids)
    return {row.id: row.superseded_by for row in found}


def _heir(entry_id: str, successor: str, successors: Mapping[str, str | None]) -> str | None:
    """The first along the chain that stays; None where it ends or returns to the entry."""
    seen: set[str] = set()
    current: str | None = successor
    while current is not None and current in successors and current not in seen:
        seen.add(current)
        current = successors[current]
    return None if current in seen or current == entry_id else current
