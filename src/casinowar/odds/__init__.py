"""Exact odds: what every wager of a rulebook is worth, as fractions.

Nothing here asks the engine: the answers come from counting cards and from the values of the rulebook, and
`tests/agreement/` holds both together. May import `rulebooks`, `law` and `game`'s values, never `decide`.
"""
