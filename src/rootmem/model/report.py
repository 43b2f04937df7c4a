"""What writing, erasing and looking after a memory report back."""

from __future__ import annotations

from pydantic import Field

from rootmem.model.base import Noun, UtcDatetime
from rootmem.model.recall import Usage


class Skipped(Noun):
    """A message that was not journaled, and why (``empty``, ``system``, ``recall echo`` …)."""

    index: int
    reason: str


class Added(Noun):
    """What `add` or `construct` did.

    ``turns`` are the ids of the journaled turns, in the messages' order, known ones included;
    ``new_turns`` counts those not seen before. ``pending`` counts turns that are journaled and wait
    (an open episode, or a model that failed: ``error`` then says so). Nothing of it is lost.
    """

    turns: tuple[str, ...] = ()
    new_turns: int = 0
    episodes: int = 0
    entries: int = 0
    joined: int = 0
    superseded: int = 0
    roots_changed: int = 0
    pending: int = 0
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[str, ...] = ()
    error: str | None = None
    usage: Usage = Usage()


class Receipt(Noun):
    """What an erasure removed; it holds ids and counts, never the text.

    ``roots_retired`` are the units that cited what went; what they leave is rooted anew.
    ``compacted`` is False where readers kept the database from giving the space back at once.
    """

    user_id: str
    at: UtcDatetime
    turns: int = 0
    entries: int = 0
    episodes: int = 0
    roots_retired: tuple[str, ...] = ()
    erased_ids: tuple[str, ...] = ()
    compacted: bool = True


class Status(Noun):
    """One user's memory in numbers, or the whole memory's where ``user_id`` is None."""

    user_id: str | None
    users: int = 1
    turns: int = 0
    pending_turns: int = 0
    episodes: int = 0
    entries: dict[str, int] = Field(default_factory=dict[str, int])
    roots: int = 0
    embedder: str = ""
    reasoner: str = ""
    store: str = ""
    last_error: str | None = None
    usage: Usage = Usage()
