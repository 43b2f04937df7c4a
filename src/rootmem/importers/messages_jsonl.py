"""Our own format: JSON Lines, one message a line.

``{"role", "content", "timestamp", "session_id", "id", "name", "user_id", "metadata"}``, of which
role and content are required. A message without a time takes the one before it in its session.
Also read: a line ``{"messages": […]}`` that is a session (the form of fine-tuning files), and one
JSON array of messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, NamedTuple, cast

from pydantic import BeforeValidator, Field, model_validator

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import MessageContent, OptionalLabel, Shape, StatedTime, validated
from rootmem.importers.record import ImportRecord, Repeats
from rootmem.importers.source import json_records

RECORD_SIZE = 500
"""Messages after which a long session goes on in another record, so that memory use is bounded."""

ROLES = frozenset(
    {"user", "human", "assistant", "ai", "model", "system", "developer", "tool", "function"}
)


def _role(value: object) -> object:
    if not isinstance(value, str) or value.strip().lower() not in ROLES:
        raise ValueError("one of " + ", ".join(sorted(ROLES)))
    return value.strip().lower()


class JsonMessage(Shape):
    """One message; unknown keys are let be."""

    role: Annotated[str, BeforeValidator(_role)]
    content: MessageContent
    timestamp: StatedTime = None
    session_id: OptionalLabel = None
    id: OptionalLabel = None
    name: OptionalLabel = None
    user_id: OptionalLabel = None
    metadata: dict[str, Any] | None = None
    tool_calls: list[dict[str, Any]] | None = None

    @model_validator(mode="before")
    @classmethod
    def _calls_need_no_content(cls, raw: object) -> object:
        if not isinstance(raw, dict):
            return raw
        fields = cast("dict[str, object]", raw)
        return {"content": None, **fields} if fields.get("tool_calls") else fields


class JsonSession(Shape):
    """A line that is a whole session."""

    messages: list[JsonMessage] = Field(min_length=1)
    session_id: OptionalLabel = None
    user_id: OptionalLabel = None


class _Placed(NamedTuple):
    place: str
    line: int | None
    session_id: str
    user_id: str | None
    message: dict[str, Any]


def looks_like(first: dict[str, Any]) -> bool:
    """Whether a file's first record is of this format."""
    return ("role" in first and "content" in first) or isinstance(first.get("messages"), list)


def read_messages(path: Path) -> Iterator[ImportRecord]:
    """Runs of messages of one session, in the file's order."""
    repeats, ids = Repeats(), _Ids(path.name)
    group: list[_Placed] = []
    failure: ImportFormatError | None = None
    placed = _timed(_messages(path))
    while True:
        try:
            item = next(placed, None)
            if item is not None:
                ids.check(item)
        except ImportFormatError as error:
            item, failure = None, error
        if group and (
            item is None or len(group) >= RECORD_SIZE or _whose(item) != _whose(group[0])
        ):
            yield _record(group, repeats)
            group = []
        if failure is not None:
            raise failure
        if item is None:
            return
        group.append(item)


def _whose(item: _Placed) -> tuple[str, str | None]:
    return item.session_id, item.user_id


def _record(group: list[_Placed], repeats: Repeats) -> ImportRecord:
    session_id, user_id = _whose(group[0])
    messages = (repeats.told_apart(item.message, session_id, user_id) for item in group)
    return ImportRecord(session_id, tuple(messages), user_id)


def _timed(messages: Iterator[_Placed]) -> Iterator[_Placed]:
    latest: dict[tuple[str, str | None], datetime] = {}
    for item in messages:
        when = item.message.get("timestamp")
        if when is None and (before := latest.get(_whose(item))):
            when = item.message["timestamp"] = before + timedelta(microseconds=1)
        if when is not None:
            latest[_whose(item)] = when
        yield item


def _messages(path: Path) -> Iterator[_Placed]:
    for number, (line, place, raw) in enumerate(json_records(path), start=1):
        if "messages" in raw and "role" not in raw:
            session = validated(JsonSession, raw, source=path.name, line=line, field=place)
            fallback = session.session_id or f"{path.stem}-{number}"
            for index, message in enumerate(session.messages):
                below = f"{place}{'.' if place else ''}messages[{index}]"
                yield _placed(message, below, line, fallback, session.user_id)
        else:
            message = validated(JsonMessage, raw, source=path.name, line=line, field=place)
            yield _placed(message, place, line, None, None)


def _placed(
    message: JsonMessage, place: str, line: int | None, session: str | None, user: str | None
) -> _Placed:
    when = message.timestamp
    session = message.session_id or session or (f"day-{when:%Y-%m-%d}" if when else "import")
    keys = ("role", "content", "timestamp", "id", "name", "metadata", "tool_calls")
    fields = {key: value for key in keys if (value := getattr(message, key)) is not None}
    fields.setdefault("content", None)
    return _Placed(place, line, session, message.user_id or user, fields)


class _Ids:
    """Refuses an id that comes again with other words: the second message would be lost."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._seen: dict[tuple[str | None, str], tuple[int, str]] = {}

    def check(self, item: _Placed) -> None:
        if (given := item.message.get("id")) is None:
            return
        said = hash((item.session_id, item.message["role"], repr(item.message["content"])))
        where = f"line {item.line}" if item.line is not None else item.place
        first, place = self._seen.setdefault((item.user_id, given), (said, where))
        if first != said:
            raise ImportFormatError(
                f"the id {given!r} already stands for another message ({place})",
                source=self._source,
                line=item.line,
                field=f"{item.place}{'.' if item.place else ''}id",
                expected="an id that is unique for the user, or none",
            )
