"""Pieces of display that several commands use: a memory on a line, a rule, a headline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rootmem.cli.text import one_line
from rootmem.model import USER_SUBJECT, ActivatedRoot, MemoryEntry, Recall, RootUnit

ENTRY_STYLES = {"factual": "cyan", "preference": "magenta", "insight": "yellow"}
SHORT_ID = 10
"""Characters of an id that are shown; every command takes them in place of the whole id."""


def short(id: str) -> str:
    return id[:SHORT_ID]


def headline(text: str) -> Text:
    return Text(text, style="bold")


def number(count: int, one: str, several: str | None = None) -> str:
    """``1 entry``, ``2 entries``, ``1,234 turns``."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def grid(widths: Sequence[int | None], *, pad: int = 2) -> Table:
    """A table without lines; None marks the column that takes what is left."""
    table = Table.grid(padding=(0, pad, 0, 0), expand=any(width is None for width in widths))
    for width in widths:
        table.add_column(width=width, ratio=1 if width is None else None, overflow="fold")
    return table


def entry_text(entry: MemoryEntry, most: int = 240) -> Text:
    """The entry's text with what qualifies it, on one line."""
    text = Text(one_line(entry.text, most))
    if entry.condition:
        text.append(f" ({one_line(entry.condition, 80)})", "dim")
    if entry.subject != USER_SUBJECT:
        text.append(f"  about {one_line(entry.subject, 40)}", "blue")
    if entry.status == "superseded":
        text.stylize("dim strike")
        until = f" until {entry.valid_to:%Y-%m-%d}" if entry.valid_to else ""
        text.append(f"  true{until}", "dim")
    elif entry.status == "retracted":
        text.stylize("dim strike")
        text.append("  retracted", "dim")
    return text


def entry_date(entry: MemoryEntry) -> Text:
    return Text(f"{entry.event_time or entry.time:%Y-%m-%d}", "dim")


def entry_type(entry: MemoryEntry) -> Text:
    return Text(entry.type, ENTRY_STYLES[entry.type])


def entry_table(entries: Iterable[MemoryEntry], most: int = 240) -> Table:
    """Date, type, text and short id, one row an entry."""
    table = grid([10, 10, None, SHORT_ID])
    for entry in entries:
        id = Text(short(entry.id), "dim")
        table.add_row(entry_date(entry), entry_type(entry), entry_text(entry, most), id)
    return table


def rule(unit: RootUnit) -> Group:
    """A unit's title and its two rules."""
    name = one_line(unit.title, 100) or "A rule"
    title = Text.assemble(("◆ ", "green"), (name, "bold"), (f"  {short(unit.id)}", "dim"))
    table = grid([4, None], pad=1)
    table.add_row(Text("when", "dim"), Text(one_line(unit.activation, 400)))
    table.add_row(Text("then", "dim"), Text(one_line(unit.guidance, 600)))
    return Group(title, Padding(table, (0, 0, 0, 2)))


def activated(root: ActivatedRoot) -> RenderableType:
    """A unit that applies, with the evidence that is shown."""
    return Group(rule(root.unit), Padding(entry_table(root.shown), (0, 0, 0, 2)))


def brief(found: Recall, most: int = 5) -> list[RenderableType]:
    """A recall in a few lines: each rule that applies with its first evidence, then entries."""
    if found.nothing_relevant:
        return [Text("Nothing that is remembered bears on this.", "dim")]
    shown: list[RenderableType] = []
    for root in found.roots[:most]:
        title = one_line(root.unit.title, 60) or "A rule"
        shown.append(Text.assemble((f"◆ {title}  ", "green"), one_line(root.unit.guidance, 160)))
        shown.append(Padding(entry_table(root.shown[:1], 120), (0, 0, 0, 2)))
    shown.append(entry_table((scored.entry for scored in found.entries[:most]), 120))
    more = max(0, len(found.roots) - most) + max(0, len(found.entries) - most)
    return [*shown, *([Text(f"and {more} more (/recall shows all)", "dim")] if more else [])]
