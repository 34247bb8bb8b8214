"""One picture of a page, by its name."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

import casinowar.reports.run
from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.reports.par_sheet.sheet import odds
from casinowar.reports.par_sheet.wording import WORDS
from casinowar.reports.pictures.files import RUN_FIGURES, SHEET_FIGURES
from casinowar.reports.run.results import EdgeFound, NetShare
from tests.support.sample_run import PLAYED

EDGE = EdgeFound(
    wager="initial", house_edge=0.0234, standard_error=0.0001, exact=0.0233, compared_with="long run"
)
RUN = replace(
    PLAYED, wagers={"initial": EDGE}, outcomes=(NetShare(net="1", probability=0.5, standard_error=0.1),)
)


def test_the_names_are_those_of_the_pictures():
    frames = Path(casinowar.reports.run.__file__).with_name("pictures.toml").read_text(encoding="utf-8")
    assert tuple(WORDS.pictures) == SHEET_FIGURES
    assert tuple(dict.fromkeys(each["name"] for each in tomllib.loads(frames).values())) == RUN_FIGURES


def test_one_picture_of_a_sheet(tmp_path, capsys):
    file = tmp_path / "decks.png"
    assert main(["odds", "washington", "--plot", str(file), "--figure", "decks"]) == 0
    assert f"Wrote {file}." in capsys.readouterr().err
    with Image.open(file) as picture:
        wide, high = picture.size
    assert 1 < wide / high < 2


def test_one_picture_of_a_run(tmp_path):
    RUN.plot(tmp_path / "one.svg", figure="outcomes")
    RUN.plot(tmp_path / "all.svg")
    assert "Where a hand ends" in (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert "Edges beside" not in (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert "Edges beside" in (tmp_path / "all.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--plot", "x.svg", "--figure", "dogs"],
            f"There is no picture 'dogs'; there are: {', '.join(SHEET_FIGURES)}.",
        ),
        (["--figure", "decks"], "--figure chooses a picture; say where to draw it with --plot FILE."),
        (["--plot", "x.svg", "--figure", "bank"], "There is no picture 'bank' here; there are: decks, "),
    ],
)
def test_a_name_that_is_none_is_refused_with_those_there_are(
    arguments, sentence, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main(["odds", "washington", *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_python_says_the_same():
    with pytest.raises(InputError, match="There is no picture 'dogs'; there are: edges, outcomes"):
        RUN.plot(figure="dogs")
    with pytest.raises(InputError, match="There is no picture 'dogs'; there are: decks, meter"):
        odds("washington").plot(figure="dogs")
    with pytest.raises(InputError, match="There is no picture 'nets' here; there are: edges, outcomes"):
        RUN.plot(figure="nets")


def test_a_run_with_a_wrong_name_is_not_begun(capsys):
    assert main(["simulate", "washington", "--rounds", "10", "--plot", "x.svg", "--figure", "dogs"]) == 2
    assert "There is no picture 'dogs'" in capsys.readouterr().err
    assert main(["simulate", "washington", "--rounds", "10", "--figure", "nets"]) == 2
    assert "--plot FILE" in capsys.readouterr().err
