"""The first schema, frozen: later ones are told as changes to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rootmem_entries",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("episode_id", sa.Text(), nullable=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("event_time", sa.BigInteger(), nullable=True),
        sa.Column("valid_from", sa.BigInteger(), nullable=False),
        sa.Column("valid_to", sa.BigInteger(), nullable=True),
        sa.Column("held_until", sa.BigInteger(), nullable=True),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("condition", sa.Text(), nullable=False),
        sa.Column("strength", sa.Double[float](), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Text(), nullable=True),
        sa.Column("triggers", sa.Text(), nullable=False),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.Column("rooted", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("trigger_vectors", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("rootmem_entries_pk")),
        sa.UniqueConstraint(
            "tenant", "user_id", "sequence", name=op.f("rootmem_entries_tenant_user_id_sequence_uq")
        ),
    )
    op.create_index(
        "rootmem_entries_by_successor",
        "rootmem_entries",
        ["tenant", "user_id", "superseded_by"],
        sqlite_where=sa.text("superseded_by IS NOT NULL"),
        postgresql_where=sa.text("superseded_by IS NOT NULL"),
    )
    op.create_index(
        "rootmem_entries_by_version", "rootmem_entries", ["tenant", "user_id", "version"]
    )
    op.create_index(
        "rootmem_entries_unrooted",
        "rootmem_entries",
        ["tenant", "user_id", "sequence"],
        sqlite_where=sa.text("rooted = 0 AND status = 'active'"),
        postgresql_where=sa.text("rooted = 0 AND status = 'active'"),
    )

    op.create_table(
        "rootmem_episodes",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.Column("built", sa.Integer(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("rootmem_episodes_pk")),
    )
    op.create_index(
        "rootmem_episodes_in_order", "rootmem_episodes", ["tenant", "user_id", "position"]
    )
    op.create_index(
        "rootmem_episodes_unfinished",
        "rootmem_episodes",
        ["tenant", "user_id", "id"],
        sqlite_where=sa.text("status <> 'reconciled'"),
        postgresql_where=sa.text("status <> 'reconciled'"),
    )

    op.create_table(
        "rootmem_meta",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("rootmem_meta_pk")),
    )
    op.create_table(
        "rootmem_roots",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("active", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("stale", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("activation", sa.Text(), nullable=False),
        sa.Column("guidance", sa.Text(), nullable=False),
        sa.Column("triggers", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("vectors", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("rootmem_roots_pk")),
    )
    op.create_table(
        "rootmem_turns",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("key_digest", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.Column("episode_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("rootmem_turns_pk")),
        sa.UniqueConstraint(
            "tenant",
            "user_id",
            "key_digest",
            name=op.f("rootmem_turns_tenant_user_id_key_digest_uq"),
        ),
        sa.UniqueConstraint(
            "tenant", "user_id", "position", name=op.f("rootmem_turns_tenant_user_id_position_uq")
        ),
    )
    op.create_index(
        "rootmem_turns_by_episode", "rootmem_turns", ["tenant", "user_id", "episode_id"]
    )
    op.create_index(
        "rootmem_turns_unsegmented",
        "rootmem_turns",
        ["tenant", "user_id", "position"],
        sqlite_where=sa.text("episode_id IS NULL"),
        postgresql_where=sa.text("episode_id IS NULL"),
    )

    op.create_table(
        "rootmem_users",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=True),
        sa.Column("user_id", sa.Text(), nullable=True),
        sa.Column("entries", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("roots", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("rebuilt", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_position", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_sequence", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("writes", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("lease_owner", sa.Text(), nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("rootmem_users_pk")),
    )
    op.create_index("rootmem_users_by_name", "rootmem_users", ["tenant", "user_id"])

    op.create_table(
        "rootmem_drafts",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("episode_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "tenant", "user_id", "episode_id", "ordinal", name=op.f("rootmem_drafts_pk")
        ),
    )
    op.create_table(
        "rootmem_entry_events",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint(
            "tenant", "user_id", "entry_id", "ordinal", name=op.f("rootmem_entry_events_pk")
        ),
    )
    op.create_table(
        "rootmem_entry_turns",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("origin", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint(
            "tenant", "user_id", "entry_id", "ordinal", name=op.f("rootmem_entry_turns_pk")
        ),
        sa.UniqueConstraint(
            "tenant",
            "user_id",
            "turn_id",
            "entry_id",
            name=op.f("rootmem_entry_turns_tenant_user_id_turn_id_entry_id_uq"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rootmem_root_evidence",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("unit_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "tenant",
            "user_id",
            "unit_id",
            "version",
            "ordinal",
            name=op.f("rootmem_root_evidence_pk"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "rootmem_root_evidence_by_entry", "rootmem_root_evidence", ["tenant", "user_id", "entry_id"]
    )

    op.create_table(
        "rootmem_root_versions",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("unit_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("merged_ids", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("activation", sa.Text(), nullable=False),
        sa.Column("guidance", sa.Text(), nullable=False),
        sa.Column("triggers", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "tenant", "user_id", "unit_id", "version", name=op.f("rootmem_root_versions_pk")
        ),
    )
