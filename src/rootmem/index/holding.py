"""The arrays behind a snapshot, kept in step: position i is the same entry in each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from rootmem.index.columns import Columns, microseconds
from rootmem.index.dense import DenseIndex, Mask, Scores
from rootmem.index.entries import words_of
from rootmem.index.filters import compile_filter
from rootmem.index.lexical import LexicalIndex
from rootmem.index.owned import OwnedVectors
from rootmem.model import EntryType
from rootmem.ports import EntryRow, Vectors


class Holding:
    """Not locked; the snapshot around it is."""

    def __init__(self, rows: Sequence[EntryRow], dimensions: int) -> None:
        self.rows = [_light(row) for row in rows]
        self.columns = Columns(rows)
        self.dense = DenseIndex(_stacked(rows, dimensions))
        self.lexical = LexicalIndex([words_of(row) for row in rows])
        self.triggers = OwnedVectors(dimensions)
        self._dimensions = dimensions
        self._add_triggers(range(len(rows)), rows)
        self._text_bytes = sum(map(_row_bytes, rows))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def nbytes(self) -> int:
        parts = (self.columns, self.dense, self.lexical, self.triggers)
        return self._text_bytes + sum(part.nbytes for part in parts)

    def add(self, rows: Sequence[EntryRow]) -> None:
        first = len(self.rows)
        self.columns.add(rows)
        self.dense.add(_stacked(rows, self._dimensions))
        self.lexical.add([words_of(row) for row in rows])
        self._add_triggers(range(first, first + len(rows)), rows)
        self.rows.extend(map(_light, rows))
        self._text_bytes += sum(map(_row_bytes, rows))

    def replace(self, position: int, row: EntryRow) -> None:
        old = self.rows[position]
        self.columns.replace(position, row)
        self.dense.replace(position, _stacked([row], self._dimensions)[0])
        if words_of(old) != words_of(row):
            self.lexical.replace(position, words_of(old), words_of(row))
        if old.triggers or row.trigger_vectors:
            self.triggers.remove(position)
            self._add_triggers([position], [row])
        self.rows[position] = _light(row)

    def mask(
        self,
        types: Sequence[EntryType] | None,
        as_of: datetime | None,
        filters: Mapping[str, Any] | None,
    ) -> Mask | None:
        """The entries to consider; None for all of them."""
        columns, wanted = self.columns, compile_filter(filters)
        status, codes = columns["status"], columns.labels["status"]
        if as_of is not None:
            at = microseconds(as_of)
            mask = (columns["valid_from"] <= at) & (at < columns["valid_to"])
            mask &= status != codes.known("retracted")
        elif wanted is not None and "status" in wanted.fields:
            mask = np.ones(len(self), dtype=np.bool_)
        else:
            mask = status == codes.known("active")
        if types is not None:
            mask &= np.isin(columns["type"], [columns.labels["type"].known(t) for t in types])
        if wanted is not None:
            mask &= wanted.mask(columns, self.rows)
        return None if mask.all() else mask

    def cosines(self, query: Vectors, mask: Mask | None, triggers: bool) -> tuple[Scores, Scores]:
        """Each entry's cosine, its triggers' counted or not, and that of its text alone."""
        texts = self.dense.scores(query, mask)
        if not triggers or not len(self.triggers):
            return texts, texts
        closest = self.triggers.best(query, len(self))
        if mask is not None:
            closest[~mask] = -np.inf
        return np.maximum(texts, closest), texts

    def bm25(self, query: str, mask: Mask | None) -> tuple[Scores, Scores]:
        """BM25 and coverage; 0 where ``mask`` is False."""
        scores, coverage = self.lexical.scores(query)
        if mask is not None:
            scores[~mask] = 0.0
            coverage[~mask] = 0.0
        return scores, coverage

    def _add_triggers(self, positions: Sequence[int], rows: Sequence[EntryRow]) -> None:
        for position, row in zip(positions, rows, strict=True):
            if row.trigger_vectors:
                vectors = np.frombuffer(row.trigger_vectors, dtype=np.float32)
                vectors = vectors.reshape(-1, self._dimensions)
                self.triggers.add(vectors, np.full(len(vectors), position, np.int64))


def _stacked(rows: Sequence[EntryRow], dimensions: int) -> Vectors:
    """Shape (len(rows), dimensions); one copy."""
    joined = bytearray().join([row.vector for row in rows])
    return np.frombuffer(joined, dtype=np.float32).reshape(-1, dimensions)


def _light(row: EntryRow) -> EntryRow:
    """The row without the vectors, which are in the matrices."""
    return row._replace(vector=b"", trigger_vectors=b"")


def _row_bytes(row: EntryRow) -> int:
    """About a row's share of memory: the tuple, its place in the dictionary, its texts."""
    return 900 + len(row.text) + len(row.metadata) + sum(map(len, row.triggers))
