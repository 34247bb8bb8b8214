"""The full kernel: every wager of every rulebook, with meters, bank and sessions, settled to the cent.

Python uses `table` and `sessions`, which answer with a `tally`; their entries to compiled code are
`kernel` and `session_kernel`. Each module below these is a noun of the table: its rules as numbers, and what
they do in a round (`bonus_spin` settles the wheel). `layout` gives the place of each number in the arrays.

May import `game`'s values, the modules beside this package, and `plain.table`; never `gpu`.
"""
