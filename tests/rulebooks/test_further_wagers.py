"""The example files of further wagers: a tie wager alone, a wager on either card, ties in a row."""

from pathlib import Path

import pytest

from casinowar import Table
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.words import BURN, DEALER, Act, Choice, Comparison, Wager
from casinowar.rulebooks import load_rules
from casinowar.telling.narration import narrate
from tests.support.scenario import Scenario, at_table
from tests.support.varieties import EXAMPLES

INITIAL, TIE, WAR, DEALER_WINS = Wager.INITIAL, Wager.TIE, Wager.WAR, Wager.DEALER_WINS
FILES = {path.stem: str(path) for path in EXAMPLES}
TIE_ALONE, EITHER_CARD, IN_A_ROW = (FILES[name] for name in ("tie_alone", "either_card", "ties_in_a_row"))


def wager(hand: int, which: Wager, amount: int) -> c.PlaceWager:
    return c.PlaceWager(hand=hand, wager=which, amount=amount)


def at(file: str, cards: str, *wagers: c.PlaceWager) -> Scenario:
    """Deal a round under an example file, up to the first choice or its end."""
    return at_table(file, cards=cards).when(*wagers).dealt()


def changed(tmp_path: Path, file: str, *changes: tuple[str, str]) -> str:
    """Write an example file with something changed."""
    text = Path(file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "changed.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


# a tie wager alone


@pytest.mark.parametrize(("cards", "net"), [("9H 9C", 50_00), ("9H 8C", -5_00), ("8H 9C", -5_00)])
def test_a_tie_wager_alone_gets_a_card_and_is_settled_by_the_deal(cards, net):
    scenario = at(TIE_ALONE, cards, wager(1, TIE, 5_00))
    assert scenario.table.round is None
    assert scenario.net("Ann") == net
    assert not scenario.of(e.HandPassed, e.WarDealBegan)


def test_a_tie_wager_alone_neither_chooses_nor_fights_beside_a_hand_that_does():
    scenario = at(TIE_ALONE, "9H 9D 9C 2C KH QD", wager(1, TIE, 5_00), wager(2, INITIAL, 10_00))
    assert (scenario.due.act, scenario.due.seat) == (Act.CHOOSE, 2)
    scenario.refused(c.Surrender(hand=1), Reason.NO_CHOICE_DUE)
    scenario.when(c.GoToWar(hand=2)).attended()
    assert scenario.drawn == [BURN, 2, DEALER]
    assert (scenario.net("Ann"), scenario.net("Ben")) == (50_00, 10_00)


def test_another_text_wants_an_initial_wager_first():
    scenario = at_table("maryland")
    scenario.refused(wager(1, TIE, 5_00), Reason.WAGER_NEEDS_INITIAL)


def test_a_tie_wager_alone_is_held_to_the_limits():
    house = House(limits={TIE: Limit(minimum="5", maximum="50")})
    scenario = at_table(TIE_ALONE, house=house)
    scenario.refused(wager(1, TIE, 4_99), Reason.WAGER_BELOW_MINIMUM)
    scenario.refused(wager(1, TIE, 50_01), Reason.WAGER_ABOVE_MAXIMUM)
    assert scenario.is_allowed(wager(1, TIE, 5_00))
    assert scenario.is_allowed(wager(1, TIE, 50_00))


def test_a_wager_alone_can_be_taken_back_and_an_initial_one_takes_it_along():
    scenario = at_table(TIE_ALONE).when(wager(1, TIE, 5_00), c.WithdrawWager(hand=1, wager=TIE))
    assert scenario.table.round is None
    scenario.when(wager(1, TIE, 5_00), wager(1, INITIAL, 10_00), c.WithdrawWager(hand=1, wager=INITIAL))
    assert scenario.table.round is None
    assert scenario.net("Ann") == 0


def test_nothing_is_dealt_where_nobody_wagers():
    at_table(TIE_ALONE).refused(c.CallNoMoreBets(), Reason.NOT_NOW)


# a wager on either card


@pytest.mark.parametrize(
    ("cards", "net"), [("8H 9C", 10_00), ("9H 8C", -10_00), ("9H 9C", -5_00)], ids=["won", "lost", "tied"]
)
def test_a_wager_on_the_dealers_card(cards, net):
    scenario = at(EITHER_CARD, cards, wager(1, DEALER_WINS, 10_00))
    assert scenario.table.round is None
    assert scenario.net("Ann") == net


def test_half_of_the_wager_is_collected_on_a_tie_and_the_rest_returned():
    scenario = at(EITHER_CARD, "9H 9C", wager(1, INITIAL, 10_00), wager(1, DEALER_WINS, 10_00))
    scenario.then(
        e.WagerCollected(hand=1, wager=DEALER_WINS, amount=5_00),
        e.WagerReturned(hand=1, wager=DEALER_WINS, amount=5_00),
        e.HandPassed(hand=1),
    )
    assert scenario.due.act is Act.CHOOSE


def test_both_cards_may_be_wagered_on_at_once():
    scenario = at(EITHER_CARD, "KH 9C", wager(1, INITIAL, 10_00), wager(1, DEALER_WINS, 20_00))
    scenario.then(
        e.WagerPaid(hand=1, wager=INITIAL, amount=10_00),
        e.WagerReturned(hand=1, wager=INITIAL, amount=10_00),
        e.WagerCollected(hand=1, wager=DEALER_WINS, amount=20_00),
        e.HandSettled(hand=1),
    )
    assert scenario.net("Ann") == -10_00


@pytest.mark.parametrize(("forfeits", "net"), [("0", 0), ("1/2", -10_00), ("1", -20_00)])
def test_what_a_tie_forfeits(tmp_path, forfeits, net):
    file = changed(tmp_path, EITHER_CARD, ('tie_forfeits = "1/2"', f'tie_forfeits = "{forfeits}"'))
    assert at(file, "9H 9C", wager(1, DEALER_WINS, 20_00)).net("Ann") == net


def test_half_of_the_wager_has_to_be_exact():
    at_table(EITHER_CARD).refused(wager(1, DEALER_WINS, 5), Reason.WAGER_NOT_EXACT)


def test_a_wager_instead_of_an_initial_one(tmp_path):
    file = changed(tmp_path, EITHER_CARD, ("with or without an initial", "instead of an initial"))
    scenario = at_table(file).when(wager(1, DEALER_WINS, 10_00), wager(2, INITIAL, 10_00))
    scenario.refused(wager(1, INITIAL, 10_00), Reason.WAGER_EXCLUDES_INITIAL, "4")
    scenario.refused(wager(2, DEALER_WINS, 10_00), Reason.WAGER_EXCLUDES_INITIAL, "4")


def test_a_player_who_leaves_loses_the_wager_on_the_dealers_card():
    scenario = at_table(EITHER_CARD, cards="8H 9C").when(wager(1, DEALER_WINS, 10_00), c.CallNoMoreBets())
    scenario.when(c.LeaveTable(player="Ann")).attended()
    assert [event.amount for event in scenario.of(e.WagerCollected)] == [10_00]
    assert not scenario.of(e.WagerPaid)


def test_a_text_without_it_does_not_offer_it():
    at_table("maryland").refused(wager(1, DEALER_WINS, 10_00), Reason.WAGER_NOT_OFFERED)


def test_its_clause_stands_behind_what_it_brings():
    scenario = at_table(EITHER_CARD, cards="8H 9C").when(wager(1, DEALER_WINS, 10_00), c.CallNoMoreBets())
    before = scenario.until(Act.SETTLE_HAND).table
    [paid] = [event for event in scenario.attended().cited if isinstance(event, e.WagerPaid)]
    assert paid.clause == "4"
    assert (
        narrate(paid, before) == "The dealer paid $10.00 on the wager on the dealer's card to Ann at seat 1."
    )


# ties in a row


@pytest.mark.parametrize(
    ("cards", "net"),
    [
        ("9H 8C", -5_00),
        ("9H 9C 2C KH QD", 45_00),
        ("9H 9C 2C KH KD 2D QH JD", 100_00),
        ("9H 9C 2C KH KD 2D QH QD", 250_00),
        ("9H 9C 2C 3H KD", 45_00),
    ],
    ids=["no tie", "one tie", "two ties", "three ties", "one tie, then lower"],
)
def test_the_wager_alone_is_paid_by_the_number_of_ties(cards, net):
    scenario = at(IN_A_ROW, cards, wager(1, TIE, 5_00))
    assert scenario.table.round is None
    assert scenario.net("Ann") == net


def test_a_tie_wager_runs_on_after_a_surrender():
    scenario = at(IN_A_ROW, "9H 9C 2C KH KD 2D QH JD", wager(1, INITIAL, 10_00), wager(1, TIE, 5_00))
    assert not scenario.of(e.WagerPaid)
    scenario.when(c.Surrender(hand=1))
    scenario.then_exactly(
        e.TieHandChosen(hand=1, choice=Choice.SURRENDER),
        e.WagerCollected(hand=1, wager=INITIAL, amount=5_00),
        e.WagerReturned(hand=1, wager=INITIAL, amount=5_00),
        e.TieWagerRunsOn(hand=1),
    )
    assert scenario.due.act is Act.BEGIN_WAR_DEAL
    scenario.refused(c.GoToWar(hand=1), Reason.NO_CHOICE_DUE)
    scenario.attended().then(
        e.WarDealBegan(hands=(1,), deal=(BURN, 1, DEALER), compare=(), settle=(1,)),
        e.HandCompared(hand=1, comparison=Comparison.TIE, war=1),
        e.TieWagerRunsOn(hand=1),
        e.HandCompared(hand=1, comparison=Comparison.HIGHER, war=2),
        e.WagerPaid(hand=1, wager=TIE, amount=100_00),
        e.WagerReturned(hand=1, wager=TIE, amount=5_00),
        e.HandSettled(hand=1),
    )
    assert scenario.net("Ann") == -5_00 + 100_00


def test_a_tie_wager_that_runs_on_waits_for_the_war_of_its_hand_and_goes_past_a_tied_one():
    scenario = at(IN_A_ROW, "9H 9C 2C KH KD 2D QH QD", wager(1, INITIAL, 10_00), wager(1, TIE, 5_00))
    scenario.when(c.GoToWar(hand=1)).attended()
    scenario.then(
        e.HandCompared(hand=1, comparison=Comparison.TIE, war=1),
        e.WagerPaid(hand=1, wager=WAR, amount=20_00),
        e.TieWagerRunsOn(hand=1),
        e.WagerPaid(hand=1, wager=TIE, amount=250_00),
    )
    assert scenario.net("Ann") == 20_00 + 250_00


def test_a_tie_wager_that_runs_on_shares_the_war_deal_of_others():
    cards = "9H 9D 9C 2C KH QD KD 2D JH TD"
    scenario = at(IN_A_ROW, cards, wager(1, TIE, 5_00), wager(2, INITIAL, 10_00))
    scenario.when(c.GoToWar(hand=2)).attended()
    scenario.then(e.WarDealBegan(hands=(1, 2), deal=(BURN, 1, 2, DEALER), compare=(), settle=(1, 2)))
    assert (scenario.net("Ann"), scenario.net("Ben")) == (100_00, -20_00)


def _stops(tmp_path: Path) -> str:
    old = 'runs = "to its end, cards being dealt for it alone"'
    return changed(tmp_path, IN_A_ROW, (old, 'runs = "as long as its hand is at war"'))


def test_a_tie_wager_may_stop_with_the_war(tmp_path):
    file = _stops(tmp_path)
    wagers = wager(1, INITIAL, 10_00), wager(1, TIE, 5_00)
    given_up = at(file, "9H 9C", *wagers).when(c.Surrender(hand=1)).attended()
    assert given_up.net("Ann") == -5_00 + 45_00
    fought = at(file, "9H 9C 2C KH KD", *wagers).when(c.GoToWar(hand=1)).attended()
    assert fought.net("Ann") == 20_00 + 100_00
    assert at(file, "9H 9C", wager(1, TIE, 5_00)).net("Ann") == 45_00


def test_a_player_who_leaves_loses_it_also_when_it_runs():
    scenario = at_table(IN_A_ROW, cards="9H 9C 2C KH KD").when(wager(1, INITIAL, 10_00), wager(1, TIE, 5_00))
    scenario.dealt().when(c.LeaveTable(player="Ann")).attended()
    assert [(event.wager, event.amount) for event in scenario.of(e.WagerCollected)] == [
        (INITIAL, 10_00),
        (TIE, 5_00),
    ]


def test_a_running_hand_takes_no_tie_wager_on_the_war_deal(tmp_path):
    wanted = 'placing = { clause = "4" }'
    file = changed(
        tmp_path, IN_A_ROW, (wanted, f'{wanted}\nwar_tie = {{ pays = ["10 to 1"], clause = "4" }}')
    )
    scenario = at_table(file, cards="9H 9C").when(wager(1, TIE, 5_00), c.CallNoMoreBets())
    scenario.until(Act.BEGIN_WAR_DEAL)
    scenario.refused(wager(1, Wager.WAR_TIE, 5_00), Reason.WAGER_NOT_OFFERED)


# casinowar.Table, and files that cannot be honored


def test_casinowar_table_takes_them():
    table = Table(EITHER_CARD, seed=5)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, dealer_wins=10)
    table.deal()
    assert table.results[0].net in {10, -10, -5}
    with pytest.raises(Refusal):
        table.wager(1, progressive=5)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('made = "with or', 'equal = true, made = "with or', "cannot be measured by one"),
        ('made = "with or without', 'required = true, made = "instead of', "cannot be required with it"),
        ('in_a_row = ["20 to 1", "50 to 1"], ', "", "only a wager with 'in_a_row' runs on"),
        ("the choice to surrender or go to war", "the initial wager is returned", "a second tie needs [war]"),
        ('title = "Ties in a row"', 'title = "x"\ndocument = "nevada"', "no document of the catalog"),
        ('value = ["chip"]', 'value = ["plaque"]', "'chip' must be among them"),
    ],
)
def test_what_cannot_be_honoured_is_refused_in_one_sentence(tmp_path, old, new, problem):
    file = changed(tmp_path, IN_A_ROW, (old, new))
    with pytest.raises(InputError) as refused:
        load_rules(file)
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_more_than_the_wager_cannot_be_forfeited(tmp_path):
    file = changed(tmp_path, EITHER_CARD, ('tie_forfeits = "1/2"', 'tie_forfeits = "3/2"'))
    with pytest.raises(InputError, match="more than the whole wager"):
        load_rules(file)


# no tie wager at all

LIMITED = FILES["half_tie_limit"]
NO_TIE = ('tie = { value = "10 to 1", clause = "4" }\n', "")
NO_TIE_LIMIT = (' tie = "1/2",', "")


@pytest.mark.parametrize(("choice", "net"), [(c.Surrender(hand=1), -5_00), (c.GoToWar(hand=1), 10_00)])
def test_a_tie_in_a_game_without_tie_wagers_is_still_surrendered_or_fought(tmp_path, choice, net):
    text = Path(TIE_ALONE).read_text(encoding="utf-8")
    [line] = [f"{line}\n" for line in text.splitlines() if line.startswith("tie = ")]
    file = changed(tmp_path, TIE_ALONE, (line, ""))
    scenario = at(file, "9H 9C 2C KH QD", wager(1, INITIAL, 10_00))
    assert scenario.due.act is Act.CHOOSE
    assert scenario.when(choice).attended().net("Ann") == net


def test_a_limit_for_a_wager_that_a_text_does_not_have_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"wagers.limits.tie: .*a wager that the book does not have"):
        load_rules(changed(tmp_path, LIMITED, NO_TIE))


def test_without_a_tie_wager_the_one_at_war_still_needs_room_within_the_limits(tmp_path):
    file = changed(tmp_path, LIMITED, NO_TIE, NO_TIE_LIMIT)
    limits = {INITIAL: Limit(minimum="1", maximum="1")}
    with pytest.raises(InputError, match="less than"):
        load_rules(file, House(limits=limits, smallest_chip="1"))
