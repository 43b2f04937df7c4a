"""Recall over k, and one figure by category."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem_bench.report.cells import full_name
from rootmem_bench.report.drawing import Canvas, Line, percent_point
from rootmem_bench.report.material import Entry, Setting
from rootmem_bench.report.rows import named
from rootmem_bench.report.shapes import Panel, Picture


def over_k(canvas: Canvas, setting: Setting, number: int) -> Picture | None:
    """Recall of both memories (or of the evidence) over k, where several were measured."""
    panels: list[Panel] = []
    for figure in ("recall_logical", "recall_semantic", "evidence_recall", "session_recall"):
        lines = _lines(setting, figure)
        if lines:
            stem = f"over-k-{number}-{figure.replace('_', '-')}"
            title = {"recall_logical": "Logical memory", "recall_semantic": "Semantic memory"}
            heading = title.get(figure, full_name(figure))
            panels.append(
                canvas.lines(stem, heading, lines, ("k, items shown", "Recall within k (%)"))
            )
    if not panels:
        return None
    return Picture(
        key=f"over-k-{number}",
        title="Recall over k",
        panels=tuple(panels),
        caption=f"{setting.caption}. Bands: 95 % bootstrap intervals.",
        warnings=setting.warnings,
    )


def by_part(canvas: Canvas, setting: Setting, entries: Sequence[Entry], figure: str, number: int
            ) -> Picture | None:  # fmt: skip
    """One figure by category, each system a dot."""
    entries = [entry for entry in entries if figure in entry.measures.figures]
    lines = [
        (
            named(entry, setting),
            [
                percent_point(part, found[figure])
                for part, found in sorted(entry.measures.by_category.items())
                if figure in found
            ],
        )
        for entry in entries
    ]
    if not lines or max(len(points) for _, points in lines) < 2:
        return None
    axis = f"{full_name(figure)} (%)"
    panel = canvas.dots(f"category-{number}-{figure.replace('_', '-')}", axis, lines, axis)
    return Picture(
        key=f"category-{number}",
        title="By category",
        panels=(panel,),
        caption=f"{setting.caption}. Lines: 95 % bootstrap intervals.",
        warnings=setting.warnings,
    )


def _lines(setting: Setting, figure: str) -> list[Line]:
    grouped: dict[str, list[Entry]] = {}
    for entry in setting.entries:
        if figure in entry.measures.figures:
            grouped.setdefault(named(entry, setting, with_k=False), []).append(entry)
    lines: list[Line] = []
    for name, own in grouped.items():
        rising = sorted(own, key=lambda entry: entry.measures.k)
        points = [
            (float(e.measures.k), percent_point("", e.measures.figures[figure])) for e in rising
        ]
        if len(points) > 1:
            numbers = tuple((k, p.value, p.low or 0.0, p.high or 0.0) for k, p in points)
            lines.append(Line(name, numbers))
    return lines
