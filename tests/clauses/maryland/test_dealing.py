"""Chapter 8: loading the shoe, burning its first card, and dealing."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    BurnCard,
    CallNoMoreBets,
    CollectCards,
    ComeToTable,
    Command,
    CutStack,
    DealCard,
    DeclineTieWager,
    GoToWar,
    LoadShoe,
    OfferCut,
    OrderReshuffle,
    Perform,
    PlaceCoverCard,
    PlaceWager,
    RefuseCut,
    ReportCardDrawnInError,
    ReportCoverCard,
    Shuffle,
    Sit,
)
from casinowar.game.events import (
    ActPerformed,
    Burn,
    CardBurned,
    CardDealt,
    CoverCardDrawn,
    CutOffered,
    NoMoreBetsCalled,
    ProcedureBegan,
    RoundCompleted,
    ShoeLoaded,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Occasion, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

DECKS = 6 * 52
BURNS = "2C 3C 4C"


def ann_is_seated(house: House | None = None, readings: dict[str, str] | None = None) -> Scenario:
    """Give a table that was just opened, at which Ann has taken a seat."""
    scenario = opened("maryland", house=house, readings=readings)
    return scenario.when(Sit(player="Ann", seat=1, chips=100_00))


def second_shoe(shuffler: Shuffler) -> Scenario:
    """Give a table whose second shoe has just been loaded."""
    scenario = at_table("maryland", players=1, house=House(shuffler=shuffler)).when(OrderReshuffle())
    if shuffler is Shuffler.BY_HAND:
        scenario.until(Act.ANSWER_CUT).when(RefuseCut(seat=1))
    return scenario.until(Act.BURN_CARD)


def cover_card_after(
    number: int, *, cards: str, players: int, readings: dict[str, str] | None = None
) -> Scenario:
    """Give a table whose cover card lies behind so many cards of the first round."""
    house = House(cards_behind_cover_card=DECKS - 1 - number)
    return at_table("maryland", cards=cards, players=players, house=house, readings=readings)


# the shoe


@clause("maryland", "8.B")
def test_the_dealer_puts_the_stack_into_the_shoe_when_it_is_shuffled_and_cut():
    scenario = ann_is_seated().until(Act.SHUFFLE).refused(LoadShoe(), Reason.NOT_NOW)
    scenario.until(Act.ANSWER_CUT).refused(LoadShoe(), Reason.NOT_NOW)
    scenario.when(RefuseCut(seat=1)).until(Act.PLACE_COVER_CARD).refused(LoadShoe(), Reason.NOT_NOW)
    scenario.until(Act.LOAD_SHOE)
    assert scenario.due.clause == "8.B"
    stack = scenario.table.stack
    scenario.when(LoadShoe()).then_exactly(ShoeLoaded())
    assert (scenario.table.shoe.stack, scenario.table.stack) == (stack, ())


@clause("maryland", "8.B")
def test_a_shuffling_device_may_put_the_stack_into_the_shoe():
    scenario = ann_is_seated(House(shuffler=Shuffler.BATCH)).until(Act.LOAD_SHOE)
    scenario.when(LoadShoe(by=Role.AUTOMATIC)).then_exactly(ShoeLoaded())
    assert len(scenario.table.shoe.stack) == DECKS


# the first card


@clause("maryland", "8.E(1)")
@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.BATCH])
def test_the_first_card_of_a_full_batch_goes_unseen_into_the_discard_rack(shuffler):
    scenario = second_shoe(shuffler)
    assert scenario.due.clause == "8.E(1)"
    first = scenario.table.shoe.stack[0]
    scenario.when(BurnCard()).then_exactly(CardBurned(reason=Burn.NEW_SHOE))
    assert scenario.table.rack == (first,)
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "8.E(1)")
def test_no_card_is_dealt_before_the_first_one_is_burned():
    scenario = ann_is_seated().until(Act.ANSWER_CUT).when(RefuseCut(seat=1)).until(Act.BURN_CARD)
    wager = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    scenario.refused(wager, Reason.BETTING_NOT_OPEN, "8.E(1)")
    scenario.refused(DealCard(), Reason.NOT_NOW, "8.E(1)")


@clause("maryland", "8.E(4)")
def test_a_new_dealer_burns_one_card_unseen_before_the_next_round():
    scenario = at_table("maryland", cards="AS KH 9C", players=1).when(ComeToTable(dealer="Dee"))
    scenario.until(Act.BURN_CARD)
    assert scenario.due.clause == "8.E(4)"
    scenario.wagers({1: 10_00}).refused(CallNoMoreBets(), Reason.NOT_NOW, "8.E(4)")
    scenario.when(BurnCard()).then_exactly(CardBurned(reason=Burn.NEW_DEALER))
    assert scenario.table.rack[-1] == "AS"
    scenario.refused(BurnCard(), Reason.NOT_NOW).dealt().then(CardDealt(spot=1, card="KH"))


@clause("maryland", "8.E(4)")
def test_a_dealer_who_comes_in_mid_round_burns_before_the_war_burns():
    scenario = at_table("maryland", cards=f"9H 9C AC {BURNS} KS 7S", players=1).wagers({1: 10_00}).dealt()
    scenario.when(ComeToTable(dealer="Dee")).attended().when(GoToWar(hand=1)).attended()
    scenario.when(DeclineTieWager(hand=1)).attended()
    assert scenario.drawn == [BURN, BURN, BURN, BURN, 1, DEALER]
    assert scenario.of(CardBurned)[0] == CardBurned(reason=Burn.NEW_DEALER)


@clause("maryland", "8.E(4)")
def test_the_same_dealer_does_not_come_twice():
    at_table("maryland").refused(ComeToTable(dealer="dealer"), Reason.DEALER_ALREADY_HERE)


@clause("maryland", "8.E(1)", "8.E(4)")
@pytest.mark.parametrize(
    ("reading", "burns"),
    [("one_card", [Burn.BOTH]), ("two_cards", [Burn.NEW_SHOE, Burn.NEW_DEALER])],
)
def test_a_new_dealer_with_a_new_shoe_burns_one_card_or_two(reading, burns):
    scenario = ready(ann_is_seated(readings={"new_shoe_and_new_dealer": reading}))
    burned = [event.reason for event in scenario.history if isinstance(event, CardBurned)]
    assert burned == burns
    assert len(scenario.table.rack) == len(burns)


@clause("maryland", "8.E(1)", "8.E(4)")
def test_a_device_that_shuffles_all_the_time_is_never_full_so_only_the_new_dealer_burns():
    scenario = ready(ann_is_seated(House(shuffler=Shuffler.CONTINUOUS))).next_cards("KH 9C")
    scenario.wagers({1: 10_00}).dealt()
    burned = [event.reason for event in scenario.history if isinstance(event, CardBurned)]
    assert burned == [Burn.NEW_DEALER]


# the dealer's hands


@clause("maryland", "8.E(2)", "8.E(3)")
def test_each_dealer_confirms_the_manner_of_drawing_and_placing_cards():
    scenario = at_table("maryland")
    opening = [event.act for event in scenario.history if isinstance(event, ActPerformed)]
    assert opening[-2:] == [Act.CONFIRM_HANDS, Act.CONFIRM_NEAR_HANDS]
    scenario.when(ComeToTable(dealer="Dee"))
    for act, cited in ((Act.CONFIRM_HANDS, "8.E(2)"), (Act.CONFIRM_NEAR_HANDS, "8.E(3)")):
        assert (scenario.due.act, scenario.due.role, scenario.due.clause) == (act, Role.DEALER, cited)
        wager = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
        scenario.refused(wager, Reason.BETTING_NOT_OPEN, cited)
        scenario.refused(Perform(act_done=act, by=Role.FLOORPERSON), Reason.ROLE_MAY_NOT, cited)
        scenario.when(Perform(act_done=act)).then_exactly(ActPerformed(act=act, by=Role.DEALER))


# no more bets, and the deal


@clause("maryland", "8.C")
def test_no_more_bets_is_called_before_any_card_is_dealt():
    scenario = at_table("maryland", cards="KH 9C", players=1).wagers({1: 10_00})
    scenario.refused(DealCard(), Reason.NOT_NOW)
    assert scenario.due.act is Act.CALL_NO_MORE_BETS
    scenario.when(CallNoMoreBets())
    assert len(scenario.of(NoMoreBetsCalled)) == 1
    scenario.when(DealCard()).then_exactly(CardDealt(spot=1, card="KH"))


@clause("maryland", "8.C")
def test_no_more_bets_is_the_dealers_call():
    scenario = at_table("maryland").wagers({1: 10_00})
    for role in (Role.PLAYER, Role.FLOORPERSON):
        scenario.refused(CallNoMoreBets(by=role), Reason.ROLE_MAY_NOT)


@clause("maryland", "8.F", "8.F(1)", "8.F(2)")
def test_one_card_face_up_to_each_wager_clockwise_from_the_dealers_left_and_to_the_dealer_last():
    scenario = at_table("maryland", cards="KH QD JS 9C", players={6: "Ann", 2: "Ben", 4: "Cleo", 3: "Dov"})
    scenario.wagers({6: 10_00, 2: 10_00, 4: 10_00}).dealt()
    assert scenario.of(CardDealt) == [
        CardDealt(spot=2, card="KH"),
        CardDealt(spot=4, card="QD"),
        CardDealt(spot=6, card="JS"),
        CardDealt(spot=DEALER, card="9C"),
    ]


@clause("maryland", "8.F(1)", "8.F(2)")
def test_the_dealer_gets_the_last_card_and_nobody_a_second_one():
    scenario = at_table("maryland", cards="KH 9C", players=1).wagers({1: 10_00}).when(CallNoMoreBets())
    assert (scenario.due.clause, scenario.due.seat) == ("8.F(1)", 1)
    scenario.when(DealCard())
    assert (scenario.due.clause, scenario.due.seat) == ("8.F(2)", DEALER)
    scenario.when(DealCard()).refused(DealCard(), Reason.NOT_NOW)


# the cover card


def came_out(scenario: Scenario) -> list[int | None]:
    """List where the last cards went: seats, DEALER, BURN, and None for the cover card."""
    places: list[int | None] = []
    for event in scenario.events:
        match event:
            case CardDealt(spot=seat):
                places.append(seat)
            case CardBurned():
                places.append(BURN)
            case CoverCardDrawn():
                places.append(None)
            case _:
                pass
    return places


@clause("maryland", "8.G")
@pytest.mark.parametrize(
    ("number", "came"),
    [
        (0, [None, 1, 2, DEALER]),
        (1, [1, None, 2, DEALER]),
        (2, [1, 2, None, DEALER]),
    ],
    ids=["first card of the round", "during the deal", "before the dealer's card"],
)
def test_the_cover_card_is_laid_aside_and_the_hand_completed(number, came):
    scenario = cover_card_after(number, cards="KH 5D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    assert came_out(scenario) == came
    assert (scenario.net("Ann"), scenario.net("Ben")) == (10_00, -10_00)
    assert scenario.table.rounds == 1


@clause("maryland", "8.G")
@pytest.mark.parametrize(
    ("number", "came"),
    [
        (2, [None, BURN, BURN, BURN, 1, DEALER]),
        (4, [BURN, BURN, None, BURN, 1, DEALER]),
        (5, [BURN, BURN, BURN, None, 1, DEALER]),
        (6, [BURN, BURN, BURN, 1, None, DEALER]),
    ],
)
def test_a_cover_card_met_during_a_war_leaves_the_war_as_it_is(number, came):
    scenario = cover_card_after(number, cards=f"9H 9C {BURNS} KS 7S", players=1).wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).attended()
    assert came_out(scenario) == came
    assert scenario.net("Ann") == 10_00


@clause("maryland", "8.G")
@pytest.mark.parametrize(("number", "over"), [(1, True), (2, False)], ids=["in the round", "after the round"])
def test_the_round_in_which_the_cover_card_comes_out_is_the_last_of_the_shoe(number, over):
    scenario = cover_card_after(number, cards="KH 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.then(RoundCompleted(round=1))
    begun = [event.occasion for event in scenario.of(ProcedureBegan)]
    assert begun == ([Occasion.RESHUFFLE] if over else [])


@clause("maryland", "8.G")
@pytest.mark.parametrize(
    ("number", "reading", "cutter"),
    [
        (0, "farthest_right", 1),
        (0, "next_recipient", 1),
        (1, "farthest_right", 2),
        (1, "next_recipient", 2),
    ],
)
def test_a_cover_card_met_as_the_first_card_of_a_round_has_come_out_on_the_first_hand(
    number, reading, cutter
):
    scenario = cover_card_after(
        number, cards="KH 5D JS 9C", players=3, readings={"cover_card_among_burns": reading}
    )
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    assert scenario.of(CutOffered) == [CutOffered(seat=cutter)]


# hands off


@clause("maryland", "8.I")
@pytest.mark.parametrize(
    "touch",
    [
        BurnCard(by=Role.PLAYER),
        CollectCards(by=Role.PLAYER),
        DealCard(by=Role.PLAYER),
        LoadShoe(by=Role.PLAYER),
        OfferCut(by=Role.PLAYER),
        Perform(by=Role.PLAYER, act_done=Act.WASH),
        PlaceCoverCard(by=Role.PLAYER),
        ReportCardDrawnInError(by=Role.PLAYER),
        ReportCoverCard(by=Role.PLAYER),
        Shuffle(by=Role.PLAYER),
    ],
    ids=lambda touch: type(touch).__name__,
)
def test_players_may_not_touch_the_cards(touch: Command):
    scenario = at_table("maryland", cards="KH 9C", players=1).wagers({1: 10_00}).when(CallNoMoreBets())
    scenario.refused(touch, Reason.PLAYERS_MAY_NOT_TOUCH_CARDS, "8.I")


@clause("maryland", "8.I")
def test_the_cut_is_the_one_contact_left_to_players():
    assert ann_is_seated().until(Act.ANSWER_CUT).is_allowed(CutStack(seat=1, depth=100))
