import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import (
    CardBurned,
    CardDealt,
    CardDrawnInError,
    CardFoundFaceUp,
    CollectionReversed,
    CouponReturned,
    HandVoided,
    IrregularityReported,
    PaymentReversed,
    PlayStopped,
    ProcedureBegan,
    RoundCompleted,
    RoundVoided,
    StoredBatchShuffled,
    WagerEvent,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerStands,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import (
    DEALER,
    Act,
    Instrument,
    Irregularity,
    Occasion,
    Role,
    Ruling,
    Shuffler,
    Wager,
)
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table, ready

FACE_UP = c.ReportFaceUpCard()
IN_ERROR = c.ReportCardDrawnInError()
SHOWN = c.ReportCardDrawnInError(exposed=True)
OTHER = c.ReportIrregularity(irregularity=Irregularity.OTHER)
JAM = c.ReportShufflerJam()
PER_SHOE = {"face_up_cards": "one_shoe"}
WITH_SHUFFLER = House(shuffler=Shuffler.BATCH)


def closed(cards: str, readings: dict[str, str] | None = None, house: House | None = None) -> Scenario:
    """Give a table where Ann has wagered ten dollars and no more bets has been called."""
    scenario = at_table("wisconsin", cards=cards, players=1, readings=readings, house=house)
    return scenario.wagers({1: 10_00}).when(c.CallNoMoreBets())


@clause("wisconsin", "(j)(1)")
def test_one_card_found_face_up_is_discarded_and_not_used():
    scenario = closed("2H KD 9C").when(FACE_UP).then_exactly(CardFoundFaceUp(card="2H"))
    assert scenario.table.rack[1:] == ("2H",)
    scenario.attended().then(
        CardDealt(spot=1, card="KD"),
        CardDealt(spot=DEALER, card="9C"),
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
    )
    assert not scenario.of(RoundVoided)


@clause("wisconsin", "(j)(1)")
def test_more_than_one_card_found_face_up_voids_all_hands_and_the_cards_are_reshuffled():
    scenario = at_table("wisconsin", cards="KH 2H 3H 9C", players=2)
    scenario.wagers({1: 10_00, 2: 20_00}, tie={2: 5_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(), FACE_UP, FACE_UP).then(
        CardFoundFaceUp(card="2H"),
        CardFoundFaceUp(card="3H"),
        RoundVoided(irregularity=Irregularity.FACE_UP_CARD),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=2, wager=Wager.INITIAL, amount=20_00),
        WagerReturned(hand=2, wager=Wager.TIE, amount=5_00),
        RoundCompleted(round=1),
        ProcedureBegan(occasion=Occasion.UNLISTED, steps=scenario.table.to_do),
    )
    assert scenario.net("Ann") == scenario.net("Ben") == scenario.table.inventory == 0
    assert len(scenario.until(Act.SHUFFLE).table.stack) == 312


@clause("wisconsin", "(j)(1)", "(h)(5)")
def test_a_void_during_a_war_gives_back_what_was_taken_and_takes_back_what_was_paid():
    scenario = at_table("wisconsin", cards="9H 5D KS 9D 9C 2C 2D 2S AH 7D", players=4)
    scenario.wagers(dict.fromkeys((1, 2, 3, 4), 10_00), tie={1: 3_00, 2: 4_00}).dealt()
    scenario.when(
        c.GoToWar(hand=1), c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=6_00), c.Surrender(hand=4)
    )
    scenario.until(Act.DEAL_CARD).when(FACE_UP)
    assert not scenario.of(RoundVoided)
    scenario.when(FACE_UP)
    assert scenario.of(WagerEvent) == [
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR_TIE, amount=6_00),
        PaymentReversed(hand=1, wager=Wager.TIE, amount=30_00),
        PaymentReversed(hand=3, wager=Wager.INITIAL, amount=10_00),
        CollectionReversed(hand=1, wager=Wager.INITIAL, amount=10_00),
        CollectionReversed(hand=2, wager=Wager.INITIAL, amount=10_00),
        CollectionReversed(hand=2, wager=Wager.TIE, amount=4_00),
        CollectionReversed(hand=4, wager=Wager.INITIAL, amount=5_00),
    ]
    assert {scenario.net(player) for player in ("Ann", "Ben", "Cleo", "Dov")} == {0}
    assert scenario.table.inventory == 0
    assert scenario.due == Duty(Act.GATHER_CARDS, Role.DEALER, "(j)(1)")


@clause("wisconsin", "(j)(1)")
def test_with_a_shuffler_the_void_round_ends_the_shoe_too():
    scenario = closed("2H 3H", house=WITH_SHUFFLER).when(FACE_UP, FACE_UP)
    assert scenario.due.act is Act.EXCHANGE_BATCHES


@clause("wisconsin", "(j)(1)")
def test_a_card_found_face_up_between_rounds_voids_none():
    scenario = at_table("wisconsin", cards="2H 3H 4H KD 9C", players=1).when(FACE_UP)
    scenario.wagers({1: 10_00}).when(FACE_UP, c.CallNoMoreBets(), FACE_UP).attended()
    scenario.then(CardFoundFaceUp(card="4H"), CardDealt(spot=1, card="KD"))
    assert not scenario.of(RoundVoided)


@clause("wisconsin", "(j)(1)")
def test_a_second_card_found_face_up_between_deal_and_war_voids_the_round():
    scenario = closed("2H 9H 9C 3H").when(FACE_UP).attended()
    assert scenario.due.act is Act.CHOOSE
    scenario.when(FACE_UP).then(RoundVoided(irregularity=Irregularity.FACE_UP_CARD))
    assert scenario.net("Ann") == 0


@clause("wisconsin", "(j)(1)")
def test_under_the_other_reading_the_second_of_a_shoe_found_between_rounds_has_it_reshuffled():
    scenario = at_table("wisconsin", cards="2H 3H", players=1, readings=PER_SHOE).when(FACE_UP, FACE_UP)
    assert scenario.due == Duty(Act.GATHER_CARDS, Role.DEALER, "(j)(1)")


@clause("wisconsin", "(j)(1)")
@pytest.mark.parametrize(("reading", "burned"), [("extra", 3), ("counts", 2)])
def test_a_card_found_face_up_among_the_burns_is_extra_or_by_another_reading_one_of_them(reading, burned):
    scenario = closed("9H 9C 2C 2D 2S KH 7D", {"face_up_burn": reading}).attended()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).until(Act.BURN_CARD)
    scenario.when(FACE_UP).attended()
    assert len(scenario.of(CardBurned)) == burned


@clause("wisconsin", "(j)(1)", "(g)(1)")
@pytest.mark.parametrize(("reading", "due"), [("extra", Act.BURN_CARD), ("counts", Act.PLACE_WAGERS)])
def test_so_is_one_found_when_a_new_dealer_burns(reading, due):
    scenario = at_table("wisconsin", players=1, readings={"face_up_burn": reading})
    scenario.when(c.ComeToTable(dealer="Nora")).until(Act.BURN_CARD).when(FACE_UP)
    assert scenario.due.act is due


@clause("wisconsin", "(j)(1)", "(j)(2)", "(g)(1)")
@pytest.mark.parametrize("reading", ["extra", "counts"])
def test_a_card_drawn_in_error_is_burned_though_the_one_behind_it_lay_face_up(reading):
    scenario = at_table("wisconsin", players=1, cards="2H 3H KD 9C", readings={"face_up_burn": reading})
    scenario.when(c.ComeToTable(dealer="Nora")).until(Act.BURN_CARD)
    scenario.when(IN_ERROR, FACE_UP).then(CardFoundFaceUp(card="3H"))
    assert scenario.attended().table.rack[1:] == ("3H", "2H")
    scenario.wagers({1: 10_00}).dealt().then(CardDealt(spot=1, card="KD"), CardDealt(spot=DEALER, card="9C"))


@clause("wisconsin", "(j)(1)", "(j)(2)", "(h)(6)")
@pytest.mark.parametrize(("drawn", "extra"), [(2, 0), (3, 1)])
def test_by_that_reading_one_behind_cards_drawn_in_error_counts_while_they_leave_a_burn(drawn, extra):
    scenario = closed("9H 9C 2C 2D 2S 3S KH 7D", {"face_up_burn": "counts"}).attended()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).until(Act.BURN_CARD)
    scenario.when(*[IN_ERROR] * drawn, FACE_UP).attended()
    assert len(scenario.of(CardBurned)) == 2 + extra


@clause("wisconsin", "(j)(1)")
def test_cards_found_face_up_are_counted_within_one_round():
    scenario = closed("2H KD 9C 3H KC 9D").when(FACE_UP).attended().wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), FACE_UP)
    assert not scenario.of(RoundVoided)


@clause("wisconsin", "(j)(1)")
def test_under_the_other_reading_they_are_counted_within_one_shoe():
    scenario = closed("2H KD 9C 3H KC 9D", PER_SHOE).when(FACE_UP).attended().wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), FACE_UP).then(RoundVoided(irregularity=Irregularity.FACE_UP_CARD))


@clause("wisconsin", "(j)(1)")
def test_under_the_other_reading_a_new_shoe_counts_anew():
    scenario = closed("2H KD 9C", PER_SHOE).when(FACE_UP).attended().when(c.OrderReshuffle())
    ready(scenario).wagers({1: 10_00}).when(c.CallNoMoreBets(), FACE_UP)
    assert not scenario.of(RoundVoided)


@clause("wisconsin", "(j)(2)")
def test_a_card_drawn_in_error_and_not_shown_is_used_as_the_next_card():
    scenario = closed("KH 9C").when(IN_ERROR).then_exactly(CardDrawnInError(exposed=False))
    assert scenario.table.aside == ("KH",)
    scenario.attended()
    assert scenario.of(CardDealt) == [
        CardDealt(spot=1, card="KH", from_aside=True),
        CardDealt(spot=DEALER, card="9C"),
    ]


@clause("wisconsin", "(j)(2)")
def test_a_card_drawn_in_error_after_the_deal_is_the_first_of_the_next_round():
    scenario = closed("9H 9C KH 7D").attended().when(IN_ERROR, c.Surrender(hand=1)).attended()
    scenario.wagers({1: 10_00}).dealt().then(CardDealt(spot=1, card="KH", from_aside=True))


@clause("wisconsin", "(j)(2)")
def test_a_card_drawn_in_error_before_the_war_deal_is_its_first_burn_card():
    scenario = closed("9H 9C 2C 2D 2S KH 7D").attended().when(c.GoToWar(hand=1), IN_ERROR).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    assert [event.from_aside for event in scenario.of(CardBurned)] == [True, False, False]
    scenario.then(CardDealt(spot=1, card="KH", war=1))


@clause("wisconsin", "(j)(2)")
def test_a_card_drawn_in_error_and_shown_waits_for_a_floorpersons_ruling():
    scenario = closed("KH QD 9C").when(c.ReportCardDrawnInError(exposed=True))
    assert [event.irregularity for event in scenario.of(PlayStopped)] == [Irregularity.EXPOSED_CARD]
    scenario.refused(c.DealCard(), Reason.PLAY_IS_STOPPED, "R68")
    scenario.when(c.Rule(ruling=Ruling.DISCARD_THE_CARD)).attended().then(CardDealt(spot=1, card="QD"))


@clause("wisconsin", "(j)(2)")
@pytest.mark.parametrize(
    ("reports", "shown", "unseen"),
    [((IN_ERROR, SHOWN), "3H", "2H"), ((SHOWN, c.Rule(ruling=Ruling.PLAY_ON), IN_ERROR, OTHER), "2H", "3H")],
)
def test_a_round_that_is_ruled_void_leaves_one_that_was_not_shown_for_the_next(reports, shown, unseen):
    scenario = closed("2H 3H KD 9C").when(*reports, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert (scenario.table.rack[-1], scenario.table.aside) == (shown, (unseen,))
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard(), c.DealCard())
    scenario.then(CardDealt(spot=1, card=unseen, from_aside=True), CardDealt(spot=DEALER, card="KD"))


@clause("wisconsin", "(j)(3)")
def test_a_wager_that_got_no_card_is_void_and_goes_back():
    scenario = at_table("wisconsin", cards="KH QD 9C").wagers({1: 10_00, 2: 20_00, 3: 10_00}, tie={2: 5_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(), c.ReportNoCardDealt(hand=2)).then(
        WagerReturned(hand=2, wager=Wager.INITIAL, amount=20_00),
        WagerReturned(hand=2, wager=Wager.TIE, amount=5_00),
        HandVoided(hand=2),
    )
    assert scenario.net("Ben") == 0
    scenario.attended().then(CardDealt(spot=3, card="QD"), CardDealt(spot=DEALER, card="9C"))
    assert scenario.net("Ben") == 0


@clause("wisconsin", "(j)(3)")
def test_the_player_whose_wager_was_void_takes_part_in_the_next_round():
    scenario = at_table("wisconsin", cards="KH 9C QD 8C", players=2).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(), c.ReportNoCardDealt(hand=2)).attended()
    scenario.wagers({2: 10_00}).dealt().then(CardDealt(spot=2, card="QD"))


@clause("wisconsin", "(j)(3)")
def test_a_wager_that_got_its_card_stands():
    scenario = closed("9H 9C").attended().when(c.Surrender(hand=1)).until(Act.COLLECT_CARDS)
    scenario.refused(c.ReportNoCardDealt(hand=1), Reason.SEAT_HAS_A_CARD)
    scenario.refused(c.ReportNoCardDealt(hand=2), Reason.NO_SUCH_WAGER)


SKIPPED = c.ReportNoCardDealt(hand=1)
ALONE = c.Rule(ruling=Ruling.VOID_THE_HAND)


@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize(
    ("cards", "back"),
    [
        ("KH 9H 9C", [PaymentReversed(hand=1, wager=Wager.INITIAL, amount=10_00)]),
        ("2H 9H 9C", [CollectionReversed(hand=1, wager=Wager.INITIAL, amount=10_00)]),
    ],
)
def test_a_settled_wager_can_be_reported_until_the_round_is_settled_and_be_ruled_void_alone(cards, back):
    scenario = at_table("wisconsin", cards=cards, players=2).wagers({1: 10_00, 2: 10_00}, tie={1: 5_00})
    scenario.dealt().when(SKIPPED)
    possible = (Ruling.PLAY_ON, Ruling.VOID_THE_HAND, Ruling.VOID_THE_ROUND)
    scenario.then_exactly(PlayStopped(irregularity=Irregularity.NO_CARD_DEALT, possible=possible, hand=1))
    scenario.when(ALONE).then(*back, HandVoided(hand=1))
    assert (scenario.net("Ann"), scenario.due.act, scenario.due.seat) == (0, Act.CHOOSE, 2)
    assert scenario.when(c.Surrender(hand=2)).attended().net("Ben") == -5_00
    assert (scenario.net("Ann"), scenario.table.inventory) == (0, 5_00)


@clause("wisconsin", "(j)(3)")
def test_so_can_one_that_is_settled_while_others_are_at_war():
    scenario = at_table("wisconsin", cards="KH 9H 9C 2C 2D 2S 7H 8C", players=2)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().when(c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=2)).until(Act.DEAL_CARD).when(SKIPPED, ALONE).attended()
    assert (scenario.net("Ann"), scenario.net("Ben"), scenario.table.rounds) == (0, -20_00, 1)
    assert [event.spot for event in scenario.of(CardDealt)] == [2, DEALER]


@clause("wisconsin", "(j)(3)")
def test_where_a_void_wager_stands_over_it_does_so_after_the_ruling_too():
    scenario = at_table("wisconsin", cards="2H 9C", players=1, readings={"no_card_dealt": "stands_over"})
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND).when(SKIPPED, ALONE)
    scenario.then(
        RoundCompleted(round=1),
        WagerPlaced(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann", stood_over=True),
    )


@clause("wisconsin", "(j)(3)")
def test_a_seat_whose_turn_has_not_come_was_not_skipped():
    scenario = at_table("wisconsin", cards="KH QD JS 9C").wagers({1: 10_00, 2: 20_00, 3: 10_00})
    scenario.when(c.CallNoMoreBets())
    scenario.refused(c.ReportNoCardDealt(hand=3), Reason.NOT_SKIPPED)
    scenario.refused(c.ReportNoCardDealt(hand=2), Reason.NOT_SKIPPED)
    assert scenario.is_allowed(c.ReportNoCardDealt(hand=1))


@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize(("reading", "amounts"), [("returned", {}), ("stands_over", {1: 20_00, 2: 5_00})])
def test_a_wager_that_got_no_card_goes_back_or_stands_for_the_next_round(reading, amounts):
    scenario = at_table("wisconsin", cards="KH 9C", players=2, readings={"no_card_dealt": reading})
    scenario.wagers({1: 10_00, 2: 20_00}, tie={2: 5_00}).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(c.ReportNoCardDealt(hand=2)).attended()
    placed = {1: Wager.INITIAL, 2: Wager.TIE}
    assert scenario.of(WagerPlaced) == [
        WagerPlaced(hand=2, wager=placed[which], amount=amount, player="Ben", stood_over=True)
        for which, amount in amounts.items()
    ]
    assert scenario.net("Ben") == -sum(amounts.values())
    assert scenario.due.act is (Act.CALL_NO_MORE_BETS if amounts else Act.PLACE_WAGERS)


@clause("wisconsin", "(j)(3)")
def test_the_wager_of_a_player_who_left_since_does_not_stand_for_the_next_round():
    scenario = at_table("wisconsin", cards="KH 9C", players=2, readings={"no_card_dealt": "stands_over"})
    scenario.wagers({1: 10_00, 2: 20_00}).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(c.ReportNoCardDealt(hand=2), c.LeaveTable(player="Ben")).attended()
    assert scenario.table.round is None


@clause("wisconsin", "(j)(3)")
def test_nor_does_that_of_a_player_who_took_another_seat_since():
    scenario = at_table("wisconsin", cards="KH 9C", players=2, readings={"no_card_dealt": "stands_over"})
    scenario.wagers({1: 10_00, 2: 20_00}).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(c.ReportNoCardDealt(hand=2), c.LeaveTable(player="Ben"))
    scenario.also(c.Sit(player="Ben", seat=5, chips=100_00)).attended()
    assert scenario.table.round is None


@clause("wisconsin", "(j)(4)")
def test_after_a_jam_the_cards_in_the_shuffler_are_reshuffled_and_the_round_goes_on():
    scenario = closed("KH 9C", house=WITH_SHUFFLER).when(c.DealCard(), JAM)
    scenario.then(IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM))
    assert scenario.due == Duty(Act.SHUFFLE_STORED, Role.DEALER, "(j)(4)")
    scenario.refused(c.DealCard(), Reason.NOT_NOW, "(j)(4)")
    backwards = tuple(reversed(scenario.table.stored))
    scenario.when(c.ShuffleStored(cards=backwards)).attended().then(
        StoredBatchShuffled(cards=backwards),
        CardDealt(spot=DEALER, card="9C"),
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
    )
    assert not scenario.of(RoundVoided)


@clause("wisconsin", "(j)(4)")
def test_a_shuffle_that_was_not_completed_is_still_to_be_done():
    scenario = at_table("wisconsin", house=WITH_SHUFFLER).when(c.OrderReshuffle()).until(Act.SHUFFLE_STORED)
    scenario.when(JAM).then(IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM))
    assert scenario.due == Duty(Act.SHUFFLE_STORED, Role.DEALER, "(j)(4)")
    assert scenario.when(c.ShuffleStored()).due.act is Act.HOLD_STACK


@clause("wisconsin", "(j)(4)", "(b)(1)")
@pytest.mark.parametrize(("decks", "allowed"), [(6, True), (8, True), (9, False), (10, False)])
def test_the_reshuffle_after_a_jam_may_be_made_by_hand_where_so_many_decks_may(decks, allowed):
    scenario = at_table("wisconsin", house=House(shuffler=Shuffler.BATCH, decks=decks), players=1)
    by_hand = c.ShuffleStored(by_hand=True)
    jammed = Scenario(scenario.rules, scenario.table).when(JAM)
    assert jammed.is_allowed(by_hand) == allowed
    scenario.when(c.OrderReshuffle()).until(Act.SHUFFLE_STORED)
    scenario.refused(by_hand, Reason.NOT_BY_HAND, "(b)(1)")


@pytest.mark.parametrize("house", [House(), House(decks=8)])
@clause("wisconsin", "(j)(4)")
def test_only_a_shuffler_can_jam(house):
    at_table("wisconsin", house=house).refused(JAM, Reason.NO_DEVICE)


@clause("wisconsin", "(j)(1)")
def test_a_second_card_found_face_up_when_all_is_settled_voids_nothing():
    scenario = closed("2H KD 9C 3H").when(FACE_UP).until(Act.COLLECT_CARDS)
    scenario.when(FACE_UP).then_exactly(CardFoundFaceUp(card="3H"))
    assert scenario.attended().due.act is Act.PLACE_WAGERS
    assert scenario.net("Ann") == 10_00


@clause("wisconsin", "(j)(1)")
def test_under_the_other_reading_such_a_card_ends_the_shoe_and_the_settled_round_stands():
    scenario = closed("2H KD 9C 3H", PER_SHOE).when(FACE_UP).until(Act.COLLECT_CARDS).when(FACE_UP)
    assert scenario.due == Duty(Act.GATHER_CARDS, Role.DEALER, "(j)(1)")
    assert (scenario.net("Ann"), scenario.table.round) == (10_00, None)


@clause("wisconsin", "(j)(1)")
def test_under_the_other_reading_a_shoe_that_ends_while_it_is_burned_is_burned_once_more():
    scenario = at_table("wisconsin", players=1, readings=PER_SHOE).when(c.OrderReshuffle())
    scenario.until(Act.ANSWER_CUT).when(c.RefuseCut(seat=1)).until(Act.BURN_CARD)
    scenario.when(FACE_UP, FACE_UP)
    assert [step.act for step in scenario.table.to_do].count(Act.BURN_CARD) == 1
    assert scenario.due.act is Act.GATHER_CARDS


@clause("wisconsin", "(j)(1)", "(f)(1)")
def test_a_void_round_gives_the_coupon_back_also_once_it_was_taken_and_nobody_is_asked():
    house = House(limits=LIMITS, coupons=True)
    scenario = at_table("wisconsin", cards="9H KD 9C 2H 3H", players=2, house=house)
    scenario.wagers({1: 10_00, 2: 20_00})
    coupon = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON)
    scenario.when(coupon).dealt().when(FACE_UP, FACE_UP)
    scenario.then(CouponReturned(hand=1, amount=10_00))
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 0)
    assert scenario.due == Duty(Act.GATHER_CARDS, Role.DEALER, "(j)(1)")


@clause("wisconsin", "(j)(3)", "(f)(1)")
def test_what_the_house_had_put_down_for_a_coupon_goes_back_and_the_coupon_stands_over():
    readings = {"no_card_dealt": "stands_over", "match_play_coupons": "as_chips"}
    house = House(limits=LIMITS, coupons=True)
    scenario = at_table("wisconsin", cards="KD 9C", players=2, house=house, readings=readings)
    coupon = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON)
    scenario.wagers({1: 10_00, 2: 20_00}).when(coupon, c.CallNoMoreBets(), c.ReportNoCardDealt(hand=1))
    scenario.then(WagerStands(hand=1, player="Ann", wager=Wager.INITIAL, amount=20_00, coupons=(10_00,)))
