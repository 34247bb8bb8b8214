"""Values of wrong types are refused with a sentence and change nothing."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import casinowar
from casinowar import InputError
from casinowar.cli.arguments import bounds
from casinowar.cli.simulate.command import _option
from casinowar.parsing import ODDS_BOUNDS, RUN_BOUNDS

door: Any = casinowar
"""Untyped, because users may pass anything."""
Table, commands = door.Table, door.commands
odds, simulate, compare = door.odds, door.simulate, door.compare


class Unspeakable:
    """A thing that fails when it is asked what it is."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


STRANGE: list[Any] = [1.5, True, None, "x", [], Unspeakable()]
"""What is no whole number."""


@pytest.fixture
def table():
    table = Table("maryland", seed=1)
    table.sit("Ann", seat=1, chips=100)
    return table


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize(
    "use",
    [
        lambda table, it: table.sit("Ben", seat=it, chips=10),
        lambda table, it: (
            table.sit("Ben", behind=it or "", chips=10) if it else table.sit("Ben", seat=it, chips=1)
        ),
        lambda table, it: table.wager(it, 10),
        lambda table, it: table.wager(1, 10, card=it) if it else table.wager(it, 10),
        lambda table, it: table.surrender(it),
        lambda table, it: table.record(it) if it is not None else table.surrender(it),
        lambda table, it: table.give(commands.BuyChips(player="Ann", amount=it)),
        lambda table, it: table.give(commands.Sit(player="Ben", seat=it, chips=10_00)),
    ],
)
def test_anything_but_a_whole_number_is_refused(table, use, strange):
    state, events = table.state, len(table.events)
    with pytest.raises(InputError, match=r"whole number(, not|\.)|has to be a whole number"):
        use(table, strange)
    assert table.state is state
    assert len(table.events) == events
    assert casinowar.read_record(table.record(all=True)).replay().lawful


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (lambda table: table.sit(None, seat=2, chips=10), "A player is named by words, not by None"),
        (lambda table: table.sit("Ben", seat=2, chips=None), "An amount is a number of dollars"),
        (lambda table: table.sit("Ben", seat=2, chips=True), "'True' is not an amount of dollars"),
        (
            lambda table: table.sit("Ben", seat=2, chips=Unspeakable()),
            "An amount is .*not of type Unspeakable",
        ),
        (lambda table: table.give(3), r"A command is one of casinowar\.commands, not 3"),
        (lambda table: table.give(commands.CallNoMoreBets(), who=3), "A player is named by words, not by 3"),
        (lambda table: table.rule("dance"), "There is no ruling 'dance'; there are: play on, "),
        (lambda table: table.withdraw(1, wager=3), "There is no wager 3; there are: initial, "),
        (lambda table: table.spin(1, 3), "SpinWheel: hot_spot has to be text, not 3"),
        (lambda _: commands.BuyChips(player="Ann", amount=np.int64(5)), "whole number, not of type int64"),
        (lambda _: commands.Shuffle(cards=["AS"]), "Shuffle: cards has to be a tuple of cards"),
        (lambda _: commands.Shuffle(cards=(1,)), "Shuffle: cards has to be a tuple of cards"),
        (lambda _: commands.PlaceWager(hand=1, wager="tie", amount=1), "wager has to be a word of Wager"),
        (lambda _: Table(None), "A file is named by its path, not by None"),
        (lambda _: Table(readings=3), "Readings are names and their values"),
        (lambda _: Table(readings={"tied_war": []}), "Readings are names and their values"),
        (lambda _: Table(seed=1.5), r"A seed is a whole number, not 1\.5"),
        (lambda _: Table(asking=3), "asking is a list, not 3"),
        (lambda _: Table(asking=["dance"]), "There is no act 'dance'"),
        (lambda _: Table(shuffling=3), "shuffling is a function, not 3"),
        (lambda _: Table(watching=3), "watching is a function, not 3"),
        (
            lambda _: Table(shuffling=lambda _: None).sit("Ann", seat=1, chips=1),
            "shuffling gives the cards in their new order, not None",
        ),
    ],
)
def test_wrong_words_functions_and_names_are_refused(table, use, said):
    with pytest.raises(InputError, match=said):
        use(table)
    assert table.chips("Ann") == 100


@pytest.mark.parametrize("said", ["no", 1, None])
def test_yes_and_no_are_not_guessed(said):
    with pytest.raises(InputError, match="counter is True or False, not "):
        odds("washington", counter=said)


def test_numbers_of_numpy_are_numbers(table):
    table.sit("Ben", seat=np.int64(2), chips=np.int64(10))
    assert table.chips("Ben") == Decimal(10)
    assert {type(each) for each in (*table.state.seats, *table.state.chips.values())} == {int}
    assert odds("washington", decks=np.int64(8)).odds.decks == 8


@pytest.mark.parametrize("name", ["decks", "bankroll"])
def test_a_sheet_is_asked_for_in_whole_numbers(name):
    least, most = ODDS_BOUNDS[name]
    for wrong in (*STRANGE, least - 1, most + 1):
        if name != "decks" or wrong is not None:
            with pytest.raises(InputError, match=f"{name} is a whole number from {least} to {most:,}, not"):
                odds("washington", **{name: wrong})


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"sessions": 3}, "sessions is a list, not 3"),
        ({"sessions": "10"}, "sessions is a list, not '10'"),
        ({"sessions": [10, 1.5]}, r"A session is a whole number from 1 to 5,000, not 1\.5"),
        ({"sessions": [5_001]}, "A session is a whole number"),
        ({"seen": 3}, "seen is a list, not 3"),
        ({"seen": [3]}, r"seen is a list, not \[3\]"),
        ({"seen": ["XX"]}, "'XX' is not a card"),
        ({"readings": 3}, "Readings are names and their values"),
        ({"house": 3}, "A file is named by its path, not by 3"),
        ({"wager": True}, "'True' is not an amount of dollars"),
    ],
)
def test_wrong_options_of_a_sheet_are_refused(asked, said):
    with pytest.raises(InputError, match=said):
        odds("washington", **asked)


def test_a_comparison_counts_with_a_number_of_decks():
    with pytest.raises(InputError, match="decks is a whole number from 1 to 100, not '8'"):
        compare("maryland", "wisconsin", decks="8")


@pytest.mark.parametrize("name", RUN_BOUNDS)
def test_a_run_is_asked_for_in_whole_numbers(name):
    least, most = RUN_BOUNDS[name]
    beyond = [] if most is None else [most + 1]
    for wrong in (*STRANGE, least - 1, *beyond):
        if wrong is not None or name in {"seats", "depths", "tables"}:
            with pytest.raises(InputError, match=f"{name} is a whole number from {least} "):
                simulate("maryland", rounds=10, **{name: wrong})


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"wagers": 3}, "wagers is a list, not 3"),
        ({"wagers": [3]}, r"wagers is a list, not \[3\]"),
        ({"wagers": "dance"}, "There is no wager 'dance' to add"),
        ({"counter": [], "wagers": "tie"}, r"counter is a share such as 0\.95 or 1/20, at most 10, not \[\]"),
        ({"counter": float("nan"), "wagers": "tie"}, "counter is a share"),
        ({"strategy": 3}, "A strategy is a name, a file or a function, not 3"),
        ({"cluster": 3}, "cluster is a text, not 3"),
        ({"checkpoint": 3}, "checkpoint is a text, not 3"),
        ({"progress": 3}, "progress is a function, not 3"),
        ({"readings": 3}, "Readings are names and their values"),
    ],
)
def test_wrong_options_of_a_run_are_refused(asked, said):
    with pytest.raises(InputError, match=said):
        simulate("maryland", rounds=10, **asked)


@pytest.mark.parametrize(
    ("said", "meant"), [(0.95, "0.95"), (0.1 + 0.2, "3/10"), (1 / 3, "1/3"), ("1/3", "1/3")]
)
def test_a_share_may_have_all_the_digits_that_python_writes(said, meant):
    run = simulate("maryland", rounds=10, wagers="tie", counter=said, seed=1)
    assert run.request.counter == meant
    run = simulate("maryland", rounds=10, sessions=2, bankroll=100, sizing="share", share=1 / 3, seed=1)
    assert run.request.session is not None
    assert str(run.request.session.share) == "1/3"


def test_the_command_line_has_the_same_bounds():
    for name, span in RUN_BOUNDS.items():
        assert {"min": _option(name).min, "max": _option(name).max} == bounds(span)
