"""A running house: desk, change feed, peers, bots, startup, logs and metrics."""
