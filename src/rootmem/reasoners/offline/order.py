"""The order of a unit's evidence: the most constraining first, what repeats it pushed back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rootmem.ports import Vectors

DIVERSITY = 1.5
DEPTH = 40
"""So many pieces are ordered with regard to each other; the rest follow by strength alone."""


def by_constraint(
    strength: NDArray[np.float32],
    vectors: Vectors,
    before: Vectors | None = None,
    diversity: float = DIVERSITY,
) -> list[int]:
    """Maximal marginal relevance (Carbonell and Goldstein 1998), strength in place of relevance.

    ``strength`` (n,), ``vectors`` (n, d) and ``before`` (m, d), the pieces that other units show
    first, share one centring. Each next piece has the highest strength - diversity x cosine to its
    nearest piece placed so far. Returns all n positions.
    """
    left = np.ones(len(strength), dtype=np.bool_)
    repeats = np.zeros(len(strength), dtype=np.float32)
    if before is not None and len(before):
        repeats = np.maximum(repeats, (vectors @ before.T).max(axis=1))
    order: list[int] = []
    for _ in range(min(DEPTH, len(strength))):
        worth = np.where(left, strength - diversity * repeats, -np.inf)
        best = int(worth.argmax())
        order.append(best)
        left[best] = False
        repeats = np.maximum(repeats, vectors @ vectors[best])
    rest = np.flatnonzero(left)
    return order + rest[np.argsort(-strength[rest], kind="stable")].tolist()


def centred(vectors: Vectors) -> Vectors:
    """Rows minus their mean, of length 1 again: what all share (a name) then counts less."""
    if len(vectors) < 2:
        return vectors
    moved = vectors - vectors.mean(axis=0)
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    return np.asarray(moved / np.where(lengths > 0, lengths, 1.0), dtype=np.float32)
