"""A simulation in a process of its own: deals, says how far it has come, and stops when it is told to.

All that it says and hears are files in its folder, so that every process of a server can tell how it stands.
"""

import os
import random
import sys
import threading
import time
from pathlib import Path
from typing import Final

import msgspec

from casinowar.extras import simulation_extra
from casinowar.files.writing import write
from casinowar.game.refusal import InputError
from casinowar.web.lab.answering import rulebook_of, told
from casinowar.web.lab.messages import SimulationBody
from casinowar.web.lab.worker import confine

ASKED, PROGRESS, RESULT, PROBLEM, STOP = "asked", "progress", "result", "problem", "stop"
"""The files: what was asked, how far it has come, what came out, why nothing did, and that it is to stop."""
LONGEST: Final = 300
"""In seconds; what is known then is told."""
_BETWEEN: Final = 0.1
_FAILED: Final = "The simulation failed."


class Dealt:
    """How far a run has come, written down now and then."""

    def __init__(self, folder: Path) -> None:
        """Say where."""
        self._folder = folder
        self._begun, self._told = time.monotonic(), 0.0

    def __call__(self, done: int, wanted: int) -> None:
        """Say how many rounds are played; stop as with Ctrl-C when asked to, or when it takes too long."""
        now = time.monotonic()
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
            sample=asked.sample,
            readings=asked.readings,
            strategy=asked.strategy,
            wager=asked.wager,
            wagers=asked.wagers,
            seed=asked.seed,
            progress=Dealt(folder),
        )
        write(folder / RESULT, told(run))
    except InputError as no:
        write(folder / PROBLEM, str(no).encode())
    except KeyboardInterrupt:
        write(folder / PROBLEM, b"Stopped before a round was counted.")
    except MemoryError:
        write(folder / PROBLEM, b"That takes more memory than the lab has.")
    except Exception:
        write(folder / PROBLEM, _FAILED.encode())
        raise


def _end_with_the_server() -> None:
    """End when the server does, which holds the other end of standard input."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def main() -> None:
    """Deal on one processor, behind the tables."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    confine()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {random.choice([*os.sched_getaffinity(0)])})  # noqa: S311 - which one is no secret
    deal(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
