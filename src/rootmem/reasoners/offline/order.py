"""The order of a unit's evidence: the most constraining first, what repeats it pushed back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rootmem.ports import Vectors

DIVERSITY = 1.5
DEPTH, POOL = 30, 120
"""So many pieces, out of so many of the strongest, are ordered with regard to each other; the rest
follow by strength alone."""


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
    by_strength = np.argsort(-strength, kind="stable")
    pool = by_strength[:POOL]
    near, worth = vectors[pool], strength[pool].copy()
    repeats = np.zeros(len(pool), dtype=np.float32)
    if before is not None and len(before):
        repeats = np.maximum(repeats, (near @ before.T).max(axis=1))
    order: list[int] = []
    for _ in range(min(DEPTH, len(pool))):
        best = int((worth - diversity * repeats).argmax())
        order.append(int(pool[best]))
        worth[best] = -np.inf
        repeats = np.maximum(repeats, near @ near[best])
    placed = set(order)
    return order + [at for at in by_strength.tolist() if at not in placed]


def centred(vectors: Vectors) -> Vectors:
    """Rows minus their mean, of length 1 again: what all share (a name) then counts less."""
    if len(vectors) < 2:
        return vectors
    moved = vectors - vectors.mean(axis=0)
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    return np.asarray(moved / np.where(lengths > 0, lengths, 1.0), dtype=np.float32)
