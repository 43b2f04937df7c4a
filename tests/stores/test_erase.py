from __future__ import annotations

import pytest

from rootmem.errors import NotFound
from rootmem.ports import EntryChanges, Join, RootRevision, Supersession
from rootmem.stores import SqlStore
from tests.stores.samples import (
    ANN,
    BOB,
    at,
    built,
    create,
    draft,
    episode,
    micros,
    new,
    saved,
    told,
    unit,
    vector,
)


def state(store: SqlStore, key: str):
    [found] = store.entries(ANN, ids=[key])
    return found


def statuses(store: SqlStore) -> dict[str, tuple[str, int]]:
    return {one.id: (one.status, one.built) for one in store.episodes(ANN)}


def superseded(store: SqlStore, old: str, by: str, minute: float) -> None:
    change = Supersession(old, by, micros(at(minute)))
    assert store.save_entries(ANN, EntryChanges(supersessions=(change,)))


def test_entries_formed_from_an_erased_turn_go_with_their_history(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    built(store, "e", ids, new("m", ids[:1]), new("n", ids[1:]))
    receipt = store.erase(ANN, turn_ids=ids[:1])
    assert (receipt.user_id, receipt.turns, receipt.entries, receipt.episodes) == ("ann", 1, 1, 0)
    assert receipt.erased_ids == (ids[0], "m")
    assert receipt.compacted
    assert [one.id for one in store.entries(ANN)] == ["n"]
    assert [turn.id for turn in store.turns(ANN)] == ids[1:]
    with pytest.raises(NotFound):
        store.history(ANN, "m")


def test_entries_that_merely_lose_a_joined_source_stay(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    saved(store, new("m", ids[:1]))
    join = Join("m", (ids[1],), micros(at(1)), 0.5)
    store.save_entries(ANN, EntryChanges(joins=(join,)))
    before = store.versions(ANN)
    store.erase(ANN, turn_ids=ids[1:])
    assert state(store, "m").turn_ids == (ids[0],)
    assert state(store, "m").time == at(0), "the time of the latest turn that is left"
    assert [event.action for event in store.history(ANN, "m")] == ["created", "joined", "unjoined"]
    assert [row.id for row in store.entry_rows(ANN, since=before.entries)] == ["m"]


def test_what_another_source_still_supports_is_decomposed_again(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three", "four")
    built(store, "e1", ids[:1], new("m", ids[:1]))
    built(store, "e2", ids[1:2])
    built(store, "e3", ids[2:])
    join = Join("m", (ids[1],), micros(at(1)), 0.5)
    store.save_entries(ANN, EntryChanges(joins=(join,)))
    receipt = store.erase(ANN, turn_ids=ids[:1])
    assert receipt.episodes == 1
    assert statuses(store) == {"e2": ("closed", 0), "e3": ("reconciled", 2)}
    assert store.entries(ANN) == []
    assert store.pending_scopes() == [ANN]


def test_of_an_entry_formed_from_two_turns_the_other_turn_is_decomposed_again(
    store: SqlStore,
) -> None:
    ids = told(store, "one", "two", "three")
    built(store, "e", ids, new("m", ids[:2]), new("n", ids[2:]))
    store.erase(ANN, turn_ids=ids[:1])
    assert [one.id for one in store.entries(ANN)] == ["n"]
    assert statuses(store) == {"e": ("closed", 0)}


def test_origin_and_not_every_source_decides_whether_an_entry_goes(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    saved(store, new("m", ids, origin=ids[:1]))
    store.erase(ANN, turn_ids=ids[1:])
    assert state(store, "m").turn_ids == (ids[0],)
    store.erase(ANN, turn_ids=ids[:1])
    assert store.entries(ANN) == []


def test_named_entries_go_alone_and_are_not_decomposed_again(store: SqlStore) -> None:
    ids = told(store, "one")
    built(store, "e", ids, new("m", ids))
    receipt = store.erase(ANN, entry_ids=["m"])
    assert (receipt.turns, receipt.entries, receipt.erased_ids) == (0, 1, ("m",))
    assert statuses(store) == {"e": ("reconciled", 1)}
    assert len(store.turns(ANN)) == 1


def test_an_episode_that_loses_a_turn_loses_title_drafts_and_span(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three")
    store.save_episodes(ANN, [episode("e", ids, title="of one")])
    store.save_drafts(ANN, {"e": [draft("of one and two", ids[:2])]})
    store.erase(ANN, turn_ids=ids[:1])
    [left] = store.episodes(ANN)
    assert (left.title, left.start, left.end) == ("", at(1), at(2))
    assert (left.status, left.built, left.turn_ids) == ("closed", 0, tuple(ids[1:]))
    assert store.drafts(ANN, ["e"]) == {}


def test_a_built_episode_that_loses_a_turn_counts_it_out(store: SqlStore) -> None:
    ids = told(store, "one", "two", "three", "four")
    built(store, "e", ids[:3])
    store.save_episodes(ANN, [episode("e", ids, status="open")])
    store.erase(ANN, turn_ids=[ids[1], ids[3]])
    assert statuses(store) == {"e": ("open", 2)}


def test_what_an_erased_entry_superseded_is_active_again_as_before(store: SqlStore) -> None:
    saved(store, new("old", valid_to=at(9)), new("young"))
    superseded(store, "old", "young", 5)
    store.erase(ANN, entry_ids=["young"])
    old = state(store, "old")
    assert (old.status, old.superseded_by, old.valid_to) == ("active", None, at(9))
    assert [event.action for event in store.history(ANN, "old")] == [
        "created",
        "superseded",
        "restored",
    ]


def test_an_older_state_does_not_come_back_beside_the_newest(store: SqlStore) -> None:
    saved(store, new("rome"), new("berlin"), new("paris"))
    superseded(store, "rome", "berlin", 5)
    superseded(store, "berlin", "paris", 6)
    store.erase(ANN, entry_ids=["berlin"])
    rome = state(store, "rome")
    assert (rome.status, rome.superseded_by, rome.valid_to) == ("superseded", "paris", at(5))
    store.erase(ANN, entry_ids=["paris"])
    assert state(store, "rome").status == "active"


def test_a_circle_of_supersessions_ends_active(store: SqlStore) -> None:
    saved(store, new("a"), new("b"))
    superseded(store, "a", "b", 5)
    superseded(store, "b", "a", 6)
    store.erase(ANN, entry_ids=["b"])
    assert state(store, "a").status == "active"


def test_a_retracted_entry_stays_retracted_when_its_successor_is_erased(store: SqlStore) -> None:
    saved(store, new("old"), new("young"))
    superseded(store, "old", "young", 5)
    store.set_status(ANN, "old", "retracted", None)
    store.erase(ANN, entry_ids=["young"])
    assert (state(store, "old").status, state(store, "old").superseded_by) == ("retracted", None)


def test_units_that_cite_an_erased_entry_go_with_all_versions(store: SqlStore) -> None:
    saved(store, *(new(key) for key in "abc"))
    store.save_roots(ANN, [create("u", ["a", "b"]), create("w", ["c"])], list("abc"))
    receipt = store.erase(ANN, entry_ids=["a"])
    assert receipt.roots_retired == ("u",)
    assert [row.unit.id for row in store.roots(ANN)] == ["w"]
    assert store.root_versions(ANN, "u") == []
    assert [one.id for one in store.unrooted(ANN, 9)] == ["b"], "another batch makes it anew"


def test_units_that_cited_an_erased_entry_in_an_old_version_go_too(store: SqlStore) -> None:
    saved(store, *(new(key) for key in "abc"))
    store.save_roots(ANN, [create("u", ["a"]), create("gone", ["a"]), create("w", ["c"])], "abc")
    store.save_roots(
        ANN,
        [
            RootRevision(unit("u", ["b"]), vector(), "update"),
            RootRevision(unit("gone", ["a"]), vector(), "retire"),
        ],
    )
    receipt = store.erase(ANN, entry_ids=["a"])
    assert receipt.roots_retired == ("u",), "the other was retired before"
    assert store.root_versions(ANN, "u") == store.root_versions(ANN, "gone") == []
    assert [one.id for one in store.unrooted(ANN, 9)] == ["b"]


def test_erasing_a_user_leaves_nothing_and_is_noticed_by_old_snapshots(store: SqlStore) -> None:
    ids = told(store, "one", "two")
    built(store, "e", ids, new("m", ids))
    store.save_roots(ANN, [create("u", ["m"])])
    store.note_error(ANN, "it said: one")
    before = store.versions(ANN)
    receipt = store.erase(ANN)
    assert (receipt.turns, receipt.entries, receipt.episodes) == (2, 1, 1)
    assert receipt.roots_retired == ("u",)
    assert list(store.dump(ANN)) == []
    assert store.last_error(ANN) is None
    assert store.users("default") == []
    after = store.versions(ANN)
    assert after.rebuilt == after.entries > before.entries
    assert after.roots > before.roots
    saved(store, new("m"))
    assert store.versions(ANN).entries > after.entries


def test_erasing_a_user_who_is_not_there_is_an_empty_receipt(store: SqlStore) -> None:
    receipt = store.erase(ANN)
    assert (receipt.turns, receipt.erased_ids) == (0, ())
    assert store.users("default") == []


def test_an_empty_list_is_never_everything(store: SqlStore) -> None:
    ids = told(store, "one")
    for given in ({"turn_ids": []}, {"entry_ids": []}, {"turn_ids": [], "entry_ids": []}):
        assert store.erase(ANN, **given).erased_ids == ()
    assert [turn.id for turn in store.turns(ANN)] == ids


def test_an_unknown_id_erases_nothing_at_all(store: SqlStore) -> None:
    ids = told(store, "one")
    saved(store, new("m", ids))
    bobs = told(store, "two", scope=BOB)
    before = list(store.dump(ANN))
    for given in (
        {"turn_ids": [*ids, "nobody's"]},
        {"turn_ids": [*ids, *bobs]},
        {"turn_ids": ids, "entry_ids": ["nobody's"]},
    ):
        with pytest.raises(NotFound):
            store.erase(ANN, **given)
    assert list(store.dump(ANN)) == before


def test_another_user_is_untouched_to_the_byte(store: SqlStore) -> None:
    for scope in (ANN, BOB):
        ids = told(store, "one", "two", scope=scope)
        saved(store, new("m", ids), new("n"), scope=scope)
        store.save_roots(scope, [create("u", ["m", "n"])], ["m"])
    before = list(store.dump(BOB)), store.entry_rows(BOB), store.versions(BOB)
    store.erase(ANN, turn_ids=[store.turns(ANN)[0].id])
    store.erase(ANN)
    assert (list(store.dump(BOB)), store.entry_rows(BOB), store.versions(BOB)) == before


def test_thousands_of_entries_are_erased_without_exception(store: SqlStore) -> None:
    ids = told(store, *(f"turn {n}" for n in range(3000)))
    saved(store, *(new(f"m{n}", [ids[n]]) for n in range(3000)), new("stays"))
    receipt = store.erase(ANN, turn_ids=ids)
    assert (receipt.turns, receipt.entries, len(receipt.erased_ids)) == (3000, 3000, 6000)
    assert [one.id for one in store.entries(ANN)] == ["stays"]
    assert store.turns(ANN) == []


def test_an_erased_message_may_be_told_again(store: SqlStore) -> None:
    [first] = told(store, "one")
    store.erase(ANN, turn_ids=[first])
    [second] = told(store, "one")
    assert second != first
    assert store.turns(ANN)[0].position == 1
