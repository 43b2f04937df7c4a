from datetime import UTC, datetime

import pytest

from rootmem.importers.dates import clock_time, written_time


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9, tzinfo=UTC)),
        ("2023/04/10 (Mon) 17:50", datetime(2023, 4, 10, 17, 50, tzinfo=UTC)),
        ("Jan 15, 2029, 15:12:20", datetime(2029, 1, 15, 15, 12, 20, tzinfo=UTC)),
        ("2024-03-05 18:00", datetime(2024, 3, 5, 18, tzinfo=UTC)),
        ("2024-03-05T18:00:00+09:00", datetime(2024, 3, 5, 9, tzinfo=UTC)),
        ("2024-3-5", datetime(2024, 3, 5, tzinfo=UTC)),
        ("Tuesday, 5th of March 2024 at 6 pm", datetime(2024, 3, 5, 18, tzinfo=UTC)),
        ("Sept. 3, 2024", datetime(2024, 9, 3, tzinfo=UTC)),
        ("March 5 2024", datetime(2024, 3, 5, tzinfo=UTC)),
    ],
)
def test_dates_as_people_and_data_sets_write_them(text: str, expected: datetime) -> None:
    assert written_time(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "yesterday", "05/03/2024", "31 February 2024", "13 pm on 8 May, 2023", "2024-13-01"),
        *("I was born on 5 March 1990", "25:10 on 8 May, 2023", "5 March", "x" * 1000),
        *("9999-12-31 23:59:59.999999", "31 December 9999", "0001-01-01"),
    ],
)
def test_what_is_no_whole_date_is_none(text: str) -> None:
    assert written_time(text) is None


def test_words_around_a_date_are_allowed_on_demand() -> None:
    found = written_time("Session 2 — 5 March 2024, 18:05, at the harbour", whole=False)
    assert found == datetime(2024, 3, 5, 18, 5, tzinfo=UTC)


def test_clock_times() -> None:
    assert clock_time("18:05") == (18, 5, 0)
    assert clock_time("6:05 PM") == (18, 5, 0)
    assert clock_time("24:00") is clock_time("soon") is None
