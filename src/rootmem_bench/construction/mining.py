"""Step 2: pairs of a logical memory and the semantic memories that it could decide over.

One call sets one candidate logical memory against at most 20 candidate semantic memories of the
tags that its own tag is paired with (``kinds.PAIRS``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pydantic import Field

from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.wire import Text, Wire, read_items
from rootmem_bench.construction import prompts
from rootmem_bench.construction.calling import AT_ONCE, Caller, Failed, side_by_side
from rootmem_bench.construction.kinds import PAIRS
from rootmem_bench.construction.shapes import Pair
from rootmem_bench.records import BankEntry, Person

BATCH = 20
Tags = Mapping[tuple[str, str], str]


class OnePair(Wire):
    background: Text = ""
    reason: Text = ""
    logic: Text = ""
    confidence: float = Field(default=0.5, ge=0, le=1)


class Pairs(Wire):
    pairs: list[OnePair] = []  # noqa: RUF012


class Batch(NamedTuple):
    key: str
    person: str
    logical: BankEntry
    semantic: Sequence[BankEntry]


class Mining(NamedTuple):
    pairs: list[Pair]
    problems: list[str]
    failure: Exception | None = None


def batches(
    people: Sequence[Person], tags: Tags, *, sample: int | None = None, seed: int = 42
) -> list[Batch]:
    """What has to be asked. ``sample``: so many candidate logical memories a person, seeded."""
    found: list[Batch] = []
    for person in people:
        logical = [one for one in person.bank if tags.get((person.id, one.id)) in PAIRS]
        if sample is not None and sample < len(logical):
            chosen = random.Random(f"{seed}/{person.id}").sample(range(len(logical)), sample)  # noqa: S311
            logical = [logical[at] for at in sorted(chosen)]
        for one in logical:
            partners = PAIRS[tags[person.id, one.id]]
            others = [
                other
                for other in person.bank
                if other.text != one.text and tags.get((person.id, other.id)) in partners
            ]
            for start in range(0, len(others), BATCH):
                key = f"{person.id}/{one.id}/{start // BATCH + 1}"
                found.append(Batch(key, person.id, one, others[start : start + BATCH]))
    return found


async def mine(
    todo: Sequence[Batch],
    caller: Caller,
    *,
    at_once: int = AT_ONCE,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Mining:
    """All pairs that the model sees, in the order of the batches; doubles are still in it."""
    done = await side_by_side(
        [partial(_mined, batch, caller) for batch in todo], at_once=at_once, step=step
    )
    pairs: list[Pair] = [one for result in done.results for one in result.pairs]
    problems: list[str] = [one for result in done.results for one in result.problems]
    return Mining(pairs, problems, done.failure)


async def _mined(batch: Batch, caller: Caller) -> Mining:
    aliases = data.Aliases("s", [entry.id for entry in batch.semantic])
    shown = "\n".join(f"[{aliases.of(one.id)}] {dated(one)}" for one in batch.semantic)
    try:
        found, problems = await caller(
            batch.key,
            "mine",
            Pairs,
            partial(_read, batch, aliases),
            deciding=dated(batch.logical),
            background=shown,
        )
    except Failed as failed:
        return Mining([], [f"{batch.key}: {failed}"])
    return Mining(found, [f"{batch.key}: {one}" for one in problems])


def _read(
    batch: Batch, aliases: data.Aliases, reply: Mapping[str, Any]
) -> tuple[list[Pair], list[str]]:
    def check(one: OnePair) -> Pair:
        semantic = aliases.resolve(one.background)
        if not one.reason:
            raise ValueError("it has no reason")
        return Pair(
            id=f"{batch.person}/{batch.logical.id}/{semantic}",
            person=batch.person,
            logical=batch.logical.id,
            semantic=semantic,
            logic=one.logic,
            reason=one.reason,
            confidence=one.confidence,
        )

    return read_items(reply, "pairs", OnePair, check)


def dated(entry: BankEntry) -> str:
    """An entry for a prompt, with its day where it is known."""
    day = f"({entry.time:%Y-%m-%d}) " if entry.time is not None else ""
    return day + prompts.safe(entry.text)
