"""A file of one's own, checked as a whole: every fault a sentence with its line."""

import csv
import json
from random import Random

import pytest

import casinowar as cw
from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Grid
from casinowar.reports.file_check import check_file
from casinowar.rulebooks import load_rules, names, open_rulebook, sample_house
from casinowar.rulebooks.check import check
from casinowar.rulebooks.toml_text import packaged


@pytest.fixture
def file(tmp_path):
    """Write a file."""

    def written(text):
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


@pytest.mark.parametrize("name", names())
def test_each_sample_is_in_order(name, file):
    found = check(file(sample_house(name)))
    assert (found.kind, found.rulebook, found.faults) == ("house file", name, ())


@pytest.mark.parametrize("name", names())
def test_each_rulebook_is_in_order_under_another_name(name, file):
    text = packaged(f"{name}.toml").text.replace(f'name = "{name}"', 'name = "ours"', 1)
    found = check(file(text))
    assert (found.kind, found.rulebook, found.faults) == ("rulebook", "ours", ())


def test_every_fault_of_a_house_file_is_found(file):
    path = file(
        """rulebook = "maryland"
decks = 5
seats = "seven"
adjacent_boxs = 2
[limits.initial]
minimum = "5"
maximum = "five hundred"
[readings]
war_burn = "never"
tied_wart = "x"
odd_half = "exact"
"""
    )
    found = check(path).faults
    assert all(each.startswith(f"{path}, line ") for each in found)
    assert [int(each.split("line ")[1].split(":")[0]) for each in found] == [2, 3, 4, 7, 9, 10]


def test_what_is_missing_in_a_part_of_a_house_file_is_found(file):
    path = file('rulebook = "maryland"\ndecks = 5\n[progressive]\n[bonus_spin]\ncards = 3\n')
    assert [each.split(": ", 1)[1] for each in check(path).faults] == [
        "decks: 5 is not allowed; the rulebook has 6 or 8 [3.A]",
        "progressive: the value 'meter' is missing.",
        "bonus_spin: the value 'hot_spot' is missing.",
        "bonus_spin: the value 'primary' is missing.",
        "bonus_spin: the value 'secondary' is missing.",
        "bonus_spin.community: the wheel of the community pays is missing [10.D(5)(b); our assumption R61]",
        "bonus_spin.cards: this must be a list such as [1, 2], not a whole number.",
    ]


def test_a_house_file_without_a_rulebook_is_checked_by_itself(file):
    found = check_file(file("decks = 5\n"))
    assert (found.found.rulebook, found.found.faults) == ("", ())
    assert "names no rulebook" in found.report().about[0].text
    assert len(check(file("decks = 0\n")).faults) == 1


def test_every_fault_of_a_rulebook_is_found(file):
    text = packaged("washington.toml").text.replace('name = "washington"', 'name = "ours"', 1)
    wrong = text.replace("[war]\n", "[war]\nburns = 3\n", 1).replace("[cut]\n", "[cut]\nstrange = 1\n", 1)
    found = check(file(wrong)).faults
    assert len(found) == 2
    assert {"there is no value 'burns' here", "there is no value 'strange' here"} <= {
        each.split(": ")[2].split(";")[0].strip(".") for each in found
    }


def test_a_rulebook_that_extends_another_is_checked_by_its_own_lines(file):
    found = check(file('extends = "maryland"\nname = "maryland"\n[war]\nburn = 3\n')).faults
    assert ["line 2" in found[0], "line 4" in found[1], len(found)] == [True, True, 2]


@pytest.mark.parametrize("text", ["decks = ", "[", "a = {\n"])
def test_what_is_no_toml_has_one_fault(text, file):
    found = check(file(text))
    assert (len(found.faults), found.kind) == (1, "TOML file")


def test_faults_are_a_table_of_lines_for_a_spreadsheet(file, capsys):
    path = file('rulebook = "maryland"\ndecks = 5\nseats = 0\n')
    assert main(["rulebooks", "--check", path, "--format", "csv"]) == 1
    title, heads, *rows = csv.reader(capsys.readouterr().out.splitlines())
    assert title[0].startswith("# ")
    assert heads == ["Line", "Fault"]
    assert [(line, fault.partition(":")[0]) for line, fault in rows] == [("2", "decks"), ("3", "seats")]
    assert main(["rulebooks", "--check", file("decks = "), "--format", "csv"]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == ["Line,Fault", ",Invalid value (at end of document)."]


def test_the_command_says_so_with_its_exit_code(file, capsys):
    path = file('rulebook = "Maryland"\ndecks = 8\n')
    assert main(["rulebooks", "--check", path]) == 0
    out = capsys.readouterr().out
    assert "in order" in out
    assert "maryland" in out
    assert (
        main(["rulebooks", "--check", file('rulebook = "maryland"\ndecks = 5\nseats = 0\n'), "--json"]) == 1
    )
    printed = json.loads(capsys.readouterr().out)
    assert (printed["kind"], printed["rulebook"], printed["in_order"]) == ("house file", "maryland", False)
    assert len(printed["faults"]) == 2


def test_a_file_that_is_not_there_is_one_line(capsys):
    assert main(["rulebooks", "--check", "nowhere.toml"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "casinowar: nowhere.toml: No such file or directory.\n")


PIECES = [
    '""',
    "0",
    '"x"',
    "[]",
    "{}",
    "true",
    "[",
    "=",
    "[war]\n",
    "[limits]\n",
    "rulebook = 3\n",
    "name = 5\n",
]


def meddled(random: Random) -> str:
    """Break a sample or a rulebook in a few lines."""
    name = random.choice(names())
    book = packaged(f"{name}.toml").text.replace(f'name = "{name}"', 'name = "ours"', 1)
    lines = random.choice((sample_house(name), book)).split("\n")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(lines))
        key, equals, _ = lines[at].partition("=")
        match random.randrange(3):
            case 0 if equals:
                lines[at] = f"{key}= {random.choice(PIECES)}"
            case 1:
                del lines[at]
            case _:
                lines.insert(at, random.choice(PIECES))
    return "\n".join(lines)


def test_a_file_is_in_order_where_it_can_be_loaded_and_nowhere_else(file):
    random = Random(12)
    for _ in range(150):
        path = file(meddled(random))
        found = check(path)
        try:
            if found.kind == "rulebook":
                open_rulebook(path)
            else:
                load_rules(found.rulebook or "maryland", path)
        except InputError:
            assert found.faults or not found.rulebook, path
        else:
            assert not found.faults, path


def test_a_wheel_that_returns_more_than_it_costs_is_warned_of(file):
    found = check_file(file(sample_house("maryland")))
    told = cw.odds("maryland", sample=True).to_dict()["flags"]
    assert found.in_order
    assert found.report().title == "house file for maryland, in order, but:"
    assert list(found.warnings) == told == found.to_dict()["warnings"]
    assert told[0].startswith("Favors the player: bonus spin $5.00 returns 233.08%")


def test_a_progressive_that_keeps_its_share_is_not(file):
    found = check_file(file(sample_house("maryland").split("[bonus_spin]")[0]))
    assert (found.report().title, found.warnings) == ("house file for maryland, in order", ())


def test_a_payout_limit_below_what_posted_wagers_win_is_warned_of(file):
    sample = sample_house("maryland").split("[bonus_spin]")[0]
    low = sample.replace('payout_limit = "50000"', 'payout_limit = "100"')
    assert low != sample
    found = check_file(file(low))
    assert found.in_order
    assert found.warnings[0].startswith(
        "The payout limit of $100.00 cuts what the initial wager wins above $50"
    )


def faults_of(path):
    return [fault.split(": ", 1)[1] for fault in check(path).faults]


def test_a_missing_value_of_a_meter_hides_no_other_fault(file):
    meter = '[progressive.meter]\nrate = "120%"\ninitial = "100"\n'
    missing, rate, initial = faults_of(file(f'rulebook = "maryland"\n{meter}'))
    assert initial.startswith("progressive.meter.initial: ")
    assert missing == "progressive.meter: the value 'reset' is missing."
    assert rate.startswith("progressive.meter.rate: ")


def test_what_the_rulebook_does_not_provide_for_needs_no_values(file):
    [fault] = faults_of(file('rulebook = "california"\n[progressive]\n'))
    assert fault.startswith("progressive: the rulebook does not provide for it")


def test_boxes_are_not_held_against_seats_that_are_at_fault(file):
    [fault] = faults_of(file('rulebook = "maryland"\nseats = 11\nadjacent_boxes = 9\n'))
    assert fault.startswith("seats: 11 is not allowed")
    [fault] = faults_of(file('rulebook = "maryland"\nseats = 8\nadjacent_boxes = 9\n'))
    assert fault.startswith("adjacent_boxes: the table has only 8 seats")


def test_what_the_house_has_to_say_and_does_not_is_named_as_open(file):
    found = check_file(file('rulebook = "maryland"\ndecks = 8\n'))
    assert found.report().title == "house file for maryland, in order, 3 choices open"
    assert found.in_order
    assert found.to_dict()["open"] == [*found.open]
    so_long = "The file has to say it; as long as it does not"
    samples = "a table that is opened posts those of the sample house"
    assert found.open == (
        f"Open: payout_limit, the most that a hand is paid. {so_long}: none (our assumption R11).",
        f"Open: adjacent_boxes, boxes that one player may wager on. {so_long}: 1 (our assumption R42).",
        f"Open: limits, wagering limits, in dollars. {so_long}, {samples} (our assumption R12).",
    )
    assert check_file(file(sample_house("maryland"))).open == ()
    stated = 'rulebook = "maryland"\npayout_limit = "none"\nadjacent_boxes = 1\n'
    assert [each[:12] for each in check_file(file(stated)).open] == ["Open: limits"]
    washingtons = check_file(file('rulebook = "washington"\n')).open
    assert [each.partition(",")[0] for each in washingtons] == ["Open: limits", "Open: authorized_limit"]


def test_a_ceiling_that_the_house_does_not_enter_is_named_as_open(file):
    posted = '[limits.initial]\nminimum = "5"\nmaximum = "300"\n'
    found = check_file(file(f'rulebook = "washington"\n{posted}'))
    assert found.in_order
    so_long = "The file has to say it; as long as it does not"
    takes = "a table that is opened takes the largest maximum that is posted for it"
    assert found.open == (
        f"Open: authorized_limit, the authorized ceiling, in dollars. {so_long}, {takes} (limits).",
    )
    assert not check_file(file(f'rulebook = "washington"\nauthorized_limit = "300"\n{posted}')).open


def test_a_file_with_warnings_is_in_order_for_a_shell(file, capsys):
    assert main(["rulebooks", "--check", file(sample_house("maryland"))]) == 0
    assert "returns 233.08%" in capsys.readouterr().out


def test_the_sample_says_that_its_wheel_loses():
    assert "returns more than it\n# costs (233% to one alone)" in sample_house("maryland")


def test_other_commands_say_how_many_more_faults_a_file_has(file, capsys):
    path = file('rulebook = "maryland"\ndecks = 5\nseats = "x"\nadjacent_boxs = 2\n')
    assert main(["odds", "maryland", "--house", path]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"casinowar: {path}, line ")
    assert said.endswith(f" It has 2 more faults: casinowar rulebooks --check {path}\n")


def test_one_fault_is_all_that_is_said(file, capsys):
    path = file('rulebook = "maryland"\ndecks = 5\n')
    assert main(["odds", "maryland", "--house", path]) == 2
    assert "more" not in capsys.readouterr().err


def test_faults_of_readings_do_not_hide_those_of_values(file):
    path = file(
        """extends = "maryland"
name = "ours"
title = "Ours"
colour = "red"
unset = ["surrender.od"]
[seating]
seats = { start = "seven", clause = "2.A" }
[surrender]
forfeits = "2"
[war]
bogus = 3
[readings.foo]
question = 3
[readings.tied_war]
default = "nobody"
[progressive]
won_chip = { value = "eaten", clause = "8.D" }
"""
    )
    found = check(path).faults
    lines = [int(each.split("line ")[1].split(":")[0]) for each in found]
    assert lines == [4, 5, 7, 9, 11, 12, 12, 13, 15, 17], found


def test_one_fault_of_a_reading_or_of_a_list_does_not_hide_the_next(file):
    path = file(
        f"""{HEAD}
unset = ["surender", "readings.foo", "progressive"]
[readings.one]
question = "What?"
default = "bb"
[readings.one.choices.a]
says = "A."
[readings.one.choices.b]
unset = ["nothing.at.all", "surrender"]
"""
    )
    found = check(path).faults
    expected = ("'surender'", "'readings.foo'", "'cites'", "'bb'", "'says'", "'nothing.at.all'")
    assert len(found) == len(expected), found
    for wanted in expected:
        assert any(wanted in each for each in found), wanted


def test_a_quote_that_is_not_closed_is_said_to_be_open(file):
    [fault] = check(file('extends = "wisconsin\nname = "x"\n')).faults
    assert fault.endswith("a quote is not closed on its line (at line 1, column 21).")


def test_a_shoe_in_which_a_round_may_not_find_its_cards_is_warned_of(file):
    burn = '[war]\nburn = {{ cards = {}, clause = "1" }}'
    [warning] = check_file(file(f"{HEAD}\n{burn.format(400)}")).warnings
    assert "405 cards" in warning
    assert "312" in warning
    [warning] = check_file(file(f"{HEAD}\n{burn.format(300)}")).warnings
    assert "7 hands" in warning, "one hand finds its cards, a full table does not"
    assert check_file(file(f"{HEAD}\n{burn.format(3)}")).warnings == ()


def test_what_a_file_extends_is_needed_to_go_on(file):
    [only] = check(file('extends = "marilind"\nname = "ours"\n[war]\nbogus = 3\n')).faults
    assert "marilind" in only


def test_a_fault_of_the_form_has_its_line(file):
    report = check_file(file('name = "x"\nrulebook = maryland\n')).report()
    [grid] = [block for each in report.sections for block in each.blocks]
    assert isinstance(grid, Grid)
    assert grid.rows[0][0] == "2"


def test_a_value_of_the_wrong_kind_does_not_hide_what_cannot_be_combined(file):
    text = f"""{HEAD}
[war]
burn = {{ cards = "x", clause = "1" }}
won = {{ initial = "returned", war = "returned", match = "paid to the player", clause = "2" }}
[seating]
seats = {{ start = 9, least = 1, most = 7, clause = "3" }}
"""
    faults = check(file(text)).faults
    assert [
        place in fault for place, fault in zip(("war.burn", "war.won", "seating"), faults, strict=True)
    ] == [
        True,
        True,
        True,
    ]


def test_what_is_wrong_under_each_reading_is_found_at_once(file):
    text = f"""{HEAD}
[readings.war_burn.choices.before_each_card]
set.war.burn = {{ cards = "x", clause = "1" }}
[readings.odd_half.choices.odd_chip_to_house]
set.surrender.odd = "nonsense"
"""
    first, second = check(file(text)).faults
    assert first.endswith("(Under the reading war_burn = before_each_card.)")
    assert second.endswith("(Under the reading odd_half = odd_chip_to_house.)")


def test_a_main_wager_that_returns_more_than_it_costs_is_warned_of(file):
    generous = 'war.won = { initial = "returned", war = "returned", pays = "2 to 1", clause = "1" }'
    [warning] = check_file(file(f"{HEAD}\n{generous}")).warnings
    assert warning.startswith("Favors the player: initial returns 10")
    assert check_file(file(HEAD)).warnings == ()


HEAD = 'extends = "maryland"\nname = "ours"\ntitle = "Ours"'


def test_a_rulebook_that_takes_out_values_of_none_is_told_what_it_needs(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\ntitle = "Own"\nunset = ["progressive"]\n[wagers]\n', encoding="utf-8")
    [said] = check(str(path)).faults
    assert "`unset` needs `extends`" in said
    with pytest.raises(InputError, match="`unset` needs `extends`"):
        load_rules(str(path))


def test_a_share_of_limits_at_fault_is_no_second_fault(file):
    house = """rulebook = "wisconsin"
[limits.initial]
minimum = "500"
maximum = "300"
[limits.tie]
of_initial = "1/4"
"""
    [fault] = check(file(house)).faults
    assert "limits.initial: the minimum $500.00 is above the maximum $300.00" in fault
    alone = house.replace("[limits.initial]", "[limits.dealer_wins]")
    assert any("it is a share of a limit in [limits.initial]" in each for each in check(file(alone)).faults)
