"""What South Dakota and Washington share: the deal, the original wagers, and a war of three wagers."""

from itertools import pairwise

import pytest

from casinowar.game.commands import BeginWarDeal, BurnCard, ConfirmWarWager, DealCard, GoToWar, Surrender
from casinowar.game.events import (
    CardDealt,
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
from casinowar.game.words import BURN, DEALER, Act, Choice, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

MONEY = (WagerCollected, WagerPaid, WagerReturned, MatchPaid, MatchCollected)
THREE = [BURN, BURN, BURN]

in_both = pytest.mark.parametrize("jurisdiction", ["south_dakota", "washington"])
wagering = pytest.mark.parametrize(("jurisdiction", "wager"), [("south_dakota", 10_00), ("washington", 5_00)])


def at_war(jurisdiction: str, player: str = "KH", dealer: str = "QH", wager: int = 5_00) -> Scenario:
    """Give Ann a tie hand and have her go to war with these war cards to come."""
    table = at_table(jurisdiction, cards=f"9H 9C 2C 3C 4C {player} 2D 3D 4D {dealer}")
    return table.wagers({1: wager}).dealt().when(GoToWar(hand=1))


@clause("south_dakota", "(1)")
@clause("washington", "2")
@in_both
@pytest.mark.parametrize(("higher", "lower"), [*pairwise("AKQJT98765432")])
def test_cards_rank_from_the_ace_down_to_the_two(jurisdiction, higher, lower):
    table = at_table(jurisdiction, cards=f"{higher}H {lower}S").wagers({1: 10_00}).dealt()
    assert table.net("Ann") == 10_00
    table.next_cards(f"{lower}H {higher}S").wagers({1: 10_00}).dealt()
    assert table.net("Ann") == 0


@clause("south_dakota", "(3)")
@clause("washington", "3")
@in_both
def test_one_card_face_up_from_left_to_right_and_then_to_the_dealer(jurisdiction):
    table = at_table(jurisdiction, cards="2H 3H 4H 5H", players=7).wagers({7: 10_00, 1: 10_00, 4: 10_00})
    table.dealt()
    assert table.of(CardDealt) == [
        CardDealt(spot=1, card="2H"),
        CardDealt(spot=4, card="3H"),
        CardDealt(spot=7, card="4H"),
        CardDealt(spot=DEALER, card="5H"),
    ]


@clause("south_dakota", "(4)(a)", "(4)(c)", "paytable.beat-dealer")
@clause("washington", "4.a", "paytable.beat-dealer")
@in_both
@pytest.mark.parametrize("amount", [2, 10_00, 123_46])
def test_a_higher_card_wins_even_money_and_loses_the_tie_wager(jurisdiction, amount):
    table = at_table(jurisdiction, cards="TH 9C").wagers({1: amount}, tie={1: 5_00}).dealt()
    assert table.of(*MONEY) == [
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=amount),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=amount),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    ]


@clause("south_dakota", "(4)(b)", "(4)(c)")
@clause("washington", "4.b")
@in_both
def test_a_lower_card_loses_the_primary_bet_and_the_tie_wager(jurisdiction):
    table = at_table(jurisdiction, cards="8H 9C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.of(*MONEY) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    ]


@clause("south_dakota", "(4)(d)", "(4)(a)(ii)")
@clause("washington", "4.c.ii")
@pytest.mark.parametrize(
    ("jurisdiction", "cited", "wager"),
    [("south_dakota", "(4)(d)", 10_00), ("washington", "4.c.ii", 5_00)],
)
def test_player_and_dealer_match_the_original_wager_leaving_three_in_action(jurisdiction, cited, wager):
    table = at_war(jurisdiction, wager=wager).then_exactly(
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPlaced(hand=1, wager=Wager.WAR, amount=wager, player="Ann"),
    )
    assert (table.due.act, table.due.clause) == (Act.CONFIRM_WAR_WAGER, cited)
    table.when(ConfirmWarWager()).then_exactly(WarWagerConfirmed(hand=1), MatchPlaced(hand=1, amount=wager))
    in_action = {kind: placed.on_layout for kind, placed in table.hand(1).wagers.items()}
    assert in_action == {Wager.INITIAL: wager, Wager.WAR: wager, Wager.MATCH: wager}


@clause("south_dakota", "(4)(d)")
@clause("washington", "4.c.ii")
@wagering
@pytest.mark.parametrize(("more", "enough"), [(2, True), (0, True), (-1, False)])
def test_who_cannot_match_the_original_wager_can_only_surrender(jurisdiction, wager, more, enough):
    table = at_table(jurisdiction, cards="9H 9C", chips=2 * wager + more).wagers({1: wager}).dealt()
    assert table.is_allowed(GoToWar(hand=1)) == enough
    assert table.is_allowed(Surrender(hand=1))


@clause("south_dakota", "(4)(d)")
@clause("washington", "4.c.ii.1")
@in_both
def test_three_are_burned_before_the_players_card_and_three_more_before_the_dealers(jurisdiction):
    table = at_war(jurisdiction).attended()
    assert table.drawn == [*THREE, 1, *THREE, DEALER]
    assert table.of(CardDealt) == [
        CardDealt(spot=1, card="KH", war=1),
        CardDealt(spot=DEALER, card="QH", war=1),
    ]


@clause("south_dakota", "(4)(d)")
@clause("washington", "4.c.ii.1")
@pytest.mark.parametrize(("jurisdiction", "cited"), [("south_dakota", "(4)(d)"), ("washington", "4.c.ii.1")])
def test_two_burned_cards_are_too_few_and_a_fourth_is_too_many(jurisdiction, cited):
    table = at_war(jurisdiction).when(ConfirmWarWager(), BeginWarDeal())
    for seat in (1, DEALER):
        table.when(BurnCard(), BurnCard()).refused(DealCard(), Reason.NOT_NOW, cited)
        table.when(BurnCard()).refused(BurnCard(), Reason.NOT_NOW, cited)
        assert (table.due.act, table.due.seat) == (Act.DEAL_CARD, seat)
        table.when(DealCard())


@clause("south_dakota", "(4)(d)(i)", "paytable.win-after-war")
@clause("washington", "4.c.ii.1.a", "paytable.win-after-war")
@wagering
def test_a_player_who_beats_the_dealer_wins_the_three_wagers(jurisdiction, wager):
    table = at_war(jurisdiction, "KH", "QH", wager).attended()
    assert table.of(*MONEY) == [
        MatchPaid(hand=1, amount=wager),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=wager),
        WagerReturned(hand=1, wager=Wager.WAR, amount=wager),
    ]


@clause("south_dakota", "(4)(d)(ii)", "paytable.tie-after-war")
@clause("washington", "4.c.ii.1.b", "paytable.tie-after-war")
@wagering
def test_a_player_who_ties_the_dealer_wins_the_three_wagers_and_one_more(jurisdiction, wager):
    table = at_war(jurisdiction, "KH", "KD", wager).attended()
    assert table.of(*MONEY) == [
        WagerPaid(hand=1, wager=Wager.WAR, amount=wager),
        MatchPaid(hand=1, amount=wager),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=wager),
        WagerReturned(hand=1, wager=Wager.WAR, amount=wager),
    ]
    assert table.table.round is None, "a tied war gives no new choice"


@clause("south_dakota", "(4)(d)(iii)")
@clause("washington", "4.c.ii.1.c")
@wagering
def test_if_the_dealer_beats_the_player_the_house_wins_the_three_wagers(jurisdiction, wager):
    table = at_war(jurisdiction, "QH", "KH", wager).attended()
    assert table.of(*MONEY) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=wager),
        WagerCollected(hand=1, wager=Wager.WAR, amount=wager),
        MatchCollected(hand=1, amount=wager),
    ]
    assert table.table.inventory == 2 * wager


@clause("south_dakota", "paytable.win-after-war", "paytable.tie-after-war", "(4)(d)(iii)")
@clause("washington", "paytable.win-after-war", "paytable.tie-after-war", "4.c.ii.1.c")
@in_both
@pytest.mark.parametrize("wager", [2, 5_00, 10_00, 123_46])
@pytest.mark.parametrize(("dealer", "pays"), [("QH", (1, 2)), ("KD", (1, 1)), ("AH", (-1, 1))])
def test_the_pay_table_counts_on_the_two_wagers_that_the_player_has_in_play(
    jurisdiction, wager, dealer, pays
):
    odds, to = pays
    table = at_war(jurisdiction, "KH", dealer, wager).attended()
    assert table.net("Ann") == 2 * wager * odds // to
