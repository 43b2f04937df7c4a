"""BM25 and dense retrieval, then a reranker: the dual path of EverMemOS' search [R C.1.1].

The best 50 of each path are the candidates (as in EverMemOS' configuration); the reranker orders
them and the first k are retrieved. The paper uses Qwen3-Embedding-4B and Qwen3-Reranker-4B; here
both are the run's.
"""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.errors import NotConfigured
from rootmem.ports import Embedder, Reranker
from rootmem_bench.records import Person
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import Dense, Lexical, checked_k, fused, top

CANDIDATES = 50
"""From each path, for each query."""


class DualPath:
    """The candidates of both paths over some pieces, and their order by a reranker."""

    def __init__(self, embedder: Embedder, reranker: Reranker) -> None:
        self._embedder, self._reranker = embedder, reranker
        self.pieces: list[Piece] = []
        self._lexical = Lexical([])
        self._dense: Dense | None = None

    async def fill(self, pieces: Sequence[Piece]) -> None:
        self.pieces = list(pieces)
        texts = [piece.text for piece in pieces]
        self._lexical = Lexical(texts)
        self._dense = await Dense.over(self._embedder, texts)

    async def find(self, query: str, queries: Sequence[str], k: int) -> list[Piece]:
        """Candidates of all ``queries``, reranked against ``query``."""
        assert self._dense is not None, "fill first"
        orders: list[list[int]] = []
        for one in dict.fromkeys(queries):
            orders.append(self._lexical.order(one, CANDIDATES))
            orders.append(await self._dense.order(one, CANDIDATES))
        candidates = fused(orders, len(self.pieces))
        scores = await self._reranker.rerank(query, [self.pieces[at].text for at in candidates])
        return [self.pieces[candidates[row]] for row in top(scores, k)]


def reranker_of(tools: Tools, name: str) -> Reranker:
    """The run's reranker; raises NotConfigured where there is none."""
    if tools.reranker is None:
        raise NotConfigured(f"the system {name} needs a reranker; name one with --reranker")
    return tools.reranker


class Rerank:
    card = Card(
        "rerank",
        ("memory", "conversation"),
        "hybrid: BM25 + dense, reranked",
        "EverMemOS' agentic search, first round; [R C.1.1]",
        query_calls="none; the reranker scores at most 100 entries",
    )

    def __init__(self, tools: Tools) -> None:
        self._paths = DualPath(tools.embedder, reranker_of(tools, self.card.name))

    async def build(self, person: Person, level: Level) -> None:
        await self._paths.fill(material(person, level))

    async def retrieve(self, query: str, k: int) -> Retrieved:
        return retrieved(await self._paths.find(query, [query], checked_k(k)))

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> Rerank:
    return Rerank(tools)
