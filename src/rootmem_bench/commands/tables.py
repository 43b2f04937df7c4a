"""The tables that commands print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rootmem_bench.measures.outcomes import OUTCOMES
from rootmem_bench.records import OPTION_KINDS
from rootmem_bench.runs import Comparison, Figure, Measures, Run

if TYPE_CHECKING:
    from rich.table import Table

LABELS = {
    "recall_semantic": "semantic",
    "recall_logical": "logical",
    "ndcg": "nDCG",
    "accuracy": "accuracy",
    "accuracy_answered": "of answered",
    "preference_trap": "preference trap",
    "generic_trap": "generic trap",
    "fabrication_trap": "fabrication trap",
    "unparsable": "unparsable",
    "evidence_recall": "evidence recall",
    "evidence_ndcg": "evidence nDCG",
    "session_recall": "session recall",
    "session_ndcg": "session nDCG",
}
_QUIET = ("evidence_all", "evidence_any", "session_all", "session_any")


def figures_table(run: Run, title: str) -> Table:
    """One row a system and k: each figure in percent with its interval."""
    names = figure_names(run.measures)
    table = _table(title, "system", "k", "n", *(label(name) for name in names))
    for one in run.measures:
        cells = [cell(one.figures.get(name)) for name in names]
        table.add_row(one.system, str(one.k), str(one.items), *cells)
    return table


def costs_table(run: Run) -> Table:
    """Seconds a person and the use of models by step."""
    steps = list(dict.fromkeys(s for m in run.measures for s in m.costs.seconds_per_person))
    table = _table(
        "Per person: seconds", "system", "k", *steps, "calls", "tokens in", "out", "cost $"
    )
    for one in run.measures:
        seconds = [_seconds(one.costs.seconds_per_person.get(step)) for step in steps]
        people = max(1, one.costs.people)
        used = [u for name, u in one.costs.usage.items() if name in ("build", "retrieval")]
        calls = sum(u.calls for u in used) / people
        tokens = sum(u.input_tokens for u in used) / people
        out = sum(u.output_tokens for u in used) / people
        costs = [u.cost for u in used]
        known = [cost for cost in costs if cost is not None]
        price = f"{sum(known) / people:.4f}" if len(known) == len(costs) else "?"
        table.add_row(
            one.system, str(one.k), *seconds, f"{calls:.1f}", f"{tokens:.0f}", f"{out:.0f}", price
        )
    return table


def comparisons_table(comparisons: Sequence[Comparison], names: Sequence[str]) -> Table:
    """Differences to the baseline in points, with p."""
    shown = [one for one in comparisons if one.figure in names]
    baseline = shown[0].baseline if shown else ""
    table = _table(f"Against {baseline}", "system", "k", "figure", "difference", "p", "test")
    for one in shown:
        gap = f"{100 * one.difference:+.1f} [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"
        style = "bold" if one.p < 0.05 else ""
        table.add_row(
            one.system, str(one.k), label(one.figure), gap, p_value(one.p), one.test, style=style
        )
    return table


def outcomes_table(run: Run) -> Table:
    """Which of both memories was retrieved: the shares, one row a system and k; where a model
    answered, the paper's Table 6 of every system."""
    if not any(row.get("accuracy") is not None for one in run.measures for row in _rows(one)):
        table = _table("Retrieved, % of items", "system", "k", *map(label, OUTCOMES))
        for one in run.measures:
            shares = [_percent(one.outcomes[name].get("share")) for name in OUTCOMES]
            table.add_row(one.system, str(one.k), *shares)
        return table
    columns = ("share", "accuracy", *OPTION_KINDS[1:])
    table = _table(
        "By what was retrieved, %", "system", "k", "retrieved", "n", *map(label, columns)
    )
    for one in run.measures:
        for outcome, row in one.outcomes.items():
            cells = [_percent(row.get(name)) for name in columns]
            table.add_row(
                one.system, str(one.k), label(outcome), f"{row.get('n') or 0:.0f}", *cells
            )
    return table


def agreement_line(one: Measures) -> str:
    """What the judges agree on, with the remark that it needs."""
    found = one.agreement or {}
    parts = [
        f"{name} {'–' if found.get(key) is None else format(found[key], '.3f')}"
        for key, name in (
            ("raw", "raw agreement"),
            ("positive_rate", "positive rate"),
            ("cohen", "Cohen's kappa"),
            ("fleiss", "Fleiss' kappa"),
            ("ac1", "Gwet's AC1"),
        )
    ]
    remark = f"\n  {found['remark']}" if found.get("remark") else ""
    return f"{one.system}: judges' {', '.join(parts)}{remark}"


def figure_names(measures: Sequence[Measures]) -> list[str]:
    names = dict.fromkeys(name for one in measures for name in one.figures)
    return [name for name in names if name not in _QUIET]


def label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " "))


def cell(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    low, high = 100 * figure.low, 100 * figure.high
    return f"{100 * figure.value:.1f} [{low:.0f}, {high:.0f}]"


def p_value(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _rows(one: Measures) -> list[dict[str, Any]]:
    return list(one.outcomes.values())


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
    return table
