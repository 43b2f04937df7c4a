"""Filters over entries, written as mappings.

``{"metadata.project": "x", "time": {"gte": "2024-01-01"}, "strength": {"gt": 0.2, "lt": 0.9}}``:
all of it must hold. A bare value means ``eq``, a bare list ``in``. ``and`` and ``or`` take lists
of filters, ``not`` takes one. Every name may carry a ``$`` in front. Times are ISO strings (a date
is its first instant, no zone means UTC) or datetimes. Unknown names raise UnknownFilter, and values
that a field cannot have raise InvalidInput, both when the filter is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from rootmem.errors import InvalidInput, UnknownFilter
from rootmem.index.columns import ALWAYS, LABELS, STATUSES, TEXTS, TIMES, Columns
from rootmem.index.dense import Mask
from rootmem.index.predicates import ORDER, dig, instant, value_test
from rootmem.model import ENTRY_TYPES
from rootmem.ports import EntryRow

FIELDS = (
    *("type", "subject", "status", "time", "event_time", "valid_from", "valid_to", "recorded_at"),
    *("strength", "condition", "episode_id", "id", "text"),
)
OPERATORS = ("eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "contains", "exists")
COMBINATORS = ("and", "or", "not")
MAX_DEPTH = 32

_NEGATED = {"ne": "eq", "nin": "in"}
_CLOSED = {"type": ENTRY_TYPES, "status": STATUSES}

Rows = Sequence[EntryRow]
Condition = Callable[[Columns, Rows], Mask]


class Filter(NamedTuple):
    """``fields``: every field it names."""

    condition: Condition
    fields: frozenset[str]

    def mask(self, columns: Columns, rows: Rows) -> Mask:
        """Shape (len(rows),): True where the filter holds."""
        return self.condition(columns, rows)


def compile_filter(filters: Mapping[str, Any] | None) -> Filter | None:
    """None for no filter or an empty one."""
    if filters is None:
        return None
    fields: set[str] = set()
    conditions = _conditions(filters, fields, MAX_DEPTH)
    return Filter(_all(conditions), frozenset(fields)) if conditions else None


def _conditions(filters: Any, fields: set[str], depth: int) -> list[Condition]:
    if depth == 0:
        raise InvalidInput(f"a filter has at most {MAX_DEPTH} levels of and, or, not")
    if not isinstance(filters, Mapping):
        raise UnknownFilter(f"a filter is a mapping of fields to conditions, not {filters!r}")
    found: list[Condition] = []
    for key, value in cast("Mapping[Any, Any]", filters).items():
        name = _name(key)
        if name in COMBINATORS:
            found.append(_combined(name, value, fields, depth - 1))
            continue
        if name not in FIELDS and not (name.startswith("metadata.") and len(name) > 9):
            raise UnknownFilter(
                f"unknown filter field {key!r}; allowed: {', '.join(FIELDS)}, metadata.<key>, "
                f"and {', '.join(COMBINATORS)}"
            )
        fields.add(name)
        found.extend(_of_field(name, value))
    return found


def _combined(name: str, value: Any, fields: set[str], depth: int) -> Condition:
    if name == "not":
        inner = _all(_conditions(value, fields, depth))
        return lambda columns, rows: ~inner(columns, rows)
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise UnknownFilter(f"{name!r} takes a list of filters, not {value!r}")
    branches = [_all(_conditions(item, fields, depth)) for item in cast("Sequence[Any]", value)]
    if name == "and":
        return _all(branches)
    return lambda columns, rows: np.logical_or.reduce([b(columns, rows) for b in branches])


def _all(conditions: Sequence[Condition]) -> Condition:
    def holds(columns: Columns, rows: Rows) -> Mask:
        mask = np.ones(columns.size, dtype=np.bool_)
        for condition in conditions:
            mask &= condition(columns, rows)
        return mask

    return holds


def _of_field(field: str, value: Any) -> list[Condition]:
    """One condition an operator; an empty mapping is refused rather than matching all."""
    if not isinstance(value, Mapping):
        bare = "in" if isinstance(value, list | tuple | set | frozenset) else "eq"
        return [_condition(field, bare, value)]
    given = cast("Mapping[Any, Any]", value)
    names = [_name(key) for key in given]
    for key, name in zip(given, names, strict=True):
        if name not in OPERATORS:
            raise UnknownFilter(
                f"unknown filter operator {key!r} on {field!r}; allowed: {', '.join(OPERATORS)}"
            )
    if not names:
        raise UnknownFilter(f"no operator on {field!r}; allowed: {', '.join(OPERATORS)}")
    return [_condition(field, name, v) for name, v in zip(names, given.values(), strict=True)]


def _condition(field: str, name: str, value: Any) -> Condition:
    if name in _NEGATED:
        # A row without the field has no such value, so it passes.
        positive = _condition(field, _NEGATED[name], value)
        return lambda columns, rows: ~positive(columns, rows)
    if name in ("in", "nin"):
        if not isinstance(value, list | tuple | set | frozenset):
            raise InvalidInput(f"{name!r} on {field!r} takes a list, not {value!r}")
        value = list(cast("Sequence[Any]", value))
    if name == "exists" and not isinstance(value, bool):
        raise InvalidInput(f"'exists' on {field!r} takes true or false, not {value!r}")
    if field in TIMES:
        return _on_time(field, name, value)
    if field == "strength":
        return _on_strength(name, value)
    test = value_test(name, value)
    if field.startswith("metadata."):
        path = field.removeprefix("metadata.").split(".")
        return lambda columns, rows: columns.where_metadata(lambda data: test(dig(data, path)))
    _check_text(field, name, value)
    if field in LABELS:
        return lambda columns, rows: columns.where_label(field, test)
    assert field in TEXTS
    at = EntryRow._fields.index(field)
    return lambda columns, rows: np.fromiter((test(r[at]) for r in rows), np.bool_, columns.size)


def _on_time(field: str, name: str, value: Any) -> Condition:
    if name == "exists":
        return lambda columns, rows: (columns[field] != ALWAYS) == value
    if name == "contains":
        raise InvalidInput(f"'contains' does not apply to the time field {field!r}")
    wanted = [instant(field, v) for v in value] if name == "in" else instant(field, value)
    return _numeric(field, name, wanted, known=lambda column: column != ALWAYS)


def _on_strength(name: str, value: Any) -> Condition:
    if name == "exists":
        return lambda columns, rows: np.full(columns.size, value, dtype=np.bool_)
    wanted = value if name == "in" else [value]
    if name == "contains" or not all(
        isinstance(v, int | float) and not isinstance(v, bool) for v in wanted
    ):
        raise InvalidInput(f"{name!r} on 'strength' takes numbers, not {value!r}")
    # The column is float32, so that 0.2 as stored equals 0.2 as asked only at that width.
    narrow = [np.float32(v) for v in wanted]
    return _numeric("strength", name, narrow if name == "in" else narrow[0])


def _numeric(
    field: str, name: str, wanted: Any, known: Callable[[Any], Any] | None = None
) -> Condition:
    def holds(columns: Columns, rows: Rows) -> Mask:
        column = columns[field]
        if name == "in":
            mask = np.isin(column, wanted)
        elif name == "eq":
            mask = column == wanted
        else:
            mask = ORDER[name](column, wanted)
        return mask & known(column) if known else mask

    return holds


def _check_text(field: str, name: str, value: Any) -> None:
    if name == "exists":
        return
    values = value if name == "in" else [value]
    for item in values:
        if not isinstance(item, str) and not (field == "episode_id" and item is None):
            raise InvalidInput(f"{field!r} takes text, not {item!r}")
        if name in ("eq", "in") and field in _CLOSED and item not in _CLOSED[field]:
            raise InvalidInput(f"{field!r} is one of {', '.join(_CLOSED[field])}, not {item!r}")


def _name(key: Any) -> str:
    return key.removeprefix("$") if isinstance(key, str) else repr(key)
