"""Simulations in the background: a few at once, one for each person, kept as long as the server runs.

Each has a folder with its status: the process that started it writes it, all processes of the server read it.
"""

import asyncio
import logging
import secrets
import shutil
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from litestar.exceptions import NotFoundException
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.web.lab.answers import FILE, rulebook_of
from casinowar.web.lab.messages import ReportTold, SimulationBody, SimulationTold
from casinowar.web.lab.worker_pool import MODULE
from casinowar.web.lab.worker_process import MOST_SECONDS, STOPPED, Simulation
from casinowar.web.server.child_processes import (
    Child,
    ChildEndedError,
    ChildFailedError,
    Jobs,
    claimed,
    is_claimed,
    publish,
)

STATUS, STOP, LOCK = "status", "stop", "lock"
MOST_HANDS: Final = 10**10
PREPARING: Final = 900
"""Seconds before the first round: a busy machine compiles for minutes, and starts over after a stop."""
GRACE: Final = 60
"""Seconds past its time after which a simulation that reported nothing is killed."""
_AT_ONCE: Final = 2
"""In the whole house."""
_KEPT: Final = 5
"""Of each person."""
_BETWEEN: Final = 0.2
"""Seconds between two checks whether one is overdue."""
_RUNNING: Final = frozenset({"preparing", "dealing"})
_ENDED: Final = "The simulation was ended."
_LOG = logging.getLogger("casinowar.web")


class Overdue:
    """Whether a simulation should have ended: it was stopped, or has dealt too long."""

    def __init__(self, stop: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Count from now, and anew from the first round."""
        self._stop, self._clock = stop, clock
        self._end, self._deals = clock() + PREPARING, False

    def deals(self) -> None:
        """Count the time for dealing, from the first report of progress on."""
        if not self._deals:
            self._end, self._deals = self._clock() + MOST_SECONDS, True

    def __call__(self) -> bool:
        if self._stop.exists():
            self._end = min(self._end, self._clock())
        return self._clock() >= self._end + GRACE


class Simulations:
    """The simulations of all people, in a folder that all processes of a server share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs = Jobs()

    async def start(self, person: str, asked: SimulationBody) -> SimulationTold:
        """Start one, if neither the person nor the house has too many under way."""
        rulebook_of(asked)
        if asked.rounds * asked.seats * (asked.sessions or 1) > MOST_HANDS:
            raise InputError(
                f"A simulation deals at most {MOST_HANDS:,} hands here; ask for fewer rounds or sessions."
            )
        own = self._of(person)
        if any(map(_runs, own)):
            raise InputError("Your last simulation is still running; stop it, or wait for it to end.")
        if sum(_runs(each.parent) for each in self._folder.glob(f"*/*/{STATUS}")) >= _AT_ONCE:
            raise InputError("Other people's simulations are running; try again when one has ended.")
        for old in own[_KEPT - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
        folder = self._person(person) / secrets.token_hex(8)
        folder.mkdir(parents=True)
        status = SimulationTold(
            id=folder.name,
            rulebook=asked.rulebook or FILE,
            state="preparing",
            counts="sessions" if asked.sessions else "rounds",
            done=0,
            wanted=asked.sessions or asked.rounds,
        )
        claim = claimed(folder / LOCK)
        assert claim is not None  # noqa: S101 - the folder is new
        _publish(folder, status)
        try:
            await self._jobs.start(MODULE, claim, lambda child: _deal(child, folder, asked, status))
        except OSError:
            _LOG.exception("a simulation cannot be started")
            shutil.rmtree(folder, ignore_errors=True)
            raise InputError("The lab cannot start a simulation now; try again later.") from None
        return status

    def everything(self, person: str) -> list[SimulationTold]:
        """List those of a person, the last first, without their results."""
        return [replace(_status(each), result=None) for each in self._of(person)]

    def look(self, person: str, name: str) -> SimulationTold:
        return _status(self._found(person, name))

    def stop(self, person: str, name: str) -> None:
        """Stop one that runs, which then reports what is known; forget one that is over."""
        folder = self._found(person, name)
        if _runs(folder):
            (folder / STOP).touch()
        else:
            shutil.rmtree(folder, ignore_errors=True)

    async def aclose(self) -> None:
        await self._jobs.aclose()

    def _person(self, person: str) -> Path:
        return self._folder / sha256(person.encode()).hexdigest()

    def _of(self, person: str) -> list[Path]:
        found = [each for each in self._person(person).glob("*") if (each / STATUS).exists()]
        return sorted(found, key=lambda each: (each / LOCK).stat().st_mtime_ns, reverse=True)

    def _found(self, person: str, name: str) -> Path:
        for each in self._of(person):
            if each.name == name:
                return each
        raise NotFoundException("You have no such simulation.")


async def _deal(child: Child, folder: Path, asked: SimulationBody, status: SimulationTold) -> None:
    stop = folder / STOP
    overdue = Overdue(stop)

    def progress(done: int, wanted: int) -> None:
        overdue.deals()
        _publish(folder, replace(status, state="dealing", done=done, wanted=wanted))

    async def end_overdue() -> None:
        while not overdue():  # noqa: ASYNC110 - time itself is waited for
            await asyncio.sleep(_BETWEEN)
        await child.end()

    watching = asyncio.create_task(end_overdue())
    try:
        told = await child.ask(Simulation(asked, str(stop)), progress)
    except InputError as no:
        problem = str(no)
    except ChildFailedError as failed:
        _LOG.error("simulation_failed", extra={"trace": str(failed)})
        problem = "The simulation failed."
    except ChildEndedError:
        problem = STOPPED if overdue() else _ENDED
    else:
        _publish(folder, _finished(status, told))
        return
    finally:
        watching.cancel()
    _publish(folder, replace(status, state="stopped" if stop.exists() else "failed", problem=problem))


def _finished(status: SimulationTold, told: bytes) -> SimulationTold:
    report = msgspec.json.decode(told, type=ReportTold)
    sessions = report.document.get("sessions")
    return replace(
        status,
        state="done" if report.document["finished"] else "stopped",
        done=sessions["number"] if sessions else report.document["rounds"],
        result=report,
    )


def _publish(folder: Path, status: SimulationTold) -> None:
    publish(folder / STATUS, msgspec.json.encode(status))


def _status(folder: Path) -> SimulationTold:
    lives = is_claimed(folder / LOCK)  # before its status: the last one is written before the claim ends
    status = msgspec.json.decode((folder / STATUS).read_bytes(), type=SimulationTold)
    if lives or status.state not in _RUNNING:
        return status
    return replace(status, state="stopped" if (folder / STOP).exists() else "failed", problem=_ENDED)


def _runs(folder: Path) -> bool:
    return _status(folder).state in _RUNNING
