"""The command `odds`: its JSON contract, what it prints, and what it says to wrong input."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from casinowar.cli import main
from casinowar.game.cards import ALL
from casinowar.rulebooks import names, open_rulebook, sample_house

OWN = sorted((Path(__file__).parent.parent / "rulebooks" / "own").glob("*.toml"))


@pytest.fixture
def odds(capsys):
    """Run the command and read its document."""

    def run(*arguments):
        assert main(["odds", *arguments, "--json"]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return json.loads(said.out)

    return run


@pytest.fixture
def sheet(capsys, monkeypatch):
    """Run the command and read what it prints."""

    def run(*arguments):
        monkeypatch.setenv("COLUMNS", "100")
        assert main(["odds", *arguments]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return run


def wager(document, name, **wanted):
    """Find a wager in a document."""
    return next(
        each
        for each in document["wagers"]
        if each["wager"] == name and all(each[key] == value for key, value in wanted.items())
    )


def test_several_outputs_are_made_at_once(tmp_path, capsys):
    picture, page = tmp_path / "one.png", tmp_path / "one.pdf"
    said = ["washington", "--session", "10", "--json", "--plot", str(picture), "--figure", "seats"]
    assert main(["odds", *said, "--pdf", str(page)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["rulebook"] == "washington"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert page.read_bytes().startswith(b"%PDF")
    assert f"Wrote {page}." in err
    assert f"Wrote {picture}." in err


@pytest.mark.parametrize("name", names())
def test_the_document_keeps_the_contract(odds, name):
    document = odds(name)
    assert document["rulebook"] == name
    assert document["decks"] == 6
    assert document["readings"] == open_rulebook(name).book().readings
    war = wager(document, "initial", strategy="war")
    assert war["house_edge"]["exact"] == "23138/993023"
    assert war["house_edge"]["value"] == pytest.approx(0.0233006, abs=1e-7)
    assert war["element_of_risk"]["exact"] == "11569/533231"
    assert war["standard_deviation"] == pytest.approx(1.0576, abs=1e-4)
    assert war["variance"]["value"] == pytest.approx(war["standard_deviation"] ** 2)
    assert [each["net"] for each in war["outcomes"]] == ["-2", "-1", "1", "2"]
    assert sum(Fraction(each["probability"]["exact"]) for each in war["outcomes"]) == 1
    assert wager(document, "initial", strategy="surrender")["house_edge"]["exact"] == "23/622"
    assert wager(document, "initial", strategy="best")["house_edge"] == war["house_edge"]
    assert wager(document, "tie")["house_edge"]["exact"] == "58/311"
    seats = document["seats"][1]
    assert (seats["seats"], seats["mix"]) == (2, "initial")
    variance = 2 * Fraction(war["variance"]["exact"]) + 2 * Fraction(seats["covariance"]["exact"])
    assert seats["operator_standard_deviation"] == pytest.approx(float(variance) ** 0.5)


def test_eight_decks_are_counted_even_where_the_rulebook_allows_six(odds):
    document = odds("washington", "--decks", "8")
    assert not document["decks_allowed"]
    assert wager(document, "initial", strategy="war")["house_edge"]["exact"] == "276706/11826255"
    assert wager(document, "tie")["house_edge"]["exact"] == "74/415"


def test_the_literal_reading_of_a_tie_costs_a_wager_for_every_tie(odds):
    document = odds("south_dakota", "--reading", "tie_hand=loses")
    assert document["readings"]["tie_hand"] == "loses"
    assert wager(document, "initial")["house_edge"]["exact"] == "23/311"


@pytest.mark.parametrize(("decks", "suited_four"), [("6", "2/993023"), ("8", "1/337893")])
def test_the_progressive_table_sums_to_one(odds, decks, suited_four):
    document = odds("maryland", "--sample", "--decks", decks, "--meter", "20000")
    for strategy in ("war", "surrender"):
        hands = wager(document, "progressive", strategy=strategy)["hands"]
        assert sum(Fraction(hand["probability"]["exact"]) for hand in hands) == 1
    progressive = wager(document, "progressive", strategy="war")
    assert progressive["hands"][0]["hand"] == "suited four of a kind"
    assert progressive["hands"][0]["probability"]["exact"] == suited_four
    tied = Fraction(4 * int(decks) - 1, 52 * int(decks) - 1)
    assert Fraction(progressive["hands"][-1]["probability"]["exact"]) == 1 - tied
    assert progressive["meter"]["exact"] == "20000"
    at_the_meter = Fraction(progressive["return_with_meter"]["exact"])
    even = Fraction(progressive["break_even_meter"]["exact"])
    hit = Fraction(suited_four)
    assert at_the_meter + hit * (even - 20_000) / 5 == 1


def test_a_house_file_and_a_wager_of_ones_own(odds, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(sample_house("maryland"), encoding="utf-8")
    document = odds("maryland", "--house", str(house), "--wager", "25")
    assert document["house"] == "sample submission"
    assert document["initial_wager_in_cents"] == 25_00
    assert [each["positions"] for each in document["wagers"] if each["wager"] == "bonus_spin"] == [
        *range(1, 8)
    ]
    assert all("side wagers" in each for each in document["left_out"])


def test_what_is_left_out_is_named(odds, sheet):
    [reason] = odds("maryland")["left_out"]
    assert "wheel" in reason
    assert reason in " ".join(sheet("maryland").split())
    assert any("partly seen" in each for each in odds("washington", "--seen", "AS 10H")["left_out"])


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_rulebook_of_ones_own_gets_its_odds(odds, path):
    document = odds(str(path))
    for each in document["wagers"]:
        assert sum(Fraction(outcome["probability"]["exact"]) for outcome in each["outcomes"]) == 1


def test_rounds_per_hour_are_an_option(odds):
    sixty, ninety = odds("washington"), odds("washington", "--rounds-per-hour", "90")
    assert (sixty["rounds_an_hour"], ninety["rounds_an_hour"]) == (60, 90)
    for usual, fast in zip(sixty["seats"], ninety["seats"], strict=True):
        wins = [Fraction(each["win_per_hour_in_cents"]["exact"]) for each in (usual, fast)]
        assert wins[1] == wins[0] * 3 / 2


def test_the_last_line_says_where_there_is_more(sheet):
    last = sheet("washington").splitlines()[-1]
    assert last == "Every reading: casinowar odds washington --readings · on paper: --pdf FILE, --plot FILE"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "There is no rulebook 'nowhere'"),
        (["maryland", "--decks", "0"], "--decks"),
        (["maryland", "--decks", "1000"], "--decks"),
        (["maryland", "--reading", "tied_war"], "A reading is given as NAME=VALUE"),
        (["maryland", "--reading", "tied_war=x"], "cannot be 'x'"),
        (["maryland", "--meter", "much"], "'much' is not an amount of dollars"),
        (["maryland", "--wager", "0.01"], "The house takes no initial wager of $0.01"),
        (["maryland", "--sample", "--wager", "1"], "from $5.00 to $1,000.00"),
        (["maryland", "--seen", "1X"], "'1X' is not a card"),
        (["maryland", "--seen", "AS " * 7], "so often"),
        (["washington", "--decks", "1", "--seen", "AS " * 2], "so often"),
        (["maryland", "--pdf", "x.pdf", "--paper", "legal"], "There is no paper 'legal'"),
        (["maryland", "--rounds-per-hour", "0"], "--rounds-per-hour"),
        (
            ["maryland", "--readings", "--pdf", "x.pdf"],
            "--pdf does not go with --readings, which is a table of its own",
        ),
        (["maryland", "--readings", "--session", "5"], "--session does not go with --readings"),
        (["maryland", "--readings", "--bankroll", "20"], "--bankroll does not go with --readings"),
        (["maryland", "--readings", "--rounds-per-hour", "5"], "--rounds-per-hour does not go with --read"),
        (["maryland", "--paper", "a4"], "--paper goes with --pdf"),
        (["maryland", "--readings", "--meter", "5"], "--meter does not go with --readings"),
        (["washington", "--meter", "5"], "no progressive wager"),
        (["maryland", "--pdf", "x.txt"], "ends in .pdf"),
        (["maryland", "--plot", "x.gif"], ".png, .svg, .pdf"),
        (["maryland", "--plot", "nowhere/x.png"], "no folder nowhere"),
        (["maryland", "--reading", "decks=a", "--reading", "decks=b"], "given twice"),
        (["maryland", "--house", "nowhere.toml"], "nowhere.toml"),
        (["maryland", "--house", "nowhere.toml", "--sample"], "a house and the sample"),
    ],
)
def test_wrong_input_gets_one_line(capsys, arguments, sentence):
    assert main(["odds", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_counting_is_worked_out_where_it_is_asked(odds):
    plain, counted = odds("washington", "--decks", "1"), odds("washington", "--decks", "1", "--counter")
    assert plain["counting"] is None
    war, _, surrender, _ = counted["counting"]["profits"]
    assert [each["strategy"] for each in (war, surrender)] == ["war", "surrender"]
    assert war["exact"]
    assert counted["counting"]["counts"][-1]["share_of_perfect"]["value"] == 1


def test_side_wagers_are_in_the_tables_variance(odds):
    sheet = odds("maryland", "--sample")
    assert [each["seats"] for each in sheet["with_side_wagers"]] == [1, 2, 7] * 3
    assert not [reason for reason in sheet["left_out"] if "variance" in reason]


def test_the_meters_growth_does_not_vary_in_the_long_run(odds):
    [war, *_] = [each for each in odds("maryland", "--sample")["wagers"] if each["wager"] == "progressive"]
    # The sample's meter stands where it restarts.
    assert war["meter_when_won"]["long_run_variance"] == war["variance"]
    assert war["meter_when_won"]["variance_of_one_wager"]["value"] > war["variance"]["value"]


def test_a_rank_that_cannot_come_to_a_war_has_no_worth_there(odds, sheet):
    """Only two aces are alike: after they tie, none is left to go to war with."""
    seen = " ".join(sorted(ALL - {"AH", *(card for card in ALL if card.endswith("S"))}))
    arguments = ("maryland", "--decks", "1", "--seen", seen)
    ranks = {each["rank"]: each["war"] for each in odds(*arguments)["exposed_card"]["ranks"]}
    assert ranks.pop("A") is None
    assert None not in ranks.values()
    [ace] = [line for line in sheet(*arguments).splitlines() if line.split()[:1] == ["ace"] and "–" in line]
    assert ace.split()[-1] == "–"


def test_an_exposed_card_is_on_the_sheet(odds):
    found = odds("washington")["exposed_card"]
    assert [each["rank"] for each in found["ranks"]] == list("23456789TJQKA")
    assert found["ranks"][-1]["hands"]["value"] > 0.9


@pytest.mark.parametrize("decks", ["1_0", "٣", "+6", "6,1_0", "6 4"])
def test_decks_are_written_with_digits_alone(decks, capsys):
    assert main(["odds", "washington", "--decks", decks]) == 2
    assert "--decks is a whole number from 1 to" in capsys.readouterr().err
