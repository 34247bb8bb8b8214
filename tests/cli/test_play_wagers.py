"""Side wagers, coupons, community cards, the backline and the bank in the terminal."""

import random
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import pytest

from casinowar.cli import main
from casinowar.cli.play.display import Display
from casinowar.cli.play.display_state import DisplayState
from casinowar.cli.play.layout import notices
from casinowar.cli.play.screen import Screen
from casinowar.cli.play.start import PlayOptions, play, settle
from casinowar.game.events import WheelSpun
from casinowar.game.words import Act
from casinowar.odds import sheet
from casinowar.rulebooks import load_rules, load_sample
from tests.support.invariants import total_money
from tests.support.terminal import a_console, on_screen, played, typed

A_RED_KING_FOR_TWO = 9
A_TIE_FOR_BEN = 17
ELECTRONIC = 'rulebook = "maryland"\nseats = 6\n[electronic]\ncommunity_cards = 5\n'


@pytest.fixture
def electronic(tmp_path):
    house = tmp_path / "electronic.toml"
    house.write_text(ELECTRONIC)
    return str(house)


# side wagers


def test_progressive_and_spin_wagers_are_offered_placed_and_repeated():
    printed = played("", "10 prog 5 spin 5", "", "", sample=True)
    assert "20 prog 5 spin 5" in printed
    assert "Ann at seat 4 placed a progressive wager of $5.00.  [7.F(3)]" in printed
    assert "Ann has $10 + prog $5 + spin $5 on the layout and $480.00 in chips." in printed
    assert "Enter $10 + prog $5 + spin $5" in printed
    assert printed.count("placed a bonus spin wager of $5.00") == 2


def test_side_wagers_are_added_and_withdrawn_one_by_one():
    printed = played("", "10", "prog 5", "spin 5", "withdraw prog", sample=True)
    assert "Ann has $10 + prog $5 + spin $5 on the layout" in printed
    assert "Ann has $10 + spin $5 on the layout" in printed


@pytest.mark.parametrize("line", ["10 tie 5 tie 5", "10 5 tie 5"])
def test_a_wager_that_is_named_twice_is_not_taken_once(line):
    printed = played("", line, "q")
    assert "Name each wager once: tie is there twice." in printed
    assert "placed a tie wager" not in printed


def test_a_side_wager_that_the_house_does_not_offer_is_refused():
    printed = played("", "10 prog 5")
    assert "prog 5" not in printed.split("> 10 prog")[0]
    assert "This table does not offer the progressive wager at this time. [7.F(3)]" in printed
    assert "on the layout" not in printed


def test_the_wheel_is_spun_told_and_paid():
    lines = ("", "", "10 spin 5", "", "10 spin 5", "")
    printed = played(*lines, players=("Ann", "Bob"), sample=True, seed=A_RED_KING_FOR_TWO)
    assert "The wheel stopped" in printed
    assert "on the bonus spin wager to" in printed


def test_a_wager_that_returns_more_than_it_costs_is_told_before_anybody_sits_down():
    printed = played("", sample=True)
    told = "Favors the player: bonus spin $5.00 returns 233.08% (1 position)"
    assert printed.index(told) < printed.index("Ann took seat 4")
    assert "Favors the player" not in played("", rulebook="wisconsin", sample=True)


def test_no_sheet_is_worked_out_before_anybody_sits_down(monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("a whole sheet takes seconds")

    for part in ("sessions", "exposure", "counter"):
        monkeypatch.setattr(sheet, part, refuse)
    assert "Ann took seat 4" in played("", sample=True)


def test_history_says_what_the_wheel_paid():
    lines = ("", "", "10 spin 5", "", "10 spin 5", "", "", "", "history")
    printed = played(*lines, players=("Ann", "Bob"), sample=True, seed=A_RED_KING_FOR_TWO)
    assert "wheel $" in printed.split("The last rounds")[-1]


def test_the_screen_shows_meters_and_where_the_wheel_stopped():
    lines = ("", "", "10 spin 5", "", "10 spin 5", "")
    wishes: dict[str, Any] = {"players": ("Ann", "Bob"), "sample": True, "seed": A_RED_KING_FOR_TWO}
    frames = ["\n".join(frame) for frame in on_screen(*lines, **wishes)]
    assert "progressive $10,000.00 · primary $10,000.00 · secondary $5,000.00" in frames[0]
    assert "primary $10,000.80 · secondary $5,000.40" in frames[-1]
    assert "the wheel: hot spot seat " in frames[-1]


def test_rules_and_clauses_of_side_wagers_are_shown():
    printed = played("rules", "? spin", "? envy", "?", sample=True)
    assert "suited four of a kind" in printed
    assert "a red king of the dealer starts the wheel" in printed
    assert "1 of 2000 stops" in printed
    assert "12% of each wager; starts at $10000" in printed
    assert "10.D(5)(b)" in printed
    assert "10.C(3)" in printed


# coupons


def test_a_coupon_lies_beside_the_initial_wager_and_is_not_repeated():
    printed = played("", "10 coupon 10", "", rulebook="wisconsin", sample=True)
    assert "match play coupon of $10.00" in printed
    assert "Ann has $10 + coupon $10 on the layout and $490.00 in chips." in printed
    assert "Round 1 is complete." in printed
    assert "Enter $10 + coupon" not in printed


def test_a_coupon_that_counts_as_chips_may_be_the_whole_wager(tmp_path):
    house = tmp_path / "as_chips.toml"
    sample = (files("casinowar") / "rulebooks/houses/wisconsin.toml").read_text(encoding="utf-8")
    house.write_text(sample.replace('"initial_wager_only"', '"as_chips"\nplaced_wager = "no_more_bets"'))
    lines = ("", "coupon 10 tie 5", "odds", "withdraw", "coupon 20", "deal", "")
    printed = played(*lines, rulebook="wisconsin", house=str(house))
    assert "laid a match play coupon of $10.00 as the initial wager." in printed
    assert "Ann has tie $5 + coupon $10 on the layout and $495.00 in chips." in printed
    assert "got the coupon of $10.00 back.  [(f)(2)]" in printed
    assert "Ann has coupon $20 on the layout and $500.00 in chips." in printed
    assert "Round 1 is complete." in printed


def test_a_coupon_for_more_than_the_chips_is_refused_and_nothing_placed():
    printed = played("", "10 coupon 20", rulebook="wisconsin", sample=True)
    assert "[(f)(1)]" in printed
    assert "on the layout" not in printed


# community cards


def test_a_terminal_backs_several_community_cards(electronic):
    printed = played("", "card 2 10 5", "card 4 20", "", "war", "war", "war", "", house=electronic)
    assert "Ann has card 2 $10 + tie $5, card 4 $20 on the layout and $465.00 in chips." in printed
    assert "Round 1 is complete." in printed
    assert "Enter card 2 $10 + tie $5, card 4 $20" in printed


def test_several_tie_hands_that_are_left_are_all_ruled_on(electronic):
    lines = ("", "", "", "card 1 10", "", "card 1 10", "", "card 1 10", "")
    printed = played(*lines, house=electronic, players=("Ann", "Bob", "Cem"), seed=0)
    assert printed.count("The floorperson ruled to treat the hand as lost.") == 3
    assert "Round 1 is complete." in printed


def test_the_screen_shows_community_cards_with_the_wagers_below_them(electronic):
    frames = on_screen("", "card 2 10 5", "card 4 20", "", house=electronic, neighbours=3)
    backed = "\n".join(frames[3])
    assert "card 5" in backed
    assert "Ann $10 t$5" in backed
    assert "▶3 Ann ●$465" in backed


# the bank


def test_the_bank_is_offered_taken_and_shown():
    lines = ("", "", "bank 100", "20", "", "")
    printed = played(*lines, rulebook="california", players=("Ann", "Ben"))
    assert "Ann, will you bank? You have $500.00 in chips." in printed
    assert "Ann banks with $100.00; wagers of $20.00 lie against it." in printed
    assert "Ann, do you keep the bank?" in printed
    frames = ["\n".join(frame) for frame in on_screen(*lines, rulebook="california", players=("Ann", "Ben"))]
    assert "no bank yet; Ann is asked" in frames[2]
    assert "Ann banks $100 · round 1 of 2 · then Ben" in frames[3]


def test_the_bank_is_raised_and_taken_back_before_the_deal():
    lines = ("", "", "bank 100", "20", "add 70", "", "add 50", "withdraw", "", "bank 80", "")
    printed = played(*lines, rulebook="california", players=("Ann", "Ben"))
    assert "Ben cannot answer for seat 4, which is another player's." in printed
    assert "add 50 · withdraw" in printed
    assert "The player/dealer added $50.00 to the bank.  [betting.2]" in printed
    assert "Ann banks with $150.00; wagers of $20.00 lie against it." in printed
    assert "Ann at seat 4 took the bank of $150.00 back before the deal.  [betting.2]" in printed
    assert "Ben, will you bank?" in printed
    assert "Ann, no player banks; will you?" in printed, "Ben has a wager on the layout"
    assert "Ann banks with $80.00; wagers of $20.00 lie against it." in printed


def test_neighbours_with_wagers_do_not_bank_in_the_place_of_who_takes_the_bank_back():
    printed = played(*["", "bank 100", "withdraw", "bank 60", ""] * 3, rulebook="california", neighbours=3)
    assert "took the bank of $100.00 back before the deal." in printed
    assert "Round 1 is complete." in printed


def test_the_bank_is_declined_and_goes_on():
    printed = played("", "", "no", "bank 50", rulebook="california", players=("Ann", "Ben"))
    assert "Ann at seat 4 declined the bank.  [round.10; standards.4]" in printed
    assert "Ann, your wager?" in printed


@pytest.mark.parametrize("lines", [["499 50"], ["100", "499 50"]])
def test_wagers_beyond_the_chips_are_refused_together(lines):
    printed = played("", *lines)
    assert "That takes $549.00, and Ann has $500.00 in chips.\n" in printed
    assert "Ann has $1.00" not in printed


def test_the_wheel_says_what_a_symbol_pays():
    scene = DisplayState(load_rules("maryland", load_sample("maryland")))
    scene.wheel = WheelSpun(hand=4, hot_spot="$200", community="$40")
    said = " ".join(line.plain for line in notices(scene, 120))
    assert "hot spot seat 4, $200" in said
    assert "community $40, which pays $50" in said


def test_a_bank_beyond_the_chips_is_refused():
    printed = played("", "", "bank 501", rulebook="california", players=("Ann", "Ben"))
    assert "Ann has $500.00 in chips, and the wager needs $501.00." in printed


def test_somebody_joins_a_lonely_player_where_a_player_banks():
    printed = played(*[""] * 12, rulebook="california")
    assert "A player banks this game, so a computer player joins you. [players]" in printed
    assert "Rosa at seat" in printed
    assert "Round 2 is complete." in printed


def test_neighbours_bank_and_decline():
    printed = played(*["", "", "war"] * 20, rulebook="california", neighbours=4)
    assert "Rosa at seat 3 took the bank" in printed
    assert "Ines at seat 2 declined the bank." in printed
    assert "Round 5 is complete." in printed


def test_who_banks_stays_until_the_round_is_over():
    lines = ("", "", "bank 100", "20", "", "")
    printed = played(*lines, rulebook="california", players=("Ann", "Ben"), seed=A_TIE_FOR_BEN)
    assert "Ben, your A♥ ties the player/dealer's A♦" in printed
    assert "Ben left the table with $490.00 in chips." in printed
    assert printed.index("Round 1 is complete.") < printed.index("Ann left the table with $510.00 in chips.")


def test_somebody_stands_behind_a_seat_and_is_asked_after_it():
    lines = ("", "", "behind 5", "20", "", "20", "", "")
    wishes: dict[str, Any] = {
        "rulebook": "california",
        "players": ("Ann", "Ben"),
        "neighbours": 1,
        "sample": True,
    }
    printed = played(*lines, **wishes)
    assert "Ann stood as backline 1 at seat 5 with $500.00 in chips." in printed
    assert "Ann in backline 1 at seat 5: +$20.00, now $520.00 in chips" in printed
    assert "Rosa at seat 3: −$40.00 as the bank" in printed
    assert printed.index("Ben at seat 5 placed") < printed.index("Ann in backline 1 at seat 5 placed")


def test_nobody_stands_behind_the_own_seat():
    printed = played("", "behind 4", rulebook="california", neighbours=1, sample=True, skip_ceremony=True)
    assert "Ann sits at seat 4; say another seat to stand behind." in printed
    assert "Nobody sits" not in printed


def test_who_changes_places_takes_the_chips_along():
    # Who is alone leaves the table idle for a moment, so the cards are cut again.
    printed = played("", "seat 2", "", "10", "seat 3", "withdraw", "behind 2")
    assert "Ann took seat 2 with $500.00 in chips." in printed
    assert "Who banks or has wagers on the layout stays until the round is over." in printed
    assert "There is no seat 102" in printed
    assert "Ann   $500.00     $500.00   $0.00" in printed


def test_the_clauses_of_the_bank_are_shown():
    printed = played("", "", "?", "? bank", rulebook="california", players=("Ann", "Ben"))
    assert "betting.5\n" in printed
    assert "R43" in printed


# samples and sizes


def test_house_and_sample_exclude_each_other(capsys):
    assert main(["play", "maryland", "--player", "A", "--sample", "--house", "x.toml"]) == 2
    assert "Choose between a house and the sample" in capsys.readouterr().err


SIDE_LINES = (
    "",
    "10 5 prog 5 spin 5",
    "coupon 10",
    "card 2 10",
    "",
    "war",
    "?",
    "",
    "rules",
    "",
    "",
    "help",
    "",
)


@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24), (120, 40), (300, 60)])
@pytest.mark.parametrize("rulebook", ["maryland", "california", "wisconsin", "electronic"])
def test_every_frame_fits(rulebook, size, electronic):
    wishes: dict[str, Any] = {"rulebook": rulebook, "sample": True}
    if rulebook == "electronic":
        wishes = {"rulebook": "maryland", "house": electronic}
    width, height = size
    for frame in on_screen(*SIDE_LINES, size=size, neighbours=4, **wishes):
        assert len(frame) == height - 1
        assert max(map(len, frame)) <= width


# whatever is typed

WORDS = (
    *("10", "10 5", "10 prog 5", "10 5 prog 5 spin 5", "prog 5", "spin 5", "spin 1", "coupon 10", "coupon 5"),
    *(
        "10 coupon 10",
        "card 2 10",
        "card 9 10",
        "card 3 10 5",
        "box 5 10",
        "withdraw spin",
        "withdraw card 2",
    ),
    *("bank 100", "bank 20", "bank 0", "bank x", "bank", "no", "add 20", "add x", "behind 3", "behind 99"),
    *("seat 2", "seat 7", "seat 0", "behind x", "? spin", "? bank", "? coupon", "war", "war 5", "surrender"),
    *(
        "rules",
        "?",
        "out",
        "buy 100",
        "withdraw",
        "leave",
        "",
        "",
        "",
        "",
        "",
        "prog",
        "prog prog",
        "5 5 5 5",
    ),
)


def anything(seed: int, lines: int) -> Iterable[str]:
    chance = random.Random(seed)
    for _ in range(lines):
        word = chance.choice(WORDS)
        yield word if word != "leave" or chance.random() < 0.05 else ""


@pytest.mark.parametrize("rulebook", ["maryland", "california", "wisconsin", "electronic"])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_typed_breaks_a_table_with_side_wagers(
    rulebook, seed, electronic, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    console = a_console(terminal=seed == 0)
    offers: dict[str, Any] = {"rulebook": rulebook, "sample": True}
    if rulebook == "electronic":
        offers = {"rulebook": "maryland", "house": electronic}
    wishes = PlayOptions(players=("Ann", "Bob", "Cem"), neighbours=seed, seed=seed, chips="300", **offers)
    read = typed(anything(seed, 250 if seed else 120))
    opened = settle(wishes, console, read)
    display = Display(console, opened.rules, read) if seed else Screen(console, opened.rules, read)
    session = play(wishes, opened, display)
    assert session.table.state.rounds
    assert total_money(session.table.state) == 0
    assert not session.people
    assert session.table.due.act is not Act.CHOOSE
