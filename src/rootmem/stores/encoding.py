"""Values as both databases can hold them: clean text, microseconds, JSON, digests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import Any, cast

from rootmem.errors import InvalidInput, ScopeRequired
from rootmem.model import Scope, scope_of

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAX_ID = 256
_REPLACEMENT = "\ufffd"


def clean(text: str) -> str:
    """The text with NUL (refused by PostgreSQL) and lone surrogates (not UTF-8) replaced."""
    if "\x00" in text:
        text = text.replace("\x00", _REPLACEMENT)
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(_REPLACEMENT if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def clean_or_none(text: str | None) -> str | None:
    return None if text is None else clean(text)


def clean_id(value: str) -> str:
    """An id to be stored; raises InvalidInput where it is empty or too long for an index."""
    if not value or len(value) > MAX_ID:
        raise InvalidInput(f"an id must have 1 to {MAX_ID} characters, not {len(value)}")
    return clean(value)


def unique(ids: Iterable[str]) -> list[str]:
    """Cleaned for a look-up, each once, in order."""
    return list(dict.fromkeys(clean(value) for value in ids))


@lru_cache(maxsize=4096)
def checked(scope: Scope) -> Scope:
    """The validated scope; a user whose name is no valid text fails closed, never merged."""
    valid = scope_of(scope.user_id, scope.tenant)
    if clean(valid.user_id) != valid.user_id or clean(valid.tenant) != valid.tenant:
        raise ScopeRequired("user_id and tenant must be valid Unicode text")
    return valid


@lru_cache(maxsize=4096)
def scope_digest(scope: Scope) -> str:
    return digest(f"{scope.tenant}\x00{scope.user_id}")


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def micros(time: datetime) -> int:
    """Microseconds since the epoch, exact."""
    gap = time - EPOCH
    return (gap.days * 86_400 + gap.seconds) * 1_000_000 + gap.microseconds


def micros_or_none(time: datetime | None) -> int | None:
    return None if time is None else micros(time)


def moment(value: int) -> datetime:
    return EPOCH + timedelta(microseconds=value)


def moment_or_none(value: int | None) -> datetime | None:
    return None if value is None else moment(value)


def now() -> int:
    return micros(datetime.now(UTC))


def dumps(value: Any) -> str:
    """JSON text; what JSON does not know (a date, a set) becomes its string."""
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    return clean(json.dumps(_clean_tree(value), ensure_ascii=False, default=str))


def _clean_tree(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return {clean(str(key)): _clean_tree(item) for key, item in items}
    if isinstance(value, list | tuple):
        return [_clean_tree(item) for item in cast("Sequence[Any]", value)]
    return value


def strings(text: str) -> tuple[str, ...]:
    """A JSON list of strings."""
    return () if text == "[]" else tuple(json.loads(text))
