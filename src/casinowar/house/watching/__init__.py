"""Watching: rounds of any time found again, and looked at event by event."""
