"""What must be known about the user's past [Q 3.4]; in ``lean`` with the plan in the same call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rootmem.model import ENTRY_TYPES, InformationNeed, TypedQuery
from rootmem.ports import Needs
from rootmem.reasoners.llm import data, plan, prompts, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Wire

MOST_NEEDS = 5


class Need(Wire):
    reason: wire.Text = ""
    question: str


class NeedsOnly(Wire):
    reasoning: wire.Text = ""
    needs: list[Need]


class NeedsAndPlan(Wire):
    reasoning: wire.Text = ""
    needs: list[Need]
    queries: list[plan.Query]


async def need(client: Client, query: str, *, with_plan: bool) -> Needs:
    """The needs, most important first; none where nothing about the user could matter."""
    prompt = prompts.load("need" if with_plan else "need_only")

    def read(reply: Mapping[str, Any]) -> Needs:
        found, _ = wire.read_items(reply, "needs", Need, _checked)
        needs = tuple(found[:MOST_NEEDS])
        return Needs(needs, _plan(reply, needs) if with_plan else None)

    output = NeedsAndPlan if with_plan else NeedsOnly
    message = prompt.fill(query=data.quoted(query))
    return await client.ask(Question(prompt, message, read, output))


def _checked(one: Need) -> InformationNeed:
    if not one.question:
        raise ValueError("question is empty")
    return InformationNeed(question=one.question, reason=one.reason)


def _plan(reply: Mapping[str, Any], needs: tuple[InformationNeed, ...]) -> tuple[TypedQuery, ...]:
    """The reply's queries; where it has needs and no query, the questions themselves."""
    found = plan.read_queries(reply) if reply.get("queries") else ()
    return found or tuple(TypedQuery(text=one.question, types=ENTRY_TYPES) for one in needs)
