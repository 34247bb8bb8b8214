"""Reports in the terminal: what is drawn, and what a narrow one leaves to paper."""

import pytest

from casinowar.cli.rendering import draw
from casinowar.reports.blocks import (
    Block,
    Column,
    Fact,
    Formula,
    Grid,
    Paragraph,
    PictureName,
    Report,
    StyledText,
    detail_column,
    exact_column,
    grid,
    section,
    text_column,
)

FRACTION = "5515206403776/4930473392645"
NUMBERS = {
    text_column("wager"): "initial, played until the end of every war",
    exact_column("variance, exact"): FRACTION,
    Column("variance"): "1.1186",
    detail_column("a detail that is long"): "0.123456789",
}


@pytest.fixture
def drawn(capsys, monkeypatch):
    """Draw blocks and give the lines, the heading left out."""

    def run(*blocks: Block | str, columns: int = 100, facts: tuple[Fact, ...] = ()) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        draw(Report(title="t", sections=(section("s", *blocks),), facts=facts))
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= columns
        return [line.rstrip() for line in lines]

    return run


@pytest.mark.parametrize(
    ("columns", "shown"),
    [(110, {FRACTION, "1.1186", "0.123456789"}), (80, {"1.1186", "0.123456789"}), (34, {"1.1186"})],
)
def test_fractions_are_left_out_first_then_details(drawn, columns, shown):
    text = "\n".join(drawn(grid([NUMBERS]), columns=columns))
    assert {each for each in (FRACTION, "1.1186", "0.123456789") if each in text} == shown


def test_a_long_fact_goes_on_under_its_own_words(drawn):
    facts = (Fact("Rulebook", "not built in: maryland with 2 values changed"), Fact("House", "none"))
    lines = drawn("words", columns=36, facts=facts)
    assert lines[1:5] == [
        "Rulebook  not built in: maryland",
        "          with 2 values changed",
        "House     none",
        "",
    ]


def test_a_word_too_long_to_stand_beside_its_label_stands_below_it_whole(drawn):
    lines = drawn("words", columns=36, facts=(Fact("Digest", "0123456789abcdef" * 2),))
    assert lines[1:3] == ["Digest", "0123456789abcdef" * 2]


def test_details_without_room_are_named(drawn):
    named = "Left out, for want of room: a detail that is long."
    assert named in " ".join(drawn(grid([NUMBERS]), columns=34))
    assert named not in " ".join(drawn(grid([NUMBERS]), columns=80))


def test_fractions_that_are_all_too_long_have_no_column(drawn):
    rows = [{text_column("wager"): "tie", exact_column("exact"): "", Column("edge"): "2%"}]
    assert "wager   edge" in drawn(grid(rows))


def test_rows_that_are_details_are_left_to_paper_and_lines_stay(drawn):
    table = grid(
        ({Column("seats"): str(number)} for number in range(1, 5)), details=(1, 2), lines_before=(3,)
    )
    assert drawn(table)[-3:] == ["    1", "", "    4"]


def test_what_is_for_paper_is_not_drawn(drawn):
    lines = drawn(
        Paragraph("said"),
        Paragraph("derived", paper=True),
        Formula("x"),
        PictureName("y"),
        grid([NUMBERS], paper=True),
    )
    assert lines == ["t", "", "s", "said"]
    assert drawn(Paragraph("derived", paper=True)) == ["t"], "no heading without anything below it"


def test_words_and_tables_can_be_indented(drawn):
    table = Grid(columns=(text_column(""),), rows=(("below",),), indent=4)
    assert drawn(Paragraph("choice", indent=2), table)[-2:] == ["  choice", "    below"]


def test_facts_are_aligned_and_those_of_paper_left_out(drawn):
    facts = (
        Fact("House", "none"),
        Fact("Initial wager", StyledText("$5.00", "warning")),
        Fact("x", "y", paper=True),
    )
    assert drawn("said", facts=facts)[:4] == ["t", "House          none", "Initial wager  $5.00", ""]


def beside(*labels: str) -> Grid:
    """Put the same values of several things side by side."""
    columns = (
        text_column("Topic", width=10),
        text_column("", width=1),
        *(text_column(label, width=20) for label in labels),
    )
    cells = [StyledText("6 or 8" if label == "a" else "6", adds=f"clause {label}") for label in labels]
    return Grid(columns=columns, rows=(("Decks", StyledText("≠"), *cells),), gathered=("Value", "Who"))


def test_things_stand_side_by_side_where_there_is_room(drawn):
    lines = drawn(beside("a", "b", "c"), columns=90)
    assert lines[-2].split() == ["Decks", "≠", "6", "or", "8", "6", "6"]
    assert lines[-1].split() == ["clause", "a", "clause", "b", "clause", "c"]


def test_things_are_gathered_by_value_where_there_is_none(drawn):
    lines = drawn(beside("a", "b", "c"), columns=60)
    assert [line.split() for line in lines[-2:]] == [
        ["Decks", "≠", "6", "or", "8", "a", "clause", "a"],
        ["6", "b", "clause", "b,", "c", "clause", "c"],
    ]


def test_a_table_without_room_is_written_row_by_row(drawn):
    columns = [text_column("wager"), text_column("played"), Column("house edge"), exact_column("exact")]
    rows = [("initial", "war_on_every_tie", "2.3301%", FRACTION), ("tie", "", "18.6495%", FRACTION)]
    table = Grid(columns=tuple(columns), rows=tuple(rows))
    assert drawn(table, columns=30)[-5:] == [
        "initial",
        "  played  war_on_every_tie",
        "  house edge  2.3301%",
        "tie",
        "  house edge  18.6495%",
    ]
