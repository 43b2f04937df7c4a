"""The state valid now, arranged from ranked candidates without a model [Q 3.4]."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.model import MemoryEntry, UserState

MOST_LINES = 12


def infer(candidates: Sequence[MemoryEntry]) -> UserState:
    """Facts in order of time, each preference as its trajectory, insights; candidates are ranked.

    Retracted entries are left out. Of superseded ones only those remain that show how a current
    preference came about.
    """
    known = {entry.id: entry for entry in candidates}
    valid = [entry for entry in known.values() if entry.status == "active"]
    facts = [entry for entry in valid if entry.type == "factual"][:MOST_LINES]
    preferences = [entry for entry in valid if entry.type == "preference"][:MOST_LINES]
    insights = [entry for entry in valid if entry.type == "insight"][:MOST_LINES]
    facts.sort(key=_when)
    preferences.sort(key=_when)
    earlier = {entry.id: _before(entry, known) for entry in preferences}
    shown = (*facts, *preferences, *insights, *(e for es in earlier.values() for e in es))
    return UserState(
        facts=tuple(f"{_when(entry):%Y-%m-%d}: {entry.text}" for entry in facts),
        preferences=tuple(_trajectory(entry, earlier[entry.id]) for entry in preferences),
        insights=tuple(_conditioned(entry) for entry in insights),
        entry_ids=tuple(dict.fromkeys(entry.id for entry in shown)),
    )


def _when(entry: MemoryEntry):
    return entry.event_time or entry.time


def _before(entry: MemoryEntry, known: dict[str, MemoryEntry]) -> list[MemoryEntry]:
    """The superseded candidates that led to ``entry``, oldest first."""
    chain: list[MemoryEntry] = []
    wanted = {entry.id}
    while True:
        found = [e for e in known.values() if e.superseded_by in wanted and e not in chain]
        if not found:
            return sorted(chain, key=_when)
        chain.extend(found)
        wanted = {e.id for e in found}


def _trajectory(entry: MemoryEntry, earlier: Sequence[MemoryEntry]) -> str:
    steps = [f"{_when(e):%Y-%m-%d}: {e.text}" for e in earlier]
    now = _conditioned(entry)
    return " -> ".join([*steps, f"now: {now}"]) if steps else now


def _conditioned(entry: MemoryEntry) -> str:
    stated = entry.condition and entry.condition.casefold() not in entry.text.casefold()
    return f"{entry.text} ({entry.condition})" if stated else entry.text
