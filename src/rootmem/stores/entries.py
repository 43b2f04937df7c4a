"""Writing entries: what a reconcile step decided, and what the user corrects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from sqlalchemy import func, select, update

from rootmem.errors import InvalidInput
from rootmem.model import MemoryEntry, Scope
from rootmem.model.text import storable
from rootmem.ports import EntryChanges, Join, NewEntry, Supersession
from rootmem.stores.database import Database, Writing
from rootmem.stores.encoding import clean_or_none, now, unique
from rootmem.stores.episodes import all_have_status, drop_drafts, set_episode_status
from rootmem.stores.queries import Row, chunks, fetch_in, mine
from rootmem.stores.roots import mark_stale
from rootmem.stores.rows import entry_columns, said_columns
from rootmem.stores.schema import entries, entry_events, entry_turns, episodes, turns


class Entries(Database):
    def save_entries(
        self, scope: Scope, changes: EntryChanges, episode_ids: Sequence[str] = ()
    ) -> bool:
        """Write changes, history lines, and mark the episodes ``reconciled`` (their drafts go).

        False, and nothing written, where one of the episodes is not ``decomposed`` any more (or
        was erased). Raises NotFound for an unknown turn, episode or entry. An entry without
        ``origin`` has all its turns for origin. A retracted entry stays so when superseded.
        """
        ids = unique(episode_ids)
        with self.writing(scope) as write:
            if not all_have_status(write, ids, "decomposed"):
                return False
            _require_sources(write, changes)
            if any(changes):
                version = write.entries_moved()
                add_entries(write, changes.new, version)
                _join(write, changes.joins, version)
                _supersede(write, changes.supersessions, version)
            drop_drafts(write, ids)
            set_episode_status(write, ids, "reconciled")
        return True

    def update_entry(
        self, scope: Scope, entry: MemoryEntry, vector: bytes, trigger_vectors: bytes = b""
    ) -> None:
        """Overwrite what the entry says; identity, provenance and status stay. History keeps the
        old text. Units citing it become stale."""
        with self.writing(scope) as write:
            old = _stored(write, entry.id)
            columns = said_columns(entry) | {"vector": vector, "trigger_vectors": trigger_vectors}
            note(write, "updated", {old.id: None})
            set_columns(write, [old.id], columns, write.entries_moved())
            mark_stale(write, [old.id])

    def set_status(
        self, scope: Scope, entry_id: str, status: Literal["active", "retracted"], by: str | None
    ) -> None:
        """Retract or restore (restoring also clears ``valid_to`` and ``superseded_by``). Where
        nothing would change, nothing is written."""
        cleared = {"valid_to": None, "held_until": None, "superseded_by": None}
        columns = {"status": status, **(cleared if status == "active" else {})}
        with self.writing(scope) as write:
            old = _stored(write, entry_id)
            if all(old._mapping[name] == value for name, value in columns.items()):
                return
            action = "restored" if status == "active" else "retracted"
            note(write, action, {old.id: clean_or_none(by)})
            set_columns(write, [old.id], columns, write.entries_moved())
            mark_stale(write, [old.id])


def add_entries(write: Writing, new: Sequence[NewEntry], version: int) -> None:
    """Insert entries with their provenance and the first line of their history."""
    rows: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    at = now()
    for item in new:
        row = entry_columns(item, write.next_sequence, version)
        write.next_sequence += 1
        rows.append(row)
        links += _links(row["id"], item)
        first = {"entry_id": row["id"], "ordinal": 0, "action": "created", "at": at}
        events.append(first | {"text": row["text"], "by": row["episode_id"]})
    ids = [row["id"] for row in rows]
    known = _texts(write, ids)
    if known or len(set(ids)) != len(ids):
        raise InvalidInput("an entry of this id exists already")
    if rows:
        write.introduce()
    write.insert(entries, rows)
    write.insert(entry_turns, links)
    write.insert(entry_events, events)


def _links(entry_id: str, item: NewEntry) -> list[dict[str, Any]]:
    named, formed = unique(item.entry.turn_ids), unique(item.origin)
    return entry_links(entry_id, unique((*named, *formed)), set(formed or named))


def entry_links(
    entry_id: str, turn_ids: Sequence[str], origin: Collection[str]
) -> list[dict[str, Any]]:
    """An entry's turns as rows, in order."""
    return [
        {
            "entry_id": entry_id,
            "ordinal": ordinal,
            "turn_id": turn_id,
            "origin": int(turn_id in origin),
        }
        for ordinal, turn_id in enumerate(turn_ids)
    ]


def _require_sources(write: Writing, changes: EntryChanges) -> None:
    told = [key for item in changes.new for key in (*item.entry.turn_ids, *item.origin)]
    told += [key for join in changes.joins for key in join.turn_ids]
    write.require(turns, unique(told), "turn")
    cut = [item.entry.episode_id for item in changes.new if item.entry.episode_id is not None]
    write.require(episodes, unique(cut), "episode")


def _join(write: Writing, joins: Sequence[Join], version: int) -> None:
    write.require(entries, unique(join.entry_id for join in joins), "entry")
    for join in joins:
        entry_id = storable(join.entry_id)
        query = select(entry_turns.c.turn_id, entry_turns.c.ordinal).where(
            mine(entry_turns, write.scope), entry_turns.c.entry_id == entry_id
        )
        present = {row.turn_id: row.ordinal for row in write.connection.execute(query)}
        fresh = [key for key in unique(join.turn_ids) if key not in present]
        following = max(present.values(), default=-1) + 1
        write.insert(
            entry_turns,
            [
                {"entry_id": entry_id, "ordinal": ordinal, "turn_id": turn_id, "origin": 0}
                for ordinal, turn_id in enumerate(fresh, following)
            ],
        )
        set_columns(write, [entry_id], {"time": join.time, "strength": join.strength}, version)
        note(write, "joined", {entry_id: fresh[0] if fresh else None})


def _supersede(write: Writing, supersessions: Sequence[Supersession], version: int) -> None:
    named = unique(key for item in supersessions for key in (item.old_id, item.new_id))
    write.require(entries, named, "entry")
    for item in supersessions:
        old = _stored(write, item.old_id)
        if old.status == "retracted":
            continue
        if old.id == storable(item.new_id):
            raise InvalidInput(f"entry {old.id!r} cannot supersede itself")
        held_until = old.valid_to if old.status == "active" else old.held_until
        columns = {
            "status": "superseded",
            "superseded_by": storable(item.new_id),
            "valid_to": item.at,
            "held_until": held_until,
        }
        note(write, "superseded", {old.id: storable(item.new_id)})
        set_columns(write, [old.id], columns, version)
        mark_stale(write, [old.id])


def set_columns(
    write: Writing, ids: Iterable[str], columns: Mapping[str, Any], version: int
) -> None:
    """Change entries, and tell by ``version`` that they changed."""
    for chunk in chunks(ids):
        write.connection.execute(
            update(entries)
            .where(mine(entries, write.scope), entries.c.id.in_(chunk))
            .values(version=version, **columns)
        )


def note(write: Writing, action: str, because: Mapping[str, str | None]) -> None:
    """Append a line to the history of each entry named, with its present text; before a change."""
    ids = list(because)
    query = (
        select(entry_events.c.entry_id, func.max(entry_events.c.ordinal).label("last"))
        .where(mine(entry_events, write.scope))
        .group_by(entry_events.c.entry_id)
    )
    found = fetch_in(write.connection, query, entry_events.c.entry_id, ids)
    last: dict[str, int] = {row.entry_id: row.last for row in found}
    texts = _texts(write, ids)
    line = {"action": action, "at": now()}
    write.insert(
        entry_events,
        [
            {
                "entry_id": entry_id,
                "ordinal": last.get(entry_id, -1) + 1,
                "text": texts[entry_id],
                "by": by,
                **line,
            }
            for entry_id, by in because.items()
        ],
    )


def _stored(write: Writing, entry_id: str) -> Row:
    write.require(entries, [storable(entry_id)], "entry")
    query = select(entries).where(mine(entries, write.scope), entries.c.id == storable(entry_id))
    return write.connection.execute(query).one()


def _texts(write: Writing, ids: Iterable[str]) -> dict[str, str]:
    query = select(entries.c.id, entries.c.text).where(mine(entries, write.scope))
    found = fetch_in(write.connection, query, entries.c.id, unique(ids))
    return {row.id: row.text for row in found}
