"""When something happened, read off the text and resolved against the turn's time, in UTC.

A grammar of our own instead of a date library: those take milliseconds a sentence and read words
such as "may" or "sun" as dates; this takes microseconds and resolves only what the sentence really
dates. The result is midnight of the first day meant, and None where no date is said.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from rootmem.reasoners.offline.lexicon import cue

_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_NUMBERS = (
    {word: value for value, word in enumerate(_UNITS)}
    | _TENS
    | {f"{ten}-{_UNITS[one]}": value + one for ten, value in _TENS.items() for one in range(1, 10)}
    | {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
)
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_MONTHS = (
    {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
    | {name[:3]: number for number, name in enumerate(_MONTH_NAMES, 1)}
    | {"sept": 9}
)
_DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS = {name: number for number, name in enumerate(_DAY_NAMES)}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_FEASTS = {
    "new year's day": (1, 1), "new year's eve": (12, 31), "new year's": (1, 1),
    "valentine's day": (2, 14), "st patrick's day": (3, 17), "independence day": (7, 4),
    "halloween": (10, 31), "christmas eve": (12, 24), "christmas": (12, 25),
    "boxing day": (12, 26),
}  # fmt: skip
_WORD_DAYS = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "tonight": 0, "just now": 0,
    "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip

_NUMBER = rf"(?:\d{{1,3}}|(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})(?: of)?)"
_MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY = rf"(?:{'|'.join(_DAY_NAMES)})"
_FEAST = "|".join(_FEASTS)
_YEAR = r"(?:19|20)\d\d"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_HALF = r"(?: and a half)?"

_ISO = rf"\b(?P<iso>{_YEAR}-\d\d-\d\d)\b"
_AGO = (
    rf"\b(?P<ago_n>(?:a )?{_NUMBER}){_HALF} (?P<ago_unit>day|night|week|weekend|month|year|decade"
    rf"|summer|winter|spring|autumn|fall|hour|minute)s?{_HALF} (?:ago|back|earlier)\b"
    rf"|\b(?P<ago_day_n>{_NUMBER}) (?P<ago_day>{_DAY})s ago\b"
)
_AHEAD = (
    rf"\b(?:in|within) (?P<in_n>(?:a )?{_NUMBER}) (?P<in_unit>day|week|month|year)s?(?:'s? time)?\b"
    rf"|\b(?P<in_n2>{_NUMBER}) (?P<in_unit2>day|week|month|year)s? from (?:now|today)\b"
)
_CALENDAR = (
    rf"\b(?P<mon_first>{_MONTH}) (?P<mon_day>{_ORDINAL})(?!\d|:|%)(?:,? (?P<mon_year>{_YEAR}))?\b"
    rf"|\b(?P<day_first>{_ORDINAL}) (?:of )?(?P<day_mon>{_MONTH})(?:,? (?P<day_year>{_YEAR}))?"
    rf"|\b(?P<day_word>{'|'.join(('first', 'second', 'third', 'eighth'))}) of (?P<word_mon>{_MONTH})"
    rf"|\b(?P<my_mon>{_MONTH})(?: of)?,? (?P<my_year>{_YEAR})\b"
)
_RELATIVE = (
    r"\b(?P<rel_mod>last|next|this|past|coming|this past|this coming|early next|late last"
    r"|early this|earlier this|later this|the following) "
    r"(?P<rel_unit>week|weekend|month|year|night|morning|afternoon|evening"
    rf"|spring|summer|autumn|fall|winter|{_DAY}|{_MONTH}|{_FEAST})\b"
    r"|\b(?P<word>the day before yesterday|the day after tomorrow|yesterday|today|tonight"
    r"|tomorrow|just now)\b"
)
_NAMED = (
    r"\b(?P<on>on |since |by |until |till |from |before |after |(?<=, )|^)"
    rf"(?P<weekday>{_DAY})(?! ?s\b)(?! (?:evenings|nights|mornings))\b"
    r"|\b(?P<feast_prep>on |at |since |over |for |last |this )"
    rf"(?P<feast>{_FEAST})(?: (?P<feast_year>{_YEAR}))?\b"
)
_PREPOSITION = (
    r"(?<!like )\b(?P<prep>in|since|back in|from|until|till|by|during|late|early|mid)[ -]"
    r"(?:(?:early|late|mid|the end of|the middle of|the beginning of)[ -]?)?"
    rf"(?:(?P<prep_mon>{_MONTH})(?! \w+ed\b)(?:,? (?:of )?(?P<prep_mon_year>{_YEAR}))?"
    rf"|(?:the )?(?P<prep_season>spring|summer|autumn|fall|winter)(?: of)? (?P<season_year>{_YEAR})"
    rf"|(?P<prep_year>{_YEAR}))(?!\d|[-'])"
    r"|\bon the (?P<nth>\d{1,2})(?:st|nd|rd|th)\b(?! floor| street| ave| place| attempt| day)"
)
_SPAN = (
    r"\b(?:for|over|nearly|almost|past|last) (?:the (?:last|past) |about |almost |nearly |over "
    rf"|around |more than )?(?P<for_n>{_NUMBER}){_HALF} (?P<for_unit>day|week|month|year|decade)s?\b"
    r"(?! old)"
    r"|\bwhen (?:i|the user|\w+) (?:was|turned) (?:only |about |just )?"
    r"(?P<age>\d{1,2}|[a-z]+(?:-[a-z]+)?)\b"
)
_EXPRESSION = re.compile(
    "|".join((_ISO, _AGO, _AHEAD, _CALENDAR, _RELATIVE, _NAMED, _PREPOSITION, _SPAN)),
    re.IGNORECASE,
)
_GATE = re.compile(
    r"\d|yesterday|today|tonight|tomorrow|ago|back|last|next|this|past|since|coming|following|"
    r"for |week|month|year|when|day|christmas|new year|halloween|" + "|".join(_MONTH_NAMES),
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
    for match in _EXPRESSION.finditer(sentence):
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
    return _NUMBERS.get(words, _NUMBERS.get(words.removeprefix("a ")))


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
        last = _weekday(day, _DAYS[m["ago_day"].lower()], past=True)
        return last - timedelta(weeks=(number(m["ago_day_n"]) or 1) - 1)
    if m["in_n"] or m["in_n2"]:
        return _ahead(m, text, day)
    if m["mon_first"] or m["day_mon"] or m["word_mon"] or m["my_mon"]:
        return _calendar(m, text, day)
    if m["rel_mod"]:
        return _relative(day, m["rel_mod"].lower(), m["rel_unit"].lower(), text)
    if m["word"]:
        return day + timedelta(days=_WORD_DAYS[m["word"].lower()])
    if m["weekday"]:
        past = m["on"].lower().strip() in {"since", "from"} or not _looks_ahead(text)
        return _weekday(day, _DAYS[m["weekday"].lower()], past=past)
    if m["feast"]:
        return _feast(m, text, day)
    if m["prep"]:
        return _prepositional(m, text, day)
    if m["nth"]:
        return _nth(day, int(m["nth"]), ahead=_looks_ahead(text))
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
        nth = {"first": 1, "second": 2, "third": 3, "eighth": 8}[m["day_word"].lower()]
    else:
        nth = int(re.sub(r"\D", "", m["mon_day"] or m["day_first"]))
    year = m["mon_year"] or m["day_year"]
    if year:
        return day.replace(year=int(year), month=month, day=nth)
    return _nearest(day, month, nth, ahead=_looks_ahead(text))


def _feast(m: re.Match[str], text: str, day: datetime) -> datetime:
    month, nth = _FEASTS[m["feast"].lower()]
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
    if unit in _SEASONS:
        return day.replace(year=day.year + count, month=_SEASONS[unit], day=1)
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
    if unit in _DAYS:
        past = step < 0 or (step == 0 and "coming" not in modifier and bool(_PAST.search(text)))
        return _weekday(day, _DAYS[unit], past=past)
    if unit in _FEASTS:
        return _nearest(day, *_FEASTS[unit], ahead=step >= 0)
    first = _SEASONS[unit] if unit in _SEASONS else _month(unit)
    return _stretch(day, first, 3 if unit in _SEASONS else 1, step)


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
        month = _SEASONS[m["prep_season"].lower()]
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
    return _MONTHS[word.lower().rstrip(".")]
