"""Times as callers write them, turned into aware UTC. Never against the wall clock or its zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta

from rootmem.errors import InvalidInput
from rootmem.model.base import as_utc

TIME_EXPECTED = "a date and time in ISO 8601 (no zone: UTC) or an epoch in seconds or milliseconds"

MIN_YEAR, MAX_YEAR = 2, 9998
"""Years that are read: nearer to the calendar's edges, arithmetic would fall off."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"[+-]?\d{9,}(\.\d+)?")
_LAST_EPOCH = datetime(2200, 1, 1, tzinfo=UTC)  # beyond it: a compact date such as 20240305120000
# From the size of an epoch follows its unit: 1e11 s is the year 5138, 1e11 ms the year 1973.
_UNITS = ((1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9))


def parse_time(value: object) -> datetime:
    """The instant meant by a datetime, date, ISO string or epoch (s, ms, µs, ns).

    Raises InvalidInput, without naming the place; callers add it.
    """
    try:
        when = _parse(value)
        if not MIN_YEAR <= when.year <= MAX_YEAR:
            raise ValueError("a year at the edge of the calendar")
        return when
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{value!r:.80} is not a time; expected {TIME_EXPECTED}") from error


def _parse(value: object) -> datetime:
    if isinstance(value, datetime):
        return as_utc(value)
    if isinstance(value, date):
        return datetime.combine(value, time(), UTC)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _from_epoch(float(value))
    if isinstance(value, str):
        text = value.strip()
        if _NUMBER.fullmatch(text):
            return _from_epoch(float(text))
        return as_utc(datetime.fromisoformat(text))
    raise ValueError("neither text, number nor datetime")


def _from_epoch(value: float) -> datetime:
    unit = next((unit for ceiling, unit in _UNITS if abs(value) < ceiling), None)
    if unit is not None and (when := _EPOCH + timedelta(seconds=value / unit)) < _LAST_EPOCH:
        return when
    raise ValueError("not a plausible epoch")
