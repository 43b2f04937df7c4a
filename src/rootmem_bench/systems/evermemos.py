"""EverMemOS' published algorithm (Hu et al. 2026): MemCells, MemScenes, recollection.

1. Episodic trace formation: a session is cut into episodes; each becomes a MemCell: a narrated
   episode, atomic facts, foresight with its days.
2. Semantic consolidation, without a model: a MemCell joins the nearest MemScene where the cosine to
   its centroid is 0.70 or more and it is within seven days of it, else it opens one.
3. Reconstructive recollection: BM25 and dense search over what cells say (a cell is as near as its
   nearest fact) are fused; the ten best scenes are opened; their cells are reranked; the model
   judges whether the ten best suffice; if not, up to three further queries search the whole memory.

What differs: episodes are cut in one call a session, not one a message; user profiles are left out,
as in the authors' own evaluation; without a reranker the fused order stands. Numbers are those of
that evaluation's configuration.
"""

from __future__ import annotations

from functools import partial

from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Text, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking, by_session
from rootmem_bench.systems.material import Piece, history, listed, retrieved
from rootmem_bench.systems.memcells import MemCell, MemScene, cells_of, consolidated
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import Dense, Lexical, checked_k, fused, top

SCENES = 10
CANDIDATES = 50
CHECKED = 10
MORE_QUERIES = 3


class Sufficiency(Wire):
    reasoning: Text = ""
    sufficient: bool = True
    missing: Names = []  # noqa: RUF012


class MoreQueries(Wire):
    queries: Names = []  # noqa: RUF012


class EverMemOS:
    card = Card(
        "evermemos",
        ("conversation",),
        "hybrid: scenes, BM25 + dense, agentic",
        "EverMemOS, Hu et al. 2026",
        build_calls="one a session (episodes), one an episode (MemCell)",
        query_calls="one (sufficiency), one more where the memories do not suffice",
    )

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self.pieces: list[Piece] = []
        self._cells: list[MemCell] = []
        self._scenes: list[MemScene] = []
        self._owner: list[int] = []
        self._dense: Dense | None = None
        self._lexical = Lexical([])

    async def build(self, person: Person, level: Level) -> None:
        jobs = [partial(cells_of, self._asking, one) for one in by_session(history(person))]
        self._cells = [cell for found in await side_by_side(jobs) for cell in found]
        self.pieces = [cell.piece(at) for at, cell in enumerate(self._cells)]
        embedder = self._tools.embedder
        narrated = await embedder.embed([cell.episode for cell in self._cells])
        self._scenes = consolidated(self._cells, narrated)
        said = [(at, text) for at, cell in enumerate(self._cells) for text in cell.said]
        self._owner = [at for at, _ in said]
        self._dense = await Dense.over(embedder, [text for _, text in said])
        self._lexical = Lexical([" ".join(cell.said) for cell in self._cells])

    async def retrieve(self, query: str, k: int) -> Retrieved:
        order = await self._search(query)
        opened = self._open(order)
        first = await self._reranked(query, [at for at in order if at in opened], checked_k(k))
        shown = listed(self.pieces[at] for at in first[:CHECKED])
        verdict = await self._asking("sufficient", Sufficiency, memories=shown, query=query)
        if verdict.sufficient:
            return self._result(first[:k])
        missing = "\n".join(f"- {one}" for one in verdict.missing)
        reply = await self._asking(
            "more_queries", MoreQueries, memories=shown, missing=missing, query=query
        )
        asked = [one for one in reply.queries if one][:MORE_QUERIES]
        orders = [first, *[await self._search(one) for one in asked]]
        return self._result(await self._reranked(query, fused(orders, len(self._cells)), k))

    async def _search(self, query: str) -> list[int]:
        """Cells by BM25 and by their nearest fact, fused."""
        assert self._dense is not None, "build first"
        near = await self._dense.order(query, len(self._owner))
        cells = list(dict.fromkeys(self._owner[at] for at in near))
        return fused([cells[:CANDIDATES], self._lexical.order(query, CANDIDATES)], CANDIDATES)

    def _open(self, order: list[int]) -> set[int]:
        """The cells of the scenes whose best cell comes first."""
        scene_of = {at: number for number, one in enumerate(self._scenes) for at in one.cells}
        best = list(dict.fromkeys(scene_of[at] for at in order))[:SCENES]
        return {at for number in best for at in self._scenes[number].cells}

    async def _reranked(self, query: str, order: list[int], k: int) -> list[int]:
        if self._tools.reranker is None or not order:
            return order[:k]
        texts = [self._cells[at].episode for at in order]
        scores = await self._tools.reranker.rerank(query, texts)
        return [order[row] for row in top(scores, k)]

    def _result(self, order: list[int]) -> Retrieved:
        return retrieved([self.pieces[at] for at in order])

    async def close(self) -> None:
        """Nothing is open."""


async def open_system(tools: Tools) -> EverMemOS:
    return EverMemOS(tools)
