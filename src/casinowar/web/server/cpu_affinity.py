"""CPU affinity: each of several server processes may stay on one processor; its children run on any.

Python runs one thread of a process at a time. On several processors each switch of threads loses the caches.
"""

import logging
import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

_LOG = logging.getLogger("casinowar.web")
_ALL: Final = "CASINOWAR_SERVING_PROCESSORS"
"""The environment variable with the processors for children of such a process."""
_THREADS: Final = Path("/proc/self/task")
_PROCESSORS: Final = Path("/sys/devices/system/cpu")


def stay_on_one(place: int, places: int) -> None:
    """Pin all threads of this process to one processor, if each process can have one."""
    if not hasattr(os, "sched_setaffinity"):
        _LOG.warning("this system has no CPU affinity")
        return
    there_are = _apart(os.sched_getaffinity(0))
    if len(there_are) < places:
        _LOG.warning("no CPU affinity: %s processors for %s processes", len(there_are), places)
        return
    mine = there_are[place]
    os.environ[_ALL] = ",".join(map(str, there_are))
    kept: set[int] = set()
    try:
        while (
            new := {int(thread.name) for thread in _THREADS.iterdir()} - kept
        ):  # a thread may start meanwhile
            for thread in new:
                with suppress(ProcessLookupError):  # or end
                    os.sched_setaffinity(thread, {mine})
            kept |= new
    except OSError as wrong:
        _LOG.warning("CPU affinity cannot be set: %s", wrong)
    else:
        _LOG.info("this process stays on processor %s", mine)


def run_on_any() -> None:
    """Undo the affinity that this process inherited from its parent."""
    if there_are := os.environ.get(_ALL):
        with suppress(OSError):  # slower, but it works
            os.sched_setaffinity(0, map(int, there_are.split(",")))


def _apart(processors: Iterable[int]) -> list[int]:
    """Sort processors: one of each core first, because those of one core share its power."""
    of_core: Counter[str] = Counter()
    ranked: list[tuple[int, int]] = []
    for processor in sorted(processors):
        core = _core(processor)
        ranked.append((of_core[core], processor))
        of_core[core] += 1
    return [processor for _, processor in sorted(ranked)]


def _core(processor: int) -> str:
    """Return the siblings of a processor as the system lists them, which identifies its core."""
    try:
        return (_PROCESSORS / f"cpu{processor}/topology/thread_siblings_list").read_text()
    except OSError:
        return f"{processor}"
