"""A shoe whose order nobody knows: the cover card comes out where it lies, whatever the faces."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import CardBurned, CardDealt, CardFoundFaceUp, CoverCardDrawn, CoverCardPlaced
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Occasion, Ruling, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, opened, ready, seat_bankers

BOOKS = ("california", "maryland", "south_dakota", "washington", "wisconsin")
FACES = [rank + suit for rank in "KQJT98765432A" for suit in "CDHS"]


def unknown(rulebook: str, place: c.PlaceCoverCard, *, players: int = 2) -> Scenario:
    """Make a shoe ready in an order that nobody knows, its cover card placed so."""
    scenario = opened(rulebook)
    for seat in range(1, players + 1):
        scenario.when(c.Sit(player=f"Player {seat}", seat=seat, chips=1_000_00))
    scenario.until(Act.SHUFFLE).when(c.Shuffle())
    if any(step.act is Act.OFFER_CUT for step in scenario.table.to_do):
        for _ in range(players):
            scenario.until(Act.ANSWER_CUT).when(c.RefuseCut(seat=scenario.due.seat or 0))
    ready(scenario.until(Act.PLACE_COVER_CARD).when(place))
    return seat_bankers(scenario) if scenario.rules.book.bank else scenario


def behind(rulebook: str, before: int) -> c.PlaceCoverCard:
    """Put the cover card so many cards deep, counted without the opening burn."""
    burn = opened(rulebook).rules.new_shoe_burn()
    return c.PlaceCoverCard(behind=312 - burn - before)


def dealt(scenario: Scenario, faces: str) -> Scenario:
    """Call no more bets and deal these faces, read one by one."""
    scenario.when(c.CallNoMoreBets())
    for face in faces.split():
        scenario.until(Act.DEAL_CARD).also(c.DealCard(card=face))
    return scenario.attended()


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("before", "over"), [(1, True), (2, True), (3, False)])
def test_it_comes_out_by_itself_and_ends_the_shoe(rulebook, before, over):
    scenario = unknown(rulebook, behind(rulebook, before))
    dealt(scenario.wagers({1: 10_00, 2: 10_00}), "KH KD 2C")
    assert len(scenario.of(CoverCardDrawn)) == over
    assert (scenario.table.occasion is Occasion.RESHUFFLE) is over


@clause("maryland", "8.G", "5.H")
@clause("wisconsin", "(g)(4)", "(e)(6)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_no_round_begins_past_it(rulebook):
    scenario = unknown(rulebook, behind(rulebook, 12))
    faces = iter(FACES)
    rounds = 0
    while scenario.table.occasion is Occasion.OPENING:
        dealt(scenario.wagers({1: 10_00}), f"{next(faces)} {FACES[-1 - rounds]}")
        rounds += 1
    assert rounds == 7
    assert scenario.table.rounds == 7


@clause("maryland", "8.G")
@clause("wisconsin", "(g)(4)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_it_comes_out_before_a_burned_card_too(rulebook):
    scenario = unknown(rulebook, behind(rulebook, 0))
    scenario.when(c.ComeToTable(dealer="Max")).attended()
    drawn = scenario.of(CoverCardDrawn, CardBurned)
    assert [type(event) for event in drawn] == [CoverCardDrawn, CardBurned]


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_report_that_contradicts_the_known_place_is_refused(rulebook):
    scenario = unknown(rulebook, behind(rulebook, 5)).wagers({1: 10_00}).when(c.CallNoMoreBets())
    scenario.until(Act.DEAL_CARD).refused(c.ReportCoverCard(), Reason.COVER_CARD_IS_KNOWN)


# its place is not known


@pytest.mark.parametrize("rulebook", BOOKS)
def test_where_nobody_says_its_place_the_dealer_reports_it(rulebook):
    scenario = unknown(rulebook, c.PlaceCoverCard(unsaid=True))
    assert CoverCardPlaced(behind=None) in scenario.history
    scenario.refused(c.ReportCoverCard(), Reason.NOT_NOW)
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.DEAL_CARD)
    scenario.when(c.ReportCoverCard(), c.DealCard(card="KH"), c.DealCard(card="2C"))
    scenario.then(CoverCardDrawn(cutter=1), CardDealt(spot=1, card="KH"))
    scenario.refused(c.ReportCoverCard(), Reason.NO_COVER_CARD)
    scenario.attended()
    assert scenario.table.occasion is Occasion.RESHUFFLE


@pytest.mark.parametrize("rulebook", BOOKS)
def test_nobody_reports_it_while_no_card_is_drawn(rulebook):
    scenario = unknown(rulebook, c.PlaceCoverCard(unsaid=True)).wagers({1: 10_00})
    scenario.refused(c.ReportCoverCard(), Reason.NOT_NOW)


IRREGULAR = (
    c.ReportCardDrawnInError(),
    c.ReportCardDrawnInError(exposed=True, card="4S"),
    c.ReportFaceUpCard(card="4S"),
)


def choosing(rulebook: str) -> Scenario:
    """Give a tie hand, the last card of the round drawn, in a shoe whose cover card lies somewhere."""
    scenario = unknown(rulebook, c.PlaceCoverCard(unsaid=True)).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets()).until(Act.DEAL_CARD)
    return scenario.when(c.DealCard(card="KH"), c.DealCard(card="KC")).until(Act.CHOOSE)


def ends_the_shoe(scenario: Scenario) -> bool:
    """Play the round to its end, and tell whether the shoe is over."""
    if scenario.due.act is Act.RULE:
        scenario.when(c.Rule(ruling=Ruling.DISCARD_THE_CARD))
    scenario.when(c.Surrender(hand=1)).attended()
    return scenario.table.occasion is Occasion.RESHUFFLE


@clause("maryland", "8.G")
@clause("wisconsin", "(g)(4)", "(e)(6)")
@pytest.mark.parametrize("report", IRREGULAR)
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_it_may_come_out_before_an_irregular_card_while_none_is_due(rulebook, report):
    scenario = choosing(rulebook).when(c.ReportCoverCard(), report)
    assert scenario.of(CoverCardDrawn) == [CoverCardDrawn(cutter=None)]
    scenario.refused(
        c.ReportCoverCard(), Reason.NO_COVER_CARD if scenario.table.stop is None else Reason.PLAY_IS_STOPPED
    )
    assert ends_the_shoe(scenario)


@clause("maryland", "8.G")
@clause("wisconsin", "(g)(4)", "(e)(6)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_or_be_reported_after_a_card_laid_aside_that_it_came_out_with(rulebook):
    scenario = choosing(rulebook).when(c.ReportCardDrawnInError(), c.ReportCoverCard())
    assert scenario.of(CoverCardDrawn) == [CoverCardDrawn(cutter=None, with_last=True)]
    assert ends_the_shoe(scenario)


@clause("wisconsin", "(j)(2)", "(e)(2)")
def test_reported_so_it_is_the_players_who_gets_the_card_laid_aside():
    scenario = unknown("wisconsin", c.PlaceCoverCard(unsaid=True)).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(card="KH"), c.ReportCardDrawnInError(), c.ReportCoverCard())
    scenario.then(CoverCardDrawn(cutter=2, with_last=True))


@clause("wisconsin", "(j)(2)", "(e)(2)")
def test_reported_after_two_cards_laid_aside_it_came_out_with_the_second():
    scenario = unknown("wisconsin", c.PlaceCoverCard(unsaid=True), players=3)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).when(c.CallNoMoreBets(), c.DealCard(card="KH"))
    scenario.when(c.ReportCardDrawnInError(), c.ReportCardDrawnInError(), c.ReportCoverCard())
    scenario.then(CoverCardDrawn(cutter=3, with_last=True))


@clause("wisconsin", "(j)(2)", "(j)(3)", "(e)(2)(ii)")
def test_so_it_goes_with_that_card_to_the_place_after_one_skipped():
    scenario = unknown("wisconsin", c.PlaceCoverCard(unsaid=True), players=4)
    scenario.wagers(dict.fromkeys((1, 2, 3, 4), 10_00)).when(c.CallNoMoreBets())
    scenario.when(c.ReportCardDrawnInError(), c.ReportCardDrawnInError(), c.ReportCoverCard())
    scenario.when(c.ReportCardDrawnInError(), c.ReportNoCardDealt(hand=1))
    scenario.when(*(c.DealCard(card=card) for card in ("5H", "6H", "7H", "9C"))).until(Act.ANSWER_CUT)
    assert scenario.due.seat == 3


SHOWN_AND_DISCARDED = (
    c.ReportCardDrawnInError(exposed=True, card="4S"),
    c.Rule(ruling=Ruling.DISCARD_THE_CARD),
)


@clause("wisconsin", "(e)(2)(ii)", "(j)(1)", "(j)(2)")
@clause("maryland", "5.E(2)", "11.A", "11.B")
@pytest.mark.parametrize("not_used", [(c.ReportFaceUpCard(card="4S"),), SHOWN_AND_DISCARDED])
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_once_another_card_has_come_out_it_is_not_with_the_one_laid_aside_before(rulebook, not_used):
    scenario = unknown(rulebook, c.PlaceCoverCard(unsaid=True), players=3)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets())
    scenario.when(c.ReportCardDrawnInError(), *not_used, c.ReportCoverCard())
    scenario.then(CoverCardDrawn(cutter=2))
    scenario.when(*(c.DealCard(card=card) for card in ("5H", "6H", "7H", "9C"))).until(Act.ANSWER_CUT)
    assert scenario.due.seat == 2


@clause("wisconsin", "(e)(2)(ii)", "(g)(1)")
@clause("maryland", "5.E(2)", "8.E(4)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_a_cover_card_is_not_with_the_one_laid_aside_once_a_new_dealer_burned_past_it(rulebook):
    scenario = unknown(rulebook, c.PlaceCoverCard(unsaid=True), players=3)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets())
    scenario.when(c.ReportCardDrawnInError(exposed=True, card="5H"), c.Rule(ruling=Ruling.PLAY_ON))
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD).when(c.BurnCard(), c.ReportCoverCard())
    scenario.then(CoverCardDrawn(cutter=2))
    scenario.when(*(c.DealCard(card=card) for card in ("", "6H", "7H", "9C"))).until(Act.ANSWER_CUT)
    assert scenario.due.seat == 2


@clause("wisconsin", "(e)(2)(iii)", "(g)(1)")
@clause("maryland", "5.E(3)", "8.E(4)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_while_a_new_dealer_burns_past_a_card_laid_aside_it_comes_out_among_burned_cards(rulebook):
    scenario = unknown(rulebook, c.PlaceCoverCard(unsaid=True), players=3)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets())
    scenario.when(c.ReportCardDrawnInError(exposed=True, card="5H"), c.Rule(ruling=Ruling.PLAY_ON))
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD).when(c.ReportCoverCard(), c.BurnCard())
    scenario.then(CoverCardDrawn(cutter=None))
    scenario.when(*(c.DealCard(card=card) for card in ("", "6H", "7H", "9C"))).until(Act.ANSWER_CUT)
    assert scenario.due.seat == 3


@clause("wisconsin", "(e)(2)(ii)", "(j)(2)")
@pytest.mark.parametrize("dealt_first", [0, 1])
def test_it_is_with_one_laid_aside_last_also_when_others_there_have_been_used(dealt_first):
    scenario = unknown("wisconsin", c.PlaceCoverCard(unsaid=True), players=3)
    scenario.wagers(dict.fromkeys((1, 2, 3), 10_00)).when(c.CallNoMoreBets())
    scenario.when(c.ReportCardDrawnInError(), c.ReportFaceUpCard(card="4S"), c.ReportCardDrawnInError())
    scenario.when(*(c.DealCard(card="5H"),) * dealt_first, c.ReportCoverCard())
    scenario.then(CoverCardDrawn(cutter=2, with_last=True))


def test_its_place_is_said_once():
    scenario = opened("washington").until(Act.PLACE_COVER_CARD)
    scenario.refused(c.PlaceCoverCard(behind=100, unsaid=True), Reason.COVER_CARD_PLACE_UNCLEAR)


@clause("maryland", "5.F(2)", "5.H")
def test_where_nobody_knows_its_place_it_came_out_at_the_last_quarter_at_the_latest():
    scenario = unknown("maryland", c.PlaceCoverCard(unsaid=True))
    rounds = 0
    deck = FACES * 6
    while scenario.table.occasion is Occasion.OPENING:
        scenario.wagers({1: 10_00})
        dealt(scenario, f"{deck[2 * rounds]} {deck[-1 - 2 * rounds]}")
        if scenario.due.act is Act.CHOOSE:
            scenario.when(c.Surrender(hand=1)).attended()
        rounds += 1
    # One card is burned; the 117th round draws cards 234 and 235, the second behind three quarters.
    assert rounds == 117


# beside irregular cards


@clause("maryland", "11.A", "5.E(2)", "8.G")
def test_before_a_face_up_card_it_is_not_lost():
    scenario = unknown("maryland", behind("maryland", 1)).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(card="KH"), c.ReportFaceUpCard(card="4S"))
    scenario.then(CoverCardDrawn(cutter=2), CardFoundFaceUp(card="4S"))
    scenario.when(c.DealCard(card="KD"), c.DealCard(card="2C")).attended()
    assert scenario.table.occasion is Occasion.RESHUFFLE


@clause("maryland", "11.B", "5.E(2)", "8.G")
def test_it_stays_in_the_shoe_while_the_card_on_the_side_is_dealt():
    scenario = unknown("maryland", behind("maryland", 1)).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), c.ReportCardDrawnInError())
    scenario.when(c.DealCard(card="KH")).then_exactly(CardDealt(spot=1, card="KH", from_aside=True))
    scenario.when(c.DealCard(card="KD")).then_exactly(CoverCardDrawn(cutter=2), CardDealt(spot=2, card="KD"))


@clause("maryland", "5.E(2)", "7.E")
def test_on_a_players_second_box_it_gives_the_cut_to_the_player_who_sits_elsewhere():
    scenario = opened("maryland", house=House(adjacent_boxes=2, cards_behind_cover_card=310))
    scenario.when(c.Sit(player="Ann", seat=4, chips=1_000_00), c.Sit(player="Ben", seat=6, chips=1_000_00))
    ready(scenario).next_cards("KH KD 2C")
    wager = c.PlaceWager(hand=5, wager=Wager.INITIAL, amount=10_00, player="Ann")
    scenario.wagers({4: 10_00}).when(wager).dealt()
    assert scenario.of(CoverCardDrawn) == [CoverCardDrawn(cutter=4)]


def test_the_same_holds_for_a_batch_from_the_shuffler():
    scenario = opened("maryland", house=House(shuffler=Shuffler.BATCH, cards_behind_cover_card=311))
    scenario.when(c.Sit(player="Ann", seat=1, chips=1_000_00)).until(Act.SHUFFLE).when(c.Shuffle())
    ready(scenario).wagers({1: 10_00})
    dealt(scenario, "KH 2C")
    assert scenario.of(CoverCardDrawn) == [CoverCardDrawn(cutter=1)]
