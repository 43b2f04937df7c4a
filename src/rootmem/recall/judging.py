"""The model's part of a recall: routing, needs and plan before retrieval, the state after it.

Each step that the model cannot do lowers the depth and leaves a note; what going on would hide (a
refused key, a bug) is raised.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import anyio

from rootmem.errors import BudgetExceeded, ModelOutputError, ModelUnavailable
from rootmem.model import Depth, InformationNeed, RootUnit, TypedQuery, UserState
from rootmem.ports import Reasoner
from rootmem.recall.sharing import Shown

_DEPTHS: tuple[Depth, ...] = ("instant", "routed", "inferred")


class Judged:
    """What the model, if any, added. ``order``: ids of the units it chose; None: it did not."""

    def __init__(self, depth: Depth) -> None:
        self.depth: Depth = depth
        self.order: tuple[str, ...] | None = None
        self.needs: tuple[InformationNeed, ...] = ()
        self.plan: tuple[TypedQuery, ...] = ()
        self.state = UserState()
        self.notes: list[str] = []
        self._failure: Exception | None = None

    async def attempt(
        self, fallback: Depth, step: str, work: Callable[[], Awaitable[None]]
    ) -> None:
        """Do the work; where the model cannot, go on at the ``fallback`` depth."""
        try:
            await work()
        except (ModelUnavailable, ModelOutputError, BudgetExceeded) as error:
            if _DEPTHS.index(fallback) < _DEPTHS.index(self.depth):
                self.depth = fallback
            self.notes.append(f"{step} failed ({error}); went on without it")
        except Exception as error:  # kept, so that it leaves a group of tasks as itself
            self._failure = error

    def check(self) -> None:
        """Raise what a step failed with where going on would hide it."""
        if self._failure is not None:
            raise self._failure


async def judge(reasoner: Reasoner, query: str, units: Sequence[RootUnit], depth: Depth) -> Judged:
    """Before retrieval: the router, and beside it needs and plan. ``instant`` asks nothing."""
    judged = Judged(depth)
    if depth == "instant":
        return judged

    async def choose() -> None:
        if units:
            judged.order = await reasoner.route(query, units)

    async def prepare() -> None:
        needs, plan = await reasoner.need(query)
        judged.needs = needs
        judged.plan = plan if plan is not None else await reasoner.plan(query, needs)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(judged.attempt, "instant", "route", choose)
        if depth == "inferred":
            tasks.start_soon(judged.attempt, "routed", "need and plan", prepare)
    judged.check()
    return judged


async def infer(reasoner: Reasoner, query: str, judged: Judged, shown: Shown) -> None:
    """After retrieval: the user state, from everything shown, jointly [Q 3.4]."""
    if judged.depth != "inferred" or not (shown.roots or shown.entries):
        return
    pieces = [piece for root in shown.roots for piece in root.shown]
    candidates = {one.id: one for one in (*pieces, *(one.entry for one in shown.entries))}

    async def ask() -> None:
        units = [root.unit for root in shown.roots]
        judged.state = await reasoner.infer(query, list(candidates.values()), units)

    await judged.attempt("routed", "state inference", ask)
    judged.check()
