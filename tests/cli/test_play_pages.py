"""The pages that can be asked for at the table, what it leaves out, and what it draws."""

import re
from fractions import Fraction
from typing import Any

import pytest

from casinowar.odds.hand import TieWorth
from casinowar.odds.shoe import Shoe
from casinowar.reports.numbers import dollars, percent
from casinowar.rulebooks import load_rules, names
from tests.support.terminal import on_screen, played

A_TIE = 17
"""A seed whose first round is A♥ against A♦, and whose war is won."""

BANKED = re.compile(r"(\w+) banks \$[\d,.]+ .*?round (\d+) of (\d+)")


def page(printed: str, title: str) -> str:
    """Cut out a page by its title, up to the next question."""
    return printed.split(title, 1)[1].split("\n> ", maxsplit=1)[0]


def test_odds_show_what_the_wagers_on_the_layout_cost_on_average():
    odds = page(played("", "10 5", "odds"), "Odds of Ann's wagers")
    assert "initial, $10, best play" in odds
    assert "Best play: on each tie what is worth more, war or surrender" in odds
    assert percent(Fraction(23138, 993023)) in odds
    assert "23138/993023" in odds
    assert "−$0.23" in odds
    assert percent(Fraction(58, 311)) in odds
    assert "−$0.93" in odds
    assert "312 unseen cards" in odds


def test_odds_count_out_the_cards_that_were_seen():
    printed = played("", "10", "", "war", "odds", seed=A_TIE)
    odds = page(printed, "Odds of Ann's wagers")
    rules = load_rules("maryland")
    fresh = Shoe.fresh(rules)
    assert "unseen cards" in odds
    assert f"{fresh.size} cards" not in odds
    assert percent(Fraction(23138, 993023)) not in odds


def test_odds_of_the_choice_on_a_tie_are_those_of_this_tie():
    printed = played("", "10", "", "odds", seed=A_TIE)
    odds = page(printed, "Odds of Ann's choice")
    rules = load_rules("maryland")
    worth = TieWorth(rules, Shoe.fresh(rules), 10_00)
    assert dollars(worth.war(24)) in odds
    assert "−$5.00" in odds
    assert "War is better." in odds


@pytest.mark.parametrize("rulebook", names())
def test_odds_are_answered_at_every_table(rulebook):
    printed = played(*["", "odds"] * 8, rulebook=rulebook, sample=True, neighbours=1)
    assert "Odds of Ann's" in printed
    assert "house edge" in printed or "bank's edge" in printed


def test_odds_of_side_wagers_go_by_the_meters_as_they_stand():
    odds = page(played("", "10 prog 5 spin 5", "odds", sample=True), "Odds of Ann's wagers")
    assert "progressive, $5" in odds
    assert "bonus spin, $5" in odds
    assert "The bonus spin wager favors the player." in odds


def test_stats_add_up_the_session():
    printed = played("", "stats", "10 5", "", "war", "", "stats", "quit", seed=A_TIE)
    before, after = page(printed, "This session"), page(printed.split("This session", 1)[1], "This session")
    assert "No round is over yet." in before
    rows = {line.split("  ")[0].strip(): line.split()[-1] for line in after.splitlines() if line.strip()}
    assert rows["hands"] == "1"
    assert rows["ties"] == "1"
    assert rows["wars"] == "1"
    net = printed.splitlines()[-1].split()[-1]
    assert rows["net"] == net


def test_history_lists_the_last_rounds_with_their_cards():
    printed = played("", "history", "10", "", "war", "", "history", seed=A_TIE)
    history = page(printed.split("The last rounds", 1)[1], "The last rounds")
    assert "No round is over yet." in printed
    first = next(line for line in history.splitlines() if line.split()[:2] == ["1", "Ann"])
    assert "A♥ 10♥" in first
    assert "A♦ 5♠" in first


def test_who_banked_sees_what_the_bank_won():
    lines = ("", "", "bank 100", "20", "", "", "stats", "history")
    printed = played(*lines, rulebook="california", players=("Ann", "Ben"))
    assert "as the bank" in page(printed, "This session")
    assert "bank" in page(printed, "The last rounds")


def test_the_pages_stand_on_the_screen_in_any_width():
    for width in (40, 60, 80, 300):
        frames = on_screen("", "10 5", "odds", "", "", "stats", "", "history", "", size=(width, 24))
        assert any("Odds of Ann" in frame[0] for frame in frames)
        assert all(max(map(len, frame)) <= width for frame in frames)


# the preparation of the cards


def test_the_opening_can_be_skipped_and_says_what_was_done():
    shown, skipped = played("10", seed=A_TIE), played("10", "ceremony", seed=A_TIE, skip_ceremony=True)
    assert "cards of the stack were shuffled" in shown.split("Ann, your wager?")[0]
    opening = skipped.split("Ann, your wager?")[0]
    assert "will you cut the cards?" not in skipped
    assert "shuffled" not in opening
    assert "acts that are not shown" in opening
    assert "the cut was refused for Ann" in opening
    page_of_acts = skipped.split("How the cards were made ready")[1]
    assert "cards of the stack were shuffled" in page_of_acts
    assert "[5.A(1)]" in page_of_acts


def test_the_same_cards_come_whether_the_opening_is_shown_or_not():
    shown, skipped = played("", "10", "", seed=A_TIE), played("10", "", seed=A_TIE, skip_ceremony=True)
    assert "your A♥ ties the dealer's A♦" in shown
    assert "your A♥ ties the dealer's A♦" in skipped


def test_skip_refuses_the_cut_and_folds_what_follows_until_it_is_typed_again():
    printed = played("skip", "10", "skip", "ceremony", seed=A_TIE)
    assert "Ann, your wager?" in printed
    assert "acts that are not shown" in printed.split("Ann, your wager?")[0]
    assert "The preparation of the cards is shown again." in printed


def test_a_recorded_session_holds_what_was_skipped(tmp_path):
    file = tmp_path / "session.txt"
    played("10", "", record=str(file), skip_ceremony=True)
    assert "CardsShuffled" in file.read_text(encoding="utf-8")
    assert "CutRefused" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("rulebook", names())
def test_only_the_making_ready_of_cards_is_left_out(rulebook):
    printed = played(*["10 prog 5 spin 5", ""] * 3, rulebook=rulebook, sample=True, skip_ceremony=True)
    before, after = printed.split("acts that are not shown", 1)
    assert "Round" not in before
    assert "will you cut" not in printed
    assert "was dealt to" in after
    assert after.count("acts that are not shown") == after.count("went into the shoe")


# what is drawn


def test_the_rounds_of_a_bank_are_counted_for_who_holds_it():
    wishes: dict[str, Any] = {
        "rulebook": "california",
        "sample": True,
        "players": ("Ann", "Ben"),
        "neighbours": 1,
        "seed": 3,
    }
    frames = on_screen(*[""] * 60, **wishes)
    said = {found.groups() for frame in frames for found in BANKED.finditer("\n".join(frame))}
    assert len({who for who, _, _ in said}) > 1
    assert {number for _, number, _ in said} == {"1", "2"}
    assert all(int(number) <= int(most) for _, number, most in said)


def test_every_community_card_stays_drawn_until_the_next_round(tmp_path):
    house = tmp_path / "electronic.toml"
    house.write_text('rulebook = "maryland"\nseats = 6\n[electronic]\ncommunity_cards = 5\n')
    frames = on_screen("", "card 2 10", "", "surrender", "surrender", house=str(house))
    over = next(frame for frame in frames if any("Round 1 is complete" in line for line in frame))
    row = next(line for line in over if line.count("│") >= 10)
    assert len(re.findall(r"│(10|[2-9JQKA])[♣♦♥♠] ?", row)) == 5


def test_odds_and_history_say_on_which_box_or_card_a_hand_is(tmp_path):
    house = tmp_path / "electronic.toml"
    house.write_text('rulebook = "maryland"\nseats = 6\n[electronic]\ncommunity_cards = 5\n')
    lines = ("", "card 1 10", "card 3 20", "odds", "", "", "", "history")
    printed = played(*lines, house=str(house))
    odds = page(printed, "Odds of Ann's wagers")
    assert "card 1: initial, $10" in odds
    assert "card 3: initial, $20" in odds
    assert "Ann card 3" in printed.split("The last rounds")[-1]
    printed = played("", "10", "box 5 20", "odds", "", "", "", "history", sample=True)
    assert "box 5: initial, $20" in page(printed, "Odds of Ann's wagers")
    assert "Ann box 5" in printed.split("The last rounds")[-1]


def test_stats_tell_hands_won_from_rounds_in_plus():
    printed = played("", "10 5", "", "surrender", "", "stats", "quit", seed=A_TIE)
    after = page(printed, "This session")
    rows = {line.split("  ")[0].strip(): line.split()[-1] for line in after.splitlines() if line.strip()}
    assert rows["rounds in plus"] == "1"
    assert "hands won" not in rows
    assert rows["surrendered"] == "1"
