"""Care for players and for those who work: own limits, exclusion, reality checks, acts of two people.

All of it stands in the journal of the office `care`; what it is held against is kept beside the ledger.
"""
