"""Rows of the tables to nouns and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rootmem.model import (
    DraftEntry,
    EntryEvent,
    Episode,
    MemoryEntry,
    Message,
    RootUnit,
    RootVersion,
    Turn,
)
from rootmem.model.base import from_microseconds, to_microseconds
from rootmem.model.text import storable
from rootmem.ports import NewEntry
from rootmem.stores.encoding import (
    clean_id,
    clean_or_none,
    digest,
    dumps,
    micros_or_none,
    moment_or_none,
    strings,
)
from rootmem.stores.queries import Row


def turn_columns(
    turn_id: str, position: int, message: Message | Turn, recorded_at: int
) -> dict[str, Any]:
    key = storable(message.key)
    return {
        "id": turn_id,
        "position": position,
        "role": message.role,
        "text": storable(message.text),
        "time": to_microseconds(message.time),
        "recorded_at": recorded_at,
        "session_id": storable(message.session_id),
        "key": key,
        "key_digest": digest(key),
        "name": clean_or_none(message.name),
        "metadata": dumps(message.metadata),
        "episode_id": None,
    }


def to_turn(row: Row) -> Turn:
    return Turn(
        id=row.id,
        position=row.position,
        role=row.role,
        text=row.text,
        time=from_microseconds(row.time),
        recorded_at=from_microseconds(row.recorded_at),
        session_id=row.session_id,
        key=row.key,
        name=row.name,
        metadata=json.loads(row.metadata),
        episode_id=row.episode_id,
    )


def to_episode(row: Row, turn_ids: Sequence[str]) -> Episode:
    return Episode(
        id=row.id,
        turn_ids=tuple(turn_ids),
        start=from_microseconds(row.start),
        end=from_microseconds(row.end),
        status=row.status,
        built=row.built,
        title=row.title,
    )


def draft_text(draft: DraftEntry) -> str:
    return dumps(draft.model_dump(mode="json"))


def to_draft(text: str) -> DraftEntry:
    return DraftEntry.model_validate_json(text)


def said_columns(entry: MemoryEntry) -> dict[str, Any]:
    """What an update overwrites: all but identity, provenance and status."""
    return {
        "type": entry.type,
        "text": storable(entry.text),
        "subject": storable(entry.subject),
        "time": to_microseconds(entry.time),
        "event_time": micros_or_none(entry.event_time),
        "valid_from": to_microseconds(entry.valid_from),
        "valid_to": micros_or_none(entry.valid_to),
        "condition": storable(entry.condition),
        "strength": entry.strength,
        "triggers": dumps(entry.triggers),
        "metadata": dumps(entry.metadata),
    }


def entry_columns(new: NewEntry, sequence: int, version: int) -> dict[str, Any]:
    entry = new.entry
    return {
        "id": clean_id(entry.id),
        "sequence": sequence,
        "version": version,
        **said_columns(entry),
        "episode_id": clean_or_none(entry.episode_id),
        "held_until": None,
        "recorded_at": to_microseconds(entry.recorded_at),
        "status": entry.status,
        "superseded_by": clean_or_none(entry.superseded_by),
        "rooted": 0,
        "vector": new.vector,
        "trigger_vectors": new.trigger_vectors,
    }


def to_entry(row: Row, turn_ids: Sequence[str]) -> MemoryEntry:
    return MemoryEntry(
        id=row.id,
        type=row.type,
        text=row.text,
        subject=row.subject,
        episode_id=row.episode_id,
        turn_ids=tuple(turn_ids),
        time=from_microseconds(row.time),
        event_time=moment_or_none(row.event_time),
        valid_from=from_microseconds(row.valid_from),
        valid_to=moment_or_none(row.valid_to),
        recorded_at=from_microseconds(row.recorded_at),
        condition=row.condition,
        strength=row.strength,
        status=row.status,
        superseded_by=row.superseded_by,
        triggers=strings(row.triggers),
        metadata=json.loads(row.metadata),
    )


def event_columns(event: EntryEvent) -> dict[str, Any]:
    return {
        "entry_id": storable(event.entry_id),
        "action": event.action,
        "at": to_microseconds(event.at),
        "text": storable(event.text),
        "by": clean_or_none(event.by),
    }


def to_event(row: Row) -> EntryEvent:
    return EntryEvent(
        entry_id=row.entry_id,
        action=row.action,
        at=from_microseconds(row.at),
        text=row.text,
        by=row.by,
    )


def rule_columns(unit: RootUnit) -> dict[str, Any]:
    return {
        "title": storable(unit.title),
        "activation": storable(unit.activation),
        "guidance": storable(unit.guidance),
        "triggers": dumps(unit.triggers),
        "updated_at": to_microseconds(unit.updated_at),
    }


def to_unit(unit_id: str, row: Row, evidence: Sequence[str]) -> RootUnit:
    return RootUnit(
        id=unit_id,
        title=row.title,
        activation=row.activation,
        guidance=row.guidance,
        evidence=tuple(evidence),
        triggers=strings(row.triggers),
        version=row.version,
        updated_at=from_microseconds(row.updated_at),
    )


def to_root_version(row: Row, evidence: Sequence[str]) -> RootVersion:
    return RootVersion(
        unit=to_unit(row.unit_id, row, evidence),
        action=row.action,
        at=from_microseconds(row.at),
        reason=row.reason,
        merged_ids=strings(row.merged_ids),
    )
