"""A user's memory as records, out and in. Vectors stay behind: they belong to an embedder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from rootmem.model import Scope
from rootmem.stores.database import Database
from rootmem.stores.encoding import checked
from rootmem.stores.entry_reads import turns_of_entries
from rootmem.stores.episodes import turns_of_episodes
from rootmem.stores.load import load_records
from rootmem.stores.queries import Row, mine
from rootmem.stores.records import (
    draft_record,
    entry_record,
    episode_record,
    event_record,
    root_record,
    turn_record,
    version_record,
)
from rootmem.stores.roots import evidence_of
from rootmem.stores.schema import (
    drafts,
    entries,
    entry_events,
    entry_turns,
    episodes,
    root_versions,
    roots,
    turns,
)


class Transfer(Database):
    def dump(self, scope: Scope) -> Iterator[dict[str, Any]]:
        """Everything of a user as JSON-able records ``{"kind": …}``, as of one moment.

        Kinds, in this order: turn, episode, draft, entry, event, root, root_version. Fields are
        those of the nouns; besides, an entry has ``origin``, ``rooted`` and ``held_until``, a root
        ``active`` and ``stale``.
        """
        owner = checked(scope)
        with self.reading() as connection:
            records = [*_journal(connection, owner), *_entries(connection, owner)]
            records += _roots(connection, owner)
        yield from records

    def load(
        self, scope: Scope, records: Iterable[Mapping[str, Any]], vectors: Mapping[str, bytes]
    ) -> dict[str, int]:
        """Take a dump in, ids kept, known ids skipped; counts of what came, by kind.

        ``vectors`` maps the ids of entries and units to float32 rows: the text's (activation's)
        first, then one a trigger. Raises ImportFormatError (``line`` is the record's number from 1)
        and takes nothing where a record is malformed or names what is nowhere.
        """
        taken = list(records)
        with self.writing(scope) as write:
            return load_records(write, taken, vectors)


def _journal(connection: Connection, owner: Scope) -> Iterator[dict[str, Any]]:
    for row in _all(connection, owner, turns, "position"):
        yield turn_record(row)
    rows = _all(connection, owner, episodes, "position")
    members = turns_of_episodes(connection, owner, [row.id for row in rows])
    for row in rows:
        yield episode_record(row, members[row.id])
    for row in _all(connection, owner, drafts, "episode_id", "ordinal"):
        yield draft_record(row)


def _entries(connection: Connection, owner: Scope) -> Iterator[dict[str, Any]]:
    members = turns_of_entries(connection, owner, None)
    origins: dict[str, list[str]] = {}
    for link in _all(connection, owner, entry_turns, "entry_id", "ordinal"):
        if link.origin:
            origins.setdefault(link.entry_id, []).append(link.turn_id)
    for row in _all(connection, owner, entries, "sequence"):
        yield entry_record(row, members.get(row.id, ()), origins.get(row.id, []))
    for row in _all(connection, owner, entry_events, "entry_id", "ordinal"):
        yield event_record(row)


def _roots(connection: Connection, owner: Scope) -> Iterator[dict[str, Any]]:
    rows = _all(connection, owner, roots, "sequence")
    evidence = evidence_of(connection, owner, [row.id for row in rows])
    for row in rows:
        yield root_record(row, evidence.get((row.id, row.version), []))
    for row in _all(connection, owner, root_versions, "unit_id", "version"):
        yield version_record(row, evidence.get((row.unit_id, row.version), []))


def _all(connection: Connection, owner: Scope, table: Any, *order: str) -> list[Row]:
    columns = [table.c[name] for name in order]
    return list(connection.execute(select(table).where(mine(table, owner)).order_by(*columns)))
