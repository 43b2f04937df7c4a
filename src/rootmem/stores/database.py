"""One database: transactions, a user's counters, and the embedder's id."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from threading import RLock
from typing import Any

from sqlalchemy import Connection, Table, delete, select, text, update

from rootmem.errors import StoreError
from rootmem.model import Scope
from rootmem.ports import Versions
from rootmem.stores.encoding import checked, scope_digest
from rootmem.stores.engine import BEGIN, Place, identity, make_engine, translated, write_ahead
from rootmem.stores.queries import chunks, mine, require
from rootmem.stores.schema import meta, users
from rootmem.stores.upgrade import bring_up_to_date

_BULK = 50
_COUNTERS = ("entries", "roots", "rebuilt", "next_position", "next_sequence", "writes")
_VERSIONS = (
    "SELECT entries, roots, rebuilt, writes, next_sequence FROM rootmem_users WHERE digest = "
)
_NEW_USER = text("INSERT INTO rootmem_users (digest) VALUES (:digest) ON CONFLICT DO NOTHING")


class Writing:
    """A write transaction on one user, who is locked until it ends.

    ``entries_moved`` and ``roots_moved`` give the new version, once a transaction; the counters
    are written back at its end.
    """

    def __init__(self, connection: Connection, scope: Scope) -> None:
        self.connection, self.scope = connection, scope
        self.owner = {"tenant": scope.tenant, "user_id": scope.user_id}
        self._digest = scope_digest(scope)
        row = self._locked_row()
        if row is None:
            connection.execute(_NEW_USER, {"digest": self._digest})
            row = self._locked_row()
        assert row is not None
        self.known = row["user_id"] is not None
        self.next_position: int = row["next_position"]
        self.next_sequence: int = row["next_sequence"]
        self._before = {name: row[name] for name in _COUNTERS}
        self._entries: int = row["entries"]
        self._roots: int = row["roots"]
        self._rebuilt: int = row["rebuilt"]

    def _locked_row(self) -> Any:
        query = select(users).where(users.c.digest == self._digest).with_for_update()
        return self.connection.execute(query).mappings().one_or_none()

    def entries_moved(self) -> int:
        self._entries = self._before["entries"] + 1
        return self._entries

    def roots_moved(self) -> int:
        self._roots = self._before["roots"] + 1
        return self._roots

    def entries_removed(self) -> int:
        self._rebuilt = self.entries_moved()
        return self._rebuilt

    def introduce(self) -> None:
        """From now on the user is one of ``users``."""
        if not self.known:
            self._set(self.owner)
            self.known = True

    def drop_error(self) -> None:
        """The last failure may quote what is erased."""
        self._set({"last_error": None})

    def forget(self) -> None:
        """The user's name and failures go; the counters of what was seen stay."""
        self._set({"tenant": None, "user_id": None, "last_error": None})
        self.known = False
        self.next_position = self.next_sequence = 0

    def finish(self) -> None:
        after = {
            "entries": self._entries,
            "roots": self._roots,
            "rebuilt": self._rebuilt,
            "next_position": self.next_position,
            "next_sequence": self.next_sequence,
            "writes": self._before["writes"] + 1,
        }
        self._set(after)

    def _set(self, values: dict[str, Any]) -> None:
        self.connection.execute(update(users).where(users.c.digest == self._digest), values)

    def insert(self, table: Table, rows: Sequence[dict[str, Any]]) -> None:
        """Rows of equal keys, straight to the driver: thousands of them are common."""
        if not rows:
            return
        names = list(rows[0])
        sql = _insert_sql(table, (*self.owner, *names), self.connection.dialect.paramstyle)
        owner = tuple(self.owner.values())
        values = [(*owner, *[row[name] for name in names]) for row in rows]
        if len(values) >= _BULK and self.connection.dialect.name == "postgresql":
            _copy(self.connection, table, (*self.owner, *names), values)
        else:
            self.connection.exec_driver_sql(sql, values)

    def delete(self, table: Table, column: str, values: Iterable[str]) -> None:
        """This user's rows whose column is among the values."""
        for chunk in chunks(values):
            found = mine(table, self.scope) & table.c[column].in_(chunk)
            self.connection.execute(delete(table).where(found))

    def require(self, table: Table, ids: Iterable[str], noun: str) -> None:
        """Raises NotFound where an id is not this user's."""
        require(self.connection, table, self.scope, ids, noun)


def _copy(
    connection: Connection, table: Table, names: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """PostgreSQL's own way in for many rows, several times as fast as inserting them."""
    columns = ", ".join(f'"{name}"' for name in names)
    cursor: Any = connection.connection.cursor()
    with cursor, cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


@lru_cache(maxsize=64)
def _insert_sql(table: Table, names: tuple[str, ...], paramstyle: str) -> str:
    mark = "?" if paramstyle == "qmark" else "%s"
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join([mark] * len(names))
    return f"INSERT INTO {table.name} ({columns}) VALUES ({marks})"  # noqa: S608


class Database:
    """What the parts of the store stand on."""

    def __init__(self, place: Place) -> None:
        self._place = place
        with translated():
            self._engine = make_engine(place)
        # One connection serves all threads of an in-memory database, so they take turns.
        self._turn: AbstractContextManager[Any] = RLock() if place.in_memory else nullcontext()
        try:
            if place.path is not None:
                with translated():
                    write_ahead(self._engine)
            bring_up_to_date(self._engine)
        except BaseException:
            self._engine.dispose()
            raise
        self._file = None if place.path is None else identity(place.path)
        self._server = self._engine.dialect.name == "postgresql"
        self._reader = (
            self._engine.execution_options(isolation_level="REPEATABLE READ")
            if self._server
            else self._engine
        )
        self._writer = self._engine.execution_options(**{BEGIN: "IMMEDIATE"})

    @property
    def description(self) -> str:
        """Kind and place, without credentials."""
        return self._place.description

    @property
    def embedded(self) -> bool:
        return not self._server

    def close(self) -> None:
        self._engine.dispose()

    def _still_there(self) -> None:
        """SQLite goes on in a file that was deleted, and what it writes there is lost."""
        path = self._place.path
        if path is not None and identity(path) != self._file:
            raise StoreError(f"{path} was deleted or replaced while it was open; open it again")

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """One consistent view; it ends with the block."""
        self._still_there()
        with self._turn, translated(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Generator[Connection]:
        """A write that concerns no single user."""
        self._still_there()
        with self._turn, translated(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def writing(self, scope: Scope) -> Generator[Writing]:
        """A write on one user; writers of the same user wait for each other."""
        with self.transaction() as connection:
            write = Writing(connection, checked(scope))
            yield write
            write.finish()

    def versions(self, scope: Scope) -> Versions:
        """A user's counters; below SQLAlchemy's Core because every recall asks."""
        key = (scope_digest(checked(scope)),)
        self._still_there()
        with self._turn, translated():
            row = self._versions_of_server(key) if self._server else self._versions_of_file(key)
        return Versions(*row) if row else Versions(0, 0, 0)

    def _versions_of_file(self, key: tuple[str]) -> Any:
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(_VERSIONS + "?", key)
            return cursor.fetchone()
        finally:
            connection.close()

    def _versions_of_server(self, key: tuple[str]) -> Any:
        with self._engine.connect() as connection:
            return connection.exec_driver_sql(_VERSIONS + "%s", key).one_or_none()

    def tenants(self) -> list[str]:
        """All tenants that have a user, sorted."""
        query = select(users.c.tenant).where(users.c.user_id.is_not(None)).distinct()
        with self.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def users(self, tenant: str) -> list[str]:
        """The tenant's users, sorted; raises ScopeRequired for a blank tenant."""
        valid = checked(Scope("anyone", tenant)).tenant
        query = select(users.c.user_id).where(users.c.tenant == valid, users.c.user_id.is_not(None))
        with self.reading() as connection:
            return sorted(connection.execute(query).scalars())


def meta_value(connection: Connection, name: str) -> str | None:
    return connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar()
