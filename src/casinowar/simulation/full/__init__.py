"""The full kernel: every wager, meter, bank and session."""
