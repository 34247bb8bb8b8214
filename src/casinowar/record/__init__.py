"""A round as text: written, read, played again.

May import `telling` and `game`.
"""
