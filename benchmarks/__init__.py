"""What `make bench` runs: speed as a ratio within one run, beside an honest baseline."""
