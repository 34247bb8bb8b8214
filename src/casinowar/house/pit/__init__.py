"""The pit's books: chips by denomination, slips that two people sign, win, drop, hold, ratings, dealers.

What has to be durable is in the journal of the office `pit`; all figures are made of the journals again.
"""
