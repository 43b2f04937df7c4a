"""How `rootmem show` prints lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from rootmem.cli.pieces import (
    SHORT_ID,
    entry_table,
    entry_text,
    entry_type,
    grid,
    number,
    rule,
    short,
)
from rootmem.cli.text import one_line
from rootmem.model import Episode, MemoryEntry, RootUnit, Turn

ROLE_STYLES = {"user": "bold", "assistant": "", "system": "dim", "tool": "dim"}


def listed(what: str, found: Sequence[Any], first_words: Mapping[str, str]) -> RenderableType:
    """The list as one renderable; a sentence where it is empty."""
    if not found:
        return Text(f"No {what} yet." if what != "timeline" else "Nothing yet.")
    if what == "timeline":
        return timeline(found)
    if what == "turns":
        return turn_table(found)
    if what == "roots":
        return _roots(found)
    if what == "episodes":
        return _episodes(found, first_words)
    return entry_table(found)


def timeline(entries: Sequence[MemoryEntry]) -> RenderableType:
    """By the start of validity, the month only where it changes."""
    table = grid([8, 3, 10, None, SHORT_ID])
    month = ""
    for entry in entries:
        begins = entry.event_time or entry.valid_from
        now = f"{begins:%Y-%m}"
        table.add_row(
            Text("" if now == month else now, "bold"),
            Text(f"{begins:%d}.", "dim"),
            entry_type(entry),
            entry_text(entry),
            Text(short(entry.id), "dim"),
        )
        month = now
    return table


def turn_table(turns: Sequence[Turn]) -> RenderableType:
    """Turns under a line for each session."""
    parts: list[RenderableType] = []
    session: str | None = None
    for turn in turns:
        if turn.session_id != session:
            session = turn.session_id
            parts.append(Text(f"── {one_line(session, 60)} · {turn.time:%Y-%m-%d} ", "bold"))
        table = grid([5, 9, None, SHORT_ID])
        who = one_line(turn.name or turn.role, 9)
        table.add_row(
            Text(f"{turn.time:%H:%M}", "dim"),
            Text(who, ROLE_STYLES[turn.role]),
            Text(one_line(turn.text, 400)),
            Text(short(turn.id), "dim"),
        )
        parts.append(table)
    return Group(*parts)


def _roots(units: Sequence[RootUnit]) -> RenderableType:
    parts: list[RenderableType] = []
    for unit in units:
        evidence = number(len(unit.evidence), "memory", "memories")
        rests = Text(f"    rests on {evidence}, version {unit.version}", "dim")
        parts += [rule(unit), rests, Text("")]
    return Group(*parts[:-1])


def _episodes(episodes: Sequence[Episode], first_words: Mapping[str, str]) -> RenderableType:
    table = grid([10, 8, None, 10, SHORT_ID])
    for one in episodes:
        spoken = next((first_words[id] for id in one.turn_ids if id in first_words), "")
        waiting = "" if one.status == "reconciled" else one.status
        table.add_row(
            Text(f"{one.start:%Y-%m-%d}", "dim"),
            Text(f"{len(one.turn_ids)} turns", "dim"),
            Text(one_line(one.title or spoken, 120)),
            Text(waiting, "yellow"),
            Text(short(one.id), "dim"),
        )
    return table
