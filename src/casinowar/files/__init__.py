"""Users' files: read within limits of size and time, written completely or not at all.

Everything that is read or written by path goes through here. May import `game` only for the error.
"""
