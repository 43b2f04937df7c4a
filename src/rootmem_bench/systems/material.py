"""What a system may see of a person, as texts with their ids: the bank, or the history.

Every system takes its material from here and nowhere else, so that items, options, persona, tags
and ``extra`` reach none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from rootmem.errors import InvalidInput
from rootmem.model.block import neutralise
from rootmem_bench.records import Person
from rootmem_bench.systems.protocol import Level, Retrieved, Shown

UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in where a data set gives no time at all: never the clock, so that runs repeat."""


class Piece(NamedTuple):
    """A text to remember. ``ids`` are the bank ids or turn ids that it stands for."""

    id: str
    text: str
    time: datetime | None = None
    ids: tuple[str, ...] = ()
    type: str = ""
    kind: str = "entry"

    @property
    def sources(self) -> tuple[str, ...]:
        return self.ids or (self.id,)


class Said(NamedTuple):
    """One turn of the history with its session."""

    id: str
    session: str
    role: Literal["user", "assistant", "system"]
    text: str
    time: datetime
    name: str | None = None

    @property
    def speaker(self) -> str:
        return self.name or self.role


def material(person: Person, level: Level) -> list[Piece]:
    """The bank's entries (memory level) or one piece a turn (conversation level), in order.

    Raises InvalidInput where the person has nothing at this level.
    """
    if level == "conversation":
        return [
            Piece(one.id, f"{one.speaker}: {one.text}", one.time, (one.id,), kind="turn")
            for one in history(person)
        ]
    if not person.bank:
        raise InvalidInput(f"{person.id} has no bank; the memory level needs one")
    return [Piece(one.id, one.text, one.time, (one.id,), one.type) for one in person.bank]


def history(person: Person) -> list[Said]:
    """The turns in order; empty ones and the system's are left out. Missing times take the time
    before. Raises InvalidInput where the person has no history."""
    said: list[Said] = []
    time = UNDATED
    for session in person.sessions:
        time = session.start or time
        for turn in session.turns:
            time = turn.time or time
            if turn.text.strip() and turn.role != "system":
                said.append(Said(turn.id, session.id, turn.role, turn.text, time, turn.name))
    if not said:
        raise InvalidInput(f"{person.id} has no history; the conversation level needs one")
    return said


def listed(pieces: Iterable[Piece]) -> str:
    """The context of a plain retriever: one line a piece, dated where a date is known."""
    lines = (
        f"- [{piece.time:%Y-%m-%d}] {neutralise(piece.text)}"
        if piece.time is not None and piece.time > UNDATED
        else f"- {neutralise(piece.text)}"
        for piece in pieces
    )
    return "\n".join(lines)


def retrieved(pieces: Sequence[Piece], context: str | None = None) -> Retrieved:
    """The pieces as items; the context is their list unless another is given."""
    items = tuple(Shown(piece.text, piece.sources, piece.kind) for piece in pieces)
    return Retrieved(items, listed(pieces) if context is None else context)
