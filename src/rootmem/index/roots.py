"""A user's root units with their vectors, for routing without a model (``recall.route``)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rootmem.model import RootUnit
from rootmem.ports import RootRow, Vectors


class RootIndex:
    """Immutable; made anew when the user's units change.

    ``vectors``: for each unit shape (1 + triggers, d), the activation's first; a unit stored
    without vectors has a zero row, which is near to nothing.
    """

    def __init__(self, rows: Sequence[RootRow], dimensions: int) -> None:
        self.units: tuple[RootUnit, ...] = tuple(row.unit for row in rows)
        self.vectors: list[Vectors] = [_vectors(row, dimensions) for row in rows]

    def __len__(self) -> int:
        return len(self.units)

    @property
    def nbytes(self) -> int:
        return sum(one.nbytes for one in self.vectors) + 2_000 * len(self.units)


def _vectors(row: RootRow, dimensions: int) -> Vectors:
    if not row.vectors:
        return np.zeros((1, dimensions), dtype=np.float32)
    return np.frombuffer(row.vectors, dtype=np.float32).reshape(-1, dimensions)
