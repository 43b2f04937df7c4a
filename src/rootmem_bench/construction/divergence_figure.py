"""The divergence as a picture: mean cosines as bars, every item as a point."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from rootmem.errors import NotConfigured
from rootmem_bench.construction.divergence import Divergence

SEMANTIC, LOGICAL, INK = "#0072B2", "#D55E00", "#333333"
"""Told apart by colour-blind readers (Okabe and Ito)."""
_LEVELS = {"memory": "memory entries", "conversation": "dialogue"}


def draw(found: Sequence[Divergence], title: str, files: Sequence[Path]) -> None:
    """One row a level, into every file by its ending; raises NotConfigured without matplotlib."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise NotConfigured("the figure needs matplotlib: pip install matplotlib") from None
    figure: Any = Figure(figsize=(8.2, 0.5 + 3.4 * len(found)), layout="constrained")
    grid: Any = figure.subplots(len(found), 2, squeeze=False, width_ratios=(1.15, 1))
    figure.suptitle(title, fontsize=11, color=INK)
    right = max(max(one.semantic.high, one.logical.high) for one in found) * 1.25
    for (bars, scatter), one in zip(grid, found, strict=True):
        _bars(bars, one, right)
        _scatter(scatter, one)
    for file in files:
        # Without a date and with fixed ids the same figures give the same file.
        metadata = {"Date": None} if file.suffix == ".svg" else None
        with cast("Any", matplotlib).rc_context(
            {"svg.hashsalt": "rootmem", "svg.fonttype": "none"}
        ):
            figure.savefig(file, dpi=160, metadata=metadata)


def _bars(axes: Any, one: Divergence, right: float) -> None:
    rows = (("logical\nmemory", one.logical, LOGICAL), ("semantic\nmemory", one.semantic, SEMANTIC))
    for at, (_, mean, colour) in enumerate(rows):
        ends = [[mean.value - mean.low], [mean.high - mean.value]]
        axes.barh(at, mean.value, 0.42, color=colour, xerr=ends, ecolor=INK, capsize=3)
        axes.text(
            max(mean.high, 0) + 0.012, at, f"{mean.value:.3f}", va="center", color=INK, fontsize=10
        )
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set_xlim(min(0.0, one.logical.low * 1.2), right)
    axes.set_xlabel("mean cosine to the query, 95 % interval")
    axes.set_title(
        f"{_LEVELS[one.level]}: gap {one.gap.value:.3f} [{one.gap.low:.3f}, {one.gap.high:.3f}]",
        fontsize=10,
        loc="left",
        color=INK,
    )
    _plain(axes)


def _scatter(axes: Any, one: Divergence) -> None:
    x, y = [p.semantic for p in one.points], [p.logical for p in one.points]
    low, high = min(*x, *y, 0.0) - 0.04, max(*x, *y) + 0.04
    axes.plot([low, high], [low, high], color="#999999", linewidth=1, linestyle=(0, (4, 3)))
    axes.scatter(x, y, s=16, color=LOGICAL, alpha=0.55, linewidths=0)
    below = sum(b < a for a, b in zip(x, y, strict=True))
    axes.set_title(
        f"{below} of {len(x)} items: the semantic one is nearer", fontsize=10, loc="left", color=INK
    )
    axes.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    axes.set_yticks(axes.get_xticks())
    axes.set(ylim=(low, high))
    axes.set_xlabel("query – semantic memory")
    axes.set_ylabel("query – logical memory")
    _plain(axes)


def _plain(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=INK, labelsize=9)
