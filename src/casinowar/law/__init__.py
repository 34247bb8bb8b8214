"""The law: every clause of the documents in our own words, and where code and tests carry it out.

`catalog` lists the clauses, `search` finds words in them, `coverage` links clauses to code and tests. The
data stands beside them as CSV and TOML. May import the standard library, msgspec and casinowar.game.
"""
