import json
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli import main
from casinowar.reports.comparison import compare
from casinowar.rulebooks import load_rules, load_sample, names, sample_house
from casinowar.rulebooks.topics import MENTIONS, statements
from tests.support.reported import words_of

OWN = Path(__file__).parents[1] / "rulebooks" / "own"
FIVE = [*names()]


def document(capsys, *arguments: str) -> dict[str, Any]:
    assert main(["compare", *arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    printed: dict[str, Any] = json.loads(out)
    return printed


def test_json_has_the_five_side_by_side(capsys):
    printed = document(capsys, *FIVE)
    assert set(printed) == {"rulebooks", "rules", "houses", "chips", "edges", "left_out"}
    assert [each["name"] for each in printed["rulebooks"]] == FIVE
    assert all(set(each) == {"topic", "values", "clauses", "differ"} for each in printed["rules"])
    assert all(
        each["differ"] and len(each["values"]) == len(each["clauses"]) == 5 for each in printed["rules"]
    )
    assert [each["end"] for each in printed["chips"]][-1] == "war lost"
    assert printed["chips"][-1]["net"] == [{"exact": "-2", "value": -2.0}] * 5
    assert printed["chips"][2]["net"][0] == {"exact": "-1/2", "value": -0.5}
    first = printed["edges"][0]
    assert first["figure"] == "initial_war"
    assert first["equal"]
    assert {each["exact"] for each in first["values"]} == {"23138/993023"}


def test_json_of_a_variance_has_its_root_too(capsys):
    edges = {each["figure"]: each for each in document(capsys, "maryland", "wisconsin")["edges"]}
    variance = edges["variance_war"]
    assert variance["values"][0]["exact"] == "5515206403776/4930473392645"
    assert variance["standard_deviations"][0] == pytest.approx(1.0576, abs=1e-4)


def test_all_shows_the_rules_that_do_not_differ_too(capsys):
    some = document(capsys, "maryland", "wisconsin")["rules"]
    every = document(capsys, "maryland", "wisconsin", "--all")["rules"]
    assert all(each["differ"] for each in some)
    assert len(every) > len(some)
    assert any(not each["differ"] for each in every)


def test_the_decks_that_an_edge_is_counted_with(capsys):
    found = {each["figure"]: each for each in document(capsys, "maryland", "wisconsin")["edges"]}
    assert found["initial_most_decks"]["counted_with"] == [
        {"decks": 8, "assumed_for_want_of_a_limit": False},
        {"decks": 1000, "assumed_for_want_of_a_limit": True},
    ]
    assert main(["compare", "maryland", "wisconsin"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Where a text sets no maximum, 1,000 decks are taken." in out


def test_two_rulebooks_stand_side_by_side_in_a_usual_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["compare", "maryland", "wisconsin"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Topic", "Maryland", "Wisconsin"] in lines
    assert ["Hands", "are", "settled", "≠", "counterclockwise", "clockwise"] in lines


def test_five_rulebooks_are_gathered_by_value_in_a_usual_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["compare", *FIVE]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "Tie wager = 18.6495% all 58/311" in lines
    assert "2.329999% Washington, South Dakota" in lines, "digits enough to tell the long runs apart"


def test_nothing_is_called_by_its_key():
    houses = [load_sample(name) for name in FIVE]
    texts = words_of(compare(*FIVE, houses=houses, every=True).report())
    keys = {*FIVE} | {choice for name in FIVE for choice in load_rules(name).book.readings}
    assert not {key for key in keys if "_" in key and key in texts}
    assert "South Dakota" in texts
    assert "Limits: initial: minimum" in texts
    for name in FIVE:
        said = statements(load_rules(name).book)
        assert not [each.place for each in said if each.mention and each.place not in MENTIONS]


# readings and decks


def test_a_reading_of_one_rulebook(capsys):
    printed = document(capsys, *FIVE[1:3], "--reading", "south_dakota:tie_hand=loses", "--decks", "6")
    assert [each["readings"].get("tie_hand") for each in printed["rulebooks"]] == [None, "loses"]
    best = next(each for each in printed["edges"] if each["figure"] == "initial_best")
    assert [each["exact"] for each in best["values"]] == ["23138/993023", "23/311"]


def test_a_rulebook_against_itself_read_otherwise(capsys):
    found = document(capsys, "maryland", "maryland", "--reading", "2:tied_war=tie_wager_pays_2_to_1")
    assert [each["label"] for each in found["rulebooks"]] == ["maryland (1)", "maryland (2)"]
    assert [each["end"] for each in found["chips"] if each["net_differs"]] == ["war tied"]
    assert main(["compare", "maryland", "maryland", "--reading", "2:tied_war=tie_wager_pays_2_to_1"]) == 0
    assert "Maryland (2)  tied war: tie wager pays 2 to 1" in capsys.readouterr().out


def test_a_reading_without_a_rulebook_holds_wherever_it_can(capsys):
    printed = document(capsys, "maryland", "washington", "california", "--reading", "war_burn=separate_wars")
    assert [each["readings"]["war_burn"] for each in printed["rulebooks"]] == [
        "once",
        "separate_wars",
        "once",
    ]
    fought = next(each["values"] for each in printed["rules"] if each["topic"] == "Wars are fought")
    together = "together, against one dealer's card, dealt clockwise"
    assert fought == [together, "one after another, each against a dealer's card of its own", together]


# houses


def test_two_submissions_of_one_rulebook(capsys, tmp_path):
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(sample_house("maryland"), encoding="utf-8")
    other.write_text(sample_house("maryland").replace('rate = "12%"', 'rate = "10%"'), encoding="utf-8")
    pair = ["maryland", "maryland", "--house", f"1:{one}", "--house", f"2:{other}"]
    printed = document(capsys, *pair)
    assert [each["house"] for each in printed["rulebooks"]] == ["sample submission"] * 2
    assert printed["rules"] == []
    assert printed["houses"] == [
        {"choice": "progressive.meter.rate", "values": ["12%", "10%"], "differ": True}
    ]
    assert "bonus_spin_alone" in {each["figure"] for each in printed["edges"]}
    assert main(["compare", *pair]) == 0
    out = capsys.readouterr().out
    assert "house: sample submission" in " ".join(out.split())
    assert "Rules that differ  0 of " in out
    assert "There is no difference." in out
    assert "Choices of the houses that differ  1 of " in out


def test_a_house_of_one_of_several_rulebooks(capsys, tmp_path):
    path = tmp_path / "a:b.toml"
    path.write_text(sample_house("maryland"), encoding="utf-8")
    printed = document(capsys, "wisconsin", "maryland", "--house", f"maryland:{path}", "--all")
    assert [each["house"] for each in printed["rulebooks"]] == [None, "sample submission"]
    seats = next(each for each in printed["houses"] if each["choice"] == "seats")
    assert seats["values"] == ["7", "7"]
    assert not seats["differ"]


def test_what_a_house_leaves_out_counts_as_its_default(capsys, tmp_path):
    path = tmp_path / "h7.toml"
    path.write_text('rulebook = "maryland"\nshuffler = "by hand"\nseats = 7\n', encoding="utf-8")
    pair = ["maryland", "maryland", "--house", f"2:{path}"]
    assert document(capsys, *pair)["houses"] == []
    assert document(capsys, *pair, "--all")["houses"] == [
        {"choice": "shuffler", "values": ["by hand", "by hand"], "differ": False},
        {"choice": "seats", "values": ["7", "7"], "differ": False},
    ]
    assert main(["compare", *pair]) == 0
    assert "Choices of the houses that differ  0 of 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("decks = 8", {"decks": ["6", "8"]}),
        ("adjacent_boxes = 1", {}),
        ('payout_limit = "none"', {}),
        ('payout_limit = "50000"', {"payout_limit": ["none", "50000"]}),
        ('opening_inventory = "$100,000.00"', {}),
        ("cards_behind_cover_card = 78", {}),
        ("cards_behind_cover_card = 79", {"cards_behind_cover_card": ["78", "79"]}),
        ("preshuffled = true", {"preshuffled": ["no", "yes"]}),
        ('[readings]\nleaving_player = "floorperson_decides"', {}),
        ("automatic = []", {"automatic": ["every act", "none"]}),
    ],
)
def test_only_choices_that_hold_otherwise_differ(text, chosen, capsys, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(f"{text}\n", encoding="utf-8")
    printed = document(capsys, "maryland", "maryland", "--house", f"2:{path}")
    assert {each["choice"]: each["values"] for each in printed["houses"]} == chosen


def test_limits_and_side_wagers_that_are_only_written_otherwise_do_not_differ(capsys, tmp_path):
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    text = sample_house("maryland")
    one.write_text(text, encoding="utf-8")
    terse = text.replace('[limits.war_tie]\nminimum = "1"\nmaximum = "200"\n', "")
    terse = terse.replace("positions = [1, 1, 1, 1, 1, 1, 1]\n", "").replace('"12%"', '"12.0%"')
    terse = terse.replace('maximum = "1000"', 'maximum = "$1,000.00"')
    assert len(terse) < len(text)
    other.write_text(terse, encoding="utf-8")
    pair = ["maryland", "maryland", "--house", f"1:{one}", "--house", f"2:{other}"]
    assert document(capsys, *pair)["houses"] == []


def test_without_a_house_no_choices_are_printed(capsys):
    assert main(["compare", "maryland", "wisconsin"]) == 0
    assert "houses" not in capsys.readouterr().out


def test_a_file_of_ones_own(capsys):
    path = str(OWN / "no_war.toml")
    printed = document(capsys, "maryland", path, "--reading", "maryland:odd_half=exact")
    assert [each["name"] for each in printed["rulebooks"]] == ["maryland", "no_war"]
    won = next(each for each in printed["chips"] if each["end"] == "war won")
    assert won["moves"][1] is won["net"][1] is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name at least two rulebooks"),
        (["maryland"], "Name at least two rulebooks"),
        (["maryland", "utopia"], "There is no rulebook 'utopia'"),
        (["maryland", "nowhere.toml"], "nowhere.toml"),
        (["maryland", "wisconsin", "--decks", "0"], "--decks"),
        (["maryland", "wisconsin", "--decks", "many"], "--decks"),
        (["maryland", "wisconsin", "--reading", "odd_half"], "NAME=VALUE"),
        (["maryland", "wisconsin", "--reading", ":=exact"], "NAME=VALUE"),
        (["maryland", "wisconsin", "--reading", "oddity=exact"], "has a reading 'oddity'"),
        (["maryland", "wisconsin", "--reading", "odd_half=even"], "cannot be 'even'"),
        (["maryland", "wisconsin", "--reading", "california:odd_half=exact"], "is compared as 'california'"),
        (["maryland", "wisconsin", "--reading", "3:odd_half=exact"], "is compared as '3'"),
        (["maryland", "wisconsin", "--house", "mine.toml"], "RULEBOOK:FILE"),
        (["maryland", "wisconsin", "--house", "california:mine.toml"], "is compared as 'california'"),
        (["maryland", "wisconsin", "--house", "2:nowhere.toml"], "nowhere.toml"),
        (["maryland", "wisconsin", "--reading", "1:placed_wager=when_placed"], "no reading 'placed_wager'"),
    ],
)
def test_wrong_input_gets_one_line(arguments, sentence, capsys):
    assert main(["compare", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("casinowar: ")
    assert len(err.splitlines()) == 1
    assert sentence in err
