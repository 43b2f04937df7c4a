"""rootmem itself, through its public door.

Memory level: the bank's entries come in as given (``add_entries``) and are worked into root units.
Conversation level: the raw turns come in (``add``), preset ``lean`` or ``paper``. Queries are
answered at one of the three depths: ``instant``, ``routed``, ``inferred``. With a model of the run
the LLM reasoner judges; without one the offline reasoner does, also for units and routes.

Options: ``preset``, ``root_budget``, ``root_batch``, ``offline`` (no model although there is one);
ablations [Q 4]: ``no_episodes``, ``no_typing``, ``no_state``. Within k every entry or piece of
evidence shown counts in ``lean``; in ``paper`` an activated unit counts as one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rootmem.memory import AsyncMemory
from rootmem.metering import Budget
from rootmem.model import ActivatedRoot, Depth, MemoryEntry
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
from rootmem_bench.systems.material import history, material
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Shown, Tools
from rootmem_bench.systems.reasoner import Preset, reasoner_of

CONTEXT = Budget(context=32_000)
"""Tokens: so many that k alone decides what is shown."""

_CALLS: dict[Depth, str] = {
    "instant": "none",
    "routed": "one: the router",
    "inferred": "lean: three (router, need with plan, state); paper: four (router, need, plan, "
    "state)",
}
_BUILD = (
    "memory level: one a root batch of 20 entries, one more where the units exceed the budget; "
    "conversation level also: one a window of 60 user turns (segment), one about 30 turns "
    "(decompose; paper: three an episode), those with similar entries (reconcile)"
)


class RootMem:
    def __init__(self, tools: Tools, depth: Depth) -> None:
        options = tools.options
        self._preset: Preset = "paper" if options.get("preset") == "paper" else "lean"
        self._ablations = Ablations.of(options)
        name = f"rootmem-{depth}" + ("-paper" if self._preset == "paper" else "")
        self.card = Card(
            name + self._ablations.suffix,
            ("memory", "conversation"),
            "root units and hybrid",
            "rootmem; [R 4], [Q 3]",
            build_calls=_BUILD,
            query_calls=_CALLS[depth],
        )
        self.notes: list[str] = []
        self._tools = tools
        self._depth: Depth = depth
        self._memory: AsyncMemory | None = None
        self._names: dict[str, str] = {}

    async def build(self, person: Person, level: Level) -> None:
        options = self._tools.options
        tools = self._tools._replace(ask=None) if options.get("offline") else self._tools
        await self.close()
        memory = self._memory = open_memory(
            tools.embedder,
            ablated(reasoner_of(tools, self._preset), self._ablations),
            preset=self._preset,
            root_budget=int(options.get("root_budget", 10)),
            root_batch=int(options.get("root_batch", 20)),
        )
        if level == "memory":
            self.notes += await load_pieces(memory, material(person, level))
        else:
            self.notes += await load_history(memory, history(person))
            self._names = await turn_names(memory)

    async def retrieve(self, query: str, k: int) -> Retrieved:
        assert self._memory is not None, "build first"
        found = await self._memory.recall(query, USER, depth=self._depth, k=k, budget=CONTEXT)
        self.notes += found.trace.notes
        items = [
            *(item for root in found.roots for item in self._of_root(root)),
            *(self._shown(one.entry, "entry") for one in found.entries),
        ]
        return Retrieved(tuple(items), found.context)

    def _of_root(self, root: ActivatedRoot) -> list[Shown]:
        """What counts of an activated unit: in ``paper`` the unit as one [R 4.2], in ``lean`` each
        piece of its evidence."""
        pieces = [self._shown(piece, "root") for piece in root.shown]
        if self._preset == "lean":
            return pieces
        ids = tuple(dict.fromkeys(id for piece in pieces for id in piece.ids))
        return [Shown("\n".join(piece.text for piece in pieces), ids, "root")]

    def _shown(self, entry: MemoryEntry, kind: str) -> Shown:
        return Shown(entry.text, sources_of(entry, self._names), kind)

    async def close(self) -> None:
        if self._memory is not None:
            await self._memory.close()
            self._memory = None


def _at(depth: Depth, **fixed: object) -> Callable[[Tools], Awaitable[RootMem]]:
    async def open_at(tools: Tools) -> RootMem:
        return RootMem(tools._replace(options=tools.options | fixed), depth)

    return open_at


instant = _at("instant")
routed = _at("routed")
inferred = _at("inferred")
paper = _at("inferred", preset="paper")
lean = _at("inferred", preset="lean")
no_episodes = _at("inferred", no_episodes=True)
no_typing = _at("inferred", no_typing=True)
no_state = _at("inferred", no_state=True)
offline = _at("instant", offline=True)
