"""From runs to pictures: divergence, ablations, sensitivity, recall over k, parts of the items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rootmem_bench.commands.tables import label
from rootmem_bench.report.drawing import Canvas, Line, Point
from rootmem_bench.report.material import Entry, Setting
from rootmem_bench.report.published import quoted
from rootmem_bench.report.rows import named
from rootmem_bench.report.shapes import Panel, Picture
from rootmem_bench.runs import Figure

SWITCHES = {
    "rootmem": ("no_router", "no_rules", "no_evidence", "semantic_only"),
    "qumem": ("no_episodes", "no_typing", "no_state"),
}
SWEEPS = {
    "root_budget": "Root units at most",
    "root_batch": "Entries a batch",
    "per_query": "Entries a query and type",
}
_ALL = tuple(switch for own in SWITCHES.values() for switch in own)
ROOM = 1.32
"""Of the longest bar, for what is written beside it."""


class Ablation(NamedTuple):
    """The full system and what is left of it without a part."""

    family: str
    full: Entry
    without: tuple[tuple[str, Entry], ...]


def divergence(canvas: Canvas, found: Sequence[dict[str, Any]]) -> Picture:
    """[R Figure 3], ours above or beside the paper's bars."""
    names = {"memory": "Memory entries", "conversation": "Dialogue"}
    panels: list[Panel] = []
    captions: list[str] = []
    for number, one in enumerate(found, start=1):
        for level in one["levels"]:
            points = [_cosine(part, level[part]) for part in ("semantic", "logical")]
            gap = level["gap"]
            panels.append(
                canvas.bars(
                    f"divergence-{number}-{level['level']}",
                    f"{names.get(level['level'], level['level'])}, {one['data']['name']}",
                    points,
                    "Mean cosine to the query",
                    right=0.75,
                    form=".3f",
                )
            )
            captions.append(
                f"{one['data']['name']}, {one['embedder']}, {level['level']} level: gap "
                f"{gap['value']:.3f} [{gap['low']:.3f}, {gap['high']:.3f}], n = {gap['n']}."
            )
    for level, name in names.items():
        panels.append(
            _published(
                canvas, f"divergence_{level}", f"{name}, IMLogic", "Mean cosine to the query"
            )
        )
    captions += [_cited(f"divergence_{level}") for level in names]
    return Picture(
        key="divergence",
        title="How near the query is to either memory",
        panels=tuple(panels),
        caption=" ".join(captions),
    )


def ablations(canvas: Canvas, settings: Iterable[Setting]) -> list[Picture]:
    """[R Figure 6], and QUMem's: what each part is worth, in points against the full system."""
    pictures: list[Picture] = []
    for setting in settings:
        for one in ablations_of(setting.entries):
            number, figure = len(pictures) + 1, main_figure(one.full)
            base = one.full.measures.figures[figure]
            points = [_percent("full", base)]
            for name, entry in one.without:
                own = entry.measures.figures[figure]
                change = 100 * (own.value - base.value)
                points.append(_percent(name, own, f"({change:+.1f})".replace("-", "−")))
            right = _right([point.high or point.value for point in points])
            axis = f"{label(figure).capitalize()} (%)"
            panels = [
                canvas.bars(
                    f"ablation-{number}", named(one.full, setting), points, axis, right=right
                )
            ]
            caption = setting.caption + ". In parentheses: points against the full system."
            if figure == "accuracy":
                key = f"ablation_{one.family}"
                panels.append(_published(canvas, key, _paper(key), "Accuracy (%)", number))
                caption += f" † {_cited(key)}"
            pictures.append(
                Picture(
                    key=f"ablation-{number}",
                    title="Ablations",
                    panels=tuple(panels),
                    caption=caption,
                    warnings=setting.warnings,
                )
            )
    return pictures


def sweeps(canvas: Canvas, settings: Iterable[Setting]) -> list[Picture]:
    """[R Figure 7], and QUMem's k: one option at several values."""
    pictures: list[Picture] = []
    for setting in settings:
        for option, own in sweeps_of(setting.entries):
            number, figure = len(pictures) + 1, main_figure(own[0])
            points = [
                _percent(str(entry.options[option]), entry.measures.figures[figure])
                for entry in own
            ]
            top = _right([point.high or point.value for point in points])
            axes = (SWEEPS[option], f"{label(figure).capitalize()} (%)")
            stem = f"sweep-{number}-{option.replace('_', '-')}"
            panels = [canvas.columns(stem, own[0].base, points, axes, top=top)]
            caption = setting.caption + "."
            if figure == "accuracy":
                key = f"sweep_{option}"
                bars = [Point(row.name, row.value) for row in quoted().bars[key].rows]
                top = _right([row.value for row in bars])
                panels.append(
                    canvas.columns(
                        f"{stem}-published", _paper(key), bars, axes, top=top, published=True
                    )
                )
                caption += f" † {_cited(key)}"
            pictures.append(
                Picture(
                    key=stem,
                    title=f"Sensitivity: {SWEEPS[option].lower()}",
                    panels=tuple(panels),
                    caption=caption,
                    warnings=setting.warnings,
                )
            )
    return pictures


def published_only(canvas: Canvas, names: Sequence[str], title: str) -> Picture:
    """The paper's bars of which nothing is measured."""
    panels = [_published(canvas, name, _paper(name), _axis(name)) for name in names]
    caption = " ".join(_cited(name) for name in names)
    return Picture(key=f"published-{names[0]}", title=title, panels=tuple(panels), caption=caption)


def over_k(canvas: Canvas, setting: Setting, number: int) -> Picture | None:
    """Recall of both memories (or of the evidence) over k, where several were measured."""
    panels: list[Panel] = []
    for figure in ("recall_logical", "recall_semantic", "evidence_recall", "session_recall"):
        lines = _lines(setting, figure)
        if lines:
            stem = f"over-k-{number}-{figure.replace('_', '-')}"
            title = {"recall_logical": "Logical memory", "recall_semantic": "Semantic memory"}
            heading = title.get(figure, label(figure).capitalize())
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
                _percent(part, found[figure])
                for part, found in sorted(entry.measures.by_category.items())
                if figure in found
            ],
        )
        for entry in entries
    ]
    if not lines or max(len(points) for _, points in lines) < 2:
        return None
    axis = f"{label(figure).capitalize()} (%)"
    panel = canvas.dots(f"category-{number}-{figure.replace('_', '-')}", axis, lines, axis)
    return Picture(
        key=f"category-{number}",
        title="By category",
        panels=(panel,),
        caption=f"{setting.caption}. Lines: 95 % bootstrap intervals.",
        warnings=setting.warnings,
    )


def ablations_of(entries: Sequence[Entry]) -> list[Ablation]:
    """Full systems with at least one that leaves exactly one part out and is else alike."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        if main_figure(entry) and len(left_out(entry)) < 2:
            groups.setdefault(_rest(entry), []).append(entry)
    found: list[Ablation] = []
    for own in groups.values():
        less = [entry for entry in own if left_out(entry)]
        whole = [entry for entry in own if not left_out(entry)]
        if less and whole:
            near = [entry for entry in whole if entry.source == less[0].source]
            switches = sorted(((left_out(entry)[0], entry) for entry in less), key=_order)
            family = next(name for name, parts in SWITCHES.items() if switches[0][0] in parts)
            without = tuple((name.replace("_", " "), entry) for name, entry in switches)
            found.append(Ablation(family, (near or whole)[0], without))
    return found


def left_out(entry: Entry) -> list[str]:
    """The parts that a configuration leaves out, by its options or by its card's name."""
    return [
        switch
        for switch in _ALL
        if entry.options.get(switch) is True or f"-{switch.replace('_', '-')}" in entry.base
    ]


def sweeps_of(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """(option, entries by its value) where else nothing differs; at least two values."""
    found: list[tuple[str, list[Entry]]] = []
    for option in SWEEPS:
        groups: dict[str, list[Entry]] = {}
        for entry in entries:
            if isinstance(entry.options.get(option), int) and main_figure(entry):
                rest = {key: value for key, value in entry.options.items() if key != option}
                key = repr((entry.base, sorted(rest.items()), entry.measures.k))
                groups.setdefault(key, []).append(entry)
        for own in groups.values():
            if len({entry.options[option] for entry in own}) > 1:
                found.append((option, sorted(own, key=lambda e: int(e.options[option]))))
    return found


def main_figure(entry: Entry) -> str:
    figures = entry.measures.figures
    return next((name for name in ("accuracy", "recall_logical") if name in figures), "")


def _order(one: tuple[str, Entry]) -> int:
    return _ALL.index(one[0])


def _rest(entry: Entry) -> str:
    """What must be alike: the method, its other options, k and the figure."""
    base = re.sub("|".join(f"-{switch.replace('_', '-')}" for switch in _ALL), "", entry.base)
    rest = {key: value for key, value in entry.options.items() if key not in _ALL}
    return repr((base, sorted(rest.items()), entry.measures.k, main_figure(entry)))


def _lines(setting: Setting, figure: str) -> list[Line]:
    grouped: dict[str, list[Entry]] = {}
    for entry in setting.entries:
        if figure in entry.measures.figures:
            grouped.setdefault(named(entry, setting, with_k=False), []).append(entry)
    lines: list[Line] = []
    for name, own in grouped.items():
        rising = sorted(own, key=lambda entry: entry.measures.k)
        points = [(float(e.measures.k), _percent("", e.measures.figures[figure])) for e in rising]
        if len(points) > 1:
            numbers = tuple((k, p.value, p.low or 0.0, p.high or 0.0) for k, p in points)
            lines.append(Line(name, numbers))
    return lines


def _published(canvas: Canvas, key: str, title: str, axis: str, number: int = 0) -> Panel:
    bars = quoted().bars[key]
    points = [Point(row.name, row.value) for row in bars.rows]
    stem = f"published-{key.replace('_', '-')}" + (f"-{number}" if number else "")
    cosine = bars.unit == "cosine"
    right = 0.75 if cosine else _right([point.value for point in points])
    form = ".3f" if cosine else ".2f"
    return canvas.bars(stem, title, points, axis, right=right, form=form, published=True)


def _axis(key: str) -> str:
    return "Mean cosine to the query" if quoted().bars[key].unit == "cosine" else "Accuracy (%)"


def _paper(key: str) -> str:
    bars = quoted().bars[key]
    return f"{quoted().papers[bars.paper].short}, {bars.source}"


def _cited(key: str) -> str:
    return quoted().cited(quoted().bars[key])


def _right(values: Sequence[float]) -> float:
    return max(1.0, max(values) * ROOM)


def _percent(name: str, figure: Figure, remark: str = "") -> Point:
    return Point(name, 100 * figure.value, 100 * figure.low, 100 * figure.high, remark)


def _cosine(name: str, found: dict[str, Any]) -> Point:
    return Point(name, float(found["value"]), float(found["low"]), float(found["high"]))
