from __future__ import annotations

import pytest

from rootmem.errors import InvalidInput, NotFound
from rootmem.ports import EntryChanges, RootRevision, Supersession
from rootmem.stores import SqlStore
from tests.stores.samples import ANN, BOB, create, entry, new, saved, unit, vector


@pytest.fixture
def known(store: SqlStore) -> SqlStore:
    saved(store, *(new(key) for key in "abcd"))
    return store


def revised(
    store: SqlStore, action: str, key: str, evidence: str, merged: tuple[str, ...] = (), **more: str
) -> None:
    revision = RootRevision(unit(key, list(evidence), **more), vector(4), action, "why", merged)  # type: ignore[arg-type]
    store.save_roots(ANN, [revision])


def test_units_keep_all_that_is_known_of_them(known: SqlStore) -> None:
    given = unit("u", ["c", "a"], triggers=("a trip", "旅行"))
    known.save_roots(ANN, [RootRevision(given, b"rows", "create", "why")], ["a"])
    assert known.roots(ANN) == [(given, b"rows")]
    [version] = known.root_versions(ANN, "u")
    assert (version.unit, version.action, version.reason) == (given, "create", "why")
    assert known.roots(BOB) == []
    assert known.root_versions(BOB, "u") == []


def test_each_revision_is_a_version_numbered_by_the_store(known: SqlStore) -> None:
    known.save_roots(ANN, [create("u", ["a"]), create("z", ["b"])])
    revised(known, "update", "u", "ba", guidance="do other")
    revised(known, "revise", "u", "b", guidance="do third")
    [u, z] = [row.unit for row in known.roots(ANN)]
    assert (u.version, u.guidance, u.evidence, z.version) == (3, "do third", ("b",), 1)
    versions = known.root_versions(ANN, "u")
    assert [(one.action, one.unit.version, one.unit.evidence) for one in versions] == [
        ("create", 1, ("a",)),
        ("update", 2, ("b", "a")),
        ("revise", 3, ("b",)),
    ]


def test_units_that_are_retired_or_folded_in_leave_but_keep_their_versions(
    known: SqlStore,
) -> None:
    known.save_roots(ANN, [create(key, ["a", "b"]) for key in "uvw"])
    revised(known, "merge", "u", "ab", merged=("v",))
    revised(known, "retire", "w", "ab")
    assert [row.unit.id for row in known.roots(ANN)] == ["u"]
    assert known.counts(ANN).roots == 1
    assert known.root_versions(ANN, "u")[-1].merged_ids == ("v",)
    assert [one.action for one in known.root_versions(ANN, "v")] == ["create"]
    assert [one.action for one in known.root_versions(ANN, "w")] == ["create", "retire"]


def test_units_are_listed_oldest_first(known: SqlStore) -> None:
    known.save_roots(ANN, [create(key, ["a"]) for key in "zya"])
    revised(known, "update", "z", "b")
    assert [row.unit.id for row in known.roots(ANN)] == ["z", "y", "a"]


def test_invented_ids_are_refused_and_nothing_is_written(known: SqlStore) -> None:
    saved(known, new("bobs"), scope=BOB)
    known.save_roots(ANN, [create("u", ["a"])])
    before = list(known.dump(ANN)), known.versions(ANN)
    for refused in (
        lambda: known.save_roots(ANN, [create("v", ["a", "nobody's"])]),
        lambda: known.save_roots(ANN, [create("v", ["bobs"])]),
        lambda: known.save_roots(ANN, [], ["nobody's"]),
        lambda: known.save_roots(ANN, [], [], ["nobody's"]),
        lambda: revised(known, "update", "v", "a"),
        lambda: revised(known, "merge", "u", "a", merged=("nobody's",)),
    ):
        with pytest.raises(NotFound):
            refused()
    with pytest.raises(InvalidInput):
        known.save_roots(ANN, [create("v", [])])
    assert (list(known.dump(ANN)), known.versions(ANN)) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.update_entry(ANN, entry("a", text="new"), b""),
        lambda store: store.set_status(ANN, "a", "retracted", None),
        lambda store: store.save_entries(
            ANN, EntryChanges(supersessions=(Supersession("a", "d", 0),))
        ),
    ],
)
def test_a_unit_is_stale_when_present_evidence_changes_until_it_is_written_anew(
    known: SqlStore, change: object
) -> None:
    known.save_roots(ANN, [create("u", ["a", "b"]), create("v", ["a"]), create("w", ["c"])])
    revised(known, "update", "v", "b")
    assert known.stale_roots(ANN) == []
    assert callable(change)
    change(known)
    assert known.stale_roots(ANN) == ["u"]
    revised(known, "revise", "u", "b")
    assert known.stale_roots(ANN) == []


def test_a_retired_unit_is_not_stale(known: SqlStore) -> None:
    known.save_roots(ANN, [create("u", ["a"])])
    revised(known, "retire", "u", "a")
    known.set_status(ANN, "a", "retracted", None)
    assert known.stale_roots(ANN) == []


def test_each_change_of_units_moves_their_version_alone(known: SqlStore) -> None:
    before = known.versions(ANN)[:3]
    known.save_roots(ANN, [create("u", ["a"]), create("v", ["b"])])
    assert known.versions(ANN)[:3] == (before[0], 1, before[2])
    revised(known, "retire", "u", "a")
    assert known.versions(ANN)[:3] == (before[0], 2, before[2])
    known.erase(ANN, entry_ids=["b"])
    assert known.versions(ANN).roots == 3
