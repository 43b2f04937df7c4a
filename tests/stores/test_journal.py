from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta, timezone

import pytest

from rootmem.errors import ScopeRequired
from rootmem.model import Scope
from rootmem.stores import SqlStore
from tests.stores.samples import ANN, BOB, at, built, episode, message, told


def test_turns_keep_all_that_was_said(store: SqlStore) -> None:
    said = message("hello", 1.5, role="tool", name="a tool", metadata={"a": [1, {"b": None}]})
    [(turn, new)] = store.append(ANN, [said])
    assert new
    assert turn.model_dump(include=set(said.model_dump())) == said.model_dump()
    assert store.turns(ANN) == [turn]
    assert turn.position == 0


def test_a_known_key_yields_the_first_turn_whatever_the_rest_says(store: SqlStore) -> None:
    [(first, _)] = store.append(ANN, [message("one", key="k")])
    again = store.append(ANN, [message("other", key="k"), message("two"), message("x", key="k")])
    assert [new for _, new in again] == [False, True, False]
    assert again[0][0] == again[2][0] == first
    assert [turn.text for turn in store.turns(ANN)] == ["one", "two"]


def test_a_key_twice_in_one_call_is_one_new_turn(store: SqlStore) -> None:
    both = store.append(ANN, [message("one", key="k"), message("two", key="k")])
    assert [new for _, new in both] == [True, False]
    assert len(store.turns(ANN)) == 1


def test_the_same_key_of_another_user_or_tenant_is_another_turn(store: SqlStore) -> None:
    scopes = [ANN, BOB, Scope("ann", "elsewhere")]
    ids = {store.append(scope, [message("one", key="k")])[0][0].id for scope in scopes}
    assert len(ids) == 3
    assert [len(store.turns(scope)) for scope in scopes] == [1, 1, 1]


def test_a_key_of_any_length_is_told_apart(store: SqlStore) -> None:
    keys = ["k" * 9000 + tail for tail in "ab"]
    store.append(ANN, [message("one", key=key) for key in keys])
    assert [turn.key for turn in store.turns(ANN)] == keys


def test_twenty_parallel_identical_adds_make_one_turn(store: SqlStore) -> None:
    said = [message("one", key="k"), message("two", key="l")]
    with ThreadPoolExecutor(20) as pool:
        results = list(pool.map(lambda _: store.append(ANN, said), range(20)))
    assert sum(new for result in results for _, new in result) == 2
    assert len({turn.id for result in results for turn, _ in result}) == 2
    assert [turn.position for turn in store.turns(ANN)] == [0, 1]


def test_turns_are_filtered_and_in_order_of_arrival(store: SqlStore) -> None:
    store.append(
        ANN,
        [
            message(text, 9 - n, session_id=text[0])
            for n, text in enumerate(["a1", "b1", "a2", "b2"])
        ],
    )
    ids = [turn.id for turn in store.turns(ANN)]
    store.save_episodes(ANN, [episode("e", ids[:2])])

    def texts(**filters: object) -> list[str]:
        return [turn.text for turn in store.turns(ANN, **filters)]

    assert texts() == ["a1", "b1", "a2", "b2"]
    assert texts(session_id="a") == ["a1", "a2"]
    assert texts(unsegmented=True) == ["a2", "b2"]
    assert texts(after=1) == ["a2", "b2"]
    assert texts(after=0, limit=2) == ["b1", "a2"]
    assert texts(ids=[ids[3], ids[0], "nobody's"]) == ["a1", "b2"]
    assert texts(ids=[]) == []
    assert texts(limit=0) == []


def test_times_are_exact_and_in_utc(store: SqlStore) -> None:
    there = timezone(timedelta(hours=5, minutes=45))
    for number, time in enumerate([at(0).replace(microsecond=1), at(0).replace(year=1931)]):
        said = message("x", key=str(number)).model_copy(update={"time": time.astimezone(there)})
        [(turn, _)] = store.append(ANN, [said])
        assert turn.time == time
        assert turn.time.utcoffset() == timedelta(0)


def test_an_empty_append_makes_nobody_known(store: SqlStore) -> None:
    assert store.append(ANN, []) == []
    assert store.users("default") == []


def test_users_and_tenants_are_those_with_something_stored(store: SqlStore) -> None:
    for scope in (BOB, ANN, Scope("carl", "acme")):
        told(store, "hello", scope=scope)
    store.lease(Scope("dora"), "worker", 10)
    store.note_error(Scope("emil"), "failed")
    assert store.users("default") == ["ann", "bob"]
    assert store.users("acme") == ["carl"]
    assert store.users("nobody's") == []
    assert store.tenants() == ["acme", "default"]


def test_counts_tell_what_is_pending(store: SqlStore) -> None:
    assert store.counts(ANN) == (0, 0, 0, {"active": 0, "superseded": 0, "retracted": 0}, 0)
    ids = told(store, "one", "two", "three", "four")
    built(store, "e1", ids[:2])
    store.save_episodes(ANN, [episode("e2", ids[2:3], status="open")])
    counts = store.counts(ANN)
    assert (counts.turns, counts.pending_turns, counts.episodes) == (4, 2, 2)
    assert store.pending_turns(ANN) == 2
    assert store.pending_turns(BOB) == 0


@pytest.mark.parametrize("user", [None, "", "  ", "a\x00b", "\ud800", 7])
@pytest.mark.parametrize("where", ["user_id", "tenant"])
def test_a_scope_without_a_name_fails_closed_everywhere(
    store: SqlStore, user: object, where: str
) -> None:
    scope = Scope(**({"user_id": "ann"} | {where: user}))  # type: ignore[arg-type]
    calls = [
        lambda: store.append(scope, [message("x")]),
        lambda: store.turns(scope),
        lambda: store.versions(scope),
        lambda: store.counts(scope),
        lambda: store.pending_turns(scope),
        lambda: store.entries(scope),
        lambda: store.entry_rows(scope),
        lambda: store.episodes(scope),
        lambda: store.roots(scope),
        lambda: store.stale_roots(scope),
        lambda: store.unrooted(scope, 5),
        lambda: store.erase(scope),
        lambda: list(store.dump(scope)),
        lambda: store.load(scope, [], {}),
        lambda: store.lease(scope, "w", 1),
        lambda: store.last_error(scope),
        lambda: store.note_error(scope, "x"),
        lambda: store.history(scope, "x"),
    ]
    for call in calls:
        with pytest.raises(ScopeRequired):
            call()
    assert store.tenants() == []
