"""The law as the page shows it: of built-in documents, of tables, and of custom rulebooks."""
