"""BM25 that grows.

The formula is bm25s's default ("lucene", Kamphuis et al. 2020, k1 = 1.5, b = 0.75), and a test
compares the two. bm25s itself is static: it stores finished scores, which change for every document
when one is added, so each write would mean indexing the user anew. A recall right after a write may
cost at most about what a warm one costs, hence this: postings hold counts, and scores are made when
asked for.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rootmem.index.dense import Scores, grown
from rootmem.index.tokens import terms_of, tokenize, words

K1 = 1.5
B = 0.75
MAX_QUERY_TERMS = 64
"""Of a longer query the rarest terms count; the others hardly move a score."""


LONGEST_KEPT = 40
"""Longer words (a sentence of a script without spaces, a link) are cut anew each time."""


class LexicalScores(NamedTuple):
    """``scores``: BM25 by position. ``coverage``: the share, by idf, of the query's terms that a
    document has, in [0, 1]; terms that no document has count in the whole."""

    scores: Scores
    coverage: Scores


class _TermsByWord(dict[str, tuple[int, ...]]):
    """What each word stands for; looking an unknown one up numbers its terms."""

    def __init__(self, numbers: dict[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, word: str) -> tuple[int, ...]:
        numbers = self._numbers
        found = tuple(numbers.setdefault(term, len(numbers)) for term in terms_of(word))
        if len(word) <= LONGEST_KEPT:
            self[word] = found
        return found


class _Postings:
    """The documents of one term and their counts, in arrays with room to grow."""

    __slots__ = ("counts", "docs", "size")

    def __init__(self, docs: NDArray[np.int32], counts: NDArray[np.float32]) -> None:
        self.docs: NDArray[np.int32] = docs
        self.counts: NDArray[np.float32] = counts
        self.size = len(docs)

    def add(self, doc: int, count: int) -> None:
        if self.size == len(self.docs):
            room = max(4, self.size + self.size // 4)
            self.docs = grown(self.docs, self.size, room)
            self.counts = grown(self.counts, self.size, room)
        self.docs[self.size], self.counts[self.size] = doc, count
        self.size += 1

    def remove(self, doc: int) -> None:
        at = int(np.flatnonzero(self.docs[: self.size] == doc)[0])
        last = self.size - 1
        self.docs[at], self.counts[at] = self.docs[last], self.counts[last]
        self.size = last


class LexicalIndex:
    """Positions are those of the texts given, in order; added texts follow."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._numbers: dict[str, int] = {}
        self._by_word = _TermsByWord(self._numbers)
        # All texts' terms end to end, in a plain array: a list per text would take ten times that.
        flat = array("i")
        ends = np.zeros(len(texts) + 1, dtype=np.int64)
        for number, text in enumerate(texts, start=1):
            flat.extend(self._terms(text))
            ends[number] = len(flat)
        lengths = np.diff(ends)
        self._lengths = lengths.astype(np.float32)
        self._size = len(texts)
        terms = np.array(flat, dtype=np.int64)
        self._starts, self._docs, self._counts = _grouped(terms, lengths, len(self._numbers))
        # Terms whose postings changed since; they no longer read the arrays above.
        self._changed: dict[int, _Postings] = {}

    def __len__(self) -> int:
        return self._size

    @property
    def nbytes(self) -> int:
        return (
            self._docs.nbytes
            + self._counts.nbytes
            + self._starts.nbytes
            + self._lengths.nbytes
            + 200 * (len(self._numbers) + len(self._by_word))
            + sum(p.docs.nbytes + p.counts.nbytes + 200 for p in self._changed.values())
        )

    def add(self, texts: Sequence[str]) -> None:
        needed = self._size + len(texts)
        if needed > len(self._lengths):
            self._lengths = grown(self._lengths, self._size, needed)
        for text in texts:
            self._write(self._size, text)
            self._size += 1

    def replace(self, position: int, old: str, new: str) -> None:
        """Exchange a document's text; ``old`` must be the text it was indexed with."""
        for term in set(self._terms(old)):
            self._own(term).remove(position)
        self._write(position, new)

    def scores(self, query: str) -> LexicalScores:
        """Scores of all documents, shape (n,)."""
        size = self._size
        scores = np.zeros(size, dtype=np.float32)
        coverage = np.zeros(size, dtype=np.float32)
        lengths = self._lengths[:size]
        average = float(lengths.mean()) if size else 0.0
        damping = K1 * (1 - B + B * lengths / average) if average else lengths
        wanted, whole = self._weights(query)
        for term, idf, repeats in wanted:
            docs, counts = self._postings(term)
            scores[docs] += (idf * repeats) * (counts / (counts + damping[docs]))
            coverage[docs] += idf / whole
        return LexicalScores(scores, coverage)

    def _weights(self, query: str) -> tuple[list[tuple[int, float, int]], float]:
        """(term, idf, times in the query) of the known terms, and the idf of all terms together."""
        known: list[tuple[int, float, int]] = []
        whole = 0.0
        times = Counter(tokenize(query))
        for name, repeats in times.items():
            term = self._numbers.get(name)
            frequency = len(self._postings(term)[0]) if term is not None else 0
            idf = float(np.log(1 + (self._size - frequency + 0.5) / (frequency + 0.5)))
            whole += idf
            if term is not None and frequency:
                known.append((term, idf, repeats))
        if len(known) > MAX_QUERY_TERMS:
            known = sorted(known, key=lambda item: -item[1])[:MAX_QUERY_TERMS]
        return known, whole

    def _write(self, position: int, text: str) -> None:
        terms = self._terms(text)
        self._lengths[position] = len(terms)
        for term, count in Counter(terms).items():
            self._own(term).add(position, count)

    def _terms(self, text: str) -> list[int]:
        """Term numbers of a document's text, new terms numbered on the way."""
        return list(chain.from_iterable(map(self._by_word.__getitem__, words(text))))

    def _postings(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        own = self._changed.get(term)
        if own is not None:
            return own.docs[: own.size], own.counts[: own.size]
        if term >= len(self._starts) - 1:
            return self._docs[:0], self._counts[:0]
        span = slice(self._starts[term], self._starts[term + 1])
        return self._docs[span], self._counts[span]

    def _own(self, term: int) -> _Postings:
        own = self._changed.get(term)
        if own is None:
            docs, counts = self._postings(term)
            own = self._changed[term] = _Postings(docs.copy(), counts.copy())
        return own


def _grouped(
    flat: NDArray[np.int64], lengths: NDArray[np.int64], terms: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
    """Postings of all terms end to end: where each term starts, the documents, the counts.

    ``flat``: the documents' terms end to end; ``lengths``: how many of them are each document's.
    """
    docs = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys, counts = np.unique(flat * max(1, len(lengths)) + docs, return_counts=True)
    term_of, doc_of = np.divmod(keys, max(1, len(lengths)))
    starts = np.zeros(terms + 1, dtype=np.int64)
    np.cumsum(np.bincount(term_of, minlength=terms), out=starts[1:])
    return starts, doc_of.astype(np.int32), counts.astype(np.float32)
