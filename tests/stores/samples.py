"""Small nouns for the tests of the store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from sqlalchemy import exists, select

from rootmem.model import DraftEntry, Episode, MemoryEntry, Message, RootUnit, Scope
from rootmem.ports import EntryChanges, NewEntry, RootRevision, Store
from rootmem.stores import SqlStore, schema
from rootmem.stores.queries import same_row

ANN, BOB = Scope("ann"), Scope("bob")
START = datetime(2024, 3, 1, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def micros(time: datetime) -> int:
    return (time - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def message(text: str, minute: float = 0, **more: Any) -> Message:
    given = {"role": "user", "session_id": "s", "key": f"key of {text}"} | more
    return Message(text=text, time=at(minute), **given)


def told(store: Store, *texts: str, scope: Scope = ANN) -> list[str]:
    """Journal the texts, a minute apart; their turns' ids."""
    messages = [message(text, minute) for minute, text in enumerate(texts)]
    return [turn.id for turn, _ in store.append(scope, messages)]


def episode(key: str, turn_ids: Sequence[str], **more: Any) -> Episode:
    return Episode(id=key, turn_ids=tuple(turn_ids), start=at(0), end=at(1), **more)


def draft(text: str, turn_ids: Sequence[str]) -> DraftEntry:
    return DraftEntry(type="factual", text=text, turn_ids=tuple(turn_ids))


def entry(key: str, turn_ids: Sequence[str] = (), **more: Any) -> MemoryEntry:
    given = {"type": "factual", "text": f"text of {key}", "time": at(0), "valid_from": at(0)}
    return MemoryEntry(id=key, turn_ids=tuple(turn_ids), **(given | {"recorded_at": at(0)} | more))


def vector(seed: int = 0, dimensions: int = 4) -> bytes:
    return np.full(dimensions, seed, dtype=np.float32).tobytes()


def new(key: str, turn_ids: Sequence[str] = (), **more: Any) -> NewEntry:
    origin = tuple(more.pop("origin", ()))
    return NewEntry(entry(key, turn_ids, **more), vector(1), vector(2), origin)


def saved(store: Store, *entries: NewEntry, scope: Scope = ANN) -> None:
    assert store.save_entries(scope, EntryChanges(new=entries))


def unit(key: str, evidence: Sequence[str], **more: Any) -> RootUnit:
    given = {"title": f"title of {key}", "activation": f"when {key}", "guidance": f"do {key}"}
    return RootUnit(id=key, evidence=tuple(evidence), updated_at=at(0), **(given | more))


def create(key: str, evidence: Sequence[str], **more: Any) -> RootRevision:
    return RootRevision(unit(key, evidence, **more), vector(3), "create", "a reason")


def built(store: Store, key: str, turn_ids: Sequence[str], *entries: NewEntry) -> None:
    """An episode all the way through: closed, decomposed, reconciled."""
    assert store.save_episodes(ANN, [episode(key, turn_ids)])
    assert store.save_drafts(ANN, {key: [draft("a draft", turn_ids[:1])]})
    assert store.save_entries(ANN, EntryChanges(new=entries), [key])


def orphans(store: SqlStore) -> list[str]:
    """Tables with a row whose parent is missing."""
    links = (
        (schema.drafts, "episode_id", schema.episodes),
        (schema.turns, "episode_id", schema.episodes),
        (schema.entries, "episode_id", schema.episodes),
        (schema.entries, "superseded_by", schema.entries.alias()),
        (schema.entry_turns, "entry_id", schema.entries),
        (schema.entry_turns, "turn_id", schema.turns),
        (schema.entry_events, "entry_id", schema.entries),
        (schema.root_versions, "unit_id", schema.roots),
        (schema.root_evidence, "unit_id", schema.roots),
        (schema.root_evidence, "entry_id", schema.entries),
    )
    found: list[str] = []
    with store.reading() as connection:
        for child, column, parent in links:
            lost = ~exists().where(same_row(parent, "id", child, column))  # type: ignore[arg-type]
            query = select(child.c[column]).where(child.c[column].is_not(None), lost)
            found += [f"{child.name}.{column}"] if connection.execute(query).first() else []
    return found
