"""A simulation in a process of its own: deals, says how far it has come, and stops when it is told to.

All that it says and hears are files in its folder, so that every process of a server can tell how it stands.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from casinowar.extras import simulation_extra
from casinowar.files.writing import write
from casinowar.game.refusal import InputError
from casinowar.web.lab.answers import house_of, rulebook_of, told
from casinowar.web.lab.messages import SimulationBody
from casinowar.web.lab.worker_process import confine
from casinowar.web.server.child_processes import end_with_the_server

ASKED, PROGRESS, RESULT, PROBLEM, STOP, LOCK = "asked", "progress", "result", "problem", "stop", "lock"
"""The files: what was asked, how far it has come, what came out, why nothing did, that it is to stop, and one
that is locked as long as the process lives."""
PREPARING: Final = 900
"""So many seconds may pass before the first round: compiling takes minutes where the machine is busy, and is
lost when it is broken off."""
LONGEST: Final = 300
"""In seconds of dealing; what is known then is told."""
_GRACE: Final = 60
"""So many seconds later it is ended, if it has come to nothing that can be told."""
_STOPPED: Final = b"Stopped before a round was counted."
_BETWEEN: Final = 0.1
_FAILED: Final = "The simulation failed."


class Dealt:
    """How far a run has come, written down now and then."""

    def __init__(self, folder: Path) -> None:
        """Say where."""
        self._folder = folder
        self._begun: float | None = None
        self._told = 0.0

    def __call__(self, done: int, wanted: int) -> None:
        """Say how many rounds are played; stop as with Ctrl-C when asked to, or when it takes too long."""
        now = time.monotonic()
        self._begun = now if self._begun is None else self._begun
        if now - self._told > _BETWEEN or done == wanted:
            self._told = now
            write(self._folder / PROGRESS, msgspec.json.encode((done, wanted)))
            if done and ((self._folder / STOP).exists() or now - self._begun > LONGEST):
                raise KeyboardInterrupt


def deal(folder: Path) -> None:
    """Deal what the folder asks for, and leave there what came out."""
    asked = msgspec.json.decode((folder / ASKED).read_bytes(), type=SimulationBody)
    try:
        with simulation_extra():
            from casinowar.reports.run.simulate import simulate  # noqa: PLC0415 - needs the extra

        run = simulate(
            rulebook_of(asked),
            rounds=asked.rounds,
            seats=asked.seats,
            decks=asked.decks,
            house=house_of(asked),
            sample=asked.sample,
            readings=asked.readings,
            strategy=asked.strategy,
            wager=asked.wager,
            wagers=asked.wagers,
            sessions=asked.sessions,
            bankroll=asked.bankroll,
            win=asked.win,
            loss=asked.loss,
            seed=asked.seed,
            progress=Dealt(folder),
        )
        write(folder / RESULT, told(run))
    except InputError as no:
        write(folder / PROBLEM, str(no).encode())
    except KeyboardInterrupt:
        write(folder / PROBLEM, _STOPPED)
    except MemoryError:
        write(folder / PROBLEM, b"That takes more memory than the lab has.")
    except Exception:
        write(folder / PROBLEM, _FAILED.encode())
        raise


class Overdue:
    """Whether a simulation had to be over some time ago: it was told to stop, or has dealt for too long."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Count from now, and anew from the first round."""
        self._folder, self._clock = folder, clock
        self._end, self._deals = clock() + PREPARING, False
        self._stopped: float | None = None

    def __call__(self) -> bool:
        """Look; one that is overdue says that nothing came out."""
        now = self._clock()
        if not self._deals and (self._folder / PROGRESS).exists():
            self._end, self._deals = now + LONGEST, True
        if self._stopped is None and (self._folder / STOP).exists():
            self._stopped = now
        end = self._end if self._stopped is None else min(self._end, self._stopped)
        if now < end + _GRACE:
            return False
        write(self._folder / PROBLEM, _STOPPED)
        return True


def main() -> None:
    """Deal on one processor, behind the tables."""
    folder = Path(sys.argv[1])
    end_with_the_server(Overdue(folder))
    confine()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {random.choice([*os.sched_getaffinity(0)])})  # noqa: S311 - which one is no secret
    deal(folder)


if __name__ == "__main__":
    main()
