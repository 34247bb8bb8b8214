import subprocess
import sys
from itertools import combinations
from random import Random

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure, FigureBase
from matplotlib.text import Text
from msgspec.structs import replace
from PIL import Image
from pypdf import PdfReader

from casinowar.game.refusal import InputError
from casinowar.reports.pictures import canvas
from casinowar.reports.pictures.files import check_picture
from casinowar.reports.pictures.page import Page, Picture
from casinowar.reports.run import panels_edges, panels_sessions
from casinowar.reports.run.gallery import gallery
from casinowar.reports.run.report import likeliest, net_in_words
from casinowar.reports.run.results import (
    DepthFound,
    EdgeFound,
    Edges,
    MeterFound,
    MeterWin,
    NetShare,
    Operator,
    SessionResults,
)
from casinowar.reports.run.run import Run
from tests.support.sample_run import PLAYED

MAGIC = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF-"}
EXACT = {
    "initial": 0.0233,
    "tie": 0.1865,
    "war_tie": 0.1863,
    "progressive": 0.2542,
    "envy": -0.0123,
    "bonus_spin": 0.35,
}


def edges_of(wagers) -> Edges:
    return {wager: compared(wager) for wager in wagers}


def compared(wager, z=1.0, error=0.0001):
    exact = EXACT[wager]
    shoe = "long run" if "tie" in wager or wager == "initial" else "fresh shoe at the average meter"
    return EdgeFound(
        wager=wager, house_edge=exact + z * error, standard_error=error, exact=exact, compared_with=shoe
    )


BARE = replace(PLAYED, wagers={"initial": compared("initial"), "tie": compared("tie", -2.4)})


def sessions_of(nets, bankroll=200_00):
    number = sum(nets.values())
    values = sorted(net for net, times in nets.items() for _ in range(times))
    return SessionResults(
        number=number,
        bankroll=bankroll,
        nets=nets,
        lengths={12: number // 2, 40: number // 4, 100: number - number // 2 - number // 4},
        ends={"rounds played": number - 5, "ruined": 5, "won enough": 0, "lost enough": 0},
        percentiles={each: values[each * number // 100] for each in (1, 5, 25, 50, 75, 95, 99)},
        average=sum(values) / number,
        standard_error=80.0,
        ruin=5 / number,
        ruin_error=0.01,
        handle=2_150_00.0,
        hold=0.02,
        hold_error=0.001,
    )


def everything() -> Run:
    drawn = Random(1)
    depths = tuple(
        DepthFound(
            first=at / 20,
            last=(at + 1) / 20,
            rounds=1000,
            wagers={
                wager: compared(wager, drawn.gauss(0, 1), 0.02 if at == 14 else 0.001) for wager in EXACT
            },
        )
        for at in range(15)
    )
    wins = tuple(
        MeterWin(table=table, round=500 * at + table, meter=meter, showed=int(drawn.expovariate(1e-6)))
        for meter, times in (("progressive", 12), ("secondary", 300))
        for at in range(times)
        for table in (1, 2)
    )
    return replace(
        BARE,
        wagers=edges_of(EXACT) | {"envy": EdgeFound(wager="envy", house_edge=-0.01, standard_error=0.002)},
        outcomes=tuple(
            NetShare(net=net, probability=chance, standard_error=1e-4)
            for net, chance in (("-2", 0.07), ("-1", 0.46), ("-1/2", 0.0), ("1", 0.4699), ("1250", 1e-6))
        ),
        together=(NetShare(net="meter", probability=2e-7, standard_error=1e-7),),
        operator=Operator(win=0.142, standard_error=0.0001, handle=7.21, hold=0.0197, hold_error=0.001),
        depths=depths,
        meters=(
            MeterFound(name="progressive", average=9e5, wins=24, average_win=1e6, largest_win=4_000_000),
            MeterFound(name="secondary", average=9e5, wins=9000, average_win=1e6, largest_win=4_000_000),
            MeterFound(name="primary", average=9e5, wins=0, average_win=None, largest_win=None),
        ),
        meter_wins=wins,
        sessions=sessions_of({-200_00: 60, **{10_00 * at: 12 - abs(at) for at in range(-11, 12)}}),
    )


def texts_of(place: FigureBase) -> list[Text]:
    """List the texts that can be seen."""
    found = [each for each in place.texts if each.get_text()]
    for axes in place.axes if isinstance(place, Figure) else ():
        if not axes.axison:
            continue
        found += [*axes.texts, axes.xaxis.label, axes.yaxis.label]
        found += [axes.title, axes._left_title, axes._right_title]  # type: ignore[attr-defined] # not public
        if legend := axes.get_legend():
            found += legend.get_texts()
        for axis, ends in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            found += [
                tick.label1 for tick in axis.get_major_ticks() if min(ends) <= tick.get_loc() <= max(ends)
            ]
    for part in place.subfigs:
        found += texts_of(part)
    return [each for each in found if each.get_visible() and each.get_text()]


@pytest.fixture
def written_in():
    """Draw a page and list its texts with the places where they stand."""

    def draw(result):
        page = Page(heading=result.request.title, below="", pictures=tuple(gallery(result)))
        with canvas.look():
            figure = Figure(figsize=page.inches, layout="constrained")
            FigureCanvasAgg(figure)
            page.draw(figure)
            figure.canvas.draw()
            return {
                f"{at}: {text.get_text()}": text.get_window_extent()
                for at, text in enumerate(texts_of(figure))
            }

    return draw


def drawn(picture: Picture) -> bytes:
    return canvas.drawn(picture.draw, (7, 3), "svg")


def test_a_result_has_the_pictures_that_it_has_something_for():
    assert [each.name for each in gallery(everything())] == [
        "edges",
        "outcomes",
        "depths",
        "meters",
        "nets",
        "lengths",
    ]
    assert [each.name for each in gallery(BARE)] == ["edges"]


@pytest.mark.parametrize("form", MAGIC)
def test_all_pictures_go_into_one_file_that_says_what_they_show(tmp_path, form):
    path = tmp_path / f"pictures.{form.upper()}"
    everything().plot(str(path))
    data = path.read_bytes()
    assert data.startswith(MAGIC[form])
    match form:
        case "png":
            with Image.open(path) as image:
                image.load()
                about = f"{image.info['Title']}\n{image.info['Description']}"
        case "svg":
            about = data.decode()
        case _:
            [_] = PdfReader(path).pages
            about = "".join(str(each) for each in (PdfReader(path).metadata or {}).values())
    assert BARE.request.title in about
    assert "6 decks · 3 seats · war · 204 sessions · seed 4711 · casinowar" in about
    for picture in gallery(everything()):
        assert picture.title in about


def test_a_page_drawn_again_is_the_same_to_the_last_digit(tmp_path):
    for name in ("one.svg", "two.svg"):
        everything().plot(tmp_path / name)
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


@pytest.mark.parametrize("result", [BARE, everything()], ids=["bare", "everything"])
def test_no_text_stands_on_another(written_in, result):
    for (one, here), (other, there) in combinations(written_in(result).items(), 2):
        # Lines of text may touch, but not by more than a hair.
        across = min(here.x1, there.x1) - max(here.x0, there.x0)
        down = min(here.y1, there.y1) - max(here.y0, there.y0)
        assert across <= 1 or down <= 1.5, (one, other)


def test_labels_name_wagers_meters_and_ruin_and_amounts_stay_amounts(written_in):
    said = "\n".join(written_in(everything()))
    flowing = said.replace("\n", " ")
    for words in (
        "tie on the war deal",
        "Envy Bonus",
        "nothing to compare",
        "2.330%",
        "+1250",
        "1 in 1,000,000",
        "paid from a meter",
        "progressive: won 24 times at $10,000.00 on average\n",
        "secondary: won 9,000 times at $10,000.00 on average, the first 600 drawn\n",
        "any round: $9,000.00",
        "ruined: 2.5 ± 2.0%",
        "The house wins 0.14200 ± 0.00010 initial wagers a round of 7.210 wagered",
        "war wagers included: it keeps 1.97000%",
    ):
        assert words in said or words in flowing, words
    assert "won enough" not in said


def test_a_run_that_was_stopped_says_so(tmp_path):
    path = tmp_path / "pictures.svg"
    asked = replace(BARE.request, decks=1, seats=1)
    replace(BARE, rounds=5, finished=False, request=asked).plot(path)
    assert "1 deck · one seat · war · 5 rounds of 4,000,000, stopped" in path.read_text()


# edges


def test_edges_without_exact_ones_are_drawn_as_they_are():
    wagers = {
        "initial": EdgeFound(wager="initial", house_edge=0.02, standard_error=0.01),
        "tie": EdgeFound(wager="tie", house_edge=0.2, standard_error=None),
    }
    [picture] = gallery(replace(BARE, wagers=wagers))
    assert (picture.title, picture.says) == ("Edges", "")
    assert drawn(picture)


def test_words_say_which_exact_figures_are_meant():
    edges, *_ = gallery(everything())
    assert (
        "Exact: long run (initial, tie, tie on the war deal); fresh shoe at the average meter (" in edges.says
    )
    [bare] = gallery(BARE)
    assert bare.says == "In the band 19 of 20 are expected. Exact: long run."


def test_few_rounds_at_the_end_of_a_shoe_do_not_make_all_others_flat():
    figure = Figure()
    depths = [
        DepthFound(
            first=at / 10,
            last=(at + 1) / 10,
            rounds=1,
            wagers={"tie": compared("tie", 1, 0.2 if at == 7 else 1e-4)},
        )
        for at in range(8)
    ]
    panels_edges.edges_by_depth(figure, depths)
    [axes] = figure.axes
    low, high = axes.get_ylim()
    assert high - low < 0.01
    assert "^" in [line.get_marker() for line in axes.lines]


@pytest.mark.parametrize(
    ("wagers", "grid"), [(1, (1, 1)), (2, (1, 2)), (3, (1, 3)), (4, (2, 2)), (6, (2, 3))]
)
def test_wagers_stand_side_by_side(wagers, grid):
    depth = DepthFound(first=0, last=0.1, rounds=1, wagers=edges_of([*EXACT][:wagers]))
    assert panels_edges.grid_of([depth]) == grid


# outcomes


def test_of_many_results_the_likeliest_stand_alone_in_order():
    nets = {**{str(net): 2.0 ** -abs(net) / 4 for net in range(-30, 31)}, "5000": 0.0}
    outcomes = tuple(
        NetShare(net=net, probability=chance, standard_error=None) for net, chance in nets.items()
    )
    run = replace(BARE, outcomes=outcomes)
    found = likeliest(run, 5)
    assert [net_in_words(each.net) for each in found] == ["−2", "−1", "0", "+1", "+2", "rarer results"]
    assert sum(each.probability for each in found) == pytest.approx(sum(nets.values()))
    assert [each.net for each in likeliest(run, 100)] == [*nets][:-1]
    [picture] = [each for each in gallery(run) if each.name == "outcomes"]
    assert drawn(picture)


# sessions


def test_bars_hold_equally_many_results_and_leave_nothing_out():
    found = panels_sessions.bars({5 * at: 1 for at in range(100)})
    assert (found.width, len(found.shares)) == (10, 50)
    assert set(found.shares) == {0.02}
    assert (found.left, found.below, found.above) == (-2.5, 0, 0)


def test_a_few_odd_results_do_not_make_all_bars_jagged():
    found = panels_sessions.bars({-295: 1, **{10 * at: 20 for at in range(-30, 70)}})
    assert (found.left, found.width) == (-305, 20)
    assert {round(share, 3) for share in found.shares} == {0.02}


def test_one_jackpot_does_not_make_all_sessions_one_bar():
    found = panels_sessions.bars({0: 5000, 100: 4980, 200: 19, 6_400_000: 1})
    assert found.shares == (0.5, 0.498, 0.0019)
    assert (found.above, found.highest) == (0.0001, 6_400_000)


@pytest.mark.parametrize("took", [{60: 2000}, {59: 1, 60: 1999}])
def test_sessions_that_nearly_all_took_as_long_are_not_drawn_as_shorter_and_longer(took):
    figure = Figure()
    panels_sessions.lengths(figure, replace(sessions_of({-200_00: 2000}), lengths=took))
    rounds = figure.axes[0]
    assert rounds.get_xlim() == (59.5, 60.5)
    assert [mark for mark in rounds.get_xticks() if 59.5 <= mark <= 60.5] == [60]


@pytest.mark.parametrize("nets", [{-200_00: 100}, {-200_00: 7, 300_00: 93}, {0: 99_900, 5_000_000_00: 100}])
def test_any_sessions_can_be_drawn(nets):
    for picture in gallery(replace(BARE, sessions=sessions_of(nets))):
        assert drawn(picture), picture.name


# files


def test_what_cannot_be_written_is_refused_before_the_run(tmp_path):
    (tmp_path / "folder.png").mkdir()
    for name, said in (
        ("pictures.gif", ".png, .svg, .pdf"),
        ("no/a.png", "no folder"),
        ("folder.png", "no file"),
    ):
        with pytest.raises(InputError, match=said):
            check_picture(tmp_path / name)
    with pytest.raises(InputError, match="nothing to draw"):
        replace(BARE, wagers={}).plot(tmp_path / "pictures.png")


def test_without_the_extra_one_sentence_says_how_to_install_it(tmp_path):
    blocked = (
        "import sys; sys.modules['matplotlib'] = None; from casinowar.cli import main\n"
        "main(['simulate', 'maryland', '--rounds', '10', '--plot', sys.argv[1]])"
    )
    done = subprocess.run(
        [sys.executable, "-c", blocked, tmp_path / "pictures.png"], capture_output=True, text=True, check=True
    )
    assert done.stderr == (
        "casinowar: Pictures and PDF need the package matplotlib, which is not installed; "
        "install it with: pip install 'casinowar[sheets]'\n"
    )
