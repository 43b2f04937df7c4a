"""Small fields that callers pass next to a message's text: labels and metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from rootmem.errors import InvalidInput
from rootmem.model.text import storable

MAX_LABEL = 256
"""Characters of an id, a name or a session's name."""


def label(value: object, place: str) -> str | None:
    """An id or name, None where there is none; whole numbers are fine."""
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise InvalidInput(f"{place} is a {type(value).__name__}; expected a string")
    text = " ".join(storable(value).split())
    if len(text) > MAX_LABEL:
        raise InvalidInput(f"{place} has {len(text)} characters; expected at most {MAX_LABEL}")
    return text or None


def json_mapping(value: object, place: str) -> dict[str, Any]:
    """A copy that is JSON and storable."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{place} is a {type(value).__name__}; expected a mapping")
    try:
        text = json.dumps(dict(cast("Mapping[str, Any]", value)), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"{place} is not JSON ({error}); expected JSON values only") from error
    return json.loads(text, object_pairs_hook=_storable_pairs)


def _storable_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {storable(key): _storable(value) for key, value in pairs}


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(item) for item in cast("list[Any]", value)]
    return value
