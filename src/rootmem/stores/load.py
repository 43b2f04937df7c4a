"""Taking a dump in: every record is validated before the first is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from sqlalchemy import Table, select

from rootmem.errors import ImportFormatError
from rootmem.model import DraftEntry, EntryEvent, Episode, RootVersion, Turn
from rootmem.model.base import to_microseconds
from rootmem.model.text import storable
from rootmem.ports import NewEntry
from rootmem.stores.database import Writing
from rootmem.stores.encoding import clean_id, clean_or_none, digest, micros_or_none, unique
from rootmem.stores.entries import entry_links
from rootmem.stores.episodes import add_drafts, add_episode
from rootmem.stores.queries import fetch_in, mine
from rootmem.stores.records import RECORDS, DraftRecord, EntryRecord, RootRecord
from rootmem.stores.roots import add_version
from rootmem.stores.rows import entry_columns, event_columns, rule_columns, turn_columns
from rootmem.stores.schema import (
    entries,
    entry_events,
    entry_turns,
    episodes,
    roots,
    turns,
)

_Noun = TypeVar("_Noun", bound=BaseModel)


def load_records(
    write: Writing, records: Sequence[Mapping[str, Any]], vectors: Mapping[str, bytes]
) -> dict[str, int]:
    """Counts of what was written, by kind; see ``Transfer.load``. A repeated record counts once."""
    return _Load(write, records, vectors).run()


class _Load:
    def __init__(
        self,
        write: Writing,
        records: Sequence[Mapping[str, Any]],
        vectors: Mapping[str, bytes],
    ) -> None:
        self.write, self.vectors = write, vectors
        self.nouns = _validated(records)
        self.counts = dict.fromkeys(RECORDS, 0)
        # A turn that is here under another id (same key) stands for the one of the dump.
        self.alias: dict[str, str] = {}

    def run(self) -> dict[str, int]:
        self._turns()
        new_episodes = self._episodes()
        self._drafts(new_episodes)
        new_entries = self._entries()
        self._events(new_entries)
        new_units = self._roots()
        self._versions(new_units)
        if any(self.counts.values()):
            self.write.introduce()
            self.write.entries_moved()
            self.write.roots_moved()
        return self.counts

    def _of(self, kind: str, form: type[_Noun]) -> list[_Noun]:
        return [noun for noun in self.nouns[kind] if isinstance(noun, form)]

    def _known(self, table: Table, ids: Iterable[str]) -> set[str]:
        query = select(table.c.id).where(mine(table, self.write.scope))
        return {row.id for row in fetch_in(self.write.connection, query, table.c.id, unique(ids))}

    def _fresh(self, table: Table, by_id: Mapping[str, _Noun]) -> dict[str, _Noun]:
        """Those whose id is not here yet."""
        known = self._known(table, by_id)
        return {key: noun for key, noun in by_id.items() if key not in known}

    def _require(self, table: Table, ids: Iterable[str], said_by: str) -> None:
        wanted = unique(ids)
        missing = set(wanted) - self._known(table, wanted)
        if missing:
            raise ImportFormatError(
                f"{said_by} names {sorted(missing)[0]!r}, which is nowhere",
                expected="an id of the records or of the memory",
            )

    def _here(self, turn_ids: Iterable[str]) -> list[str]:
        return unique(self.alias.get(key, key) for key in unique(turn_ids))

    def _turns(self) -> None:
        told = sorted(self._of("turn", Turn), key=lambda turn: turn.position)
        fresh = self._fresh(turns, {clean_id(turn.id): turn for turn in told})
        keys = {digest(storable(turn.key)): turn_id for turn_id, turn in fresh.items()}
        query = select(turns.c.id, turns.c.key_digest).where(mine(turns, self.write.scope))
        for row in fetch_in(self.write.connection, query, turns.c.key_digest, keys):
            self.alias[keys[row.key_digest]] = row.id
        rows: list[dict[str, Any]] = []
        first = self.write.next_position == 0
        for turn_id, turn in fresh.items():
            if turn_id in self.alias:
                continue
            position = self.write.next_position
            if first:
                position = max(position, turn.position)
            recorded_at = to_microseconds(turn.recorded_at)
            rows.append(turn_columns(turn_id, position, turn, recorded_at))
            self.write.next_position = position + 1
        self.write.insert(turns, rows)
        self.counts["turn"] = len(rows)

    def _episodes(self) -> set[str]:
        cut = {clean_id(episode.id): episode for episode in self._of("episode", Episode)}
        fresh = self._fresh(episodes, cut)
        for episode_id, episode in fresh.items():
            self._require(turns, self._here(episode.turn_ids), f"episode {episode_id!r}")
        added = {key for key, episode in fresh.items() if self._episode(episode)}
        self.counts["episode"] = len(added)
        return added

    def _episode(self, episode: Episode) -> bool:
        query = select(turns.c.id).where(
            mine(turns, self.write.scope), turns.c.episode_id.is_(None)
        )
        wanted = self._here(episode.turn_ids)
        free = {row.id for row in fetch_in(self.write.connection, query, turns.c.id, wanted)}
        left = tuple(key for key in wanted if key in free)
        if left:
            built = min(episode.built, len(left))
            changes = {"id": clean_id(episode.id), "turn_ids": left, "built": built}
            add_episode(self.write, episode.model_copy(update=changes))
        return bool(left)

    def _drafts(self, new_episodes: set[str]) -> None:
        made: dict[str, list[DraftEntry]] = {}
        for record in self._of("draft", DraftRecord):
            if storable(record.episode_id) in new_episodes:
                told = tuple(self._here(record.draft.turn_ids))
                draft = record.draft.model_copy(update={"turn_ids": told})
                made.setdefault(storable(record.episode_id), []).append(draft)
        for episode_id, drafts in made.items():
            self._require(turns, [t for d in drafts for t in d.turn_ids], "a draft")
            add_drafts(self.write, episode_id, drafts)
            self.counts["draft"] += len(drafts)

    def _entries(self) -> set[str]:
        said = {clean_id(entry.id): entry for entry in self._of("entry", EntryRecord)}
        fresh = self._fresh(entries, said)
        cut = self._known(episodes, {e.episode_id for e in fresh.values() if e.episode_id})
        links: list[dict[str, Any]] = []
        rows: list[dict[str, Any]] = []
        for entry_id, entry in fresh.items():
            formed = entry.turn_ids if entry.origin is None else entry.origin
            told = self._here((*entry.turn_ids, *formed))
            self._require(turns, told, f"entry {entry_id!r}")
            links += entry_links(entry_id, told, set(self._here(formed)))
            rows.append(self._entry_row(entry, cut))
        self.write.insert(entries, rows)
        self.write.insert(entry_turns, links)
        for entry in fresh.values():
            if entry.superseded_by is not None:
                self._require(entries, [entry.superseded_by], f"entry {entry.id!r}")
        self.counts["entry"] = len(rows)
        return set(fresh)

    def _entry_row(self, entry: EntryRecord, episodes_here: set[str]) -> dict[str, Any]:
        vector, trigger_vectors = self._split(entry.id, len(entry.triggers))
        new = NewEntry(entry, vector, trigger_vectors)
        row = entry_columns(new, self.write.next_sequence, self.write.entries_moved())
        self.write.next_sequence += 1
        episode_id = clean_or_none(entry.episode_id)
        return row | {
            "episode_id": episode_id if episode_id in episodes_here else None,
            "rooted": int(entry.rooted),
            "held_until": micros_or_none(entry.held_until),
        }

    def _split(self, entry_id: str, triggers: int) -> tuple[bytes, bytes]:
        rows = self.vectors.get(entry_id, b"")
        width = len(rows) // (1 + triggers)
        return rows[:width], rows[width:]

    def _events(self, new_entries: set[str]) -> None:
        last: dict[str, int] = {}
        rows: list[dict[str, Any]] = []
        for event in self._of("event", EntryEvent):
            entry_id = storable(event.entry_id)
            if entry_id in new_entries:
                last[entry_id] = last.get(entry_id, -1) + 1
                rows.append(event_columns(event) | {"ordinal": last[entry_id]})
        self.write.insert(entry_events, rows)
        self.counts["event"] = len(rows)

    def _roots(self) -> set[str]:
        units = {clean_id(unit.id): unit for unit in self._of("root", RootRecord)}
        fresh = self._fresh(roots, units)
        for unit_id, unit in fresh.items():
            self._require(entries, unit.evidence, f"root unit {unit_id!r}")
            row = {
                "id": unit_id,
                "sequence": self.write.next_sequence,
                "version": unit.version,
                "active": int(unit.active),
                "stale": int(unit.stale),
                "vectors": self.vectors.get(unit.id, b"") if unit.active else b"",
            }
            self.write.insert(roots, [row | rule_columns(unit)])
            self.write.next_sequence += 1
        self.counts["root"] = len(fresh)
        return set(fresh)

    def _versions(self, new_units: set[str]) -> None:
        first: dict[tuple[str, int], RootVersion] = {}
        for version in self._of("root_version", RootVersion):
            if version.unit.id in new_units:
                first.setdefault((version.unit.id, version.unit.version), version)
        told = list(first.values())
        for version in told:
            add_version(self.write, version)
        # Without a record of the present version its unit would stand without evidence.
        for unit in self._of("root", RootRecord):
            if unit.id in new_units and (unit.id, unit.version) not in first:
                add_version(self.write, RootVersion(unit=unit, action="create", at=unit.updated_at))
        self.counts["root_version"] = len(told)


def _validated(records: Sequence[Mapping[str, Any]]) -> dict[str, list[BaseModel]]:
    nouns: dict[str, list[BaseModel]] = {kind: [] for kind in RECORDS}
    seen: set[str] = set()
    for number, record in enumerate(records, 1):
        said = repr(record)
        if said in seen:
            continue
        seen.add(said)
        fields = dict(record)
        kind = fields.pop("kind", None)
        form = RECORDS.get(kind) if isinstance(kind, str) else None
        if form is None:
            raise ImportFormatError(
                f"a record of kind {kind!r}",
                line=number,
                field="kind",
                expected=f"one of {', '.join(RECORDS)}",
            )
        try:
            nouns[str(kind)].append(form.model_validate(fields))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise ImportFormatError(first["msg"], line=number, field=place) from None
    return nouns
