"""What is committed: commits, the shoes behind them, requests and answers, and what players have at risk."""
