"""What happened, in sentences, with the clause behind each.

May import `game`.
"""
