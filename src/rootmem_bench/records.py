"""What a data set is made of, whatever file it came from.

A loader turns its true format into these; tasks and systems see nothing else. Every place is a
``Person``: a history at conversation level, a bank at memory level, and the items that ask.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from rootmem.model import Noun, UtcDatetime

OptionKind = Literal["correct", "preference_trap", "generic_trap", "fabrication_trap"]
OPTION_KINDS: tuple[OptionKind, ...] = (
    "correct",
    "preference_trap",
    "generic_trap",
    "fabrication_trap",
)


class Utterance(Noun):
    """One turn of the history. ``id`` is unique within the person."""

    id: str
    role: Literal["user", "assistant", "system"]
    text: str
    time: UtcDatetime | None = None
    name: str | None = None


class Session(Noun):
    id: str
    start: UtcDatetime | None = None
    turns: tuple[Utterance, ...] = ()


class BankEntry(Noun):
    """A pre-annotated memory (memory level). ``source`` are the ids of its turns where known;
    ``tag`` is its kind of content (Goals, States …) where the data set names one; ``extra`` is what
    else the data set says of it (HaluMem's update marks)."""

    id: str
    text: str
    type: str = ""
    tag: str = ""
    time: UtcDatetime | None = None
    session_id: str | None = None
    source: tuple[str, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict[str, Any])


class ChoiceItem(Noun):
    """A question with options, one of them right.

    ``options`` are (kind, text) in the file's order; IMLogic's kinds are OPTION_KINDS, other data
    sets use their letters. ``answer`` is the right kind. ``semantic`` and ``logical`` are bank ids
    (``logical`` with every entry that says the same); empty where the data set has none.
    ``history_end`` is how many utterances of the history count (PersonaMem), None for all.
    """

    id: str
    query: str
    options: tuple[tuple[str, str], ...]
    answer: str
    category: str = ""
    query_type: str = ""
    time: UtcDatetime | None = None
    semantic: tuple[str, ...] = ()
    logical: tuple[str, ...] = ()
    history_id: str | None = None
    history_end: int | None = None
    extra: dict[str, Any] = Field(default_factory=dict[str, Any])


class OpenItem(Noun):
    """A question with a reference answer. ``evidence`` are ids of turns, ``evidence_sessions`` of
    sessions. ``abstain``: the right answer is that memory does not say. ``history_end`` is how many
    utterances of the history come before the question, None for all."""

    id: str
    query: str
    answer: str
    category: str = ""
    time: UtcDatetime | None = None
    evidence: tuple[str, ...] = ()
    evidence_sessions: tuple[str, ...] = ()
    logical: tuple[str, ...] = ()
    abstain: bool = False
    history_end: int | None = None
    extra: dict[str, Any] = Field(default_factory=dict[str, Any])


class Person(Noun):
    """One user of a data set. ``persona`` is shown to nobody unless a flag asks for the leak.
    ``extra`` is for measures only (KnowU's profile), never for a system."""

    id: str
    persona: str = ""
    bank: tuple[BankEntry, ...] = ()
    sessions: tuple[Session, ...] = ()
    choices: tuple[ChoiceItem, ...] = ()
    questions: tuple[OpenItem, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict[str, Any])


class Dataset(Noun):
    """A loaded data set. ``digest`` is the SHA-256 of what was read, for the manifest; ``notes``
    say which records were left out and why (place and field)."""

    name: str
    people: tuple[Person, ...]
    digest: str
    licence: str = ""
    notes: tuple[str, ...] = ()
