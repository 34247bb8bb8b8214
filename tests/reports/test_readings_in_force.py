"""How a house reads its text, wherever its law is shown or signed for: on screen, on paper, for programs."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader

from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Grid, Paragraph, Report, Section, StyledText, text_of
from casinowar.reports.checklist import Checklist, checklist_for
from casinowar.reports.law import Law, law_behind
from casinowar.rulebooks import TomlText, load_rules, names, open_rulebook, sample_house
from casinowar.rulebooks.citations import citations

CHOSEN = 'tied_war = "tie_wager_pays_2_to_1"\nodd_half = "odd_chip_to_house"\n'
MINE = 'extends = "maryland"\nname = "maryland1"\n[war]\ntied = { pays = "1 to 2" }\n'


@pytest.fixture(name="house")
def house_fixture(tmp_path: Path) -> str:
    """Give the path of Maryland's sample with two readings that are not the defaults."""
    path = tmp_path / "b2.toml"
    path.write_text(
        sample_house("maryland").replace("[readings]\n", f"[readings]\n{CHOSEN}"), encoding="utf-8"
    )
    return str(path)


@pytest.fixture(name="law")
def law_fixture(house: str) -> Law:
    return law_behind("maryland", load_rules("maryland", house))


def grid_of(section: Section) -> Grid:
    [block] = section.blocks
    assert isinstance(block, Grid)
    return block


def facts(report: Report) -> dict[str, str]:
    grids = [block for section in report.sections for block in section.blocks if isinstance(block, Grid)]
    return {text_of(row[0]): text_of(row[1]) for grid in grids for row in grid.rows}


# the law


def test_a_clause_says_how_the_house_reads_it(law):
    shown = law.only("9.E(1)")
    assert facts(shown.report())["House"] == "readings.odd_half = odd_chip_to_house"
    assert shown.to_dict()["clauses"][0]["house"] == {"readings.odd_half": "odd_chip_to_house"}


def test_a_reading_says_which_of_its_choices_is_in_force(law):
    shown = law.only("R8")
    told = facts(shown.report())
    assert (
        told["In force"]
        == "(d) odd_half = odd_chip_to_house, not the default. The odd chip goes to the house."
    )
    assert told["Chosen by"].splitlines() == [
        "odd_half = exact (a, the default)",
        "odd_half = payable_in_chips (b)",
        "odd_half = odd_chip_to_player (c)",
        "odd_half = odd_chip_to_house (d, in force)",
    ]
    document = shown.to_dict()
    assert document["reading"]["choices"][-1] == "odd_half = odd_chip_to_house (d, in force)"
    [in_force] = document["readings"]
    assert (in_force["cites"], in_force["choice"], in_force["default"]) == ("R8", "odd_chip_to_house", False)


def test_the_default_is_in_force_where_nothing_is_chosen():
    shown = law_behind("maryland", load_rules("maryland")).only("R8")
    told = facts(shown.report())
    assert told["In force"].startswith("(a) odd_half = exact, the default. Exactly half")
    assert "odd_half = exact (a, the default, in force)" in told["Chosen by"]


def test_the_whole_law_begins_with_the_readings_that_the_house_chose(law):
    report = law.report()
    first = report.sections[0]
    assert first.title == "Readings that are not the defaults"
    grid = grid_of(first)
    assert [text_of(row[0]) for row in grid.rows] == ["R2(b)", "R8(d)"]
    assert "odd_half = odd_chip_to_house" in text_of(grid.rows[1][1])
    below = {
        text_of(row[0]): row[3].adds
        for row in grid_of(report.sections[1]).rows
        if isinstance(row[3], StyledText) and row[3].adds
    }
    assert below["9.E(1)"] == "House: readings.odd_half = odd_chip_to_house"
    assert "readings.tied_war = tie_wager_pays_2_to_1" in below["10.A(4)"]
    assert {each["reading"] for each in law.to_dict()["readings"] if not each["default"]} == {
        "tied_war",
        "odd_half",
    }


def test_a_house_at_the_defaults_has_no_such_section():
    law = law_behind("maryland", load_rules("maryland"))
    assert "Readings that are not the defaults" not in {each.title for each in law.report().sections}
    assert law.to_dict()["clauses"] != []


@pytest.mark.parametrize("clause", ["9.E(1)", "10.A(4)", "2.A", "2.B(5)(b)"])
def test_what_a_rulebook_says_under_another_reading_is_told_so(clause):
    shown = law_behind("maryland", load_rules("maryland")).only(clause)
    told = facts(shown.report())["Rulebook"].splitlines()
    others = [each for each in told if "readings." in each]
    assert others
    assert all(each.startswith("under another reading: maryland.toml: readings.") for each in others)
    document = shown.to_dict()["clauses"][0]
    assert not any("readings." in each for each in document["values"])
    assert [f"under another reading: {each}" for each in document["under_other_readings"]] == others


def test_a_reading_in_force_states_its_values_and_those_that_it_replaces_are_not(law):
    told = facts(law.only("10.A(4)").report())["Rulebook"].splitlines()
    assert "maryland.toml: readings.tied_war = tie_wager_pays_2_to_1" in told
    assert all(each.startswith("under another reading: ") for each in told if "war.tied" in each)


@pytest.mark.parametrize("rulebook", names())
def test_under_the_defaults_every_value_of_the_file_itself_is_in_force(rulebook):
    source = open_rulebook(rulebook)
    every, here = citations(source), citations(source, source.book())
    for clause, places in every.items():
        assert here.get(clause, []) == [place for place in places if ": readings." not in place]


# the list that is signed


def listed(house: str, rulebook: str = "maryland") -> Checklist:
    source, file = open_rulebook(rulebook), TomlText.read(house)
    return checklist_for(load_rules(source, file), source=source, file=file)


def test_the_list_has_the_readings_chosen_with_what_they_say(house):
    made = listed(house)
    [section] = [
        each for each in made.report().sections if each.title == "Readings that are not the defaults"
    ]
    [_, odd] = [tuple(map(text_of, row)) for row in grid_of(section).rows]
    assert odd[:2] == ("[x]", "R8(d)")
    assert odd[2] == (
        "What is half of an odd amount? odd_half = odd_chip_to_house: The odd chip goes to the house. "
        "By default: Exactly half, to the cent; an initial wager of an odd number of cents is refused."
    )
    assert dict_of_facts(made)["Readings"] == "2 of 48 are not the defaults, and stand below"
    assert [each["choice"] for each in made.to_dict()["readings"] if not each["default"]] == [
        "tie_wager_pays_2_to_1",
        "odd_chip_to_house",
    ]


def dict_of_facts(made: Checklist) -> dict[str, str]:
    return {fact.label: text_of(fact.value) for fact in made.report().facts}


def test_the_list_says_what_it_was_made_from(house):
    texts = {
        "rulebook": open_rulebook("maryland").text,
        "house file": Path(house).read_text(encoding="utf-8"),
    }
    wanted = {name: sha256(text.encode()).hexdigest() for name, text in texts.items()}
    made = listed(house)
    assert made.to_dict()["sha256"] == wanted
    told = dict_of_facts(made)
    assert [told["Rulebook's SHA-256"], told["House file's SHA-256"]] == [*wanted.values()]


def test_the_list_warns_of_what_loses(house):
    made = listed(house)
    assert made.warnings[0].startswith("Favors the player: bonus spin $5.00 returns 233.08%")
    first = made.report().sections[0]
    assert (first.title, first.blocks[0]) == ("Warnings", Paragraph(made.warnings[0], "warning"))
    assert made.to_dict()["warnings"] == [*made.warnings]


def test_paper_has_all_three(house, tmp_path):
    file, made = tmp_path / "list.pdf", listed(house)
    assert main(["law", "maryland", "--checklist", "--house", house, "--pdf", str(file)]) == 0
    said = "".join("".join(page.extract_text() for page in PdfReader(file).pages).split())
    for each in (*made.warnings, *made.sha256.values(), "R8(d)", "odd_half = odd_chip_to_house"):
        assert "".join(each.split()) in said


def test_the_command_has_all_three(house, capsys):
    assert main(["law", "maryland", "--checklist", "--house", house]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "returns 233.08%" in shown
    assert "odd_half = odd_chip_to_house" in shown
    assert listed(house).sha256["house file"] in shown
    assert main(["law", "maryland", "--checklist", "--house", house, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == listed(house).to_dict()


def test_a_list_for_a_rulebook_of_one_s_own_needs_its_file(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE, encoding="utf-8")
    with pytest.raises(InputError, match="no rulebook 'maryland1'"):
        checklist_for(load_rules(str(mine)))
    made = checklist_for(load_rules(str(mine)), source=open_rulebook(str(mine)))
    said = "The rulebook maryland1 is not built in: it is maryland with 1 value changed (war.tied)."
    assert said in [each.text for each in made.report().about]
    assert made.report().foot[0].text == "This list has a rulebook that is not built in."
    assert made.to_dict()["based_on"] == "maryland with 1 value changed (war.tied)"


def test_the_page_that_is_signed_says_what_else_is_signed_for(house, tmp_path):
    file, made = tmp_path / "list.pdf", listed(house)
    said = "This list has 2 warnings and 2 readings that are not the defaults."
    assert made.report().foot == (Paragraph(said, "warning"),)
    made.to_pdf(file)
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(file).pages]
    assert said in pages[-1]
    for digest in made.sha256.values():
        assert all(digest[:16] in page for page in pages)
    usual = checklist_for(load_rules("washington")).report()
    assert usual.foot == ()


def test_a_reading_that_the_rulebook_decides_itself_is_not_among_the_defaults(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE, encoding="utf-8")
    made = checklist_for(load_rules(str(mine)), source=open_rulebook(str(mine)))
    said = "all 47 are the defaults; not in force, because the rulebook itself decides: tied_war (R2)"
    assert dict_of_facts(made)["Readings"] == said
