"""EverMemOS' first two phases: episodes → MemCells (the model) → MemScenes (their vectors)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import numpy as np

from rootmem.ports import Vectors
from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Names, Text, Wire
from rootmem_bench.systems.asking import Asking, turn_lines
from rootmem_bench.systems.material import Piece, Said

NEAR = 0.70
APART = timedelta(days=7)


class Cut(Wire):
    begins: Names = []  # noqa: RUF012


class Foresight(Wire):
    text: Text = ""
    start: Text = ""
    end: Text = ""


class Trace(Wire):
    title: Text = ""
    episode: Text = ""
    facts: Names = []  # noqa: RUF012
    foresight: list[Foresight] = []  # noqa: RUF012


class MemCell(NamedTuple):
    """``foresight`` are lines with their days; ``turns`` are the episode's turns."""

    title: str
    episode: str
    facts: tuple[str, ...]
    foresight: tuple[str, ...]
    turns: tuple[str, ...]
    time: datetime

    @property
    def said(self) -> tuple[str, ...]:
        """What the cell is found by."""
        return (self.episode, *self.facts, *self.foresight)

    def piece(self, at: int) -> Piece:
        """What is shown of the cell: its episode and what it foresees."""
        ahead = f" Ahead: {'; '.join(self.foresight)}" if self.foresight else ""
        return Piece(f"c{at}", self.episode + ahead, self.time, self.turns, kind="memcell")


class MemScene:
    """Cells about one theme; the centroid is their mean, the time that of the latest."""

    def __init__(self, at: int, vector: Vectors, time: datetime) -> None:
        self.cells = [at]
        self._sum, self.time = vector.astype(np.float64), time

    def near(self, vector: Vectors) -> float:
        length = float(np.linalg.norm(self._sum))
        return float(self._sum @ vector) / length if length else 0.0

    def take(self, at: int, vector: Vectors, time: datetime) -> None:
        self.cells.append(at)
        self._sum = self._sum + vector
        self.time = max(self.time, time)


async def cells_of(asking: Asking, session: list[Said]) -> list[MemCell]:
    """A session's MemCells in order; an episode that cannot be narrated stands as it was said."""
    jobs = [partial(_cell, asking, episode) for episode in await _episodes(asking, session)]
    return await side_by_side(jobs)


async def _episodes(asking: Asking, session: list[Said]) -> list[list[Said]]:
    if len(session) < 2:
        return [session]
    aliases = data.Aliases("t", [one.id for one in session])
    reply = await asking("episode_cut", Cut, turns=turn_lines(session, aliases, most=400))
    begins = set(aliases.resolved(reply.begins))
    episodes: list[list[Said]] = []
    for one in session:
        if one.id in begins or not episodes:
            episodes.append([])
        episodes[-1].append(one)
    return episodes


async def _cell(asking: Asking, episode: list[Said]) -> MemCell:
    aliases = data.Aliases("t", [one.id for one in episode])
    trace = await asking("memcell", Trace, turns=turn_lines(episode, aliases))
    narrated = trace.episode or " ".join(f"{one.speaker}: {one.text}" for one in episode)
    ahead = tuple(_line(one) for one in trace.foresight if one.text)
    facts = tuple(one for one in trace.facts if one)
    turns = tuple(one.id for one in episode)
    return MemCell(trace.title, narrated, facts, ahead, turns, episode[0].time)


def _line(foresight: Foresight) -> str:
    days = " to ".join(one for one in (foresight.start, foresight.end) if one)
    return f"{foresight.text} ({days})" if days else foresight.text


def consolidated(cells: Sequence[MemCell], vectors: Vectors) -> list[MemScene]:
    """Scenes by incremental clustering, in the order of the cells."""
    scenes: list[MemScene] = []
    for at, (cell, vector) in enumerate(zip(cells, vectors, strict=True)):
        open_to = [one for one in scenes if abs(cell.time - one.time) <= APART]
        best = max(open_to, key=lambda one: one.near(vector), default=None)
        if best is not None and best.near(vector) >= NEAR:
            best.take(at, vector, cell.time)
        else:
            scenes.append(MemScene(at, vector, cell.time))
    return scenes
