"""Cards: their preparation, from the decks' arrival to a loaded shoe, and in play."""

from typing import Any, Final

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.cards import UNSEEN, Card, decks
from casinowar.game.evolve.hands import cuts, in_progress, no_round, with_round
from casinowar.game.places import Spot
from casinowar.game.table import NO_COVER_CARD, SOMEWHERE, Cut, DealingShoe, Hand, Round, Table
from casinowar.game.words import DEALER, PLACES, Act, Occasion

# the preparation of the cards

_SHOWN_TO_A_PLAYER = frozenset({Act.SHOW_FIRST_PLAYER, Act.OFFER_INSPECTION})


def procedure_began(table: Table, event: e.ProcedureBegan) -> Table:
    """Lay out what is to be done; what waited for the end of a round waits no longer.

    A table that opens with new decks was not idle, and one whose cards are shown to a player is so no longer.
    """
    acts = {step.act for step in event.steps}
    opens = event.occasion is Occasion.OPENING and Act.RECEIVE_DECKS in acts
    shown_anew = opens or not acts.isdisjoint(_SHOWN_TO_A_PLAYER)
    return replace(
        table,
        occasion=event.occasion,
        to_do=event.steps,
        device_deferred=False,
        reshuffle_ordered=False,
        deserted=table.deserted and not shown_anew,
        batch_shown=table.batch_shown and not shown_anew,
    )


def performed(table: Table, event: e.ActPerformed) -> Table:
    table = replace(table, to_do=table.to_do[1:])
    if event.act in _SHOWN_TO_A_PLAYER:
        table = _shown(table)
    return with_round(table, validated=True) if event.act is Act.VALIDATE_PAYOUT else table


def _shown(table: Table) -> Table:
    """Note that a player was shown the cards, or asked; whom only the second batch is shown has not seen all.

    Cards that are turned up because a player asked for it are still to be shown.
    """
    asked_for = table.to_do[:1] and table.to_do[0].act is Act.TURN_FACE_UP
    return replace(table, deserted=table.deserted and table.batch_shown, batch_shown=not asked_for)


def steps_inserted(table: Table, event: e.StepsInserted) -> Table:
    """Put further acts before what was to be done, or after one act of it, or in place of the first."""
    to_do = table.to_do[1:] if event.instead else table.to_do
    acts = [step.act for step in to_do]
    place = acts.index(event.after) + 1 if event.after in acts else 0
    return replace(table, to_do=(*to_do[:place], *event.steps, *to_do[place:]))


def decks_received(table: Table, event: e.DecksReceived) -> Table:
    cards = decks(event.decks, event.ranks, event.suits)
    return replace(
        table,
        stack=event.order or cards,
        stored=cards if event.batches == 2 else (),  # noqa: PLR2004 - a shuffler takes two batches
        stored_by_hand=False,
        stored_uninspected=False,
        shoe=DealingShoe(),
        in_device=False,
        rack=(),
        **_NONE_ASIDE,
        decks=event.decks,
        batch=0,
        cut=Cut(),
        cards_opened=table.clock,
    )


_NONE_ASIDE: Final[dict[str, Any]] = {
    "aside": (),
    "aside_seen": (),
    "drawn_past_aside": False,
    "cover_card_behind": None,
}
"""No cards lie on the side, nor does the cover card wait with one there."""


def _all_gathered(table: Table) -> tuple[Card, ...]:
    return table.stack + table.shoe.stack[table.shoe.drawn :] + table.rack + table.aside


def gathered(table: Table, _event: e.CardsGathered) -> Table:
    return replace(table, stack=_all_gathered(table), shoe=DealingShoe(), rack=(), **_NONE_ASIDE)


def removed(table: Table, _event: e.CardsRemoved) -> Table:
    """Take all cards off the table, both batches."""
    table = replace(table, stack=(), shoe=DealingShoe(), rack=(), stored=(), batch=0, to_do=())
    return replace(table, **_NONE_ASIDE)


def exchanged(table: Table, _event: e.BatchesExchanged) -> Table:
    used = _all_gathered(table)
    table = replace(table, stack=table.stored, stored=used, shoe=DealingShoe(), rack=(), **_NONE_ASIDE)
    return replace(table, batch=1 - table.batch, cut=Cut(), stored_by_hand=False)


def stored_shuffled(table: Table, event: e.StoredBatchShuffled) -> Table:
    """Reorder the batch in the shuffler, and keep whether that was done by hand."""
    return replace(table, stored=event.order, stored_by_hand=event.by_hand, to_do=table.to_do[1:])


def device_failed(table: Table, event: e.DeviceFailed) -> Table:
    """Take the device out of use: the batch in it is not shuffled there any more."""
    to_do = tuple(step for step in table.to_do if step.act is not Act.SHUFFLE_STORED)
    return replace(
        table,
        device_failed=True,
        device_deferred=event.deferred,
        stored_uninspected=event.uninspected,
        deserted=table.deserted and not event.occupied,
        to_do=to_do,
    )


def discards_taken(table: Table, event: e.DiscardsTaken) -> Table:
    """Turn the discard rack into a stack; an unreported cover card has come out with the shoe."""
    taken = list(table.rack)
    for card in event.kept:
        taken.remove(card if card in taken else UNSEEN)
    return replace(table, stack=tuple(taken), rack=event.kept, shoe=DealingShoe())


def jammed_taken(table: Table, _event: e.JammedCardsTaken) -> Table:
    return replace(table, stack=table.shoe.stack[table.shoe.drawn :], shoe=DealingShoe())


def shuffled(table: Table, event: e.CardsShuffled) -> Table:
    return replace(table, stack=event.order, to_do=table.to_do[1:], cut=Cut())


def stack_cut(table: Table, event: e.StackCut) -> Table:
    """Put the front of the stack at its back; the offer of the cut ends."""
    stack = table.stack[event.depth :] + table.stack[: event.depth]
    cut = replace(table.cut, offered=None, cut_by=event.seat)
    if event.seat != DEALER:
        cut = replace(cut, cutters=(*cut.cutters, table.seats[event.seat]), passed=event.seat)
    return replace(table, stack=stack, to_do=table.to_do[1:], cut=cut)


def recut_ordered(table: Table, event: e.RecutOrdered) -> Table:
    shoe = replace(table.shoe, cover_card_at=NO_COVER_CARD)
    return replace(table, to_do=event.steps, shoe=shoe, cut=replace(table.cut, offered=event.seat))


def cover_placed(table: Table, event: e.CoverCardPlaced) -> Table:
    place = SOMEWHERE if event.behind is None else len(table.stack) - event.behind
    return replace(table, shoe=DealingShoe(cover_card_at=place), to_do=table.to_do[1:])


def loaded(table: Table, event: e.ShoeLoaded) -> Table:
    """Turn the stack into a shoe; in mid-round it goes on as the shoe in which the cover card came out."""
    same_shoe = table.round is not None and table.round.closed
    return replace(
        table,
        shoe=replace(table.shoe, stack=table.stack, drawn=0),
        in_device=event.device,
        stack=(),
        to_do=table.to_do[1:],
        cover_card_on=table.cover_card_on if same_shoe else None,
        cover_card_player=table.cover_card_player if same_shoe else "",
        cover_card_behind=table.cover_card_behind if same_shoe else None,
        face_up=table.face_up if same_shoe else (),
        face_up_in_shoe=table.face_up_in_shoe if same_shoe else 0,
    )


# in play


def _drawn(table: Table, *, from_aside: bool, place: int = 0) -> tuple[Card, Table]:
    """Take the next card off the side, or another one there, or out of the shoe."""
    if from_aside:
        aside, seen = table.aside, table.aside_seen
        left, left_seen = aside[:place] + aside[place + 1 :], seen[:place] + seen[place + 1 :]
        behind = table.cover_card_behind
        if behind is not None and place < behind:
            behind -= 1
        past = bool(left) and (table.drawn_past_aside or place == len(left))
        table = replace(table, aside=left, aside_seen=left_seen, drawn_past_aside=past)
        return aside[place], replace(table, cover_card_behind=behind)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return table.shoe.stack[table.shoe.drawn], replace(table, shoe=shoe, drawn_past_aside=bool(table.aside))


def burned(table: Table, event: e.CardBurned) -> Table:
    """Put a card into the discard rack, and tick off why; one that was turned up may bring more to do."""
    goes_with = event.place if event.from_aside else len(table.aside)
    if table.cover_card_behind == goes_with:
        table = replace(table, cover_card_behind=None)
        table = cuts(table, event.cutter) if event.takes_cover or event.from_aside else table
    card, table = _drawn(table, from_aside=event.from_aside, place=event.place)
    if event.more:
        first, *others = table.to_do
        following = [replace(first, tells=False)] * event.more
        table = replace(table, to_do=(first, *following, *others))
    table = _one_burn_less(replace(table, rack=(*table.rack, event.card or card)), event.reason)
    return replace(table, drew_last=_not_new(table))


def _not_new(table: Table) -> str:
    """Name the dealer who drew the last card, unless that one still owes a burn: then every dealer is new."""
    return "" if table.dealer_burns else table.dealer


def _one_burn_less(table: Table, reason: e.Burn) -> Table:
    match reason:
        case e.Burn.WAR:
            current = in_progress(table)
            return replace(table, round=replace(current, to_deal=current.to_deal[1:]))
        case e.Burn.NEW_DEALER:
            return replace(table, dealer_burns=table.dealer_burns - 1)
        case e.Burn.NEW_SHOE:
            return replace(table, to_do=table.to_do[1:])
        case e.Burn.BOTH:
            return replace(table, dealer_burns=table.dealer_burns - 1, to_do=table.to_do[1:])


def cover_card_drawn(table: Table, event: e.CoverCardDrawn) -> Table:
    """Note at whose betting area the cover card came out, and with which card, where that is used later."""
    shoe, behind = replace(table.shoe, cover_card_at=NO_COVER_CARD), len(table.aside) - event.with_last
    return cuts(replace(table, shoe=shoe, cover_card_behind=behind), event.cutter)


def _cover_card_lies(table: Table, place: Spot) -> Table:
    """Have the cover card lie where the card lies that it goes with: it is that player's to cut."""
    current = in_progress(table)
    player = current.hands[place].player if place in current.hands else ""
    seat = next((seat for seat, name in table.seats.items() if name == player), None)
    table = replace(table, round=replace(current, cover_card_spot=place), cover_card_behind=None)
    return cuts(table, seat)


def dealt(table: Table, event: e.CardDealt) -> Table:
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
    if table.cover_card_behind == 0:
        table = _cover_card_lies(replace(table, round=current), place)
        current = in_progress(table)
    if event.from_aside:
        _, table = _drawn(table, from_aside=True)
        return replace(table, round=current, drew_last=_not_new(table))
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, round=current, shoe=shoe, drew_last=_not_new(table))


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
    current, seats = table.round or no_round(), event.spots
    layout = {spot: cards for spot, cards in current.layout.items() if spot not in seats}
    return replace(table, rack=table.rack + event.cards, round=replace(current, layout=layout))


def found_face_up(table: Table, event: e.CardFoundFaceUp) -> Table:
    """Count a card that lay face up in the shoe, in a round only once it is being dealt.

    A cover card before it goes with the next one, unless it counts as a burned one.
    """
    if event.counts_as and table.cover_card_behind == len(table.aside):
        table = replace(table, cover_card_behind=None)
        table = cuts(table, event.cutter) if event.takes_cover else table
    _, table = _drawn(table, from_aside=False)
    in_a_round = table.round is not None and table.round.closed
    table = replace(
        table,
        rack=(*table.rack, event.card),
        face_up=(*table.face_up, event.card),
        face_up_in_shoe=table.face_up_in_shoe + 1,
        face_up_in_round=table.face_up_in_round + in_a_round,
    )
    if not event.counts_as:
        return table
    table = _one_burn_less(table, event.counts_as)
    return replace(table, drew_last=_not_new(table))


def discarded(table: Table, event: e.CardDiscarded) -> Table:
    """Put a card that was laid aside into the discard rack."""
    card, table = _drawn(table, from_aside=True, place=event.place)
    return replace(table, rack=(*table.rack, card))


def moved(table: Table, event: e.CardMoved) -> Table:
    """Move a card of the original deal to the next place that has one."""
    current = in_progress(table)
    layout = {place: cards for place, cards in current.layout.items() if place != event.source}
    if rest := current.layout[event.source][:-1]:
        layout[event.source] = rest
    layout[event.spot] = (*layout.get(event.spot, ()), event.card)
    shown = {event.source: "", event.spot: event.card}
    hands = {
        number: replace(hand, card=shown.get(number % PLACES, hand.card))
        for number, hand in current.hands.items()
    }
    current = replace(
        current,
        layout=layout,
        hands=hands,
        dealer_card=shown.get(DEALER, current.dealer_card),
        to_deal=tuple(place for place in current.to_deal if place != event.spot),
    )
    table = replace(table, round=current)
    return _cover_card_lies(table, event.spot) if current.cover_card_spot == event.source else table


def drawn_in_error(table: Table, event: e.CardDrawnInError) -> Table:
    card, table = _drawn(table, from_aside=False)
    aside, seen = (*table.aside, event.card or card), (*table.aside_seen, event.exposed)
    return replace(table, aside=aside, aside_seen=seen, drawn_past_aside=False)
