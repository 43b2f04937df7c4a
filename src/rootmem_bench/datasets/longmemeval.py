"""LongMemEval: 500 questions, each with a haystack of its own (Wu et al., ICLR 2025).

``longmemeval_s`` (about 48 sessions a question), ``_m`` (about 500) and ``_oracle`` (evidence only)
have one format, which the product's own reader reads. One question is one person here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rootmem.importers.longmemeval import LongMemQuestion, LongMemSession, load_longmemeval
from rootmem_bench.datasets.files import digest_of, has_keys
from rootmem_bench.datasets.unique import checked_unique
from rootmem_bench.records import Dataset, OpenItem, Person, Session, Utterance

NAME = "longmemeval"
LICENCE = "MIT"


def recognises(path: Path) -> bool:
    """Whether this is a file of questions with haystacks."""
    return path.is_file() and has_keys(path, "question_id", "haystack_session_ids")


def load(
    path: str | Path, *, types: tuple[str, ...] | None = None, limit: int | None = None
) -> Dataset:
    """The questions of the file: those of these ``types`` only, the first ``limit`` of them.

    A turn's id is ``<session id>:<index>``; ``evidence`` are the turns marked ``has_answer``. A
    question whose id ends in ``_abs`` is to be refused (``abstain``).
    """
    file = Path(path)
    notes: list[str] = []
    asked = (q for q in load_longmemeval(file) if types is None or q.question_type in types)
    people = tuple(_person(question, notes) for question in islice(asked, limit))
    checked_unique((person.id for person in people), source=file.name, field="question_id")
    return Dataset(
        name=NAME, people=people, digest=digest_of([file]), licence=LICENCE, notes=tuple(notes)
    )


def _person(question: LongMemQuestion, notes: list[str]) -> Person:
    found = question.sessions()
    known = {session.session_id for session in found}
    if lost := [name for name in question.answer_session_ids if name not in known]:
        notes.append(f"{question.question_id}: answer sessions not in the haystack: {lost}")
    return Person(
        id=question.question_id,
        sessions=tuple(_session(session) for session in found),
        questions=(
            OpenItem(
                id=question.question_id,
                query=question.question,
                answer=question.answer,
                category=question.question_type,
                time=question.question_date,
                evidence=tuple(_evidence(found)),
                evidence_sessions=tuple(question.answer_session_ids),
                abstain=question.question_id.endswith("_abs"),
            ),
        ),
    )


def _session(session: LongMemSession) -> Session:
    return Session(
        id=session.session_id,
        start=session.time,
        turns=tuple(
            Utterance(
                id=f"{session.session_id}:{index}",
                role=turn.role,
                text=turn.content,
                time=session.time,
            )
            for index, turn in enumerate(session.turns)
        ),
    )


def _evidence(sessions: list[LongMemSession]) -> Iterator[str]:
    for session in sessions:
        for index, turn in enumerate(session.turns):
            if turn.has_answer:
                yield f"{session.session_id}:{index}"
