"""A small data set: two invented people, four entries and two items each."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rootmem_bench.records import (
    BankEntry,
    ChoiceItem,
    Dataset,
    OpenItem,
    Person,
    Session,
    Utterance,
)

TEXTS = (
    "Works from a studio in the old harbour.",
    "A cat called Moss lives in the studio.",
    "Likes loud drum music.",
    "Is saving every coin for a kiln.",
)
PERSONA = (
    "Ada is a potter of forty who lives alone above a harbour and reads the tide tables at night."
)


def person(name: str) -> Person:
    turns = tuple(
        Utterance(id=f"{name}-t{n}", role="user", text=text, time=datetime(2024, 1, n, tzinfo=UTC))
        for n, text in enumerate(TEXTS, start=1)
    )
    bank = tuple(
        BankEntry(
            id=f"{name}-m{n}", text=turn.text, time=turn.time, session_id="s1", source=(turn.id,)
        )
        for n, turn in enumerate(turns, start=1)
    )
    options = {
        "correct": "Keep it low, for Moss sleeps there",
        "preference_trap": "Turn the drums up in the studio",
        "generic_trap": "Pick any music that you enjoy",
        "fabrication_trap": "Play the harp as you always do",
    }
    items = tuple(
        ChoiceItem(
            id=f"{name}-q{n}",
            query=query,
            options=tuple(options.items()),
            answer="correct",
            category="State Constraint",
            query_type="Advice",
            semantic=(f"{name}-m3",),
            logical=(f"{name}-m2",),
        )
        for n, query in enumerate(("Which drum music today?", "What music suits the evening?"))
    )
    return Person(
        id=name,
        persona=PERSONA,
        bank=bank,
        sessions=(Session(id="s1", start=turns[0].time, turns=turns),),
        choices=items,
        questions=(
            OpenItem(
                id=f"{name}-o1",
                query="Who lives in the studio?",
                answer="A cat called Moss",
                category="single-hop",
                evidence=(f"{name}-t2",),
                evidence_sessions=("s1",),
            ),
        ),
    )


@pytest.fixture
def small() -> Dataset:
    return Dataset(name="small", people=(person("ada"), person("ben")), digest="0" * 64)
