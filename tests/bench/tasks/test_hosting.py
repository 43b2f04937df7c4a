from __future__ import annotations

from typing import Any

import anyio
import anyio.lowlevel
import pytest

from rootmem.embedders import open_embedder
from rootmem.errors import InvalidInput
from rootmem.model import Usage
from rootmem_bench.records import Dataset, Person
from rootmem_bench.systems import bm25
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Shown, Tools
from rootmem_bench.systems.scripted import ScriptedAsk
from rootmem_bench.tasks.asking import PooledAsk
from rootmem_bench.tasks.configurations import configuration
from rootmem_bench.tasks.hosting import Host, TooManyItems, until, within

EMBEDDER = open_embedder(None)
CARD = Card("x", ("memory",), "none", "none")


def tools(options: dict[str, Any]) -> Tools:
    return Tools(EMBEDDER, options=options)


def test_more_than_k_items_is_an_error() -> None:
    three = Retrieved(tuple(Shown(str(n)) for n in range(3)), "")
    assert within(three, 3, CARD) is three
    with pytest.raises(TooManyItems, match="3 items; k is 2"):
        within(three, 2, CARD)
    assert within(three, 2, CARD._replace(bounded=False)) is three


def test_a_system_that_shows_one_too_many_is_caught(
    small: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutation: BM25 asked for k + 1."""
    honest = bm25.BM25.retrieve

    async def greedy(self: bm25.BM25, query: str, k: int) -> Retrieved:
        return await honest(self, query, k + 1)

    async def recall() -> int:
        async with Host(configuration("bm25"), tools, "memory").of(small.people[0]) as memory:
            return len((await memory.recall("studio harbour cat", 1)).retrieved.items)

    assert anyio.run(recall) == 1
    monkeypatch.setattr(bm25.BM25, "retrieve", greedy)
    with pytest.raises(TooManyItems):
        anyio.run(recall)


class Spy:
    """Keeps what it is built from."""

    card = CARD
    seen: list[Person]

    def __init__(self) -> None:
        self.seen = []
        self.closed = 0

    async def build(self, person: Person, level: Level) -> None:
        await anyio.sleep(0.01)
        self.seen.append(person)

    async def retrieve(self, query: str, k: int) -> Retrieved:
        return Retrieved((), "")

    async def close(self) -> None:
        self.closed += 1


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    spy = Spy()

    async def factory(tools: Tools) -> Spy:
        return spy

    monkeypatch.setattr("rootmem_bench.tasks.hosting.open_factory", lambda name: factory)
    return spy


def test_a_person_is_built_once_however_many_ask_at_once(small: Dataset, spy: Spy) -> None:
    async def main() -> None:
        host = Host(configuration("bm25"), tools, "memory", [("ada", "")] * 5)

        async def ask() -> None:
            async with host.of(small.people[0]) as memory:
                await memory.recall("x", 1)

        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(ask)
        assert len(spy.seen) == 1
        assert spy.closed == 1  # the last one to ask closed it
        assert [build.person for build in host.builds] == ["ada"]
        assert host.builds[0].seconds >= 0.01

    anyio.run(main)


def test_a_system_sees_neither_persona_nor_items(small: Dataset, spy: Spy) -> None:
    async def main() -> None:
        async with Host(configuration("bm25"), tools, "memory").of(small.people[0]):
            pass

    anyio.run(main)
    seen = spy.seen[0]
    assert (seen.persona, seen.choices, seen.questions, seen.extra) == ("", (), (), {})
    assert seen.bank == small.people[0].bank


def test_a_history_ends_where_the_question_is_asked(small: Dataset) -> None:
    cut = until(small.people[0], 2)
    assert [turn.id for session in cut.sessions for turn in session.turns] == ["ada-t1", "ada-t2"]
    assert until(small.people[0], None) is small.people[0]
    assert until(small.people[0], 0).bank == ()


def test_a_level_that_a_system_lacks_is_refused(small: Dataset, spy: Spy) -> None:
    async def main() -> None:
        async with Host(configuration("bm25"), tools, "conversation").of(small.people[0]):
            pass

    with pytest.raises(InvalidInput, match="no conversation level"):
        anyio.run(main)


def test_the_use_of_operations_side_by_side_is_kept_apart() -> None:
    pool = PooledAsk(ScriptedAsk)
    found: dict[int, Usage] = {}

    async def work(calls: int) -> None:
        with pool.metered() as meter:
            for _ in range(calls):
                from rootmem_bench.systems.reconstruct import Queries

                await pool("rewrite", "", "x", Queries)
                await anyio.lowlevel.checkpoint()
        found[calls] = meter.usage

    async def main() -> None:
        async with anyio.create_task_group() as group:
            for calls in (1, 2, 3):
                group.start_soon(work, calls)

    anyio.run(main)
    assert {n: usage.calls for n, usage in found.items()} == {1: 1, 2: 2, 3: 3}
    assert pool.usage.calls == 6
