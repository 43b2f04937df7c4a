"""Where a conversation turns to another event, without a model [Q 3.2].

Adjacent user utterances are judged; other roles never decide. A boundary needs a gap that is less
similar than the conversation's own gaps usually are (TextTiling's depth score over smoothed
windows, adaptive threshold), helped by cues ("by the way") and by the time that passed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from rootmem.model import Turn
from rootmem.ports import Embedder, Vectors
from rootmem.reasoners.offline.sentences import authored

WINDOW = 4
"""User utterances on either side of a gap that are compared."""
SPREAD = 0.6
"""A gap's depth must exceed the mean by this many standard deviations."""
LONGEST = 40
"""User turns after which the deepest gap of an episode is a boundary in any case."""
SILENCE = timedelta(hours=4)
"""Silence after which a new occasion begins; a longer one counts more, up to a week."""

_GREETING = re.compile(
    r"^\W*(?:(?:hi|hello|hey|hiya|good (?:morning|evening|afternoon)|greetings|long time no|howdy|what's up|hola|buenos días|bonjour|salut|hallo|guten (?:tag|morgen)|olá|ciao|你好|嗨|مرحبا|السلام عليكم)\b|你好|嗨)",
    re.IGNORECASE,
)
_SHIFT = re.compile(
    r"^\W*(?:by the way|btw|anyway|on another (?:note|topic|subject)|change of (?:topic|subject)|new (?:topic|question)|speaking of|"
    r"different (?:question|topic)|unrelated|something else|another thing|one more thing|guess what|big news|(?:oh|so),? (?:guess what|i forgot)|let's talk about|moving on)\b",
    re.IGNORECASE,
)
_BACK_REFERENCE = re.compile(
    r"^\W*(?:yes|yeah|yep|no|nope|thanks|thank you|exactly|right|sure|ok(?:ay)?|great|perfect|it|that|this|they|he|she|those|haha|lol|wow|and|but|because|both|neither|me too)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\b(?:bye|goodbye|see you|talk (?:to you )?(?:soon|later)|good ?night|take care|catch you later|have a (?:good|great|nice) (?:one|day|night|evening|weekend)|gotta go|have to (?:go|run))\b",
    re.IGNORECASE,
)


async def segment(turns: Sequence[Turn], embedder: Embedder) -> tuple[str, ...]:
    """Ids of the user turns that open a new episode; never the first user turn."""
    users = [turn for turn in turns if turn.by_user]
    if len(users) < 2:
        return ()
    vectors = await embedder.embed([authored(turn.text)[:2000] for turn in users])
    scores = depths(vectors) + cues(users)
    return tuple(users[gap + 1].id for gap in boundaries(scores, silences(users)))


def depths(vectors: Vectors) -> NDArray[np.float64]:
    """TextTiling depth of each gap, standardised over the conversation; shape (len - 1,)."""
    count = len(vectors)
    sums = np.vstack([np.zeros(vectors.shape[1]), np.cumsum(vectors.astype(np.float64), axis=0)])
    similar = np.empty(count - 1)
    for gap in range(1, count):
        left = sums[gap] - sums[max(0, gap - WINDOW)]
        right = sums[min(count, gap + WINDOW)] - sums[gap]
        norm = float(np.linalg.norm(left) * np.linalg.norm(right))
        similar[gap - 1] = float(left @ right) / norm if norm else 0.0
    depth = np.array([_climb(similar, gap) for gap in range(count - 1)])
    deviation = float(depth.std())
    return (depth - depth.mean()) / deviation if deviation > 1e-9 else np.zeros(count - 1)


def cues(users: Sequence[Turn]) -> NDArray[np.float64]:
    """What the words at each gap add to its depth, in standard deviations."""
    scores = np.zeros(len(users) - 1)
    for gap, (before, after) in enumerate(zip(users, users[1:], strict=False)):
        opening = after.text[:80]
        scores[gap] += 2.5 * bool(_GREETING.match(opening)) + 1.2 * bool(_SHIFT.match(opening))
        scores[gap] += 1.0 * bool(_CLOSING.search(before.text[-120:]))
        scores[gap] -= 0.5 * bool(_BACK_REFERENCE.match(opening))
    return scores


def silences(users: Sequence[Turn]) -> NDArray[np.float64]:
    """The time prior of each gap in standard deviations: 0 inside an occasion, up to 3."""
    hours = np.array(
        [
            max(0.0, (b.time - a.time).total_seconds() / 3600)
            for a, b in zip(users, users[1:], strict=False)
        ]
    )
    threshold = SILENCE.total_seconds() / 3600
    return np.where(
        hours < threshold, 0.0, np.minimum(3.0, 1.5 + np.log10(np.maximum(hours, 1) / threshold))
    )


def boundaries(scores: NDArray[np.float64], prior: NDArray[np.float64]) -> list[int]:
    """Gaps to cut at: above the threshold and the highest among their neighbours."""
    total = scores + prior
    chosen = [
        gap
        for gap in range(len(total))
        if total[gap] > SPREAD + 0.6 and total[gap] >= total[max(0, gap - 1) : gap + 2].max()
    ]
    return _bounded(chosen, total)


def _bounded(chosen: list[int], total: NDArray[np.float64]) -> list[int]:
    """Cut stretches of more than ``LONGEST`` user turns at their deepest gap."""
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


def _climb(similar: NDArray[np.float64], gap: int) -> float:
    left = right = float(similar[gap])
    for index in range(gap - 1, -1, -1):
        if similar[index] < left:
            break
        left = float(similar[index])
    for index in range(gap + 1, len(similar)):
        if similar[index] < right:
            break
        right = float(similar[index])
    return left + right - 2 * float(similar[gap])
