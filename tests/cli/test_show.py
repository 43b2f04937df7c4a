from __future__ import annotations

import json

import pytest

from tests.cli.calling import Run

pytestmark = pytest.mark.usefixtures("ana")


@pytest.mark.parametrize("what", ["timeline", "episodes", "entries", "turns"])
def test_lists_are_shown_with_ids(run: Run, what: str) -> None:
    found = json.loads(run("show", what, "--json").stdout)
    shown = run("show", what)
    assert shown.exit_code == 0
    assert found
    assert all(one["id"][:10] in shown.stdout for one in found)


def test_an_empty_list_says_so(run: Run) -> None:
    assert run("show", "entries", "--status", "retracted").stdout == "No entries yet.\n"


def test_limit_keeps_the_newest(run: Run) -> None:
    found = json.loads(run("show", "turns", "--limit", "2", "--json").stdout)
    assert [turn["position"] for turn in found] == [4, 5]


def test_an_entry_is_shown_with_its_chain_of_provenance(run: Run) -> None:
    entries = json.loads(run("show", "entries", "--json").stdout)
    entry = next(one for one in entries if "walnuts" in one["text"])
    shown = run("show", entry["id"][:10])
    assert shown.exit_code == 0
    assert entry["id"] in shown.stdout
    assert "I am allergic to walnuts." in shown.stdout
    assert "episode" in shown.stdout
    assert "created" in shown.stdout
    origin = json.loads(run("show", entry["id"], "--json").stdout)
    assert [turn["text"] for turn in origin["turns"]] == ["I am allergic to walnuts."]
    assert origin["history"][0]["action"] == "created"


def test_every_root_is_shown_down_to_its_turns(run: Run) -> None:
    for root in json.loads(run("show", "roots", "--json").stdout):
        origin = json.loads(run("show", root["id"], "--json").stdout)
        assert [one["entry"]["id"] for one in origin["evidence"]] == root["evidence"]
        assert all(one["turns"] for one in origin["evidence"])
        assert root["id"] in run("show", root["id"]).stdout


def test_a_turn_and_an_episode_are_shown_with_what_was_made_of_them(run: Run) -> None:
    turn = json.loads(run("show", "turns", "--json").stdout)[3]
    origin = json.loads(run("show", turn["id"], "--json").stdout)
    assert any("walnuts" in entry["text"] for entry in origin["entries"])
    assert "walnuts" in run("show", turn["id"]).stdout
    episode = run("show", turn["episode_id"], "--json")
    assert turn["id"] in [one["id"] for one in json.loads(episode.stdout)["turns"]]


@pytest.mark.parametrize("given", ["e_", "e_zzzzzz", "nothing", "walnuts", " "])
def test_what_does_not_exist_is_an_error_that_says_what_to_name(run: Run, given: str) -> None:
    result = run("show", given)
    assert result.exit_code in (2, 3)
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
