"""What the house allows beside the law of the game: permissions, limits, two-person approval, timeouts."""
