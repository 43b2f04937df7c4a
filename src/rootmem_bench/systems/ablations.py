"""QUMem's ablations [Q 4] as a reasoner around a reasoner: each takes away one judgement.

- ``no_episodes``: sessions bound the episodes; no continuity is judged, no segment call is made.
- ``no_typing``: entries lose their type and every query looks in the one store that is left.
- ``no_state``: no state is inferred, no call is made for it; the candidates stand as they are.
- ``no_roots``: no root units are written (QUMem alone).

How the paper's authors carried theirs out is not published; these are the plainest readings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

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
from rootmem.ports import Candidate, Decomposed, Needs, Reasoner, Verdict


class Ablations(NamedTuple):
    no_episodes: bool = False
    no_typing: bool = False
    no_state: bool = False
    no_roots: bool = False

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Ablations:
        return cls(**{name: bool(options.get(name)) for name in cls._fields})

    @property
    def suffix(self) -> str:
        """For a name in a table: ``-no-typing``."""
        return "".join(f"-{name.replace('_', '-')}" for name in self._fields if getattr(self, name))


def ablated(reasoner: Reasoner, off: Ablations) -> Reasoner:
    """The reasoner itself where nothing is taken away."""
    return Ablated(reasoner, off) if any(off) else reasoner


class Ablated:
    """A reasoner with some judgements taken away; the others pass through."""

    def __init__(self, inner: Reasoner, off: Ablations) -> None:
        self._inner, self._off = inner, off

    @property
    def name(self) -> str:
        return self._inner.name + self._off.suffix

    @property
    def uses_model(self) -> bool:
        return self._inner.uses_model

    async def segment(self, turns: Sequence[Turn]) -> tuple[str, ...]:
        if not self._off.no_episodes:
            return await self._inner.segment(turns)
        spoken = [turn for turn in turns if turn.by_user]
        return tuple(
            turn.id for before, turn in pairwise(spoken) if turn.session_id != before.session_id
        )

    async def decompose(
        self, episodes: Sequence[Sequence[Turn]], user_name: str | None = None
    ) -> tuple[Decomposed, ...]:
        found = await self._inner.decompose(episodes, user_name)
        if not self._off.no_typing:
            return found
        return tuple(
            one._replace(
                drafts=tuple(draft.model_copy(update={"type": "factual"}) for draft in one.drafts)
            )
            for one in found
        )

    async def reconcile(self, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
        return await self._inner.reconcile(candidates)

    async def revise_roots(
        self,
        units: Sequence[RootUnit],
        batch: Sequence[MemoryEntry],
        evidence: Mapping[str, MemoryEntry],
        budget: int,
    ) -> tuple[RootChange, ...]:
        if self._off.no_roots:
            return ()
        return await self._inner.revise_roots(units, batch, evidence, budget)

    async def route(self, query: str, units: Sequence[RootUnit]) -> tuple[str, ...] | None:
        return await self._inner.route(query, units)

    async def need(self, query: str) -> Needs:
        needs, plan = await self._inner.need(query)
        return Needs(needs, None if plan is None else self._aimed(plan))

    async def plan(self, query: str, needs: Sequence[InformationNeed]) -> tuple[TypedQuery, ...]:
        return self._aimed(await self._inner.plan(query, needs))

    def _aimed(self, plan: tuple[TypedQuery, ...]) -> tuple[TypedQuery, ...]:
        if not self._off.no_typing:
            return plan
        return tuple(dict.fromkeys(TypedQuery(text=one.text, types=("factual",)) for one in plan))

    async def infer(
        self, query: str, candidates: Sequence[MemoryEntry], roots: Sequence[RootUnit]
    ) -> UserState:
        if self._off.no_state:
            return UserState()
        return await self._inner.infer(query, candidates, roots)

    async def respond(self, query: str, context: str, history: Sequence[Turn] = ()) -> str:
        return await self._inner.respond(query, context, history)

    def forget(self, scope: Scope) -> None:
        self._inner.forget(scope)
