"""Acknowledged requests per second of a house, beside the single commits that the same database makes."""

import os
import statistics
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from benchmarks.single_commits import PIT, SECONDS, rows_of_sqlite
from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Wager
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker

TURNS = 5
TABLES = (1, 10, 100)
SETTINGS = TableSettings(
    rulebook="maryland", house=House(limits={Wager.INITIAL: Limit(minimum="10", maximum="500")})
)


class Bots:
    """One player at each table, who wagers in every round and goes to war on every tie."""

    def __init__(self, store: Store, tables: int) -> None:
        """Open the tables and seat the players."""
        started = time.monotonic()
        self.worker = Worker(
            store,
            key=os.urandom(32),
            clock=lambda: int(1000 * (time.monotonic() - started)),
            random_bytes=os.urandom,
        )
        self.tables = [f"table-{number}" for number in range(tables)]
        self.numbers = count()
        for table in self.tables:
            self.worker.open(table, SETTINGS)
            self.ask((table, PIT, c.OpenTable()))
            self.ask((cashier.CASHIER, PIT, cashier.Deposit(player=table, amount=10**9)))
            self.ask((table, Actor(table), c.Sit(player=table, seat=1, chips=10**9)))

    def ask(self, *wishes: tuple[str, Actor, c.Command | cashier.CashierCommand]) -> None:
        requests = [
            TableRequest(table=table, actor=actor, command=command, id=f"r{next(self.numbers)}")
            for table, actor, command in wishes
        ]
        for answer in self.worker.ask(*requests):
            if not isinstance(answer, Accepted):
                raise TypeError(answer)

    def play(self) -> None:
        """Send one request for each table, all in one durable commit."""
        self.ask(*self._wishes())

    def _wishes(self) -> Iterator[tuple[str, Actor, c.Command]]:
        for table in self.tables:
            duty = next_duty(self.worker.rules(table), self.worker.position(table).table)
            player, seat = Actor(table), duty.seat or 1
            match duty.act:
                case Act.ANSWER_CUT:
                    yield table, player, c.RefuseCut(seat=seat)
                case Act.CHOOSE:
                    yield table, player, c.GoToWar(hand=seat)
                case Act.ANSWER_TIE_OFFER:
                    yield table, player, c.DeclineTieWager(hand=seat)
                case Act.CALL_NO_MORE_BETS:
                    yield table, PIT, c.CallNoMoreBets()
                case _:
                    yield table, player, c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)


def acknowledged(bots: Bots) -> float:
    """Count acknowledged requests per second."""
    done, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        bots.play()
        done += len(bots.tables)
    return done / (time.perf_counter() - started)


def main() -> int:
    """Print the ratios."""
    rates: dict[int, list[tuple[float, float]]] = {tables: [] for tables in TABLES}
    with TemporaryDirectory() as folder:
        for tables in track(TABLES, "House"):
            store = Store(f"sqlite:///{folder}/{tables}.db")
            bots = Bots(store, tables)
            for _ in range(TURNS):
                rates[tables].append((acknowledged(bots), rows_of_sqlite(Path(folder, "single.db"))))
            store.close()
    grid = Grid("tables", "requests per second", "single commits per second", "ratio", box=box.SIMPLE)
    for tables, turns in rates.items():
        ours, theirs = (statistics.median(each) for each in zip(*turns, strict=True))
        ratio = statistics.median(mine / other for mine, other in turns)
        grid.add_row(str(tables), f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio:.2f}")
    Console().print("\n[bold]A house on SQLite, durable, as a library", grid)
    return 0
