"""The house: durable tables, their journal, ledger and shoes, and the audit of all three.

Clock, storage and randomness come in as parameters, so that a whole house can run inside a seeded simulation.
"""
