"""Which option a reply chose. What cannot be read is None, and counts as wrong.

``strict``: the reply is one letter (brackets, a full stop or emphasis aside). ``fallback``: else
the one letter that the reply commits itself to; two different ones are none. PersonaMem has a
final-answer tag, and falls back to the whole reply, as its authors' evaluation does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FINAL_TAG = "<final_answer>"

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_WRAP = r"[\s*_`\"'(\[{<$]*"
_END = r"[\s*_`\"')\]}>$.:!]*"
_SAID = re.compile(
    r"(?:answer|option|choice|choose|select|pick|letter)\w*\W{0,3}(?:(?:is|would be|:|=)\W{0,4})?"
    r"(?:\\boxed\{)?[\s*_`\"'(\[{]*([A-Za-z])(?![A-Za-z'’])",
    re.IGNORECASE,
)


def parse_letter(reply: str, letters: str, *, fallback: bool = True) -> str | None:
    """The chosen letter of ``letters`` (such as "ABCD"), in its own case; None: unparsable."""
    text = _THOUGHT.sub(" ", reply)
    if alone := re.fullmatch(f"{_WRAP}([A-Za-z]){_END}", text):
        return _known(alone[1], letters)
    if not fallback:
        return None
    if headed := re.match(f"{_WRAP}([A-Za-z])[)\\].:*]+(?=\\s|$)", text):
        return _known(headed[1], letters) if _one_head(text) else None
    if said := _agreed(_SAID.findall(text), letters):
        return said
    return _agreed(re.findall(r"(?<![A-Za-z'’])([A-Z])(?![A-Za-z'’])", text), letters)


def parse_final_answer(reply: str, letters: str) -> str | None:
    """PersonaMem's rule: the one letter after the last final-answer tag, else in the whole reply.

    After the tag only ``(x)`` and bare letters count; several different ones are none.
    """
    text = _THOUGHT.sub(" ", reply)
    head, tag, tail = text.rpartition(FINAL_TAG)
    if tag:
        return _only(tail.split("</final_answer>")[0], letters)
    return _only(head + tail, letters)


def _only(text: str, letters: str) -> str | None:
    bracketed = re.findall(r"\(([A-Za-z])\)", text)
    bare = re.findall(r"(?<![A-Za-z'’])([A-Za-z])(?![A-Za-z'’])", text)
    if bracketed:
        return _agreed(bracketed, letters)
    # "a" and "I" are words; a bare letter counts where it is the only one.
    return _agreed(bare, letters)


def _one_head(text: str) -> bool:
    """Whether the reply does not list the options again."""
    heads = re.findall(r"(?m)^\W{0,4}([A-Za-z])[)\].:](?=\s|$)", text)
    return len({head.upper() for head in heads}) <= 1


def _agreed(found: Iterable[str], letters: str) -> str | None:
    known = {letter for one in found if (letter := _known(one, letters))}
    return known.pop() if len(known) == 1 else None


def _known(letter: str, letters: str) -> str | None:
    place = letters.lower().find(letter.lower())
    return letters[place] if place >= 0 else None
