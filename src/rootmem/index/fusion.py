"""Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): score = sum of weight / (k + rank)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rootmem.index.dense import Positions, Scores

K = 60


class Ranked(NamedTuple):
    """One list: positions, best first, their scores alike, and the list's weight."""

    positions: Positions
    scores: Scores
    weight: float = 1.0


class Fused(NamedTuple):
    """``ranks``: list name -> (rank from 1, that list's score)."""

    position: int
    score: float
    ranks: dict[str, tuple[int, float]]


def fuse(lists: Mapping[str, Ranked], n: int, k: int = K) -> list[Fused]:
    """The ``n`` best of all lists together, best first; ties go to the later position."""
    totals: dict[int, float] = {}
    ranks: dict[int, dict[str, tuple[int, float]]] = {}
    for name, ranked in lists.items():
        pairs = zip(ranked.positions.tolist(), ranked.scores.tolist(), strict=True)
        for rank, (position, score) in enumerate(pairs, start=1):
            totals[position] = totals.get(position, 0.0) + ranked.weight / (k + rank)
            ranks.setdefault(position, {})[name] = (rank, score)
    best = sorted(totals, key=lambda position: (-totals[position], -position))[:n]
    return [Fused(position, totals[position], ranks[position]) for position in best]
