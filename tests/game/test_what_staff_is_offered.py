"""What dealer and floor are offered where it can be written down: each thing that somebody has to choose."""

from itertools import product
from typing import Any, TypeVar

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.legal_actions import Action
from casinowar.game.refusal import InputError
from casinowar.game.staff_actions import staff_actions
from casinowar.game.words import Act, Irregularity, Role, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.scenario import LIMITS, Scenario, at_table, authorized
from tests.support.wheels import ALL_LOSE, COMMUNITY, HOT_SPOT, at_wheel

C = TypeVar("C", bound=c.Command)
BOTH = frozenset({Role.DEALER, Role.FLOORPERSON})
BATCHES, CONTINUOUS = House(shuffler=Shuffler.BATCH), House(shuffler=Shuffler.CONTINUOUS)


def offered(scenario: Scenario, kind: type[C], name: str = "Mia") -> list[tuple[C, Action]]:
    """List the commands of a kind that staff is offered, each with its action."""
    actions = staff_actions(scenario.rules, scenario.table, BOTH, name)
    return [(each.command, each) for each in actions if isinstance(each.command, kind)]


def spans(scenario: Scenario, kind: type[c.Command]) -> list[tuple[int, int, int]]:
    return [(action.least, action.most, action.step) for _, action in offered(scenario, kind)]


def reshuffled(rulebook: str = "maryland", **at: Any) -> Scenario:
    """Order a reshuffle of 312 cards, of which a player is asked to cut."""
    return at_table(rulebook, **at).when(c.OrderReshuffle()).until(Act.ANSWER_CUT)


def test_staff_is_asked_about_a_table_and_nothing_else():
    scenario: Any = at_table("maryland")
    with pytest.raises(InputError, match="state"):
        staff_actions(scenario.rules, scenario, BOTH)


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_the_dealer_cuts_anywhere_within_the_margin(rulebook):
    scenario = reshuffled(rulebook)
    while scenario.due.act is not Act.CUT:
        asked = scenario.due.act is Act.ANSWER_CUT
        scenario = scenario.when(c.RefuseCut(seat=scenario.due.seat or 0)) if asked else scenario.went_on()
    assert spans(scenario, c.CutStack) == [(10, len(scenario.table.stack) - 10, 1)]


def test_the_cover_card_goes_where_it_usually_does_or_anywhere_that_leaves_enough_or_unsaid():
    scenario = reshuffled().when(c.CutStack(seat=3, depth=100))
    cards = len(scenario.table.stack)
    usual, anywhere, unsaid = offered(scenario, c.PlaceCoverCard)
    assert usual[0] == c.PlaceCoverCard()
    least = scenario.rules.least_behind_cover_card(cards)
    assert (anywhere[1].least, anywhere[1].most, anywhere[1].step) == (least, cards - 1, 1)
    assert unsaid[0] == c.PlaceCoverCard(unsaid=True)


def test_a_stored_batch_is_shuffled_by_the_device_or_if_that_has_failed_by_hand():
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=BATCHES).wagers({1: 10_00}).dealt()
    scenario.when(c.LeaveTable(player="Ann"), c.DeclareIdle(), c.Sit(player="Ben", seat=2, chips=100_00))
    scenario.until(Act.SHUFFLE_STORED)
    assert [each for each, _ in offered(scenario, c.ShuffleStored)] == [c.ShuffleStored()]


def test_every_stop_of_the_wheel_is_offered_for_every_hand_that_waits_for_it():
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 2: 5_00}).when(c.CallNoMoreBets()).until(Act.SPIN_WHEEL)
    spins = [(each.hand, each.hot_spot, each.community) for each, _ in offered(scenario, c.SpinWheel)]
    assert sorted(spins) == sorted(product((1, 2), HOT_SPOT, COMMUNITY))


def test_a_device_out_of_use_is_covered_or_marked():
    scenario = at_table("maryland", house=CONTINUOUS).when(c.ReportDeviceFailure())
    acts = {each.act_done for each, _ in offered(scenario, c.Perform)}
    assert acts == {Act.COVER_DEVICE, Act.MARK_DEVICE}


def test_only_another_dealer_comes_to_the_table():
    scenario = at_table("maryland").when(c.ComeToTable(dealer="Mia"))
    assert [each.dealer for each, _ in offered(scenario, c.ComeToTable, "Noa")] == ["Noa"]
    assert offered(scenario, c.ComeToTable, "Mia") == offered(scenario, c.ComeToTable, "") == []


@pytest.mark.parametrize(
    ("rulebook", "either_way"),
    [("wisconsin", [(False, "(e)(7)"), (True, "(e)(7)")]), ("maryland", [(False, "5.I")])],
)
def test_a_table_is_declared_idle_with_its_cards_as_the_text_lets_them_lie(rulebook, either_way):
    scenario = at_table(rulebook, cards="KH 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(c.LeaveTable(player="Ann"))
    declared = [(each.face_up, action.clause) for each, action in offered(scenario, c.DeclareIdle)]
    assert declared == either_way


def test_a_batch_that_was_not_secured_is_reported():
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=BATCHES).wagers({1: 10_00}).dealt()
    scenario.when(c.LeaveTable(player="Ann"), c.DeclareIdle(), c.Sit(player="Ben", seat=2, chips=100_00))
    scenario.when(c.OrderReshuffle()).until(Act.SECURE_STORED_BATCH)
    assert [each for each, _ in offered(scenario, c.ReportBatchNotSecured)] == [c.ReportBatchNotSecured()]


def test_a_chip_that_is_not_accepted_is_named_by_hand_and_wager():
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}).when(c.CallNoMoreBets()).until(Act.COUNT_PROGRESSIVE)
    reports = [
        (each.hand, each.wager)
        for each, _ in offered(scenario, c.ReportIrregularity)
        if each.irregularity is Irregularity.CHIP_NOT_ACCEPTED
    ]
    assert reports == [(1, Wager.BONUS_SPIN), (3, Wager.BONUS_SPIN)]


def test_a_ruling_has_the_clause_of_what_stopped_play():
    scenario = at_table("maryland").wagers({1: 10_00})
    stopped = scenario.also(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    assert stopped.table.stop is not None
    clauses = {action.clause for _, action in offered(stopped, c.Rule)}
    assert clauses == {stopped.table.stop.clause or stopped.rules.book.irregularities.ruling.clause}


def test_play_is_paused_or_goes_on():
    scenario = at_table("maryland")
    assert (len(offered(scenario, c.PausePlay)), len(offered(scenario, c.ResumePlay))) == (1, 0)
    scenario.when(c.PausePlay())
    assert (len(offered(scenario, c.PausePlay)), len(offered(scenario, c.ResumePlay))) == (0, 1)


def test_the_floor_has_the_stack_cut_again_by_the_same_player_or_the_next():
    scenario = reshuffled().when(c.CutStack(seat=3, depth=100))
    recuts = offered(scenario, c.OrderRecut)
    assert [(each.by_next, action.clause) for each, action in recuts] == [(False, "5.G"), (True, "5.G")]


def test_what_a_player_left_behind_is_declared_abandoned():
    scenario = at_table("maryland", cards="9H 2C 3C 9S").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    scenario.when(c.LeaveTable(player="Ann"))
    assert [each.hand for each, _ in offered(scenario, c.DeclareAbandoned)] == [1]


def test_a_fill_and_a_credit_are_of_any_amount_that_there_is():
    scenario = Scenario(authorized(load_rules("maryland", House(limits=LIMITS)))).when(c.OpenTable())
    [(least, most, step)] = spans(scenario, c.Credit)
    assert (least, most, step) == (1, scenario.table.inventory, 1)
    [(least, _, step)] = spans(scenario, c.Fill)
    assert (least, step) == (1, 1)
