from enum import Enum

import msgspec
import pytest

from casinowar.game import events as e
from casinowar.game.narration import narrate
from casinowar.game.opening import _RECORDED
from casinowar.game.phrases import DONE
from casinowar.game.table import CLOSED, Hand, Round, Stake, Table
from casinowar.game.words import Act, Comparison, Irregularity, Role, Ruling, Wager

EXAMPLE = {int: 1, str: "Ann", bool: False}

ROUND = Round(
    number=12,
    hands={
        1: Hand(
            seat=1,
            player="Ann",
            stakes={Wager.INITIAL: Stake(on_layout=10_00)},
            card="KH",
            war_cards=("5C",),
        )
    },
    dealer_card="KS",
    dealer_war_cards=("9D",),
)
TABLE = Table(open=True, dealer="Dana", seats={1: "Ann"}, chips={"Ann": 90_00}, round=ROUND)


def an_event(kind):
    """Make an event of a kind with any values."""
    values: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        if field.required and field.name in {"card", "cards"}:
            values[field.name] = "KH" if field.type is str else ["KH"]
        elif field.required and isinstance(field.type, type) and issubclass(field.type, Enum):
            values[field.name] = next(iter(field.type.__members__.values()))
        elif field.required:
            values[field.name] = EXAMPLE.get(field.type, ())
    return kind(**values)


@pytest.mark.parametrize("kind", e.EVENTS.values(), ids=e.EVENTS)
@pytest.mark.parametrize("table", [TABLE, CLOSED], ids=["in a round", "closed"])
def test_every_event_is_one_sentence(kind, table):
    told = narrate(an_event(kind), table)
    assert told[0].isupper() or told[0].isdigit()
    assert told.endswith(".")
    assert "  " not in told
    assert "None" not in told


@pytest.mark.parametrize("act", sorted(_RECORDED | {Act.RECEIVE_DECKS}))
def test_every_recorded_act_is_told_as_done(act):
    told = narrate(e.ActPerformed(act=act, by=Role.FLOORPERSON), TABLE)
    assert told == f"The floorperson {DONE[act]}."


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            e.WagerPlaced(seat=2, wager=Wager.INITIAL, amount=10_00, player="Bob"),
            "Bob at seat 2 placed an initial wager of $10.00.",
        ),
        (
            e.WagerPlaced(seat=1, wager=Wager.INITIAL, amount=5_00, player="Ann"),
            "Ann at seat 1 added $5.00 to the initial wager.",
        ),
        (e.CardDealt(seat=0, card="TH"), "10♥ was dealt to the dealer."),
        (e.CardDealt(seat=1, card="TH", war=1), "10♥ was dealt to Ann at seat 1 on the war deal."),
        (
            e.HandCompared(seat=1, comparison=Comparison.TIE),
            "Ann at seat 1 has a tie hand: K♥ against the dealer's K♠.",
        ),
        (
            e.HandCompared(seat=1, comparison=Comparison.LOWER, war=1),
            "Ann at seat 1 is lower on the war deal with 5♣ against the dealer's 9♦.",
        ),
        (
            e.WagerCollected(seat=1, wager=Wager.INITIAL, amount=5_00),
            "The dealer collected $5.00 of the initial wager from Ann at seat 1.",
        ),
        (
            e.WagerReturned(seat=1, wager=Wager.INITIAL, amount=10_00),
            "The dealer returned the initial wager of $10.00 to Ann at seat 1.",
        ),
        (
            e.RulingRecorded(ruling=Ruling.VOID_THE_ROUND, note="two cards stuck"),
            "The floorperson ruled to void the round, noting “two cards stuck”.",
        ),
        (
            e.PlayStopped(irregularity=Irregularity.NO_CHOICE, possible=(), seat=1),
            "Play stopped for a floorperson's ruling on a player who does not choose at seat 1.",
        ),
    ],
)
def test_it_is_told_in_the_regulations_words(event, told):
    assert narrate(event, TABLE) == told
