"""A house while it runs: the desk, subscriptions, bots, startup, logs and metrics."""
