"""The English expressions that date something, as one pattern with a named group a part."""

from __future__ import annotations

import re

_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
NUMBERS = (
    {word: value for value, word in enumerate(_UNITS)}
    | _TENS
    | {f"{ten}-{_UNITS[one]}": value + one for ten, value in _TENS.items() for one in range(1, 10)}
    | {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
)
MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
MONTHS = (
    {name: number for number, name in enumerate(MONTH_NAMES, 1)}
    | {name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)}
    | {"sept": 9}
)
_DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS = {name: number for number, name in enumerate(_DAY_NAMES)}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
FEASTS = {
    "new year's day": (1, 1), "new year's eve": (12, 31), "new year's": (1, 1),
    "valentine's day": (2, 14), "st patrick's day": (3, 17), "independence day": (7, 4),
    "halloween": (10, 31), "christmas eve": (12, 24), "christmas": (12, 25),
    "boxing day": (12, 26),
}  # fmt: skip
NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "eighth": 8, "tenth": 10}
WORD_DAYS = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "tonight": 0, "just now": 0,
    "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip

_NUMBER = rf"(?:\d{{1,3}}|(?:{'|'.join(sorted(NUMBERS, key=len, reverse=True))})(?: of)?)"
_MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_DAY = rf"(?:{'|'.join(_DAY_NAMES)})"
_FEAST = "|".join(FEASTS)
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
    rf"\b(?P<mon_first>{_MONTH}) (?P<mon_day>{_ORDINAL})(?!\d|:|%)"
    rf"(?:,? (?P<mon_year>{_YEAR}))?\b"
    rf"|\b(?P<day_first>{_ORDINAL}) (?:of )?(?P<day_mon>{_MONTH})(?:,? (?P<day_year>{_YEAR}))?"
    rf"|\b(?P<day_word>{'|'.join(NTH)}) of (?P<word_mon>{_MONTH})"
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
    r"|\bon the (?P<nth>\d{1,2})(?:st|nd|rd|th)\b(?! of| floor| street| ave| place| attempt| day)"
)
_SPAN = (
    r"\b(?:for|over|nearly|almost|past|last) (?:the (?:last|past) |about |almost |nearly |over "
    rf"|around |more than )?(?P<for_n>{_NUMBER}){_HALF} "
    r"(?P<for_unit>day|week|month|year|decade)s?\b"
    r"(?! old)"
    r"|\bwhen (?:i|the user|\w+) (?:was|turned) (?:only |about |just )?"
    r"(?P<age>\d{1,2}|[a-z]+(?:-[a-z]+)?)\b"
)
EXPRESSION = re.compile(
    "|".join((_ISO, _AGO, _AHEAD, _CALENDAR, _RELATIVE, _NAMED, _PREPOSITION, _SPAN)),
    re.IGNORECASE,
)
