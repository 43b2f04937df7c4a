"""QUMem alone [Q 3]: episodes, typed entries, then need, plan and state inference; no root units.

Build: rootmem's write path, preset ``paper`` (one call an episode and type), with nothing rooted.
Read: the information needs, the plan (rewritten queries, each aimed at types of entries), the best
5 entries a query and type, merged; at most k of these go to the inference of the user's state,
which is the context of the response model.

What differs: retrieval of a query is rootmem's hybrid search; the model judges the episodes, where
the paper has a classifier of its own. Options: ``per_query`` (5), ablations ``no_episodes``,
``no_typing``, ``no_state`` (without a state the entries are the context). At memory level the
bank's entries are taken as they are.
"""

from __future__ import annotations

from rootmem.errors import ModelOutputError
from rootmem.memory import AsyncMemory
from rootmem.model import MemoryEntry, TypedQuery, UserState
from rootmem_bench.records import Person
from rootmem_bench.systems.ablations import Ablations, ablated
from rootmem_bench.systems.loaded import (
    USER,
    load_history,
    load_pieces,
    open_memory,
    sources_of,
    turn_names,
)
from rootmem_bench.systems.material import Piece, history, listed, material
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Shown, Tools
from rootmem_bench.systems.ranking import checked_k
from rootmem_bench.systems.reasoner import asked, reasoner_of

PER_QUERY = 5
"""[Q 4: 3 gives 59.10 %, 5 gives 61.02 %, 10 gives 60.78 %]"""


class QUMem:
    def __init__(self, tools: Tools) -> None:
        asked(tools, "qumem")
        off = Ablations.of(tools.options)
        self._reasoner = ablated(reasoner_of(tools, "paper"), off._replace(no_roots=True))
        self.card = Card(
            "qumem" + off.suffix,
            ("conversation", "memory"),
            "typed entries, planned queries, state",
            "QUMem [Q 3]",
            build_calls="one a window of 60 user turns (segment), three an episode (decompose), "
            "those with similar entries (reconcile)",
            query_calls="two: need, plan" if off.no_state else "three: need, plan, state",
        )
        self._tools = tools
        self._memory: AsyncMemory | None = None
        self._names: dict[str, str] = {}
        self.pieces: list[Piece] = []
        self.notes: list[str] = []

    async def build(self, person: Person, level: Level) -> None:
        await self.close()
        memory = self._memory = open_memory(self._tools.embedder, self._reasoner, preset="paper")
        if level == "memory":
            self.notes += await load_pieces(memory, material(person, level), roots=False)
        else:
            self.notes += await load_history(memory, history(person))
            self._names = await turn_names(memory)
        self.pieces = [self._piece(entry) for entry in await memory.get_all(USER)]

    async def retrieve(self, query: str, k: int) -> Retrieved:
        plan = await self._plan(query)
        found = (await self._candidates(plan))[: checked_k(k)]
        pieces = [self._piece(entry) for entry in found]
        items = tuple(Shown(piece.text, piece.sources) for piece in pieces)
        state = await self._state(query, found)
        return Retrieved(items, listed(pieces) if state.empty else state_text(state))

    async def _plan(self, query: str) -> tuple[TypedQuery, ...]:
        """The plan; the query itself, at all types, where nothing could be planned."""
        everywhere = TypedQuery(text=query, types=("factual", "preference", "insight"))
        try:
            needs, plan = await self._reasoner.need(query)
            return plan or await self._reasoner.plan(query, needs) or (everywhere,)
        except ModelOutputError as error:
            self.notes.append(f"need and plan: {error}")
            return (everywhere,)

    async def _candidates(self, plan: tuple[TypedQuery, ...]) -> list[MemoryEntry]:
        """The hits of every query and type, merged, best rank first."""
        assert self._memory is not None, "build first"
        most = int(self._tools.options.get("per_query", PER_QUERY))
        best: dict[str, tuple[int, int, MemoryEntry]] = {}
        for number, query in enumerate(plan):
            for kind in query.types:
                hits = await self._memory.search(query.text, USER, k=most, types=[kind])
                for rank, hit in enumerate(hits):
                    known = best.get(hit.entry.id)
                    if known is None or rank < known[0]:
                        best[hit.entry.id] = (rank, number, hit.entry)
        return [one[2] for one in sorted(best.values(), key=lambda one: one[:2])]

    async def _state(self, query: str, found: list[MemoryEntry]) -> UserState:
        if not found:
            return UserState()
        try:
            return await self._reasoner.infer(query, found, ())
        except ModelOutputError as error:
            self.notes.append(f"state inference: {error}")
            return UserState()

    def _piece(self, entry: MemoryEntry) -> Piece:
        return Piece(entry.id, entry.text, entry.time, sources_of(entry, self._names), entry.type)

    async def close(self) -> None:
        if self._memory is not None:
            await self._memory.close()
            self._memory = None


def state_text(state: UserState) -> str:
    """The state as the context of a response model."""
    parts = (
        ("Facts, in order of time", state.facts),
        ("Preferences and how they went", state.preferences),
        ("What guides the user's choices", state.insights),
    )
    return "\n\n".join(
        f"## {title}\n" + "\n".join(f"- {line}" for line in lines)
        for title, lines in parts
        if lines
    )


async def open_system(tools: Tools) -> QUMem:
    return QUMem(tools)
