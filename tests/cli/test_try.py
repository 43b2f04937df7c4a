from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.cli.calling import Run


def test_try_shows_four_requests_both_ways_and_is_short(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run("try")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert result.stdout.count("plain similarity  ") == 4
    assert result.stdout.count("rooted recall  ") == 4
    assert "rootmem ingest" in result.stdout
    assert len(lines) <= 80
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in result.stdout


def test_try_leaves_nothing_behind_unless_a_database_is_named(run: Run, tmp_path: Path) -> None:
    run("try")
    assert list(tmp_path.iterdir()) == []
    run("try", "--db", str(tmp_path / "try.db"))
    assert json.loads(run("status", "--db", str(tmp_path / "try.db"), "--json").stdout)


def test_try_opens_no_network_socket(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    plain = socket.socket

    class Watched(plain):
        def __init__(self, family: int = -1, *rest: object, **named: object) -> None:
            if family in (socket.AF_INET, socket.AF_INET6, -1) and named.get("fileno") is None:
                opened.append(family)
            super().__init__(family, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "socket", Watched)
    assert run("try", "--json").exit_code == 0
    assert opened == []


def test_every_request_has_its_deciding_memory_in_store(run: Run) -> None:
    shown = json.loads(run("try", "--json").stdout)
    assert len(shown["questions"]) == 4
    assert all(one["decisive"] for one in shown["questions"])


def test_the_totals_are_over_all_requests_of_the_sample_and_rooted_recall_is_ahead(
    run: Run,
) -> None:
    totals = json.loads(run("try", "--json").stdout)["all_questions"]
    assert totals["asked"] == 17
    assert totals["found_by_recall"] > totals["found_by_similarity"]
