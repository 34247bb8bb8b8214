"""Long walks: hundreds of commands, most of them what is due, the rest whatever people may try.

A walk that fails is cut down to the commands that matter, which are shown in the error.
"""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Wager
from casinowar.rulebooks import names
from tests.support.driving import drive_to_completion, due_commands, least_wager
from tests.support.meddling import PLAYERS, any_command, plausible_command
from tests.support.searching import walks
from tests.support.varieties import OWN, own_rules, rules_of
from tests.support.watched import Watched

STEPS = 120


def walk(rules: Rules, seed: int) -> None:
    """Walk, and if the walk fails say by how few commands it would have failed."""
    chance = Random(seed)
    watched = Watched(rules)
    try:
        _fill(watched, chance)
        for _ in range(STEPS):
            _step(watched, chance)
        watched.check_record()
        drive_to_completion(rules, watched.table, chance)
    except Exception as wrong:
        needed = _fewest(rules, watched.given, type(wrong))
        lines = "\n  ".join(map(str, needed))
        raise AssertionError(f"{wrong}\nThe commands that lead there:\n  {lines}") from wrong


def _fill(watched: Watched, chance: Random) -> None:
    """Open the table and seat people, so that the walk does not begin at an empty one."""
    inventory = 0 if watched.rules.book.bank else chance.choice([0, 3_00, 10_000_00])
    watched.give(c.OpenTable(inventory=inventory))
    for seat, player in enumerate(PLAYERS[: chance.randint(0, 4)], 1):
        watched.give(c.Sit(player=player, seat=seat, chips=20 * least_wager(watched.rules, Wager.INITIAL)))


def _wager(watched: Watched, chance: Random) -> None:
    """Have many players wager, some of them on a tie, too."""
    for seat in watched.table.seats:
        for wager in (Wager.INITIAL, Wager.TIE):
            if chance.random() < 0.7:
                amount = chance.randint(1, 3) * least_wager(watched.rules, wager)
                watched.give(c.PlaceWager(hand=seat, wager=wager, amount=amount))


def _step(watched: Watched, chance: Random) -> None:
    kind = chance.random()
    if kind < 0.06:
        watched.give(any_command(chance))
    elif kind < 0.4:
        watched.give(plausible_command(watched.rules, watched.table, chance))
    else:
        if next_duty(watched.rules, watched.table).act is Act.PLACE_WAGERS:
            _wager(watched, chance)
        for command in due_commands(watched.rules, watched.table, chance):
            refusal = watched.give(command)
            assert refusal is None, f"{next_duty(watched.rules, watched.table)}, but {command}: {refusal}"


def _fewest(rules: Rules, commands: Sequence[c.Command], kind: type[Exception]) -> list[c.Command]:
    """Leave out every command without which the walk still fails in the same way."""
    needed = list(commands)
    for place in reversed(range(len(needed))):
        fewer = needed[:place] + needed[place + 1 :]
        if _fails(rules, fewer, kind):
            needed = fewer
    return needed


def _fails(rules: Rules, commands: Sequence[c.Command], kind: type[Exception]) -> bool:
    watched = Watched(rules)
    try:
        for command in commands:
            watched.give(command)
        watched.check_record()
        drive_to_completion(rules, watched.table, Random(0))
    except Exception as wrong:  # noqa: BLE001 - any failure counts if it is of the kind looked for
        return isinstance(wrong, kind)
    return False


@pytest.mark.parametrize("rulebook", [*names(), *OWN], ids=lambda each: getattr(each, "stem", each))
@walks(20)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_walk_at_a_table_of(rulebook, data, seed):
    walk(data.draw(rules_of(str(rulebook))), seed)


@walks(150)
@given(rules=own_rules(), seed=st.integers(0, 2**32))
def test_a_walk_under_a_rulebook_that_nobody_wrote(rules, seed):
    walk(rules, seed)
