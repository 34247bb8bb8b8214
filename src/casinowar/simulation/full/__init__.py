"""The full kernel: every wager of every rulebook, with meters, bank and sessions, settled to the cent.

Python uses `table` and `sessions`, which answer with a `tally`; their entries to compiled code are `shoes`
and `bankrolls`. Below these a module is a noun of the table: how its rules become numbers, and what is done
by them when a round is played (the wheel is settled in `bonus_spin`). `rows` says where each number stands.

May import `game`'s values, what stands beside this package, and `plain.plan`; never `device`.
"""
