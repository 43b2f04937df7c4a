"""The speaker's year of birth, where a sentence gives it or an age."""

from __future__ import annotations

import re
from datetime import datetime

from rootmem.reasoners.offline.dates import number

_WORDS = r"(?:\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?)"
_AGE = re.compile(
    rf"\b[Ii](?:'m| am)(?: now| only| already)? (?P<is>{_WORDS})"
    r"(?= years old| today| now| and\b|[.,!;]|$)"
    rf"|\bI (?:just |have just )?turn(?:ed)? (?P<turned>{_WORDS})\b"
    rf"|^I(?:'m| am) [^.]{{2,40}}?, (?P<listed>{_WORDS})(?=,)"
)
_BORN = re.compile(r"\bI was born (?:in|on [^.]{0,20}?) ?(?P<year>(?:19|20)\d\d)\b")


def year_of_birth(sentence: str, said: datetime) -> int | None:
    """From "I was born in 1987" exactly, from "I'm thirty-six" to within a year; else None."""
    born = _BORN.search(sentence)
    if born is not None:
        return int(born["year"])
    age = _AGE.search(sentence)
    years = number(age["is"] or age["turned"] or age["listed"]) if age else None
    return said.year - years if years else None
