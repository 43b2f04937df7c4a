"""A turn: one message of a conversation, as it was said. The journal of turns is the only truth."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from rootmem.model.base import Noun, UtcDatetime

Role = Literal["user", "assistant", "system", "tool"]


class Message(Noun):
    """An incoming message, normalised (see ``rootmem.construct.messages``), not journaled yet.

    ``key`` is the idempotency key: the caller's ``id``, or a digest of what was said, where and
    when. ``time`` is when it was said.
    """

    role: Role
    text: str
    time: UtcDatetime
    session_id: str
    key: str
    name: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])


class Turn(Noun):
    """A journaled message. ``position`` counts a user's turns from 0 in the order of arrival."""

    id: str
    position: int
    role: Role
    text: str
    time: UtcDatetime
    recorded_at: UtcDatetime
    session_id: str
    key: str
    name: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])
    episode_id: str | None = None

    @property
    def by_user(self) -> bool:
        return self.role == "user"
