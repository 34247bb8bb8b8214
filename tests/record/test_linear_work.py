"""How much work a record makes: twice as long a record, twice the work, in steps of the interpreter."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from casinowar import Table
from casinowar.game.refusal import InputError
from casinowar.reports.replay.replay import read_record

HEAD = "casinowar record 1\nrulebook maryland\n"
STEP = '  step act="confirm that the layout is approved" role=floorperson clause=2.B\n'


def steps_of(use: Callable[[], object]) -> int:
    """Count what the interpreter does, which is the same each time."""
    done = 0

    def follow(frame: FrameType, event: str, _: object) -> Any:
        nonlocal done
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        done += event == "opcode"
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        use()
    finally:
        sys.settrace(before)
    return done


def answered(text: str) -> None:
    with suppress(InputError):
        read_record(text).replay().report()


def session(rounds: int) -> str:
    table = Table("washington", limits={"initial": (5, 500)}, seed=1)
    table.sit("Ann", seat=1, chips=10_000)
    for _ in range(rounds):
        table.wager(1, 10)
        table.deal()
        if table.choosing:
            table.surrender(1)
    return table.record(all=True)


@pytest.mark.parametrize(
    "text",
    [
        lambda size: f"{HEAD}before open=no\n" + "a " * size,
        lambda size: HEAD + "".join(f"before seat={n} player=a{n} chips=1.00\n" for n in range(1, size)),
        lambda size: HEAD + "".join(f"before meter=a{n} amount=1.00\n" for n in range(1, size)),
        lambda size: HEAD + "before bank_declined=" + ",".join(["1"] * size),
        lambda size: HEAD + "before open=no\n" + STEP * size,
        lambda size: HEAD + "reading a=b\n" * size + "before open=no\n",
        lambda size: session(size // 10),
    ],
)
def test_the_work_grows_with_the_record_and_no_faster(text):
    answered(text(200))
    few, many = (steps_of(partial(answered, text(size))) for size in (300, 1_200))
    assert many < 4.6 * few


def test_the_hands_of_many_rounds_are_told_in_one_go():
    replay = read_record(session(1)).replay()
    [hand], [dealer] = replay.story.hands, replay.story.dealer

    def told(rounds: int) -> int:
        hands = tuple(replace(hand, round=number) for number in range(rounds))
        dealers = tuple(replace(dealer, round=number) for number in range(rounds))
        story = replace(replay.story, hands=hands, dealer=dealers)
        return steps_of(replace(replay, story=story).report)

    told(10)
    assert told(1_200) < 4.6 * told(300)


def test_a_procedure_has_only_so_many_acts():
    with pytest.raises(InputError, match="Line 204: no procedure has more than 200 acts"):
        read_record(f"{HEAD}before open=no\n{STEP * 300}")
