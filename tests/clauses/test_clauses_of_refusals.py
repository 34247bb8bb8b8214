"""Refusals and duties stand under the clause that says it, and what no clause says under our assumption."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.banking import banks, players
from tests.support.clause import clause
from tests.support.scenario import at_table, opened, ready


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        ("maryland", "7.F(2)"),
        ("washington", "2"),
        ("south_dakota", "(2)"),
        ("california", "betting.4"),
        ("wisconsin", "(a)(1)(vii)"),
    ],
)
@clause("maryland", "7.F(2)")
@clause("washington", "2")
@clause("south_dakota", "(2)")
@clause("california", "betting.4")
@clause("wisconsin", "(a)(1)(vii)")
def test_a_tie_wager_without_an_initial_one_is_refused_under_the_clause_of_the_tie_wager(rulebook, said):
    table = at_table(rulebook)
    table.refused(c.PlaceWager(hand=1, wager=Wager.TIE, amount=5_00), Reason.WAGER_NEEDS_INITIAL, clause=said)


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        ("maryland", "R12"),
        ("washington", "limits"),
        ("south_dakota", "(2)"),
        ("california", "betting.1"),
        ("wisconsin", "R12"),
    ],
)
@clause("washington", "limits")
@clause("south_dakota", "(2)")
@clause("california", "betting.1")
def test_limits_stand_under_the_clause_that_has_them_or_under_our_assumption(rulebook, said):
    house = House(limits={Wager.INITIAL: Limit(minimum="5", maximum="100")})
    table = at_table(rulebook, house=house)
    table.refused(
        c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=200_00), Reason.WAGER_ABOVE_MAXIMUM, clause=said
    )


@clause("california", "standards.4")
def test_a_bank_that_is_kept_for_exactly_two_rounds_is_kept_under_standards_4():
    table = players(3, {"bank_rounds": "exactly_two"})
    banks(table, 1)
    table.attended()
    table.refused(c.DeclineBank(seat=1), Reason.BANK_IS_KEPT, clause="standards.4")


@pytest.mark.parametrize(("rulebook", "said"), [("washington", "R36"), ("south_dakota", "R36")])
def test_the_cover_card_that_two_texts_do_not_know_is_our_assumption(rulebook, said):
    table = opened(rulebook).until(Act.PLACE_COVER_CARD)
    assert table.due.clause == said
    table.refused(c.PlaceCoverCard(behind=77), Reason.COVER_CARD_TOO_DEEP, clause=said)


@clause("california", "dealing.1")
def test_the_cut_that_california_presupposes_is_our_assumption_and_the_shoe_is_loaded_under_its_clause():
    table = opened("california").when(c.Sit(player="Ann", seat=1, chips=100_00)).attended()
    assert (table.due.act, table.due.clause) == (Act.ANSWER_CUT, "R31")
    depth = len(table.table.stack) - 9
    table.refused(c.CutStack(seat=1, depth=depth), Reason.CUT_TOO_SHALLOW, clause="R31")
    table.when(c.RefuseCut(seat=1)).until(Act.LOAD_SHOE)
    assert table.due.clause == "dealing.1"


@clause("wisconsin", "(e)(2)", "(j)(1)")
def test_the_cut_after_a_round_voided_by_face_up_cards_is_listed_nowhere():
    table = at_table("wisconsin", players=2).wagers({1: 10_00}).when(c.CallNoMoreBets())
    table.when(c.ReportFaceUpCard(), c.ReportFaceUpCard()).attended()
    assert (table.due.act, table.due.seat, table.due.clause) == (Act.ANSWER_CUT, 2, "R109")


@clause("wisconsin", "(e)(2)(i)", "(d)(5)")
def test_the_cut_of_changed_cards_is_listed_nowhere():
    table = at_table("wisconsin", players=2).when(c.ChangeCards()).attended()
    assert (table.due.act, table.due.seat, table.due.clause) == (Act.ANSWER_CUT, 1, "R109")


@clause("maryland", "5.E(6)")
def test_a_cut_that_is_refused_after_an_ordered_reshuffle_passes_on_under_5_e_6():
    table = at_table("maryland", players=3).when(c.OrderReshuffle()).attended()
    assert (table.due.seat, table.due.clause) == (3, "5.E(5)")
    table.when(c.RefuseCut(seat=3)).attended()
    assert (table.due.seat, table.due.clause) == (2, "5.E(6)")


@clause("wisconsin", "(e)(7)(ii)")
def test_the_batches_of_an_idle_table_change_places_under_the_clause_that_says_so():
    house = House(shuffler=Shuffler.BATCH)
    table = at_table("wisconsin", players=1, house=house).when(c.DeclareIdle()).until(Act.EXCHANGE_BATCHES)
    assert table.due.clause == "(e)(7)(ii)"


@clause("maryland", "5.K")
def test_an_idle_procedure_falls_away_with_a_continuous_device():
    table = at_table("maryland", players=1, house=House(shuffler=Shuffler.CONTINUOUS))
    table.refused(c.DeclareIdle(), Reason.NOT_PROVIDED_FOR, clause="5.K")


@clause("maryland", "11.D")
def test_a_jam_of_a_continuous_device_between_rounds_is_reshuffled_under_its_clause():
    table = ready(at_table("maryland", players=1, house=House(shuffler=Shuffler.CONTINUOUS)))
    table.when(c.ReportShufflerJam())
    assert {step.clause for step in table.table.to_do if step.act in {Act.GATHER_CARDS, Act.SHUFFLE}} == {
        "11.D"
    }


@clause("south_dakota", "(5)")
def test_south_dakota_may_show_the_schedule_on_a_sign():
    rules = load_rules("south_dakota", House(odds_on_sign=True))
    assert rules.book.opening.odds_on_sign is not None
    assert rules.book.opening.odds_on_sign.clause == "(5)"
    table = opened("south_dakota", house=House(odds_on_sign=True)).until(Act.CONFIRM_SIGN)
    assert table.due.clause == "(5)"


@pytest.mark.parametrize("rulebook", ["washington", "california", "wisconsin"])
def test_a_sign_that_no_clause_speaks_of_is_refused_without_one(rulebook):
    with pytest.raises(HouseError) as caught:
        load_rules(rulebook, House(odds_on_sign=True))
    assert caught.value.clause == ""
