"""A graph of entities whose edges are relations that remember their entry; networkx holds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from rootmem.errors import NotConfigured
from rootmem.ports import Embedder, Vectors
from rootmem_bench.systems.ranking import Dense, top

SAME = 0.7
"""An entity this near to a node is that node (the default of Mem0's graph memory)."""
ANCHORS = 3
"""So many nodes stand for each entity of a query."""


class Triple(NamedTuple):
    """``source`` and ``target`` are nodes, ``entry`` is the position of the text it came from."""

    source: str
    relation: str
    target: str
    entry: int


class Graph:
    def __init__(self, embedder: Embedder) -> None:
        try:
            import networkx  # pyright: ignore[reportMissingTypeStubs]
        except ModuleNotFoundError:
            raise NotConfigured(
                'the entity graph needs an extra: pip install "rootmem[bench]"'
            ) from None
        self._embedder = embedder
        self._graph = cast("Any", networkx).MultiDiGraph()
        self._vectors: dict[str, Vectors] = {}
        self.triples: list[Triple] = []
        self._live: list[int] = []
        self._index: Dense | None = None

    async def node(self, name: str) -> str:
        """The node of this name, an earlier one that is near enough, or a new one."""
        key = name.casefold()
        if key in self._vectors:
            return key
        vector = (await self._embedder.embed([name]))[0]
        if self._vectors:
            keys = list(self._vectors)
            scores = np.stack([self._vectors[one] for one in keys]) @ vector
            best = top(scores, 1)[0]
            if scores[best] >= SAME:
                return keys[best]
        self._vectors[key] = vector
        self._graph.add_node(key)
        return key

    def text(self, triple: Triple) -> str:
        return f"{triple.source} — {triple.relation} — {triple.target}"

    def add(self, triples: Iterable[Triple]) -> None:
        for one in triples:
            self._graph.add_edge(one.source, one.target, key=len(self.triples))
            self.triples.append(one)

    def touching(self, nodes: set[str]) -> list[int]:
        """Numbers of the relations at these nodes, in order."""
        return sorted(
            {
                number
                for node in nodes
                for edges in (self._graph.in_edges, self._graph.out_edges)
                for _, _, number in edges(node, keys=True)
            }
        )

    def retire(self, numbers: Iterable[int]) -> None:
        """Relations that do not hold any more: their edges go."""
        for number in numbers:
            triple = self.triples[number]
            if self._graph.has_edge(triple.source, triple.target, key=number):
                self._graph.remove_edge(triple.source, triple.target, key=number)

    async def finish(self) -> None:
        """Embed the relations that hold."""
        self._live = sorted(number for _, _, number in self._graph.edges(keys=True))
        texts = [self.text(self.triples[number]) for number in self._live]
        self._index = await Dense.over(self._embedder, texts)

    async def nearest(self, query: str) -> list[int]:
        """Entries by their best relation's cosine to the query."""
        return self._entries(range(len(self._live)), await self._scores(query))

    async def around(self, names: Sequence[str], query: str) -> list[int]:
        """Entries of the relations one step around the nodes nearest to these names."""
        if not names or not self._vectors:
            return []
        keys = list(self._vectors)
        matrix = np.stack([self._vectors[one] for one in keys])
        near = matrix @ (await self._embedder.embed(names)).T
        anchors = {keys[at] for column in near.T for at in top(column, ANCHORS)}
        reached = set(self.touching(anchors))
        rows = [row for row, number in enumerate(self._live) if number in reached]
        return self._entries(rows, await self._scores(query))

    async def _scores(self, query: str) -> Vectors:
        assert self._index is not None, "finish first"
        return await self._index.scores(query)

    def _entries(self, rows: Iterable[int], scores: Vectors) -> list[int]:
        ranked = sorted(rows, key=lambda row: (-round(float(scores[row]), 6), row))
        return list(dict.fromkeys(self.triples[self._live[row]].entry for row in ranked))
