from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Run


def states(run: Run, *arguments: str) -> dict[str, str]:
    shown = run("doctor", "--json", *arguments).stdout
    return {one["name"]: one["state"] for one in json.loads(shown)}


def test_a_fresh_machine_is_fine_and_nothing_is_made(run: Run, tmp_path: Path) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert "not made yet" in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_secrets_are_never_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOTMEM_API_KEY", "hunter2")
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2")
    monkeypatch.setenv("ROOTMEM_LLM", "some-model")
    monkeypatch.setenv("ROOTMEM_BASE_URL", "https://me:hunter2@models.example/v1?key=hunter2")
    for arguments in (["doctor"], ["doctor", "--json"]):
        result = run(*arguments)
        assert "hunter2" not in result.output
        assert "models.example" in result.output


def test_a_database_that_does_not_open_is_bad(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "no.db"
    file.write_text("this is not a database, and long enough to be read as one" * 20)
    result = run("doctor", "--db", str(file))
    assert result.exit_code == 1
    assert "not an SQLite database" in " ".join(result.stdout.split())


def test_a_wrong_setting_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOTMEM_PRESET", "fat")
    result = run("doctor")
    assert result.exit_code == 1
    assert "preset" in result.stdout


def test_the_database_and_the_embedder_work(run: Run, ana: Path) -> None:
    found = states(run)
    assert (found["database"], found["embedder"], found["model"]) == ("ok", "ok", "off")
    assert ana.exists()
