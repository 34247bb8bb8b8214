"""Shared drawing of pictures."""
