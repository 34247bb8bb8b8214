"""Rulebooks that are not built in, readings that are not the defaults, and who gave commands: it is said."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar import Table, compare, odds, read_record, simulate
from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.record.text import Record, write
from casinowar.reports.blocks import text_of
from casinowar.reports.replay.replay import Replay
from casinowar.reports.rulebook_changes import based_on
from casinowar.rulebooks import load_sample, open_rulebook
from tests.support.scenario import at_table

BASED = "maryland with 1 value changed (war.tied)"
OWN = Path(__file__).parents[1] / "rulebooks" / "own"


@pytest.fixture(name="mine")
def mine_fixture(tmp_path: Path) -> str:
    path = tmp_path / "maryland1.toml"
    path.write_text(
        'extends = "maryland"\nname = "maryland1"\n[war]\ntied = { pays = "1 to 2" }\n', encoding="utf-8"
    )
    return str(path)


def test_what_a_rulebook_is_based_on(mine):
    assert based_on(open_rulebook("maryland")) == ""
    assert based_on(open_rulebook(mine)) == BASED
    assert based_on(open_rulebook(str(OWN / "no_war.toml"))) == "a text of its own"


def test_the_sheet_says_that_its_rulebook_is_not_built_in(mine):
    sheet = odds(mine)
    assert text_of(sheet.report().facts[0].value) == f"maryland1, not built in: {BASED}"
    assert sheet.to_dict()["based_on"] == BASED
    usual = odds("maryland")
    assert text_of(usual.report().facts[0].value) == "Maryland"
    assert usual.to_dict()["based_on"] == ""


def test_a_replay_says_so(mine):
    table = Table(mine, seed=7)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.deal()
    replay = read_record(table.record()).replay()
    said = [each.text for each in replay.report().about]
    assert f"The rulebook maryland1 is not built in: it is {BASED}." in said
    assert replay.to_dict()["based_on"] == BASED
    assert replay.lawful


def test_a_run_says_so_and_names_the_readings_of_its_house(mine):
    run = simulate(mine, rounds=1000, seed=1)
    assert f"not built in: {BASED}" in run.report().about[1].text
    assert run.to_dict()["setting"]["based_on"] == BASED
    house = replace(load_sample("maryland"), readings={"Tied-War": "tie_wager_pays_2_to_1"})
    run = simulate("maryland", house=house, readings={"odd_half": "exact"}, rounds=1000, seed=1)
    assert "tied_war=tie_wager_pays_2_to_1" in run.report().about[1].text
    assert run.to_dict()["setting"]["readings"] == {
        "tied_war": "tie_wager_pays_2_to_1",
        "odd_half": "exact",
    }
    assert "not built in" not in run.report().about[1].text


def test_a_comparison_says_so(mine):
    found = compare("maryland", mine)
    told = [text_of(fact.value) for fact in found.report().facts]
    assert told[1].endswith(f" · not built in: {BASED}")
    assert [each["based_on"] for each in found.to_dict()["rulebooks"]] == ["", BASED]


def test_houses_that_read_differently_chose_differently():
    one, other = (
        House(name=name, decks=6, readings=read)
        for name, read in (("a", {}), ("b", {"Odd-Half": "odd_chip_to_house"}))
    )
    found = compare("maryland", "maryland", houses=[one, other])
    [row] = found.to_dict()["houses"]
    assert row == {"choice": "readings.odd_half", "values": ["exact", "odd_chip_to_house"], "differ": True}
    [section] = [each for each in found.report().sections if each.title.startswith("Choices of the houses")]
    assert section.adds.startswith("1 of ")


# who gave a command


def played() -> str:
    table = Table("maryland", seed=7)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.deal()
    return table.record()


def remarks(replay: Replay) -> list[str]:
    return [words.text for words in replay.report().foot[1:]]


def test_a_player_s_own_commands_deserve_no_remark():
    replay = read_record(played()).replay()
    assert (remarks(replay), replay.to_dict()["remarks"]) == ([], [])


def test_somebody_else_s_name_on_a_player_s_command_deserves_a_remark():
    text = played()
    line = next(at for at, said in enumerate(text.splitlines(), 1) if "who=Ann" in said)
    replay = read_record(text.replace("who=Ann", "who=Eve")).replay()
    assert replay.lawful
    [said] = remarks(replay)
    assert said == f"Remark: by the record it was Eve, not Ann, who gave a command of Ann's (line {line})."
    [remark] = replay.to_dict()["remarks"]
    assert remark == {"who": "Eve", "player": "Ann", "lines": [line], "says": said.removeprefix("Remark: ")}


def test_commands_of_one_giver_for_one_player_are_one_remark():
    scenario = at_table("maryland", cards="9H 9C 2D 9S 4C 4D 4H KH QD")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00}, tie={1: 5_00}).dealt().when(c.GoToWar(hand=1)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    entries = tuple(
        replace(each, who="Eve") if each.command.by == "player" else each for each in scenario.entries[start:]
    )
    replay = read_record(write(Record.of(scenario.rules, before, entries))).replay()
    [remark] = replay.to_dict()["remarks"]
    assert len(remark["lines"]) == 4
    assert "who gave 4 commands of Ann's (lines " in remark["says"]


@pytest.mark.parametrize(("command", "remarked"), [(c.DeclineTieWager(hand=1), 0), (c.GoToWar(hand=1), 1)])
def test_the_house_may_take_silence_for_no_and_nothing_else(command, remarked):
    scenario = at_table("maryland", cards="9H 9C 2D 9S 4C 4D 4H KH QD")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00}, tie={1: 5_00}).dealt().when(c.GoToWar(hand=1)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    entries = tuple(
        replace(each, who="house") if each.command == command else each for each in scenario.entries[start:]
    )
    replay = read_record(write(Record.of(scenario.rules, before, entries))).replay()
    assert len(replay.to_dict()["remarks"]) == remarked
