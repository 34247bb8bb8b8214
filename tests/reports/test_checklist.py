"""The set-up list as a value."""

import json

import pytest
from pypdf import PdfReader

from casinowar.cli import main
from casinowar.game.book.house import House
from casinowar.game.citation import clause_in_words
from casinowar.game.words import Shuffler
from casinowar.law.catalog import Treatment, clauses, jurisdictions
from casinowar.law.choices import conditions, equipment, to_set_up
from casinowar.reports.blocks import Grid, Paragraph, text_of
from casinowar.reports.checklist import checklist_for
from casinowar.reports.names import rulebook
from casinowar.rulebooks import load_rules, load_sample, sample_house

EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())


@EACH_DOCUMENT
def test_every_equipment_clause_is_on_the_list(jurisdiction):
    listed = checklist_for(load_rules(jurisdiction)).checklist
    found = {each.clause: each.item for each in listed if each.kind == "equipment"}
    of_readings = {each.clause: each.item for each in to_set_up(jurisdiction)}
    of_clauses = {each.clause: said for each in clauses(jurisdiction) if (said := equipment(each))}
    assert found == of_clauses | of_readings
    for each in clauses(jurisdiction):
        if each.treatment is Treatment.EQUIPMENT:
            assert found[each.clause] == each.summary


@EACH_DOCUMENT
def test_table_and_cards_stand_in_the_order_of_the_text(jurisdiction):
    order = [each.clause for each in clauses(jurisdiction)]
    listed = [each.partition(";")[0] for each in clauses_of("equipment", jurisdiction=jurisdiction)]
    assert listed == sorted(listed, key=order.index)


@EACH_DOCUMENT
def test_what_is_signed_says_whose_rules_they_are(jurisdiction):
    report = checklist_for(load_rules(jurisdiction)).report()
    assert (report.facts[0].label, report.facts[0].value) == ("Rulebook", rulebook(jurisdiction))


@pytest.mark.parametrize(
    ("jurisdiction", "cited", "item"),
    [
        ("maryland", "2.B", "Confirm that the layout is approved."),
        ("california", "notice", "Confirm that the owner's agreement to the game was submitted."),
        ("south_dakota", "(1)", "Confirm that the table is designated for the game."),
    ],
)
def test_the_approvals_come_first(jurisdiction, cited, item):
    first = checklist_for(load_rules(jurisdiction)).checklist[0]
    assert (first.kind, first.clause, first.item) == ("approval", cited, item)


def test_further_approvals_follow_from_the_house():
    house = House(odds_on_sign=True, tip_box_elsewhere=True, shuffler=Shuffler.CONTINUOUS)
    listed = checklist_for(load_rules("maryland", house)).checklist
    assert [each.clause for each in listed if each.kind == "approval"] == ["2.B", "2.B(6)", "2.E", "5.J"]


def clauses_of(kind, house=None, jurisdiction="maryland"):
    found = checklist_for(load_rules(jurisdiction, house)).checklist
    return [each.clause for each in found if each.kind == kind]


@pytest.mark.parametrize(("preshuffled", "said"), [(True, "preshuffled = yes"), (False, "default: no")])
def test_preshuffled_decks_are_a_choice_on_the_list(preshuffled, said):
    house = House(decks=6, preshuffled=preshuffled)
    [item] = [each for each in checklist_for(load_rules("maryland", house)).checklist if each.clause == "4.F"]
    assert (item.kind, item.made) == ("choice", preshuffled)
    assert item.item.startswith("decks that come inspected and shuffled: preshuffled")
    assert item.item.endswith(said)


def test_the_devices_of_side_wagers_are_named_where_they_are_offered():
    devices = {"2.B(7)(a)", "2.B(7)(b)", "2.C(1)", "2.C(2)"}
    assert devices <= {*clauses_of("equipment", load_sample("maryland"))}
    assert not devices & {*clauses_of("equipment", House(decks=6))}


def test_a_house_that_shuffles_by_hand_has_no_batches_to_set_up():
    by_hand = House(shuffler=Shuffler.BY_HAND, decks=6)
    assert "3.B(2)" in clauses_of("equipment")
    assert "3.B(2)" not in clauses_of("equipment", by_hand)
    assert {"3.A"} == {"3.A", "3.B", "5.J"} & {*clauses_of("choice", by_hand)}
    batches = House(shuffler=Shuffler.BATCH, decks=8)
    assert "3.B(2)" in clauses_of("equipment", batches)
    assert {"3.B"} == {"3.A", "3.B", "5.J"} & {*clauses_of("choice", batches)}


def test_what_the_house_does_not_offer_need_not_be_set_up():
    plain, sample = House(decks=8), load_sample("maryland")
    side = {"2.B(4)", "2.B(7)", "2.C"}
    assert not side & {*clauses_of("equipment", plain)}
    assert side <= {*clauses_of("equipment", sample)}
    assert {"7.F(3)", "7.F(4)"} <= {*clauses_of("choice", plain)}
    assert not {"10.C", "10.D(3)"} & {*clauses_of("choice", plain)}
    assert {"10.C", "10.D(3)"} <= {*clauses_of("choice", sample)}


def test_odds_stand_on_the_layout_or_on_a_sign():
    assert "2.B(6)" not in clauses_of("equipment", House(decks=6))
    assert "2.B(6)" in clauses_of("choice", House(decks=6))
    sign = clauses_of("equipment", House(decks=6, odds_on_sign=True))
    assert "2.B(6)" in sign
    assert "2.B(5)(a)" not in sign


@pytest.mark.parametrize(("payout_limit", "posted"), [("50000", True), ("none", False), (None, False)])
def test_a_payout_limit_is_posted_where_there_is_one(payout_limit, posted):
    listed = clauses_of("equipment", House(decks=6, payout_limit=payout_limit))
    assert ("2.B(5)(b); R86" in listed) is posted


def test_the_list_says_whose_it_is():
    house = checklist_for(load_rules("maryland", load_sample("maryland"))).report().facts[1]
    assert (house.label, house.value) == ("House", "sample submission")
    without = checklist_for(load_rules("maryland")).report()
    assert [fact.label for fact in without.facts] == ["Rulebook", "Rulebook's SHA-256", "Readings"]
    assert without.about[0].text == "All that may concern a house."


@EACH_DOCUMENT
def test_conditions_are_about_clauses_on_the_list(jurisdiction):
    found = checklist_for(load_rules(jurisdiction)).checklist
    assert conditions(jurisdiction).keys() <= {each.clause for each in found}


def test_no_item_is_split_between_pages(tmp_path):
    house, file = tmp_path / "house.toml", tmp_path / "list.pdf"
    house.write_text(sample_house("maryland"), encoding="utf-8")
    assert main(["law", "maryland", "--checklist", "--house", str(house), "--pdf", str(file)]) == 0
    pages = [page.extract_text() for page in PdfReader(file).pages]
    [last] = [page for page in pages if "bonus_spin.positions = 1, 1" in page]
    assert "stops of the hot spot wheel" in last


def test_the_list_on_paper(tmp_path):
    made, file = checklist_for(load_rules("maryland", load_sample("maryland"))), tmp_path / "list.pdf"
    made.to_pdf(file)
    reader = PdfReader(file)
    said = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    for each in made.checklist:
        assert clause_in_words(each.clause).split(";")[0] in said
    assert "sample submission" in said
    assert "Signature" in said
    assert float(reader.pages[0].mediabox.width) == 612
    first = file.read_bytes()
    made.to_pdf(file)
    assert file.read_bytes() == first
    made.to_pdf(file, paper="A4")
    assert round(float(PdfReader(file).pages[0].mediabox.width)) == 595


def test_the_command_writes_it(tmp_path, capsys):
    file = tmp_path / "list.pdf"
    assert main(["law", "washington", "--checklist", "--pdf", str(file)]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"Wrote {file}.\n")
    assert file.read_bytes().startswith(b"%PDF-")
    assert main(["law", "washington", "--checklist", "--pdf", str(file), "--paper", "a4"]) == 0
    assert round(float(PdfReader(file).pages[0].mediabox.width)) == 595
    assert main(["law", "washington", "--pdf", str(file)]) == 2
    assert main(["law", "washington", "--checklist", "--json", "--pdf", str(file)]) == 2
    assert main(["law", "washington", "--checklist", "--pdf", "x.txt"]) == 2
    assert "ends in .pdf" in capsys.readouterr().err


@EACH_DOCUMENT
def test_each_item_has_a_box_to_tick(jurisdiction):
    made = checklist_for(load_rules(jurisdiction))
    report = made.report()
    assert [section.title for section in report.sections] == [
        "Approvals",
        "Table and cards",
        "Choices of the house",
    ]
    for section, kind in zip(report.sections, ("approval", "equipment", "choice"), strict=True):
        wanted = [
            ("[x]" if each.made else "[ ]", clause_in_words(each.clause).replace("; ", ";\n"), each.item)
            for each in made.checklist
            if each.kind == kind
        ]
        [block] = section.blocks
        if wanted:
            assert isinstance(block, Grid)
            assert [tuple(map(text_of, row)) for row in block.rows] == wanted
        else:
            assert block == Paragraph("The text asks for nothing.")


def choices_of(jurisdiction, house=None):
    listed = checklist_for(load_rules(jurisdiction, house)).checklist
    return {each.clause: each for each in listed if each.kind == "choice"}


@EACH_DOCUMENT
def test_without_a_house_nothing_is_ticked(jurisdiction):
    found = choices_of(jurisdiction).values()
    assert found
    assert not any(each.made for each in found)


def test_without_a_house_defaults_are_called_so():
    assert (
        choices_of("south_dakota")["(1)"].item
        == "number of decks, of each batch where there are two: decks, default: 6"
    )
    assert "limits, not set" in choices_of("maryland")["R12"].item
    assert "default" not in choices_of("maryland")["2.B(5)(b)"].item
    assert choices_of("maryland")["7.F(3)"].item.endswith("progressive, default: not offered")


def test_with_a_house_what_its_file_says_is_ticked(tmp_path, capsys):
    file = tmp_path / "house.toml"
    file.write_text("decks = 6\nodds_on_sign = false\n[limits.initial]\nminimum = '5'\n")
    assert main(["law", "south_dakota", "--checklist", "--house", str(file), "--json"]) == 0
    listed = {each["clause"]: each for each in json.loads(capsys.readouterr().out)["checklist"]}
    assert [listed[clause]["made"] for clause in ("(1)", "(2)", "(5)")] == [True, True, True]
    assert listed["(1)"]["item"] == "number of decks, of each batch where there are two: decks = 6"
    file.write_text("seats = 6\n")
    assert main(["law", "south_dakota", "--checklist", "--house", str(file), "--json"]) == 0
    listed = {each["clause"]: each for each in json.loads(capsys.readouterr().out)["checklist"]}
    assert [listed[clause]["made"] for clause in ("(1)", "(2)", "(5)")] == [False, False, False]
    assert listed["(5)"]["item"].endswith("odds_on_sign, default: no")


def test_a_house_of_python_says_what_differs_from_the_defaults():
    found = choices_of("maryland", House(decks=8, odds_on_sign=True))
    assert found["2.B(6)"].made
    assert not found["2.E"].made
    assert found["3.A"].item.endswith(
        "default: by hand; number of decks, of each batch where there are two: decks = 8"
    )


@EACH_DOCUMENT
def test_wagering_limits_are_on_every_list(jurisdiction):
    found = choices_of(jurisdiction, load_sample(jurisdiction)).values()
    [line] = [each for each in found if "limits =" in each.item]
    assert line.made
    assert "initial" in line.item


def test_paper_says_what_the_screen_says_and_what_a_cross_means(tmp_path):
    made, file = checklist_for(load_rules("washington")), tmp_path / "list.pdf"
    made.to_pdf(file)
    said = " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())
    assert "All that may concern a house." in said
    assert "the house file says so" in said
    assert any("[x]" in each.text and "[ ]" in each.text for each in made.report().about)


def test_the_wheel_of_the_house_is_on_the_list_with_its_weights():
    made = checklist_for(load_rules("maryland", load_sample("maryland")))
    [wheel] = [each for each in made.checklist if each.clause == "R61"]
    assert wheel.made
    assert "bonus_spin.hot_spot.stops = 2000" in wheel.item
    assert "primary jackpot: 1; secondary jackpot: 3; $1,000: 16" in wheel.item
    assert "$150: 2; $100: 4" in wheel.item
    assert "bonus_spin.positions = 1, 1, 1, 1, 1, 1, 1" in wheel.item
    assert "R61" not in clauses_of("choice", House(decks=8))


def test_the_list_says_how_many_seats_the_house_has():
    sample = checklist_for(load_rules("maryland", load_sample("maryland"))).checklist
    [table] = [each.item for each in sample if each.clause == "2.A"]
    assert table.endswith("This house: 7 seats.")
