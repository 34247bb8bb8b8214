"""What has to hold after every event: money is conserved, and each card is in exactly one place."""

from collections import Counter
from collections.abc import Iterator

from casinowar.game.cards import UNSEEN
from casinowar.game.events import CardBurned, DecksReceived, Event
from casinowar.game.rules import Rules
from casinowar.game.table import Stake, Table


def check_invariants(rules: Rules, before: Table, event: Event, after: Table) -> None:
    """Check everything that has to hold between a table and the next."""
    assert total_money(after) == 0, f"{event} makes or loses money"
    assert all(chips >= 0 for chips in after.chips.values()), (
        f"{event} leaves a player with less than nothing"
    )
    for stake in _stakes(after):
        assert stake.on_layout >= 0, f"{event} leaves less than nothing on the layout"
        assert stake.collected >= 0, f"{event} takes back more than was collected"
        assert stake.paid >= 0, f"{event} takes back more than was paid"
    cards = all_cards(after)
    if cards.total():
        batches = 2 if after.stored else 1
        assert cards.total() == batches * rules.batch_size, f"{event} loses or makes cards"
        if UNSEEN not in cards:
            assert cards == Counter(rules.cards() * batches), f"{event} changes cards"
    if not isinstance(event, DecksReceived):
        assert all_cards(before).total() in {0, cards.total()}
    assert not (isinstance(event, CardBurned) and len(after.rack) != len(before.rack) + 1)
    assert set(after.seats.values()) == set(after.chips) == set(after.arrivals)


def total_money(table: Table) -> int:
    """Add up all places."""
    layout = sum(stake.on_layout for stake in _stakes(table))
    return sum(table.chips.values()) + layout + table.inventory + table.outside


def all_cards(table: Table) -> Counter[str]:
    """Count the cards wherever they are."""
    cards = Counter(
        table.stack + table.rack + table.aside + table.stored + table.shoe.stack[table.shoe.drawn :]
    )
    if table.round is not None:
        for hand in table.round.hands.values():
            if not hand.collected:
                cards.update(filter(None, (hand.card, *hand.war_cards)))
        if not table.round.dealer_collected:
            cards.update(filter(None, (table.round.dealer_card, *table.round.dealer_war_cards)))
    return cards


def _stakes(table: Table) -> Iterator[Stake]:
    if table.round is not None:
        for hand in table.round.hands.values():
            yield from hand.stakes.values()
