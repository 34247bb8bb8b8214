"""The tests mirror src/; clause tests live in clauses/<jurisdiction>/."""
