"""The law as the page shows it: the built-in documents, the rulebooks of tables, and those of the lab."""
