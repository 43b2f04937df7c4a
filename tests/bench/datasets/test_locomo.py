import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.datasets.locomo import NOT_MENTIONED, load

SAMPLE: dict[str, Any] = {
    "sample_id": "conv-7",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "Hi"},
            {"speaker": "Bo", "dia_id": "D1:2", "text": "Look", "blip_caption": "a red boat"},
        ],
        "session_2_date_time": "9:00 am on 2 June, 2023",
        "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": "Later"}],
        "session_3_date_time": "9:00 am on 3 June, 2023",
    },
    "observation": {
        "session_1_observation": {"Ana": [["Ana says hi.", "D1:1"]], "Bo": [["A boat.", ["D1:2"]]]},
        "session_2_observation": {"Bo": [["Bo is late.", "D1:2, D2:1"]]},
    },
    "qa": [
        {"question": "When?", "answer": 2022, "category": 2, "evidence": ["D1:1; D2:01"]},
        {"question": "Who?", "answer": "Bo", "category": 1, "evidence": ["D", "D9:9", "D:2:1"]},
        {"question": "Bait?", "category": 5, "adversarial_answer": "x", "evidence": ["D1:2"]},
        {
            "question": "Both?",
            "category": 5,
            "adversarial_answer": "x",
            "answer": "y",
            "evidence": [],
        },
    ],
}


def test_a_sample_is_a_person_with_its_sessions_that_were_held(write: Any) -> None:
    (person,) = load(write("l.json", [SAMPLE])).people
    assert person.id == "conv-7"
    assert [session.id for session in person.sessions] == ["session_1", "session_2"]
    first, second = person.sessions[0].turns
    assert (first.id, first.role, first.name) == ("D1:1", "user", "Ana")
    assert (second.role, second.text) == ("user", "Look\n[image: a red boat]")


def test_one_speaker_may_be_the_user(write: Any) -> None:
    (person,) = load(write("l.json", [SAMPLE]), user="speaker_b").people
    assert [turn.role for turn in person.sessions[0].turns] == ["assistant", "user"]
    assert [entry.text for entry in person.bank] == ["A boat.", "Bo is late."]
    with pytest.raises(InvalidInput, match="speaker_a"):
        load(write("l.json", [SAMPLE]), user="Bo")  # type: ignore[arg-type]


def test_the_bank_is_the_observations_with_their_turns(write: Any) -> None:
    (person,) = load(write("l.json", [SAMPLE])).people
    assert [(entry.id, entry.source) for entry in person.bank] == [
        ("7-Ana-001", ("D1:1",)),
        ("7-Bo-001", ("D1:2",)),
        ("7-Bo-002", ("D1:2", "D2:1")),
    ]
    assert person.bank[2].time == datetime(2023, 6, 2, 9, tzinfo=UTC)


def test_evidence_is_read_out_of_its_spellings_and_the_rest_is_told(write: Any) -> None:
    dataset = load(write("l.json", [SAMPLE]))
    several, odd, *_ = dataset.people[0].questions
    assert (several.evidence, several.evidence_sessions) == (
        ("D1:1", "D2:1"),
        ("session_1", "session_2"),
    )
    assert odd.evidence == ("D2:1",)
    assert [note.split(":")[0] for note in dataset.notes] == ["conv-7.qa[1]"] * 2
    assert "'D'" in dataset.notes[0]
    assert "'D9:9'" in dataset.notes[1]


def test_an_adversarial_question_is_to_be_refused(write: Any) -> None:
    *_, bait, both = load(write("l.json", [SAMPLE])).people[0].questions
    assert (bait.abstain, bait.answer, bait.category) == (True, NOT_MENTIONED, "adversarial")
    assert bait.extra == {"category": 5, "adversarial_answer": "x"}
    assert (both.abstain, both.extra["answer"]) == (True, "y")


def test_the_answer_is_text_and_the_category_has_a_name(write: Any) -> None:
    when, *_ = load(write("l.json", [SAMPLE])).people[0].questions
    assert (when.answer, when.category, when.abstain) == ("2022", "temporal", False)


def test_a_broken_sample_is_reported_with_its_place(write: Any) -> None:
    broken = copy.deepcopy(SAMPLE)
    del broken["qa"][1]["question"]
    with pytest.raises(ImportFormatError) as caught:
        load(write("l.json", [SAMPLE, broken]))
    assert caught.value.field == "[1].qa[1].question"


def test_seven_conversations_of_the_true_file(data: Path) -> None:
    dataset = load(data / "locomo" / "locomo7.json")
    questions = [question for person in dataset.people for question in person.questions]
    assert len(dataset.people) == 7
    assert len(questions) == 1347
    assert sum(question.abstain for question in questions) == 312
    counts = [sum(q.extra["category"] == n for q in questions) for n in (1, 2, 3, 4, 5)]
    assert counts == [192, 214, 66, 563, 312]
    assert len(dataset.notes) == 3
    for person in dataset.people:
        turns = {turn.id for session in person.sessions for turn in session.turns}
        assert all(entry.source and set(entry.source) <= turns for entry in person.bank)
