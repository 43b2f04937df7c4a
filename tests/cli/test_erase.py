from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import Run


def test_nothing_is_erased_without_a_yes(run: Run, ana: Path) -> None:
    result = run("erase", "--user", "ana", input="")
    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert len(json.loads(run("show", "turns", "--json").stdout)) == 6
    assert ana.exists()


def test_a_whole_memory_is_never_erased_by_default(run: Run, ana: Path) -> None:
    result = run("erase", "--yes")
    assert result.exit_code == 2
    assert "--user" in result.stderr
    assert ana.exists()


def test_an_erased_turn_takes_its_entries_along_and_leaves_a_receipt(
    run: Run, ana: Path, tmp_path: Path
) -> None:
    turns = json.loads(run("show", "turns", "--json").stdout)
    turn = next(one for one in turns if "walnuts" in one["text"])
    file = tmp_path / "receipt.json"
    result = run("erase", "--turn", turn["id"][:12], "--yes", "--receipt", str(file))
    assert result.exit_code == 0, result.stderr
    receipt = json.loads(file.read_text(encoding="utf-8"))
    assert receipt["turns"] == 1
    assert receipt["entries"] >= 1
    assert "walnuts" not in run("show", "entries", "--json").stdout
    assert "walnuts" not in run("export").stdout
    assert b"walnuts" not in ana.read_bytes()


def test_a_receipt_that_cannot_be_written_stops_before_anything_is_gone(
    run: Run, ana: Path, tmp_path: Path
) -> None:
    result = run("erase", "--user", "ana", "--yes", "--receipt", str(tmp_path))
    assert result.exit_code == 2
    assert len(json.loads(run("show", "turns", "--json").stdout)) == 6
    assert ana.exists()


def test_erasing_one_user_leaves_the_other(run: Run, ana: Path, chat_file: Path) -> None:
    run("ingest", str(chat_file), "--user", "bo")
    result = run("erase", "--user", "ana", "--yes", "--json")
    assert json.loads(result.stdout)["turns"] == 6
    assert len(json.loads(run("show", "turns", "--user", "bo", "--json").stdout)) == 6
    assert run("show", "turns", "--user", "ana").exit_code == 3
    assert ana.exists()
