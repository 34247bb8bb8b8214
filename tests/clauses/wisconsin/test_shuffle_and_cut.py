import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import (
    CardsShuffled,
    CoverCardDrawn,
    CoverCardPlaced,
    CutOffered,
    CutRefused,
    ProcedureBegan,
    ReshuffleOrdered,
    RoundCompleted,
    StackCut,
)
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import DEALER, Act, Occasion, Role, Ruling, Shuffler, Wager
from tests.support.citing import given_alone
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

SIT = c.Sit(player="Ann", seat=1, chips=100_00)
NEXT_RECIPIENT = {"cover_card_among_burns": "next_recipient"}


def cover_card_before(card: int) -> House:
    """Have the cover card come out just before the so-manieth card that is drawn after the burn."""
    return House(cards_behind_cover_card=312 - card)


def cut_due(*seats: int, house: House | None = None) -> Scenario:
    """Open a table for players who arrive in this order, up to the first offer of the cut."""
    scenario = opened("wisconsin", house=house)
    for seat in seats:
        scenario.when(c.Sit(player=f"Player {seat}", seat=seat, chips=100_00))
    return scenario.until(Act.OFFER_CUT)


@clause("wisconsin", "(e)(1)")
def test_the_cards_are_shuffled_just_before_play_starts():
    scenario = opened("wisconsin").when(SIT).until(Act.SHUFFLE)
    assert scenario.due == Duty(Act.SHUFFLE, Role.DEALER, "(e)(1)")
    scenario.refused(c.OfferCut(), Reason.NOT_NOW, "(e)(1)")
    wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    scenario.refused(wager, Reason.BETTING_NOT_OPEN, "(e)(1)")


@clause("wisconsin", "(e)(1)")
def test_the_shuffled_cards_are_put_into_one_stack():
    scenario = opened("wisconsin").when(SIT).until(Act.SHUFFLE)
    backwards = tuple(reversed(scenario.table.stack))
    scenario.refused(c.Shuffle(cards=backwards[1:]), Reason.CARDS_DO_NOT_MATCH)
    scenario.refused(c.Shuffle(cards=(*backwards[1:], "AC")), Reason.CARDS_DO_NOT_MATCH)
    scenario.when(c.Shuffle(cards=backwards)).then_exactly(CardsShuffled(cards=backwards))
    assert scenario.table.stack == backwards


@clause("wisconsin", "(e)(1)", "(e)(6)")
def test_the_cards_are_shuffled_by_hand_after_each_shoe():
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=cover_card_before(2))
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.GATHER_CARDS)
    assert len(scenario.until(Act.SHUFFLE).table.stack) == 312
    scenario.refused(c.OfferCut(), Reason.NOT_NOW, "(e)(6)")
    assert scenario.when(c.Shuffle()).due == Duty(Act.HOLD_STACK, Role.DEALER, "(e)(2)")
    scenario.refused(c.OfferCut(), Reason.NOT_NOW, "(e)(2)")
    assert scenario.until(Act.OFFER_CUT).due == Duty(Act.OFFER_CUT, Role.DEALER, "(e)(2)")


@clause("wisconsin", "(e)(1)", "(e)(6)")
def test_the_cards_are_shuffled_by_machine_after_each_shoe():
    house = House(shuffler=Shuffler.BATCH, cards_behind_cover_card=310)
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=house).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets()).until(Act.EXCHANGE_BATCHES)
    scenario.when(c.Perform(act_done=Act.EXCHANGE_BATCHES))
    assert scenario.due == Duty(Act.SHUFFLE_STORED, Role.DEALER, "(e)(6)")


@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.BATCH])
@clause("wisconsin", "(e)(2)")
def test_the_shuffled_stack_is_offered_for_the_cut(shuffler):
    scenario = cut_due(1, house=House(shuffler=shuffler))
    assert scenario.due == Duty(Act.OFFER_CUT, Role.DEALER, "(e)(2)")
    scenario.refused(c.PlaceCoverCard(), Reason.NOT_NOW, "(e)(2)")
    scenario.refused(c.LoadShoe(), Reason.NOT_NOW, "(e)(2)")
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=1))


@clause("wisconsin", "(e)(2)(i)")
def test_at_the_start_of_the_game_the_first_player_at_the_table_is_offered_the_cut():
    cut_due(4, 1, 7).when(c.OfferCut()).then_exactly(CutOffered(seat=4))


@clause("wisconsin", "(e)(2)(i)")
def test_if_the_first_player_has_left_the_next_one_is_the_first_at_the_table():
    scenario = cut_due(4, 2, 7).when(c.LeaveTable(player="Player 4"))
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=2))


@pytest.mark.parametrize(("card", "seat"), [(2, 3), (3, 5), (4, 6)])
@clause("wisconsin", "(e)(2)(ii)")
def test_the_player_at_whose_betting_area_the_cutting_card_came_out_is_offered_the_cut(card, seat):
    players = {6: "Ann", 3: "Ben", 5: "Cleo", 1: "Dov", 7: "Eve"}
    cards = "KH KD KC KS KH 9C"
    scenario = at_table("wisconsin", cards=cards, players=players, house=cover_card_before(card))
    scenario.wagers(dict.fromkeys(players, 10_00)).when(c.CallNoMoreBets()).until(Act.OFFER_CUT)
    scenario.then(CoverCardDrawn(cutter=seat), RoundCompleted(round=1))
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=seat))


@clause("wisconsin", "(e)(2)(ii)")
def test_the_cutting_card_can_come_out_at_a_betting_area_on_the_war_deal():
    cards = "9H KD KC 9C 2C 2D 2S KH 7D"
    scenario = at_table("wisconsin", cards=cards, players=3, house=cover_card_before(8))
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt().when(c.GoToWar(hand=1)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=1))


@clause("wisconsin", "(e)(2)(ii)", "(j)(2)", "(j)(3)")
@pytest.mark.parametrize(
    ("card", "drawn", "dealt", "cutter"),
    [(2, 0, 2, 3), (2, 1, 2, 3), (2, 2, 2, 3), (2, 2, 0, 3), (2, 3, 1, 3), (3, 3, 2, 4), (3, 4, 0, 4)],
)
def test_a_cutting_card_goes_with_its_card_to_the_place_after_the_one_skipped(card, drawn, dealt, cutter):
    scenario = at_table("wisconsin", cards="5H 6H 7H 8H 9C", players=4, house=cover_card_before(card))
    scenario.wagers(dict.fromkeys((1, 2, 3, 4), 10_00)).when(c.CallNoMoreBets())
    scenario.when(*[c.ReportCardDrawnInError()] * drawn, *[c.DealCard()] * dealt)
    scenario.when(c.ReportNoCardDealt(hand=1)).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=cutter))


@clause("wisconsin", "(e)(2)(ii)", "(j)(1)", "(j)(3)")
def test_from_a_card_found_face_up_it_goes_on_to_the_next_one_and_with_that():
    scenario = at_table("wisconsin", cards="5H 2D 6H 7H 9C", house=cover_card_before(2))
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(c.ReportFaceUpCard()).then(CoverCardDrawn(cutter=2))
    scenario.when(c.DealCard(), c.ReportNoCardDealt(hand=1)).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=3))


@clause("wisconsin", "(e)(2)(ii)", "(j)(2)")
def test_with_a_card_drawn_in_error_between_rounds_it_goes_to_the_first_betting_area():
    scenario = at_table("wisconsin", cards="5H 6H 7H 9C", house=cover_card_before(1))
    scenario.when(c.ReportCardDrawnInError()).wagers({2: 10_00, 3: 10_00}).when(c.CallNoMoreBets())
    scenario.until(Act.OFFER_CUT).when(c.OfferCut()).then_exactly(CutOffered(seat=2))


@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)", "(g)(1)", "(j)(2)")
@pytest.mark.parametrize(("readings", "offered"), [({}, 3), (NEXT_RECIPIENT, 1)])
def test_with_a_card_drawn_in_error_that_a_new_dealer_burns_it_is_among_the_burned(readings, offered):
    house = cover_card_before(1)
    scenario = at_table("wisconsin", cards="5H 6H 7H 8H 9C", house=house, readings=readings)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets(), c.ReportCardDrawnInError())
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=offered))


SHOWN_AND_DISCARDED = (c.ReportCardDrawnInError(exposed=True), c.Rule(ruling=Ruling.DISCARD_THE_CARD))


@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)", "(g)(1)", "(j)(1)")
@pytest.mark.parametrize("not_used", [(c.ReportFaceUpCard(),), SHOWN_AND_DISCARDED])
@pytest.mark.parametrize(("readings", "offered"), [({}, 3), (NEXT_RECIPIENT, 2)])
def test_from_a_card_not_used_it_goes_on_to_the_one_that_a_new_dealer_burns(not_used, readings, offered):
    house = cover_card_before(2)
    scenario = at_table("wisconsin", cards="5H 6H 7H 8H 9C TC", house=house, readings=readings)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets(), c.DealCard(), *not_used)
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=offered))


@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)", "(g)(1)", "(j)(1)")
@pytest.mark.parametrize(("readings", "offered"), [({}, 3), (NEXT_RECIPIENT, 2)])
def test_or_to_the_one_found_face_up_that_counts_as_burned(readings, offered):
    house, readings = cover_card_before(2), readings | {"face_up_burn": "counts"}
    scenario = at_table("wisconsin", cards="5H 6H 7H 8H 9C TC", house=house, readings=readings)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(*SHOWN_AND_DISCARDED, c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD)
    scenario.when(c.ReportFaceUpCard()).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=offered))


@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)", "(h)(6)", "(j)(1)")
@pytest.mark.parametrize(("readings", "offered"), [({}, 3), (NEXT_RECIPIENT, 2)])
def test_or_to_the_first_one_burned_at_war_before_whoever_is_at_war(readings, offered):
    cards, house = "2H KH KD 4C 5C 6C 7C 9C TC", cover_card_before(4)
    scenario = at_table("wisconsin", cards=cards, house=house, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().when(c.ReportFaceUpCard(), c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=2)).until(Act.OFFER_CUT).when(c.OfferCut())
    scenario.then_exactly(CutOffered(seat=offered))


@pytest.mark.parametrize("readings", [{}, NEXT_RECIPIENT])
@clause("wisconsin", "(e)(2)(iii)")
def test_after_a_cutting_card_on_the_dealers_hand_the_player_farthest_right_is_offered_the_cut(readings):
    players = {6: "Ann", 3: "Ben"}
    scenario = at_table(
        "wisconsin", cards="KH KD 9C", players=players, house=cover_card_before(3), readings=readings
    )
    scenario.wagers({3: 10_00, 6: 10_00}).when(c.CallNoMoreBets()).until(Act.OFFER_CUT)
    scenario.then(CoverCardDrawn(cutter=None)).when(c.OfferCut()).then_exactly(CutOffered(seat=6))


@pytest.mark.parametrize(("readings", "cutter", "offered"), [({}, None, 3), (NEXT_RECIPIENT, 1, 1)])
@pytest.mark.parametrize("card", [5, 6, 7])
@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)")
def test_a_cutting_card_among_the_cards_burned_for_a_war(card, readings, cutter, offered):
    cards = "9H KD KC 9C 2C 2D 2S KH 7D"
    scenario = at_table("wisconsin", cards=cards, house=cover_card_before(card), readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt().when(c.GoToWar(hand=1)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).until(Act.OFFER_CUT).then(CoverCardDrawn(cutter=cutter))
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=offered))


@pytest.mark.parametrize(("readings", "offered"), [({}, 3), (NEXT_RECIPIENT, 1)])
@clause("wisconsin", "(e)(2)(iii)", "(g)(4)")
def test_a_cutting_card_met_by_the_burn_of_a_new_dealer_leaves_one_more_round(readings, offered):
    scenario = at_table("wisconsin", cards="2C KH KD KC 9C", house=cover_card_before(1), readings=readings)
    scenario.when(c.ComeToTable(dealer="Moe")).attended()
    assert len(scenario.of(CoverCardDrawn)) == 1
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).when(c.CallNoMoreBets()).until(Act.OFFER_CUT)
    scenario.then(RoundCompleted(round=1)).when(c.OfferCut()).then_exactly(CutOffered(seat=offered))


@clause("wisconsin", "(e)(2)(ii)", "(g)(1)", "(g)(4)")
@pytest.mark.parametrize(("before", "after", "offered"), [((), (2, 3), 2), ((2,), (1,), 1), ((2,), (), 2)])
def test_read_so_it_goes_to_who_gets_the_next_card_whoever_had_wagered_when_it_was_burned(
    before, after, offered
):
    house = cover_card_before(1)
    scenario = at_table("wisconsin", cards="2C KH QD 9C", house=house, readings=NEXT_RECIPIENT)
    scenario.wagers(dict.fromkeys(before, 10_00)).when(c.ComeToTable(dealer="Moe")).attended()
    scenario.wagers(dict.fromkeys(after, 10_00)).when(c.CallNoMoreBets()).until(Act.OFFER_CUT)
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=offered))


@pytest.mark.parametrize("readings", [{}, NEXT_RECIPIENT])
@clause("wisconsin", "(e)(2)(ii)", "(g)(4)")
def test_a_cutting_card_before_the_first_card_of_a_round_came_out_at_the_first_betting_area(readings):
    players = {6: "Ann", 3: "Ben"}
    house = cover_card_before(1)
    scenario = at_table("wisconsin", cards="KH KD 9C", players=players, house=house, readings=readings)
    scenario.wagers({3: 10_00, 6: 10_00}).when(c.CallNoMoreBets()).until(Act.OFFER_CUT)
    scenario.then(CoverCardDrawn(cutter=3), RoundCompleted(round=1))
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=3))


@pytest.mark.parametrize(("reading", "offered"), [("next_in_line", 6), ("farthest_right", 7)])
@pytest.mark.parametrize("newcomer", [False, True])
@clause("wisconsin", "(e)(2)(ii)", "(e)(3)")
def test_nobody_inherits_the_cut_of_the_player_at_whose_betting_area_the_cutting_card_came_out(
    newcomer, reading, offered
):
    players = {6: "Ann", 3: "Ben", 7: "Cleo", 1: "Dov"}
    readings, house = {"absent_cutter": reading}, cover_card_before(2)
    scenario = at_table("wisconsin", cards="KH KD KC KS 9C", players=players, house=house, readings=readings)
    scenario.wagers(dict.fromkeys(players, 10_00)).when(c.CallNoMoreBets()).until(Act.OFFER_CUT)
    scenario.then(CoverCardDrawn(cutter=3)).when(c.LeaveTable(player="Ben"))
    if newcomer:
        scenario.when(c.Sit(player="Eve", seat=3, chips=100_00))
    scenario.when(c.OfferCut()).then_exactly(CutOffered(seat=offered))
    assert scenario.due.clause == "R109"


@clause("wisconsin", "(e)(2)", "(j)(1)")
def test_the_cut_after_a_void_round_cites_no_cutting_card():
    scenario = at_table("wisconsin", cards="KH KD KC 9C").wagers({1: 10_00}).when(c.CallNoMoreBets())
    scenario.when(c.ReportFaceUpCard(), c.ReportFaceUpCard()).until(Act.ANSWER_CUT)
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "R109", 3)


@clause("wisconsin", "(e)(2)", "(d)(5)")
def test_changed_cards_are_offered_to_the_player_who_arrived_first():
    scenario = at_table("wisconsin", players={4: "Ann", 6: "Ben"}).when(c.ChangeCards())
    assert scenario.until(Act.ANSWER_CUT).due == Duty(Act.ANSWER_CUT, Role.PLAYER, "R109", 4)


@clause("wisconsin", "(e)(2)(iv)")
def test_after_a_reshuffle_at_the_casinos_discretion_the_player_farthest_right_is_offered_the_cut():
    scenario = at_table("wisconsin", players={4: "Ann", 6: "Ben", 2: "Cleo"}).when(c.OrderReshuffle())
    scenario.then(ProcedureBegan(occasion=Occasion.ORDERED, steps=scenario.table.to_do))
    scenario.until(Act.OFFER_CUT).when(c.OfferCut()).then_exactly(CutOffered(seat=6))


@clause("wisconsin", "(e)(2)(iv)")
def test_the_casino_reshuffles_before_a_round_is_called_or_after_it():
    scenario = at_table("wisconsin").wagers({1: 10_00})
    scenario.refused(c.OrderReshuffle(by=Role.DEALER), Reason.ROLE_MAY_NOT)
    assert scenario.is_allowed(c.OrderReshuffle())
    scenario.when(c.CallNoMoreBets()).when(c.OrderReshuffle()).then_exactly(ReshuffleOrdered())


@clause("wisconsin", "(e)(3)")
def test_a_refused_cut_is_offered_clockwise_until_the_dealer_cuts():
    scenario = cut_due(4, 2, 6)
    scenario.when(*(command for seat in (4, 6, 2) for command in (c.OfferCut(), c.RefuseCut(seat=seat))))
    assert scenario.of(CutOffered) == [CutOffered(seat=4), CutOffered(seat=6), CutOffered(seat=2)]
    assert scenario.due == Duty(Act.CUT, Role.DEALER, "(e)(3)", DEALER)
    cut = c.CutStack(by=Role.DEALER, depth=100)
    scenario.when(cut).then_exactly(StackCut(seat=DEALER, depth=100))


@clause("wisconsin", "(e)(3)", "(e)(4)")
def test_a_cut_is_made_and_refused_under_clauses_of_their_own():
    scenario = cut_due(4, 2).when(c.OfferCut())
    may = legal_actions(scenario.rules, scenario.table, "Player 4")
    clauses = {type(each.command): each.clause for each in may}
    assert (clauses[c.CutStack], clauses[c.RefuseCut]) == ("(e)(4)", "(e)(3)")
    assert given_alone(scenario, c.RefuseCut(seat=4)) == [(CutRefused(seat=4), "(e)(3)")]


@clause("wisconsin", "(e)(3)")
def test_the_dealer_does_not_cut_while_a_player_may():
    scenario = cut_due(4, 2).when(c.OfferCut())
    scenario.refused(c.CutStack(by=Role.DEALER, depth=100), Reason.CUT_NOT_YOURS, "(e)(2)(i)")
    scenario.refused(c.CutStack(seat=2, depth=100), Reason.CUT_NOT_YOURS, "(e)(2)(i)")
    scenario.when(c.RefuseCut(seat=4), c.OfferCut(), c.CutStack(seat=2, depth=100))
    scenario.then_exactly(CutRefused(seat=4), CutOffered(seat=2), StackCut(seat=2, depth=100))
    assert scenario.due.act is Act.PLACE_COVER_CARD


@pytest.mark.parametrize("by", [Role.PLAYER, Role.DEALER])
@pytest.mark.parametrize(
    ("depth", "enough"), [(0, False), (9, False), (10, True), (11, True), (302, True), (303, False)]
)
@clause("wisconsin", "(e)(4)")
def test_whoever_cuts_leaves_at_least_10_cards_on_each_side(by, depth, enough):
    scenario = cut_due(1).when(c.OfferCut())
    cut = c.CutStack(seat=1, depth=depth)
    if by is Role.DEALER:
        scenario.when(c.RefuseCut(seat=1))
        cut = c.CutStack(by=Role.DEALER, depth=depth)
    if enough:
        scenario.when(cut).then_exactly(StackCut(seat=cut.seat, depth=depth))
    else:
        scenario.refused(cut, Reason.CUT_TOO_SHALLOW, "(e)(4)")


@clause("wisconsin", "(e)(5)")
def test_the_cards_in_front_of_the_cutting_card_go_to_the_back():
    scenario = cut_due(1).when(c.OfferCut())
    stack = scenario.table.stack
    scenario.when(c.CutStack(seat=1, depth=20), c.PlaceCoverCard(), c.LoadShoe())
    assert scenario.table.shoe.stack == stack[20:] + stack[:20]
    assert scenario.table.stack == ()


@pytest.mark.parametrize(("decks", "quarter"), [(6, 78), (7, 91), (8, 104)])
@clause("wisconsin", "(e)(5)")
def test_the_cutting_card_goes_in_at_least_a_quarter_of_the_way_from_the_back(decks, quarter):
    scenario = cut_due(1, house=House(decks=decks)).when(c.OfferCut(), c.CutStack(seat=1, depth=100))
    scenario.refused(c.LoadShoe(), Reason.NOT_NOW, "(e)(5)")
    for behind in (0, quarter - 1, decks * 52):
        scenario.refused(c.PlaceCoverCard(behind=behind), Reason.COVER_CARD_TOO_DEEP, "(e)(5)")
    for behind in (quarter, quarter + 1, decks * 52 - 1):
        assert scenario.is_allowed(c.PlaceCoverCard(behind=behind))
    scenario.when(c.PlaceCoverCard()).then_exactly(CoverCardPlaced(behind=quarter))


@pytest.mark.parametrize(("behind", "allowed"), [(77, False), (78, True), (311, True), (312, False)])
@clause("wisconsin", "(e)(5)")
def test_the_house_cannot_choose_a_place_nearer_the_back(behind, allowed):
    house = House(cards_behind_cover_card=behind)
    if allowed:
        scenario = cut_due(1, house=house).when(c.OfferCut(), c.CutStack(seat=1, depth=100))
        scenario.when(c.PlaceCoverCard()).then_exactly(CoverCardPlaced(behind=behind))
    else:
        with pytest.raises(HouseError, match=r"\[\(e\)\(5\)\]"):
            opened("wisconsin", house=house)


@pytest.mark.parametrize(("card", "over"), [(2, True), (3, False)])
@clause("wisconsin", "(e)(6)")
def test_the_shoe_is_reshuffled_after_the_cutting_card_has_come_out(card, over):
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=cover_card_before(card))
    scenario.wagers({1: 10_00}).dealt()
    began = [event.occasion for event in scenario.of(ProcedureBegan)]
    assert began == ([Occasion.RESHUFFLE] if over else [])


@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)", "(e)(2)(iv)")
@pytest.mark.parametrize(
    ("card", "seat", "clause_id"),
    [(1, 1, "(e)(2)(ii)"), (2, 2, "(e)(2)(ii)"), (4, 3, "(e)(2)(iii)"), (5, 3, "(e)(2)(iv)")],
)
def test_a_cutting_card_that_comes_out_after_a_reshuffle_was_ordered_says_who_cuts(card, seat, clause_id):
    scenario = at_table("wisconsin", cards="KH KD KS 2C", house=cover_card_before(card))
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).when(c.CallNoMoreBets(), c.OrderReshuffle())
    assert scenario.until(Act.SHUFFLE).due.clause == ("(e)(2)(iv)" if card == 5 else "(e)(6)")
    assert scenario.until(Act.ANSWER_CUT).due == Duty(Act.ANSWER_CUT, Role.PLAYER, clause_id, seat)


@clause("wisconsin", "(e)(2)", "(j)(1)")
def test_after_too_many_face_up_cards_of_a_shoe_the_cut_is_cited_as_an_assumption():
    scenario = at_table("wisconsin", readings={"face_up_cards": "one_shoe"})
    scenario.when(c.ReportFaceUpCard(), c.ReportFaceUpCard()).attended()
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "R109", 3)


# a player who has left the wagers behind


@clause("wisconsin", "(e)(2)(iv)", "(e)(3)")
def test_a_player_who_has_left_is_not_offered_the_cut():
    scenario = at_table("wisconsin").wagers({1: 10_00, 3: 10_00}).when(c.LeaveTable(player="Cleo"))
    scenario.when(c.OrderReshuffle()).until(Act.ANSWER_CUT)
    assert scenario.due.seat == 2
    scenario.refused(c.CutStack(seat=3, depth=100), Reason.CUT_NOT_YOURS)
    scenario.when(c.RefuseCut(seat=2)).attended()
    assert scenario.due.seat == 1


@clause("wisconsin", "(e)(2)(iv)", "(e)(3)")
def test_a_player_who_leaves_when_offered_the_cut_is_not_waited_for():
    scenario = at_table("wisconsin").wagers({3: 10_00}).when(c.OrderReshuffle()).until(Act.ANSWER_CUT)
    assert scenario.due.seat == 3
    assert scenario.when(c.LeaveTable(player="Cleo")).until(Act.ANSWER_CUT).due.seat == 2


@clause("wisconsin", "(d)(2)", "(d)(5)", "(e)(2)(i)")
def test_a_player_who_has_left_is_not_shown_new_decks():
    scenario = at_table("wisconsin", players=1).wagers({1: 10_00}).when(c.LeaveTable(player="Ann"))
    scenario.when(c.ChangeCards()).until(Act.TAKE_SEAT)
    scenario.refused(c.Perform(act_done=Act.SHOW_FIRST_PLAYER), Reason.NO_PLAYER_TO_INSPECT)
    scenario.when(c.Sit(player="Ben", seat=2, chips=100_00)).until(Act.SHOW_FIRST_PLAYER)
    assert scenario.due.seat == 2
    assert scenario.until(Act.ANSWER_CUT).due.seat == 2


@clause("wisconsin", "(d)(5)")
@pytest.mark.parametrize(("reading", "seat"), [("seated_longest", 3), ("whoever_wishes", None)])
def test_new_decks_at_an_occupied_table_are_shown_to_the_player_seated_longest(reading, seat):
    readings = {"new_decks_shown_to": reading}
    scenario = at_table("wisconsin", players={3: "Ann", 1: "Ben"}, readings=readings).when(c.ChangeCards())
    assert scenario.until(Act.SHOW_FIRST_PLAYER).due.seat == seat
