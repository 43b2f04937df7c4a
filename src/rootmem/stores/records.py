"""The record forms of a dump: nouns as JSON-able dictionaries with a ``kind``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from rootmem.model import (
    DraftEntry,
    EntryEvent,
    Episode,
    MemoryEntry,
    Noun,
    RootUnit,
    RootVersion,
    Turn,
    UtcDatetime,
)
from rootmem.stores.encoding import moment_or_none
from rootmem.stores.queries import Row
from rootmem.stores.rows import (
    to_draft,
    to_entry,
    to_episode,
    to_event,
    to_root_version,
    to_turn,
    to_unit,
)


class EntryRecord(MemoryEntry):
    """``origin`` None (a record made elsewhere): all its turns."""

    origin: tuple[str, ...] | None = None
    rooted: bool = False
    held_until: UtcDatetime | None = None


class RootRecord(RootUnit):
    active: bool = True
    stale: bool = False


class DraftRecord(Noun):
    episode_id: str
    draft: DraftEntry


RECORDS: dict[str, type[BaseModel]] = {
    "turn": Turn,
    "episode": Episode,
    "draft": DraftRecord,
    "entry": EntryRecord,
    "event": EntryEvent,
    "root": RootRecord,
    "root_version": RootVersion,
}


def _record(kind: str, noun: BaseModel, **more: Any) -> dict[str, Any]:
    return {"kind": kind, **noun.model_dump(mode="json"), **more}


def turn_record(row: Row) -> dict[str, Any]:
    return _record("turn", to_turn(row))


def episode_record(row: Row, turn_ids: Sequence[str]) -> dict[str, Any]:
    return _record("episode", to_episode(row, turn_ids))


def draft_record(row: Row) -> dict[str, Any]:
    return _record("draft", DraftRecord(episode_id=row.episode_id, draft=to_draft(row.draft)))


def entry_record(row: Row, turn_ids: Sequence[str], origin: Sequence[str]) -> dict[str, Any]:
    known = dict(to_entry(row, turn_ids))
    held_until = moment_or_none(row.held_until)
    record = EntryRecord(
        **known, origin=tuple(origin), rooted=bool(row.rooted), held_until=held_until
    )
    return _record("entry", record)


def event_record(row: Row) -> dict[str, Any]:
    return _record("event", to_event(row))


def root_record(row: Row, evidence: Sequence[str]) -> dict[str, Any]:
    unit = dict(to_unit(row.id, row, evidence))
    return _record("root", RootRecord(**unit, active=bool(row.active), stale=bool(row.stale)))


def version_record(row: Row, evidence: Sequence[str]) -> dict[str, Any]:
    return _record("root_version", to_root_version(row, evidence))
