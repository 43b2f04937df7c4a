from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Run


@pytest.mark.usefixtures("ana")
def test_recall_finds_what_was_said(run: Run) -> None:
    result = run("recall", "What can I cook with walnuts?")
    assert result.exit_code == 0
    assert "walnuts" in result.stdout
    assert "no model call" in result.stdout


@pytest.mark.usefixtures("ana")
def test_json_is_the_only_thing_on_stdout(run: Run) -> None:
    result = run("recall", "walnuts", "--json")
    found = json.loads(result.stdout)
    assert found["depth"] == "instant"
    assert result.stderr == ""


@pytest.mark.usefixtures("ana")
def test_shared_options_stand_before_or_behind_the_command(run: Run, ana: Path) -> None:
    before = run("--json", "--db", str(ana), "search", "walnuts")
    behind = run("search", "walnuts", "--json", "--db", str(ana))
    assert json.loads(before.stdout) == json.loads(behind.stdout) != []


@pytest.mark.usefixtures("ana")
def test_context_prints_the_text_for_a_prompt_and_nothing_else(run: Run) -> None:
    result = run("recall", "walnuts", "--context")
    assert result.stdout.startswith("<rootmem-context")
    assert result.stdout.rstrip().endswith("</rootmem-context>")


@pytest.mark.usefixtures("ana")
def test_a_filter_narrows(run: Run) -> None:
    result = run("search", "walnuts", "--filter", '{"subject": "nobody"}', "--json")
    assert json.loads(result.stdout) == []


@pytest.mark.usefixtures("ana")
def test_as_of_recalls_what_was_known_then(run: Run) -> None:
    result = run("search", "walnuts", "--as-of", "2024-03-05", "--json")
    assert result.exit_code == 0
    assert "walnuts" not in result.stdout


@pytest.mark.usefixtures("ana")
def test_escape_sequences_in_memory_do_not_reach_the_terminal(run: Run) -> None:
    for command in (["show", "turns"], ["search", "kayaks"], ["show", "entries"]):
        shown = run(*command)
        assert "kayaks" in shown.stdout
        assert "\x1b" not in shown.stdout
        assert "\u202e" not in shown.stdout
        as_json = run(*command, "--json").stdout
        assert "\x1b" not in as_json
        assert "\u202e" not in as_json
        assert json.loads(as_json)


@pytest.mark.usefixtures("ana")
def test_the_only_user_is_the_default_and_several_are_listed(run: Run, chat_file: Path) -> None:
    assert run("recall", "walnuts").exit_code == 0
    run("ingest", str(chat_file), "--user", "bo")
    result = run("recall", "walnuts")
    assert result.exit_code == 2
    assert "ana" in result.stderr
    assert "bo" in result.stderr
    assert "--user" in result.stderr


@pytest.mark.usefixtures("ana")
def test_the_user_may_come_from_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOTMEM_USER", "nobody")
    result = run("recall", "walnuts")
    assert result.exit_code == 3
    assert "nobody" in result.stderr
