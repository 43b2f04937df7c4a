"""Text rules that tell a contradiction or replacement from another fact."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rootmem.reasoners.offline.lexicon import anyof, cue, lines, words
from rootmem.reasoners.offline.slots import conflicting, slots_of
from rootmem.reasoners.offline.words import content, stem, stems

SHORT = 4
"""Content words up to which a statement is taken to make one point that can be contradicted."""

OPENING = 5
"""First content words of a statement, among which what ended must stand."""

_LIKE = cue("contrast", "like")
_EVENT = cue("kinds", "past", r"^(?:The user|[A-Z]\w+)(?: and \w+)? (?:\w+ly |also |just )?{}\b")
_ACQUIRED = re.compile(r"\b(?:bought|got|adopted|started|joined|moved|took up|found)\b")
_NEGATION = cue("contrast", "negation")
_DISLIKE = cue("contrast", "dislike")
_CANNOT_BEAR = cue("contrast", "cannot bear")
_POSITIVE = cue("contrast", "positive after all")
_ENDED = re.compile(
    rf"\b{anyof('contrast', 'ended')}\b(?P<what>[^.;!?]*)"
    r"|\b\w+n't (?P<inner>[^.;!?,]*?) (?:any ?more|any longer)\b",
    re.IGNORECASE,
)
_NOT_ENDED = re.compile(
    r"\b(?:(?:never|not|won't|\w+n't|almost|nearly|get|gets|got|getting)(?: \w+)?|who) $|\bwho\b",
    re.IGNORECASE,
)
_OBJECT_END = re.compile(
    r",|\b(?:and|but|because|when|while|since|so|for|last|this|after|before|until|to|in|at the)\b"
)
_SPEAKER = re.compile(r"(?P<name>(?!The\b)[A-ZÀ-Þ][\w'-]*?)(?:'s)?\b")
_NO_NAME = words("people", "no name")
_FORMER = cue("contrast", "former")
_INTENDED = cue("contrast", "intended", r"\b{}\b|'ll\b")
_FEELING = frozenset(map(stem, words("contrast", "feeling")))
_OPPOSITES = [
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (line.split(" / ") for line in lines("contrast", "opposites"))
]
_OVER = re.compile(
    r"\bprefers? (?P<a>.{2,40}?) (?:over|to|than|rather than|instead of) (?P<b>.{2,40}?)"
    r"(?=[.,;]|$)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\b(?:\d+(?:[.,:]\d+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?"
    r"|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)
_SAME_WORD = {
    word: group[0]
    for group in ([stem(word) for word in line.split()] for line in lines("contrast", "same word"))
    for word in group
}
_PROPER = re.compile(r"(?<=[a-z,;:'\d] )[A-ZÀ-Þ][\w'À-ÿ-]+")


@dataclass(frozen=True)
class Reading:
    """What a statement says that can be compared with another's; ``polarity`` is +1 or -1.

    ``ended`` is what it reports the end of (stems), None where it reports none. ``quotes`` says
    that it repeats somebody's words, so that nothing can be read off them.
    """

    stems: frozenset[str]
    topic: frozenset[str]
    polarity: int
    ended: frozenset[str] | None
    former: bool
    intended: bool
    numbers: frozenset[str]
    names: frozenset[str]
    slots: dict[str, str]
    over: tuple[frozenset[str], frozenset[str]] | None
    quotes: bool
    attitude: bool
    event: bool
    opening: frozenset[str]


def read(text: str, owner: str = "") -> Reading:
    """The features of a third-person statement; whom it is about is no content."""
    own = {stem(word.lower()) for word in re.findall(r"\w+", owner)}
    speaker = None if "the user" in text.lower() else _SPEAKER.match(text)
    if speaker and speaker["name"].lower() not in _NO_NAME:
        own.add(stem(speaker["name"].lower()))
    over = _OVER.search(text)
    found = _stems(text) - own
    return Reading(
        stems=found,
        topic=found - _FEELING,
        polarity=_polarity(text),
        ended=_ended(text, own),
        former=bool(_FORMER.search(text)),
        intended=bool(_INTENDED.search(text)),
        numbers=frozenset(_NUMBER.findall(text)),
        names=frozenset(n.removesuffix("'s").lower() for n in _PROPER.findall(text)) - own,
        slots=slots_of(text),
        over=(stems(over["a"]), stems(over["b"])) if over else None,
        quotes=text.startswith("Asked ") or ': "' in text,
        attitude=bool(_LIKE.search(text) or _DISLIKE.search(text) or _CANNOT_BEAR.search(text)),
        event=bool(_EVENT.match(text)) and not _ACQUIRED.search(text),
        opening=_stems(" ".join(content(text)[:OPENING])) - own,
    )


def differs(new: Reading, old: Reading) -> bool:
    """Whether something countable or named differs, so that the two cannot say the same."""
    if (new.polarity, new.ended, new.intended) != (old.polarity, old.ended, old.intended):
        return True
    if new.numbers and old.numbers and new.numbers != old.numbers:
        return True
    if (new.names - old.names) and (old.names - new.names):
        return True
    return _opposed(new, old) or _turned(new, old) or conflicting(new.slots, old.slots) is not None


def replaces(new: Reading, old: Reading) -> str:
    """Why ``new`` makes ``old`` obsolete; "" where it does not.

    Strict, because what is retired wrongly is lost to recall: an attribute that can have only one
    value, the reported end of exactly what the old statement says, or the opposite of the same
    short point. What is merely intended replaces nothing, and neither does a report of the past.
    """
    if new.intended or new.quotes or old.quotes:
        return ""
    slot = conflicting(new.slots, old.slots)
    if slot is not None and not old.former and not new.former:
        return f"another {slot}"
    if _turned(new, old):
        return "the preference is the other way round"
    if new.ended and old.ended is None and old.polarity > 0 and not old.former:
        held = old.topic.union(*(stems(value) for value in old.slots.values()))
        if new.ended <= held and new.ended <= old.opening | held - old.topic and not old.event:
            return "it ended"
    if not _short(new) or not _short(old) or old.former or new.former:
        return ""
    if _opposed(new, old):
        return "the opposite state"
    nested = new.topic <= old.topic or old.topic <= new.topic
    apart = 1 if new.attitude and old.attitude else 0
    if nested and len(new.topic ^ old.topic) <= apart and new.polarity != old.polarity:
        return "the opposite"
    return ""


def _stems(text: str) -> frozenset[str]:
    return frozenset(_SAME_WORD.get(word, word) for word in stems(text))


def _short(reading: Reading) -> bool:
    return 1 <= len(reading.topic) <= SHORT


def _ended(text: str, own: set[str]) -> frozenset[str] | None:
    """What the statement reports the end of; None where it reports no end."""
    match = _ENDED.search(text)
    if match is None or _NOT_ENDED.search(text[: match.start()]):
        return None
    what = match.groupdict()
    tail = what.get("what") or what.get("inner") or ""
    return _stems(_OBJECT_END.split(tail)[0]) - _FEELING - own


def _polarity(text: str) -> int:
    """+1 liking, having or doing; -1 disliking or not; negations turn it round."""
    if _POSITIVE.search(text):
        return 1
    if _CANNOT_BEAR.search(text):
        return -1
    sign = -1 if _DISLIKE.search(text) else 1
    return -sign if len(_NEGATION.findall(text)) % 2 else sign


def _opposed(new: Reading, old: Reading) -> bool:
    """Whether opposite words stand in them and nothing else parts them ("rents", "bought it")."""
    for a, b in _OPPOSITES:
        for here, there in ((a, b), (b, a)):
            if (
                new.stems & here
                and old.stems & there
                and not (new.stems & there | old.stems & here)
            ):
                rest_new, rest_old = new.topic - a - b, old.topic - a - b
                return bool(rest_new & rest_old) or not (rest_new and rest_old)
    return False


def _turned(new: Reading, old: Reading) -> bool:
    """ "prefers tea over coffee" after "prefers coffee over tea"."""
    if new.over is None or old.over is None:
        return False
    return bool(new.over[0] & old.over[1]) and bool(new.over[1] & old.over[0])
