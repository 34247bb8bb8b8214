"""Rulebooks of a user's own: what none of the five texts has, from a file, without a line of code."""

from pathlib import Path

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Choice, Comparison, Irregularity, Ruling, Wager
from casinowar.rulebooks import load_rules
from tests.support.scenario import Scenario, at_table
from tests.support.varieties import OWN

FOLDER = Path(__file__).parent / "own"
INITIAL, TIE, WAR, WAR_TIE = Wager.INITIAL, Wager.TIE, Wager.WAR, Wager.WAR_TIE


def at(name: str, cards: str, wagers: dict[int, int], tie: dict[int, int] | None = None) -> Scenario:
    """Deal a round under an own rulebook, up to the first choice or its end."""
    return at_table(str(FOLDER / f"{name}.toml"), cards=cards).wagers(wagers, tie=tie).dealt()


def to_war(scenario: Scenario, tie: int = 0) -> Scenario:
    """Go to war at seat 1, with a tie wager on the war deal or without."""
    scenario.when(c.GoToWar(hand=1)).attended()
    if tie:
        scenario.when(c.PlaceWager(hand=1, wager=WAR_TIE, amount=tie)).attended()
    elif scenario.due.act is Act.ANSWER_TIE_OFFER:
        scenario.when(c.DeclineTieWager(hand=1)).attended()
    return scenario


def test_every_file_is_tested():
    assert {path.stem for path in OWN if path.parent == FOLDER} == {
        *("again_at_a_price", "again_for_free", "combined_stake", "dealer_first", "fresh_shoe"),
        *("no_war", "surrender_everything", "tied_wagers", "tiny"),
    }


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_every_file_loads(path):
    assert load_rules(str(path)).book.name == path.stem


# a tied war is fought again


def test_a_war_is_fought_three_times_and_the_tie_wager_climbs_the_ladder():
    scenario = at("again_at_a_price", "9H 9C 2C KH KD 2D QH QD 2H JH JD", {1: 10_00})
    to_war(scenario)
    scenario.then(e.HandCompared(hand=1, comparison=Comparison.TIE, war=1), e.HandPassed(hand=1))
    assert scenario.due.act is Act.CHOOSE

    to_war(scenario, tie=5_00)
    assert scenario.hand(1).placed(WAR) == 20_00
    scenario.then_exactly(
        e.WagerPlaced(hand=1, wager=WAR_TIE, amount=5_00, player="Ann"),
        e.WarDealBegan(hands=(1,), deal=(BURN, 1, DEALER), compare=(), settle=(1,)),
        e.CardBurned(reason=e.Burn.WAR),
        e.CardDealt(spot=1, card="QH", war=2),
        e.CardDealt(spot=DEALER, card="QD", war=2),
        e.HandCompared(hand=1, comparison=Comparison.TIE, war=2),
        e.WagerPaid(hand=1, wager=WAR_TIE, amount=100_00),
        e.WagerReturned(hand=1, wager=WAR_TIE, amount=5_00),
        e.HandPassed(hand=1),
    )

    to_war(scenario, tie=1_00)
    scenario.then(
        e.HandCompared(hand=1, comparison=Comparison.TIE, war=3),
        e.WagerPaid(hand=1, wager=WAR, amount=60_00),
        e.WagerReturned(hand=1, wager=INITIAL, amount=10_00),
        e.WagerReturned(hand=1, wager=WAR, amount=30_00),
        e.WagerPaid(hand=1, wager=WAR_TIE, amount=50_00),
        e.WagerReturned(hand=1, wager=WAR_TIE, amount=1_00),
        e.HandSettled(hand=1),
    )
    assert scenario.net("Ann") == 60_00 + 100_00 + 50_00


def test_the_first_step_of_the_ladder():
    scenario = to_war(at("again_at_a_price", "9H 9C 2C KH KD", {1: 10_00}), tie=2_00)
    scenario.then(e.WagerPaid(hand=1, wager=WAR_TIE, amount=20_00))


def test_a_second_war_can_be_given_up_for_half_of_both_wagers():
    scenario = to_war(at("again_at_a_price", "9H 9C 2C KH KD", {1: 10_00}))
    scenario.when(c.Surrender(hand=1)).then_exactly(
        e.TieHandChosen(hand=1, choice=Choice.SURRENDER),
        e.WagerCollected(hand=1, wager=INITIAL, amount=5_00),
        e.WagerReturned(hand=1, wager=INITIAL, amount=5_00),
        e.WagerCollected(hand=1, wager=WAR, amount=5_00),
        e.WagerReturned(hand=1, wager=WAR, amount=5_00),
        e.HandSettled(hand=1),
    )
    assert scenario.attended().net("Ann") == -10_00


@pytest.mark.parametrize(("card", "net"), [("AH", 20_00), ("2H", -30_00)])
def test_a_second_war_is_won_or_lost_with_all_that_was_wagered(card, net):
    scenario = to_war(at("again_at_a_price", f"9H 9C 2C KH KD 2D {card} QD", {1: 10_00}))
    assert to_war(scenario).net("Ann") == net


def test_two_players_tie_again_and_one_of_them_goes_on():
    scenario = at("again_at_a_price", "9H 9D 9C 2C KH KS KD 2D AH QD", {1: 10_00, 2: 20_00})
    scenario.when(c.GoToWar(hand=1)).attended().when(c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1), c.DeclineTieWager(hand=2)).attended()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.Surrender(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    assert (scenario.net("Ann"), scenario.net("Ben")) == (20_00, -20_00)


def test_a_war_for_free_goes_on_by_itself():
    scenario = to_war(at("again_for_free", "9H 9C 2C KH KD 2D QH QD 2H JH TD", {1: 10_00}))
    scenario.then(
        e.HandPassed(hand=1),
        e.TieHandChosen(hand=1, choice=Choice.WAR),
        e.WarDealBegan(hands=(1,), deal=(BURN, 1, DEALER), compare=(), settle=(1,)),
        e.HandCompared(hand=1, comparison=Comparison.TIE, war=2),
        e.TieHandChosen(hand=1, choice=Choice.WAR),
        e.HandCompared(hand=1, comparison=Comparison.HIGHER, war=3),
        e.WagerPaid(hand=1, wager=WAR, amount=10_00),
    )
    assert len(scenario.of(e.WagerPlaced)) == 1
    assert scenario.net("Ann") == 10_00


def test_a_war_for_free_ends_with_the_third():
    scenario = to_war(at("again_for_free", "9H 9C 2C KH KD 2D QH QD 2H JH JD", {1: 10_00}))
    assert scenario.table.round is None
    assert scenario.net("Ann") == 20_00


# money


@pytest.mark.parametrize(("card", "net"), [("KH", 10_00), ("QH", 30_00), ("JH", -20_00)])
def test_odds_are_counted_on_both_wagers(card, net):
    scenario = to_war(at("combined_stake", f"9H 9C 2C {card} QD", {1: 10_00}))
    assert scenario.net("Ann") == net


def test_odds_on_both_wagers_are_paid_on_the_war_wager_and_exact_for_one_cent():
    scenario = to_war(at("combined_stake", "9H 9C 2C KH QD", {1: 2}))
    scenario.then(e.WagerPaid(hand=1, wager=WAR, amount=2))


def test_surrender_loses_everything_and_war_costs_twice_as_much():
    scenario = at("surrender_everything", "9H 9C", {1: 10_00})
    scenario.when(c.Surrender(hand=1)).then_exactly(
        e.TieHandChosen(hand=1, choice=Choice.SURRENDER),
        e.WagerCollected(hand=1, wager=INITIAL, amount=10_00),
        e.HandSettled(hand=1),
    )
    assert scenario.rules.decks == 4
    assert len(scenario.rules.cards()) == 208


@pytest.mark.parametrize(("card", "net"), [("KH", 20_00), ("QH", 40_00), ("JH", -30_00)])
def test_a_war_wager_of_twice_the_initial_one(card, net):
    scenario = at("surrender_everything", f"9H 9C 2C {card} QD", {1: 10_00})
    scenario.when(c.GoToWar(hand=1)).then_exactly(
        e.TieHandChosen(hand=1, choice=Choice.WAR),
        e.WagerPlaced(hand=1, wager=WAR, amount=20_00, player="Ann"),
    )
    assert scenario.attended().net("Ann") == net


def test_twice_the_wager_needs_twice_the_chips():
    scenario = at("surrender_everything", "9H 9C", {1: 400_00})
    scenario.refused(c.GoToWar(hand=1), Reason.NOT_ENOUGH_CHIPS)


def test_a_tie_returns_the_wager_where_there_is_no_war():
    scenario = at("no_war", "9H 2C AC 9C", {1: 10_00, 2: 10_00, 3: 10_00}, tie={1: 5_00, 2: 5_00})
    assert scenario.table.round is None
    scenario.then(
        e.HandCompared(hand=1, comparison=Comparison.TIE),
        e.WagerPaid(hand=1, wager=TIE, amount=50_00),
        e.WagerReturned(hand=1, wager=TIE, amount=5_00),
        e.WagerReturned(hand=1, wager=INITIAL, amount=10_00),
        e.HandSettled(hand=1),
    )
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [50_00, -15_00, 10_00]


# order


def test_the_deal_runs_counterclockwise_and_the_dealers_war_card_comes_first():
    scenario = at("dealer_first", "9H 9D 2C 9C 3C 3D QD KH JH", {1: 10_00, 2: 10_00, 3: 10_00})
    assert scenario.drawn == [3, 2, 1, DEALER]
    scenario.when(c.GoToWar(hand=2)).attended().when(c.GoToWar(hand=3)).attended()
    assert scenario.drawn == [BURN, BURN, DEALER, 3, 2]
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [-10_00, -20_00, 10_00]


# cards


def test_a_fresh_shoe_each_round_and_no_burn():
    scenario = at("fresh_shoe", "9H 9C KH QD", {1: 10_00})
    assert not [event for event in scenario.history if isinstance(event, e.CardBurned | e.CoverCardPlaced)]
    to_war(scenario)
    assert scenario.drawn == [1, DEALER]
    assert scenario.net("Ann") == 10_00
    scenario.then(e.RoundCompleted(round=1), e.CardsGathered(), e.ShoeLoaded())
    assert scenario.table.shoe.left == 52


def test_six_cards_are_enough_for_two_players_and_a_war():
    scenario = at("tiny", "AC KC AS", {1: 10_00, 2: 10_00}).when(c.GoToWar(hand=1)).attended()
    assert scenario.drawn == [BURN, 1, DEALER]
    assert scenario.table.round is None


def test_six_cards_are_too_few_for_seven_players():
    scenario = at_table(str(FOLDER / "tiny.toml"), players=7)
    scenario.wagers(dict.fromkeys(range(1, 8), 10_00)).dealt()
    assert scenario.table.stop is not None
    assert scenario.table.stop.possible == (Ruling.VOID_THE_ROUND,)
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_ROUND)).attended()
    assert set(scenario.table.chips.values()) == {1_000_00}
    assert scenario.due.act is Act.PLACE_WAGERS


def test_when_the_shoe_runs_out_in_a_war_the_discards_are_shuffled():
    scenario = at("tiny", "AC QC KC AS KS QS", {1: 10_00, 2: 10_00, 3: 10_00}).when(c.GoToWar(hand=1))
    scenario.attended()
    assert scenario.due.act is Act.RULE
    assert scenario.table.stop is not None
    assert scenario.table.stop.possible == (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON)).attended()
    scenario.then(e.DiscardsTaken(), e.ShoeLoaded())
    assert scenario.table.round is None


# wagers that go with each other


def test_a_required_tie_wager_is_as_large_as_the_initial_one():
    scenario = at_table(str(FOLDER / "tied_wagers.toml")).wagers({1: 10_00})
    for amount in (9_99, 10_01):
        wager = c.PlaceWager(hand=1, wager=TIE, amount=amount)
        scenario.refused(wager, Reason.WAGER_NOT_EQUAL, "4.1")
    assert scenario.is_allowed(c.PlaceWager(hand=1, wager=TIE, amount=10_00))


def test_a_hand_without_the_required_tie_wager_is_not_dealt_in():
    scenario = at_table(str(FOLDER / "tied_wagers.toml"), cards="KH 9C").wagers(
        {1: 10_00, 2: 10_00}, tie={1: 10_00}
    )
    scenario.when(c.CallNoMoreBets())
    scenario.then(e.WagerReturned(hand=2, wager=INITIAL, amount=10_00), e.HandVoided(hand=2))
    assert scenario.round.to_deal == (1, DEALER)
    alone = at_table(str(FOLDER / "tied_wagers.toml")).wagers({1: 10_00})
    alone.refused(c.CallNoMoreBets(), Reason.NOT_NOW, "4")


@pytest.mark.parametrize(("amount", "allowed"), [(5_00, True), (5_01, False)])
def test_a_tie_wager_on_the_war_deal_may_be_capped_by_the_initial_one(amount, allowed):
    scenario = at("tied_wagers", "9H 9C", {1: 10_00}, tie={1: 10_00}).when(c.GoToWar(hand=1))
    wager = c.PlaceWager(hand=1, wager=WAR_TIE, amount=amount)
    assert scenario.is_allowed(wager) is allowed
    if not allowed:
        scenario.refused(wager, Reason.WAGER_ABOVE_MAXIMUM, "4.2")


# an irregularity leads to the remedy that the file says


def _dealing() -> Scenario:
    scenario = at_table(str(FOLDER / "tied_wagers.toml"), cards="KH 9C 4D 5S")
    return scenario.wagers({1: 10_00}, tie={1: 10_00}).when(c.CallNoMoreBets())


def test_a_card_found_face_up_may_be_used():
    assert _dealing().when(c.ReportFaceUpCard(), c.DealCard()).hand(1).card == "KH"


def test_a_card_drawn_in_error_may_be_discarded():
    assert _dealing().when(c.ReportCardDrawnInError(), c.DealCard()).hand(1).card == "9C"


def test_a_card_dealt_to_an_empty_place_may_be_discarded():
    empty = c.ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT, hand=2)
    assert _dealing().when(empty, c.DealCard()).hand(1).card == "9C"


@pytest.mark.parametrize(
    "report",
    [
        c.ReportCardDrawnInError(exposed=True),
        c.ReportNoCardDealt(hand=1),
        c.ReportIrregularity(irregularity=Irregularity.WRONG_BURN),
    ],
)
def test_other_irregularities_may_void_the_round(report):
    scenario = _dealing().when(report)
    assert scenario.of(e.RoundVoided)
    assert scenario.net("Ann") == 0
    assert (scenario.due.act, scenario.table.round) == (Act.GATHER_CARDS, None)
