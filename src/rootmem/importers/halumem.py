"""HaluMem: one person a line, with dated sessions, their dialogue and annotated memory points.

IMLogic [R] is built on it. The files are the user's own download; none is shipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rootmem.importers.fields import Label, Shape, StatedTime, validated
from rootmem.importers.record import ImportRecord
from rootmem.importers.source import json_records


def _truth(value: object) -> object:
    """``is_update`` is the string "True" or "False" in the release."""
    return value.strip().lower() if isinstance(value, str) else value


class HalumemTurn(Shape):
    role: Literal["user", "assistant", "system"]
    content: str
    timestamp: StatedTime = None
    dialogue_turn: int | None = None


class MemoryPoint(Shape):
    """An annotated memory. ``memory_source``: primary, secondary, interference or system."""

    memory_content: str
    index: int | None = None
    memory_type: str = ""
    memory_source: str = ""
    is_update: Annotated[bool, BeforeValidator(_truth)] = False
    original_memories: list[str] = Field(default_factory=list[str])
    timestamp: StatedTime = None
    importance: float | None = None


class HalumemSession(Shape):
    start_time: StatedTime = None
    end_time: StatedTime = None
    dialogue: list[HalumemTurn]
    memory_points: list[MemoryPoint] = Field(default_factory=list[MemoryPoint])
    questions: list[dict[str, Any]] | None = None


class HalumemUser(Shape):
    uuid: Label
    persona_info: Any = None
    sessions: list[HalumemSession]


def looks_like(first: dict[str, Any]) -> bool:
    """Whether a file's first record is of this format."""
    return "uuid" in first and isinstance(first.get("sessions"), list)


def load_halumem(path: Path) -> Iterator[HalumemUser]:
    """The people in the file's order; raises ImportFormatError at the first malformed one."""
    for line, place, raw in json_records(path):
        yield validated(HalumemUser, raw, source=path.name, line=line, field=place)


def read_halumem(path: Path) -> Iterator[ImportRecord]:
    """One record a session (``session_1`` …); the user's id is the uuid."""
    for person in load_halumem(path):
        for number, session in enumerate(person.sessions, start=1):
            if session.dialogue:
                yield _record(person.uuid, f"session_{number}", session)


def _record(user_id: str, name: str, session: HalumemSession) -> ImportRecord:
    messages: list[dict[str, Any]] = []
    when = session.start_time
    for index, turn in enumerate(session.dialogue):
        message: dict[str, Any] = {"role": turn.role, "content": turn.content}
        message["id"] = f"{user_id}:{name}:{index}"
        if (when := turn.timestamp or when) is not None:
            message["timestamp"] = when
            when += timedelta(microseconds=1)
        messages.append(message)
    return ImportRecord(f"{user_id}:{name}", tuple(messages), user_id)
