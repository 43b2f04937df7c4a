import threading
import time
from typing import Any, cast

from rootmem.index import SnapshotCache
from rootmem.model import Scope
from rootmem.ports import EntryRow, RootRow, Store, Versions
from tests.index.rows import row

ANNE, BEN = Scope("anne"), Scope("ben")


class CountingStore:
    """The part of a store that the cache asks; ``asked`` lists the loads."""

    def __init__(self) -> None:
        self.rows: dict[Scope, list[tuple[int, EntryRow]]] = {}
        self.counters: dict[Scope, Versions] = {}
        self.asked: list[Any] = []
        self.pause = 0.0
        self.waiting = 0

    def put(self, scope: Scope, *rows: EntryRow) -> None:
        old = self.versions(scope)
        self.counters[scope] = old._replace(entries=old.entries + 1, writes=old.writes + 1)
        kept = [(v, r) for v, r in self.rows.get(scope, []) if r.id not in {n.id for n in rows}]
        self.rows[scope] = kept + [(old.entries + 1, r) for r in rows]

    def remove(self, scope: Scope, entry_id: str) -> None:
        old = self.versions(scope)
        self.counters[scope] = old._replace(
            entries=old.entries + 1, rebuilt=old.entries + 1, writes=old.writes + 1
        )
        self.rows[scope] = [(v, r) for v, r in self.rows[scope] if r.id != entry_id]

    def move_roots(self, scope: Scope) -> None:
        old = self.versions(scope)
        self.counters[scope] = old._replace(roots=old.roots + 1, writes=old.writes + 1)

    def versions(self, scope: Scope) -> Versions:
        return self.counters.get(scope, Versions(0, 0, 0))

    def entry_rows(self, scope: Scope, since: int = 0) -> list[EntryRow]:
        self.asked.append(("entries", since))
        time.sleep(self.pause)
        return [r for v, r in self.rows.get(scope, []) if v > since]

    def roots(self, scope: Scope) -> list[RootRow]:
        self.asked.append("roots")
        return []

    def pending_turns(self, scope: Scope) -> int:
        return self.waiting


def cache_of(store: CountingStore, **options: Any) -> SnapshotCache:
    return SnapshotCache(cast(Store, store), 2, **options)


def test_a_user_never_seen_has_an_empty_snapshot():
    assert len(cache_of(CountingStore()).get(ANNE)) == 0


def test_nothing_is_loaded_where_nothing_moved():
    store = CountingStore()
    store.put(ANNE, row(0))
    cache = cache_of(store)
    first = cache.get(ANNE)
    store.asked.clear()
    assert cache.get(ANNE) is first
    assert store.asked == []


def test_at_hand_is_what_stands_or_lacks_a_few_rows():
    store = CountingStore()
    store.put(ANNE, row(0))
    cache = cache_of(store)
    assert cache.at_hand(ANNE) is None
    first = cache.get(ANNE)
    store.asked.clear()
    assert cache.at_hand(ANNE) is first
    assert store.asked == []
    store.put(ANNE, row(1))
    assert cache.at_hand(ANNE) is first
    assert len(first) == 2


def test_what_is_new_in_mass_or_was_removed_is_not_at_hand():
    store = CountingStore()
    store.put(ANNE, row(0), row(1))
    cache = cache_of(store)
    cache.get(ANNE)
    before = store.counters[ANNE]
    store.counters[ANNE] = before._replace(writes=before.writes + 1, created=10_000)
    assert cache.at_hand(ANNE) is None
    store.counters[ANNE] = before._replace(writes=before.writes + 1_000)
    assert cache.at_hand(ANNE) is None
    store.remove(ANNE, "entry-1")
    assert cache.at_hand(ANNE) is None


def test_the_turns_that_wait_are_counted_again_after_a_write():
    store = CountingStore()
    store.put(ANNE, row(0))
    cache = cache_of(store)
    store.waiting = 3
    assert cache.get(ANNE).pending == 3
    store.waiting = 0
    assert cache.get(ANNE).pending == 3  # nothing was written
    store.move_roots(ANNE)
    assert cache.get(ANNE).pending == 0


def test_new_rows_alone_are_loaded():
    store = CountingStore()
    store.put(ANNE, row(0))
    cache = cache_of(store)
    first = cache.get(ANNE)
    store.put(ANNE, row(1))
    store.asked.clear()
    assert cache.get(ANNE) is first
    assert len(first) == 2
    assert store.asked == [("entries", 1)]


def test_a_removal_builds_anew():
    store = CountingStore()
    store.put(ANNE, row(0), row(1))
    cache = cache_of(store)
    first = cache.get(ANNE)
    store.remove(ANNE, "e0")
    second = cache.get(ANNE)
    assert second is not first
    assert second.get("e0") is None
    assert len(second) == 1


def test_rows_added_after_a_removal_extend_again():
    store = CountingStore()
    store.put(ANNE, row(0), row(1))
    store.remove(ANNE, "e0")
    cache = cache_of(store)
    first = cache.get(ANNE)
    store.put(ANNE, row(2))
    assert cache.get(ANNE) is first
    assert len(first) == 2


def test_roots_alone_are_loaded_when_roots_moved():
    store = CountingStore()
    store.put(ANNE, row(0))
    cache = cache_of(store)
    cache.get(ANNE)
    store.asked.clear()
    store.move_roots(ANNE)
    assert cache.get(ANNE).roots_version == 1
    assert store.asked == ["roots"]


def test_users_do_not_see_each_other():
    store = CountingStore()
    store.put(ANNE, row(0))
    store.put(BEN, row(1))
    cache = cache_of(store)
    assert cache.get(ANNE).get("e1") is None
    assert cache.get(BEN).get("e0") is None


def test_the_longest_unused_user_is_let_go():
    store = CountingStore()
    for scope in (ANNE, BEN, Scope("cleo")):
        store.put(scope, *(row(i) for i in range(100)))
    cache = cache_of(store, max_bytes=int(cache_of(store).get(ANNE).nbytes * 2.5))
    first = {scope: cache.get(scope) for scope in (ANNE, BEN)}
    cache.get(ANNE)
    cache.get(Scope("cleo"))
    assert cache.get(ANNE) is first[ANNE]
    assert cache.get(BEN) is not first[BEN]


def test_a_user_larger_than_the_limit_is_still_served():
    store = CountingStore()
    store.put(ANNE, row(0))
    assert len(cache_of(store, max_bytes=1).get(ANNE)) == 1


def test_a_dropped_user_is_loaded_anew():
    store = CountingStore()
    store.put(ANNE, row(0))
    cache = cache_of(store)
    first = cache.get(ANNE)
    cache.drop(ANNE)
    assert cache.get(ANNE) is not first


def test_one_thread_loads_while_the_others_wait():
    store = CountingStore()
    store.put(ANNE, row(0))
    store.pause = 0.05
    cache = cache_of(store)
    got: list[Any] = []
    threads = [threading.Thread(target=lambda: got.append(cache.get(ANNE))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(snapshot) for snapshot in got}) == 1
    assert store.asked.count(("entries", 0)) == 1


def test_counters_that_went_back_build_anew():
    store = CountingStore()
    store.put(ANNE, row(0))
    store.put(ANNE, row(1))
    cache = cache_of(store)
    cache.get(ANNE)
    store.rows.clear()
    store.counters.clear()
    store.put(ANNE, row(2))
    assert [cache.get(ANNE).get(name) is not None for name in ("e0", "e2")] == [False, True]
