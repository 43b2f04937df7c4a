"""Working new statements into the open root units; numbers only, no texts and no embedder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rootmem.model import RootChange, RootUnit
from rootmem.ports import Vectors
from rootmem.reasoners.offline.constraint import Floats
from rootmem.reasoners.offline.facets import OTHERS, Facet
from rootmem.reasoners.offline.order import by_constraint

ADMIT = 0.0
"""Strength from which a statement is evidence (see ``Judged``: 0 is undecided)."""
OPEN = 1.4
"""Strength from which a statement opens a unit of its own [us: flat from 1.2 to 1.6]."""
MASS = 3
"""So many weaker ones of a facet open a unit as well."""
TOGETHER = 20
"""So many statements are placed together, the size of the paper's batches [R App. C.1.2]."""
MARGIN = 0.1
"""So much stronger than the weakest unit a statement must be to take its place."""
FULL = 40
"""A unit that holds so many pieces takes only those that would be among its so many strongest: it
then grows with the logarithm of what is said. What it does not take is no evidence, and is found
by what it says, as any entry."""
HEADS = 2
"""So many first pieces of the other units count against repeating them."""
TRIGGERS = 16
JOIN = " · "
"""Stands between the titles of facets that share a unit."""


class Pieces(NamedTuple):
    """Statements that are or may be evidence, row by row.

    ``strength`` (n,) and ``affinity`` (n, facets) as in ``Judged``; ``vectors`` (n, d) centred;
    ``fixed`` (n,): the facet that the subject decides (a friend, an animal), -1 for the user.
    """

    ids: list[str]
    strength: Floats
    affinity: Floats
    vectors: Vectors
    fixed: NDArray[np.intp]


class OpenUnit:
    """A unit while it is worked on: its facets, and its evidence as rows of ``Pieces``."""

    def __init__(self, unit: RootUnit | None, facets: list[int], rows: list[int]) -> None:
        self.unit, self.facets, self.rows = unit, facets, rows
        self.folded: list[RootUnit] = []
        self.touched = unit is None
        self.widened = False


class RootPlan:
    """The units as they will stand."""

    def __init__(self, units: Sequence[RootUnit], pieces: Pieces, facets: Sequence[Facet]) -> None:
        self.pieces, self.facets = pieces, facets
        self.others = next(at for at, facet in enumerate(facets) if facet.id == OTHERS)
        self.facet_of = np.where(pieces.fixed >= 0, pieces.fixed, pieces.affinity.argmax(axis=1))
        self.row_of = {id_: row for row, id_ in enumerate(pieces.ids)}
        titles = {facet.title: number for number, facet in enumerate(facets)}
        self.open: list[OpenUnit] = []
        for unit in units:
            rows = [self.row_of[piece] for piece in unit.evidence if piece in self.row_of]
            known = [titles[one] for one in unit.title.split(JOIN) if one in titles]
            self.open.append(OpenUnit(unit, known or self._main_facet(rows), rows))

    def _main_facet(self, rows: list[int]) -> list[int]:
        """For a unit that somebody else wrote: the facet that most of its evidence belongs to."""
        return [int(np.bincount(self.facet_of[rows]).argmax())] if rows else []

    def work_in(self, ids: Sequence[str], budget: int) -> None:
        """Place new statements a few at a time, of those the strongest first, so that what matters
        most opens units; all at once, facets with many strong ones would take every unit."""
        cited = {row for one in self.open for row in one.rows}
        rows = [row for row in map(self.row_of.__getitem__, ids) if row not in cited]
        strength = self.pieces.strength
        for start in range(0, len(rows), TOGETHER):
            for row in sorted(rows[start : start + TOGETHER], key=lambda row: -strength[row]):
                if strength[row] >= ADMIT:
                    self._place(row, budget)
        self._reorder([one for one in self.open if one.touched])

    def revise(self, budget: int) -> None:
        """Order all evidence anew and fold the weakest units away until the budget is kept."""
        while len(self.open) > max(1, budget):
            self._fold(self._weakest())
        self._reorder(self.open)

    def _place(self, row: int, budget: int) -> None:
        facet = int(self.facet_of[row])
        home = next((one for one in self.open if facet in one.facets), None)
        if home is None:
            home = self._opened(row, facet, budget)
        if home is None and facet != self.others:
            affinity = self.pieces.affinity[row]
            hosts = self._own() or self.open
            home = max(hosts, key=lambda one: max(affinity[one.facets], default=-np.inf))
        if home is not None and self._takes(home, row):
            home.rows.append(row)
            home.touched = True

    def _takes(self, home: OpenUnit, row: int) -> bool:
        held = self.pieces.strength[home.rows]
        if len(held) < FULL:
            return True
        return bool(self.pieces.strength[row] > np.partition(held, -FULL)[-FULL])

    def _opened(self, row: int, facet: int, budget: int) -> OpenUnit | None:
        """A new unit for the facet, with what it had lent to others, if it deserves one."""
        strength = float(self.pieces.strength[row])
        lent = [row for one in self.open for row in one.rows if self.facet_of[row] == facet]
        by_subject = self.pieces.fixed[row] >= 0
        deserved = strength >= OPEN or len(lent) >= MASS or by_subject
        if self._own() and not deserved:
            return None
        if len(self.open) >= budget:
            weakest = self._weakest()
            if len(self.open) < 2 or strength <= self._strength_of(weakest) + MARGIN:
                return None
            self._fold(weakest)
        one = OpenUnit(None, [facet], list(dict.fromkeys(lent)))
        self.open.append(one)
        return one

    def _own(self) -> list[OpenUnit]:
        """The units that are not only about other people; what the user is may join them."""
        return [one for one in self.open if one.facets != [self.others]]

    def _weakest(self) -> OpenUnit:
        return min(self.open, key=self._strength_of)

    def _strength_of(self, one: OpenUnit) -> float:
        return max((float(self.pieces.strength[row]) for row in one.rows), default=-np.inf)

    def _fold(self, weak: OpenUnit) -> None:
        """Into the unit whose evidence is nearest."""
        self.open.remove(weak)
        host = max(self.open, key=lambda one: self._alike(one, weak))
        host.rows += [row for row in weak.rows if row not in host.rows]
        host.facets += [facet for facet in weak.facets if facet not in host.facets]
        gone = [*([weak.unit] if weak.unit else []), *weak.folded]
        if host.unit is None and gone:
            host.unit = gone.pop(0)
        host.folded += gone
        host.touched = host.widened = True

    def _alike(self, one: OpenUnit, other: OpenUnit) -> float:
        if not (one.rows and other.rows):
            return -1.0
        means = [self.pieces.vectors[each.rows].mean(axis=0) for each in (one, other)]
        return float(means[0] @ means[1])

    def _reorder(self, units: Sequence[OpenUnit]) -> None:
        strength, vectors = self.pieces.strength, self.pieces.vectors
        for one in sorted(units, key=self._strength_of, reverse=True):
            heads = [row for other in self.open if other is not one for row in other.rows[:HEADS]]
            order = by_constraint(strength[one.rows], vectors[one.rows], vectors[heads])
            one.rows = [one.rows[at] for at in order]

    def changes(self) -> tuple[RootChange, ...]:
        """What differs from the units as they were."""
        found = (self._change(one) for one in self.open)
        return tuple(change for change in found if change is not None)

    def _change(self, one: OpenUnit) -> RootChange | None:
        evidence = tuple(self.pieces.ids[row] for row in one.rows)
        if not evidence:
            return one.unit and RootChange(
                action="retire", unit_id=one.unit.id, reason="no evidence is left"
            )
        if one.unit is not None and not one.widened:
            if evidence == one.unit.evidence:
                return None
            return RootChange(
                action="update", unit_id=one.unit.id, evidence=evidence, reason="new evidence"
            )
        rules = rules_of([self.facets[number] for number in one.facets])
        if one.unit is None:
            return rules.model_copy(update={"evidence": evidence})
        return rules.model_copy(
            update={
                "action": "merge" if one.folded else "update",
                "unit_id": one.unit.id,
                "merged_ids": tuple(unit.id for unit in one.folded),
                "evidence": evidence,
                "reason": "made room: the weakest unit joined the one it is nearest to",
            }
        )


def rules_of(facets: Sequence[Facet]) -> RootChange:
    """A ``create`` without evidence: the texts of one facet, or of several side by side."""
    each = -(-TRIGGERS // len(facets))
    return RootChange(
        action="create",
        title=JOIN.join(facet.title for facet in facets),
        activation=" ".join(facet.activation for facet in facets),
        guidance=" ".join(facet.guidance for facet in facets),
        triggers=tuple(trigger for facet in facets for trigger in facet.triggers[:each]),
        reason="something that binds was said",
    )
