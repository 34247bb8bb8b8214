"""``python -m tests.web.kill_search ROUNDS [--file FILE]``: kill a served house at random moments.

On SQLite and on PostgreSQL, in houses of some rounds each, every one of which is checked at its end. With a
file it goes on after the last one that was, as long as the house and its bots are the same.
"""

import asyncio
import sys
import time
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from tests.support.databases import emptied, running_postgres
from tests.support.resuming import code, keep, kept
from tests.web.kill_scenario import Killed, played_through_kills
from tests.web.served_house import ServedHouse

_ROUNDS_OF_A_HOUSE = 250
_KILLS_OF_A_HOUSE = 25
WORKERS = {"sqlite": 1, "sqlite by two": 2, "postgresql": 2}
"""So many processes serve on each database."""


class KillSearch(Struct, kw_only=True):
    """How far it has come on each database."""

    code: str
    done: dict[str, Killed] = field(default_factory=lambda: {name: Killed() for name in WORKERS})

    def told(self) -> str:
        """Say what was done."""
        return "; ".join(
            f"{name}: {done.rounds:,} rounds, {done.kills:,} kills, {done.acknowledged:,} acknowledged"
            for name, done in self.done.items()
        )


def main(arguments: list[str]) -> int:
    """Play until there are so many rounds on each database."""
    reads = ArgumentParser(prog="python -m tests.web.kill_search")
    reads.add_argument("rounds", type=int)
    reads.add_argument("--file", type=Path)
    asked = reads.parse_args(arguments)
    now = code(Path(__file__).parent)
    before = kept(asked.file, KillSearch)
    search = before if before is not None and before.code == now else KillSearch(code=now)
    with ExitStack() as stack:
        for name, done in search.done.items():
            server = ""
            while done.rounds < asked.rounds:
                if name == "postgresql" and not server:
                    server = stack.enter_context(running_postgres())
                _add(done, one_house(server, WORKERS[name], asked.rounds - done.rounds))
                if asked.file is not None:
                    keep(search, asked.file)
    sys.stdout.write(f"{search.told()}: nothing lost, nothing twice, every audit in order\n")
    return 0


def one_house(server: str, workers: int, left: int) -> Killed:
    """Play in a new house, on PostgreSQL if there is one or else on SQLite, and say how it went."""
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        running = ServedHouse(Path(folder), server, ["--workers", str(workers)]).start()
        try:
            rounds = min(left, _ROUNDS_OF_A_HOUSE)
            done = asyncio.run(played_through_kills(running, rounds, _KILLS_OF_A_HOUSE))
        finally:
            running.kill()
            if server:
                emptied(server)
    minutes = (time.monotonic() - began) / 60
    where = "PostgreSQL" if server else "SQLite"
    sys.stdout.write(
        f"{where}, processes: {workers}: {done.rounds} rounds, {done.kills} kills in {minutes:.1f} minutes\n"
    )
    sys.stdout.flush()
    return done


def _add(total: Killed, more: Killed) -> None:
    total.rounds += more.rounds
    total.kills += more.kills
    total.acknowledged += more.acknowledged


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
