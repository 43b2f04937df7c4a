"""A memory entry: one independently retrievable statement with its provenance [Q 3.3]."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from rootmem.model.base import Noun, UtcDatetime

EntryType = Literal["factual", "preference", "insight"]
EntryStatus = Literal["active", "superseded", "retracted"]
ENTRY_TYPES: tuple[EntryType, ...] = ("factual", "preference", "insight")

USER_SUBJECT = "user"
"""The subject of entries about the person whose memory this is, whatever their name."""


class DraftEntry(Noun):
    """What a reasoner's `decompose` yields: an entry without identity or status yet.

    ``subject`` is ``"user"`` or the name of who it is about. ``turn_ids`` are the supporting turns
    (at least one; ids outside the episode are rejected at the seam). ``event_time`` is when it
    happened or began to hold, resolved against the turn's time; None where it was not said.
    ``ended`` says that the text reports the end of a state. ``condition`` is the circumstance under
    which it holds ("" = always). ``strength`` in [0, 1]: how firmly it was stated and how much it
    constrains. ``triggers`` are short future situations in which it will matter (option).
    """

    type: EntryType
    text: str = Field(min_length=1)
    turn_ids: tuple[str, ...]
    subject: str = USER_SUBJECT
    event_time: UtcDatetime | None = None
    condition: str = ""
    strength: float = Field(default=0.5, ge=0.0, le=1.0)
    triggers: tuple[str, ...] = ()


class MemoryEntry(Noun):
    """A stored entry.

    ``time`` is its temporal position (the latest supporting turn's time, [Q 3.3]); it holds from
    ``valid_from`` until ``valid_to`` (None: still). ``recorded_at`` is when the system learnt it.
    ``superseded_by`` names the entry that replaced it. ``turn_ids`` empty: added ready-made.
    """

    id: str
    type: EntryType
    text: str
    subject: str = USER_SUBJECT
    episode_id: str | None = None
    turn_ids: tuple[str, ...] = ()
    time: UtcDatetime
    event_time: UtcDatetime | None = None
    valid_from: UtcDatetime
    valid_to: UtcDatetime | None = None
    recorded_at: UtcDatetime
    condition: str = ""
    strength: float = 0.5
    status: EntryStatus = "active"
    superseded_by: str | None = None
    triggers: tuple[str, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])


HistoryAction = Literal[
    "created", "joined", "updated", "superseded", "retracted", "restored", "unjoined"
]


class EntryEvent(Noun):
    """One line of an entry's history: what happened, when, to which text, because of what."""

    entry_id: str
    action: HistoryAction
    at: UtcDatetime
    text: str
    by: str | None = None
