"""Two invented people with dated, tagged banks, and scripts in place of models."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from rootmem_bench.construction.steps import Model
from rootmem_bench.records import BankEntry, Dataset, Person, Session, Utterance
from rootmem_bench.systems.scripted import Script, ScriptedAsk

START = datetime(2024, 1, 1, tzinfo=UTC)
JUDGED = ("logical_rationality", "stealth", "tone", "option_bias", "superiority")
OPTIONS = {
    "correct": "A short walk in the quiet park would do you good today.",
    "preference_trap": "The long ridge run at dawn would do you good today.",
    "generic_trap": "Whatever keeps you moving would do you good right now.",
    "fabrication_trap": "The pool where you trained as a boy is open all week.",
}


def entry(name: str, number: int, tag: str, text: str) -> BankEntry:
    return BankEntry(
        id=f"m{number}",
        text=text,
        tag=tag,
        time=START + timedelta(days=number),
        session_id="s1",
        source=(f"{name}-t{number}",),
    )


def person(name: str, preferences: int = 25) -> Person:
    """One state, one asset, ``preferences`` preferences and one memory without a tag."""
    bank = [
        entry(name, 0, "States", "Has a torn ligament in the left knee."),
        entry(name, 1, "Assets", "Owns a small red canoe."),
        *(
            entry(name, n, "Preferences", f"Loves ridge number {n} at dawn.")
            for n in range(2, preferences + 2)
        ),
        entry(name, preferences + 2, "", "Once met a bear near the lake."),
    ]
    turns = tuple(
        Utterance(id=f"{name}-t{n}", role="user", text=f"I say: {one.text}", time=one.time)
        for n, one in enumerate(bank)
    )
    return Person(id=name, bank=tuple(bank), sessions=(Session(id="s1", turns=turns),))


def dataset(*people: Person) -> Dataset:
    return Dataset(name="tiny", people=people or (person("ana"), person("bo")), digest="d" * 64)


def tags(prompt: str) -> object:
    names = re.findall(r"^\[(m\d+)\]", prompt, re.MULTILINE)
    return {"tags": [{"memory": name, "tag": "past experience"} for name in names]}


def first_pair(prompt: str) -> object:
    """The first memory of the batch pairs with the deciding one."""
    return {
        "pairs": [{"background": "s1", "reason": "It bars it.", "logic": "bar", "confidence": 0.9}]
    }


def question(prompt: str) -> dict[str, str]:
    return {
        "logic": "The one rules the other out.",
        "category": "State Constraint",
        "query_type": "Advice",
        "query": "Which ridge should I go up at dawn on Sunday?",
        **OPTIONS,
    }


def rulings(**fails: str) -> Callable[[str], object]:
    """A judge who passes everything but the points named, with their reasons."""
    return lambda prompt: {
        name: {"reason": fails.get(name, "fine"), "passes": name not in fails} for name in JUDGED
    }


SCRIPT: dict[str, Script] = {
    "tag": tags,
    "mine": first_pair,
    "verify": lambda prompt: {"reason": "sound", "holds": True},
    "generate": question,
    "refine": question,
    "judge": rulings(),
}


class Scripted:
    """One script for all steps; ``ask`` counts what was asked, ``opened`` the temperatures."""

    def __init__(self, **script: Script) -> None:
        self.ask = ScriptedAsk({**SCRIPT, **script})
        self.opened: list[tuple[float, int]] = []
        self.model = Model("scripted", self._open)

    def _open(self, temperature: float, seed: int) -> Any:
        self.opened.append((temperature, seed))
        return self.ask

    @property
    def calls(self) -> dict[str, int]:
        return dict(self.ask.calls)
