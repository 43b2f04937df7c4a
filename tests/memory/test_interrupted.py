"""Work that stopped half-way: a model is down, somebody cancels, the file is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rootmem import AsyncMemory, Memory, ModelUnavailable, StoreError
from rootmem.model import Scope
from tests.fakes import Scripted


def test_a_model_that_stays_down_is_reported_each_time_and_not_raised() -> None:
    scripted = Scripted()
    with Memory(reasoner=scripted) as memory:
        memory.add("I live in Oslo.", "ana")
        scripted.failing["reconcile"] = ModelUnavailable("503 for an hour")
        for text in ("I live in Oslo today.", "I live in Oslo, of course."):
            assert "503" in (memory.add(text, "ana").error or "")
        assert "503" in (memory.construct("ana").error or "")
        scripted.failing.clear()
        up = memory.construct("ana")
        assert (up.error, up.pending) == (None, 0)


def test_an_erasure_that_is_cancelled_still_reaches_what_lies_outside_the_store() -> None:
    forgotten: list[Scope] = []

    class Remembering(Scripted):
        def forget(self, scope: Scope) -> None:
            forgotten.append(scope)

    async def cancel_in_the_middle() -> int:
        memory = AsyncMemory(reasoner=Remembering())
        await memory.add("I live in Oslo.", "ana")
        store = memory._parts.store  # type: ignore[reportPrivateUsage]
        started, erase = asyncio.Event(), store.erase
        loop = asyncio.get_running_loop()

        def slow(*args: object, **kwargs: object) -> object:
            loop.call_soon_threadsafe(started.set)
            return erase(*args, **kwargs)  # type: ignore[arg-type]

        store.erase = slow  # type: ignore[method-assign, assignment]
        task = asyncio.create_task(memory.erase("ana"))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        left = len(await memory.turns("ana"))
        await memory.close()
        return left

    assert asyncio.run(cancel_in_the_middle()) == 0
    assert forgotten


def test_a_database_that_was_deleted_is_no_place_to_write(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    with Memory(place) as memory:
        memory.add("I live in Oslo.", "ana")
        place.unlink()
        for work in (lambda: memory.add("I have a dog.", "ana"), lambda: memory.recall("x", "ana")):
            with pytest.raises(StoreError, match="deleted or replaced"):
                work()
    with Memory(place) as memory:
        assert memory.add("I have a dog.", "ana").new_turns == 1


def test_a_database_that_was_replaced_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    place, other = tmp_path / "memory.db", tmp_path / "other.db"
    Memory(other).close()
    with Memory(place) as memory:
        memory.add("I live in Oslo.", "ana")
        other.rename(place)
        with pytest.raises(StoreError, match="deleted or replaced"):
            memory.turns("ana")
