"""How strongly a statement binds later answers, and in which facets of a life.

Two ridge regressions over embeddings, solved when first needed (some 10 ms) from the facets' signs
and from ordinary statements that bind nothing; cue words are added. Nothing is learnt from users.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rootmem.ports import Vectors
from rootmem.reasoners.offline.cues import Cues
from rootmem.reasoners.offline.facets import Facet, words_of

Floats = NDArray[np.float32]

RIDGE = 10.0
BIND_CUE = 0.25
FACET_CUE = 0.05
_MOST_BINDING, _MOST_PASSING, _MOST_FACET = 4, 3, 2


class Judged(NamedTuple):
    """``strength`` (n,): about -1 for small talk, 0 undecided, 1 for what clearly binds.
    ``affinity`` (n, facets): higher belongs more; only comparable within a row."""

    strength: Floats
    affinity: Floats


class Judge:
    """Judges statements; ``vectors`` must come from the embedder of the vectors given here."""

    def __init__(
        self, facets: Sequence[Facet], signs: Sequence[Vectors], ordinary: Vectors
    ) -> None:
        """``signs``: for each facet (its signs, d); ``ordinary``: (m, d)."""
        examples = np.concatenate([*signs, ordinary]).astype(np.float64)
        facet = np.repeat(np.arange(len(signs) + 1), [*(len(one) for one in signs), len(ordinary)])
        binds = np.where(facet < len(signs), 1.0, -1.0)
        half = len(binds) / 2
        weights = np.where(binds > 0, half / np.sum(binds > 0), half / np.sum(binds < 0))
        self._binding = _spread_out(_ridge(examples, binds[:, None], weights), examples, binds)
        members = (facet[:, None] == np.arange(len(signs))).astype(np.float64)
        self._belonging = _ridge(examples, members, np.ones(len(examples)))
        self._facet_cues = Cues([one.words for one in facets])
        self._weight_cues = Cues([words_of("binding.txt"), words_of("passing.txt")])

    def judge(self, texts: Sequence[str], vectors: Vectors) -> Judged:
        """``vectors``: (n, d), those of the texts."""
        cues = self._weight_cues.count(texts)
        binding, passing = cues[:, 0].clip(max=_MOST_BINDING), cues[:, 1].clip(max=_MOST_PASSING)
        strength = _apply(self._binding, vectors)[:, 0] + BIND_CUE * (binding - passing)
        words = self._facet_cues.count(texts).clip(max=_MOST_FACET)
        affinity = _apply(self._belonging, vectors) + FACET_CUE * words
        return Judged(strength.astype(np.float32), affinity.astype(np.float32))


class _Linear(NamedTuple):
    slope: NDArray[np.float64]
    centre: NDArray[np.float64]
    level: NDArray[np.float64]


def _ridge(
    rows: NDArray[np.float64], targets: NDArray[np.float64], weights: NDArray[np.float64]
) -> _Linear:
    """Weighted ridge regression with an intercept: rows (n, d), targets (n, t), weights (n,)."""
    share = weights[:, None] / weights.sum()
    centre, level = (rows * share).sum(axis=0), (targets * share).sum(axis=0)
    centred = rows - centre
    gram = (centred * weights[:, None]).T @ centred + RIDGE * np.eye(rows.shape[1])
    moment = (centred * weights[:, None]).T @ (targets - level)
    slope = np.asarray(np.linalg.solve(gram, moment), dtype=np.float64)
    return _Linear(slope, centre, level)


def _spread_out(
    linear: _Linear, examples: NDArray[np.float64], binds: NDArray[np.float64]
) -> _Linear:
    """The same order of statements, with -1 and 1 as the mean of either kind of example."""
    scores = _apply(linear, examples)[:, 0]
    high, low = scores[binds > 0].mean(), scores[binds < 0].mean()
    scale = 2 / (high - low)
    return _Linear(linear.slope * scale, linear.centre, (linear.level - (high + low) / 2) * scale)


def _apply(linear: _Linear, vectors: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    return (vectors - linear.centre) @ linear.slope + linear.level
