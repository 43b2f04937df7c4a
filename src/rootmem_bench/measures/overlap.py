"""F1 of words between an answer and the right one, as LoCoMo and SQuAD count it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any, cast

_ARTICLES = frozenset({"a", "an", "the", "and"})


def token_f1(answer: str, reference: str) -> float:
    """Over lower-case stemmed words without articles; 1 where both have none."""
    given, right = _words(answer), _words(reference)
    if not given or not right:
        return float(given == right)
    shared = (given & right).total()
    if not shared:
        return 0.0
    precision, recall = shared / given.total(), shared / right.total()
    return 2 * precision * recall / (precision + recall)


def _words(text: str) -> Counter[str]:
    words = [w for w in re.findall(r"\w+", text.lower().replace(",", "")) if w not in _ARTICLES]
    return Counter(cast("list[str]", _stemmer().stemWords(words)))


@cache
def _stemmer() -> Any:
    import Stemmer

    return cast("Any", Stemmer).Stemmer("porter")
