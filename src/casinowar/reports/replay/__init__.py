"""Replay of a recorded round or session: retold, and checked against its rulebook."""
