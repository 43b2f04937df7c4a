"""Erasing turns, entries or a user: what hangs on them follows, and no text stays behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Table, delete, select

from rootmem.model import Receipt, Scope
from rootmem.model.base import from_microseconds
from rootmem.stores.compact import Compaction, compaction_due
from rootmem.stores.database import Writing
from rootmem.stores.encoding import now, unique
from rootmem.stores.episodes import drop_drafts
from rootmem.stores.erase_entries import formed_from, reactivate, unjoin
from rootmem.stores.erase_episodes import episodes_to_redo, redo_episodes, shrink_episodes
from rootmem.stores.erase_roots import retire_citing
from rootmem.stores.queries import mine
from rootmem.stores.schema import (
    OWNED,
    entries,
    entry_events,
    entry_turns,
    episodes,
    roots,
    turns,
)


class _Gone(NamedTuple):
    """What an erasure took, for its receipt."""

    turns: Sequence[str] = ()
    entries: Sequence[str] = ()
    episodes: Sequence[str] = ()
    retired: Sequence[str] = ()


class Erasure(Compaction):
    def erase(
        self,
        scope: Scope,
        *,
        turn_ids: Sequence[str] | None = None,
        entry_ids: Sequence[str] | None = None,
    ) -> Receipt:
        """Erase turns, entries, or (neither given) the user whole; see ``rootmem.ports.Store``.

        An empty list is given, and erases nothing. Raises NotFound, and erases nothing, where an
        id is unknown. Entries that are named go without their turns, and those turns are not
        decomposed again: that would bring them back.
        """
        at = now()
        with self.writing(scope) as write:
            if turn_ids is None and entry_ids is None:
                gone = _erase_user(write)
            else:
                gone = _erase_some(write, unique(turn_ids or ()), unique(entry_ids or ()))
            if any(gone):
                compaction_due(write.connection)
        return Receipt(
            user_id=write.scope.user_id,
            at=from_microseconds(at),
            turns=len(gone.turns),
            entries=len(gone.entries),
            episodes=len(gone.episodes),
            roots_retired=tuple(gone.retired),
            erased_ids=(*gone.turns, *gone.entries, *gone.episodes),
            compacted=self.compact(),
        )


def _erase_user(write: Writing) -> _Gone:
    gone = _Gone(
        turns=_all_ids(write, turns),
        entries=_all_ids(write, entries),
        episodes=_all_ids(write, episodes),
        retired=_all_ids(write, roots, active=1),
    )
    for table in OWNED:
        write.connection.execute(delete(table).where(mine(table, write.scope)))
    if write.known:
        write.entries_removed()
        write.roots_moved()
    write.forget()
    return gone


def _all_ids(write: Writing, table: Table, **columns: int) -> list[str]:
    query = select(table.c.id).where(mine(table, write.scope)).filter_by(**columns)
    return list(write.connection.execute(query).scalars())


def _erase_some(write: Writing, turn_ids: Sequence[str], entry_ids: Sequence[str]) -> _Gone:
    write.require(turns, turn_ids, "turn")
    write.require(entries, entry_ids, "entry")
    named = set(entry_ids)
    formed = [key for key in formed_from(write, turn_ids) if key not in named]
    doomed = [*entry_ids, *formed]
    orphaned = episodes_to_redo(write, formed, turn_ids)
    retired = retire_citing(write, doomed)
    unjoin(write, turn_ids, doomed)
    reactivate(write, doomed)
    for table, column in ((entry_turns, "entry_id"), (entry_events, "entry_id"), (entries, "id")):
        write.delete(table, column, doomed)
    emptied = shrink_episodes(write, turn_ids)
    drop_drafts(write, emptied)
    write.delete(episodes, "id", emptied)
    write.delete(turns, "id", turn_ids)
    redo_episodes(write, orphaned)
    if doomed:
        write.entries_removed()
    if doomed or turn_ids:
        write.drop_error()
    return _Gone(turn_ids, doomed, emptied, retired)
