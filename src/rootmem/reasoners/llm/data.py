"""Stored text as data in a prompt: short aliases for ids, one line each, delimiters disarmed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from rootmem.model import MemoryEntry, RootUnit, Turn

BLOCKS = (
    "conversation",
    "entries",
    "new",
    "known",
    "rules",
    "units",
    "request",
    "context",
    "needs",
)
"""The tags our prompts put around data."""

_TAG = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(BLOCKS)})\b)", re.IGNORECASE)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Aliases:
    """Ids as ``t1``, ``t2`` …: short to write, and an invented one is noticed.

    Several aliases may stand for one id (a long turn shown in pieces).
    """

    def __init__(self, prefix: str, ids: Iterable[str] = ()) -> None:
        self.prefix = prefix
        self._ids: list[str] = []
        self._aliases: dict[str, str] = {}
        for one in ids:
            self.of(one)

    def of(self, one: str) -> str:
        """The alias of an id, made on first sight."""
        return self._aliases.get(one) or self.another(one)

    def another(self, one: str) -> str:
        """A further alias of an id."""
        self._ids.append(one)
        alias = f"{self.prefix}{len(self._ids)}"
        self._aliases.setdefault(one, alias)
        return alias

    def resolve(self, alias: str) -> str:
        """The id; raises ValueError for an alias that was not given out."""
        match = re.fullmatch(rf"\W*(?:{self.prefix})?0*(\d+)\W*", alias, re.IGNORECASE)
        if match is None or not 1 <= int(match.group(1)) <= len(self._ids):
            raise ValueError(f"{alias[:20]!r} is not one of {self.prefix}1-{len(self._ids)}")
        return self._ids[int(match.group(1)) - 1]

    def knows(self, alias: str) -> bool:
        return bool(self.resolved([alias]))

    def resolved(self, aliases: Iterable[str]) -> list[str]:
        """The ids of those aliases that were given out; the others are left out."""
        found: list[str] = []
        for alias in aliases:
            with suppress(ValueError):
                found.append(self.resolve(alias))
        return found


def quoted(text: str) -> str:
    """Text that can neither close its block nor pass for a line of ours."""
    return "\n    ".join(line for line in disarmed(text).splitlines() if line.strip())


def disarmed(text: str) -> str:
    """Text that cannot close its block, its lines as they are."""
    text = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate cannot be sent
    return _TAG.sub("‹", text.strip())


def clipped(text: str, most: int) -> str:
    """At most ``most`` characters, the middle left out."""
    if len(text) <= most:
        return text
    head = most * 2 // 3
    return f"{text[:head]} […] {text[head - most :]}"


def day(time: datetime) -> str:
    """``2023-05-08 (Mon)``, in UTC and in no locale."""
    return f"{time:%Y-%m-%d} ({_DAYS[time.weekday()]})"


def speaker(turn: Turn) -> str:
    """``user``, ``assistant``, or a role with the name that came with the turn."""
    name = quoted(turn.name or "").replace("\n", " ")
    return f"{turn.role} ({name})" if name else turn.role


def entry_line(alias: str, entry: MemoryEntry) -> str:
    """One entry: alias, day said, type, subject, text, day it happened, condition, end."""
    marks = [day(entry.time), entry.type]
    if entry.subject.casefold() != "user":
        marks.append(f"about {quoted(entry.subject)}")
    line = f"[{alias}] {', '.join(marks)}: {quoted(entry.text)}"
    if entry.event_time is not None and entry.event_time.date() != entry.time.date():
        line += f" (happened {day(entry.event_time)})"
    if entry.condition:
        line += f" (only: {quoted(entry.condition)})"
    if entry.valid_to is not None:
        line += f" (until {day(entry.valid_to)})"
    return line


def rule_lines(alias: str, unit: RootUnit) -> str:
    """A unit's execution rules, without its evidence [R 4.2]."""
    title = f" {quoted(unit.title)}" if unit.title else ""
    return (
        f"[{alias}]{title}\n    when: {quoted(unit.activation)}\n    then: {quoted(unit.guidance)}"
    )
