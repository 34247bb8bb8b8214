"""Players at two tables and two workers, and an oracle of their losses that reads only the journal."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Role, Wager
from casinowar.house.journal.commits import decode_commit
from casinowar.house.journal.requests import Accepted, Actor, Answer, TableRequest
from casinowar.house.offices import care, cashier
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from tests.house.sample_house import KEY, PIT, SETTINGS

TABLES = ("a", "b")
HOUR = 3_600_000
DAY = 24 * HOUR


class Playing:
    """Two tables that two workers serve, with a clock to turn and shuffles from a seed."""

    def __init__(self, store: Store, random_bytes, tables=TABLES, settings=SETTINGS) -> None:
        self.store, self.now, self.tables = store, 1_700_000_000_000, tables
        self.workers = [
            Worker(store, key=KEY, clock=lambda: self.now, random_bytes=random_bytes) for _ in range(2)
        ]
        for table in tables:
            self.workers[0].open(table, settings)
            self.must(table, PIT, c.OpenTable())

    def ask(
        self, table: str, actor: Actor, command: c.Command | OfficeCommand, worker: int = 0, **more
    ) -> Answer:
        [answer] = self.workers[worker].ask(TableRequest(table=table, actor=actor, command=command, **more))
        return answer

    def must(self, table: str, actor: Actor, command: c.Command | OfficeCommand, worker: int = 0) -> Accepted:
        answer = self.ask(table, actor, command, worker)
        assert isinstance(answer, Accepted), answer
        return answer

    def care(self, name: str, command: care.CareCommand, worker: int = 0) -> Answer:
        return self.ask(care.CARE, Actor(name), command, worker)

    def deposit(self, name: str, amount: int = 10_000_00) -> None:
        self.must(cashier.CASHIER, PIT, cashier.Deposit(player=name, amount=amount))

    def sit(self, name: str, table: str, seat: int, chips: int = 2_000_00) -> Answer:
        return self.ask(table, Actor(name), c.Sit(player=name, seat=seat, chips=chips))

    def wager(
        self, name: str, table: str, amount: int, worker: int = 0, what: Wager = Wager.INITIAL
    ) -> Answer:
        seat = next(seat for seat, who in self.state(table).seats.items() if who == name)
        return self.ask(table, Actor(name), c.PlaceWager(hand=seat, wager=what, amount=amount), worker)

    def state(self, table: str):
        self.workers[0].refresh(table)
        return self.workers[0].position(table).table

    def go_on(self, table: str, *, war: bool = True) -> None:
        """Have a table come to where wagers can be placed; ties go to war, or are surrendered."""
        while True:
            state = self.state(table)
            duty = next_duty(self.workers[0].rules(table), state)
            hand = state.hand(duty.seat or 0)
            player = Actor(hand.player if hand else state.seats.get(duty.seat or 0, ""))
            match duty.act:
                case Act.ANSWER_CUT:
                    self.must(table, player, c.RefuseCut(seat=duty.seat or 0))
                case Act.CHOOSE if war:
                    self.must(table, player, c.GoToWar(hand=duty.seat or 0))
                case Act.CHOOSE:
                    self.must(table, player, c.Surrender(hand=duty.seat or 0))
                case Act.ANSWER_TIE_OFFER:
                    self.must(table, player, c.DeclineTieWager(hand=duty.seat or 0))
                case Act.CALL_NO_MORE_BETS:
                    self.must(table, PIT, c.CallNoMoreBets())
                case _:
                    return

    def play(self, name: str, table: str, amount: int) -> Answer:
        """Play a round, and say what became of the wager."""
        self.go_on(table)
        answer = self.wager(name, table, amount)
        self.go_on(table)
        return answer


# the oracle


def commits(store: Store):
    """Read the whole house's journal, in the order of time."""
    found = [decode_commit(body) for table in store.tables() for _, body, _ in store.pages(table)]
    return sorted(found, key=lambda commit: (commit.at, commit.table, commit.version))


def worth(store: Store):
    """Follow what each player has in the house, commit by commit, and what of it came over the counter.

    An own count by the names of events: chips, and wagers until they are taken, as a person would do it.
    """
    chips, layout, wallet, brought = (defaultdict[str, int](int) for _ in range(4))
    whose: dict[tuple[str, int], str] = {}
    for commit in commits(store):
        for event in commit.events:
            kind, amount = type(event).__name__, getattr(event, "amount", 0)
            player = getattr(event, "player", "")
            if isinstance(event, e.WagerPlaced):
                whose[commit.table, event.hand] = player
            elif hasattr(event, "wager"):
                player = whose.get((commit.table, event.hand), "")
            match kind:
                case "MoneyDeposited":
                    wallet[player] += amount
                    brought[player] += amount
                case "MoneyWithdrawn":
                    wallet[player] -= amount
                    brought[player] -= amount
                case "PlayerSeated":
                    wallet[player] -= event.chips
                    chips[player] += event.chips
                case "ChipsBought":
                    wallet[player] -= amount
                    chips[player] += amount
                case "PlayerLeft":
                    wallet[player] += event.chips
                    chips[player] -= event.chips
                case "ChipsCashed":
                    wallet[player] += amount
                    chips[player] -= amount
                case "WagerPlaced":
                    chips[player] -= amount
                    layout[player] += amount
                case "WagerReturned" | "WagerWithdrawn":
                    layout[player] -= amount
                    chips[player] += amount
                case "WagerCollected":
                    layout[player] -= amount
                case "WagerPaid":
                    chips[player] += amount
                case _ if "Wager" in kind and amount and hasattr(event, "wager"):
                    raise AssertionError(f"the oracle does not know {kind}")
        yield commit, {name: wallet[name] + chips[name] + layout[name] - brought[name] for name in wallet}


def period(span: LimitSpan, at: int) -> str:
    """Name the day, week or month of a time."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    return moment.strftime(
        {LimitSpan.DAY: "%Y-%m-%d", LimitSpan.WEEK: "%G-%V", LimitSpan.MONTH: "%Y-%m"}[span]
    )


def worst_losses(store: Store, span: LimitSpan) -> dict[tuple[str, str], int]:
    """Find the most that each player was down in each period, against what they had when it began."""
    began: dict[tuple[str, str], int] = {}
    before: dict[str, int] = defaultdict(int)
    worst: dict[tuple[str, str], int] = defaultdict(int)
    for commit, now in worth(store):
        for name, value in now.items():
            key = name, period(span, commit.at)
            began.setdefault(key, before[name])
            worst[key] = max(worst[key], began[key] - value)
            before[name] = value
    return worst


__all__ = ["OFFICES", "LimitKind", "Playing", "Role", "worst_losses", "worth"]
