"""Tables, figures and one page out of finished runs; published figures beside, marked as such."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

PAGE, TEXT = "report.html", "report.md"


def write_report(runs: Sequence[Path], out: Path, *, note: str = "") -> list[Path]:
    """Write ``report.html``, ``report.md`` and ``figures/*.svg, *.pdf``; their paths.

    Raises ImportFormatError (no run there), InvalidInput, NotConfigured (without the extra).
    """
    from rootmem_bench.report.assemble import FIGURES, assembled
    from rootmem_bench.report.markdown import markdown
    from rootmem_bench.report.page import html

    report = assembled(runs, out, note=note)
    out.mkdir(parents=True, exist_ok=True)
    (out / PAGE).write_text(html(report), encoding="utf-8")
    (out / TEXT).write_text(markdown(report), encoding="utf-8")
    sections = (*report.sections, *report.published)
    panels = [panel for one in sections for picture in one.pictures for panel in picture.panels]
    figures = [out / FIGURES / f"{p.name}.{end}" for p in panels for end in ("svg", "pdf")]
    return [out / PAGE, out / TEXT, *figures]
