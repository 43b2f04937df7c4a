"""Which embedder the vectors come from, and bringing them over to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from rootmem.errors import EmbedderMismatch, StoreError
from rootmem.model import Scope
from rootmem.model.text import storable
from rootmem.stores.database import Database, Writing, meta_value
from rootmem.stores.encoding import checked
from rootmem.stores.queries import mine
from rootmem.stores.schema import entries, meta, roots, users

_EMBEDDER = "embedder"
# Of two that claim at once the first one stands, and the other sees it.
_CLAIM = text(
    "INSERT INTO rootmem_meta (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"
)


class Vectors(Database):
    def embedder_id(self) -> str | None:
        with self.reading() as connection:
            return meta_value(connection, _EMBEDDER)

    def claim_embedder(self, embedder_id: str) -> None:
        """Record the embedder on first use; raises EmbedderMismatch where another is recorded."""
        wanted = storable(embedder_id)
        known = self.embedder_id()
        if known is None:
            with self.transaction() as connection:
                connection.execute(_CLAIM, {"name": _EMBEDDER, "value": wanted})
                known = meta_value(connection, _EMBEDDER)
        if known != wanted:
            raise EmbedderMismatch(
                f"the store holds vectors of {known}, not of {wanted}: run reindex"
            )

    def replace_vectors(
        self, embedder_id: str, vectors: Iterable[tuple[Scope, str, bytes, bytes]]
    ) -> None:
        """Reindex: all vectors of all users and the embedder's id, in one transaction.

        Ids that were erased meanwhile are passed over. Raises StoreError, and replaces nothing,
        where an entry or an active unit has no new vector: it came meanwhile, so run again.
        """
        given: dict[Scope, dict[str, tuple[bytes, bytes]]] = {}
        for scope, key, vector, trigger_vectors in vectors:
            given.setdefault(checked(scope), {})[storable(key)] = (vector, trigger_vectors)
        with self.transaction() as connection:
            for scope in _known(connection):
                write = Writing(connection, scope)
                _replace(write, given.get(scope, {}))
                write.finish()
            connection.execute(delete(meta).where(meta.c.name == _EMBEDDER))
            _record(connection, storable(embedder_id))


def _record(connection: Connection, embedder_id: str) -> None:
    connection.execute(insert(meta).values(name=_EMBEDDER, value=embedder_id))


def _known(connection: Connection) -> list[Scope]:
    query = select(users.c.user_id, users.c.tenant).where(users.c.user_id.is_not(None))
    # In one order everywhere: two reindexings must not lock each other's users.
    return sorted(Scope(user_id, tenant) for user_id, tenant in connection.execute(query))


def _replace(write: Writing, given: Mapping[str, tuple[bytes, bytes]]) -> None:
    all_entries = select(entries.c.id).where(mine(entries, write.scope))
    active = select(roots.c.id).where(mine(roots, write.scope), roots.c.active == 1)
    entry_ids = list(write.connection.execute(all_entries).scalars())
    unit_ids = list(write.connection.execute(active).scalars())
    if any(key not in given for key in (*entry_ids, *unit_ids)):
        raise StoreError("memories were added while reindexing: run reindex again")
    if not entry_ids and not unit_ids:
        return
    # Rows of before are of another shape: a snapshot has to start anew, as after a removal.
    version = write.entries_removed()
    write.roots_moved()
    _set(
        write,
        entries,
        [
            {
                "key": key,
                "version": version,
                "vector": given[key][0],
                "trigger_vectors": given[key][1],
            }
            for key in entry_ids
        ],
    )
    _set(write, roots, [{"key": key, "vectors": given[key][0]} for key in unit_ids])


def _set(write: Writing, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        names = [name for name in rows[0] if name != "key"]
        statement = (
            update(table)
            .where(mine(table, write.scope), table.c.id == bindparam("key"))
            .values({name: bindparam(name) for name in names})
        )
        write.connection.execute(statement, rows)
