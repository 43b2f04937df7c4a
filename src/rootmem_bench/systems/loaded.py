"""A rootmem memory of one person, in memory only, filled from a data set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rootmem.memory import AsyncMemory
from rootmem.model import ENTRY_TYPES, Added, MemoryEntry
from rootmem.ports import Embedder, Reasoner
from rootmem_bench.systems.material import UNDATED, Piece, Said
from rootmem_bench.systems.reasoner import Preset

USER = "user"
"""One memory holds one person; the data set's name of them is nobody's business."""
ATTEMPTS = 3
"""How often building is taken up again where a model failed."""


def open_memory(
    embedder: Embedder,
    reasoner: Reasoner,
    *,
    preset: Preset = "lean",
    root_budget: int = 10,
    root_batch: int = 20,
) -> AsyncMemory:
    """An empty memory whose numbers are these, whatever the environment says."""
    return AsyncMemory(
        ":memory:",
        embedder=embedder,
        reasoner=reasoner,
        preset=preset,
        root_budget=root_budget,
        root_batch=root_batch,
    )


async def load_pieces(
    memory: AsyncMemory, pieces: Sequence[Piece], *, roots: bool = True
) -> list[str]:
    """Take pieces in as entries, as they are; returns what went wrong."""
    entries: list[dict[str, Any]] = []
    time = UNDATED
    for piece in pieces:
        time = piece.time or time
        kind = piece.type if piece.type in ENTRY_TYPES else "factual"
        entries.append({"id": piece.id, "text": piece.text, "type": kind, "time": time})
    report = await memory.add_entries(entries, USER, roots=roots)
    return await finished(memory, report) if roots else []


async def load_history(memory: AsyncMemory, said: Sequence[Said]) -> list[str]:
    """Take the turns in and build everything; returns what went wrong."""
    messages = [
        {
            "role": one.role,
            "content": one.text,
            "timestamp": one.time,
            "session_id": one.session,
            "id": one.id,
            **({"name": one.name} if one.name else {}),
        }
        for one in said
    ]
    report = await memory.add(messages, USER)
    if not report.error:
        report = await memory.construct(USER)
    return await finished(memory, report)


async def finished(memory: AsyncMemory, report: Added) -> list[str]:
    """Take up again what a failing model left; what stays undone is reported, not hidden."""
    problems: list[str] = []
    for _ in range(ATTEMPTS - 1):
        if not report.error:
            break
        problems.append(report.error)
        report = await memory.construct(USER)
    if report.error:
        problems.append(f"given up: {report.error}")
    return problems


async def turn_names(memory: AsyncMemory) -> dict[str, str]:
    """The memory's turn ids -> the data set's."""
    return {turn.id: turn.key for turn in await memory.turns(USER)}


def sources_of(entry: MemoryEntry, names: dict[str, str]) -> tuple[str, ...]:
    """What an entry stands for in the data set: its turns, or itself where it came ready-made."""
    return tuple(names[turn] for turn in entry.turn_ids if turn in names) or (entry.id,)
