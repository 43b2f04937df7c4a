"""Step 4: the entries for the planned queries; hybrid, per query and type; no model [Q 3.4]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rootmem.index import Hit, Snapshot
from rootmem.model import MemoryEntry, ScoredEntry, TypedQuery
from rootmem.ports import Embedder


async def retrieve(
    snapshot: Snapshot,
    embedder: Embedder,
    plan: Sequence[TypedQuery],
    per_query: int,
    *,
    as_of: datetime | None = None,
    filters: Mapping[str, Any] | None = None,
) -> list[ScoredEntry]:
    """The best ``per_query`` entries of each query and type, merged, each once, best rank first."""
    vectors = await embedder.embed([query.text for query in plan], query=True)
    found: dict[str, ScoredEntry] = {}
    for query, vector in zip(plan, vectors, strict=True):
        for kind in query.types:
            hits = snapshot.search(
                vector, query.text, n=per_query, types=[kind], as_of=as_of, filters=filters
            )
            for hit in hits:
                entry = snapshot.entry(hit.position)
                known = found.get(entry.id)
                if known is None or known.score < hit.score:
                    found[entry.id] = scored(entry, hit)
    return sorted(found.values(), key=lambda one: -one.score)


def scored(entry: MemoryEntry, hit: Hit) -> ScoredEntry:
    """The entry with its fused score and the lists that found it."""
    return ScoredEntry(entry=entry, score=hit.score, why=hit.why)
