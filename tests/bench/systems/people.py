"""People and tools for the tests of the systems: small, and without a network."""

from __future__ import annotations

from functools import cache
from typing import Any

from rootmem.embedders import open_embedder
from rootmem_bench.datasets import mini
from rootmem_bench.records import Person
from rootmem_bench.systems.protocol import Level, MemorySystem, Tools
from rootmem_bench.systems.registry import SYSTEMS, open_factory
from rootmem_bench.systems.scripted import LengthReranker, Script, ScriptedAsk

NEEDS_MORE = {
    "dense-minilm",
    "dense-text-embedding-3-small",
    "dense-qwen3-embedding-4b",
    "rootmem-minilm",
}
"""Systems whose embedder is a package or a server that a test machine may lack."""
NAMES = [name for name in SYSTEMS if name not in NEEDS_MORE]
EMBEDDER = open_embedder(None)


@cache
def person() -> Person:
    """The first person of IMLogic-mini, cut to 45 entries, four sessions, three items."""
    whole = next(one for one in mini.load().people if one.bank and one.sessions)
    return whole.model_copy(
        update={
            "bank": whole.bank[:45],
            "sessions": whole.sessions[:4],
            "choices": whole.choices[:3],
        }
    )


def tools(
    ask: ScriptedAsk | None = None, script: dict[str, Script] | None = None, **options: Any
) -> Tools:
    return Tools(EMBEDDER, ask or ScriptedAsk(script), LengthReranker(), None, options)


def turns(one: Person) -> list[str]:
    return [turn.id for session in one.sessions for turn in session.turns]


async def built(name: str, given: Tools, one: Person, level: Level) -> MemorySystem:
    system = await open_factory(name)(given)
    await system.build(one, level)
    return system


def each_level() -> list[tuple[str, Level]]:
    """Every system at every level that it has."""
    import asyncio

    async def cards() -> list[tuple[str, Level]]:
        found: list[tuple[str, Level]] = []
        for name in NAMES:
            system = await open_factory(name)(tools())
            found += [(name, level) for level in system.card.levels]
        return found

    return asyncio.run(cards())
