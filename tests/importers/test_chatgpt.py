import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers import chatgpt
from rootmem.importers.chatgpt import load_chatgpt, read_chatgpt

NOON = 1709640000.0


def node(key: str, parent: str | None, role: str | None, content: Any, **message: Any) -> Any:
    if role is None:
        return key, {"id": key, "message": None, "parent": parent, "children": []}
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    body = {"id": f"m-{key}", "author": {"role": role}, "content": content, **message}
    return key, {"id": key, "message": body, "parent": parent, "children": []}


def conversation(*nodes: Any, current: str | None = None, **fields: Any) -> dict[str, Any]:
    return {
        "title": "Cats",
        "create_time": NOON,
        "conversation_id": "c1",
        "mapping": dict(nodes),
        "current_node": current,
        **fields,
    }


TREE = conversation(
    node("root", None, None, None),
    node("sys", "root", "system", ""),
    node("me", "sys", "user", {"content_type": "user_editable_context", "user_profile": "x"}),
    node("q", "me", "user", "How old is my cat?", create_time=NOON + 5),
    node("a1", "q", "assistant", "I don't know.", create_time=NOON + 6),
    node("a2", "q", "assistant", "Tell me more.", create_time=None),
    node("hid", "a2", "user", "x", metadata={"is_visually_hidden_from_conversation": True}),
    node("q2", "hid", "user", "She was born in 2019.", create_time=NOON + 9),
    current="q2",
)


def messages(*conversations: Any, write: Any) -> list[dict[str, Any]]:
    path = write("conversations.json", json.dumps(conversations))
    return [message for record in read_chatgpt(path) for message in record.messages]


def test_the_branch_of_the_current_node_is_what_was_said(write: Any) -> None:
    path = write("conversations.json", json.dumps([TREE]))
    (record,) = read_chatgpt(path)
    assert (record.session_id, record.user_id) == ("c1", None)
    assert [(m["role"], m["content"], m["id"]) for m in record.messages] == [
        ("user", "How old is my cat?", "m-q"),
        ("assistant", "Tell me more.", "m-a2"),
        ("user", "She was born in 2019.", "m-q2"),
    ]
    times = [m["timestamp"] for m in record.messages]
    assert times[0] == datetime.fromtimestamp(NOON + 5, UTC)
    assert times == sorted(times)
    assert record.messages[0]["metadata"] == {"title": "Cats"}


def test_without_a_current_node_the_latest_leaf_counts(write: Any) -> None:
    lost = {**TREE, "current_node": "gone"}
    assert [m["content"] for m in messages(lost, write=write)][-1] == "She was born in 2019."


def test_content_of_all_kinds_becomes_text(write: Any) -> None:
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file://x"}
    spoken = {"content_type": "audio_transcription", "text": "spoken words"}
    sound = {"content_type": "audio_asset_pointer"}
    mixed = {"content_type": "multimodal_text", "parts": [image, spoken, sound, "Look!"]}
    code = {"content_type": "code", "language": "python", "text": "print(1)"}
    output = {"content_type": "execution_output", "text": "1"}
    thoughts = {"content_type": "thoughts", "thoughts": [{"content": "hm"}]}
    chain = conversation(
        node("1", None, "user", mixed),
        node("2", "1", "assistant", thoughts),
        node("3", "2", "assistant", code, recipient="python"),
        ("4", {"parent": "3", "message": {"author": {"role": "tool", "name": "python"},
                                          "content": output}}),
        node("5", "4", "assistant", None),
        current="5",
    )  # fmt: skip
    found = messages(chain, write=write)
    assert [(m["role"], m["content"]) for m in found] == [
        ("user", "[image]\nspoken words\nLook!"),
        ("assistant", "[called python(print(1))]"),
        ("tool", "1"),
    ]
    assert found[2]["name"] == "python"


def test_conversations_come_in_the_order_of_time(write: Any) -> None:
    one = conversation(node("1", None, "user", "late"), create_time=NOON, id="x")
    two = conversation(node("1", None, "user", "early"), create_time=NOON - 9)
    three = conversation(node("1", None, "user", "undated"), create_time=None)
    found = messages(one, three, two, write=write)
    assert [m["content"] for m in found] == ["early", "late", "undated"]
    assert "timestamp" not in found[2]


def test_a_loop_in_the_tree_ends(write: Any) -> None:
    loop = conversation(node("1", "2", "user", "a"), node("2", "1", "user", "b"), current="2")
    assert len(messages(loop, write=write)) == 2


def zipped(*members: tuple[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return buffer.getvalue()


def test_the_zip_is_read_as_it_comes_also_in_parts(write: Any) -> None:
    part = json.dumps([TREE])
    path = write("export.zip", zipped(("chat.html", "x"), ("conversations.json", part)))
    assert len(list(read_chatgpt(path))) == 1
    parts = zipped(("e/conversations-000.json", part), ("e/conversations-001.json", part))
    assert len(list(read_chatgpt(write("split.zip", parts)))) == 2


@pytest.mark.parametrize("keep", [10, 150, -30])
def test_a_truncated_zip_is_a_clear_error(write: Any, keep: int) -> None:
    whole = zipped(("conversations.json", json.dumps([TREE] * 9)))
    with pytest.raises(ImportFormatError, match=r"export\.zip: the zip cannot be read"):
        list(read_chatgpt(write("export.zip", whole[:keep])))


def test_a_damaged_member_and_a_zip_without_conversations_are_clear_errors(
    write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bytearray(zipped(("conversations.json", json.dumps([TREE] * 9))))
    whole[60:90] = b"\xff" * 30
    with pytest.raises(ImportFormatError, match="the zip cannot be read"):
        list(read_chatgpt(write("export.zip", bytes(whole))))
    with pytest.raises(ImportFormatError, match="holds no conversations"):
        list(read_chatgpt(write("other.zip", zipped(("a.txt", "x")))))
    monkeypatch.setattr(chatgpt, "MAX_UNPACKED", 10)
    with pytest.raises(ImportFormatError, match="larger than"):
        list(read_chatgpt(write("bomb.zip", zipped(("conversations.json", "[" + " " * 99 + "]")))))


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        ({"title": "x"}, "[1].mapping"),
        (conversation(("1", {"message": {"author": {}}})), "[1].mapping.1.message.author.role"),
        (conversation(("1", {"parent": 5})), "[1].mapping.1.parent"),
        (conversation(node("1", None, "user", "a", create_time="soon")),
         "[1].mapping.1.message.create_time"),
        (7, "[1]"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(write: Any, broken: Any, field: str) -> None:
    path = write("conversations.json", json.dumps([TREE, broken]))
    with pytest.raises(ImportFormatError) as caught:
        list(load_chatgpt(path))
    assert caught.value.field == field
