"""The fast kernel: the plain table, with at most one war a hand, dealt in lanes by SIMD instructions.

`table` holds the rules as numbers, `blocks` are the units of work, `lanes` deals them from the random `draws`
of a stream, and `layout` gives the place of each number in the arrays. `estimates` turns a `tally` into
figures by the rulebook's `payoffs`.

May import `game`'s values and the modules beside this package, never `full` or `gpu`.
"""
