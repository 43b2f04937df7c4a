"""Needs → rewritten queries, each aimed at one or more of the typed stores [Q 3.4]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import WithJsonSchema

from rootmem.model import ENTRY_TYPES, EntryType, InformationNeed, TypedQuery
from rootmem.reasoners.llm import data, prompts, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Unusable, Wire

MOST_QUERIES = 8


Stores = Annotated[
    wire.Names,
    WithJsonSchema({"type": "array", "items": {"type": "string", "enum": list(ENTRY_TYPES)}}),
]
"""Asked for by name; what is no store is left out on reading."""


class Query(Wire):
    text: str
    stores: Stores


class Plan(Wire):
    reasoning: wire.Text = ""
    queries: list[Query]


async def plan(
    client: Client, query: str, needs: Sequence[InformationNeed]
) -> tuple[TypedQuery, ...]:
    """At least one query; without needs none and no call."""
    if not needs:
        return ()
    prompt = prompts.load("plan")
    message = prompt.fill(
        query=data.quoted(query),
        needs="\n".join(f"- {data.quoted(need.question)}" for need in needs),
    )

    def read(reply: Mapping[str, Any]) -> tuple[TypedQuery, ...]:
        found = read_queries(reply)
        if not found:
            raise Unusable("there is no query, but there are questions to be answered")
        return found

    return await client.ask(Question(prompt, message, read, Plan))


def read_queries(reply: Mapping[str, Any]) -> tuple[TypedQuery, ...]:
    """The queries of a reply, at most MOST_QUERIES; one that names no store goes to all."""
    found, _ = wire.read_items(reply, "queries", Query, _checked)
    return tuple(dict.fromkeys(found))[:MOST_QUERIES]


def _checked(query: Query) -> TypedQuery:
    if not query.text:
        raise ValueError("text is empty")
    stores = {store.casefold() for store in query.stores}
    types: tuple[EntryType, ...] = tuple(one for one in ENTRY_TYPES if one in stores)
    return TypedQuery(text=query.text, types=types or ENTRY_TYPES)
