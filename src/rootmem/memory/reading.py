"""Looking things up: entries, episodes, turns, units, histories, counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rootmem.errors import InvalidInput, NotFound
from rootmem.memory.base import (
    Base,
    checked_ids,
    listed,
    optional_text,
    parsed_time,
    required_text,
    whole_number,
)
from rootmem.model import (
    ENTRY_TYPES,
    EntryEvent,
    EntryStatus,
    EntryType,
    Episode,
    MemoryEntry,
    RootUnit,
    RootVersion,
    Status,
    Turn,
)

STATUSES = ("active", "superseded", "retracted")


class Reading(Base):
    async def get(self, id: str, user_id: str) -> MemoryEntry | RootUnit | Episode | Turn:
        """The noun with this id, whichever it is; raises NotFound."""
        scope, store = self._scope(user_id), self._parts.store
        required_text(id, "id")
        if entries := await self._ask(store.entries, scope, ids=[id]):
            return entries[0]
        if turns := await self._ask(store.turns, scope, ids=[id]):
            return turns[0]
        if episodes := await self._ask(store.episodes, scope, ids=[id]):
            return episodes[0]
        for row in await self._ask(store.roots, scope):
            if row.unit.id == id:
                return row.unit
        raise NotFound(f"this user's memory has nothing with the id {id!r}")

    async def get_all(
        self,
        user_id: str,
        *,
        status: EntryStatus | None = "active",
        types: Sequence[EntryType] | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[MemoryEntry]:
        """A user's entries in the order of time; ``status=None`` for all of them."""
        if status is not None and status not in STATUSES:
            raise InvalidInput(
                f"status must be active, superseded, retracted or None, not {status!r:.80}"
            )
        return await self._ask(
            self._parts.store.entries,
            self._scope(user_id),
            status=status,
            types=checked_types(types),
            limit=None if limit is None else whole_number(limit, "limit", least=1),
            offset=whole_number(offset, "offset", least=0),
        )

    async def roots(self, user_id: str) -> list[RootUnit]:
        """The active root memory units, oldest first."""
        rows = await self._ask(self._parts.store.roots, self._scope(user_id))
        return [row.unit for row in rows]

    async def episodes(self, user_id: str, *, ids: Sequence[str] | None = None) -> list[Episode]:
        """The episodes in order."""
        return await self._ask(
            self._parts.store.episodes, self._scope(user_id), ids=checked_ids(ids, "ids")
        )

    async def turns(
        self,
        user_id: str,
        *,
        ids: Sequence[str] | None = None,
        session_id: str | None = None,
        limit: int | None = None,
    ) -> list[Turn]:
        """Journaled turns in order."""
        return await self._ask(
            self._parts.store.turns,
            self._scope(user_id),
            ids=checked_ids(ids, "ids"),
            session_id=optional_text(session_id, "session_id"),
            limit=None if limit is None else whole_number(limit, "limit", least=1),
        )

    async def timeline(
        self,
        user_id: str,
        *,
        subject: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> list[MemoryEntry]:
        """What was true when: entries of every status but retracted, by the start of validity."""
        optional_text(subject, "subject")
        first, last = parsed_time(since, "since"), parsed_time(until, "until")
        entries = await self._ask(self._parts.store.entries, self._scope(user_id))
        kept = [
            entry
            for entry in entries
            if entry.status != "retracted"
            and (subject is None or entry.subject == subject)
            and (last is None or _begins(entry) <= last)
            and (first is None or entry.valid_to is None or entry.valid_to >= first)
        ]
        return sorted(kept, key=_begins)

    async def history(self, id: str, user_id: str) -> list[EntryEvent] | list[RootVersion]:
        """How an entry, or a root unit, came to be what it is; raises NotFound."""
        scope, store = self._scope(user_id), self._parts.store
        required_text(id, "id")
        if versions := await self._ask(store.root_versions, scope, id):
            return versions
        return await self._ask(store.history, scope, id)

    async def users(self) -> list[str]:
        """The users this memory knows, in alphabetical order."""
        return await self._ask(self._parts.store.users, self._tenant)

    async def status(self, user_id: str | None = None) -> Status:
        """Counts and pending work of a user, or of all users together when none is named."""
        parts = self._parts
        known = await self._ask(parts.store.users, self._tenant) if user_id is None else [user_id]
        scopes = [self._scope(user) for user in known]
        counts = [await self._ask(parts.store.counts, scope) for scope in scopes]
        errors = [await self._ask(parts.store.last_error, scope) for scope in scopes]
        entries: dict[str, int] = {}
        for one in counts:
            for name, number in one.entries.items():
                entries[name] = entries.get(name, 0) + number
        return Status(
            user_id=user_id,
            users=len(scopes),
            turns=sum(one.turns for one in counts),
            pending_turns=sum(one.pending_turns for one in counts),
            episodes=sum(one.episodes for one in counts),
            entries=entries,
            roots=sum(one.roots for one in counts),
            embedder=parts.embedder.id,
            reasoner=parts.reasoner.name,
            store=parts.store.description,
            last_error=next((error for error in errors if error), None),
        )


def _begins(entry: MemoryEntry) -> datetime:
    return entry.event_time or entry.valid_from


def checked_types(types: Sequence[EntryType] | str | None) -> list[EntryType] | None:
    """Entry types as a list; raises InvalidInput for one that does not exist."""
    if types is None:
        return None
    several = listed(types, "types")
    wrong = [one for one in several if one not in ENTRY_TYPES]
    if wrong or not several:
        raise InvalidInput(f"types must be some of {', '.join(ENTRY_TYPES)}, not {types!r:.80}")
    return several
