"""Maryland, chapter 11: what is done when something goes wrong."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    BurnCard,
    CallNoMoreBets,
    ChangeCards,
    ComeToTable,
    DealCard,
    DeclineTieWager,
    GoToWar,
    OrderReshuffle,
    Perform,
    PlaceWager,
    RefuseCut,
    ReportCardDrawnInError,
    ReportDeviceFailure,
    ReportFaceUpCard,
    ReportIrregularity,
    ReportNoCardDealt,
    ReportShufflerJam,
    Rule,
    Shuffle,
    ShuffleStored,
    Sit,
    Surrender,
)
from casinowar.game.events import (
    ActPerformed,
    Burn,
    CardBurned,
    CardDealt,
    CardDrawnInError,
    CardFoundFaceUp,
    CardsCollected,
    CardsShuffled,
    HandVoided,
    PlayStopped,
    RoundVoided,
    StoredBatchShuffled,
    WagerReturned,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Irregularity, Role, Ruling, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

WAGER = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
BATCHES = House(shuffler=Shuffler.BATCH)
DEVICES = pytest.mark.parametrize("shuffler", [Shuffler.BATCH, Shuffler.CONTINUOUS])


def closed(cards: str, players: int = 1) -> Scenario:
    """Give a round for which no more bets has just been called."""
    wagers = dict.fromkeys(range(1, players + 1), 10_00)
    return at_table("maryland", cards=cards, players=players).wagers(wagers).when(CallNoMoreBets())


# 11.A: a card face up


@clause("maryland", "11.A")
def test_a_card_found_face_up_is_discarded_and_not_used():
    scenario = closed("AS KD 9C")
    rack = scenario.table.rack
    scenario.when(ReportFaceUpCard()).then_exactly(CardFoundFaceUp(card="AS"))
    assert scenario.table.rack == (*rack, "AS")
    scenario.attended()
    scenario.then(CardDealt(spot=1, card="KD"), CardDealt(spot=DEALER, card="9C"))


@clause("maryland", "11.A")
@pytest.mark.parametrize("number", [2, 3])
def test_several_cards_face_up_are_discarded_and_the_round_goes_on(number):
    scenario = closed("AS " * number + "KD 9C")
    scenario.when(*[ReportFaceUpCard()] * number).attended()
    assert scenario.of(RoundVoided) == []
    assert scenario.net("Ann") == 10_00


@clause("maryland", "11.A")
def test_a_card_face_up_in_the_war_deal_does_not_stand_for_a_burned_one():
    scenario = closed("9H 9C 2D AS 2H 2S KS 4C").attended()
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).until(Act.BURN_CARD)
    scenario.when(ReportFaceUpCard()).attended()
    assert len(scenario.of(CardBurned)) == 3
    scenario.then(CardFoundFaceUp(card="2D"), CardDealt(spot=1, card="KS", war=1))


# 11.B: a card drawn in error


@clause("maryland", "11.B")
def test_a_card_drawn_in_error_and_not_exposed_is_used_as_the_next_card():
    scenario = closed("KD 9C")
    scenario.when(ReportCardDrawnInError()).then_exactly(CardDrawnInError(exposed=False))
    scenario.attended().then(
        CardDealt(spot=1, card="KD", from_aside=True),
        CardDealt(spot=DEALER, card="9C"),
    )


@clause("maryland", "11.B")
def test_a_card_drawn_in_error_after_the_deal_is_the_first_that_the_war_deal_burns():
    scenario = closed("9H 9C QS 2H 2D KS 4C").attended()
    scenario.when(ReportCardDrawnInError(), GoToWar(hand=1)).attended()
    scenario.when(DeclineTieWager(hand=1)).attended().then(
        CardBurned(reason=Burn.WAR, from_aside=True),
        CardBurned(reason=Burn.WAR),
        CardBurned(reason=Burn.WAR),
        CardDealt(spot=1, card="KS", war=1),
    )


@clause("maryland", "11.B")
def test_a_card_drawn_in_error_and_not_needed_is_the_first_of_the_next_round():
    scenario = closed("9H 9C QS 4C").attended().when(ReportCardDrawnInError(), Surrender(hand=1)).attended()
    scenario.wagers({1: 10_00}).dealt().then(
        CardDealt(spot=1, card="QS", from_aside=True),
        CardDealt(spot=DEALER, card="4C"),
    )


# 11.C: a wager without a card


@clause("maryland", "11.C")
def test_a_wager_that_got_no_card_is_void_and_returned():
    scenario = at_table("maryland", cards="KH 2C", players=2)
    scenario.wagers({1: 10_00, 2: 20_00}, tie={1: 5_00}).when(CallNoMoreBets())
    scenario.when(ReportNoCardDealt(hand=1)).then_exactly(
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.TIE, amount=5_00),
        HandVoided(hand=1),
    )
    scenario.attended().then(CardDealt(spot=2, card="KH"), CardDealt(spot=DEALER, card="2C"))
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 20_00)


@clause("maryland", "11.C")
def test_where_nothing_was_dealt_no_cards_are_collected():
    scenario = closed("9H", players=1).when(ReportNoCardDealt(hand=1)).then(HandVoided(hand=1))
    assert not scenario.of(CardsCollected)
    assert scenario.table.rounds == 1


@clause("maryland", "11.C")
def test_cards_that_were_dealt_to_nobody_else_are_collected():
    scenario = closed("9H", players=1).when(DealCard(), ReportNoCardDealt(hand=1))
    scenario.then(HandVoided(hand=1), CardsCollected(spots=(DEALER,), cards=("9H",)))


@clause("maryland", "11.D")
def test_a_round_that_is_void_before_the_deal_has_no_cards_to_collect():
    scenario = at_table("maryland", house=BATCHES).wagers({1: 10_00}).when(ReportShufflerJam())
    scenario.then(WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert not scenario.of(CardsCollected)


@clause("maryland", "11.C")
def test_a_wager_that_got_its_card_stands():
    scenario = closed("9H 2S 9C", players=2).when(*[DealCard()] * 3)
    assert scenario.attended().is_allowed(ReportNoCardDealt(hand=1)), "its tie is not settled yet"
    scenario.when(Surrender(hand=1)).until(Act.COLLECT_CARDS)
    scenario.refused(ReportNoCardDealt(hand=1), Reason.SEAT_HAS_A_CARD)


# 11.D: a jam


@clause("maryland", "11.D")
@DEVICES
def test_a_jam_voids_the_round_and_returns_all_wagers_also_those_settled(shuffler):
    scenario = at_table("maryland", cards="9H KD 2S 9C", house=House(shuffler=shuffler))
    scenario.wagers({1: 10_00, 2: 20_00, 3: 30_00}, tie={1: 1_00, 2: 1_00}).dealt()
    assert scenario.due.act is Act.CHOOSE
    assert [scenario.net(player) for player in ("Ben", "Cleo")] == [19_00, -30_00]
    scenario.when(ReportShufflerJam(), Rule(ruling=Ruling.VOID_THE_ROUND))
    scenario.then(RoundVoided(irregularity=Irregularity.SHUFFLER_JAM))
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [0, 0, 0]
    assert scenario.table.round is None


@clause("maryland", "11.D", "7.D")
@DEVICES
@pytest.mark.parametrize("begins", ["no_more_bets", "first_card"])
def test_a_jam_before_the_deal_returns_the_wagers_as_well(shuffler, begins):
    """The clause returns all wagers, whenever a round begins for those who leave (decision 18)."""
    readings = {"round_begins": begins}
    scenario = at_table("maryland", house=House(shuffler=shuffler), readings=readings).wagers({1: 10_00})
    scenario.when(ReportShufflerJam()).then(WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert scenario.table.round is None


@clause("maryland", "11.D")
@pytest.mark.parametrize("in_a_round", [False, True])
@pytest.mark.parametrize(
    ("shuffler", "shuffled"), [(Shuffler.BATCH, StoredBatchShuffled), (Shuffler.CONTINUOUS, CardsShuffled)]
)
def test_the_cards_of_a_jammed_device_are_reshuffled_before_the_next_wager(shuffler, shuffled, in_a_round):
    scenario = at_table("maryland", cards="KH 2C", house=House(shuffler=shuffler))
    if in_a_round:
        scenario.wagers({1: 10_00}).when(CallNoMoreBets(), DealCard())
    scenario.when(ReportShufflerJam()).refused(WAGER, Reason.BETTING_NOT_OPEN)
    scenario.attended()
    assert len(scenario.of(shuffled)) == 1
    assert scenario.is_allowed(WAGER)


@clause("maryland", "11.D")
def test_a_table_without_a_device_has_no_jam():
    closed("KH 2C").refused(ReportShufflerJam(), Reason.NO_DEVICE)


# 11.E: a device that cannot be used


@clause("maryland", "11.E", "11.E(1)", "11.E(2)")
@DEVICES
@pytest.mark.parametrize("act", [Act.COVER_DEVICE, Act.MARK_DEVICE])
def test_a_failed_device_is_covered_or_marked_before_another_method_is_used(shuffler, act):
    scenario = at_table("maryland", house=House(shuffler=shuffler)).when(ReportDeviceFailure())
    assert scenario.due.clause == "11.E"
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, "11.E")
    scenario.when(Perform(act_done=act)).then_exactly(ActPerformed(act=act, by=Role.DEALER))
    assert scenario.is_allowed(WAGER) is (shuffler is Shuffler.BATCH)


@clause("maryland", "11.E")
@DEVICES
def test_no_shuffle_by_hand_comes_before_the_failed_device_is_covered(shuffler):
    scenario = _seated(shuffler).until(Act.SHUFFLE).when(ReportDeviceFailure())
    scenario.refused(Shuffle(), Reason.NOT_NOW, "11.E")
    assert scenario.when(Perform(act_done=Act.COVER_DEVICE)).is_allowed(Shuffle())


@clause("maryland", "11.E")
def test_no_card_is_dealt_before_the_failed_device_is_covered():
    scenario = at_table("maryland", cards="KH 2C", house=BATCHES).wagers({1: 10_00})
    scenario.when(CallNoMoreBets(), ReportDeviceFailure()).refused(DealCard(), Reason.NOT_NOW, "11.E")
    assert scenario.when(Perform(act_done=Act.MARK_DEVICE)).is_allowed(DealCard())


@clause("maryland", "11.E", "5.B(2)")
@DEVICES
def test_cards_shuffled_by_hand_for_a_failed_device_are_cut(shuffler):
    scenario = _seated(shuffler).until(Act.SHUFFLE).when(ReportDeviceFailure()).attended()
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.E(1)", 1)


@clause("maryland", "11.E", "5.B(2)")
@DEVICES
def test_new_decks_are_cut_too_while_the_device_is_out_of_order(shuffler):
    scenario = ready(at_table("maryland", house=House(shuffler=shuffler)).when(ReportDeviceFailure()))
    scenario.when(ChangeCards()).attended()
    assert scenario.of(StoredBatchShuffled) == []
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "R88", 3)


def _seated(shuffler: Shuffler) -> Scenario:
    return opened("maryland", house=House(shuffler=shuffler)).when(Sit(player="Ann", seat=1, chips=100_00))


# what the chapter does not provide for


@clause("maryland", "11.B")
def test_a_card_drawn_in_error_and_exposed_waits_for_a_floorpersons_ruling():
    scenario = closed("KD 9C").when(ReportCardDrawnInError(exposed=True))
    assert scenario.due == Duty(Act.RULE, Role.FLOORPERSON, "R68")
    scenario.refused(DealCard(), Reason.PLAY_IS_STOPPED, "R68")
    scenario.when(Rule(ruling=Ruling.DISCARD_THE_CARD)).attended()
    assert CardDealt(spot=1, card="9C") in scenario.events


# each part of 11.D and 11.E by itself


@clause("maryland", "11.D")
def test_after_a_jam_all_is_done_that_the_clause_says_in_its_order():
    scenario = at_table("maryland", cards="KH 2S 2C", players=2, house=BATCHES)
    scenario.wagers({1: 10_00, 2: 20_00}, tie={2: 5_00}).when(CallNoMoreBets(), DealCard())
    stored = scenario.table.stored
    scenario.when(ReportShufflerJam()).then(
        RoundVoided(irregularity=Irregularity.SHUFFLER_JAM),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=2, wager=Wager.INITIAL, amount=20_00),
        WagerReturned(hand=2, wager=Wager.TIE, amount=5_00),
    )
    assert scenario.due == Duty(Act.EMPTY_DEVICE, Role.DEALER, "11.D")
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, "11.D")
    scenario.when(Perform(act_done=Act.EMPTY_DEVICE))
    assert scenario.due == Duty(Act.SHUFFLE_STORED, Role.DEALER, "11.D")
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, "11.D")
    assert sorted(scenario.when(ShuffleStored(cards=stored[::-1])).table.stored) == sorted(stored)
    assert scenario.is_allowed(WAGER)


@clause("maryland", "11.E(1)")
def test_covering_the_device_is_enough():
    scenario = at_table("maryland", house=BATCHES).when(ReportDeviceFailure())
    assert scenario.due == Duty(Act.COVER_DEVICE, Role.DEALER, "11.E")
    scenario.when(Perform(act_done=Act.COVER_DEVICE))
    assert scenario.due.act not in {Act.COVER_DEVICE, Act.MARK_DEVICE}


@clause("maryland", "11.E(2)")
def test_marking_the_device_is_enough_too():
    scenario = at_table("maryland", house=BATCHES).when(ReportDeviceFailure())
    scenario.when(Perform(act_done=Act.MARK_DEVICE))
    assert scenario.due.act not in {Act.COVER_DEVICE, Act.MARK_DEVICE}


@clause("maryland", "11.E")
def test_a_device_that_fails_before_the_batches_are_exchanged_is_covered_first():
    scenario = at_table("maryland", house=BATCHES).when(OrderReshuffle())
    assert scenario.due.act is Act.EXCHANGE_BATCHES
    scenario.when(ReportDeviceFailure())
    assert scenario.due == Duty(Act.COVER_DEVICE, Role.DEALER, "11.E")
    scenario.when(Perform(act_done=Act.COVER_DEVICE))
    assert scenario.due.act is not Act.EXCHANGE_BATCHES


WRONG_BURN = ReportIrregularity(irregularity=Irregularity.WRONG_BURN)


@clause("maryland", "8.E(1)")
def test_a_wrong_burn_from_a_new_shoe_is_reported_before_and_after_it():
    table = opened("maryland").when(Sit(player="Ann", seat=1, chips=100_00)).attended()
    table.when(RefuseCut(seat=1)).until(Act.BURN_CARD)
    stop = PlayStopped(irregularity=Irregularity.WRONG_BURN, possible=(Ruling.PLAY_ON,))
    for due in (Act.BURN_CARD, Act.PLACE_WAGERS):
        assert table.until(due).due.clause in {"8.E(1)", "7.F(1)"}
        table.when(WRONG_BURN).then_exactly(stop).when(Rule(ruling=Ruling.PLAY_ON))
        assert table.due.act is due


@clause("maryland", "8.E(4)")
def test_a_wrong_burn_of_a_new_dealer_may_void_the_round_for_which_wagers_lie():
    table = at_table("maryland").wagers({1: 10_00}).when(ComeToTable(dealer="Nora"))
    table.until(Act.BURN_CARD).when(BurnCard())
    table.when(WRONG_BURN, Rule(ruling=Ruling.VOID_THE_ROUND)).then(
        RoundVoided(irregularity=Irregularity.WRONG_BURN),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
    )
    assert table.table.round is None
