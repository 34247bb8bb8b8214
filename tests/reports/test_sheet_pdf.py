"""The PAR sheet on paper: that it opens with every word of the report, and is the same each time."""

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from pypdf import PdfReader

from casinowar.game.citation import clause_in_words
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Grid, Paragraph, text_of
from casinowar.reports.par_sheet import pdf, pictures
from casinowar.reports.par_sheet.sheet import Sheet, odds

COARSE = pictures.Detail(depths=3, shallowest=0.3, rounds=(0, 10, 40), per_unit=2)


@pytest.fixture(scope="module")
def typeset(tmp_path_factory):
    """Typeset a sheet once, with coarse pictures, and give the path of the file."""
    room, made = tmp_path_factory.mktemp("sheets"), dict[str, Path]()

    def path_of(sheet: Sheet, again: str = "") -> Path:
        name = f"{sheet.rules.book.name}{again}"
        if name not in made:
            made[name] = room / f"{name}.pdf"
            sheet.to_pdf(made[name])
        return made[name]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pictures, "pictures", partial(pictures.pictures, detail=COARSE))
        yield path_of


def letters(text: str) -> str:
    """Leave out spaces, breaks of words and the shapes of apostrophes, in which typesetting differs."""
    return re.sub(r"[\s\u00ad-]", "", text.replace("’", "'")).replace("−", "")


def text_of_file(path: Path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(path).pages)


@pytest.mark.parametrize(("name", "sample"), [("maryland", True), ("california", False)])
def test_a_sheet_has_every_word_of_its_report(typeset, name, sample):
    sheet = odds(name, sample=sample)
    path = typeset(sheet)
    pages, text = len(PdfReader(path).pages), text_of_file(path)
    assert path.read_bytes().startswith(b"%PDF-")
    assert f"1 of {pages}" in text
    assert f"{pages} of {pages}" in text
    flat = letters(text)
    missing = [each for each in _said(sheet) if not _stands(letters(each), flat)]
    assert missing == []


def _stands(said: str, text: str) -> bool:
    """Tell whether a text holds some words; a long cell may be broken once, where a page ends."""
    pieces = [said[start : start + 40] for start in range(0, len(said), 40)]
    return said in text or (len(pieces) > 2 and sum(piece not in text for piece in pieces) <= 1)


def _said(sheet: Sheet) -> list[str]:
    """List titles, captions, heads, facts and cells that stand in one piece on paper."""
    report = sheet.report()
    said = [report.title, report.made_with, report.notice, *(text_of(fact.value) for fact in report.facts)]
    for section in (*report.sections, *report.appendices):
        said += [section.title, *(f"{cite.what} {clause_in_words(cite.clause)}" for cite in section.rests_on)]
        for block in section.blocks:
            if isinstance(block, Grid):
                said += [block.caption, *(column.head for column in block.columns)]
                said += [text_of(cell) for row in block.rows for cell in row]
            if isinstance(block, Paragraph):
                said.append(block.text[:40])
    return said


def test_the_paper_is_us_letter_unless_a4_is_asked_for(typeset, tmp_path):
    sheet = odds("california")
    assert _size(typeset(sheet)) == (612, 792)
    for paper in ("a4", "A4"):
        sheet.to_pdf(tmp_path / f"{paper}.pdf", paper=paper)
        assert _size(tmp_path / f"{paper}.pdf") == (595, 842)
    with pytest.raises(InputError, match=r"There is no paper 'legal'; there are letter, a4\."):
        sheet.to_pdf(tmp_path / "legal.pdf", paper="legal")


def _size(path: Path) -> tuple[int, int]:
    box = PdfReader(path).pages[0].mediabox
    return round(box.width), round(box.height)


def test_the_first_page_has_key_figures_and_the_last_a_place_to_sign(typeset):
    pages = [letters(page.extract_text()) for page in PdfReader(typeset(odds("california"))).pages]
    for said in ("Returntoplayer97.67%", "Hitfrequency50.27%", "Largestexposure$840.00"):
        assert said in pages[0], said
    for said in ("Preparedby", "Reviewedby", "Signature", "Place", "Date"):
        assert said in pages[-1], said


def test_the_same_input_makes_the_same_bytes_without_date_or_path(typeset):
    one, other = typeset(odds("california")), typeset(odds("california"), "_again")
    assert one.read_bytes() == other.read_bytes()
    reader = PdfReader(one)
    about: Mapping[str, object] = reader.metadata or {}
    assert not {"/CreationDate", "/ModDate"} & set(about)
    assert b"CreateDate" not in one.read_bytes()
    inside = text_of_file(one).encode() + b"".join(_streams(reader))
    for word in (b"casinowar-", str(one.parent).encode(), str(Path(pdf.__file__).parents[4]).encode()):
        assert word not in one.read_bytes(), word
        assert word not in inside, word


def _streams(reader: PdfReader) -> list[bytes]:
    found = [page.get_contents() for page in reader.pages]
    return [each.get_data() for each in found if each is not None]


def _place(path: Path, said: str) -> tuple[int, float]:
    """Find the page on which a line begins so, and how far down."""
    for number, page in enumerate(PdfReader(path).pages):
        lines: dict[float, list[tuple[float, str]]] = {}

        def note(text, matrix, within, *_, lines=lines):
            across, down = matrix[4] * within[0] + within[4], matrix[5] * within[3] + within[5]
            lines.setdefault(round(down), []).append((across, text))

        page.extract_text(visitor_text=note)
        for down, parts in lines.items():
            if letters("".join(text for _, text in sorted(parts))).startswith(letters(said)):
                return number, down
    raise AssertionError(f"{said!r} is nowhere")


@pytest.mark.parametrize(
    ("name", "section", "chart", "following"),
    [
        ("maryland", "18 What readings change", "House edge by reading", "A Readings in force"),
        ("california", "13 What readings change", "Bank's edge by reading", "A Readings in force"),
    ],
)
def test_the_charts_of_a_section_stand_before_the_next_one(typeset, name, section, chart, following):
    path = typeset(odds(name, sample=True), "_sample")
    assert _place(path, section) < _place(path, chart) < _place(path, following)


@pytest.mark.parametrize("name", ["washington", "south_dakota"])
def test_the_place_to_sign_stands_with_what_is_signed(typeset, name):
    last = letters(PdfReader(typeset(odds(name, sample=True), "_sample")).pages[-1].extract_text())
    for said in ("C Provenance", "Prepared by", "Casino War is a trademark"):
        assert letters(said) in last, said
