"""LongMemEval: one question a record, with the haystack of sessions that may answer it.

JSON array (as published) or JSON Lines. Every question has a memory of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import Label, Shape, StatedTime, Words, validated
from rootmem.importers.record import ImportRecord
from rootmem.importers.source import json_records


class LongMemTurn(Shape):
    role: Literal["user", "assistant", "system"]
    content: str
    has_answer: bool | None = None


class LongMemSession(NamedTuple):
    """``session_id`` is unique in its haystack (a repeated one has ``#2`` appended)."""

    session_id: str
    time: datetime | None
    turns: tuple[LongMemTurn, ...]


class LongMemQuestion(Shape):
    """A question id that ends in ``_abs`` has no answer in its haystack: abstain."""

    question_id: Label
    question_type: str = ""
    question: str = ""
    answer: Words = ""
    question_date: StatedTime = None
    haystack_sessions: list[list[LongMemTurn]]
    haystack_dates: list[StatedTime] = Field(default_factory=list[StatedTime])
    haystack_session_ids: list[Label] = Field(default_factory=list[Label])
    answer_session_ids: list[Label] = Field(default_factory=list[Label])

    def sessions(self) -> list[LongMemSession]:
        """The haystack in the order of time (undated sessions keep the file's order)."""
        count = len(self.haystack_sessions)
        ids = self.haystack_session_ids or [f"session_{n}" for n in range(1, count + 1)]
        dates = self.haystack_dates or [None] * count
        seen: dict[str, int] = {}
        found: list[LongMemSession] = []
        for name, date, turns in zip(ids, dates, self.haystack_sessions, strict=True):
            seen[name] = seen.get(name, 0) + 1
            unique = name if seen[name] == 1 else f"{name}#{seen[name]}"
            found.append(LongMemSession(unique, date, tuple(turns)))
        dated = [(session.time, session) for session in found if session.time is not None]
        if len(dated) < len(found):
            return found
        return [session for _, session in sorted(dated, key=lambda pair: pair[0])]


def looks_like(first: dict[str, Any]) -> bool:
    """Whether a file's first record is of this format."""
    return "haystack_sessions" in first


def load_longmemeval(path: Path) -> Iterator[LongMemQuestion]:
    """The questions in the file's order; raises ImportFormatError at the first malformed one."""
    for line, place, raw in json_records(path):
        question = validated(LongMemQuestion, raw, source=path.name, line=line, field=place)
        for field in ("haystack_dates", "haystack_session_ids"):
            given, wanted = len(getattr(question, field)), len(question.haystack_sessions)
            if given not in (0, wanted):
                raise ImportFormatError(
                    f"{given} values for {wanted} sessions",
                    source=path.name,
                    line=line,
                    field=f"{place}.{field}" if place else field,
                    expected="one for each session",
                )
        yield question


def read_longmemeval(path: Path) -> Iterator[ImportRecord]:
    """One record a session; the user's id is the question's."""
    for question in load_longmemeval(path):
        for session in question.sessions():
            if session.turns:
                yield _record(question.question_id, session)


def _record(user_id: str, session: LongMemSession) -> ImportRecord:
    messages: list[dict[str, Any]] = []
    for index, turn in enumerate(session.turns):
        message: dict[str, Any] = {"role": turn.role, "content": turn.content}
        message["id"] = f"{user_id}:{session.session_id}:{index}"
        if session.time is not None:
            message["timestamp"] = session.time + timedelta(microseconds=index)
        messages.append(message)
    return ImportRecord(session.session_id, tuple(messages), user_id)
