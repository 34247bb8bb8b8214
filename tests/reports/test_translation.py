"""Reports in Spanish: every heading and label is, and whatever stays English says so."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import capwords

import pytest

import casinowar as cw
from casinowar.house.backoffice.slip_document import SlipDocument
from casinowar.house.offices.pit import Slip, SlipKind, SlipStage
from casinowar.reports import blocks as b
from casinowar.reports.edge_curve import edge_curve
from casinowar.reports.odds_by_decks import odds_by_decks
from casinowar.reports.translation import translated, translated_label
from casinowar.rulebooks import TomlText, load_rules, names
from casinowar.telling.wording import Language, wording

LABELS = wording(Language.SPANISH).labels
REPORTS = [*names(), "compared"]


@cache
def english(name: str) -> b.Report:
    return cw.compare(*names()).report() if name == "compared" else cw.odds(name, sample=True).report()


def heads(report: b.Report) -> Iterator[str]:
    """List the labels that a page shows: of facts, of sections, of columns."""
    own = {capwords(name.replace("_", " ")) for name in names()}
    yield from (fact.label for fact in report.facts if fact.label not in own)
    for section in report.sections:
        yield section.title
        for block in section.blocks:
            if isinstance(block, b.Grid):
                yield from (each.head for each in block.columns if each.head not in own)


@pytest.mark.parametrize("name", REPORTS)
def test_every_heading_and_label_is_spanish(name):
    report = english(name)
    told = translated(report, Language.SPANISH)
    both = zip(heads(report), heads(told), strict=True)
    same = {head for head, said in both if head == said and any(map(str.isalpha, head))}
    assert same <= {"Total", "Bonus Spin"}
    assert told.language is Language.SPANISH


@pytest.mark.parametrize("name", REPORTS)
def test_what_stays_english_says_so(name):
    told = translated(english(name), Language.SPANISH)
    words = [block for section in told.sections for block in section.blocks if isinstance(block, b.Paragraph)]
    flagged = [each.text for each in words if each.language is None]
    assert all(text.startswith(("Favorece", "El límite")) for text in flagged)
    grids = [block for section in told.sections for block in section.blocks if isinstance(block, b.Grid)]
    cells = [b.styled(cell) for grid in grids for row in grid.rows for cell in row]
    assert {"Resumen", "Ventajas"} & {section.title for section in told.sections}
    assert not [each for each in cells if each.text in LABELS.keys() - {*LABELS.values()}]
    assert not [each for each in cells if each.language is None and " of " in each.text]


@pytest.mark.parametrize(
    ("said", "spanish"),
    [
        ("10 to 1", "10 a 1"),
        ("1 in 13.5", "1 de 13.5"),
        ("1 of 2,000", "1 de 2,000"),
        ("no meter", "sin contador"),
        ("1000 to 1 and the meter", None),
    ],
)
def test_odds_and_chances_are_said_as_on_the_felt(said, spanish):
    assert translated_label(said, wording(Language.SPANISH)) == spanish


def test_a_number_is_in_no_language():
    told = translated(english("washington"), Language.SPANISH)
    grids = [block for section in told.sections for block in section.blocks if isinstance(block, b.Grid)]
    cells = [b.styled(cell) for grid in grids for row in grid.rows for cell in row]
    powers = [each for each in cells if "× 10" in each.text]
    assert powers
    assert not [each for each in powers if each.language]


def test_english_is_left_alone():
    assert translated(english("maryland"), Language.ENGLISH) is english("maryland")


@pytest.mark.parametrize("kind", SlipKind)
@pytest.mark.parametrize("stage", SlipStage)
def test_a_slip_is_spanish_throughout(kind, stage):
    slip = Slip(
        table="Table 2",
        number="2026-11-16-3",
        kind=kind,
        chips={5_00: 20, 25_00: 4},
        amount=200_00,
        asked_by="Fred",
        asked_at=1,
        agreed_by="Dan",
        agreed_at=2,
        stage=stage,
    )
    sheet = SlipDocument(slip=slip)
    told = translated(sheet.report(), Language.SPANISH)
    title = {"opener": "Apertura", "fill": "Reposición", "credit": "Crédito", "closer": "Cierre"}[kind.value]
    assert told.title == f"{title} 2026-11-16-3"
    assert {*told.signed} <= {"Jefe de sala", "Crupier", "Caja", "Mensajero"}
    assert [fact.label for fact in told.facts] == ["Mesa", "Número", "Pedido por", "Acordado por", "Estado"]
    assert b.text_of(told.facts[0].value) == "Table 2"
    assert b.text_of(told.facts[-1].value) not in {each.value for each in SlipStage}
    [grid] = [block for section in told.sections for block in section.blocks if isinstance(block, b.Grid)]
    assert [column.head for column in grid.columns] == ["Ficha", "Cuántas", "Importe"]


def test_names_and_notes_of_a_slip_are_as_the_journal_has_them():
    slip = Slip(
        table="hand 2",
        number="Number 3",
        kind=SlipKind.FILL,
        chips={},
        amount=0,
        asked_by="Dealer",
        asked_at=1,
        agreed_by="Seats 2",
        agreed_at=2,
        note="Total 2",
    )
    told = translated(SlipDocument(slip=slip).report(), Language.SPANISH)
    said = [b.text_of(fact.value) for fact in told.facts]
    moment = "1970-01-01 00:00:00 UTC"
    assert said[:4] == ["hand 2", "Number 3", f"Dealer, {moment}", f"Seats 2, {moment}"]
    assert [words.text for words in told.about] == ["Total 2"]


OWN = """
extends = "wisconsin"
name = "war"
title = "Seats 2"
"""


NAMED = 'name = "hand 2"\nrulebook = "war"'


def test_names_of_ones_own_are_not_translated(tmp_path):
    own = str(tmp_path / "own.toml")
    Path(own).write_text(OWN, encoding="utf-8")
    house = load_rules(own, TomlText("house.toml", NAMED)).house
    sheet = cw.odds(own, house=house).report()
    compared = cw.compare("wisconsin", own).report()
    for report in (sheet, edge_curve(own, "decks").report(), odds_by_decks(own, [6, 8]).report()):
        assert translated(report, Language.SPANISH).title == "Seats 2"
    facts = {fact.label: b.text_of(fact.value) for fact in translated(sheet, Language.SPANISH).facts}
    assert "hand 2" in facts.values()
    assert "war" in heads(translated(compared, Language.SPANISH))


def test_a_slip_in_spanish_is_another_document():
    slip = Slip(table="m", number="1", kind=SlipKind.FILL, chips={}, amount=0, asked_by="F", asked_at=1)
    sheet = SlipDocument(slip=slip)
    assert sheet.pdf(language=Language.SPANISH).startswith(b"%PDF")
    assert sheet.pdf(language=Language.SPANISH) != sheet.pdf()
