"""What filters and masks read of a user's entries: one array a field, in order of position."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rootmem.index.dense import Mask, grown
from rootmem.model import ENTRY_TYPES, as_utc
from rootmem.ports import EntryRow

STATUSES = ("active", "superseded", "retracted")
ALWAYS = np.iinfo(np.int64).max
"""The time column's value for "not known" or "no end"."""

TIMES = ("time", "event_time", "valid_from", "valid_to", "recorded_at")
LABELS = ("type", "status", "subject", "condition", "episode_id", "metadata")
TEXTS = ("id", "text")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(value: datetime) -> int:
    """Since the epoch, as rows carry times."""
    return (as_utc(value) - _EPOCH) // timedelta(microseconds=1)


def moment(value: int) -> datetime:
    return _EPOCH + timedelta(microseconds=value)


class Labels:
    """A field with few different values: a number per row, and the values once."""

    def __init__(self, values: Sequence[str] = ()) -> None:
        self.values: list[str | None] = list(values)
        self._codes: dict[str | None, int] = {value: i for i, value in enumerate(values)}

    def code(self, value: str | None) -> int:
        found = self._codes.get(value)
        if found is None:
            found = self._codes[value] = len(self.values)
            self.values.append(value)
        return found

    def known(self, value: str) -> int:
        """The value's code; -1 where no row has it."""
        return self._codes.get(value, -1)


class Columns:
    """Arrays of one length; rows are added at the end or replaced in place."""

    def __init__(self, rows: Sequence[EntryRow]) -> None:
        self.labels: dict[str, Labels] = {name: Labels() for name in LABELS}
        self.labels["type"] = Labels(ENTRY_TYPES)
        self.labels["status"] = Labels(STATUSES)
        self._arrays: dict[str, NDArray[Any]] = {}
        self._parsed: dict[str, dict[str, Any]] = {}
        self.size = len(rows)
        for name in LABELS:
            self._arrays[name] = np.array(self._values(name, rows), dtype=np.int32)
        for name in TIMES:
            self._arrays[name] = np.array(self._values(name, rows), dtype=np.int64)
        self._arrays["strength"] = np.array(self._values("strength", rows), dtype=np.float32)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The column, shape (size,): a label's codes, a time in microseconds, or the strength."""
        return self._arrays[name][: self.size]

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self._arrays.values())

    def add(self, rows: Sequence[EntryRow]) -> None:
        needed = self.size + len(rows)
        for name, array in self._arrays.items():
            if needed > len(array):
                array = self._arrays[name] = grown(array, self.size, needed)
            array[self.size : needed] = self._values(name, rows)
        self.size = needed

    def replace(self, position: int, row: EntryRow) -> None:
        for name, array in self._arrays.items():
            array[position] = self._values(name, [row])[0]

    def where_label(self, name: str, test: Callable[[Any], bool]) -> Mask:
        """Rows whose value of a label field passes; the test runs once per different value."""
        labels = self.labels[name]
        passed = np.array([test(value) for value in labels.values], dtype=np.bool_)
        return passed[self[name]] if len(passed) else np.zeros(self.size, dtype=np.bool_)

    def where_metadata(self, test: Callable[[dict[str, Any]], bool]) -> Mask:
        return self.where_label("metadata", lambda text: test(self._metadata(text)))

    def _metadata(self, text: str) -> dict[str, Any]:
        if text not in self._parsed:
            self._parsed[text] = json.loads(text) if text else {}
        return self._parsed[text]

    def _values(self, name: str, rows: Sequence[Any]) -> list[Any]:
        at = EntryRow._fields.index(name)
        if name in self.labels:
            code = self.labels[name].code
            return [code(row[at]) for row in rows]
        if name == "strength":
            return [row[at] for row in rows]
        return [ALWAYS if row[at] is None else row[at] for row in rows]
