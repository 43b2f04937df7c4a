"""RootMem [R 4] over any host: root units beside what the host retrieves.

Build: the host takes the person in; its memories (at memory level the bank) go, in batches of 20,
or of 60 where a host at conversation level extracts many [R C.2.2], to the extractor, which
updates, creates and merges at most ten units. Read: one router call, from the rules alone;
activated units come first, then the host's retrieval; a unit counts as one of k [R 5.1.1], with all
its evidence.

Ablations [R C.4], each an option: ``no_router`` (all units, no router call), ``no_rules`` (blocks
hold evidence only), ``no_evidence`` (blocks hold rules only), ``semantic_only`` (the host alone, no
unit is ever written). Routing is by the rules in all of them; the paper does not say otherwise.
Sweeps: ``root_budget`` (10), ``root_batch``, and k. Prompts and the working of changes into units
are rootmem's own, for the paper prints none; over budget it asks once more and then merges the two
units most alike.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from rootmem.errors import ModelOutputError
from rootmem.model import RootUnit
from rootmem.model.block import neutralise
from rootmem.ports import Reasoner
from rootmem_bench.records import Person
from rootmem_bench.systems.loaded import USER, load_pieces, open_memory
from rootmem_bench.systems.material import Piece
from rootmem_bench.systems.protocol import (
    Card,
    Level,
    MemorySystem,
    Retrieved,
    Shown,
    Tools,
)
from rootmem_bench.systems.ranking import checked_k
from rootmem_bench.systems.reasoner import asked, reasoner_of

SWITCHES = ("no_router", "no_rules", "no_evidence", "semantic_only")
BATCH: dict[Level, int] = {"memory": 20, "conversation": 60}
NONE = "none"


class Host(MemorySystem, Protocol):
    """A system whose memories can be laid root units over. ``pieces`` are there after build."""

    pieces: list[Piece]


class RootMemOver:
    def __init__(self, tools: Tools, host: Host, name: str = "rootmem") -> None:
        options = tools.options
        self._off = {switch: bool(options.get(switch)) for switch in SWITCHES}
        self._tools, self._host = tools, host
        self._reasoner: Reasoner | None = None
        if not self._off["semantic_only"]:
            asked(tools, name)
            self._reasoner = reasoner_of(tools, "paper")
        self._units: list[RootUnit] = []
        self._pieces: dict[str, Piece] = {}
        self._own_notes: list[str] = []
        self.card = self._card(name)

    def _card(self, name: str) -> Card:
        host, off = self._host.card, self._off
        rooted = not off["semantic_only"]
        build = "one a batch of 20 entries (60 over a host's memories), one more where the units "
        routes = rooted and not off["no_router"]
        return Card(
            name + "".join(f"-{switch.replace('_', '-')}" for switch in SWITCHES if off[switch]),
            host.levels,
            f"root units over {host.name}",
            "RootMem [R 4, C.1.2]",
            build_calls=_joined(host.build_calls, build + "exceed the budget" if rooted else NONE),
            query_calls=_joined(host.query_calls, "one: the router" if routes else NONE),
        )

    @property
    def notes(self) -> list[str]:
        return [*self._own_notes, *getattr(self._host, "notes", [])]

    @property
    def units(self) -> Sequence[RootUnit]:
        """The units as they were written, oldest first."""
        return self._units

    async def build(self, person: Person, level: Level) -> None:
        await self._host.build(person, level)
        self._units = []
        self._pieces = {piece.id: piece for piece in self._host.pieces}
        if self._reasoner is None or not self._pieces:
            return
        options = self._tools.options
        memory = open_memory(
            self._tools.embedder,
            self._reasoner,
            preset="paper",
            root_budget=int(options.get("root_budget", 10)),
            root_batch=int(options.get("root_batch", BATCH[level])),
        )
        try:
            self._own_notes += await load_pieces(memory, self._host.pieces)
            self._units = await memory.roots(USER)
        finally:
            await memory.close()

    async def retrieve(self, query: str, k: int) -> Retrieved:
        active = (await self._route(query))[: checked_k(k)]
        left = k - len(active)
        found = await self._host.retrieve(query, left) if left else Retrieved((), "")
        blocks = [self._block(unit) for unit in active]
        parts = [block.text for block in blocks]
        if found.context:
            parts.append(f"## Related memories\n{found.context}")
        return Retrieved((*blocks, *found.items), "\n\n".join(parts))

    async def _route(self, query: str) -> list[RootUnit]:
        """The units that are shown, most important first."""
        if self._reasoner is None or not self._units:
            return []
        if self._off["no_router"]:
            return list(self._units)
        try:
            chosen = await self._reasoner.route(query, self._units) or ()
        except ModelOutputError as error:
            self._own_notes.append(f"route: {error}; no unit is active")
            return []
        by_id = {unit.id: unit for unit in self._units}
        return [by_id[id] for id in chosen]

    def _block(self, unit: RootUnit) -> Shown:
        """A unit's block [R_i, E_i], less what an ablation takes away."""
        evidence = [self._pieces[id] for id in unit.evidence if id in self._pieces]
        lines = ["## What to take into account"]
        if not self._off["no_rules"]:
            lines += [f"When: {neutralise(unit.activation)}", f"Then: {neutralise(unit.guidance)}"]
        if self._off["no_evidence"]:
            return Shown("\n".join(lines), (), "root")
        lines += [f"- {neutralise(piece.text)}" for piece in evidence]
        ids = tuple(dict.fromkeys(id for piece in evidence for id in piece.sources))
        return Shown("\n".join(lines), ids, "root")

    async def close(self) -> None:
        await self._host.close()


def _joined(host: str, own: str) -> str:
    return "; ".join(one for one in (host, own) if one != NONE) or NONE


async def open_system(tools: Tools) -> RootMemOver:
    """Over the run's embedder, or ``options["embedder"]``."""
    from rootmem_bench.systems.dense import open_system as open_dense

    return RootMemOver(tools, await open_dense(tools))


async def minilm(tools: Tools) -> RootMemOver:
    """The paper's own: over all-MiniLM-L6-v2 [R C.1.2]."""
    from rootmem_bench.systems.dense import minilm as open_minilm

    return RootMemOver(tools, await open_minilm(tools), "rootmem-minilm")


def _without(switch: str) -> Callable[[Tools], Awaitable[RootMemOver]]:
    async def open_ablated(tools: Tools) -> RootMemOver:
        return await open_system(tools._replace(options=tools.options | {switch: True}))

    return open_ablated


def _over(module: str) -> Callable[[Tools], Awaitable[RootMemOver]]:
    async def open_over(tools: Tools) -> RootMemOver:
        from importlib import import_module

        host: Host = await import_module(f"rootmem_bench.systems.{module}").open_system(tools)
        return RootMemOver(tools, host, f"rootmem-over-{host.card.name}")

    return open_over


no_router = _without("no_router")
no_rules = _without("no_rules")
no_evidence = _without("no_evidence")
semantic_only = _without("semantic_only")
over_amem = _over("amem")
over_tacitree = _over("tacitree")
over_tmem = _over("tmem")
over_evermemos = _over("evermemos")
over_lightmem = _over("lightmem")
