"""Chapter 7: what a wager is made with, who may place it, and until when."""

import pytest

from casinowar.game.book.house import House, Limit
from casinowar.game.commands import (
    BeginWarDeal,
    BuyChips,
    CallNoMoreBets,
    CashOut,
    ChangeSeat,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    PlaceWager,
    RequestInspection,
    Sit,
    Surrender,
    WithdrawWager,
)
from casinowar.game.events import CardDealt, TieWagerOffered, WagerCollected, WagerPlaced, WagerWithdrawn
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Wager
from casinowar.rulebooks import load_sample
from tests.support.clause import clause
from tests.support.scenario import at_table

LIMITED = House(
    limits={
        Wager.INITIAL: Limit(minimum="5", maximum="500"),
        Wager.TIE: Limit(minimum="1", maximum="100"),
        Wager.WAR_TIE: Limit(minimum="2", maximum="50"),
    }
)


def initial(amount: int, seat: int = 1, *, player: str = "") -> PlaceWager:
    return PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount, player=player)


def tie(amount: int, seat: int = 1) -> PlaceWager:
    return PlaceWager(hand=seat, wager=Wager.TIE, amount=amount)


def war_tie(amount: int, seat: int = 1) -> PlaceWager:
    return PlaceWager(hand=seat, wager=Wager.WAR_TIE, amount=amount)


# with what, and by whom


@clause("maryland", "7.A")
@pytest.mark.parametrize("instrument", [Instrument.CHIP, Instrument.PLAQUE, Instrument.APPROVED])
def test_a_wager_is_made_with_a_chip_a_plaque_or_another_approved_instrument(instrument):
    at_table("maryland").when(
        PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=instrument)
    ).then_exactly(WagerPlaced(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann"))


@clause("maryland", "7.A")
def test_each_wager_lies_on_its_own_area():
    scenario = at_table("maryland").wagers({1: 10_00, 2: 20_00}, tie={1: 3_00})
    areas = [(seat, wager) for seat in (1, 2) for wager in (Wager.INITIAL, Wager.TIE)]
    assert [scenario.hand(seat).on_layout(wager) for seat, wager in areas] == [10_00, 3_00, 20_00, 0]
    assert scenario.table.chips == {"Ann": 987_00, "Ben": 980_00, "Cleo": 1_000_00}


@clause("maryland", "7.B(2)")
@pytest.mark.parametrize("wager", [Wager.INITIAL, Wager.TIE])
def test_a_spoken_wager_with_cash_is_refused(wager):
    scenario = at_table("maryland").wagers({1: 10_00})
    spoken = PlaceWager(hand=1, wager=wager, amount=10_00, made_with=Instrument.CASH)
    scenario.refused(spoken, Reason.VERBAL_WAGER, "7.B(2)")


@clause("maryland", "7.B(2)")
def test_a_spoken_tie_wager_with_cash_is_refused_on_the_war_deal_too():
    scenario = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).dealt().when(GoToWar(hand=1))
    spoken = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00, made_with=Instrument.CASH)
    scenario.refused(spoken, Reason.VERBAL_WAGER, "7.B(2)")


@clause("maryland", "7.B(1)")
@pytest.mark.parametrize("seat", [1, 3, 4])
def test_somebody_who_is_not_seated_may_not_wager(seat):
    scenario = at_table("maryland", players=3, house=House(adjacent_boxes=7)).wagers({1: 10_00})
    scenario.refused(initial(10_00, seat, player="Zoe"), Reason.NOT_SEATED, "7.B(1)")


@clause("maryland", "7.B(1)")
def test_the_clause_on_wagering_is_not_cited_for_what_is_no_wager():
    scenario = at_table("maryland", players=2)
    for command in (
        BuyChips(player="Zoe", amount=5_00),
        CashOut(player="Zoe", amount=5_00),
        ChangeSeat(player="Zoe", seat=5),
        LeaveTable(player="Zoe"),
        RequestInspection(player="Zoe"),
    ):
        scenario.refused(command, Reason.NOT_SEATED, "")


@clause("maryland", "7.B(1)")
def test_a_wager_takes_a_seat_and_ends_with_it():
    scenario = at_table("maryland", players=1).refused(initial(10_00, seat=4), Reason.SEAT_EMPTY)
    scenario.when(Sit(player="Zoe", seat=4, chips=100_00), initial(10_00, seat=4))
    scenario.when(LeaveTable(player="Zoe")).refused(initial(10_00, seat=4), Reason.SEAT_EMPTY)
    scenario.refused(initial(10_00, seat=4, player="Zoe"), Reason.NOT_SEATED, "7.B(1)")


@clause("maryland", "7.B(1)")
@pytest.mark.parametrize("wager", [Wager.INITIAL, Wager.TIE, Wager.PROGRESSIVE, Wager.BONUS_SPIN])
def test_nobody_who_is_not_seated_adds_any_wager_to_a_hand(wager):
    sample = load_sample("maryland")
    scenario = at_table("maryland", players=2, house=sample).wagers({1: 10_00})
    scenario.when(Sit(player="Zoe", seat=4, chips=100_00), LeaveTable(player="Zoe"))
    for stranger in ("Zoe", "Nobody"):
        for seat in (1, 2, 3, 4):
            strange = PlaceWager(hand=seat, wager=wager, amount=5_00, player=stranger)
            scenario.refused(strange, Reason.NOT_SEATED, "7.B(1)")
    assert scenario.is_allowed(PlaceWager(hand=1, wager=wager, amount=5_00, player="Ann"))


@clause("maryland", "7.B(1)")
def test_who_has_left_in_mid_round_is_seated_no_more():
    scenario = at_table("maryland", cards="9H 9D 9C", players=2, house=House(adjacent_boxes=3))
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().when(GoToWar(hand=1), LeaveTable(player="Ann"))
    scenario.refused(war_tie(5_00), Reason.PLAYER_HAS_LEFT, "7.B(3)")
    scenario.refused(BuyChips(player="Ann", amount=5_00), Reason.PLAYER_HAS_LEFT, "7.B(3)")
    scenario.when(Surrender(hand=2)).attended()
    scenario.refused(initial(10_00, player="Ann"), Reason.NOT_SEATED, "7.B(1)")


# until when


@clause("maryland", "7.C", "7.D")
def test_before_no_more_bets_wagers_are_made_increased_and_withdrawn():
    at_table("maryland").when(
        initial(10_00), tie(5_00), initial(2_00), WithdrawWager(hand=1, wager=Wager.TIE), tie(1_00)
    ).then_exactly(
        WagerPlaced(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann"),
        WagerPlaced(hand=1, wager=Wager.TIE, amount=5_00, player="Ann"),
        WagerPlaced(hand=1, wager=Wager.INITIAL, amount=2_00, player="Ann"),
        WagerWithdrawn(hand=1, wager=Wager.TIE, amount=5_00),
        WagerPlaced(hand=1, wager=Wager.TIE, amount=1_00, player="Ann"),
    )


@clause("maryland", "7.C", "7.D")
@pytest.mark.parametrize(
    "late",
    [
        pytest.param(initial(10_00, seat=2), id="made"),
        pytest.param(tie(5_00, seat=3), id="tie wager made"),
        pytest.param(initial(2_00), id="increased"),
        pytest.param(tie(2_00), id="tie wager increased"),
        pytest.param(WithdrawWager(hand=1, wager=Wager.INITIAL), id="withdrawn"),
        pytest.param(WithdrawWager(hand=1, wager=Wager.TIE), id="tie wager withdrawn"),
    ],
)
def test_after_no_more_bets_no_wager_is_made_increased_or_withdrawn(late):
    scenario = at_table("maryland", cards="KH 7C 9C").wagers({1: 10_00, 3: 10_00}, tie={1: 5_00})
    assert scenario.is_allowed(late)
    scenario.when(CallNoMoreBets()).refused(late, Reason.NO_MORE_BETS, "7.D")
    scenario.until(Act.SETTLE_HAND).refused(late, Reason.NO_MORE_BETS, "7.D")


@clause("maryland", "7.D")
def test_chapter_9_excepts_the_war_wager_and_its_tie_wager_until_the_war_deal_begins():
    scenario = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).dealt()
    scenario.refused(initial(1_00), Reason.NO_MORE_BETS, "7.D")
    scenario.when(GoToWar(hand=1), war_tie(5_00), war_tie(1_00)).then(
        WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
        WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=5_00, player="Ann"),
        WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=1_00, player="Ann"),
    )
    for wager in (Wager.INITIAL, Wager.WAR, Wager.WAR_TIE):
        scenario.refused(WithdrawWager(hand=1, wager=wager), Reason.NO_MORE_BETS, "7.D")
    scenario.until(Act.BEGIN_WAR_DEAL).when(BeginWarDeal())
    scenario.refused(war_tie(1_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")


# the initial wager


@clause("maryland", "7.F(1)")
def test_who_places_no_initial_wager_is_not_in_the_round():
    scenario = at_table("maryland", cards="KH 5D 9C").wagers({1: 10_00, 3: 10_00}).dealt()
    assert scenario.of(CardDealt) == [
        CardDealt(spot=1, card="KH"),
        CardDealt(spot=3, card="5D"),
        CardDealt(spot=0, card="9C"),
    ]
    assert scenario.net("Ben") == 0


@clause("maryland", "7.F(1)")
def test_there_is_no_round_without_an_initial_wager():
    at_table("maryland").refused(CallNoMoreBets(), Reason.NOT_NOW, "7.F(1)")


@clause("maryland", "7.F(1)")
def test_a_withdrawn_initial_wager_takes_the_tie_wager_with_it():
    scenario = at_table("maryland").wagers({1: 10_00}, tie={1: 5_00})
    scenario.when(WithdrawWager(hand=1, wager=Wager.INITIAL)).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerWithdrawn(hand=1, wager=Wager.TIE, amount=5_00),
    )
    scenario.refused(CallNoMoreBets(), Reason.NOT_NOW, "7.F(1)")


@clause("maryland", "7.F(1)")
@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (4_98, Reason.WAGER_BELOW_MINIMUM),
        (5_00, None),
        (5_02, None),
        (499_98, None),
        (500_00, None),
        (500_02, Reason.WAGER_ABOVE_MAXIMUM),
        (0, Reason.WAGER_NOT_POSITIVE),
        (-5_00, Reason.WAGER_NOT_POSITIVE),
    ],
)
def test_an_initial_wager_keeps_within_the_posted_limits(amount, reason):
    scenario = at_table("maryland", house=LIMITED)
    if reason:
        scenario.refused(initial(amount), reason)
    else:
        assert scenario.is_allowed(initial(amount))


@clause("maryland", "7.F(1)")
def test_the_limits_hold_for_what_was_there_and_what_is_added():
    scenario = at_table("maryland", house=LIMITED).wagers({1: 300_00})
    scenario.refused(initial(200_02), Reason.WAGER_ABOVE_MAXIMUM, "R12")
    assert scenario.is_allowed(initial(200_00))
    assert scenario.is_allowed(initial(2))


@clause("maryland", "7.F(1)")
def test_a_wager_needs_the_chips():
    scenario = at_table("maryland", chips=20_00).refused(initial(20_02), Reason.NOT_ENOUGH_CHIPS)
    scenario.when(initial(20_00)).refused(tie(1), Reason.NOT_ENOUGH_CHIPS)


# the tie wager


@clause("maryland", "7.F(2)")
def test_a_tie_wager_goes_with_an_initial_wager():
    scenario = at_table("maryland").refused(tie(5_00), Reason.WAGER_NEEDS_INITIAL, "7.F(2)")
    scenario.when(initial(10_00, seat=2)).refused(tie(5_00), Reason.WAGER_NEEDS_INITIAL, "7.F(2)")
    scenario.when(initial(10_00)).when(tie(5_00)).then_exactly(
        WagerPlaced(hand=1, wager=Wager.TIE, amount=5_00, player="Ann")
    )


@clause("maryland", "7.F(2)")
@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (99, Reason.WAGER_BELOW_MINIMUM),
        (1_00, None),
        (1_01, None),
        (99_99, None),
        (100_00, None),
        (100_01, Reason.WAGER_ABOVE_MAXIMUM),
        (0, Reason.WAGER_NOT_POSITIVE),
    ],
)
def test_a_tie_wager_has_limits_of_its_own(amount, reason):
    scenario = at_table("maryland", house=LIMITED).wagers({1: 5_00})
    if reason:
        scenario.refused(tie(amount), reason)
    else:
        assert scenario.is_allowed(tie(amount))


@clause("maryland", "7.F(2)")
def test_a_tie_wager_on_the_war_deal_needs_a_war_wager_and_no_earlier_tie_wager():
    scenario = at_table("maryland", cards="9H 9D 4S 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    for seat in (1, 2, 3):
        scenario.refused(war_tie(5_00, seat), Reason.WAGER_NOT_OFFERED, "7.F(2)")
    scenario.when(GoToWar(hand=1), war_tie(25_00)).then(
        WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=25_00, player="Ann")
    )
    for seat in (2, 3):
        scenario.refused(war_tie(5_00, seat), Reason.WAGER_NOT_OFFERED, "7.F(2)")


@clause("maryland", "7.F(2)")
@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (1_99, Reason.WAGER_BELOW_MINIMUM),
        (2_00, None),
        (2_01, None),
        (49_99, None),
        (50_00, None),
        (50_01, Reason.WAGER_ABOVE_MAXIMUM),
    ],
)
def test_a_tie_wager_on_the_war_deal_has_limits_of_its_own(amount, reason):
    scenario = at_table("maryland", cards="9H 9C", house=LIMITED).wagers({1: 5_00}).dealt()
    scenario.when(GoToWar(hand=1))
    if reason:
        scenario.refused(war_tie(amount), reason)
    else:
        assert scenario.is_allowed(war_tie(amount))


@clause("maryland", "7.F(2)")
def test_each_player_at_war_is_offered_the_tie_wager_and_may_decline_it():
    scenario = at_table("maryland", cards="9H 9D 4S 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    scenario.when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    assert scenario.of(TieWagerOffered) == [TieWagerOffered(hand=1), TieWagerOffered(hand=2)]
    assert (scenario.due.act, scenario.due.seat) == (Act.ANSWER_TIE_OFFER, 1)
    assert scenario.due.clause == "7.F(2)"
    scenario.when(DeclineTieWager(hand=1))
    assert (scenario.due.act, scenario.due.seat) == (Act.ANSWER_TIE_OFFER, 2)
    scenario.when(war_tie(5_00, seat=2))
    assert scenario.due.act is Act.COLLECT_CARDS


@clause("maryland", "7.F(2)")
def test_an_offer_that_was_answered_is_open_no_longer():
    scenario = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1)).attended().when(war_tie(5_00))
    scenario.refused(DeclineTieWager(hand=1), Reason.WAGER_NOT_OFFERED, "7.F(2)")
    assert scenario.hand(1).on_layout(Wager.WAR_TIE) == 5_00


@clause("maryland", "7.F(2)")
def test_the_tie_wager_of_one_deal_does_not_count_on_the_other():
    scenario = at_table("maryland", cards="9H 9C 2C 3C 4C 7D 7S", players=1)
    scenario.wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert scenario.net("Ann") == 50_00 - 10_00
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).attended()
    assert scenario.net("Ann") == 50_00 + 20_00
    scenario.next_cards("9H 7C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert scenario.of(WagerCollected) == [WagerCollected(hand=1, wager=Wager.TIE, amount=5_00)]
