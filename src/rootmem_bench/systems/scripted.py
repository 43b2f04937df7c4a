"""A model for tests and dry runs: replies out of functions, every call counted and kept.

The default script answers every prompt of this benchmark's systems and of rootmem's reasoner with
something plausible that it reads off the prompt, so that any system runs, and repeats exactly.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from rootmem.errors import InvalidInput, ModelOutputError
from rootmem.model import Usage
from rootmem.reasoners.llm.errors import CutOff
from rootmem.reasoners.llm.wire import Unusable
from rootmem_bench.systems.ask import answer, salvaged, validated

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")

Script = Callable[[str], object]
"""From a prompt to a reply: a model, a mapping, or the text of a reply."""


class Sent(NamedTuple):
    step: str
    system: str
    prompt: str


class ScriptedAsk:
    """An ``Ask`` that follows a script. ``calls`` counts by step, ``sent`` is what was asked."""

    def __init__(self, script: Mapping[str, Script] | None = None) -> None:
        self._script = SCRIPT | dict(script or {})
        self.calls: Counter[str] = Counter()
        self.sent: list[Sent] = []

    @property
    def usage(self) -> Usage:
        return Usage(calls=self.calls.total(), input_tokens=sum(len(s.prompt) for s in self.sent))

    async def __call__(self, step: str, system: str, prompt: str, reply: type[T]) -> T:
        try:
            return await self.read(step, system, prompt, reply, validated(reply))
        except CutOff as cut:
            return salvaged(cut, reply)

    async def read(
        self,
        step: str,
        system: str,
        prompt: str,
        reply: type[BaseModel],
        read: Callable[[Mapping[str, Any]], R],
    ) -> R:
        """As ``Ask`` says, without asking twice."""
        if step not in self._script:
            raise InvalidInput(f"the script has no reply to the step {step!r}")
        self.calls[step] += 1
        self.sent.append(Sent(step, system, prompt))
        given = self._script[step](prompt)
        if isinstance(given, BaseModel):
            given = given.model_dump()
        text = given if isinstance(given, str) else json.dumps(given)
        try:
            return answer(reply, text, read)
        except Unusable as error:
            raise ModelOutputError(f"{step}: the reply stayed unusable: {error}") from None


def labels(prompt: str, prefix: str) -> dict[str, str]:
    """The labelled lines of a prompt: label -> text."""
    return dict(re.findall(rf"^\W*\[({prefix}\d+)\]\s*(.*)$", prompt, re.MULTILINE))


def inside(prompt: str, tag: str) -> str:
    """What stands between ``<tag>`` and ``</tag>``."""
    found = re.search(rf"<{tag}>\n(.*?)\n</{tag}>", prompt, re.DOTALL)
    return found.group(1) if found else ""


def names(text: str) -> list[str]:
    """Capitalised and long words, each once, at most six: they pass for entities."""
    found = re.findall(r"\b(?:[A-Z]\w+|\w{7,})\b", text)
    return list(dict.fromkeys(found))[:6]


def _revise(prompt: str) -> object:
    new: list[str] = re.findall(r"^\W*\+ \[(e\d+)\]", prompt, re.MULTILINE)
    units = list(labels(prompt, "r"))
    if not new:
        return {"changes": [_change("merge", units[0], units[1:2])] if units[1:] else []}
    first = labels(prompt, "e").get(new[0], "")
    change = _change("create", None, []) | {
        "activation": f"Anything that touches on {' '.join(names(first)) or new[0]}.",
        "guidance": "Account for what is known.",
        "evidence": new[:4],
        "triggers": [f"Help me with {name}" for name in names(first)[:3]],
    }
    return {"changes": [change]}


def _change(action: str, unit: str | None, merged: list[str]) -> dict[str, Any]:
    return {"action": action, "unit": unit, "merged": merged, "evidence": [], "triggers": []}


def _segment(prompt: str) -> object:
    return {"events": [{"first": label} for label in list(labels(prompt, "u"))[::3]]}


def _reconcile(prompt: str) -> object:
    verdict: dict[str, Any] = {"relation": "new", "targets": []}
    return {"verdicts": [verdict | {"entry": label} for label in labels(prompt, "n")]}


def _infer(prompt: str) -> object:
    lines = list(labels(prompt, "e").items())[:3]
    facts = [{"text": text, "entries": [label]} for label, text in lines]
    return {"facts": facts, "preferences": [], "insights": []}


def _decompose(prompt: str) -> object:
    wanted = re.search(r"only the entries of the type (\w+)", prompt)
    kind = wanted.group(1) if wanted else "factual"
    said = {label: text for label, text in labels(prompt, "t").items() if text.startswith("user")}
    entries = [
        {"turns": [label], "type": kind, "text": f"{kind}: {text.partition(': ')[2]}"}
        for label, text in said.items()
    ]
    return {"entries": entries[:: {"factual": 1, "preference": 2, "insight": 3}[kind]]}


def _facts(prompt: str) -> list[dict[str, Any]]:
    turns = labels(prompt, "t").items()
    return [
        {"text": text.partition(": ")[2] or text, "turns": [label], "turn": label}
        for label, text in turns
    ]


def _scenes(prompt: str) -> object:
    facts = _facts(prompt)
    scenes: list[dict[str, Any]] = []
    for start in range(0, len(facts), 4):
        part = facts[start : start + 4]
        items = [
            {**one, "entities": names(one["text"]), "bridges": [f"What about {one['turn']}?"]}
            for one in part[::2]
        ]
        summary = " ".join(one["text"] for one in part)[:200]
        scenes.append(
            {
                "first": part[0]["turn"],
                "summary": summary,
                "topics": names(summary),
                "horizon": ["An evening plan that goes wrong"],
                "items": items,
            }
        )
    return {"scenes": scenes}


def _relations(prompt: str) -> object:
    lines = inside(prompt, "entities").splitlines()
    found = [line.strip().removeprefix("- ") for line in lines]
    ends = [{"source": one, "target": other} for one, other in pairwise(found)]
    return {"relations": [one | {"relation": "goes with"} for one in ends]}


def _memcell(prompt: str) -> object:
    texts = [one["text"] for one in _facts(prompt)]
    ahead = [{"text": texts[0], "start": "2024-01-01", "end": ""}] if texts else []
    return {"title": "x", "episode": " ".join(texts), "facts": texts[:5], "foresight": ahead}


SCRIPT: dict[str, Script] = {
    # rootmem's reasoner
    "segment": _segment,
    "decompose": _decompose,
    "reconcile": _reconcile,
    "revise_roots": _revise,
    "route": lambda p: {"applies": list(labels(p, "r"))[:2]},
    "need": lambda p: {
        "needs": [{"question": "What limits the user?"}],
        "queries": [{"text": "limits of the user", "stores": ["factual", "preference"]}],
    },
    "need_only": lambda p: {"needs": [{"question": "What limits the user?"}]},
    "plan": lambda p: {
        "queries": [
            {"text": "limits of the user", "stores": ["factual", "preference"]},
            {"text": inside(p, "request"), "stores": ["factual", "preference", "insight"]},
        ]
    },
    "infer": _infer,
    # the baselines
    "tree_summary": lambda p: {"summary": " ".join(names(inside(p, "statements")))},
    "tree_select": lambda p: {"relevant": list(labels(p, "s"))[::2]},
    "session_facts": lambda p: {"facts": _facts(p)},
    "graph_entities": lambda p: {
        "entities": [{"name": one, "type": "thing"} for one in names(inside(p, "text"))]
    },
    "graph_relations": _relations,
    "graph_conflicts": lambda p: {"obsolete": list(labels(p, "k"))[:1]},
    "note_analyse": lambda p: {
        "keywords": names(inside(p, "note")),
        "context": "about the user",
        "tags": ["life"],
    },
    "note_link": lambda p: {
        "links": list(labels(p, "n"))[:1],
        "tags": ["life", "linked"],
        "updates": [{"note": "n1", "context": "about the user, anew", "tags": ["life"]}],
    },
    "rewrite": lambda p: {"queries": ["health of the user", "family of the user"]},
    "episode_cut": lambda p: {"begins": list(labels(p, "t"))[::4]},
    "memcell": _memcell,
    "sufficient": lambda p: {"sufficient": False, "missing": ["health"]},
    "more_queries": lambda p: {"queries": ["health of the user", "money of the user"]},
    "topic_facts": lambda p: {"facts": _facts(p)},
    "sleep_update": lambda p: {"action": "keep"},
    "anticipate": _scenes,
}
"""Step -> reply."""


class LengthReranker:
    """A reranker for tests: the longer a text, the better."""

    async def rerank(self, query: str, texts: Any) -> Any:
        import numpy as np

        return np.array([len(text) for text in texts], dtype=np.float32)
