from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from rootmem.errors import EmbedderMismatch, StoreError
from rootmem.model import Scope
from rootmem.ports import RootRevision
from rootmem.stores import SqlStore
from tests.stores.samples import ANN, BOB, built, create, episode, new, saved, told, unit, vector


def test_one_worker_holds_the_lease_until_it_ends(store: SqlStore) -> None:
    assert store.lease(ANN, "first", 60)
    assert store.lease(ANN, "first", 60)
    assert not store.lease(ANN, "second", 60)
    assert store.lease(BOB, "second", 60)
    store.release(ANN, "second")
    assert not store.lease(ANN, "second", 60)
    store.release(ANN, "first")
    assert store.lease(ANN, "second", 0.05)
    time.sleep(0.06)
    assert store.lease(ANN, "first", 60)


def test_of_many_who_ask_at_once_one_gets_the_lease(store: SqlStore) -> None:
    with ThreadPoolExecutor(12) as pool:
        got = list(pool.map(lambda number: store.lease(ANN, f"worker {number}", 60), range(24)))
    assert sum(got) == 1


def test_a_lease_outlives_the_erasure_of_its_user(store: SqlStore) -> None:
    told(store, "one")
    store.lease(ANN, "worker", 60)
    store.erase(ANN)
    assert not store.lease(ANN, "other", 60)


def test_the_last_error_is_kept_until_cleared(store: SqlStore) -> None:
    assert store.last_error(ANN) is None
    store.note_error(ANN, "first")
    store.note_error(ANN, "second\x00")
    assert store.last_error(ANN) == "second"
    assert store.last_error(BOB) is None
    store.note_error(ANN, None)
    assert store.last_error(ANN) is None


def test_pending_scopes_are_those_with_a_step_to_do(store: SqlStore) -> None:
    carl = Scope("carl", "acme")
    assert store.pending_scopes() == []
    told(store, "one", scope=carl)
    ids = told(store, "one")
    assert store.pending_scopes() == [ANN, carl]
    store.save_episodes(ANN, [episode("e", ids, status="open")])
    assert store.pending_scopes() == [carl], "an open episode waits for turns"
    store.save_episodes(ANN, [episode("e", ids)])
    assert store.pending_scopes() == [ANN, carl]
    store.save_drafts(ANN, {"e": []})
    assert store.pending_scopes() == [ANN, carl]
    built(store, "f", told(store, "two"))
    assert store.pending_scopes() == [ANN, carl]


def test_the_first_embedder_claims_the_store(store: SqlStore) -> None:
    assert store.embedder_id() is None
    store.claim_embedder("static 4")
    store.claim_embedder("static 4")
    assert store.embedder_id() == "static 4"
    with pytest.raises(EmbedderMismatch, match=r"static 4.*other 4.*reindex"):
        store.claim_embedder("other 4")


def test_of_two_embedders_at_once_one_claims_the_store(store: SqlStore) -> None:
    def claim(name: str) -> bool:
        try:
            store.claim_embedder(name)
        except EmbedderMismatch:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(claim, [f"e{number}" for number in range(8)]))
    assert sum(got) == 1


def reindexed(store: SqlStore, skip: str = "") -> None:
    vectors = [
        (scope, key, vector(7, 9), b"t")
        for scope in (ANN, BOB)
        for key in ["m", "n", "u", "erased meanwhile"]
        if key != skip
    ]
    store.replace_vectors("new 9", vectors)


def test_a_reindex_replaces_all_vectors_and_the_embedder(store: SqlStore) -> None:
    store.claim_embedder("old 4")
    for scope in (ANN, BOB):
        saved(store, new("m"), new("n"), scope=scope)
    store.save_roots(ANN, [create("u", ["m"]), create("gone", ["m"])])
    store.save_roots(ANN, [RootRevision(unit("gone", ["m"]), vector(), "retire")])
    before = store.versions(ANN)
    reindexed(store)
    assert store.embedder_id() == "new 9"
    for scope in (ANN, BOB):
        assert {(row.vector, row.trigger_vectors) for row in store.entry_rows(scope)} == {
            (vector(7, 9), b"t")
        }
    assert store.roots(ANN)[0].vectors == vector(7, 9)
    after = store.versions(ANN)
    assert after.rebuilt == after.entries == before.entries + 1
    assert after.roots == before.roots + 1


@pytest.mark.parametrize("missing", ["n", "u"])
def test_vectors_of_two_embedders_are_never_mixed(store: SqlStore, missing: str) -> None:
    store.claim_embedder("old 4")
    for scope in (ANN, BOB):
        saved(store, new("m"), new("n"), scope=scope)
    store.save_roots(ANN, [create("u", ["m"])])
    before = store.entry_rows(ANN), store.roots(ANN), store.versions(ANN)
    with pytest.raises(StoreError, match="again"):
        reindexed(store, skip=missing)
    assert (store.entry_rows(ANN), store.roots(ANN), store.versions(ANN)) == before
    assert store.embedder_id() == "old 4"
