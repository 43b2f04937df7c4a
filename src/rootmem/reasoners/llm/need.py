"""What must be known about the user's past [Q 3.4]; in ``lean`` with the plan in the same call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from pydantic import Field

from rootmem.model import ENTRY_TYPES, InformationNeed, TypedQuery
from rootmem.ports import Needs
from rootmem.reasoners.llm import data, plan, prompts, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Unusable, Wire

MOST_NEEDS = 5


class Need(Wire):
    reason: wire.Text = ""
    question: str


class NeedsOnly(Wire):
    reasoning: wire.Text = ""
    needs: list[Need]


class PlannedNeed(Need):
    queries: list[plan.Query]


class NeedsAndPlan(Wire):
    reasoning: wire.Text = ""
    needs: list[PlannedNeed]


async def need(client: Client, query: str, *, with_plan: bool) -> Needs:
    """The needs, most important first; none where nothing about the user could matter."""
    prompt = prompts.load("need" if with_plan else "need_only")

    def read(reply: Mapping[str, Any]) -> Needs:
        item = _Loose if with_plan else Need
        found, _ = wire.read_items(reply, "needs", item, _checked)
        found = found[:MOST_NEEDS]
        needs = tuple(one for one, _ in found)
        return Needs(needs, _plan([several for _, several in found]) if with_plan else None)

    output = NeedsAndPlan if with_plan else NeedsOnly
    message = prompt.fill(query=data.quoted(query))
    return await client.ask(Question(prompt, message, read, output))


class _Loose(Need):
    """A planned need as it is read: one malformed query does not cost the need."""

    queries: wire.Anything = Field(default_factory=list[object])


def _checked(one: Need) -> tuple[InformationNeed, tuple[TypedQuery, ...]]:
    """The need and its queries; where it has none that is usable, its question is looked up."""
    if not one.question:
        raise ValueError("question is empty")
    queries = (TypedQuery(text=one.question, types=ENTRY_TYPES),)
    if isinstance(one, _Loose):
        with suppress(Unusable):
            queries = plan.read_queries({"queries": one.queries}) or queries
    return InformationNeed(question=one.question, reason=one.reason), queries


def _plan(queries: Sequence[Sequence[TypedQuery]]) -> tuple[TypedQuery, ...]:
    """Every need's first query, then the second ones, at most MOST_QUERIES in all."""
    in_turn = [one for rank in zip_longest(*queries) for one in rank if one is not None]
    return tuple(dict.fromkeys(in_turn))[: plan.MOST_QUERIES]
