"""A batch of entries worked into the root units: update, create, merge, retire [R 4.1]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from rootmem.model import MemoryEntry, RootChange, RootUnit
from rootmem.reasoners.llm import data, fold, prompts, split, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Left, Wire

MOST_TRIGGERS = 12

NEW = "Entries marked + are new. Bring them into the units."
REVISE = (
    "There are no new entries. Some entries that the units rested on have gone or changed. Rewrite"
    " the units whose rules or triggers say what the entries shown no longer support; retire those"
    " left without support."
)
MERGE = "There are no new entries, but too many units. Merge those that overlap most."
CEILING = (
    " There are {now} units; after your changes there may be at most {budget}, and fewer is better"
    " as long as no limit is lost."
)


class Change(Wire):
    reasoning: wire.Text = ""
    action: Literal["update", "create", "merge", "retire"]
    unit: str | None = None
    merged: wire.Names = Field(default_factory=list)
    title: wire.Text = ""
    activation: wire.Text = ""
    guidance: wire.Text = ""
    evidence: wire.Names = Field(default_factory=list)
    triggers: wire.Names = Field(default_factory=list)


class Changes(Wire):
    reasoning: wire.Text = ""
    changes: list[Change]


async def revise_roots(
    client: Client,
    units: Sequence[RootUnit],
    batch: Sequence[MemoryEntry],
    evidence: Mapping[str, MemoryEntry],
    budget: int,
) -> tuple[RootChange, ...]:
    """The changes that bring ``batch`` into ``units``.

    Where a reply is cut off, the batch is worked in by halves, the second on top of the first.
    """
    if not batch:
        if not units:
            return ()
        return await split.whole(_ask(client, units, (), evidence, budget))
    ledger = fold.Ledger(units)

    known = {**evidence, **{entry.id: entry for entry in batch}}

    async def work(part: Sequence[MemoryEntry]) -> tuple[RootChange, ...]:
        return await _ask(client, ledger.units, part, known, budget)

    await split.halving(batch, work, done=ledger.add)
    return ledger.changes


async def _ask(
    client: Client,
    units: Sequence[RootUnit],
    batch: Sequence[MemoryEntry],
    evidence: Mapping[str, MemoryEntry],
    budget: int,
) -> tuple[RootChange, ...]:
    cited = dict.fromkeys(one for unit in units for one in unit.evidence if one in evidence)
    entries = {one: evidence[one] for one in cited} | {entry.id: entry for entry in batch}
    ordered = sorted(entries.values(), key=lambda entry: entry.time)
    names = data.Aliases("e", [entry.id for entry in ordered])
    unit_names = data.Aliases("r", [unit.id for unit in units])
    new = {entry.id for entry in batch}
    prompt = prompts.load("revise_roots")
    message = prompt.fill(
        units="\n".join(_unit(unit, unit_names, names, entries) for unit in units) or "(none yet)",
        entries="\n".join(
            ("+ " if entry.id in new else "") + data.entry_line(names.of(entry.id), entry)
            for entry in ordered
        )
        or "(none)",
        task=_task(len(units), bool(batch), budget),
    )

    def read(reply: Mapping[str, Any]) -> tuple[RootChange, ...]:
        touched: set[str] = set()
        found, _ = wire.read_items(
            reply, "changes", Change, lambda change: _checked(change, unit_names, names, touched)
        )
        return tuple(found)

    return await client.ask(Question(prompt, message, read, Changes))


def _task(now: int, new: bool, budget: int) -> str:
    kind = NEW if new else MERGE if now > budget else REVISE
    return kind + CEILING.format(now=now, budget=budget)


def _unit(
    unit: RootUnit, names: data.Aliases, entries: data.Aliases, known: Mapping[str, MemoryEntry]
) -> str:
    pieces = ", ".join(entries.of(one) for one in unit.evidence if one in known) or "none is left"
    return f"{data.rule_lines(names.of(unit.id), unit)}\n    evidence: {pieces}"


def _checked(
    change: Change, units: data.Aliases, entries: data.Aliases, touched: set[str]
) -> RootChange:
    """The change; raises ValueError for a malformed one, Left where its unit is changed already.

    A piece of evidence that was not shown is left out; a unit keeps its other pieces.
    """
    evidence = tuple(dict.fromkeys(entries.resolved(change.evidence)))
    unit = None
    merged: tuple[str, ...] = ()
    if change.action == "create":
        if not (evidence and change.activation and change.guidance):
            raise ValueError("a new unit needs activation, guidance and evidence that was shown")
    else:
        unit = units.resolve(change.unit or "")
        if change.action == "merge":
            merged = tuple(dict.fromkeys(units.resolve(one) for one in change.merged))
            merged = tuple(one for one in merged if one != unit)
        if touched.intersection({unit, *merged}):
            raise Left("its unit is changed by an earlier item")
        touched.update({unit, *merged})
    action = "update" if change.action == "merge" and not merged else change.action
    return RootChange(
        action=action,
        unit_id=unit,
        merged_ids=merged,
        title=change.title,
        activation=change.activation,
        guidance=change.guidance,
        evidence=evidence,
        triggers=tuple(dict.fromkeys(one for one in change.triggers if one))[:MOST_TRIGGERS],
        reason=change.reasoning,
    )
