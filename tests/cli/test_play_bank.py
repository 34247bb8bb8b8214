"""The bank at the table in the terminal: who is asked, what Enter puts up, and what a banker can do."""

import re

import pytest

from casinowar.odds.bank import bank
from casinowar.odds.settlement import Wagered
from casinowar.odds.shoe import Shoe
from casinowar.reports.numbers import dollars
from casinowar.rulebooks import load_rules
from tests.support.terminal import played


def california(*lines: str, players=("Ann", "Ben"), **more) -> str:
    return played(*lines, rulebook="california", players=players, skip_ceremony=True, **more)


def asked(printed: str) -> list[str]:
    return re.findall(r"^(\w+), (?:will you bank|no player banks|do you keep)", printed, re.MULTILINE)


def test_once_everybody_has_declined_each_is_asked_again_in_turn():
    printed = california(*["no"] * 8, players=("Ann", "Ben", "Cy"))
    assert asked(printed) == ["Ann", "Ben", "Cy"] * 3
    assert "Ann, no player banks; will you?" in printed


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


def test_enter_keeps_the_bank_beside_computer_players_too():
    printed = california("10", "", "bank 50", "", "", seed=5, players=("Ann",), neighbours=2)
    assert "Enter declines · bank 200" in printed
    assert "Enter banks $50 · bank 100" in printed.split("Round 2 is complete.")[1]
    assert "Ann at seat 4 kept the bank as player/dealer and put up $50.00." in printed


def test_somebody_joins_who_banks_when_the_banker_leaves_a_lone_player_with_wagers():
    printed = california("50", "20", "", "leave", "", seed=5)
    assert "A player banks this game, so a computer player joins you." in printed
    assert "Rosa at seat 1 took the bank" in printed
    assert "Round 1 is complete." in printed


def test_players_with_wagers_can_take_them_back_and_bank_when_the_banker_leaves():
    printed = california("50", "20", "", "20", "", "leave", "no", "no", players=("Ann", "Ben", "Cy"))
    last = printed.rsplit("Cy at seat 5 declined the bank.", 1)[1]
    assert "Ben, no player banks; will you? First take back what you have on the layout: $20." in last
    assert "Enter declines · withdraw" in last
    lines = ("50", "20", "", "20", "", "leave", "no", "no", "withdraw", "50", "", "")
    printed = california(*lines, players=("Ann", "Ben", "Cy"))
    assert "Ben at seat 4 took the bank as player/dealer and put up $50.00." in printed
    assert "Round 1 is complete." in printed


def test_who_took_wagers_back_and_does_not_bank_may_wager_again():
    lines = ("50", "20", "", "20", "", "leave", "withdraw", "no", "withdraw", "50")
    printed = california(*lines, players=("Ann", "Ben", "Cy"))
    assert printed.rsplit("Cy at seat 5 took the bank as player/dealer", 1)[1].count("Ben, your wager?") == 1


def test_odds_for_the_banker_are_those_of_the_wagers_against_the_bank():
    printed = california("100", "20 5", "", "odds")
    told = printed.split("Odds of the wagers against Ann's bank\n")[1]
    assert re.search(r"Ben: initial, \$20, .*%.* \+\$0\.\d\d", told)
    assert re.search(r"Ben: tie, \$5 .*%.* \+\$\d\.\d\d", told)


@pytest.mark.parametrize(("lines", "sign"), [(["40 10", "odds"], "+"), (["40 10", "", "odds"], "−")])
def test_odds_give_no_dollars_for_what_cannot_stand_against_the_bank(lines, sign):
    told = california("20", *lines).split("Odds of ")[-1]
    assert re.search(r"initial, \$40, best play +2\.3301% +23138/993023 +–\n", told)
    assert re.search(r"tie, \$10 +18\.6495% +58/311 +–\n", told)
    short = told.index("Only $20.00 of the $50.00 wagered can stand against the bank.\n")
    assert short < told.index("Each edge is that of a wager which the bank covers.") < told.index("2.3301%")
    rules = load_rules("california")
    exact = bank(rules, Shoe.fresh(rules), [Wagered(40_00, 10_00)], 20_00)
    assert exact is not None
    whom = "Ann's bank" if sign == "−" else "Ben"
    average = f"{sign}{dollars(abs(exact.expected))}"
    assert f"With this bank all of it comes to {average} on average for {whom}, war on ties." in told
    assert "As long as the bank covers the wager." not in told


def test_odds_of_a_short_bank_are_told_for_two_hands_together():
    told = california("20", "40", "", "30", "", "odds", players=("Ann", "Ben", "Cy")).split("Odds of ")[-1]
    rules = load_rules("california")
    exact = bank(rules, Shoe.fresh(rules), [Wagered(40_00), Wagered(30_00)], 20_00)
    assert exact is not None
    sign = "−" if exact.expected < 0 else "+"
    average = f"{sign}{dollars(abs(exact.expected))}"
    assert f"all of it comes to {average} on average for Ann's bank, war on ties." in told


def test_odds_against_a_bank_that_covers_the_wagers_and_not_all_they_could_win():
    told = california("100", "40 10", "odds").split("Odds of ")[-1]
    assert re.search(r"tie, \$10 .* –\n", told)
    assert "The bank of $100.00 cannot pay all that could be won against it.\n" in told
    told = california("180", "40 10", "odds").split("Odds of ")[-1]
    assert re.search(r"tie, \$10 .* −\$1\.86\n", told)


def test_odds_count_the_wagers_of_others_against_the_bank_and_those_that_enter_would_place():
    told = california("50", "20", "", "odds", players=("Ann", "Ben", "Cy")).split("Odds of Cy")[-1]
    assert re.search(r"initial, \$10, .* –\n", told)
    assert "all of it" not in told


def test_odds_of_a_choice_say_when_the_bank_cannot_pay_a_war_in_full():
    told = california("20", "40", "", "", "odds", seed=17).split("Odds of Ben's choice")[-1]
    why = "The bank cannot pay a war in full: $0 of it is left for additional units."
    assert told.index(why) < told.index("less than −$")
    assert re.search(r"^war +less than −\$\d+\.\d\d *$", told, flags=re.MULTILINE)
    assert re.search(r"^surrender +−\$10\.00 +−10 dollars *$", told, flags=re.MULTILINE)
    assert "War is better." not in told


@pytest.mark.parametrize("lines", [["odds"], ["50", "out", "odds"]])
def test_odds_say_when_there_is_nothing_to_tell(lines):
    assert "There are no wagers to tell odds of now." in california(*lines)


@pytest.mark.parametrize("typed", ["sit", "seat", "behind"])
def test_a_seat_that_is_not_said_is_asked_for(typed):
    assert "Say which seat, such as seat 5 or behind 3." in played("", typed)


def test_stats_give_no_best_and_worst_hand_to_who_only_banked():
    told = california("50", "10", "", "", "stats", seed=5).split("This session")[-1]
    for which in ("best", "worst"):
        ann, ben = re.findall(rf"^ *{which} hand +(\S+) +(\S+) *$", told, re.MULTILINE)[0]
        assert ann == "–"
        assert ben in {"+$10", "−$10"}
