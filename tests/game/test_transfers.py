"""Which accounts events move chips between; that all of it adds up is checked after every event of a walk."""

import pytest

from casinowar.game import events as e
from casinowar.game.events import Place
from casinowar.game.ledger import Transfer, transfer
from casinowar.game.places import HandId, Seat, Spot, counts
from casinowar.game.table import Bank, Hand, PlacedWager, Round, Table
from casinowar.game.words import Wager

ANN, BEN = (Place.CHIPS, "Ann"), (Place.CHIPS, "Ben")
INVENTORY, OUTSIDE = (Place.INVENTORY,), (Place.OUTSIDE,)
INITIAL = (Place.LAYOUT, 2, Wager.INITIAL)
METER = (Place.METER, "progressive")

HAND = Hand(number=2, player="Ben", wagers={Wager.INITIAL: PlacedWager(on_layout=10_00)})
TABLE = Table(
    open=True,
    seats={1: "Ann", 2: "Ben"},
    chips={"Ann": 100_00, "Ben": 90_00},
    meters={"progressive": 500_00},
    round=Round(number=1, hands={2: HAND}),
)
BANKED = Table(
    open=True, seats=TABLE.seats, chips=TABLE.chips, inventory=50_00, bank=Bank(seat=1), round=TABLE.round
)
BANK = (Place.BANK, "Ann")

PLACED = e.WagerPlaced(hand=2, wager=Wager.INITIAL, amount=5_00, player="Ben")
PAID = e.WagerPaid(hand=2, wager=Wager.INITIAL, amount=5_00)
COLLECTED = e.WagerCollected(hand=2, wager=Wager.INITIAL, amount=5_00)


@pytest.mark.parametrize(
    ("event", "source", "target", "amount"),
    [
        (e.TableOpened(rulebook="x", dealer="D", inventory=1_00, dealer_burns=0), OUTSIDE, INVENTORY, 1_00),
        (e.PlayerSeated(player="Cid", seat=3, chips=20_00), OUTSIDE, (Place.CHIPS, "Cid"), 20_00),
        (e.ChipsBought(player="Ann", amount=20_00), OUTSIDE, ANN, 20_00),
        (e.PlayerLeft(player="Ann", chips=100_00), ANN, OUTSIDE, 100_00),
        (PLACED, BEN, INITIAL, 5_00),
        (PAID, INVENTORY, BEN, 5_00),
        (COLLECTED, INITIAL, INVENTORY, 5_00),
        (e.MatchPaid(hand=2, amount=5_00), (Place.LAYOUT, 2, Wager.MATCH), BEN, 5_00),
        (e.CouponRedeemed(hand=2, wager=Wager.INITIAL, amount=5_00, player="Ben"), INVENTORY, INITIAL, 5_00),
        (e.MeterStarted(meter="progressive", amount=9_00), OUTSIDE, METER, 9_00),
        (e.MeterRaised(meter="progressive", amount=1_00), INVENTORY, METER, 1_00),
        (e.MeterPaid(meter="progressive", amount=9_00, hand=2, wager=Wager.PROGRESSIVE), METER, BEN, 9_00),
        (e.MeterTold(meter="progressive", amount=501_00), OUTSIDE, METER, 1_00),
        (e.MeterTold(meter="progressive", amount=480_00), METER, OUTSIDE, 20_00),
        (e.MeterTold(meter="primary", amount=9_00), OUTSIDE, (Place.METER, "primary"), 9_00),
        (e.BankTaken(seat=1, amount=30_00), ANN, BANK, 30_00),
    ],
)
def test_an_event_moves_chips_between(event, source, target, amount):
    assert transfer(event, TABLE) == Transfer(source, target, amount)


@pytest.mark.parametrize(
    ("event", "source", "target"),
    [
        (PAID, BANK, BEN),
        (COLLECTED, INITIAL, BANK),
        (e.BankRaised(amount=5_00), ANN, BANK),
        (e.BankReturned(seat=1, amount=5_00), BANK, ANN),
        (e.BankWithdrawn(seat=1, amount=5_00), BANK, ANN),
    ],
)
def test_while_a_player_banks_the_dealer_pays_from_that_players_bank(event, source, target):
    assert transfer(event, BANKED) == Transfer(source, target, 5_00)


@pytest.mark.parametrize(
    "event",
    [
        e.HandSettled(hand=2),
        e.CouponPlaced(hand=2, amount=5_00),
        e.CoverLeft(amount=5_00),
        e.TableOpened(rulebook="x", dealer="D", inventory=0, dealer_burns=0),
        e.MeterTold(meter="progressive", amount=500_00),
    ],
)
def test_what_moves_no_chips_is_no_transfer(event):
    assert transfer(event, TABLE) is None


@pytest.mark.parametrize(
    ("kind", "what"),
    [(Seat, "seat"), (HandId | None, "hand"), (tuple[Spot, ...], "spot"), (int, ""), (str | None, "")],
)
def test_a_number_says_what_it_counts(kind, what):
    assert counts(kind) == what
