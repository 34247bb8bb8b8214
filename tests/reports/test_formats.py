"""Reports as CSV and LaTeX."""

import csv
import io
import re
from fractions import Fraction
from itertools import takewhile

import pytest
from msgspec.structs import replace

from casinowar.cli import main
from casinowar.reports.blocks import (
    Column,
    Paragraph,
    Report,
    StyledText,
    exact_column,
    grid,
    section,
    text_column,
)
from casinowar.reports.checklist import checklist_for
from casinowar.reports.latex import latex
from casinowar.reports.numbers import dollars, marked, signed
from casinowar.reports.run.results import MeterFound
from casinowar.reports.spreadsheet import spreadsheet
from casinowar.rulebooks import load_rules
from tests.support.sample_run import PLAYED

REPORT = Report(
    title="Fees & odds",
    name="ours",
    about=(Paragraph("50% of all."),),
    sections=(
        section(
            "Edges",
            grid(
                [
                    {
                        text_column("Wager"): StyledText("tie_1", adds="9.A"),
                        Column("edge"): "−1.5%",
                        exact_column("exact"): "-3/200",
                    },
                    {text_column("Wager"): "a, b", Column("edge"): "$2.00 ≠ 3", exact_column("exact"): "1/2"},
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
        ["tie_1", "9.A", "-1.5%", "-3/200"],
        ["a, b", "", "$2.00 ≠ 3", "1/2"],
    ]


def column(written, title, head):
    """Give the cells under a head in the table with a title."""
    rows = iter(csv.reader(io.StringIO(written)))
    next(row for row in rows if row and row[0] == f"# {title}")
    place = next(rows).index(head)
    return [row[place] for row in takewhile(bool, rows)]


def test_csv_has_no_blanks_around_its_heads(capsys):
    assert main(["odds", "maryland", "--sample", "--format", "csv"]) == 0
    heads = [head for row in csv.reader(io.StringIO(capsys.readouterr().out)) for head in row]
    assert not [head for head in heads if head != head.strip()]


def test_latex_writes_a_power_as_one():
    report = Report(title="", sections=(section("", Paragraph("1.080 × 10⁻¹³ of 5²")),))
    assert r"1.080 $\times$ 10$^{-13}$ of 5$^{2}$" in latex(report)


def test_csv_has_plain_numbers_with_all_their_digits(capsys):
    assert main(["odds", "maryland", "--sample", "--format", "csv"]) == 0
    written = capsys.readouterr().out
    edges = column(written, "Summary", "house edge (share of 1)")
    assert float(edges[0]) == float(Fraction(23138, 993023))
    assert column(written, "Summary", "house edge, exact")[0] == "23138/993023"
    kurtosis = column(written, "Summary: How far results vary", "excess kurtosis")
    assert all(map(float, kurtosis))
    assert not any("," in each for each in kurtosis)
    ways = "Initial wager: War on ties: a cycle of 4,965,115 ways"
    assert column(written, ways, "ways")[0] == "170016"
    assert column(written, ways, "net result") == ["-2", "-1", "1", "2"]
    chances = "Progressive wager: Wager of $5.00, war on ties"
    assert float(column(written, chances, "chance (share of 1)")[0]) == 2 / 993023


def test_where_units_differ_each_number_has_its_own(capsys):
    assert main(["odds", "california", "--decks", "1,2", "--format", "csv"]) == 0
    written = capsys.readouterr().out
    assert column(written, "Edges by decks", "1 deck, unit")[:2] == ["share of 1", "share of 1"]
    assert "%" not in written


def test_csv_of_a_comparison_has_plain_numbers_too(capsys):
    assert main(["compare", "maryland", "wisconsin", "--format", "csv"]) == 0
    edges = capsys.readouterr().out.split("# Edges\n")[1]
    rows = [*csv.reader(io.StringIO(edges))]
    by_figure = {row[0]: dict(zip(rows[0], row, strict=True)) for row in rows[1:]}
    assert "%" not in edges
    assert by_figure["Tie wager"]["Maryland"] == "0.1864951768488746"
    assert by_figure["Tie wager"]["Maryland, unit"] == "share of 1"
    assert by_figure["Tie wager"]["Maryland, besides"] == "58/311"
    most = by_figure["Best play, most decks allowed"]
    assert float(most["Maryland"]) == 276706 / 11826255
    assert (most["Maryland, mark"], most["Maryland, besides"]) == ("8 decks", "276706/11826255")


def test_csv_of_readings_has_what_they_change_as_a_number(capsys):
    assert main(["odds", "south_dakota", "--readings", "--format", "csv"]) == 0
    written = capsys.readouterr().out
    changes, so_read, default = (
        column(written, "tie_hand", head)[2] for head in ("change", "so read", "default")
    )
    assert float(changes) == pytest.approx(float(so_read) - float(default))
    assert column(written, "tie_hand", "change, unit")[2] == "share of 1"


def test_csv_of_the_hold_has_the_handle_in_dollars(capsys):
    assert main(["odds", "washington", "--sample", "--format", "csv"]) == 0
    title = "Several seats: Hold of 7 seats (initial, war on ties) by handle and confidence"
    handles = column(capsys.readouterr().out, title, "handle (dollars)")
    assert handles == ["35000", "350000", "3500000", "35000000"]


def test_csv_of_amounts_is_in_dollars():
    table = grid(
        [{text_column("who"): "Ann", Column("won"): dollars(-123456_50)}, {text_column("who"): "Bo, 2"}]
    )
    text = spreadsheet(Report(title="Amounts", sections=(section("", table),)))
    assert text == '# Amounts\nwho,won (dollars)\nAnn,-123456.5\n"Bo, 2",\n'


def test_csv_counts_how_often_a_meter_was_won():
    never = MeterFound(name="primary", average=5_000.0, wins=0, average_win=None, largest_win=None)
    once = MeterFound(name="secondary", average=5_000.0, wins=1, average_win=6e5, largest_win=600_000)
    rows = [*csv.reader(io.StringIO(spreadsheet(replace(PLAYED, meters=(never, once)).report())))]
    place = rows.index(["# Meters"])
    won = rows[place + 1].index("Won")
    assert [row[won] for row in rows[place + 2 : place + 4]] == ["0", "1"]


def test_csv_has_warnings_as_remarks():
    grave = Report(
        title="Sheet",
        about=(Paragraph("Aside.", "quiet"), Paragraph("Beware.", "warning")),
        sections=(section("Left out", Paragraph("The bank.", "warning")), *REPORT.sections),
        foot=(Paragraph("It ends early.", "bad"),),
    )
    text = spreadsheet(grave)
    assert text.startswith("# Sheet\n# Beware.\n# Left out: The bank.\n\n# Edges\n")
    assert text.endswith("\n\n# It ends early.\n")
    assert "Aside" not in text


def test_latex_escapes_what_it_has_to():
    text = latex(REPORT)
    assert r"\section*{ours: Fees \& odds}" in text
    assert r"50\% of all." in text
    assert r"tie\_1" in text
    assert r"$-$1.5\%" in text
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
        ["rulebooks", "--show", "maryland", "--format", "csv"],
    ],
)
def test_one_kind_of_output_at_a_time(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""


def test_rough_errors_are_numbers_with_a_column_that_says_so(capsys):
    asked = ["simulate", "maryland", "--rounds", "200", "--seed", "1", "--with", "tie", "--format", "csv"]
    assert main(asked) == 0
    rows = [*csv.reader(io.StringIO(capsys.readouterr().out))]
    tables = [place for place, row in enumerate(rows) if "Std. error (share of 1)" in row]
    assert tables
    for place in tables:
        error, rough = (rows[place].index(head) for head in ("Std. error (share of 1)", "Std. error, mark"))
        cells = [*takewhile(bool, rows[place + 1 :])]
        assert all(float(row[error]) >= 0 for row in cells if row[error])
        assert {row[rough] for row in cells} <= {"rough", ""}
        assert any(row[rough] for row in cells)


def test_a_mark_stands_beside_the_number_that_it_is_about():
    rows = [{Column("z"): marked(signed(1.5), "~", "rough")}, {Column("z"): marked(None, "†", "finer")}]
    text = spreadsheet(Report(title="Marks", sections=(section("", grid(rows)),)))
    assert text == '# Marks\nz,"z, mark"\n1.5,rough\n,finer\n'
    assert [str(row[0]) for row in grid(rows).rows] == ["~ +1.50", "†"]


def test_a_box_to_tick_is_no_argument_of_the_end_of_a_row():
    text = checklist_for(load_rules("maryland")).to_latex()
    assert "{[ ]} & " in text
    assert not re.search(r"\\\\\s*\[", text)
