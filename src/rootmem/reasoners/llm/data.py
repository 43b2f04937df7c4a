"""Stored text as data in a prompt: short aliases for ids, one line each, delimiters disarmed."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
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

log = logging.getLogger(__name__)

_TAG = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(BLOCKS)})\b)", re.IGNORECASE)
_ALIAS_LIKE = re.compile(r"\W?[a-z]{0,2}\d{1,6}\W?", re.ASCII | re.IGNORECASE)
"""What an error may quote: an alias cannot hold private words, anything else a model wrote may."""
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

    def has(self, one: str) -> bool:
        """Whether an id has an alias."""
        return one in self._aliases

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
            shown = repr(alias) if _ALIAS_LIKE.fullmatch(alias) else "a name of another form"
            raise ValueError(f"{shown} is not one of {self.prefix}1-{len(self._ids)}")
        return self._ids[int(match.group(1)) - 1]

    def find(self, alias: str) -> str | None:
        """The id, or None for an alias that was not given out."""
        try:
            return self.resolve(alias)
        except ValueError:
            return None

    def resolved(self, aliases: Iterable[str]) -> list[str]:
        """The ids of those aliases that were given out; the others are left out."""
        asked = list(aliases)
        found = [one for one in map(self.find, asked) if one is not None]
        if len(found) < len(asked):
            log.debug("%d names that were not given out are left out", len(asked) - len(found))
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


def entry_line(alias: str, entry: MemoryEntry, now: datetime | None = None) -> str:
    """One entry, as the prompts' part ``entries`` explains it.

    What ended only after ``now`` is shown as it stood then.
    """
    ended = entry.valid_to is None or now is None or entry.valid_to <= now
    marks = [day(entry.time), entry.type, f"strength {entry.strength:.1f}"]
    if entry.subject.casefold() != "user":
        marks.append(f"about {quoted(entry.subject)}")
    if entry.status != "active" and ended:
        marks.append("obsolete")
    line = f"[{alias}] {', '.join(marks)}: {quoted(entry.text)}"
    if entry.event_time is not None and entry.event_time.date() != entry.time.date():
        line += f" (happened or began {entry.event_time:%Y-%m-%d})"
    if entry.condition:
        line += f" (only: {quoted(entry.condition)})"
    if entry.valid_to is not None and ended:
        line += f" (until {day(entry.valid_to)})"
    return line


def rule_lines(alias: str, unit: RootUnit) -> str:
    """A unit's execution rules, without its evidence [R 4.2]."""
    title = f" {quoted(unit.title)}" if unit.title else ""
    return (
        f"[{alias}]{title}\n    when: {quoted(unit.activation)}\n    then: {quoted(unit.guidance)}"
    )
