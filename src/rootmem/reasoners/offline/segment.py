"""Where a conversation turns to another event, without a model [Q 3.2].

Adjacent user utterances are judged; other roles never decide. A gap's score is how much less alike
the utterances before and after it are than the conversation's own gaps usually are (so the
threshold adapts), plus what cues ("by the way", a greeting) and the time that passed add to it, all
in standard deviations. A boundary is a score above the threshold that is the highest near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rootmem.model import Turn
from rootmem.ports import Embedder, Vectors
from rootmem.reasoners.offline.lexicon import cue
from rootmem.reasoners.offline.sentences import authored

WINDOW = 4
"""User utterances on either side of a gap that are compared."""
THRESHOLD = 1.4
"""Standard deviations above the mean for a boundary (chosen by benchmarks/segmentation.py)."""
APART = 2
"""Of two boundaries this near (in user turns) only the stronger one stands."""
LONGEST = 40
"""User turns after which the strongest gap of an episode is a boundary in any case."""
SILENCE = timedelta(hours=4)
"""Silence after which a new occasion begins; a longer one counts more, up to a week."""
LONGEST_READ = 2000
"""Characters of an utterance that are embedded."""

_GREETING = cue("segment", "greeting", r"^\W*{}")
_SHIFT = cue("segment", "shift", r"^\W*{}\b")
_BACK_REFERENCE = cue("segment", "back reference", r"^\W*{}\b")
_CLOSING = cue("segment", "closing")


async def segment(turns: Sequence[Turn], embedder: Embedder) -> tuple[str, ...]:
    """Ids of the user turns that open a new episode; never the first user turn."""
    users = [turn for turn in turns if turn.by_user]
    if len(users) < 2:
        return ()
    vectors = await embedder.embed([authored(turn.text)[:LONGEST_READ] for turn in users])
    scores = novelty(vectors) + cues(users)
    return tuple(users[gap + 1].id for gap in boundaries(scores, silences(users)))


def novelty(vectors: Vectors) -> NDArray[np.float64]:
    """How unlike the utterances around each gap are, standardised; shape (len - 1,).

    The conversation's mean is taken off first: what all its utterances share tells nothing apart.
    """
    centred = vectors.astype(np.float64) - vectors.mean(axis=0)
    count = len(centred)
    sums = np.vstack([np.zeros(centred.shape[1]), np.cumsum(centred, axis=0)])
    unlike = np.zeros(count - 1)
    for gap in range(1, count):
        left = sums[gap] - sums[max(0, gap - WINDOW)]
        right = sums[min(count, gap + WINDOW)] - sums[gap]
        norm = float(np.linalg.norm(left) * np.linalg.norm(right))
        unlike[gap - 1] = -float(left @ right) / norm if norm else 0.0
    deviation = float(unlike.std())
    return (unlike - unlike.mean()) / deviation if deviation > 1e-9 else np.zeros(count - 1)


def cues(users: Sequence[Turn]) -> NDArray[np.float64]:
    """What the words at each gap add to its depth, in standard deviations."""
    scores = np.zeros(len(users) - 1)
    for gap, (before, after) in enumerate(pairwise(users)):
        opening = after.text[:80]
        scores[gap] += 2.5 * bool(_GREETING.match(opening)) + 1.2 * bool(_SHIFT.match(opening))
        scores[gap] += 1.0 * bool(_CLOSING.search(before.text[-120:]))
        scores[gap] -= 0.5 * bool(_BACK_REFERENCE.match(opening))
    return scores


def silences(users: Sequence[Turn]) -> NDArray[np.float64]:
    """The time prior of each gap in standard deviations: 0 inside an occasion, 1.5 to 3 after."""
    pairs = pairwise(users)
    seconds = np.array([max(0.0, (b.time - a.time).total_seconds()) for a, b in pairs])
    silence = SILENCE.total_seconds()
    grown = np.minimum(3.0, 1.5 + np.log10(np.maximum(seconds, silence) / silence))
    return np.where(seconds < silence, 0.0, grown)


def boundaries(scores: NDArray[np.float64], prior: NDArray[np.float64]) -> list[int]:
    """Gaps to cut at: above the threshold and the highest among their neighbours."""
    total = scores + prior
    chosen = [
        gap
        for gap in range(len(total))
        if total[gap] > THRESHOLD
        and total[gap] >= total[max(0, gap - APART) : gap + APART + 1].max()
    ]
    return _bounded(chosen, total)


def _bounded(chosen: list[int], total: NDArray[np.float64]) -> list[int]:
    """Cut stretches of more than ``LONGEST`` user turns at their strongest gap."""
    result: list[int] = []
    start = 0
    for end in [*chosen, len(total)]:
        while end - start >= LONGEST:
            cut = start + 4 + int(np.argmax(total[start + 4 : start + LONGEST]))
            result.append(cut)
            start = cut + 1
        if end < len(total):
            result.append(end)
        start = end + 1
    return result
