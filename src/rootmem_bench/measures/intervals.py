"""Percentile bootstrap intervals of means and of paired differences (Efron and Tibshirani 1993).

Items are resampled, not people: with four to twenty people a bootstrap over them says little. Items
of one person are alike, so the intervals are somewhat too narrow for claims about new people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SEED = 42
RESAMPLES = 2000
LEVEL = 0.95


class Estimate(NamedTuple):
    """A mean over ``n`` items with the ends of its interval."""

    value: float
    low: float
    high: float
    n: int


class Difference(NamedTuple):
    """The mean of ``a - b`` over the items both have. ``p`` is two-sided: twice the share of
    resamples on the far side of zero, at least 1 / resamples."""

    value: float
    low: float
    high: float
    n: int
    p: float


def mean_of(
    values: Sequence[float], *, seed: int = SEED, resamples: int = RESAMPLES, level: float = LEVEL
) -> Estimate | None:
    """The mean with its percentile interval; None for no values. The same seed, the same ends."""
    if not values:
        return None
    data = np.asarray(values, dtype=np.float64)
    low, high = _ends(_resampled(data, seed, resamples), level)
    return Estimate(float(data.mean()), low, high, len(data))


def paired(
    a: Sequence[float],
    b: Sequence[float],
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> Difference | None:
    """The paired bootstrap of ``mean(a) - mean(b)``, value i of both from item i; None for none.

    Raises ValueError where the lengths differ.
    """
    if len(a) != len(b):
        raise ValueError(f"not paired: {len(a)} and {len(b)} values")
    if not a:
        return None
    gaps = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    means = _resampled(gaps, seed, resamples)
    low, high = _ends(means, level)
    tail = min(float((means <= 0).mean()), float((means >= 0).mean()))
    p = min(1.0, max(2 * tail, 1 / resamples))
    return Difference(float(gaps.mean()), low, high, len(gaps), p)


def _resampled(data: NDArray[np.float64], seed: int, resamples: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    means = np.empty(resamples)
    step = max(1, 4_000_000 // len(data))
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        means[start : start + rows] = data[rng.integers(0, len(data), (rows, len(data)))].mean(1)
    return means


def _ends(means: NDArray[np.float64], level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)
