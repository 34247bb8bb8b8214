"""The entry point: loads quickly, so that Ctrl-C works from the first moment."""

import os
import signal
import sys
from typing import NoReturn

from casinowar.signals import INTERRUPTED, STOPPED


def main() -> int:
    """Run a command; while it loads and after it is done, Ctrl-C ends the process in one line."""
    usual = signal.getsignal(signal.SIGINT)
    stop = usual if usual is signal.SIG_IGN else _stop
    signal.signal(signal.SIGINT, stop)
    try:
        from casinowar.cli import main as run  # noqa: PLC0415 - most of the time before a command answers

        signal.signal(signal.SIGINT, usual)
        return run()
    except KeyboardInterrupt:
        _stop()
    finally:
        signal.signal(signal.SIGINT, stop)


def _stop(*_: object) -> NoReturn:
    """Exit at once: no work is under way that could be lost."""
    if sys.__stderr__ is not None:
        os.write(sys.__stderr__.fileno(), STOPPED.encode())
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
