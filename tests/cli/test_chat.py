from __future__ import annotations

import json
from pathlib import Path

import pytest

from rootmem.reasoners.offline import open_offline_reasoner
from tests.cli.calling import Run


def test_without_a_model_it_says_so_and_remembers(run: Run, ana: Path) -> None:
    result = run("chat", input="My bike is called Comet.\n")
    assert result.exit_code == 0
    assert "No model is configured" in result.stderr
    assert "Comet" in run("show", "entries", "--json").stdout
    assert ana.exists()


@pytest.mark.usefixtures("ana")
def test_commands_show_what_is_remembered(run: Run) -> None:
    result = run("chat", input="/recall walnuts\n/timeline\n/roots\n/nonsense\n/quit\nnever read\n")
    assert result.exit_code == 0
    assert "allergic" in result.stdout
    assert "/forget-last" in result.stderr
    assert "never read" not in run("show", "turns", "--json").stdout


@pytest.mark.usefixtures("ana")
def test_forget_last_erases_what_was_said_last(run: Run) -> None:
    run("chat", input="My bike is called Comet.\nI drive a lorry.\n/forget-last\n")
    turns = run("show", "turns", "--json").stdout
    assert "Comet" in turns
    assert "lorry" not in turns


@pytest.mark.usefixtures("ana")
def test_json_is_one_object_a_line(run: Run) -> None:
    result = run("chat", "--json", input="What may I eat?\n/roots\n")
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert first["user"] == "What may I eat?"
    assert isinstance(second, list)


def test_a_model_answers_and_its_words_are_journaled(
    run: Run, ana: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Answering:
        """The offline reasoner, given a voice."""

        name, uses_model = "parrot", False

        def __init__(self, embedder: object) -> None:
            self._inner = open_offline_reasoner(embedder)  # type: ignore[arg-type]

        def __getattr__(self, name: str) -> object:
            return getattr(self._inner, name)

        async def respond(self, query: str, context: str, history: object = ()) -> str:
            return f"You said {query}\x1b[2J; I know of walnuts: {'walnuts' in context}"

    monkeypatch.setattr(
        "rootmem.memory.parts.open_reasoner", lambda _settings, embedder: Answering(embedder)
    )
    result = run("chat", input="Can I eat walnuts?\n")
    assert result.exit_code == 0, result.stderr
    assert "I know of walnuts: True" in result.stdout
    assert "\x1b" not in result.stdout
    roles = [turn["role"] for turn in json.loads(run("show", "turns", "--json").stdout)]
    assert roles[-2:] == ["user", "assistant"]
    assert ana.exists()


def test_without_a_model_a_line_is_met_by_the_next_one(run: Run) -> None:
    result = run("chat", "--user", "bo", input="I am allergic to walnuts.\nWhich cake for me?\n")
    before, after = result.stdout.split("\n", 1)
    assert "walnuts" not in before
    assert "allergic to walnuts" in after
