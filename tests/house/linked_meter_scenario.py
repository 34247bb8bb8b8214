"""Tables that share a meter, and one meter to compare them with."""

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import command_for, floorpersons_command
from casinowar.game.book.house import House, Limit
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.chance import Shuffled
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.table import Table
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.house.accounts import meter_account
from casinowar.house.journal.commits import Commit, TableSettings, decode_commit
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices.cashier import CASHIER, Deposit
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.worker.worker import Worker
from casinowar.rulebooks import open_rulebook
from tests.house.sample_house import PIT

GRAND = "Grand"
METER = "progressive"
RESET = 10_000_00
_TIE = '{ hand = "tie", pays = "5 to 1",'
_SUITED = '{ hand = "suited tie", pays = "15 to 1",'


def easy_text() -> str:
    """Give Maryland's text with a meter that every tie wins, so that jackpots come often."""
    text = open_rulebook("maryland").text
    assert _TIE in text
    assert _SUITED in text
    for pay in (_TIE, _SUITED):
        text = text.replace(pay, f'{pay} meter = "1",')
    return text.replace('name = "maryland"', 'name = "easy"', 1)


def linked_house(*, rate: str = "12%", initial: str = "10000", reset: str = "10000") -> House:
    """Give a house whose progressive is linked."""
    meter = MeterChoices(rate=rate, initial=initial, reset=reset, linked=True)
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="100")}
    return House(
        limits=limits, payout_limit="none", progressive=ProgressiveChoices(meter=meter), adjacent_boxes=1
    )


EASY = TableSettings(rulebook="easy", text=easy_text(), house=linked_house(), links={METER: GRAND})
"""A table at which every tie wins the meter that the house calls Grand."""
DEALT = replace(EASY, automatic=False, floor=True)
"""One that people deal at."""
AT_EACH_SEAT = replace(EASY, readings={"progressive_settled": "at_each_seat"})
"""One that pays jackpots in the middle of a round, which may be void afterwards."""


def commits(store: StoreReader, table: str) -> list[Commit]:
    """Read a journal."""
    return [decode_commit(body) for _, body, _ in store.pages(table)]


class OneMeter:
    """A single meter, which pays whole and in turn: what all tables together have to come to."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.shows = 0
        self.jackpots: list[int] = []

    def follow(self, events: Iterable[e.Event], *, starts: bool) -> None:
        """Do what a table did, and hold what it paid to what is there."""
        for event in events:
            match event:
                case e.MeterStarted():
                    self.shows += event.amount if starts else 0
                case e.MeterRaised() | e.MeterRestarted() | e.MeterPaymentReversed():
                    self.shows += event.amount
                case e.MeterPaid():
                    assert event.amount == self.shows, "the meter paid something else than it showed"
                    self.jackpots.append(event.amount)
                    self.shows -= event.amount
                case e.MeterRaiseReversed() | e.MeterRestartReversed():
                    self.shows -= event.amount
                case _:
                    pass
        assert self.shows >= RESET, "the meter shows less than its reset amount"


def held_to_one_meter(store: StoreReader) -> OneMeter:
    """Hold the journals of all tables that share the meter to a single one, in the order of its changes."""
    twin = OneMeter()
    changes = [
        (each.version, commit, each)
        for table in store.tables()
        if table not in OFFICES
        for commit in commits(store, table)
        for each in commit.meters
        if each.changed
    ]
    changes.sort(key=lambda change: change[0])
    assert [version for version, _, _ in changes] == [*range(1, len(changes) + 1)]
    for _, commit, stand in changes:
        assert twin.shows == stand.before, "it was decided on something else than the meter showed"
        twin.follow(commit.events, starts=stand.started)
        assert twin.shows == stand.amount
    assert store.meter_value(GRAND).amount == twin.shows
    assert store.balance(meter_account(GRAND)) == twin.shows
    return twin


def wish(worker: Worker, table: str, chance: Random, names: Sequence[str]) -> tuple[Actor, c.Command]:
    """Find something that one of several people may do at a table, in the main to play on."""
    position, rules = worker.position(table), worker.rules(table)
    state = position.table
    if not state.open:
        return PIT, c.OpenTable()
    duty = next_duty(rules, state)
    if state.stop is not None:
        return PIT, c.Rule(ruling=chance.choice([*state.stop.possible, Ruling.VOID_THE_ROUND]))
    if absent := [name for name in names if name not in state.seats.values()]:
        seat = next(each for each in range(1, len(names) + 1) if each not in state.seats)
        return Actor(absent[0]), c.Sit(player=absent[0], seat=seat, chips=100_00)
    if duty.act is Act.CHOOSE and chance.random() < 0.15:
        report = c.ReportIrregularity(irregularity=Irregularity.OTHER, by=Role.FLOORPERSON, note="a test")
        return PIT, report
    without = [seat for seat in state.seats if not _has_chip(state, seat)]
    if duty.act is Act.CALL_NO_MORE_BETS and (not without or chance.random() < 0.1):
        return PIT, c.CallNoMoreBets()
    if duty.act is Act.ANSWER_CUT:
        return Actor(state.seats[duty.seat or 0]), c.RefuseCut(seat=duty.seat or 0)
    seat = duty.seat if duty.act is Act.CHOOSE and duty.seat else chance.choice(without or [*state.seats])
    player = state.seats[seat]
    actions = [action.command for action in legal_actions(rules, state, player)]
    playing = [each for each in actions if isinstance(each, c.PlaceWager | c.Surrender | c.GoToWar)]
    side = [each for each in playing if isinstance(each, c.PlaceWager) and each.wager is Wager.PROGRESSIVE]
    return Actor(player), chance.choice(
        side or playing or actions or [c.BuyChips(player=player, amount=10_00)]
    )


def _has_chip(state: Table, seat: int) -> bool:
    hand = state.hand(seat)
    return hand is not None and hand.placed(Wager.PROGRESSIVE) > 0


class Rigged:
    """A person who deals, and reads from the shoe whatever cards the test wants."""

    drawing = None

    def __init__(self, cards: str) -> None:
        """Say which cards come out."""
        self._cards = iter(cards.split())

    def follow(self, _events: tuple[e.Event, ...]) -> None:
        """Look away."""

    def shuffled(self, _table: Table, _act: Act, _cards: tuple[str, ...]) -> Shuffled:
        """Tell nobody the order."""
        return Shuffled()

    def card(self, _table: Table) -> str:
        """Draw the next card."""
        return next(self._cards)


def dealt_until(worker: Worker, table: str, act: Act, cards: str = "") -> None:
    """Have the pit do what is due at a table that a person deals at, until an act is due."""
    source, rules = Rigged(cards), worker.rules(table)
    while (duty := next_duty(rules, state := worker.position(table).table)).act is not act:
        if duty.act is Act.ANSWER_CUT:
            must(worker, table, c.RefuseCut(seat=duty.seat or 0), Actor(state.seats[duty.seat or 0]))
            continue
        command = command_for(rules, state, duty, source) or floorpersons_command(rules, state, duty)
        assert command is not None, (duty, act)
        must(worker, table, replace(command, by=duty.role))


def must(
    worker: Worker, table: str, command: c.Command | OfficeCommand, actor: Actor | None = None
) -> Commit:
    """Ask for something that has to be accepted."""
    [answer] = worker.ask(TableRequest(table=table, actor=actor or PIT, command=command))
    assert isinstance(answer, Accepted), (table, command, answer)
    assert answer.commit is not None
    return answer.commit


def seated(worker: Worker, table: str, settings: TableSettings, players: int = 1) -> None:
    """Open a table with players at it, up to where wagers can be placed."""
    worker.open(table, settings)
    must(worker, table, c.OpenTable())
    for seat in range(1, players + 1):
        name = f"{table} {seat}"
        must(worker, CASHIER, Deposit(player=name, amount=1_000_00))
        must(worker, table, c.Sit(player=name, seat=seat, chips=500_00), Actor(name))
    if players and settings.automatic:
        duty = next_duty(worker.rules(table), worker.position(table).table)
        must(worker, table, c.RefuseCut(seat=duty.seat or 0), Actor(f"{table} {duty.seat}"))
    elif players:
        dealt_until(worker, table, Act.PLACE_WAGERS)


def wagered(worker: Worker, table: str) -> None:
    """Have everybody wager, on the progressive too, and call no more bets."""
    for seat, name in worker.position(table).table.seats.items():
        for wager, amount in ((Wager.INITIAL, 10_00), (Wager.PROGRESSIVE, 5_00)):
            must(worker, table, c.PlaceWager(hand=seat, wager=wager, amount=amount), Actor(name))
    must(worker, table, c.CallNoMoreBets())


def won(worker: Worker, table: str) -> None:
    """Have a table's only player tie, give the hand up, and wait to be paid the meter."""
    wagered(worker, table)
    dealt_until(worker, table, Act.CHOOSE, "9H 9D")
    must(worker, table, c.Surrender(hand=1), Actor(f"{table} 1"))
    dealt_until(worker, table, Act.PAY_PROGRESSIVE)


def shown(worker: Worker, table: str) -> int:
    """Tell what the meter shows at a table."""
    return worker.position(table).table.meters[METER]
