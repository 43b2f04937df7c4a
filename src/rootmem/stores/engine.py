"""Opening the database: SQLAlchemy engines, pragmas and the translation of errors."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from rootmem.errors import InvalidInput, NotConfigured, StoreError

BUSY_SECONDS = 30
BEGIN = "rootmem_begin"

_PRAGMAS = (
    # Waiting comes first: the other pragmas may meet a lock.
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    # Not left to how this machine's SQLite was built.
    "PRAGMA secure_delete = ON",
    # A journaled turn survives a power cut, not only a crash.
    "PRAGMA synchronous = FULL",
    # No text spills into temporary files.
    "PRAGMA temp_store = MEMORY",
)

# Writers that wait for the lock must not use up the connections of readers.
_POOL: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 8, "max_overflow": 56}


class Place(NamedTuple):
    """Where a store lives: ``path`` is set for an SQLite file alone."""

    url: URL
    description: str
    path: Path | None = None

    @property
    def in_memory(self) -> bool:
        return self.url.get_backend_name() == "sqlite" and self.path is None


def place_of(location: str | Path | None) -> Place:
    """Raises InvalidInput for what is no place; touches neither disk nor network."""
    if location is None or not str(location).strip():
        raise InvalidInput('name a file, ":memory:" or a postgresql:// address for the store')
    text = str(location)
    if text == ":memory:":
        return Place(URL.create("sqlite"), "sqlite :memory:")
    if "://" not in text:
        return _file(Path(text))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidInput("the address of the database is malformed") from None
    kind = url.drivername.split("+")[0]
    if kind == "sqlite":
        return _file(Path(url.database)) if url.database else place_of(":memory:")
    if kind in ("postgresql", "postgres"):
        where = f"{url.host or 'local'}{f':{url.port}' if url.port else ''}/{url.database or ''}"
        return Place(url.set(drivername="postgresql+psycopg"), f"postgresql {where}")
    raise InvalidInput(f"{kind}:// is no database rootmem knows; use a file or postgresql://")


def _file(path: Path) -> Place:
    if str(path) == ":memory:":
        return place_of(":memory:")
    full = path.expanduser().absolute()
    return Place(URL.create("sqlite", database=str(full)), f"sqlite {full}", full)


def make_engine(place: Place) -> Engine:
    """The engine of a place; raises StoreError or NotConfigured where it cannot be."""
    if place.url.get_backend_name() == "sqlite":
        return _sqlite(place)
    if find_spec("psycopg") is None:
        raise NotConfigured("PostgreSQL needs psycopg: pip install 'rootmem[postgres]'")
    return create_engine(place.url, hide_parameters=True, pool_pre_ping=True)


def _sqlite(place: Place) -> Engine:
    if place.path is not None:
        _prepare(place.path)
    engine = create_engine(
        place.url,
        # The driver's own transaction control is off: we say BEGIN ourselves (see _begin).
        connect_args={
            "check_same_thread": False,
            "isolation_level": None,
            "timeout": BUSY_SECONDS,
        },
        hide_parameters=True,
        **({"poolclass": StaticPool} if place.in_memory else _POOL),
    )
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)
    if not place.in_memory:
        event.listen(engine, "checkout", _refuse_foreign_process)
    return engine


def _prepare(path: Path) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a directory; name a file for the database")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the directory {path.parent}: {error.strerror}") from error
    target = path if path.exists() else path.parent
    if not os.access(target, os.W_OK):
        raise StoreError(f"cannot write {target}; the database needs a place it may write")


def identity(path: Path) -> tuple[int, int] | None:
    """What the file is, whatever its name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_ahead(engine: Engine) -> None:
    """Readers and a writer side by side, kept in the file; the switch itself does not wait, we do.

    Where the file system cannot (some network ones), SQLite stays with its rollback journal.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        connection = engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA journal_mode = WAL").fetchall()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        finally:
            connection.close()


def _set_pragmas(connection: Any, record: Any) -> None:
    for pragma in _PRAGMAS:
        connection.execute(pragma).fetchall()
    record.info["pid"] = os.getpid()


def _refuse_foreign_process(_connection: Any, record: Any, _proxy: Any) -> None:
    """An SQLite connection must not be carried through a fork: the child opens its own."""
    if record.info["pid"] != os.getpid():
        record.dbapi_connection = None
        raise DisconnectionError("the connection belongs to another process")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once: a reader that turns writer could not wait for it."""
    mode = connection.get_execution_options().get(BEGIN, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")


@contextmanager
def translated() -> Generator[None]:
    """The database's own errors as StoreError; the message names no values."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise store_error(error) from error
    except OverflowError as error:
        raise StoreError("a number is too large for the database") from error


def store_error(error: Exception) -> StoreError:
    cause = (error.orig if isinstance(error, DBAPIError) else None) or error
    said = (str(cause).strip() or type(cause).__name__).splitlines()[0]
    if "database is locked" in said:
        return StoreError(f"the database stayed locked by another process for {BUSY_SECONDS} s")
    if "not a database" in said:
        return StoreError("the file is not an SQLite database")
    return StoreError(f"the database refused: {said}")
