"""Steps 5 and 6: what the experts' ratings retain, and how well raters agree [R 3.4, App. B]."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rootmem_bench.construction.kinds import POSITIVE, RATED
from rootmem_bench.construction.shapes import Candidate, Rating, Round, Verdict
from rootmem_bench.measures.agreement import Agreement, agreement

EXPERTS = 2
OVERALL, KEEP, PAIRS = "overall", "keep", "pairs"
Rows = list[list[bool | None]]


class Agreed(NamedTuple):
    """``rows``: name -> agreement: each dimension, ``overall`` (the ratings of all three, pooled)
    and ``keep`` (positive in all three)."""

    round: Round
    raters: tuple[str, ...]
    rows: dict[str, Agreement]

    def as_json(self) -> dict[str, Any]:
        rows = {name: one._asdict() for name, one in self.rows.items()}
        return {"round": self.round, "raters": list(self.raters), "agreement": rows}


def keeps(rating: Rating) -> bool | None:
    """Whether a rater would keep an item: positive in every dimension; None while one is open."""
    if any(name not in rating.scores for name in RATED):
        return None
    return all(rating.scores[name] >= POSITIVE for name in RATED)


def passed(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Those that the judge let through."""
    return [one for one in candidates if one.status == "passed"]


def retained(
    candidates: Iterable[Candidate], ratings: Iterable[Rating], *, experts: int = EXPERTS
) -> list[Candidate]:
    """The passed ones that at least so many experts rated in full, and all of those would keep
    [us: the paper does not say how its two experts' decisions were joined]."""
    votes: dict[str, list[bool]] = defaultdict(list)
    for one in ratings:
        if one.round == "experts" and (vote := keeps(one)) is not None:
            votes[one.item].append(vote)
    return [
        one for one in passed(candidates) if len(votes[one.id]) >= experts and all(votes[one.id])
    ]


def agreed(ratings: Iterable[Rating], round_: Round, items: Sequence[str]) -> Agreed:
    """Agreement of one round's raters on these items, four points made two."""
    chosen = [one for one in ratings if one.round == round_ and one.item in set(items)]
    raters = tuple(sorted({one.rater for one in chosen}))
    by = {(one.item, one.rater): one for one in chosen}

    def rows(name: str) -> Rows:
        return [[_positive(by.get((item, rater)), name) for rater in raters] for item in items]

    parts = {name: rows(name) for name in RATED}
    keep = [[keeps(by[i, r]) if (i, r) in by else None for r in raters] for i in items]
    found = {name: agreement(part) for name, part in parts.items()}
    found[OVERALL] = agreement([row for part in parts.values() for row in part])
    found[KEEP] = agreement(keep)
    return Agreed(round_, raters, found)


def agreed_on_pairs(verdicts: Iterable[Verdict], pairs: Sequence[str]) -> Agreed:
    """Agreement of those who verified the pairs, models among them under their ``llm:`` names."""
    by = {(one.pair, one.by): one.holds for one in verdicts}
    judges = tuple(sorted({judge for _, judge in by}))
    rows = [[by.get((pair, judge)) for judge in judges] for pair in pairs]
    return Agreed("experts", judges, {PAIRS: agreement(rows)})


def _positive(rating: Rating | None, name: str) -> bool | None:
    score = rating.scores.get(name) if rating is not None else None
    return None if score is None else score >= POSITIVE
