import copy
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers.locomo import load_locomo, read_locomo

SAMPLE: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_10_date_time": "9:00 am on 2 June, 2023",
        "session_10": [{"speaker": "Bo", "dia_id": "D10:1", "text": "Later"}],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            {"speaker": "Ana", "dia_id": "D2:1", "text": "Hi"},
            {"speaker": "Bo", "dia_id": "D2:2", "text": "Look", "blip_caption": "a red boat"},
        ],
        "session_11_date_time": "9:00 am on 3 June, 2023",
    },
    "qa": [
        {"question": "When?", "answer": 2022, "category": 2, "evidence": ["D2:1; D2:02", "D:10:1"]},
        {"question": "What?", "category": 5, "adversarial_answer": "x", "evidence": []},
    ],
    "observation": {"session_2_observation": {}},
}


def test_one_speaker_is_the_user_and_the_other_is_context(write: Any) -> None:
    path = write("l.json", json.dumps([SAMPLE]))
    early, late = read_locomo(path)
    assert (early.session_id, early.user_id) == ("conv-1:session_2", "conv-1/Ana")
    assert late.session_id == "conv-1:session_10"
    first, second = early.messages
    assert first == {
        "role": "user",
        "content": "Hi",
        "timestamp": datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        "name": "Ana",
        "id": "conv-1:D2:1",
    }
    assert (second["role"], second["name"]) == ("assistant", "Bo")
    assert second["content"] == "Look\n[image: a red boat]"
    assert second["timestamp"] > first["timestamp"]


@pytest.mark.parametrize(
    ("user", "users"),
    [
        ("speaker_b", ["conv-1/Bo"]),
        ("bo", ["conv-1/Bo"]),
        ("both", ["conv-1/Ana", "conv-1/Bo"]),
    ],
)
def test_the_user_can_be_chosen(write: Any, user: str, users: list[str]) -> None:
    records = list(read_locomo(write("l.json", json.dumps([SAMPLE])), user))
    assert list(dict.fromkeys(record.user_id for record in records)) == users


def test_a_speaker_that_no_conversation_has_is_an_error(write: Any) -> None:
    with pytest.raises(ImportFormatError, match=r"no .* speaker 'Cy'.*Ana, Bo"):
        list(read_locomo(write("l.json", json.dumps([SAMPLE])), "Cy"))


def test_questions_are_typed_and_their_evidence_is_mended(write: Any) -> None:
    (sample,) = load_locomo(write("l.json", json.dumps([SAMPLE])))
    first, second = sample.questions
    assert (first.answer, first.evidence_ids) == ("2022", ("D2:1", "D2:2", "D10:1"))
    assert (second.answer, second.adversarial_answer) == (None, "x")
    assert "observation" in sample.raw


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("session_2",), 5, "session_2"),
        (("session_2", 1, "dia_id"), None, "session_2[1].dia_id"),
        (("session_2", 1, "text"), 5, "session_2[1].text"),
        (("session_2_date_time",), "soon", "session_2_date_time"),
        (("session_2_date_time",), None, "session_2_date_time"),
        (("speaker_b",), None, "speaker_b"),
    ],
)
def test_a_wrong_field_is_named(write: Any, path: tuple[Any, ...], value: Any, field: str) -> None:
    broken = copy.deepcopy(SAMPLE)
    place = broken["conversation"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    records = read_locomo(write("l.json", json.dumps([SAMPLE, broken])))
    assert [next(records).session_id for _ in range(2)] == ["conv-1:session_2", "conv-1:session_10"]
    with pytest.raises(ImportFormatError) as caught:
        next(records)
    assert caught.value.field == f"[1].conversation.{field}"


def test_the_seven_conversations_are_read_whole(data: Path) -> None:
    path = data / "locomo" / "locomo7.json"
    samples = load_locomo(path)
    turns = [sum(len(session.turns) for session in sample.sessions) for sample in samples]
    assert turns == [419, 369, 663, 629, 680, 675, 689]
    assert [len(sample.sessions) for sample in samples] == [19, 19, 32, 29, 29, 28, 31]
    assert sum(len(record.messages) for record in read_locomo(path)) == sum(turns)
    assert len({record.user_id for record in read_locomo(path, "both")}) == 14
    for sample in samples:
        times = [session.time for session in sample.sessions]
        assert times == sorted(times)
        known = {turn.dia_id for session in sample.sessions for turn in session.turns}
        assert sum(map(len, (session.turns for session in sample.sessions))) == len(known)
