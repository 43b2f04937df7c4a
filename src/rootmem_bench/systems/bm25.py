"""BM25, the lexical baseline [R C.1.1], by the library bm25s.

What differs: nothing is published on the paper's tokenizer; ours stems English and drops stop
words. Entries that share no term with the query are not retrieved, so there may be fewer than k.
"""

from __future__ import annotations

from rootmem_bench.records import Person
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import Lexical, checked_k


class BM25:
    card = Card("bm25", ("memory", "conversation"), "lexical", "bm25s; [R C.1.1]")

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._index = Lexical([])

    async def build(self, person: Person, level: Level) -> None:
        self.pieces = material(person, level)
        self._index = Lexical([piece.text for piece in self.pieces])

    async def retrieve(self, query: str, k: int) -> Retrieved:
        return retrieved([self.pieces[at] for at in self._index.order(query, checked_k(k))])

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> BM25:
    return BM25()
