"""What a recall may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from rootmem.model import EntryType


class Conditions(NamedTuple):
    """Types of entries, the time as of which, and filters; None: all, now, none."""

    types: Sequence[EntryType] | None = None
    as_of: datetime | None = None
    filters: Mapping[str, Any] | None = None
