import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers import messages_jsonl
from rootmem.importers.messages_jsonl import read_messages
from rootmem.importers.record import ImportRecord

DAY = datetime(2024, 3, 5, tzinfo=UTC)


def jsonl(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def said(text: object, **fields: Any) -> dict[str, Any]:
    return {"role": "user", "content": text, **fields}


def ids(records: list[ImportRecord]) -> list[str | None]:
    return [message.get("id") for record in records for message in record.messages]


def test_runs_of_a_session_and_a_user_become_records(write: Any) -> None:
    path = write(
        "a.jsonl",
        jsonl(
            said("a", session_id="s1", timestamp="2024-03-05", id=1, name="Ana", user_id="u"),
            said("b", session_id="s1", user_id="u", metadata={"x": 1}),
            said("c", session_id="s2", user_id="u"),
            said("d", session_id="s2", user_id="v"),
            said(None, session_id="s2", user_id="v"),
        ),
    )
    first, second, third = read_messages(path)
    assert first == ImportRecord(
        "s1",
        (
            {"role": "user", "content": "a", "timestamp": DAY, "id": "1", "name": "Ana"},
            {
                "role": "user",
                "content": "b",
                "timestamp": DAY + timedelta(microseconds=1),
                "metadata": {"x": 1},
            },
        ),
        "u",
    )
    assert (second.session_id, second.user_id, len(second.messages)) == ("s2", "u", 1)
    assert (third.session_id, third.user_id, len(third.messages)) == ("s2", "v", 2)


def test_without_a_session_the_day_is_the_session(write: Any) -> None:
    path = write("a.jsonl", jsonl(said("a", timestamp=1709640000), said("b")))
    assert [record.session_id for record in read_messages(path)] == ["day-2024-03-05", "import"]


def test_sessions_a_line_and_arrays_are_read(write: Any) -> None:
    lines = jsonl(
        {"messages": [said("a"), {"role": "assistant", "tool_calls": [{"name": "f"}]}]},
        {"messages": [said("b")], "session_id": "mine", "user_id": "u"},
    )
    first, second = read_messages(write("chats.jsonl", lines))
    assert (first.session_id, len(first.messages)) == ("chats-1", 2)
    assert (second.session_id, second.user_id) == ("mine", "u")
    array = json.dumps([said("a", session_id="s"), said("b", session_id="s")], indent=1)
    assert [len(record.messages) for record in read_messages(write("a.json", array))] == [2]


def test_equal_messages_of_interleaved_sessions_stay_apart_the_same_way_each_time(
    write: Any,
) -> None:
    lines = [said("ok", session_id=session) for session in ("a", "b", "a", "b")]
    path = write("a.jsonl", jsonl(*lines))
    found = ids(list(read_messages(path)))
    assert found[:2] == [None, None]
    assert None not in found[2:]
    assert len(set(found[2:])) == 2
    longer = write("b.jsonl", jsonl(said("new", session_id="a"), *lines))
    assert ids(list(read_messages(longer)))[1:] == found


def test_a_long_session_comes_in_parts(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages_jsonl, "RECORD_SIZE", 2)
    path = write("a.jsonl", jsonl(*(said(str(n), session_id="s") for n in range(5))))
    assert [len(record.messages) for record in read_messages(path)] == [2, 2, 1]


def test_good_records_come_before_the_error(write: Any) -> None:
    path = write("a.jsonl", jsonl(said("a", session_id="s"), {"role": "user"}, said("b")))
    records = read_messages(path)
    assert next(records).messages[0]["content"] == "a"
    with pytest.raises(ImportFormatError) as caught:
        next(records)
    error = caught.value
    assert (error.source, error.line, error.field) == ("a.jsonl", 2, "content")


@pytest.mark.parametrize(
    ("record", "field", "expected"),
    [
        ({"content": "a"}, "role", "there"),
        (said("a", role="narrator"), "role", "one of"),
        (said(5), "content", "a string"),
        (said(["a", 5]), "content", "parts"),
        (said("a", timestamp="soon"), "timestamp", "ISO 8601"),
        (said("a", timestamp=True), "timestamp", "ISO 8601"),
        (said("a", id=["x"]), "id", "string"),
        (said("a", session_id="s" * 300), "session_id", "256"),
        (said("a", metadata="x"), "metadata", "dictionary"),
        ({"messages": []}, "messages", "at least 1"),
        ({"messages": [said("a"), {"role": "user"}]}, "messages[1].content", "there"),
    ],
)
def test_a_wrong_field_is_named_with_line_and_expectation(
    write: Any, record: dict[str, Any], field: str, expected: str
) -> None:
    path = write("a.jsonl", "\n" + jsonl(record))
    with pytest.raises(ImportFormatError) as caught:
        list(read_messages(path))
    assert (caught.value.line, caught.value.field) == (2, field)
    assert expected in caught.value.expected


def test_an_id_used_for_two_messages_is_refused_because_the_second_would_be_lost(
    write: Any,
) -> None:
    fine = [said("a", id="1"), said("a", id="1"), said("b", id="1", user_id="v")]
    assert len(list(read_messages(write("a.jsonl", jsonl(*fine))))) == 2
    with pytest.raises(ImportFormatError, match=r"line 4, field 'id'.*'1'.*\(line 1\)"):
        list(read_messages(write("b.jsonl", jsonl(*fine, said("c", id=1)))))
