"""Alembic's entry: runs the migrations on the connection it is handed, inside its transaction."""

from __future__ import annotations

from alembic import context

from rootmem.stores.schema import metadata
from rootmem.stores.upgrade import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
