"""Measures of one retrieval: who was found, at which rank, and nDCG.

``shown`` are the ids that each retrieved item stands for, in order. A *target* is a set of ids of
which any one will do: the logical memory with the entries that say the same, or one evidence turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log2

Shown = Sequence[Collection[str]]


def rank_of(shown: Shown, target: Collection[str]) -> int | None:
    """The 1-based place of the first item that stands for one of the target's ids; None: none."""
    wanted = frozenset(target)
    for place, ids in enumerate(shown, start=1):
        if not wanted.isdisjoint(ids):
            return place
    return None


def found(shown: Shown, target: Collection[str], k: int) -> bool | None:
    """Whether the target is among the first k; None where there is nothing to find."""
    if not target:
        return None
    rank = rank_of(shown[:k], target)
    return rank is not None


def recall(shown: Shown, targets: Sequence[Collection[str]], k: int) -> float | None:
    """The share of the targets among the first k; None without targets."""
    wanted = [target for target in targets if target]
    if not wanted:
        return None
    return sum(bool(found(shown, target, k)) for target in wanted) / len(wanted)


def ndcg(shown: Shown, targets: Sequence[Collection[str]], k: int) -> float | None:
    """Binary nDCG@k (Järvelin and Kekäläinen 2002, discount 1/log2(rank + 1)); None without
    targets.

    Each target gains once, at the rank where it is first met. An item that stands for several
    targets would exceed the ideal order, which has one a rank; the value is capped at 1.
    """
    wanted = [target for target in targets if target]
    if not wanted:
        return None
    ranks = [rank_of(shown[:k], target) for target in wanted]
    gained = sum(1 / log2(rank + 1) for rank in ranks if rank is not None)
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(len(wanted), k) + 1))
    return min(1.0, gained / ideal)
