"""Small event-sourced state machines beside the tables: cashier, player care, linked meters and the pit.

Each has its own commands, events and journal. Imports accounts only.
"""
