"""Cells and columns: how a figure is printed, ours and a quoted one."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem_bench.commands.tables import label
from rootmem_bench.report.published import QuotedTable, quoted
from rootmem_bench.report.shapes import (
    NONE,
    Column,
    Measured,
    MeasuredRow,
    Published,
    PublishedBlock,
    PublishedRow,
)
from rootmem_bench.runs import Figure, Measures

TRAPS = ("preference_trap", "generic_trap", "fabrication_trap")
_TRAP_HEADS = ("Preference", "Generic", "Fabrication")

COLUMNS: dict[str, Column] = {
    one.key: one
    for one in (
        Column(key="n", head="n"),
        Column(key="k", head="k"),
        Column(key="retrieval_type", head="Retrieval", text=True),
        Column(key="accuracy", head="Accuracy (%)"),
        Column(key="improvement", head="Rel. improv. (%)"),
        *(
            Column(key=key, head=head, group="Trap rates (%)")
            for key, head in zip(TRAPS, _TRAP_HEADS, strict=True)
        ),
        Column(key="unparsable", head="Unread (%)"),
        Column(key="build", head="Build", group="Seconds per user"),
        Column(key="retrieval", head="Retrieval", group="Seconds per user"),
        Column(key="total", head="Total", group="Seconds per user"),
        Column(key="recall_semantic", head="Semantic memory", group="Recall@k (%)"),
        Column(key="recall_logical", head="Logical memory", group="Recall@k (%)"),
        Column(key="ndcg", head="nDCG@k (%)"),
        Column(key="judge_1", head="Judge 1", group="Accuracy by judge (%)"),
        Column(key="judge_2", head="Judge 2", group="Accuracy by judge (%)"),
        Column(key="agreement", head="Agreement (%)"),
        Column(key="kappa", head="Cohen’s κ"),
        Column(key="ac1", head="Gwet’s AC1"),
    )
}
_SECONDS = ("build", "retrieval", "total")
_LOWER = (*TRAPS, "unparsable", *_SECONDS)
_COUNTS = ("n", "k")


def column(key: str) -> Column:
    return COLUMNS.get(key) or Column(key=key, head=f"{full_name(key)} (%)")


def full_name(figure: str) -> str:
    """Of a figure, to stand alone."""
    names = {
        "recall_logical": "Recall of the logical memory",
        "recall_semantic": "Recall of the semantic memory",
    }
    name = label(figure)
    return names.get(figure, f"{name[:1].upper()}{name[1:]}")


def percent(figure: Figure | None, change: str = "") -> Measured:
    """In percent with its interval."""
    if figure is None:
        return Measured()
    low, high = 100 * figure.low, 100 * figure.high
    return Measured(
        text=f"{100 * figure.value:.1f}",
        change=change,
        note=f"[{low:.1f}, {high:.1f}]",
        value=figure.value,
    )


def plain(value: float | None, form: str) -> Measured:
    return Measured() if value is None else Measured(text=format(value, form), value=value)


def words(text: str) -> Measured:
    return Measured(text=text or NONE)


def seconds(value: float | None) -> Measured:
    if value is None:
        return Measured()
    form = ",.0f" if value >= 100 else ".1f" if value >= 10 else ".2g" if value < 0.1 else ".2f"
    return Measured(text=format(value, form), value=value)


def timed(one: Measures, key: str) -> Measured:
    """Seconds a person: ``build``, ``retrieval``, or both of them (``total``)."""
    took = one.costs.seconds_per_person
    if key != "total":
        return seconds(took.get(key))
    return seconds(took.get("build", 0.0) + took["retrieval"] if "retrieval" in took else None)


def relative(value: float, base: float) -> str:
    """A relative change in percent; "" where the base is 0."""
    return signed(100 * (value / base - 1), ".1f") + " %" if base else ""


def signed(value: float, form: str) -> str:
    """With its sign, a minus as one."""
    return f"{value:+{form}}".replace("-", "−")


def with_best(rows: Sequence[MeasuredRow], columns: Sequence[Column]) -> tuple[MeasuredRow, ...]:
    """The best of each column marked, where its rows differ; of these rows only."""
    marked = [list(row.cells) for row in rows]
    for at, one in enumerate(columns):
        values = [row.cells[at].value if row.ranked else None for row in rows]
        known = [value for value in values if value is not None]
        if one.key in _COUNTS or len(set(known)) < 2:
            continue
        best = min(known) if one.key in _LOWER else max(known)
        for cells, value in zip(marked, values, strict=True):
            if value == best:
                cells[at] = cells[at].model_copy(update={"best": True})
    return tuple(
        row.model_copy(update={"cells": tuple(cells)})
        for row, cells in zip(rows, marked, strict=True)
    )


def quoted_block(name: str, columns: Sequence[Column]) -> PublishedBlock:
    """The paper's table, in these columns; those it has not are empty."""
    table = quoted().tables[name]
    return PublishedBlock(
        caption=quoted().cited(table),
        rows=tuple(
            PublishedRow(
                label=row.name,
                indent=bool(row.over),
                cells=tuple(
                    _quoted(row.values.get(one.key), row.change.get(one.key), one)
                    for one in columns
                ),
            )
            for row in table.rows
        ),
    )


def quoted_columns(name: str) -> tuple[Column, ...]:
    return tuple(column(key) for key in quoted_table(name).columns)


def quoted_table(name: str) -> QuotedTable:
    return quoted().tables[name]


def _quoted(value: float | str | None, change: float | None, one: Column) -> Published:
    if value is None:
        return Published()
    changed = "" if change is None else f"{signed(change, '.2f')} %"
    if isinstance(value, str):
        return Published(text=value, change=changed)
    if one.key == "improvement":
        return Published(text=signed(value, ".2f"))
    form = ",.0f" if one.key in _COUNTS else ",.2f"
    return Published(text=format(value, form), change=changed)
