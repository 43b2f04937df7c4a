"""The store: its parts put together."""

from __future__ import annotations

from rootmem.stores.entries import Entries
from rootmem.stores.entry_reads import EntryReads
from rootmem.stores.episodes import Episodes
from rootmem.stores.journal import Journal
from rootmem.stores.roots import Roots
from rootmem.stores.work import Work


class SqlStore(Journal, Episodes, EntryReads, Entries, Roots, Work):
    """Every user's memory in one database, SQLite or PostgreSQL; see ``rootmem.ports.Store``."""
