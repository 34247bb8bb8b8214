"""What a PAR sheet says beyond each wager's odds: exposure, ruin, meters, other pays, coupons."""
