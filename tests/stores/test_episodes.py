from __future__ import annotations

import pytest

from rootmem.errors import InvalidInput, NotFound
from rootmem.ports import EntryChanges
from rootmem.stores import SqlStore
from tests.stores.samples import ANN, BOB, at, built, draft, episode, new, told


def test_episodes_are_read_in_the_order_of_their_first_turns(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three", "four")
    later = episode("a", ids[2:], title="later", status="open")
    first = episode("b", ids[:2], title="first")
    assert store.save_episodes(ANN, [later, first])
    assert store.episodes(ANN) == [first, later]
    assert store.episodes(ANN, newest=True) == [later]
    assert store.episodes(ANN, status="closed") == [first]
    assert store.episodes(ANN, ids=["a", "b", "nobody's"]) == [first, later]
    assert store.episodes(ANN, ids=["a", "b"], newest=True) == [later]
    assert store.episodes(BOB) == []
    assert [turn.episode_id for turn in store.turns(ANN)] == ["b", "b", "a", "a"]


def test_an_episode_grows_and_keeps_what_is_built(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three")
    built(store, "e", ids[:2])
    grown = episode("e", ids, status="open", title="more").model_copy(update={"end": at(9)})
    assert store.save_episodes(ANN, [grown])
    assert store.episodes(ANN) == [grown.model_copy(update={"built": 2})]


def test_a_second_writer_of_episodes_is_told_and_writes_nothing(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three")
    assert store.save_episodes(ANN, [episode("e", ids[:2])])
    before = list(store.dump(ANN))
    assert not store.save_episodes(ANN, [episode("f", ids[2:]), episode("g", ids[1:2])])
    assert not store.save_episodes(ANN, [episode("e", ids[:1])]), "a turn would be left out"
    assert store.save_drafts(ANN, {"e": []})
    assert not store.save_episodes(ANN, [episode("e", ids)]), "its drafts come first"
    assert [record for record in store.dump(ANN) if record["kind"] == "turn"] == [
        record for record in before if record["kind"] == "turn"
    ]
    assert [one.id for one in store.episodes(ANN)] == ["e"]


def test_saving_the_same_episodes_again_changes_nothing(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    for _ in range(2):
        assert store.save_episodes(ANN, [episode("e", ids)])
    assert store.episodes(ANN) == [episode("e", ids)]


def test_unknown_turns_and_empty_or_overlapping_episodes_are_refused(store: SqlStore) -> None:
    ids, bobs = told(store, "one"), told(store, "x", scope=BOB)
    with pytest.raises(NotFound, match="nobody"):
        store.save_episodes(ANN, [episode("e", [*ids, "nobody's"])])
    with pytest.raises(NotFound):
        store.save_episodes(ANN, [episode("e", bobs)])
    with pytest.raises(InvalidInput):
        store.save_episodes(ANN, [episode("e", [])])
    with pytest.raises(InvalidInput):
        store.save_episodes(ANN, [episode("e", ids), episode("f", ids)])
    assert store.episodes(ANN) == []


def test_drafts_wait_until_their_episode_is_reconciled(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    store.save_episodes(ANN, [episode("e", ids), episode_open(told(store, "three"))])
    made = [draft("second", ids[1:]), draft("first", ids)]
    assert store.save_drafts(ANN, {"e": made})
    assert store.drafts(ANN, ["e"]) == {"e": made}
    assert store.episodes(ANN, status="decomposed")[0].built == 2
    assert not store.save_drafts(ANN, {"e": made}), "not closed any more"
    assert not store.save_drafts(ANN, {"open": []}), "not closed yet"
    assert not store.save_drafts(ANN, {"nobody's": []})
    assert store.save_entries(ANN, EntryChanges(new=(new("m", ids),)), ["e"])
    assert store.drafts(ANN, ["e"]) == {}
    assert store.episodes(ANN, ids=["e"])[0].status == "reconciled"


def episode_open(ids: list[str]):
    return episode("open", ids, status="open")


def test_drafts_of_several_episodes_are_saved_together_or_not_at_all(store: SqlStore) -> None:
    first, second = told(store, "one", "two")
    store.save_episodes(ANN, [episode("e", [first]), episode("f", [second], status="open")])
    assert not store.save_drafts(ANN, {"e": [draft("x", [first])], "f": []})
    assert store.drafts(ANN, ["e"]) == {}
    assert store.episodes(ANN, ids=["e"])[0].status == "closed"


def test_drafts_that_name_unknown_turns_are_refused(store: SqlStore) -> None:
    ids = told(store, "one")
    store.save_episodes(ANN, [episode("e", ids)])
    with pytest.raises(NotFound):
        store.save_drafts(ANN, {"e": [draft("x", ["nobody's"])]})
    assert store.episodes(ANN)[0].status == "closed"
