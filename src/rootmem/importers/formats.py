"""The formats by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rootmem.importers import (
    chatgpt,
    halumem,
    locomo,
    longmemeval,
    messages_jsonl,
    personamem,
    transcript,
)
from rootmem.importers.record import ImportRecord

Reader = Callable[[Path, str | None], Iterator[ImportRecord]]


class Format(NamedTuple):
    """``has_speakers``: the caller chooses which of the people is the user."""

    about: str
    read: Reader
    looks_like: Callable[[dict[str, Any]], bool] | None = None
    has_speakers: bool = False


def _without_speakers(read: Callable[[Path], Iterator[ImportRecord]]) -> Reader:
    return lambda path, _user: read(path)


FORMATS: dict[str, Format] = {
    "messages": Format(
        "JSON Lines (or a JSON array) of messages: role, content, timestamp, session_id …",
        _without_speakers(messages_jsonl.read_messages),
        messages_jsonl.looks_like,
    ),
    "chatgpt": Format(
        "ChatGPT export: conversations.json or the zip with it",
        _without_speakers(chatgpt.read_chatgpt),
        chatgpt.looks_like,
    ),
    "transcript": Format(
        'plain text: "Name: words" lines under dated headings',
        transcript.read_transcript,
        has_speakers=True,
    ),
    "locomo": Format(
        "LoCoMo conversations (JSON)", locomo.read_locomo, locomo.looks_like, has_speakers=True
    ),
    "longmemeval": Format(
        "LongMemEval questions with their haystacks (JSON or JSON Lines)",
        _without_speakers(longmemeval.read_longmemeval),
        longmemeval.looks_like,
    ),
    "halumem": Format(
        "HaluMem people with their sessions (JSON Lines)",
        _without_speakers(halumem.read_halumem),
        halumem.looks_like,
    ),
    "personamem": Format(
        "PersonaMem shared contexts (JSON Lines)",
        _without_speakers(personamem.read_personamem),
        personamem.looks_like,
    ),
}
"""Every format that can be read; the keys are what ``format=`` and ``--format`` take."""
