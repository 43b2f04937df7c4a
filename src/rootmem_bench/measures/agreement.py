"""Agreement of raters on nominal labels: raw, Cohen, Fleiss, Gwet's AC1, positive rate.

Ratings are rows of labels, one row an item, one column a rater, None where a rater gave none. With
no gaps the coefficients are those of the papers named; with gaps they follow Gwet's Handbook of
Inter-Rater Reliability (4th edition, 2014, ch. 2 and 5): an item counts for agreement where two
raters or more labelled it, and for prevalence by its share of labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

Label = Hashable
Ratings = Sequence[Sequence[Label | None]]

PREVALENCE = (
    "Prevalence effect: nearly all labels are alike, so that raters agree while kappa is near zero "
    "or below; kappa says little here. Read it together with raw agreement, positive rate and AC1."
)
_HIGH, _LOW = 0.8, 0.4


class Agreement(NamedTuple):
    """``fleiss`` and ``ac1`` are None where they are undefined (one label only, no pairs);
    ``cohen`` is None for other than two raters; ``remark`` is "" where there is nothing to say."""

    items: int
    raters: int
    raw: float | None
    positive_rate: float | None
    cohen: float | None
    fleiss: float | None
    ac1: float | None
    remark: str


def agreement(ratings: Ratings, positive: Label = True) -> Agreement:
    """All coefficients with the remark that they need."""
    rows = [row for row in ratings if any(label is not None for label in row)]
    raters = max((len(row) for row in rows), default=0)
    labels = [label for row in rows for label in row if label is not None]
    pairs = [(row[0], row[1]) for row in rows if raters == 2 and None not in row]
    raw, fleiss, ac1 = raw_agreement(rows), fleiss_kappa(rows), gwet_ac1(rows)
    cohen = cohen_kappa(*zip(*pairs, strict=True)) if pairs else None
    return Agreement(
        items=len(rows),
        raters=raters,
        raw=raw,
        positive_rate=labels.count(positive) / len(labels) if labels else None,
        cohen=cohen,
        fleiss=fleiss,
        ac1=ac1,
        remark=_remark(raw, fleiss if cohen is None else cohen),
    )


def cohen_kappa(a: Sequence[Label], b: Sequence[Label]) -> float | None:
    """Cohen (1960), two raters; None where chance agreement is 1. Raises ValueError for unequal
    lengths."""
    if len(a) != len(b):
        raise ValueError(f"not paired: {len(a)} and {len(b)} labels")
    if not a:
        return None
    n = len(a)
    observed = sum(x == y for x, y in zip(a, b, strict=True)) / n
    first, second = Counter(a), Counter(b)
    return _beyond(observed, sum(first[label] * second[label] for label in first) / n**2)


def fleiss_kappa(ratings: Ratings) -> float | None:
    """Fleiss (1971), any number of raters; None where chance agreement is 1."""
    raw, shares = raw_agreement(ratings), _shares(ratings)
    return None if raw is None else _beyond(raw, sum(share**2 for share in shares.values()))


def gwet_ac1(ratings: Ratings, labels: Sequence[Label] | None = None) -> float | None:
    """Gwet (2008); ``labels`` are the labels that exist (default: those that occur, at least two).

    With one label in use, AC1 is 1 for full agreement.
    """
    raw, shares = raw_agreement(ratings), _shares(ratings)
    if raw is None:
        return None
    count = max(2, len(labels) if labels is not None else len(shares))
    chance = sum(share * (1 - share) for share in shares.values()) / (count - 1)
    return _beyond(raw, chance)


def raw_agreement(ratings: Ratings) -> float | None:
    """The mean over items of the share of rater pairs that agree; None without a pair."""
    values: list[float] = []
    for row in ratings:
        counts = Counter(label for label in row if label is not None)
        n = counts.total()
        if n >= 2:
            values.append(sum(c * (c - 1) for c in counts.values()) / (n * (n - 1)))
    return sum(values) / len(values) if values else None


def _shares(ratings: Ratings) -> dict[Label, float]:
    """How prevalent each label is: its share of an item's labels, averaged over items."""
    rows = [[label for label in row if label is not None] for row in ratings]
    rows = [row for row in rows if row]
    shares: dict[Label, float] = {}
    for row in rows:
        for label, count in Counter(row).items():
            shares[label] = shares.get(label, 0.0) + count / len(row) / len(rows)
    return shares


def _beyond(observed: float, chance: float) -> float | None:
    return None if chance >= 1 - 1e-12 else (observed - chance) / (1 - chance)


def _remark(raw: float | None, kappa: float | None) -> str:
    if raw is not None and raw >= _HIGH and (kappa is None or kappa < _LOW):
        return PREVALENCE
    return ""
