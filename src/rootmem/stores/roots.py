"""Root units: the active ones, their versions, and which of them need another look."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, select, update

from rootmem.errors import InvalidInput
from rootmem.model import RootUnit, RootVersion, Scope
from rootmem.model.base import to_microseconds, utc_now
from rootmem.model.text import storable
from rootmem.ports import RootRevision, RootRow
from rootmem.stores.database import Database, Writing
from rootmem.stores.encoding import checked, clean_id, dumps, unique
from rootmem.stores.queries import Row, chunks, fetch_in, mine, same_row
from rootmem.stores.rows import rule_columns, to_root_version, to_unit
from rootmem.stores.schema import entries, root_evidence, root_versions, roots


class Roots(Database):
    def roots(self, scope: Scope) -> list[RootRow]:
        """The active units, oldest first."""
        owner = checked(scope)
        query = (
            select(roots).where(mine(roots, owner), roots.c.active == 1).order_by(roots.c.sequence)
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
            evidence = evidence_of(connection, owner, [row.id for row in rows])
        return [
            RootRow(to_unit(row.id, row, evidence.get((row.id, row.version), ())), row.vectors)
            for row in rows
        ]

    def stale_roots(self, scope: Scope) -> list[str]:
        """Ids of active units some of whose evidence changed, oldest first."""
        query = (
            select(roots.c.id)
            .where(mine(roots, checked(scope)), roots.c.active == 1, roots.c.stale == 1)
            .order_by(roots.c.sequence)
        )
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    def save_roots(
        self,
        scope: Scope,
        revisions: Sequence[RootRevision],
        seen: Sequence[str] = (),
        unseen: Sequence[str] = (),
    ) -> None:
        """Write the revisions as new versions and mark the entries ``seen``, or ``unseen`` again.

        The number of a version is made here (one above the last). Raises NotFound for unknown
        evidence, entries or units, InvalidInput for a unit without evidence.
        """
        with self.writing(scope) as write:
            write.require(entries, unique((*seen, *unseen)), "entry")
            for revision in revisions:
                _save(write, revision)
            if revisions:
                write.roots_moved()
            mark_rooted(write, unique(seen), 1)
            mark_rooted(write, unique(unseen), 0)

    def root_versions(self, scope: Scope, unit_id: str) -> list[RootVersion]:
        """Oldest first; empty for a unit that never was, or was erased."""
        owner, key = checked(scope), storable(unit_id)
        query = (
            select(root_versions)
            .where(mine(root_versions, owner), root_versions.c.unit_id == key)
            .order_by(root_versions.c.version)
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
            evidence = evidence_of(connection, owner, [key])
        return [to_root_version(row, evidence.get((key, row.version), ())) for row in rows]


def mark_rooted(write: Writing, entry_ids: Iterable[str], value: int) -> None:
    for chunk in chunks(entry_ids):
        write.connection.execute(
            update(entries)
            .where(mine(entries, write.scope), entries.c.id.in_(chunk))
            .values(rooted=value)
        )


def mark_stale(write: Writing, entry_ids: Iterable[str]) -> None:
    """The active units that cite one of the entries now need another look."""
    units = {unit_id for unit_id, _ in cited_by(write, entry_ids, now_only=True)}
    set_units(write, units, {"stale": 1})


def cited_by(
    write: Writing, entry_ids: Iterable[str], *, now_only: bool = False
) -> set[tuple[str, int]]:
    """(unit id, version) of the units that cite one of the entries."""
    query = select(root_evidence.c.unit_id, root_evidence.c.version).where(
        mine(root_evidence, write.scope)
    )
    if now_only:
        unit = same_row(roots, "id", root_evidence, "unit_id")
        query = query.join(roots, unit).where(roots.c.version == root_evidence.c.version)
    found = fetch_in(write.connection, query, root_evidence.c.entry_id, entry_ids)
    return {(row.unit_id, row.version) for row in found}


def set_units(write: Writing, ids: Iterable[str], columns: dict[str, Any]) -> None:
    for chunk in chunks(ids):
        write.connection.execute(
            update(roots).where(mine(roots, write.scope), roots.c.id.in_(chunk)).values(columns)
        )


def evidence_of(
    connection: Connection, scope: Scope, unit_ids: Iterable[str]
) -> dict[tuple[str, int], list[str]]:
    """(unit id, version) -> entry ids, the most constraining first."""
    query = (
        select(root_evidence)
        .where(mine(root_evidence, scope))
        .order_by(root_evidence.c.unit_id, root_evidence.c.version, root_evidence.c.ordinal)
    )
    members: dict[tuple[str, int], list[str]] = {}
    for row in fetch_in(connection, query, root_evidence.c.unit_id, unit_ids):
        members.setdefault((row.unit_id, row.version), []).append(row.entry_id)
    return members


def stored_unit(write: Writing, unit_id: str) -> Row | None:
    query = select(roots).where(mine(roots, write.scope), roots.c.id == storable(unit_id))
    return write.connection.execute(query).one_or_none()


def _save(write: Writing, revision: RootRevision) -> None:
    unit, stored = revision.unit, stored_unit(write, revision.unit.id)
    evidence = unique(unit.evidence)
    if not evidence and revision.action != "retire":
        raise InvalidInput(f"root unit {unit.id!r} names no evidence")
    write.require(entries, evidence, "entry")
    if stored is None and revision.action != "create":
        write.require(roots, [storable(unit.id)], "root unit")
    merged = [key for key in unique(revision.merged_ids) if key != storable(unit.id)]
    write.require(roots, merged, "root unit")
    version = 1 if stored is None else stored.version + 1
    columns = rule_columns(unit) | {"version": version}
    active = revision.action != "retire"
    vectors = revision.vectors if active else b""
    state = {"vectors": vectors, "active": int(active), "stale": 0}
    if stored is None:
        row = {"id": clean_id(unit.id), "sequence": write.next_sequence, **columns, **state}
        write.insert(roots, [row])
        write.next_sequence += 1
    else:
        set_units(write, [stored.id], columns | state)
    standing = unit.model_copy(update={"version": version})
    add_version(write, _line(standing, revision))
    set_units(write, merged, {"active": 0, "stale": 0, "vectors": b""})


def _line(unit: RootUnit, revision: RootRevision) -> RootVersion:
    return RootVersion(
        unit=unit,
        action=revision.action,
        at=utc_now(),
        reason=revision.reason,
        merged_ids=revision.merged_ids,
    )


def add_version(write: Writing, version: RootVersion) -> None:
    """A line of the unit's story, with the evidence of then."""
    unit = version.unit
    unit_id = storable(unit.id)
    line = {
        "unit_id": unit_id,
        "version": unit.version,
        "action": version.action,
        "at": to_microseconds(version.at),
        "reason": storable(version.reason),
        "merged_ids": dumps(version.merged_ids),
    }
    write.insert(root_versions, [line | rule_columns(unit)])
    cited = {"unit_id": unit_id, "version": unit.version}
    evidence = enumerate(unique(unit.evidence))
    write.insert(root_evidence, [cited | {"ordinal": n, "entry_id": key} for n, key in evidence])


def drop_units(write: Writing, ids: Collection[str]) -> None:
    """Units go with all their versions."""
    for table, column in ((root_evidence, "unit_id"), (root_versions, "unit_id"), (roots, "id")):
        write.delete(table, column, ids)
