"""Simulations in the background: a few at once, one for each person, kept as long as the server runs."""

import asyncio
import logging
import secrets
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec
from litestar.exceptions import NotFoundException

from casinowar.files.writing import write
from casinowar.game.refusal import InputError
from casinowar.web.lab import simulation_process as d
from casinowar.web.lab.answers import FILE, rulebook_of
from casinowar.web.lab.messages import ReportTold, SimulationBody, SimulationTold
from casinowar.web.server.child_processes import claimed, is_claimed

MOST_HANDS: Final = 10**10
"""So many rounds, times the seats, may be asked for."""
_AT_ONCE: Final = 2
"""In the whole house."""
_KEPT: Final = 5
"""Of each person."""
_ENDED: Final = "The simulation was ended."
_LOG = logging.getLogger("casinowar.web")


class Simulations:
    """Everybody's simulations, in a folder that all processes of a server share."""

    def __init__(self, folder: Path) -> None:
        """Say where."""
        self._folder = folder
        self._running: dict[str, Process] = {}
        self._watching: set[asyncio.Task[None]] = set()

    async def start(self, person: str, asked: SimulationBody) -> SimulationTold:
        """Start one, if neither the person nor the house has too many under way."""
        rulebook_of(asked)
        if asked.rounds * asked.seats * (asked.sessions or 1) > MOST_HANDS:
            raise InputError(
                f"A simulation deals at most {MOST_HANDS:,} hands here; ask for fewer rounds or sessions."
            )
        own = self._of(person)
        if any(self._is_under_way(each) for each in own):
            raise InputError("Your last simulation is still under way; stop it, or wait for its end.")
        if sum(map(self._is_under_way, self._folder.glob("*/*"))) >= _AT_ONCE:
            raise InputError("Other people's simulations are under way; try again when one has ended.")
        for old in own[_KEPT - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
        folder = self._person(person) / secrets.token_hex(8)
        folder.mkdir(parents=True)
        with claimed(folder / d.LOCK) as claim:
            write(folder / d.ASKED, msgspec.json.encode(asked))
            process = await self._started(folder, claim)
        self._running[folder.name] = process
        watching = asyncio.create_task(self._watched(folder, process))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)
        return self._told(folder)

    def everything(self, person: str) -> list[SimulationTold]:
        """List those of a person, the last first, without their results."""
        return [self._told(each, result=False) for each in self._of(person)]

    def look(self, person: str, name: str) -> SimulationTold:
        """Tell how one stands, and what came out."""
        return self._told(self._found(person, name))

    def stop(self, person: str, name: str) -> None:
        """Stop one that is under way, which then says what is known; forget one that is over."""
        folder = self._found(person, name)
        if self._is_under_way(folder):
            (folder / d.STOP).touch()
        else:
            shutil.rmtree(folder, ignore_errors=True)

    async def close(self) -> None:
        """End all that this process started."""
        for process in self._running.values():
            with suppress(ProcessLookupError):
                process.kill()
        await asyncio.gather(*self._watching)

    @staticmethod
    async def _started(folder: Path, claim: int | None) -> Process:
        try:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "casinowar.web.lab.simulation_process", str(folder)),
                stdin=PIPE,
                stdout=DEVNULL,
                pass_fds=[] if claim is None else [claim],
            )
        except OSError:
            _LOG.exception("a simulation cannot be started")
            shutil.rmtree(folder, ignore_errors=True)
            raise InputError("The lab cannot start a simulation now; try again later.") from None

    async def _watched(self, folder: Path, process: Process) -> None:
        await process.wait()
        del self._running[folder.name]

    def _person(self, person: str) -> Path:
        return self._folder / sha256(person.encode()).hexdigest()

    def _of(self, person: str) -> list[Path]:
        found = [each for each in self._person(person).glob("*") if (each / d.ASKED).exists()]
        return sorted(found, key=lambda each: (each / d.ASKED).stat().st_mtime_ns, reverse=True)

    def _found(self, person: str, name: str) -> Path:
        for each in self._of(person):
            if each.name == name:
                return each
        raise NotFoundException("You have no such simulation.")

    @staticmethod
    def _is_under_way(folder: Path) -> bool:
        """Tell whether one is dealt, or about to be: nothing has come out, and its process lives."""
        over = (folder / d.RESULT).exists() or (folder / d.PROBLEM).exists()
        return not over and is_claimed(folder / d.LOCK)

    def _told(self, folder: Path, *, result: bool = True) -> SimulationTold:
        asked = msgspec.json.decode((folder / d.ASKED).read_bytes(), type=SimulationBody)
        done, wanted, dealing = 0, asked.sessions or asked.rounds, False
        with suppress(FileNotFoundError):
            done, wanted = msgspec.json.decode((folder / d.PROGRESS).read_bytes(), type=tuple[int, int])
            dealing = True
        lives = is_claimed(folder / d.LOCK)  # before anything that it may leave behind is looked for
        found, problem = folder / d.RESULT, folder / d.PROBLEM
        state: Literal["preparing", "dealing", "done", "stopped", "failed"]
        report = None
        if found.exists():
            report = msgspec.json.decode(found.read_bytes(), type=ReportTold)
            state = "done" if report.document["finished"] else "stopped"
            sessions = report.document.get("sessions")
            done = sessions["number"] if sessions else report.document["rounds"]
        elif problem.exists() or not lives:
            state = "stopped" if (folder / d.STOP).exists() else "failed"
        else:
            state = "dealing" if dealing else "preparing"
        return SimulationTold(
            id=folder.name,
            rulebook=asked.rulebook or FILE,
            state=state,
            counts="sessions" if asked.sessions else "rounds",
            done=done,
            wanted=wanted,
            problem=_problem(folder) if state in {"stopped", "failed"} and report is None else "",
            result=report if result else None,
        )


def _problem(folder: Path) -> str:
    """Say why nothing came out; one that was ended from without could not say so itself."""
    problem = folder / d.PROBLEM
    return problem.read_text(encoding="utf-8") if problem.exists() else _ENDED
