"""Root units: the active ones, their versions, and which of them need another look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from rootmem.errors import InvalidInput
from rootmem.model import RootVersion, Scope
from rootmem.ports import RootRevision, RootRow
from rootmem.stores.database import Database, Row, Writing, chunks, fetch_in, mine, require
from rootmem.stores.encoding import checked, clean, clean_id, dumps, now, unique
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
        self, scope: Scope, revisions: Sequence[RootRevision], seen: Sequence[str] = ()
    ) -> None:
        """Write the revisions as new versions and mark the entries ``seen``.

        The number of a version is made here (one above the last). Raises NotFound for unknown
        evidence, seen entries or units, InvalidInput for a unit without evidence.
        """
        with self.writing(scope) as write:
            write.require(entries, unique(seen), "entry")
            for revision in revisions:
                _save(write, revision)
            if revisions:
                write.roots_moved()
            for chunk in chunks(unique(seen)):
                write.connection.execute(
                    update(entries)
                    .where(mine(entries, write.scope), entries.c.id.in_(chunk))
                    .values(rooted=1)
                )

    def root_versions(self, scope: Scope, unit_id: str) -> list[RootVersion]:
        """Oldest first. Raises NotFound for a unit that never was, or was erased."""
        owner, key = checked(scope), clean(unit_id)
        query = (
            select(root_versions)
            .where(mine(root_versions, owner), root_versions.c.unit_id == key)
            .order_by(root_versions.c.version)
        )
        with self.reading() as connection:
            require(connection, roots, owner, [key], "root unit")
            rows = connection.execute(query).all()
            evidence = evidence_of(connection, owner, [key])
        return [to_root_version(row, evidence.get((key, row.version), ())) for row in rows]


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
        query = query.join(roots, _same_unit()).where(roots.c.version == root_evidence.c.version)
    found = fetch_in(write.connection, query, root_evidence.c.entry_id, entry_ids)
    return {(row.unit_id, row.version) for row in found}


def _same_unit() -> ColumnElement[bool]:
    return (
        (roots.c.tenant == root_evidence.c.tenant)
        & (roots.c.user_id == root_evidence.c.user_id)
        & (roots.c.id == root_evidence.c.unit_id)
    )


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
    query = select(roots).where(mine(roots, write.scope), roots.c.id == clean(unit_id))
    return write.connection.execute(query).one_or_none()


def _save(write: Writing, revision: RootRevision) -> None:
    unit, stored = revision.unit, stored_unit(write, revision.unit.id)
    evidence = unique(unit.evidence)
    if not evidence and revision.action != "retire":
        raise InvalidInput(f"root unit {unit.id!r} names no evidence")
    write.require(entries, evidence, "entry")
    if stored is None and revision.action != "create":
        write.require(roots, [clean(unit.id)], "root unit")
    merged = [key for key in unique(revision.merged_ids) if key != clean(unit.id)]
    write.require(roots, merged, "root unit")
    if stored is not None and stored.tainted:
        drop_versions(write, stored.id)
        if revision.action == "retire":
            drop_units(write, [stored.id])
            return
    version = 1 if stored is None else stored.version + 1
    columns = rule_columns(unit) | {"version": version}
    state = {
        "vectors": revision.vectors,
        "active": int(revision.action != "retire"),
        "stale": 0,
        "tainted": 0,
    }
    if stored is None:
        row = {"id": clean_id(unit.id), "sequence": write.next_sequence, **columns, **state}
        write.insert(roots, [row])
        write.next_sequence += 1
    else:
        set_units(write, [stored.id], columns | state)
    add_version(write, unit.id, columns, evidence, revision)
    set_units(write, merged, {"active": 0, "stale": 0})
    folded = [stored_unit(write, key) for key in merged]
    drop_units(write, [row.id for row in folded if row is not None and row.tainted])


def add_version(
    write: Writing,
    unit_id: str,
    columns: dict[str, Any],
    evidence: Sequence[str],
    revision: RootRevision | None,
) -> None:
    """A line of the unit's story; without a revision: its evidence was erased."""
    action, reason = (revision.action, revision.reason) if revision else ("revise", "erasure")
    merged = revision.merged_ids if revision else ()
    line = {
        "unit_id": clean(unit_id),
        "action": action,
        "at": now(),
        "reason": clean(reason),
        "merged_ids": dumps(merged),
    }
    write.insert(root_versions, [line | columns])
    cited = {"unit_id": clean(unit_id), "version": columns["version"]}
    write.insert(
        root_evidence,
        [cited | {"ordinal": n, "entry_id": entry_id} for n, entry_id in enumerate(evidence)],
    )


def drop_versions(write: Writing, unit_id: str) -> None:
    """All versions of a unit go: their rules may quote what was erased."""
    for table in (root_versions, root_evidence):
        write.connection.execute(
            delete(table).where(mine(table, write.scope), table.c.unit_id == unit_id)
        )


def drop_units(write: Writing, ids: Iterable[str]) -> None:
    """Units go with all their versions."""
    for chunk in chunks(ids):
        write.connection.execute(
            delete(roots).where(mine(roots, write.scope), roots.c.id.in_(chunk))
        )
