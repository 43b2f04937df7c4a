"""A user's entries in memory: dense (exact), lexical (BM25), fused by rank."""

from rootmem.index.cache import SnapshotCache
from rootmem.index.entries import entry_of
from rootmem.index.filters import compile_filter
from rootmem.index.hits import Found, Hit
from rootmem.index.roots import RootIndex
from rootmem.index.snapshot import Snapshot

__all__ = [
    "Found",
    "Hit",
    "RootIndex",
    "Snapshot",
    "SnapshotCache",
    "compile_filter",
    "entry_of",
]
