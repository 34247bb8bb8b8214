"""The fast kernel: the plain table, at most one war to a hand, dealt in lanes by SIMD instructions.

`plan` holds the rules as numbers, `blocks` are the units of work, `lanes` deals them by the `draws` of a
stream and the `state` of each lane; from a `tally` and the rulebook's `payoffs` come `estimates`.

May import `game`'s values and what stands beside this package; never `full` or `device`.
"""
