"""A model that answers every judgement of the write path after a fixed time, and counts."""

from __future__ import annotations

import json
import re
from collections import Counter

import anyio
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.usage import RequestUsage


class StubModel:
    """``seconds`` a call. It cuts after every tenth utterance, writes an entry for every second
    user turn, finds everything new, and opens a root unit a batch."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.calls: Counter[str] = Counter()
        self.model = FunctionModel(self._answer, model_name="stub")

    async def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        text = str(messages[-1].parts[-1].content)
        judgement, reply = _reply(text)
        self.calls[judgement] += 1
        await anyio.sleep(self.seconds)
        return ModelResponse(
            parts=[TextPart(json.dumps(reply))],
            finish_reason="stop",
            usage=RequestUsage(input_tokens=len(text) // 4, output_tokens=50),
        )


def _reply(text: str) -> tuple[str, object]:
    if "<new>" in text:
        names = re.findall(r"^\[(n\d+)\]", text, re.MULTILINE)
        verdicts = [{"entry": n, "reasoning": "", "relation": "new", "targets": []} for n in names]
        return "reconcile", {"verdicts": verdicts}
    if "<units>" in text:
        fresh = re.findall(r"\[(e\d+)\]", text)
        change = {
            "action": "create",
            "unit": None,
            "merged": [],
            "title": "A rule",
            "activation": "When plans are made.",
            "guidance": "Mind it.",
            "evidence": fresh[:3],
            "triggers": ["What shall I do on Sunday?"],
        }
        return "revise_roots", {"reasoning": "", "changes": [change] if fresh else []}
    if "List the events" in text:
        firsts = re.findall(r"\[(u\d+)\]", text)[::10]
        return "segment", {"events": [{"reasoning": "", "first": one} for one in firsts]}
    turns = re.findall(r"\[(t\d+)\][^\n]*\buser\b", text) or re.findall(r"\[(t\d+)\]", text)
    entries = [
        {
            "turns": [turn],
            "subject": "user",
            "type": "factual",
            "text": f"The user said what turn {turn} holds, number {hash(text) % 997}.",
            "condition": "",
            "event_time": None,
            "strength": 0.5,
        }
        for turn in turns[::2]
    ]
    return "decompose", {"reasoning": "", "entries": entries}
