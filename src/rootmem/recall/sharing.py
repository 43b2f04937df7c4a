"""Steps 1 and 4 brought together: which units apply, and how k is shared with what sounds alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rootmem.index import RootIndex, Snapshot
from rootmem.model import ActivatedRoot, RootUnit, ScoredEntry
from rootmem.ports import Vectors
from rootmem.recall.compose import LOOKUP_SHARE, SEMANTIC_SHARE, Composition, compose
from rootmem.recall.conditions import Conditions
from rootmem.recall.route import RouteIndex, concerns, route, route_index


class Shown(NamedTuple):
    """What a recall shows: units with evidence, and entries; no entry twice, together at most k."""

    roots: tuple[ActivatedRoot, ...]
    entries: tuple[ScoredEntry, ...]


class _Matched(NamedTuple):
    """A user's units made ready for matching: their vectors, and where their evidence stands."""

    routes: RouteIndex
    evidence: list[list[int]]


class Sharer:
    """Chooses what to show. Keeps what it made ready for as long as the units stay as they are."""

    def __init__(self, *, unit_counts_as_one: bool) -> None:
        self._unit_counts_as_one = unit_counts_as_one
        self._ready: WeakKeyDictionary[RootIndex, _Matched] = WeakKeyDictionary()

    def share(
        self,
        snapshot: Snapshot,
        vector: Vectors,
        order: tuple[str, ...] | None,
        semantic: Sequence[ScoredEntry],
        k: int,
        conditions: Conditions,
        *,
        lookup: bool,
    ) -> Shown:
        """Units by the model's ``order``, else by embeddings; evidence and entries within k.

        Where nothing that sounds alike bears on the query, embeddings route only what is to be
        acted on and concerns some unit.
        """
        roots = snapshot.roots
        ready = self._matched(snapshot)
        if order is not None:
            number = {unit.id: at for at, unit in enumerate(roots.units)}
            chosen = [number[id] for id in order if id in number]
            scores = [float(-place) for place in range(len(chosen))]
        elif semantic or not (lookup or not concerns(ready.routes, vector)):
            chosen = list(range(len(roots)))
            scores = route(ready.routes, vector).tolist()
        else:
            chosen, scores = [], []
        units = [roots.units[at] for at in chosen]
        evidence = snapshot.allowed([ready.evidence[at] for at in chosen], **conditions._asdict())
        by_position = {snapshot.position(one.entry.id): one for one in semantic}
        found = [at for at in by_position if at is not None]
        if self._unit_counts_as_one:
            shared = whole_units(k, found, evidence)
        else:
            share = LOOKUP_SHARE if lookup else SEMANTIC_SHARE
            shared = compose(k, found, evidence, scores, share, claim=not lookup)
        shown = tuple(
            _activated(snapshot, units[at], scores[at], pieces) for at, pieces in shared.roots
        )
        return Shown(shown, tuple(by_position[at] for at in shared.semantic))

    def _matched(self, snapshot: Snapshot) -> _Matched:
        roots = snapshot.roots
        ready = self._ready.get(roots)
        if ready is None:
            evidence = [
                [at for id in unit.evidence if (at := snapshot.position(id)) is not None]
                for unit in roots.units
            ]
            ready = self._ready[roots] = _Matched(route_index(roots.vectors), evidence)
        return ready


def whole_units(k: int, found: Sequence[int], units: Sequence[Sequence[int]]) -> Composition:
    """As the paper shares k: an activated unit counts as one item, whole, and goes before the
    entries that sound alike [R 4.2, App. C.1.2]."""
    roots = [(number, list(pieces)) for number, pieces in enumerate(units) if pieces][:k]
    shown = {piece for _, pieces in roots for piece in pieces}
    semantic = [item for item in found if item not in shown][: k - len(roots)]
    return Composition(semantic, roots)


def _activated(
    snapshot: Snapshot, unit: RootUnit, score: float, pieces: Sequence[int]
) -> ActivatedRoot:
    return ActivatedRoot(unit=unit, score=score, shown=tuple(map(snapshot.entry, pieces)))
