"""Maryland 9.J(4)(e) and 10.C(3): the Envy Bonus for what somebody else holds."""

import pytest

from casinowar.game import events as e
from casinowar.game.commands import (
    CallNoMoreBets,
    DeclareAbandoned,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    PlaceWager,
    ReportIrregularity,
    ReportShufflerJam,
    Rule,
    Surrender,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler, Wager
from tests.support.clause import clause
from tests.support.progressives import (
    BURN,
    CHIP,
    chip_in,
    meter,
    offering,
    paid,
    played,
    progressive_table,
    side_postings,
    with_chips,
)
from tests.support.scenario import Scenario

BONUS = 5_000_00
SUITED_FOUR = "9H KD QD 9H " + BURN + "9H 9H"
"""Seat 1 holds a suited four of a kind; seats 2 and 3 have other hands."""
TWO_HOLDERS = "9H 9H QD 9H " + BURN + "9H 9H 9H"
"""Seats 1 and 2 both hold it, with all six nine of hearts of the shoe; seat 3 has another hand."""


def bonuses(scenario: Scenario) -> dict[int, int]:
    """Tell the Envy Bonus of each seat."""
    return paid(scenario, Wager.ENVY)


@clause("maryland", "9.J(4)(e)", "9.J(4)(e)(i)", "10.C(3)", "10.C(3)(c)", "10.C(3)(c)(i)")
def test_others_with_the_wager_get_5000_dollars_for_a_suited_four_of_a_kind():
    scenario = played(with_chips(progressive_table(SUITED_FOUR, players=3), 1, 2, 3))
    assert side_postings(scenario) == [
        e.MeterRaised(meter="progressive", amount=1_80),
        *(e.WagerTakenIn(hand=seat, wager=Wager.PROGRESSIVE, amount=CHIP) for seat in (1, 2, 3)),
        *(e.WagerPutAway(hand=seat, wager=Wager.PROGRESSIVE, amount=CHIP) for seat in (1, 2, 3)),
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=1000 * CHIP),
        e.MeterPaid(meter="progressive", hand=1, wager=Wager.PROGRESSIVE, amount=10_001_80),
        e.MeterRestarted(meter="progressive", amount=10_000_00),
        e.WagerPaid(hand=2, wager=Wager.ENVY, amount=BONUS),
        e.WagerPaid(hand=3, wager=Wager.ENVY, amount=BONUS),
    ]
    assert scenario.net("Ben") == 10_00 - CHIP + BONUS
    assert scenario.net("Cleo") == 10_00 - CHIP + BONUS
    assert scenario.net("Ann") == 20_00 - CHIP + 1000 * CHIP + 10_001_80


@clause("maryland", "9.J(4)(e)(i)")
def test_who_has_not_made_the_wager_gets_no_envy_bonus():
    scenario = played(with_chips(progressive_table(SUITED_FOUR, players=3), 1, 3, hands=[2]))
    assert bonuses(scenario) == {3: BONUS}


@clause("maryland", "10.C(3)(c)(i)")
@pytest.mark.parametrize("war", ["9H 9D", "9D 9D", "4H 4H", "4D 4D"])
def test_no_lesser_hand_brings_an_envy_bonus(war):
    scenario = played(with_chips(progressive_table(f"9H KD 9H {BURN}{war}"), 1, 2))
    assert paid(scenario)[1] > 0
    assert bonuses(scenario) == {}


@clause("maryland", "9.J(4)(e)(ii)", "9.J(4)(e)(iii)")
def test_a_player_gets_one_envy_bonus_for_each_holder_and_none_for_the_own_hand():
    scenario = played(with_chips(progressive_table(TWO_HOLDERS, players=3), 1, 2, 3))
    assert bonuses(scenario) == {1: BONUS, 2: BONUS, 3: 2 * BONUS}
    envy = [event.hand for event in scenario.of(e.WagerPaid) if event.wager is Wager.ENVY]
    assert envy == [1, 3, 2, 3]


@clause("maryland", "9.J(4)(e)(ii)")
def test_three_holders_at_an_eight_deck_table_bring_two_bonuses_each_and_a_fourth_player_three():
    cards = "9H 9H 9H QD 9H " + BURN + "9H 9H 9H 9H"
    scenario = progressive_table(cards, players=4, house=offering(decks=8))
    played(with_chips(scenario, 1, 2, 3, 4))
    assert bonuses(scenario) == {1: 2 * BONUS, 2: 2 * BONUS, 3: 2 * BONUS, 4: 3 * BONUS}


@clause("maryland", "9.J(4)(e)(iii)")
def test_the_only_player_gets_no_envy_bonus():
    scenario = played(with_chips(progressive_table("9H 9H " + BURN + "9H 9H"), 1))
    assert paid(scenario) == {1: 1000 * CHIP}
    assert bonuses(scenario) == {}


# own boxes


def boxes(readings: dict[str, str] | None = None) -> Scenario:
    """Let Ann play boxes 1 and 2, the first with a suited four of a kind, and Ben box 3."""
    house = offering(adjacent_boxes=2)
    scenario = progressive_table(SUITED_FOUR, players={1: "Ann", 3: "Ben"}, house=house, readings=readings)
    for seat in (1, 2):
        scenario.when(
            PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, player="Ann"),
            chip_in(seat, player="Ann"),
        )
    scenario.when(PlaceWager(hand=3, wager=Wager.INITIAL, amount=10_00), chip_in(3))
    return played(scenario)


@clause("maryland", "9.J(4)(e)(iii)")
def test_the_other_box_of_the_same_player_gets_no_envy_bonus():
    assert bonuses(boxes()) == {3: BONUS}


@clause("maryland", "9.J(4)(e)(iii)")
def test_by_another_reading_each_box_counts_as_another_hand():
    assert bonuses(boxes({"envy_between_boxes": "paid"})) == {2: BONUS, 3: BONUS}


def two_boxes(readings: dict[str, str] | None = None, *, holder: str = "Ann") -> dict[int, int]:
    """Give boxes 1 and 2, which both hold the hand, to one player, and boxes 3 and 4 to another."""
    cards = "9H 9H QD QS 9H " + BURN + "9H 9H 9H"
    players = {1: holder, 3: "Ben"}
    scenario = progressive_table(cards, players=players, house=offering(adjacent_boxes=2), readings=readings)
    for seat, player in ((1, holder), (2, holder), (3, "Ben"), (4, "Ben")):
        scenario.when(
            PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, player=player),
            chip_in(seat, player=player),
        )
    return bonuses(played(scenario))


@clause("maryland", "9.J(4)(e)(ii)", "7.E")
@pytest.mark.parametrize(
    ("readings", "paid_to"),
    [
        ({}, {3: BONUS, 4: BONUS}),
        ({"envy_for_two_boxes": "two"}, {3: 2 * BONUS, 4: 2 * BONUS}),
        ({"envy_to_two_boxes": "one"}, {3: BONUS}),
        ({"envy_for_two_boxes": "two", "envy_to_two_boxes": "one"}, {3: 2 * BONUS}),
        ({"envy_between_boxes": "paid"}, {1: BONUS, 2: BONUS, 3: BONUS, 4: BONUS}),
    ],
    ids=str,
)
def test_a_holder_of_two_hands_brings_one_bonus_to_each_wager_or_as_other_readings_say(readings, paid_to):
    assert two_boxes(readings) == paid_to


@clause("maryland", "10.C(3)(a)", "7.E")
@pytest.mark.parametrize("chips", [(1_00, 5_00), (5_00, 1_00)])
def test_where_a_receiver_gets_one_bonus_it_is_the_largest(chips):
    readings = {"envy_to_two_boxes": "one", "progressive_sizes": "in_proportion"}
    house = offering(adjacent_boxes=2, amounts=("1", "5"))
    players = {1: "Ann", 2: "Ben"}
    scenario = progressive_table(SUITED_FOUR, players=players, house=house, readings=readings)
    scenario.when(PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    for seat, chip in zip((2, 3), chips, strict=True):
        scenario.when(
            PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, player="Ben"),
            chip_in(seat, chip, player="Ben"),
        )
    assert bonuses(played(scenario)) == {2 + chips.index(5_00): BONUS}


# by another reading, at each seat


@clause("maryland", "9.J(3)", "10.B(1)")
def test_at_each_seat_too_the_meter_is_divided_equally():
    readings = {"progressive_settled": "at_each_seat", "meter_winners": "divided"}
    scenario = played(with_chips(progressive_table(TWO_HOLDERS, players=3, readings=readings), 1, 2, 3))
    assert [pay.amount for pay in scenario.of(e.MeterPaid)] == [5_000_90, 5_000_90]


@clause("maryland", "9.J(3)", "9.J(4)(e)")
def test_by_another_reading_each_wager_is_settled_at_its_seat_and_envy_bonuses_at_the_end():
    table = progressive_table(TWO_HOLDERS, players=3, readings={"progressive_settled": "at_each_seat"})
    scenario = played(with_chips(table, 1, 2, 3))
    told = [
        (type(event).__name__, event.hand)
        for event in scenario.events
        if isinstance(event, e.HandSettled | e.ProgressiveRead | e.MeterPaid)
        or (isinstance(event, e.WagerPaid) and event.wager is Wager.ENVY)
    ]
    assert told == [
        *(("HandSettled", 3), ("ProgressiveRead", 3)),
        *(("HandSettled", 2), ("ProgressiveRead", 2), ("MeterPaid", 2)),
        *(("HandSettled", 1), ("ProgressiveRead", 1), ("MeterPaid", 1)),
        *(("WagerPaid", 1), ("WagerPaid", 3), ("WagerPaid", 2), ("WagerPaid", 3)),
    ]
    assert bonuses(scenario) == {1: BONUS, 2: BONUS, 3: 2 * BONUS}


# where what is settled stands

STANDS = (ReportShufflerJam(), Rule(ruling=Ruling.LET_SETTLED_STAND))
LEFT_HOLDS, RIGHT_HOLDS = "9H 2D KD 9H " + BURN + "9H 9H", "2D 9H KD 9H " + BURN + "9H 9H"
"""Seat 1 or seat 2 holds the hand, the other one loses, and seat 3, which is read first, wins."""


def at_war(cards: str, settled: str, *, chips: tuple[int, ...] = (1, 2, 3), **readings: str) -> Scenario:
    """Have whoever of three players ties go to war, at a table with a batch shuffler."""
    house, readings = offering(shuffler=Shuffler.BATCH), readings | {"progressive_settled": settled}
    scenario = progressive_table(cards, players=3, house=house, readings=readings)
    with_chips(scenario, *chips, hands=[seat for seat in (1, 2, 3) if seat not in chips]).dealt()
    while scenario.due.act is not Act.BEGIN_WAR_DEAL:
        match scenario.due.act:
            case Act.CHOOSE:
                scenario.when(GoToWar(hand=scenario.due.seat or 0))
            case Act.ANSWER_TIE_OFFER:
                scenario.when(DeclineTieWager(hand=scenario.due.seat or 0))
            case _:
                scenario.went_on()
    return scenario


def chips_back(scenario: Scenario) -> list[int]:
    """List the seats whose progressive chips were given back."""
    back = scenario.of(e.CollectionReversed)
    return [event.hand for event in back if event.wager is Wager.PROGRESSIVE]


@clause("maryland", "9.J(4)(e)(i)", "10.C(3)(a)", "11.D")
@pytest.mark.parametrize(("cards", "holder"), [(LEFT_HOLDS, 1), (RIGHT_HOLDS, 2)])
def test_a_bonus_that_waits_is_paid_where_what_its_holder_got_stands(cards, holder):
    scenario = at_war(cards, "at_each_seat").until(Act.PAY_PROGRESSIVE).went_on()
    scenario.then(e.EnvyDeferred(hand=holder)).when(*STANDS)
    assert bonuses(scenario) == {3 - holder: BONUS, 3: BONUS}
    assert (chips_back(scenario), scenario.table.round) == ([], None)
    assert scenario.net("Cleo") == 10_00 - CHIP + BONUS


@clause("maryland", "9.J(4)(c)", "9.J(4)(e)(i)", "11.D")
@pytest.mark.parametrize(("cards", "holder"), [(LEFT_HOLDS, 1), (RIGHT_HOLDS, 2)])
def test_no_bonus_waits_for_a_hand_that_was_denied(cards, holder):
    scenario = at_war(cards, "at_each_seat").until(Act.VALIDATE_PAYOUT)
    scenario.when(ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED))
    scenario.when(Rule(ruling=Ruling.DENY_THE_PAYOUT))
    scenario.then(e.ProgressiveSettled(hand=holder, denied=True, unpaid=True)).attended()
    scenario.cited = scenario.history
    assert (bonuses(scenario), scenario.table.round) == ({}, None)


@clause("maryland", "9.J(4)(e)(i)", "11.D")
def test_so_is_that_of_a_wager_not_read_yet_which_goes_back_for_its_own_hand():
    scenario = at_war("9H 9H KD 9H " + BURN + "4C 9H 9H", "at_each_seat")
    scenario.until(Act.PAY_PROGRESSIVE).went_on().when(*STANDS)
    assert (bonuses(scenario), chips_back(scenario)) == ({1: BONUS, 3: BONUS}, [1])


@clause("maryland", "9.J(4)(e)(i)", "11.D")
@pytest.mark.parametrize("cards", [LEFT_HOLDS, RIGHT_HOLDS])
@pytest.mark.parametrize("holder", ["needed", "not_needed"])
@pytest.mark.parametrize(
    ("settled", "act"),
    [
        ("in_a_last_pass", Act.VALIDATE_PAYOUT),
        ("in_a_last_pass", Act.PAY_PROGRESSIVE),
        ("at_each_seat", Act.PAY_PROGRESSIVE),
        ("at_each_seat", Act.SETTLE_HAND),
    ],
)
def test_where_the_holder_gets_nothing_the_wagers_with_a_bonus_to_come_go_back(cards, holder, settled, act):
    scenario = at_war(cards, settled, envy_holder=holder).until(act).when(*STANDS)
    assert (bonuses(scenario), chips_back(scenario)) == ({}, [1, 2, 3])
    assert meter(scenario) == 10_000_00


@clause("maryland", "9.J(4)(e)(i)", "11.D")
@pytest.mark.parametrize("act", [Act.BURN_CARD, Act.DEAL_CARD])
def test_a_wager_read_as_lost_stays_lost_while_nobody_holds_the_hand_yet(act):
    scenario = at_war(LEFT_HOLDS, "at_each_seat").until(act)
    assert chips_back(scenario.when(*STANDS)) == [1]


@clause("maryland", "9.J(4)(e)(ii)", "11.D")
def test_a_wager_on_which_a_bonus_was_paid_does_not_go_back_for_another_to_come():
    scenario = at_war(TWO_HOLDERS, "in_a_last_pass").until(Act.PAY_PROGRESSIVE).went_on()
    assert bonuses(scenario) == {1: BONUS, 3: BONUS}
    assert chips_back(scenario.until(Act.PAY_PROGRESSIVE).when(*STANDS)) == [1]


# who holds the hand


@clause("maryland", "9.J(4)(e)(i)")
def test_the_holder_needs_no_wager():
    scenario = played(with_chips(progressive_table(SUITED_FOUR, players=3), 2, 3, hands=[1]))
    assert bonuses(scenario) == {2: BONUS, 3: BONUS}
    assert paid(scenario) == {}
    assert side_postings(scenario)[-2:] == [
        e.WagerPaid(hand=2, wager=Wager.ENVY, amount=BONUS),
        e.WagerPaid(hand=3, wager=Wager.ENVY, amount=BONUS),
    ]


@clause("maryland", "9.J(4)", "9.J(4)(e)(i)")
def test_by_another_reading_the_holder_needs_the_wager_too():
    readings = {"envy_holder": "needed"}
    without = with_chips(progressive_table(SUITED_FOUR, players=3, readings=readings), 2, 3, hands=[1])
    assert bonuses(played(without)) == {}
    wagered = with_chips(progressive_table(SUITED_FOUR, players=3, readings=readings), 1, 2, hands=[3])
    assert bonuses(played(wagered)) == {2: BONUS}


# what becomes of the receiver's own hand


@clause("maryland", "9.J(4)(e)(i)")
@pytest.mark.parametrize(("reading", "bonus"), [("paid", {2: BONUS}), ("lost", {})])
def test_who_surrendered_can_still_get_an_envy_bonus_unless_surrender_ends_the_wager(reading, bonus):
    cards = "9H 9D 9H " + BURN + "9H 9H"
    table = progressive_table(cards, readings={"progressive_after_surrender": reading})
    assert bonuses(played(with_chips(table, 1, 2), 2)) == bonus


@clause("maryland", "9.J(4)(e)(i)")
def test_who_lost_to_the_dealers_card_or_in_the_war_can_still_get_an_envy_bonus():
    cards = "9H 2D 9D 9H " + BURN + "9H 4D 9H"
    assert bonuses(played(with_chips(progressive_table(cards, players=3), 1, 2, 3))) == {2: BONUS, 3: BONUS}


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
@pytest.mark.parametrize(("declared", "bonus"), [(False, {2: BONUS}), (True, {})])
def test_who_left_gets_an_envy_bonus_unless_the_wagers_were_declared_lost(declared, bonus):
    scenario = with_chips(progressive_table("9H 9D 9H " + BURN + "9H 9H"), 1, 2).dealt()
    start = len(scenario.history)
    scenario.when(LeaveTable(player="Ben"))
    if declared:
        scenario.when(DeclareAbandoned(hand=2))
    scenario.when(GoToWar(hand=1)).attended()
    if not declared:
        scenario.when(Rule(ruling=Ruling.SURRENDER_THE_HAND)).attended()
    scenario.when(DeclineTieWager(hand=1)).attended()
    scenario.cited = scenario.history[start:]
    assert bonuses(scenario) == bonus


# the size of the bonus


@clause("maryland", "10.C(3)(a)", "10.C(3)(b)")
@pytest.mark.parametrize(
    ("reading", "bonus"),
    [
        ("in_proportion", {2: 1_000_00, 3: 5_000_00, 4: 25_000_00}),
        ("envy_for_five_dollars", {3: 5_000_00}),
    ],
)
def test_where_the_operator_sets_the_sizes_the_bonus_goes_by_the_receivers_own_wager(reading, bonus):
    cards = "9H KD QD JD 9H " + BURN + "9H 9H"
    house = offering(amounts=("1", "5", "10", "25"))
    scenario = progressive_table(cards, players=4, house=house, readings={"progressive_sizes": reading})
    scenario.wagers(dict.fromkeys((1, 2, 3, 4), 10_00))
    scenario.when(chip_in(1, 10_00), chip_in(2, 1_00), chip_in(3, 5_00), chip_in(4, 25_00))
    assert bonuses(played(scenario)) == bonus
    assert paid(scenario) == {1: 10_000_00}


@clause("maryland", "9.J(4)", "9.J(4)(e)")
def test_the_bonus_is_paid_with_the_holders_own_payout_after_the_floorperson_has_validated_it():
    scenario = with_chips(progressive_table(SUITED_FOUR, players=3), 1, 3, hands=[2]).dealt()
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).until(Act.VALIDATE_PAYOUT)
    assert bonuses(scenario) == {}
    scenario.until(Act.PAY_PROGRESSIVE).attended()
    assert bonuses(scenario) == {3: BONUS}


@clause("maryland", "10.C(3)(c)(i)")
def test_a_hand_that_surrendered_has_no_war_cards_and_brings_no_envy_bonus():
    scenario = with_chips(progressive_table("9H KD 9H"), 1, 2).dealt().when(Surrender(hand=1)).attended()
    assert bonuses(scenario) == {}


# who leaves while one can come


def left(scenario: Scenario, *seats: int) -> Scenario:
    """Have the player at some seats leave, their open wagers be lost, and the round played to its end."""
    hands = scenario.table.round.hands if scenario.table.round else {}
    scenario.when(LeaveTable(player=hands[seats[0]].player))
    if scenario.rules.book.readings["leaving_player"] != "lost":
        scenario.when(*(DeclareAbandoned(hand=seat) for seat in seats))
    hands = scenario.table.round.hands if scenario.table.round else {}
    assert all(hands[seat].forfeited for seat in seats)
    scenario.attended()
    scenario.cited = scenario.history
    return scenario


LOST_EITHER_WAY = pytest.mark.parametrize("reading", ["lost", "floorperson_decides"])


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
@LOST_EITHER_WAY
@pytest.mark.parametrize(("cards", "holder"), [(LEFT_HOLDS, 1), (RIGHT_HOLDS, 2)])
def test_a_wager_that_was_read_is_open_while_it_can_bring_a_bonus(cards, holder, reading):
    """Seat 3 is read first and has won nothing; what seat 1 or 2 holds is not read yet."""
    scenario = at_war(cards, "in_a_last_pass", leaving_player=reading)
    while 3 in (scenario.table.round.to_read if scenario.table.round else ()):
        scenario.went_on()
    assert bonuses(left(scenario, 3)) == {3 - holder: BONUS}


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
@LOST_EITHER_WAY
@pytest.mark.parametrize("act", [Act.BEGIN_WAR_DEAL, Act.BURN_CARD, Act.DEAL_CARD])
def test_so_is_one_that_was_read_at_its_seat_while_a_war_can_still_bring_it(act, reading):
    scenario = at_war(LEFT_HOLDS, "at_each_seat", leaving_player=reading).until(act)
    assert bonuses(left(scenario, 2)) == {3: BONUS}


@clause("maryland", "7.B(4)", "9.J(4)(e)(ii)")
@LOST_EITHER_WAY
@pytest.mark.parametrize(
    ("leaver", "bonus"), [(2, {1: BONUS, 3: 2 * BONUS}), (3, {1: BONUS, 2: BONUS, 3: BONUS})]
)
def test_so_is_one_that_has_won_or_brought_a_bonus_while_another_can_come(leaver, bonus, reading):
    """Seats 1 and 2 both hold the hand, and seat 2 is read and paid first."""
    scenario = at_war(TWO_HOLDERS, "in_a_last_pass", leaving_player=reading)
    scenario.until(Act.PAY_PROGRESSIVE).went_on().until(Act.READ_PROGRESSIVE)
    assert bonuses(left(scenario, leaver)) == bonus


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)", "7.E")
@LOST_EITHER_WAY
@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_where_a_player_gets_one_bonus_both_boxes_are_open(order, reading):
    readings = {"envy_to_two_boxes": "one", "leaving_player": reading}
    house, players = offering(adjacent_boxes=2), {1: "Ann", 2: "Ben"}
    scenario = progressive_table(SUITED_FOUR, players=players, house=house, readings=readings)
    for seat, player in ((1, "Ann"), (2, "Ben"), (3, "Ben")):
        scenario.when(
            PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, player=player),
            chip_in(seat, player=player),
        )
    scenario.dealt().when(GoToWar(hand=1)).attended()
    scenario.when(DeclineTieWager(hand=1))
    while {2, 3} & {*(scenario.table.round.to_read if scenario.table.round else ())}:
        scenario.went_on()
    assert bonuses(left(scenario, *order)) == {}


def nothing_is_open(scenario: Scenario, player: str, seat: int) -> None:
    scenario.when(LeaveTable(player=player))
    scenario.refused(DeclareAbandoned(hand=seat), Reason.NOTHING_LEFT_BEHIND, "7.B(4)")


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
def test_nothing_is_open_of_a_wager_that_was_read_once_nobody_can_bring_a_bonus_any_more():
    scenario = at_war("5H 2D KD 5D " + BURN + "9C 9H", "in_a_last_pass")
    while 3 in (scenario.table.round.to_read if scenario.table.round else ()):
        scenario.went_on()
    nothing_is_open(scenario, "Cleo", 3)


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
def test_nothing_is_open_of_a_read_wager_once_the_war_is_dealt_without_the_hand():
    scenario = at_war("5H 2D KD 5D " + BURN + "9C 9H", "at_each_seat").until(Act.SETTLE_HAND)
    nothing_is_open(scenario, "Ben", 2)


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
def test_nothing_is_open_of_a_read_wager_if_later_hands_have_no_war_to_come():
    readings = {"progressive_settled": "at_each_seat"}
    scenario = with_chips(progressive_table("5H 2D KD 9H", players=3, readings=readings), 1, 2, 3)
    scenario.when(CallNoMoreBets()).until(Act.SETTLE_HAND)
    while 3 in (scenario.table.round.to_read if scenario.table.round else ()):
        scenario.went_on()
    assert scenario.table.round
    assert scenario.table.round.to_read == (2, 1)
    nothing_is_open(scenario, "Cleo", 3)


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
@pytest.mark.parametrize(("holder", "chips"), [("not_needed", (2, 3)), ("needed", (1, 2, 3))])
@pytest.mark.parametrize("act", [Act.BURN_CARD, Act.DEAL_CARD])
def test_a_wager_that_was_read_is_open_for_a_holder_who_has_the_wager_or_needs_none(act, holder, chips):
    readings = {"envy_holder": holder, "leaving_player": "floorperson_decides"}
    scenario = at_war(LEFT_HOLDS, "at_each_seat", chips=chips, **readings).until(act)
    assert bonuses(left(scenario, 2)) == {3: BONUS}


@clause("maryland", "7.B(4)", "9.J(4)(e)(i)")
@pytest.mark.parametrize("act", [Act.BURN_CARD, Act.DEAL_CARD])
def test_nothing_is_open_where_the_holder_needs_the_wager_and_has_none(act):
    scenario = at_war(LEFT_HOLDS, "at_each_seat", chips=(2, 3), envy_holder="needed").until(act)
    nothing_is_open(scenario, "Ben", 2)


@clause("maryland", "7.B(4)", "9.J(4)(e)(iii)")
@pytest.mark.parametrize("burned", range(3))
def test_nothing_is_left_behind_at_a_settled_box_while_two_others_of_the_player_are_at_war(burned):
    readings = {"progressive_settled": "at_each_seat"}
    house = offering(adjacent_boxes=3)
    scenario = progressive_table(TWO_HOLDERS, players={1: "Ann"}, house=house, readings=readings)
    for box in (1, 2, 3):
        scenario.when(PlaceWager(hand=box, wager=Wager.INITIAL, amount=10_00, player="Ann"))
    scenario.when(chip_in(3, player="Ann"), CallNoMoreBets()).attended()
    scenario.when(GoToWar(hand=1), GoToWar(hand=2), DeclineTieWager(hand=1), DeclineTieWager(hand=2))
    scenario.until(Act.BEGIN_WAR_DEAL)
    for _ in range(burned + 1):
        scenario.went_on()
    scenario.when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=3), Reason.NOTHING_LEFT_BEHIND, "7.B(4)")
