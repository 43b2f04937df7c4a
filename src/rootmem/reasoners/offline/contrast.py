"""Text rules that tell a contradiction or replacement from another fact."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rootmem.reasoners.offline.lexicon import cue, lines, words
from rootmem.reasoners.offline.slots import conflicting, slots_of
from rootmem.reasoners.offline.words import stem, stems

COVERED = 0.5
"""Share of the shorter statement's topic that must be shared for one to bear on the other."""

_NEGATION = cue("contrast", "negation")
_DISLIKE = cue("contrast", "dislike")
_CANNOT_BEAR = cue("contrast", "cannot bear")
_POSITIVE = cue("contrast", "positive after all")
_ENDED = cue("contrast", "ended")
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
    """What a statement says that can be compared with another's; ``polarity`` is +1 or -1."""

    stems: frozenset[str]
    topic: frozenset[str]
    polarity: int
    ended: bool
    former: bool
    intended: bool
    numbers: frozenset[str]
    names: frozenset[str]
    slots: dict[str, str]
    over: tuple[frozenset[str], frozenset[str]] | None


def read(text: str, owner: str = "") -> Reading:
    """The features of a third-person statement; ``owner`` (its subject) is no content."""
    own = {stem(word.lower()) for word in re.findall(r"\w+", owner)}
    over = _OVER.search(text)
    found = frozenset(_SAME_WORD.get(word, word) for word in stems(text)) - own
    return Reading(
        stems=found,
        topic=(found - _FEELING) or found,
        polarity=_polarity(text),
        ended=bool(_ENDED.search(text)),
        former=bool(_FORMER.search(text)),
        intended=bool(_INTENDED.search(text)),
        numbers=frozenset(_NUMBER.findall(text)),
        names=frozenset(n.removesuffix("'s").lower() for n in _PROPER.findall(text)) - own,
        slots=slots_of(text),
        over=(stems(over["a"]), stems(over["b"])) if over else None,
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

    What is merely intended replaces nothing, and neither does a report of former times.
    """
    if new.intended or (new.former and not new.ended):
        return ""
    slot = conflicting(new.slots, old.slots)
    if slot is not None and not old.former and not new.former:
        return f"another {slot}"
    if new.ended and any(stems(value) & new.stems for value in old.slots.values()):
        return "it ended"
    if _turned(new, old):
        return "the preference is the other way round"
    shared = new.topic & old.topic
    covered = len(shared) / max(1, min(len(new.topic), len(old.topic)))
    if _opposed(new, old):
        return "the opposite state"
    if covered <= COVERED or old.former:
        return ""
    if new.ended and not old.ended and old.polarity > 0:
        return "it ended"
    return "the opposite" if new.polarity != old.polarity and not new.ended else ""


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
