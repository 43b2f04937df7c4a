"""The schema's version: made when new, migrated when old, refused when newer."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from rootmem.errors import StoreError
from rootmem.stores import schema
from rootmem.stores.engine import BEGIN, translated

if TYPE_CHECKING:
    from alembic.config import Config

# Alembic keeps the running migration in module globals.
_one_at_a_time = Lock()

VERSION_TABLE = "rootmem_schema"
REVISIONS = ("0001",)
"""The migrations in order; a test holds them against Alembic's."""

_BASE = ""
_READ = text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608
_TABLE = text(
    f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL, "
    f"CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
)
_STAMP = text(f"INSERT INTO {VERSION_TABLE} (version_num) VALUES (:revision)")  # noqa: S608
_LOCK = text("SELECT pg_advisory_xact_lock(7461206973)")


def bring_up_to_date(engine: Engine) -> None:
    """Make or migrate the tables, one process at a time; raises StoreError for a newer schema.

    Alembic (a third of a second to import) is loaded only where there is something to migrate.
    """
    with translated(), engine.connect() as connection:
        if _found(connection) == REVISIONS[-1]:
            return
    writer = engine.execution_options(**{BEGIN: "IMMEDIATE"})
    with translated(), writer.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(_LOCK)
        found = _found(connection)
        if found is None:
            schema.metadata.create_all(connection)
            connection.execute(_TABLE)
            connection.execute(_STAMP, {"revision": REVISIONS[-1]})
        elif found != REVISIONS[-1]:
            _migrate(connection)


def _found(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(_READ).scalar() or _BASE
    if found not in (_BASE, *REVISIONS):
        raise StoreError(
            f"the database has schema {found}, newer than this rootmem knows "
            f"({REVISIONS[-1]}); install a newer rootmem"
        )
    return found


def _migrate(connection: Connection) -> None:
    from alembic import command

    with _one_at_a_time:
        command.upgrade(migrations(connection), "head")


def migrations(connection: Connection | None = None) -> Config:
    """Alembic's configuration; ``connection`` is what the migrations run on."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "rootmem.stores:migrations")
    config.attributes["connection"] = connection
    return config
