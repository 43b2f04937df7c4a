"""The chain of provenance of one item: root unit → entries → episode → turns → history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rootmem.model import EntryEvent, Episode, MemoryEntry, Noun, RootUnit, RootVersion, Turn

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory


class OfEntry(Noun):
    """An entry, the episode and turns it came from, its history, the units that cite it."""

    entry: MemoryEntry
    episode: Episode | None = None
    turns: tuple[Turn, ...] = ()
    history: tuple[EntryEvent, ...] = ()
    roots: tuple[RootUnit, ...] = ()
    successor: MemoryEntry | None = None


class OfRoot(Noun):
    """A unit, how it came about, and each piece of its evidence with its own origin."""

    root: RootUnit
    versions: tuple[RootVersion, ...] = ()
    evidence: tuple[OfEntry, ...] = ()


class OfEpisode(Noun):
    """An episode, its turns, and what was made of them."""

    episode: Episode
    turns: tuple[Turn, ...] = ()
    entries: tuple[MemoryEntry, ...] = ()


class OfTurn(Noun):
    """A turn, its episode, and the entries it supports."""

    turn: Turn
    episode: Episode | None = None
    entries: tuple[MemoryEntry, ...] = ()
    roots: tuple[RootUnit, ...] = ()


Origin = OfEntry | OfRoot | OfEpisode | OfTurn


async def gathered(memory: AsyncMemory, user: str, id: str) -> Origin:
    """The item and everything around it; raises NotFound."""
    found = await memory.get(id, user)
    if isinstance(found, MemoryEntry):
        return await _of_entry(memory, user, found)
    if isinstance(found, RootUnit):
        return await _of_root(memory, user, found)
    entries = await memory.get_all(user, status=None)
    if isinstance(found, Episode):
        turns = await memory.turns(user, ids=found.turn_ids)
        made = tuple(one for one in entries if set(one.turn_ids) & set(found.turn_ids))
        return OfEpisode(episode=found, turns=tuple(turns), entries=made)
    made = tuple(one for one in entries if found.id in one.turn_ids)
    citing = {one.id for one in made}
    return OfTurn(
        turn=found,
        episode=await _episode(memory, user, found.episode_id),
        entries=made,
        roots=tuple(unit for unit in await memory.roots(user) if citing & set(unit.evidence)),
    )


async def _of_entry(memory: AsyncMemory, user: str, entry: MemoryEntry) -> OfEntry:
    history = await memory.history(entry.id, user)
    successor = await memory.get(entry.superseded_by, user) if entry.superseded_by else None
    return OfEntry(
        entry=entry,
        episode=await _episode(memory, user, entry.episode_id),
        turns=tuple(await memory.turns(user, ids=entry.turn_ids)) if entry.turn_ids else (),
        history=tuple(line for line in history if isinstance(line, EntryEvent)),
        roots=tuple(unit for unit in await memory.roots(user) if entry.id in unit.evidence),
        successor=successor if isinstance(successor, MemoryEntry) else None,
    )


async def _of_root(memory: AsyncMemory, user: str, unit: RootUnit) -> OfRoot:
    versions = await memory.history(unit.id, user)
    evidence: list[OfEntry] = []
    for id in unit.evidence:
        entry = await memory.get(id, user)
        assert isinstance(entry, MemoryEntry)
        origin = await _of_entry(memory, user, entry)
        evidence.append(origin.model_copy(update={"roots": ()}))
    return OfRoot(
        root=unit,
        versions=tuple(line for line in versions if isinstance(line, RootVersion)),
        evidence=tuple(evidence),
    )


async def _episode(memory: AsyncMemory, user: str, id: str | None) -> Episode | None:
    if id is None:
        return None
    return next(iter(await memory.episodes(user, ids=[id])), None)
