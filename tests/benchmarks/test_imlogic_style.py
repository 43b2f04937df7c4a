"""The benchmark runs on a folder of its form, with units built and with units given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.imlogic_style import main, run

TEXTS = [
    "Ada is allergic to peanuts and carries a pen.",
    "Ada loves the bakery in her street.",
    "Ada saw a funny film on Friday.",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    bank = [
        {"memory_id": f"m{n}", "text": text, "date": "1:56 pm on 8 May, 2023"}
        for n, text in enumerate(TEXTS)
    ]
    item = {
        "query": "The bakery in my street has a new cake, shall I order it?",
        "semantic_memory": "m1",
        "logical_memory": "m0",
        "also_valid": [],
    }
    person = {"user": "1-Ada", "bank": bank, "items": [item]}
    (tmp_path / "1-Ada.json").write_text(json.dumps(person), encoding="utf-8")
    return tmp_path


def test_scores_are_shares_of_items(folder: Path):
    result = run(folder, None)
    assert result["items"] == 1
    assert result["rooted"]["all"] == {"L@10": 1.0, "S@10": 1.0, "L@30": 1.0, "S@30": 1.0}
    assert result["rooted"]["people"]["1-Ada"]["L@10"] == 1.0


def test_given_units_are_used(folder: Path, capsys: pytest.CaptureFixture[str]):
    unit = {
        "unit_id": "U1",
        "activation": "Food of any kind.",
        "guidance": "Leave out peanuts.",
        "evidence": ["m0"],
        "triggers": ["Which cake shall I order?"],
    }
    (folder / "roots").mkdir()
    (folder / "roots" / "1-Ada.json").write_text(json.dumps([unit]), encoding="utf-8")
    main(["--data", str(folder), "--roots", str(folder / "roots")])
    assert "rooted" in capsys.readouterr().out
