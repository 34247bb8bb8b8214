"""The lab's child process: answers questions and deals simulations, within limits of time and memory."""

import os
import random
import resource
import signal
import time
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from casinowar.extras import simulation_extra
from casinowar.game.refusal import InputError
from casinowar.telling.wording import Language
from casinowar.web.lab.answers import ANSWERS, house_of, report_json, rulebook_of
from casinowar.web.lab.messages import SimulationBody
from casinowar.web.server.child_processes import Report, answer_requests, limit

MOST_SECONDS: Final = 300
"""Of dealing; a simulation that takes longer reports what is known by then."""
STOPPED: Final = "Stopped before a round was counted."
_MOST_MEMORY: Final = 3 << 30
"""In bytes of address space, most of which libraries take."""
_NICER: Final = 5
_BETWEEN: Final = 0.1
"""Seconds between two reports of progress."""


class LabQuestion(Struct, frozen=True, tag=True):
    """A question to the lab: its name in `ANSWERS`, the language of the answer, and its body as JSON."""

    name: str
    language: Language
    body: bytes


class Simulation(Struct, frozen=True, tag=True):
    """A simulation to deal until a file appears, by which each process of the server can stop it."""

    asked: SimulationBody
    stop: str


def answered(request: LabQuestion | Simulation, progress: Report) -> bytes:
    return _answer(request) if isinstance(request, LabQuestion) else dealt(request, progress)


def _answer(question: LabQuestion) -> bytes:
    kind = ANSWERS[question.name]
    signal.setitimer(signal.ITIMER_PROF, kind.seconds)  # SIGPROF then ends the process
    try:
        found = kind.answer(msgspec.json.decode(question.body, type=kind.body))
        return found if isinstance(found, bytes) else report_json(found, question.language)
    except RecursionError:
        raise InputError("That is nested too deeply.") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def dealt(simulation: Simulation, progress: Report) -> bytes:
    """Deal on one processor, behind the tables."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {random.choice([*os.sched_getaffinity(0)])})  # noqa: S311 - which one is no secret
    asked = simulation.asked
    with simulation_extra():
        from casinowar.reports.run.simulate import simulate  # noqa: PLC0415 - needs the extra

    options = asdict(asked) | {"house": house_of(asked)}
    del options["rulebook"], options["text"]
    try:
        run = simulate(rulebook_of(asked), **options, progress=_Reporting(Path(simulation.stop), progress))
    except KeyboardInterrupt:
        raise InputError(STOPPED) from None
    return report_json(run)


class _Reporting:
    """Reports progress now and then. Stops the run as Ctrl-C does, on request or when its time is over."""

    def __init__(self, stop: Path, progress: Report) -> None:
        self._stop, self._progress = stop, progress
        self._began: float | None = None
        self._reported = 0.0

    def __call__(self, done: int, wanted: int) -> None:
        now = time.monotonic()
        self._began = now if self._began is None else self._began
        if now - self._reported > _BETWEEN or done == wanted:
            self._reported = now
            self._progress(done, wanted)
            if done and (self._stop.exists() or now - self._began > MOST_SECONDS):
                raise KeyboardInterrupt


if __name__ == "__main__":
    os.nice(_NICER)
    limit(resource.RLIMIT_AS, _MOST_MEMORY, _MOST_MEMORY)
    limit(resource.RLIMIT_CORE, 0, 0)
    answer_requests(LabQuestion | Simulation, answered)
