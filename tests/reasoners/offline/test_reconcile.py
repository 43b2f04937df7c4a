"""Verdicts on new entries: the same, a replacement, or another fact."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio

from rootmem.embedders import StaticEmbedder
from rootmem.model import MemoryEntry
from rootmem.ports import Candidate, Verdict
from rootmem.reasoners.offline.reconcile import reconcile

EMBEDDER = StaticEmbedder()
PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "pairs.jsonl").read_text("utf-8").splitlines()
]


def entry(id_: str, text: str, day: int = 1, **more: Any) -> MemoryEntry:
    said = datetime(2025, 1, day, tzinfo=UTC)
    return MemoryEntry(
        id=id_, type="factual", text=text, time=said, valid_from=said, recorded_at=said, **more
    )


def judge(new: MemoryEntry, *known: MemoryEntry) -> Verdict:
    candidate = Candidate(new, known, tuple(0.9 for _ in known))
    return anyio.run(reconcile, [candidate], EMBEDDER)[0]


def relations() -> list[tuple[str, str]]:
    candidates = [
        Candidate(entry("new", pair["new"], 2), (entry("old", pair["old"]),), (0.9,))
        for pair in PAIRS
    ]
    verdicts = anyio.run(reconcile, candidates, EMBEDDER)
    return [(p["expect"], v.relation) for p, v in zip(PAIRS, verdicts, strict=True)]


def test_there_are_forty_pairs_of_each_kind():
    expected = [pair["expect"] for pair in PAIRS]
    assert expected.count("same") >= 40
    assert expected.count("new") >= 40


def test_paraphrases_join_and_other_facts_stay_apart():
    found = relations()
    same = [got for wanted, got in found if wanted == "same"]
    new = [got for wanted, got in found if wanted == "new"]
    assert same.count("same") / len(same) >= 0.85
    assert new.count("new") / len(new) >= 0.95
    assert "supersedes" not in same + new


def test_contradictions_and_replacements_supersede():
    found = [got for wanted, got in relations() if wanted == "supersedes"]
    assert found.count("supersedes") / len(found) >= 0.95


def test_ten_ways_to_say_it_become_one():
    known = entry("old", "The user has a cat called Miso.")
    ways = [
        "The user has a cat called Miso.",
        "The user has a cat named Miso.",
        "The user's cat is called Miso.",
        "The user has one cat, called Miso.",
        "Miso is the user's cat.",
        "The user still has a cat called Miso.",
        "The user has a cat and it is called Miso.",
        "The user has a cat whose name is Miso.",
        "The user's cat is named Miso.",
        "The user really has a cat called Miso.",
    ]
    verdicts = [judge(entry("new", way, 2), known).relation for way in ways]
    assert verdicts == ["same"] * 10


def test_another_subject_is_never_replaced():
    old = entry("old", "The user loves sushi.")
    assert judge(entry("new", "Jack hates sushi.", 2, subject="Jack"), old).relation == "new"


def test_what_was_said_earlier_replaces_nothing():
    old = entry("old", "The user lives in Rome.", 5)
    assert judge(entry("new", "The user lives in Paris.", 2), old).relation == "new"


def test_a_superseded_entry_is_not_joined_so_a_state_can_recur():
    old = entry("old", "The user lives in Paris.", status="superseded", superseded_by="mid")
    assert judge(entry("new", "The user lives in Paris.", 3), old).relation == "new"


def test_two_dated_events_of_one_wording_are_two():
    old = entry("old", "The user ran a marathon.", event_time=datetime(2024, 4, 1, tzinfo=UTC))
    new = entry("new", "The user ran a marathon.", 2, event_time=datetime(2024, 10, 1, tzinfo=UTC))
    assert judge(new, old).relation == "new"


def test_one_statement_can_retire_several():
    known = (entry("a", "The user loves sushi."), entry("b", "The user likes sushi for lunch."))
    verdict = judge(entry("new", "The user hates sushi.", 2), *known)
    assert verdict.relation == "supersedes"
    assert set(verdict.targets) == {"a", "b"}


def test_nothing_known_is_new():
    assert judge(entry("new", "The user has a boat.")).relation == "new"
