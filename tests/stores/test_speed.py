"""Ten thousand entries: bounds far above what an idle machine takes, far below what hurts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from rootmem.ports import EntryChanges, NewEntry
from rootmem.stores import SqlStore, open_store
from tests.stores.samples import ANN, entry, told

MANY = 10_000


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SqlStore, list[str]]]:
    store = open_store(tmp_path_factory.mktemp("speed") / "memory.db")
    yield store, told(store, *(f"turn {n}" for n in range(MANY)))
    store.close()


def busy_seconds(call: Callable[[], object], times: int = 1) -> float:
    """The least processor time of this process: other processes must not fail the test."""
    spent: list[float] = []
    for _ in range(times):
        start = time.process_time()
        call()
        spent.append(time.process_time() - start)
    return min(spent)


def test_ten_thousand_entries_are_saved_read_and_erased_in_time(
    full: tuple[SqlStore, list[str]],
) -> None:
    store, ids = full
    vectors = np.random.default_rng(1).random((MANY, 256)).astype(np.float32)
    entries = tuple(
        NewEntry(entry(f"m{n}", [ids[n]], text=f"memory {n} " * 6), vectors[n].tobytes())
        for n in range(MANY)
    )
    assert busy_seconds(lambda: store.save_entries(ANN, EntryChanges(new=entries))) < 1.5
    assert busy_seconds(lambda: store.entry_rows(ANN), times=5) < 0.15
    since = store.versions(ANN).entries
    assert busy_seconds(lambda: store.entry_rows(ANN, since), times=5) < 0.01
    assert busy_seconds(lambda: [store.versions(ANN) for _ in range(1000)], times=3) < 0.3
    assert busy_seconds(lambda: store.pending_turns(ANN), times=5) < 0.02
    assert len(store.entry_rows(ANN)) == MANY
    assert busy_seconds(lambda: store.erase(ANN, entry_ids=[f"m{n}" for n in range(MANY)])) < 1.0
    assert store.entries(ANN) == []


def test_an_up_to_date_file_opens_at_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    open_store(path).close()
    assert busy_seconds(lambda: open_store(path).close(), times=5) < 0.05
