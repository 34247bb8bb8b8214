"""What has to hold at a table: after every event, and between any two commands.

Money is conserved; each card is in exactly one place; no hand is forgotten and none is settled twice.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.cards import ALL, UNSEEN
from casinowar.game.events import Place
from casinowar.game.ledger import Account, dealers_account, transfer
from casinowar.game.money import cents
from casinowar.game.table import Hand, PlacedWager, Round, Table
from casinowar.game.words import BURN, DEALER, Wager, spot
from casinowar.telling.result import net


def check_invariants(rules: Rules, before: Table, event: e.Event, after: Table) -> None:
    """Check everything that has to hold between a table and the next."""
    _check_money(before, event, after)
    _check_meters(rules, before, event, after)
    _check_cards(rules, before, event, after)
    assert set(after.seats.values()) == set(after.chips) == set(after.arrivals)
    assert len(after.arrivals) == len(after.seats), f"{event} leaves somebody at two seats"
    if after.round is not None:
        for hand in after.round.hands.values():
            _check_hand(rules, after, event, hand)
        _check_turns(rules, event, after.round)
    if isinstance(event, e.RoundCompleted):
        _check_completed(before, event, after)


# money


def _check_money(before: Table, event: e.Event, after: Table) -> None:
    assert total_money(after) == 0, f"{event} makes or loses money"
    assert posted(accounts(before), before, event) == accounts(after), f"{event} is not the transfer it says"
    assert not isinstance(event, e.WagerEvent) or event.amount > 0, f"{event} moves nothing"
    least = -_accepted(after) if after.inventory < 0 else 0
    assert after.inventory >= least or not after.counted, f"{event} leaves too little in the inventory"
    assert after.inventory >= 0 or after.bank.seat is None, f"{event} leaves the bank with less than nothing"
    for player, chips in after.chips.items():
        assert chips >= 0, f"{event} leaves {player} with less than nothing"
    for placed in _wagers(after):
        assert placed.on_layout >= 0, f"{event} leaves less than nothing on the layout"
        assert placed.collected >= 0, f"{event} takes back more than was collected"
        assert 0 <= placed.before_tray <= placed.collected, f"{event} loses chips before the tray"
        assert placed.paid >= 0, f"{event} takes back more than was paid"


def _check_meters(rules: Rules, before: Table, event: e.Event, after: Table) -> None:
    """Check that nothing but a payment takes a meter below the amount that it restarts at."""
    if not isinstance(event, e.MeterEvent) or isinstance(event, e.MeterPaid):
        return
    law = next(rules.meters(wager)[event.meter] for wager in Wager if event.meter in rules.meters(wager))
    least = min(cents(law.reset), cents(law.initial))
    fell = before.meters.get(event.meter, 0) >= least > after.meters[event.meter]
    assert not fell, f"{event} leaves a meter at {after.meters[event.meter]}, below {least}"


def total_money(table: Table) -> int:
    """Add up all places."""
    return sum(accounts(table).values())


def accounts(table: Table) -> dict[Account, int]:
    """Read off the table how much is in each account; an empty one is none."""
    hands = table.round.hands if table.round else {}
    held: dict[Account, int] = {
        (Place.OUTSIDE,): table.outside,
        dealers_account(table): table.inventory,
        **{(Place.CHIPS, player): chips for player, chips in table.chips.items()},
        **{(Place.METER, meter): amount for meter, amount in table.meters.items()},
        **{
            (Place.LAYOUT, number, wager): placed.on_layout
            for number, hand in hands.items()
            for wager, placed in hand.wagers.items()
        },
        **{
            (Place.TRAY, number, wager): placed.before_tray
            for number, hand in hands.items()
            for wager, placed in hand.wagers.items()
        },
    }
    return {account: amount for account, amount in held.items() if amount}


def posted(ledger: dict[Account, int], table: Table, event: e.Event) -> dict[Account, int]:
    """Enter what an event moved into a ledger, and leave out the accounts that are empty."""
    moved = transfer(event, table)
    if moved is None:
        return ledger
    assert moved.amount > 0, f"{event} moves nothing"
    changed = {
        moved.source: ledger.get(moved.source, 0) - moved.amount,
        moved.target: ledger.get(moved.target, 0) + moved.amount,
    }
    return {account: amount for account, amount in {**ledger, **changed}.items() if amount}


def _accepted(table: Table) -> int:
    """Count the chips that have raised a meter at the call, and are still to be put into the inventory."""
    hands = table.round.hands.values() if table.round and table.round.closed else ()
    placed = [hand.wagers.get(wager) for hand in hands for wager in (Wager.PROGRESSIVE, Wager.BONUS_SPIN)]
    return sum(each.on_layout + each.before_tray for each in placed if each)


def _wagers(table: Table) -> Iterator[PlacedWager]:
    if table.round is not None:
        for hand in table.round.hands.values():
            yield from hand.wagers.values()


# cards


def _check_cards(rules: Rules, before: Table, event: e.Event, after: Table) -> None:
    assert 0 <= after.shoe.drawn <= len(after.shoe.stack), f"{event} draws from an empty shoe"
    if isinstance(event, e.WagerEvent | e.HandCompared | e.HandSettled | e.HandPassed):
        return
    for what, cards in (("in play", cards_in_play(after)), ("in the shuffler", Counter(after.stored))):
        if not cards:
            continue
        assert cards.total() == len(rules.deck) * (after.decks or rules.decks), (
            f"{event} loses or makes cards {what}"
        )
        unseen = cards.pop(UNSEEN, 0)
        batch = _batch(rules, after.decks or rules.decks)
        assert cards <= batch, f"{event} makes one batch hold cards twice: {cards - batch}"
        assert unseen or cards == batch, f"{event} changes the cards {what}"
    if not isinstance(event, e.DecksReceived | e.CardsRemoved):
        assert len(after.stored) == len(before.stored), f"{event} makes or loses a batch"
        assert _any_cards(before) == _any_cards(after), f"{event} makes or loses cards"
    if isinstance(event, e.CardBurned):
        assert len(after.rack) == len(before.rack) + 1


@lru_cache(maxsize=8)
def _batch(rules: Rules, decks: int) -> Counter[str]:
    return Counter(rules.cards(decks))


def all_cards(table: Table) -> Counter[str]:
    """Count the cards wherever they are, in both batches."""
    return cards_in_play(table) + Counter(table.stored)


def cards_in_play(table: Table) -> Counter[str]:
    """Count the cards of the batch in play: stack, shoe, layout, discard rack and side."""
    cards = Counter(table.stack + table.rack + table.aside + table.shoe.stack[table.shoe.drawn :])
    if table.round is not None:
        for lying in table.round.layout.values():
            cards.update(lying)
    return cards


def _any_cards(table: Table) -> bool:
    return bool(table.stack or table.rack or table.aside or table.shoe.stack)


# hands and turns


def _check_hand(rules: Rules, table: Table, event: e.Event, hand: Hand) -> None:
    what = f"after {event}, the hand at seat {hand.number}"
    electronic = rules.house.electronic
    spots = electronic.community_cards if electronic else rules.seats
    assert 1 <= spot(hand.number) <= spots, f"{what} is at no place"
    assert hand.player in table.chips, f"{what} belongs to nobody"
    assert hand.confirmed <= hand.wars, f"{what} has a confirmed war wager too many"
    assert hand.fought <= hand.wars, f"{what} fought a war that it did not choose"
    assert len(hand.war_cards) <= hand.wars, f"{what} has a war card without a war"
    assert hand.forfeited <= hand.abandoned, f"{what} is forfeited, but its player is there"
    for card in (hand.card, *hand.war_cards):
        assert card == "" or card in ALL, f"{what} shows a face that is none"
    if hand.settled:
        lying = {wager: placed.on_layout for wager, placed in hand.wagers.items() if placed.on_layout}
        if table.round is not None and hand.number in table.round.to_spin:
            lying.pop(Wager.BONUS_SPIN, None)
        assert not lying, f"{what} is settled, but has chips on the layout: {lying}"


def _is_voided(hand: Hand) -> bool:
    # What the house had put down for a coupon stays collected.
    return all(
        not (placed.on_layout or placed.paid) and placed.collected <= hand.redeemed_on(wager)
        for wager, placed in hand.wagers.items()
    )


def _check_turns(rules: Rules, event: e.Event, current: Round) -> None:
    seats = set(current.hands)
    if rules.house.electronic is None:
        spots = {spot(seat) for seat in seats}
        assert {*current.to_deal} <= spots | {DEALER, BURN}, f"{event} deals to a seat without a hand"
    assert {*current.to_compare, *current.to_settle} <= seats, f"{event} settles a seat without a hand"
    for turns in (current.to_compare, current.to_settle):
        assert len(set(turns)) == len(turns), f"{event} settles a seat twice"
    if current.war is not None:
        assert {*current.war.hands} <= seats, f"{event} has a war without a hand"
        assert {*current.war.to_compare, *current.war.to_settle} <= {*current.war.hands}
        assert current.war.to_settle, f"{event} leaves a war with nobody to settle"


def _check_completed(before: Table, event: e.Event, after: Table) -> None:
    assert before.round is not None, f"{event} without a round"
    assert after.round is None, f"{event} leaves the round open"
    assert not any(placed.on_layout for placed in _wagers(before)), f"{event} leaves chips on the layout"
    assert not any(placed.before_tray for placed in _wagers(before)), f"{event} leaves chips uncounted"
    assert not before.round.layout, f"{event} leaves cards on the layout: {before.round.layout}"
    for hand in before.round.hands.values():
        assert hand.settled or _is_voided(hand), f"{event} leaves seat {hand.number} unsettled"
        assert before.round.void is None or net(hand) == 0, f"{event} leaves seat {hand.number} {net(hand)}"


# between commands


def check_moment(rules: Rules, table: Table) -> None:
    """Check what has to hold when a command is done, though not after each of its events."""
    if table.round is None:
        assert not table.face_up_in_round
        return
    for hand in table.round.hands.values():
        made = any(map(hand.placed, (Wager.INITIAL, *rules.stand_alone)))
        assert hand.settled or made, f"seat {hand.number} has no wager that may stand alone"
        _check_war_wager(rules, hand)
        assert rules.book.wagers.tie or Wager.TIE not in hand.wagers
        assert rules.book.wagers.war_tie or Wager.WAR_TIE not in hand.wagers


def _check_war_wager(rules: Rules, hand: Hand) -> None:
    war = rules.book.war
    placed = hand.placed(Wager.WAR)
    if war is None or not hand.wars:
        assert not placed, f"seat {hand.number} has a war wager without a war"
        return
    if hand.settled:
        return
    if hand.running:
        lying = hand.on_layout(Wager.INITIAL) + hand.on_layout(Wager.WAR)
        assert not lying, f"cards are dealt for the tie wager of seat {hand.number} alone, but {lying} lies"
        return
    full = placed == war.all_times(hand.wars) * hand.placed(Wager.INITIAL)
    short = war.short_of_chips and not placed
    assert full or short or rules.book.bank, f"the war wager of seat {hand.number} is {placed}"
    if war.match and hand.confirmed == hand.wars:
        assert hand.on_layout(Wager.MATCH) == placed, f"the match of seat {hand.number} is not the war wager"
