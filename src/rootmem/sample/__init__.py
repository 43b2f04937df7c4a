"""A small life to try the memory on, without a key and without a network.

`life()` is one invented person's chat history with an assistant: two dozen conversations over
eighteen months, with changes of mind, other people's facts, jokes, small talk and suggestions
that nobody takes up. `questions()` are requests made after the last conversation, at `ASKED_AT`.
Each has a *logical* memory, which decides the answer and shares no content word with the
question, and a *semantic* memory, which sounds alike and does not suffice.

Every name, place of work and event in it is made up.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TypedDict, cast

__all__ = ["ASKED_AT", "Question", "life", "questions"]

ASKED_AT = "2025-09-08T08:00:00Z"
"""The moment at which the questions are asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request to an assistant, and the turns that matter for it."""

    id: str
    question: str
    logical: tuple[str, ...]
    """Ids of the turns whose fact decides the answer."""
    semantic: tuple[str, ...]
    """Ids of the turns that sound alike but do not suffice."""
    why: str
    """How the decisive fact changes the answer."""
    show: bool
    """Whether the demo shows it."""


class _Row(TypedDict):
    id: str
    question: str
    logical: list[str]
    semantic: list[str]
    why: str
    show: bool


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def life() -> list[dict[str, str]]:
    """The turns in order, each with session_id, id, timestamp, role and content."""
    # Split on "\n" alone: splitlines() would also cut at separators inside a text.
    lines = _read("life.jsonl").split("\n")
    return [cast("dict[str, str]", json.loads(line)) for line in lines if line]


def questions() -> list[Question]:
    """The questions, in the order of the file: the four of the demo come first."""
    rows = cast("list[_Row]", json.loads(_read("questions.json")))
    return [
        Question(
            id=row["id"],
            question=row["question"],
            logical=tuple(row["logical"]),
            semantic=tuple(row["semantic"]),
            why=row["why"],
            show=row["show"],
        )
        for row in rows
    ]
