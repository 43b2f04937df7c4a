"""Root units without a model: facets of a life, opened where a person's statements bind.

A statement that binds enough becomes evidence of the unit of its facet. A facet opens a unit when
it holds something strong; where the budget is reached, statements of other facets join the open
unit they are nearest to, and a facet with something stronger takes the place of the weakest unit,
which is folded into its nearest neighbour. Evidence is ordered when it is written.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rootmem.model import USER_SUBJECT, MemoryEntry, RootChange, RootUnit
from rootmem.ports import Vectors
from rootmem.reasoners.offline.constraint import Floats, Judge
from rootmem.reasoners.offline.facets import ANIMALS, OTHERS, lines_of, load_facets
from rootmem.reasoners.offline.order import centred
from rootmem.reasoners.offline.pets import are_animals
from rootmem.reasoners.offline.root_plan import Pieces, RootPlan

Embed = Callable[[Sequence[str]], Awaitable[Vectors]]

STATED = 2.0
"""Weight of how firmly it was stated (entry strength minus the usual 0.5) [us: of 0.5, 1, 2 and 3,
on conversations read offline]."""
RECENT = 0.1
"""What the newest statement gains over the oldest."""
REMEMBERED = 20_000
"""So many judged texts are kept, about 1 kB each: evidence comes back with every batch."""


class _Known(NamedTuple):
    """A text's vector (d,), strength and affinity (facets,)."""

    vector: Vectors
    strength: float
    affinity: Floats


class RootReviser:
    """The offline ``revise_roots``; safe for one revision at a time.

    ``embed`` should be a local embedder: every statement goes through it.
    """

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._judge: Judge | None = None
        self._known: dict[str, _Known] = {}

    async def revise(
        self,
        units: Sequence[RootUnit],
        batch: Sequence[MemoryEntry],
        evidence: Mapping[str, MemoryEntry],
        budget: int,
    ) -> tuple[RootChange, ...]:
        """See ``Reasoner.revise_roots``."""
        entries = {**evidence, **{entry.id: entry for entry in batch}}
        if not entries:
            return ()
        facets = load_facets()
        plan = RootPlan(units, await self._pieces(list(entries.values())), facets)
        if batch:
            plan.work_in([entry.id for entry in batch], budget)
        else:
            plan.revise(budget)
        return plan.changes()

    async def _pieces(self, entries: Sequence[MemoryEntry]) -> Pieces:
        known = await self._judged([entry.text for entry in entries])
        stated = np.array([entry.strength for entry in entries], dtype=np.float32)
        times = np.array([entry.time.timestamp() for entry in entries])
        moments = np.unique(times)
        recency = np.searchsorted(moments, times) / max(1, len(moments) - 1)
        binding = np.array([one.strength for one in known], dtype=np.float32)
        strength = binding + STATED * (stated - 0.5) + RECENT * (recency - 0.5)
        return Pieces(
            [entry.id for entry in entries],
            strength.astype(np.float32),
            np.stack([one.affinity for one in known]),
            centred(np.stack([one.vector for one in known])),
            np.array(_facets_by_subject(entries)),
        )

    async def _judged(self, texts: Sequence[str]) -> list[_Known]:
        """Each text with its vector and judgement; only new texts are embedded and judged."""
        if len(self._known) > REMEMBERED:
            self._known = {}
        known = self._known
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            judge = await self._ready()
            vectors = await self._embed(new)
            judged = judge.judge(new, vectors)
            rows = zip(vectors, judged.strength.tolist(), judged.affinity, strict=True)
            known.update(zip(new, (_Known(*row) for row in rows), strict=True))
        return [known[text] for text in texts]

    async def _ready(self) -> Judge:
        if self._judge is None:
            facets = load_facets()
            signs = [await self._embed(facet.signs) for facet in facets]
            self._judge = Judge(facets, signs, await self._embed(lines_of("ordinary.txt")))
        return self._judge


def _facets_by_subject(entries: Sequence[MemoryEntry]) -> list[int]:
    """The facet that an entry's subject decides; -1 for what is said of the user."""
    number = {facet.id: at for at, facet in enumerate(load_facets())}
    return [
        -1 if entry.subject == USER_SUBJECT else number[ANIMALS if animal else OTHERS]
        for entry, animal in zip(entries, are_animals(entries), strict=True)
    ]
