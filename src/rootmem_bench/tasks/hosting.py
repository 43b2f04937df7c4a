"""People's memories in one system: built once a person, timed, and kept while items ask.

What a system hands back is checked here, for every task: more than k items is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, nullcontext
from time import perf_counter
from typing import Any, NamedTuple

import anyio

from rootmem.errors import InvalidInput, RootMemError
from rootmem.model import Usage
from rootmem_bench.records import Person, Session
from rootmem_bench.runs import Build
from rootmem_bench.systems.protocol import Card, Level, MemorySystem, Retrieved, Tools
from rootmem_bench.systems.registry import open_factory
from rootmem_bench.tasks.asking import Metered, PooledAsk
from rootmem_bench.tasks.configurations import Configuration

MakeTools = Callable[[dict[str, Any]], Tools]
Key = tuple[str, str]
"""A person's id, and which part of the history ("" for all)."""


class TooManyItems(RootMemError):
    """A system showed more than k items, so that its figures would be no one's equal."""


class Finding(NamedTuple):
    retrieved: Retrieved
    seconds: float
    usage: Usage


def within(found: Retrieved, k: int, card: Card) -> Retrieved:
    """``found``, or TooManyItems where it is more than k (and the system's card promises k)."""
    if card.bounded and len(found.items) > k:
        raise TooManyItems(f"{card.name} retrieved {len(found.items)} items; k is {k}")
    return found


async def card_of(chosen: Configuration, tools: MakeTools) -> Card:
    """The card of a configuration; raises what opening it raises (NotConfigured …)."""
    system = await open_factory(chosen.system)(tools(chosen.options))
    await system.close()
    return system.card


class Memory:
    """One person's memory in one system, built."""

    def __init__(self, system: MemorySystem, pool: PooledAsk | None, build: Build) -> None:
        self.system, self.build = system, build
        self._pool = pool

    async def recall(self, query: str, k: int) -> Finding:
        """Raises TooManyItems, ModelError."""
        with _metered(self._pool) as meter:
            start = perf_counter()
            found = await self.system.retrieve(query, k)
            seconds = perf_counter() - start
        return Finding(within(found, k, self.system.card), seconds, meter.usage)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(getattr(self.system, "notes", ()))


class Host:
    """One configuration over all people. ``expected`` says how many items will ask whom, so that a
    memory is closed when the last one has."""

    def __init__(
        self, chosen: Configuration, tools: MakeTools, level: Level, expected: Iterable[Key] = ()
    ) -> None:
        self.chosen = chosen
        self.level: Level = level
        self.builds: list[Build] = []
        self._tools = tools
        self._left = Counter(expected)
        self._locks: dict[Key, anyio.Lock] = {}
        self._built: dict[Key, Memory] = {}
        self._failed: dict[Key, Exception] = {}

    @asynccontextmanager
    async def of(self, person: Person, end: int | None = None) -> AsyncGenerator[Memory]:
        """The person's memory of the first ``end`` utterances (None: all), built if need be.

        A build that failed is not tried again in this process: its error is raised once more.
        """
        key = (person.id, "" if end is None else str(end))
        async with self._locks.setdefault(key, anyio.Lock()):
            if key in self._failed:
                raise self._failed[key]
            if key not in self._built:
                try:
                    self._built[key] = await self._build(person, end, key[1])
                except Exception as error:
                    self._failed[key] = error
                    raise
        try:
            yield self._built[key]
        finally:
            self._left[key] -= 1
            if self._left[key] == 0:
                await self._built.pop(key).system.close()

    async def close(self) -> None:
        while self._built:
            await self._built.popitem()[1].system.close()

    async def _build(self, person: Person, end: int | None, part: str) -> Memory:
        tools = self._tools(self.chosen.options)
        pool = tools.ask if isinstance(tools.ask, PooledAsk) else None
        with _metered(pool) as meter:
            system = await open_factory(self.chosen.system)(tools)
            if self.level not in system.card.levels:
                raise InvalidInput(f"{self.chosen.name} has no {self.level} level")
            start = perf_counter()
            await system.build(hidden(until(person, end)), self.level)
            seconds = perf_counter() - start
        build = Build(
            system=self.chosen.name,
            person=person.id,
            part=part,
            seconds=seconds,
            usage=meter.usage,
            notes=tuple(dict.fromkeys(getattr(system, "notes", ()))),
        )
        self.builds.append(build)
        return Memory(system, pool, build)


def until(person: Person, end: int | None) -> Person:
    """The person with the first ``end`` utterances, and the bank entries of their sessions."""
    if end is None:
        return person
    sessions: list[Session] = []
    left = end
    for session in person.sessions:
        if left <= 0:
            break
        sessions.append(session.model_copy(update={"turns": session.turns[:left]}))
        left -= len(session.turns)
    known = {session.id for session in sessions}
    bank = tuple(entry for entry in person.bank if (entry.session_id or "") in known | {""})
    return person.model_copy(update={"sessions": tuple(sessions), "bank": bank})


def hidden(person: Person) -> Person:
    """What a system may see: no persona, no items, no extras."""
    return person.model_copy(update={"persona": "", "choices": (), "questions": (), "extra": {}})


def _metered(pool: PooledAsk | None) -> Any:
    return nullcontext(Metered()) if pool is None else pool.metered()
