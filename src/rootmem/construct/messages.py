"""Whatever callers pass as messages, turned into messages that can be journaled.

**The key** decides whether a message is a new turn. It is the caller's ``id``, or else a digest of

- session, role, name and text;
- the time, where the caller gave one (on the message, on one before it, or ``default_timestamp``);
- the ordinal of the same message in this call, so that two "ok" in one list are two turns.

The clock is never in it. So a client that sends the whole history with every call, as chat clients
do, adds only what is new; and the same call repeated adds nothing. What this costs: a message that
is sent alone, twice, in one session, with neither id nor time, counts once. Without a session the
day is the session (``day-2024-03-05``), so that the same words on another day are another turn.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from rootmem.construct.content import Content, content_of, trimmed
from rootmem.construct.echo import is_heartbeat, without_echo
from rootmem.construct.fields import json_mapping, label
from rootmem.construct.foreign import mappings_of
from rootmem.errors import InvalidInput
from rootmem.model import Message, Role, Skipped, as_utc
from rootmem.model.text import storable
from rootmem.model.times import parse_time

MAX_TOOL_TEXT = 2000
"""Characters of a tool's output that are journaled; it is context and never a user's fact."""

_ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}
_STEP = timedelta(microseconds=1)


class _Draft(NamedTuple):
    """A message read, its time and key not yet known. ``at``: its index, ``given``: its time."""

    at: int
    role: Role
    said: str
    results: str
    name: str | None
    session: str | None
    id: str | None
    given: datetime | None
    metadata: dict[str, Any]


def normalise(
    messages: object,
    *,
    session_id: str | None,
    now: datetime,
    default_timestamp: datetime | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> tuple[list[Message], list[Skipped]]:
    """Messages ready for the journal, in order, and those left out with the reason.

    ``messages`` is a string (a user's message), a mapping, a message object, or an iterable of
    these. Tool output is kept as context; ``system`` messages, empty ones, heartbeats and those
    that hold nothing but our own recall block are skipped. A message without a time gets the one
    before it in its session and call (at the beginning: the next one) plus a microsecond, or else
    ``default_timestamp``, or else ``now``. Raises InvalidInput naming index and field.
    """
    session = label(session_id, "session_id")
    shared = json_mapping(metadata, "metadata")
    default = None if default_timestamp is None else as_utc(default_timestamp)
    drafts = [
        _read(raw, index, shared)
        for index, item in enumerate(_items(messages))
        for raw in _mappings(item, index)
    ]
    kept: list[Message] = []
    skipped: list[Skipped] = []
    seen: Counter[str] = Counter()
    for draft, (time, stated) in zip(drafts, _times(drafts, default, as_utc(now)), strict=True):
        if reason := _reason_to_skip(draft):
            skipped.append(Skipped(index=draft.at, reason=reason))
            continue
        place = draft.session or session or f"day-{time:%Y-%m-%d}"
        for role, text in _turns(draft):
            key = _digest(seen, place, role, draft.name, text, stated)
            if draft.id is not None:
                key = draft.id if role == draft.role else f"{draft.id}#{role}"
            kept.append(
                Message(
                    role=role,
                    text=trimmed(text, MAX_TOOL_TEXT) if role == "tool" else text,
                    time=time,
                    session_id=place,
                    key=key,
                    name=draft.name,
                    metadata=draft.metadata,
                )
            )
    _refuse_reused_ids(kept)
    return kept, skipped


def _items(messages: object) -> Iterable[object]:
    if mappings_of(messages) is not None:
        return [messages]
    if isinstance(messages, Iterable) and not isinstance(messages, bytes | bytearray):
        return cast("Iterable[object]", messages)
    raise InvalidInput(
        f"messages is a {type(messages).__name__}; expected a string, a message or a list of them"
    )


def _mappings(item: object, index: int) -> list[Mapping[str, Any]]:
    found = mappings_of(item)
    if found is None:
        raise InvalidInput(
            f"messages[{index}] is a {type(item).__name__}; expected a string or a mapping with "
            "'role' and 'content'"
        )
    return found


def _read(raw: Mapping[str, Any], index: int, shared: dict[str, Any]) -> _Draft:
    place = f"messages[{index}]"
    role = raw.get("role")
    known = _ROLES.get(role.strip().lower()) if isinstance(role, str) else None
    if known is None:
        wanted = ", ".join(_ROLES)
        raise InvalidInput(f"{place}.role is {role!r:.40}; expected one of {wanted}")
    content = Content("", "") if known == "system" else content_of(raw, place)
    if known == "tool":
        content = Content(content.said or content.results, "")
    return _Draft(
        at=index,
        role=known,
        said=storable(content.said),
        results=storable(content.results),
        name=label(raw.get("name"), f"{place}.name"),
        session=label(raw.get("session_id"), f"{place}.session_id"),
        id=label(raw.get("id"), f"{place}.id"),
        given=_given_time(raw, place),
        metadata={**shared, **json_mapping(raw.get("metadata"), f"{place}.metadata")},
    )


def _given_time(raw: Mapping[str, Any], place: str) -> datetime | None:
    for field in ("timestamp", "created_at"):
        if (value := raw.get(field)) is not None:
            try:
                return parse_time(value)
            except InvalidInput as error:
                raise InvalidInput(f"{place}.{field}: {error}") from error
    return None


def _times(
    drafts: Sequence[_Draft], default: datetime | None, now: datetime
) -> list[tuple[datetime, datetime | None]]:
    """Per draft its time, and the time that counts for its key (None: nobody stated one).

    Neighbours are those of the same session, so that what else is in the call changes no key.
    """
    ahead: Counter[str | None] = Counter()
    latest: dict[str | None, tuple[datetime, int]] = {}
    for draft in drafts:
        if draft.session not in latest and draft.given is not None:
            latest[draft.session] = draft.given, -ahead[draft.session]
        ahead[draft.session] += 1
    times: list[tuple[datetime, datetime | None]] = []
    for place, draft in enumerate(drafts):
        if draft.given is not None:
            latest[draft.session] = draft.given, 0
        if draft.session in latest:
            stated, steps = latest[draft.session]
            times.append((stated + steps * _STEP, stated))
            latest[draft.session] = stated, steps + 1
        else:
            times.append(((default or now) + place * _STEP, default))
    return times


def _reason_to_skip(draft: _Draft) -> str | None:
    """Why a message is not journaled, or None."""
    if draft.role == "system":
        return "system"
    whole = f"{draft.said}\n{draft.results}".strip()
    if not whole:
        return "empty"
    bare = without_echo(whole)
    if not bare:
        return "recall echo"
    return "heartbeat" if is_heartbeat(draft.role, bare) else None


def _turns(draft: _Draft) -> list[tuple[Role, str]]:
    """A tool's output inside a user's message (Anthropic's way) is a turn of the tool."""
    turns: list[tuple[Role, str]] = [("tool", draft.results), (draft.role, draft.said)]
    return [(role, text) for role, raw in turns if (text := without_echo(raw))]


def _digest(
    seen: Counter[str],
    session: str,
    role: Role,
    name: str | None,
    text: str,
    stated: datetime | None,
) -> str:
    said = json.dumps([session, role, name, text, stated and stated.isoformat()])
    ordinal = seen[said]
    seen[said] += 1
    return "auto:" + hashlib.sha256(f"{ordinal}{said}".encode()).hexdigest()[:32]


def _refuse_reused_ids(messages: Sequence[Message]) -> None:
    said: dict[str, Message] = {}
    for message in messages:
        other = said.setdefault(message.key, message)
        if (other.role, other.text) != (message.role, message.text):
            raise InvalidInput(
                f"messages: the id {message.key!r} stands for two different messages; "
                "expected an id of its own for each"
            )
