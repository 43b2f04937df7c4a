"""What becomes of root units when their evidence is erased."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from rootmem.stores.database import Writing
from rootmem.stores.encoding import unique
from rootmem.stores.queries import fetch_in, mine
from rootmem.stores.roots import cited_by, drop_units, evidence_of, mark_rooted
from rootmem.stores.schema import roots


def retire_citing(write: Writing, doomed: Sequence[str]) -> list[str]:
    """Units that cite an entry that goes, now or in an old version, go with all their versions.

    Their rules may quote it. The evidence an active one leaves waits for the next root batch.
    Returns the ids of those that were active, oldest first.
    """
    touched = {unit_id for unit_id, _ in cited_by(write, doomed)}
    query = (
        select(roots.c.id, roots.c.version)
        .where(mine(roots, write.scope), roots.c.active == 1)
        .order_by(roots.c.sequence)
    )
    active = {
        row.id: row.version
        for row in fetch_in(write.connection, query, roots.c.id, sorted(touched))
    }
    evidence = evidence_of(write.connection, write.scope, active)
    left = unique(piece for unit in active.items() for piece in evidence.get(unit, ()))
    going = set(doomed)
    mark_rooted(write, [piece for piece in left if piece not in going], 0)
    drop_units(write, touched)
    if active:
        write.roots_moved()
    return list(active)
