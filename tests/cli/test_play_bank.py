"""The bank at the table in the terminal: who is asked, what Enter puts up, and what a banker can do."""

import re

import pytest

from tests.support.terminal import played


def california(*lines: str, players=("Ann", "Ben"), **more) -> str:
    return played(*lines, rulebook="california", players=players, skip_ceremony=True, **more)


def asked(printed: str) -> list[str]:
    return re.findall(r"^(\w+), (?:will you bank|nobody banks|do you keep)", printed, re.MULTILINE)


def test_once_everybody_has_declined_each_is_asked_again_in_turn():
    printed = california(*["no"] * 8, players=("Ann", "Ben", "Cy"))
    assert asked(printed) == ["Ann", "Ben", "Cy"] * 3
    assert "Ann, nobody banks; will you?" in printed


def test_whoever_says_yes_when_everybody_had_declined_banks():
    printed = california("no", "no", "no", "50", "10", "", "")
    assert "Ben at seat 5 took the bank as player/dealer and put up $50.00." in printed
    assert "Round 1 is complete." in printed


def test_nobody_is_asked_again_who_may_not_bank_any_more():
    rounds = ["50", "10", "", "", "50", "10", "", ""]
    printed = california(*rounds, "no", "no", "no", seed=5)
    assert "Round 2 is complete." in printed
    assert asked(printed.split("Round 2 is complete.")[1])[:3] == ["Ben", "Ben", "Ben"]


def test_enter_banks_again_with_what_was_last_put_up():
    printed = california("50", "10", "", "", "", "", seed=5)
    assert "Enter banks $50 · bank 100" in printed.split("Round 1 is complete.")[1]
    assert "Ann at seat 4 kept the bank as player/dealer and put up $50.00." in printed


def test_somebody_joins_who_banks_when_the_banker_leaves_a_lone_player_with_wagers():
    printed = california("50", "20", "", "leave", "", seed=5)
    assert "A player banks this game, so somebody joins you." in printed
    assert "Rosa at seat 1 took the bank" in printed
    assert "Round 1 is complete." in printed


def test_players_with_wagers_can_take_them_back_and_bank_when_the_banker_leaves():
    printed = california("50", "20", "", "20", "", "leave", "no", "no", players=("Ann", "Ben", "Cy"))
    last = printed.rsplit("Cy at seat 5 declined the bank.", 1)[1]
    assert "Ben, nobody banks; will you? First take back what you have on the layout: $20." in last
    assert "no · withdraw" in last
    lines = ("50", "20", "", "20", "", "leave", "no", "no", "withdraw", "50", "", "")
    printed = california(*lines, players=("Ann", "Ben", "Cy"))
    assert "Ben at seat 4 took the bank as player/dealer and put up $50.00." in printed
    assert "Round 1 is complete." in printed


def test_who_took_wagers_back_and_does_not_bank_may_wager_again():
    lines = ("50", "20", "", "20", "", "leave", "withdraw", "no", "withdraw", "50")
    printed = california(*lines, players=("Ann", "Ben", "Cy"))
    assert printed.rsplit("Cy at seat 5 took the bank as player/dealer", 1)[1].count("Ben, your wager?") == 1


def test_odds_for_the_banker_are_those_of_the_wagers_against_the_bank():
    printed = california("50", "20 5", "", "odds")
    told = printed.split("Odds of the wagers against Ann's bank\n")[1]
    assert re.search(r"Ben: initial, \$20, .*%.* \+\$0\.\d\d", told)
    assert re.search(r"Ben: tie, \$5 .*%.* \+\$\d\.\d\d", told)


@pytest.mark.parametrize("lines", [["odds"], ["50", "out", "odds"]])
def test_odds_say_when_there_is_nothing_to_tell(lines):
    assert "There are no wagers to tell odds of now." in california(*lines)


@pytest.mark.parametrize("typed", ["sit", "seat", "behind"])
def test_a_seat_that_is_not_said_is_asked_for(typed):
    assert "Say which seat, such as seat 5 or behind 3." in played("", typed)
