"""Values of the wrong kind are refused by name, before anything happens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from rootmem import InvalidInput, Memory, RootMemError

ODD: tuple[Any, ...] = (b"x", 5, -1, float("nan"), object(), {"a": 1}, [None], [b"x"], True)
LATE = datetime.max.replace(tzinfo=timezone(timedelta(hours=-12)))

Call = Callable[[Memory, Any], Any]
REFUSING: dict[str, Call] = {
    "types": lambda m, v: m.recall("tea", "ana", types=v),
    "turn ids": lambda m, v: m.turns("ana", ids=v),
    "episode ids": lambda m, v: m.episodes("ana", ids=v),
    "erased turns": lambda m, v: m.erase("ana", turn_ids=v),
    "session": lambda m, v: m.turns("ana", session_id=v),
    "erased session": lambda m, v: m.erase("ana", session_id=v),
    "status": lambda m, v: m.get_all("ana", status=v),
    "subject": lambda m, v: m.timeline("ana", subject=v),
    "entry": lambda m, v: m.add_entries([v], "ana"),
    "record": lambda m, v: m.import_([v], "ana"),
    "embedder": lambda m, v: m.reindex(v),
    "path": lambda m, v: m.export("ana", v),
    "reason": lambda m, v: m.retract(m.get_all("ana")[0].id, "ana", reason=v),
}


@pytest.fixture(scope="module")
def memory() -> Memory:
    memory = Memory()
    memory.add("I like green tea.", "ana")
    return memory


@pytest.mark.parametrize("name", REFUSING)
@pytest.mark.parametrize(
    "value", ODD, ids=[f"{at}-{type(one).__name__}" for at, one in enumerate(ODD)]
)
def test_odd_values_are_refused(memory: Memory, name: str, value: Any) -> None:
    with pytest.raises(RootMemError):
        REFUSING[name](memory, value)


@pytest.mark.parametrize("value", [b"static", 5, object()])
def test_what_cannot_embed_is_no_embedder(value: Any) -> None:
    with pytest.raises(InvalidInput, match="embedder"):
        Memory(embedder=value)


def test_circular_arguments_of_a_tool_call_cost_no_message(memory: Memory) -> None:
    circular: dict[str, Any] = {}
    circular["self"] = circular
    call = {"function": {"name": "look", "arguments": circular}}
    added = memory.add([{"role": "assistant", "content": "hm", "tool_calls": [call]}], "cleo")
    assert added.new_turns == 1


@pytest.mark.parametrize("value", [0, -1, 1.5, "3", True, 10**30])
def test_a_limit_is_a_whole_number(memory: Memory, value: Any) -> None:
    with pytest.raises(InvalidInput, match="limit"):
        memory.get_all("ana", limit=value)
    with pytest.raises(InvalidInput, match="limit"):
        memory.turns("ana", limit=value)


@pytest.mark.parametrize("value", [5, 1.5, "cheap", {"calls": 1}])
def test_a_budget_of_another_kind_is_not_ignored(memory: Memory, value: Any) -> None:
    with pytest.raises(InvalidInput, match="budget"):
        memory.add("I like cocoa.", "ana", budget=value)


@pytest.mark.parametrize("value", ["2024-13-01", object(), LATE], ids=["text", "object", "late"])
def test_times_of_a_timeline_are_read_as_everywhere(memory: Memory, value: Any) -> None:
    with pytest.raises(InvalidInput, match="since"):
        memory.timeline("ana", since=value)
    assert memory.timeline("ana", until="2020-01-01") == []


def test_an_update_keeps_the_calendar_and_json(memory: Memory) -> None:
    entry = memory.get_all("ana")[0]
    circular: dict[str, Any] = {}
    circular["self"] = circular
    changes: list[dict[str, Any]] = [
        {"event_time": LATE},
        {"metadata": circular},
        {"metadata": {"x": float("nan")}},
        {"metadata": "text"},
    ]
    for change in changes:
        with pytest.raises(InvalidInput, match=next(iter(change))):
            memory.update(entry.id, "ana", **change)
    assert memory.get_all("ana")[0] == entry


def test_half_a_surrogate_pair_is_no_reason_to_fail(memory: Memory) -> None:
    memory.add_entries(["I like \ud800 soup"], "bob")
    assert memory.get_all("bob")[0].text == "I like \ufffd soup"


@pytest.mark.parametrize("triggers", [5, "many letters", [1], {"a": 1}])
def test_a_malformed_record_is_refused_with_its_line(memory: Memory, triggers: Any) -> None:
    records = memory.export("ana")
    odd = [record | {"triggers": triggers} for record in records if record["kind"] == "entry"]
    with pytest.raises(InvalidInput, match="line 1"):
        memory.import_(odd, "eve")
