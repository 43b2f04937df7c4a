from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Run

pytestmark = pytest.mark.usefixtures("ana")


def test_an_export_taken_into_another_database_recalls_the_same(run: Run, tmp_path: Path) -> None:
    file, other = str(tmp_path / "ana.jsonl"), str(tmp_path / "other.db")
    exported = run("export", "-o", file, "--json")
    assert sum(json.loads(exported.stdout)["records"].values()) >= 6
    assert run("import", file, "--user", "ana", "--db", other).exit_code == 0
    before = json.loads(run("search", "walnuts", "--json").stdout)
    behind = json.loads(run("search", "walnuts", "--json", "--db", other).stdout)
    assert [one["entry"]["id"] for one in before] == [one["entry"]["id"] for one in behind]


def test_an_export_to_stdout_is_json_lines(run: Run) -> None:
    result = run("export")
    kinds = {json.loads(line)["kind"] for line in result.stdout.splitlines()}
    assert {"turn", "entry"} <= kinds


def test_a_malformed_export_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"kind": "turn"', encoding="utf-8")
    result = run("import", str(file), "--user", "bo")
    assert result.exit_code == 2
    assert "line 1" in result.stderr


def test_reindex_embeds_everything_anew(run: Run) -> None:
    result = run("reindex", "--json")
    entries = json.loads(run("show", "entries", "--json").stdout)
    assert json.loads(result.stdout)["embedded"] >= len(entries)
