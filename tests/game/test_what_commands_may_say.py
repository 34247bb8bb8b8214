"""Names, amounts, times, orders of cards and types of values: what a command may say, up to its bounds."""

from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.bonus_spin import drawn
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import CLOSED
from casinowar.game.words import Act, Role, Ruling, Wager
from casinowar.rulebooks import load_rules
from casinowar.table_api import Table
from tests.support.scenario import Scenario, at_table, opened, posted, ready

NO_NAMES = ["", " Ann", "Ann ", "Ann\n", "a=b", "x" * 41, "\x00"]
NAMES = ["A", "x" * 40, "Zoë", "Ann Lee"]
NO_CHIPS = [0, -1, 10**12 + 1]


def said(scenario: Scenario, command: c.Command) -> str:
    """Give a command that is refused, and tell with which words."""
    with pytest.raises(Refusal) as refused:
        decide(scenario.rules, scenario.table, command)
    return str(refused.value)


# names and amounts


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_cannot_be_shown_or_written_down_is_none(name):
    Scenario(posted(load_rules("washington"))).refused(c.OpenTable(dealer=name), Reason.NAME_MISSING)
    scenario = at_table("washington", players=1)
    scenario.refused(c.Sit(player=name, seat=2, chips=100_00), Reason.NAME_MISSING)
    scenario.refused(c.ComeToTable(dealer=name), Reason.NAME_MISSING)


@pytest.mark.parametrize("name", NAMES)
def test_any_other_name_is_taken(name):
    assert Scenario(posted(load_rules("washington"))).is_allowed(c.OpenTable(dealer=name))
    scenario = at_table("washington", players=1)
    assert scenario.is_allowed(c.Sit(player=name, seat=2, chips=100_00))
    assert scenario.is_allowed(c.ComeToTable(dealer=name))


@pytest.mark.parametrize("amount", NO_CHIPS)
def test_nobody_brings_no_chips_or_more_than_there_are(amount):
    scenario = at_table("washington", players=1)
    scenario.refused(c.Sit(player="Ben", seat=2, chips=amount), Reason.CHIPS_MUST_BE_POSITIVE)
    scenario.refused(c.BuyChips(player="Ann", amount=amount), Reason.CHIPS_MUST_BE_POSITIVE)


@pytest.mark.parametrize("amount", [1, 10**12])
def test_any_other_amount_is_brought(amount):
    scenario = at_table("washington", players=1)
    assert scenario.is_allowed(c.Sit(player="Ben", seat=2, chips=amount))
    assert scenario.is_allowed(c.BuyChips(player="Ann", amount=amount))


# the time


def test_the_clock_may_stand_and_never_runs_back():
    scenario = at_table("washington", players=1).when(c.TellTime(now=100))
    assert scenario.when(c.TellTime(now=100)).table.clock == 100
    assert said(scenario, c.TellTime(now=99)).startswith("The clock")
    scenario.refused(c.TellTime(now=99), Reason.CLOCK_RUNS_FORWARD)


# who acts


def test_an_open_table_is_not_opened_again():
    at_table("washington", players=1).refused(c.OpenTable(), Reason.TABLE_ALREADY_OPEN)


def left_to(scenario: Scenario, *acts: Act) -> Scenario:
    """Have the house leave so much to the automatic dealer from now on."""
    scenario.rules = Rules(scenario.rules.book, replace(scenario.rules.house, automatic=acts))
    return scenario


def test_the_automatic_dealer_does_what_the_house_leaves_to_it_and_nothing_else():
    scenario = at_table("washington", players=1).wagers({1: 10_00})
    call = c.CallNoMoreBets(by=Role.AUTOMATIC)
    left_to(scenario, Act.DEAL_CARD).refused(call, Reason.NOT_AUTOMATED)
    assert left_to(scenario, Act.CALL_NO_MORE_BETS).is_allowed(call)
    assert scenario.is_allowed(c.TellTime(now=5, by=Role.AUTOMATIC))


def test_an_act_that_is_recorded_is_left_to_the_automatic_dealer_by_its_name():
    scenario = opened("maryland").until(Act.SPREAD_FACE_UP)
    spread = c.Perform(act_done=Act.SPREAD_FACE_UP, by=Role.AUTOMATIC)
    left_to(scenario, Act.SHUFFLE).refused(spread, Reason.NOT_AUTOMATED)
    assert left_to(scenario, Act.SPREAD_FACE_UP).is_allowed(spread)


# the order of cards


def test_an_order_of_cards_is_one_of_the_cards_that_are_there():
    scenario = opened("washington").until(Act.SHUFFLE)
    cards = scenario.table.shoe.stack or tuple(scenario.rules.cards())
    assert scenario.is_allowed(c.Shuffle(cards=tuple(reversed(cards))))
    scenario.refused(c.Shuffle(cards=("ZZ", *cards[1:])), Reason.NOT_A_CARD)
    scenario.refused(c.Shuffle(cards=cards[1:]), Reason.CARDS_DO_NOT_MATCH)
    assert f"{len(cards) - 1} were said" in said(scenario, c.Shuffle(cards=cards[1:]))
    twice = (cards[1], *cards[1:])
    scenario.refused(c.Shuffle(cards=twice), Reason.CARDS_DO_NOT_MATCH)
    assert f"{cards[0]} is missing" in said(scenario, c.Shuffle(cards=twice))


# chips of the house


def counted(inventory: int = 1_000_00) -> Scenario:
    return Scenario(posted(load_rules("washington"))).when(c.OpenTable(inventory=inventory))


def test_no_more_is_credited_than_is_there():
    scenario = counted()
    assert "$1,000.00" in said(scenario, c.Credit(amount=1_000_01))
    assert scenario.is_allowed(c.Credit(amount=1_000_00))


def test_nothing_is_credited_while_a_fill_is_due():
    scenario = ready(counted(1_00).when(c.Sit(player="Ann", seat=1, chips=100_00)))
    scenario.next_cards("KH 2D").wagers({1: 10_00}).when(c.CallNoMoreBets())
    while not scenario.table.fill_due:
        scenario.went_on()
    assert "$0.00" in said(scenario, c.Credit(amount=1))


def test_a_closing_count_that_differs_is_told_with_both_amounts():
    scenario = counted()
    told = said(scenario, c.CloseTable(inventory=999_00))
    assert "$999.00" in told
    assert "$1,000.00" in told
    assert "$0.00" in said(scenario, c.CloseTable(inventory=0))
    scenario.when(c.CloseTable(inventory=1_000_00)).then(e.TableClosed(inventory=1_000_00))


# the types of values


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        (c.Sit, {"seat": 1.5}, "Sit: seat has to be a whole number, not 1.5."),
        (c.Sit, {"player": None}, "Sit: player has to be text, not None."),
        (c.Sit, {"seat": True}, "Sit: seat has to be a whole number, not True."),
        (c.Sit, {"chips": "x" * 90}, f"Sit: chips has to be a whole number, not '{'x' * 39}."),
        (c.Sit, {"chips": Decimal(1)}, "Sit: chips has to be a whole number, not of type Decimal."),
        (c.Sit, {"chips": Wager.TIE}, f"Sit: chips has to be a whole number, not {Wager.TIE!r}."),
        (c.Shuffle, {"cards": ("AS", 1)}, "Shuffle: cards has to be a tuple of cards, not ('AS', 1)."),
        (c.Shuffle, {"cards": ["AS"]}, "Shuffle: cards has to be a tuple of cards, not of type list."),
        (
            c.Rule,
            {"ruling": "void"},
            f"Rule: ruling has to be a word of Ruling ({', '.join(Ruling.__members__)}), not 'void'.",
        ),
    ],
)
def test_a_value_of_another_type_is_refused_in_words(
    kind: type[c.Command], given: dict[str, Any], sentence: str
):
    usual = {"player": "Ann", "seat": 1, "chips": 1} if kind is c.Sit else {}
    with pytest.raises(InputError) as refused:
        kind(**{**usual, **given})
    assert str(refused.value) == sentence


def test_what_was_in_order_once_lets_nothing_else_pass():
    assert c.Shuffle(cards=("AS",)).cards == ("AS",)
    with pytest.raises(InputError, match="cards has to be a tuple of cards"):
        c.Shuffle(cards=("AS", 1))  # type: ignore[arg-type]  # as whoever has no type checker may
    assert c.Sit(player="Ann", seat=1, chips=1).seat == 1
    with pytest.raises(InputError, match="seat has to be a whole number, not True"):
        c.Sit(player="Ann", seat=True, chips=1)


def test_a_table_that_is_not_open_takes_no_other_command():
    closed = Scenario(posted(load_rules("washington")), CLOSED)
    closed.refused(c.Sit(player="Ann", seat=1, chips=1), Reason.TABLE_NOT_OPEN)


# what no table says


def test_an_event_of_a_round_needs_one():
    with pytest.raises(ValueError, match="no round is in progress"):
        evolve(CLOSED, e.NoMoreBetsCalled(deal=(), compare=(), settle=()))


def test_a_wheel_has_only_its_stops():
    assert [drawn([1, 2], partial(min, stop)) for stop in range(3)] == [0, 1, 1]
    with pytest.raises(ValueError, match="beyond the last stop"):
        drawn([1, 2], lambda stops: stops)


# what is asked of the engine


MARYLAND = load_rules("maryland")
FRIENDLY: Any = Table("maryland")
NAME: Any = "maryland"
NOTHING: Any = None
THREE: Any = 3
RULES_WANTED = "The rules are what load_rules gives, or table.rules of a Table, not of type "
STATE_WANTED = "The table is its state: pass table.state of a Table, not what is of type Table"


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        (lambda: decide(NAME, CLOSED, c.OpenTable()), f"{RULES_WANTED}str"),
        (lambda: decide(MARYLAND, FRIENDLY, c.OpenTable()), STATE_WANTED),
        (lambda: decide(MARYLAND, CLOSED, THREE), "A command is one of casinowar.commands, not of type int"),
        (lambda: next_duty(NOTHING, CLOSED), f"{RULES_WANTED}NoneType"),
        (lambda: next_duty(MARYLAND, FRIENDLY), STATE_WANTED),
        (lambda: legal_actions(NAME, CLOSED, "Ann"), f"{RULES_WANTED}str"),
        (lambda: legal_actions(MARYLAND, FRIENDLY, "Ann"), STATE_WANTED),
        (lambda: evolve(FRIENDLY, e.RoundCompleted(round=1)), STATE_WANTED),
    ],
)
def test_the_engine_is_asked_with_rules_a_state_and_a_command(ask, wanted):
    with pytest.raises(InputError, match=wanted):
        ask()
