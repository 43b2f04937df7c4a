"""The report as one HTML file that asks for nothing, with Jinja's escaping of every text."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from rootmem.errors import NotConfigured
from rootmem_bench.report.shapes import Column, Report


class Span(NamedTuple):
    """Neighbouring columns under one head: a group's, or a column's own."""

    group: str
    head: str
    text: bool
    width: int


def html(report: Report) -> str:
    """The only text that is not escaped is the style and the panels' SVG, which matplotlib
    escapes."""
    try:
        import jinja2
    except ModuleNotFoundError:
        raise NotConfigured(
            'the page needs Jinja, of an extra: pip install "rootmem[bench]"'
        ) from None
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=False
    )
    return environment.from_string(_file("page.html.j2")).render(
        report=report, spans=spans, style=_file("style.css")
    )


def spans(columns: Sequence[Column]) -> list[Span]:
    found: list[Span] = []
    for one in columns:
        if one.group and found and found[-1].group == one.group:
            found[-1] = found[-1]._replace(width=found[-1].width + 1)
        else:
            found.append(Span(one.group, one.head, one.text, 1))
    return found


def _file(name: str) -> str:
    return (files("rootmem_bench.report") / "templates" / name).read_text("utf-8")
