"""Step 1 without a model: which root units bear on a query, by their rules alone [R 4.2].

A unit is met by its activation and by its triggers. Raw cosines do not compare across units: a
broad activation is near to everything. So each similarity is measured against how near other
requests come to the same unit, and the other units' triggers are at hand for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rootmem.ports import Vectors

Floats = NDArray[np.float32]

NEAREST = 3
"""So many of a unit's triggers, those nearest to the query, speak for it."""
_FEW = 8
"""With fewer background requests the usual level and spread below stand in."""
_LEVEL, _SPREAD = 0.15, 0.1
_APART = 1.5
"""A query so many deviations less near to any unit than requests are to units not meant for them is
no matter for root memories: a sum, a translation [us: 4 % of true requests are that far]."""


class RouteIndex(NamedTuple):
    """What a user's units are matched by; made once a version of the units.

    ``activations`` (u, d); ``triggers`` (t, d) in order of units, ``owner`` (t,) their units'
    numbers; ``level`` and ``spread`` (2, u): mean and standard deviation of the similarity that
    requests meant for other units have to this one, by activation and by triggers. ``floor``: a
    query less near to every unit (mean of the two similarities) has nothing to do with any.
    """

    activations: Vectors
    triggers: Vectors
    owner: NDArray[np.intp]
    level: Floats
    spread: Floats
    floor: float


def route_index(units: Sequence[Vectors]) -> RouteIndex:
    """``units``: for each its vectors, (1 + triggers, d), the activation's first."""
    if not units:
        none = np.zeros((0, 1), dtype=np.float32)
        flat = np.zeros((2, 0), dtype=np.float32)
        return RouteIndex(none, none, np.zeros(0, dtype=np.intp), flat, flat, 0.0)
    activations = np.stack([unit[0] for unit in units])
    triggers = np.concatenate([unit[1:] for unit in units])
    owner = np.repeat(np.arange(len(units)), [len(unit) - 1 for unit in units])
    bare = RouteIndex(
        activations,
        triggers,
        owner,
        np.zeros((2, len(units)), dtype=np.float32),
        np.ones((2, len(units)), dtype=np.float32),
        _LEVEL - _APART * _SPREAD / 2,
    )
    level = np.full((2, len(units)), _LEVEL, dtype=np.float32)
    spread = np.full((2, len(units)), _SPREAD, dtype=np.float32)
    raw = _similarities(bare, triggers)
    for unit in range(len(units)):
        others = raw[:, owner != unit, unit]
        if others.shape[1] >= _FEW:
            level[:, unit] = others.mean(axis=1)
            spread[:, unit] = np.maximum(others.std(axis=1), 1e-3)
    floor = bare.floor
    if len(units) > 1 and len(triggers) >= _FEW:
        strange = owner[:, None] != np.arange(len(units))
        nearest = np.where(strange, raw.mean(axis=0), -1.0).max(axis=1)
        floor = float(nearest.mean() - _APART * nearest.std())
    return bare._replace(level=level, spread=spread, floor=floor)


def route(index: RouteIndex, query: Vectors) -> Floats:
    """How much each unit bears on the query, shape (u,), in standard deviations above requests that
    are meant for other units. ``query``: (d,), length 1. Units without triggers are met by their
    activation alone."""
    if not len(index.activations):
        return np.zeros(0, dtype=np.float32)
    raw = _similarities(index, query[None])[:, 0]
    scores = (raw - index.level) / index.spread
    has_triggers = np.isin(np.arange(len(index.activations)), index.owner)
    by_activation, by_triggers = scores
    both = (by_activation + by_triggers) / 2
    return np.asarray(np.where(has_triggers, both, by_activation), dtype=np.float32)


def concerns(index: RouteIndex, query: Vectors) -> bool:
    """False for a query so far from all units that none can bear on it. ``query``: (d,)."""
    if not len(index.activations):
        return False
    return float(_similarities(index, query[None])[:, 0].mean(axis=0).max()) >= index.floor


def _similarities(index: RouteIndex, queries: Vectors) -> Floats:
    """(2, queries, u): to the activations; to the mean of the nearest triggers of each unit."""
    by_activation = queries @ index.activations.T
    by_triggers = np.zeros_like(by_activation)
    if len(index.triggers):
        near = queries @ index.triggers.T
        starts = np.searchsorted(index.owner, np.arange(len(index.activations) + 1))
        for unit, (start, end) in enumerate(pairwise(starts.tolist())):
            if end > start:
                best = min(NEAREST, end - start)
                own = np.partition(near[:, start:end], end - start - best, axis=1)[:, -best:]
                by_triggers[:, unit] = own.mean(axis=1)
    return np.stack([by_activation, by_triggers]).astype(np.float32)
