"""Dates as models write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ].*)?")
_NONE = {"", "null", "none", "unknown", "n/a"}


def resolved(text: str | None) -> tuple[datetime | None, str]:
    """The date in UTC (a month or year alone: its first day), and the problem with a bad one."""
    if text is None or text.casefold() in _NONE:
        return None, ""
    match = _DATE.fullmatch(text)
    if match is not None:
        year, month, day = (int(part) if part else 1 for part in match.groups())
        try:
            return datetime(year, month, day, tzinfo=UTC), ""
        except ValueError:
            pass
    return None, "an event time was no date and was left out"
