"""When something happened, read off the text and resolved against the turn's time, in UTC.

A grammar of our own instead of a date library: `dateparser.search` takes milliseconds a sentence
and reads words such as "may" or "sun" as dates; this takes microseconds and resolves only what the
sentence really dates. The result is midnight of the first day meant, and None where no date is said.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}  # fmt: skip
_NUMBERS = (
    {word: value for value, word in enumerate(_UNITS)}
    | _TENS
    | {f"{ten}-{_UNITS[one]}": value + one for ten, value in _TENS.items() for one in range(1, 10)}
    | {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
)
_MONTH_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTHS = (
    {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
    | {name[:3]: number for number, name in enumerate(_MONTH_NAMES, 1)}
    | {"sept": 9}
)
_DAY_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_DAYS = {name: number for number, name in enumerate(_DAY_NAMES)}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_FEASTS = {
    "new year's day": (1, 1), "new year's eve": (12, 31), "new year's": (1, 1), "valentine's day": (2, 14),
    "st patrick's day": (3, 17), "halloween": (10, 31), "christmas eve": (12, 24), "christmas": (12, 25),
    "independence day": (7, 4), "boxing day": (12, 26),
}  # fmt: skip

_NUMBER = r"(?:\d{1,3}|(?:" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")(?: of)?)"
_MONTH = r"(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?:" + "|".join(_DAY_NAMES) + r")"
_YEAR = r"(?:19|20)\d\d"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_FEAST = "|".join(_FEASTS)
_HALF = r"(?: and a half)?"

_EXPRESSION = re.compile(
    rf"\b(?P<iso>{_YEAR}-\d\d-\d\d)\b"
    rf"|\b(?P<ago_n>(?:a )?{_NUMBER}){_HALF} (?P<ago_unit>day|night|week|weekend|month|year|decade|summer|winter|spring|autumn|fall|hour|minute)s?{_HALF} (?:ago|back|earlier)\b"
    rf"|\b(?P<ago_day_n>{_NUMBER}) (?P<ago_day>{_DAY})s ago\b"
    rf"|\b(?:in|within) (?P<in_n>(?:a )?{_NUMBER}) (?P<in_unit>day|week|month|year)s?(?:'s? time)?\b(?! time)"
    rf"|\b(?P<in_n2>{_NUMBER}) (?P<in_unit2>day|week|month|year)s? from (?:now|today)\b"
    rf"|\b(?P<mon_first>{_MONTH}) (?P<mon_day>{_ORDINAL})(?!\d|:|%)(?:,? (?P<mon_year>{_YEAR}))?\b"
    rf"|\b(?P<day_first>{_ORDINAL}) (?:of )?(?P<day_mon>{_MONTH})(?:,? (?P<day_year>{_YEAR}))?\b"
    rf"|\b(?P<my_mon>{_MONTH})(?: of)?,? (?P<my_year>{_YEAR})\b"
    rf"|\b(?P<rel_mod>last|next|this|past|coming|this past|this coming|early next|late last|early this|earlier this|later this|the following) "
    rf"(?P<rel_unit>week|weekend|month|year|night|morning|afternoon|evening|spring|summer|autumn|fall|winter|{_DAY}|{_MONTH}|{_FEAST})\b"
    rf"|\b(?P<word>the day before yesterday|the day after tomorrow|yesterday|today|tonight|tomorrow|the other day|just now)\b"
    rf"|\b(?P<on>on |since |by |until |till |from |before |after |(?<=, )|^)(?P<weekday>{_DAY})(?! ?s\b)(?! (?:evenings|nights|mornings))\b"
    rf"|\b(?P<feast_prep>on |at |since |over |for |last |this )(?P<feast>{_FEAST})(?: (?P<feast_year>{_YEAR}))?\b"
    rf"|\b(?P<prep>in|since|back in|from|until|till|by|during|before|after|late|early|mid|of)[ -](?:early |late |mid-?|the )?(?:(?P<prep_mon>{_MONTH})(?! \w+ed\b)|(?:the )?(?P<prep_season>spring|summer|autumn|fall|winter)(?: of)?(?: (?P<season_year>{_YEAR}))|(?P<prep_year>{_YEAR}))(?!\d|[-'])\b"
    r"|\bon the (?P<nth>\d{1,2})(?:st|nd|rd|th)\b(?! floor| street| ave| place| attempt| day| time)"
    rf"|\b(?:for|over|nearly|almost|past|last) (?:the (?:last|past) |about |almost |nearly |over |around |more than )?(?P<for_n>{_NUMBER}){_HALF} (?P<for_unit>day|week|month|year|decade)s?\b(?! old)"
    r"|\bwhen (?:i|the user|\w+) (?:was|turned) (?:only |about |just )?(?P<age>\d{1,2}|[a-z]+(?:-[a-z]+)?)\b",
    re.IGNORECASE,
)
_GATE = re.compile(
    r"\d|yesterday|today|tonight|tomorrow|ago|back|last|next|this|past|since|coming|following|"
    r"for |week|month|year|when|day|christmas|new year|halloween|" + "|".join(_MONTH_NAMES),
    re.IGNORECASE,
)
_PERFECT = re.compile(r"\b(?:'ve|have|has|had been|been|since)\b|'s been", re.IGNORECASE)
_FUTURE = re.compile(
    r"\b(?:will|going to|gonna|planning|plan|plans|shall|about to|starts|leave|leaves|fly|flies|upcoming|"
    r"is on|are on|scheduled|booked|due|expecting|appointment|have to|has to|need to|needs to|must|hoping|"
    r"want to|wants to|can't wait|looking forward|would like|see a|sees a|by|am (?:\w+ing)|turn[s]?)\b|'ll\b|'m (?:\w+ing)\b|\bis (?:\w+ing)\b|\bare (?:\w+ing)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|went|did|got|came|saw|took|made|met|bought|told|gave|found|left|lost|fell|"
    r"began|broke|wrote|won|sold|ate|read|had|felt|heard|ran|spent|quit|flew|drove|caught|[a-z]{2,}ed)\b",
    re.IGNORECASE,
)


def event_time(sentence: str, said: datetime, born: int | None = None) -> datetime | None:
    """The first date of the sentence as midnight UTC, or None.

    ``said`` is the turn's time (aware). ``born`` is the speaker's year of birth where known, for
    "when I was twelve".
    """
    if not _GATE.search(sentence):
        return None
    day = said.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for match in _EXPRESSION.finditer(sentence):
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
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    for last in (day.day, 30, 29, 28):
        if last <= day.day:
            try:
                return day.replace(year=year, month=month + 1, day=last)
            except ValueError:
                continue
    raise ValueError("no such month")


def _resolve(m: re.Match[str], text: str, day: datetime, born: int | None) -> datetime | None:
    if m["iso"]:
        return datetime.fromisoformat(m["iso"]).replace(tzinfo=UTC)
    if m["ago_n"]:
        return _shift(day, m["ago_unit"].lower(), -(number(m["ago_n"]) or 1))
    if m["ago_day"]:
        last = _weekday(day, _DAYS[m["ago_day"].lower()], past=True)
        return last - timedelta(weeks=(number(m["ago_day_n"]) or 1) - 1)
    if m["in_n"] or m["in_n2"]:
        if _PAST.search(text[: m.start()]) and m["in_n"]:
            return None
        unit = (m["in_unit"] or m["in_unit2"]).lower()
        return _shift(day, unit, number(m["in_n"] or m["in_n2"]) or 1)
    if m["mon_first"] or m["day_mon"]:
        month = _month(m["mon_first"] or m["day_mon"])
        nth = int(re.sub(r"\D", "", m["mon_day"] or m["day_first"]))
        year = m["mon_year"] or m["day_year"]
        if year:
            return day.replace(year=int(year), month=month, day=nth)
        return _nearest(day, month, nth, text)
    if m["my_mon"]:
        return day.replace(year=int(m["my_year"]), month=_month(m["my_mon"]), day=1)
    if m["rel_mod"]:
        return _relative(day, m["rel_mod"].lower(), m["rel_unit"].lower())
    if m["word"]:
        days = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "just now": 0,
                "the day before yesterday": -2, "the day after tomorrow": 2}  # fmt: skip
        shift = days.get(m["word"].lower())
        return None if shift is None else day + timedelta(days=shift)
    if m["weekday"]:
        past = m["on"].lower().startswith("since") or not _looks_ahead(text)
        return _weekday(day, _DAYS[m["weekday"].lower()], past=past)
    if m["feast"]:
        month, nth = _FEASTS[m["feast"].lower()]
        if m["feast_year"]:
            return day.replace(year=int(m["feast_year"]), month=month, day=nth)
        past = m["feast_prep"].lower().strip() in {"since", "last"}
        return _nearest(day, month, nth, "was" if past else text)
    if m["prep"]:
        return _prepositional(m, text, day)
    if m["nth"]:
        found = day.replace(day=int(m["nth"]))
        ahead = _looks_ahead(text)
        if ahead and found < day:
            return months_later(found, 1)
        return months_later(found, -1) if not ahead and found > day else found
    if m["for_n"]:
        if not _PERFECT.search(text):
            return None
        return _shift(day, m["for_unit"].lower(), -(number(m["for_n"]) or 1))
    age = number(m["age"]) if m["age"] else None
    if age is None or born is None:
        return None
    return day.replace(year=born + age, month=1, day=1)


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
        start = day.replace(month=_SEASONS[unit], day=1)
        started = start <= day
        return start.replace(year=day.year + count + (0 if started else 0))
    return months_later(day, 12 * count * (10 if unit == "decade" else 1))


def _relative(day: datetime, modifier: str, unit: str) -> datetime:
    step = -1 if "last" in modifier or "past" in modifier else 1 if "next" in modifier else 0
    if "following" in modifier:
        step = 1
    if unit in {"night", "morning", "afternoon", "evening"}:
        return day + timedelta(days=step)
    if unit == "week":
        return day - timedelta(days=day.weekday()) + timedelta(weeks=step)
    if unit == "weekend":
        saturday = day - timedelta(days=day.weekday()) + timedelta(days=5)
        if step < 0:
            return saturday - timedelta(weeks=1)
        return saturday + timedelta(weeks=step)
    if unit == "month":
        return months_later(day.replace(day=1), step)
    if unit == "year":
        return day.replace(year=day.year + step, month=1, day=1)
    if unit in _DAYS:
        if step < 0:
            return _weekday(day, _DAYS[unit], past=True)
        ahead = _weekday(day, _DAYS[unit], past=False)
        return ahead
    if unit in _SEASONS:
        return _season(day, _SEASONS[unit], step)
    if unit in _FEASTS:
        month, nth = _FEASTS[unit]
        return _nearest(day, month, nth, "was" if step < 0 else "will")
    month = _month(unit)
    found = day.replace(month=month, day=1)
    if step < 0 and found >= day.replace(day=1):
        return found.replace(year=day.year - 1)
    if step > 0 and found <= day:
        return found.replace(year=day.year + 1)
    return found


def _season(day: datetime, first_month: int, step: int) -> datetime:
    start = day.replace(month=first_month, day=1)
    if step < 0 and months_later(start, 3) > day:
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
    if m["prep"].lower() in {"of", "before", "after"}:
        return None
    word = m["prep_mon"]
    if (
        word.lower() in {"may", "mar", "march", "jun", "jan", "sun", "sat"}
        and not word[0].isupper()
    ):
        return None
    return _nearest(day, _month(word), 1, "was" if m["prep"].lower() == "since" else text)


def _nearest(day: datetime, month: int, nth: int, text: str) -> datetime:
    found = day.replace(month=month, day=nth)
    if nth == 1 and found.month == day.month:
        return found
    if _looks_ahead(text):
        return found if found >= day else found.replace(year=day.year + 1)
    return found if found <= day else found.replace(year=day.year - 1)


def _weekday(day: datetime, weekday: int, *, past: bool) -> datetime:
    distance = (day.weekday() - weekday) % 7 or 7 if past else -((weekday - day.weekday()) % 7 or 7)
    return day - timedelta(days=distance)


def _looks_ahead(text: str) -> bool:
    return bool(_FUTURE.search(text)) and not _PAST.search(text)


def _month(word: str) -> int:
    return _MONTHS[word.lower().rstrip(".")]
