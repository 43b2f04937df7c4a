"""Entity-linked graph, after Mem0's graph variant (Chhikara et al. 2025, section 2.2) [R C.1.1].

Write: the model names the entities of an entry, then the relations between them. An entity joins a
known node where their embeddings are near enough (0.7). Where new relations touch nodes that have
relations, the model marks those that became obsolete; they stay in the graph and are not followed.
Read: the model names the entities of the query; the nearest nodes' relations, one step in and out,
and the relations whose text is nearest to the query are two orders, fused.

What differs: a relation leads to the entry it came from, which is what is shown and counted; within
one order, entries are ranked by their best relation's cosine to the query. Both orders are fused by
reciprocal ranks, for the paper gives no rule.
"""

from __future__ import annotations

from functools import partial

from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Text, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking
from rootmem_bench.systems.graph import Graph, Triple
from rootmem_bench.systems.material import Piece, material, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import checked_k, fused


class Entity(Wire):
    name: Text = ""
    type: Text = ""


class Entities(Wire):
    entities: list[Entity] = []  # noqa: RUF012


class Relation(Wire):
    source: Text = ""
    relation: Text = ""
    target: Text = ""


class Relations(Wire):
    relations: list[Relation] = []  # noqa: RUF012


class Conflicts(Wire):
    obsolete: Names = []  # noqa: RUF012


class EntityGraph:
    card = Card(
        "entity-graph",
        ("memory",),
        "graph: entities and relations",
        "Mem0 with graph memory, Chhikara et al. 2025; [R C.1.1]",
        build_calls="two an entry (entities; relations, where there are any), one more where they "
        "touch known relations",
        query_calls="one: the query's entities",
    )

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self.pieces: list[Piece] = []
        self._graph = Graph(tools.embedder)

    async def build(self, person: Person, level: Level) -> None:
        self.pieces = material(person, level)
        self._graph = Graph(self._tools.embedder)
        jobs = [partial(self._extract, piece.text) for piece in self.pieces]
        for at, relations in enumerate(await side_by_side(jobs)):
            await self._integrate(at, relations)
        await self._graph.finish()

    async def _extract(self, text: str) -> list[Relation]:
        """The relations between the entities of a text; both ends are named entities."""
        names = await self._entities(text)
        if not names:
            return []
        listed = "\n".join(f"- {name}" for name in names)
        reply = await self._asking("graph_relations", Relations, entities=listed, text=text)
        known = {name.casefold() for name in names}
        return [
            one
            for one in reply.relations
            if one.relation and {one.source.casefold(), one.target.casefold()} <= known
        ]

    async def _entities(self, text: str) -> list[str]:
        reply = await self._asking("graph_entities", Entities, text=text)
        return list(dict.fromkeys(one.name for one in reply.entities if one.name))

    async def _integrate(self, at: int, relations: list[Relation]) -> None:
        """Bring an entry's relations into the graph; let the model retire what they contradict."""
        new = [
            Triple(
                await self._graph.node(one.source),
                one.relation,
                await self._graph.node(one.target),
                at,
            )
            for one in relations
        ]
        touched = self._graph.touching({node for one in new for node in (one.source, one.target)})
        if new and touched:
            aliases = data.Aliases("k", [str(one) for one in touched])
            known = "\n".join(
                f"[{aliases.of(str(one))}] {self._graph.text(self._graph.triples[one])}"
                for one in touched
            )
            fresh = "\n".join(f"- {self._graph.text(one)}" for one in new)
            reply = await self._asking("graph_conflicts", Conflicts, known=known, new=fresh)
            self._graph.retire(int(one) for one in aliases.resolved(reply.obsolete))
        self._graph.add(new)

    async def retrieve(self, query: str, k: int) -> Retrieved:
        names = await self._entities(query)
        around = await self._graph.around(names, query)
        nearest = await self._graph.nearest(query)
        return retrieved([self.pieces[at] for at in fused([around, nearest], checked_k(k))])

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> EntityGraph:
    return EntityGraph(tools)
