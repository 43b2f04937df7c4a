"""Values as both databases can hold them: clean text, microseconds, JSON, digests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, cast

from rootmem.errors import InvalidInput, ScopeRequired
from rootmem.model import Scope, scope_of
from rootmem.model.base import from_microseconds, to_microseconds, utc_now
from rootmem.model.text import storable

MAX_ID = 256


def clean_or_none(text: str | None) -> str | None:
    return None if text is None else storable(text)


def clean_id(value: str) -> str:
    """An id to be stored; raises InvalidInput where it is empty or too long for an index."""
    text = storable(value)
    if not text or len(text) > MAX_ID:
        raise InvalidInput(f"an id must have 1 to {MAX_ID} characters, not {len(text)}")
    return text


def unique(ids: Iterable[str]) -> list[str]:
    """Cleaned for a look-up, each once, in order."""
    return list(dict.fromkeys(storable(value) for value in ids))


@lru_cache(maxsize=4096)
def checked(scope: Scope) -> Scope:
    """The validated scope; a user whose name is no valid text fails closed, never merged."""
    valid = scope_of(scope.user_id, scope.tenant)
    if storable(valid.user_id) != valid.user_id or storable(valid.tenant) != valid.tenant:
        raise ScopeRequired("user_id and tenant must be Unicode text on one line")
    return valid


@lru_cache(maxsize=4096)
def scope_digest(scope: Scope) -> str:
    return digest(f"{scope.tenant}\x00{scope.user_id}")


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def micros_or_none(time: datetime | None) -> int | None:
    return None if time is None else to_microseconds(time)


def moment_or_none(value: int | None) -> datetime | None:
    return None if value is None else from_microseconds(value)


def now() -> int:
    return to_microseconds(utc_now())


def dumps(value: Any) -> str:
    """JSON text; what JSON does not know (a date, a set) becomes its string."""
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    return storable(json.dumps(_clean_tree(value), ensure_ascii=False, default=str))


def _clean_tree(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return {storable(str(key)): _clean_tree(item) for key, item in items}
    if isinstance(value, list | tuple):
        return [_clean_tree(item) for item in cast("Sequence[Any]", value)]
    return value


def strings(text: str) -> tuple[str, ...]:
    """A JSON list of strings."""
    return () if text == "[]" else tuple(json.loads(text))
