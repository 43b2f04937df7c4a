import os
import time
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from rootmem.errors import InvalidInput
from rootmem.model.times import parse_time

NOON = datetime(2024, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        NOON,
        NOON.replace(tzinfo=None),
        NOON.astimezone(timezone(timedelta(hours=9))),
        "2024-03-05T12:00:00Z",
        "2024-03-05 12:00",
        " 2024-03-05T14:00:00+02:00 ",
        1709640000,
        1709640000.0,
        "1709640000",
        1709640000000,
        1709640000000000,
        1709640000000000000,
    ],
)
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_every_spelling_is_the_same_instant_in_every_zone(
    value: object, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "TZ", zone)
    time.tzset()
    assert parse_time(value) == NOON
    assert parse_time(value).tzinfo is UTC


def test_a_date_is_its_midnight() -> None:
    assert parse_time(date(2024, 3, 5)) == parse_time("2024-03-05") == NOON - timedelta(hours=12)


@pytest.mark.parametrize(
    "value",
    [
        *("", "yesterday", "2024-13-01", "0001-01-01T00:00:00+14:00"),
        *("9999-12-31T23:59:59.999999", "0001-01-01", datetime.max.replace(tzinfo=UTC), date.min),
        *("20240305120000", "20240305120000999", b"2024-03-05", True, None, []),
        *(float("nan"), float("inf"), 1e30),
    ],
)
def test_what_is_no_time_is_refused_with_the_expected_form(value: object) -> None:
    with pytest.raises(InvalidInput, match="ISO 8601"):
        parse_time(value)
