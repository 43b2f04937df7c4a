import json
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers.personamem import load_personamem, read_personamem

TURNS = [
    {"role": "system", "content": "Current user persona: secret"},
    {"role": "user", "content": "User: I sail: often"},
    {"role": "assistant", "content": "Assistant: Nice"},
    {"role": "system", "content": "Current user persona: secret"},
    {"role": "user", "content": "No label"},
]


def test_blocks_are_sessions_without_persona_and_labels(write: Any) -> None:
    first, second = read_personamem(write("p.jsonl", json.dumps({"ctx": TURNS})))
    assert [(m["role"], m["content"], m["id"]) for m in first.messages] == [
        ("user", "I sail: often", "ctx:1"),
        ("assistant", "Nice", "ctx:2"),
    ]
    assert (first.session_id, first.user_id) == ("ctx:block_1", "ctx")
    assert [(m["content"], m["id"]) for m in second.messages] == [("No label", "ctx:4")]


@pytest.mark.parametrize(
    ("turns", "field"),
    [(5, "ctx"), ([5], "ctx[0]"), ([{"role": "user"}], "ctx[0].content")],
)
def test_a_wrong_field_is_named(write: Any, turns: Any, field: str) -> None:
    with pytest.raises(ImportFormatError) as caught:
        list(read_personamem(write("p.jsonl", json.dumps({"ctx": turns}))))
    assert (caught.value.line, caught.value.field) == (1, field)


def test_the_public_contexts_are_read_whole(data: Path) -> None:
    path = data / "personamem" / "shared_contexts_32k_persona0.jsonl"
    assert [len(context.turns) for context in load_personamem(path)] == [183, 183]
    records = list(read_personamem(path))
    assert len(records) == 10
    messages = [message for record in records for message in record.messages]
    assert len(messages) == 2 * (183 - 5)
    assert not any(m["content"].startswith(("User:", "Assistant:")) for m in messages)
    assert not any("Current user persona" in m["content"] for m in messages)
