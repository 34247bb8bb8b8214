"""What is said and answered when a program is stopped with Ctrl-C."""

from typing import Final

INTERRUPTED: Final = 130
"""What a shell reports for it."""
STOPPED: Final = "casinowar: Stopped.\n"
