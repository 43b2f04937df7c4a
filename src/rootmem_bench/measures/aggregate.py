"""From item lines to the measures and comparisons of a run: the one place where both are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rootmem_bench.measures.agreement import agreement
from rootmem_bench.measures.costs import costs
from rootmem_bench.measures.intervals import SEED, mean_of, paired
from rootmem_bench.measures.mcnemar import mcnemar
from rootmem_bench.measures.outcomes import choice_values, outcome_of, outcome_table, traps_of
from rootmem_bench.records import OPTION_KINDS
from rootmem_bench.runs import UNPARSABLE, Build, Comparison, Figure, Figures, ItemLine, Measures

Key = tuple[str, int]
GRADED = ("ndcg", "_recall", "f1", "score")
"""Ends of figures' names that are graded, also where an item's values happen to be 0 and 1."""


def measures_of(
    lines: Sequence[ItemLine], builds: Sequence[Build], *, seed: int = SEED
) -> tuple[Measures, ...]:
    """One a system and k, in the order of the lines."""
    return tuple(
        _measured(system, k, own, [b for b in builds if b.system == system], seed)
        for (system, k), own in grouped(lines).items()
    )


def grouped(lines: Sequence[ItemLine]) -> dict[Key, list[ItemLine]]:
    """(system, k) -> its lines."""
    groups: dict[Key, list[ItemLine]] = {}
    for line in lines:
        groups.setdefault((line.system, line.k), []).append(line)
    return groups


def _measured(
    system: str, k: int, lines: Sequence[ItemLine], builds: Sequence[Build], seed: int
) -> Measures:
    has_both = any(outcome_of(line) is not None for line in lines)
    return Measures(
        system=system,
        k=k,
        items=len(lines),
        errors=sum(bool(line.error) for line in lines),
        figures=figures(lines, seed=seed),
        by_category=_by(lines, lambda line: line.category, seed),
        by_type=_by(lines, lambda line: line.query_type, seed),
        outcomes=outcome_table(lines) if has_both else {},
        agreement=_judges(lines),
        costs=costs(builds, lines),
    )


def figures(lines: Sequence[ItemLine], *, seed: int = SEED) -> Figures:
    """Every figure of these lines with its interval."""
    found: Figures = {}
    for name, values in item_values(lines).items():
        if (estimate := mean_of(values, seed=seed)) is not None:
            found[name] = Figure(**estimate._asdict())
    return found


class Shape(NamedTuple):
    """What lines must be read alike by: a failed line has neither options nor verdicts."""

    traps: list[str]
    judges: list[str]


def shape_of(lines: Sequence[ItemLine]) -> Shape:
    judges = list(dict.fromkeys(name for line in lines for name in line.verdicts))
    return Shape(traps_of(lines), judges)


def item_values(lines: Sequence[ItemLine]) -> dict[str, list[float]]:
    """Figure -> its values, one an item that has it."""
    shape = shape_of(lines)
    values: dict[str, list[float]] = {}
    for line in lines:
        for name, value in line_values(line, shape).items():
            values.setdefault(name, []).append(value)
    return {name: values[name] for name in sorted(values, key=_place)}


def line_values(line: ItemLine, shape: Shape) -> dict[str, float]:
    """Figures of one item. With one judge its verdict is ``accuracy``, else ``judge:<name>``."""
    values: dict[str, float] = {}
    for name, hit in (("recall_semantic", line.semantic), ("recall_logical", line.logical)):
        if hit is not None:
            values[name] = float(hit)
    values |= choice_values(line, shape.traps)
    for judge in shape.judges:
        name = "accuracy" if len(shape.judges) == 1 else f"judge:{judge}"
        values[name] = float(line.verdicts.get(judge) is True)
    return values | line.scores


_ORDER = ("accuracy", "accuracy_answered", *OPTION_KINDS[1:], UNPARSABLE)


def _place(name: str) -> tuple[int, int]:
    """Recall first, then answers, then the rest in order of appearance."""
    if name.startswith("recall_"):
        return 0, 0
    return (1, _ORDER.index(name)) if name in _ORDER else (1 if name.startswith("judge:") else 2, 9)


def comparisons_of(
    lines: Sequence[ItemLine], baseline: str, *, seed: int = SEED
) -> tuple[Comparison, ...]:
    """Every other system against the baseline at the same k: McNemar's exact test for figures of
    yes and no, the paired bootstrap for others; the interval is the bootstrap's for both."""
    groups = grouped(lines)
    found: list[Comparison] = []
    for (system, k), own in groups.items():
        other = groups.get((baseline, k))
        if system == baseline or other is None:
            continue
        for name in dict.fromkeys(item_values(own)):
            if made := _compared(name, own, other, baseline, seed):
                found.append(made)
    return tuple(found)


def _compared(
    name: str, own: Sequence[ItemLine], other: Sequence[ItemLine], baseline: str, seed: int
) -> Comparison | None:
    a, b = _keyed(name, own), _keyed(name, other)
    both = [key for key in a if key in b]
    xs, ys = [a[key] for key in both], [b[key] for key in both]
    gap = paired(xs, ys, seed=seed)
    if gap is None:
        return None
    binary = not name.endswith(GRADED) and all(value in (0.0, 1.0) for value in (*xs, *ys))
    p = mcnemar([x == 1 for x in xs], [y == 1 for y in ys]).p if binary else gap.p
    return Comparison(
        system=own[0].system,
        baseline=baseline,
        k=own[0].k,
        figure=name,
        difference=gap.value,
        low=gap.low,
        high=gap.high,
        n=gap.n,
        p=p,
        test="McNemar exact" if binary else "paired bootstrap",
    )


def _keyed(name: str, lines: Sequence[ItemLine]) -> dict[tuple[str, str], float]:
    """(person, item) -> its value of the figure."""
    shape = shape_of(lines)
    return {
        (line.person, line.item): values[name]
        for line in lines
        if name in (values := line_values(line, shape))
    }


def _by(
    lines: Sequence[ItemLine], part: Callable[[ItemLine], str], seed: int
) -> dict[str, Figures]:
    parts: dict[str, list[ItemLine]] = {}
    for line in lines:
        if name := part(line):
            parts.setdefault(name, []).append(line)
    return {name: figures(own, seed=seed) for name, own in sorted(parts.items())}


def _judges(lines: Sequence[ItemLine]) -> dict[str, Any] | None:
    """Agreement of the judges, where there are two or more."""
    names = list(dict.fromkeys(name for line in lines for name in line.verdicts))
    if len(names) < 2:
        return None
    ratings = [[line.verdicts.get(name) for name in names] for line in lines]
    return {"judges": names, **agreement(ratings)._asdict()}
