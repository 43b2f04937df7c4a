from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem_bench.datasets.longmemeval import load


def question(name: str, kind: str = "multi-session") -> dict[str, Any]:
    return {
        "question_id": name,
        "question_type": kind,
        "question": "How many?",
        "answer": 3,
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["late", "early"],
        "haystack_dates": ["2023/05/20 (Sat) 10:00", "2023/05/02 (Tue) 09:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "One more", "has_answer": True}],
            [{"role": "user", "content": "Two"}, {"role": "assistant", "content": "Good"}],
        ],
        "answer_session_ids": ["late"],
    }


def test_a_question_is_a_person_with_a_haystack_in_order(write: Any) -> None:
    (person,) = load(write("q.json", [question("q1")])).people
    assert [session.id for session in person.sessions] == ["early", "late"]
    (item,) = person.questions
    assert (person.id, item.id, item.answer, item.category) == ("q1", "q1", "3", "multi-session")
    assert item.time == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert (item.evidence, item.evidence_sessions) == (("late:0",), ("late",))
    assert person.sessions[1].turns[0].id == "late:0"


def test_an_id_that_ends_in_abs_is_to_be_refused(write: Any) -> None:
    dataset = load(write("q.jsonl", [question("q1"), question("q2_abs")]))
    assert [person.questions[0].abstain for person in dataset.people] == [False, True]


def test_types_and_limit_choose_questions(write: Any) -> None:
    path = write("q.json", [question("a", "x"), question("b", "y"), question("c", "y")])
    assert [person.id for person in load(path, types=("y",)).people] == ["b", "c"]
    assert [person.id for person in load(path, types=("y",), limit=1).people] == ["b"]


def test_an_answer_session_outside_the_haystack_is_told(write: Any) -> None:
    lost = question("q1") | {"answer_session_ids": ["gone"]}
    assert "gone" in load(write("q.json", [lost])).notes[0]


def test_a_question_that_stands_twice_is_an_error(write: Any) -> None:
    with pytest.raises(ImportFormatError, match="twice"):
        load(write("q.json", [question("q1"), question("q1")]))


def test_the_true_files_have_their_counts(data: Path) -> None:
    small = load(data / "longmemeval" / "s_dev30.jsonl")
    assert (len(small.people), sum(len(person.sessions) for person in small.people)) == (30, 1415)
    oracle = load(data / "longmemeval" / "oracle_dev120.jsonl")
    assert len(oracle.people) == 120
    assert sum(person.questions[0].abstain for person in oracle.people) == 4
    assert (small.notes, oracle.notes) == ((), ())
