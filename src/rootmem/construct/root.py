"""Step 5: batches of entries → root memory units, revised batch by batch [R 4.1].

The reasoner asks for changes; this step applies them so that evidence is never dropped silently,
unknown ids are refused, and the number of units stays within the budget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rootmem.construct.options import ConstructOptions
from rootmem.model import MemoryEntry, RootAction, RootChange, RootUnit, Scope
from rootmem.model.base import utc_now
from rootmem.model.ids import new_id
from rootmem.ports import Embedder, Reasoner, RootRevision, Store
from rootmem.stores.threads import in_thread

LARGE_BATCH = 1000


class Draft:
    """The set of units while one batch is worked in: the standing ones and what happened."""

    def __init__(self, units: Sequence[RootUnit], known: frozenset[str]) -> None:
        self.standing = {unit.id: unit for unit in units}
        self.stored = frozenset(self.standing)
        self.known = known
        self.revised: dict[str, tuple[RootUnit, RootAction, str, tuple[str, ...]]] = {}

    def apply(self, change: RootChange) -> None:
        """Carry out one change; one that names unknown units or has no rules is left out."""
        unit = self.standing.get(change.unit_id or "")
        if change.action == "create":
            self._create(change)
        elif unit is None:
            return
        elif change.action == "retire":
            del self.standing[unit.id]
            self.revised[unit.id] = (unit, "retire", change.reason, ())
        else:
            self._update(unit, change)

    def _create(self, change: RootChange) -> None:
        evidence = self._evidence(change.evidence)
        if not (evidence and change.activation.strip() and change.guidance.strip()):
            return
        unit = RootUnit(
            id=new_id("r"),
            title=change.title,
            activation=change.activation,
            guidance=change.guidance,
            evidence=evidence,
            triggers=change.triggers,
            updated_at=utc_now(),
        )
        self.standing[unit.id] = unit
        self.revised[unit.id] = (unit, "create", change.reason, ())

    def _update(self, unit: RootUnit, change: RootChange) -> None:
        folded = [
            self.standing.pop(other)
            for other in dict.fromkeys(change.merged_ids)
            if other in self.standing and other != unit.id
        ]
        left_out = [*unit.evidence, *(piece for other in folded for piece in other.evidence)]
        evidence = self._evidence([*change.evidence, *left_out])
        if not evidence:
            return
        self.standing[unit.id] = unit.model_copy(
            update={
                "title": change.title or unit.title,
                "activation": change.activation or unit.activation,
                "guidance": change.guidance or unit.guidance,
                "triggers": change.triggers or unit.triggers,
                "evidence": evidence,
            }
        )
        before = self.revised.get(unit.id)
        action: RootAction = "create" if before and before[1] == "create" else change.action
        for other in folded:
            self.revised.pop(other.id, None)
        merged = tuple(other.id for other in folded if other.id in self.stored)
        self.revised[unit.id] = (self.standing[unit.id], action, change.reason, merged)

    def _evidence(self, ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece for piece in ids if piece in self.known))


async def root(
    store: Store,
    embedder: Embedder,
    reasoner: Reasoner,
    scope: Scope,
    options: ConstructOptions,
    *,
    flush: bool,
) -> int:
    """Work the entries that no batch has seen into the units; returns how many units changed.

    A batch is taken when it is full; with ``flush`` the rest is taken too. Units whose evidence
    changed meanwhile (stale) are part of the same revision. What has no prompt to fill takes
    larger batches.
    """
    changed = 0
    size = options.root_batch if reasoner.uses_model else max(options.root_batch, LARGE_BATCH)
    while True:
        batch = await in_thread(store.unrooted, scope, size)
        stale = set(await in_thread(store.stale_roots, scope))
        full = len(batch) >= size
        if (not batch and not stale) or not (full or flush):
            return changed
        changed += await revise(store, embedder, reasoner, scope, options, batch, stale)


async def revise(
    store: Store,
    embedder: Embedder,
    reasoner: Reasoner,
    scope: Scope,
    options: ConstructOptions,
    batch: Sequence[MemoryEntry],
    stale: set[str],
) -> int:
    """One revision of the units by one batch (possibly empty); returns how many changed."""
    rows = await in_thread(store.roots, scope)
    before = [row.unit for row in rows]
    cited = sorted({piece for unit in before for piece in unit.evidence})
    evidence = {
        entry.id: entry
        for entry in (await in_thread(store.entries, scope, ids=cited) if cited else [])
        if entry.status == "active"
    }
    draft = Draft(before, frozenset([*evidence, *(entry.id for entry in batch)]))
    units = _without_lost_evidence(draft, evidence, stale)
    for change in await reasoner.revise_roots(units, batch, evidence, options.root_budget):
        draft.apply(change)
    known = evidence | {entry.id: entry for entry in batch}
    await _fit(draft, embedder, reasoner, known, options.root_budget)
    revisions = await _embedded(draft, embedder)
    await in_thread(store.save_roots, scope, revisions, [entry.id for entry in batch])
    return len(revisions)


def _without_lost_evidence(
    draft: Draft, evidence: Mapping[str, MemoryEntry], stale: set[str]
) -> list[RootUnit]:
    """The units the reasoner sees: what was superseded, retracted or erased is out of them."""
    for unit in list(draft.standing.values()):
        left = tuple(piece for piece in unit.evidence if piece in evidence)
        if not left:
            draft.apply(RootChange(action="retire", unit_id=unit.id, reason="no evidence is left"))
        elif unit.id in stale or left != unit.evidence:
            kept = unit.model_copy(update={"evidence": left})
            draft.standing[unit.id] = kept
            draft.revised[unit.id] = (kept, "revise", "some of its evidence changed", ())
    return list(draft.standing.values())


async def _fit(
    draft: Draft,
    embedder: Embedder,
    reasoner: Reasoner,
    known: Mapping[str, MemoryEntry],
    budget: int,
) -> None:
    """Over budget: ask once more for merges, then fold the two most similar units together."""
    if len(draft.standing) > budget:
        asked = await reasoner.revise_roots(list(draft.standing.values()), (), known, budget)
        for change in asked:
            draft.apply(change)
    while len(draft.standing) > budget:
        units = list(draft.standing.values())
        vectors = await embedder.embed([unit.activation for unit in units])
        alike = vectors @ vectors.T - 2 * np.eye(len(units), dtype=np.float32)
        one, other = sorted(divmod(int(alike.argmax()), len(units)))
        draft.apply(
            RootChange(
                action="merge",
                unit_id=units[one].id,
                merged_ids=(units[other].id,),
                activation=f"{units[one].activation} {units[other].activation}",
                guidance=f"{units[one].guidance} {units[other].guidance}",
                triggers=units[one].triggers + units[other].triggers,
                reason="over the unit budget: the two most similar units became one",
            )
        )


async def _embedded(draft: Draft, embedder: Embedder) -> list[RootRevision]:
    """The revisions with their next version and their vectors, the activation's first."""
    revisions: list[RootRevision] = []
    for unit, action, reason, merged in draft.revised.values():
        version = unit.version + (0 if action == "create" else 1)
        unit = unit.model_copy(update={"version": version, "updated_at": utc_now()})
        vectors = await embedder.embed([unit.activation, *unit.triggers])
        revisions.append(RootRevision(unit, vectors.tobytes(), action, reason, merged))
    return revisions
