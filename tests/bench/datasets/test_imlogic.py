from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.datasets.imlogic import load

START = "Jan 15, 2029, 15:00:00"


def person(name: str, *memories: str) -> dict[str, Any]:
    points = [
        {"memory_content": text, "memory_type": "Persona Memory", "timestamp": START}
        for text in memories
    ]
    dialogue = [{"role": "user", "content": f"I am {name}", "timestamp": START}]
    return {
        "uuid": f"uuid-{name}",
        "persona_info": f"{name} is a sailor.",
        "sessions": [{"start_time": START, "dialogue": dialogue, "memory_points": points}],
    }


def item(**other: Any) -> dict[str, Any]:
    return {
        "memory_s": "Ana likes cats.",
        "memory_l": "Ana is allergic.",
        "query_type": "Advice",
        "query": "Which pet?",
        "options": {
            "Correct": "A turtle.",
            "Trap_Preference": "A cat.",
            "Trap_Fabrication": "Your horse.",
            "Trap_Generic": "Any.",
        },
        "diff_similarity_score": 0.2,
        "query_time": "Mar 01, 2061, 10:00:00",
        "category": "State Constraint",
        **other,
    }


@pytest.fixture
def release(write: Any) -> Any:
    """Writes a release of the files given over Ana (line 1) and Bo (line 2); says where."""

    def written(*files: list[dict[str, Any]], ana: tuple[str, ...] = ()) -> Path:
        bank = ana or ("Ana likes cats.", "Ana is allergic.")
        write("HaluMem-Medium.jsonl", [person("Ana", *bank), person("Bo", "Bo sails.")])
        for number, items in enumerate(files, start=1):
            path = write(f"qa_user{number:02}.json", items)
        return path.parent

    return written


def test_items_join_the_bank_by_the_words_of_their_memories(release: Any) -> None:
    dataset = load(release([item()]))
    (ana,) = dataset.people
    (found,) = ana.choices
    assert (ana.id, ana.extra["uuid"], ana.persona) == ("user01", "uuid-Ana", "Ana is a sailor.")
    assert (found.semantic, found.logical) == (("session_1-m1",), ("session_1-m2",))
    assert ana.sessions[0].turns[0].text == "I am Ana"
    assert dataset.notes == ()


def test_options_keep_the_order_of_the_file_under_our_names(release: Any) -> None:
    (found,) = load(release([item()])).people[0].choices
    assert [kind for kind, _ in found.options] == [
        *("correct", "preference_trap", "fabrication_trap", "generic_trap")
    ]
    assert found.answer == "correct"
    assert dict(found.options)["correct"] == "A turtle."


def test_file_i_belongs_to_line_i(release: Any) -> None:
    folder = release(
        [item()], [item(memory_s="Bo sails.", memory_l="Bo sails."), item(query="Second?")]
    )
    ana, bo = load(folder).people
    assert (bo.id, bo.extra["uuid"]) == ("user02", "uuid-Bo")
    assert [(found.id, found.extra["index"]) for found in bo.choices] == [
        ("user02-q001", 0),
        ("user02-q002", 1),
    ]
    alone = load(folder / "qa_user02.json")
    assert [person.id for person in alone.people] == ["user02"]
    assert ana.id == "user01"


def test_dates_far_ahead_are_read(release: Any) -> None:
    (found,) = load(release([item()])).people[0].choices
    assert found.time == datetime(2061, 3, 1, 10, tzinfo=UTC)


def test_a_missing_score_or_time_or_option_is_told_and_the_item_kept(release: Any) -> None:
    scoreless, timeless, three = item(), item(), item()
    del scoreless["diff_similarity_score"]
    del timeless["query_time"]
    del three["options"]["Trap_Generic"]
    dataset = load(release([scoreless, timeless, three, item(query_time="soon")]))
    assert len(dataset.people[0].choices) == 4
    assert dataset.people[0].choices[1].time is None
    assert len(dataset.people[0].choices[2].options) == 3
    assert dataset.notes == (
        "qa_user01.json[1]: query_time is missing",
        "qa_user01.json[2]: no option Trap_Generic",
        "qa_user01.json[3]: query_time is 'soon' no time",
        "qa_user01.json: 1 items without diff_similarity_score",
    )


def test_a_text_that_stands_twice_gives_both_entries(release: Any) -> None:
    bank = ("Ana is allergic.", "Ana likes cats.", "Ana is allergic.")
    (ana,) = load(release([item()], ana=bank)).people
    assert ana.choices[0].logical == ("session_1-m1", "session_1-m3")


def test_a_memory_that_the_bank_lacks_is_told(release: Any) -> None:
    dataset = load(release([item(memory_l="Ana flies.")]))
    assert dataset.people[0].choices[0].logical == ()
    assert dataset.notes == ("qa_user01.json[0]: memory_l is no memory of this person",)


def test_without_a_correct_option_the_item_is_left_out(release: Any) -> None:
    dataset = load(release([item(options={"Trap_Generic": "Any."}), item()]))
    assert [found.id for found in dataset.people[0].choices] == ["user01-q002"]
    assert dataset.notes[0].startswith("qa_user01.json[0]: left out")


def test_a_file_without_a_line_or_without_halumem_is_an_error(
    release: Any, write: Any, tmp_path: Path
) -> None:
    folder = release([item()], [item()])
    write("qa_user07.json", [item()])
    with pytest.raises(ImportFormatError, match=r"qa_user07\.json"):
        load(folder)
    write("alone/qa_user01.json", [item()])
    (folder / "HaluMem-Medium.jsonl").rename(tmp_path / "elsewhere.jsonl")
    with pytest.raises(InvalidInput, match="halumem=PATH"):
        load(folder / "alone")
    moved = load(folder / "alone", halumem=tmp_path / "elsewhere.jsonl")
    assert moved.people[0].id == "user01"


def test_a_broken_item_is_reported_with_its_place(release: Any) -> None:
    with pytest.raises(ImportFormatError) as caught:
        load(release([item(), {"query": "?"}]))
    assert (caught.value.source, caught.value.field) == ("qa_user01.json", "[1].options")
