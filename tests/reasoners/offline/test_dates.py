"""Dates are resolved against the turn's time."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from rootmem.reasoners.offline.dates import event_time, months_later, number

WEDNESDAY = datetime(2024, 5, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("I did it yesterday", "2024-05-14"),
        ("I did it the day before yesterday", "2024-05-13"),
        ("I fly tomorrow", "2024-05-16"),
        ("I saw it last night", "2024-05-14"),
        ("I met her last Friday", "2024-05-10"),
        ("I met her on Friday", "2024-05-10"),
        ("I will meet her on Friday", "2024-05-17"),
        ("I leave next Friday", "2024-05-17"),
        ("it happened two Fridays ago", "2024-05-03"),
        ("I did it this Monday", "2024-05-13"),
        ("we went away last weekend", "2024-05-11"),
        ("I began last week", "2024-05-06"),
        ("I begin next week", "2024-05-20"),
        ("I moved three months ago", "2024-02-15"),
        ("I moved a year ago", "2023-05-15"),
        ("I moved ten years ago", "2014-05-15"),
        ("we met in March", "2024-03-01"),
        ("we met in August", "2023-08-01"),
        ("I will marry in August", "2024-08-01"),
        ("I have lived here since 2019", "2019-01-01"),
        ("I have lived here for five years", "2019-05-15"),
        ("I slept for five hours", None),
        ("I was there on July 4, 2021", "2021-07-04"),
        ("I was there on the 4th of July 2021", "2021-07-04"),
        ("it was on 2020-02-29", "2020-02-29"),
        ("it was on 2021-02-29", None),
        ("I have surgery on the 20th", "2024-05-20"),
        ("I fell on the 20th", "2024-04-20"),
        ("we sailed last summer", "2023-06-01"),
        ("we will sail this summer", "2024-06-01"),
        ("we sailed two summers ago", "2022-06-01"),
        ("we sailed in the summer of 2018", "2018-06-01"),
        ("I may go", None),
        ("I march on", None),
        ("I am happy", None),
        ("they signed until March 2027", None),
    ],
)
def test_expressions_are_resolved_against_the_time_said(text: str, date: str | None):
    found = event_time(text, WEDNESDAY)
    assert (f"{found:%Y-%m-%d}" if found else None) == date


def test_yesterday_in_an_old_chat_is_in_that_year():
    found = event_time("I ran yesterday", datetime(2023, 1, 1, 9, tzinfo=UTC))
    assert found == datetime(2022, 12, 31, tzinfo=UTC)


def test_a_time_in_another_zone_counts_as_the_same_instant():
    tokyo = timezone(timedelta(hours=9))
    assert event_time("I ran today", datetime(2024, 5, 15, 3, tzinfo=tokyo)) == datetime(
        2024, 5, 14, tzinfo=UTC
    )


def test_the_machine_s_zone_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    dates: set[datetime | None] = set()
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        dates.add(event_time("I ran yesterday", WEDNESDAY))
    monkeypatch.undo()
    time.tzset()
    assert dates == {datetime(2024, 5, 14, tzinfo=UTC)}


def test_an_age_needs_a_year_of_birth():
    assert event_time("when I was twelve I fell", WEDNESDAY) is None
    assert event_time("when I was twelve I fell", WEDNESDAY, 1990) == datetime(
        2002, 1, 1, tzinfo=UTC
    )


def test_months_are_clipped_to_their_length():
    assert months_later(datetime(2024, 1, 31, tzinfo=UTC), 1).day == 29


@pytest.mark.parametrize(
    ("words", "value"), [("12", 12), ("thirty-six", 36), ("a couple of", 2), ("umpteen", None)]
)
def test_numbers_are_read(words: str, value: int | None):
    assert number(words) == value
