"""Tables of Maryland that offer the Progressive Payout Wager, and rounds played at them."""

from collections.abc import Iterable, Mapping
from typing import Any

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.words import Act, Wager
from tests.support.scenario import Scenario, at_table

CHIP = 5_00
BURN = "2C 2D 2H "
"""The cards that are burned before a war deal."""


def offering(
    *,
    rate: str = "12%",
    initial: str = "10000",
    reset: str = "10000",
    linked: bool = False,
    amounts: tuple[str, ...] = (),
    **choices: Any,
) -> House:
    """Give a house that offers the wager."""
    meter = MeterChoices(rate=rate, initial=initial, reset=reset, linked=linked)
    return House(progressive=ProgressiveChoices(meter=meter, amounts=amounts), **choices)


def house_of_sizes(*sizes: str) -> House:
    """Give a house with wagers of several sizes on one meter."""
    read = {"progressive_sizes": "in_proportion"}
    return offering(rate="20%", amounts=sizes, adjacent_boxes=2, readings=read)


def house_of_three_sizes() -> House:
    """Give one with wagers of $5, $10 and $1."""
    return house_of_sizes("5", "10", "1")


def progressive_table(
    cards: str = "",
    *,
    players: int | Mapping[int, str] = 2,
    house: House | None = None,
    readings: Mapping[str, str] | None = None,
) -> Scenario:
    """Seat players at a table that offers the wager, and rig its next cards."""
    return at_table("maryland", cards=cards, players=players, house=house or offering(), readings=readings)


def chip_in(seat: int, amount: int = CHIP, player: str = "") -> c.PlaceWager:
    """Put a chip into the device of a seat."""
    return c.PlaceWager(hand=seat, wager=Wager.PROGRESSIVE, amount=amount, player=player)


def with_chips(scenario: Scenario, *seats: int, hands: Iterable[int] = ()) -> Scenario:
    """Place an initial wager of $10 for each seat and hand, and a progressive one for each seat."""
    return scenario.wagers(dict.fromkeys((*seats, *hands), 10_00)).when(*map(chip_in, seats))


def played(scenario: Scenario, *surrendering: int) -> Scenario:
    """Play the round to its end: who does not surrender goes to war, without another tie wager."""
    start = len(scenario.history)
    scenario.dealt()
    while scenario.due.act in {Act.CHOOSE, Act.ANSWER_TIE_OFFER}:
        seat = scenario.due.seat or 0
        if scenario.due.act is Act.ANSWER_TIE_OFFER:
            scenario.when(c.DeclineTieWager(hand=seat))
        else:
            scenario.when(c.Surrender(hand=seat) if seat in surrendering else c.GoToWar(hand=seat))
        scenario.attended()
    assert scenario.table.round is None
    scenario.cited = scenario.history[start:]
    return scenario


def paid(scenario: Scenario, wager: Wager = Wager.PROGRESSIVE) -> dict[int, int]:
    """Tell what was paid from the table inventory on a side wager, by seat."""
    sums: dict[int, int] = {}
    for event in scenario.of(e.WagerPaid):
        if event.wager is wager:
            sums[event.hand] = sums.get(event.hand, 0) + event.amount
    return sums


def side_postings(scenario: Scenario) -> list[e.Event]:
    """List the movements of chips on the progressive wager, the Envy Bonus and the meter."""
    side = {Wager.PROGRESSIVE, Wager.ENVY}
    return [
        event
        for event in scenario.events
        if isinstance(event, e.MeterEvent) or (isinstance(event, e.WagerEvent) and event.wager in side)
    ]


def meter(scenario: Scenario) -> int:
    """Read the meter, in cents."""
    return scenario.table.meters["progressive"]
