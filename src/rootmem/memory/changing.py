"""Correcting and forgetting: update, retract, restore, delete, erase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rootmem.construct.fields import json_mapping
from rootmem.errors import InvalidInput, NotFound
from rootmem.memory.base import Base, checked_ids, optional_text, required_text
from rootmem.metering import metered
from rootmem.model import MemoryEntry, Receipt, Scope
from rootmem.reasoners.llm.cache import ReplyCache


class Changing(Base):
    async def update(
        self,
        id: str,
        user_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> MemoryEntry:
        """Correct an entry; what is not named stays, metadata keys are merged, history keeps it.

        ``fields`` may be type, subject, condition, strength, event_time, triggers.
        """
        scope, parts = self._scope(user_id), self._parts
        known = {"type", "subject", "condition", "strength", "event_time", "triggers"}
        if unknown := set(fields) - known:
            raise InvalidInput(f"update knows {sorted(known)}, not {sorted(unknown)}")
        entry = await self._entry(scope, id)
        changes: dict[str, Any] = dict(fields)
        if text is not None:
            changes["text"] = required_text(text, "text")
        if metadata is not None:
            changes["metadata"] = {**entry.metadata, **json_mapping(metadata, "metadata")}
        if not changes:
            raise InvalidInput("nothing to update: give text, metadata or another field")
        changed = checked_entry(entry.model_dump() | changes)
        vectors = await parts.embedder.embed([changed.text, *changed.triggers])
        await self._ask(
            parts.store.update_entry, scope, changed, vectors[0].tobytes(), vectors[1:].tobytes()
        )
        return await self._entry(scope, id)

    async def retract(self, id: str, user_id: str, *, reason: str | None = None) -> MemoryEntry:
        """Take an entry out of use, with its history kept; ``restore`` brings it back."""
        scope, why = self._scope(user_id), optional_text(reason, "reason")
        await self._entry(scope, id)
        await self._ask(self._parts.store.set_status, scope, id, "retracted", why)
        return await self._entry(scope, id)

    async def restore(self, id: str, user_id: str, *, reason: str | None = None) -> MemoryEntry:
        """Make a retracted or superseded entry active again."""
        scope, why = self._scope(user_id), optional_text(reason, "reason")
        await self._entry(scope, id)
        await self._ask(self._parts.store.set_status, scope, id, "active", why)
        return await self._entry(scope, id)

    async def delete(self, id: str, user_id: str) -> Receipt:
        """Erase one entry, or one turn and what was made of it, for good."""
        scope, store = self._scope(user_id), self._parts.store
        required_text(id, "id")
        if await self._ask(store.entries, scope, ids=[id]):
            return await self._erase(scope, entry_ids=[id])
        if await self._ask(store.turns, scope, ids=[id]):
            return await self._erase(scope, turn_ids=[id])
        raise NotFound(f"this user has no entry and no turn {id!r}")

    async def erase(
        self,
        user_id: str,
        *,
        turn_ids: Sequence[str] | None = None,
        session_id: str | None = None,
        entry_ids: Sequence[str] | None = None,
    ) -> Receipt:
        """Erase a user's whole memory, or only the turns, session or entries named, for good.

        The chain is followed: entries made of an erased turn go, root units that cited them are
        rewritten or retired, and no file of the memory keeps the text. The receipt says what went.
        """
        scope = self._scope(user_id)
        turns = checked_ids(turn_ids, "turn_ids")
        entries = checked_ids(entry_ids, "entry_ids")
        if session_id is not None:
            required_text(session_id, "session_id")
            found = await self._ask(self._parts.store.turns, scope, session_id=session_id)
            if not found:
                raise NotFound(f"this user has no session {session_id!r}")
            turns = [*(turns or []), *(turn.id for turn in found)]
        return await self._erase(scope, turn_ids=turns, entry_ids=entries)

    async def _erase(
        self,
        scope: Scope,
        *,
        turn_ids: Sequence[str] | None = None,
        entry_ids: Sequence[str] | None = None,
    ) -> Receipt:
        with metered(scope=scope):
            receipt = await self._parts.constructor.erase(
                scope, turn_ids=turn_ids, entry_ids=entry_ids
            )
        # Replies that another opening of this memory cached, with a model, go as well.
        if (folder := self._parts.settings.cache) is not None:
            await self._ask(ReplyCache(folder).purge, scope)
        return receipt


def checked_entry(fields: Mapping[str, Any]) -> MemoryEntry:
    """A valid entry, or InvalidInput naming the field."""
    try:
        return MemoryEntry.model_validate(dict(fields))
    except ValueError as error:
        raise InvalidInput(f"memory entry: {_why(error)}") from None


def _why(error: ValueError) -> str:
    details = getattr(error, "errors", None)
    if details is None:
        return str(error)
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in details())
