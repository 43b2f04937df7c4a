"""Attributes of a person that have one value at a time: job, home, partner, diet, phone …"""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import cue
from rootmem.reasoners.offline.words import content, stem

_PLAIN = (
    "employer", "occupation", "workplace", "home", "partner", "relationship", "diet", "age",
    "phone", "car", "email", "phone number",
)  # fmt: skip
_SLOTS = [(name, cue("slots", name, "{}")) for name in _PLAIN]
_FAVOURITE = cue("slots", "favourite", "{}")
_ATTRIBUTE = cue("slots", "attribute", "{}")
_ROLE = cue("slots", "role", "{}")
_MOVED = cue("slots", "moved", "{}")
_ARTICLE = re.compile(r"^(?:an?|the|their) ", re.IGNORECASE)


def slots_of(text: str) -> dict[str, str]:
    """Slot -> value of a third-person statement."""
    found: dict[str, str] = {}
    moved = _MOVED.search(text)
    if moved is not None:
        found["home"] = _ARTICLE.sub("", moved["value"])
    for name, pattern in _SLOTS:
        match = pattern.search(text)
        if match is not None:
            found.setdefault(name, match["value"])
    favourite = _FAVOURITE.search(text)
    if favourite is not None:
        found[f"favourite {stem(favourite['what'].lower())}"] = favourite["value"]
    for attribute in (_ATTRIBUTE.search(text), _ROLE.search(text)):
        if attribute is None:
            continue
        found[attribute["what"].lower()] = attribute["value"]
    return found


def same_value(one: str, other: str) -> bool:
    """Whether two values are the same thing said more or less fully."""
    a, b = set(map(stem, content(one))), set(map(stem, content(other)))
    return a <= b or b <= a if a and b else one.strip().lower() == other.strip().lower()


def conflicting(new: dict[str, str], old: dict[str, str]) -> str | None:
    """The first slot that both fill with different values."""
    for slot, value in new.items():
        if slot in old and not same_value(value, old[slot]):
            return slot
    return None
