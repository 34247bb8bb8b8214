"""A hand that came to nothing is called void wherever its result is told."""

import re

import pytest
from msgspec.structs import replace

from casinowar import Table
from casinowar.cli import main
from casinowar.cli.play import seat_text
from casinowar.cli.play.display_state import DisplayState
from casinowar.game.words import Irregularity
from casinowar.telling.result import results
from tests.support.terminal import played

RUN_OUT = {
    "rulebook": "washington",
    "seats": 60,
    "neighbours": 55,
    "chips": "5000",
    "readings": ("decks=any_number",),
    "seed": 3,
}
VOID_THE_ROUND = "1"


@pytest.fixture
def wishes(tmp_path):
    """Give a table whose shoe runs out in the first round."""
    house = tmp_path / "house.toml"
    house.write_text("decks = 1\n", encoding="utf-8")
    return {**RUN_OUT, "house": str(house)}


def test_the_lines_the_statistics_and_the_history_of_a_void_round_say_so(wishes):
    printed = played("10", "", VOID_THE_ROUND, "stats", "history", **wishes)
    assert "Ann at seat 30: void, now $5,000.00 in chips" in printed
    assert re.search(r"hands void +1", printed)
    assert "hands won" not in printed
    assert "void" in printed.split("The last rounds")[1]


def test_ctrl_d_in_a_round_that_is_void_then_says_so(wishes):
    assert ", which was then ended by the book: [our assumption R40] Ann void (no hand)." in played(
        "10", "", **wishes
    )


def test_the_replay_says_so(wishes, tmp_path, capsys):
    record = tmp_path / "session.txt"
    played("10", "", VOID_THE_ROUND, record=str(record), **wishes)
    assert main(["replay", str(record)]) == 0
    [hand] = [line for line in capsys.readouterr().out.splitlines() if " Ann " in line and "30 " in line[:6]]
    assert "void" in hand


def test_results_tell_a_hand_that_is_void_from_one_that_came_to_nothing_else():
    table = Table("maryland", seed=17)
    table.sit("Ann", seat=4, chips=100)
    table.wager(4, 10)
    table.deal()
    assert table.choosing == 4, "nothing of it is settled yet"
    current = table.state.round
    assert current
    [open_hand] = results(current)
    assert not open_hand.void
    [cut_short] = results(replace(current, cut_short=True))
    assert str(cut_short) == "seat 4 Ann: A♥ against A♦, void"
    assert cut_short.to_dict()["void"] is True
    scene = DisplayState(table.rules)
    scene.round = replace(current, void=Irregularity.FACE_UP_CARD)
    assert seat_text.result(scene, current.hands[4]).plain == "void"
    table.surrender(4)
    [surrendered] = table.results
    assert not surrendered.void
