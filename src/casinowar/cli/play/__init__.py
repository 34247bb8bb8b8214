"""The command `play`: a table in the terminal.

`command` reads the command line, `start` opens the table, `session` asks and does what is answered;
`screen` and `display` show it.
"""
