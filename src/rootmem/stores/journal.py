"""The journal of turns: committed before anything is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, ScalarSelect, Table, func, select

from rootmem.model import Message, Scope, Turn
from rootmem.model.ids import new_id
from rootmem.model.text import storable
from rootmem.ports import Counts
from rootmem.stores.database import Database
from rootmem.stores.encoding import checked, digest, now, unique
from rootmem.stores.queries import fetch_in, mine, owner_of, whose
from rootmem.stores.rows import to_turn, turn_columns
from rootmem.stores.schema import UNFINISHED, entries, episodes, roots, turns

ENTRY_STATUSES: tuple[str, ...] = ("active", "superseded", "retracted")


class Journal(Database):
    def append(self, scope: Scope, messages: Sequence[Message]) -> list[tuple[Turn, bool]]:
        """Journal messages; the flag says whether the turn is new. A known ``key`` of the user
        yields the turn of the first time. Ids are made here."""
        keys = [digest(storable(message.key)) for message in messages]
        with self.writing(scope) as write:
            known = _ids_by_key(write.connection, write.scope, keys)
            fresh: dict[str, str] = {}
            rows: list[dict[str, object]] = []
            recorded_at = now()
            for key, message in zip(keys, messages, strict=True):
                if key not in known and key not in fresh:
                    fresh[key] = new_id("t")
                    row = turn_columns(fresh[key], write.next_position, message, recorded_at)
                    rows.append(row)
                    write.next_position += 1
            if rows:
                write.introduce()
                write.insert(turns, rows)
            ids = known | fresh
            found = turns_by_id(write.connection, write.scope, list(ids.values()))
        new = set(fresh)
        result: list[tuple[Turn, bool]] = []
        for key in keys:
            result.append((found[ids[key]], key in new))
            new.discard(key)
        return result

    def turns(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] | None = None,
        session_id: str | None = None,
        unsegmented: bool = False,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[Turn]:
        """In order of position; ``ids`` that are not this user's are left out."""
        owner = checked(scope)
        query = select(turns).where(mine(turns, owner)).order_by(turns.c.position)
        if session_id is not None:
            query = query.where(turns.c.session_id == storable(session_id))
        if unsegmented:
            query = query.where(turns.c.episode_id.is_(None))
        if after is not None:
            query = query.where(turns.c.position > after)
        with self.reading() as connection:
            if ids is None:
                return [to_turn(row) for row in connection.execute(query.limit(limit))]
            rows = fetch_in(connection, query, turns.c.id, unique(ids))
        return [to_turn(row) for row in sorted(rows, key=lambda row: row.position)[:limit]]

    def pending_turns(self, scope: Scope) -> int:
        """Turns in no episode, or in one that is not ``reconciled``."""
        with self.reading() as connection:
            return _pending(connection, checked(scope))

    def counts(self, scope: Scope) -> Counts:
        """``pending_turns``: in no reconciled episode yet. ``entries`` by status."""
        owner = checked(scope)
        by_status = select(entries.c.status, func.count()).group_by(entries.c.status)
        found = dict.fromkeys(ENTRY_STATUSES, 0)
        with self.reading() as connection:

            def count(table: Table, *conditions: ColumnElement[bool]) -> int:
                query = select(func.count()).select_from(table).where(mine(table, owner))
                return int(connection.execute(query.where(*conditions)).scalar_one())

            told = count(turns)
            pending = _pending(connection, owner)
            cut = count(episodes)
            units = count(roots, roots.c.active == 1)
            for status, number in connection.execute(by_status.where(mine(entries, owner))):
                found[status] = number
        return Counts(told, pending, cut, found, units)


def _pending(connection: Connection, scope: Scope) -> int:
    return int(connection.execute(_PENDING, owner_of(scope)).scalar_one())


def _count_turns(condition: ColumnElement[bool]) -> ScalarSelect[int]:
    query = select(func.count()).select_from(turns).where(whose(turns), condition)
    return query.scalar_subquery()


_UNFINISHED = select(episodes.c.id).where(whose(episodes), UNFINISHED)
# Two counts, each by its own index; one with OR would read all turns.
_PENDING = select(
    _count_turns(turns.c.episode_id.is_(None)) + _count_turns(turns.c.episode_id.in_(_UNFINISHED))
)
"""Built once: every write is followed by the question."""


def _ids_by_key(connection: Connection, scope: Scope, keys: Iterable[str]) -> dict[str, str]:
    query = select(turns.c.key_digest, turns.c.id).where(mine(turns, scope))
    found = fetch_in(connection, query, turns.c.key_digest, dict.fromkeys(keys))
    return {row.key_digest: row.id for row in found}


def turns_by_id(connection: Connection, scope: Scope, ids: Iterable[str]) -> dict[str, Turn]:
    query = select(turns).where(mine(turns, scope))
    return {row.id: to_turn(row) for row in fetch_in(connection, query, turns.c.id, ids)}
