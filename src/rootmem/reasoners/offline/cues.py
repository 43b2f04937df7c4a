"""Counting cue words: exact ones and beginnings of words, by one look-up per word of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_KEPT = 20_000
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Cues:
    """Groups of cue words; a cue that ends in ``*`` stands for every word that begins so."""

    def __init__(self, groups: Sequence[Sequence[str]]) -> None:
        self._exact: dict[str, list[int]] = {}
        self._beginnings: dict[str, list[int]] = {}
        self._groups = len(groups)
        self._known: dict[str, tuple[int, ...]] = {}
        for group, words in enumerate(groups):
            for word in words:
                table = self._beginnings if word.endswith("*") else self._exact
                table.setdefault(word.rstrip("*"), []).append(group)
        self._lengths = sorted({len(beginning) for beginning in self._beginnings})

    def count(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """How many different words of each text point to each group, shape (texts, groups)."""
        counts = np.zeros((len(texts), self._groups), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in set(_WORD.findall(text.casefold().replace("’", "'"))):
                groups = self._known.get(word)
                if groups is None:
                    groups = self._look_up(word)
                for group in groups:
                    counts[row, group] += 1
        return counts

    def _look_up(self, word: str) -> tuple[int, ...]:
        found = set(self._exact.get(word, ()))
        for length in self._lengths:
            if length > len(word):
                break
            found.update(self._beginnings.get(word[:length], ()))
        if len(self._known) >= _KEPT:
            self._known = {}
        groups = self._known[word] = tuple(found)
        return groups
