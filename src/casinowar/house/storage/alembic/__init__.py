"""The schema of a house's database, version by version, as Alembic applies them; `migrating.py` says when."""
