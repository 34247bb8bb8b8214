"""Reports when they fit and when they do not, and what a table owes while its cards are made ready."""

import pytest
from msgspec.structs import fields, replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.dealing import call_no_more_bets
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Remedy
from casinowar.game.commands import OF_A_HAND, REPORTED_WITH
from casinowar.game.decide import decide
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, PlacedWager
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Shuffler, Wager
from tests.support.progressives import offering, progressive_table
from tests.support.scenario import LIMITS, Scenario, at_table, opened, with_remedy

BATCH = House(limits=LIMITS, shuffler=Shuffler.BATCH)
CONTINUOUS = House(limits=LIMITS, shuffler=Shuffler.CONTINUOUS)
NOT_NOW = Reason.NOT_AN_IRREGULARITY_NOW


def said(scenario: Scenario, command: c.Command) -> str:
    """Give a command that is refused, and tell with which words."""
    with pytest.raises(Refusal) as refused:
        decide(scenario.rules, scenario.table, command)
    return str(refused.value)


def report(what: Irregularity, hand: int | None = None, wager: Wager | None = None) -> c.ReportIrregularity:
    return c.ReportIrregularity(irregularity=what, hand=hand, wager=wager)


def acts(scenario: Scenario) -> list[Act]:
    """List what is to be done."""
    return [step.act for step in scenario.table.to_do]


# checks


def test_a_check_of_a_wager_that_is_not_offered_names_it():
    scenario = at_table("maryland", players=1)
    assert "progressive" in said(scenario, report(Irregularity.COUNT_IS_OFF)).lower()
    assert "spin" in said(scenario, report(Irregularity.COUNT_IS_OFF, 1, Wager.BONUS_SPIN)).lower()


def test_between_rounds_no_check_can_fail():
    scenario = progressive_table(players=1)
    scenario.refused(report(Irregularity.LIGHT_NOT_LIT), Reason.NO_ROUND_IN_PROGRESS)


# what has a command of its own


@pytest.mark.parametrize("what", REPORTED_WITH)
def test_what_has_a_command_of_its_own_names_that_command(what):
    """Whenever it is reported: the command itself then says whether that can have happened."""
    between, in_a_round = at_table("maryland"), at_table("maryland").wagers({1: 10_00})
    in_a_round.when(c.CallNoMoreBets(), c.DealCard())
    for scenario in (between, in_a_round):
        scenario.refused(report(what), Reason.REPORTED_OTHERWISE)
    assert said(in_a_round, report(what)) == f"Give the command {REPORTED_WITH[what]} for this: {what}."
    name, _, said_with = REPORTED_WITH[what].partition("(")
    for argument in said_with.rstrip(")").split(", "):
        assert argument.partition("=")[0] in {"", *(each.name for each in fields(c.COMMANDS[name]))}


def test_a_card_that_was_read_was_shown():
    scenario = at_table("maryland").wagers({1: 10_00}).when(c.CallNoMoreBets())
    assert "ReportCardDrawnInError(exposed=True)" in said(scenario, c.ReportCardDrawnInError(card="AS"))


@pytest.mark.parametrize("what", sorted(OF_A_HAND))
def test_what_happens_to_one_hand_is_told_of_it(what):
    scenario = at_war() if what is Irregularity.NO_WAR_CARD else at_table("maryland", cards="9H 9C")
    scenario = scenario if scenario.table.round else scenario.wagers({1: 10_00}).dealt()
    assert (
        said(scenario, report(what))
        == f"Say whose hand it is, by the seat or the number of the hand: {what}."
    )


# cards that should not have come


def test_a_card_found_face_up_voids_the_round_where_the_book_says_so_of_the_first():
    scenario = with_remedy(at_table("maryland"), Irregularity.FACE_UP_CARD, Remedy.VOID_ROUND)
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard(), c.ReportFaceUpCard())
    assert scenario.of(e.RoundVoided)


def test_a_card_drawn_in_error_from_an_empty_shoe_is_none():
    scenario = at_table("washington").wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard())
    scenario.refused(c.ReportCardDrawnInError(card="AS"), Reason.REPORTED_OTHERWISE)
    shoe = scenario.table.shoe
    rack, rest = scenario.table.rack, shoe.stack[shoe.drawn :]
    scenario.table = replace(scenario.table, shoe=replace(shoe, drawn=len(shoe.stack)), rack=(*rack, *rest))
    scenario.when(c.ReportCardDrawnInError())
    [stop] = scenario.of(e.PlayStopped)
    assert stop.irregularity is Irregularity.SHOE_RAN_OUT


def test_who_got_no_card_is_for_a_floorperson_to_say_once_every_place_has_one():
    """The hand alone is void only where the book voids such wagers."""
    for rulebook, alone in (("washington", False), ("maryland", True)):
        scenario = at_table(rulebook, cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00})
        scenario.when(c.CallNoMoreBets(), c.DealCard(), c.DealCard(), c.DealCard())
        [stop] = scenario.when(c.ReportNoCardDealt(hand=1)).of(e.PlayStopped)
        assert (Ruling.VOID_THE_HAND in stop.possible) is alone


def test_no_place_is_skipped_before_the_call():
    scenario = at_table("maryland").wagers({1: 10_00})
    scenario.refused(c.ReportNoCardDealt(hand=1), NOT_NOW)
    scenario.refused(report(Irregularity.CARD_TO_EMPTY_SEAT, 2), NOT_NOW)


def at_war() -> Scenario:
    """Have seats 1 and 2 go to war and seat 3 lose, up to the first war card."""
    scenario = at_table("maryland", cards="9H 9D 2C 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.GoToWar(hand=2))
    scenario.when(c.DeclineTieWager(hand=1), c.DeclineTieWager(hand=2))
    return scenario.until(Act.DEAL_CARD)


def test_a_war_card_is_missed_by_who_is_at_war_and_was_passed_over():
    scenario = at_war()
    what = Irregularity.NO_WAR_CARD
    scenario.refused(report(what, 3), Reason.NO_SUCH_WAGER)
    scenario.refused(report(what, 2), Reason.NOT_SKIPPED)
    scenario.when(c.DealCard())
    assert scenario.is_allowed(report(what, 1))
    assert scenario.is_allowed(report(what, 2))


def test_a_war_card_is_one_of_the_furthest_war_that_is_dealt():
    scenario = at_war()
    hands = dict(scenario.round.hands)
    hands[2] = replace(hands[2], wars=2, fought=1)
    scenario.table = replace(scenario.table, round=replace(scenario.round, hands=hands))
    [dealt] = decide(scenario.rules, scenario.table, c.DealCard())
    assert isinstance(dealt, e.CardDealt)
    assert dealt.war == 2


def test_a_burn_was_wrong_only_from_a_shoe_that_is_dealt_from():
    scenario = at_table("maryland")
    assert scenario.is_allowed(report(Irregularity.WRONG_BURN))
    scenario.when(c.OrderReshuffle())
    assert scenario.table.shoe.stack
    scenario.refused(report(Irregularity.WRONG_BURN), NOT_NOW)


# the device


def test_no_device_fails_where_there_is_none():
    at_table("maryland").refused(c.ReportDeviceFailure(), Reason.NO_DEVICE)


def test_a_device_does_not_jam_before_new_decks_are_in_it():
    scenario = opened("maryland", house=BATCH).when(c.Sit(player="Ann", seat=1, chips=100_00))
    while acts(scenario)[1:2] != [Act.SHUFFLE]:
        scenario.went_on()
    scenario.refused(c.ReportShufflerJam(), NOT_NOW)
    assert scenario.went_on().is_allowed(c.ReportShufflerJam())


def test_a_device_that_jammed_and_then_fails_is_covered_and_nothing_else_changes():
    scenario = at_table("maryland", house=BATCH).when(c.ReportShufflerJam())
    assert acts(scenario) == [Act.EMPTY_DEVICE, Act.SHUFFLE_STORED]
    scenario.when(c.ReportDeviceFailure())
    assert not scenario.of(e.ProcedureBegan)
    assert scenario.due.act is Act.COVER_DEVICE


def test_what_a_batch_device_has_shuffled_is_loaded_though_it_fails():
    scenario = opened("maryland", house=BATCH).when(c.Sit(player="Ann", seat=1, chips=100_00))
    before = [act for act in acts(scenario.until(Act.LOAD_SHOE)) if act is not Act.SHUFFLE_STORED]
    scenario.when(c.ReportDeviceFailure())
    assert acts(scenario) == [Act.COVER_DEVICE, *before]


def test_how_the_dealer_draws_is_not_lost_with_the_device():
    scenario = opened("maryland", house=CONTINUOUS).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.SHUFFLE)
    told = acts(scenario)[acts(scenario).index(Act.LOAD_SHOE) + 1 :]
    assert told
    scenario.when(c.ReportDeviceFailure())
    after = acts(scenario)[acts(scenario).index(Act.LOAD_SHOE) + 1 :]
    assert [act for act in after if act is not Act.BURN_CARD] == told


# an idle table


def test_one_of_two_batches_is_shown_after_they_have_changed_places():
    readings = {"idle_batches": "in_play"}
    scenario = at_table("maryland", house=BATCH, readings=readings).when(c.DeclareIdle())
    assert acts(scenario)[:4] == [
        Act.GATHER_CARDS,
        Act.EXCHANGE_BATCHES,
        Act.SPREAD_FACE_DOWN,
        Act.TURN_FACE_UP,
    ]


def test_the_shuffle_of_an_idle_table_has_the_clause_of_the_act_before_it():
    scenario = at_table("maryland")
    book = scenario.rules.book
    assert book.idle
    *others, last = book.idle.face_down
    idle = replace(book.idle, face_down=(*others, replace(last, clause="5.I(9)")))
    scenario.rules = Rules(replace(book, idle=idle), scenario.rules.house)
    scenario.when(c.DeclareIdle())
    assert [step.clause for step in scenario.table.to_do if step.act is Act.SHUFFLE] == ["5.I(9)"]


# the cut, and orders of cards


@pytest.mark.parametrize(("margin", "least"), [(True, 10), (False, 1)])
def test_a_cut_leaves_a_card_on_each_side_or_as_many_as_the_book_wants(margin, least):
    scenario = opened("maryland").when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    if not margin:
        book = scenario.rules.book
        scenario.rules = Rules(replace(book, cut=replace(book.cut, margin=None)), scenario.rules.house)
    size = len(scenario.table.stack)
    for depth, allowed in (
        (least - 1, False),
        (least, True),
        (size - least, True),
        (size - least + 1, False),
    ):
        assert scenario.is_allowed(c.CutStack(seat=1, depth=depth)) is allowed


def test_the_card_that_an_order_lacks_is_named():
    scenario = opened("washington").until(Act.SHUFFLE)
    cards = scenario.table.stack
    lacking = (cards[0], cards[0], *cards[2:])
    assert f"{cards[1]} is missing" in said(scenario, c.Shuffle(cards=lacking))
    scenario.when(c.Shuffle()).until(Act.PLACE_WAGERS if scenario.table.seats else Act.TAKE_SEAT)
    scenario.when(c.OrderReshuffle()).until(Act.SHUFFLE)
    assert f"{cards[1]} is missing" in said(scenario, c.Shuffle(cards=lacking))


# wagers


def test_nothing_is_credited_from_a_table_whose_chips_are_not_counted():
    assert "$0.00" in said(opened("washington"), c.Credit(amount=1))


@pytest.mark.parametrize(("boxes", "words"), [(None, "one box"), (2, "2 boxes")])
def test_how_many_boxes_a_player_may_have_is_told(boxes, words):
    house = House(limits=LIMITS, adjacent_boxes=boxes)
    scenario = at_table("maryland", players=1, house=house)
    for box in range(1, boxes or 1):
        scenario.when(c.PlaceWager(hand=box + 1, wager=Wager.INITIAL, amount=10_00, player="Ann"))
    another = c.PlaceWager(hand=(boxes or 1) + 1, wager=Wager.INITIAL, amount=10_00, player="Ann")
    scenario.refused(another, Reason.TOO_MANY_BOXES)
    assert words in said(scenario, another)


def test_a_tie_wager_is_taken_back_without_taking_boxes_apart():
    scenario = at_table("maryland", players=1, house=House(limits=LIMITS, adjacent_boxes=3))
    for wager in (Wager.INITIAL, Wager.TIE):
        for box in (1, 2, 3):
            scenario.when(c.PlaceWager(hand=box, wager=wager, amount=10_00, player="Ann"))
    scenario.refused(c.WithdrawWager(hand=2, wager=Wager.INITIAL), Reason.BOXES_APART)
    assert scenario.is_allowed(c.WithdrawWager(hand=2, wager=Wager.TIE))
    assert scenario.is_allowed(c.WithdrawWager(hand=3, wager=Wager.INITIAL))
    scenario.refused(c.WithdrawWager(hand=50, wager=Wager.INITIAL), Reason.NO_SUCH_SEAT)


def test_a_coupon_may_be_of_a_cent():
    scenario = at_table("wisconsin", house=House(limits=LIMITS, coupons=True)).wagers({1: 10_00})
    coupon = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=1, made_with=Instrument.COUPON)
    assert scenario.is_allowed(coupon)
    scenario.refused(replace(coupon, amount=0), Reason.COUPON_NEEDS_CHIPS)


def test_a_round_whose_only_hand_lacks_a_wager_is_not_called():
    scenario = at_table("washington")
    book = scenario.rules.book
    assert book.wagers.tie
    tie = replace(book.wagers.tie, required=True)
    scenario.rules = Rules(replace(book, wagers=replace(book.wagers, tie=tie)), scenario.rules.house)
    scenario.wagers({1: 10_00})
    scenario.refused(c.CallNoMoreBets(), Reason.NOT_NOW)
    with pytest.raises(Refusal, match="No wager has been placed"):
        call_no_more_bets(scenario.rules, scenario.table, c.CallNoMoreBets())


def test_wagers_are_read_from_a_hand_and_placed_again():
    lying = {Wager.INITIAL: PlacedWager(20_00), Wager.TIE: PlacedWager(3_00)}
    wagers = Wagers.of(Hand(1, "Ann", lying, coupon=10_00, redeemed=10_00))
    assert wagers == Wagers(initial=10_00, tie=3_00, coupon=10_00)
    assert [placed(command) for command in wagers.commands(1)] == [
        (Wager.INITIAL, 10_00, Instrument.CHIP),
        (Wager.INITIAL, 10_00, Instrument.COUPON),
        (Wager.TIE, 3_00, Instrument.CHIP),
    ]
    assert [placed(each) for each in Wagers().commands(1)] == [(Wager.INITIAL, 0, Instrument.CHIP)]
    assert [placed(each) for each in Wagers(coupon=5_00).commands(1)] == [
        (Wager.INITIAL, 5_00, Instrument.COUPON)
    ]


def placed(command: c.Command) -> tuple[Wager, int, Instrument]:
    assert isinstance(command, c.PlaceWager)
    return command.wager, command.amount, command.made_with


# leaving before the first card


def test_who_leaves_before_the_first_card_takes_from_a_linked_meter_no_more_than_it_has():
    house = replace(offering(linked=True), limits=LIMITS)
    scenario = progressive_table(players=2, house=house, readings={"round_begins": "first_card"})
    scenario.wagers({1: 10_00, 2: 10_00})
    scenario.when(c.PlaceWager(hand=1, wager=Wager.PROGRESSIVE, amount=5_00), c.CallNoMoreBets())
    scenario.until(Act.DEAL_CARD)
    assert scenario.table.meters["progressive"] == 10_000_60
    scenario.when(c.TellMeter(meter="progressive", amount=10_000_00), c.LeaveTable(player="Ann"))
    scenario.then(
        e.MeterRestarted(meter="progressive", amount=60), e.MeterRaiseReversed(meter="progressive", amount=60)
    )
