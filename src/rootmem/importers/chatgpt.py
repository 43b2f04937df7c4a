"""A ChatGPT export: ``conversations.json``, alone or inside the zip that OpenAI sends.

A conversation is a tree (edits and regenerations branch); what counts is the branch that ends in
``current_node``. Hidden and system nodes, custom instructions and thoughts are left out.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, cast

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import OptionalLabel, Shape, StatedTime, validated
from rootmem.importers.record import ImportRecord, Repeats
from rootmem.importers.source import checked_file, decoded, json_of, mapping, named, text_of

MAX_UNPACKED = 4 * 2**30
"""Bytes of conversations that are unpacked from a zip; more is an error (or a zip bomb)."""

_MEMBER = re.compile(r"(?:.*/)?conversations(?:[-_]\d+)?\.json")
_UNSAID = frozenset(
    {"user_editable_context", "model_editable_context", "thoughts", "reasoning_recap"}
)
_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool"}
_LATEST = datetime.max.replace(tzinfo=UTC)


class ChatAuthor(Shape):
    role: str
    name: OptionalLabel = None


class ChatMessage(Shape):
    id: OptionalLabel = None
    author: ChatAuthor
    create_time: StatedTime = None
    content: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    recipient: str | None = None


class ChatNode(Shape):
    message: ChatMessage | None = None
    parent: str | None = None


class ChatConversation(Shape):
    title: str | None = None
    create_time: StatedTime = None
    mapping: dict[str, ChatNode]
    current_node: str | None = None
    conversation_id: OptionalLabel = None
    id: OptionalLabel = None

    def branch(self) -> list[ChatMessage]:
        """The messages from the root to ``current_node``; without one, to the latest leaf."""
        node_id = self.current_node if self.current_node in self.mapping else self._latest_leaf()
        messages: list[ChatMessage] = []
        seen: set[str] = set()
        while node_id in self.mapping and node_id not in seen:
            seen.add(node_id)
            node = self.mapping[node_id]
            if node.message is not None:
                messages.append(node.message)
            node_id = node.parent or ""
        return messages[::-1]

    def _latest_leaf(self) -> str:
        parents = {node.parent for node in self.mapping.values()}
        leaves = [key for key in self.mapping if key not in parents]
        return max(leaves, key=self._written, default="")

    def _written(self, key: str) -> float:
        message = self.mapping[key].message
        return message.create_time.timestamp() if message and message.create_time else 0.0


class _Place(NamedTuple):
    source: str
    field: str
    raw: dict[str, Any]


def looks_like(first: dict[str, Any]) -> bool:
    """Whether a file's first record is of this format."""
    return isinstance(first.get("mapping"), dict)


def load_chatgpt(path: Path) -> Iterator[ChatConversation]:
    """The conversations, the oldest first; raises ImportFormatError at the first malformed one."""
    places = [place for source, text in _texts(path) for place in _places(source, text)]
    for place in sorted(places, key=_age):
        yield validated(ChatConversation, place.raw, source=place.source, field=place.field)


def read_chatgpt(path: Path) -> Iterator[ImportRecord]:
    """One record a conversation."""
    for number, conversation in enumerate(load_chatgpt(path), start=1):
        session_id = conversation.conversation_id or conversation.id or f"chatgpt-{number}"
        if messages := _messages(conversation, session_id):
            yield ImportRecord(session_id, messages)


def _messages(conversation: ChatConversation, session_id: str) -> tuple[dict[str, Any], ...]:
    repeats = Repeats()
    when = conversation.create_time
    messages: list[dict[str, Any]] = []
    for message in conversation.branch():
        when = message.create_time or when
        fields = _message(message)
        if fields is None:
            continue
        if when is not None:
            fields["timestamp"] = when
            when += timedelta(microseconds=1)
        if conversation.title:
            fields["metadata"] = {"title": conversation.title}
        messages.append(repeats.told_apart(fields, session_id))
    return tuple(messages)


def _message(message: ChatMessage) -> dict[str, Any] | None:
    """None for what nobody said: hidden, system and empty nodes, instructions, thoughts."""
    role, content = _ROLES.get(message.author.role), message.content or {}
    hidden = (message.metadata or {}).get("is_visually_hidden_from_conversation")
    if role is None or hidden or content.get("content_type") in _UNSAID:
        return None
    text = _text(content)
    if role == "assistant" and message.recipient not in (None, "", "all"):
        text = f"[called {message.recipient}({text:.200})]"
    if not text.strip():
        return None
    fields: dict[str, Any] = {"role": role, "content": text}
    if message.id:
        fields["id"] = message.id
    if message.author.name:
        fields["name"] = message.author.name
    return fields


def _text(content: dict[str, Any]) -> str:
    parts: Any = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(filter(None, (_part(part) for part in cast("list[object]", parts))))
    for key in ("text", "result", "content"):
        if isinstance(text := content.get(key), str):
            return text
    return ""


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    fields = cast("dict[str, Any]", part)
    if isinstance(text := fields.get("text"), str):
        return text
    kind = str(fields.get("content_type", ""))
    medium = next((name for name in ("image", "video", "audio") if name in kind), "")
    return f"[{medium}]" if medium and medium != "audio" else ""  # a transcript stands next to it


def _age(place: _Place) -> datetime:
    stated = place.raw.get("create_time")
    if isinstance(stated, int | float) and not isinstance(stated, bool) and 0 < stated < 1e11:
        return datetime.fromtimestamp(stated, UTC)
    return _LATEST


def _places(source: str, text: str) -> Iterator[_Place]:
    value = json_of(text, source)
    if isinstance(value, dict):
        yield _Place(source, "", cast("dict[str, Any]", value))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            field = f"[{index}]"
            yield _Place(source, field, mapping(item, source, None, field))
    else:
        raise ImportFormatError(
            f"this is {named(value)}", source=source, expected="a list of conversations"
        )


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    if not zipfile.is_zipfile(checked_file(path)) and path.suffix.lower() != ".zip":
        yield path.name, text_of(path)
        return
    try:
        with zipfile.ZipFile(path) as archive:
            members = sorted(name for name in archive.namelist() if _MEMBER.fullmatch(name))
            if sum(archive.getinfo(name).file_size for name in members) > MAX_UNPACKED:
                raise ImportFormatError(
                    "the conversations are larger than can be unpacked", source=path.name
                )
            for name in members:
                source = f"{path.name}/{name}"
                yield source, decoded(archive.read(name), source)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise ImportFormatError(
            f"the zip cannot be read ({error})", source=path.name, expected="a complete zip"
        ) from error
    if not members:
        raise ImportFormatError(
            "the zip holds no conversations", source=path.name, expected="conversations.json in it"
        )
