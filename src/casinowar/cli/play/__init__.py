"""The command `play`: a table in the terminal.

`command` has the options, `start` opens the table, `session` asks questions and carries out the answers;
`screen` and `display` show the table.
"""
