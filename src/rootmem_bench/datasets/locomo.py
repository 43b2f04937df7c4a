"""LoCoMo: ten long conversations of two people with questions (Maharana et al., ACL 2024).

The file is read by the product's own reader. One sample is one person here, for its questions ask
about both speakers. The bank is the data set's observations, each with the turns it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, cast

from rootmem.errors import InvalidInput
from rootmem.importers.locomo import (
    LocomoQuestion,
    LocomoSample,
    LocomoSession,
    LocomoTurn,
    evidence_ids,
    load_locomo,
)
from rootmem_bench.datasets.files import digest_of, has_keys, head_of
from rootmem_bench.datasets.unique import checked_unique
from rootmem_bench.records import BankEntry, Dataset, OpenItem, Person, Session, Utterance

NAME = "locomo"
LICENCE = "CC BY-NC 4.0"

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
NOT_MENTIONED = "Not mentioned in the conversation"
"""The right answer to an adversarial question, in the words of LoCoMo's own evaluation."""

Speakers = Literal["all", "speaker_a", "speaker_b"]


def recognises(path: Path) -> bool:
    """Whether this is a LoCoMo file."""
    return path.is_file() and "[" in head_of(path)[:8] and any(
        has_keys(path, *keys) for keys in (("qa", "evidence"), ("conversation", "speaker_a"))
    )  # fmt: skip


def load(path: str | Path, *, user: Speakers = "all") -> Dataset:
    """All samples of the file.

    ``user``: whose turns have the role ``user``. ``all``: both (the questions ask about both);
    with one speaker the other's turns are the assistant's, and the bank holds the one's only.
    Turn ids are LoCoMo's (``D1:3``), session ids ``session_1``; bank ids ``<sample>-<speaker>-<n>``
    without the sample's ``conv-``. A category 5 question is to be refused (``abstain``); the answer
    that it baits with is ``extra["adversarial_answer"]``.
    Evidence that names no turn is left out and told in the notes.
    """
    if user not in ("all", "speaker_a", "speaker_b"):
        raise InvalidInput(f"user is {user!r}; expected all, speaker_a or speaker_b")
    file = Path(path)
    notes: list[str] = []
    samples = load_locomo(file)
    checked_unique((sample.sample_id for sample in samples), source=file.name, field="sample_id")
    return Dataset(
        name=NAME,
        people=tuple(_person(sample, user, notes) for sample in samples),
        digest=digest_of([file]),
        licence=LICENCE,
        notes=tuple(notes),
    )


def sessions_of(sample: LocomoSample, user: Speakers = "all") -> tuple[Session, ...]:
    """The sessions of a sample that have turns, in their order."""
    users = _chosen(sample, user)
    return tuple(_session(session, users) for session in sample.sessions if session.turns)


def _chosen(sample: LocomoSample, user: Speakers) -> tuple[str, ...]:
    first, second = sample.speakers
    return {"speaker_a": (first,), "speaker_b": (second,)}.get(user, sample.speakers)


def _session(session: LocomoSession, users: tuple[str, ...]) -> Session:
    return Session(
        id=f"session_{session.number}",
        start=session.time,
        turns=tuple(
            _utterance(turn, session, index, users) for index, turn in enumerate(session.turns)
        ),
    )


def _utterance(
    turn: LocomoTurn, session: LocomoSession, index: int, users: tuple[str, ...]
) -> Utterance:
    return Utterance(
        id=turn.dia_id,
        role="user" if turn.speaker in users else "assistant",
        text=turn.said,
        time=session.time + timedelta(microseconds=index),
        name=turn.speaker,
    )


def _person(sample: LocomoSample, user: Speakers, notes: list[str]) -> Person:
    sessions = sessions_of(sample, user)
    turns = {turn.id: session.id for session in sessions for turn in session.turns}
    return Person(
        id=sample.sample_id,
        bank=tuple(_bank(sample, _chosen(sample, user))),
        sessions=sessions,
        questions=tuple(
            _item(question, f"{sample.sample_id}.qa[{index}]", turns, notes)
            for index, question in enumerate(sample.questions)
        ),
        extra={"speakers": list(sample.speakers)},
    )


def _item(
    question: LocomoQuestion, place: str, turns: dict[str, str], notes: list[str]
) -> OpenItem:
    evidence = tuple(name for name in question.evidence_ids if name in turns)
    for text in question.evidence:
        named = evidence_ids([text])
        if not named or any(name not in turns for name in named):
            notes.append(f"{place}: evidence {text!r} names no turn of the conversation; left out")
    adversarial = question.category == 5
    extra: dict[str, Any] = {"category": question.category}
    if question.adversarial_answer is not None:
        extra["adversarial_answer"] = question.adversarial_answer
    if adversarial and question.answer is not None:
        extra["answer"] = question.answer
    if not adversarial and question.answer is None:
        notes.append(f"{place}: no answer")
    return OpenItem(
        id=place,
        query=question.question,
        answer=NOT_MENTIONED if adversarial else question.answer or "",
        category=CATEGORIES.get(question.category, str(question.category)),
        evidence=evidence,
        evidence_sessions=tuple(dict.fromkeys(turns[name] for name in evidence)),
        abstain=adversarial,
        extra=extra,
    )


def _bank(sample: LocomoSample, speakers: tuple[str, ...]) -> Iterator[BankEntry]:
    observed: dict[str, Any] = _mapping(sample.raw.get("observation"))
    prefix = sample.sample_id.removeprefix("conv-")
    for speaker in speakers:
        number = 0
        for session in sample.sessions:
            said = _mapping(observed.get(f"session_{session.number}_observation"))
            for pair in cast("list[Any]", said.get(speaker, [])):
                number += 1
                yield _entry(pair, f"{prefix}-{speaker}-{number:03}", session)


def _entry(pair: Any, name: str, session: LocomoSession) -> BankEntry:
    text: Any = pair
    sources: list[Any] = []
    if isinstance(pair, list):
        text, *sources = cast("list[Any]", pair)
    named = [str(part) for part in sources]  # one id, several in one string, or a list of them
    return BankEntry(
        id=name,
        text=str(text),
        time=session.time,
        session_id=f"session_{session.number}",
        source=evidence_ids(named),
    )


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
