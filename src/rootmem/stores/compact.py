"""After an erasure: no remnant of the text in any file of the database.

``secure_delete`` blanks what is deleted, but copies that SQLite made while moving rows between
pages can outlive them, and the write-ahead log keeps older pages. So the file is rebuilt and the
log cut to nothing. Where readers stand in the way, or the file is too large to rebuild at once, a
note in the database says that it is due: a later write, or closing, makes good for it. PostgreSQL's
tables are rewritten likewise; its server's own log and backups are out of reach.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, delete, text
from sqlalchemy.exc import SQLAlchemyError

from rootmem.errors import StoreError
from rootmem.stores.database import Database, meta_value
from rootmem.stores.engine import BUSY_SECONDS, Place
from rootmem.stores.schema import meta, metadata

_WAIT_SECONDS = 1.0
_MODERATE_BYTES = 256 * 1024 * 1024
_DUE = "compaction"
_NOTE = text(
    "INSERT INTO rootmem_meta (name, value) VALUES (:name, :token) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
# Rows that another session may still see survive a rewrite.
_OTHER_VIEWS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE backend_xmin IS NOT NULL "
    "AND datname = current_database() AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend'"
)
_SIZE = "SELECT pg_total_relation_size('{table}')"


def compaction_due(connection: Connection) -> None:
    """Note, in the erasing transaction itself, that files are to be cleaned."""
    connection.execute(_NOTE, {"name": _DUE, "token": uuid4().hex})


class Compaction(Database):
    def __init__(self, place: Place) -> None:
        self._late = False
        super().__init__(place)
        self._late = self._due() is not None

    def close(self) -> None:
        """Give the connections back; makes good for a compaction that is due.

        Never fails: where the database is out of reach, the compaction stays due.
        """
        with suppress(StoreError):
            self.compact(whatever_size=True)
        super().close()

    @contextmanager
    def transaction(self) -> Generator[Connection]:
        with super().transaction() as connection:
            yield connection
        if self._late:
            self.compact(wait=0.0)

    def compact(self, *, wait: float = _WAIT_SECONDS, whatever_size: bool = False) -> bool:
        """Whether no remnant of an erasure is left; waits at most ``wait`` seconds for readers."""
        token = self._due()
        if token is None:
            self._late = False
            return True
        rewrite = self._rewrite_tables if self._server else self._rewrite_file
        try:
            done = rewrite(wait, whatever_size)
        except (SQLAlchemyError, sqlite3.Error):
            done = False
        self._late = not done
        if done:
            # Another erasure may have left its own note meanwhile.
            mine = (meta.c.name == _DUE) & (meta.c.value == token)
            with super().transaction() as connection:
                connection.execute(delete(meta).where(mine))
        return done

    def _due(self) -> str | None:
        if self._place.in_memory:
            return None
        with self.reading() as connection:
            return meta_value(connection, _DUE)

    def _rewrite_file(self, wait: float, whatever_size: bool) -> bool:
        path = self._place.path
        assert path is not None
        connection = self._engine.raw_connection()
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
            if not _log_cut(cursor):
                return False
            if path.stat().st_size > _MODERATE_BYTES and not whatever_size:
                return False
            cursor.execute("VACUUM")
            return _log_cut(cursor)
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
            connection.close()

    def _rewrite_tables(self, wait: float, whatever_size: bool) -> bool:
        plain = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        with plain.connect() as connection:
            sizes = [connection.scalar(text(_SIZE.format(table=t))) or 0 for t in metadata.tables]
            if connection.scalar(_OTHER_VIEWS):
                return False
            if sum(sizes) > _MODERATE_BYTES and not whatever_size:
                return False
            # Zero would wait for ever.
            connection.exec_driver_sql(f"SET lock_timeout = {max(1, round(wait * 1000))}")
            try:
                for table in metadata.tables:
                    connection.exec_driver_sql(f"VACUUM (FULL) {table}")
            finally:
                connection.exec_driver_sql("RESET lock_timeout")
        return True


def _log_cut(cursor: Any) -> bool:
    """Move the log into the file and cut it; False where a reader still needs it."""
    busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
