"""A user's root units with their vectors, for routing without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rootmem.index.dense import Scores, cosines
from rootmem.index.owned import OwnedVectors
from rootmem.model import RootUnit
from rootmem.ports import RootRow, Vectors


class RootScores(NamedTuple):
    """Cosines, shape (units,): of the activation text, and of the closest trigger (-inf: none)."""

    activation: Scores
    trigger: Scores


class RootIndex:
    """Immutable; made anew when the user's units change."""

    def __init__(self, rows: Sequence[RootRow], dimensions: int) -> None:
        self.units: tuple[RootUnit, ...] = tuple(row.unit for row in rows)
        self.vectors = [
            np.frombuffer(row.vectors, dtype=np.float32).reshape(-1, dimensions) for row in rows
        ]
        """For each unit shape (1 + triggers, d), the activation's first."""
        self._activations = np.zeros((len(rows), dimensions), dtype=np.float32)
        self._triggers = OwnedVectors(dimensions)
        for number, row in enumerate(rows):
            vectors = np.frombuffer(row.vectors, dtype=np.float32).reshape(-1, dimensions)
            if len(vectors):
                self._activations[number] = vectors[0]
                self._triggers.add(vectors[1:], np.full(len(vectors) - 1, number, np.int64))

    def __len__(self) -> int:
        return len(self.units)

    @property
    def activations(self) -> Vectors:
        """Shape (units, d)."""
        return self._activations

    @property
    def nbytes(self) -> int:
        return self._activations.nbytes + self._triggers.nbytes + 2_000 * len(self.units)

    def scores(self, query: Vectors) -> RootScores:
        return RootScores(
            activation=cosines(self._activations, query),
            trigger=self._triggers.best(query, len(self.units)),
        )
