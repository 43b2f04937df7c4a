"""A reasoner for tests: the offline one, counted, and failing where a test says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import anyio

from rootmem.embedders import open_embedder
from rootmem.metering import current_meter
from rootmem.model import (
    InformationNeed,
    MemoryEntry,
    RootChange,
    RootUnit,
    Turn,
    TypedQuery,
    Usage,
    UserState,
)
from rootmem.ports import Candidate, Decomposed, Needs, Verdict
from rootmem.reasoners.offline import OfflineReasoner


class Scripted(OfflineReasoner):
    """Pretends to be a model: counts calls by judgement, waits ``seconds`` in each, charges the
    meter, and raises what ``failing`` holds for a judgement."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(open_embedder(None))
        self.calls: Counter[str] = Counter()
        self.failing: dict[str, Exception] = {}
        self.seconds = seconds

    @property
    def name(self) -> str:
        return "scripted"

    @property
    def uses_model(self) -> bool:
        return True

    async def _call(self, judgement: str) -> None:
        meter = current_meter()
        meter.reserve()
        self.calls[judgement] += 1
        await anyio.sleep(self.seconds)
        meter.charge(Usage(calls=1, input_tokens=100, output_tokens=10, cost=0.001))
        if judgement in self.failing:
            raise self.failing[judgement]

    async def segment(self, turns: Sequence[Turn]) -> tuple[str, ...]:
        await self._call("segment")
        return await super().segment(turns)

    async def decompose(
        self, episodes: Sequence[Sequence[Turn]], user_name: str | None = None
    ) -> tuple[Decomposed, ...]:
        await self._call("decompose")
        return await super().decompose(episodes, user_name)

    async def reconcile(self, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
        await self._call("reconcile")
        return await super().reconcile(candidates)

    async def revise_roots(
        self,
        units: Sequence[RootUnit],
        batch: Sequence[MemoryEntry],
        evidence: Mapping[str, MemoryEntry],
        budget: int,
    ) -> tuple[RootChange, ...]:
        await self._call("revise_roots")
        return await super().revise_roots(units, batch, evidence, budget)

    async def route(self, query: str, units: Sequence[RootUnit]) -> tuple[str, ...] | None:
        await self._call("route")
        return tuple(unit.id for unit in units[:2])

    async def need(self, query: str) -> Needs:
        await self._call("need")
        return await super().need(query)

    async def plan(self, query: str, needs: Sequence[InformationNeed]) -> tuple[TypedQuery, ...]:
        await self._call("plan")
        return await super().plan(query, needs)

    async def infer(
        self, query: str, candidates: Sequence[MemoryEntry], roots: Sequence[RootUnit]
    ) -> UserState:
        await self._call("infer")
        return await super().infer(query, candidates, roots)

    async def respond(self, query: str, context: str, history: Sequence[Turn] = ()) -> str:
        await self._call("respond")
        return f"an answer that has read {len(context)} characters"
