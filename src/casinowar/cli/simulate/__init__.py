"""The command `simulate`: long runs, and figures with standard errors beside the exact ones."""
