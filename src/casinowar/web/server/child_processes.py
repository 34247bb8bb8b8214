"""Children: processes that a server starts for long work, which show that they live, and end with it."""

import fcntl
import os
import resource
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import BinaryIO, Final

SHARED_FOLDER: Final = "CASINOWAR_SERVING_FOLDER"
"""Where the environment says in which folder all processes of a server have what they share."""
_BETWEEN: Final = 0.2
"""So many seconds pass between two looks."""


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Give the folder that all processes of a server share; one of its own where there is one process."""
    if known := os.environ.get(SHARED_FOLDER):
        yield Path(known)
        return
    with TemporaryDirectory(prefix="casinowar-serving-") as own:
        yield Path(own)


@contextmanager
def claimed(lock: Path) -> Iterator[int | None]:
    """Claim a work for a child that is started meanwhile; gives the file to hand it, or nothing if one works.

    The child keeps the file open, so that the claim ends with it however it ends.
    """
    with lock.open("ab") as file:
        while not (mine := _locked(file, fcntl.LOCK_EX)):
            if is_claimed(lock):  # and it is not only somebody who looks
                break
        yield file.fileno() if mine else None


def is_claimed(lock: Path) -> bool:
    """Tell whether a child works, or is just being started."""
    with suppress(FileNotFoundError), lock.open("rb") as file:
        return not _locked(file, fcntl.LOCK_SH)  # those who look do not stand in each other's way
    return False


def _locked(file: BinaryIO, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def end_with_the_server(also: Callable[[], bool] = lambda: False) -> None:
    """End when the server does, which holds the other end of standard input, or when something else is so."""

    def watch() -> None:
        while not (also() or select.select([sys.stdin], [], [], _BETWEEN)[0]):
            pass
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def limit(kind: int, soft: int, hard: int) -> None:
    """Limit what this process may have of something, as far as the system knows such a limit."""
    with suppress(OSError, ValueError):  # macOS has no limit of addresses, and one of its own for open files
        resource.setrlimit(kind, (soft, hard))
