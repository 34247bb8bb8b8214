"""The command `odds`: the PAR sheet in the terminal, as JSON, as PDF and as pictures.

Numbers become floats here and nowhere before. May import `odds` and everything below it.
"""
