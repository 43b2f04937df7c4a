"""All memories in context: the reference with full access [R 5.1.1, Table 4].

It is the one system that ``k`` does not bound; its card says so.
"""

from __future__ import annotations

from rootmem_bench.records import Person
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools


class FullMemory:
    card = Card(
        "full", ("memory", "conversation"), "none: everything", "[R Table 4]", bounded=False
    )

    def __init__(self) -> None:
        self.pieces: list[Piece] = []

    async def build(self, person: Person, level: Level) -> None:
        self.pieces = material(person, level)

    async def retrieve(self, query: str, k: int) -> Retrieved:
        return retrieved(self.pieces)

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> FullMemory:
    return FullMemory()
