"""McNemar's test on paired yes/no outcomes, exact (conditional, two-sided)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple


class McNemar(NamedTuple):
    """``only_a``: items that a alone got right; ``only_b``: b alone."""

    only_a: int
    only_b: int
    p: float


def mcnemar(a: Sequence[bool], b: Sequence[bool]) -> McNemar:
    """The test over items i; raises ValueError where the lengths differ.

    Under the null hypothesis a discordant pair is a fair coin's throw, so p is a binomial test's.
    """
    stats: Any = import_module("scipy.stats")
    if len(a) != len(b):
        raise ValueError(f"not paired: {len(a)} and {len(b)} outcomes")
    only_a = sum(x and not y for x, y in zip(a, b, strict=True))
    only_b = sum(y and not x for x, y in zip(a, b, strict=True))
    discordant = only_a + only_b
    if not discordant:
        return McNemar(0, 0, 1.0)
    return McNemar(only_a, only_b, float(stats.binomtest(only_a, discordant).pvalue))
