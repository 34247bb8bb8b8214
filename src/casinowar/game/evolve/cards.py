"""Cards: their preparation, from the decks' arrival to a loaded shoe, and in play."""

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.cards import Card, decks
from casinowar.game.evolve.hands import in_progress, no_round
from casinowar.game.table import Cut, DealingShoe, Hand, Round, Table
from casinowar.game.words import DEALER, PLACES, Occasion

# the preparation of the cards


def decks_received(table: Table, event: e.DecksReceived) -> Table:
    """Replace all cards."""
    cards = decks(event.decks, event.ranks, event.suits)
    return replace(
        table,
        stack=event.order or cards,
        stored=cards if event.batches == 2 else (),  # noqa: PLR2004 - a shuffler takes two batches
        shoe=DealingShoe(),
        rack=(),
        aside=(),
        batch=0,
        cut=Cut(),
        cards_opened=table.clock,
    )


def _all_gathered(table: Table) -> tuple[Card, ...]:
    return table.stack + table.shoe.stack[table.shoe.drawn :] + table.rack + table.aside


def gathered(table: Table, _event: e.CardsGathered) -> Table:
    """Put all cards into a stack."""
    return replace(table, stack=_all_gathered(table), shoe=DealingShoe(), rack=(), aside=())


def exchanged(table: Table, _event: e.BatchesExchanged) -> Table:
    """Swap the batches."""
    used = _all_gathered(table)
    table = replace(table, stack=table.stored, stored=used, shoe=DealingShoe(), rack=(), aside=())
    return replace(table, batch=1 - table.batch, cut=Cut())


def discards_taken(table: Table, _event: e.DiscardsTaken) -> Table:
    """Turn the discard rack into a stack; a cover card that nobody reported has come out with the shoe."""
    return replace(table, stack=table.rack, rack=(), shoe=DealingShoe())


def shuffled(table: Table, event: e.CardsShuffled) -> Table:
    """Reorder the stack."""
    return replace(table, stack=event.cards, to_do=table.to_do[1:], cut=Cut())


def stack_cut(table: Table, event: e.StackCut) -> Table:
    """Put the front of the stack at its back."""
    stack = table.stack[event.depth :] + table.stack[: event.depth]
    return replace(table, stack=stack, to_do=table.to_do[1:], cut=replace(table.cut, cut_by=event.seat))


def recut_ordered(table: Table, event: e.RecutOrdered) -> Table:
    """Go back to the cut."""
    shoe = replace(table.shoe, cover_card_at=-1)
    return replace(table, to_do=event.steps, shoe=shoe, cut=replace(table.cut, offered=event.seat))


def cover_placed(table: Table, event: e.CoverCardPlaced) -> Table:
    """Note where the cover card lies."""
    shoe = DealingShoe(cover_card_at=len(table.stack) - event.behind)
    return replace(table, shoe=shoe, to_do=table.to_do[1:])


def loaded(table: Table, _event: e.ShoeLoaded) -> Table:
    """Turn the stack into a shoe; in mid-round it goes on as the shoe in which the cover card came out."""
    same_shoe = table.occasion is Occasion.SHOE_RAN_OUT
    return replace(
        table,
        shoe=replace(table.shoe, stack=table.stack, drawn=0),
        stack=(),
        to_do=table.to_do[1:],
        cover_card_on=table.cover_card_on if same_shoe else None,
        face_up_in_shoe=table.face_up_in_shoe if same_shoe else 0,
    )


# in play


def _drawn(table: Table, *, from_aside: bool) -> tuple[Card, Table]:
    """Take the next card off the side, or out of the shoe."""
    if from_aside:
        return table.aside[0], replace(table, aside=table.aside[1:])
    shoe = table.shoe
    return shoe.stack[shoe.drawn], replace(table, shoe=replace(shoe, drawn=shoe.drawn + 1))


def burned(table: Table, event: e.CardBurned) -> Table:
    """Put a card into the discard rack, and tick off why; one that was turned up may bring more to do."""
    card, table = _drawn(table, from_aside=event.from_aside)
    rack = (*table.rack, event.card or card)
    if event.more:
        table = replace(table, to_do=table.to_do[:1] * event.more + table.to_do)
    match event.reason:
        case e.Burn.WAR:
            current = in_progress(table)
            return replace(table, rack=rack, round=replace(current, to_deal=current.to_deal[1:]))
        case e.Burn.NEW_DEALER:
            return replace(table, rack=rack, dealer_burns=table.dealer_burns - 1)
        case e.Burn.NEW_SHOE:
            return replace(table, rack=rack, to_do=table.to_do[1:])
        case e.Burn.BOTH:
            burns = table.dealer_burns - 1
            return replace(table, rack=rack, dealer_burns=burns, to_do=table.to_do[1:])


def dealt(table: Table, event: e.CardDealt) -> Table:
    """Lay a card down, and give it to the dealer or to the hands on its spot."""
    current, place, card = table.round or no_round(), event.spot, event.card
    layout = {**current.layout, place: (*current.layout.get(place, ()), card)}
    to_deal = current.to_deal[1:]
    if place == DEALER and event.war:
        cards = (*current.dealer_war_cards, card)
        current = replace(current, to_deal=to_deal, layout=layout, dealer_war_cards=cards)
    elif place == DEALER:
        current = replace(current, to_deal=to_deal, layout=layout, dealer_card=card)
    else:
        current = replace(current, to_deal=to_deal, layout=layout, hands=_with_card(current, event))
    if event.from_aside:
        return replace(table, round=current, aside=table.aside[1:])
    return replace(table, round=current, shoe=replace(table.shoe, drawn=table.shoe.drawn + 1))


def _with_card(current: Round, event: e.CardDealt) -> dict[int, Hand]:
    """Give a spot's card to every hand on it, a war card only to those at war."""
    place, card, hands = event.spot, event.card, current.hands.copy()
    for number, hand in current.hands.items():
        if number % PLACES != place:
            continue
        if not event.war:
            hands[number] = replace(hand, card=card)
        elif hand.goes_to_war:
            hands[number] = replace(hand, war_cards=(*hand.war_cards, card))
    return hands


def collected(table: Table, event: e.CardsCollected) -> Table:
    """Take up the cards of spots."""
    current, seats = table.round or no_round(), event.spots
    layout = {spot: cards for spot, cards in current.layout.items() if spot not in seats}
    return replace(table, rack=table.rack + event.cards, round=replace(current, layout=layout))


def found_face_up(table: Table, event: e.CardFoundFaceUp) -> Table:
    """Count a card that lay face up in the shoe."""
    _, table = _drawn(table, from_aside=False)
    return replace(
        table,
        rack=(*table.rack, event.card),
        face_up_in_shoe=table.face_up_in_shoe + 1,
        face_up_in_round=table.face_up_in_round + 1,
    )


def drawn_in_error(table: Table, event: e.CardDrawnInError) -> Table:
    """Lay a card aside."""
    card, table = _drawn(table, from_aside=False)
    return replace(table, aside=(*table.aside, event.card or card))
