"""How a session at the table ends: what became of the round, however people leave."""

import re

import pytest

from casinowar.cli.play.start import PlayOptions, start
from tests.cli.test_play_terminal import Terminal, last_line
from tests.support.terminal import a_console, played, said

SURRENDERED = "Stopped in round 1, which was then ended by the book: [our assumption R40] Ann −$5.00"


def stopped(*lines: str, rulebook: str, **wishes) -> str:
    """Play through injected lines, press Ctrl-C, and give the line that is said then."""
    waiting = iter(lines)

    def read(_prompt):
        for line in waiting:
            return line
        raise KeyboardInterrupt

    console = a_console(width=500)
    with pytest.raises(SystemExit, match="130"):
        start(PlayOptions(rulebook=rulebook, players=("Ann",), seed=17, **wishes), console, read)
    return said(console).splitlines()[-1]


def test_who_quits_with_a_wager_down_is_told_the_cards_and_what_they_brought():
    printed = played("", "10", "quit", rulebook="wisconsin", seed=17)
    dealt, against = re.findall(r"^(\S+) was dealt to ", printed, flags=re.MULTILINE)
    assert f"{SURRENDERED} ({dealt} against {against}). The abandoned hand counted as" in printed
    assert printed.index("Stopped in round 1") < printed.index("Thank you for playing. 1 round played.")


def test_who_quits_on_a_full_screen_sees_every_card_of_the_round_that_was_left():
    terminal = Terminal("wisconsin", "--player", "Ann", "--neighbours", "1", "--seed", "17", "--pace", "0")
    terminal.asks("will you cut the cards?")
    terminal.type("\r")
    terminal.asks("Ann, your wager?")
    terminal.type("10\r")
    terminal.asks("Enter deals")
    terminal.type("quit\r")
    assert terminal.ended() == 0
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", last_line(terminal))
    table, told = shown.split("Stopped in round 1", 1)
    cards = re.findall(r"│([\dAJQK]+[♠♥♦♣]) ?│", table)
    [(mine, theirs)] = re.findall(r"\((\S+) against\s+(\S+)\)", told)
    assert {mine, theirs} <= {*cards}
    assert len(cards) >= 3
    assert "Thank you for playing. 1 round played." in told


def test_who_quits_before_the_deal_is_told_that_the_wagers_went_back():
    assert "Stopped before the deal; the wagers went back." in played("", "10", "quit")
    assert "Stopped" not in played("", "10", "", "quit", seed=3)


def test_ctrl_c_tells_what_quit_tells():
    line = stopped("", "10", rulebook="wisconsin")
    assert line.startswith(f"{SURRENDERED} (")
    assert " Ann leaves with $495.00 in chips, −$5.00 in all. " in line
    assert line.endswith("The game was not saved; save puts it away, to go on with it another time.")
    assert "not saved" not in stopped(rulebook="wisconsin")


def test_ctrl_c_tells_where_the_game_was_saved(tmp_path):
    file = tmp_path / "game.json"
    line = stopped("", "10", f"save {file}", rulebook="wisconsin")
    assert line.endswith(f"is in {file}; go on with it: casinowar play --resume {file}")


def test_the_cards_of_several_hands_are_all_told(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("adjacent_boxes = 2\n")
    printed = played("", "10", "box 3 10", "", "quit", seed=6, house=str(house))
    first, second, against = re.findall(r"^(\S+) was dealt to ", printed, flags=re.MULTILINE)
    assert f"({first} against {against}; {second} against {against})." in printed


def test_who_banks_and_quits_is_told_what_the_bank_brought():
    wishes = {"players": ("Ann", "Ben"), "seed": 17}
    printed = played("", "", "", "10", "", "", "quit", rulebook="california", **wishes)
    assert " Ben −$5.00 (A♥ against A♦), Ann +$5.00 as the bank. The abandoned hand" in printed
    assert "Stopped before the deal; the bank went back." in played(
        "", "", "", "quit", rulebook="california", **wishes
    )
