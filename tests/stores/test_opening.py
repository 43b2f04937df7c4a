from __future__ import annotations

import importlib.util
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from rootmem.errors import InvalidInput, NotConfigured, StoreError
from rootmem.stores import open_store
from rootmem.stores.schema import metadata
from rootmem.stores.upgrade import REVISIONS, VERSION_TABLE, migrations
from tests.stores.samples import ANN, told


def test_a_missing_directory_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b c" / "100%?#.db"
    store = open_store(path)
    told(store, "one")
    store.close()
    assert path.is_file()
    assert len(open_store(str(path)).turns(ANN)) == 1
    assert len(open_store(f"sqlite:///{tmp_path}/other.db").turns(ANN)) == 0


def test_the_description_names_the_place_without_credentials(
    tmp_path: Path, postgres_place: str
) -> None:
    assert open_store(tmp_path / "x.db").description == f"sqlite {tmp_path / 'x.db'}"
    assert open_store(":memory:").description == "sqlite :memory:"
    secret = postgres_place.replace("postgres:@", "postgres:hunter2@")
    description = open_store(secret).description
    assert description == "postgresql local/postgres"


@pytest.mark.parametrize(
    "location", [None, "", "  ", "mysql://x/y", "http://x", "postgresql://h:port/x"]
)
def test_what_is_no_place_is_refused(location: str | None) -> None:
    with pytest.raises(InvalidInput):
        open_store(location)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a directory"):
        open_store(tmp_path)


def test_a_parent_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="directory"):
        open_store(tmp_path / "file" / "memory.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
@pytest.mark.parametrize("what", ["directory", "file"])
def test_an_unwritable_place_is_refused(tmp_path: Path, what: str) -> None:
    path = tmp_path / "memory.db"
    if what == "file":
        path.touch(0o444)
    else:
        tmp_path.chmod(0o555)
    with pytest.raises(StoreError, match="cannot write"):
        open_store(path)
    tmp_path.chmod(0o755)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes. " * 100)
    with pytest.raises(StoreError, match="not an SQLite database"):
        open_store(path)
    assert path.read_text() == "These are my notes. " * 100


def test_a_server_that_is_not_there_is_a_store_error() -> None:
    with pytest.raises(StoreError):
        open_store("postgresql://ann:hunter2@127.0.0.1:1/x")


def test_a_missing_psycopg_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        "rootmem.stores.engine.find_spec",
        lambda name: None if name == "psycopg" else real(name),
    )
    with pytest.raises(NotConfigured, match=r"pip install 'rootmem\[postgres\]'"):
        open_store("postgresql://localhost/x")


def test_a_newer_schema_is_refused_and_left_alone(location: str) -> None:
    if location == ":memory:":
        pytest.skip("memory is never newer")
    store = open_store(location)
    told(store, "one")
    with store.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    store.close()
    with pytest.raises(StoreError, match=r"9999.*newer"):
        open_store(location)


def test_the_migrations_make_what_a_new_database_has(location: str) -> None:
    if location == ":memory:":
        pytest.skip("memory is never old")
    store = open_store(location)
    with store.transaction() as connection:
        metadata.drop_all(connection)
        connection.exec_driver_sql(f"DELETE FROM {VERSION_TABLE}")
    store.close()
    store = open_store(location)
    with store.transaction() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        assert context.get_current_revision() == REVISIONS[-1]
        assert compare_metadata(context, metadata) == []
    told(store, "one")
    store.close()


def test_the_revisions_are_those_of_the_migrations() -> None:
    script = ScriptDirectory.from_config(migrations())
    assert [one.revision for one in script.walk_revisions()] == list(reversed(REVISIONS))


def test_many_who_open_a_new_place_at_once_all_succeed(location: str) -> None:
    failures: list[Exception] = []

    def go() -> None:
        try:
            store = open_store(location)
            told(store, "one")
            store.close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_opening_loads_no_alembic(tmp_path: Path) -> None:
    code = (
        "import sys; from rootmem.stores import open_store; "
        f"open_store({str(tmp_path / 'x.db')!r}).close(); "
        "sys.exit('alembic' in sys.modules or 'psycopg' in sys.modules)"
    )
    for _ in range(2):
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_tables_of_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE users (name)")
        raw.execute("INSERT INTO users VALUES ('theirs')")
    store = open_store(path)
    told(store, "one")
    store.erase(ANN)
    store.close()
    with create_engine(f"sqlite:///{path}").connect() as connection:
        assert connection.exec_driver_sql("SELECT name FROM users").scalar() == "theirs"
