"""Choices that a text wants from the operator: stated, declined by name, or left open and shown as ours."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.refusal import InputError, Reason
from casinowar.game.words import Wager
from casinowar.reports.checklist import checklist_for
from casinowar.reports.law import law_behind
from casinowar.reports.par_sheet.clauses_cited import cites
from casinowar.rulebooks import load_house, load_rules, load_sample
from tests.support.clause import clause
from tests.support.scenario import at_table


def choices(house: House | None) -> dict[str, str]:
    """Give the choices on the set-up list by clause."""
    listed = checklist_for(load_rules("maryland", house)).checklist
    return {each.clause: each.item for each in listed if each.kind == "choice"}


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(
    ("limit", "said", "made"),
    [
        (None, "payout_limit, not stated: none (our assumption R11)", False),
        ("none", "payout_limit = none", True),
        ("50000", "payout_limit = 50000", True),
    ],
)
def test_the_payout_limit_is_seen_as_a_choice_made_or_not_made(limit, said, made):
    house = House(payout_limit=limit)
    assert choices(house)["2.B(5)(b)"] == f"the most that a hand is paid: {said}"
    [item] = [
        each
        for each in checklist_for(load_rules("maryland", house)).checklist
        if each.kind == "choice" and each.clause == "2.B(5)(b)"
    ]
    assert item.made is made


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(("limit", "cited"), [(None, "R11"), ("none", "2.B(5)(b)"), ("500", "2.B(5)(b)")])
def test_figures_rest_on_the_payout_limit_or_on_our_assumption_of_none(limit, cited):
    rules = load_rules("maryland", House(payout_limit=limit))
    [said] = [cite.clause for cite in cites(rules, "initial") if cite.what == "payout limit"]
    assert said == cited
    assert "payout limit" not in [cite.what for cite in cites(load_rules("washington"), "initial")]


@clause("maryland", "2.B(5)(b)")
def test_no_payout_limit_may_be_said_by_name(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('payout_limit = "none"\n', encoding="utf-8")
    rules = load_rules("maryland", str(path))
    assert (rules.house.payout_limit, rules.payout_limit, rules.caps_payouts) == ("none", None, False)


def test_another_word_is_no_payout_limit(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('payout_limit = "unlimited"\n', encoding="utf-8")
    with pytest.raises(InputError, match='such as "50000", or "none" where there is none'):
        load_house(str(path))


def test_a_text_without_a_payout_limit_takes_no_none_either():
    with pytest.raises(InputError, match="payout_limit: the rulebook does not provide for it"):
        load_rules("washington", House(payout_limit="none"))


@clause("maryland", "7.E")
def test_a_player_has_one_box_where_the_house_does_not_say_how_many():
    assert choices(None)["7.E"] == (
        "boxes that one player may wager on: adjacent_boxes, not stated: 1 (our assumption R42)"
    )
    assert choices(House(adjacent_boxes=1))["7.E"] == "boxes that one player may wager on: adjacent_boxes = 1"
    table = at_table("maryland", players=1)
    second = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann")
    table.refused(second, Reason.TOO_MANY_BOXES, clause="7.E")


def test_choices_left_open_are_assumptions_of_the_law():
    def assumed(house: House | None) -> set[tuple[str, str]]:
        law = law_behind("maryland", load_rules("maryland", house))
        return {(each.reading, each.value) for each in law.assumptions if each.value.startswith("house.")}

    assert assumed(None) == {("R11", "house.payout_limit"), ("R42", "house.adjacent_boxes")}
    assert assumed(load_sample("maryland")) == set()
