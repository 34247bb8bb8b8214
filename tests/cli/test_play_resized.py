"""A terminal that changes its size: while a question waits, while cards are looked at, on a page."""

import os
import signal
import time

import pytest
from rich.cells import cell_len

from casinowar.cli.play.screen import WIDEST, Screen
from casinowar.cli.play.start import PlayOptions, play, settle
from tests.support.terminal import a_console, said, typed

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGWINCH"), reason="no sizes are told here")


def a_screen(read, pace=0.0, size=(120, 30), player="Ann"):
    width, height = size
    console = a_console(terminal=True, width=width, height=height, color_system=None)
    wanted = PlayOptions(rulebook="maryland", players=(player,), neighbours=3, seed=17, skip_ceremony=True)
    opened = settle(wanted, console, typed([]))
    return console, wanted, opened, Screen(console, opened.rules, read, pace)


def resized(console, width, height=30):
    console.size = width, height
    os.kill(os.getpid(), signal.SIGWINCH)


def frames(console):
    return [frame.splitlines() for frame in said(console).split("\x1b[H\x1b[2J")[1:]]


def test_cards_that_are_looked_at_are_drawn_anew(monkeypatch):
    sizes = iter([60, 40, 200, 120] * 40)

    def look(_seconds):
        before = len(frames(console))
        width = next(sizes)
        resized(console, width)
        drawn = frames(console)
        assert len(drawn) > before
        top = next(line for line in drawn[-1] if line.startswith("╭─ Maryland"))
        assert cell_len(top) == min(width, WIDEST)
        assert max(map(cell_len, drawn[-1])) <= min(width, WIDEST)

    monkeypatch.setattr(time, "sleep", look)
    console, wanted, opened, shown = a_screen(typed(["10 5", "", "war"]), pace=1.0)
    play(wanted, opened, shown)
    assert any("│8♣ │7♣ │" in line for frame in frames(console) for line in frame)


@pytest.mark.parametrize("width", range(58, 68))
def test_no_sentence_is_cut_off_for_a_name_of_wide_letters(width):
    console, wanted, opened, shown = a_screen(typed(["10", ""]), size=(width, 40), player="李小龍李小龍")
    play(wanted, opened, shown)
    for frame in frames(console):
        told = [line for line in frame if not line.startswith(("│", "╭", "╰"))]
        assert not any("…" in line for line in told), told


def test_a_page_that_has_room_after_all_is_not_followed_by_an_empty_one():
    asked = []

    def read(prompt):
        asked.append(prompt)
        if len(asked) == 1:
            return "help"
        if len(asked) == 2:
            assert "Enter for more" in prompt
            resized(console, 200, 60)
            assert said(console).endswith("Enter to go back › ")
            return ""
        raise EOFError

    console, wanted, opened, shown = a_screen(read, size=(40, 24))
    play(wanted, opened, shown)
    assert "Enter" not in asked[2]


def test_a_size_that_changes_before_the_question_waits_is_noticed(monkeypatch):
    draw = Screen._put

    def put(self, lines):
        draw(self, lines)
        if self._console.width == 120:
            self._console.size = 60, 30  # and nobody hears the signal yet

    monkeypatch.setattr(Screen, "_put", put)
    console, wanted, opened, shown = a_screen(typed([]))
    play(wanted, opened, shown)
    assert max(map(cell_len, frames(console)[-1])) <= 60


def test_a_command_typed_at_a_page_closes_it_and_is_carried_out(tmp_path):
    file = tmp_path / "game.json"
    lines = typed(["rules", f"save {file}", "rules", "quit", "never read"])
    _, wanted, opened, shown = a_screen(lines, size=(40, 24))
    play(wanted, opened, shown)
    assert file.exists()
    assert lines("") == "never read"


def test_a_page_is_turned_by_enter_and_left_by_q():
    asked, lines = [], ["rules", "", "q", "quit"]

    def read(prompt):
        asked.append(prompt)
        return lines[len(asked) - 1]

    _, wanted, opened, shown = a_screen(read, size=(40, 24))
    play(wanted, opened, shown)
    assert ["Enter" in prompt for prompt in asked] == [False, True, True, False]


@pytest.mark.parametrize(
    ("width", "words"), [(40, "round 1 · cards out of the shoe"), (120, "out of the shoe")]
)
def test_cards_that_wait_for_the_cut_are_said_to_be_out_of_the_shoe(width, words):
    console = a_console(terminal=True, width=width, height=30, color_system=None)
    wanted = PlayOptions(rulebook="maryland", players=("Ann",), seed=17)
    opened = settle(wanted, console, typed([]))
    play(wanted, opened, Screen(console, opened.rules, typed(["quit"]), 0.0))
    drawn = "\n".join(frames(console)[0])
    assert words in drawn
    assert "rack" not in drawn


def test_exact_odds_are_whole_in_a_narrow_terminal():
    _, wanted, opened, _ = a_screen(typed([]))
    console = a_console(terminal=True, width=40, height=30, color_system=None)
    play(wanted, opened, Screen(console, opened.rules, typed(["10 5", "odds", "", "quit"]), 0.0))
    [page] = [frame for frame in frames(console) if frame[0].startswith("Odds of")]
    assert not any("…" in line for line in page)
    assert any(line.startswith("tie, $5") and "18.6495%" in line for line in page)
    assert {"23138/993023", "58/311"} <= {line.strip() for line in page}, "none is broken"


def test_a_narrow_terminal_keeps_the_number_of_an_assumption():
    console = a_console(terminal=True, width=40, height=40, color_system=None)
    wanted = PlayOptions(rulebook="washington", players=("Ann",), seed=17)
    opened = settle(wanted, console, typed([]))
    play(wanted, opened, Screen(console, opened.rules, typed(["10"]), 0.0))
    drawn = said(console)
    assert "our assumpti" not in drawn
    assert any(line.endswith(" R36") for line in drawn.splitlines())
