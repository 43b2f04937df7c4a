"""TACITREE at conversation level (Li et al. 2025): facts from every session, then the cluster tree.

Facts about the user are extracted session by session; one of two that are nearly alike (cosine over
0.9) goes, as in the authors' code. The rest is ``cluster_tree``, with what differs there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Text, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import by_session, turn_lines
from rootmem_bench.systems.cluster_tree import ClusterTree
from rootmem_bench.systems.material import Piece, Said, history
from rootmem_bench.systems.protocol import Card, Level, Tools

if TYPE_CHECKING:
    from rootmem.ports import Vectors

ALIKE = 0.9


class Fact(Wire):
    text: Text = ""
    turns: Names = []  # noqa: RUF012


class Facts(Wire):
    facts: list[Fact] = []  # noqa: RUF012


class TaciTree(ClusterTree):
    card = Card(
        "tacitree",
        ("conversation",),
        "graph: a tree of summaries over extracted facts",
        "TACITREE, Li et al. 2025",
        build_calls="one a session (facts); one a cluster, on every level",
        query_calls=ClusterTree.card.query_calls,
    )

    async def _material(self, person: Person, level: Level) -> list[Piece]:
        sessions = by_session(history(person))
        found = await side_by_side([partial(self._facts, session) for session in sessions])
        pieces = [piece for facts in found for piece in facts]
        named = [piece._replace(id=f"f{at}") for at, piece in enumerate(pieces)]
        if not named:
            return []
        vectors = await self._tools.embedder.embed([piece.text for piece in named])
        return [named[at] for at in distinct(vectors, ALIKE)]

    async def _facts(self, session: list[Said]) -> list[Piece]:
        aliases = data.Aliases("t", [one.id for one in session])
        reply = await self._asking("session_facts", Facts, turns=turn_lines(session, aliases))
        return [
            Piece("", fact.text, session[0].time, tuple(aliases.resolved(fact.turns)), kind="fact")
            for fact in reply.facts
            if fact.text
        ]


def distinct(vectors: Vectors, alike: float) -> list[int]:
    """Rows of which no later one is as near as ``alike``: the latest wording stays."""
    near = vectors @ vectors.T
    rows = len(vectors)
    return [at for at in range(rows) if not (near[at, at + 1 :] > alike).any()]


async def open_system(tools: Tools) -> TaciTree:
    return TaciTree(tools)
