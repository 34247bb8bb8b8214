"""The report of a simulation run: results beside exact figures, tables and pictures."""
