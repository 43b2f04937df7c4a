"""Orders of pieces: by BM25, by vectors, and fused. What the retrievers share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from rootmem.errors import InvalidInput, NotConfigured
from rootmem.ports import Embedder, Vectors

RRF = 60
"""The constant of reciprocal rank fusion (Cormack et al. 2009)."""


class Lexical:
    """BM25 over texts by bm25s: Lucene's variant, k1 1.5, b 0.75, English stop words and stems."""

    def __init__(self, texts: Sequence[str]) -> None:
        bm25s = _bm25s()
        tokens = [_tokens(text) for text in texts]
        self._index: Any = None
        if any(tokens):
            self._index = bm25s.BM25(k1=1.5, b=0.75, method="lucene")
            self._index.index(tokens, show_progress=False)

    def order(self, query: str, most: int) -> list[int]:
        """Positions, best first, ties in the order given; what shares no term is left out."""
        tokens = _tokens(query)
        if self._index is None or not self._index.get_tokens_ids(tokens):
            return []
        return top(self._index.get_scores(tokens), most, above=0.0)


class Dense:
    """Cosine over the vectors of any embedder."""

    def __init__(self, embedder: Embedder, vectors: Vectors) -> None:
        self._embedder, self.vectors = embedder, vectors

    @classmethod
    async def over(cls, embedder: Embedder, texts: Sequence[str]) -> Dense:
        if not texts:
            return cls(embedder, np.zeros((0, embedder.dimensions), dtype=np.float32))
        return cls(embedder, await embedder.embed(texts))

    async def scores(self, query: str) -> NDArray[np.float32]:
        """Cosines, one a text."""
        return self.vectors @ (await self._embedder.embed([query], query=True))[0]

    async def order(self, query: str, most: int) -> list[int]:
        """Positions, best first, ties in the order given."""
        return top(await self.scores(query), most)


def top(scores: NDArray[Any], most: int, *, above: float | None = None) -> list[int]:
    """The positions of the highest scores, ties in the order given."""
    # Rounded, so that the order of a sum in another BLAS does not break a tie.
    order = np.argsort(-np.round(scores.astype(np.float64), 6), kind="stable")[:most]
    return [int(at) for at in order if above is None or scores[at] > above]


def fused(orders: Sequence[Sequence[int]], most: int) -> list[int]:
    """Reciprocal rank fusion of several orders, ties by the order of first sight."""
    scores: dict[int, float] = {}
    for order in orders:
        for rank, at in enumerate(order, start=1):
            scores[at] = scores.get(at, 0.0) + 1.0 / (RRF + rank)
    return sorted(scores, key=lambda at: -scores[at])[:most]


def checked_k(k: int) -> int:
    if k < 1:
        raise InvalidInput(f"k must be at least 1, not {k}")
    return k


def _bm25s() -> Any:
    try:
        import bm25s  # pyright: ignore[reportMissingTypeStubs]
    except ModuleNotFoundError:
        raise NotConfigured('BM25 needs an extra: pip install "rootmem[bench]"') from None
    return cast("Any", bm25s)


@cache
def _stemmer() -> Any:
    import Stemmer

    return cast("Any", Stemmer).Stemmer("english")


def _tokens(text: str) -> list[str]:
    """As bm25s tokenizes (words of two letters and more, lower case), without its vocabulary."""
    words = [word for word in re.findall(r"(?u)\b\w\w+\b", text.lower()) if word not in _stops()]
    return cast("list[str]", _stemmer().stemWords(words))


@cache
def _stops() -> frozenset[str]:
    from bm25s.stopwords import STOPWORDS_EN_PLUS  # pyright: ignore[reportMissingTypeStubs]

    return frozenset(cast("Sequence[str]", STOPWORDS_EN_PLUS))
