import re
from collections.abc import Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader

from casinowar.game.refusal import InputError
from casinowar.odds.readings import ReadingEffect, reading_effects
from casinowar.odds.sheet import Asked, ParSheet, par_sheet
from casinowar.reports import numbers
from casinowar.reports.sheet import gallery, pdf
from casinowar.rulebooks import load_rules, load_sample, names, open_rulebook, sample_house

COARSE = gallery.Detail(depths=3, shallowest=0.3, rounds=(0, 10, 40), per_unit=2)


@pytest.fixture(autouse=True)
def _coarse(monkeypatch):
    monkeypatch.setattr(gallery, "gallery", partial(gallery.gallery, detail=COARSE))


@cache
def sample_sheet(name: str) -> ParSheet:
    return par_sheet(load_rules(name, load_sample(name)))


@cache
def effects_of(name: str) -> list[ReadingEffect]:
    return reading_effects(name, load_sample(name))


@pytest.fixture(scope="module")
def typeset(tmp_path_factory):
    """Typeset a sample's sheet once, and give the path of the file."""
    room, made = tmp_path_factory.mktemp("sheets"), dict[str, Path]()

    def path_of(name: str) -> Path:
        if name not in made:
            made[name] = room / f"{name}.pdf"
            write_sample(made[name], name)
        return made[name]

    return path_of


def write_sample(path: Path, name: str) -> None:
    pdf.write(sample_sheet(name), effects_of(name), str(path), open_rulebook(name).text, sample_house(name))


def words(path: Path) -> str:
    """Read the text of all pages, with one space between words."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())


@pytest.mark.parametrize("name", names())
def test_a_sheet_is_made_for_every_sample(typeset, name):
    path = typeset(name)
    text = words(path)
    pages = len(PdfReader(path).pages)
    rules = sample_sheet(name).rules
    assert path.read_bytes().startswith(b"%PDF-")
    assert rules.book.title in text
    assert "casinowar 0." in text
    assert f"1 of {pages}" in text
    assert f"{pages} of {pages}" in text
    for digest in (open_rulebook(name).text, sample_house(name)):
        assert sha256(digest.encode()).hexdigest() in text
    assert "Casino War is a trademark of SHFL Entertainment, Inc." in text
    assert "not affiliated with" in text
    assert rules.book.wagers.initial.clause.split("; ")[0] in text


def test_maryland_shows_its_exact_figures(typeset):
    text = words(typeset("maryland"))
    shown = (
        *("23138/993023", "2.3301 %", "23/622", "3.6977 %", "58/311", "18.6495 %", "2974/15965"),
        *("11569/533231", "5515206403776/4930473392645"),
        *("2/993023", "1 in 496,512", "$641,047.50", "736604/993023", "21494169/24825575"),
        *("12000/993023", "61/175", "710900523078420/2119117464158821", "1378801600944/669208805"),
        *("10.A(2)", "9.I(3); 10.A(4) (R2)", "tied_war = tie_wager_pays_2_to_1"),
    )
    assert [each for each in shown if each not in text] == []
    assert "War is never worse than surrender" in text


def test_california_shows_the_bank(typeset):
    text = words(typeset("california"))
    assert "The player/dealer's bank" in text or "The player/dealer’s bank" in text
    assert "69414/993023" in text
    assert "house wins" not in text
    assert "table" not in text[: text.index("Readings in force")].replace("seats table", "")
    assert re.search("Of 8 seats one banks, so at most 7 wager", text)
    assert re.search("the player/dealer['’]s theoretical win is", text)


def test_what_no_house_offers_is_marked(tmp_path, typeset):
    path = tmp_path / "sheet.pdf"
    pdf.write(par_sheet(load_rules("maryland")), [], path, open_rulebook("maryland").text)
    text, offered = words(path), words(typeset("maryland"))
    least = "if it is offered, counted with the meter at $10,000.00, the least that the text allows"
    for title in ("Progressive wager", "The meter", "Envy Bonus"):
        assert f"{title}, if offered" in text
        assert f"{title}, if offered" not in offered
    assert "Electronic version, if offered" in text
    assert (
        "No house file offers this version: if it is offered, counted with up to 3 community cards." in text
    )
    assert least in text
    assert least not in offered


def test_the_won_chip_is_said_once_and_pays_stand_as_in_the_text(tmp_path, typeset):
    assert "A won chip stays with the house (R50)." in words(typeset("maryland"))
    path = tmp_path / "sheet.pdf"
    rules = load_rules("maryland", readings={"progressive_chip": "given_back"})
    pdf.write(par_sheet(rules), [], path, open_rulebook("maryland").text)
    text = words(path)
    assert "A won chip is given back (R50)." in text
    assert "1 in 67.2 15 to 1" in text


def test_net_results_stand_lowest_first(typeset):
    text = words(typeset("washington"))
    table = text[text.index("net result") :]
    assert table.index("−2") < table.index("−1/2") < table.index("+1") < table.index("+2")


def test_a_sheet_without_a_house_says_whose_figures_the_readings_have(tmp_path):
    path = tmp_path / "sheet.pdf"
    effects = reading_effects("washington")
    pdf.write(par_sheet(load_rules("washington")), effects, path, open_rulebook("washington").text)
    text = words(path)
    assert "This sheet has no house, so these figures, and these alone, are those of the sample house" in text
    assert "Surrender, odd number of chips (11 chips, $5.50)" in text
    assert "−0.3362 %" in text


def test_a_sheet_of_a_shoe_partly_seen_has_nothing_of_whole_shoes(tmp_path):
    path = tmp_path / "sheet.pdf"
    sheet = par_sheet(load_rules("maryland"), Asked(seen=("AS", "TH", "7D")))
    pdf.write(sheet, effects_of("maryland"), path, open_rulebook("maryland").text)
    text = words(path)
    assert "What readings change is worked out for complete shoes, so it is not on this sheet." in text
    for absent in (
        "this sheet’s own",
        "Sessions Without",
        "hold, low",
        "theoretical win",
        "What readings change Where",
    ):
        assert absent not in text, absent


def test_sessions_say_with_what_a_player_is_ruined(typeset):
    assert "ruined with 20 units" in words(typeset("washington"))


def test_clauses_of_a_text_without_a_catalogue_have_no_empty_column(tmp_path):
    path, own = tmp_path / "sheet.pdf", Path(__file__).parents[1] / "rulebooks" / "own" / "no_war.toml"
    pdf.write(par_sheet(load_rules(str(own))), [], path, own.read_text(encoding="utf-8"))
    text = words(path)
    assert "Clauses cited clause decides" in text
    assert "in our own words" not in text


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(
        InputError, match=r"sheet\.txt: the sheet can be typeset to a file that ends in \.pdf\."
    ):
        pdf.check(tmp_path / "sheet.txt")
    pdf.check("SHEET.PDF")


def test_long_fractions_are_named_by_their_digits(typeset):
    text = words(typeset("washington"))
    assert re.search(r"\d{3} digits / \d{3} digits", text)
    assert not re.search(r"\d{60}", text.replace(" ", "")[: text.index("Provenance")])


def test_without_a_house_file_the_sheet_says_so_and_names_what_is_left_out(tmp_path):
    path = tmp_path / "sheet.pdf"
    pdf.write(par_sheet(load_rules("maryland")), [], path, open_rulebook("maryland").text, None)
    text = words(path)
    assert "no house file" in text
    assert "none: as the rulebook starts" in text
    assert re.search(r"Left out Bonus Spin: the wheel is the operator['’]s", text)


def test_readings_cards_seen_and_decks_stand_in_the_heading(tmp_path):
    path = tmp_path / "sheet.pdf"
    rules = load_rules("south_dakota", readings={"tie_hand": "loses"})
    sheet = par_sheet(rules, Asked(decks=2, seen=("AS", "TH")))
    pdf.write(sheet, [], path, open_rulebook("south_dakota").text, None)
    text = words(path)
    assert "tie_hand = loses (R1)" in text
    assert "2 decks, which the rulebook does not allow; 102 cards can come" in text
    assert "Cards seen" in text
    assert "not the default" in text


def test_the_same_input_makes_the_same_bytes_without_date_or_path(tmp_path, typeset):
    one, other = typeset("wisconsin"), tmp_path / "other.pdf"
    write_sample(other, "wisconsin")
    assert one.read_bytes() == other.read_bytes()
    reader = PdfReader(one)
    about: Mapping[str, object] = reader.metadata or {}
    assert not {"/CreationDate", "/ModDate"} & set(about)
    assert b"CreateDate" not in one.read_bytes()
    inside = words(one).encode() + b"".join(_streams(reader))
    for word in (
        b"casinowar-",
        str(one.parent).encode(),
        str(tmp_path).encode(),
        str(Path(pdf.__file__).parents[4]).encode(),
    ):
        assert word not in one.read_bytes(), word
        assert word not in inside, word


def _streams(reader: PdfReader) -> list[bytes]:
    found = [page.get_contents() for page in reader.pages]
    return [each.get_data() for each in found if each is not None]


def test_a_small_number_is_written_with_a_power_of_ten():
    sheet = sample_sheet("washington")
    assert numbers.power(sheet.counter[-1].worth) == "9.003 × 10⁻⁶"
