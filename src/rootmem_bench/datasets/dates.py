"""Times as data sets write them, where a bad one is no reason to stop."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rootmem.errors import InvalidInput
from rootmem.importers.dates import written_time
from rootmem.model.times import parse_time


def any_time(value: Any) -> datetime | None:
    """The instant in UTC, in any form that the product's importers read; None where it is none."""
    try:
        return parse_time(value)
    except InvalidInput:
        return written_time(value) if isinstance(value, str) else None
