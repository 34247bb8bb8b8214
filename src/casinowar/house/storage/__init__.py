"""The database: schema, reader, store and migrations."""
