"""Alembic's versions of the schema; `migrations.py` applies them."""
