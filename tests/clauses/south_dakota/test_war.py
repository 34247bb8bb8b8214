import pytest

from casinowar.game.commands import BeginWarDeal, BurnCard, ConfirmWarWager, DealCard, GoToWar, Surrender
from casinowar.game.events import (
    CardDealt,
    CardsCollected,
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


def at_war(player: str = "KH", dealer: str = "QH", wager: int = 10_00) -> Scenario:
    """Give Ann a tie hand and have her go to war with these war cards to come."""
    table = at_table("south_dakota", cards=f"9H 9C 2C 3C 4C {player} 2D 3D 4D {dealer}")
    return table.wagers({1: wager}).dealt().when(GoToWar(hand=1))


@clause("south_dakota", "(4)(d)", "(4)(a)(ii)")
def test_player_and_dealer_match_the_original_wager_leaving_three_in_action():
    table = at_war().then_exactly(
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
    )
    assert (table.due.act, table.due.clause) == (Act.CONFIRM_WAR_WAGER, "(4)(d)")
    table.when(ConfirmWarWager()).then_exactly(WarWagerConfirmed(hand=1), MatchPlaced(hand=1, amount=10_00))
    in_action = {wager: placed.on_layout for wager, placed in table.hand(1).wagers.items()}
    assert in_action == {Wager.INITIAL: 10_00, Wager.WAR: 10_00, Wager.MATCH: 10_00}


@clause("south_dakota", "(4)(d)")
@pytest.mark.parametrize(("chips", "enough"), [(20_02, True), (20_00, True), (19_99, False)])
def test_who_cannot_match_the_original_wager_can_only_surrender(chips, enough):
    table = at_table("south_dakota", cards="9H 9C", chips=chips).wagers({1: 10_00}).dealt()
    assert table.is_allowed(GoToWar(hand=1)) == enough
    assert table.is_allowed(Surrender(hand=1))


@clause("south_dakota", "(4)(d)")
def test_three_are_burned_before_the_players_card_and_three_more_before_the_dealers():
    table = at_war().attended()
    assert table.drawn == [*THREE, 1, *THREE, DEALER]
    assert table.of(CardDealt) == [
        CardDealt(spot=1, card="KH", war=1),
        CardDealt(spot=DEALER, card="QH", war=1),
    ]


@clause("south_dakota", "(4)(d)")
def test_two_burned_cards_are_too_few_and_a_fourth_is_too_many():
    table = at_war().when(ConfirmWarWager(), BeginWarDeal())
    for seat in (1, DEALER):
        table.when(BurnCard(), BurnCard()).refused(DealCard(), Reason.NOT_NOW, "(4)(d)")
        table.when(BurnCard()).refused(BurnCard(), Reason.NOT_NOW, "(4)(d)")
        assert (table.due.act, table.due.seat) == (Act.DEAL_CARD, seat)
        table.when(DealCard())


@clause("south_dakota", "(4)(d)(i)", "paytable.win-after-war")
def test_a_player_who_beats_the_dealer_wins_the_three_wagers():
    table = at_war("KH", "QH").attended()
    assert table.of(*MONEY) == [
        MatchPaid(hand=1, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
    ]


@clause("south_dakota", "(4)(d)(ii)", "paytable.tie-after-war")
def test_a_player_who_ties_the_dealer_wins_the_three_wagers_and_one_more():
    table = at_war("KH", "KD").attended()
    assert table.of(*MONEY) == [
        WagerPaid(hand=1, wager=Wager.WAR, amount=10_00),
        MatchPaid(hand=1, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
    ]
    assert table.table.round is None, "a tied war gives no new choice"


@clause("south_dakota", "(4)(d)(iii)")
def test_if_the_dealer_beats_the_player_the_house_wins_the_three_wagers():
    table = at_war("QH", "KH").attended()
    assert table.of(*MONEY) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        MatchCollected(hand=1, amount=10_00),
    ]
    assert table.table.inventory == 20_00


@clause("south_dakota", "paytable.win-after-war", "paytable.tie-after-war", "(4)(d)(iii)")
@pytest.mark.parametrize("wager", [2, 10_00, 123_46])
@pytest.mark.parametrize(("dealer", "pays"), [("QH", (1, 2)), ("KD", (1, 1)), ("AH", (-1, 1))])
def test_the_pay_table_counts_on_the_two_wagers_that_the_player_has_in_action(wager, dealer, pays):
    odds, to = pays
    table = at_war("KH", dealer, wager).attended()
    assert table.net("Ann") == 2 * wager * odds // to


@clause("south_dakota", "(4)", "(5)")
def test_wars_are_settled_from_left_to_right_and_their_cards_picked_up():
    table = at_table("south_dakota", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH 5H 2D 3D 4D 8H").when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    table.then(
        HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
        CardsCollected(spots=(1,), cards=("9H", "KH")),
        HandCompared(hand=2, comparison=Comparison.LOWER, war=1),
        CardsCollected(spots=(2,), cards=("9D", "5H")),
        CardsCollected(spots=(DEALER,), cards=("9C", "8H")),
    )
