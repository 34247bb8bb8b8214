"""The rules of the game: pure functions over frozen values.

No input or output, clock, randomness or logging lives here; chance and time come in as data.
May import the standard library and msgspec, nothing else. Read rulebook, table, commands, events, decide.
"""
