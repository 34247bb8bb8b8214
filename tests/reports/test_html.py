"""Reports in a notebook."""

from casinowar.reports.blocks import (
    Column,
    Fact,
    Formula,
    Paragraph,
    PictureName,
    Report,
    Section,
    StyledText,
    grid,
    section,
    text_column,
)
from casinowar.reports.html import html

NASTY = "<script>alert('&')</script>"
SAFE = "&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;"


def test_everything_is_escaped():
    table = grid([{text_column(NASTY): StyledText(NASTY, adds=NASTY), Column("pays"): NASTY}], caption=NASTY)
    made = Report(
        name=NASTY,
        title=NASTY,
        about=(Paragraph(NASTY),),
        facts=(Fact(NASTY, NASTY),),
        sections=(section(NASTY, table, NASTY, adds=NASTY),),
        foot=(Paragraph(NASTY),),
    )
    shown = html(made)
    assert "<script>" not in shown
    assert shown.count(SAFE) == 14


def test_lines_and_tones_are_kept():
    shown = html(
        Report(
            title="t", sections=(section("s", grid([{text_column("a"): StyledText("x\ny", "strong", "z")}])),)
        )
    )
    assert "<b>x<br>y</b><br><small>z</small>" in shown


def test_what_is_for_paper_is_left_out():
    made = Report(
        title="t",
        facts=(Fact("digest", "0123", paper=True),),
        sections=(
            section("shown", Formula("x"), PictureName("picture"), Paragraph("derivation", paper=True)),
            section("hidden", "words", paper=True),
        ),
        appendices=(Section(title="appendix", blocks=()),),
    )
    assert html(made) == "<h3>t</h3><h4>shown</h4>"
