import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers.longmemeval import load_longmemeval, read_longmemeval


def question(**fields: Any) -> dict[str, Any]:
    return {
        "question_id": "q1",
        "question": "How many?",
        "answer": 4,
        "question_date": "2023/05/01 (Mon) 09:00",
        "haystack_dates": ["2023/04/10 (Mon) 17:50", "2023/04/02 (Sun) 08:00"],
        "haystack_session_ids": ["s", "s"],
        "haystack_sessions": [
            [{"role": "user", "content": "Hi", "has_answer": True}],
            [{"role": "user", "content": "Early"}, {"role": "assistant", "content": "Bird"}],
        ],
        **fields,
    }


@pytest.mark.parametrize("form", ["array", "lines"])
def test_sessions_come_in_the_order_of_time_with_unique_names(write: Any, form: str) -> None:
    rows = [question(), question(question_id=2)]
    text = json.dumps(rows) if form == "array" else "\n".join(map(json.dumps, rows))
    records = list(read_longmemeval(write("lme", text)))
    assert [(r.session_id, r.user_id) for r in records] == [
        ("s#2", "q1"),
        ("s", "q1"),
        ("s#2", "2"),
        ("s", "2"),
    ]
    first = records[0].messages[0]
    assert first["timestamp"] == datetime(2023, 4, 2, 8, tzinfo=UTC)
    assert first["id"] == "q1:s#2:0"
    assert "has_answer" not in json.dumps([r.messages for r in records], default=str)


def test_questions_are_typed(write: Any) -> None:
    (found,) = load_longmemeval(write("lme", json.dumps([question()])))
    assert (found.answer, found.question_date) == ("4", datetime(2023, 5, 1, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"haystack_sessions": None}, "haystack_sessions"),
        ({"haystack_sessions": [[{"role": "user"}], []]}, "haystack_sessions[0][0].content"),
        ({"haystack_dates": ["2023/04/10 (Mon) 17:50"]}, "haystack_dates"),
        ({"haystack_dates": ["soon", None]}, "haystack_dates[0]"),
        ({"haystack_session_ids": ["s"]}, "haystack_session_ids"),
        ({"question_id": None}, "question_id"),
    ],
)
def test_a_wrong_field_is_named(write: Any, fields: dict[str, Any], field: str) -> None:
    path = write("lme.jsonl", json.dumps(question()) + "\n" + json.dumps(question(**fields)))
    found = load_longmemeval(path)
    next(found)
    with pytest.raises(ImportFormatError) as caught:
        next(found)
    assert (caught.value.line, caught.value.field) == (2, field)


def test_the_public_files_are_read_whole(data: Path) -> None:
    small = list(read_longmemeval(data / "longmemeval" / "oracle_dev120.jsonl"))
    assert len({record.user_id for record in small}) == 120
    assert (len(small), sum(len(record.messages) for record in small)) == (196, 2308)
    large = data / "longmemeval" / "s_dev30.jsonl"
    users: set[str | None] = set()
    sessions = turns = 0
    for record in read_longmemeval(large):
        users.add(record.user_id)
        sessions += 1
        turns += len(record.messages)
    assert (len(users), sessions, turns) == (30, 1415, 14603)
