from __future__ import annotations

import json

import numpy as np
import pytest

from rootmem.errors import InvalidInput, NotFound
from rootmem.ports import EntryChanges, Join, NewEntry, Supersession
from rootmem.stores import SqlStore
from tests.stores.samples import (
    ANN,
    BOB,
    at,
    create,
    draft,
    entry,
    episode,
    micros,
    new,
    saved,
    told,
    vector,
)


def superseded(store: SqlStore, old: str, by: str, minute: float = 5) -> None:
    change = Supersession(old, by, micros(at(minute)))
    assert store.save_entries(ANN, EntryChanges(supersessions=(change,)))


def actions(store: SqlStore, key: str) -> list[tuple[str, str | None]]:
    return [(event.action, event.by) for event in store.history(ANN, key)]


def test_entries_keep_all_that_is_known_of_them(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    store.save_episodes(ANN, [episode("e", ids)])
    full = entry(
        "m",
        ids,
        type="insight",
        subject="Jack",
        episode_id="e",
        event_time=at(-1),
        valid_to=at(3),
        condition="at home",
        strength=0.125,
        triggers=("a trip", "旅行"),
        metadata={"a": {"b": [1, 2.5, None, True]}},
    )
    assert store.save_entries(ANN, EntryChanges(new=(NewEntry(full, b"v", b"tt"),)))
    assert store.entries(ANN) == [full]
    [row] = store.entry_rows(ANN)
    assert (row.id, row.turn_ids, row.triggers) == ("m", tuple(ids), full.triggers)
    assert (row.vector, row.trigger_vectors) == (b"v", b"tt")
    assert (row.time, row.event_time, row.valid_to) == (
        micros(at(0)),
        micros(at(-1)),
        micros(at(3)),
    )
    assert json.loads(row.metadata) == full.metadata
    assert isinstance(row.vector, bytes)
    assert store.entries(BOB) == store.entry_rows(BOB) == []


def test_entries_come_in_order_of_time_then_creation(store: SqlStore) -> None:
    saved(store, new("c", time=at(2)), new("b"), new("a"), new("d", type="preference"))
    store.set_status(ANN, "b", "retracted", None)

    def keys(**filters: object) -> str:
        return "".join(one.id for one in store.entries(ANN, **filters))

    assert keys() == "badc"
    assert keys(status="active") == "adc"
    assert keys(types=["preference"]) == "d"
    assert keys(types=[]) == ""
    assert keys(limit=2, offset=1) == "ad"
    assert keys(offset=3) == "c"
    assert keys(ids=["d", "nobody's", "c", "d", "b"]) == "dcb"
    assert keys(ids=["d", "c", "b"], status="active", limit=1) == "d"
    assert [row.id for row in store.entry_rows(ANN)] == ["c", "b", "a", "d"]


def test_an_id_that_exists_is_refused_and_nothing_is_written(store: SqlStore) -> None:
    saved(store, new("a"))
    for twice in ((new("b"), new("a")), (new("b"), new("b"))):
        with pytest.raises(InvalidInput):
            store.save_entries(ANN, EntryChanges(new=twice))
    assert [one.id for one in store.entries(ANN)] == ["a"]
    saved(store, new("a"), scope=BOB)


@pytest.mark.parametrize(
    "changes",
    [
        EntryChanges(new=(new("m", ["nobody's"]),)),
        EntryChanges(new=(new("m", origin=["nobody's"]),)),
        EntryChanges(new=(new("m", episode_id="nobody's"),)),
        EntryChanges(joins=(Join("nobody's", (), 0, 0.5),)),
        EntryChanges(new=(new("m"),), joins=(Join("m", ("nobody's",), 0, 0.5),)),
        EntryChanges(new=(new("m"),), supersessions=(Supersession("m", "nobody's", 0),)),
        EntryChanges(new=(new("m"),), supersessions=(Supersession("nobody's", "m", 0),)),
    ],
)
def test_invented_ids_are_refused_and_nothing_is_written(
    store: SqlStore, changes: EntryChanges
) -> None:
    with pytest.raises(NotFound):
        store.save_entries(ANN, changes)
    assert store.entries(ANN) == []
    assert store.versions(ANN)[:3] == (0, 0, 0)


def test_an_entry_may_not_supersede_itself(store: SqlStore) -> None:
    saved(store, new("a"))
    with pytest.raises(InvalidInput):
        superseded(store, "a", "a")


def test_the_second_to_reconcile_an_episode_writes_nothing(store: SqlStore) -> None:
    ids = told(store, "one")
    store.save_episodes(ANN, [episode("e", ids)])
    assert not store.save_entries(ANN, EntryChanges(new=(new("m"),)), ["e"]), "no drafts yet"
    store.save_drafts(ANN, {"e": [draft("x", ids)]})
    assert store.save_entries(ANN, EntryChanges(new=(new("m", ids),)), ["e"])
    assert not store.save_entries(ANN, EntryChanges(new=(new("n", ids),)), ["e"])
    assert [one.id for one in store.entries(ANN)] == ["m"]


def test_a_join_adds_a_source_and_its_time(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three")
    saved(store, new("m", ids[:1]), new("n", ids[1:2]))
    join = Join("m", (ids[2], ids[0], ids[1]), micros(at(2)), 0.9)
    assert store.save_entries(ANN, EntryChanges(joins=(join,)))
    [m] = store.entries(ANN, ids=["m"])
    assert m.turn_ids == (ids[0], ids[2], ids[1])
    assert (m.time, m.strength) == (at(2), 0.9)
    assert actions(store, "m") == [("created", None), ("joined", ids[2])]
    assert [one.id for one in store.entries_of_turns(ANN, [ids[1]])] == ["n", "m"]
    assert store.entries_of_turns(ANN, []) == []
    assert store.entries_of_turns(BOB, ids) == []


def test_a_join_may_name_an_entry_of_the_same_step(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    join = Join("m", (ids[1],), micros(at(1)), 0.5)
    assert store.save_entries(ANN, EntryChanges(new=(new("m", ids[:1]),), joins=(join,)))
    assert store.entries(ANN)[0].turn_ids == tuple(ids)


def test_a_superseded_entry_keeps_its_text_and_names_its_successor(store: SqlStore) -> None:
    saved(store, new("old"))
    change = Supersession("old", "young", micros(at(5)))
    assert store.save_entries(ANN, EntryChanges(new=(new("young"),), supersessions=(change,)))
    [old] = store.entries(ANN, status="superseded")
    assert (old.id, old.superseded_by, old.valid_to) == ("old", "young", at(5))
    assert old.text == "text of old"
    assert actions(store, "old") == [("created", None), ("superseded", "young")]


def test_a_retracted_entry_stays_retracted_when_superseded(store: SqlStore) -> None:
    saved(store, new("old"), new("young"))
    store.set_status(ANN, "old", "retracted", "me")
    superseded(store, "old", "young")
    assert store.entries(ANN, ids=["old"])[0].status == "retracted"


def test_restoring_clears_what_supersession_set(store: SqlStore) -> None:
    saved(store, new("old"), new("young"))
    superseded(store, "old", "young")
    store.set_status(ANN, "old", "active", "me")
    [old] = store.entries(ANN, ids=["old"])
    assert (old.status, old.valid_to, old.superseded_by) == ("active", None, None)
    store.set_status(ANN, "old", "retracted", None)
    assert [action for action, _ in actions(store, "old")] == [
        "created",
        "superseded",
        "restored",
        "retracted",
    ]


def test_an_update_keeps_identity_and_history_keeps_the_old_text(store: SqlStore) -> None:
    ids = told(store, "one")
    saved(store, new("m", ids, metadata={"by": "me"}))
    changed = entry("m", text="better", strength=0.9, metadata={"by": "you"}, status="retracted")
    store.update_entry(ANN, changed, vector(8), vector(9))
    [m] = store.entries(ANN)
    assert (m.text, m.strength, m.metadata) == ("better", 0.9, {"by": "you"})
    assert (m.status, m.turn_ids) == ("active", tuple(ids)), "not the update's to change"
    assert [event.text for event in store.history(ANN, "m")] == ["text of m", "text of m"]
    [row] = store.entry_rows(ANN)
    assert (row.vector, row.trigger_vectors) == (vector(8), vector(9))


def test_unknown_entries_are_not_found(store: SqlStore) -> None:
    saved(store, new("bobs"), scope=BOB)
    for call in (
        lambda: store.update_entry(ANN, entry("bobs"), b""),
        lambda: store.set_status(ANN, "bobs", "retracted", None),
        lambda: store.history(ANN, "bobs"),
    ):
        with pytest.raises(NotFound):
            call()
    assert store.entries(BOB)[0].text == "text of bobs"


def test_every_visible_change_moves_the_version_and_only_changed_rows_are_new(
    store: SqlStore,
) -> None:
    ids = told(store, "one", "two")
    assert store.versions(ANN)[:3] == (0, 0, 0)

    def changed_by(change: object) -> list[str]:
        before = store.versions(ANN)
        assert change is None or callable(change)
        if change is not None:
            change()
        after = store.versions(ANN)
        assert after.entries - before.entries == (change is not None)
        return [row.id for row in store.entry_rows(ANN, since=before.entries)]

    def write(**parts: object):
        return lambda: store.save_entries(ANN, EntryChanges(**parts))

    assert changed_by(write(new=(new("a", ids[:1]), new("b")))) == ["a", "b"]
    assert changed_by(None) == []
    assert changed_by(write(joins=(Join("a", (ids[1],), 0, 0.5),))) == ["a"]
    assert changed_by(write(new=(new("c"),), supersessions=(Supersession("b", "c", 0),))) == [
        "b",
        "c",
    ]
    assert changed_by(lambda: store.update_entry(ANN, entry("c"), b"x")) == ["c"]
    assert changed_by(lambda: store.set_status(ANN, "a", "retracted", None)) == ["a"]
    assert changed_by(lambda: store.erase(ANN, entry_ids=["c"])) == ["b"]
    assert store.versions(ANN).rebuilt == store.versions(ANN).entries
    assert store.versions(BOB)[:3] == (0, 0, 0)


def test_what_changes_nothing_moves_no_version(store: SqlStore) -> None:
    saved(store, new("a"))
    before = store.versions(ANN)
    store.set_status(ANN, "a", "active", None)
    store.save_entries(ANN, EntryChanges())
    store.save_roots(ANN, [], ["a"])
    told(store, "one")
    after = store.versions(ANN)
    assert after[:3] == before[:3]
    assert after.writes > before.writes
    assert len(store.history(ANN, "a")) == 1


def test_thousands_of_rows_come_back_whole(store: SqlStore) -> None:
    ids = told(store, *(f"turn {n}" for n in range(2000)))
    numbers = np.random.default_rng(0).random((2000, 8)).astype(np.float32)
    saved(
        store,
        *(NewEntry(entry(f"m{n}", [ids[n]]), numbers[n].tobytes()) for n in range(2000)),
    )
    rows = store.entry_rows(ANN)
    found = np.frombuffer(b"".join(row.vector for row in rows), np.float32).reshape(2000, 8)
    assert np.array_equal(found, numbers)
    assert [row.turn_ids for row in rows] == [(key,) for key in ids]
    everything = [f"m{n}" for n in reversed(range(2000))]
    assert [one.id for one in store.entries(ANN, ids=everything)] == everything


def test_unrooted_are_the_active_ones_no_batch_has_seen(store: SqlStore) -> None:
    saved(store, *(new(key, time=at(-n)) for n, key in enumerate("abcd")))
    store.set_status(ANN, "b", "retracted", None)
    store.save_roots(ANN, [create("u", ["a"])], ["a"])
    assert [one.id for one in store.unrooted(ANN, 10)] == ["c", "d"]
    assert [one.id for one in store.unrooted(ANN, 1)] == ["c"]
    assert store.unrooted_count(ANN) == 2
    store.save_roots(ANN, [], seen=["c"], unseen=["a"])
    assert [one.id for one in store.unrooted(ANN, 10)] == ["a", "d"]
    assert store.unrooted_count(BOB) == 0
