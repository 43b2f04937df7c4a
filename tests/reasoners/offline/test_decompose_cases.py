"""Precision and recall of the offline extraction on utterances written for it."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.model import DraftEntry, Turn
from rootmem.reasoners.offline.decompose import decompose

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "utterances.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
FLOOR = 0.93


def drafts_of(case: dict[str, Any]) -> tuple[DraftEntry, ...]:
    said = datetime.fromisoformat(case["time"])

    def turn(number: int, role: Any, text: str, name: str | None = None) -> Turn:
        return Turn(
            id=f"t{number}", position=number, role=role, text=text, time=said, recorded_at=said,
            session_id="s", key=str(number), name=name,
        )  # fmt: skip

    turns = [turn(1, "user", case["text"], case.get("name"))]
    if "before" in case:
        turns.insert(0, turn(0, "assistant", case["before"]))
    return decompose([turns])[0].drafts


def fits(draft: DraftEntry, expected: dict[str, Any]) -> bool:
    date = f"{draft.event_time:%Y-%m-%d}" if draft.event_time else None
    return (
        expected["type"] in (None, draft.type)
        and expected["subject"] in (None, draft.subject)
        and all(word.casefold() in draft.text.casefold() for word in expected["words"])
        and ("date" not in expected or expected["date"] == date)
    )


def test_there_are_enough_cases_of_every_kind():
    kinds = {case["kind"] for case in CASES}
    assert len(CASES) >= 120
    assert kinds >= {"plain", "attribution", "junk", "time", "language", "mixed"}


def test_extraction_stays_above_its_floor():
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for case in CASES:
        drafts, expected = drafts_of(case), case["expect"]
        right = sum(any(fits(draft, one) for one in expected) for draft in drafts)
        found = sum(any(fits(draft, one) for draft in drafts) for one in expected)
        for kind in (case["kind"], "all"):
            counts[kind] = [
                a + b
                for a, b in zip(
                    counts[kind], (right, len(drafts), found, len(expected)), strict=True
                )
            ]
    right, made, found, wanted = counts["all"]
    report = {kind: f"{r}/{m} right, {f}/{w} found" for kind, (r, m, f, w) in counts.items()}
    assert right / made >= FLOOR, report
    assert found / wanted >= FLOOR, report


def test_what_binds_is_strong_and_what_passes_is_weak():
    wrong: list[tuple[str, float]] = []
    judged = 0
    for case in CASES:
        for one in case["expect"]:
            if "least" in one or "most" in one:
                judged += 1
                drafts = [draft for draft in drafts_of(case) if fits(draft, one)]
                wrong += [
                    (draft.text, draft.strength)
                    for draft in drafts
                    if not one.get("least", 0) <= draft.strength <= one.get("most", 1)
                ]
    assert judged >= 30
    assert len(wrong) <= 0.1 * judged, wrong


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["kind"] == "junk"], ids=lambda case: case["text"][:30]
)
def test_junk_adds_nothing(case: dict[str, Any]):
    assert drafts_of(case) == ()
