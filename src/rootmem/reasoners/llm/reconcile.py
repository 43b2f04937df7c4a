"""New entries against what is known: new, the same, or superseding; many in one call.

Guards that no model can talk its way past: targets are among a candidate's own similar entries, and
entries about different subjects never join or retire each other.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rootmem.model import MemoryEntry
from rootmem.ports import Candidate, Verdict
from rootmem.reasoners.llm import data, prompts, split, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Wire

log = logging.getLogger(__name__)

CALL_CANDIDATES, CALL_CHARACTERS = 30, 24_000
"""What one call takes: candidates, and characters of text (about 6,000 tokens) [us]."""

NO_VERDICT = Verdict("new", reason="the model gave no usable verdict")


class Item(Wire):
    entry: str
    reasoning: wire.Text = ""
    relation: Literal["new", "same", "supersedes"]
    targets: wire.Names


class Verdicts(Wire):
    verdicts: list[Item]


Judged = dict[int, Verdict]
"""Verdicts by the candidate's number."""


async def reconcile(client: Client, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
    """One verdict a candidate, in order; one with nothing similar is new and costs nothing.

    Candidates that a reply passed over or spoiled are asked about once more; then they are new.
    """
    open_ = [number for number, one in enumerate(candidates) if one.similar]
    judged = await _judged(client, candidates, open_)
    missing = [number for number in open_ if number not in judged]
    if missing:
        judged |= await _judged(client, candidates, missing)
    return tuple(
        judged.get(number, NO_VERDICT) if one.similar else Verdict("new")
        for number, one in enumerate(candidates)
    )


async def _judged(
    client: Client, candidates: Sequence[Candidate], numbers: Sequence[int]
) -> Judged:
    async def work(pack: Sequence[int]) -> Judged:
        answers = await split.halving(pack, lambda part: _ask(client, candidates, part))
        return {number: one for answer in answers for number, one in answer.items()}

    packs = _packed(candidates, numbers)
    found = await split.side_by_side([lambda pack=pack: work(pack) for pack in packs])
    return {number: one for answer in found for number, one in answer.items()}


def _packed(candidates: Sequence[Candidate], numbers: Sequence[int]) -> list[list[int]]:
    packs: list[list[int]] = []
    known: dict[str, int] = {}
    for number in numbers:
        one = candidates[number]
        own = {entry.id: len(entry.text) for entry in (one.new, *one.similar)}
        total = sum((known | own).values())
        if not packs or len(packs[-1]) >= CALL_CANDIDATES or total > CALL_CHARACTERS:
            packs.append([])
            known = {}
        packs[-1].append(number)
        known |= own
    return packs


async def _ask(client: Client, candidates: Sequence[Candidate], numbers: Sequence[int]) -> Judged:
    new = data.Aliases("n", [candidates[number].new.id for number in numbers])
    similar = {one.id: one for number in numbers for one in candidates[number].similar}
    by_id = {candidates[number].new.id: number for number in numbers}
    before = _in_time(one for one in similar.values() if one.id not in by_id)
    known = data.Aliases("k", [one.id for one in before])
    prompt = prompts.load("reconcile")

    def check(item: Item) -> tuple[int, Verdict]:
        number = by_id[new.resolve(item.entry)]
        targets = [known.find(one) or new.find(one) for one in item.targets]
        return number, _checked(item, candidates[number], targets)

    def read(reply: Mapping[str, Any]) -> Judged:
        found, _ = wire.read_items(reply, "verdicts", Item, check)
        if not found:
            raise wire.Unusable("every new entry needs a verdict")
        return dict(found)

    message = prompt.fill(
        known="\n".join(data.entry_line(known.of(one.id), one) for one in before) or "(none)",
        new="\n".join(_shown(candidates[number], new, known) for number in numbers),
    )
    return await client.ask(Question(prompt, message, read, Verdicts))


def _in_time(entries: Any) -> list[MemoryEntry]:
    return sorted(entries, key=lambda entry: entry.time)


def _shown(candidate: Candidate, new: data.Aliases, known: data.Aliases) -> str:
    line = data.entry_line(new.of(candidate.new.id), candidate.new)
    others = ", ".join(
        new.of(one.id) if new.has(one.id) else known.of(one.id)
        for one in _in_time(candidate.similar)
    )
    return f"{line}\n    compare with: {others}"


def _checked(item: Item, candidate: Candidate, targets: Sequence[str | None]) -> Verdict:
    """The verdict within its guards; raises ValueError for one that makes no sense.

    Targets that it was not compared with are left out; the others stand.
    """
    if item.relation == "new":
        return Verdict("new", (), item.reasoning)
    similar = {one.id: one for one in candidate.similar}
    own = [one for one in dict.fromkeys(targets) if one in similar]
    if not own:
        raise ValueError(f"{item.relation} names none of the entries it was compared with")
    if len(own) < len(targets):
        log.debug("a verdict names entries it was not compared with; they are left out")
    subject = candidate.new.subject.casefold()
    kept = [one for one in own if similar[one].subject.casefold() == subject]
    if not kept:
        return Verdict("new", (), "about somebody else")
    most = 1 if item.relation == "same" else len(kept)
    return Verdict(item.relation, tuple(kept[:most]), item.reasoning)
