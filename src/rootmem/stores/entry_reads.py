"""Reading entries: as nouns, and as the rows of a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, select

from rootmem.model import EntryEvent, EntryStatus, EntryType, MemoryEntry, Scope
from rootmem.model.text import storable
from rootmem.ports import EntryRow
from rootmem.stores.database import Database
from rootmem.stores.encoding import checked, strings, unique
from rootmem.stores.queries import Row, fetch_in, fetch_tuples, mine, owner_of, require, whose
from rootmem.stores.rows import to_entry, to_event
from rootmem.stores.schema import UNROOTED, entries, entry_events, entry_turns

_NOUN = [
    column
    for column in entries.c
    if column.name not in ("tenant", "user_id", "vector", "trigger_vectors", "held_until")
]
_ID = EntryRow._fields.index("id")
_GAP = EntryRow._fields.index("turn_ids")
_TRIGGERS = EntryRow._fields.index("triggers") - 1
# In the order of EntryRow, without turn_ids.
_SNAPSHOT = [entries.c[name] for name in EntryRow._fields if name != "turn_ids"]
# Built once: the recall after every write asks for what changed.
_ALL = select(*_SNAPSHOT).where(whose(entries)).order_by(entries.c.sequence)
_CHANGED = _ALL.where(entries.c.version > bindparam("since"))
_ALL_TURNS = (
    select(entry_turns.c.entry_id, entry_turns.c.turn_id)
    .where(whose(entry_turns))
    .order_by(entry_turns.c.entry_id, entry_turns.c.ordinal)
)
_CHANGED_TURNS = _ALL_TURNS.where(
    entry_turns.c.entry_id.in_(
        select(entries.c.id).where(whose(entries), entries.c.version > bindparam("since"))
    )
)


class EntryReads(Database):
    def entries(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] | None = None,
        status: EntryStatus | None = None,
        types: Sequence[EntryType] | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[MemoryEntry]:
        """In order of time, then creation; with ``ids`` in the order of the ids, without those
        that are not this user's."""
        owner = checked(scope)
        query = select(*_NOUN).where(mine(entries, owner))
        query = query.order_by(entries.c.time, entries.c.sequence)
        if status is not None:
            query = query.where(entries.c.status == status)
        if types is not None:
            query = query.where(entries.c.type.in_(list(types)))
        with self.reading() as connection:
            if ids is None:
                paged = connection.execute(query.limit(limit).offset(offset or None))
                return _nouns(connection, owner, paged.all())
            wanted = unique(ids)
            found = {row.id: row for row in fetch_in(connection, query, entries.c.id, wanted)}
            rows = [found[key] for key in wanted if key in found]
            end = None if limit is None else offset + limit
            return _nouns(connection, owner, rows[offset:end])

    def entry_rows(self, scope: Scope, since: int = 0) -> list[EntryRow]:
        """Rows changed after the entries version ``since`` (0: all), in order of creation."""
        rows_query, turns_query = (_CHANGED, _CHANGED_TURNS) if since else (_ALL, _ALL_TURNS)
        parameters = owner_of(checked(scope)) | ({"since": since} if since else {})
        with self.reading() as connection:
            rows = fetch_tuples(connection, rows_query, parameters)
            found = fetch_tuples(connection, turns_query, parameters) if rows else []
        members = _grouped(found)
        return [_snapshot_row(row, members.get(row[_ID], ())) for row in rows]

    def entries_of_turns(self, scope: Scope, turn_ids: Sequence[str]) -> list[MemoryEntry]:
        """Entries that one of the turns supports, in order of time."""
        owner = checked(scope)
        wanted = unique(turn_ids)
        with self.reading() as connection:
            return nouns_by_id(connection, owner, entries_citing(connection, owner, wanted))

    def history(self, scope: Scope, entry_id: str) -> list[EntryEvent]:
        """Oldest first; an ``updated`` line holds the text of before."""
        owner = checked(scope)
        query = (
            select(entry_events)
            .where(mine(entry_events, owner), entry_events.c.entry_id == storable(entry_id))
            .order_by(entry_events.c.ordinal)
        )
        with self.reading() as connection:
            require(connection, entries, owner, [storable(entry_id)], "entry")
            return [to_event(row) for row in connection.execute(query)]

    def unrooted(self, scope: Scope, limit: int) -> list[MemoryEntry]:
        """Active entries that no root batch has seen, in order of creation."""
        owner = checked(scope)
        query = _unrooted(select(*_NOUN), owner).order_by(entries.c.sequence).limit(limit)
        with self.reading() as connection:
            return _nouns(connection, owner, connection.execute(query).all())

    def unrooted_count(self, scope: Scope) -> int:
        query = _unrooted(select(func.count()).select_from(entries), checked(scope))
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())


def _snapshot_row(row: Any, turn_ids: tuple[str, ...]) -> EntryRow:
    return EntryRow._make(
        (
            *row[:_GAP],
            turn_ids,
            *row[_GAP:_TRIGGERS],
            strings(row[_TRIGGERS]),
            *row[_TRIGGERS + 1 :],
        )
    )


def _unrooted(query: Select[*tuple[Any, ...]], owner: Scope) -> Select[*tuple[Any, ...]]:
    return query.where(mine(entries, owner), UNROOTED)


def entries_citing(connection: Connection, scope: Scope, turn_ids: Iterable[str]) -> list[str]:
    query = select(entry_turns.c.entry_id).where(mine(entry_turns, scope))
    return unique(_column(fetch_in(connection, query, entry_turns.c.turn_id, turn_ids)))


def turns_of_entries(
    connection: Connection, scope: Scope, ids: Sequence[str] | None
) -> dict[str, tuple[str, ...]]:
    """Entry id -> turn ids in order; None: of all the user's entries."""
    if ids is None:
        return _grouped(fetch_tuples(connection, _ALL_TURNS, owner_of(scope)))
    query = (
        select(entry_turns.c.entry_id, entry_turns.c.turn_id)
        .where(mine(entry_turns, scope))
        .order_by(entry_turns.c.entry_id, entry_turns.c.ordinal)
    )
    return _grouped(fetch_in(connection, query, entry_turns.c.entry_id, ids))


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    members: dict[str, tuple[str, ...]] = {}
    for entry_id, turn_id in pairs:
        members[entry_id] = (*members.get(entry_id, ()), turn_id)
    return members


def nouns_by_id(connection: Connection, scope: Scope, ids: Sequence[str]) -> list[MemoryEntry]:
    """In order of time, then creation."""
    query = select(*_NOUN).where(mine(entries, scope))
    rows = fetch_in(connection, query, entries.c.id, ids)
    return _nouns(connection, scope, sorted(rows, key=lambda row: (row.time, row.sequence)))


def _nouns(connection: Connection, scope: Scope, rows: Sequence[Row]) -> list[MemoryEntry]:
    members = turns_of_entries(connection, scope, [row.id for row in rows])
    return [to_entry(row, members.get(row.id, ())) for row in rows]


def _column(rows: Sequence[Row]) -> list[str]:
    return [row[0] for row in rows]
