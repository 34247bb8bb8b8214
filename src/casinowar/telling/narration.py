"""Narration: every event as one plain sentence, in the words of `wording.toml`."""

import re
from collections.abc import Callable
from typing import Any, Final

from casinowar.game import events as e
from casinowar.game.cards import Card, shown
from casinowar.game.money import Cents, dollars
from casinowar.game.table import Table
from casinowar.game.transfers import Place
from casinowar.game.words import BURN, DEALER, PLACES, Choice, Comparison, Irregularity, Wager, spot
from casinowar.telling import phrases as p
from casinowar.telling.voids import lacks_chips

_DAY: Final = 24 * 60 * 60
_CHOICE: Final = re.compile(r"\[([^][?|]+)\?([^][|]*)(?:\|([^][|]*))?\]")
"""A part of a sentence that depends on a fact, without further such parts in it."""


def narrate(event: e.Event, table: Table) -> str:
    """Tell an event in one sentence; the table is the one before it, which knows who sits where."""
    telling, facts = p.WORDING.events[type(event).__name__], _Facts(event, table)
    while "[" in telling:
        telling = _CHOICE.sub(lambda part: (part[2] if facts[part[1]] else part[3]) or "", telling)
    return p.sentence(telling.format_map(facts))


class _Facts:
    """What a sentence may name of an event, found when it is asked for."""

    def __init__(self, event: e.Event, table: Table) -> None:
        self.event, self.table = event, table

    def __getitem__(self, name: str) -> object:
        fact = _FACTS.get(name)
        return fact(self.event, self.table) if fact else getattr(self.event, name)


def _shown_after(event: e.MeterEvent, table: Table) -> str:
    """Tell what a meter shows once the event has happened."""
    change = event.amount if event.route.target is Place.METER else -event.amount
    return dollars(table.meters.get(event.meter, 0) + change)


def _is_part(event: e.WagerEvent, table: Table) -> bool:
    """Tell whether only some chips of a wager move."""
    hand = table.hand(event.hand)
    return hand is not None and hand.placed(event.wager) > event.amount


def _is_raised(event: e.WagerPlaced | e.CouponPlaced | e.CouponRedeemed, table: Table) -> bool:
    """Tell whether chips or a coupon are added to a wager that is there."""
    hand = table.hand(event.hand)
    return hand is not None and hand.on_layout(event.wager) > 0


def _coupons(event: e.Event, table: Table) -> tuple[Cents, ...]:
    """List the coupons that an event is about: of its wager, or of the hand; those on ties may go alone."""
    hand = table.hand(getattr(event, "hand", 0))
    if hand is None:
        return ()
    if isinstance(event, e.WagerEvent):
        return hand.coupons_on(event.wager)
    some = isinstance(event, e.CouponReturned) and event.amount < hand.coupon
    return hand.tie_coupons if some else hand.coupons + hand.tie_coupons


def _has_wager_in_play(event: e.ProgressiveRead, table: Table) -> bool:
    """Tell whether a hand that is read has a progressive wager that is not treated as lost."""
    hand = table.hand(event.hand)
    return hand is not None and hand.placed(Wager.PROGRESSIVE) > 0 and not hand.forfeited


def _held_the_bank(event: e.BankTaken | e.BankDeclined, table: Table) -> bool:
    """Tell whether the bank is the player's who is asked: held in the last round, and not given up since."""
    bank = table.bank
    held = bool(bank.rounds) and table.seats.get(event.seat) == bank.holder
    return held and event.seat not in bank.declined


def _is_broken_off(_event: e.RoundCompleted, table: Table) -> bool:
    """Tell whether a round that is over is void, cut short, or left without any hand."""
    current = table.round
    return current is not None and (current.void is not None or current.cut_short or not current.hands)


def _time(event: e.ClockTold, _table: Table) -> str:
    hours, minutes = divmod(event.now % _DAY // 60, 60)
    return f"{hours:02}:{minutes:02}"


def _emptied(event: e.CardsCollected, table: Table) -> str:
    """Name where cards were collected; a dealer without any is not named."""
    current = table.round
    dealer_has_cards = current is None or bool(current.dealer_card or current.dealer_war_cards)
    return p.spots((place for place in event.spots if place != DEALER or dealer_has_cards), table)


def _own_card(event: e.HandCompared, table: Table) -> str:
    hand = table.hand(event.hand)
    return _face(hand.war_cards if event.war else (hand.card,)) if hand else "no card"


def _opposed_card(event: e.HandCompared, table: Table) -> str:
    current = table.round
    if current is None or event.hand not in current.hands:
        return "none"
    return _face(current.dealer_war_cards if event.war else (current.dealer_card,))


def _face(cards: tuple[Card, ...]) -> str:
    return shown(cards[-1]) if cards and cards[-1] else "no card"


def _stopped_at(event: e.PlayStopped, table: Table) -> str:
    return p.place(event.hand, table) if event.hand is not None and event.hand != DEALER else ""


_FACTS: Final[dict[str, Callable[[Any, Table], object]]] = {
    # people and places
    "who": lambda event, table: p.who(table, event.hand),
    "sitter": lambda event, table: p.who(table, event.seat),
    "placer": lambda event, table: p.placed_by(table, event.player, event.hand),
    "coupon of": lambda event, table: (
        p.placed_by(table, event.player, event.hand) if event.player else p.who(table, event.hand)
    ),
    "cutter": lambda event, table: p.who(table, event.cutter) if event.cutter else "",
    "receiver": lambda event, table: p.whose_card(table, event.spot),
    "opponent": lambda _, table: p.dealer(table),
    "dealer before": lambda _, table: "" if table.dealer == "dealer" else table.dealer,
    "places": lambda event, table: p.places(event.hands, table),
    "dealt to": lambda event, table: p.spots(event.deal, table),
    "emptied": _emptied,
    "stopped at": _stopped_at,
    "source place": lambda event, table: p.place(event.source, table),
    "backline": lambda event, _: event.seat // PLACES,
    "seat backed": lambda event, _: spot(event.seat),
    # money
    "amount": lambda event, _: dollars(event.amount),
    "chips": lambda event, _: dollars(event.chips),
    "inventory": lambda event, _: dollars(event.inventory),
    "coupons": lambda event, table: p.listed(map(dollars, _coupons(event, table))),
    "several coupons": lambda event, table: len(_coupons(event, table)) > 1,
    "wager": lambda event, _: p.WAGERS[event.wager],
    "initial": lambda event, _: event.wager is Wager.INITIAL,
    "envy": lambda event, _: event.wager is Wager.ENVY,
    "lacks chips": lambda event, table: lacks_chips(table, event),
    "left": lambda event, table: event.player not in table.chips,
    "part": _is_part,
    "raised": _is_raised,
    "wager in play": _has_wager_in_play,
    "meter": lambda event, _: f"the {p.METERS.get(event.meter, event.meter)}",
    "shown after": _shown_after,
    "banked": lambda _, table: table.bank.seat is not None,
    "held the bank": _held_the_bank,
    "called": lambda _, table: table.round is not None and table.round.closed,
    "used up": lambda event, _: not event.amount,
    "to pay with": lambda event, _: dollars(left) if (left := event.amount - event.kept) else "nothing",
    "kept": lambda event, _: dollars(event.kept) if event.kept else "",
    "nothing": lambda event, _: not event.amount,
    "covering": lambda _, table: table.round is not None and table.round.cover is not None,
    # cards
    "card": lambda event, _: shown(event.card),
    "found face up": lambda event, _: event.irregularity is Irregularity.FACE_UP_CARD,
    "turned up": lambda event, _: shown(event.card) if event.card else "",
    "cards": lambda event, _: p.cards(len(event.order)),
    "order": lambda event, _: bool(event.order),
    "collected": lambda event, _: p.faces(event.cards),
    "any cards": lambda _, table: bool(table.stack or table.shoe.stack or table.stored),
    "stack": lambda _, table: p.cards(len(table.stack)),
    "behind": lambda event, _: p.cards(event.behind) if event.behind else "",
    "burns": lambda event, _: p.cards(event.burns) if event.burns else "",
    "to burn": lambda event, _: p.cards(event.deal.count(BURN)) if BURN in event.deal else "",
    "decks": lambda event, _: p.counted(event.decks, "deck"),
    "size": lambda event, _: p.cards(event.decks * len(event.ranks) * len(event.suits)),
    "in batches": lambda event, _: event.batches > 1,
    "first war": lambda event, _: event.war == 1,
    "tie": lambda event, _: event.comparison is Comparison.TIE,
    "own card": _own_card,
    "opposed card": _opposed_card,
    "surrenders": lambda event, _: event.choice is Choice.SURRENDER,
    "payout hands": lambda event, _: p.listed(event.combinations),
    # acts
    "broken off": _is_broken_off,
    "shoe": lambda _, table: table.of_shoe("shoe"),
    "irregularity": lambda event, table: table.of_shoe(str(event.irregularity)),
    "occasion": lambda event, table: table.of_shoe(str(event.occasion)),
    "stop": lambda _, table: table.of_shoe(str(table.stop.irregularity)) if table.stop else "",
    "time": _time,
    "day": lambda event, _: p.day(event.now // _DAY),
    "number of acts": lambda event, _: p.counted(len(event.steps), "act"),
    "acts": lambda event, _: "; ".join(str(step.act) for step in event.steps),
    "done": lambda event, table: table.of_shoe(p.WORDING.done.get(event.act, str(event.act))),
}
