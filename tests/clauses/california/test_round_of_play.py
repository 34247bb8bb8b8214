import pytest

from casinowar.game.commands import CallNoMoreBets, GoToWar, PlaceWager, Surrender
from casinowar.game.events import (
    CardsCollected,
    CoverLeft,
    HandCompared,
    HandPassed,
    HandSettled,
    MatchPlaced,
    RoundCompleted,
    TieHandChosen,
    WagerCollected,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WarWagerConfirmed,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import BANK, at_table


@clause("california", "round.1")
def test_hands_are_compared_and_settled_clockwise_from_the_dealers_left():
    table = at_table("california", cards="5H KH 2H 9C", players=6).wagers({6: 10_00, 1: 10_00, 4: 10_00})
    table.dealt().then(
        HandCompared(hand=1, comparison=Comparison.LOWER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=4, comparison=Comparison.HIGHER),
        WagerPaid(hand=4, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=6, comparison=Comparison.LOWER),
        WagerCollected(hand=6, wager=Wager.INITIAL, amount=10_00),
    )
    assert [event.hand for event in table.of(HandCompared)] == [1, 4, 6]


@clause("california", "round.1.a")
def test_a_lower_card_loses_the_primary_and_the_tie_wager():
    table = at_table("california", cards="8H 9C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.of(WagerCollected, WagerPaid, WagerReturned) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    ]


@clause("california", "round.1.b")
def test_a_higher_card_wins_the_primary_and_loses_the_tie_wager():
    table = at_table("california", cards="TH 9C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.of(WagerCollected, WagerPaid, WagerReturned) == [
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    ]


@clause("california", "round.1.c")
def test_an_equal_card_wins_the_tie_wager_and_gives_the_options_for_the_primary_wager():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.of(HandCompared, WagerCollected, WagerPaid, WagerReturned, HandPassed) == [
        HandCompared(hand=1, comparison=Comparison.TIE),
        WagerPaid(hand=1, wager=Wager.TIE, amount=50_00),
        WagerReturned(hand=1, wager=Wager.TIE, amount=5_00),
        HandPassed(hand=1),
    ]
    assert table.hand(1).on_layout(Wager.INITIAL) == 10_00
    assert (table.due.act, table.due.clause, table.due.seat) == (Act.CHOOSE, "round.3", 1)


@clause("california", "round.2")
@pytest.mark.parametrize(
    ("card", "to_the_bank"), [("8H", 15_00), ("TH", -5_00), ("9H", -50_00)], ids=["lower", "higher", "equal"]
)
def test_lost_wagers_go_to_the_bank_and_won_ones_are_paid_out_of_it(card, to_the_bank):
    table = at_table("california", cards=f"{card} 9C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.bank_net() == to_the_bank


@clause("california", "round.3")
def test_a_tie_hand_is_offered_both_options():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    assert table.is_allowed(Surrender(hand=1))
    assert table.is_allowed(GoToWar(hand=1))


@clause("california", "round.3")
@pytest.mark.parametrize("option", [Surrender(hand=1), GoToWar(hand=1)])
def test_no_other_hand_is_offered_them(option):
    table = at_table("california", cards="TH 9H 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.refused(option, Reason.NO_CHOICE_DUE, "round.3")


@clause("california", "round.3", "round.3.a")
def test_tie_hands_choose_clockwise_after_all_hands_are_compared():
    table = at_table("california", cards="9H TH 9D 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    assert [event.hand for event in table.of(HandCompared)] == [1, 2, 3]
    table.refused(Surrender(hand=3), Reason.CHOICE_NOT_YET, "round.3")
    table.when(Surrender(hand=1), Surrender(hand=3)).then(
        TieHandChosen(hand=1, choice=Choice.SURRENDER), TieHandChosen(hand=3, choice=Choice.SURRENDER)
    )


@clause("california", "round.3.a")
def test_surrender_takes_one_half_and_returns_the_other():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(Surrender(hand=1)).then_exactly(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        CoverLeft(amount=BANK - 5_00),
        HandSettled(hand=1),
    )
    assert table.bank_net() == 5_00


@clause("california", "round.3.a")
def test_surrender_ends_the_participation_in_the_round():
    table = at_table("california", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(Surrender(hand=1), GoToWar(hand=2)).attended()
    assert 1 not in table.drawn, "no war card"
    assert table.net("Ann") == -5_00


@clause("california", "round.3.a")
@pytest.mark.parametrize(("amount", "half"), [(2, 1), (10_02, 5_01)])
def test_the_half_is_exact_to_the_cent(amount, half):
    table = at_table("california", cards="9H 9C")
    odd = PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount - 1)
    table.refused(odd, Reason.WAGER_CANNOT_BE_HALVED, "round.3.a")
    assert table.wagers({1: amount}).dealt().when(Surrender(hand=1)).net("Ann") == -half


@clause("california", "round.3.b", "definitions.war-wager")
def test_war_wager_and_match_are_each_equal_to_the_primary_wager():
    table = at_table("california", cards="9H 9C").wagers({1: 12_34}).dealt()
    table.when(GoToWar(hand=1)).then_exactly(
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPlaced(hand=1, wager=Wager.WAR, amount=12_34, player="Ann"),
        MatchPlaced(hand=1, amount=12_34),
        CoverLeft(amount=BANK - 12_34),
    )


@clause("california", "round.3.b", "round.4", "round.5")
def test_the_match_lies_there_before_the_cards_are_collected_and_the_war_wager_is_confirmed():
    table = at_table("california", cards="9H 8D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(GoToWar(hand=1)).attended().then(
        MatchPlaced(hand=1, amount=10_00),
        CardsCollected(spots=(2,), cards=("8D",)),
        WarWagerConfirmed(hand=1),
    )
    assert len(table.of(MatchPlaced)) == 1


@clause("california", "round.3.b", "definitions.war-wager")
@pytest.mark.parametrize(("chips", "enough"), [(20_02, True), (20_00, True), (19_99, False)])
def test_who_cannot_put_down_the_full_war_wager_can_only_surrender(chips, enough):
    table = at_table("california", cards="9H 9C", chips=chips).wagers({1: 10_00}).dealt()
    assert table.is_allowed(Surrender(hand=1))
    if enough:
        assert table.is_allowed(GoToWar(hand=1))
    else:
        table.refused(GoToWar(hand=1), Reason.NOT_ENOUGH_CHIPS)


@clause("california", "round.4")
def test_all_cards_but_those_at_war_go_into_the_discard_rack_hand_by_hand():
    table = at_table("california", cards="5H 9H TH 9D 9C", players=4)
    table.wagers({1: 10_00, 2: 10_00, 3: 10_00, 4: 10_00}).dealt()
    table.when(GoToWar(hand=2), Surrender(hand=4))
    assert (table.due.act, table.due.clause) == (Act.COLLECT_CARDS, "round.4")
    table.attended().then(
        CardsCollected(spots=(1, 3, 4), cards=("5H", "TH", "9D")), WarWagerConfirmed(hand=2)
    )


@clause("california", "definitions.round-of-play")
def test_a_round_is_a_full_cycle_after_which_every_wager_is_paid_or_taken():
    table = at_table("california", cards="5H 9H TH 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    table.refused(CallNoMoreBets(), Reason.NOT_NOW, "round.3")
    table.when(GoToWar(hand=2)).attended().then(RoundCompleted(round=1))
    assert table.table.round is None
    players = sum(table.net(player) for player in ("Ann", "Ben", "Cleo"))
    assert players + table.bank_net() == 0, "nothing is left on the layout"
    assert table.wagers({1: 10_00}).round.number == 2


@clause("california", "definitions.tie-hand")
@pytest.mark.parametrize(("card", "tie"), [("8H", False), ("9H", True), ("TH", False)])
def test_a_tie_hand_is_two_cards_of_the_same_rank(card, tie):
    table = at_table("california", cards=f"{card} 9C").wagers({1: 10_00}).dealt()
    assert (table.due.act is Act.CHOOSE) == tie


@clause("california", "definitions.original-deal")
def test_the_original_deal_decides_the_primary_wager():
    table = at_table("california", cards="9H TH 9C 2C 3C 4C KH QH").wagers({1: 10_00, 2: 10_00}).dealt()
    assert table.of(WagerPaid) == [WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00)]
    assert table.drawn == [1, 2, DEALER]
