"""Make a house to be kept: `python -m tests.house.kept_journals FILE` plays at all rulebooks' tables.

For every released format of the journal one such house is kept in `tests/house/journals/`, made by the code
of its time and never made again: what is written there has to be read and found in order for ever.
"""

import gzip
import os
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from casinowar.game import commands as c
from casinowar.game.legal import legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Role
from casinowar.house.cashier import CASHIER, Deposit, Withdraw
from casinowar.house.journal import TableSettings
from casinowar.house.requests import Accepted, Actor, TableRequest
from casinowar.house.running.backups import back_up
from casinowar.house.store import Store
from casinowar.house.worker import Worker
from casinowar.rulebooks import load_sample, names

KEY = bytes(range(32))
PIT = Actor("pit", frozenset({Role.DEALER, Role.FLOORPERSON, Role.MANAGER}))
PLAYERS = (Actor("Ann"), Actor("Ben"))
STEPS = 90


class Playing:
    """A house at whose tables people do whatever they may, by a seed."""

    def __init__(self, store: Store) -> None:
        self.now = 1_700_000_000_000
        self.worker = Worker(store, key=KEY, clock=lambda: self.now, random_bytes=os.urandom)
        self.chance = random.Random(1)
        self.asked = 0

    def ask(self, table: str, actor: Actor, command: object) -> bool:
        self.now += 700
        self.asked += 1
        asked = TableRequest(table=table, actor=actor, command=command, id=f"r{self.asked}")  # type: ignore[arg-type]  # whatever it is
        [answer] = self.worker.ask(asked)
        return isinstance(answer, Accepted)

    def play(self, rulebook: str) -> None:
        settings = TableSettings(rulebook=rulebook, house=load_sample(rulebook))
        self.worker.open(rulebook, settings)
        assert self.ask(rulebook, PIT, c.OpenTable())
        for seat, player in enumerate(PLAYERS, 1):
            assert self.ask(CASHIER, PIT, Deposit(player=player.name, amount=50_000_00))
            assert self.ask(rulebook, player, c.Sit(player=player.name, seat=seat, chips=20_000_00))
        for _ in range(STEPS):
            self.step(rulebook)
        assert self.ask(CASHIER, PIT, Withdraw(player="Ben", amount=1_00))

    def step(self, table: str) -> None:
        rules, before = self.worker.rules(table), self.worker.position(table).table
        duty = next_duty(rules, before)
        offers = [
            (player, each.command)
            for player in PLAYERS
            for each in legal_actions(rules, before, player.name)
            if not isinstance(each.command, c.BuyChips | c.CashOut | c.LeaveTable)
        ]
        calls = duty.act in {Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS} and self.chance.random() < 0.3
        if offers and not calls:
            self.ask(table, *self.chance.choice(offers))
        else:
            self.ask(table, PIT, c.CallNoMoreBets())


def make(file: Path) -> None:
    """Write the house as it would be kept."""
    with TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/house.db"
        store = Store(address)
        playing = Playing(store)
        for rulebook in names():
            playing.play(rulebook)
        store.close()
        back_up(address, Path(folder) / "kept.db")
        file.write_bytes(gzip.compress((Path(folder) / "kept.db").read_bytes(), mtime=0))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
