"""HaluMem (MemTensor): 20 people a file, with annotated memory points and questions.

``HaluMem-Medium.jsonl`` and ``HaluMem-Long.jsonl`` have one format, which the product's own reader
reads. The memory points of all sessions are the bank.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rootmem.importers.fields import Shape, validated
from rootmem.importers.halumem import HalumemSession, HalumemUser, load_halumem
from rootmem_bench.datasets.files import digest_of, files_in, has_keys
from rootmem_bench.datasets.unique import checked_unique
from rootmem_bench.records import BankEntry, Dataset, OpenItem, Person, Session, Utterance

NAME = "halumem"
LICENCE = "CC BY-NC-ND 4.0"

ABSTAIN = "Memory Boundary"
"""The question type whose right answer is that memory does not say."""


class _Evidence(Shape):
    memory_content: str


class _Question(Shape):
    question: str
    answer: str = ""
    difficulty: str = ""
    question_type: str = ""
    evidence: list[_Evidence] = []  # noqa: RUF012 - pydantic copies defaults


def recognises(path: Path) -> bool:
    """Whether this is a file of people with memory points."""
    return path.is_file() and has_keys(path, "uuid", "sessions", "dialogue")


def load(path: str | Path) -> Dataset:
    """The people of a file, or of the one ``HaluMem-*.jsonl`` of a folder.

    ``extra`` of a bank entry has ``memory_source`` (primary, secondary, interference or system),
    ``is_update``, ``original_memories`` and ``importance``. A question is asked at the end of its
    session: ``time`` and ``history_end`` say so, ``logical`` are the entries up to then with the
    evidence's words. ``Person.extra["generated_sessions"]`` are HaluMem-Long's filler sessions,
    which its evaluation passes over.
    """
    files = files_in(Path(path), "HaluMem-*.jsonl", expected="HaluMem-Medium.jsonl or -Long.jsonl")
    notes = [f"{file.name}: left out, only {files[0].name} was read" for file in files[1:]]
    people = tuple(
        person_of(user, files[0].name, notes) for user in load_halumem(files[0])
    )  # fmt: skip
    checked_unique((person.id for person in people), source=files[0].name, field="uuid")
    return Dataset(
        name=NAME, people=people, digest=digest_of(files[:1]), licence=LICENCE, notes=tuple(notes)
    )


def person_of(user: HalumemUser, source: str, notes: list[str]) -> Person:
    """One person. Session ids are ``session_1`` …, turn ids ``session_1:0`` …, bank ids
    ``session_1-m1`` … in the file's order."""
    bank: list[BankEntry] = []
    questions: list[OpenItem] = []
    ends = 0
    for number, session in enumerate(user.sessions, start=1):
        ends += len(session.dialogue)
        bank += _entries(session, f"session_{number}")
        place = f"{user.uuid}.sessions[{number - 1}]"
        questions += _questions(session, number, bank, ends, source, place, notes)
    generated = [
        f"session_{number}"
        for number, session in enumerate(user.sessions, start=1)
        if (session.model_extra or {}).get("is_generated_qa_session")
    ]
    return Person(
        id=user.uuid,
        persona=_words(user.persona_info),
        bank=tuple(bank),
        sessions=tuple(
            _session(session, f"session_{number}")
            for number, session in enumerate(user.sessions, start=1)
        ),
        questions=tuple(questions),
        extra={"generated_sessions": generated} if generated else {},
    )


def _session(session: HalumemSession, name: str) -> Session:
    return Session(
        id=name,
        start=session.start_time,
        turns=tuple(
            Utterance(
                id=f"{name}:{index}",
                role=turn.role,
                text=turn.content,
                time=turn.timestamp or session.start_time,
            )
            for index, turn in enumerate(session.dialogue)
        ),
    )


def _entries(session: HalumemSession, name: str) -> Iterator[BankEntry]:
    for number, point in enumerate(session.memory_points, start=1):
        yield BankEntry(
            id=f"{name}-m{number}",
            text=point.memory_content,
            type=point.memory_type,
            time=point.timestamp or session.end_time or session.start_time,
            session_id=name,
            extra={
                "memory_source": point.memory_source,
                "is_update": point.is_update,
                "original_memories": point.original_memories,
                "importance": point.importance,
            },
        )


def _questions(
    session: HalumemSession,
    number: int,
    bank: list[BankEntry],
    ends: int,
    source: str,
    place: str,
    notes: list[str],
) -> Iterator[OpenItem]:
    for index, raw in enumerate(session.questions or ()):
        field = f"{place}.questions[{index}]"
        question = validated(_Question, raw, source=source, field=field)
        texts = [evidence.memory_content for evidence in question.evidence]
        logical = [entry.id for entry in bank if entry.text in texts]
        if len({entry.text for entry in bank} & set(texts)) < len(set(texts)):
            notes.append(f"{source}, {field}: evidence that is no memory point so far")
        extra: dict[str, Any] = {"difficulty": question.difficulty, "evidence": texts}
        yield OpenItem(
            id=f"session_{number}-q{index + 1}",
            query=question.question,
            answer=question.answer,
            category=question.question_type,
            time=session.end_time or session.start_time,
            evidence_sessions=tuple(
                dict.fromkeys(e.session_id for e in bank if e.text in texts and e.session_id)
            ),
            logical=tuple(logical),
            abstain=question.question_type == ABSTAIN,
            history_end=ends,
            extra=extra,
        )


def _words(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
