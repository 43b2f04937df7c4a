"""What every importer yields."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any, NamedTuple


class ImportRecord(NamedTuple):
    """Messages of one session, in order, ready for ``rootmem.construct.messages.normalise``.

    A long or interleaved session comes as several records. The mappings hold ``role``, ``content``
    and, where known, ``timestamp`` (aware UTC), ``name``, ``id``, ``metadata``. ``user_id`` is
    whose memory the file says it is; None where the format does not say.
    """

    session_id: str
    messages: tuple[dict[str, Any], ...]
    user_id: str | None = None


class Repeats:
    """Tells equal messages of one file apart.

    `normalise` counts repetitions within one record only. So the second and later occurrence of a
    message without an id gets an id made of what was said and how often that was said before in
    the file: importing the file again, or after it grew, makes the same ids.
    """

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def told_apart(self, message: dict[str, Any], session_id: str, user_id: str | None = None) -> (
        dict[str, Any]
    ):  # fmt: skip
        if message.get("id") is not None:
            return message
        said = json.dumps([user_id, session_id, message], sort_keys=True, default=str)
        digest = hashlib.sha256(said.encode()).digest()[:16]
        ordinal = self._seen[digest]
        self._seen[digest] += 1
        return message if not ordinal else {**message, "id": f"import:{digest.hex()}:{ordinal}"}
