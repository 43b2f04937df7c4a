"""Words for the lexical half of the search.

Text is case-folded, accents are dropped, and it is cut into runs of letters and digits. Of each
word an English stem is kept (Snowball; it leaves other languages' words nearly alone, and query and
text are treated alike). Runs of scripts written without spaces (Chinese, Japanese, Thai …; Korean
too, whose words carry endings) become characters and pairs of neighbours. What hangs together
without spaces (``a-b``, ``me@home.org``, ``C:\\x``) yields its parts and, as one more word, the
whole, so that an exact id outranks its pieces. An emoji is a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, cast
from unicodedata import normalize

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao; Burmese; Khmer
    "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
# Vowel signs and points that belong to a word though they are no letters: Hebrew, Arabic, Indic.
_MARKS = "\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0980-\u0dff"
_EMOJI = "\u2600-\u27bf\U0001f300-\U0001faff"
_LETTER = rf"(?:[^\W{_UNSPACED}]|[{_MARKS}])"
_CHUNK = re.compile(rf"[{_UNSPACED}]+|{_LETTER}+(?:[-_.'’@:/\\+#&]+{_LETTER}+)*|[{_EMOJI}]")
_PART = re.compile(rf"(?:[^\W_]|[{_MARKS}])+|[{_EMOJI}]")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_ACCENT = re.compile("[\u0300-\u036f]")
_POSSESSIVE = re.compile(r"['’](?:s|ll|re|ve|d|m)\b|(?<=n)['’](?=t\b)")

_STOP_WORDS = """
a about after all also am an and any are as at be been before being both but by can could did do
does doing dont for from had has have having he her here hers him his how i if in into is isnt it
its just me more most my no nor not of off on once only or other our out over own same she so some
such t than that the their them then there these they this those through to too under until up us
very was we were what when where which while who whom why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_PUNCTUATION = ".,;:!?\"'()[]{}…“”‘’«»*-"

_stemming = Lock()


def words(text: str) -> list[str]:
    """The folded text cut at white space: each word's terms can be looked up on their own."""
    if not text.isascii():
        text = normalize("NFC", _ACCENT.sub("", normalize("NFKD", text)))
    return text.casefold().split()


def terms_of(word: str) -> tuple[str, ...]:
    """The terms of one such word, in order; none for a stop word."""
    plain = word.strip(_PUNCTUATION)
    if plain.isascii() and plain.isalnum():
        return () if plain in STOP_WORDS else (_stem(plain),)
    found: list[str] = []
    for chunk in _CHUNK.findall(word):
        found += _pairs(chunk) if _IS_UNSPACED.match(chunk) else _parts_and_whole(chunk)
    return tuple(found)


def tokenize(text: str) -> list[str]:
    """All terms of ``text``, in order, with repetitions."""
    return [term for word in words(text) for term in terms_of(word)]


def _parts_and_whole(chunk: str) -> list[str]:
    plain = _POSSESSIVE.sub("", chunk)
    parts = _PART.findall(plain)
    terms = [_stem(part) for part in parts if part not in STOP_WORDS]
    return [*terms, plain] if len(parts) > 1 else terms


def _pairs(run: str) -> list[str]:
    """Each character, for it may be a word, and each pair of neighbours."""
    return [*run, *(run[i : i + 2] for i in range(len(run) - 1))]


def _stem(word: str) -> str:
    # A Snowball stemmer works in a buffer of its own: one caller at a time.
    with _stemming:
        return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer  # pyright: ignore[reportMissingTypeStubs]

    # No cache of its own: it would keep words of texts that were erased.
    return cast("Callable[[str], str]", cast(Any, Stemmer).Stemmer("english", 0).stemWord)
