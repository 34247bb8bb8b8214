"""Alembic's entry point: runs the missing versions in the transaction it is given."""

from alembic import context

from casinowar.house.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
