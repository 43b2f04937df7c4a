"""LightMem's sensory and short-term memory, without a model: compression, topics, buffers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from rootmem.ports import Embedder
from rootmem_bench.systems.material import Said


class Compressor:
    """Keeps the share ``keep`` of a text's words that tell most: the rarest in the history."""

    def __init__(self, said: Sequence[Said], keep: float) -> None:
        self._counts = Counter([word for one in said for word in _words(one.text)])
        self._total = sum(self._counts.values()) or 1
        self._keep = keep

    def compressed(self, text: str) -> str:
        """The words kept, in their order."""
        tokens = text.split()
        most = math.ceil(len(tokens) * self._keep)
        order = sorted(range(len(tokens)), key=lambda at: (-self._surprise(tokens[at]), at))
        kept = set(order[:most])
        return " ".join(token for at, token in enumerate(tokens) if at in kept)

    def _surprise(self, token: str) -> float:
        words = _words(token)
        return max((-math.log(self._counts[one] / self._total) for one in words), default=0.0)


async def topics(said: Sequence[Said], embedder: Embedder) -> list[list[Said]]:
    """Turns by topic: a user turn unlike the one before it begins another; so does a session."""
    user = [at for at, one in enumerate(said) if one.role == "user"]
    begins: set[int] = set()
    if len(user) > 1:
        vectors = await embedder.embed([said[at].text for at in user])
        alike = [float(one @ other) for one, other in pairwise(vectors)]
        limit = float(np.mean(alike) - 0.5 * np.std(alike))
        begins = {at for at, score in zip(user[1:], alike, strict=True) if score < limit}
    segments: list[list[Said]] = []
    for at, one in enumerate(said):
        if at in begins or not segments or segments[-1][-1].session != one.session:
            segments.append([])
        segments[-1].append(one)
    return segments


def buffered(segments: Sequence[list[Said]], tokens: int) -> Iterator[list[Said]]:
    """Consecutive segments until the buffer is full; a longer segment fills it alone."""
    buffer: list[Said] = []
    held = 0
    for segment in segments:
        size = sum(-(-len(one.text) // 4) for one in segment)
        if buffer and held + size > tokens:
            yield buffer
            buffer, held = [], 0
        buffer = [*buffer, *segment]
        held += size
    if buffer:
        yield buffer


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
