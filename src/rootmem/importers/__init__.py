"""Conversations from files: seven formats, one record form, errors that name the place.

    for record in read("conversations.zip"):
        await memory.add(record.messages, user_id=…, session_id=record.session_id)

Reading is lazy. At a malformed record ImportFormatError is raised after the good ones before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.detect import detect
from rootmem.importers.formats import FORMATS, Format
from rootmem.importers.record import ImportRecord
from rootmem.model import scope_of

__all__ = ["FORMATS", "Format", "ImportRecord", "detect", "read"]


def read(
    path: str | PathLike[str],
    format: str | None = None,
    *,
    user: str | None = None,
    user_id: str | None = None,
) -> Iterator[ImportRecord]:
    """The file's records, lazily; the format is guessed where none is named.

    ``user``: which speaker is the user (formats with speakers only). ``user_id``: whose memory it
    is for. A file that names no users, or one, is taken whole and given to ``user_id``; of a file
    of several users only that user's records are taken, never another's. Without ``user_id`` the
    records keep what the file says (None: it says nothing).
    """
    file = Path(path)
    name = detect(file) if format is None else format.strip().lower()
    if name not in FORMATS:
        raise InvalidInput(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    if user is not None and not FORMATS[name].has_speakers:
        raise InvalidInput(f"format {name} has no speakers to choose from; leave user out")
    records = FORMATS[name].read(file, user)
    if user_id is None:
        return records
    user_id = scope_of(user_id).user_id
    named = _users(FORMATS[name].read(file, user))
    if len(named) > 1 and user_id not in named:
        shown = ", ".join(sorted(named)[:5])
        raise ImportFormatError(
            f"the file holds {len(named)} users and {user_id!r} is none of them",
            source=file.name,
            expected=f"one of {shown}{' …' if len(named) > 5 else ''}, or no user id",
        )
    return _given_to(records, user_id, several=len(named) > 1)


def _given_to(
    records: Iterator[ImportRecord], user_id: str, several: bool
) -> Iterator[ImportRecord]:
    for record in records:
        if not several or record.user_id in (None, user_id):
            yield record._replace(user_id=user_id)


def _users(records: Iterator[ImportRecord]) -> set[str]:
    """The users that the file names, as far as it can be read."""
    named: set[str] = set()
    try:
        named.update(record.user_id for record in records if record.user_id is not None)
    except ImportFormatError:
        return named
    return named
