"""Whether the subject of a statement is an animal: by its kind, or by a name a text gives it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rootmem.model import MemoryEntry
from rootmem.reasoners.offline.facets import words_of

_KINDS = frozenset(words_of("kept.txt"))
_KIND = "|".join(sorted(_KINDS))
_NAME = r"[^\W\d_a-z][\w'-]*"
_NAMED = re.compile(
    rf"\b(?i:{_KIND}),? (?:(?:called|named|whose name is) )?(?P<after>{_NAME})"
    rf"|\b(?P<before>{_NAME})(?:,| is) (?:a|an|the|my|our|her|his|their|the user's) "
    rf"(?:[\w-]+ ){{0,3}}(?i:{_KIND})\b"
)


def are_animals(entries: Sequence[MemoryEntry]) -> list[bool]:
    """One flag an entry: its subject is "the user's cat", or a name that one of the entries gives
    to an animal ("the dog Rex", "Fado is a cockatiel")."""
    names = {
        (found["after"] or found["before"]).removesuffix("'s").casefold()
        for entry in entries
        for found in _NAMED.finditer(entry.text)
    }
    return [_is_animal(entry.subject.casefold(), names) for entry in entries]


def _is_animal(subject: str, names: set[str]) -> bool:
    return subject in names or subject.split(" ")[-1] in _KINDS
