"""Nobody is left with less than nothing, whatever is paid, spent elsewhere, cashed and then void."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.voiding import is_there
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.legal_actions import legal_actions
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Wager
from casinowar.rulebooks import load_rules
from tests.support.driving import due_commands
from tests.support.scenario import LIMITS, Scenario, at_table, ready
from tests.support.searching import walks

BOXES = House(limits=LIMITS, adjacent_boxes=2)


def a_payment_spent() -> Scenario:
    """Have Ann be paid on the tie of one box, and put all of it on the war of the other."""
    scenario = at_table("maryland", players=1, chips=120_00, house=BOXES, cards="9H 9D 9C")
    for hand, wager, amount in (
        (1, Wager.INITIAL, 10_00),
        (1, Wager.TIE, 10_00),
        (2, Wager.INITIAL, 100_00),
    ):
        scenario.when(c.PlaceWager(hand=hand, wager=wager, amount=amount, player="Ann"))
    return scenario.dealt().when(c.Surrender(hand=1)).attended().when(c.GoToWar(hand=2))


def test_a_hand_whose_payment_was_spent_on_another_is_not_void_alone():
    """The round may be, since the chips that were spent then come back, too."""
    scenario = a_payment_spent()
    [stop] = scenario.when(c.ReportNoCardDealt(hand=1)).of(e.PlayStopped)
    assert stop.possible == (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.table.chips == {"Ann": 120_00}


def test_a_hand_whose_payment_was_spent_may_be_void_alone_once_the_player_has_bought_chips():
    scenario = a_payment_spent()
    scenario.when(c.BuyChips(player="Ann", amount=79_99), c.ReportNoCardDealt(hand=1))
    assert Ruling.VOID_THE_HAND not in scenario.of(e.PlayStopped)[0].possible
    scenario = a_payment_spent()
    scenario.when(c.BuyChips(player="Ann", amount=80_00), c.ReportNoCardDealt(hand=1))
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_HAND))
    assert scenario.table.chips == {"Ann": 0}


def test_a_void_round_first_gives_back_and_then_takes_back():
    """A coupon at one box came back as chips, which all went on the war of the other."""
    scenario = at_table("maryland", players=1, chips=50_00, house=BOXES, cards="KH 9D 9C")
    scenario.rules = with_coupons(scenario.rules)
    for hand, amount, made_with in (
        (1, 10_00, Instrument.CHIP),
        (1, 10_00, Instrument.COUPON),
        (2, 40_00, Instrument.CHIP),
    ):
        place = c.PlaceWager(hand=hand, wager=Wager.INITIAL, amount=amount, player="Ann", made_with=made_with)
        scenario.when(place)
    scenario.dealt()
    assert scenario.table.chips == {"Ann": 40_00}
    scenario.when(c.GoToWar(hand=2), c.ReportIrregularity(irregularity=Irregularity.OTHER))
    assert scenario.table.chips == {"Ann": 0}
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.of(e.ReturnReversed)
    assert scenario.table.chips == {"Ann": 50_00}


@pytest.mark.parametrize(
    ("book", "inventory", "counted", "there"),
    [
        ("maryland", 10_00, True, True),
        ("maryland", 9_99, True, False),
        ("maryland", 9_99, False, True),
        ("california", 10_00, False, True),
        ("california", 9_99, False, False),
    ],
)
def test_what_was_collected_is_there_as_far_as_the_inventory_or_the_bank_reaches(
    book, inventory, counted, there
):
    scenario = at_table(book, cards="2C KC", players=1).wagers({1: 10_00}).when(c.CallNoMoreBets())
    table = replace(scenario.table, inventory=inventory, counted=counted)
    assert is_there(table, (), e.CollectionReversed(hand=1, wager=Wager.INITIAL, amount=10_00)) is there


@pytest.mark.parametrize(("chips", "there"), [(10_00, True), (9_99, False)])
def test_what_was_paid_is_there_as_far_as_the_chips_reach(chips, there):
    scenario = at_table("maryland", cards="KC 2C", players=1).wagers({1: 10_00}).when(c.CallNoMoreBets())
    table = replace(scenario.table, chips={"Ann": chips})
    assert is_there(table, (), e.PaymentReversed(hand=1, wager=Wager.INITIAL, amount=10_00)) is there


# by chance


def with_coupons(rules: Rules) -> Rules:
    """Take coupons at two boxes of a player, which none of the five texts has."""
    wagers = load_rules("wisconsin", readings={"match_play_coupons": "as_chips"}).book.wagers
    both = replace(rules.book.wagers, coupons=wagers.coupons, instruments=wagers.instruments)
    return Rules(replace(rules.book, wagers=both), replace(rules.house, coupons=True))


def walk(rules: Rules, seed: int) -> None:
    """Play rounds full of ties with hardly any chips, and at every act have each hand and the round void."""
    chance = Random(seed)
    scenario = Scenario(rules).when(c.OpenTable(counted=False))
    for player, seat in (("Ann", 1), ("Ben", 4)):
        scenario.when(c.Sit(player=player, seat=seat, chips=chance.choice([30_00, 60_00, 120_00])))
    ready(scenario)
    for _ in range(3):
        _wagered(scenario, chance)
        if scenario.due.act is not Act.CALL_NO_MORE_BETS:
            return
        shoe = scenario.table.shoe
        tying = [card for card in shoe.stack[shoe.drawn :] if card[0] in "9K"]
        scenario.next_cards(" ".join(chance.sample(tying, min(len(tying), 12))))
        scenario.when(c.CallNoMoreBets())
        while scenario.table.round is not None:
            _void(scenario)
            _went_on(scenario, chance)
        ready(scenario)
        for player, seat in (("Ann", chance.choice([1, 2])), ("Ben", 4)):
            _if_allowed(scenario, c.ChangeSeat(player=player, seat=seat))
            _if_allowed(scenario, c.BuyChips(player=player, amount=20_00))


def _wagered(scenario: Scenario, chance: Random) -> None:
    """Place a few wagers as far as the chips go."""
    for hand, player in ((1, "Ann"), (2, "Ann"), (4, "Ben")):
        for wager, made_with in (
            (Wager.INITIAL, Instrument.CHIP),
            (Wager.INITIAL, Instrument.COUPON),
            (Wager.TIE, Instrument.CHIP),
        ):
            amount = chance.choice([2_00, 10_00, 50_00])
            place = c.PlaceWager(hand=hand, wager=wager, amount=amount, player=player, made_with=made_with)
            _if_allowed(scenario, place)


def _void(scenario: Scenario) -> None:
    """Have each hand, and the round, be void beside the walk: `Scenario` looks at every event."""
    hands = scenario.round.hands
    reports = [c.ReportNoCardDealt(hand=hand) for hand in hands]
    for report in (*reports, c.ReportIrregularity(irregularity=Irregularity.OTHER)):
        if not scenario.is_allowed(report):
            continue
        stopped = Scenario(scenario.rules, scenario.table).when(report)
        for ruling in stopped.table.stop.possible if stopped.table.stop else ():
            ruled = Scenario(scenario.rules, stopped.table)
            for player in ("Ann", "Ben"):
                _cashed(ruled, player)
            ruled.when(c.Rule(ruling=ruling))


def _went_on(scenario: Scenario, chance: Random) -> None:
    """Take chips away, or do what is due with what chips there are."""
    if chance.random() < 0.1:
        _cashed(scenario, chance.choice(["Ann", "Ben"]))
    due = scenario.due
    if due.act is Act.CHOOSE and due.seat:
        war = c.GoToWar(hand=due.seat)
        wants = chance.random() < 0.7 and scenario.is_allowed(war)
        scenario.when(war if wants else c.Surrender(hand=due.seat))
        return
    for command in due_commands(scenario.rules, scenario.table, chance):
        scenario.when(command)


def _cashed(scenario: Scenario, player: str) -> None:
    """Take all away that may be."""
    for action in legal_actions(scenario.rules, scenario.table, player):
        if isinstance(action.command, c.CashOut):
            scenario.when(action.of(action.most))


def _if_allowed(scenario: Scenario, command: c.Command) -> None:
    if scenario.is_allowed(command):
        scenario.when(command)


@pytest.mark.parametrize("variety", ["maryland", "coupons", "wisconsin"])
@walks(16)
@given(seed=st.integers(0, 2**32))
def test_no_void_leaves_anybody_with_less_than_nothing(variety, seed):
    if variety == "wisconsin":
        rules = load_rules("wisconsin", House(limits=LIMITS, coupons=True))
    else:
        rules = load_rules("maryland", BOXES)
    walk(with_coupons(rules) if variety == "coupons" else rules, seed)
