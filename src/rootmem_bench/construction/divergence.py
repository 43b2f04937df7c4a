"""How far the two memories are from the query: the figure of [R 3.2], for any data and embedder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from rootmem.errors import InvalidInput
from rootmem.ports import Embedder
from rootmem_bench.measures.intervals import Difference, Estimate, mean_of, paired
from rootmem_bench.records import BankEntry, Dataset, Person
from rootmem_bench.systems.protocol import Level

LEVELS: tuple[Level, ...] = ("memory", "conversation")


class Point(NamedTuple):
    """One item's cosines between the query and each of its memories."""

    person: str
    item: str
    category: str
    semantic: float
    logical: float


class Divergence(NamedTuple):
    """``gap`` is semantic minus logical, with its paired interval."""

    level: Level
    semantic: Estimate
    logical: Estimate
    gap: Difference
    points: tuple[Point, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "semantic": self.semantic._asdict(),
            "logical": self.logical._asdict(),
            "gap": self.gap._asdict(),
            "items": [point._asdict() for point in self.points],
        }


async def divergence(
    data: Dataset, embedder: Embedder, level: Level, *, seed: int = 42
) -> Divergence | None:
    """Over the items that have both memories; None where none has at this level.

    Memory level: the entries' texts. Conversation level: the words of the turns that an entry comes
    from, joined. Of several logical memories the first counts. Raises InvalidInput where no item
    names both memories.
    """
    if not any(item.semantic and item.logical for one in data.people for item in one.choices):
        raise InvalidInput(f"{data.name} has no items with a semantic and a logical memory")
    found = [
        (person.id, item.id, item.category, item.query, texts)
        for person in data.people
        for item in person.choices
        if (texts := _evidence(person, item.semantic, item.logical, level))
    ]
    if not found:
        return None
    queries = await embedder.embed([one[3] for one in found], query=True)
    semantic = await embedder.embed([one[4][0] for one in found])
    logical = await embedder.embed([one[4][1] for one in found])
    near = np.einsum("ij,ij->i", queries, semantic).tolist()
    far = np.einsum("ij,ij->i", queries, logical).tolist()
    points = tuple(
        Point(*one[:3], semantic=round(a, 6), logical=round(b, 6))
        for one, a, b in zip(found, near, far, strict=True)
    )
    means = [mean for values in (near, far) if (mean := mean_of(values, seed=seed)) is not None]
    gap = paired(near, far, seed=seed)
    return Divergence(level, means[0], means[1], gap, points) if gap is not None else None


def _evidence(
    person: Person, semantic: tuple[str, ...], logical: tuple[str, ...], level: Level
) -> tuple[str, str] | None:
    if not semantic or not logical:
        return None
    bank = {entry.id: entry for entry in person.bank}
    entries = bank.get(semantic[0]), bank.get(logical[0])
    if entries[0] is None or entries[1] is None:
        return None
    if level == "memory":
        return entries[0].text, entries[1].text
    turns = dict(_turns(person))
    texts = _said(entries[0], turns), _said(entries[1], turns)
    return texts if all(texts) else None


def _said(entry: BankEntry, turns: Mapping[str, str]) -> str:
    return "\n".join(turns[one] for one in entry.source if one in turns)


def _turns(person: Person) -> Iterator[tuple[str, str]]:
    for session in person.sessions:
        for turn in session.turns:
            yield turn.id, turn.text
