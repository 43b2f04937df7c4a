"""The report as Markdown: the same tables, ours and the published ones apart, figures as links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rootmem_bench.report.shapes import (
    MeasuredRow,
    Picture,
    PublishedRow,
    Record,
    Report,
    Section,
    Table,
)

Rows = Sequence[MeasuredRow] | Sequence[PublishedRow]


def markdown(report: Report) -> str:
    parts = [f"# {escaped(report.title)}", escaped(report.subtitle)]
    parts += [f"> **Note.** {escaped(text)}" for text in report.warnings]
    parts.append(
        "Measured figures come from the runs named above them; brackets are 95 % bootstrap "
        "intervals. † marks published figures, quoted from the papers: other data, models and "
        "machines, in tables of their own. " + "; ".join(map(escaped, report.papers))
    )
    parts += [text for one in report.sections for text in _section(one)]
    if report.published:
        parts.append("## Published only †")
        parts += [text for one in report.published for text in _section(one, deep=True)]
    if report.records:
        parts.append("## Runs")
        parts += [text for one in report.records for text in _record(one)]
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: str) -> str:
    """Without meaning to Markdown or HTML, on one line."""
    flat = " ".join(text.split())
    safe = flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|~#$!])", r"\\\1", safe)


def _section(one: Section, *, deep: bool = False) -> list[str]:
    found = [f"{'###' if deep else '##'} {escaped(one.title)}"]
    for table in one.tables:
        if table.title != one.title:
            found.append(f"### {escaped(table.title)}")
        found += _table(table)
    for picture in one.pictures:
        found += _picture(picture)
    return found


def _table(table: Table) -> list[str]:
    found: list[str] = []
    for block in table.blocks:
        found.append(f"Measured: {escaped(block.caption)}")
        found += [f"> **Note.** {escaped(text)}" for text in block.warnings]
        found.append(_grid(table, block.rows, ""))
    if table.published:
        found.append(f"† Published: {escaped(table.published.caption)}")
        found.append(_grid(table, table.published.rows, " †"))
    found += [escaped(" ".join(table.notes))] if table.notes else []
    return found


def _grid(table: Table, rows: Rows, mark: str) -> str:
    heads = [f"{one.group}: {one.head}" if one.group else one.head for one in table.columns]
    rule = ["---", *(":---" if one.text else "---:" for one in table.columns)]
    lines = [_line(map(escaped, (table.first, *heads))), _line(rule)]
    for row in rows:
        label = escaped(f"{row.label} ({row.note})" if row.note else row.label) + mark
        cells: list[str] = []
        for cell in row.cells:
            text = escaped(cell.text)
            if cell.origin == "measured" and cell.best:
                text = f"**{text}**"
            change = f"({escaped(cell.change)})" if cell.change else ""
            note = escaped(cell.note) if cell.origin == "measured" else ""
            cells.append(" ".join(filter(None, (text, change, note))))
        lines.append(_line([f"&nbsp;&nbsp;{label}" if row.indent else label, *cells]))
    return "\n".join(lines)


def _picture(picture: Picture) -> list[str]:
    found = [f"### {escaped(picture.title)}"]
    found += [f"> **Note.** {escaped(text)}" for text in picture.warnings]
    found += [f"![{escaped(one.alt)}](figures/{one.name}.svg)" for one in picture.panels]
    return [*found, escaped(picture.caption)]


def _record(record: Record) -> list[str]:
    facts = [_line(("", "")), _line(("---", "---"))]
    facts += [_line((escaped(name), escaped(text))) for name, text in record.facts]
    found = [f"### {escaped(record.title)}", "\n".join(facts)]
    if record.systems:
        heads = ("System", "Source", "Calls, build", "Calls, query", "Options")
        systems = [_line(heads), _line(["---"] * len(heads))]
        systems += [_line(map(escaped, system)) for system in record.systems]
        found.append("\n".join(systems))
    return found


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
