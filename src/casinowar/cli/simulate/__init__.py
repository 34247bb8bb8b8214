"""The command `simulate`: long runs, with standard errors beside the exact figures."""
