"""Benchmarks of `make bench`: speed as a ratio to a fair baseline, within one run."""
