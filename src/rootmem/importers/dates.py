"""Dates as people and data sets write them, without the machine's locale or zone.

Known: ``2024-03-05 18:00``, ``2023/04/10 (Mon) 17:50``, ``1:56 pm on 8 May, 2023`` (LoCoMo),
``Jan 15, 2029, 15:12:20`` (HaluMem), ``Tuesday, 5th of March 2024 at 6 pm``. Dates of the form
05/03/2024 are not read: nobody can say which number is the month.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime

from rootmem.model import as_utc
from rootmem.model.times import MAX_YEAR, MIN_YEAR

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?" for name in _MONTHS).replace("sep(?", "sept?(?")
_DATES = (
    re.compile(r"\b(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?=\D|$)"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<name>{_MONTH})\.?,?\s+(?P<year>\d{{4}})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<name>{_MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})\b",
        re.IGNORECASE,
    ),
)
_TIME = re.compile(
    r"\b(?P<hour>\d{1,2})(?::(?P<minute>\d{2})(?::(?P<second>\d{2}))?)?\s*(?P<half>[ap]\.?m\b\.?)"
    r"|\b(?P<hour24>\d{1,2}):(?P<minute24>\d{2})(?::(?P<second24>\d{2}))?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_FILLER = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|on|at|utc|\bT\b|[\s,()\[\].-]",
    re.IGNORECASE,
)


def written_time(text: str, *, whole: bool = True) -> datetime | None:
    """The instant in UTC, or None where the text is not a date with at most a time and a weekday.

    A date without a time is its midnight. Without ``whole`` other words may stand around it.
    """
    found = _written(text.strip(), whole)
    return found if found and MIN_YEAR <= found.year <= MAX_YEAR else None


def _written(text: str, whole: bool) -> datetime | None:
    if len(text) > 80:
        return None
    if _ISO.match(text):
        with suppress(ValueError, OverflowError):
            return as_utc(datetime.fromisoformat(text))
    for pattern in _DATES:
        if found := pattern.search(text):
            return _moment(found, f"{text[: found.start()]} {text[found.end() :]}", whole)
    return None


def clock_time(text: str) -> tuple[int, int, int] | None:
    """(hour, minute, second) of a text such as ``18:05`` or ``6:05 pm``, or None."""
    found = _TIME.fullmatch(text.strip())
    return _clock(found) if found else None


def _moment(date: re.Match[str], rest: str, whole: bool) -> datetime | None:
    time = _TIME.search(rest)
    clock = _clock(time) if time else (0, 0, 0)
    left = f"{rest[: time.start()]} {rest[time.end() :]}" if time else rest
    if clock is None or (whole and _FILLER.sub("", left)):
        return None
    parts = date.groupdict()
    month = int(parts["month"]) if "month" in parts else _month(parts["name"])
    try:
        return datetime(int(parts["year"]), month, int(parts["day"]), *clock, tzinfo=UTC)
    except ValueError:
        return None


def _month(name: str) -> int:
    return next(n for n, full in enumerate(_MONTHS, 1) if full.startswith(name[:3].lower()))


def _clock(found: re.Match[str]) -> tuple[int, int, int] | None:
    half = found["half"]
    if half is None:
        hour, minute, second = found["hour24"], found["minute24"], found["second24"]
        moment = int(hour), int(minute), int(second or 0)
    else:
        hour = int(found["hour"])
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0].lower() == "p" else 0)
        moment = hour, int(found["minute"] or 0), int(found["second"] or 0)
    return moment if moment[0] < 24 and moment[1] < 60 and moment[2] < 60 else None
