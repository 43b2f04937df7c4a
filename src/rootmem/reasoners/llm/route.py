"""Which units' rules apply to a query [R 4.2]: from the rules alone, one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rootmem.model import RootUnit
from rootmem.reasoners.llm import data, prompts, split, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Wire


class Routed(Wire):
    reasoning: wire.Text = ""
    applies: wire.Names


async def route(client: Client, query: str, units: Sequence[RootUnit]) -> tuple[str, ...]:
    """Ids of the units that apply, most important first; without units no call."""
    if not units:
        return ()
    answers = await split.halving(units, lambda part: _ask(client, query, part))
    return tuple(one for answer in answers for one in answer)


async def _ask(client: Client, query: str, units: Sequence[RootUnit]) -> tuple[str, ...]:
    aliases = data.Aliases("r", [unit.id for unit in units])
    prompt = prompts.load("route")

    def read(reply: Mapping[str, Any]) -> tuple[str, ...]:
        chosen, _ = wire.read_names(reply, "applies", aliases.resolve)
        return tuple(chosen)

    message = prompt.fill(
        units="\n".join(data.rule_lines(aliases.of(unit.id), unit) for unit in units),
        query=data.quoted(query),
    )
    return await client.ask(Question(prompt, message, read, Routed))
