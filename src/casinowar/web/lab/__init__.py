"""The odds lab: sheets, curves, comparisons and simulations over HTTP, worked out in processes of their own.

Anybody's rulebooks come here as texts: they are bounded in size, time and memory, and no path is ever opened.
"""
