"""What no clause says is shown as our assumption wherever it is cited, and never as a clause."""

import json
import re
from io import StringIO

import pytest
from rich.console import Console

from casinowar.cli import main
from casinowar.cli.play.explanation import Explanation
from casinowar.cli.play.rules_page import rules_in_force
from casinowar.game.citation import clause_in_words
from casinowar.law.catalog import jurisdictions, readings
from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.checklist import checklist_for
from casinowar.reports.law import law_behind
from casinowar.rulebooks import RulebookFile, load_rules, names, open_rulebook
from casinowar.rulebooks.citations import clauses_cited

EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())
BARE = re.compile(r"\bR(?:36|12|31|40|68|108|117)\b")

SILENT = {
    "maryland": {"wagers.limits": "R12", "irregularities.ruling": "R68", "cut.unlisted": "R88"},
    "washington": {
        **dict.fromkeys(("cards.ranking", "cards.suits", "shuffle.reshuffle", "cut.cover_card"), "R36"),
        **dict.fromkeys(
            ("cut.load", "wagers.closes", "wagers.fixed", "deal.call", "cut.after_hand_shuffle"), "R36"
        ),
        "seating.seats": "R117",
        "seating.leaving": "R40",
        "settlement.last_collection": "R108",
        "irregularities.ruling": "R68",
    },
    "south_dakota": {
        **dict.fromkeys(
            ("shuffle.before_play", "shuffle.by_order", "cut.cover_card", "wagers.closes"), "R36"
        ),
        "seating.seats": "R117",
        "seating.leaving": "R40",
        "settlement.last_collection": "R108",
        "irregularities.ruling": "R68",
    },
    "california": {
        **dict.fromkeys(
            ("cut.margin", "cut.cover_card", "cut.passes", "cut.first_player", "cut.dealer_cuts"), "R31"
        ),
        "cut.cover_among_burns": "R22",
        "seating.leaving": "R40",
        "irregularities.ruling": "R68",
    },
    "wisconsin": {
        "seating.seats": "R117",
        "seating.leaving": "R40",
        "wagers.limits": "R12",
        "irregularities.ruling": "R68",
        "cut.unlisted": "R109",
    },
}
"""Values that the texts do not state, whatever else is added."""


def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")


@EACH_DOCUMENT
def test_what_the_text_does_not_say_cites_the_reading_that_assumes_it(jurisdiction):
    cited = dict(clauses_cited(open_rulebook(jurisdiction).values))
    assert {place: cited[place] for place in SILENT[jurisdiction]} == SILENT[jurisdiction]


def test_an_assumption_is_written_as_ours():
    assert clause_in_words("(h)(4); R108") == "(h)(4); our assumption R108"


@EACH_DOCUMENT
def test_the_law_lists_every_assumption_with_its_reading(jurisdiction):
    rules = load_rules(jurisdiction)
    law = law_behind(jurisdiction, rules)
    wanted = {
        (clause, place)
        for place, clauses in clauses_cited(open_rulebook(jurisdiction).values)
        for clause in clauses.split("; ")
        if clause.startswith("R")
    }
    stated = [each for each in law.assumptions if not each.value.startswith("house.")]
    assert {(each.reading, each.value) for each in stated} == wanted
    for each in law.assumptions:
        assert each.title == readings()[each.reading].title
        assert not re.search(r"\([a-z]\)", each.says)
    [told] = [section for section in law.report().sections if section.title == "Our assumptions"]
    [table] = [block for block in told.blocks if isinstance(block, Grid)]
    assert [text_of(row[0]) for row in table.rows] == [
        *dict.fromkeys(each.reading for each in law.assumptions)
    ]


def test_an_assumption_says_how_the_reading_is_taken_here():
    def says(**chosen: str) -> dict[str, str]:
        rules = load_rules("washington", readings=chosen)
        return {each.value: each.says for each in law_behind("washington", rules).assumptions}

    assert says()["seating.leaving"] == "always settled on the cards, a tie hand being surrendered."
    assert says(leaving_player="lost")["seating.leaving"] == "They are always lost."
    assert says()["shuffle.reshuffle"].startswith(
        "ace high, suits equal, as in the four other documents, six, "
    )


def test_the_laws_json_has_the_assumptions(capsys):
    assert main(["law", "washington", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    [seats] = [each for each in printed["assumptions"] if each["value"] == "seating.seats"]
    assert seats["reading"] == "R117"
    assert seats["title"] == readings()["R117"].title


def test_a_single_clause_has_no_assumptions(capsys):
    assert main(["law", "washington", "--clause", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["assumptions"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "washington", "maryland", "--all"],
        ["odds", "washington"],
        ["law", "washington", "--checklist"],
    ],
)
def test_no_assumption_stands_bare_on_the_screen(arguments, capsys, monkeypatch):
    columns(monkeypatch)
    assert main(arguments) == 0
    for line in capsys.readouterr().out.splitlines():
        for found in BARE.finditer(line):
            before = line[: found.start()].rstrip()
            assert before.endswith(("our assumption", "as read here:", "reading")), line


@pytest.mark.parametrize("rulebook", names())
def test_a_table_in_the_terminal_shows_an_assumption_as_ours(rulebook):
    source, rules = open_rulebook(rulebook), load_rules(rulebook)
    explanation = Explanation(source, rules)
    shown = Console(width=200, file=StringIO(), record=True)
    shown.print(explanation.clauses("R68"), explanation.asked("R40") if rulebook != "maryland" else "")
    told = shown.export_text()
    assert told.startswith("our assumption R68\n")
    shown.print(rules_in_force(source, rules))
    for line in shown.export_text().splitlines():
        ending = re.search(r"(.*?)\s*\b(R\d+)\s*$", line)
        assert not ending or ending[2] in _cited(source) or ending[1].endswith("our assumption"), line


def _cited(source: RulebookFile) -> set[str]:
    """List the numbers of the readings that a rulebook offers, which stand beside their names."""
    return {each.cites for each in source.readings.values()}


@pytest.mark.parametrize("rulebook", names())
def test_the_checklist_marks_an_assumption(rulebook):
    report = checklist_for(load_rules(rulebook)).report()
    for section in report.sections:
        for block in section.blocks:
            rows = block.rows if isinstance(block, Grid) else ()
            assert not [row for row in rows if re.fullmatch(r"R\d+", text_of(row[1]))]
