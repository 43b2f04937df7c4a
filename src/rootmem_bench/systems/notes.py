"""A box of linked notes, after A-Mem (Xu et al. 2025, section 3). Shared by two systems."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from rootmem.ports import Embedder, Vectors
from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Text, Wire
from rootmem_bench.systems.asking import Asking
from rootmem_bench.systems.material import Piece
from rootmem_bench.systems.ranking import top

NEIGHBOURS = 5
"""So many nearest notes are candidates for a link, as in the authors' code."""


class Analysis(Wire):
    keywords: Names = []  # noqa: RUF012
    context: Text = ""
    tags: Names = []  # noqa: RUF012


class Update(Wire):
    note: Text = ""
    context: Text = ""
    tags: Names = []  # noqa: RUF012


class Linking(Wire):
    links: Names = []  # noqa: RUF012
    tags: Names = []  # noqa: RUF012
    updates: list[Update] = []  # noqa: RUF012


class Note:
    """A piece with what the model says of it, and its links (positions in the box)."""

    def __init__(self, piece: Piece, analysis: Analysis) -> None:
        self.piece = piece
        self.keywords, self.context, self.tags = analysis.keywords, analysis.context, analysis.tags
        self.links: set[int] = set()

    @property
    def text(self) -> str:
        """What is embedded: content, keywords, tags and context together."""
        return "\n".join(
            (self.piece.text, ", ".join(self.keywords), ", ".join(self.tags), self.context)
        )

    @property
    def line(self) -> str:
        tags = f" (tags: {', '.join(self.tags)})" if self.tags else ""
        return f"{self.piece.text} | {self.context}{tags}"


class NoteBox:
    """Notes as they came; each new one is linked and may change its neighbours."""

    def __init__(self, asking: Asking, embedder: Embedder) -> None:
        self._asking, self._embedder = asking, embedder
        self.notes: list[Note] = []
        self._vectors: list[Vectors] = []

    async def fill(self, pieces: Sequence[Piece]) -> None:
        """Analyses run side by side; linking goes note by note, for each depends on the last."""
        jobs = [partial(self._asking, "note_analyse", Analysis, note=one.text) for one in pieces]
        analyses = await side_by_side(jobs) if jobs else []
        for piece, analysis in zip(pieces, analyses, strict=True):
            await self._add(Note(piece, analysis))

    async def _add(self, note: Note) -> None:
        vector = (await self._embedder.embed([note.text]))[0]
        near = top(np.stack(self._vectors) @ vector, NEIGHBOURS) if self.notes else []
        self.notes.append(note)
        self._vectors.append(vector)
        if near:
            await self._link(len(self.notes) - 1, near)

    async def _link(self, at: int, near: Sequence[int]) -> None:
        note = self.notes[at]
        aliases = data.Aliases("n", [str(one) for one in near])
        lines = "\n".join(f"[{aliases.of(str(one))}] {self.notes[one].line}" for one in near)
        reply = await self._asking("note_link", Linking, note=note.line, neighbours=lines)
        note.tags = reply.tags or note.tags
        for one in aliases.resolved(reply.links):
            note.links.add(int(one))
            self.notes[int(one)].links.add(at)
        changed = [at] if reply.tags else []
        for update in reply.updates:
            for one in aliases.resolved([update.note]):
                other = self.notes[int(one)]
                other.context = update.context or other.context
                other.tags = update.tags or other.tags
                changed.append(int(one))
        if changed:
            texts = [self.notes[one].text for one in changed]
            for one, vector in zip(changed, await self._embedder.embed(texts), strict=True):
                self._vectors[one] = vector

    async def find(self, query: str, k: int) -> list[Piece]:
        """The nearest notes, each followed by those that it is linked with, at most ``k``."""
        if not self.notes:
            return []
        vector = (await self._embedder.embed([query], query=True))[0]
        scores = np.stack(self._vectors) @ vector
        found: dict[int, None] = {}
        for at in top(scores, k):
            found[at] = None
            for one in sorted(self.notes[at].links, key=lambda other: (-scores[other], other)):
                found.setdefault(one)
            if len(found) >= k:
                break
        return [self.notes[at].piece for at in list(found)[:k]]
