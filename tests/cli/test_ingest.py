from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Run, lines

BROKEN = '{"role": "user", "content": 7}\n'


def counts(run: Run, database: Path) -> dict[str, int]:
    result = run("status", "--db", str(database), "--json")
    return {one["user_id"]: one["turns"] for one in json.loads(result.stdout)["users"]}


def test_ingest_reports_what_came_in(run: Run, chat_file: Path, tmp_path: Path) -> None:
    result = run("ingest", str(chat_file), "-u", "ana", "--db", str(tmp_path / "m.db"), "--json")
    assert result.exit_code == 0
    added = json.loads(result.stdout)["ana"]
    assert added["new_turns"] == 6
    assert added["entries"] >= 3
    assert added["pending"] == 0


def test_ingesting_a_file_again_adds_nothing(run: Run, ana: Path, chat_file: Path) -> None:
    result = run("ingest", str(chat_file), "--user", "ana", "--json")
    added = json.loads(result.stdout)["ana"]
    assert (added["new_turns"], added["entries"]) == (0, 0)
    assert counts(run, ana) == {"ana": 6}


def test_users_named_in_the_file_are_kept_apart(run: Run, tmp_path: Path) -> None:
    file, database = tmp_path / "two.jsonl", tmp_path / "m.db"
    other = lines("bo").splitlines(keepends=True)[0]
    file.write_text(lines("ana") + other, encoding="utf-8")
    assert run("ingest", str(file), "--db", str(database)).exit_code == 0
    assert counts(run, database) == {"ana": 6, "bo": 1}


def test_rollback_takes_nothing_of_a_malformed_file(
    run: Run, chat_file: Path, tmp_path: Path
) -> None:
    database = tmp_path / "m.db"
    chat_file.write_text(lines() + BROKEN, encoding="utf-8")
    result = run("ingest", str(chat_file), "--user", "ana", "--db", str(database))
    assert result.exit_code == 2
    assert "line 7" in result.stderr
    assert not database.exists()


def test_rollback_of_one_file_leaves_the_others(run: Run, chat_file: Path, tmp_path: Path) -> None:
    database, broken = tmp_path / "m.db", tmp_path / "broken.jsonl"
    broken.write_text(BROKEN, encoding="utf-8")
    result = run("ingest", str(broken), str(chat_file), "--user", "ana", "--db", str(database))
    assert result.exit_code == 2
    assert counts(run, database) == {"ana": 6}


def test_keep_takes_what_stands_before_a_malformed_record(
    run: Run, chat_file: Path, tmp_path: Path
) -> None:
    database = tmp_path / "m.db"
    chat_file.write_text(lines() + BROKEN, encoding="utf-8")
    result = run("ingest", str(chat_file), "--keep", "--user", "ana", "--db", str(database))
    assert result.exit_code == 2
    assert "line 7" in result.stderr
    assert counts(run, database) == {"ana": 6}


def test_a_dry_run_counts_and_writes_nothing(run: Run, chat_file: Path, tmp_path: Path) -> None:
    database = tmp_path / "m.db"
    result = run(
        "ingest", str(chat_file), "--dry-run", "--db", str(database), "--llm", "openai:x", "--json"
    )
    assert result.exit_code == 0
    estimate = json.loads(result.stdout)
    assert estimate["users"][""]["turns"] == 6
    assert estimate["sessions"] == 2
    assert estimate["model_calls"] >= 2
    assert not database.exists()


def test_a_session_given_overrides_the_file(run: Run, chat_file: Path, tmp_path: Path) -> None:
    database = str(tmp_path / "m.db")
    run("ingest", str(chat_file), "--user", "ana", "--session", "one", "--db", database)
    shown = run("show", "turns", "--session", "one", "--db", database, "--json")
    assert len(json.loads(shown.stdout)) == 6


def test_an_interruption_keeps_the_journal_and_says_how_to_go_on(
    run: Run, chat_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rootmem.construct.pipeline import Constructor

    async def interrupted(*_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    database = tmp_path / "m.db"
    with monkeypatch.context() as patch:
        patch.setattr(Constructor, "construct", interrupted)
        result = run("ingest", str(chat_file), "--user", "ana", "--db", str(database))
    assert result.exit_code == 130
    assert "rootmem construct" in result.stderr
    built = run("construct", "--db", str(database), "--json")
    assert json.loads(built.stdout)["ana"]["pending"] == 0
    assert json.loads(built.stdout)["ana"]["entries"] >= 3


def test_a_model_that_is_down_leaves_work_pending_and_its_own_exit_code(
    run: Run, chat_file: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pydantic_ai")
    result = run(
        "ingest",
        str(chat_file),
        *("--user", "ana", "--db", str(tmp_path / "m.db"), "--json"),
        *("--llm", "some-model", "--base-url", "http://127.0.0.1:9/v1"),
        *("--budget-calls", "0"),
    )
    assert result.exit_code == 6
    assert json.loads(result.stdout)["ana"]["pending"] == 6
    assert "rootmem construct" in result.stderr
