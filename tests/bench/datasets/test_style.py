import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem_bench.datasets.style import load

OPTIONS = {
    "correct": "a",
    "preference_trap": "b",
    "fabrication_trap": "c",
    "generic_trap": "d",
}
OURS: dict[str, Any] = {
    "user": "ana",
    "persona": "Ana keeps bees.",
    "licence": "CC0",
    "sessions": [
        {
            "session_id": "s1",
            "start_time": "2024-02-06T20:10:00Z",
            "turns": [
                {"turn_id": "s1-a", "role": "user", "content": "I keep bees."},
                {"role": "assistant", "content": "Lovely."},
            ],
        }
    ],
    "bank": [
        {
            "memory_id": "m1",
            "text": "Ana keeps bees.",
            "type": "factual",
            "tag": "Assets",
            "time": "2024-02-06T20:10:00Z",
            "session_id": "s1",
            "turn_ids": ["s1-a"],
        },
        {"memory_id": "m2", "text": "Ana is allergic to pollen."},
    ],
    "items": [
        {
            "item_id": "q1",
            "query": "Which flowers?",
            "query_type": "Advice",
            "query_time": "2024-03-01T00:00:00Z",
            "semantic_memory": "m1",
            "logical_memory": "m2",
            "also_valid": ["m1", "m2"],
            "category": "Goal Alignment",
            "logic": "pollen",
            "options": OPTIONS,
        }
    ],
}
FROM_LOCOMO: dict[str, Any] = {
    "user": "26-Bo",
    "bank": [
        {
            "memory_id": "26-Bo-001",
            "text": "Bo sails.",
            "source": "D1:2, D1:4",
            "session": 1,
            "date": "4:04 pm on 20 January, 2023",
        },
        {"memory_id": "26-Bo-002", "text": "Bo reads.", "source": ["D2:1"], "session": 2},
    ],
    "items": [],
}


def changed(**at: Any) -> dict[str, Any]:
    """Our person, with fields of the first item replaced."""
    found = copy.deepcopy(OURS)
    found["items"][0].update(at)
    return found


def test_our_dialect_gives_both_levels_and_the_item(write: Any) -> None:
    dataset = load(write("ana.json", OURS))
    (ana,) = dataset.people
    assert (ana.id, ana.persona, dataset.licence) == ("ana", "Ana keeps bees.", "CC0")
    (session,) = ana.sessions
    assert [turn.id for turn in session.turns] == ["s1-a", "s1-t02"]
    assert session.turns[1].time == datetime(2024, 2, 6, 20, 10, tzinfo=UTC)
    assert (ana.bank[0].type, ana.bank[0].tag, ana.bank[0].source) == (
        *("factual", "Assets"),
        ("s1-a",),
    )
    (item,) = ana.choices
    assert item.options == tuple(OPTIONS.items())
    assert (item.answer, item.category) == ("correct", "Goal/Mission Alignment")
    assert item.time == datetime(2024, 3, 1, tzinfo=UTC)
    assert item.extra == {"logic": "pollen"}


def test_the_logical_memory_comes_before_those_that_say_the_same(write: Any) -> None:
    (ana,) = load(write("ana.json", OURS)).people
    assert ana.choices[0].semantic == ("m1",)
    assert ana.choices[0].logical == ("m2", "m1")


def test_the_dialect_of_locomo_banks_gives_times_sessions_and_sources(write: Any) -> None:
    (bo,) = load(write("bo.json", FROM_LOCOMO)).people
    first, second = bo.bank
    assert first.time == datetime(2023, 1, 20, 16, 4, tzinfo=UTC)
    assert (first.session_id, first.source) == ("session_1", ("D1:2", "D1:4"))
    assert (second.time, second.session_id, second.source) == (None, "session_2", ("D2:1",))


def test_a_folder_is_its_files_without_what_is_no_person(write: Any) -> None:
    write("two/ana.json", OURS)
    write("two/other.json", {"about": "these people"})
    folder = write("two/bo.json", FROM_LOCOMO).parent
    dataset = load(folder)
    assert [person.id for person in dataset.people] == ["ana", "26-Bo"]
    assert dataset.notes == ("other.json: left out, it has neither bank nor items",)


def test_root_units_written_ahead_come_with_their_person(write: Any) -> None:
    write("roots/ana.json", [{"unit_id": "U1"}])
    before = load(write("ana.json", OURS))
    assert before.people[0].extra["roots"] == [{"unit_id": "U1"}]
    write("roots/ana.json", [{"unit_id": "U2"}])
    assert load(before_path := write("ana.json", OURS)).digest != before.digest, before_path


@pytest.mark.parametrize(
    ("person", "place"),
    [
        (changed(logical_memory="m9"), "items[0].logical_memory or also_valid"),
        (changed(semantic_memory="m9"), "items[0].semantic_memory"),
        (changed(options={"preference_trap": "b"}), "items[0].options"),
        (changed(options={**OPTIONS, "other": "e"}), "items[0].options"),
        (changed(query_time="soon"), "items[0].query_time"),
        ({**OURS, "bank": [OURS["bank"][0], OURS["bank"][0]]}, "bank.memory_id"),
        ({**OURS, "items": OURS["items"] * 2}, "items.item_id"),
        ({**OURS, "bank": [{"memory_id": "m1"}]}, "bank[0].text"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(
    write: Any, person: dict[str, Any], place: str
) -> None:
    with pytest.raises(ImportFormatError) as caught:
        load(write("ana.json", person))
    assert (caught.value.source, caught.value.field) == ("ana.json", place)


def test_an_item_may_have_fewer_options_no_time_and_no_memories(write: Any) -> None:
    bare = {"item_id": "q1", "query": "?", "options": {"correct": "a", "generic_trap": "b"}}
    (ana,) = load(write("ana.json", {**OURS, "items": [bare]})).people
    (item,) = ana.choices
    assert (item.time, item.semantic, item.logical, len(item.options)) == (None, (), (), 2)


def test_sources_that_name_no_turn_are_told(write: Any) -> None:
    lost = copy.deepcopy(OURS)
    lost["bank"][0]["turn_ids"] = ["s1-z"]
    assert "s1-z" in load(write("ana.json", lost)).notes[0]


def test_the_digest_is_that_of_the_files(write: Any) -> None:
    path = write("ana.json", OURS)
    first = load(path).digest
    assert first == load(path).digest
    path.write_text(path.read_text().replace("bees", "cats"))
    assert load(path).digest != first


def test_the_twelve_people_over_locomo_are_read_whole(data: Path) -> None:
    dataset = load(data / "imlogic_style")
    assert len(dataset.people) == 12
    assert sum(len(person.choices) for person in dataset.people) == 96
    assert sum(len(person.bank) for person in dataset.people) == 1487
    assert sum("roots" in person.extra for person in dataset.people) == 3
    assert {item.category for person in dataset.people for item in person.choices} == {
        *("State Constraint", "Resource Constraint", "Goal/Mission Alignment", "Other"),
        *("Motivational Orientation", "Identity Shift", "Contextual Fit"),
    }


def test_locomo_gives_these_people_their_conversations(data: Path) -> None:
    dataset = load(data / "imlogic_style", locomo=data / "locomo" / "locomo7.json")
    assert dataset.notes == ()
    for person in dataset.people:
        turns = {turn.id: turn for session in person.sessions for turn in session.turns}
        assert {name for entry in person.bank for name in entry.source} <= set(turns)
        speaker = person.id.partition("-")[2]
        assert all((turn.name == speaker) == (turn.role == "user") for turn in turns.values())
