"""Stopping: what Ctrl-C and the system's signals print, return and interrupt."""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NoReturn

INTERRUPTED: Final = 130
"""A shell's exit code for Ctrl-C."""
STOPPED: Final = "casinowar: Stopped.\n"
_ASKING = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
_SHELLS: Final = 128
"""A shell adds this to the number of the signal that ended a program."""


class Ended(KeyboardInterrupt):
    """A request to end from outside: like Ctrl-C, with its own exit code."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = _SHELLS + number


@contextmanager
def heeded() -> Iterator[None]:
    """Raise `Ended` at the first signal and ignore later ones; a signal that was ignored stays ignored."""

    def end(number: int, _frame: object) -> NoReturn:
        for each in _ASKING:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    with _handled(_ASKING, end):
        yield


@contextmanager
def shut_out() -> Iterator[None]:
    with _handled((*_ASKING, signal.SIGINT), signal.SIG_IGN):
        yield


@contextmanager
def _handled(numbers: Sequence[int], handler: object) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in numbers}
    heard = [number for number, how in before.items() if how not in {signal.SIG_IGN, None}]
    for number in heard:
        signal.signal(number, handler)  # type: ignore[arg-type] # the stub names no type for handlers
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
