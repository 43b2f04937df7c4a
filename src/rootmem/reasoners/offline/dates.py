"""When something happened, read off the text and resolved against the turn's time, in UTC.

A grammar of our own instead of a date library: those take milliseconds a sentence and read words
such as "may" or "sun" as dates; this takes microseconds and resolves only what the sentence really
dates. The result is midnight of the first day meant, and None where no date is said.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from rootmem.reasoners.offline.date_grammar import (
    DAYS,
    EXPRESSION,
    FEASTS,
    MONTH_NAMES,
    MONTHS,
    NTH,
    NUMBERS,
    SEASONS,
    WORD_DAYS,
)
from rootmem.reasoners.offline.lexicon import cue

_GATE = re.compile(
    r"\d|yesterday|today|tonight|tomorrow|ago|back|last|next|this|past|since|coming|following|"
    r"for |week|month|year|when|day|christmas|new year|halloween|" + "|".join(MONTH_NAMES),
    re.IGNORECASE,
)
_ENDS = re.compile(r"\b(?:until|till)\b[^,;.]*$", re.IGNORECASE)
_PERFECT = re.compile(r"\b(?:have|has|had been|been|since)\b|'ve\b|'s been", re.IGNORECASE)
_FUTURE = cue("tense", "future", r"\b{}\b|'ll\b")
_PAST = cue("tense", "past")


def event_time(sentence: str, said: datetime, born: int | None = None) -> datetime | None:
    """The first date of the sentence as midnight UTC, or None.

    ``said`` is the turn's time (aware). ``born`` is the speaker's year of birth where known, for
    "when I was twelve".
    """
    if not _GATE.search(sentence):
        return None
    day = said.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for match in EXPRESSION.finditer(sentence):
        if _ENDS.search(sentence[: match.end()].removesuffix(match[0]) + match[0].split()[0]):
            continue
        try:
            found = _resolve(match, sentence, day, born)
        except (ValueError, OverflowError):
            continue
        if found is not None:
            return found
    return None


def number(words: str) -> int | None:
    """ "12", "twelve", "thirty-six", "a couple of" as an integer."""
    words = words.lower().removesuffix(" of").strip()
    if words.isdigit():
        return int(words)
    return NUMBERS.get(words, NUMBERS.get(words.removeprefix("a ")))


def months_later(day: datetime, months: int) -> datetime:
    """The same day of another month, clipped to its length."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for nth in (day.day, 30, 29, 28):
        if nth > day.day:
            continue
        try:
            return day.replace(year=year, month=month + 1, day=nth)
        except ValueError:
            continue
    raise ValueError(f"no month {months} months from {day}")


def _resolve(m: re.Match[str], text: str, day: datetime, born: int | None) -> datetime | None:
    """One branch for each family of expressions; ValueError for a day that does not exist."""
    if m["iso"]:
        return datetime.fromisoformat(m["iso"]).replace(tzinfo=UTC)
    if m["ago_n"]:
        return _shift(day, m["ago_unit"].lower(), -(number(m["ago_n"]) or 1))
    if m["ago_day"]:
        last = _weekday(day, DAYS[m["ago_day"].lower()], past=True)
        return last - timedelta(weeks=(number(m["ago_day_n"]) or 1) - 1)
    if m["in_n"] or m["in_n2"]:
        return _ahead(m, text, day)
    if m["mon_first"] or m["day_mon"] or m["word_mon"] or m["my_mon"]:
        return _calendar(m, text, day)
    if m["rel_mod"]:
        return _relative(day, m["rel_mod"].lower(), m["rel_unit"].lower(), text)
    if m["word"]:
        return day + timedelta(days=WORD_DAYS[m["word"].lower()])
    if m["weekday"]:
        past = m["on"].lower().strip() in {"since", "from"} or not _looks_ahead(text)
        return _weekday(day, DAYS[m["weekday"].lower()], past=past)
    if m["feast"]:
        return _feast(m, text, day)
    if m["prep"]:
        return _prepositional(m, text, day)
    if m["nth"]:
        return _nth(day, int(m["nth"]), ahead=not _PAST.search(text))
    if m["for_n"]:
        if not _PERFECT.search(text):
            return None
        return _shift(day, m["for_unit"].lower(), -(number(m["for_n"]) or 1))
    age = number(m["age"])
    return day.replace(year=born + age, month=1, day=1) if age and born else None


def _ahead(m: re.Match[str], text: str, day: datetime) -> datetime | None:
    if m["in_n"] and _PAST.search(text[: m.start()]):
        return None
    unit = (m["in_unit"] or m["in_unit2"]).lower()
    return _shift(day, unit, number(m["in_n"] or m["in_n2"]) or 1)


def _calendar(m: re.Match[str], text: str, day: datetime) -> datetime:
    if m["my_mon"]:
        return day.replace(year=int(m["my_year"]), month=_month(m["my_mon"]), day=1)
    month = _month(m["mon_first"] or m["day_mon"] or m["word_mon"])
    if m["day_word"]:
        nth = NTH[m["day_word"].lower()]
    else:
        nth = int(re.sub(r"\D", "", m["mon_day"] or m["day_first"]))
    year = m["mon_year"] or m["day_year"]
    if year:
        return day.replace(year=int(year), month=month, day=nth)
    return _nearest(day, month, nth, ahead=_looks_ahead(text))


def _feast(m: re.Match[str], text: str, day: datetime) -> datetime:
    month, nth = FEASTS[m["feast"].lower()]
    if m["feast_year"]:
        return day.replace(year=int(m["feast_year"]), month=month, day=nth)
    past = m["feast_prep"].lower().strip() in {"since", "last"}
    return _nearest(day, month, nth, ahead=not past and _looks_ahead(text))


def _shift(day: datetime, unit: str, count: int) -> datetime:
    if unit in {"hour", "minute"}:
        return day
    if unit in {"day", "night"}:
        return day + timedelta(days=count)
    if unit == "week":
        return day + timedelta(weeks=count)
    if unit == "weekend":
        return _weekday(day, 5, past=True) + timedelta(weeks=count + 1)
    if unit == "month":
        return months_later(day, count)
    if unit in SEASONS:
        return day.replace(year=day.year + count, month=SEASONS[unit], day=1)
    return months_later(day, 12 * count * (10 if unit == "decade" else 1))


def _relative(day: datetime, modifier: str, unit: str, text: str) -> datetime:
    step = 1 if {"next", "following"} & set(modifier.split()) else 0
    step = -1 if {"last", "past"} & set(modifier.split()) else step
    if unit in {"night", "morning", "afternoon", "evening"}:
        return day + timedelta(days=step)
    if unit == "week":
        return day - timedelta(days=day.weekday()) + timedelta(weeks=step)
    if unit == "weekend":
        saturday = day - timedelta(days=day.weekday()) + timedelta(days=5)
        return saturday + timedelta(weeks=step)
    if unit == "month":
        return months_later(day.replace(day=1), step)
    if unit == "year":
        return day.replace(year=day.year + step, month=1, day=1)
    if unit in DAYS:
        past = step < 0 or (step == 0 and "coming" not in modifier and bool(_PAST.search(text)))
        return _weekday(day, DAYS[unit], past=past)
    if unit in FEASTS:
        return _nearest(day, *FEASTS[unit], ahead=step >= 0)
    first = SEASONS[unit] if unit in SEASONS else _month(unit)
    return _stretch(day, first, 3 if unit in SEASONS else 1, step)


def _stretch(day: datetime, month: int, length: int, step: int) -> datetime:
    """The first day of the last (-1), this (0) or next (1) stretch of months."""
    start = day.replace(month=month, day=1)
    if step < 0 and months_later(start, length) > day:
        return start.replace(year=day.year - 1)
    if step > 0 and start <= day:
        return start.replace(year=day.year + 1)
    return start


def _prepositional(m: re.Match[str], text: str, day: datetime) -> datetime | None:
    if m["prep_year"]:
        return day.replace(year=int(m["prep_year"]), month=1, day=1)
    if m["prep_season"]:
        month = SEASONS[m["prep_season"].lower()]
        return day.replace(year=int(m["season_year"]), month=month, day=1)
    word = m["prep_mon"]
    if word.lower() in {"may", "mar", "march", "jun", "jan"} and not word[0].isupper():
        return None
    if m["prep_mon_year"]:
        return day.replace(year=int(m["prep_mon_year"]), month=_month(word), day=1)
    ahead = m["prep"].lower() != "since" and _looks_ahead(text)
    return _nearest(day, _month(word), 1, ahead=ahead)


def _nth(day: datetime, nth: int, *, ahead: bool) -> datetime:
    found = day.replace(day=nth)
    if ahead and found < day:
        return months_later(found, 1)
    return months_later(found, -1) if not ahead and found > day else found


def _nearest(day: datetime, month: int, nth: int, *, ahead: bool) -> datetime:
    """The next such day (today included), or the last; the running month counts as itself."""
    found = day.replace(month=month, day=nth)
    if nth == 1 and month == day.month:
        return found
    if ahead:
        return found if found >= day else found.replace(year=day.year + 1)
    return found if found <= day else found.replace(year=day.year - 1)


def _weekday(day: datetime, weekday: int, *, past: bool) -> datetime:
    if past:
        return day - timedelta(days=(day.weekday() - weekday) % 7 or 7)
    return day + timedelta(days=(weekday - day.weekday()) % 7 or 7)


def _looks_ahead(text: str) -> bool:
    return bool(_FUTURE.search(text)) and not _PAST.search(text)


def _month(word: str) -> int:
    return MONTHS[word.lower().rstrip(".")]
