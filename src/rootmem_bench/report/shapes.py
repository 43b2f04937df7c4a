"""What a report is made of, before it is HTML or Markdown.

Measured and published cells are two types, and a row takes one of them only: a published figure in
a measured row is a validation error, whoever builds the row.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from rootmem.model import Noun

NONE = "–"


class Measured(Noun):
    """A cell of ours. ``text`` is what is printed of ``value``; ``change`` that against the
    host, ``note`` the interval; ``best`` among the rows of the same block."""

    origin: Literal["measured"] = "measured"
    text: str = NONE
    change: str = ""
    note: str = ""
    value: float | None = None
    best: bool = False


class Published(Noun):
    """A quoted cell."""

    origin: Literal["published"] = "published"
    text: str = NONE
    change: str = ""


class MeasuredRow(Noun):
    """``indent``: it belongs to the row above it (a host with RootMem). ``ranked``: it takes part
    in the best of its block."""

    label: str
    note: str = ""
    indent: bool = False
    ranked: bool = True
    cells: tuple[Measured, ...]


class PublishedRow(Noun):
    label: str
    note: str = ""
    indent: bool = False
    cells: tuple[Published, ...]


class MeasuredBlock(Noun):
    """Rows of one setting, which may be compared; ``warnings`` must be read with them."""

    caption: str
    warnings: tuple[str, ...] = ()
    rows: tuple[MeasuredRow, ...] = Field(min_length=1)


class PublishedBlock(Noun):
    caption: str
    rows: tuple[PublishedRow, ...] = Field(min_length=1)


class Column(Noun):
    """``key`` of a figure, its head, and the group of heads that it stands under ("")."""

    key: str
    head: str
    group: str = ""
    text: bool = False


class Table(Noun):
    """``blocks`` are ours, ``published`` the paper's; ``notes`` stand below."""

    key: str
    title: str
    first: str = "System"
    columns: tuple[Column, ...]
    blocks: tuple[MeasuredBlock, ...] = ()
    published: PublishedBlock | None = None
    notes: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> Table:
        rows = [row for block in self.blocks for row in block.rows]
        quoted = self.published.rows if self.published else ()
        if not rows and not quoted:
            raise ValueError(f"{self.key}: a table without rows")
        for row in (*rows, *quoted):
            if len(row.cells) != len(self.columns):
                raise ValueError(f"{self.key}, {row.label}: {len(row.cells)} cells")
        return self


class Panel(Noun):
    """One picture: its file's stem, its SVG, and what it shows for those who cannot see it."""

    name: str
    svg: str
    alt: str
    origin: Literal["measured", "published"] = "measured"


class Picture(Noun):
    """Panels side by side under one title and caption."""

    key: str
    title: str
    panels: tuple[Panel, ...]
    caption: str = ""
    warnings: tuple[str, ...] = ()


class Section(Noun):
    key: str
    title: str
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()


class Record(Noun):
    """The manifest of one run, for the end of the page: pairs of name and text."""

    title: str
    facts: tuple[tuple[str, str], ...]
    systems: tuple[tuple[str, ...], ...]
    more: tuple[tuple[str, str], ...]


class Report(Noun):
    """``papers``: what is quoted; ``published``: sections of which nothing is measured here."""

    title: str
    subtitle: str
    papers: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    sections: tuple[Section, ...]
    published: tuple[Section, ...] = ()
    records: tuple[Record, ...] = ()
