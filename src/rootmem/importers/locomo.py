"""LoCoMo: dated conversations of two people, with questions (JSON: a list of samples).

Both speakers are people. One of them is the user; the other's turns ride along as context, with
role ``assistant`` and their name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, cast

from pydantic import Field

from rootmem.errors import ImportFormatError
from rootmem.importers.dates import written_time
from rootmem.importers.fields import Label, OptionalLabel, Shape, Words, validated
from rootmem.importers.record import ImportRecord
from rootmem.importers.source import json_records, named

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D:?0*(\d+):0*(\d+)")


class LocomoTurn(Shape):
    """One turn. ``dia_id`` is such as ``D1:3``: session 1, turn 3."""

    speaker: Label
    dia_id: Label
    text: str = ""
    blip_caption: str | None = None

    @property
    def said(self) -> str:
        """The words, and what the shared picture shows."""
        picture = f"[image: {self.blip_caption}]" if self.blip_caption else ""
        return "\n".join(part for part in (self.text, picture) if part)


class LocomoQuestion(Shape):
    """A question; category 5 (adversarial) has ``adversarial_answer`` instead of ``answer``."""

    question: str
    category: int
    answer: Words | None = None
    adversarial_answer: Words | None = None
    evidence: list[str] = Field(default_factory=list[str])

    @property
    def evidence_ids(self) -> tuple[str, ...]:
        """Turn ids, also out of strings that hold several or write them badly."""
        return evidence_ids(self.evidence)


def evidence_ids(texts: Iterable[str]) -> tuple[str, ...]:
    """The turn ids in strings such as ``D8:6; D9:17`` or ``D:11:26``, each once."""
    found = (f"D{a}:{b}" for text in texts for a, b in _EVIDENCE.findall(text))
    return tuple(dict.fromkeys(found))


class LocomoSession(NamedTuple):
    number: int
    time: datetime
    turns: tuple[LocomoTurn, ...]


class LocomoSample(NamedTuple):
    """``raw`` is the whole record: observations, summaries, events."""

    sample_id: str
    speakers: tuple[str, str]
    sessions: tuple[LocomoSession, ...]
    questions: tuple[LocomoQuestion, ...]
    raw: dict[str, Any]


class _Head(Shape):
    sample_id: OptionalLabel = None
    conversation: dict[str, Any]
    qa: list[LocomoQuestion] = Field(default_factory=list[LocomoQuestion])


class _Speakers(Shape):
    speaker_a: Label
    speaker_b: Label


def looks_like(first: dict[str, Any]) -> bool:
    """Whether a file's first record is of this format."""
    return isinstance(first.get("conversation"), dict) and "speaker_a" in first["conversation"]


def load_locomo(path: Path) -> list[LocomoSample]:
    """All samples; raises ImportFormatError at the first malformed one."""
    return list(each_sample(path))


def each_sample(path: Path) -> Iterator[LocomoSample]:
    """The samples in the file's order."""
    for number, (line, place, raw) in enumerate(json_records(path)):
        yield _sample(raw, f"conv-{number}", path.name, line, place)


def read_locomo(path: Path, user: str | None = None) -> Iterator[ImportRecord]:
    """One record a session. ``user``: ``speaker_a`` (default), ``speaker_b``, ``both``, or a name
    (samples without that speaker are left out). The user's id is ``<sample>/<name>``."""
    names: list[str] = []
    taken = False
    for sample in each_sample(path):
        names += sample.speakers
        for speaker in _chosen(sample, user or "speaker_a"):
            taken = True
            for session in sample.sessions:
                yield _record(sample, session, speaker)
    if names and not taken:
        raise ImportFormatError(
            f"no conversation has a speaker {user!r}",
            source=path.name,
            expected="speaker_a, speaker_b, both or one of " + ", ".join(dict.fromkeys(names)),
        )


def _chosen(sample: LocomoSample, user: str) -> tuple[str, ...]:
    first, second = sample.speakers
    roles = {"speaker_a": (first,), "speaker_b": (second,), "both": (first, second)}
    wanted = user.strip().casefold()
    return roles.get(wanted, tuple(name for name in sample.speakers if name.casefold() == wanted))


def _record(sample: LocomoSample, session: LocomoSession, user: str) -> ImportRecord:
    messages = tuple(
        {
            "role": "user" if turn.speaker == user else "assistant",
            "content": turn.said,
            "timestamp": session.time + timedelta(microseconds=index),
            "name": turn.speaker,
            "id": f"{sample.sample_id}:{turn.dia_id}",
        }
        for index, turn in enumerate(session.turns)
    )
    session_id = f"{sample.sample_id}:session_{session.number}"
    return ImportRecord(session_id, messages, f"{sample.sample_id}/{user}")


def _sample(
    raw: dict[str, Any], fallback: str, source: str, line: int | None, place: str
) -> LocomoSample:
    head = validated(_Head, raw, source=source, line=line, field=place)
    below = f"{place}.conversation" if place else "conversation"
    said = head.conversation
    speakers = validated(_Speakers, said, source=source, line=line, field=below)
    numbers = sorted(int(found[1]) for key in said if (found := _SESSION.fullmatch(key)))
    sessions = (_session(said, number, source=source, line=line, place=below) for number in numbers)
    names = (speakers.speaker_a, speakers.speaker_b)
    return LocomoSample(
        head.sample_id or fallback,
        names,
        tuple(sessions),
        tuple(head.qa),
        raw,
    )


def _session(
    said: dict[str, Any], number: int, *, source: str, line: int | None, place: str
) -> LocomoSession:
    key = f"session_{number}"
    if not isinstance(turns := said[key], list):
        raise ImportFormatError(
            f"this is {named(turns)}",
            source=source,
            line=line,
            field=f"{place}.{key}",
            expected="a list of turns",
        )
    checked = tuple(
        validated(LocomoTurn, turn, source=source, line=line, field=f"{place}.{key}[{index}]")
        for index, turn in enumerate(cast("list[object]", turns))
    )
    stated = said.get(f"{key}_date_time")
    when = written_time(stated) if isinstance(stated, str) else None
    if when is None:
        raise ImportFormatError(
            f"{stated!r:.60} is no date",
            source=source,
            line=line,
            field=f"{place}.{key}_date_time",
            expected="one such as '1:56 pm on 8 May, 2023'",
        )
    return LocomoSession(number, when, checked)
