"""Files of the user's own: read no further and no longer than is sensible, and written whole or not at all.

Everything that is read or written by its path goes through here. May import `game` for the error alone.
"""
