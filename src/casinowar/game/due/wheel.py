"""Whether the dealer's card starts the wheel, and whose wagers wait for it."""

from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANK_CODES, Card
from casinowar.game.table import Round

_COLORS = {"red": "DH", "black": "CS"}


def is_designated(rules: Rules, card: Card) -> bool:
    """Tell whether the dealer's card starts the wheel."""
    offered = rules.house.bonus_spin
    if offered is None or not card:
        return False
    return any(card[0] == RANK_CODES[each.rank] and card[1] in _COLORS[each.color] for each in offered.cards)


def spins_in_turn(rules: Rules, current: Round) -> tuple[int, ...]:
    """Put the open wagers into the order of settling, also those made after no more bets."""
    order = rules.book.settlement.order
    return (order.paying or order.direction).order(current.to_spin)
