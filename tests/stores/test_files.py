"""Erased text is in no file: the database, its log and its shared memory are searched raw."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from rootmem.ports import EntryChanges, RootRevision
from rootmem.stores import SqlStore, compact, open_store
from tests.stores.samples import (
    ANN,
    BOB,
    create,
    draft,
    entry,
    episode,
    message,
    new,
    saved,
    unit,
    vector,
)

SECRET = "quicksilver"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqlStore]:
    opened = open_store(path)
    yield opened
    opened.close()


def found(path: Path, text: str = SECRET) -> list[str]:
    return [
        file.name
        for file in sorted(path.parent.iterdir())
        if text.encode() in file.read_bytes() or text.encode("utf-16-le") in file.read_bytes()
    ]


def secretive(store: SqlStore) -> list[str]:
    """The secret in every place that holds text; the ids of its turns."""
    said = [message(f"{SECRET} turn {n}", n, metadata={"m": SECRET}, name=SECRET) for n in range(3)]
    ids = [turn.id for turn, _ in store.append(ANN, said)]
    store.save_episodes(ANN, [episode("e", ids[:2], title=SECRET), episode("f", ids[2:])])
    store.save_drafts(
        ANN,
        {key: [draft(f"{SECRET} draft", turn)] for key, turn in (("e", ids[:1]), ("f", ids[2:]))},
    )
    store.save_entries(
        ANN,
        EntryChanges(new=(new("m", ids[:1], text=f"{SECRET} entry", triggers=(SECRET,)),)),
        ["e"],
    )
    store.update_entry(ANN, entry("m", text=f"{SECRET} new text", condition=SECRET), vector())
    store.save_roots(ANN, [create("u", ["m"], guidance=f"{SECRET} old rule", triggers=(SECRET,))])
    newer = unit("u", ["m"], activation=f"{SECRET} new rule")
    store.save_roots(ANN, [RootRevision(newer, vector(), "update", SECRET)])
    store.note_error(ANN, f"the model said {SECRET}")
    return ids


def neighbours(store: SqlStore, number: int = 300) -> None:
    """Rows of others of many sizes before, between and after: pages split and merge."""
    sizes = random.Random(number)
    texts = [f"{number} {n} " + "x" * sizes.randrange(900) for n in range(number)]
    store.append(BOB, [message(text) for text in texts])
    sizes.shuffle(texts)
    saved(store, *(new(f"n{number}-{n}", text=text) for n, text in enumerate(texts)), scope=BOB)


@pytest.mark.parametrize("what", ["user", "turns"])
def test_no_file_holds_erased_text(store: SqlStore, path: Path, what: str) -> None:
    neighbours(store, 100)
    ids = secretive(store)
    neighbours(store, 200)
    assert found(path), "the search would find it"
    before = list(store.dump(BOB))
    receipt = store.erase(ANN) if what == "user" else store.erase(ANN, turn_ids=ids)
    assert receipt.compacted
    assert found(path) == []
    assert list(store.dump(BOB)) == before
    store.close()
    assert found(path) == []


def test_text_of_one_erased_turn_among_many_is_gone(store: SqlStore, path: Path) -> None:
    neighbours(store)
    said = [message(f"{word} " + "z" * 300, key=word) for word in (SECRET, "harmless")]
    first, second = (turn.id for turn, _ in store.append(ANN, said))
    saved(store, new("m", [first], text=SECRET), new("n", [second]))
    store.erase(ANN, turn_ids=[first])
    assert found(path) == []
    assert found(path, "harmless") != []


def test_a_large_file_is_blanked_at_once_and_rebuilt_on_closing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(path)
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
    monkeypatch.setattr(compact, "_MODERATE_BYTES", 0)
    neighbours(store, 50)
    store.append(ANN, [message(SECRET)])
    receipt = store.erase(ANN)
    assert not receipt.compacted, "too large to rebuild at once"
    assert found(path) == [], "yet blanked"
    store.close()
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT count(*) FROM rootmem_meta").fetchone() == (0,), "made good for"


def test_a_reader_in_the_way_is_told_and_a_later_write_makes_good(
    store: SqlStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compact, "_WAIT_SECONDS", 0.05)
    ids = secretive(store)
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM rootmem_turns").fetchone()
    assert not store.erase(ANN, turn_ids=ids).compacted
    store.append(BOB, [message("while the reader reads")])
    assert found(path) != []
    reader.close()
    store.append(BOB, [message("after it")])
    assert found(path) == []
    assert store.erase(BOB).compacted


def test_closing_or_opening_anew_makes_good_for_a_compaction_that_was_due(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(path)
    secretive(store)
    monkeypatch.setattr(SqlStore, "_rewrite_file", lambda *_: False)
    assert not store.erase(ANN).compacted
    store.close()
    monkeypatch.undo()
    again = open_store(path)
    again.append(BOB, [message("x")])
    assert again.erase(BOB).compacted
    assert found(path) == []
    again.close()


def test_no_read_transaction_outlives_a_call(store: SqlStore, path: Path) -> None:
    ids = secretive(store)
    store.turns(ANN, ids=ids)
    store.entry_rows(ANN)
    store.versions(ANN)
    running = store.dump(ANN)
    next(running)
    other = sqlite3.connect(path)
    busy, _, _ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0
    other.close()


def test_postgresql_tables_hold_no_erased_text(postgres_place: str) -> None:
    import psycopg

    store = open_store(postgres_place)
    neighbours(store, 50)
    secretive(store)
    assert store.erase(ANN).compacted
    with psycopg.connect(postgres_place) as connection:
        tables = connection.execute(
            "SELECT pg_relation_filepath(c.oid) FROM pg_class c JOIN pg_namespace n "
            "ON n.oid = relnamespace WHERE nspname = current_schema() OR relkind = 't'"
        ).fetchall()
        data = connection.execute("SHOW data_directory").fetchone()
        connection.execute("CHECKPOINT")
    assert data is not None
    files = [Path(data[0]) / name for (name,) in tables if name]
    texts = [file.read_bytes() for file in files if file.exists()]
    assert any(b"xxxxxxxx" in text for text in texts), "the search would find it"
    assert not any(SECRET.encode() in text for text in texts)
    store.close()
