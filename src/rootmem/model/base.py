"""What every noun shares: frozen, strict about unknown fields, times aware and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict


class Noun(BaseModel):
    """A frozen value; a changed one is a new one (``model_copy(update=...)``)."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def as_utc(value: datetime) -> datetime:
    """The same instant in UTC; a naive time is taken to be UTC, never the machine's zone.

    Raises ValueError where the zone carries it off the calendar.
    """
    if value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError("the time is off the calendar in UTC") from None


UtcDatetime = Annotated[datetime, AfterValidator(as_utc)]


def utc_now() -> datetime:
    """The present, aware and in UTC."""
    return datetime.now(UTC)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_microseconds(time: datetime) -> int:
    """Microseconds since the epoch, exact."""
    return (as_utc(time) - _EPOCH) // timedelta(microseconds=1)


def from_microseconds(value: int) -> datetime:
    """The instant, aware and in UTC."""
    return _EPOCH + timedelta(microseconds=value)
