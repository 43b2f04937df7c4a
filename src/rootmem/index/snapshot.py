"""A user's entries in memory, searched exactly.

A position is an entry's place in the snapshot. Positions never move: newer rows are added at the
end, changed ones replaced in place, and a removal makes a new snapshot. So a position may be kept
for as long as the snapshot is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import RLock
from typing import Any

import numpy as np

from rootmem.index.dense import Mask, Scores, top
from rootmem.index.entries import entry_of
from rootmem.index.fusion import Ranked, fuse
from rootmem.index.hits import Found, Hit, hit_of
from rootmem.index.holding import Holding
from rootmem.index.roots import RootIndex
from rootmem.model import EntryType, MemoryEntry
from rootmem.ports import EntryRow, RootRow, Vectors

DEPTH = 100
"""How far down each list fusion looks, at least."""


class Snapshot:
    """Safe to share between threads.

    ``version``, ``roots_version``, ``writes`` and ``created`` are the store's counters as of which
    it stands; ``pending`` counts the user's turns that are not in it yet.
    """

    def __init__(
        self,
        rows: Sequence[EntryRow],
        roots: Sequence[RootRow] = (),
        *,
        dimensions: int,
        version: int = 0,
        roots_version: int = 0,
    ) -> None:
        self.dimensions = dimensions
        self.version, self.roots_version = version, roots_version
        self.pending, self.writes, self.created = 0, -1, 0
        self.roots = RootIndex(roots, dimensions)
        self._lock = RLock()
        self._held = Holding(rows, dimensions)
        self._positions = {row.id: position for position, row in enumerate(rows)}
        self._entries: dict[int, MemoryEntry] = {}

    def __len__(self) -> int:
        return len(self._held)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return self._held.nbytes + self.roots.nbytes + 2_000 * len(self._entries)

    def entry(self, position: int) -> MemoryEntry:
        with self._lock:
            found = self._entries.get(position)
            if found is None:
                found = self._entries[position] = entry_of(self._held.rows[position])
            return found

    def position(self, entry_id: str) -> int | None:
        return self._positions.get(entry_id)

    def get(self, entry_id: str) -> MemoryEntry | None:
        position = self._positions.get(entry_id)
        return None if position is None else self.entry(position)

    def vector(self, position: int) -> Vectors:
        """A copy, shape (d,)."""
        return self._held.dense.rows[position].copy()

    def positions(
        self,
        *,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
    ) -> list[int]:
        """Of the entries that a search under the same conditions would consider."""
        with self._lock:
            mask = self._held.mask(types, as_of, filters)
            return list(range(len(self))) if mask is None else np.flatnonzero(mask).tolist()

    def allowed(
        self,
        groups: Sequence[Sequence[int]],
        *,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
    ) -> list[list[int]]:
        """Of each group the positions that a search under the same conditions would consider."""
        with self._lock:
            mask = self._held.mask(types, as_of, filters)
            if mask is None:
                return [list(group) for group in groups]
            return [[at for at in group if mask[at]] for group in groups]

    def find(
        self,
        query_vector: Vectors | None,
        query_text: str,
        *,
        n: int,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        lexical: bool = True,
        dense: bool = True,
    ) -> Found:
        """The ``n`` best entries by both lists together, and the signals of the search.

        Without ``as_of`` active entries are considered (a filter that names ``status`` decides that
        itself); with it, those that held then: valid_from <= as_of < valid_to, not retracted. An
        entry that shares no word with the query and is not close to it at all is no hit.
        """
        held = self._held
        with self._lock:
            mask = held.mask(types, as_of, filters)
            none = np.zeros(len(held), dtype=np.float32)
            cosines, texts, bm25 = none, none, none
            depth = max(DEPTH, 2 * n)
            lists: dict[str, Ranked] = {}
            signals: dict[str, float] = {}
            if dense and query_vector is not None and query_vector.any():
                cosines, texts = held.cosines(query_vector, mask, triggers=True)
                best = top(cosines, depth, above=0.0)
                lists["dense"] = Ranked(best, cosines[best])
                signals = _spread(cosines, mask)
            if lexical:
                bm25, coverage = held.bm25(query_text, mask)
                best = top(bm25, depth, above=0.0)
                lists["lexical"] = Ranked(best, bm25[best])
                signals["coverage"] = float(coverage.max(initial=0.0))
            hits = [
                hit_of(
                    fused,
                    held.rows[at := fused.position].id,
                    float(cosines[at]),
                    float(texts[at]),
                    float(bm25[at]),
                )
                for fused in fuse(lists, n)
            ]
            return Found(hits, **signals)

    def search(
        self, query_vector: Vectors | None, query_text: str, *, n: int, **conditions: Any
    ) -> list[Hit]:
        """``find(...).hits``; takes the same conditions."""
        return self.find(query_vector, query_text, n=n, **conditions).hits

    def dense_search(
        self,
        query_vector: Vectors,
        *,
        n: int,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        triggers: bool = False,
    ) -> list[Hit]:
        """The ``n`` closest entries, however far; ``score`` is the cosine, of the text alone unless
        ``triggers`` count too."""
        held = self._held
        with self._lock:
            mask = held.mask(types, as_of, filters)
            scores, texts = held.cosines(query_vector, mask, triggers)
            hits: list[Hit] = []
            for rank, at in enumerate(map(int, top(scores, n)), start=1):
                score, row = float(scores[at]), held.rows[at]
                hits.append(Hit(at, row.id, score, score, rank, score > float(texts[at])))
            return hits

    def extend(self, rows: Sequence[EntryRow], version: int) -> None:
        """Take newer rows in: a known id is replaced in place, the others follow in order."""
        with self._lock:
            added: dict[str, EntryRow] = {}
            for row in rows:
                position = self._positions.get(row.id)
                if position is None:
                    added[row.id] = row
                else:
                    self._held.replace(position, row)
                    self._entries.pop(position, None)
            first = len(self._held)
            self._held.add(list(added.values()))
            self._positions |= {id: first + number for number, id in enumerate(added)}
            self.version = version

    def replace_roots(self, roots: Sequence[RootRow], version: int) -> None:
        with self._lock:
            self.roots = RootIndex(roots, self.dimensions)
            self.roots_version = version


def _spread(cosines: Scores, mask: Mask | None) -> dict[str, float]:
    allowed = cosines if mask is None else cosines[mask]
    if not len(allowed):
        return {}
    return {
        "top_cosine": float(allowed.max()),
        "mean": float(allowed.mean()),
        "deviation": float(allowed.std()),
    }
