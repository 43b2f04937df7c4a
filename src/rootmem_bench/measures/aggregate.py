"""From item lines to the measures and comparisons of a run: the one place where both are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rootmem_bench.measures.agreement import agreement
from rootmem_bench.measures.costs import costs
from rootmem_bench.measures.intervals import SEED, mean_of, paired
from rootmem_bench.measures.mcnemar import mcnemar
from rootmem_bench.measures.outcomes import choice_values, outcome_of, outcome_table
from rootmem_bench.runs import Build, Comparison, Figure, Figures, ItemLine, Measures

Key = tuple[str, int]


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


def item_values(lines: Sequence[ItemLine]) -> dict[str, list[float]]:
    """Figure -> its values, one an item that has it. Verdicts are ``judge:<name>``."""
    values: dict[str, list[float]] = {}
    for name in ("semantic", "logical"):
        hits = [float(hit) for line in lines if (hit := getattr(line, name)) is not None]
        if hits:
            values[f"recall_{name}"] = hits
    values |= choice_values(lines)
    for line in lines:
        for name, score in line.scores.items():
            values.setdefault(name, []).append(score)
        for judge, verdict in line.verdicts.items():
            values.setdefault(f"judge:{judge}", []).append(float(verdict is True))
    return values


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
    binary = all(value in (0.0, 1.0) for value in (*xs, *ys))
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
    return {
        (line.person, line.item): values[0]
        for line in lines
        if (values := item_values([line]).get(name))
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
