"""Words for the lexical half of the search.

Text is case-folded and cut into runs of letters and digits. Of each word an English stem is kept
(Snowball; it leaves other languages' words nearly alone, and query and text are treated alike).
Runs of Chinese, Japanese kana and Korean, written without spaces, become pairs of neighbouring
characters. What hangs together without spaces (``a-b``, ``me@home.org``, ``C:\\x``) yields its
parts and, as one more word, the whole, so that an exact id outranks its pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, cast

_CJK = "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_CHUNK = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+(?:[-_.'’@:/\\+#&]+[^\W{_CJK}]+)*")
_PART = re.compile(r"[^\W_]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
_POSSESSIVE = re.compile(r"['’](?:s|ll|re|ve|d|m)\b|(?<=n)['’](?=t\b)")

_STOP_WORDS = """
a about after all also am an and any are as at be been before being both but by can could did do
does doing dont for from had has have having he her here hers him his how i if in into is isnt it
its just me more most my no nor not of off on once only or other our out over own same she so some
such t than that the their them then there these they this those through to too under until up us
very was we were what when where which while who whom why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_stemming = Lock()


def words(text: str) -> list[str]:
    """The case-folded text cut at white space: each word's terms can be looked up on their own."""
    return text.casefold().split()


def terms_of(word: str) -> tuple[str, ...]:
    """The terms of one such word, in order; none for a stop word."""
    found: list[str] = []
    for chunk in _CHUNK.findall(word):
        found += _pairs(chunk) if _IS_CJK.match(chunk) else _parts_and_whole(chunk)
    return tuple(found)


def tokenize(text: str) -> list[str]:
    """All terms of ``text``, in order, with repetitions."""
    return [term for word in words(text) for term in terms_of(word)]


def _parts_and_whole(chunk: str) -> list[str]:
    plain = _POSSESSIVE.sub("", chunk)
    parts = _PART.findall(plain)
    terms = _stems(part for part in parts if part not in STOP_WORDS)
    return [*terms, plain] if len(parts) > 1 else terms


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 1 else [run]


def _make_stem() -> Callable[[str], str]:
    import Stemmer  # pyright: ignore[reportMissingTypeStubs]

    return cast("Callable[[str], str]", cast(Any, Stemmer).Stemmer("english").stemWord)


_stem: Callable[[str], str] | None = None


def _stems(words: Iterable[str]) -> list[str]:
    # A Snowball stemmer keeps its word in a buffer of its own: one caller at a time.
    global _stem
    with _stemming:
        if _stem is None:
            _stem = _make_stem()
        return [_stem(word) for word in words]
