"""The three forms in which PrefEval's users let their preference be known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import Shape

Form = Literal["explicit", "choice", "persona"]
Speaker = Literal["user", "assistant"]

_CHOICE_TURNS: tuple[tuple[str, Speaker], ...] = (
    ("query", "user"),
    ("assistant_options", "assistant"),
    ("user_selection", "user"),
    ("assistant_acknowledgment", "assistant"),
)


class PrefRecord(Shape):
    """A record of any of the three; ``conversation`` is that of the implicit forms."""

    preference: str
    question: str
    explanation: str = ""
    persona: str = ""
    conversation: dict[str, Any] | None = None


def said_in(record: PrefRecord, form: Form, where: str) -> Iterator[tuple[Speaker, str]]:
    """(role, words) of the turns in which the preference is stated or implied.

    Raises ImportFormatError where the conversation is not one of this form.
    """
    if form == "explicit":
        yield "user", record.preference
        return
    said = record.conversation or {}
    parts: list[tuple[Any, Speaker]] = []
    if form == "choice":
        for key, role in _CHOICE_TURNS:
            parts.append((said.get(key), role))
    else:
        for turn in said.values():
            pair = cast("dict[str, Any]", turn) if isinstance(turn, dict) else {}
            parts.append((pair.get("user"), "user"))
            parts.append((pair.get("assistant"), "assistant"))
    if not any(isinstance(text, str) and role == "user" for text, role in parts):
        raise ImportFormatError(
            "no turn of the user",
            source=where,
            field="conversation",
            expected=f"a conversation of the form {form}",
        )
    for text, role in parts:
        if isinstance(text, str) and text:
            yield role, text
