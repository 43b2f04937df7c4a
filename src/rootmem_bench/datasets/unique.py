"""Ids must name one thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rootmem.errors import ImportFormatError


def checked_unique(ids: Iterable[str], *, source: str, field: str) -> None:
    """Raises ImportFormatError for the first id that stands twice."""
    twice = next((name for name, count in Counter(ids).items() if count > 1), None)
    if twice is not None:
        raise ImportFormatError(
            f"{twice!r} stands twice", source=source, field=field, expected="an id of its own"
        )
