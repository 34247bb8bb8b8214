"""Where the next cards go."""

from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import BothBurns, Moment
from casinowar.game.book.war import War
from casinowar.game.due.shuffling import turns_up_first_card
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import BURN, Act


def place_of_next_drawn(rules: Rules, table: Table) -> int | None:
    """Find where the card goes that the shoe gives next, behind those on the side: a spot, or to be burned.

    None is a place that is not laid down yet, such as the first of the next round, or a burn turned up.
    """
    coming = [*_places(rules, table)]
    turned_up = turns_up_first_card(table)
    for card in range(len(table.aside)):  # One that was seen is no burn, unless that is turned up anyway.
        unseen_only = table.aside_seen[card : card + 1] == (True,) and not turned_up
        place = next((at for at, target in enumerate(coming) if target != BURN or not unseen_only), None)
        turned_up = False
        if place is not None:
            coming.pop(place)
    if not coming or turned_up:
        return None
    return coming[0]


def burns_in_round(rules: Rules, table: Table) -> bool:
    waits = rules.burns_next_round and table.round is not None and table.round.dealer_came
    return table.dealer_burns > 0 and not waits


def _places(rules: Rules, table: Table) -> tuple[int, ...]:
    """List where the next cards go, as far as that is laid down: burns, the deal, burns of a war to come."""
    burns, current = sum(step.act is Act.BURN_CARD for step in table.to_do), table.round
    both = rules.book.burns.both
    for_dealer = table.dealer_burns
    if both is None or both.value is BothBurns.ONE:
        for_dealer = max(0, for_dealer - burns)
    if current is None or not current.closed:
        return (BURN,) * (burns + for_dealer)
    if burns_in_round(rules, table):
        burns += for_dealer
    war = rules.book.war
    at_war = (BURN,) * _burned_first(rules, war) if war and _may_go_to_war(current) else ()
    return (BURN,) * burns + current.to_deal + at_war


def _burned_first(rules: Rules, war: War) -> int:
    by_players = war.burn.when is Moment.ONCE or war.deal.first_card == "player"
    return war.burn.cards if by_players else rules.dealers_war_burn


def _may_go_to_war(current: Round) -> bool:
    fighting = current.war.hands if current.war else ()
    return any(
        number not in fighting and (hand.goes_to_war or _may_tie(current, hand))
        for number, hand in current.hands.items()
    )


def _may_tie(current: Round, hand: Hand) -> bool:
    """Tell whether a hand that has not been chosen for ties, or may do so once all its cards are dealt."""
    cards = (hand.card, current.dealer_card)
    ties = not all(cards) or hand.card[0] == current.dealer_card[0]
    return ties and not hand.settled and hand.choice is None
