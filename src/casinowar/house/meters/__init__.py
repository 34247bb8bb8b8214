"""Linked meters: one amount for all tables that share a meter, whichever of them raises or wins it.

Tables and workers each have a copy; what counts is the meter's own line of changes, and every commit says
where it stands in that. What people see and do is in `room.py`, what the audit finds again in `auditing.py`.
"""
