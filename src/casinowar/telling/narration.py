"""Narration: every event as one plain sentence, in the words of `wording.toml` or another language's file."""

from collections.abc import Callable
from typing import Any, Final

from casinowar.game import events as e
from casinowar.game.cards import Card, shown
from casinowar.game.events import Place
from casinowar.game.money import Cents, dollars
from casinowar.game.table import Table
from casinowar.game.words import BURN, DEALER, PLACES, Choice, Comparison, Irregularity, Wager, Word, spot
from casinowar.telling import phrases as p
from casinowar.telling.wording import Language, Wording, wording

_DAY: Final = 24 * 60 * 60


def narrate(event: e.Event, table: Table, language: Language = Language.ENGLISH, *, reader: str = "") -> str:
    """Tell an event in one sentence, addressed to a player or to none; the table is the one before it."""
    words = wording(language)
    if reader:
        words = words.addressing(reader)
    return p.sentence(words.said(words.events[type(event).__name__], _Facts(event, table, words)))


class _Facts:
    """What a sentence may name of an event, found when it is asked for."""

    def __init__(self, event: e.Event, table: Table, said: Wording) -> None:
        self.event, self.table, self.said = event, table, said

    def __getitem__(self, name: str) -> object:
        fact = _FACTS.get(name)
        if fact is not None:
            return fact(self.event, self.table, self.said)
        found = getattr(self.event, name)
        return self.said.named(found) if isinstance(found, Word) else found


def _shown_after(event: e.MeterEvent, table: Table, _said: Wording) -> str:
    change = event.amount if event.route.target is Place.METER else -event.amount
    return dollars(table.meters.get(event.meter, 0) + change)


def _is_part(event: e.WagerEvent, table: Table, _said: Wording) -> bool:
    hand = table.hand(event.hand)
    return hand is not None and hand.placed(event.wager) > event.amount


def _is_raised(
    event: e.WagerPlaced | e.CouponPlaced | e.CouponRedeemed, table: Table, _said: Wording
) -> bool:
    hand = table.hand(event.hand)
    return hand is not None and hand.on_layout(event.wager) > 0


def _coupons(event: e.Event, table: Table) -> tuple[Cents, ...]:
    """List the coupons that an event is about: of its wager, or of the hand; those on ties may go alone."""
    hand = table.hand(getattr(event, "hand", 0))
    if hand is None:
        return ()
    if isinstance(event, e.RedemptionReversed | e.CouponReturned) and event.coupons:
        return event.coupons
    if isinstance(event, e.WagerEvent):
        return hand.last_coupons(event.wager, event.amount)
    if isinstance(event, e.CouponReturned) and event.wager:
        return hand.last_coupons(event.wager, event.amount)
    some = isinstance(event, e.CouponReturned) and event.amount < hand.coupon
    return hand.tie_coupons if some else hand.coupons + hand.tie_coupons


def _makes_no_wager(event: e.WagerLapsed, table: Table, _said: Wording) -> bool:
    """Tell whether what lies there lapses at the call because the table takes no wager of that amount."""
    hand = table.hand(event.hand)
    called = table.round is not None and table.round.closed
    return not called and hand is not None and hand.on_layout(event.wager) >= event.amount


def _has_wager_in_play(event: e.ProgressiveRead, table: Table, _said: Wording) -> bool:
    hand = table.hand(event.hand)
    return hand is not None and hand.placed(Wager.PROGRESSIVE) > 0 and not hand.forfeited


def _held_the_bank(event: e.BankTaken | e.BankDeclined, table: Table, _said: Wording) -> bool:
    """Tell whether the bank is the player's who is asked: held in the last round, and not given up since."""
    bank = table.bank
    held = bool(bank.rounds) and table.seats.get(event.seat) == bank.holder
    return held and event.seat not in bank.declined


def _is_broken_off(_event: e.RoundCompleted, table: Table, _said: Wording) -> bool:
    current = table.round
    return current is not None and (current.void is not None or current.cut_short or not current.hands)


def _time(event: e.ClockTold, _table: Table, _said: Wording) -> str:
    hours, minutes = divmod(event.now % _DAY // 60, 60)
    return f"{hours:02}:{minutes:02}"


def _emptied(event: e.CardsCollected, table: Table, said: Wording) -> str:
    """Name where cards were collected; a dealer without any is not named."""
    current = table.round
    dealer_has_cards = current is None or bool(current.dealer_card or current.dealer_war_cards)
    return p.spots((place for place in event.spots if place != DEALER or dealer_has_cards), table, said)


def _own_card(event: e.HandCompared, table: Table, said: Wording) -> str:
    hand = table.hand(event.hand)
    return _face((hand.war_cards if event.war else (hand.card,)) if hand else (), said)


def _opposed_card(event: e.HandCompared, table: Table, said: Wording) -> str:
    current = table.round
    if current is None or event.hand not in current.hands:
        return said.phrase("none")
    return _face(current.dealer_war_cards if event.war else (current.dealer_card,), said)


def _face(cards: tuple[Card, ...], said: Wording) -> str:
    return shown(cards[-1]) if cards and cards[-1] else said.phrase("no_card")


def _stopped_at(event: e.PlayStopped, table: Table, said: Wording) -> str:
    return p.place(event.hand, table, said) if event.hand is not None and event.hand != DEALER else ""


def _of(word: Word, table: Table, said: Wording) -> str:
    """Say a word of the shoe, or of the shuffler that deals the cards itself."""
    return table.of_shoe(said.named(word, in_device=table.in_device))


def _done(event: e.ActPerformed, table: Table, said: Wording) -> str:
    done = said.done.get(event.act)
    return said.said(done, {"in_device": table.in_device}) if done else _of(event.act, table, said)


_FACTS: Final[dict[str, Callable[[Any, Table, Wording], object]]] = {
    # people and places
    "who": lambda event, table, said: p.who(table, event.hand, said),
    "sitter": lambda event, table, said: p.who(table, event.seat, said),
    "placer": lambda event, table, said: p.placed_by(table, event.player, event.hand, said),
    "coupon of": lambda event, table, said: (
        p.placed_by(table, event.player, event.hand, said) if event.player else p.who(table, event.hand, said)
    ),
    "cutter": lambda event, table, said: p.who(table, event.cutter, said) if event.cutter else "",
    "receiver": lambda event, table, said: p.whose_card(table, event.spot, said),
    "opponent": lambda _, table, said: p.dealer(table, said),
    "dealer": lambda event, _, said: said.phrase("some_dealer") if event.dealer == "dealer" else event.dealer,
    "dealer before": lambda _, table, _said: "" if table.dealer == "dealer" else table.dealer,
    "places": lambda event, table, said: p.places(event.hands, table, said),
    "dealt to": lambda event, table, said: p.spots(event.deal, table, said),
    "emptied": _emptied,
    "stopped at": _stopped_at,
    "source place": lambda event, table, said: p.place(event.source, table, said),
    "backline": lambda event, _, _said: event.seat // PLACES,
    "seat backed": lambda event, _, _said: spot(event.seat),
    # money
    "amount": lambda event, _, _said: dollars(event.amount),
    "chips": lambda event, _, _said: dollars(event.chips),
    "inventory": lambda event, _, _said: dollars(event.inventory),
    "coupons": lambda event, table, said: p.listed(map(dollars, _coupons(event, table)), said),
    "several coupons": lambda event, table, _said: len(_coupons(event, table)) > 1,
    "wager": lambda event, _, said: said.wagers[event.wager],
    "initial": lambda event, _, _said: event.wager is Wager.INITIAL,
    "envy": lambda event, _, _said: event.wager is Wager.ENVY,
    "no amount": _makes_no_wager,
    "left": lambda event, table, _said: event.player not in table.chips,
    "part": _is_part,
    "raised": _is_raised,
    "wager in play": _has_wager_in_play,
    "meter": lambda event, _, said: p.meter(event.meter, said),
    "shown after": _shown_after,
    "banked": lambda _, table, _said: table.bank.seat is not None,
    "held the bank": _held_the_bank,
    "called": lambda _, table, _said: table.round is not None and table.round.closed,
    "used up": lambda event, _, _said: not event.amount,
    "to pay with": lambda event, _, said: (
        dollars(left) if (left := event.amount - event.kept) else said.phrase("nothing")
    ),
    "kept": lambda event, _, _said: dollars(event.kept) if event.kept else "",
    "nothing": lambda event, _, _said: not event.amount,
    "covering": lambda _, table, _said: table.round is not None and table.round.cover is not None,
    # cards
    "card": lambda event, _, _said: shown(event.card),
    "found face up": lambda event, _, _said: event.irregularity is Irregularity.FACE_UP_CARD,
    "turned up": lambda event, _, _said: shown(event.card) if event.card else "",
    "cards": lambda event, _, said: p.cards(len(event.order), said),
    "order": lambda event, _, _said: bool(event.order),
    "collected": lambda event, _, _said: p.faces(event.cards),
    "any cards": lambda _, table, _said: bool(table.stack or table.shoe.stack or table.stored),
    "stack": lambda _, table, said: p.cards(len(table.stack), said),
    "behind": lambda event, _, said: p.cards(event.behind, said) if event.behind else "",
    "burns": lambda event, _, said: p.cards(event.burns, said) if event.burns else "",
    "to burn": lambda event, _, said: p.cards(event.deal.count(BURN), said) if BURN in event.deal else "",
    "decks": lambda event, _, said: said.phrase("deck", number=event.decks),
    "size": lambda event, _, said: p.cards(event.decks * len(event.ranks) * len(event.suits), said),
    "hot_spot": lambda event, _, said: said.symbol(event.hot_spot),
    "community": lambda event, _, said: said.symbol(event.community),
    "in batches": lambda event, _, _said: event.batches > 1,
    "first war": lambda event, _, _said: event.war == 1,
    "tie": lambda event, _, _said: event.comparison is Comparison.TIE,
    "own card": _own_card,
    "opposed card": _opposed_card,
    "surrenders": lambda event, _, _said: event.choice is Choice.SURRENDER,
    "payout hands": lambda event, _, said: p.listed(map(said.named, event.combinations), said),
    # acts
    "broken off": _is_broken_off,
    "shoe": lambda _, table, said: said.phrase(table.dealt_from.code),
    "irregularity": lambda event, table, said: _of(event.irregularity, table, said),
    "occasion": lambda event, table, said: _of(event.occasion, table, said),
    "stop": lambda _, table, said: _of(table.stop.irregularity, table, said) if table.stop else "",
    "time": _time,
    "day": lambda event, _, said: p.day(event.now // _DAY, said),
    "number of acts": lambda event, _, said: said.phrase("act", number=len(event.steps)),
    "acts": lambda event, _, said: "; ".join(said.named(step.act) for step in event.steps),
    "done": _done,
}
