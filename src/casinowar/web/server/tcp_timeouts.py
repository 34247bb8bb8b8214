"""Cutting off: the system itself ends connections whose other side reads nothing, or is not there any more.

A server cannot: what it says last waits behind all that was not read. Linux alone has a time for that, which
connections take over from the socket that they come in by.
"""

import os
import socket
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from stat import S_ISSOCK
from typing import Final

_OPEN_FILES: Final = Path("/proc/self/fd")


@cache  # once is enough
def cut_off_after(seconds: int, port: int) -> None:
    """Have connections to a port of this process cut off when their other side takes nothing for so long.

    It is for whoever is connected to ask for: the server listens only after an application has started.
    """
    if sys.platform != "linux":
        return
    for number in [int(file.name) for file in _OPEN_FILES.iterdir()]:
        with suppress(OSError):
            if S_ISSOCK(os.fstat(number).st_mode):
                _cut_off_after(seconds, port, number)


def _cut_off_after(seconds: int, port: int, number: int) -> None:
    # Only a socket may be opened again and closed: closing a database's file would drop the locks on it.
    with socket.socket(fileno=os.dup(number)) as found:
        is_tcp = found.family in {socket.AF_INET, socket.AF_INET6}
        if is_tcp and found.getsockname()[1] == port:
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * seconds)
