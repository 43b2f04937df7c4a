"""English sentences that say nothing about anybody: questions, requests, courtesies, jokes."""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import anyof, cue

_IGNORE = re.IGNORECASE
_TAIL = re.compile(
    r"(?:,|;|:|\s[-–—])\s*(?:and |so |but |then |or )*"
    rf"{anyof('noise', 'question word')}\b[^,;]*(?:,[^,;]*)*\?\W*$",
    _IGNORE,
)
_QUESTION = re.compile(
    rf"^(?:{anyof('noise', 'question lead')} )*{anyof('noise', 'question')}", _IGNORE
)
_REMEMBER = re.compile(
    rf"^(?:(?:please|also|and|oh,?|just|so) )*{anyof('noise', 'remember')} *"
    r"(?=(?:i|i'm|i've|my|we|our|the|he|she|they|[A-Z])\b)",
    _IGNORE,
)
_REQUEST = re.compile(
    rf"^(?:{anyof('noise', 'request lead')}[,:!]? )*{anyof('noise', 'request')}", _IGNORE
)
_COURTESY = re.compile(
    rf"^(?:{anyof('noise', 'courtesy lead')}[,!.]? |(?-i:[A-Z][a-z]+)[,!] )?"
    rf"{anyof('noise', 'courtesy')}",
    _IGNORE,
)
_ABOUT_YOU = re.compile(
    rf"\bi(?:'m| am| was|'ve been|'d| would|'ll| will)? (?:\w+ ){{0,2}}"
    rf"{anyof('noise', 'about you')}\b"
    r"[^.]{0,60}\b(?:you|you're|you've|your|yours|u)\b",
    _IGNORE,
)
_HYPOTHETICAL = re.compile(
    rf"^(?:(?:and|but|so|well,?|oh,?|honestly,?) )*{anyof('noise', 'hypothetical start')}"
    rf"|\b{anyof('noise', 'hypothetical')}",
    _IGNORE,
)
_INSIDE = cue("noise", "request inside")
_JOKE = cue("noise", "joke", r"\b{}")
_RETRACTION = cue("noise", "retraction", "{}")
_INSTRUCTION = cue("noise", "instruction", "{}")
_REACTION = cue(
    "noise",
    "reaction",
    r"^(?:It|This|That|They|These|Those)(?:'s|'re| is| are| was| were| has been|'s been)? {}[.!]*$",
)
_YOUR = re.compile(
    r"\b(?:your|yours|you're|you've"
    r"|you (?:helped|inspired|taught|told)"
    r"|(?:with|to|for|of|at|by|from|thank|tell|told|give|show|let|help) you)\b",
    _IGNORE,
)
_QUOTED = re.compile(r'"[^"]*"')
_DROPPED = (_COURTESY.match, _REQUEST.match, _HYPOTHETICAL.search, _JOKE.search,
            _ABOUT_YOU.search, _INSIDE.search, _INSTRUCTION.search)  # fmt: skip


def asks(sentence: str) -> bool:
    """Whether the (stripped) sentence is a question."""
    return "?" in sentence[-3:] or bool(_QUESTION.match(sentence))


def told_before_asking(sentence: str) -> str:
    """What a question states first: "I'm vegan, so what can I cook?" -> "I'm vegan"; else ""."""
    tail = _TAIL.search(sentence)
    return sentence[: tail.start()].strip() if tail else ""


def to_remember(sentence: str) -> str | None:
    """The statement after "remember that …", "by the way, …"; None where there is no such lead."""
    lead = _REMEMBER.match(sentence)
    return sentence[lead.end() :] if lead else None


def retracts(sentence: str) -> bool:
    """Whether the sentence takes the one before it back ("just kidding")."""
    return bool(_RETRACTION.search(sentence))


def is_noise(sentence: str) -> bool:
    """Whether a sentence that is no question states nothing worth keeping."""
    return any(matches(sentence) for matches in _DROPPED)


def addresses(sentence: str) -> bool:
    """Whether the one spoken to is in it ("I took your advice"); inside quotes does not count."""
    return bool(_YOUR.search(_QUOTED.sub("", sentence)))


def reacts(sentence: str) -> bool:
    """Whether "It was so great!" merely judges what was said before."""
    return bool(_REACTION.match(sentence))
