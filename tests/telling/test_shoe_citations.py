"""Which clause stands behind the cut, a new dealer and a device that fails, whatever else is due."""

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.words import DEALER, Act, Role, Shuffler
from casinowar.telling.duty_clauses import duty_clauses
from tests.support.citing import given_alone, only
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table, opened


def at_the_cut(rulebook: str, shuffler: Shuffler = Shuffler.BATCH) -> Scenario:
    """Seat two players at a table whose cards are offered for the cut after an ordered reshuffle."""
    table = at_table(rulebook, players=2, house=House(limits=LIMITS, shuffler=shuffler))
    return table.when(c.OrderReshuffle()).until(Act.ANSWER_CUT)


@clause("maryland", "8.E(4)")
@clause("wisconsin", "(g)(1)")
@clause("california", "dealing.1")
@pytest.mark.parametrize(
    ("rulebook", "shuffler", "said"),
    [
        ("maryland", Shuffler.BY_HAND, "8.E(4)"),
        ("wisconsin", Shuffler.BATCH, "(g)(1)"),
        ("california", Shuffler.BATCH, "dealing.1"),
    ],
)
def test_a_dealer_arrives_under_the_clause_on_new_dealers(rulebook, shuffler, said):
    table = at_the_cut(rulebook, shuffler)
    assert only(given_alone(table, c.ComeToTable(dealer="Nora")), e.DealerArrived) == [said]


@pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])
def test_a_dealer_who_burns_nothing_arrives_under_none(rulebook):
    table = at_table(rulebook, players=2).when(c.OrderReshuffle())
    assert only(given_alone(table, c.ComeToTable(dealer="Nora")), e.DealerArrived) == [""]


@clause("maryland", "11.E")
@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "11.E"), ("wisconsin", "")])
def test_a_device_fails_under_the_clause_on_failed_devices_if_there_is_one(rulebook, said):
    table = at_table(rulebook, players=2, house=House(limits=LIMITS, shuffler=Shuffler.BATCH))
    table.when(c.ChangeCards()).until(Act.INSPECT_CARDS)
    found = given_alone(table, c.ReportDeviceFailure())
    assert only(found, e.DeviceFailed) == [said]
    (began,) = [event for event, _ in found if isinstance(event, e.ProcedureBegan)]
    assert only(found, e.ProcedureBegan) == [began.steps[0].clause]


@clause("wisconsin", "(e)(2)(iv)", "(e)(3)")
def test_the_cut_is_offered_refused_and_made_under_clauses_of_their_own():
    table = at_the_cut("wisconsin")
    for seat, said in ((2, "(e)(2)(iv)"), (1, "(e)(3)")):
        assert table.due.clause == said
        assert only(given_alone(table, c.RefuseCut(seat=seat)), e.CutRefused) == ["(e)(3)"]
        table.until(Act.ANSWER_CUT if seat == 2 else Act.CUT)
    assert table.due.clause == "(e)(3)"
    assert only(given_alone(table, c.CutStack(seat=DEALER, depth=100, by=Role.DEALER)), e.StackCut) == [
        "(e)(3)"
    ]
    at = at_the_cut("wisconsin")
    cut = c.CutStack(seat=2, depth=100, by=Role.PLAYER)
    assert only(given_alone(at, cut), e.StackCut) == ["(e)(2)(iv)"]


@clause("maryland", "5.G")
def test_a_recut_is_ordered_under_its_clause():
    table = at_the_cut("maryland", Shuffler.BY_HAND).when(c.CutStack(seat=2, depth=100, by=Role.PLAYER))
    assert only(given_alone(table, c.OrderRecut()), e.RecutOrdered) == ["5.G"]


@clause("maryland", "5.E(5)", "5.E(6)")
@clause("wisconsin", "(e)(2)(iv)", "(e)(3)")
@pytest.mark.parametrize(
    ("rulebook", "shuffler", "first", "then", "margin"),
    [
        ("maryland", Shuffler.BY_HAND, "5.E(5)", "5.E(6)", "5.F"),
        ("wisconsin", Shuffler.BATCH, "(e)(2)(iv)", "(e)(3)", "(e)(4)"),
    ],
)
def test_the_cut_is_offered_under_the_clause_that_gives_it(rulebook, shuffler, first, then, margin):
    table = at_table(rulebook, players=2, house=House(limits=LIMITS, shuffler=shuffler))
    table.when(c.OrderReshuffle()).until(Act.OFFER_CUT)
    assert only(given_alone(table, c.OfferCut()), e.CutOffered) == [first]
    assert duty_clauses(table.rules, table.table, table.due) == (first, then, margin)
    table.when(c.RefuseCut(seat=2))
    assert only(given_alone(table, c.OfferCut()), e.CutOffered) == [then]


@clause("maryland", "5.D", "5.E(1)", "5.E(4)")
@pytest.mark.parametrize(("refusal", "then"), [("on_to_each_player", "5.E(4)"), ("dealer", "5.D")])
def test_a_cut_is_answered_with_the_clause_that_says_where_a_refused_one_goes(refusal, then):
    table = opened("maryland", readings={"first_refusal": refusal})
    table.when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    assert duty_clauses(table.rules, table.table, table.due) == ("5.E(1)", then, "5.F")


@clause("maryland", "3.B", "11.E")
@clause("wisconsin", "(b)(4)")
@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "3.B"), ("wisconsin", "(b)(4)")])
def test_a_device_that_is_back_gets_the_batches_that_it_lacks_under_what_wants_two(rulebook, said):
    table = at_table(rulebook, players=2, house=House(limits=LIMITS, shuffler=Shuffler.BATCH))
    table.when(c.ReportDeviceFailure()).attended().when(c.ChangeCards()).attended()
    while table.due.act is Act.ANSWER_CUT:
        table.when(c.RefuseCut(seat=table.due.seat or 0)).attended()
    assert only(given_alone(table, c.RestoreDevice()), e.ProcedureBegan) == [said]


@clause("maryland", "3.C", "5.I")
@clause("wisconsin", "(d)(5)", "(e)(7)")
@pytest.mark.parametrize(
    ("rulebook", "command", "said"),
    [
        ("maryland", c.ChangeCards(), "3.C"),
        ("maryland", c.DeclareIdle(), "5.I"),
        ("wisconsin", c.ChangeCards(), "(d)(5)"),
        ("wisconsin", c.DeclareIdle(), "(e)(7)"),
        ("washington", c.ChangeCards(), "R36"),
    ],
)
def test_a_change_of_cards_and_an_idle_table_begin_under_what_calls_for_them(rulebook, command, said):
    table = at_table(rulebook, players=2)
    assert only(given_alone(table, command), e.ProcedureBegan) == [said]


@pytest.mark.parametrize("rulebook", ["maryland", "washington", "south_dakota", "california", "wisconsin"])
def test_the_preparation_of_the_cards_begins_under_its_first_act(rulebook):
    rules = at_table(rulebook).rules
    found = given_alone(Scenario(rules), c.OpenTable(counted=False))
    (began,) = [event for event, _ in found if isinstance(event, e.ProcedureBegan)]
    assert began.steps[0].clause
    assert only(found, e.ProcedureBegan) == [began.steps[0].clause]


@clause("maryland", "11.E")
@clause("wisconsin", "(j)(4)")
@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "11.D"), ("wisconsin", "(j)(4)")])
def test_what_a_jam_brings_is_to_be_done_under_its_clause(rulebook, said):
    table = at_table(rulebook, players=2, house=House(limits=LIMITS, shuffler=Shuffler.BATCH))
    assert only(given_alone(table, c.ReportShufflerJam()), e.StepsInserted) == [said]
