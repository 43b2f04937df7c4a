"""Retrieved candidates, jointly → the user state valid now and in this context [Q 3.4]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from rootmem.model import MemoryEntry, RootUnit, UserState
from rootmem.reasoners.llm import data, prompts, split, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Unusable, Wire

LISTS = ("facts", "preferences", "insights")


class Line(Wire):
    text: str
    entries: wire.Names


class State(Wire):
    reasoning: wire.Text = ""
    facts: list[Line]
    preferences: list[Line]
    insights: list[Line]


class Grounded(NamedTuple):
    text: str
    entry_ids: tuple[str, ...]


async def infer(
    client: Client, query: str, candidates: Sequence[MemoryEntry], roots: Sequence[RootUnit]
) -> UserState:
    """The state; empty and without a call where there are no candidates.

    Cut off, the older and the newer half are judged apart and their lines joined.
    """
    if not candidates:
        return UserState()
    ordered = sorted(candidates, key=lambda entry: entry.time)
    latest = ordered[-1].time
    states = await split.halving(ordered, lambda part: _ask(client, query, part, roots, latest))
    return UserState(
        facts=tuple(line for state in states for line in state.facts),
        preferences=tuple(line for state in states for line in state.preferences),
        insights=tuple(line for state in states for line in state.insights),
        entry_ids=tuple(dict.fromkeys(one for state in states for one in state.entry_ids)),
    )


async def _ask(
    client: Client,
    query: str,
    entries: Sequence[MemoryEntry],
    roots: Sequence[RootUnit],
    latest: datetime,
) -> UserState:
    aliases = data.Aliases("e", [entry.id for entry in entries])
    rules = data.Aliases("r", [unit.id for unit in roots])
    prompt = prompts.load("infer")
    shown = "\n".join(data.rule_lines(rules.of(unit.id), unit) for unit in roots)
    message = prompt.fill(
        rules=f"<rules>\n{shown}\n</rules>\n\n" if roots else "",
        entries="\n".join(
            data.entry_line(aliases.of(entry.id), entry, latest) for entry in entries
        ),
        query=data.quoted(query),
        as_of=data.day(latest),
    )

    def check(line: Line) -> Grounded:
        return _grounded(line, aliases, rules)

    def read(reply: Mapping[str, Any]) -> UserState:
        if not any(isinstance(reply.get(name), list) for name in LISTS):
            raise Unusable('there are no lists "facts", "preferences", "insights"')
        facts, preferences, insights = (
            wire.read_items({name: reply.get(name) or []}, name, Line, check)[0] for name in LISTS
        )
        lines = [*facts, *preferences, *insights]
        return UserState(
            facts=tuple(line.text for line in facts),
            preferences=tuple(line.text for line in preferences),
            insights=tuple(line.text for line in insights),
            entry_ids=tuple(dict.fromkeys(one for line in lines for one in line.entry_ids)),
        )

    return await client.ask(Question(prompt, message, read, State))


def _grounded(line: Line, aliases: data.Aliases, rules: data.Aliases) -> Grounded:
    """The line and its entries; raises ValueError where it rests on nothing that was shown."""
    if not line.text:
        raise ValueError("text is empty")
    known: list[str] = []
    on_rules = False
    for alias in line.entries:
        try:
            known.append(aliases.resolve(alias))
        except ValueError:
            on_rules = on_rules or rules.find(alias) is not None
    if not known and not on_rules:
        raise ValueError("names none of the entries")
    return Grounded(line.text, tuple(known))
