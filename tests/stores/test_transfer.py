from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, RootMemError
from rootmem.ports import EntryChanges, Join, RootRevision, Supersession
from rootmem.stores import SqlStore, open_store
from tests.stores.samples import (
    ANN,
    BOB,
    at,
    built,
    create,
    draft,
    episode,
    message,
    micros,
    new,
    saved,
    told,
    unit,
    vector,
)


@pytest.fixture
def other() -> Iterator[SqlStore]:
    store = open_store(":memory:")
    yield store
    store.close()


def fill(store: SqlStore) -> None:
    """A bit of everything."""
    ids = told(store, "one", "two", "three", "four", "five")
    store.erase(ANN, turn_ids=ids[:1])
    built(
        store,
        "e1",
        ids[1:3],
        new("m", ids[1:2], episode_id="e1", triggers=("x", "y")),
        new("n", ids[2:3]),
    )
    store.save_episodes(ANN, [episode("e2", ids[3:4], title="t")])
    store.save_drafts(ANN, {"e2": [draft("d1", ids[3:4]), draft("d2", ids[3:4])]})
    join = Join("m", (ids[3],), micros(at(3)), 0.7)
    change = Supersession("n", "m", micros(at(4)))
    store.save_entries(ANN, EntryChanges(new=(new("o"),), joins=(join,), supersessions=(change,)))
    store.save_roots(ANN, [create("u", ["m", "o"]), create("v", ["o"])], ["m"])
    store.save_roots(ANN, [RootRevision(unit("v", ["o"]), vector(), "retire", "old")])
    store.set_status(ANN, "o", "retracted", "me")


def test_a_dump_is_json_and_comes_back_the_same(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    records = list(store.dump(ANN))
    vectors = {"m": vector(1) + vector(2) + vector(3), "n": vector(4), "u": vector(5)}
    counts = other.load(BOB, json.loads(json.dumps(records)), vectors)
    assert list(other.dump(BOB)) == records
    assert counts == {
        "turn": 4,
        "episode": 2,
        "draft": 2,
        "entry": 3,
        "event": 6,
        "root": 2,
        "root_version": 3,
    }
    rows = {row.id: row for row in other.entry_rows(BOB)}
    assert (rows["m"].vector, rows["m"].trigger_vectors) == (vector(1), vector(2) + vector(3))
    assert other.roots(BOB)[0].vectors == vector(5)
    assert other.users("default") == ["bob"]
    assert [one.id for one in other.unrooted(BOB, 9)] == [one.id for one in store.unrooted(ANN, 9)]
    assert other.stale_roots(BOB) == store.stale_roots(ANN) == ["u"]


def test_no_vector_is_in_a_dump(store: SqlStore) -> None:
    fill(store)
    assert not any("vector" in key for record in store.dump(ANN) for key in record)


def test_a_memory_that_was_loaded_goes_on(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    other.load(ANN, list(store.dump(ANN)), {})
    [(turn, is_new)] = other.append(ANN, [message("five")])
    assert not is_new, "known keys are known"
    [(turn, is_new)] = other.append(ANN, [message("six")])
    assert (is_new, turn.position) == (True, 5)
    saved(other, new("p"))
    assert other.entry_rows(ANN)[-1].id == "p"
    other.erase(ANN, entry_ids=["m"])
    assert [one.status for one in other.entries(ANN, ids=["n"])] == ["active"]


def test_loading_twice_takes_nothing_the_second_time(store: SqlStore) -> None:
    fill(store)
    records = list(store.dump(ANN))
    before = store.versions(ANN)
    assert set(store.load(ANN, records, {}).values()) == {0}
    assert list(store.dump(ANN)) == records
    assert store.versions(ANN)[:3] == before[:3]


def test_a_turn_known_by_its_key_stands_for_the_one_of_the_dump(
    store: SqlStore, other: SqlStore
) -> None:
    fill(store)
    [mine] = told(other, "two")
    counts = other.load(ANN, list(store.dump(ANN)), {})
    assert counts["turn"] == 3
    assert other.entries(ANN, ids=["m"])[0].turn_ids[0] == mine
    assert len(other.turns(ANN)) == 4
    assert other.entries(ANN, ids=["m"])[0].episode_id == "e1"


def test_a_memory_is_loaded_beside_another(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    told(other, "before")
    other.load(ANN, list(store.dump(ANN)), {})
    assert [turn.text for turn in other.turns(ANN)] == ["before", "two", "three", "four", "five"]
    assert [turn.position for turn in other.turns(ANN)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"kind": "spaceship"}, "line 2.*kind.*turn"),
        ({}, "line 2.*kind"),
        ({"kind": ["turn"]}, "line 2.*kind"),
        ({"kind": "entry", "id": "m", "surprise": 1}, "line 2"),
        ({"kind": "turn", "id": "t", "position": "first"}, "line 2"),
        (dict(new("m", ["nobody's"]).entry.model_dump(mode="json"), kind="entry"), "nobody's"),
        (dict(episode("e", ["nobody's"]).model_dump(mode="json"), kind="episode"), "nobody's"),
        (dict(unit("u", ["nobody's"]).model_dump(mode="json"), kind="root"), "nobody's"),
        (
            dict(new("m", superseded_by="nobody's").entry.model_dump(mode="json"), kind="entry"),
            "nobody's",
        ),
    ],
)
def test_a_malformed_record_is_named_and_nothing_is_taken(
    store: SqlStore, record: dict[str, Any], expected: str
) -> None:
    good = dict(new("good").entry.model_dump(mode="json"), kind="entry")
    with pytest.raises(ImportFormatError, match=expected):
        store.load(ANN, [good, record], {})
    assert list(store.dump(ANN)) == []
    assert store.users("default") == []


def test_a_dump_shows_one_moment_and_holds_no_transaction(store: SqlStore) -> None:
    told(store, "one")
    running = store.dump(ANN)
    assert next(running)["text"] == "one"
    told(store, "two")
    assert list(running) == []


def test_a_dump_pasted_twice_is_taken_once(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    records = list(store.dump(ANN))
    once = other.load(BOB, records, {})
    assert other.load(ANN, records + records, {}) == once


def test_a_number_that_no_database_holds_is_refused(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    records = [record | {"version": 10**30} for record in store.dump(ANN)]
    with pytest.raises(RootMemError):
        other.load(ANN, records, {})
    assert other.counts(ANN).turns == 0
