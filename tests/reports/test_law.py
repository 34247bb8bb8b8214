"""The law behind a rulebook as a value: what a house chose, and how clauses are told."""

from pathlib import Path

import pytest

from casinowar.game.book.house import House
from casinowar.game.citation import is_assumption
from casinowar.game.refusal import InputError
from casinowar.law.catalog import clauses, jurisdictions
from casinowar.law.choices import house_values
from casinowar.reports.blocks import Grid, Paragraph, Report, Row, StyledText, text_of
from casinowar.reports.law import Law, law_behind
from casinowar.rulebooks import load_rules, load_sample

EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())
OWN = str(Path(__file__).parents[1] / "rulebooks" / "own" / "no_war.toml")


def law_of(jurisdiction: str, house: House | None = None) -> Law:
    return law_behind(jurisdiction, load_rules(jurisdiction, house))


def rows(report: Report) -> list[Row]:
    """Give the rows of every table of a report but that of our assumptions."""
    told = [section for section in report.sections if section.title != "Our assumptions"]
    blocks = [block for section in told for block in section.blocks]
    return [row for block in blocks if isinstance(block, Grid) for row in block.rows]


def told(report: Report) -> list[tuple[str, ...]]:
    return [tuple(map(text_of, row)) for row in rows(report)]


@EACH_DOCUMENT
def test_every_option_shows_what_the_house_chose(jurisdiction):
    house = law_of(jurisdiction).house
    assert {clause: tuple(values) for clause, values in house.items()} == house_values(jurisdiction)


def test_without_a_house_file_the_rulebook_s_own_start_stands():
    shown = law_of("maryland").house
    assert shown["3.A"] == {"shuffler": "by hand", "decks": 6}
    assert shown["7.E"] == {"adjacent_boxes": "1 (our assumption R42)"}
    assert shown["7.B(4)"] == {"readings.leaving_player": "floorperson_decides"}
    assert shown["2.B(5)(b)"] == {"payout_limit": "none (our assumption R11)"}
    assert shown["7.F(4)"] == {"bonus_spin": "not offered", "bonus_spin.cards": "not offered"}
    assert shown["10.C(1)"] == {"progressive.meter.rate": "not offered"}
    assert "9.A" not in shown
    assert law_of("south_dakota").house["(1)"] == {"decks": 6}


def test_a_house_shows_its_choices():
    shown = law_of("maryland", load_sample("maryland")).house
    assert shown["7.E"] == {"adjacent_boxes": 2}
    assert shown["2.B(5)(b)"] == {"payout_limit": "50000"}
    assert shown["7.F(4)"] == {
        "bonus_spin": "offered",
        "bonus_spin.cards": ({"rank": "king", "color": "red"},),
    }
    assert shown["10.C(1)"] == {"progressive.meter.rate": "12%"}
    assert shown["10.C(3)(b)"] == {
        "progressive.amounts": ["$5.00"],
        "readings.progressive_sizes": "five_dollars",
    }
    assert shown["9.L"] == {"electronic": "not offered"}


def test_choices_of_mixed_clauses_are_shown_too():
    assert law_of("wisconsin", load_sample("wisconsin")).house["(f)(1)"] == {
        "coupons": True,
        "readings.match_play_coupons": "initial_wager_only",
    }
    assert law_of("california").house["players"] == {"seats": 8, "backline": 0}


def test_a_reading_that_the_house_chose_is_shown():
    house = House(readings={"manner_of_paying": "lay_and_pay"})
    assert law_of("washington", house).house["4.c.iii"] == {"readings.manner_of_paying": "lay_and_pay"}


def test_each_choice_stands_below_its_clause():
    listed = rows(law_of("maryland", load_sample("maryland")).report())
    below = {text_of(row[0]): row[3].adds for row in listed if isinstance(row[3], StyledText) and row[3].adds}
    assert set(below) == {each for each in house_values("maryland") if not is_assumption(each)}
    assert below["3.A"] == "House: shuffler = by hand; decks = 6"
    assert below["7.F(4)"] == "House: bonus_spin = offered; bonus_spin.cards = red king"
    assert below["9.L"] == "House: electronic = not offered"


@EACH_DOCUMENT
def test_every_clause_has_a_row_with_its_words_and_is_counted(jurisdiction):
    report = law_of(jurisdiction).report()
    listed = told(report)
    assert [(row[0], row[3]) for row in listed] == [
        (each.clause, each.summary) for each in clauses(jurisdiction)
    ]
    assert report.foot[0].text.startswith(f"{len(listed)} clauses: ")


def test_the_counts_stand_at_the_foot():
    assert law_of("maryland").report().foot == (
        Paragraph("235 clauses: 148 rule, 18 option, 24 record, 14 equipment, 31 text"),
        Paragraph("166 implemented, 24 recorded, 45 shown"),
    )


def test_a_clause_in_full_has_the_choice_and_others_do_not():
    law = law_of("maryland", load_sample("maryland"))
    assert ("House", "adjacent_boxes = 2") in told(law.only("7.E").report())
    assert "House" not in {row[0] for row in told(law.only("9.A").report())}


def test_a_clause_in_full_tells_the_readings_that_it_refers_to():
    report = law_of("maryland").only("9.E(1)").report()
    assert [(section.title, section.adds) for section in report.sections if section.title] == [
        ("9.E(1)", "rule, implemented"),
        ("R8", "Half of an odd amount"),
        ("R51", "Progressive wager of a player who surrenders or loses the War"),
        ("Under 9.E(1)", ""),
    ]
    assert ("Default", "(a), refusing an initial wager that is an odd number of cents.") in told(report)


def test_a_clause_that_is_not_there_is_refused_with_those_close_to_it():
    with pytest.raises(InputError, match=r"no clause '8\.H' in maryland; close to it: "):
        law_of("maryland").only("8.H")


def test_a_rulebook_of_one_s_own_has_the_clauses_that_it_cites():
    rules = load_rules(OWN)
    law = law_behind(OWN, rules)
    assert (law.rulebook, law.title, law.house) == (rules.book.name, rules.book.title, {})
    listed = rows(law.report())
    assert listed
    for row in listed:
        assert row[2] == StyledText("a clause of this rulebook itself", "quiet")
        assert text_of(row[3]).startswith(f"Cited by {OWN}: ")


def test_the_cases_of_a_reading_are_drawn_as_a_table():
    law = law_behind("california", load_rules("california")).only("R44")
    [facts, cases] = law.report().sections[0].blocks
    assert isinstance(facts, Grid)
    assert not any("|" in text_of(row[1]) for row in facts.rows)
    assert isinstance(cases, Grid)
    assert [column.head for column in cases.columns] == ["case", "result under (c), (a)"]
    assert cases.rows[0][0] == "B 20, p 50"
    assert len(cases.rows) == 5
    assert "| B 20, p 50 |" in law.to_dict()["reading"]["steps"]
