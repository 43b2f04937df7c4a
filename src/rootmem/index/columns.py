"""What filters and masks read of a user's entries: one array a field, in order of position."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rootmem.index.dense import Mask, grown
from rootmem.model import as_utc
from rootmem.ports import EntryRow

STATUSES = ("active", "superseded", "retracted")
ALWAYS = np.iinfo(np.int64).max
"""The time column's value for "not known" or "no end"."""

TIMES = ("time", "event_time", "valid_from", "valid_to", "recorded_at")
LABELS = ("type", "status", "subject", "condition", "episode_id", "metadata")
TEXTS = ("id", "text")

_PLACES = {name: place for place, name in enumerate(EntryRow._fields)}
_DTYPES: dict[str, Any] = {
    **dict.fromkeys(LABELS, np.int32),
    **dict.fromkeys(TIMES, np.int64),
    "strength": np.float32,
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(value: datetime) -> int:
    """Since the epoch, as rows carry times."""
    return (as_utc(value) - _EPOCH) // timedelta(microseconds=1)


def moment(value: int) -> datetime:
    return _EPOCH + timedelta(microseconds=value)


class Labels(dict[str | None, int]):
    """A field with few different values: value -> number, in order of first appearance. Looking an
    unknown one up numbers it."""

    def __missing__(self, value: str | None) -> int:
        number = self[value] = len(self)
        return number

    def known(self, value: str) -> int:
        """The value's number; -1 where no row has it."""
        return self.get(value, -1)


class Columns:
    """Arrays of one length; rows are added at the end or replaced in place."""

    def __init__(self, rows: Sequence[EntryRow]) -> None:
        self.labels = {name: Labels() for name in LABELS}
        self._arrays: dict[str, NDArray[Any]] = {}
        self._parsed: dict[str, dict[str, Any]] = {}
        self.size = len(rows)
        for name, values in self._fields(rows):
            self._arrays[name] = np.array(values, dtype=_DTYPES[name])

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The column, shape (size,): a label's codes, a time in microseconds, or the strength."""
        return self._arrays[name][: self.size]

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self._arrays.values())

    def add(self, rows: Sequence[EntryRow]) -> None:
        needed = self.size + len(rows)
        for name, values in self._fields(rows):
            if needed > len(self._arrays[name]):
                self._arrays[name] = grown(self._arrays[name], self.size, needed)
            self._arrays[name][self.size : needed] = values
        self.size = needed

    def replace(self, position: int, row: EntryRow) -> None:
        for name, (value,) in self._fields([row]):
            self._arrays[name][position] = value

    def where_label(self, name: str, test: Callable[[Any], bool]) -> Mask:
        """Rows whose value of a label field passes; the test runs once per different value."""
        passed = np.array([test(value) for value in self.labels[name]], dtype=np.bool_)
        return passed[self[name]]

    def where_metadata(self, test: Callable[[dict[str, Any]], bool]) -> Mask:
        return self.where_label("metadata", lambda text: test(self._metadata(text)))

    def _metadata(self, text: str) -> dict[str, Any]:
        if text not in self._parsed:
            self._parsed[text] = json.loads(text) if text else {}
        return self._parsed[text]

    def _fields(self, rows: Sequence[EntryRow]) -> Iterator[tuple[str, Sequence[Any]]]:
        """Each column's name and the rows' values as the column keeps them."""
        fields: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(_PLACES)
        for name in LABELS:
            yield name, list(map(self.labels[name].__getitem__, fields[_PLACES[name]]))
        for name in TIMES:
            yield name, [ALWAYS if value is None else value for value in fields[_PLACES[name]]]
        yield "strength", fields[_PLACES["strength"]]
