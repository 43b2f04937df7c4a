"""An answer for the user, shaped by recalled context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rootmem.model import Turn
from rootmem.reasoners.llm import data, prompts
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question

MOST_TURNS = 20
"""Of the conversation so far, the latest are sent."""


async def respond(client: Client, query: str, context: str, history: Sequence[Turn] = ()) -> str:
    prompt = prompts.load("respond")
    earlier = [
        ("user" if turn.by_user else "assistant", data.disarmed(turn.text))
        for turn in history
        if turn.role in ("user", "assistant") and turn.text.strip()
    ]
    message = prompt.fill(
        context=data.disarmed(context) or "(nothing is known)", query=data.disarmed(query)
    )

    def read(reply: Mapping[str, Any]) -> str:
        return str(reply["text"])

    return await client.ask(Question(prompt, message, read, history=earlier[-MOST_TURNS:]))
