"""Vectors that belong to something else: an entry's triggers, a root unit's texts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rootmem.index.dense import Scores, cosines, grown
from rootmem.ports import Vectors

NOBODY = -1


class OwnedVectors:
    """Rows of length d, each with the number of its owner. An owner's rows can be exchanged."""

    def __init__(self, dimensions: int) -> None:
        self._rows = np.empty((0, dimensions), dtype=np.float32)
        self._owners = np.empty(0, dtype=np.int64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes + self._owners.nbytes

    def add(self, rows: Vectors, owners: NDArray[np.int64]) -> None:
        needed = self._size + len(rows)
        if needed > len(self._rows):
            self._rows = grown(self._rows, self._size, needed)
            self._owners = grown(self._owners, self._size, needed)
        self._rows[self._size : needed] = rows
        self._owners[self._size : needed] = owners
        self._size = needed

    def remove(self, owner: int) -> None:
        """The owner's rows stay in place, nobody's, until the whole is built anew."""
        owners = self._owners[: self._size]
        owners[owners == owner] = NOBODY

    def best(self, query: Vectors, owners: int) -> Scores:
        """Each owner's highest cosine, shape (owners,); -inf for an owner without rows."""
        best = np.full(owners + 1, -np.inf, dtype=np.float32)
        if self._size:
            # NOBODY lands in the last place, which is cut off.
            closeness = cosines(self._rows[: self._size], query)
            np.maximum.at(best, self._owners[: self._size], closeness)
        return best[:owners]
