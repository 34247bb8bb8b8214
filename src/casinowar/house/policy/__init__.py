"""House rules beside the law of the game: permissions, play limits and two-person approval."""
