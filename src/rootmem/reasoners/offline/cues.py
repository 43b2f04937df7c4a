"""Counting cue words: exact ones and beginnings of words, by one look-up per word of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Cues:
    """Groups of cue words; a cue that ends in ``*`` stands for every word that begins so."""

    def __init__(self, groups: Sequence[Sequence[str]]) -> None:
        self._exact: dict[str, list[int]] = {}
        self._beginnings: dict[str, list[int]] = {}
        self._groups = len(groups)
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
                for group in self._groups_of(word):
                    counts[row, group] += 1
        return counts

    def _groups_of(self, word: str) -> set[int]:
        found = set(self._exact.get(word, ()))
        for length in self._lengths:
            if length > len(word):
                break
            found.update(self._beginnings.get(word[:length], ()))
        return found
