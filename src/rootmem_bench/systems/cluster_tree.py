"""Hierarchical cluster tree, after TACITREE (Li et al. 2025, sections 4.1 and 4.2) [R C.1.1].

Entries are clustered and each cluster is summarised, level upon level. A query goes from the top
down: the model judges whether a summary could affect the answer, and only under those that could
are the next summaries looked at; entries under a chosen lowest summary are all retrieved.

What differs: the method has no cut-off, IMLogic has one (30), so the retrieved entries are ordered
by their cosine to the query and cut at k. Summaries of one parent are judged in one call
(``options["judge"] = "each"`` restores one call for each summary).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking
from rootmem_bench.systems.clusters import Tree, grow
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import Dense, checked_k


class Selection(Wire):
    relevant: Names = []  # noqa: RUF012 - pydantic copies defaults


class ClusterTree:
    card = Card(
        "cluster-tree",
        ("memory",),
        "graph: a tree of summaries",
        "TACITREE, Li et al. 2025; [R C.1.1]",
        build_calls="one a cluster (a sixth of the nodes below), on every level",
        query_calls="one for the top level and one for each node chosen above the lowest level",
    )

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self.pieces: list[Piece] = []
        self._tree: Tree = []
        self._index: Dense | None = None

    async def build(self, person: Person, level: Level) -> None:
        self.pieces = await self._material(person, level)
        texts = [piece.text for piece in self.pieces]
        seed = int(self._tools.options.get("seed", 42))
        self._tree = await grow(texts, self._tools.embedder, self._asking, seed)
        self._index = await Dense.over(self._tools.embedder, texts)

    async def _material(self, person: Person, level: Level) -> list[Piece]:
        return material(person, level)

    async def retrieve(self, query: str, k: int) -> Retrieved:
        assert self._index is not None, "build first"
        found = set(await self._descend(query))
        order = await self._index.order(query, len(self.pieces))
        return retrieved([self.pieces[at] for at in order if at in found][: checked_k(k)])

    async def _descend(self, query: str) -> list[int]:
        """Positions of the entries under the summaries that were chosen."""
        if not self._tree:
            everything = list(range(len(self.pieces)))
            return await self._judge(query, everything, [piece.text for piece in self.pieces])
        level = len(self._tree) - 1
        chosen = await self._choose(query, level, list(range(len(self._tree[level]))))
        while level:
            jobs = [
                partial(self._choose, query, level - 1, self._tree[level][at].children)
                for at in chosen
            ]
            chosen = [one for found in await side_by_side(jobs) for one in found] if jobs else []
            level -= 1
        return [child for at in chosen for child in self._tree[0][at].children]

    async def _choose(self, query: str, level: int, nodes: Sequence[int]) -> list[int]:
        return await self._judge(query, nodes, [self._tree[level][at].text for at in nodes])

    async def _judge(self, query: str, nodes: Sequence[int], texts: Sequence[str]) -> list[int]:
        """Those of ``nodes`` that could affect the answer."""
        if self._tools.options.get("judge") == "each":
            jobs = [
                partial(self._judged, query, [at], [text])
                for at, text in zip(nodes, texts, strict=True)
            ]
            return [one for found in await side_by_side(jobs) for one in found]
        return await self._judged(query, nodes, texts)

    async def _judged(self, query: str, nodes: Sequence[int], texts: Sequence[str]) -> list[int]:
        aliases = data.Aliases("s", [str(at) for at in nodes])
        lines = "\n".join(
            f"[{aliases.of(str(at))}] {text}" for at, text in zip(nodes, texts, strict=True)
        )
        reply = await self._asking("tree_select", Selection, statements=lines, query=query)
        return [int(one) for one in dict.fromkeys(aliases.resolved(reply.relevant))]

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> ClusterTree:
    return ClusterTree(tools)
