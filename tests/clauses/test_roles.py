"""Who does what: the automatic dealer does a dealer's acts, and never those of a floorperson."""

import pytest

from casinowar.game.automatic import attend, floorpersons_command
from casinowar.game.book.house import House
from casinowar.game.chance import IN_ORDER
from casinowar.game.commands import (
    RECORDED,
    CallNoMoreBets,
    DeclareIdle,
    OrderReshuffle,
    Perform,
    Sit,
    Surrender,
)
from casinowar.game.events import ActPerformed
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.words import ACTS_OF_A_ROUND, Act, Role, Shuffler
from casinowar.rulebooks import names
from casinowar.table_api import Table
from tests.support.clause import clause
from tests.support.progressives import offering, progressive_table, with_chips
from tests.support.scenario import Scenario, at_table, opened


def due(rulebook: str, act: Act, house: House | None = None) -> Scenario:
    return opened(rulebook, house=house).until(act)


@clause("maryland", "2.B", "4.A", "5.J")
@clause("wisconsin", "(d)(1)")
@clause("south_dakota", "(1)")
@pytest.mark.parametrize(
    ("rulebook", "act", "cited", "house"),
    [
        ("maryland", Act.CONFIRM_LAYOUT, "2.B", None),
        ("maryland", Act.VERIFY_INSPECTION, "4.A", None),
        ("maryland", Act.CONFIRM_DEVICE, "5.J", House(shuffler=Shuffler.CONTINUOUS)),
        ("wisconsin", Act.VERIFY_INSPECTION, "(d)(1)", None),
        ("south_dakota", Act.CONFIRM_DESIGNATION, "(1)", None),
    ],
)
def test_the_automatic_dealer_does_no_floorpersons_act(rulebook, act, cited, house):
    table = due(rulebook, act, house)
    assert (table.due.role, table.due.clause) == (Role.FLOORPERSON, cited)
    table.refused(Perform(by=Role.AUTOMATIC, act_done=act), Reason.ROLE_MAY_NOT, cited)
    table.refused(Perform(by=Role.DEALER, act_done=act), Reason.ROLE_MAY_NOT, cited)
    refusal = Refusal(Reason.ROLE_MAY_NOT, cited, by=Role.AUTOMATIC)
    assert str(refusal) == f"The automatic dealer may not give this command. [{cited}]"
    assert not [*attend(table.rules, table.table, IN_ORDER)], "a floorperson is waited for"
    for by in (Role.FLOORPERSON, Role.MANAGER):
        assert table.is_allowed(Perform(by=by, act_done=act))
    table.when(Perform(by=Role.MANAGER, act_done=act)).then_exactly(ActPerformed(act=act, by=Role.MANAGER))


def test_a_dealers_act_is_the_dealers():
    table = due("maryland", Act.INSPECT_CARDS)
    for by in (Role.FLOORPERSON, Role.MANAGER):
        table.refused(Perform(by=by, act_done=Act.INSPECT_CARDS), Reason.ROLE_MAY_NOT, "4.A")
    assert table.is_allowed(Perform(by=Role.AUTOMATIC, act_done=Act.INSPECT_CARDS))
    assert floorpersons_command(table.rules, table.table, table.due) is None


HANDLED = {
    *(Act.SORT_CARDS, Act.INSPECT_CARDS, Act.SPREAD_FACE_UP, Act.SPREAD_FACE_DOWN, Act.TURN_FACE_UP),
    *(Act.TURN_FACE_DOWN, Act.WASH, Act.STACK, Act.GATHER_CARDS, Act.EXCHANGE_BATCHES, Act.HOLD_STACK),
    *(Act.HIDE_LAST_CARD, Act.EMPTY_DEVICE),
}


@clause("maryland", "8.I")
@clause("wisconsin", "(g)(5)")
@pytest.mark.parametrize("act", sorted(RECORDED))
def test_a_player_who_does_an_act_is_told_of_touching_cards_only_where_it_does(act):
    for rulebook, touch in (("maryland", "8.I"), ("wisconsin", "(g)(5)")):
        does = Perform(by=Role.PLAYER, act_done=act)
        if act in HANDLED:
            at_table(rulebook).refused(does, Reason.PLAYERS_MAY_NOT_TOUCH_CARDS, touch)
        else:
            at_table(rulebook).refused(does, Reason.ROLE_MAY_NOT, "")


@clause("maryland", "2.B", "4.A", "8.D(1)(b)", "9.J(4)(c)")
@pytest.mark.parametrize(
    ("act", "said"),
    [
        (Act.CONFIRM_LAYOUT, "2.B"),
        (Act.VERIFY_INSPECTION, "4.A"),
        (Act.COUNT_PROGRESSIVE, "8.D(1)(b)"),
        (Act.VALIDATE_PAYOUT, "9.J(4)(c)"),
    ],
)
def test_and_otherwise_of_the_clause_that_has_it_done(act, said):
    table = opened("maryland", house=offering()).when(Sit(player="Ann", seat=1, chips=100_00))
    if act in ACTS_OF_A_ROUND:
        table = with_chips(progressive_table("9H 9D", players=1), 1).when(CallNoMoreBets())
        if act is Act.VALIDATE_PAYOUT:
            table.until(Act.CHOOSE).when(Surrender(hand=1))
    table.until(act).refused(Perform(by=Role.PLAYER, act_done=act), Reason.ROLE_MAY_NOT, said)


@clause("maryland", "5.A(3)")
def test_whoever_is_above_a_floorperson_may_order_what_a_floorperson_may():
    table = at_table("maryland")
    for by in (Role.PLAYER, Role.DEALER, Role.AUTOMATIC):
        table.refused(OrderReshuffle(by=by), Reason.ROLE_MAY_NOT)
    assert table.is_allowed(OrderReshuffle(by=Role.MANAGER))


@clause("maryland", "5.I")
@clause("wisconsin", "(e)(7)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_dealer_and_floorperson_may_both_say_that_a_table_is_idle(rulebook):
    table = at_table(rulebook)
    for by in (Role.DEALER, Role.AUTOMATIC, Role.FLOORPERSON, Role.MANAGER):
        assert table.is_allowed(DeclareIdle(by=by)), by
    table.refused(DeclareIdle(by=Role.PLAYER), Reason.ROLE_MAY_NOT)


@pytest.mark.parametrize("rulebook", names())
def test_a_table_of_three_lines_has_a_floorperson_of_its_own(rulebook):
    table = Table(rulebook, seed=1)
    table.sit("Ann", seat=1, chips=100)
    done = [event for event in table.events if isinstance(event, ActPerformed)]
    tasks = table.rules.book.opening
    floor = {task.act for task in (*tasks.approvals, *tasks.by_hand) if task.by is Role.FLOORPERSON}
    assert {event.act for event in done if event.by is Role.FLOORPERSON} == floor


def test_a_table_waits_where_somebody_wants_to_be_asked():
    table = Table("maryland", seed=1, asking=[Act.CONFIRM_LAYOUT])
    waiting = table.due.act
    table.give(Perform(by=Role.FLOORPERSON, act_done=Act.CONFIRM_LAYOUT))
    assert (waiting, table.due.act) == (Act.CONFIRM_LAYOUT, Act.TAKE_SEAT)
