"""A command line to call, a file to ingest, and a memory that holds it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rootmem.cli.app import app
from tests.cli.calling import Result, Run, lines


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("ROOTMEM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def run() -> Run:
    runner = CliRunner()

    def call(*arguments: str, input: str | None = None) -> Result:
        return runner.invoke(app, list(arguments), input=input)

    return call


@pytest.fixture
def chat_file(tmp_path: Path) -> Path:
    path = tmp_path / "chat.jsonl"
    path.write_text(lines(), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def _ana(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ana")
    (folder / "chat.jsonl").write_text(lines(), encoding="utf-8")
    result = CliRunner().invoke(
        app, ["ingest", str(folder / "chat.jsonl"), "--user", "ana", "--db", str(folder / "m.db")]
    )
    assert result.exit_code == 0, result.stderr
    return folder / "m.db"


@pytest.fixture
def ana(_ana: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with Ana's memory, named by ROOTMEM_DB."""
    path = tmp_path / "memory.db"
    shutil.copy(_ana, path)
    monkeypatch.setenv("ROOTMEM_DB", str(path))
    return path
