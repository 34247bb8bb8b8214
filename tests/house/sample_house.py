"""A house with a table and a worker, for tests."""

import os
from collections.abc import Callable

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.procedure import next_duty
from casinowar.game.table import Table
from casinowar.game.words import Act, Role, Wager
from casinowar.house.journal.commits import Commit, TableSettings, decode_commit
from casinowar.house.journal.requests import Accepted, Actor, Answer, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.schema import SNAPSHOTS
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker

KEY = bytes(range(32))
PIT = Actor("pit", frozenset({Role.DEALER, Role.FLOORPERSON}))
ANN, BEN = Actor("Ann"), Actor("Ben")
SETTINGS = TableSettings(
    rulebook="maryland", house=House(limits={Wager.INITIAL: Limit(minimum="10", maximum="500")})
)


def keep_snapshot(store: Store, version: int, body: bytes) -> None:
    """Have another snapshot stand there than the house has written."""
    with store.writing() as connection:
        changed = connection.execute(SNAPSHOTS.update().values(version=version, body=body))
        assert changed.rowcount == 1


class Served:
    """A house with a table, and a worker to ask."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, 1_000_000
        self.worker = self.another()

    def another(self, store: Store | None = None) -> Worker:
        return Worker(store or self.store, key=KEY, clock=lambda: self.now, random_bytes=os.urandom)

    def ask(self, command: c.Command | OfficeCommand, actor: Actor = ANN, name: str = "") -> Answer:
        offices = [name for name, office in OFFICES.items() if isinstance(command, office.commands)]
        [table] = offices or ["t"]
        request = TableRequest(table=table, actor=actor, command=command, id=name)
        [answer] = self.worker.ask(request)
        return answer

    def must(self, command: c.Command | OfficeCommand, actor: Actor = ANN) -> Accepted:
        answer = self.ask(command, actor)
        assert isinstance(answer, Accepted), answer
        return answer

    def seat(self, *players: Actor) -> "Served":
        for seat, player in enumerate(players, 1):
            self.must(cashier.Deposit(player=player.name, amount=1_000_00), PIT)
            self.must(c.Sit(player=player.name, seat=seat, chips=400_00), player)
        return self.to_betting()

    def to_betting(self) -> "Served":
        """Answer what players are asked, going to war on ties, until wagers can be placed."""
        while (duty := next_duty(self.worker.rules("t"), self.table)).act is not Act.PLACE_WAGERS:
            hand = self.table.hand(duty.seat or 0)
            player = Actor(hand.player if hand else self.table.seats.get(duty.seat or 0, ""))
            answers: dict[Act, Callable[[int], c.Command]] = {
                Act.ANSWER_CUT: lambda seat: c.RefuseCut(seat=seat),
                Act.CHOOSE: lambda seat: c.GoToWar(hand=seat),
                Act.ANSWER_TIE_OFFER: lambda seat: c.DeclineTieWager(hand=seat),
            }
            self.must(answers[duty.act](duty.seat or 0), player)
        return self

    def play(self, rounds: int) -> "Served":
        for _ in range(rounds):
            for seat, name in self.table.seats.items():
                self.must(c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00), Actor(name))
            self.must(c.CallNoMoreBets(), PIT)
            self.to_betting()
        return self

    @property
    def table(self) -> Table:
        return self.worker.position("t").table

    def commits(self) -> list[Commit]:
        """Read the table's journal."""
        return [decode_commit(body) for _, body, _ in self.store.pages("t")]
