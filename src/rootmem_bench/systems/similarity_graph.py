"""Similarity-linked graph, after A-Mem (Xu et al. 2025, sections 3.1 to 3.4) [R C.1.1].

Every entry becomes a note with keywords, tags and a context by the model; it is embedded together
with them. The five nearest notes are offered to the model, which decides on links and may rewrite
neighbours' contexts and tags (memory evolution). Retrieval takes the nearest notes and, with each,
those in its box, its links.

What differs: links go both ways; linked notes count towards k, as everything that is shown does.
"""

from __future__ import annotations

from typing import ClassVar

from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.notes import NoteBox
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import checked_k

BUILD_CALLS = "two {what} (note; links and evolution), the first only one"


class SimilarityGraph:
    card: ClassVar[Card] = Card(
        "similarity-graph",
        ("memory",),
        "graph: linked notes",
        "A-Mem, Xu et al. 2025; [R C.1.1]",
        build_calls=BUILD_CALLS.format(what="an entry"),
    )

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self.pieces: list[Piece] = []
        self._box = NoteBox(self._asking, tools.embedder)

    async def build(self, person: Person, level: Level) -> None:
        self.pieces = material(person, level)
        self._box = NoteBox(self._asking, self._tools.embedder)
        await self._box.fill(self.pieces)

    async def retrieve(self, query: str, k: int) -> Retrieved:
        return retrieved(await self._box.find(query, checked_k(k)))

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> SimilarityGraph:
    return SimilarityGraph(tools)
