"""Sentences in other languages than English: kept verbatim when they are about the user.

Cue lists, not grammars: a first-person cue keeps a sentence, a question or request drops it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from rootmem.reasoners.offline.lexicon import anyof, lines, words

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_LATIN = ("en", "es", "fr", "de", "pt", "it", "nl")
_COUNTED = {code: words("languages", f"{code} words") for code in _LATIN}
_WITH_CUES = frozenset(("zh", "ja", "ko", "ar", "ru", *_LATIN[1:]))
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NAME = r"(?P<name>[A-ZÀ-ÖØ-Þ][\w'À-ÿ-]+)"
_MORNING = re.compile(
    r"por la mañana|de la mañana|am morgen|guten morgen|jeden morgen|goedemorgen", re.IGNORECASE
)
_DAYS_AWAY = (-2, -1, 0, 1, -7, 7, -365, 365)


@dataclass(frozen=True)
class Foreign:
    """What the cues say of a sentence in another language; ``name`` is another person's."""

    keeps: bool
    prefers: bool = False
    reasons: bool = False
    firm: bool = False
    name: str | None = None


def language(sentence: str) -> str:
    """A two-letter code; ``en`` for English and whatever looks like nothing else."""
    if not sentence.isascii():
        letters = sum(character.isalpha() for character in sentence)
        for code, script in _SCRIPTS:
            if len(script.findall(sentence)) * 3 >= max(1, letters):
                return code
    tokens = {token.lower() for token in _TOKEN.findall(sentence)}
    counts = {code: len(tokens & known) for code, known in _COUNTED.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > counts["en"] and counts[best] >= 2 else "en"


def judge(sentence: str, code: str) -> Foreign:
    """Keep or drop, and of which kind; languages without cues are kept unless they ask."""
    if code not in _WITH_CUES:
        return Foreign(keeps=not sentence.rstrip().endswith(("?", "？", "؟", ";")))
    other = _cue(code, "other")
    named = other.search(sentence) if other else None
    return Foreign(
        keeps=_has(sentence, code, "first")
        and not _has(sentence, code, "asks")
        and not _has(sentence, code, "hypothetical"),
        prefers=_has(sentence, code, "likes"),
        reasons=_has(sentence, code, "reason"),
        firm=_has(sentence, code, "firm"),
        name=named["name"] if named else None,
    )


def event_time(sentence: str, said: datetime) -> datetime | None:
    """Midnight UTC of "yesterday", "last week" … in the other languages; None otherwise."""
    day = said.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    text = _MORNING.sub("", sentence)
    for days in _DAYS_AWAY:
        if not _away(days).search(text):
            continue
        if abs(days) == 365:
            return day.replace(year=day.year + days // 365, month=1, day=1)
        if abs(days) == 7:
            return day - timedelta(days=day.weekday()) + timedelta(days=days)
        return day + timedelta(days=days)
    return None


def _has(sentence: str, code: str, section: str) -> bool:
    pattern = _cue(code, section)
    return bool(pattern and pattern.search(sentence))


@cache
def _cue(code: str, section: str) -> re.Pattern[str] | None:
    try:
        pattern = anyof("languages", f"{code} {section}").replace("{name}", _NAME)
    except KeyError:
        return None
    # Names are told by their capital, so that section alone minds the case.
    return re.compile(pattern, 0 if section == "other" else re.IGNORECASE)


@cache
def _away(days: int) -> re.Pattern[str]:
    spelt = "|".join(lines("languages", f"away {days}")).split("|")
    bounded = [rf"\b{word}\b" if word[0].isascii() else word for word in spelt]
    return re.compile("|".join(bounded), re.IGNORECASE)
