"""Panels drawn with matplotlib: bars, lines over k, dots by part; SVG and PDF files, inline SVG.

Every panel is one column of a paper wide, so that two stand side by side and a telephone shows one.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from rootmem.errors import NotConfigured
from rootmem_bench.report.shapes import Panel
from rootmem_bench.runs import Figure

WIDTH = 4.5
"""Inches."""
INK, RULE, PUBLISHED = "#333333", "#d4d4d4", "#8a6d3b"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f")
"""Okabe and Ito's, told apart by colour-blind readers; with markers, for those without colour."""
_MARKERS, _DASHES = ("o", "s", "^", "D", "v", "P", "X", "*"), ("-", "--", "-.", ":")
_VARIABLES = {INK: "--ink", RULE: "--rule", PUBLISHED: "--published"} | {
    colour: f"--series-{at}" for at, colour in enumerate(SERIES, start=1)
}
_STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "text.parse_math": False,  # a name with $ in it is no formula
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.8,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "hatch.linewidth": 0.6,
}


class Point(NamedTuple):
    """A value under a label, its interval where it was measured, and a remark beside it."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    remark: str = ""


def percent_point(name: str, figure: Figure, remark: str = "") -> Point:
    """A figure in percent."""
    return Point(name, 100 * figure.value, 100 * figure.low, 100 * figure.high, remark)


class Line(NamedTuple):
    label: str
    points: tuple[tuple[float, float, float, float], ...]
    """(x, value, low, high)"""


class Canvas:
    """Draws into a folder: each panel as NAME.svg and NAME.pdf. Raises NotConfigured without
    matplotlib."""

    def __init__(self, folder: Path) -> None:
        try:
            import matplotlib
            from matplotlib.figure import Figure as Drawing
        except ModuleNotFoundError:
            raise NotConfigured(
                'the figures need matplotlib, of an extra: pip install "rootmem[bench]"'
            ) from None
        self._library, self._figure = cast("Any", matplotlib), cast("Any", Drawing)
        self._folder = folder

    def bars(
        self, name: str, title: str, points: Sequence[Point], axis: str, *, right: float,
        form: str = ".1f", published: bool = False, colour: int = 0,
    ) -> Panel:  # fmt: skip
        """Horizontal bars, the first on top; ``right``: the axis' end, the same in panels that
        stand side by side."""
        height = 0.95 + 0.36 * len(points)

        def draw(axes: Any) -> None:
            shade = PUBLISHED if published else SERIES[colour]
            for at, one in enumerate(points):
                _bar(axes.barh, at, one, shade, published, horizontal=True)
                text = f"{one.value:{form}}{'†' if published else ''}  {one.remark}".rstrip()
                axes.annotate(
                    text, (max(one.value, one.high or 0), at), (5, 0),
                    textcoords="offset points", va="center", fontsize=8.5,
                )  # fmt: skip
            axes.set_yticks(range(len(points)), [one.label for one in points])
            axes.tick_params(axis="y", length=0)
            axes.invert_yaxis()
            axes.set_xlim(min(0.0, *(one.low or 0 for one in points)), right)
            axes.set_xlabel(axis)

        alt = "; ".join(f"{one.label} {one.value:{form}}" for one in points)
        return self._panel(name, title, height, draw, alt, published)

    def columns(
        self, name: str, title: str, points: Sequence[Point], axes_names: tuple[str, str], *,
        top: float, published: bool = False, colour: int = 0,
    ) -> Panel:  # fmt: skip
        """Upright bars over an ordered setting."""

        def draw(axes: Any) -> None:
            shade = PUBLISHED if published else SERIES[colour]
            for at, one in enumerate(points):
                _bar(axes.bar, at, one, shade, published, horizontal=False)
                axes.annotate(
                    f"{one.value:.1f}{'†' if published else ''}",
                    (at, max(one.value, one.high or 0)), (0, 3),
                    textcoords="offset points", ha="center", fontsize=8.5,
                )  # fmt: skip
            axes.set_xticks(range(len(points)), [one.label for one in points])
            axes.set_xlim(-0.7, len(points) - 0.3)
            axes.set_ylim(0, top)
            axes.set_xlabel(axes_names[0])
            axes.set_ylabel(axes_names[1])

        alt = "; ".join(f"{one.label}: {one.value:.1f}" for one in points)
        return self._panel(name, title, 2.5, draw, alt, published)

    def lines(
        self, name: str, title: str, lines: Sequence[Line], axes_names: tuple[str, str]
    ) -> Panel:
        """Values over k with their intervals as bands."""

        def draw(axes: Any) -> None:
            for at, line in enumerate(lines):
                colour = SERIES[at % len(SERIES)]
                x, y, low, high = zip(*line.points, strict=True)
                axes.fill_between(x, low, high, color=colour, alpha=0.13, linewidth=0)
                axes.plot(
                    x, y, color=colour, marker=_MARKERS[at % len(_MARKERS)], markersize=4.5,
                    linestyle=_DASHES[at % len(_DASHES)], linewidth=1.5, label=line.label,
                )  # fmt: skip
            axes.set_xticks(sorted({point[0] for line in lines for point in line.points}))
            axes.set_xlim(left=0)
            axes.set_ylim(-3, 103)
            axes.grid(axis="y", color=RULE, linewidth=0.6)
            axes.set_axisbelow(True)
            axes.set_xlabel(axes_names[0])
            axes.set_ylabel(axes_names[1])
            self._legend(axes, len(lines))

        alt = "; ".join(f"{one.label}: {_told(one)}" for one in lines)
        return self._panel(name, title, 2.9 + 0.2 * (len(lines) / 2), draw, alt, False)

    def dots(
        self, name: str, title: str, lines: Sequence[tuple[str, Sequence[Point]]], axis: str
    ) -> Panel:
        """Parts from top to bottom, one dot with its interval a system."""
        parts = list(dict.fromkeys(point.label for _, points in lines for point in points))
        step = 0.72 / max(1, len(lines))
        height = 1.2 + len(parts) * (0.16 + 0.13 * len(lines)) + 0.1 * len(lines)

        def draw(axes: Any) -> None:
            for at, (label, points) in enumerate(lines):
                shift = (at - (len(lines) - 1) / 2) * step
                axes.errorbar(
                    [one.value for one in points],
                    [parts.index(one.label) + shift for one in points],
                    xerr=_ends(points), label=label, linestyle="none", capsize=0, elinewidth=1.1,
                    color=SERIES[at % len(SERIES)], marker=_MARKERS[at % len(_MARKERS)],
                    markersize=4.5,
                )  # fmt: skip
            for at in range(1, len(parts)):
                axes.axhline(at - 0.5, color=RULE, linewidth=0.6)
            axes.set_yticks(range(len(parts)), parts)
            axes.tick_params(axis="y", length=0)
            axes.set_ylim(len(parts) - 0.5, -0.5)
            axes.set_xlim(-2, 102)
            axes.set_xlabel(axis)
            self._legend(axes, len(lines))

        alt = "; ".join(
            f"{label}: " + ", ".join(f"{one.label} {one.value:.1f}" for one in points)
            for label, points in lines
        )
        return self._panel(name, title, height, draw, alt, False)

    def _legend(self, axes: Any, count: int) -> None:
        """Below the panel, so that it hides nothing."""
        if count > 1:
            axes.figure.legend(loc="outside lower left", ncols=2, handlelength=2.6)

    def _panel(
        self, name: str, title: str, height: float, draw: Any, alt: str, published: bool
    ) -> Panel:
        with self._library.rc_context(_STYLE | {"svg.hashsalt": name}):
            figure = self._figure(figsize=(WIDTH, height), layout="constrained")
            axes = figure.subplots()
            axes.set_title(f"{title} †" if published else title)
            draw(axes)
            self._folder.mkdir(parents=True, exist_ok=True)
            # Without a date and with fixed ids the same figures give the same file.
            figure.savefig(self._folder / f"{name}.pdf", metadata={"CreationDate": None})
            text = io.StringIO()
            figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
        (self._folder / f"{name}.svg").write_text(text.getvalue(), encoding="utf-8")
        origin = "published" if published else "measured"
        return Panel(name=name, svg=inlined(text.getvalue(), name), alt=alt, origin=origin)


def inlined(svg: str, name: str) -> str:
    """An SVG for a page: no prolog, no metadata, ids of its own, colours as the page's variables,
    so that it follows light and dark."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<\w+ (?:[\w:-]+="[^"<>]*" )*)id="', rf'\1id="{name}-', body)
    body = re.sub(r'(url\(|href=")#', rf"\1#{name}-", body)
    for colour, variable in _VARIABLES.items():
        body = re.sub(rf"(fill|stroke): {colour}", rf"\1: var({variable})", body)
    return body


def _bar(bar: Any, at: int, one: Point, colour: str, published: bool, *, horizontal: bool) -> None:
    look = {"color": colour}
    if published:  # no fill, hatched: another thing than ours also on a grey print
        look = {"facecolor": "none", "edgecolor": colour, "hatch": "////"}
    ends = {} if one.low is None else {("xerr" if horizontal else "yerr"): _ends([one])}
    bar(at, one.value, 0.58, ecolor=INK, capsize=2.5, error_kw={"elinewidth": 1}, **look, **ends)


def _ends(points: Sequence[Point]) -> list[list[float]]:
    """The distances from the value to the ends of its interval."""
    low = [max(0.0, one.value - (one.value if one.low is None else one.low)) for one in points]
    high = [max(0.0, (one.value if one.high is None else one.high) - one.value) for one in points]
    return [low, high]


def _told(line: Line) -> str:
    return ", ".join(f"{x:g} → {value:.1f}" for x, value, _, _ in line.points)
