"""Snapshots by user, kept while they are used and brought up to date when asked for."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from rootmem.index.snapshot import Snapshot
from rootmem.model import Scope
from rootmem.ports import Store, Versions

DEFAULT_MAX_BYTES = 1_000_000_000
FEW_WRITES, FEW_ROWS = 8, 50
"""So much of what is new is read in less time than a worker thread takes to wake up."""


class _Slot:
    """One user's place: its lock lets one thread load while the others of that user wait."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.snapshot: Snapshot | None = None


class SnapshotCache:
    """Safe to share between threads. Past ``max_bytes`` the users longest unused are let go."""

    def __init__(self, store: Store, dimensions: int, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self._store = store
        self._dimensions = dimensions
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._slots: OrderedDict[Scope, _Slot] = OrderedDict()

    def get(self, scope: Scope) -> Snapshot:
        """The user's memory as it stands now: one cheap question to the store where nothing moved.

        A snapshot that has rows added keeps its identity; after a removal it is another one.
        """
        with self._lock:
            slot = self._slots.setdefault(scope, _Slot())
            self._slots.move_to_end(scope)
        with slot.lock:
            # Asked before the rows: what is written in between is read once more the next time.
            before = slot.snapshot
            snapshot = self._refresh(scope, slot, self._store.versions(scope))
        if snapshot is not before:
            self._trim(scope)
        return snapshot

    def at_hand(self, scope: Scope) -> Snapshot | None:
        """The user's snapshot if it stands, or is brought up to date by a few rows; else None."""
        with self._lock:
            slot = self._slots.get(scope)
        if slot is None or not slot.lock.acquire(blocking=False):
            return None
        try:
            snapshot = slot.snapshot
            versions = self._store.versions(scope)
            if snapshot is None or not _near(snapshot, versions):
                return None
            return self._refresh(scope, slot, versions)
        finally:
            slot.lock.release()

    def drop(self, scope: Scope) -> None:
        """Forget a user's snapshot (after an erasure, so that no text of theirs stays)."""
        with self._lock:
            self._slots.pop(scope, None)

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()

    def _refresh(self, scope: Scope, slot: _Slot, versions: Versions) -> Snapshot:
        """Bring the slot up to the versions."""
        store, snapshot = self._store, slot.snapshot
        # Counters that went back belong to a user erased whole and begun anew.
        if (
            snapshot is None
            or versions.rebuilt > snapshot.version
            or versions.entries < snapshot.version
        ):
            slot.snapshot = snapshot = Snapshot(
                store.entry_rows(scope),
                store.roots(scope),
                dimensions=self._dimensions,
                version=versions.entries,
                roots_version=versions.roots,
            )
        elif versions.entries != snapshot.version:
            snapshot.extend(store.entry_rows(scope, snapshot.version), versions.entries)
        if versions.roots != snapshot.roots_version:
            snapshot.replace_roots(store.roots(scope), versions.roots)
        if versions.writes != snapshot.writes:
            snapshot.pending, snapshot.writes = store.pending_turns(scope), versions.writes
            snapshot.created = versions.created
        return snapshot

    def _trim(self, keep: Scope) -> None:
        with self._lock:
            sizes = {
                scope: slot.snapshot.nbytes
                for scope, slot in self._slots.items()
                if slot.snapshot is not None
            }
            total = sum(sizes.values())
            for scope, size in sizes.items():
                if total <= self._max_bytes:
                    return
                if scope != keep:
                    del self._slots[scope]
                    total -= size


def _near(snapshot: Snapshot, versions: Versions) -> bool:
    """Whether the snapshot lacks little of what the store holds."""
    return (
        versions.writes - snapshot.writes <= FEW_WRITES
        and versions.created - snapshot.created <= FEW_ROWS
        and versions.rebuilt <= snapshot.version <= versions.entries
    )
