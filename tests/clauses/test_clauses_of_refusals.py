"""Refusals and duties stand under the clause that says it, and what no clause says under our assumption."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.decide import decide
from casinowar.game.refusal import HouseError, Reason, Refusal
from casinowar.game.words import Act, Shuffler, Wager
from casinowar.rulebooks import load_rules, names
from tests.support.banking import banks, players
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready


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
def test_a_tie_wager_is_refused_and_placed_under_the_clause_of_the_tie_wager(rulebook, said):
    table, tie = at_table(rulebook), c.PlaceWager(hand=1, wager=Wager.TIE, amount=5_00)
    table.refused(tie, Reason.WAGER_NEEDS_INITIAL, clause=said)
    table.wagers({1: 10_00})
    [placed] = decide(table.rules, table.table, tie)
    assert placed.clause == said


@pytest.mark.parametrize(
    ("rulebook", "war", "match", "envy"),
    [
        ("maryland", "1.A(6); 9.E(2)", "", "10.C(3)(c)(i)"),
        ("washington", "4.c.ii", "4.c.ii", ""),
        ("south_dakota", "(4)(d)", "(4)(d)", ""),
        ("california", "definitions.war-wager; round.3.b", "round.3.b", ""),
        ("wisconsin", "(a)(1)(x); (h)(3)(ii)", "", ""),
    ],
)
@clause("maryland", "9.E(2)")
@clause("wisconsin", "(h)(3)(ii)")
def test_what_nobody_can_place_by_itself_is_refused_under_the_clause_that_knows_it(
    rulebook, war, match, envy
):
    table = at_table(rulebook)
    for wager, said in ((Wager.WAR, war), (Wager.MATCH, match), (Wager.ENVY, envy)):
        command = c.PlaceWager(hand=1, wager=wager, amount=5_00)
        table.refused(command, Reason.WAGER_NOT_OFFERED, clause=said)


@clause("maryland", "9.E", "9.H")
def test_the_choice_and_the_war_deal_are_due_under_the_clauses_that_begin_them():
    table = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).dealt()
    assert (table.due.act, table.due.clause) == (Act.CHOOSE, "9.E; 9.E(1)(c)")
    table.when(c.GoToWar(hand=1), c.DeclineTieWager(hand=1)).until(Act.BEGIN_WAR_DEAL)
    assert table.due.clause == "9.H; 9.H(2)"


@pytest.mark.parametrize("rulebook", names())
def test_no_clause_says_that_a_house_has_to_open_a_table(rulebook):
    assert Scenario(load_rules(rulebook)).due.clause == ""


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        ("maryland", "5.A(3)"),
        ("washington", "R36"),
        ("south_dakota", "R36"),
        ("california", "R31"),
        ("wisconsin", "(e)(2)(iv)"),
    ],
)
@clause("maryland", "5.A(3)")
@clause("wisconsin", "(e)(2)(iv)")
def test_a_reshuffle_by_order_stands_under_its_clause_from_the_order_to_the_shuffle(rulebook, said):
    table = at_table(rulebook).wagers({1: 10_00})
    [began] = decide(table.rules, table.table, c.OrderReshuffle())
    assert began.clause == said
    table.when(c.CallNoMoreBets())
    [ordered] = decide(table.rules, table.table, c.OrderReshuffle())
    assert ordered.clause == said
    table.when(c.OrderReshuffle()).refused(c.OrderReshuffle(), Reason.RESHUFFLE_IS_ORDERED, clause=said)


def test_a_reshuffle_by_order_keeps_its_clause_when_the_device_fails_meanwhile():
    table = ready(at_table("maryland", house=House(shuffler=Shuffler.BATCH)))
    table.when(c.OrderReshuffle(), c.ReportDeviceFailure()).until(Act.GATHER_CARDS)
    assert table.due.clause == "5.A(3)"


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


def test_a_bank_that_cannot_be_halved_is_not_said_to_be_no_chip():
    with pytest.raises(Refusal) as refused:
        players(2).when(c.TakeBank(seat=1, amount=10_01))
    assert str(refused.value) == (
        "The bank has to be a multiple of $0.02: chips of this table, and an even number of cents."
        " [betting.1; our assumption R44]"
    )
