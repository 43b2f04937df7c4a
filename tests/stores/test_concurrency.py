from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rootmem.model import Scope
from rootmem.ports import EntryChanges
from rootmem.stores import SqlStore, open_store
from tests.stores.samples import ANN, message, new, orphans, saved, told

ROOT = str(Path(__file__).resolve().parents[2])

WRITER = """
import sys
from rootmem.stores import open_store
from rootmem.model import Scope
from tests.stores.samples import message, new
from rootmem.ports import EntryChanges
where, number, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = open_store(where)
for n in range(count):
    [(turn, _)] = store.append(Scope("ann"), [message(f"{number} {n}")])
    entry = new(f"m{number}-{n}", [turn.id])
    assert store.save_entries(Scope("ann"), EntryChanges(new=(entry,)))
    store.append(Scope("ann"), [message("the same")])
    print(n, flush=True)
store.close()
"""


def writer(location: str, number: int, count: int) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": ROOT}
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, location, str(number), str(count)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("count", [100])
def test_four_processes_write_while_others_read(location: str, count: int) -> None:
    if location == ":memory:":
        pytest.skip("memory belongs to one process")
    store = open_store(location)
    writers = [writer(location, number, count) for number in range(4)]
    reads = 0
    while any(one.poll() is None for one in writers):
        rows = store.entry_rows(ANN)
        assert all(len(row.turn_ids) == 1 for row in rows)
        assert store.versions(ANN).entries >= len(rows)
        reads += 1
        time.sleep(0.01)
    assert [one.communicate()[1] for one in writers] == [""] * 4
    assert reads > 4
    assert len(store.entries(ANN)) == 4 * count
    turns = store.turns(ANN)
    assert [turn.position for turn in turns] == list(range(4 * count + 1))
    assert sum(turn.text == "the same" for turn in turns) == 1
    assert store.versions(ANN).entries == 4 * count
    store.close()


def test_a_killed_writer_leaves_whole_transactions(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    open_store(path).close()
    chance = random.Random(7)
    told_before = 0
    for number in range(6):
        process = writer(str(path), number, 10_000)
        assert process.stdout is not None
        for _ in range(chance.randrange(1, 30)):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()
        store = open_store(path)
        with store.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert orphans(store) == []
        turns, rows = store.turns(ANN), store.entry_rows(ANN)
        assert [turn.position for turn in turns] == list(range(len(turns)))
        assert store.versions(ANN).entries == len(rows)
        assert len(turns) - 1 - len(rows) <= number + 1, "at most one turn a kill waits"
        assert len(turns) > told_before
        told_before = len(turns)
        store.close()


def test_threads_share_one_store(store: SqlStore) -> None:
    def work(number: int) -> None:
        scope = Scope(f"user {number % 3}")
        for n in range(10):
            [turn_id] = told(store, f"{number} {n}", scope=scope)
            saved(store, new(f"m{number}-{n}", [turn_id]), scope=scope)
            assert turn_id in {turn.id for turn in store.turns(scope)}
            store.versions(scope)
            list(store.dump(scope))

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(12)))
    assert [len(store.entries(Scope(f"user {n}"))) for n in range(3)] == [40, 40, 40]


def test_a_write_waits_for_a_writer_and_not_for_readers(tmp_path: Path) -> None:
    store = open_store(tmp_path / "memory.db")
    told(store, "one")
    entered, leave = threading.Event(), threading.Event()

    def slow() -> None:
        with store.writing(ANN):
            entered.set()
            leave.wait(10)

    holder = threading.Thread(target=slow)
    holder.start()
    entered.wait(10)
    assert len(store.turns(ANN)) == 1, "readers go on"
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.append, ANN, [message("two")])
        time.sleep(0.1)
        assert not waiting.done()
        leave.set()
        assert waiting.result(10)[0][1]
    holder.join()
    store.close()


def test_a_failed_write_leaves_nothing_and_blocks_nobody(store: SqlStore) -> None:
    told(store, "one")
    before = list(store.dump(ANN)), store.versions(ANN)

    def fail() -> None:
        with store.writing(ANN) as write:
            write.next_position = 99
            write.entries_moved()
            write.introduce()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (list(store.dump(ANN)), store.versions(ANN)) == before
    assert store.save_entries(ANN, EntryChanges(new=(new("m"),)))


def test_a_store_carried_through_a_fork_works_in_the_child(tmp_path: Path) -> None:
    store = open_store(tmp_path / "memory.db")
    told(store, "one")
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if told(store, "two") and len(store.turns(ANN)) == 2 else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert len(store.turns(ANN)) == 2
    store.close()
