"""The tables: one schema for SQLite and PostgreSQL.

Every table is keyed by tenant and user first, so a query that forgets them has no index to hide
behind. Times are microseconds since the epoch, flags are 0 or 1, lists and metadata are JSON text:
both databases then hold the very same values. Names carry a prefix because a PostgreSQL database
may be shared with others. There are no foreign keys: a user's writers take turns, so ``require``
can check without a race, and PostgreSQL plans key checks on a fresh table so badly that saving ten
thousand entries took half a minute.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "uq": "%(table_name)s_%(column_0_N_name)s_uq",
    }
)


def _text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text, nullable=null)


def _big(name: str, *, null: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=null)


def _flag(name: str) -> Column[int]:
    return Column(name, SmallInteger, nullable=False, server_default=text("0"))


def _owned(name: str, *columns: Any, key: tuple[str, ...], **options: Any) -> Table:
    """A table whose rows belong to one user of one tenant."""
    owner = (_text("tenant"), _text("user_id"))
    primary = PrimaryKeyConstraint("tenant", "user_id", *key)
    return Table(f"rootmem_{name}", metadata, *owner, *columns, primary, **options)


meta = Table("rootmem_meta", metadata, Column("name", Text, primary_key=True), _text("value"))

# Keyed by a digest of tenant and user: the counters must outlive an erased user (an old snapshot
# in memory has to notice), the name must not. ``user_id`` is NULL where no such user is known.
users = Table(
    "rootmem_users",
    metadata,
    Column("digest", Text, primary_key=True),
    _text("tenant", null=True),
    _text("user_id", null=True),
    *(
        Column(name, BigInteger, nullable=False, server_default=text("0"))
        for name in ("entries", "roots", "rebuilt", "next_position", "next_sequence", "writes")
    ),
    _text("lease_owner", null=True),
    _big("lease_until", null=True),
    _text("last_error", null=True),
    Index("rootmem_users_by_name", "tenant", "user_id"),
)

# The idempotency key is the caller's and may be longer than an index row of PostgreSQL: the unique
# constraint stands on its digest.
turns = _owned(
    "turns",
    _text("id"),
    _big("position"),
    _text("role"),
    _text("text"),
    _big("time"),
    _big("recorded_at"),
    _text("session_id"),
    _text("key"),
    _text("key_digest"),
    _text("name", null=True),
    _text("metadata"),
    _text("episode_id", null=True),
    UniqueConstraint("tenant", "user_id", "position"),
    UniqueConstraint("tenant", "user_id", "key_digest"),
    key=("id",),
)
Index("rootmem_turns_by_episode", turns.c.tenant, turns.c.user_id, turns.c.episode_id)
_unsegmented = turns.c.episode_id.is_(None)
Index(
    "rootmem_turns_unsegmented",
    turns.c.tenant,
    turns.c.user_id,
    turns.c.position,
    sqlite_where=_unsegmented,
    postgresql_where=_unsegmented,
)

# ``position`` is that of the first turn.
episodes = _owned(
    "episodes",
    _text("id"),
    _text("status"),
    _text("title"),
    _big("start"),
    _big("end"),
    Column("built", Integer, nullable=False),
    _big("position"),
    key=("id",),
)
Index("rootmem_episodes_in_order", episodes.c.tenant, episodes.c.user_id, episodes.c.position)
UNFINISHED = text("status <> 'reconciled'")
Index(
    "rootmem_episodes_unfinished",
    episodes.c.tenant,
    episodes.c.user_id,
    episodes.c.id,
    sqlite_where=UNFINISHED,
    postgresql_where=UNFINISHED,
)

drafts = _owned(
    "drafts",
    _text("episode_id"),
    Column("ordinal", Integer, nullable=False),
    _text("draft"),
    key=("episode_id", "ordinal"),
)

# Partial indexes serve only queries with the very same predicate, so queries use these.
# ``version`` is the user's entries version at which the row last changed. ``held_until`` keeps the
# ``valid_to`` of before a supersession, for the day its successor is erased. ``rooted`` says that a
# root batch has seen the entry.
entries = _owned(
    "entries",
    _text("id"),
    _big("sequence"),
    _big("version"),
    _text("type"),
    _text("text"),
    _text("subject"),
    _text("episode_id", null=True),
    _big("time"),
    _big("event_time", null=True),
    _big("valid_from"),
    _big("valid_to", null=True),
    _big("held_until", null=True),
    _big("recorded_at"),
    _text("condition"),
    Column("strength", Double, nullable=False),
    _text("status"),
    _text("superseded_by", null=True),
    _text("triggers"),
    _text("metadata"),
    _flag("rooted"),
    Column("vector", LargeBinary, nullable=False),
    Column("trigger_vectors", LargeBinary, nullable=False),
    UniqueConstraint("tenant", "user_id", "sequence"),
    key=("id",),
)
Index("rootmem_entries_by_version", entries.c.tenant, entries.c.user_id, entries.c.version)
_successor = entries.c.superseded_by.is_not(None)
Index(
    "rootmem_entries_by_successor",
    entries.c.tenant,
    entries.c.user_id,
    entries.c.superseded_by,
    sqlite_where=_successor,
    postgresql_where=_successor,
)
UNROOTED = text("rooted = 0 AND status = 'active'")
Index(
    "rootmem_entries_unrooted",
    entries.c.tenant,
    entries.c.user_id,
    entries.c.sequence,
    sqlite_where=UNROOTED,
    postgresql_where=UNROOTED,
)

# ``origin``: the entry's text was formed from this turn; else the turn merely says the same.
entry_turns = _owned(
    "entry_turns",
    _text("entry_id"),
    Column("ordinal", Integer, nullable=False),
    _text("turn_id"),
    _flag("origin"),
    UniqueConstraint("tenant", "user_id", "turn_id", "entry_id"),
    key=("entry_id", "ordinal"),
    sqlite_with_rowid=False,
)

entry_events = _owned(
    "entry_events",
    _text("entry_id"),
    Column("ordinal", Integer, nullable=False),
    _text("action"),
    _big("at"),
    _text("text"),
    _text("by", null=True),
    key=("entry_id", "ordinal"),
)

roots = _owned(
    "roots",
    _text("id"),
    _big("sequence"),
    Column("version", Integer, nullable=False),
    _flag("active"),
    _flag("stale"),
    _text("title"),
    _text("activation"),
    _text("guidance"),
    _text("triggers"),
    _big("updated_at"),
    Column("vectors", LargeBinary, nullable=False),
    key=("id",),
)

root_versions = _owned(
    "root_versions",
    _text("unit_id"),
    Column("version", Integer, nullable=False),
    _text("action"),
    _big("at"),
    _text("reason"),
    _text("merged_ids"),
    _text("title"),
    _text("activation"),
    _text("guidance"),
    _text("triggers"),
    _big("updated_at"),
    key=("unit_id", "version"),
)

# The evidence of every version; the present one's is that of ``roots.version``.
root_evidence = _owned(
    "root_evidence",
    _text("unit_id"),
    Column("version", Integer, nullable=False),
    Column("ordinal", Integer, nullable=False),
    _text("entry_id"),
    key=("unit_id", "version", "ordinal"),
    sqlite_with_rowid=False,
)
Index(
    "rootmem_root_evidence_by_entry",
    root_evidence.c.tenant,
    root_evidence.c.user_id,
    root_evidence.c.entry_id,
)

OWNED = (
    root_evidence,
    root_versions,
    roots,
    entry_events,
    entry_turns,
    entries,
    drafts,
    episodes,
    turns,
)
"""Every table of a user's data, children before parents."""
