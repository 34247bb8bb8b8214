"""Any play at a banked table: the player/dealer pays from what was put up, and the house from nothing."""

from collections.abc import Sequence
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.bank import Exhaustion
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.procedure import next_duty
from casinowar.game.table import Table
from casinowar.game.words import PLACES, Act, Wager, spot
from casinowar.rulebooks import open_rulebook
from tests.support.driving import drive_to_completion, due_commands
from tests.support.scenario import NAMES, at_table
from tests.support.watched import Watched

SEEDS = st.integers(0, 2**16)
BOOK = open_rulebook("california")
OF_THE_BANK = [
    *("backline", "bank_exhausted", "bank_start", "short_bank_at_war", "bank_rounds"),
    *("first_player_dealer", "choice_timing", "primary_wager_at_war", "tie_wager_on_war", "leaving_player"),
]
STANDING = ("Kim", "Lou", "Mo")
MOST_ROUNDS = 2


@st.composite
def banked_rules(draw: st.DrawFn) -> Rules:
    """Draw California's rules under any readings that touch the bank."""
    readings = {name: draw(st.sampled_from(sorted(BOOK.readings[name].choices))) for name in OF_THE_BANK}
    by_house = readings["first_player_dealer"] == "set_by_the_house"
    return Rules(
        BOOK.book(readings),
        House(
            backline=0 if readings["backline"] == "none" else 2,
            first_bank=draw(st.integers(1, 8)) if by_house else None,
            smallest_chip="1",
            limits={Wager.INITIAL: Limit(minimum="2", maximum="1000000")},
        ),
    )


class Ledger(Watched):
    """A watched table with a second account of what the bank put up and paid."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.put_up = 0
        self.payoffs = 0
        self.bought = 0
        self.bankers: list[str] = []

    def _follow(self, events: Sequence[e.Event], after: Table) -> None:
        for event in events:
            self._book(event)
        super()._follow(events, after)

    def _book(self, event: e.Event) -> None:
        match event:
            case e.NoMoreBetsCalled():
                self.put_up, self.payoffs = self.table.inventory, 0
                assert self.table.bank.seat is not None, "a round is dealt that nobody banks"
            case e.BankRaised():
                self.put_up += event.amount
            case e.WagerPaid() | e.MatchPaid():
                self.payoffs += event.amount
            case e.PaymentReversed():
                self.payoffs -= event.amount
            case e.BankReturned() if event.counts:
                self.bankers.append(self.table.seats[event.seat])
            case e.PlayerSeated():
                self.bought += event.chips
            case e.ChipsBought():
                self.bought += event.amount
            case e.ChipsCashed():
                self.bought -= event.amount
            case e.PlayerLeft():
                self.bought -= event.chips
            case _:
                pass
        bank = self.rules.book.bank
        if bank and bank.exhausted.value is not Exhaustion.RUNNING:
            assert self.payoffs <= self.put_up, f"{event} pays more than the bank put up"


class BankedTable(RuleBasedStateMachine):
    """A table in California at which many wager, behind seats too, against banks that are often too short."""

    ledger: Ledger | None = None

    @initialize(rules=banked_rules(), players=st.integers(0, 5), seed=SEEDS)
    def open_table(self, rules, players, seed):
        self.ledger = Ledger(rules)
        self.ledger.give(c.OpenTable())
        for seat, player in enumerate(NAMES[: min(players, rules.seats)], 1):
            self.ledger.give(c.Sit(player=player, seat=seat, chips=500_00))
        self.go_on(seed, 60)

    @property
    def at(self) -> Ledger:
        assert self.ledger is not None
        return self.ledger

    @rule(seed=SEEDS, times=st.integers(1, 40))
    def go_on(self, seed, times):
        """Do what is due; when wagers are, have many people wager."""
        chance = Random(seed)
        for _ in range(times):
            act = next_duty(self.at.rules, self.at.table).act
            if act is Act.PLACE_WAGERS and self.at.table.round is None:
                self.wager(chance)
            for command in due_commands(self.at.rules, self.at.table, chance):
                refusal = self.at.give(command)
                assert refusal is None, f"{command} is due, but refused: {refusal}"

    def wager(self, chance: Random) -> None:
        for seat in sorted(self.at.table.seats, key=lambda seat: (seat >= PLACES, chance.random())):
            for wager in (Wager.INITIAL, Wager.TIE):
                if chance.random() < 0.7:
                    amount = chance.choice([2, 4, 10, 40]) * 1_00
                    self.at.give(c.PlaceWager(hand=seat, wager=wager, amount=amount))

    @rule(amount=st.integers(1, 60), seat=st.integers(1, 5))
    def take_the_bank(self, amount, seat):
        offered = self.at.table.bank.offered or seat
        self.at.give(c.TakeBank(seat=offered, amount=amount * 1_00))

    @rule(seat=st.integers(1, 5))
    def decline_the_bank(self, seat):
        self.at.give(c.DeclineBank(seat=self.at.table.bank.offered or seat))

    @rule(amount=st.integers(1, 30))
    def add_to_the_bank(self, amount):
        self.at.give(c.AddToBank(amount=amount * 1_00))

    @rule(player=st.sampled_from(STANDING), seat=st.integers(1, 5), row=st.integers(1, 2))
    def stand_behind(self, player, seat, row):
        self.at.give(c.Sit(player=player, seat=row * PLACES + seat, chips=300_00))

    @rule(player=st.sampled_from(NAMES[:5]), seat=st.integers(1, 5))
    def sit(self, player, seat):
        self.at.give(c.Sit(player=player, seat=seat, chips=300_00))

    @rule(player=st.sampled_from([*NAMES[:5], *STANDING]))
    def leave(self, player):
        self.at.give(c.LeaveTable(player=player))

    @precondition(lambda self: self.ledger is not None and self.ledger.table.round is not None)
    @rule(data=st.data())
    def withdraw(self, data):
        assert self.at.table.round is not None
        seat = data.draw(st.sampled_from(sorted(self.at.table.round.hands)))
        self.at.give(c.WithdrawWager(hand=seat, wager=Wager.INITIAL))

    @precondition(lambda self: self.ledger is not None and self.ledger.table.round is not None)
    @rule()
    def void(self):
        """Stop play and void the round."""
        self.at.give(c.ReportShufflerJam())
        assert self.at.table.stop is not None
        self.at.give(c.Rule(ruling=self.at.table.stop.possible[-1]))

    @invariant()
    def the_bank_never_owes(self):
        if self.ledger is None:
            return
        table = self.ledger.table
        assert table.inventory >= 0, "the house pays"
        if table.round is not None and table.round.cover is not None:
            assert 0 <= table.round.cover <= table.inventory, "there is less than is left to pay with"

    @invariant()
    def between_rounds_all_chips_are_the_players(self):
        if self.ledger is None or self.ledger.table.round is not None:
            return
        table = self.ledger.table
        assert table.inventory == 0 or table.bank.seat is not None, "the house keeps chips"
        assert sum(table.chips.values()) + table.inventory == self.ledger.bought, "somebody took a percentage"

    @invariant()
    def nobody_banks_three_rounds_in_a_row(self):
        if self.ledger is None:
            return
        last = self.ledger.bankers[-MOST_ROUNDS - 1 :]
        assert len(last) <= MOST_ROUNDS or len(set(last)) > 1, f"{last[0]} banks three rounds in a row"

    @invariant()
    def the_player_dealer_and_those_behind_him_have_no_hand(self):
        if self.ledger is None or self.ledger.table.round is None:
            return
        bank, hands = self.ledger.table.bank.seat, self.ledger.table.round.hands
        if bank is not None:
            assert all(spot(seat) != bank for seat in hands), "the player/dealer has a hand"
        assert all(spot(seat) in hands for seat in hands), "a backline bettor backs no hand"

    def teardown(self):
        if self.ledger is not None:
            self.ledger.check_record()
            for seed in range(2):
                drive_to_completion(self.ledger.rules, self.ledger.table, Random(seed))


BankedTable.TestCase.settings = settings(
    max_examples=settings().max_examples,
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
TestBankedTable = BankedTable.TestCase


# a second answer to the question who gets what


def settled(reading: str, bank: int, wagers: list[tuple[int, bool]]) -> list[int]:
    """Work out what wagers win or lose in turn, by the words of R43 alone."""
    nets = []
    left = bank
    for amount, wins in wagers:
        if reading == "collect_first" and not wins:
            nets.append(-amount)
        elif reading == "both_ways":
            moved = min(amount, left)
            left -= moved
            nets.append(moved if wins else -moved)
        elif wins:
            nets.append(min(amount, left))
            left -= min(amount, left)
        else:
            nets.append(-amount if left else 0)
            left += amount if left and reading == "running" else 0
    return nets


@given(
    reading=st.sampled_from(["payoffs", "running", "both_ways", "collect_first"]),
    bank=st.integers(1, 60),
    wagers=st.lists(st.tuples(st.integers(1, 20), st.booleans()), min_size=1, max_size=5),
)
def test_a_deal_without_ties_is_covered_by_the_words_of_the_reading(reading, bank, wagers):
    table = at_table("california", players=6, bankers=False, readings={"bank_exhausted": reading})
    table.when(c.TakeBank(seat=1, amount=bank * 1_00))
    for seat, (amount, _) in enumerate(wagers, 2):
        table.when(c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount * 1_00))
    cards = [("K" if wins else "3") + "CDHSC"[place] for place, (_, wins) in enumerate(wagers)]
    table.next_cards(" ".join([*cards, "7H"])).dealt()
    expected = settled(reading, bank, wagers)
    assert [table.net(NAMES[seat]) // 100 for seat in range(1, len(wagers) + 1)] == expected
    assert table.net("Ann") // 100 == -sum(expected)
