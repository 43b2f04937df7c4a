"""Query reconstruction and reranking, after EverMemOS' agentic search [R C.1.1].

The model rewrites the query into two or three sub-queries; each goes down both paths (BM25, dense);
the reranker orders all candidates against the original query.

What differs: the original query goes down both paths as well, so that a poor rewriting costs
nothing; a reply with more than three sub-queries is cut.
"""

from __future__ import annotations

from rootmem.reasoners.llm.wire import Names, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking
from rootmem_bench.systems.material import material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import checked_k
from rootmem_bench.systems.rerank import DualPath, reranker_of

MOST = 3


class Queries(Wire):
    queries: Names = []  # noqa: RUF012


class Reconstruct:
    card = Card(
        "reconstruct",
        ("memory", "conversation"),
        "hybrid: sub-queries, BM25 + dense, reranked",
        "EverMemOS' agentic search; [R C.1.1]",
        query_calls="one: the rewriting; the reranker scores at most 400 entries",
    )

    def __init__(self, tools: Tools) -> None:
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self._paths = DualPath(tools.embedder, reranker_of(tools, self.card.name))

    async def build(self, person: Person, level: Level) -> None:
        await self._paths.fill(material(person, level))

    async def retrieve(self, query: str, k: int) -> Retrieved:
        reply = await self._asking("rewrite", Queries, query=query)
        parts = [one for one in reply.queries if one.strip()][:MOST]
        return retrieved(await self._paths.find(query, [query, *parts], checked_k(k)))

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> Reconstruct:
    return Reconstruct(tools)
