"""Whether the dealer's card starts the wheel, and whose wagers wait for it."""

from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.table import Round


def is_designated(rules: Rules, card: Card) -> bool:
    """Tell whether the dealer's card starts the wheel."""
    return card in rules.designated_cards


def spins_in_turn(rules: Rules, current: Round) -> tuple[int, ...]:
    """Put the open wagers into the order of settling, also those made after no more bets."""
    return rules.book.settlement.order.last_pass.order(current.to_spin)
