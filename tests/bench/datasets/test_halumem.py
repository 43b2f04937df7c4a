from datetime import UTC, datetime
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem_bench.datasets.halumem import load


def session(start: str, *points: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {
        "start_time": start,
        "end_time": start,
        "dialogue": [
            {"role": "user", "content": "a", "timestamp": start, "dialogue_turn": 0},
            {"role": "assistant", "content": "b", "timestamp": start, "dialogue_turn": 0},
        ],
        "memory_points": list(points),
        **other,
    }


def point(text: str, **other: Any) -> dict[str, Any]:
    return {
        "index": 1,
        "memory_content": text,
        "memory_type": "Event Memory",
        "memory_source": "primary",
        "is_update": "False",
        "original_memories": [],
        "timestamp": "Jan 15, 2029, 15:12:20",
        "importance": 0.5,
        **other,
    }


USER: dict[str, Any] = {
    "uuid": "u1",
    "persona_info": {"name": "Ana"},
    "sessions": [
        session("Jan 15, 2029, 15:00:00", point("Ana sails.")),
        session(
            "Jan 16, 2029, 15:00:00",
            point("Ana sold the boat.", is_update="True", original_memories=["Ana sails."]),
            questions=[
                {
                    "question": "Does she sail?",
                    "answer": "No",
                    "evidence": [{"memory_content": "Ana sails.", "memory_type": "Event Memory"}],
                    "difficulty": "easy",
                    "question_type": "Dynamic Update",
                },
                {
                    "question": "Which car?",
                    "answer": "Unknown",
                    "evidence": [],
                    "question_type": "Memory Boundary",
                },
            ],
        ),
    ],
}


def test_memory_points_are_the_bank_with_their_marks(write: Any) -> None:
    (ana,) = load(write("h.jsonl", [USER])).people
    assert [entry.id for entry in ana.bank] == ["session_1-m1", "session_2-m1"]
    assert ana.bank[0].time == datetime(2029, 1, 15, 15, 12, 20, tzinfo=UTC)
    assert ana.bank[1].session_id == "session_2"
    assert [entry.extra["is_update"] for entry in ana.bank] == [False, True]
    assert ana.bank[1].extra["original_memories"] == ["Ana sails."]
    assert ana.persona == '{"name": "Ana"}'


def test_a_question_is_asked_at_the_end_of_its_session(write: Any) -> None:
    (ana,) = load(write("h.jsonl", [USER])).people
    sail, car = ana.questions
    assert (sail.id, sail.history_end) == ("session_2-q1", 4)
    assert sail.time == datetime(2029, 1, 16, 15, tzinfo=UTC)
    assert (sail.logical, sail.evidence_sessions) == (("session_1-m1",), ("session_1",))
    assert (sail.category, sail.extra["difficulty"]) == ("Dynamic Update", "easy")
    assert (sail.abstain, car.abstain) == (False, True)


def test_evidence_of_the_future_is_told(write: Any) -> None:
    early = USER["sessions"][1]["questions"][0] | {
        "evidence": [{"memory_content": "Ana sold the boat."}]
    }
    sessions = [
        {**USER["sessions"][0], "questions": [early]},
        {**USER["sessions"][1], "questions": None},
    ]
    dataset = load(write("h.jsonl", [USER | {"sessions": sessions}]))
    assert dataset.people[0].questions[0].logical == ()
    assert dataset.notes == (
        "h.jsonl, u1.sessions[0].questions[0]: evidence that is no memory point so far",
    )


def test_fillers_of_the_long_set_are_named(write: Any) -> None:
    filler = session("Jan 17, 2029, 15:00:00", is_generated_qa_session=True)
    del filler["memory_points"]
    (ana,) = load(write("h.jsonl", [USER | {"sessions": [filler]}])).people
    assert ana.extra == {"generated_sessions": ["session_1"]}


def test_a_broken_line_is_reported_with_its_place(write: Any) -> None:
    broken = {"uuid": "u2", "sessions": [session("Jan 1, 2029, 00:00:00", {"index": 1})]}
    with pytest.raises(ImportFormatError) as caught:
        load(write("h.jsonl", [USER, broken]))
    assert (caught.value.line, caught.value.field) == (
        2,
        "sessions[0].memory_points[0].memory_content",
    )
