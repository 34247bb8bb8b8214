"""What a PAR sheet says beyond each wager's odds: exposure, ruin, meters, other pays, coupons.

May import what the rest of `odds` may, and `odds` itself but for its sheet, which puts all of it together.
"""
