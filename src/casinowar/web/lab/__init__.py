"""The odds lab over HTTP: sheets, curves, comparisons and simulations, computed in child processes.

Custom rulebooks come as texts. Their size, time and memory are limited, and no path in them is opened.
"""
