"""The read corridor: route, need, plan, retrieve, infer, context.

``instant`` makes no model call. ``routed`` makes one, the router's. ``inferred`` makes at most
three in sequence, the router beside the first. A model that is down does not take memory away: the
recall falls back to ``instant`` and its trace says so.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

import anyio

from rootmem.errors import (
    BudgetExceeded,
    EmbedderMismatch,
    ModelOutputError,
    ModelUnavailable,
)
from rootmem.index import Hit, RootIndex, Snapshot, SnapshotCache
from rootmem.metering import current_meter
from rootmem.model import (
    ENTRY_TYPES,
    ActivatedRoot,
    Depth,
    EntryType,
    InformationNeed,
    Recall,
    RootUnit,
    Scope,
    ScoredEntry,
    Trace,
    TypedQuery,
    UserState,
)
from rootmem.ports import Embedder, Reasoner, Store, Vectors
from rootmem.recall.compose import LOOKUP_SHARE, SEMANTIC_SHARE, compose
from rootmem.recall.context import context
from rootmem.recall.intent import asks_about_past
from rootmem.recall.options import RecallOptions
from rootmem.recall.relevance import bears_on
from rootmem.recall.retrieve import retrieve, scored
from rootmem.recall.route import RouteIndex, concerns, route, route_index
from rootmem.stores.threads import in_thread


class Conditions(NamedTuple):
    """What may be shown: types of entries, the time as of which, and filters."""

    types: Sequence[EntryType] | None = None
    as_of: datetime | None = None
    filters: Mapping[str, Any] | None = None


class Shown(NamedTuple):
    """What a recall shows: units with evidence, and entries; no entry twice, together at most k."""

    roots: tuple[ActivatedRoot, ...]
    entries: tuple[ScoredEntry, ...]


class Recaller:
    """Recalls from any user's memory."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        reasoner: Reasoner,
        snapshots: SnapshotCache,
        options: RecallOptions,
    ) -> None:
        self.store, self.embedder, self.reasoner = store, embedder, reasoner
        self.snapshots, self.options = snapshots, options
        self._checked: Snapshot | None = None
        self._routed_roots: RootIndex | None = None
        self._route_index: RouteIndex = route_index([])

    async def search(
        self,
        scope: Scope,
        query: str,
        *,
        k: int,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
    ) -> list[ScoredEntry]:
        """Plain hybrid retrieval, without root memories and without a word on relevance."""
        snapshot, _ = await in_thread(self._read, scope)
        vector = (await self.embedder.embed([query], query=True))[0]
        hits = snapshot.search(vector, query, n=k, types=types, as_of=as_of, filters=filters)
        return [scored(snapshot.entry(hit.position), hit) for hit in hits]

    async def recall(
        self,
        scope: Scope,
        query: str,
        *,
        depth: Depth,
        k: int,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        context_tokens: int | None = None,
    ) -> Recall:
        """See `AsyncMemory.recall`."""
        clock = _Clock()
        conditions = Conditions(types, as_of, filters)
        with clock("snapshot"):
            snapshot, pending = await in_thread(self._read, scope)
        with clock("embed"):
            vector = (await self.embedder.embed([query], query=True))[0]
        with clock("judge"):
            judged = await self._judge(query, snapshot.roots.units, depth)
        with clock("retrieve"):
            lookup = asks_about_past(query)
            found = snapshot.find(vector, query, n=k, **conditions._asdict())
            known = bears_on(
                found.top_cosine, found.mean, found.coverage, len(snapshot), lookup=lookup
            )
            hits = found.hits if known else []
            semantic = await self._semantic(snapshot, hits, judged.plan, conditions)
        with clock("route"):
            units, scores = self._routed(
                snapshot, vector, judged.order, known=bool(semantic), lookup=lookup
            )
            share = LOOKUP_SHARE if lookup else SEMANTIC_SHARE
            shown = self._compose(snapshot, units, scores, semantic, k, share, conditions)
        with clock("infer"):
            state, judged = await self._infer(query, judged, shown)
        with clock("context"):
            tokens = context_tokens or self.options.context_tokens
            text = context(shown.roots, state, shown.entries, tokens)
        return Recall(
            query=query,
            depth=judged.depth,
            context=text,
            state=state,
            roots=shown.roots,
            entries=shown.entries,
            needs=judged.needs,
            plan=judged.plan,
            nothing_relevant=not (shown.roots or shown.entries),
            pending=pending,
            trace=Trace(
                seconds=clock.seconds, usage=current_meter().usage, notes=tuple(judged.notes)
            ),
        )

    def _read(self, scope: Scope) -> tuple[Snapshot, int]:
        """The user's snapshot and how many turns wait, in one visit to the store."""
        snapshot = self.snapshots.get(scope)
        if snapshot is not self._checked:
            stored = self.store.embedder_id()
            if stored not in (None, self.embedder.id):
                raise EmbedderMismatch(
                    f"the vectors come from {stored}, not from {self.embedder.id}: "
                    "open the memory with that embedder, or call reindex"
                )
            self._checked = snapshot
        return snapshot, self.store.pending_turns(scope)

    async def _judge(self, query: str, units: Sequence[RootUnit], depth: Depth) -> _Judged:
        """The model's part before retrieval: the router beside need and plan."""
        judged = _Judged(depth)
        if depth == "instant":
            return judged

        async def choose() -> None:
            if units:
                judged.order = await self.reasoner.route(query, units)

        async def prepare() -> None:
            needs, plan = await self.reasoner.need(query)
            judged.needs = needs
            judged.plan = plan if plan is not None else await self.reasoner.plan(query, needs)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(judged.attempt, "instant", "route", choose)
            if depth == "inferred":
                tasks.start_soon(judged.attempt, "routed", "need and plan", prepare)
        return judged.checked()

    async def _semantic(
        self,
        snapshot: Snapshot,
        hits: Sequence[Hit],
        plan: Sequence[TypedQuery],
        conditions: Conditions,
    ) -> list[ScoredEntry]:
        """What sounds alike, best first: the query's own hits and, with a plan, the plan's."""
        own = [scored(snapshot.entry(hit.position), hit) for hit in hits]
        allowed: Sequence[EntryType] = conditions.types or ENTRY_TYPES
        aimed = [
            TypedQuery(text=query.text, types=types)
            for query in plan
            if (types := tuple[EntryType, ...](one for one in query.types if one in allowed))
        ]
        if not aimed:
            return own
        planned = await retrieve(
            snapshot,
            self.embedder,
            aimed,
            self.options.per_query,
            as_of=conditions.as_of,
            filters=conditions.filters,
        )
        best: dict[str, ScoredEntry] = {}
        for one in (*own, *planned):
            known = best.get(one.entry.id)
            if known is None or known.score < one.score:
                best[one.entry.id] = one
        return sorted(best.values(), key=lambda one: -one.score)

    def _compose(
        self,
        snapshot: Snapshot,
        units: Sequence[RootUnit],
        scores: Sequence[float],
        semantic: Sequence[ScoredEntry],
        k: int,
        share: float,
        conditions: Conditions,
    ) -> Shown:
        """Share k between the evidence of the units that apply and what sounds alike."""
        evidence = [
            snapshot.allowed(
                [at for id in unit.evidence if (at := snapshot.position(id)) is not None],
                **conditions._asdict(),
            )
            for unit in units
        ]
        by_position = {snapshot.position(one.entry.id): one for one in semantic}
        found = [at for at in by_position if at is not None]
        shared = compose(k, found, evidence, scores, share)
        roots = tuple(
            ActivatedRoot(
                unit=units[number],
                score=scores[number],
                shown=tuple(snapshot.entry(at) for at in pieces),
            )
            for number, pieces in shared.roots
        )
        return Shown(roots, tuple(by_position[at] for at in shared.semantic))

    def _routed(
        self,
        snapshot: Snapshot,
        vector: Vectors,
        order: tuple[str, ...] | None,
        *,
        known: bool,
        lookup: bool,
    ) -> tuple[list[RootUnit], list[float]]:
        """The units that may apply and how much: by the model's order, else by embeddings.

        Where nothing ``known`` bears on the query, embeddings route only what is to be acted on
        and concerns some unit.
        """
        roots = snapshot.roots
        if order is not None:
            by_id = {unit.id: unit for unit in roots.units}
            chosen = [by_id[id] for id in order if id in by_id]
            return chosen, [float(-place) for place in range(len(chosen))]
        if roots is not self._routed_roots:
            self._routed_roots, self._route_index = roots, route_index(roots.vectors)
        if not known and (lookup or not concerns(self._route_index, vector)):
            return [], []
        return list(roots.units), route(self._route_index, vector).tolist()

    async def _infer(self, query: str, judged: _Judged, shown: Shown) -> tuple[UserState, _Judged]:
        """The user state, from everything shown, jointly [Q 3.4]."""
        state = UserState()
        if judged.depth != "inferred" or not (shown.roots or shown.entries):
            return state, judged
        candidates = {
            entry.id: entry
            for entry in (
                *(entry for root in shown.roots for entry in root.shown),
                *(one.entry for one in shown.entries),
            )
        }

        async def infer() -> None:
            nonlocal state
            units = [root.unit for root in shown.roots]
            state = await self.reasoner.infer(query, list(candidates.values()), units)

        await judged.attempt("routed", "state inference", infer)
        return state, judged.checked()


class _Judged:
    """What the model, if any, added; a failed step lowers the depth and leaves a note."""

    def __init__(self, depth: Depth) -> None:
        self.depth: Depth = depth
        self.order: tuple[str, ...] | None = None
        self.needs: tuple[InformationNeed, ...] = ()
        self.plan: tuple[TypedQuery, ...] = ()
        self.notes: list[str] = []
        self.failure: Exception | None = None

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
            self.failure = error

    def checked(self) -> _Judged:
        """Itself; raises what a step failed with where going on would hide it."""
        if self.failure is not None:
            raise self.failure
        return self


_DEPTHS: tuple[Depth, ...] = ("instant", "routed", "inferred")


class _Clock:
    """Seconds per step, in order."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Generator[None]:
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start
