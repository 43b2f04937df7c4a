"""The store: its parts put together."""

from __future__ import annotations

from rootmem.stores.entries import Entries
from rootmem.stores.entry_reads import EntryReads
from rootmem.stores.episodes import Episodes
from rootmem.stores.erase import Erasure
from rootmem.stores.journal import Journal
from rootmem.stores.roots import Roots
from rootmem.stores.transfer import Transfer
from rootmem.stores.vectors import Vectors
from rootmem.stores.work import Work


class SqlStore(Journal, Episodes, EntryReads, Entries, Roots, Erasure, Transfer, Vectors, Work):
    """Every user's memory in one database, SQLite or PostgreSQL; see ``rootmem.ports.Store``."""
