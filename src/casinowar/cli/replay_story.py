"""What a record tells: its events in order, the hands at the end of each round, and the discard rack."""

from collections.abc import Iterator

from msgspec import Struct

from casinowar.cli.replay_clauses import Clauses
from casinowar.game import events as e
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.evolve import evolve
from casinowar.game.money import Cents
from casinowar.game.narration import narrate
from casinowar.game.record import Record
from casinowar.game.reenactment import Deviation, reenact
from casinowar.game.rules import Rules
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import DEALER, Choice, Comparison, Wager


class Told(Struct, frozen=True, kw_only=True):
    """One event: its line in the record, its sentence, and its clause where one is known."""

    line: int
    told: str
    clause: str
    event: e.Event


class HandTold(Struct, frozen=True, kw_only=True):
    """One hand at the end of a round: what was wagered, dealt and won or lost, in cents."""

    round: int
    seat: int
    player: str
    wagers: dict[Wager, Cents]
    cards: tuple[Card, ...]
    result: str
    net: Cents


class DealerTold(Struct, frozen=True, kw_only=True):
    """The dealer's cards at the end of a round."""

    round: int
    cards: tuple[Card, ...]


class Discarded(Struct, frozen=True, kw_only=True):
    """Cards in the discard rack that went there together, and where they came from."""

    cards: tuple[Card, ...]
    source: str


class Story(Struct, frozen=True, kw_only=True):
    """A record retold as far as it is as the rulebook says."""

    events: tuple[Told, ...]
    hands: tuple[HandTold, ...]
    dealer: tuple[DealerTold, ...]
    discard_rack: tuple[Discarded, ...]
    table: Table
    deviation: Deviation | None


def tell(rules: Rules, record: Record, lines: tuple[int, ...]) -> Story:
    """Retell a record up to the first event that is not as the rulebook says."""
    deviation = reenact(rules, record)
    lawful = record.events if deviation is None else record.events[: deviation.position]
    clauses, table = Clauses(rules), record.before
    told: list[Told] = []
    hands, rack = Hands(), Rack(record.before)
    for event, line in zip(lawful, lines, strict=False):
        clause = clauses.behind(event, table)
        told.append(Told(line=line, told=narrate(event, table), clause=clause, event=event))
        rack.follow(event, table)
        after = evolve(table, event)
        hands.follow(event, table, after)
        table = after
    hands.stop(table)
    return Story(
        events=tuple(told),
        hands=tuple(hands.told),
        dealer=tuple(hands.dealer),
        discard_rack=tuple(rack.entries),
        table=table,
        deviation=deviation,
    )


class Hands:
    """Notes the hands of each round before their cards and chips are cleared away."""

    def __init__(self) -> None:
        """Begin without a round."""
        self.told: list[HandTold] = []
        self.dealer: list[DealerTold] = []
        self._wagers: dict[int, dict[Wager, Cents]] = {}
        self._voided: list[HandTold] = []
        self._void = False

    def follow(self, event: e.Event, before: Table, after: Table) -> None:
        """Take note of an event."""
        match event:
            case e.WagerPlaced() | e.MatchPlaced() | e.WagerWithdrawn():
                placed = self._wagers.setdefault(event.seat, {})
                amount = -event.amount if isinstance(event, e.WagerWithdrawn) else event.amount
                placed[event.wager] = placed.get(event.wager, 0) + amount
            case e.RoundVoided():
                self._void = True
            case e.HandVoided() if before.round:
                hand = before.round.hands[event.seat]
                self._voided.append(self._told(before.round, hand, "void: got no card"))
            case e.RoundCompleted() if before.round:
                self._note(before.round)
            case _:
                pass
        if after.round is None:
            self._wagers, self._voided, self._void = {}, [], False

    def stop(self, table: Table) -> None:
        """Take note of a round that the record leaves unfinished."""
        if table.round is not None:
            self._note(table.round)

    def _note(self, current: Round) -> None:
        hands = [
            self._told(current, hand, "void" if self._void else result(hand))
            for hand in current.hands.values()
        ]
        self.told += sorted(hands + self._voided, key=lambda hand: hand.seat)
        cards = tuple(card for card in (current.dealer_card, *current.dealer_war_cards) if card)
        self.dealer.append(DealerTold(round=current.number, cards=cards))

    def _told(self, current: Round, hand: Hand, ended: str) -> HandTold:
        wagers = {wager: amount for wager, amount in self._wagers.get(hand.seat, {}).items() if amount}
        return HandTold(
            round=current.number,
            seat=hand.seat,
            player=hand.player,
            wagers=wagers,
            cards=tuple(card for card in (hand.card, *hand.war_cards) if card),
            result=ended,
            net=sum(stake.paid - stake.collected for stake in hand.stakes.values()),
        )


def result(hand: Hand) -> str:
    """Say how a hand ended."""
    names = {Comparison.HIGHER: "won", Comparison.LOWER: "lost", Comparison.TIE: "tied"}
    if hand.comparison is None:
        return "left, forfeited" if hand.forfeited else "not compared"
    ended = f"war {names[hand.comparison]}" if hand.fought else names[hand.comparison]
    if hand.comparison is Comparison.TIE and not hand.fought:
        ended = "tie hand"
    if hand.choice is Choice.SURRENDER:
        ended += ", surrendered"
    if hand.choice is Choice.WAR:
        ended += ", at war"
    return ended + (", forfeited" if hand.forfeited else "")


class Rack:
    """Follows what goes into the discard rack, so that every hand can be found in it again."""

    def __init__(self, table: Table) -> None:
        """Begin with the cards that are there already."""
        there = Discarded(cards=table.rack, source="there before")
        self.entries: list[Discarded] = [there] if table.rack else []

    def follow(self, event: e.Event, table: Table) -> None:
        """Take note of an event."""
        match event:
            case e.DecksReceived() | e.CardsGathered() | e.BatchesExchanged() | e.DiscardsTaken():
                self.entries = []
            case e.CardBurned():
                self._burn(f"burned, {event.reason}")
            case e.CardFoundFaceUp():
                self.entries.append(Discarded(cards=(event.card,), source="found face up"))
            case e.CardDiscarded():
                self.entries.append(Discarded(cards=table.aside[:1], source="laid aside before"))
            case e.CardsCollected() if table.round:
                self.entries += hands_in(event, table.round)
            case _:
                pass

    def _burn(self, source: str) -> None:
        cards: tuple[Card, ...] = (UNSEEN,)
        if self.entries and self.entries[-1].source == source:
            cards += self.entries.pop().cards
        self.entries.append(Discarded(cards=cards, source=source))


def hands_in(event: e.CardsCollected, current: Round) -> Iterator[Discarded]:
    """Find each hand among collected cards."""
    rest = event.cards
    for seat in event.seats:
        if seat == DEALER:
            size = len([card for card in (current.dealer_card, *current.dealer_war_cards) if card])
            source = "the dealer"
        else:
            hand = current.hands[seat]
            size = len([card for card in (hand.card, *hand.war_cards) if card])
            source = f"seat {seat}, {hand.player}"
        if size:
            yield Discarded(cards=rest[:size], source=f"{source}, round {current.number}")
        rest = rest[size:]
