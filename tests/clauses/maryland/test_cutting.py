"""Maryland, chapter 5, C to G: who cuts, where the cover card goes, and the recut."""

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.commands import (
    CallNoMoreBets,
    ChangeCards,
    ComeToTable,
    CutStack,
    DealCard,
    DeclareIdle,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    LoadShoe,
    OfferCut,
    OrderRecut,
    OrderReshuffle,
    Perform,
    PlaceCoverCard,
    PlaceWager,
    RefuseCut,
    ReportCardDrawnInError,
    ReportCoverCard,
    ReportDeviceFailure,
    ReportFaceUpCard,
    ReportIrregularity,
    ReportNoCardDealt,
    ReportShufflerJam,
    Rule,
    ShuffleStored,
    Sit,
    Surrender,
)
from casinowar.game.events import (
    CoverCardPlaced,
    CutOffered,
    CutRefused,
    ProcedureBegan,
    ShoeLoaded,
    StackCut,
)
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason, Refusal
from casinowar.game.table import SOMEWHERE, Cut
from casinowar.game.words import DEALER, Act, Irregularity, Occasion, Role, Ruling, Shuffler, Wager
from tests.support.citing import given_alone
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

DEALER_CUTS = Duty(Act.CUT, Role.DEALER, "5.D", DEALER)


def to_be_cut(*seats: int, house: House | None = None, readings: dict[str, str] | None = None) -> Scenario:
    """Open a table at which players arrive at these seats in turn, up to the first cut."""
    scenario = opened("maryland", house=house, readings=readings)
    for seat in seats:
        scenario.when(Sit(player=f"player {seat}", seat=seat, chips=100_00))
    return scenario.until(Act.OFFER_CUT)


def cut(*, house: House | None = None) -> Scenario:
    """Have the player at seat 2 cut, of players at seats 1 to 3 who arrived in the order 2, 1, 3."""
    return to_be_cut(2, 1, 3, house=house).when(OfferCut(), CutStack(seat=2, depth=100))


def asked(scenario: Scenario) -> list[int | None]:
    """List the seats that are offered the cut in turn when each refuses it, until it is the dealer's."""
    seats: list[int | None] = []
    while scenario.due != DEALER_CUTS:
        asked = scenario.until(Act.ANSWER_CUT).due.seat
        assert asked not in seats, "a player who refused is asked again"
        seats.append(asked)
        scenario.when(RefuseCut(seat=asked or DEALER))
    return seats


def after_cover_card(before: int, readings: dict[str, str] | None = None) -> Scenario:
    """Play a round of seats 1 to 3 in which so many cards are dealt before the cover card comes out."""
    house = House(cards_behind_cover_card=311 - before)
    scenario = at_table("maryland", cards="9H KD 2S 9C", house=house, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    return scenario.when(Surrender(hand=1)).until(Act.OFFER_CUT)


# 5.C and 5.D: the offer


@clause("maryland", "5.C")
def test_the_dealer_offers_the_stack_and_only_the_player_in_line_may_cut():
    scenario = to_be_cut(1, 2, 3)
    scenario.refused(CutStack(seat=1, depth=100), Reason.NOT_NOW)
    scenario.when(OfferCut()).then_exactly(CutOffered(seat=1))
    scenario.refused(CutStack(seat=2, depth=100), Reason.CUT_NOT_YOURS)
    scenario.refused(CutStack(by=Role.DEALER, depth=100), Reason.CUT_NOT_YOURS)
    scenario.refused(RefuseCut(seat=2), Reason.CUT_NOT_YOURS)
    scenario.when(CutStack(seat=1, depth=100)).then_exactly(StackCut(seat=1, depth=100))


@clause("maryland", "5.C")
def test_the_offer_goes_on_when_the_player_who_was_asked_leaves():
    scenario = to_be_cut(2, 1, 3).when(OfferCut(), LeaveTable(player="player 2"))
    assert asked(scenario) == [1, 3]


@clause("maryland", "5.D")
def test_the_dealer_cuts_when_no_player_accepts():
    scenario = to_be_cut(1, 2).when(OfferCut(), RefuseCut(seat=1), OfferCut())
    assert scenario.due != DEALER_CUTS
    scenario.when(RefuseCut(seat=2))
    assert scenario.due == DEALER_CUTS
    scenario.refused(CutStack(seat=1, depth=100), Reason.CUT_NOT_YOURS, "5.D")
    scenario.when(CutStack(by=Role.DEALER, depth=100)).then_exactly(StackCut(seat=DEALER, depth=100))


@clause("maryland", "5.D")
def test_a_player_who_refused_is_not_asked_again_at_another_seat():
    scenario = to_be_cut(1, 2, 3).when(OfferCut(), RefuseCut(seat=1), LeaveTable(player="player 1"))
    scenario.when(Sit(player="player 1", seat=5, chips=100_00))
    assert asked(scenario) == [3, 2]


@clause("maryland", "5.D")
def test_a_newcomer_has_not_refused_what_was_refused_at_that_seat():
    scenario = to_be_cut(1, 2).when(OfferCut(), RefuseCut(seat=1), LeaveTable(player="player 1"))
    assert asked(scenario.when(Sit(player="Dov", seat=1, chips=100_00))) == [2, 1]


@clause("maryland", "5.D", "5.E(1)")
def test_read_as_the_dealers_after_a_refusal_the_cut_stays_the_dealers_when_who_refused_leaves():
    scenario = to_be_cut(1, 2, readings={"first_refusal": "dealer"}).when(OfferCut(), RefuseCut(seat=1))
    assert scenario.due == DEALER_CUTS
    assert scenario.when(LeaveTable(player="player 1")).due == DEALER_CUTS


@clause("maryland", "5.D", "5.E(4)", "5.E(6)")
@pytest.mark.parametrize(
    ("ordered", "reading", "law"),
    [
        (False, "on_to_each_player", "5.E(4)"),
        (False, "dealer", "5.D"),
        (True, "on_to_each_player", "5.E(6)"),
        (True, "dealer", "5.E(6)"),
    ],
)
def test_a_cut_is_refused_under_what_says_where_it_goes(ordered, reading, law):
    scenario = to_be_cut(1, 2, readings={"first_refusal": reading}).when(OfferCut())
    if ordered:
        scenario.when(RefuseCut(seat=1)).attended()
        while scenario.due.act is Act.ANSWER_CUT:
            scenario.when(RefuseCut(seat=scenario.due.seat or 0)).attended()
        scenario.when(OrderReshuffle()).until(Act.ANSWER_CUT)
    seat = scenario.due.seat or 0
    may = legal_actions(scenario.rules, scenario.table, f"player {seat}")
    assert [each.clause for each in may if isinstance(each.command, RefuseCut)] == [law]
    assert given_alone(scenario, RefuseCut(seat=seat)) == [(CutRefused(seat=seat), law)]


@clause("maryland", "5.C", "5.D")
def test_a_player_cuts_for_a_seat_and_the_dealer_for_the_dealer():
    scenario = to_be_cut(1).when(OfferCut())
    scenario.refused(CutStack(by=Role.DEALER, seat=1, depth=100), Reason.ROLE_MAY_NOT)
    scenario.when(RefuseCut(seat=1))
    scenario.refused(CutStack(by=Role.PLAYER, seat=DEALER, depth=100), Reason.ROLE_MAY_NOT)


@clause("maryland", "5.C", "5.D")
def test_the_refusal_of_a_cut_names_whose_it_is():
    scenario = to_be_cut(1, 2).when(OfferCut())
    with pytest.raises(Refusal, match="offered to seat 1, not to seat 2"):
        scenario.when(CutStack(seat=2, depth=100))
    with pytest.raises(Refusal, match="offered to seat 1, not to the dealer"):
        scenario.when(CutStack(by=Role.DEALER, depth=100))
    scenario.when(RefuseCut(seat=1), OfferCut(), RefuseCut(seat=2))
    with pytest.raises(Refusal, match="offered to the dealer, not to seat 2"):
        scenario.when(CutStack(seat=2, depth=100))


@pytest.mark.parametrize(("depth", "allowed"), [(0, False), (1, True), (311, True), (312, False)])
def test_a_book_without_a_margin_wants_a_cut_that_is_one(depth, allowed):
    scenario = to_be_cut(1).when(OfferCut())
    book = scenario.rules.book
    scenario.rules = Rules(replace(book, cut=replace(book.cut, margin=None)), scenario.rules.house)
    if not allowed:
        scenario.refused(CutStack(seat=1, depth=depth), Reason.CUT_TOO_SHALLOW, "")
    assert scenario.is_allowed(CutStack(seat=1, depth=depth)) is allowed


# 5.E: the order


@clause("maryland", "5.E", "5.E(1)")
@pytest.mark.parametrize(
    ("arrived", "order"), [((2, 3, 1), [2, 1, 3]), ((1, 2, 3), [1, 3, 2]), ((3, 1, 2), [3, 2, 1])]
)
def test_at_the_beginning_the_first_player_to_arrive_is_offered_the_cut(arrived, order):
    assert asked(to_be_cut(*arrived)) == order


@clause("maryland", "5.E", "5.E(2)")
@pytest.mark.parametrize(("before", "order"), [(1, [2, 1, 3]), (2, [3, 2, 1])])
def test_the_player_on_whose_betting_area_the_cover_card_appeared_is_offered_the_cut(before, order):
    assert asked(after_cover_card(before)) == order


EITHER_RESHUFFLE = pytest.mark.parametrize(
    ("reading", "law"), [("after_cover_card", "5.H"), ("after_each_round", "5.A(2)")]
)


@clause("maryland", "5.E(2)", "5.E(5)", "5.H")
@EITHER_RESHUFFLE
def test_an_order_after_the_cover_card_does_not_take_the_cut_from_that_player(reading, law):
    house = House(cards_behind_cover_card=311 - 1)
    scenario = at_table("maryland", cards="KH KD KS 2C", house=house, readings={"reshuffle": reading})
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).when(CallNoMoreBets(), DealCard(), DealCard())
    scenario.refused(OrderReshuffle(), Reason.RESHUFFLE_IS_ORDERED, law)
    assert asked(scenario.attended()) == [2, 1, 3]


@clause("maryland", "5.E(2)", "5.E(5)", "5.H")
@EITHER_RESHUFFLE
def test_nor_does_one_before_the_cover_card_in_the_same_round(reading, law):
    house = House(cards_behind_cover_card=311 - 1)
    scenario = at_table("maryland", cards="KH KD KS 2C", house=house, readings={"reshuffle": reading})
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).when(CallNoMoreBets(), OrderReshuffle()).attended()
    assert [(each.occasion, each.steps[0].clause) for each in scenario.of(ProcedureBegan)] == [
        (Occasion.RESHUFFLE, law)
    ]
    assert asked(scenario) == [2, 1, 3]


@clause("maryland", "5.E", "5.E(3)", "5.E(4)")
def test_a_cover_card_on_the_dealers_hand_gives_the_cut_to_the_farthest_right_and_on_counterclockwise():
    assert asked(after_cover_card(3)) == [3, 2, 1]


@clause("maryland", "5.E(3)")
def test_a_cover_card_among_burned_cards_counts_as_the_dealers_hand():
    assert asked(after_burned_cover_card({})) == [3, 2, 1]


@clause("maryland", "5.E(2)", "5.E(3)")
def test_a_cover_card_among_burned_cards_can_be_read_to_belong_to_who_gets_the_next_card():
    assert asked(after_burned_cover_card({"cover_card_among_burns": "next_recipient"})) == [1, 3, 2]


def after_burned_cover_card(readings: dict[str, str]) -> Scenario:
    """Have seat 1 fight a war in whose burn the cover card comes out."""
    house = House(cards_behind_cover_card=311 - 3)
    scenario = at_table("maryland", cards="9H 9C 2D 2H 2S KS 3C", house=house, readings=readings)
    scenario.wagers({1: 10_00}).dealt().when(GoToWar(hand=1)).attended()
    scenario.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=1_00))
    return scenario.until(Act.OFFER_CUT)


@clause("maryland", "5.E(2)", "5.E(3)", "9.H", "11.A")
@pytest.mark.parametrize(("reading", "order"), [("farthest_right", [3, 2, 1]), ("next_recipient", [2, 1, 3])])
@pytest.mark.parametrize("report", [ReportCoverCard(), ReportFaceUpCard()])
def test_so_it_does_when_it_is_seen_before_it_is_known_who_goes_to_war(report, reading, order):
    readings = {"cover_card_among_burns": reading}
    scenario = at_table("maryland", cards="KH 9H KS 9C 5D 2D 2H 2S KS 3C", players=3, readings=readings)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).dealt()
    place = SOMEWHERE if isinstance(report, ReportCoverCard) else scenario.table.shoe.drawn
    scenario.table = replace(scenario.table, shoe=replace(scenario.table.shoe, cover_card_at=place))
    scenario.when(report, GoToWar(hand=2), DeclineTieWager(hand=2)).until(Act.OFFER_CUT)
    assert asked(scenario) == order


@clause("maryland", "5.E(2)")
@pytest.mark.parametrize("reading", ["farthest_right", "next_recipient"])
def test_a_cover_card_before_the_first_card_of_a_round_appeared_on_the_first_players_betting_area(reading):
    assert asked(after_cover_card(0, {"cover_card_among_burns": reading})) == [1, 3, 2]


@clause("maryland", "5.E(2)")
def test_a_cover_card_before_a_war_card_appeared_on_that_players_betting_area():
    house = House(cards_behind_cover_card=311 - 8)
    scenario = at_table("maryland", cards="9H KD 9S 9C 2D 2H 2S KS KH 3C", house=house)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    scenario.when(GoToWar(hand=1), GoToWar(hand=3)).attended()
    for hand in (1, 3):
        scenario.when(PlaceWager(hand=hand, wager=Wager.WAR_TIE, amount=1_00)).attended()
    assert asked(scenario) == [3, 2, 1]


def cover_card_burned_by_new_dealer(reading: str) -> Scenario:
    """Have the cover card come out between two rounds, in the burn of a new dealer."""
    house = House(cards_behind_cover_card=312 - 3)
    readings = {"cover_card_among_burns": reading}
    scenario = at_table("maryland", cards="KH 2C 5D KS 3C", house=house, readings=readings)
    return scenario.wagers({1: 10_00}).dealt().when(ComeToTable(dealer="Max")).attended()


@clause("maryland", "5.E(2)", "5.E(3)")
@pytest.mark.parametrize(("reading", "order"), [("farthest_right", [3, 2, 1]), ("next_recipient", [2, 1, 3])])
def test_a_cover_card_burned_by_a_new_dealer_makes_the_next_round_the_last_of_the_shoe(reading, order):
    scenario = cover_card_burned_by_new_dealer(reading)
    assert scenario.due.act is Act.PLACE_WAGERS
    assert asked(scenario.wagers({2: 10_00}).when(CallNoMoreBets()).until(Act.OFFER_CUT)) == order


@clause("maryland", "5.E(5)")
def test_an_ordered_reshuffle_goes_before_the_cover_card():
    scenario = cover_card_burned_by_new_dealer("next_recipient").when(OrderReshuffle())
    assert asked(scenario) == [3, 2, 1]


@clause("maryland", "5.D")
def test_the_dealer_cuts_after_three_refusals_and_nobody_is_asked_twice():
    scenario = to_be_cut(1, 2, 3)
    for seat in (1, 3, 2):
        assert scenario.when(OfferCut()).due.seat == seat
        scenario.when(RefuseCut(seat=seat))
    assert scenario.due == DEALER_CUTS


@clause("maryland", "5.E(2)", "5.E(4)")
@pytest.mark.parametrize("newcomer", [False, True])
def test_nobody_inherits_the_cut_of_a_player_who_left_so_the_next_counterclockwise_is_asked(newcomer):
    scenario = after_cover_card(1).when(LeaveTable(player="Ben"))
    if newcomer:
        scenario.when(Sit(player="Dov", seat=2, chips=100_00))
    assert scenario.when(OfferCut()).due == Duty(Act.ANSWER_CUT, Role.PLAYER, "R88", 1)
    assert asked(scenario) == [1, 3, *([2] if newcomer else [])]


@clause("maryland", "5.E(2)")
def test_a_player_who_changed_seats_keeps_the_cut():
    scenario = after_cover_card(1).when(LeaveTable(player="Ben"), Sit(player="Ben", seat=5, chips=100_00))
    assert scenario.when(OfferCut()).due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.E(2)", 5)


@clause("maryland", "5.E(1)", "5.E(5)")
@pytest.mark.parametrize(("reading", "seat"), [("farthest_right", 3), ("first_player", 1)])
@pytest.mark.parametrize("cause", [ChangeCards(), None])
def test_a_shuffle_that_is_not_listed_gives_the_cut_to_the_farthest_right_or_can_be_read_otherwise(
    cause, reading, seat
):
    readings = {"unlisted_cut": reading, "reshuffle": "after_each_round"}
    scenario = at_table("maryland", cards="KH 2C", readings=readings)
    if cause is None:
        scenario.wagers({1: 10_00}).when(ReportIrregularity(irregularity=Irregularity.OTHER))
    scenario.when(cause or Rule(ruling=Ruling.VOID_THE_ROUND))
    scenario.until(Act.ANSWER_CUT)
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "R88", seat)


@clause("maryland", "5.D", "5.E(1)", "5.E(2)", "5.E(4)")
@pytest.mark.parametrize(("reading", "further"), [("on_to_each_player", [1, 3]), ("dealer", [])])
def test_a_first_refusal_can_be_read_to_give_the_cut_to_the_dealer(reading, further):
    readings = {"first_refusal": reading}
    assert asked(to_be_cut(2, 1, 3, readings=readings)) == [2, *further]
    assert asked(after_cover_card(1, readings)) == [2, *further]


@clause("maryland", "5.D", "5.E(2)", "5.E(4)")
@pytest.mark.parametrize(("reading", "further"), [("on_to_each_player", [1, 3]), ("dealer", [])])
def test_it_stays_the_dealers_when_the_player_who_refused_has_left(reading, further):
    scenario = after_cover_card(1, {"first_refusal": reading}).until(Act.ANSWER_CUT)
    scenario.when(RefuseCut(seat=2), LeaveTable(player=scenario.table.seats[2]))
    assert asked(scenario) == further


@clause("maryland", "5.D", "5.E(1)", "5.E(6)")
@pytest.mark.parametrize(("reading", "line"), [("farthest_right", [3, 2, 1]), ("first_player", [1])])
def test_read_so_it_is_also_the_dealers_after_a_shuffle_that_is_not_listed_and_read_as_the_first(
    reading, line
):
    readings = {"first_refusal": "dealer", "unlisted_cut": reading}
    assert asked(at_table("maryland", readings=readings).when(ChangeCards())) == line


@clause("maryland", "5.E(4)", "5.E(6)")
@pytest.mark.parametrize("reading", ["on_to_each_player", "dealer"])
def test_after_a_cover_card_on_the_dealers_hand_or_an_order_the_offer_goes_on_in_any_case(reading):
    readings = {"first_refusal": reading}
    assert asked(after_cover_card(3, readings)) == [3, 2, 1]
    assert asked(at_table("maryland", readings=readings).when(OrderReshuffle())) == [3, 2, 1]


@clause("maryland", "5.E(4)", "5.E(6)")
@pytest.mark.parametrize(("ordered", "clause_id"), [(False, "5.E(4)"), (True, "5.E(6)")])
def test_an_offer_that_was_passed_on_cites_how_it_was_passed_on(ordered, clause_id):
    scenario = at_table("maryland").when(OrderReshuffle()) if ordered else after_cover_card(3)
    scenario.until(Act.ANSWER_CUT).when(RefuseCut(seat=3), OfferCut())
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, clause_id, 2)


@clause("maryland", "5.E", "5.E(5)", "5.E(6)")
def test_an_ordered_reshuffle_gives_the_cut_to_the_farthest_right_and_on_counterclockwise():
    scenario = at_table("maryland", players={2: "Ann", 5: "Ben", 1: "Cleo"}).when(OrderReshuffle())
    assert asked(scenario) == [5, 2, 1]


@clause("maryland", "5.E(4)", "5.E(6)")
@pytest.mark.parametrize("refused", [(5,), (5, 2)])
def test_the_offer_goes_on_from_who_refused_it_and_comes_to_a_newcomer_in_turn(refused):
    scenario = at_table("maryland", players={2: "Ann", 5: "Ben", 1: "Cleo"}).when(OrderReshuffle())
    for seat in refused:
        scenario.until(Act.ANSWER_CUT).when(RefuseCut(seat=seat))
    scenario.when(Sit(player="Dov", seat=7, chips=100_00))
    assert [*refused, *asked(scenario)] == [5, 2, 1, 7]


@clause("maryland", "5.E(1)", "5.D")
def test_it_goes_on_from_the_first_player_who_refused_it_and_left():
    scenario = to_be_cut(2, 5, 1, 3).when(OfferCut(), RefuseCut(seat=2), LeaveTable(player="player 2"))
    scenario.when(Sit(player="Dov", seat=2, chips=100_00))
    assert asked(scenario) == [1, 5, 3, 2]


# 5.F: the cover card


@clause("maryland", "5.F")
@pytest.mark.parametrize(
    ("decks", "depth", "allowed"),
    [
        (6, 9, False),
        (6, 10, True),
        (6, 11, True),
        (6, 301, True),
        (6, 302, True),
        (6, 303, False),
        (8, 9, False),
        (8, 10, True),
        (8, 406, True),
        (8, 407, False),
    ],
)
@pytest.mark.parametrize("by", [Role.PLAYER, Role.DEALER])
def test_a_cut_leaves_ten_cards_at_either_end(by, decks, depth, allowed):
    scenario = to_be_cut(1, house=House(decks=decks)).when(OfferCut())
    cut = CutStack(seat=1, depth=depth)
    if by is Role.DEALER:
        scenario.when(RefuseCut(seat=1))
        cut = CutStack(by=Role.DEALER, depth=depth)
    if not allowed:
        scenario.refused(cut, Reason.CUT_TOO_SHALLOW, "5.F")
    assert scenario.is_allowed(cut) is allowed


@clause("maryland", "5.F(1)")
def test_the_cards_above_the_cover_card_go_to_the_bottom():
    scenario = to_be_cut(1).when(OfferCut())
    top, bottom = scenario.table.stack[:100], scenario.table.stack[100:]
    scenario.when(CutStack(seat=1, depth=100))
    assert scenario.table.stack == bottom + top


QUARTERS = [(6, 78), (8, 104)]


@clause("maryland", "5.F(2)")
@pytest.mark.parametrize(("decks", "quarter"), QUARTERS)
def test_the_cover_card_lies_at_least_a_quarter_from_the_bottom(decks, quarter):
    scenario = cut(house=House(decks=decks))
    scenario.refused(PlaceCoverCard(behind=quarter - 1), Reason.COVER_CARD_TOO_DEEP, "5.F(2)")
    assert scenario.is_allowed(PlaceCoverCard(behind=quarter + 1))
    scenario.when(PlaceCoverCard(behind=quarter), LoadShoe())
    assert scenario.table.shoe.cover_card_at == 3 * quarter


@clause("maryland", "5.F(2)")
@pytest.mark.parametrize(
    ("decks", "reading", "shuffler", "quarter"),
    [
        (7, {"decks": "six_seven_or_eight"}, Shuffler.BY_HAND, 91),
        (3, {"batch_decks": "both_batches"}, Shuffler.BATCH, 39),
        (6, {}, Shuffler.BATCH, 78),
    ],
)
def test_a_quarter_is_counted_from_the_cards_of_the_stack(decks, reading, shuffler, quarter):
    house = House(decks=decks, shuffler=shuffler)
    scenario = opened("maryland", house=house, readings=reading)
    scenario.when(Sit(player="Ann", seat=1, chips=100_00))
    if shuffler is Shuffler.BY_HAND:
        scenario.until(Act.ANSWER_CUT).when(CutStack(seat=1, depth=100))
    scenario.until(Act.PLACE_COVER_CARD)
    scenario.refused(PlaceCoverCard(behind=quarter - 1), Reason.COVER_CARD_TOO_DEEP, "5.F(2)")
    scenario.when(PlaceCoverCard()).then_exactly(CoverCardPlaced(behind=quarter))


@clause("maryland", "5.F(2)")
@pytest.mark.parametrize(("behind", "allowed"), [(310, True), (311, True), (312, False)])
def test_the_cover_card_may_lie_higher_but_not_above_the_stack(behind, allowed):
    assert cut().is_allowed(PlaceCoverCard(behind=behind)) is allowed


@clause("maryland", "5.F(2)")
@pytest.mark.parametrize(("decks", "quarter"), QUARTERS)
def test_the_house_may_choose_a_higher_place_for_the_cover_card_but_no_lower_one(decks, quarter):
    for behind in (quarter, quarter + 1):
        scenario = cut(house=House(decks=decks, cards_behind_cover_card=behind))
        scenario.when(PlaceCoverCard()).then_exactly(CoverCardPlaced(behind=behind))
    with pytest.raises(HouseError, match=r"cards_behind_cover_card.*\[5\.F\(2\)\]"):
        cut(house=House(decks=decks, cards_behind_cover_card=quarter - 1))


@clause("maryland", "5.F(3)")
def test_the_cut_stack_goes_into_the_shoe_with_the_cover_card_in_it():
    scenario = cut()
    stack = scenario.table.stack
    scenario.refused(LoadShoe(), Reason.NOT_NOW, "5.F(2)")
    scenario.when(PlaceCoverCard(), LoadShoe()).then(ShoeLoaded())
    assert scenario.table.shoe.stack == stack
    assert scenario.table.stack == ()
    assert scenario.attended().due.act is Act.PLACE_WAGERS


@clause("maryland", "3.A(2)", "5.G")
def test_a_second_cover_card_hides_the_last_card_and_does_so_again_after_a_recut():
    scenario = cut(house=House(hide_last_card=True)).when(PlaceCoverCard())
    assert scenario.due == Duty(Act.HIDE_LAST_CARD, Role.DEALER, "3.A(2)")
    hide = Perform(act_done=Act.HIDE_LAST_CARD)
    again = (CutStack(seat=2, depth=50), PlaceCoverCard(), hide)
    scenario.when(OrderRecut(), *again, OrderRecut(), *again)
    scenario.when(LoadShoe()).then_exactly(ShoeLoaded())


# 5.G: the recut


@clause("maryland", "5.G")
def test_a_floorperson_may_order_a_recut_between_the_cut_and_the_loading_of_the_shoe():
    scenario = to_be_cut(2, 1, 3)
    scenario.refused(OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")
    scenario.when(OfferCut()).refused(OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")
    scenario.when(CutStack(seat=2, depth=100))
    assert scenario.is_allowed(OrderRecut())
    assert scenario.when(PlaceCoverCard()).is_allowed(OrderRecut())
    scenario.when(LoadShoe()).refused(OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")


@clause("maryland", "5.G", "8.E(2)")
@pytest.mark.parametrize("covered", [False, True])
def test_so_a_floorperson_may_whatever_else_is_to_be_done_by_then(covered):
    scenario = cut()
    if covered:
        scenario.when(PlaceCoverCard())
    scenario.when(ComeToTable(dealer="Zed"), OrderRecut())
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", 2)
    scenario.when(CutStack(seat=2, depth=50)).until(Act.PLACE_COVER_CARD).until(Act.LOAD_SHOE)
    scenario.when(LoadShoe(), ComeToTable(dealer="Dee")).refused(OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")


@clause("maryland", "5.G", "11.D")
@pytest.mark.parametrize("report", [ReportShufflerJam(), ReportDeviceFailure()])
def test_so_too_over_a_device_that_holds_the_other_batch(report):
    """Cards shuffled by hand, after a jam, are cut when they come out of the shuffler."""
    scenario = at_table("maryland", players=1, house=House(shuffler=Shuffler.BATCH)).when(ReportShufflerJam())
    scenario.until(Act.SHUFFLE_STORED).when(ShuffleStored(by_hand=True), OrderReshuffle())
    scenario.until(Act.ANSWER_CUT).when(CutStack(seat=1, depth=100), report)
    assert scenario.table.to_do[0].act in {Act.EMPTY_DEVICE, Act.COVER_DEVICE}
    scenario.when(OrderRecut())
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", 1)


@clause("maryland", "5.G")
@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.BATCH])
@pytest.mark.parametrize(
    ("command", "due"),
    [
        (OrderReshuffle(), None),
        (OrderReshuffle(), Act.SHUFFLE),
        (ChangeCards(), None),
        (DeclareIdle(), None),
        (DeclareIdle(), Act.SHUFFLE),
    ],
)
def test_cards_that_were_cut_for_an_earlier_shoe_are_not_recut(command, due, shuffler):
    scenario = cut().until(Act.PLACE_WAGERS)
    if shuffler is Shuffler.BATCH:
        scenario = at_table("maryland", house=House(shuffler=shuffler))
        scenario.when(ReportShufflerJam()).until(Act.SHUFFLE_STORED).when(ShuffleStored(by_hand=True))
        scenario.when(OrderReshuffle()).until(Act.ANSWER_CUT).when(CutStack(seat=3, depth=100))
        scenario.until(Act.PLACE_WAGERS)
    assert scenario.table.cut.cut_by
    scenario.when(command)
    if due in {step.act for step in scenario.table.to_do}:
        scenario.until(due or Act.SHUFFLE)
    scenario.refused(OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")


@clause("maryland", "5.G")
@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.AUTOMATIC])
def test_nobody_below_a_floorperson_may_order_a_recut(role):
    cut().refused(OrderRecut(by=role), Reason.ROLE_MAY_NOT)


@clause("maryland", "5.G(1)")
@pytest.mark.parametrize(("by_next", "cutter", "other"), [(False, 2, 1), (True, 1, 2)])
def test_the_recut_is_made_by_the_last_cutter_or_the_next_in_line(by_next, cutter, other):
    scenario = cut().when(OrderRecut(by_next=by_next))
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", cutter)
    scenario.refused(CutStack(seat=other, depth=50), Reason.CUT_NOT_YOURS, "5.G")
    scenario.when(CutStack(seat=cutter, depth=50)).then_exactly(StackCut(seat=cutter, depth=50))


@clause("maryland", "5.G(1)", "5.D")
@pytest.mark.parametrize("cutter", [Role.PLAYER, Role.DEALER])
def test_no_further_recut_is_ordered_while_one_is_to_be_made(cutter):
    scenario = to_be_cut(1).when(OfferCut())
    if cutter is Role.PLAYER:
        scenario.when(CutStack(seat=1, depth=100))
    else:
        scenario.when(RefuseCut(seat=1), CutStack(by=Role.DEALER, depth=100))
    scenario.when(OrderRecut()).refused(OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")


@clause("maryland", "5.G(1)", "5.D")
def test_recuts_by_the_next_in_line_go_around_the_table_to_the_dealer_who_then_cuts_again():
    scenario = to_be_cut(1, 2, 3, 4).when(OfferCut(), CutStack(seat=1, depth=100))
    cutters = []
    for _ in range(5):
        scenario.when(OrderRecut(by_next=True))
        seat = scenario.due.seat or DEALER
        cutters.append(seat)
        scenario.when(CutStack(by=Role.PLAYER if seat else Role.DEALER, seat=seat, depth=50))
    assert cutters == [4, 3, 2, DEALER, DEALER]


@clause("maryland", "5.G(1)")
def test_a_recut_goes_to_the_next_in_line_when_the_last_cutter_has_left():
    scenario = cut().when(LeaveTable(player="player 2"), OrderRecut())
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", 1)


@clause("maryland", "5.G(1)")
def test_nobody_recuts_for_a_cutter_who_has_left_the_seat():
    scenario = cut().when(LeaveTable(player="player 2"), Sit(player="Dov", seat=2, chips=100_00))
    assert scenario.when(OrderRecut()).due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", 1)


@clause("maryland", "5.G(1)")
@pytest.mark.parametrize(("by_next", "cutter"), [(False, 5), (True, 1)])
def test_a_cutter_who_changed_seats_is_still_the_last_cutter_and_not_the_next_in_line(by_next, cutter):
    scenario = cut().when(LeaveTable(player="player 2"), Sit(player="player 2", seat=5, chips=100_00))
    scenario.when(OrderRecut(by_next=by_next))
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", cutter)


@clause("maryland", "5.G(1)")
def test_the_next_in_line_comes_after_the_last_cutter_whoever_has_arrived_since():
    scenario = at_table("maryland", players={2: "Ann", 5: "Ben", 1: "Cleo"}).when(OrderReshuffle())
    scenario.until(Act.ANSWER_CUT).when(CutStack(seat=5, depth=100), Sit(player="Dov", seat=7, chips=100_00))
    assert scenario.when(OrderRecut(by_next=True)).due.seat == 2


@clause("maryland", "5.G(1)")
def test_a_recut_goes_to_the_next_in_line_where_a_record_does_not_say_who_cut():
    scenario = cut()
    scenario.table = replace(scenario.table, cut=Cut(cut_by=5))
    assert scenario.when(OrderRecut()).due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.G", 2)


@clause("maryland", "5.G(1)")
@pytest.mark.parametrize("by_next", [False, True])
def test_the_dealer_who_cut_for_lack_of_a_player_recuts(by_next):
    scenario = to_be_cut(1).when(OfferCut(), RefuseCut(seat=1), CutStack(by=Role.DEALER, depth=100))
    scenario.when(OrderRecut(by_next=by_next)).refused(CutStack(seat=1, depth=50), Reason.CUT_NOT_YOURS)
    scenario.when(CutStack(by=Role.DEALER, depth=50)).then_exactly(StackCut(seat=DEALER, depth=50))


@clause("maryland", "5.G(1)", "5.F")
@pytest.mark.parametrize(("depth", "allowed"), [(9, False), (10, True), (302, True), (303, False)])
def test_a_recut_leaves_ten_cards_at_either_end_as_well(depth, allowed):
    assert cut().when(OrderRecut()).is_allowed(CutStack(seat=2, depth=depth)) is allowed


@clause("maryland", "5.G(2)")
@pytest.mark.parametrize("covered", [False, True])
def test_after_a_recut_the_cover_card_is_placed_again_and_the_shoe_loaded(covered):
    scenario = cut()
    if covered:
        scenario.when(PlaceCoverCard(behind=200))
    stack = scenario.table.stack
    scenario.when(OrderRecut(), CutStack(seat=2, depth=50)).refused(LoadShoe(), Reason.NOT_NOW, "5.F(2)")
    scenario.when(PlaceCoverCard(), LoadShoe())
    assert scenario.table.shoe.stack == stack[50:] + stack[:50]
    assert scenario.table.shoe.cover_card_at == 312 - 78


# a card that was recorded for a place that was skipped


@clause("maryland", "5.E(2)", "11.C")
@pytest.mark.parametrize(("cover", "cutter"), [(0, 2), (1, 3), (2, None)])
def test_a_cover_card_goes_with_the_card_it_came_out_with_to_the_place_after_the_one_skipped(cover, cutter):
    scenario = at_table("maryland", cards="5H 6H 7H 9C", players=3).wagers(dict.fromkeys((1, 2, 3), 10_00))
    place = scenario.table.shoe.drawn + cover
    scenario.table = replace(scenario.table, shoe=replace(scenario.table.shoe, cover_card_at=place))
    scenario.when(CallNoMoreBets(), *[DealCard()] * (cover + 1))
    assert scenario.table.cover_card_on == cover + 1
    scenario.when(ReportNoCardDealt(hand=1))
    assert scenario.table.cover_card_on == cutter
    assert scenario.attended().due.seat == (cutter or 3)
    assert scenario.due.clause == ("5.E(2)" if cutter else "5.E(3)")


@clause("maryland", "5.E(2)", "11.B", "11.C")
@pytest.mark.parametrize("dealt", [0, 1, 2, 3])
def test_so_it_does_with_the_third_of_three_cards_drawn_in_error_dealt_or_not(dealt):
    scenario = at_table("maryland", cards="5H 6H 7H 8H 9C", players=4)
    scenario.wagers(dict.fromkeys((1, 2, 3, 4), 10_00))
    place = scenario.table.shoe.drawn + 2
    scenario.table = replace(scenario.table, shoe=replace(scenario.table.shoe, cover_card_at=place))
    scenario.when(CallNoMoreBets(), *[ReportCardDrawnInError()] * 3, *[DealCard()] * dealt)
    scenario.when(ReportNoCardDealt(hand=1)).attended()
    assert (scenario.due.seat, scenario.due.clause) == (4, "5.E(2)")


@clause("maryland", "5.E(3)", "8.E(4)", "11.A")
def test_from_a_card_found_face_up_it_goes_on_to_the_one_that_a_new_dealer_burns():
    scenario = at_table("maryland", cards="5H 6H 7H 8H 9C TC")
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00))
    place = scenario.table.shoe.drawn + 1
    scenario.table = replace(scenario.table, shoe=replace(scenario.table.shoe, cover_card_at=place))
    scenario.when(CallNoMoreBets(), DealCard(), ReportFaceUpCard(), ComeToTable(dealer="Dee")).attended()
    assert (scenario.due.seat, scenario.due.clause) == (3, "5.E(3)")


@clause("maryland", "5.E(2)", "11.C")
@pytest.mark.parametrize(("cover", "cutter"), [(0, 1), (1, 3)])
def test_so_it_does_from_the_second_box_of_a_player_but_not_from_the_first(cover, cutter):
    house = House(adjacent_boxes=2)
    scenario = at_table("maryland", cards="5H 6H 7H 9C", players={1: "Ann", 3: "Ben"}, house=house)
    scenario.wagers({1: 10_00, 3: 10_00})
    scenario.when(PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann"))
    place = scenario.table.shoe.drawn + cover
    scenario.table = replace(scenario.table, shoe=replace(scenario.table.shoe, cover_card_at=place))
    scenario.when(CallNoMoreBets(), DealCard(), DealCard(), ReportNoCardDealt(hand=2))
    assert scenario.table.cover_card_on == cutter
