"""HaluMem: extraction, update and question answering, each judged.

Extraction: for every memory point the system is asked for it; a judge says whether what it shows
holds the point in full, in part or not. ``memory_recall`` is the share in full (``weighted_recall``
counts a part as half); for *interference* points, which the assistant made
up, holding none of it is right (``false_memory_resistance``). Update: for a point that replaces
others, whether the new state is there (correct, hallucinated, omitted). Questions: correct,
hallucinated, omitted.

What differs from the data set's evaluation: what was extracted is read through retrieval, so that
every system can be measured; the accuracy of what it extracted beyond the points is not. A memory
is built for each session's end; a system that works turn by turn asks the same as before, and gets
it out of the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.records import BankEntry, OpenItem, Person
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.gold import Gold
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import (
    Case,
    Job,
    Outcome,
    Prompted,
    chosen_people,
    filled,
    in_turn,
)
from rootmem_bench.tasks.verdicts import all_judges

Part = Literal["extraction", "update", "qa"]


class Held(Wire):
    reason: Text = ""
    held: Literal["full", "partial", "none"]


class Updated(Wire):
    reason: Text = ""
    update: Literal["correct", "hallucinated", "omitted"]


class Answered(Wire):
    reason: Text = ""
    answer: Literal["correct", "hallucinated", "omitted"]


class HaluMem:
    name = "halumem"
    note = ""
    judges = 1
    level: Level | None = "conversation"

    def cases(self, job: Job) -> list[Case]:
        """Points and questions of a session are asked when it has been taken in."""
        return in_turn([list(_cases(person)) for person in chosen_people(job)], job.limit)

    def prompt(self, job: Job, case: Case, context: str) -> Prompted | None:
        return filled("answer", job, case, context) if case.extra["kind"] == "qa" else None

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        part: Part = case.extra["kind"]
        if part == "extraction":
            return await _extraction(case, context, judges)
        if part == "update":
            return await _update(case, context, judges)
        return await _answer(case, reply, judges)


def _cases(person: Person) -> list[Case]:
    ends: dict[str, int] = {}
    total = 0
    for session in person.sessions:
        total += len(session.turns)
        ends[session.id] = total
    skipped = set(person.extra.get("generated_sessions", ()))
    found: list[Case] = []
    for entry in person.bank:
        if entry.session_id in ends and entry.session_id not in skipped:
            found += _points(person, entry, ends[entry.session_id])
    texts = {entry.id: entry.text for entry in person.bank}
    for item in person.questions:
        evidence = "\n".join(texts[name] for name in item.logical if name in texts)
        extra = {"kind": "qa", "evidence": evidence}
        found.append(Case(person, item, Gold(), item.query, item.history_end, "qa", extra))
    return found


def _points(person: Person, entry: BankEntry, end: int) -> list[Case]:
    def case(kind: Part) -> Case:
        item = OpenItem(
            id=entry.id, query=entry.text, answer=entry.text, category=kind, time=entry.time
        )
        return Case(person, item, Gold(), entry.text, end, kind, {"kind": kind, **entry.extra})

    updated = entry.extra.get("is_update") and entry.extra.get("original_memories")
    return [case("extraction"), *([case("update")] if updated else [])]


async def _extraction(case: Case, context: str, judges: Sequence[Judge]) -> Outcome:
    interference = case.extra.get("memory_source") == "interference"
    right = "none" if interference else "full"
    found = await all_judges(
        judges,
        "halumem_extraction_judge",
        Held,
        lambda verdict: verdict.held == right,
        reference=case.query,
        context=context,
    )
    held = _said(found, "held")
    if interference:
        return found._replace(scores={"false_memory_resistance": float(held == "none")})
    part = {"full": 1.0, "partial": 0.5}.get(held, 0.0)
    return found._replace(
        scores={"memory_recall": float(held == "full"), "weighted_recall": part},
        extra=found.extra | {"importance": case.extra.get("importance")},
    )


async def _update(case: Case, context: str, judges: Sequence[Judge]) -> Outcome:
    found = await all_judges(
        judges,
        "halumem_update_judge",
        Updated,
        lambda verdict: verdict.update == "correct",
        reference=case.query,
        before="\n".join(map(str, case.extra.get("original_memories", ()))),
        context=context,
    )
    return found._replace(scores=_rates("update", _said(found, "update")))


async def _answer(case: Case, reply: str, judges: Sequence[Judge]) -> Outcome:
    assert isinstance(case.item, OpenItem)
    found = await all_judges(
        judges,
        "halumem_qa_judge",
        Answered,
        lambda verdict: verdict.answer == "correct",
        query=case.item.query,
        reference=case.item.answer,
        evidence=case.extra["evidence"],
        reply=reply,
    )
    return found._replace(scores=_rates("qa", _said(found, "answer")))


def _rates(name: str, said: str) -> dict[str, float]:
    kinds = ("correct", "hallucinated", "omitted")
    return {f"{name}_{kind}": float(said == kind) for kind in kinds}


def _said(found: Outcome, key: str) -> str:
    """The first judge's word; "" where its reply was unusable."""
    first: dict[str, Any] | None = next(iter(found.extra["judges"].values()), None)
    return str((first or {}).get(key, ""))
