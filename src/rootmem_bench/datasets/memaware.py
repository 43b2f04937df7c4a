"""MemAware: requests in which past context matters and is not mentioned (Son, 2026).

A folder with ``questions*.json`` and ``sessions/``: Markdown, one file a day, a session under each
``## Session <id>``, turns as lines ``User: …`` and ``Assistant: …``. All requests are of one user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pydantic import Field

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import Label, Shape, Words, validated
from rootmem.importers.source import json_records, text_of
from rootmem_bench.datasets.dates import any_time
from rootmem_bench.datasets.files import digest_of, files_in, has_keys, one_of
from rootmem_bench.datasets.unique import checked_unique
from rootmem_bench.records import Dataset, OpenItem, Person, Session, Utterance

NAME = "memaware"
LICENCE = "MIT"

_SESSION = re.compile(r"^## Session (\S+)[ \t]*\n(?:Session Date: *(\S+)[ \t]*\n)?", re.MULTILINE)
_TURN = re.compile(r"^(User|Assistant): ?", re.MULTILINE)


class _Request(Shape):
    question_id: Label
    question: str
    should_recall: str = ""
    difficulty: str = ""
    has_context: bool = True
    answer: Words = ""
    answer_session_ids: list[str] = Field(default_factory=list[str])
    connection: str = ""
    source_question_id: str = ""


def recognises(path: Path) -> bool:
    """Whether this is the folder, or its file of requests."""
    file = one_of(path, ("questions*.json",)) if path.is_dir() else path
    return file is not None and has_keys(file, "should_recall", "answer_session_ids")


def load(path: str | Path, *, sessions: str | Path | None = None) -> Dataset:
    """The requests of the folder's ``questions*.json`` (or of this file) over all sessions.

    ``sessions``: the folder of days; ``sessions/`` beside the requests by default. The answer of an
    item is ``should_recall``, what a response has to bring up; ``category`` is the difficulty;
    ``extra`` has the source question's ``answer`` and the ``connection``, and ``source_abstains``
    where LongMemEval's own answer was that memory does not say. A request without context
    (``has_context`` false) is one to ``abstain`` from recalling.
    """
    folder = Path(path)
    file = files_in(folder, "questions*.json", expected="questions.json")[0]
    days = files_in(
        Path(sessions) if sessions is not None else file.parent / "sessions",
        "*.md",
        expected="Markdown files, one a day",
    )
    history = tuple(session for day in days for session in _sessions(day))
    checked_unique((session.id for session in history), source="sessions", field="## Session")
    known = {session.id for session in history}
    notes: list[str] = []
    items: list[OpenItem] = []
    for line, place, raw in json_records(file):
        request = validated(_Request, raw, source=file.name, line=line, field=place)
        if lost := [name for name in request.answer_session_ids if name not in known]:
            notes.append(f"{request.question_id}: answer sessions that do not exist: {lost}")
        items.append(_item(request, known))
    checked_unique((item.id for item in items), source=file.name, field="question_id")
    return Dataset(
        name=NAME,
        people=(Person(id="memaware", sessions=history, questions=tuple(items)),),
        digest=digest_of([file, *days]),
        licence=LICENCE,
        notes=tuple(notes),
    )


def _sessions(day: Path) -> Iterator[Session]:
    text = text_of(day)
    heads = list(_SESSION.finditer(text))
    if not heads:
        raise ImportFormatError(
            "there is no session", source=day.name, expected="headings such as '## Session <id>'"
        )
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        start = any_time(head[2] or day.stem)
        turns = tuple(_turns(text[head.end() : end], head[1], start))
        yield Session(id=head[1], start=start, turns=turns)


def _turns(text: str, session_id: str, start: datetime | None) -> Iterator[Utterance]:
    heads = list(_TURN.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for index, (head, end) in enumerate(zip(heads, ends, strict=True)):
        yield Utterance(
            id=f"{session_id}:{index}",
            role="user" if head[1] == "User" else "assistant",
            text=text[head.end() : end].strip(),
            time=start,
        )


def _item(request: _Request, known: set[str]) -> OpenItem:
    return OpenItem(
        id=request.question_id,
        query=request.question,
        answer=request.should_recall,
        category=request.difficulty,
        evidence_sessions=tuple(name for name in request.answer_session_ids if name in known),
        abstain=not request.has_context,
        extra={
            "answer": request.answer,
            "connection": request.connection,
            "source_question_id": request.source_question_id,
            "source_abstains": request.source_question_id.endswith("_abs"),
        },
    )
