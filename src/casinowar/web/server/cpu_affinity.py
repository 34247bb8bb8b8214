"""Processors: each of several processes that serve may stay on one of its own, and nothing it starts has to.

Python lets one thread of a process go on at a time. Where they are on several processors each turn begins
with what another processor has at hand.
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
"""Where the environment of what such a process starts says on which processors it may run."""
_THREADS: Final = Path("/proc/self/task")
_PROCESSORS: Final = Path("/sys/devices/system/cpu")


def stay_on_one(place: int, places: int) -> None:
    """Keep all threads of a process to the processor of its place, where there is one for each of them."""
    if not hasattr(os, "sched_setaffinity"):
        _LOG.warning("this system keeps no process to a processor")
        return
    there_are = _apart(os.sched_getaffinity(0))
    if len(there_are) < places:
        _LOG.warning("no process stays on a processor: %s for %s processes", len(there_are), places)
        return
    mine = there_are[place]
    os.environ[_ALL] = ",".join(map(str, there_are))
    kept: set[int] = set()
    try:
        while new := {int(thread.name) for thread in _THREADS.iterdir()} - kept:  # one may begin meanwhile
            for thread in new:
                with suppress(ProcessLookupError):  # or end
                    os.sched_setaffinity(thread, {mine})
            kept |= new
    except OSError as wrong:
        _LOG.warning("this process cannot be kept to a processor: %s", wrong)
    else:
        _LOG.info("this process stays on processor %s", mine)


def run_on_any() -> None:
    """Let a process run on all processors on which the one that started it could, before it stayed on one."""
    if there_are := os.environ.get(_ALL):
        with suppress(OSError):  # it is less quick, and there all the same
            os.sched_setaffinity(0, map(int, there_are.split(",")))


def _apart(processors: Iterable[int]) -> list[int]:
    """Put processors in order: one of each core first, because those of one core share what it can do."""
    of_core: Counter[str] = Counter()
    ranked: list[tuple[int, int]] = []
    for processor in sorted(processors):
        core = _core(processor)
        ranked.append((of_core[core], processor))
        of_core[core] += 1
    return [processor for _, processor in sorted(ranked)]


def _core(processor: int) -> str:
    """Name the processors of the core that a processor is of, itself among them."""
    try:
        return (_PROCESSORS / f"cpu{processor}/topology/thread_siblings_list").read_text()
    except OSError:
        return f"{processor}"
