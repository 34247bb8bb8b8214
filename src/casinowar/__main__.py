"""Where the command starts: quick to load, so that Ctrl-C is answered from the first moment on."""

import os
import signal
import sys
from typing import NoReturn

from casinowar.signals import INTERRUPTED, STOPPED


def main() -> int:
    """Run a command; while it is still loading, and when it is done, Ctrl-C ends the process in one line."""
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
    """Leave without looking back: nothing that could be lost is under way."""
    if sys.__stderr__ is not None:
        os.write(sys.__stderr__.fileno(), STOPPED.encode())
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
