"""Entries that come ready-made: embedded in blocks, written as they are."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.model import MemoryEntry
from rootmem.ports import Embedder, NewEntry

BLOCK = 1024
"""How many entries are embedded at once."""


async def loaded(embedder: Embedder, entries: Sequence[MemoryEntry]) -> tuple[NewEntry, ...]:
    """The entries with their vectors, in order."""
    ready: list[NewEntry] = []
    for start in range(0, len(entries), BLOCK):
        block = entries[start : start + BLOCK]
        vectors = await embedder.embed([entry.text for entry in block])
        for entry, vector in zip(block, vectors, strict=True):
            triggers = await embedder.embed(entry.triggers) if entry.triggers else None
            tail = b"" if triggers is None else triggers.tobytes()
            ready.append(NewEntry(entry, vector.tobytes(), tail, entry.turn_ids))
    return tuple(ready)
