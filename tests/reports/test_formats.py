"""Reports as CSV and LaTeX."""

import csv
import io
import re

import pytest

from casinowar.cli import main
from casinowar.reports.blocks import Column, Report, Told, Words, fractions, grid, section, words
from casinowar.reports.latex import latex
from casinowar.reports.spreadsheet import spreadsheet

REPORT = Report(
    title="Fees & odds",
    name="ours",
    about=(Words("50 % of all."),),
    sections=(
        section(
            "Edges",
            grid(
                [
                    {
                        words("Wager"): Told("tie_1", adds="9.A"),
                        Column("edge"): "−1.5 %",
                        fractions("exact"): "-3/200",
                    },
                    {words("Wager"): "a, b", Column("edge"): "$2.00 ≠ 3", fractions("exact"): "1/2"},
                ]
            ),
        ),
    ),
)
COMMANDS = [
    ["odds", "maryland", "--sample"],
    ["odds", "california", "--decks", "1,2"],
    ["odds", "washington", "--readings"],
    ["compare", "maryland", "wisconsin"],
    ["law", "maryland"],
    ["law", "maryland", "--checklist"],
    ["law", "--search", "tie"],
    ["rulebooks"],
]


def test_csv_has_each_table_under_its_title():
    rows = [*csv.reader(io.StringIO(spreadsheet(REPORT)))]
    assert rows == [
        ["# ours: Fees & odds"],
        ["# Edges"],
        ["Wager", "Wager, besides", "edge", "exact"],
        ["tie_1", "9.A", "-1.5 %", "-3/200"],
        ["a, b", "", "$2.00 ≠ 3", "1/2"],
    ]


def test_csv_has_warnings_as_remarks():
    grave = Report(
        title="Sheet",
        about=(Words("Aside.", "quiet"), Words("Beware.", "warning")),
        sections=(section("Left out", Words("The bank.", "warning")), *REPORT.sections),
        foot=(Words("It ends early.", "bad"),),
    )
    text = spreadsheet(grave)
    assert text.startswith("# Sheet\n# Beware.\n# Left out: The bank.\n\n# Edges\n")
    assert text.endswith("\n\n# It ends early.\n")
    assert "Aside" not in text


def test_latex_escapes_what_it_has_to():
    text = latex(REPORT)
    assert r"\section*{ours: Fees \& odds}" in text
    assert r"50 \% of all." in text
    assert r"tie\_1" in text
    assert r"$-$1.5 \%" in text
    assert r"\$2.00 $\ne$ 3" in text
    assert text.count(r"\begin{longtable}") == text.count(r"\end{longtable}") == 1
    assert r"\toprule" in text


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_report_with_tables_can_be_written_so(command, capsys):
    assert main([*command, "--format", "csv"]) == 0
    rows = [*csv.reader(io.StringIO(capsys.readouterr().out))]
    assert len(rows) > 5
    assert main([*command, "--format", "latex"]) == 0
    text = capsys.readouterr().out
    strange = {sign for sign in text if ord(sign) > 255} - set("–—“”‘’…•")
    assert not strange
    assert not re.search(r"(?<!\\)[#_%]", re.sub(r"^%.*$", "", text, flags=re.MULTILINE))
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")


def test_json_by_its_name_is_json(capsys):
    assert main(["law", "washington", "--json"]) == 0
    first = capsys.readouterr().out
    assert main(["law", "washington", "--format", "json"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    "arguments",
    [
        ["law", "maryland", "--format", "xml"],
        ["law", "maryland", "--format", "csv", "--json"],
        ["odds", "maryland", "--format", "csv", "--pdf", "x.pdf"],
        ["rulebooks", "--show", "maryland", "--format", "csv"],
    ],
)
def test_one_kind_of_output_at_a_time(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""
