"""Exact cosine search over unit-length rows that may grow."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rootmem.ports import Vectors

Positions = NDArray[np.intp]
Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]
Scalar = TypeVar("Scalar", bound=np.generic)

# Under this share of allowed rows, copying them out is cheaper than scoring all.
_SPARSE = 0.1


class DenseIndex:
    """A float32 matrix of shape (n, d) inside a larger one, so that adding rows rarely copies."""

    def __init__(self, rows: Vectors) -> None:
        """Takes (n, d); rows of length 1 or all zero."""
        self._rows = np.ascontiguousarray(rows, dtype=np.float32)
        self._size = len(rows)

    def __len__(self) -> int:
        return self._size

    @property
    def dimensions(self) -> int:
        return self._rows.shape[1]

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes

    @property
    def rows(self) -> Vectors:
        """A view of shape (n, d)."""
        return self._rows[: self._size]

    def add(self, rows: Vectors) -> None:
        needed = self._size + len(rows)
        if needed > len(self._rows):
            self._rows = grown(self._rows, self._size, needed)
        self._rows[self._size : needed] = rows
        self._size = needed

    def replace(self, position: int, row: Vectors) -> None:
        self._rows[position] = row

    def scores(self, query: Vectors, mask: Mask | None = None) -> Scores:
        """Cosines, shape (n,); -inf where ``mask`` is False."""
        rows = self.rows
        if mask is None:
            return cosines(rows, query)
        allowed = np.flatnonzero(mask)
        if len(allowed) < _SPARSE * len(rows):
            scores = np.full(len(rows), -np.inf, dtype=np.float32)
            scores[allowed] = cosines(rows[allowed], query)
            return scores
        scores = cosines(rows, query)
        scores[~mask] = -np.inf
        return scores


def cosines(rows: Vectors, query: Vectors) -> Scores:
    """The products of (n, d) rows with one (d,) query.

    Not ``rows @ query``: BLAS splits that over threads and waits for the slowest, which on a busy
    machine costs ten times the work itself (10,000 rows: 11 ms against 0.4), and reading the matrix
    from memory is the limit anyway.
    """
    return np.vecdot(rows, query)


def grown(array: NDArray[Scalar], used: int, needed: int) -> NDArray[Scalar]:
    """A copy with room for ``needed`` rows and some more, the ``used`` first ones kept."""
    room = max(needed + 64, used + used // 4)
    larger = np.empty((room, *array.shape[1:]), dtype=array.dtype)
    larger[:used] = array[:used]
    return larger


def top(scores: Scores, n: int, above: float = -np.inf) -> Positions:
    """Positions of the ``n`` highest scores over ``above``, best first; of equals the later."""
    # Partitioning is slow among many equal scores, and most BM25 scores are 0: drop them first.
    chosen = np.flatnonzero(scores > above)
    if n < len(chosen):
        chosen = chosen[np.argpartition(-scores[chosen], n)[: max(n, 0)]]
    return chosen[np.lexsort((-chosen, -scores[chosen]))]
