"""Dense retrieval: cosine between query and entry [R C.1.1], over any embedder.

The paper's three are all-MiniLM-L6-v2, text-embedding-3-small and Qwen3-Embedding-4B; each has a
name in the registry. ``dense`` takes the embedder of the run. At conversation level the pieces are
turns, which the paper does not do: a plain reference for the conversational data sets.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rootmem.ports import Embedder
from rootmem_bench.records import Person
from rootmem_bench.systems.embedders import named_embedder
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import Dense, checked_k


class DenseRetrieval:
    def __init__(self, embedder: Embedder, name: str = "dense") -> None:
        self.card = Card(name, ("memory", "conversation"), "semantic", "[R C.1.1]")
        self._embedder = embedder
        self.pieces: list[Piece] = []
        self._index: Dense | None = None

    async def build(self, person: Person, level: Level) -> None:
        self.pieces = material(person, level)
        self._index = await Dense.over(self._embedder, [piece.text for piece in self.pieces])

    async def retrieve(self, query: str, k: int) -> Retrieved:
        if self._index is None:
            return retrieved([])
        return retrieved([self.pieces[at] for at in await self._index.order(query, checked_k(k))])

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> DenseRetrieval:
    """Over the run's embedder, or ``options["embedder"]``."""
    name = tools.options.get("embedder")
    return DenseRetrieval(tools.embedder if name is None else named_embedder(str(name), tools))


def _over(name: str) -> Callable[[Tools], Awaitable[DenseRetrieval]]:
    async def open_named(tools: Tools) -> DenseRetrieval:
        return DenseRetrieval(named_embedder(name, tools), f"dense-{name}")

    return open_named


static = _over("static")
minilm = _over("minilm")
small = _over("text-embedding-3-small")
qwen = _over("qwen3-embedding-4b")
