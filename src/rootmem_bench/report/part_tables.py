"""Parts of the items, paired tests and the use of models."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem_bench.commands.tables import figure_names, label, p_value
from rootmem_bench.report import cells
from rootmem_bench.report.material import Entry, Setting, Source
from rootmem_bench.report.rows import named
from rootmem_bench.report.shapes import Column, Measured, MeasuredBlock, MeasuredRow, Table
from rootmem_bench.runs import Figures


def part_tables(setting: Setting, entries: Sequence[Entry], figure: str) -> list[Table]:
    """One figure by category and by query type; systems are the columns."""
    entries = [e for e in entries if figure in e.measures.figures]
    tables: list[Table] = []
    for name in ("category", "type"):
        parts = sorted({part for entry in entries for part in _parts(entry, name)})
        if len(parts) < 2:
            continue
        columns = tuple(
            Column(key=str(at), head=named(entry, setting)) for at, entry in enumerate(entries)
        )
        rows = tuple(
            MeasuredRow(
                label=part,
                note=f"n = {_count(entries, name, part, figure)}",
                cells=tuple(
                    cells.percent(_parts(entry, name).get(part, {}).get(figure))
                    for entry in entries
                ),
            )
            for part in parts
        )
        kind = "category" if name == "category" else "query type"
        tables.append(
            Table(
                key=f"{kind.replace(' ', '-')}-{figure}",
                title=f"{cells.full_name(figure)} by {kind}, %",
                first=kind.capitalize(),
                columns=columns,
                blocks=(
                    MeasuredBlock(caption=setting.caption, warnings=setting.warnings, rows=rows),
                ),
                notes=("Few items a row: read the intervals.",),
            )
        )
    return tables


def comparisons_table(source: Source) -> Table | None:
    """Differences to the baseline in points, with their paired test."""
    names = figure_names(source.run.measures)
    shown = [one for one in source.run.comparisons if one.figure in names]
    if not shown:
        return None
    columns = (
        Column(key="k", head="k"),
        Column(key="figure", head="Figure", text=True),
        Column(key="difference", head="Difference (points)"),
        Column(key="p", head="p"),
        Column(key="test", head="Test", text=True),
    )
    rows = tuple(
        MeasuredRow(
            label=one.system,
            note=f"n = {one.n}",
            cells=(
                Measured(text=str(one.k)),
                cells.words(label(one.figure)),
                Measured(
                    text=points(one.difference),
                    note=f"[{points(one.low)}, {points(one.high)}]",
                    value=one.difference,
                    best=one.p < 0.05,
                ),
                Measured(text=p_value(one.p), value=one.p),
                cells.words(one.test),
            ),
        )
        for one in shown
    )
    setting = Setting((source,))
    return Table(
        key=f"tests-{source.name}",
        title=f"Against {shown[0].baseline}",
        columns=columns,
        blocks=(MeasuredBlock(caption=setting.caption, warnings=setting.warnings, rows=rows),),
        notes=("Bold: p < 0.05. The p values are not corrected for their number.",),
    )


def costs_table(source: Source) -> Table | None:
    """Per person: calls, tokens and money of building and retrieving."""
    heads = ("Calls", "Tokens in", "Tokens out", "Cost ($)")
    keys = ("calls", "input_tokens", "output_tokens", "cost")
    columns = tuple(Column(key=k, head=h) for k, h in zip(keys, heads, strict=True))
    rows: list[MeasuredRow] = []
    setting = Setting((source,))
    for entry in setting.entries:
        costs = entry.measures.costs
        used = [u for step, u in costs.usage.items() if step in ("build", "retrieval")]
        people = max(1, costs.people)
        prices = [u.cost for u in used]
        money = sum(p for p in prices if p is not None) / people if None not in prices else None
        rows.append(
            MeasuredRow(
                label=named(entry, setting),
                cells=(
                    cells.plain(sum(u.calls for u in used) / people, ",.1f"),
                    cells.plain(sum(u.input_tokens for u in used) / people, ",.0f"),
                    cells.plain(sum(u.output_tokens for u in used) / people, ",.0f"),
                    cells.plain(money, ".4f"),
                ),
            )
        )
    if not any(cell.value for row in rows for cell in row.cells):
        return None
    return Table(
        key=f"costs-{source.name}",
        title="Use of models per person, building and retrieving",
        columns=columns,
        blocks=(MeasuredBlock(caption=setting.caption, rows=tuple(rows)),),
        notes=("A dash for cost: the model's price is not known.",),
    )


def _parts(entry: Entry, name: str) -> dict[str, Figures]:
    return entry.measures.by_category if name == "category" else entry.measures.by_type


def _count(entries: Sequence[Entry], name: str, part: str, figure: str) -> int:
    found = (_parts(entry, name).get(part, {}).get(figure) for entry in entries)
    return max((one.n for one in found if one is not None), default=0)


def points(share: float) -> str:
    return cells.signed(100 * share, ".1f")
