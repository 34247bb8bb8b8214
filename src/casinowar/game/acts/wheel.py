"""The wheel: where it stops, drawn by the weights that the house submitted."""

from collections.abc import Callable, Iterable

from casinowar.game import commands as c
from casinowar.game.acts.bonus_spin import paired
from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, HotSpot, Pairing
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import spins_still_in
from casinowar.game.table import Round
from casinowar.game.words import Role, position

Drawing = Callable[[int], int]
"""Where chance comes in: gives one of so many numbers, from 0 up."""


def spun(rules: Rules, current: Round, turn: int, drawing: Drawing) -> c.SpinWheel | None:
    """Spin the wheel for the wagers that are open; `turn` is whose spin is next where each has one."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None or not current.to_spin:
        return None
    one = law.goes_to.value is HotSpot.ONE_POSITION
    seat = _position(offered, spins_still_in(current.to_spin, current), drawing) if one else turn
    segments = offered.hot_spot.segments
    hot_spot = segments[drawn((each.weight for each in segments), drawing)].symbol
    community = _community(law, offered, hot_spot, drawing) if one else ""
    return c.SpinWheel(by=Role.AUTOMATIC, hand=seat, hot_spot=hot_spot, community=community)


def drawn(weights: Iterable[int], drawing: Drawing) -> int:
    """Draw a place by its weight.

    >>> [drawn([2, 1], lambda stops: stop) for stop in range(3)]
    [0, 0, 1]
    """
    weights = [*weights]
    stop = drawing(sum(weights))
    for place, weight in enumerate(weights):
        if stop < weight:
            return place
        stop -= weight
    raise ValueError("the number drawn is beyond the last stop")


def _position(offered: BonusSpinChoices, hands: tuple[int, ...], drawing: Drawing) -> int:
    """Draw the wagering position that has the hot spot; each counts by the weight of its seat."""
    weights = [offered.positions[position(hand) - 1] if offered.positions else 1 for hand in hands]
    return hands[drawn(weights, drawing)]


def _community(law: BonusSpin, offered: BonusSpinChoices, hot_spot: str, drawing: Drawing) -> str:
    if law.symbols.value is Pairing.PAIRED:
        return paired(law, hot_spot)
    segments = offered.community.segments if offered.community else ()
    return segments[drawn((each.weight for each in segments), drawing)].symbol if segments else ""
