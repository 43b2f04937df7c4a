"""What happens to words on their way into memory, also when things go wrong."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from rootmem import Budget, InvalidInput, Memory, ModelUnavailable, ScopeRequired
from tests.fakes import Scripted

CHAT = [
    {"role": "user", "content": "I am allergic to peanuts."},
    {"role": "assistant", "content": "Noted. Shall I look for a nut-free bakery?"},
    {"role": "user", "content": "My sister Ana works nights at the hospital."},
]


@pytest.fixture
def scripted() -> Scripted:
    return Scripted()


def test_what_was_just_added_is_found_at_once() -> None:
    with Memory() as memory:
        memory.add("I am allergic to peanuts.", "ana")
        found = memory.recall("Which snack is good for a hike, are peanuts fine?", "ana")
    assert any("peanuts" in one.text for one in _shown(found))


def test_the_same_call_twice_adds_nothing() -> None:
    with Memory() as memory:
        first = memory.add(CHAT, "ana", session_id="s")
        second = memory.add(CHAT, "ana", session_id="s")
        entries = memory.get_all("ana")
    assert (first.new_turns, second.new_turns) == (3, 0)
    assert first.turns == second.turns
    assert len(entries) == 2


def test_a_model_that_is_down_loses_nothing_and_is_retried(scripted: Scripted) -> None:
    scripted.failing["decompose"] = ModelUnavailable("503 for an hour")
    with Memory(reasoner=scripted) as memory:
        down = memory.add(CHAT, "ana", session_id="s")
        assert down.error is not None
        assert "503" in down.error
        assert down.pending == 3
        assert memory.status("ana").last_error == down.error
        assert len(memory.turns("ana")) == 3
        scripted.failing.clear()
        up = memory.construct("ana")
        assert (up.error, up.pending) == (None, 0)
        assert memory.status("ana").last_error is None
        assert len(memory.get_all("ana")) == 2


def test_a_failed_root_batch_keeps_the_entries(scripted: Scripted) -> None:
    scripted.failing["revise_roots"] = ModelUnavailable("gone")
    with Memory(reasoner=scripted) as memory:
        memory.add(CHAT, "ana", session_id="s")
        report = memory.construct("ana")
        assert report.error is not None
        assert len(memory.get_all("ana")) == 2
        scripted.failing.clear()
        memory.construct("ana")
        assert memory.roots("ana")


def test_a_budget_stops_before_it_is_passed_and_the_rest_waits(scripted: Scripted) -> None:
    with Memory(reasoner=scripted) as memory:
        report = memory.add(CHAT, "ana", budget=Budget(calls=1))
        assert report.usage.calls == 1
        assert report.pending == 3
        assert "budget" in (report.error or "")
        assert memory.construct("ana").pending == 0


def test_an_open_episode_waits_and_says_so(scripted: Scripted) -> None:
    with Memory(reasoner=scripted) as memory:
        report = memory.add(CHAT, "ana", flush=False)
        assert report.pending == 3
        assert memory.recall("peanuts", "ana").pending == 3
        assert scripted.calls["decompose"] == 0
        memory.construct("ana")
        assert memory.recall("peanuts", "ana").pending == 0


def test_turns_that_come_one_by_one_may_continue_an_episode() -> None:
    with Memory() as memory:
        memory.add("My dog Rex hurt his paw in the garden.", "ana", session_id="s")
        memory.add("The dog's paw is swollen, and Rex limps in the garden.", "ana", session_id="s")
        memory.add("Completely different: I must file my tax return.", "ana", session_id="s")
        episodes = memory.episodes("ana")
        turns = memory.turns("ana")
        entries = memory.get_all("ana")
    assert [turn for one in episodes for turn in one.turn_ids] == [turn.id for turn in turns]
    assert 1 <= len(episodes) <= 2
    assert len(entries) == len({entry.text for entry in entries}) >= 3


@pytest.mark.parametrize("user", [None, "", " ", "\n", 7])
def test_no_user_is_never_everyone(user: object) -> None:
    with Memory() as memory:
        memory.add("I live in Oslo.", "ana")
        calls = [
            lambda: memory.add("x", user),
            lambda: memory.add_entries(["x"], user),
            lambda: memory.construct(user),
            lambda: memory.recall("x", user),
            lambda: memory.search("x", user),
            lambda: memory.respond("x", user),
            lambda: memory.get("x", user),
            lambda: memory.get_all(user),
            lambda: memory.roots(user),
            lambda: memory.episodes(user),
            lambda: memory.turns(user),
            lambda: memory.timeline(user),
            lambda: memory.history("x", user),
            lambda: memory.update("x", user, text="y"),
            lambda: memory.retract("x", user),
            lambda: memory.restore("x", user),
            lambda: memory.delete("x", user),
            lambda: memory.erase(user),
            lambda: memory.export(user),
            lambda: memory.import_([], user),
        ]
        for call in calls:
            with pytest.raises(ScopeRequired):
                call()
        assert len(memory.get_all("ana")) == 1


def test_twenty_parallel_identical_adds_make_one_turn(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        threads = [
            threading.Thread(target=memory.add, args=(CHAT, "ana"), kwargs={"session_id": "s"})
            for _ in range(20)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(memory.turns("ana")) == 3
        assert len(memory.get_all("ana")) == 2


def test_ready_made_entries_are_all_taken_or_none() -> None:
    with Memory() as memory:
        memory.add_entries([{"text": "Ana keeps bees.", "time": "2024-05-01", "id": "e1"}], "ana")
        with pytest.raises(InvalidInput, match=r"entries\[1\]"):
            memory.add_entries(["Ana sings.", {"text": "Ana swims.", "colour": "red"}], "ana")
        assert [entry.id for entry in memory.get_all("ana")] == ["e1"]


def test_a_contradiction_supersedes_and_never_empties(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        memory.add("I love sushi.", "ana", timestamp="2023-01-10")
        memory.add("I hate sushi now.", "ana", timestamp="2024-06-01")
        now = [one.entry.text for one in memory.search("sushi", "ana")]
        then = [one.entry.text for one in memory.search("sushi", "ana", as_of="2023-06-01")]
        statuses = sorted(entry.status for entry in memory.get_all("ana", status=None))
    assert len(now) == 1
    assert "hate" in now[0]
    assert len(then) == 1
    assert "love" in then[0]
    assert statuses == ["active", "superseded"]


def test_the_closed_door_says_so() -> None:
    memory = Memory()
    memory.close()
    memory.close()
    with pytest.raises(InvalidInput, match="closed"):
        memory.users()


def _shown(found: object) -> list:
    return [entry for root in found.roots for entry in root.shown] + [
        one.entry for one in found.entries
    ]


def test_a_state_that_recurs_is_two_intervals() -> None:
    with Memory() as memory:
        for text, day in (
            ("I live in Oslo.", "2020-01-01"),
            ("I moved to Rome.", "2021-01-01"),
            ("I live in Oslo again.", "2022-01-01"),
        ):
            memory.add(text, "ana", timestamp=day)
        found = {
            year: [one.entry.text for one in memory.search("where the home is", "ana", as_of=year)]
            for year in ("2020-06-01", "2021-06-01", "2022-06-01")
        }
        intervals = sorted(
            (entry.valid_from.year, entry.valid_to.year if entry.valid_to else None)
            for entry in memory.get_all("ana", status=None)
        )
    assert intervals == [(2020, 2021), (2021, 2022), (2022, None)]
    assert [len(texts) for texts in found.values()] == [1, 1, 1]
    assert "Rome" in found["2021-06-01"][0]
