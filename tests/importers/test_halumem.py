import json
from datetime import UTC, datetime
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers.halumem import load_halumem, read_halumem


def person(**fields: Any) -> dict[str, Any]:
    return {
        "uuid": "u-1",
        "persona_info": "Name: Ana",
        "sessions": [
            {
                "start_time": "Jan 15, 2029, 15:12:20",
                "end_time": "Jan 15, 2029, 15:40:00",
                "dialogue": [
                    {"role": "user", "content": "Hi", "timestamp": "Jan 15, 2029, 15:12:20",
                     "dialogue_turn": 0},
                    {"role": "assistant", "content": "Hello", "timestamp": None},
                ],
                "memory_points": [
                    {"index": 1, "memory_content": "Ana sails", "memory_type": "Persona Memory",
                     "memory_source": "primary", "is_update": "True", "original_memories": ["x"],
                     "timestamp": "Jan 15, 2029, 15:12:20", "importance": 0.75},
                ],
            },
            {"start_time": "Jan 16, 2029, 09:00:00", "dialogue": []},
        ],
        **fields,
    }  # fmt: skip


def test_dialogues_become_sessions_at_their_time(write: Any) -> None:
    (record,) = read_halumem(write("h.jsonl", json.dumps(person())))
    assert (record.session_id, record.user_id) == ("u-1:session_1", "u-1")
    first, second = record.messages
    assert first["timestamp"] == datetime(2029, 1, 15, 15, 12, 20, tzinfo=UTC)
    assert second["timestamp"] > first["timestamp"]
    assert (first["id"], second["role"]) == ("u-1:session_1:0", "assistant")


def test_annotations_are_typed(write: Any) -> None:
    (found,) = load_halumem(write("h.jsonl", json.dumps(person())))
    (point,) = found.sessions[0].memory_points
    assert (point.memory_content, point.is_update, point.importance) == ("Ana sails", True, 0.75)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"uuid": None}, "uuid"),
        ({"sessions": 5}, "sessions"),
        ({"sessions": [{}]}, "sessions[0].dialogue"),
        ({"sessions": [{"dialogue": [{"role": "x", "content": ""}]}]},
         "sessions[0].dialogue[0].role"),
        ({"sessions": [{"dialogue": [], "start_time": "soon"}]}, "sessions[0].start_time"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(write: Any, fields: dict[str, Any], field: str) -> None:
    with pytest.raises(ImportFormatError) as caught:
        list(read_halumem(write("h.jsonl", json.dumps(person(**fields)))))
    assert (caught.value.line, caught.value.field) == (1, field)
