"""Ready-made entries: memory that some other system, or a data set, decomposed already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from rootmem.construct.fields import json_mapping
from rootmem.construct.pipeline import Progress
from rootmem.errors import InvalidInput
from rootmem.memory.base import Base, required_text
from rootmem.memory.changing import checked_entry
from rootmem.metering import Budget, metered
from rootmem.model import Added, MemoryEntry
from rootmem.model.base import utc_now
from rootmem.model.ids import new_id
from rootmem.model.times import parse_time

_FIELDS = frozenset(
    ("id", "text", "type", "subject", "time", "event_time", "condition", "strength", "triggers")
) | {"metadata"}
_TIMES = ("time", "event_time")


class Loading(Base):
    async def add_entries(
        self,
        entries: Sequence[str | Mapping[str, Any] | MemoryEntry],
        user_id: str,
        *,
        roots: bool = True,
        budget: Budget | None = None,
        on_progress: Progress | None = None,
    ) -> Added:
        """Take entries in as they are, without decomposing or reconciling them.

        Each is a text, or a mapping with ``text`` and any of ``id``, ``type``, ``subject``,
        ``time``, ``event_time``, ``condition``, ``strength``, ``triggers``, ``metadata``. All are
        written together or, where one is unusable (InvalidInput names it) or an id is taken, none.
        With ``roots`` they are worked into root memory units.
        """
        scope, parts = self._scope(user_id), self._parts
        ready = [_entry(one, at) for at, one in enumerate(_several(entries))]
        with metered(budget, scope):
            return await parts.constructor.load_entries(
                scope, ready, roots=roots, on_progress=on_progress
            )


def _several(entries: object) -> Sequence[Any]:
    if not isinstance(entries, list | tuple) or not entries:
        raise InvalidInput("entries must be a list of texts or mappings, and not be empty")
    return cast("Sequence[Any]", entries)


def _entry(given: object, at: int) -> MemoryEntry:
    if isinstance(given, MemoryEntry):
        return given
    if not isinstance(given, str | Mapping):
        kind = type(given).__name__
        raise InvalidInput(f"entries[{at}] is a {kind}; expected a text, a mapping or an entry")
    fields: dict[str, Any] = (
        {"text": given} if isinstance(given, str) else dict(cast("Mapping[str, Any]", given))
    )
    if unknown := set(fields) - _FIELDS:
        raise InvalidInput(
            f"entries[{at}] has {sorted(map(str, unknown))}; known: {sorted(_FIELDS)}"
        )
    try:
        for name in _TIMES:
            if fields.get(name) is not None:
                fields[name] = parse_time(fields[name])
        fields["metadata"] = json_mapping(fields.get("metadata"), "metadata")
        fields["text"] = required_text(fields.get("text"), "text")
        time: datetime = fields.setdefault("time", utc_now())
        return checked_entry(
            {"id": new_id("e"), "type": "factual", "recorded_at": utc_now(), "valid_from": time}
            | fields
        )
    except InvalidInput as error:
        raise InvalidInput(f"entries[{at}]: {error}") from None
