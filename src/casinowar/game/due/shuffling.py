"""Whether the cards are to be shuffled or changed, and which acts need a player."""

from typing import Final

from casinowar.game.book.cited_values import Says
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Lifetime, When
from casinowar.game.table import NO_COVER_CARD, Table
from casinowar.game.words import Act, Shuffler

NEEDS_A_PLAYER: Final = frozenset({Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_UP, Act.OFFER_INSPECTION})
DAY: Final = 24 * 60 * 60
_BURN_CARD = Act.BURN_CARD
_BY_HAND, _CONTINUOUS = Shuffler.BY_HAND, Shuffler.CONTINUOUS


def shuffler_in_use(rules: Rules, table: Table) -> Shuffler:
    """Tell how the cards are shuffled: by hand as long as the device is out of use."""
    return _BY_HAND if table.device_failed else rules.shuffler


def decks_there(rules: Rules, table: Table) -> int:
    """Tell how many decks to a batch are at the table, also where an older record does not say."""
    return table.decks or rules.decks


def decks_to_receive(rules: Rules, table: Table) -> int:
    return rules.decks if shuffler_in_use(rules, table) is rules.shuffler else rules.decks_by_hand


def needs_new_decks(rules: Rules, table: Table) -> bool:
    decks = decks_there(rules, table)
    if shuffler_in_use(rules, table) is not rules.shuffler:
        return decks != rules.decks_by_hand
    no_second = not table.stored or table.stored_uninspected
    return decks != rules.decks or (rules.shuffler is Shuffler.BATCH and no_second)


def idle_is_due(rules: Rules, table: Table) -> bool:
    """Tell whether the last player has left, so that the cards of this shoe may not simply be dealt on."""
    law = rules.book.idle
    if not table.deserted or law is None or law.begins is None or table.round is not None:
        return False
    return shuffler_in_use(rules, table) is not _CONTINUOUS


def wagers_are_taken(rules: Rules, table: Table) -> bool:
    if table.round is not None and table.round.closed:
        return True
    return not (cards_are_due(rules, table) or idle_is_due(rules, table))


def shoe_is_over(rules: Rules, table: Table) -> bool:
    when = reshuffle_rule(rules, shuffler_in_use(rules, table))
    shoe = table.shoe
    if table.reshuffle_ordered or table.device_deferred:
        return True
    return when.value is When.EACH_ROUND or shoe.cover_card_at == NO_COVER_CARD or shoe.left == 0


def cover_card_is_out(rules: Rules, table: Table) -> bool:
    """Tell whether the cover card has come out, after which the cards are shuffled without an order, too.

    None comes out of a device, which deals the round in which it fails to its end.
    """
    by_device = table.in_device or shuffler_in_use(rules, table) is _CONTINUOUS
    has_one = rules.book.cut.cover_card is not None and not by_device
    return has_one and table.shoe.cover_card_at == NO_COVER_CARD


def reshuffle_rule(rules: Rules, shuffler: Shuffler) -> Says[When]:
    shuffle = rules.book.shuffle
    return shuffle.continuous if shuffle.continuous and shuffler is _CONTINUOUS else shuffle.reshuffle


def waits_for_the_call(rules: Rules, table: Table) -> bool:
    """Tell whether all that is to be done are burns, which the book wants after no more bets."""
    return rules.burns_after_call and all(step.act is _BURN_CARD for step in table.to_do)


def cards_are_due(rules: Rules, table: Table) -> bool:
    change = rules.book.cards.change
    if change is None:
        return False
    match change.value:
        case Lifetime.DAY:
            return table.clock - table.cards_opened >= DAY
        case Lifetime.GAMING_DAY:
            start = rules.gaming_day_starts
            return (table.clock - start) // DAY > (table.cards_opened - start) // DAY


def turns_up_first_card(table: Table) -> bool:
    """Tell whether the card to burn next is the first of a new shoe, which says how many follow it."""
    return bool(table.to_do) and table.to_do[0].tells
