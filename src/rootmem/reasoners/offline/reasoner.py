"""The reasoner that needs no model and no network: rules and embeddings behind the same seam."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import anyio.to_thread

from rootmem.errors import NotConfigured
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
from rootmem.ports import Candidate, Decomposed, Embedder, Needs, Reasoner, Verdict
from rootmem.reasoners.offline.decompose import decompose
from rootmem.reasoners.offline.infer import infer
from rootmem.reasoners.offline.need import need
from rootmem.reasoners.offline.plan import plan
from rootmem.reasoners.offline.reconcile import reconcile
from rootmem.reasoners.offline.segment import segment

if TYPE_CHECKING:
    from rootmem.reasoners.offline.revise_roots import RootReviser


class OfflineReasoner:
    """Implements :class:`rootmem.ports.Reasoner` with rules; deterministic, no call is billed."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._reviser: RootReviser | None = None

    @property
    def name(self) -> str:
        return "offline"

    @property
    def uses_model(self) -> bool:
        return False

    async def segment(self, turns: Sequence[Turn]) -> tuple[str, ...]:
        return await segment(turns, self._embedder)

    async def decompose(
        self, episodes: Sequence[Sequence[Turn]], user_name: str | None = None
    ) -> tuple[Decomposed, ...]:
        return await anyio.to_thread.run_sync(decompose, episodes, user_name)

    async def reconcile(self, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
        return await reconcile(candidates, self._embedder)

    async def revise_roots(
        self,
        units: Sequence[RootUnit],
        batch: Sequence[MemoryEntry],
        evidence: Mapping[str, MemoryEntry],
        budget: int,
    ) -> tuple[RootChange, ...]:
        if self._reviser is None:
            from rootmem.reasoners.offline.revise_roots import RootReviser

            self._reviser = RootReviser(self._embedder.embed)
        return await self._reviser.revise(units, batch, evidence, budget)

    async def route(self, query: str, units: Sequence[RootUnit]) -> tuple[str, ...] | None:
        """None: embeddings route."""
        return None

    async def need(self, query: str) -> Needs:
        return need(query)

    async def plan(self, query: str, needs: Sequence[InformationNeed]) -> tuple[TypedQuery, ...]:
        return plan(query, needs)

    async def infer(
        self, query: str, candidates: Sequence[MemoryEntry], roots: Sequence[RootUnit]
    ) -> UserState:
        return infer(candidates)

    def forget(self, scope: Scope) -> None:
        """The vectors that revising root units remembers, of all users: they are cheap to make."""
        self._reviser = None

    async def respond(self, query: str, context: str, history: Sequence[Turn] = ()) -> str:
        raise NotConfigured(
            "answering needs a model: configure one (for example ROOTMEM_LLM=openai:gpt-5-mini "
            "and its key), or use the recalled context with a model of your own"
        )


def open_offline_reasoner(embedder: Embedder) -> Reasoner:
    """The offline reasoner over any embedder."""
    return OfflineReasoner(embedder)
