"""T-Mem (Guo et al. 2026): memories that are written together with the situations they wait for.

Write: the model divides a session into scenes (full exchanges) and items (single facts) and writes,
for each of both, one family of descriptive triggers (a scene's topics, an item's entities) and one
of associative triggers (a scene's horizon, an item's bridges). All are embedded. Read, without a
call: the query is matched against each family; associative hits pass a gate, so that they speak up
only where a trigger is near; the families' orders are fused. Triggers are never shown.

What differs: one call a session writes everything; the gate is a cosine of 0.35 to the nearest
trigger of the memory (option ``gate``), for none is published; a memory's own text counts among its
descriptive triggers; the families are fused by reciprocal ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from rootmem.ports import Embedder, Vectors
from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Text, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking, by_session, turn_lines
from rootmem_bench.systems.material import Piece, Said, history, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import checked_k, fused, top

GATE = 0.35


class Item(Wire):
    text: Text = ""
    turns: Names = []  # noqa: RUF012
    entities: Names = []  # noqa: RUF012
    bridges: Names = []  # noqa: RUF012


class Scene(Wire):
    first: Text = ""
    summary: Text = ""
    topics: Names = []  # noqa: RUF012
    horizon: Names = []  # noqa: RUF012
    items: list[Item] = []  # noqa: RUF012


class Scenes(Wire):
    scenes: list[Scene] = []  # noqa: RUF012


class Memory(NamedTuple):
    """A scene or an item with its two families of triggers."""

    piece: Piece
    descriptive: tuple[str, ...]
    associative: tuple[str, ...]


class Family:
    """The triggers of some memories, embedded; a memory is as near as its nearest trigger."""

    def __init__(self, owners: Sequence[int], vectors: Vectors, gate: float) -> None:
        self._owners, self._vectors, self._gate = owners, vectors, gate

    @classmethod
    async def over(
        cls, embedder: Embedder, triggers: Sequence[tuple[int, str]], gate: float = -1.0
    ) -> Family:
        owners = [owner for owner, _ in triggers]
        texts = [text for _, text in triggers]
        vectors = await embedder.embed(texts) if texts else np.zeros((0, 1), dtype=np.float32)
        return cls(owners, vectors, gate)

    def order(self, query: Vectors) -> list[int]:
        """Memories past the gate, the nearest first."""
        if not self._owners:
            return []
        scores = self._vectors @ query
        passed = (at for at in top(scores, len(scores)) if scores[at] >= self._gate)
        return list(dict.fromkeys(self._owners[at] for at in passed))


class TMem:
    card = Card(
        "t-mem",
        ("conversation",),
        "hybrid: descriptive and associative triggers",
        "T-Mem, Guo et al. 2026",
        build_calls="one a session",
    )

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self.pieces: list[Piece] = []
        self._families: list[Family] = []

    async def build(self, person: Person, level: Level) -> None:
        jobs = [partial(self._write, session) for session in by_session(history(person))]
        memories = [one for found in await side_by_side(jobs) for one in found]
        self.pieces = [one.piece._replace(id=f"m{at}") for at, one in enumerate(memories)]
        embedder, gate = self._tools.embedder, float(self._tools.options.get("gate", GATE))
        self._families = []
        for kind in ("scene", "item"):
            owned = [(at, one) for at, one in enumerate(memories) if one.piece.kind == kind]
            describing = [(at, text) for at, one in owned for text in one.descriptive]
            awaiting = [(at, text) for at, one in owned for text in one.associative]
            self._families.append(await Family.over(embedder, describing))
            self._families.append(await Family.over(embedder, awaiting, gate))

    async def _write(self, session: list[Said]) -> list[Memory]:
        aliases = data.Aliases("t", [one.id for one in session])
        reply = await self._asking("anticipate", Scenes, turns=turn_lines(session, aliases))
        starts = [_place(scene.first, aliases, session) for scene in reply.scenes]
        memories: list[Memory] = []
        for start, scene in zip(starts, reply.scenes, strict=True):
            end = min((one for one in starts if one > start), default=len(session))
            turns = tuple(one.id for one in session[start:end])
            time = session[start].time
            if scene.summary:
                piece = Piece("", scene.summary, time, turns, kind="scene")
                memories.append(_memory(piece, scene.topics, scene.horizon))
            for item in scene.items:
                if item.text:
                    source = tuple(aliases.resolved(item.turns)) or turns
                    piece = Piece("", item.text, time, source, kind="item")
                    memories.append(_memory(piece, item.entities, item.bridges))
        return memories

    async def retrieve(self, query: str, k: int) -> Retrieved:
        vector = (await self._tools.embedder.embed([query], query=True))[0]
        orders = [family.order(vector) for family in self._families]
        return retrieved([self.pieces[at] for at in fused(orders, checked_k(k))])

    async def close(self) -> None:
        """Nothing is open."""


def _memory(piece: Piece, descriptive: Sequence[str], associative: Sequence[str]) -> Memory:
    return Memory(piece, (piece.text, *filter(None, descriptive)), tuple(filter(None, associative)))


def _place(first: str, aliases: data.Aliases, session: list[Said]) -> int:
    """Where a scene begins; at the beginning where its label was not given out."""
    found = aliases.resolved([first])
    return next((at for at, one in enumerate(session) if found and one.id == found[0]), 0)


async def open_system(tools: Tools) -> TMem:
    return TMem(tools)
