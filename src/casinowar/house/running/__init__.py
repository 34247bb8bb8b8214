"""Running a house and holding it to its past: its schema, checkpoints, backups, logs, metrics and settings.

Nothing here knows of HTTP; `casinowar.web` brings it to the network.
"""
