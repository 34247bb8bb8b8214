"""The steps of a round against a bank, with every number of the worked cases (R43, R44), and at random."""

from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.commands import AddToBank, DeclineBank, GoToWar, PlaceWager, Sit, Surrender, TakeBank
from casinowar.game.refusal import Reason
from casinowar.game.words import PLACES, Act, Role, Wager, spot
from tests.support.bank_steps import Hand, Steps
from tests.support.banking import BANKER, banked, won
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

KEPT = {"bank_exhausted": "odds_kept"}
EXHAUSTED = ("both_ways", "payoffs", "running", "collect_first", "odds_kept")
SHORT = ("partly_matched", "whole_unit_only", "may_add")
TIMING = ("after_all_hands", "at_the_seat")
ROUNDS = 30
WAR_CARDS = {"won": "KC QD", "tied": "QC QD", "lost": "JC QD"}


def at_war(table: Scenario, war: str, hand: int = 1) -> Scenario:
    """Have one tie hand go to war, and the war end so."""
    return table.when(GoToWar(hand=hand)).next_cards(f"2C 3C 4C {WAR_CARDS[war]}").attended()


# the worked cases


@clause("california", "betting.5", "round.3", "round.3.a", "round.3.b", "round.7.c")
@pytest.mark.parametrize(
    ("readings", "stands", "results"),
    [
        ({}, 20, {"s": -10, "won": 20, "tied": 20, "lost": -40}),
        (KEPT, 10, {"s": -5, "won": 10, "tied": 20, "lost": -20}),
    ],
    ids=["both ways", "odds kept"],
)
def test_a_bank_of_20_against_a_primary_wager_of_50(readings, stands, results):
    assert won(banked(20_00, "KC QC", readings).wagers({1: 50_00}).dealt())[0] == 20
    lower = banked(20_00, "JC QC", readings).wagers({1: 50_00}).dealt()
    assert won(lower)[0] == -20
    lower.then(e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=30_00))
    for how, net in results.items():
        table = banked(20_00, "QH QC", readings).wagers({1: 50_00}).dealt()
        table.then(
            e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=(50 - stands) * 100),
            e.HandStands(hand=1, amount=stands * 100),
        )
        assert (table.due.standing, table.due.cover) == (stands * 100, 0)
        table = table.when(Surrender(hand=1)).attended() if how == "s" else at_war(table, how)
        assert won(table) == [net, 0, 0, 0, -net]


def five_hands() -> Scenario:
    """Deal #1 p40 tie, #2 p30 higher, #3 p20 t2 tie, #4 p20 t5 lower, #5 p50 tie against a bank of 100."""
    table = at_table("california", bankers=False, players=6, chips=10_000_00)
    for seat in range(1, 6):
        table.when(DeclineBank(seat=seat)).attended()
    table.when(TakeBank(seat=6, amount=100_00)).next_cards("QC KC QD 3C QH QS")
    primary = {1: 40_00, 2: 30_00, 3: 20_00, 4: 20_00, 5: 50_00}
    return table.wagers(primary, tie={3: 2_00, 4: 5_00}).dealt()


@clause("california", "betting.5", "round.1", "round.3.b", "round.7", "round.9")
@pytest.mark.parametrize(
    ("how", "bank"), [("won", 50_00), ("lost", 125_00), ("tied", 50_00), ("surrender", 87_50)]
)
def test_a_bank_of_100_against_five_hands_of_which_three_tie(how, bank):
    table = five_hands()
    assert [event.amount for event in table.of(e.CoverLeft)] == [100_00, 70_00, 50_00, 25_00]
    table.then(
        e.WagerPaid(hand=2, wager=Wager.INITIAL, amount=30_00),
        e.WagerPaid(hand=3, wager=Wager.TIE, amount=20_00),
        e.WagerCollected(hand=4, wager=Wager.INITIAL, amount=20_00),
        e.WagerCollected(hand=4, wager=Wager.TIE, amount=5_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=15_00),
        e.HandStands(hand=1, amount=25_00),
        e.WagerReturned(hand=3, wager=Wager.INITIAL, amount=20_00),
        e.HandStands(hand=3, amount=0),
        e.HandSettled(hand=3),
        e.WagerReturned(hand=5, wager=Wager.INITIAL, amount=50_00),
        e.HandStands(hand=5, amount=0),
        e.HandSettled(hand=5),
    )
    assert (table.due.act, table.due.seat, table.due.standing, table.due.cover) == (Act.CHOOSE, 1, 25_00, 0)
    table = table.when(Surrender(hand=1)).attended() if how == "surrender" else at_war(table, how)
    table.then(e.BankReturned(seat=6, amount=bank))


@clause("california", "betting.5", "standards.4", "round.1.a", "round.1.c")
def test_a_bank_of_50_against_a_primary_and_a_tie_wager_of_10():
    tied = banked(50_00, "QH QC").wagers({1: 10_00}, tie={1: 10_00}).dealt()
    tied.then(
        e.WagerPaid(hand=1, wager=Wager.TIE, amount=50_00),
        e.WagerReturned(hand=1, wager=Wager.TIE, amount=10_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
    )
    assert not tied.of(e.TieHandChosen)
    assert won(tied) == [50, 0, 0, 0, -50]
    lower = banked(50_00, "JH QC").wagers({1: 10_00}, tie={1: 10_00}).dealt()
    lower.then(
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.WagerCollected(hand=1, wager=Wager.TIE, amount=10_00),
        e.CoverLeft(amount=30_00),
    )


@clause("california", "round.7.c", "betting.5")
def test_a_bank_of_50_against_two_ties_of_20_that_tie_again():
    table = banked(50_00, "QH QD QC").wagers({1: 20_00, 2: 20_00}).dealt()
    assert table.due.cover == 10_00
    table.when(GoToWar(hand=1), GoToWar(hand=2)).next_cards("2C 3C 4C 9H 9D 9C").attended()
    table.then(e.BankReturned(seat=BANKER, amount=0))
    assert won(table) == [30, 20, 0, 0, -50]


def covers(table: Scenario) -> list[tuple[int, int]]:
    """List what was left to pay with, in dollars, and what was kept beside it, each time that changed."""
    return [((event.amount - event.kept) // 100, event.kept // 100) for event in table.of(e.CoverLeft)]


@clause("california", "betting.5", "round.3.b")
@pytest.mark.parametrize(
    ("readings", "bank", "first", "second"),
    [
        ({}, 40_00, (0, 20), (0, 0)),
        ({}, 55_00, (15, 20), (15, 0)),
        (KEPT, 95_00, (15, 60), (15, 40)),
        ({"choice_timing": "at_the_seat"}, 55_00, (35, 0), (15, 0)),
    ],
    ids=["all kept", "both ways", "odds kept", "at the seat"],
)
def test_what_is_kept_for_tie_hands_is_not_left_to_pay_with(readings, bank, first, second):
    table = banked(bank, "QH QD QC", readings).wagers({1: 20_00, 2: 20_00}).dealt()
    assert covers(table.when(GoToWar(hand=1))) == [first]
    assert table.attended().due.cover == second[0] * 100
    assert covers(table.when(GoToWar(hand=2))) == [second]


@clause("california", "betting.5", "round.3.a")
def test_what_a_surrender_sets_free_is_left_beside_what_is_kept_for_others():
    table = banked(40_00, "QH QD QC").wagers({1: 20_00, 2: 20_00}).dealt().when(Surrender(hand=1))
    assert covers(table) == [(10, 20)]
    assert table.due.cover == 10_00


def seat_and_backline(exhausted: str = "both_ways", bank: int = 60_00) -> Scenario:
    """Tie a seated player's 30 and the backline's 50 behind him with a bank of 60."""
    house, readings = House(backline=2), {"bank_exhausted": exhausted}
    table = at_table("california", bankers=False, players=2, house=house, readings=readings)
    table.when(Sit(player="Kim", seat=102, chips=1_000_00), TakeBank(seat=1, amount=bank)).next_cards("QH QC")
    return table.wagers({2: 30_00, 102: 50_00}).dealt()


@clause("california", "betting.5", "players", "round.3.a")
@pytest.mark.parametrize(("war", "net"), [("won", 30_00), ("tied", 45_00), ("lost", -60_00)])
def test_a_bank_of_60_against_a_seated_player_and_the_backline(war, net):
    table = seat_and_backline()
    table.then(
        e.HandStands(hand=2, amount=30_00),
        e.WagerReturned(hand=102, wager=Wager.INITIAL, amount=20_00),
        e.HandStands(hand=102, amount=30_00),
    )
    table.when(Surrender(hand=2)).then(e.WagerCollected(hand=2, wager=Wager.INITIAL, amount=15_00))
    assert (table.due.seat, table.due.standing, table.due.cover) == (102, 30_00, 15_00)
    at_war(table, war, 102)
    assert (table.net("Ben"), table.net("Kim")) == (-15_00, net)


@clause("california", "betting.5", "round.3.a", "round.3.b", "round.9")
@pytest.mark.parametrize(("how", "net"), [("surrender", -50), ("won", 1_00), ("tied", 1_00), ("lost", -2_00)])
def test_a_bank_of_1_never_puts_500_at_risk(how, net):
    table = banked(1_00, "QH QC").wagers({1: 500_00}).dealt()
    table.then(e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=499_00), e.HandStands(hand=1, amount=1_00))
    table = table.when(Surrender(hand=1)).attended() if how == "surrender" else at_war(table, how)
    assert table.table.chips["Ann"] - 10_000_00 == net


# what is left, reading by reading


@clause("california", "betting.5", "round.3.a")
@pytest.mark.parametrize(
    ("exhausted", "after"),
    [("both_ways", 15_00), ("payoffs", 30_00), ("running", 45_00), ("collect_first", 30_00)],
)
def test_what_a_surrender_sets_free(exhausted, after):
    table = seat_and_backline(exhausted)
    assert table.when(Surrender(hand=2)).due.cover == after


@clause("california", "betting.5", "round.7.a", "round.7.c")
@pytest.mark.parametrize(
    ("exhausted", "unit"), [("both_ways", 0), ("payoffs", 10), ("running", 10), ("collect_first", 10)]
)
def test_a_match_won_back_pays_an_additional_unit_by_some_readings_but_not_by_the_default(exhausted, unit):
    table = banked(20_00, "9C 9D 9H", {"bank_exhausted": exhausted}).wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(GoToWar(hand=1), GoToWar(hand=2)).next_cards("2C 3C 4C 2H KC KD").attended()
    assert won(table)[:2] == [-20, 10 + unit]


@clause("california", "betting.5", "standards.4")
@pytest.mark.parametrize(("cover", "stands"), [(100_00, 10_00), (99_98, 9_99), (10_08, 1_00), (8, 0)])
def test_where_odds_are_kept_a_tie_wager_stands_up_to_a_tenth_of_the_cover(cover, stands):
    lost = banked(cover + 2, "KC 7C", KEPT).wagers({1: 2}, tie={1: 10_00}).dealt()
    won_ = banked(cover, "7D 7C", KEPT).wagers({1: 2}, tie={1: 10_00}).dealt()
    taken = [event.amount for event in lost.of(e.WagerCollected)]
    paid = [event.amount for event in won_.of(e.WagerPaid)]
    assert (taken, paid) == (([stands], [10 * stands]) if stands else ([], []))


@clause("california", "round.3.b", "betting.5")
@pytest.mark.parametrize(
    ("short", "stand"), [("partly_matched", [20, 10, 0]), ("whole_unit_only", [20, 0, 10])]
)
def test_a_later_smaller_hand_may_still_be_matched_whole(short, stand):
    table = banked(30_00, "9C 9D 9H 9S", {"short_bank_at_war": short})
    table.wagers({1: 20_00, 2: 30_00, 3: 10_00}).dealt()
    assert [event.amount // 100 for event in table.of(e.HandStands)] == stand


@clause("california", "round.1", "round.3.b", "betting.5")
@pytest.mark.parametrize(("timing", "first", "second"), [("after_all_hands", 0, 10), ("at_the_seat", 10, 0)])
def test_what_stands_is_set_after_the_pass_or_when_the_pass_reaches_the_hand(timing, first, second):
    table = banked(10_00, "9C KD 9H 2C 3C 4C KH QH", {"choice_timing": timing})
    table.wagers({1: 10_00, 2: 10_00}).dealt()
    if timing == "at_the_seat":
        table.when(GoToWar(hand=1)).attended()
    assert won(table)[:2] == [first, second]


@clause("california", "round.9", "betting.5", "round.3.b")
@pytest.mark.parametrize(("added", "stands"), [(0, 4_00), (4_00, 8_00), (6_00, 10_00), (100_00, 10_00)])
def test_by_another_reading_the_player_dealer_is_asked_to_add_before_it_is_set_what_stands(added, stands):
    table = banked(4_00, "9C 9D", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    assert (table.due.act, table.due.seat, table.due.clause) == (Act.ADD_TO_BANK, BANKER, "round.9")
    table.refused(GoToWar(hand=1), Reason.NOT_NOW, "round.9")
    table.when(AddToBank(amount=added)).attended()
    if table.due.act is Act.ADD_TO_BANK:
        assert 0 < added < 6_00, "asked again while the bank is short, until nothing is added"
        table.when(AddToBank(amount=0)).attended()
    assert (table.due.act, table.due.standing) == (Act.CHOOSE, stands)
    enough = banked(10_00, "9C 9D", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    assert enough.due.act is Act.CHOOSE, "nobody is asked to add to a bank that is not short"


@clause("california", "round.9", "betting.2", "round.3.b")
@pytest.mark.parametrize(("how", "net"), [("surrender", -3), ("won", 6), ("tied", 6), ("lost", -12)])
def test_a_bank_of_4_to_which_2_are_added_before_it_is_set_that_6_of_10_stand(how, net):
    table = banked(4_00, "QH QC", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    table.when(AddToBank(amount=2_00), AddToBank(amount=0)).attended()
    table.then(e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=4_00), e.HandStands(hand=1, amount=6_00))
    assert (table.due.act, table.due.standing, table.due.cover) == (Act.CHOOSE, 6_00, 0)
    table.refused(AddToBank(amount=4_00), Reason.NO_MORE_BETS, "betting.2")
    table = table.when(Surrender(hand=1)).attended() if how == "surrender" else at_war(table, how)
    assert won(table) == [net, 0, 0, 0, -net]


@clause("california", "round.9", "betting.2")
def test_nothing_is_added_to_a_bank_that_is_not_short_for_what_stands_is_set_then():
    table = banked(10_00, "QH QC", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    assert (table.due.act, table.due.standing) == (Act.CHOOSE, 10_00)
    table.refused(AddToBank(amount=10_00), Reason.NO_MORE_BETS, "betting.2")


# at random, against the words of the readings


class Played:
    """A round of any wagers, cards and choices, at the table and by the steps."""

    def __init__(self, table: Scenario, chance: Random, exhausted: str, short: str, timing: str) -> None:
        """Draw the round."""
        self.table, self.bank = table, 2 * chance.randint(1, 80)
        self.readings = (exhausted, short, timing == "at_the_seat")
        seats = chance.sample([2, 3, 4, 5, 6], chance.randint(1, 5))
        seats += [seat for seat in chance.sample([102, 202, 104], 3) if spot(seat) in seats]
        self.hands = {seat: Hand(2 * chance.randint(1, 30), chance.choice([0, 0, 1, 4, 9])) for seat in seats}
        self.places = sorted({spot(seat) for seat in seats})
        for place in self.places:
            card, war_card = (chance.choice(["higher", "lower", "equal", "equal"]) for _ in range(2))
            for seat in self.behind(place):
                self.hands[seat].card, self.hands[seat].war_card = card, war_card
                self.hands[seat].chooses = chance.choice(["war", "war", "surrender"])
        self.adds = 0 if timing == "at_the_seat" else chance.choice([0, 2 * chance.randint(1, 30)])
        self.added = 0
        self.covers: dict[int, int | None] = {}
        """The cover left, as it was shown before each choice."""

    def behind(self, place: int) -> list[int]:
        """List the hands of a place: the seated player, then the backline as it wagered."""
        return [place, *(seat for seat in self.hands if seat > PLACES and spot(seat) == place)]

    def play(self) -> None:
        """Play it at the table."""
        table = self.table.when(TakeBank(seat=1, amount=self.bank))
        for seat, hand in self.hands.items():
            table.when(PlaceWager(hand=seat, wager=Wager.INITIAL, amount=hand.primary))
            if hand.tie:
                table.when(PlaceWager(hand=seat, wager=Wager.TIE, amount=hand.tie))
        table.next_cards(dealt_so(self.hands[place].card for place in self.places)).dealt()
        while is_in_play(table):
            if table.due.act is Act.ADD_TO_BANK:
                amount = 0 if self.added else self.adds
                self.added += amount
                table.when(AddToBank(amount=amount))
            elif table.due.act is Act.CHOOSE:
                self._choose(table.due.seat or 0)
            go_on(table)
            if is_in_play(table) and table.due.act is Act.BURN_CARD:
                fighting = sorted({spot(each) for each in table.round.war.hands}) if table.round.war else []
                table.next_cards("2C 2D 2H " + dealt_so(self.hands[place].war_card for place in fighting))
                table.attended()

    def _choose(self, seat: int) -> None:
        table, hand = self.table, self.hands[seat]
        assert table.due.standing == table.hand(seat).on_layout(Wager.INITIAL) > 0
        self.covers[seat] = table.due.cover
        table.when(GoToWar(hand=seat) if hand.chooses == "war" else Surrender(hand=seat))

    def check(self) -> None:
        """Hold what everybody got to the steps."""
        order = [seat for place in self.places for seat in self.behind(place)]
        hands = [self.hands[seat] for seat in order]
        steps = Steps(self.bank, hands, *self.readings, self.added).played()
        assert [self.table.net(self.table.table.seats[seat]) for seat in order] == steps.nets, self
        assert self.table.net("Ann") == -sum(steps.nets), "chips are lost"
        payoffs = sum(
            event.amount for event in self.table.history if isinstance(event, e.WagerPaid | e.MatchPaid)
        )
        assert self.readings[0] == "running" or payoffs <= self.bank + self.added
        assert steps.cover >= 0
        shown = {number: self.covers[seat] for number, seat in enumerate(order) if seat in self.covers}
        assert shown == {number: left for number, left in steps.covers.items() if steps.stands[number]}


def go_on(table: Scenario) -> None:
    """Let the dealer go on until a person is asked, a war deal has begun or the round is over."""
    while is_in_play(table) and table.due.role is not Role.PLAYER and table.due.act is not Act.BURN_CARD:
        table.went_on()


def is_in_play(table: Scenario) -> bool:
    """Tell whether a round is in progress."""
    return table.table.round is not None


def dealt_so(cards: Iterable[str]) -> str:
    """Write cards that compare so with a nine, which comes last."""
    ranks = [{"higher": "K", "lower": "3", "equal": "9"}[card] for card in cards]
    return " ".join(rank + "CDHS"[place % 4] for place, rank in enumerate([*ranks, "9"]))


@clause("california", "betting.5", "round.3.b", "round.9")
@pytest.mark.parametrize(("exhausted", "short", "timing"), list(product(EXHAUSTED, SHORT, TIMING)))
def test_rounds_at_random_go_by_the_steps(exhausted, short, timing):
    readings = {"bank_exhausted": exhausted, "short_bank_at_war": short, "choice_timing": timing}
    table = at_table("california", bankers=False, players=6, house=House(backline=2), readings=readings)
    for player, seat in {"Kim": 102, "Lou": 202, "Mo": 104}.items():
        table.when(Sit(player=player, seat=seat, chips=1_000_00))
    chance = Random(f"{exhausted} {short} {timing}")
    for _ in range(ROUNDS):
        played = Played(Scenario(table.rules, table.table), chance, exhausted, short, timing)
        played.play()
        played.check()
