"""The Reasoner over a language model: one file per judgement, this one ties them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from rootmem.model import (
    InformationNeed,
    MemoryEntry,
    RootChange,
    RootUnit,
    Scope,
    Turn,
    TypedQuery,
    UserState,
)
from rootmem.ports import Candidate, Decomposed, Needs, Verdict
from rootmem.reasoners.llm import (
    decompose,
    infer,
    need,
    plan,
    reconcile,
    respond,
    revise_roots,
    route,
    segment,
    split,
)
from rootmem.reasoners.llm.client import Client


class LLMReasoner:
    """Judges with one model. Raises ModelError, BudgetExceeded or NotConfigured."""

    def __init__(
        self, client: Client, preset: Literal["lean", "paper"], *, entry_triggers: bool = False
    ) -> None:
        self._client = client
        self._paper = preset == "paper"
        self._decompose = decompose.Options(self._paper, entry_triggers)

    def __repr__(self) -> str:
        return f"LLMReasoner({self.name!r})"

    @property
    def name(self) -> str:
        return f"{self._client.source.label} ({'paper' if self._paper else 'lean'})"

    @property
    def uses_model(self) -> bool:
        return True

    async def segment(self, turns: Sequence[Turn]) -> tuple[str, ...]:
        return await segment.segment(self._client, turns)

    async def decompose(
        self, episodes: Sequence[Sequence[Turn]], user_name: str | None = None
    ) -> tuple[Decomposed, ...]:
        return await decompose.decompose(self._client, episodes, user_name, self._decompose)

    async def reconcile(self, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
        return await reconcile.reconcile(self._client, candidates)

    async def revise_roots(
        self,
        units: Sequence[RootUnit],
        batch: Sequence[MemoryEntry],
        evidence: Mapping[str, MemoryEntry],
        budget: int,
    ) -> tuple[RootChange, ...]:
        return await revise_roots.revise_roots(self._client, units, batch, evidence, budget)

    async def route(self, query: str, units: Sequence[RootUnit]) -> tuple[str, ...] | None:
        return await route.route(self._client, query, units)

    async def need(self, query: str) -> Needs:
        """In ``lean`` needs and plan in one call; in ``paper`` the needs alone."""
        return await split.whole(need.need(self._client, query, with_plan=not self._paper))

    async def plan(self, query: str, needs: Sequence[InformationNeed]) -> tuple[TypedQuery, ...]:
        return await split.whole(plan.plan(self._client, query, needs))

    async def infer(
        self, query: str, candidates: Sequence[MemoryEntry], roots: Sequence[RootUnit]
    ) -> UserState:
        return await infer.infer(self._client, query, candidates, roots)

    async def respond(self, query: str, context: str, history: Sequence[Turn] = ()) -> str:
        return await split.whole(respond.respond(self._client, query, context, history))

    def forget(self, scope: Scope) -> None:
        if self._client.cache is not None:
            self._client.cache.purge(scope)
