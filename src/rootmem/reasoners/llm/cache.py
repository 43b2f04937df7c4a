"""Replies kept on disk, so that the same question is paid for once (off by default).

A folder per user, a file per reply. The scope says whose text a reply was formed from; a question
asked outside of any ``metered(scope=…)`` is not cached, because nothing could erase it. A file
holds the reply alone, never the prompt, and is readable by its owner only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import anyio.to_thread

from rootmem.metering import current_scope
from rootmem.model import Scope


class Slot(NamedTuple):
    """Where one reply lies, or will lie."""

    file: Path

    async def read(self) -> str | None:
        """The reply, or None. Makes the user's folder: see :meth:`write`."""
        return await anyio.to_thread.run_sync(self._read)

    async def write(self, text: str) -> None:
        """Keep a reply. Where the folder went meanwhile (it was purged), nothing is kept."""
        await anyio.to_thread.run_sync(self._write, text)

    def _read(self) -> str | None:
        try:
            return self.file.read_text(encoding="utf-8")
        except OSError:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            return None

    def _write(self, text: str) -> None:
        draft = self.file.with_suffix(f".{uuid4().hex}")
        try:
            with os.fdopen(
                os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as out:
                out.write(text.encode("utf-8", "replace"))
            draft.replace(self.file)
        except FileNotFoundError:
            return


class ReplyCache:
    """A folder of replies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def slot(self, key: Sequence[str]) -> Slot | None:
        """Where the reply to this question lies; None outside of any scope."""
        scope = current_scope()
        if scope is None:
            return None
        return Slot(self._of(scope) / f"{_digest(key)}.txt")

    def purge(self, scope: Scope) -> int:
        """Remove every reply of a user; returns how many there were."""
        folder = self._of(scope)
        count = len(list(folder.glob("*.txt")))
        shutil.rmtree(folder, ignore_errors=True)
        return count

    def _of(self, scope: Scope) -> Path:
        return self.folder / _digest(scope)


def _digest(parts: Sequence[str]) -> str:
    total = hashlib.sha256()
    for part in parts:
        piece = part.encode("utf-8", "surrogatepass")
        total.update(len(piece).to_bytes(8, "big"))
        total.update(piece)
    return total.hexdigest()
