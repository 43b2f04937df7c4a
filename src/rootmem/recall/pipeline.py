"""The read corridor: route, need, plan, retrieve, infer, context.

``instant`` makes no model call. ``routed`` makes one, the router's. ``inferred`` makes at most
three in sequence, the router beside the first. A model that is down does not take memory away: the
recall falls back to ``instant`` and its trace says so.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from weakref import WeakSet

from rootmem.errors import EmbedderMismatch
from rootmem.index import Hit, Snapshot, SnapshotCache
from rootmem.metering import current_meter
from rootmem.model import (
    ENTRY_TYPES,
    Depth,
    EntryType,
    Recall,
    Scope,
    ScoredEntry,
    Trace,
    TypedQuery,
)
from rootmem.ports import Embedder, Reasoner, Store
from rootmem.recall.conditions import Conditions
from rootmem.recall.context import context
from rootmem.recall.intent import asks_about_past
from rootmem.recall.judging import infer, judge
from rootmem.recall.options import RecallOptions
from rootmem.recall.relevance import bears_on
from rootmem.recall.retrieve import retrieve, scored
from rootmem.recall.sharing import Sharer
from rootmem.stores.threads import in_thread


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
        self._sharer = Sharer(unit_counts_as_one=options.preset == "paper")
        self._checked: WeakSet[Snapshot] = WeakSet()

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
        snapshot = await self._read(scope)
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
            snapshot = await self._read(scope)
        with clock("embed"):
            vector = (await self.embedder.embed([query], query=True))[0]
        with clock("judge"):
            judged = await judge(self.reasoner, query, snapshot.roots.units, depth)
        with clock("retrieve"):
            lookup = asks_about_past(query)
            found = snapshot.find(vector, query, n=k, **conditions._asdict())
            known = bears_on(
                found.top_cosine, found.mean, found.coverage, len(snapshot), lookup=lookup
            )
            hits = found.hits if known else []
            semantic = await self._semantic(snapshot, hits, judged.plan, conditions)
        with clock("route"):
            shown = self._sharer.share(
                snapshot, vector, judged.order, semantic, k, conditions, lookup=lookup
            )
        with clock("infer"):
            await infer(self.reasoner, query, judged, shown)
        with clock("context"):
            tokens = context_tokens or self.options.context_tokens
            text = context(shown.roots, judged.state, shown.entries, tokens)
        return Recall(
            query=query,
            depth=judged.depth,
            context=text,
            state=judged.state,
            roots=shown.roots,
            entries=shown.entries,
            needs=judged.needs,
            plan=judged.plan,
            nothing_relevant=not (shown.roots or shown.entries),
            pending=snapshot.pending,
            trace=Trace(
                seconds=clock.seconds, usage=current_meter().usage, notes=tuple(judged.notes)
            ),
        )

    async def _read(self, scope: Scope) -> Snapshot:
        """The user's snapshot as memory stands now.

        Where the database is in this process and little moved, the answer is there in less time
        than a worker thread takes to wake up.
        """
        snapshot = self.snapshots.at_hand(scope) if self.store.embedded else None
        if snapshot is None:
            snapshot = await in_thread(self.snapshots.get, scope)
        if snapshot not in self._checked:
            stored = await in_thread(self.store.embedder_id)
            if stored not in (None, self.embedder.id):
                raise EmbedderMismatch(
                    f"the vectors come from {stored}, not from {self.embedder.id}: "
                    "open the memory with that embedder, or call reindex"
                )
            self._checked.add(snapshot)
        return snapshot

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


class _Clock:
    """Seconds per step, in order."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Generator[None]:
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start
