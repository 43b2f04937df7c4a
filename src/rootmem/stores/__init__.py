"""Durable memory: one schema, two databases. ``open_store`` is the door."""

from __future__ import annotations

from pathlib import Path

from rootmem.stores.engine import place_of
from rootmem.stores.sql_store import SqlStore

__all__ = ["SqlStore", "open_store"]


def open_store(location: str | Path | None) -> SqlStore:
    """The store at a path, ``":memory:"``, ``sqlite:///…`` or ``postgresql://…``.

    Makes the file, its directory and the tables where they are missing, and migrates older tables.
    Raises InvalidInput for None or an unknown kind of address, NotConfigured where psycopg is
    missing, StoreError where the place cannot be used or holds a newer schema.
    """
    return SqlStore(place_of(location))
