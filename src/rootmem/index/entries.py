"""Rows as the store hands them out, back to nouns."""

from __future__ import annotations

import json

from rootmem.index.columns import moment
from rootmem.model import USER_SUBJECT, MemoryEntry
from rootmem.ports import EntryRow


def entry_of(row: EntryRow) -> MemoryEntry:
    """The entry that a row stands for."""
    return MemoryEntry(
        id=row.id,
        type=row.type,
        text=row.text,
        subject=row.subject,
        episode_id=row.episode_id,
        turn_ids=row.turn_ids,
        time=moment(row.time),
        event_time=None if row.event_time is None else moment(row.event_time),
        valid_from=moment(row.valid_from),
        valid_to=None if row.valid_to is None else moment(row.valid_to),
        recorded_at=moment(row.recorded_at),
        condition=row.condition,
        strength=row.strength,
        status=row.status,
        superseded_by=row.superseded_by,
        triggers=row.triggers,
        metadata=json.loads(row.metadata) if row.metadata else {},
    )


def words_of(row: EntryRow) -> str:
    """What the lexical index reads: the text, and the subject and condition that it leaves out."""
    words = row.text
    if row.subject != USER_SUBJECT and row.subject not in words:
        words += f" {row.subject}"
    if row.condition and row.condition not in words:
        words += f" {row.condition}"
    return words
