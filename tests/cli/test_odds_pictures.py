import subprocess
import sys
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.odds.curves import edges_by_decks
from casinowar.odds.hand import Strategy
from casinowar.odds.options import OddsOptions
from casinowar.odds.reading_effects import reading_effects
from casinowar.odds.sheet import ParSheet, par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.reports.par_sheet import pictures
from casinowar.reports.par_sheet.sheet import odds
from casinowar.reports.pictures import canvas
from casinowar.rulebooks import load_rules, load_sample, names
from tests.support.progressives import house_of_three_sizes

COARSE = pictures.Detail(depths=3, shallowest=0.3, rounds=(0, 10, 40), per_unit=2)
TINY = str(Path(__file__).parents[1] / "rulebooks" / "own" / "tiny.toml")
MAGIC = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF-"}
ALWAYS = ["decks", "counter", "session", "seats"]
PICTURES = {
    "maryland": ["decks", "meter", "counter", "session", "seats"],
    "washington": ALWAYS,
    "south_dakota": ALWAYS,
    "california": [*ALWAYS, "bank"],
    "wisconsin": ALWAYS,
}


@cache
def sheet_of(name: str, *, sample: bool = False) -> ParSheet:
    return par_sheet(load_rules(name, load_sample(name) if sample else None))


effects_of = cache(reading_effects)


@pytest.fixture
def _coarse(monkeypatch):
    monkeypatch.setattr(pictures, "pictures", partial(pictures.pictures, detail=COARSE))


@pytest.mark.parametrize("sample", [False, True], ids=["bare", "sample"])
@pytest.mark.parametrize("name", names())
def test_every_picture_can_be_drawn(name, sample):
    found = [*pictures.pictures(sheet_of(name, sample=sample), [], COARSE)]
    assert [picture.name for picture in found] == PICTURES[name]
    if not sample and name != "maryland":
        # Without a house the others look the same; the page below has Washington's, the PDF California's.
        return
    for picture in found:
        assert canvas.drawn(picture.draw, (3, 2.4), "svg").startswith(b"<?xml"), picture.name


def test_a_tie_that_loses_has_one_curve_and_no_war():
    rules = load_rules("south_dakota", readings={"tie_hand": "loses"})
    initial, tie = edges_by_decks(par_sheet(rules))
    assert [*initial] == [None]
    assert initial[None][6] == Fraction(23, 311)
    assert tie[6] == Fraction(58, 311)


def test_the_meter_of_several_sizes_has_a_line_for_each_that_differs_and_labels_beside_them():
    sheet = par_sheet(load_rules("maryland", house_of_three_sizes()))
    with canvas.look():
        drawn = canvas.figure(lambda place: pictures.return_by_meter(place, sheet), (6, 4))
    [axes] = drawn.axes
    labels = {each.get_text(): each for each in axes.texts}
    assert [*labels] == [
        "surrender, $5.00, $10.00 and $1.00",
        *("war, $10.00", "war, $5.00", "war, $1.00"),
        "meter at $10,000.00",
    ]
    colors = [each.get_color() for name, each in labels.items() if "," in name and "meter" not in name]
    assert len({*colors}) == 4
    bottom = axes.get_window_extent().y0
    assert labels["meter at $10,000.00"].get_window_extent().y0 > bottom


@pytest.mark.parametrize(("pays", "side"), [("11 to 1", "left"), ("8 to 1", "center")])
def test_a_narrow_band_has_its_label_beside_it(pays, side, tmp_path):
    book = tmp_path / "mine.toml"
    tie = f'[wagers]\ntie = {{ value = "{pays}", clause = "1" }}'
    book.write_text(f'extends = "washington"\nname = "mine"\ntitle = "Mine"\n{tie}', encoding="utf-8")
    sheet = par_sheet(load_rules(str(book)))
    with canvas.look():
        drawn = canvas.figure(lambda place: pictures.counters_worth(place, sheet, 3, 0.3), (6, 4))
    [label] = [each for each in drawn.axes[0].texts if "no shoe" in each.get_text()]
    assert label.get_horizontalalignment() == side


@pytest.mark.parametrize("name", ["maryland", "wisconsin"])
def test_the_cover_cards_line_strikes_no_label_through(name):
    sheet = sheet_of(name, sample=True)
    with canvas.look():
        drawn = canvas.figure(lambda place: pictures.counters_worth(place, sheet, 22, 0.5), (3.2, 2.4))
    [axes] = drawn.axes
    rules = sheet.rules
    size = Shoe.fresh(rules).size
    at, _ = axes.transData.transform((1 - rules.behind_cover_card(size) / size, 1e-6))
    for label in axes.texts:
        box = label.get_window_extent()
        assert not box.x0 < at < box.x1, label.get_text()


def test_decks_are_drawn_as_far_as_the_sheet_has_them():
    sheet = replace(sheet_of("washington"), decks=12)
    initial, _ = edges_by_decks(sheet)
    assert [*initial[Strategy.WAR]] == [*range(1, 13)]
    assert [sheet.rules.decks_allowed.allows(decks) for decks in (5, 6, 7)] == [False, True, False]


def test_a_reading_that_changes_an_edge_has_a_bar():
    found = pictures.reading_bars(effects_of("south_dakota"))
    [loses] = [bar for bar in found["initial wager"] if bar.choice.startswith("R1 ")]
    assert (round(loses.default, 4), round(loses.value, 4)) == (0.0234, 0.0747)
    assert not any("opening burn" in bar.choice for bar in found["initial wager"])


def test_no_readings_no_bars():
    assert pictures.reading_bars([]) == {}


def test_bars_name_the_wager_and_the_decks_that_they_are_about():
    bars = pictures.reading_bars(effects_of("maryland"))["initial wager"]
    choices = {bar.choice: bar for bar in bars}
    assert "R8  odd half: odd chip to player, surrendering, 11 chips, $5.50" in choices
    most = choices["R23  decks: six or more, best play, most decks allowed, 8 decks → 1,000 decks"]
    assert most.assumed == "1,000 decks"


def test_each_wager_has_its_picture_of_readings_and_the_last_says_whose_house_it_is():
    effects = effects_of("maryland")
    found = [
        each for each in pictures.pictures(sheet_of("maryland"), effects, COARSE) if each.name == "readings"
    ]
    assert len(found) == 4
    assert [bool(each.says) for each in found] == [False, False, False, True]
    assert "No house was given: compared at the rulebook's sample house" in found[-1].says
    assert "no maximum, 1,000 decks are assumed" in found[-1].says


def test_close_bars_are_told_apart():
    bars = [
        pictures.ReadingBar("a", 0.0233001, 0.0233009),
        pictures.ReadingBar("b", 0.0233001, 0.0233),
    ]
    drawn = partial(pictures.edge_by_reading, rows=bars, longest="b")
    assert canvas.drawn(drawn, (6, 1), "svg").startswith(b"<?xml")
    with canvas.look():
        figure = Figure()
        drawn(figure)
        figure.canvas.draw()
        [axes] = figure.axes
        low, high = axes.get_xlim()
        ticks = zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
        shown = [label.get_text() for tick, label in ticks if low <= tick <= high]
    assert len(shown) > 1
    assert len(set(shown)) == len(shown)


def test_of_a_shoe_partly_seen_there_are_no_sessions_and_no_readings():
    sheet = par_sheet(load_rules("washington"), OddsOptions(seen=("AS", "TH", "7D")))
    found = {each.name: each for each in pictures.pictures(sheet, effects_of("washington"), COARSE)}
    assert {"session", "counter", "readings"}.isdisjoint(found)
    assert "Complete shoes; crosses are this shoe, of which 3 cards were seen." in found["decks"].says
    assert canvas.drawn(found["decks"].draw, (3, 2.4), "svg").startswith(b"<?xml")


def test_where_a_player_banks_the_house_wins_nothing():
    found = [*pictures.pictures(sheet_of("california"), effects_of("california"), COARSE)]
    assert not any("house edge" in each.title.lower() or "table" in each.title.lower() for each in found)
    assert found[0].title == "Bank's edge by decks"


@pytest.mark.usefixtures("_coarse")
def test_all_pictures_go_into_one_file(tmp_path):
    path = tmp_path / "pictures.PNG"
    told: list[str] = []
    pictures.page(sheet_of("washington"), effects_of("washington")).write(str(path), told.append)
    assert path.read_bytes().startswith(MAGIC["png"])
    assert told[0] == "House edge by decks"
    assert told[-1] == "House edge by reading, initial wager"


@pytest.mark.parametrize("form", MAGIC)
def test_a_picture_drawn_twice_is_the_same_and_says_neither_when_nor_where(form):
    [seats] = [each for each in pictures.pictures(sheet_of("washington"), [], COARSE) if each.name == "seats"]
    data = canvas.drawn(seats.draw, (3, 2.4), form)
    assert data == canvas.drawn(seats.draw, (3, 2.4), form)
    assert data.startswith(MAGIC[form])
    for word in (b"Date", str(Path.cwd()).encode(), str(Path(canvas.__file__).parents[4]).encode()):
        assert word not in data, word


def test_another_ending_is_refused_with_those_that_work(tmp_path):
    with pytest.raises(InputError, match=r"pictures\.gif: .*\.png, \.svg, \.pdf\."):
        odds(TINY).plot(tmp_path / "pictures.gif")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match=r"there is no folder .*nowhere"):
        odds(TINY).plot(tmp_path / "nowhere" / "pictures.png")


@pytest.mark.usefixtures("_coarse")
def test_without_a_path_the_pictures_are_a_figure():
    figure = odds(TINY).plot()
    assert figure is not None
    assert figure.get_suptitle() == odds(TINY).rules.book.title


@pytest.mark.parametrize(
    ("option", "package"), [("--plot", "matplotlib"), ("--pdf", "typst"), ("--pdf", "matplotlib")]
)
def test_without_the_extra_one_sentence_says_how_to_install_it(tmp_path, option, package):
    file = tmp_path / ("sheet.pdf" if option == "--pdf" else "pictures.png")
    blocked = (
        f"import sys; sys.modules['{package}'] = None; from casinowar.cli import main; "
        f"sys.exit(main(['odds', 'washington', '{option}', sys.argv[1]]))"
    )
    done = subprocess.run([sys.executable, "-c", blocked, file], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"casinowar: Pictures and PDF need the package {package}, which is not installed; "
        "install it with: pip install 'casinowar[sheets]'\n"
    )
    assert not file.exists()


def test_a_picture_that_a_sheet_has_nothing_for_is_refused_with_all_there_are():
    with pytest.raises(InputError, match=r"no picture 'bank' here; there are: decks, .*readings\.$"):
        odds("washington").plot(figure="bank")
