"""Words of a text that carry content, lightly stemmed; what several judgements compare."""

from __future__ import annotations

import re
from functools import lru_cache

from rootmem.reasoners.offline.lexicon import words

_STOP = words("grammar", "stop")
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A crude English stem: enough for "cats"/"cat", "working"/"works", "allergies"/"allergy"."""
    word = word.removesuffix("'s").removesuffix("’s")
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    for ending in ("ing", "ed", "ance", "ence", "ant", "ent", "ion"):
        if len(word) > len(ending) + (2 if len(ending) < 4 else 3) and word.endswith(ending):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            return word.removesuffix("e")
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]
    if len(word) > 5 and word.endswith(("ic", "y")):
        word = word.removesuffix("ic").removesuffix("y")
    return word.removesuffix("e") if len(word) > 3 else word


def tokens(text: str) -> list[str]:
    """Lower-cased words in order; Chinese and Japanese by character pairs."""
    found: list[str] = []
    for word in _TOKEN.findall(text.lower()):
        if _CJK.search(word):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(word)
    return found


def content(text: str) -> list[str]:
    """Content words of ``text`` as written (lower case), in order, each once."""
    return list(dict.fromkeys(word for word in tokens(text) if word not in _STOP))


def stems(text: str) -> frozenset[str]:
    """The set of stems of the content words."""
    return frozenset(stem(word) for word in content(text))
