"""Whether the cards are to be shuffled or changed, and which acts need a player."""

from typing import Final

from casinowar.game.book.citing import Says
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Lifetime, When
from casinowar.game.table import Table
from casinowar.game.words import Act, Shuffler

NEEDS_A_PLAYER: Final = frozenset({Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_UP})
DAY: Final = 24 * 60 * 60
_BY_HAND, _CONTINUOUS = Shuffler.BY_HAND, Shuffler.CONTINUOUS


def shuffler_in_use(rules: Rules, table: Table) -> Shuffler:
    """Tell how the cards are shuffled: by hand as long as the device is out of use."""
    return _BY_HAND if table.device_failed else rules.shuffler


def shoe_is_over(rules: Rules, table: Table) -> bool:
    """Tell whether the cards are shuffled before the next round."""
    when = reshuffle_rule(rules, shuffler_in_use(rules, table))
    return when.value is When.EACH_ROUND or table.shoe.cover_card_at < 0 or table.shoe.left == 0


def reshuffle_rule(rules: Rules, shuffler: Shuffler) -> Says[When]:
    """Find the rule that says when the cards are shuffled again."""
    shuffle = rules.book.shuffle
    return shuffle.continuous if shuffle.continuous and shuffler is _CONTINUOUS else shuffle.reshuffle


def cards_are_due(rules: Rules, table: Table) -> bool:
    """Tell whether the cards have been at the table for as long as they may."""
    change = rules.book.cards.change
    if change is None:
        return False
    match change.value:
        case Lifetime.DAY:
            return table.clock - table.cards_opened >= DAY
        case Lifetime.GAMING_DAY:
            start = rules.gaming_day_starts
            return (table.clock - start) // DAY > (table.cards_opened - start) // DAY


def turns_up_first_card(rules: Rules, table: Table) -> bool:
    """Tell whether the card to burn next is the first of a new shoe, which says how many follow it."""
    burns = bool(table.to_do) and table.to_do[0].act is Act.BURN_CARD
    return burns and table.shoe.drawn == 0 and bool(rules.first_card_burns)
