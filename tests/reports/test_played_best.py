"""Figures of sessions, seats and banks: played best, and each section says how."""

from fractions import Fraction

import pytest

import casinowar as cw
from casinowar.odds.figures import Figure, Figures, PlayedBy
from casinowar.odds.hand import Strategy
from casinowar.odds.options import OddsOptions
from casinowar.odds.seats import Mix, Seats
from casinowar.odds.sessions import playing, sessions
from casinowar.odds.sheet import par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.reports.odds_by_decks import odds_by_decks
from casinowar.reports.par_sheet import pictures
from casinowar.reports.par_sheet.sheet import Sheet
from casinowar.rulebooks import load_rules, load_sample
from tests.support.reported import words_of, words_of_section

CHEAP = """
extends = "{base}"
name = "cheap"
title = "Cheap surrender"
[surrender]
forfeits = "1/4"
clause = "1"
"""


@pytest.fixture
def cheap(tmp_path) -> str:
    return _written(tmp_path, "wisconsin")


def _written(tmp_path, base: str) -> str:
    path = tmp_path / "cheap.toml"
    path.write_text(CHEAP.format(base=base), encoding="utf-8")
    return str(path)


def section(sheet: Sheet, title: str) -> str:
    """Give all that one section says."""
    return words_of_section(sheet.report(), title)


def test_sessions_seats_and_luck_are_those_of_best_play(cheap):
    sheet = cw.odds(cheap, sessions=[100])
    rules, shoe = sheet.rules, Shoe.fresh(sheet.rules)
    odds = sheet.odds
    assert (odds.usual.strategy, odds.together.strategy) == (Strategy.SURRENDER, Strategy.SURRENDER)
    surrender = playing(rules, shoe, Strategy.SURRENDER, odds.wager)
    assert odds.sessions == tuple(sessions(surrender.usual, (100,)))
    assert odds.with_bankroll == tuple(sessions(surrender, (100,), 20))
    seven = Seats(rules, shoe, Strategy.SURRENDER).table(Mix.INITIAL, 7, odds.wager)
    assert seven in odds.seats
    assert Mix.WITH_BOTH not in {each.mix for each in odds.seats}, "who never fights has no war deal"
    assert odds.rounds_to_overcome_luck == surrender.usual.variance / surrender.usual.mean**2
    document = sheet.to_dict()
    for part in (*document["seats"], *document["sessions"], document["hold"], document["bankroll"]):
        assert part["strategy"] == "surrender"
    assert document["hold"]["intervals"][0]["expected"] == pytest.approx(float(odds.usual.house_edge))


@pytest.mark.parametrize("title", ["Several seats", "Sessions"])
def test_each_section_says_how_ties_are_played(cheap, title):
    assert "surrender on ties" in section(cw.odds(cheap, sessions=[10]), title)
    assert "war on ties" in section(cw.odds("wisconsin", sessions=[10]), title)


def test_the_first_page_has_the_return_of_best_play(cheap):
    facts = {fact.label: str(fact.value) for fact in cw.odds(cheap, sessions=[10]).report().facts}
    assert facts["Return to player"] == "98.15% of the initial wager, surrender on ties"


def test_pictures_say_how_ties_are_played(cheap):
    sheet = par_sheet(load_rules(cheap), OddsOptions(sessions=(10,)))
    drawn = {each.name: each.says for each in pictures.pictures(sheet, ())}
    for name in ("session", "seats"):
        assert "surrender on ties" in drawn[name].lower()


def test_a_bank_is_counted_against_hands_that_play_best(tmp_path):
    sheet = cw.odds(_written(tmp_path, "california"), sample=False, sessions=[10])
    assert "surrender on ties" in section(sheet, "The player/dealer's bank")
    covered = sheet.odds.bank[-1]
    assert covered.expected == 3 * sheet.odds.wager * sheet.odds.usual.house_edge
    assert sheet.to_dict()["bank"][0]["strategy"] == "surrender"


def test_best_play_that_is_a_plain_one_is_told_once(cheap):
    told = section(cw.odds(cheap, sessions=[10]), "Initial wager")
    assert "Best play is to surrender every tie." in told
    assert told.count("a cycle of") == 2


def test_best_play_that_goes_by_the_cards_is_that_of_sessions_and_said_not_to_be_that_of_seats():
    gone = [rank + suit for rank in "KQJT987" for suit in "CDHS" for _ in range(6)]
    gone += [rank + suit for rank in "65432" for suit in "CDH" for _ in range(6)]
    sheet = cw.odds("california", readings={"primary_wager_at_war": "lost"}, decks=6, seen=" ".join(gone))
    assert (sheet.odds.usual.strategy, sheet.odds.together.strategy) == (Strategy.BEST, Strategy.SURRENDER)
    told = section(sheet, "Several seats")
    assert "All seats play surrender on ties, the better of always and never" in told


def test_figures_by_decks_and_compared_are_played_best_and_say_how(cheap):
    found = Figures().of(load_rules(cheap))
    assert found.values[Figure.LONG_RUN_INITIAL] == Fraction(23, 4 * 311)
    told = words_of(cw.compare(cheap, "wisconsin").report())
    assert "surrender on ties" in told
    assert "war on ties" in told
    told = words_of(odds_by_decks(cheap, [1, 6]).report())
    assert "of the long run, of two seats and of a bank are played best: surrender on ties." in told
    edges = {each["figure"]: each for each in odds_by_decks(cheap, [1, 6]).to_dict()["figures"]}
    assert edges["long_run_initial"]["counted_with"] == {"strategy": "surrender"}


def test_figures_that_hang_on_war_say_so(tmp_path):
    path = tmp_path / "row.toml"
    tie = 'tie = { value = "10 to 1", in_a_row = ["50 to 1"], clause = "1" }'
    path.write_text(
        f'extends = "wisconsin"\nname = "row"\ntitle = "Row"\n[wagers]\n{tie}\n', encoding="utf-8"
    )
    found = Figures().of(load_rules(str(path)))
    assert found.counted_with[Figure.TIE] == PlayedBy(Strategy.WAR)
    sample = Figures().of(load_rules("maryland", load_sample("maryland")))
    assert sample.counted_with[Figure.ENVY] == PlayedBy(Strategy.WAR)
    assert Figure.TIE not in sample.counted_with


# a tie wager that rises with its hand

RISING = """
extends = "maryland"
name = "rising"
title = "Rising"
unset = ["progressive", "bonus_spin", "electronic"]
[surrender]
forfeits = "1/4"
clause = "1"
[wagers]
tie = { value = "11 to 1", in_a_row = ["25 to 1"], clause = "2" }
[war]
tied = { initial = "returned", war = "returned", pays = "3 to 2", on = "war wager", clause = "3" }
"""


@pytest.fixture
def rising(tmp_path) -> str:
    path = tmp_path / "rising.toml"
    path.write_text(RISING, encoding="utf-8")
    return str(path)


def test_a_mix_with_a_tie_wager_that_rises_with_its_hand_is_played_best_for_the_mix(rising):
    sheet = cw.odds(rising, sessions=[10], decks=6)
    one = {each.mix: each for each in sheet.odds.seats if each.seats == 1}
    assert (one[Mix.INITIAL].strategy, one[Mix.WITH_TIE].strategy) == (Strategy.SURRENDER, Strategy.WAR)
    assert float(one[Mix.WITH_TIE].win) == pytest.approx(0.061985, abs=1e-6)
    assert {(each["mix"], each["strategy"]) for each in sheet.to_dict()["seats"]} >= {
        ("initial", "surrender"),
        ("initial and tie", "war"),
    }
    told = section(sheet, "Several seats")
    assert "initial and tie, war on ties" in told
    assert "Each mix of wagers is played the better way" in told


def test_the_choice_on_a_tie_counts_a_tie_wager_that_rises_with_its_hand(rising):
    sheet = cw.odds(rising, sessions=[10], decks=6)
    alone, beside = sheet.odds.on_a_tie
    assert (alone.tie, alone.better, beside.tie, beside.better) == (0, "surrender", 10_00, "war")
    more = (beside.war - beside.surrender) - (alone.war - alone.surrender)
    assert sheet.odds.war_worth is not None
    assert more == 14 * 10_00 * sheet.odds.war_worth.ties
    assert [each["tie"] for each in sheet.to_dict()["on_a_tie"]] == [0, 10_00]
    assert "any tie, with a tie wager of $10.00" in section(sheet, "The choice on a tie")
    assert "Best play of the initial wager alone" in section(sheet, "Initial wager")


def test_a_tie_wager_that_rises_with_its_hand_has_an_edge_for_each_way_to_play(rising):
    sheet = cw.odds(rising, sessions=[10], decks=6)
    found = {each["strategy"]: each for each in sheet.to_dict()["wagers"] if each["wager"] == "tie"}
    assert [*found] == ["war", "surrender"]
    assert sheet.odds.tie_given_up is not None
    assert sheet.odds.tie_given_up.house_edge == 1 - Fraction(12 * 23, 311)
    assert "11.2540%" in section(sheet, "Summary")
    told = words_of(odds_by_decks(rising, [6]).report())
    assert "The tie wager is counted with war on ties; of a hand that surrenders" in told


def test_a_tie_wager_that_the_first_tie_settles_has_one_edge(cheap):
    sheet = cw.odds(cheap, sessions=[10])
    assert sheet.odds.tie_given_up is None
    assert all(each.tie == 0 for each in sheet.odds.on_a_tie)
