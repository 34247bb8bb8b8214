"""What is done with the cards of a shuffling device that cannot be used: R97, R115, and Maryland 11.E."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.commands import PIT
from casinowar.game.events import (
    ActPerformed,
    CardBurned,
    CardDealt,
    CardsGathered,
    CardsShuffled,
    CoverCardPlaced,
    DecksReceived,
    DeviceFailed,
    DeviceRestored,
    IrregularityReported,
    RoundVoided,
    ShoeLoaded,
    StoredBatchShuffled,
    WagerReturned,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.table import Stop
from casinowar.game.words import Act, Irregularity, Occasion, Role, Ruling, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

CONTINUOUS = House(shuffler=Shuffler.CONTINUOUS)
BATCHES = House(shuffler=Shuffler.BATCH)
FAILS = c.ReportDeviceFailure()
JAMS = c.ReportShufflerJam()
PLAY_ON = c.Rule(ruling=Ruling.PLAY_ON)
BY_HAND = [
    *(Act.SHUFFLE, Act.HOLD_STACK, Act.OFFER_CUT, Act.PLACE_COVER_CARD, Act.LOAD_SHOE, Act.BURN_CARD),
]


def acts(scenario: Scenario) -> list[Act]:
    return [step.act for step in scenario.table.to_do]


def received(scenario: Scenario) -> list[int]:
    """List how many decks came to the table, each time that some came."""
    return [event.decks for event in scenario.history if isinstance(event, DecksReceived)]


def check_shuffled_by_hand(scenario: Scenario) -> None:
    """Do what is due, and check that the next shoe is one that was shuffled by hand."""
    ready(scenario)
    assert scenario.table.shoe.cover_card_at == 312 - 78
    assert len(scenario.table.rack) == 1


@clause("maryland", "11.E", "5.B(2)", "5.F(2)", "8.E(1)")
def test_between_rounds_the_cards_of_a_continuous_device_are_taken_out_and_shuffled_by_hand():
    scenario = at_table("maryland", house=CONTINUOUS).when(FAILS)
    assert acts(scenario) == [Act.COVER_DEVICE, Act.GATHER_CARDS, *BY_HAND]
    wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    scenario.refused(wager, Reason.BETTING_NOT_OPEN, "11.E").when(c.Perform(act_done=Act.COVER_DEVICE))
    scenario.refused(wager, Reason.BETTING_NOT_OPEN)
    check_shuffled_by_hand(scenario)
    assert scenario.is_allowed(wager)


@clause("maryland", "11.E")
def test_wagers_that_lie_for_a_round_not_called_stay_while_the_cards_are_shuffled_by_hand():
    scenario = at_table("maryland", house=CONTINUOUS).wagers({1: 10_00}).when(FAILS)
    scenario.refused(c.CallNoMoreBets(), Reason.NOT_NOW, "11.E")
    check_shuffled_by_hand(scenario)
    assert scenario.due.act is Act.CALL_NO_MORE_BETS


@clause("maryland", "11.E", "5.B(2)", "5.F(2)")
@pytest.mark.parametrize("at_the_opening", [True, False])
def test_no_round_is_dealt_from_it_although_a_dealer_still_confirms_the_manner_of_dealing(at_the_opening):
    if at_the_opening:
        scenario = opened("maryland", house=CONTINUOUS).when(c.Sit(player="Ann", seat=1, chips=100_00))
        scenario.until(Act.CONFIRM_HANDS)
    else:
        scenario = at_table("maryland", house=CONTINUOUS).when(c.ComeToTable(dealer="Dee"))
    scenario.when(FAILS)
    assert acts(scenario)[0] is Act.COVER_DEVICE
    ready(scenario)
    assert scenario.table.shoe.cover_card_at == 312 - 78
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "11.E")
def test_in_mid_round_the_round_is_finished_first():
    scenario = at_table("maryland", house=CONTINUOUS, cards="9H 9C").wagers({1: 10_00}).dealt()
    scenario.when(FAILS).then_exactly(DeviceFailed(deferred=True))
    assert scenario.due.act is Act.CHOOSE
    scenario.when(c.Surrender(hand=1)).until(Act.COVER_DEVICE)
    assert acts(scenario) == [Act.COVER_DEVICE, Act.GATHER_CARDS, *BY_HAND]
    check_shuffled_by_hand(scenario)
    assert scenario.until(Act.PLACE_WAGERS).due.clause == "7.F(1)"


@clause("maryland", "11.E")
def test_the_round_gets_its_war_cards_from_the_device_which_had_shuffled_them_before_it():
    scenario = at_table("maryland", house=CONTINUOUS, cards="9H 9C 2H 3H 4H KH 2C")
    scenario.wagers({1: 10_00}).dealt().when(FAILS, c.GoToWar(hand=1)).until(Act.ANSWER_TIE_OFFER)
    scenario.when(c.DeclineTieWager(hand=1)).until(Act.COVER_DEVICE)
    assert [event.card for event in scenario.of(CardDealt)] == ["KH", "2C"]
    assert scenario.table.rounds == 1


@clause("maryland", "11.D", "11.E")
@pytest.mark.parametrize("reading", ["every_round", "cards_from_the_device"])
def test_that_round_is_void_like_any_other_if_the_device_then_jams(reading):
    scenario = at_table("maryland", house=CONTINUOUS, cards="9H 9C", readings={"jam": reading})
    scenario.wagers({1: 10_00}).dealt().when(FAILS, JAMS)
    assert RoundVoided(irregularity=Irregularity.SHUFFLER_JAM) in scenario.events
    assert WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00) in scenario.events
    assert acts(scenario) == [Act.EMPTY_DEVICE, Act.COVER_DEVICE, Act.GATHER_CARDS, *BY_HAND]
    check_shuffled_by_hand(scenario)


@clause("maryland", "11.D", "11.E")
def test_a_failed_device_that_holds_the_cards_of_no_round_any_more_does_not_jam():
    scenario = at_table("maryland", house=CONTINUOUS, cards="9H 9C").wagers({1: 10_00}).dealt()
    scenario.when(FAILS, c.Surrender(hand=1)).until(Act.COVER_DEVICE).refused(JAMS, Reason.NO_DEVICE)
    ready(scenario).refused(JAMS, Reason.NO_DEVICE)


@clause("maryland", "11.E", "5.B(2)")
def test_cards_that_the_device_has_shuffled_but_nobody_has_loaded_are_shuffled_by_hand_too():
    scenario = opened("maryland", house=CONTINUOUS).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.SHUFFLE).when(c.Shuffle()).until(Act.LOAD_SHOE).when(FAILS)
    assert acts(scenario)[:7] == [Act.COVER_DEVICE, *BY_HAND]
    check_shuffled_by_hand(scenario)


@clause("maryland", "11.E")
@pytest.mark.parametrize("cover", [Act.COVER_DEVICE, Act.MARK_DEVICE])
def test_a_device_that_fails_before_the_batches_are_exchanged_is_covered_first(cover):
    scenario = at_table("maryland", house=BATCHES).when(c.OrderReshuffle(), FAILS)
    assert acts(scenario) == [Act.COVER_DEVICE, Act.GATHER_CARDS, *BY_HAND]
    scenario.refused(c.Perform(act_done=Act.GATHER_CARDS), Reason.NOT_NOW, "11.E")
    check_shuffled_by_hand(scenario.when(c.Perform(act_done=cover)))


@clause("maryland", "11.E")
@pytest.mark.parametrize("act", [Act.COVER_DEVICE, Act.MARK_DEVICE])
@pytest.mark.parametrize("by", sorted(PIT))
def test_the_clause_leaves_to_the_pit_who_covers_or_marks_the_device(act, by):
    scenario = at_table("maryland", house=BATCHES).when(FAILS)
    scenario.refused(c.Perform(act_done=act, by=Role.PLAYER), Reason.ROLE_MAY_NOT)
    scenario.when(c.Perform(act_done=act, by=by)).then_exactly(ActPerformed(act=act, by=by))


@clause("maryland", "11.E", "5.A(3)")
def test_no_reshuffle_is_ordered_before_the_device_that_failed_beside_a_loaded_shoe_is_covered():
    scenario = at_table("maryland", house=BATCHES).when(FAILS)
    assert acts(scenario) == [Act.COVER_DEVICE]
    scenario.refused(c.OrderReshuffle(), Reason.NOT_NOW, "11.E")
    assert scenario.when(c.Perform(act_done=Act.COVER_DEVICE)).is_allowed(c.OrderReshuffle())


@clause("maryland", "11.E", "3.B")
def test_the_next_shoe_of_a_hand_shuffled_table_is_shuffled_by_hand_until_the_device_is_back():
    scenario = ready(at_table("maryland", house=CONTINUOUS).when(FAILS))
    scenario.when(c.OrderReshuffle())
    assert acts(scenario) == [Act.GATHER_CARDS, *BY_HAND]
    ready(scenario).when(c.RestoreDevice()).attended().when(c.OrderReshuffle())
    assert acts(scenario) == [Act.GATHER_CARDS, Act.SHUFFLE, Act.LOAD_SHOE]


@clause("maryland", "11.E", "4.E")
@pytest.mark.parametrize("house", [CONTINUOUS, BATCHES])
def test_a_table_that_opens_anew_still_does_without_the_failed_device(house):
    scenario = ready(at_table("maryland", house=house).when(FAILS)).when(c.CloseTable())
    scenario.when(c.OpenTable(counted=False), c.Sit(player="Ann", seat=1, chips=100_00))
    assert acts(scenario)[:4] == [Act.CONFIRM_LAYOUT, Act.COVER_DEVICE, Act.RECEIVE_DECKS, Act.INSPECT_CARDS]
    scenario.until(Act.COVER_DEVICE).refused(c.ReceiveDecks(), Reason.NOT_NOW, "11.E")
    scenario.when(c.Perform(act_done=Act.MARK_DEVICE))
    check_shuffled_by_hand(scenario)
    assert not scenario.table.stored


@clause("maryland", "11.E", "4.E")
def test_a_device_that_was_repaired_while_the_table_was_closed_is_in_use_at_the_opening():
    scenario = ready(at_table("maryland", house=BATCHES).when(FAILS)).when(c.CloseTable())
    scenario.refused(c.RestoreDevice(by=Role.DEALER), Reason.ROLE_MAY_NOT)
    scenario.when(c.RestoreDevice()).then_exactly(DeviceRestored())
    scenario.refused(c.RestoreDevice(), Reason.DEVICE_WORKS)
    scenario.when(c.OpenTable(counted=False), c.Sit(player="Ann", seat=1, chips=100_00))
    assert Act.COVER_DEVICE not in acts(scenario)
    ready(scenario)
    assert (len(scenario.table.shoe.stack), len(scenario.table.stored)) == (312, 312)


TEN = House(shuffler=Shuffler.BATCH, decks=10)


@clause("wisconsin", "(b)(1)", "(b)(4)")
@pytest.mark.parametrize(("decks", "new"), [(6, False), (8, False), (9, True), (10, True)])
def test_a_batch_too_large_for_the_hand_gives_way_to_new_decks(decks, new):
    scenario = at_table("wisconsin", house=House(shuffler=Shuffler.BATCH, decks=decks))
    ready(scenario.when(FAILS, c.OrderReshuffle()))
    assert received(scenario) == [decks, *([6] if new else [])]
    in_shoe = 52 * (6 if new else decks)
    assert len(scenario.table.shoe.stack) == in_shoe
    assert CoverCardPlaced(behind=in_shoe // 4) in scenario.events


@clause("wisconsin", "(b)(1)")
@pytest.mark.parametrize("due", [Act.SHUFFLE, Act.EXCHANGE_BATCHES])
def test_so_it_does_when_the_device_fails_while_the_cards_are_prepared(due):
    scenario = opened("wisconsin", house=TEN).when(c.Sit(player="Ann", seat=1, chips=100_00))
    if due is Act.EXCHANGE_BATCHES:
        ready(scenario).when(c.OrderReshuffle())
    ready(scenario.until(due).when(FAILS))
    assert received(scenario) == [10, 6]
    assert len(scenario.table.shoe.stack) == 312


@clause("wisconsin", "(b)(1)", "(b)(4)", "(b)(4)(ii)")
def test_with_the_device_back_two_batches_come_again():
    scenario = ready(at_table("wisconsin", house=TEN).when(FAILS, c.OrderReshuffle()))
    scenario.wagers({1: 10_00}).refused(c.RestoreDevice(), Reason.WAGERS_ON_LAYOUT)
    scenario = ready(at_table("wisconsin", house=TEN).when(FAILS, c.OrderReshuffle()))
    ready(scenario.when(c.RestoreDevice()))
    assert scenario.table.occasion is Occasion.CHANGE
    assert (len(scenario.table.shoe.stack), len(scenario.table.stored)) == (520, 520)


@clause("wisconsin", "(b)(1)")
def test_an_unknown_order_of_other_decks_is_read_from_those_decks():
    scenario = at_table("wisconsin", house=TEN, players=1).when(FAILS, c.OrderReshuffle())
    ready(scenario.until(Act.SHUFFLE).when(c.Shuffle())).wagers({1: 10_00}).when(c.CallNoMoreBets())
    scenario.until(Act.DEAL_CARD).when(c.DealCard(card="KH"), c.DealCard(card="2C")).attended()
    assert scenario.table.rounds == 1
    assert not scenario.of(CardsShuffled)
    assert not scenario.of(CardBurned)


@clause("wisconsin", "(b)(1)", "(b)(4)", "(e)(7)")
@pytest.mark.parametrize(("decks", "new"), [(8, False), (9, True)])
def test_an_idle_table_with_a_batch_too_large_for_the_hand_gets_new_decks(decks, new):
    scenario = at_table("wisconsin", house=House(shuffler=Shuffler.BATCH, decks=decks), players=1)
    scenario.when(FAILS, c.LeaveTable(player="Ann")).until(Act.TAKE_SEAT)
    scenario.when(c.Sit(player="Ben", seat=2, chips=100_00))
    assert ready(scenario).due.act is Act.PLACE_WAGERS
    assert received(scenario) == [decks, *([6] if new else [])]
    assert len(scenario.table.shoe.stack) == 52 * (6 if new else decks)


@clause("wisconsin", "(b)(1)", "(b)(4)", "(j)(1)")
@pytest.mark.parametrize(("decks", "new"), [(8, False), (9, True)])
def test_so_does_a_table_at_which_too_many_cards_of_the_shoe_lay_face_up(decks, new):
    house = House(shuffler=Shuffler.BATCH, decks=decks)
    scenario = at_table("wisconsin", house=house, readings={"face_up_cards": "one_shoe"}).when(FAILS)
    ready(scenario.when(c.ReportFaceUpCard(), c.ReportFaceUpCard()))
    assert len(scenario.table.shoe.stack) == 52 * (6 if new else decks)


# as many burned as decks


BY_THE_DECKS = House(shuffler=Shuffler.BATCH, decks=8)


def by_the_decks(tmp_path: Path, by_hand: int = 6) -> str:
    """Burn as many cards as decks, of which eight are shuffled by the device and fewer by hand."""
    path = tmp_path / "by_the_decks.toml"
    path.write_text(
        'extends = "wisconsin"\nname = "by_the_decks"\ntitle = "By the decks"\n'
        f'[cards]\nby_hand = {{ start = {by_hand}, one_of = [{by_hand}], clause = "1" }}\n'
        '[burns]\nnew_shoe = { value = "as many as decks", clause = "1" }\n',
        encoding="utf-8",
    )
    return str(path)


def burns(scenario: Scenario) -> int:
    return acts(scenario).count(Act.BURN_CARD)


def test_as_many_cards_are_burned_as_decks_come_to_the_table_by_hand_or_with_the_device(tmp_path):
    scenario = at_table(by_the_decks(tmp_path), house=BY_THE_DECKS)
    assert burns(scenario.when(FAILS, c.OrderReshuffle())) == scenario.rules.new_shoe_burn(6 * 52) == 6
    assert burns(ready(scenario).when(c.OrderReshuffle())) == 6
    assert burns(ready(scenario).when(c.ChangeCards())) == 6
    assert burns(ready(scenario).when(c.RestoreDevice())) == 8
    assert burns(ready(scenario).when(c.OrderReshuffle())) == 8


@pytest.mark.parametrize("due", [Act.RECEIVE_DECKS, Act.SHUFFLE, Act.ANSWER_CUT])
def test_so_it_is_when_the_device_fails_while_they_are_prepared(tmp_path, due):
    scenario = at_table(by_the_decks(tmp_path), house=BY_THE_DECKS)
    scenario.when(c.ChangeCards()).until(due).when(FAILS)
    assert burns(scenario) == (8 if due is Act.ANSWER_CUT else 6)  # what was shuffled is dealt


def test_so_it_is_when_the_table_opens_without_the_device(tmp_path):
    scenario = ready(at_table(by_the_decks(tmp_path), house=BY_THE_DECKS).when(FAILS)).when(c.CloseTable())
    assert burns(scenario.when(c.OpenTable(counted=False))) == 6


# a jam before the failure


@clause("maryland", "11.D", "11.E")
@pytest.mark.parametrize("reading", ["every_round", "cards_from_the_device"])
@pytest.mark.parametrize("due", [Act.DEAL_CARD, Act.COLLECT_CARDS])
def test_a_device_that_jams_in_a_round_and_then_fails_shuffles_nothing_more(reading, due):
    scenario = at_table("maryland", cards="KH 2C", house=BATCHES, readings={"jam": reading})
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets()).until(due).when(c.ReportShufflerJam(), FAILS)
    assert acts(scenario) == [Act.COVER_DEVICE, Act.EMPTY_DEVICE]
    assert not scenario.attended().of(StoredBatchShuffled)


@clause("maryland", "11.E", "5.H")
def test_a_reshuffle_that_was_ordered_before_the_device_failed_is_not_forgotten():
    scenario = at_table("maryland", cards="KH 2C", house=BATCHES).wagers({1: 10_00}).when(c.CallNoMoreBets())
    scenario.when(c.OrderReshuffle()).until(Act.COLLECT_CARDS).when(c.ReportShufflerJam(), FAILS)
    scenario.until(Act.SHUFFLE)
    assert scenario.table.occasion is Occasion.ORDERED


# a text without a shuffle by hand


def end_of_shoe(scenario: Scenario) -> Scenario:
    """Play a round in which the cover card comes out."""
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, cover_card_at=shoe.drawn + 1))
    return scenario.next_cards("KC 9C").wagers({1: 10_00}).dealt()


@clause("california", "decks.3")
def test_where_no_text_knows_a_shuffle_by_hand_each_is_ruled_on_as_long_as_the_device_is_out_of_use():
    scenario = at_table("california", players=1).when(FAILS, PLAY_ON).attended()
    for _ in range(2):
        assert end_of_shoe(scenario).due.act is Act.RULE
        assert scenario.table.stop == Stop(Irregularity.DEVICE_FAILED, (Ruling.PLAY_ON,), clause="R68")
        assert ready(scenario.when(PLAY_ON)).due.act is Act.PLACE_WAGERS
    scenario.when(c.RestoreDevice()).attended()
    assert ready(end_of_shoe(scenario)).due.act is Act.PLACE_WAGERS


@clause("california", "decks.3")
@pytest.mark.parametrize("command", [c.OrderReshuffle(), c.ChangeCards()])
def test_so_is_one_that_somebody_asks_for(command):
    scenario = at_table("california", players=1).when(FAILS, PLAY_ON).attended()
    assert scenario.when(command).due.act is Act.RULE


@clause("maryland", "11.E")
def test_where_a_text_knows_one_nothing_is_ruled_on():
    scenario = at_table("maryland", players=1, house=BATCHES).when(FAILS).attended()
    assert ready(end_of_shoe(scenario)).due.act is Act.PLACE_WAGERS


CONTINUOUSLY = {"reshuffle": "continuous"}


@clause("washington", "3")
@clause("south_dakota", "(3)")
@pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])
@pytest.mark.parametrize("reading", ["ruling", "as_in_wisconsin"])
def test_where_nothing_is_said_of_another_shuffle_a_floorperson_rules_on_a_device_that_failed(
    rulebook, reading
):
    scenario = at_table(rulebook, readings=CONTINUOUSLY | {"irregularities": reading}).when(FAILS)
    assert (scenario.due.act, scenario.due.clause) == (Act.RULE, "R68")
    ready(scenario.when(c.Rule(ruling=Ruling.PLAY_ON)))
    assert scenario.table.shoe.cover_card_at == 312 - 78
    assert acts(scenario.when(c.RestoreDevice())) == [Act.GATHER_CARDS, Act.SHUFFLE, Act.LOAD_SHOE]


@clause("washington", "3")
@clause("south_dakota", "(3)")
@pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])
def test_what_jams_is_shuffled_again_where_the_other_text_is_followed(rulebook):
    scenario = at_table(rulebook, readings=CONTINUOUSLY | {"irregularities": "as_in_wisconsin"})
    scenario.wagers({1: 10_00}).when(c.ReportShufflerJam())
    scenario.then(IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM))
    assert (scenario.due.act, scenario.due.clause) == (Act.GATHER_CARDS, "R68")


# new decks, because these may not be shuffled by hand


NINE = House(shuffler=Shuffler.BATCH, decks=9)


def check_a_change_of_cards(scenario: Scenario) -> None:
    """Check that Ann, who sat down first, is shown the new decks and offered the cut."""
    scenario.until(Act.SHOW_FIRST_PLAYER)
    assert (scenario.table.occasion, scenario.due.seat) == (Occasion.CHANGE, 4)
    scenario.until(Act.ANSWER_CUT)
    assert (scenario.due.seat, scenario.due.clause) == (4, "R109")


@clause("wisconsin", "(b)(1)", "(d)(2)", "(e)(2)(i)")
def test_new_decks_are_shown_and_cut_as_after_any_change_although_the_cover_card_came_out():
    scenario = at_table("wisconsin", house=NINE, players={4: "Ann", 1: "Ben", 7: "Cleo"}).when(FAILS)
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, cover_card_at=shoe.drawn))
    check_a_change_of_cards(scenario.next_cards("KC 9C").wagers({1: 10_00}).when(c.CallNoMoreBets()))


@clause("wisconsin", "(b)(1)", "(d)(2)", "(e)(2)(i)")
@pytest.mark.parametrize(
    "commands",
    [
        (FAILS, c.OrderReshuffle()),
        (c.OrderReshuffle(), FAILS),
        (FAILS, c.ChangeCards()),
        (FAILS, c.ReportFaceUpCard(), c.ReportFaceUpCard()),
    ],
)
def test_so_they_are_whatever_has_them_come(commands):
    readings = {"face_up_cards": "one_shoe"}
    players = {4: "Ann", 1: "Ben", 7: "Cleo"}
    check_a_change_of_cards(
        at_table("wisconsin", house=NINE, players=players, readings=readings).when(*commands)
    )


# a batch that was never inspected


@clause("maryland", "4.A", "4.E", "11.E")
@pytest.mark.parametrize("changed", [False, True])
@pytest.mark.parametrize("stacked", [0, 1])
@pytest.mark.parametrize(
    "act", [Act.INSPECT_CARDS, Act.VERIFY_INSPECTION, Act.SHOW_FIRST_PLAYER, Act.WASH, Act.STACK]
)
def test_a_device_that_failed_before_both_batches_were_inspected_comes_back_with_new_decks(
    act, stacked, changed
):
    """No batch is dealt that did not go through 4.A to 4.D; the shoe in play is played by hand until then."""
    if changed:
        scenario = at_table("maryland", players=1, house=BATCHES).when(c.ChangeCards())
    else:
        scenario = opened("maryland", house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    for _ in range(stacked):
        scenario.until(Act.STACK).went_on()
    ready(scenario.until(act).when(FAILS))
    assert received(scenario)[changed:] == [6]
    scenario.when(c.RestoreDevice())
    assert acts(scenario).count(Act.INSPECT_CARDS) == 2
    ready(scenario).when(c.OrderReshuffle())
    assert Act.RECEIVE_DECKS not in acts(scenario)


@clause("maryland", "4.E", "11.E")
@pytest.mark.parametrize("act", [Act.SHUFFLE, Act.SHUFFLE_STORED])
def test_a_device_that_failed_when_both_batches_were_inspected_comes_back_with_these(act):
    scenario = opened("maryland", house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    ready(scenario.until(act).when(FAILS))
    scenario.when(c.RestoreDevice())
    assert acts(scenario) == [Act.SHUFFLE_STORED]


# decks that came preshuffled


@clause("maryland", "4.F", "5.A", "11.E")
@pytest.mark.parametrize("act", [Act.CONFIRM_PRESHUFFLED, Act.LOAD_SHOE])
@pytest.mark.parametrize("changed", [False, True])
def test_preshuffled_decks_that_have_not_been_in_a_failed_device_are_confirmed_and_not_shuffled(act, changed):
    house = House(shuffler=Shuffler.CONTINUOUS, preshuffled=True)
    if changed:
        scenario = at_table("maryland", players=1, house=house).when(c.ChangeCards())
    else:
        scenario = opened("maryland", house=house).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(act).when(FAILS)
    confirmed = [Act.CONFIRM_PRESHUFFLED] if act is Act.CONFIRM_PRESHUFFLED else []
    assert acts(scenario)[: 6 + len(confirmed)] == [Act.COVER_DEVICE, *confirmed, *BY_HAND[1:]]
    scenario.cited = []
    ready(scenario)
    assert not scenario.of(CardsShuffled)
    assert scenario.due.act is Act.PLACE_WAGERS


# clauses


@clause("maryland", "5.I(3)", "11.E")
def test_an_idle_tables_cards_that_were_to_be_shuffled_by_the_device_are_shuffled_under_the_idle_clause():
    scenario = at_table("maryland", players=1, house=BATCHES).when(c.DeclareIdle())
    scenario.until(Act.SHUFFLE).when(FAILS).until(Act.SHUFFLE)
    assert scenario.due.clause == "5.I(3)"


@clause("maryland", "5.A", "11.E")
@pytest.mark.parametrize("moment", ["loaded", "between rounds", "in a round"])
def test_cards_taken_out_of_a_failed_device_are_shuffled_by_hand_and_not_for_a_cover_card(moment):
    scenario = at_table("maryland", players=1, cards="KH 2C", house=CONTINUOUS)
    if moment == "in a round":
        scenario.wagers({1: 10_00}).when(c.CallNoMoreBets(), FAILS).until(Act.COVER_DEVICE)
    elif moment == "loaded":
        scenario.when(c.ComeToTable(dealer="Dee"), FAILS)
    else:
        scenario.when(FAILS)
    assert scenario.due == Duty(Act.COVER_DEVICE, Role.DEALER, "11.E")
    assert scenario.until(Act.GATHER_CARDS).due.clause == "5.A"
    assert scenario.until(Act.SHUFFLE).due.clause == "5.A"


FROM_THE_DEVICE = [
    ("california", {"dealt_from": "shuffler"}, "R68", "decks.1", "dealing.1"),
    ("washington", CONTINUOUSLY, "R36", "R36", "R36"),
    ("south_dakota", CONTINUOUSLY, "R36", "R36", "R36"),
]


@clause("california", "decks.1", "dealing.1")
@clause("washington", "3")
@clause("south_dakota", "(3)")
@pytest.mark.parametrize(("rulebook", "readings", "by_hand", "in_device", "in_shoe"), FROM_THE_DEVICE)
@pytest.mark.parametrize("called", [False, True])
def test_no_cover_card_is_cited_for_a_shuffle_by_hand_after_a_device_that_deals_has_failed(
    rulebook, readings, by_hand, in_device, in_shoe, called
):
    scenario = opened(rulebook, readings=readings).until(Act.LOAD_SHOE)
    assert scenario.due.clause == in_device
    scenario = at_table(rulebook, cards="KH 2C", readings=readings).wagers({1: 10_00})
    if called:
        scenario.when(c.CallNoMoreBets())
    scenario.when(FAILS, PLAY_ON)
    for act in (Act.GATHER_CARDS, Act.SHUFFLE):
        assert scenario.until(act).due.clause == by_hand
    answered(scenario)
    assert scenario.due.clause == in_shoe
    ready(scenario.when(c.LoadShoe()))
    if scenario.table.round is None:
        scenario.when(c.RestoreDevice())
        assert scenario.until(Act.LOAD_SHOE).due.clause == in_device


def answered(scenario: Scenario) -> Scenario:
    """Go on to the loading of the shoe; players refuse the cut."""
    while scenario.due.act is not Act.LOAD_SHOE:
        if scenario.due.act is Act.ANSWER_CUT:
            scenario.when(c.RefuseCut(seat=scenario.due.seat or 0))
        else:
            scenario.went_on()
    return scenario


@clause("maryland", "5.J", "11.E")
@clause("california", "decks.1")
@clause("washington", "3")
@pytest.mark.parametrize(
    ("rulebook", "house", "readings"),
    [
        ("maryland", CONTINUOUS, {}),
        ("washington", House(), CONTINUOUSLY),
        ("california", House(), {"dealt_from": "shuffler"}),
    ],
)
@pytest.mark.parametrize("called", [False, True])
def test_cards_are_gathered_from_where_they_were_loaded(rulebook, house, readings, called):
    """A device that failed still has the cards; one that is back has not got them yet."""
    scenario = at_table(rulebook, cards="KH 2C KD 2D", house=house, readings=readings).wagers({1: 10_00})
    if called:
        scenario.when(c.CallNoMoreBets())
    scenario.when(FAILS)
    if scenario.table.stop:
        scenario.when(PLAY_ON)
    ready(scenario)
    if scenario.table.round:
        scenario.next_cards("KH 2C").dealt()
    ready(scenario.when(c.RestoreDevice()))
    loaded = None
    found = []
    for event in scenario.history:
        if isinstance(event, ShoeLoaded):
            loaded = event.device
        elif isinstance(event, CardsGathered):
            found.append(event.device)
            assert event.device is loaded
    assert found[-2:] == [True, False]
