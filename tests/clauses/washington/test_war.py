import pytest

from casinowar.game.commands import BeginWarDeal, BurnCard, ConfirmWarWager, DealCard, GoToWar, Surrender
from casinowar.game.events import (
    CardDealt,
    HandCompared,
    MatchCollected,
    MatchPaid,
    MatchPlaced,
    TieHandChosen,
    WagerCollected,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WarWagerConfirmed,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

MONEY = (WagerCollected, WagerPaid, WagerReturned, MatchPaid, MatchCollected)
THREE = [BURN, BURN, BURN]


def at_war(player: str = "KH", dealer: str = "QH", wager: int = 5_00) -> Scenario:
    """Give Ann a tie hand and have her go to war with these war cards to come."""
    table = at_table("washington", cards=f"9H 9C 2C 3C 4C {player} 2D 3D 4D {dealer}")
    return table.wagers({1: wager}).dealt().when(GoToWar(hand=1))


@clause("washington", "4.c.ii")
def test_player_and_dealer_each_post_five_dollars_more_for_fifteen_in_all():
    table = at_war().then_exactly(
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPlaced(hand=1, wager=Wager.WAR, amount=5_00, player="Ann"),
    )
    assert (table.due.act, table.due.clause) == (Act.CONFIRM_WAR_WAGER, "4.c.ii")
    table.when(ConfirmWarWager()).then_exactly(WarWagerConfirmed(hand=1), MatchPlaced(hand=1, amount=5_00))
    units = {wager: placed.on_layout for wager, placed in table.hand(1).wagers.items()}
    assert units == {Wager.INITIAL: 5_00, Wager.WAR: 5_00, Wager.MATCH: 5_00}
    assert sum(units.values()) == 15_00


@clause("washington", "4.c.ii")
@pytest.mark.parametrize(("chips", "enough"), [(10_02, True), (10_00, True), (9_99, False)])
def test_who_cannot_match_the_original_wager_can_only_surrender(chips, enough):
    table = at_table("washington", cards="9H 9C", chips=chips).wagers({1: 5_00}).dealt()
    assert table.is_allowed(GoToWar(hand=1)) == enough
    assert table.is_allowed(Surrender(hand=1))


@clause("washington", "4.c.ii.1")
def test_three_are_burned_before_the_players_card_and_three_more_before_the_dealers():
    table = at_war().attended()
    assert table.drawn == [*THREE, 1, *THREE, DEALER]
    assert table.of(CardDealt) == [
        CardDealt(spot=1, card="KH", war=1),
        CardDealt(spot=DEALER, card="QH", war=1),
    ]


@clause("washington", "4.c.ii.1")
def test_two_burned_cards_are_too_few_and_a_fourth_is_too_many():
    table = at_war().when(ConfirmWarWager(), BeginWarDeal())
    for seat in (1, DEALER):
        table.when(BurnCard(), BurnCard()).refused(DealCard(), Reason.NOT_NOW, "4.c.ii.1")
        table.when(BurnCard()).refused(BurnCard(), Reason.NOT_NOW, "4.c.ii.1")
        assert (table.due.act, table.due.seat) == (Act.DEAL_CARD, seat)
        table.when(DealCard())


@clause("washington", "4.c.ii.1.a", "paytable.win-after-war")
def test_a_player_who_beats_the_dealer_wins_the_three_units():
    table = at_war("KH", "QH").attended()
    assert table.of(*MONEY) == [
        MatchPaid(hand=1, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=5_00),
    ]


@clause("washington", "4.c.ii.1.b", "paytable.tie-after-war")
def test_a_player_who_ties_the_dealer_wins_the_three_units_and_one_more():
    table = at_war("KH", "KD").attended()
    assert table.of(*MONEY) == [
        WagerPaid(hand=1, wager=Wager.WAR, amount=5_00),
        MatchPaid(hand=1, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=5_00),
    ]
    assert table.table.round is None, "a tied war gives no new choice"


@clause("washington", "4.c.ii.1.c")
def test_if_the_dealer_beats_the_player_the_house_wins_the_three_units():
    table = at_war("QH", "KH").attended()
    assert table.of(*MONEY) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerCollected(hand=1, wager=Wager.WAR, amount=5_00),
        MatchCollected(hand=1, amount=5_00),
    ]
    assert table.table.inventory == 10_00


@clause("washington", "paytable.win-after-war", "paytable.tie-after-war", "4.c.ii.1.c")
@pytest.mark.parametrize("wager", [2, 5_00, 123_46])
@pytest.mark.parametrize(("dealer", "pays"), [("QH", (1, 2)), ("KD", (1, 1)), ("AH", (-1, 1))])
def test_the_pay_table_counts_on_the_two_units_that_the_player_has_in_play(wager, dealer, pays):
    odds, to = pays
    table = at_war("KH", dealer, wager).attended()
    assert table.net("Ann") == 2 * wager * odds // to


@clause("washington", "4")
def test_wars_are_settled_from_right_to_left():
    table = at_table("washington", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH 5H 2D 3D 4D 8H").when(GoToWar(hand=2), GoToWar(hand=1)).attended()
    assert table.of(HandCompared) == [
        HandCompared(hand=2, comparison=Comparison.LOWER, war=1),
        HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
    ]
