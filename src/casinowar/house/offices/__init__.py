"""Small event-sourced state machines beside the tables: cashier, player care, linked meters and the pit.

Each has commands, events and a journal of its own. Imports accounts only.
"""
