"""Small pieces of every query: whose rows, how many values at once, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, select

from rootmem.errors import NotFound
from rootmem.model import Scope

_CHUNK = 900
_Item = TypeVar("_Item")
Row = Any
"""A row of SQLAlchemy, read by column name."""


def chunks(items: Iterable[_Item], size: int = _CHUNK) -> Iterator[list[_Item]]:
    """Lists short enough for the parameters of one statement."""
    rest = iter(items)
    while chunk := list(islice(rest, size)):
        yield chunk


def mine(table: Table, scope: Scope) -> ColumnElement[bool]:
    """The rows of this user alone; every query of user data has it."""
    return (table.c.tenant == scope.tenant) & (table.c.user_id == scope.user_id)


def whose(table: Table) -> ColumnElement[bool]:
    """As ``mine``, for a statement that is built once: it is executed with :func:`owner_of`."""
    return (table.c.tenant == bindparam("tenant")) & (table.c.user_id == bindparam("user_id"))


def owner_of(scope: Scope) -> dict[str, Any]:
    return {"tenant": scope.tenant, "user_id": scope.user_id}


def same_row(table: Table, column: str, other: Table, foreign: str) -> ColumnElement[bool]:
    """The join of two tables of the same user on ``table.column == other.foreign``."""
    return (
        (table.c.tenant == other.c.tenant)
        & (table.c.user_id == other.c.user_id)
        & (table.c[column] == other.c[foreign])
    )


def fetch_tuples(
    connection: Connection,
    query: Select[*tuple[Any, ...]],
    parameters: dict[str, Any] | None = None,
) -> list[Any]:
    """The driver's own tuples: a snapshot of 10,000 entries has no time for richer rows."""
    result = connection.execute(query, parameters)
    try:
        return list(result.cursor.fetchall()) if result.cursor else []
    finally:
        result.close()


def fetch_in(
    connection: Connection,
    query: Select[*tuple[Any, ...]],
    column: ColumnElement[str],
    values: Iterable[str],
) -> list[Row]:
    """The query's rows whose column is among the values, however many there are."""
    return [
        row
        for chunk in chunks(values)
        for row in connection.execute(query.where(column.in_(chunk)))
    ]


def require(
    connection: Connection, table: Table, scope: Scope, ids: Iterable[str], noun: str
) -> None:
    """Raises NotFound where an id is not this user's."""
    wanted = dict.fromkeys(ids)
    query = select(table.c.id).where(mine(table, scope))
    found = {row.id for row in fetch_in(connection, query, table.c.id, wanted)}
    names = [repr(name) for name in wanted if name not in found]
    if names:
        tail = " …" if len(names) > 3 else ""
        raise NotFound(f"no such {noun}: {', '.join(names[:3])}{tail}")
