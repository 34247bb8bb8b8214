"""The law: every clause of the documents in our own words, and where code and tests carry it out.

`catalogue` says what there is, `lookup` where words stand in it, `coverage` what became of it; the
data stands beside them as CSV and TOML.
May import the standard library, msgspec and casinowar.game.
"""
