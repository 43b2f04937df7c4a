"""From runs to the papers' pictures: divergence, ablations, sensitivity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rootmem_bench.report.cells import full_name
from rootmem_bench.report.drawing import Canvas, Point, percent_point
from rootmem_bench.report.material import Entry, Setting
from rootmem_bench.report.published import quoted
from rootmem_bench.report.rows import named
from rootmem_bench.report.shapes import Panel, Picture
from rootmem_bench.report.variants import ALL_SWITCHES, SWEEPS, SWITCHES, left_out, main_figure

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
            points = [percent_point("full", base)]
            for name, entry in one.without:
                own = entry.measures.figures[figure]
                change = 100 * (own.value - base.value)
                points.append(percent_point(name, own, f"({change:+.1f})".replace("-", "−")))
            right = _right([point.high or point.value for point in points])
            axis = f"{full_name(figure)} (%)"
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
                percent_point(str(entry.options[option]), entry.measures.figures[figure])
                for entry in own
            ]
            top = _right([point.high or point.value for point in points])
            axes = (SWEEPS[option], f"{full_name(figure)} (%)")
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


def _order(one: tuple[str, Entry]) -> int:
    return ALL_SWITCHES.index(one[0])


def _rest(entry: Entry) -> str:
    """What must be alike: the method, its other options, k and the figure."""
    base = re.sub(
        "|".join(f"-{switch.replace('_', '-')}" for switch in ALL_SWITCHES), "", entry.base
    )
    rest = {key: value for key, value in entry.options.items() if key not in ALL_SWITCHES}
    return repr((base, sorted(rest.items()), entry.measures.k, main_figure(entry)))


def _published(canvas: Canvas, key: str, title: str, axis: str, number: int = 0) -> Panel:
    bars = quoted().bars[key]
    points = [
        Point(row.name, row.value, remark=f"({row.remark})" if row.remark else "")
        for row in bars.rows
    ]
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


def _cosine(name: str, found: dict[str, Any]) -> Point:
    return Point(name, float(found["value"]), float(found["low"]), float(found["high"]))
