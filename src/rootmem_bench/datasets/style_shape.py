"""The fields of an IMLogic-style file, in both of its dialects (see style.py)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from rootmem.importers.fields import Label, OptionalLabel, Shape, StatedTime


def _ids(value: object) -> object:
    """``"D1:2, D1:4"`` and ``["D1:2"]`` alike."""
    return [part for part in re.split(r"[,;\s]+", value) if part] if isinstance(value, str) else (
        value
    )  # fmt: skip


def _session_name(value: object) -> object:
    """A bare number is LoCoMo's: session 3 is ``session_3``."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    return f"session_{value}" if plain else value


class StyleTurn(Shape):
    turn_id: OptionalLabel = None
    role: Literal["user", "assistant", "system"]
    content: str
    time: StatedTime = None
    name: str | None = None


class StyleSession(Shape):
    session_id: Label
    start_time: StatedTime = None
    turns: list[StyleTurn]


class StyleEntry(Shape):
    memory_id: Label
    text: str
    type: str = ""
    tag: str = ""
    time: StatedTime = Field(default=None, validation_alias=AliasChoices("time", "date"))
    session_id: Annotated[OptionalLabel, BeforeValidator(_session_name)] = Field(
        default=None, validation_alias=AliasChoices("session_id", "session")
    )
    turn_ids: Annotated[list[str], BeforeValidator(_ids)] = Field(
        default_factory=list[str], validation_alias=AliasChoices("turn_ids", "source")
    )


class StyleItem(Shape):
    item_id: Label
    query: str
    options: dict[str, str]
    category: str = ""
    query_type: str = ""
    query_time: StatedTime = None
    semantic_memory: OptionalLabel = None
    logical_memory: OptionalLabel = None
    also_valid: list[Label] = Field(default_factory=list[Label])
    logic: str = ""


class StylePerson(Shape):
    user: Label
    persona: str = ""
    licence: str = ""
    sessions: list[StyleSession] = Field(default_factory=list[StyleSession])
    bank: list[StyleEntry] = Field(default_factory=list[StyleEntry])
    items: list[StyleItem] = Field(default_factory=list[StyleItem])
