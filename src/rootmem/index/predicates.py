"""What one condition of a filter asks of one value."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, cast

from rootmem.errors import InvalidInput
from rootmem.index.columns import microseconds
from rootmem.model import as_utc

ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}


def value_test(name: str, value: Any) -> Callable[[Any], bool]:
    """A test of one plain value; None stands for a missing one. Raises InvalidInput for a time
    that is none in UTC."""
    for item in value if name == "in" else (value,):
        if isinstance(item, datetime):
            instant(name, item)
    if name == "exists":
        return lambda have: (have is not None) == value
    if name == "eq":
        return lambda have: _same(have, value)
    if name == "in":
        return lambda have: any(_same(have, item) for item in value)
    if name == "contains":
        return lambda have: _contains(have, value)
    return lambda have: _ordered(ORDER[name], _comparable(have, value), value)


def _ordered(compare: Callable[[Any, Any], Any], have: Any, value: Any) -> bool:
    """False where the two cannot be compared: metadata may hold anything."""
    if have is None:
        return False
    try:
        return bool(compare(have, as_utc(value) if isinstance(value, datetime) else value))
    except TypeError:
        return False


def _same(have: Any, value: Any) -> bool:
    """Equal, or a list that has an equal item."""
    have = _comparable(have, value)
    if isinstance(value, datetime):
        return have == as_utc(value)
    if isinstance(have, bool) != isinstance(value, bool):
        return False
    return have == value or (isinstance(have, list) and value in have)


def _contains(have: Any, value: Any) -> bool:
    """A text that has the part (case aside), or a list that has the item."""
    if isinstance(have, str):
        return isinstance(value, str) and value.casefold() in have.casefold()
    return isinstance(have, list) and value in have


def _comparable(have: Any, value: Any) -> Any:
    """Stored metadata has times as text; read it as one where a datetime is asked for."""
    if isinstance(value, datetime) and isinstance(have, str):
        try:
            return as_utc(datetime.fromisoformat(have))
        except ValueError:
            return None
    return have


def dig(data: dict[str, Any], path: Sequence[str]) -> Any:
    """A key that has dots itself comes before the nested reading of it."""
    whole = ".".join(path)
    if whole in data:
        return data[whole]
    current: Any = data
    for part in path:
        if not isinstance(current, dict):
            return None
        current = cast("dict[str, Any]", current).get(part)
    return current


def instant(field: str, value: Any) -> int:
    try:
        if isinstance(value, datetime):
            return microseconds(value)
        if isinstance(value, date):
            return microseconds(datetime(value.year, value.month, value.day))  # noqa: DTZ001 (UTC)
        if isinstance(value, str):
            return microseconds(datetime.fromisoformat(value))
    except ValueError:
        pass
    raise InvalidInput(
        f"{field!r} takes a datetime or an ISO date such as 2024-01-31, not {value!r}"
    )
