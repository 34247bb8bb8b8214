"""The story of a record: commands, events, hands, banks, meters and the discard rack."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.commands import Command
from casinowar.game.evolve import evolve
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Choice, Comparison, Role, Wager, spot
from casinowar.record.reenactment import Deviation, reenact
from casinowar.record.text import Numbered
from casinowar.reports.numbers import dollars
from casinowar.reports.replay.remarks import CommandGivers, Remark
from casinowar.telling.narration import narrate
from casinowar.telling.phrases import METERS, place, spots
from casinowar.telling.result import is_void, net
from casinowar.telling.wheel import paid_otherwise


class CommandTold(Struct, frozen=True, kw_only=True):
    line: int
    by: Role
    who: str
    at: int
    command: Command
    events: int


class EventTold(Struct, frozen=True, kw_only=True):
    line: int
    told: str
    clause: str
    event: e.Event


class HandTold(Struct, frozen=True, kw_only=True):
    """A hand at the end of a round, in cents."""

    round: int
    seat: int
    place: str
    player: str
    wagers: dict[Wager, Cents]
    coupon: Cents
    cards: tuple[Card, ...]
    result: str
    net: Cents
    open: bool = False
    """Whether the story ends before the hand was settled; `net` is then partial."""
    wheel: str = ""
    """Which wheel paid, and where it stopped."""


class DealerTold(Struct, frozen=True, kw_only=True):
    round: int
    name: str
    cards: tuple[Card, ...]


class BankTold(Struct, frozen=True, kw_only=True):
    round: int
    seat: int
    player: str
    put_up: Cents
    took_back: Cents


class MeterSpan(Struct, frozen=True, kw_only=True):
    meter: str
    before: Cents
    after: Cents


class Discarded(Struct, frozen=True, kw_only=True):
    cards: tuple[Card, ...]
    source: str


class Story(Struct, frozen=True, kw_only=True):
    """A record retold up to its first deviation."""

    commands: tuple[CommandTold, ...]
    events: tuple[EventTold, ...]
    hands: tuple[HandTold, ...]
    dealer: tuple[DealerTold, ...]
    bank: tuple[BankTold, ...]
    meters: tuple[MeterSpan, ...]
    discard_rack: tuple[Discarded, ...]
    table: Table
    deviation: Deviation | None
    remarks: tuple[Remark, ...] = ()
    """Lawful but suspicious."""
    round_not_told: int | None = None
    """The requested round, if a deviation comes before it."""


def tell(rules: Rules, numbered: Numbered) -> Story:
    """Retell a record up to the first event that violates the rulebook."""
    record, lines = numbered.record, numbered.events
    deviation = reenact(rules, record)
    lawful = record.events if deviation is None else record.events[: deviation.position]
    table = record.before
    told: list[EventTold] = []
    hands, rack, bank = Hands(), Rack(record.before), BankFollowed(record.before)
    givers = CommandGivers(numbered)
    for number, (event, line) in enumerate(zip(lawful, lines, strict=False)):
        givers.follow(number, table)
        said = narrate(event, table) + paid_otherwise(rules, event)
        told.append(EventTold(line=line, told=said, clause=event.clause, event=event))
        rack.follow(event, table)
        bank.follow(event, table)
        after = evolve(table, event)
        hands.follow(event, table, after)
        table = after
    hands.stop(table)
    return Story(
        commands=tuple(_commands(numbered, len(lawful))),
        events=tuple(told),
        hands=tuple(hands.told),
        dealer=tuple(hands.dealer),
        bank=tuple(bank.told),
        meters=tuple(
            MeterSpan(meter=meter, before=record.before.meters.get(meter, 0), after=after)
            for meter, after in table.meters.items()
        ),
        discard_rack=tuple(rack.entries),
        table=table,
        deviation=deviation,
        remarks=givers.remarks,
    )


def of_round(story: Story, number: int) -> Story:
    """Keep one round of a story; meters and discard rack are those of the whole record."""
    ends = [place for place, told in enumerate(story.events, 1) if isinstance(told.event, e.RoundCompleted)]
    known = [each.round for each in story.dealer]
    if number not in known and story.deviation:
        nothing = dict.fromkeys(
            ("commands", "events", "hands", "dealer", "bank", "meters", "discard_rack"), ()
        )
        return replace(story, **nothing, round_not_told=number)
    if number not in known:
        raise InputError(f"There is no round {number} in what the record tells: {_rounds(known)}.")
    place = known.index(number)
    first, end = [0, *ends][place], [*ends, len(story.events)][place]
    commands, done = [], 0
    for command in story.commands:
        here = min(done + command.events, end) - max(done, first)
        done += command.events
        commands += [replace(command, events=here)] if here > 0 else []
    return replace(
        story,
        commands=tuple(commands),
        events=story.events[first:end],
        hands=tuple(each for each in story.hands if each.round == number),
        dealer=story.dealer[place : place + 1],
        bank=tuple(each for each in story.bank if each.round == number),
        meters=(),
        discard_rack=(),
    )


def _commands(numbered: Numbered, events: int) -> Iterator[CommandTold]:
    """List the commands behind the first `events` events."""
    for line, entry in zip(numbered.commands, numbered.record.entries, strict=False):
        if events <= 0:
            return
        told = min(events, len(entry.events))
        events -= told
        yield CommandTold(
            line=line, by=entry.command.by, who=entry.who, at=entry.at, command=entry.command, events=told
        )


class Hands:
    """Collects the hands of each round before their cards and chips are cleared away."""

    def __init__(self) -> None:
        self.told: list[HandTold] = []
        self.dealer: list[DealerTold] = []
        self._wagers: dict[int, dict[Wager, Cents]] = {}
        self._coupons: dict[int, Cents] = {}
        self._voided: list[HandTold] = []
        self._void = False
        self._stop: e.WheelSpun | None = None
        self._wheels: dict[int, Counter[str]] = defaultdict(Counter)

    def follow(self, event: e.Event, before: Table, after: Table) -> None:
        match event:
            case e.WagerPlaced() | e.MatchPlaced() | e.WagerWithdrawn():
                placed = self._wagers.setdefault(event.hand, {})
                amount = -event.amount if isinstance(event, e.WagerWithdrawn) else event.amount
                placed[event.wager] = placed.get(event.wager, 0) + amount
            case e.CouponPlaced():
                self._coupons[event.hand] = self._coupons.get(event.hand, 0) + event.amount
            case e.CouponReturned() if before.round and not before.round.closed:
                self._coupons[event.hand] -= event.amount
            case e.WheelSpun():
                self._stop = event
            case e.WagerPaid(wager=Wager.BONUS_SPIN) | e.MeterPaid(wager=Wager.BONUS_SPIN) if self._stop:
                source = f" from the {METERS[event.meter]}" if isinstance(event, e.MeterPaid) else ""
                self._wheels[event.hand][source] += event.amount
            case e.RoundVoided():
                self._void = True
            case e.HandVoided() if before.round:
                hand = before.round.hands[event.hand]
                self._voided.append(self._told(before, hand, "void: got no card"))
            case e.RoundCompleted() if before.round:
                self._note(before, before.round)
            case _:
                pass
        if after.round is None:
            self._wagers, self._coupons, self._voided, self._void = {}, {}, [], False
            self._stop = None
            self._wheels.clear()

    def stop(self, table: Table) -> None:
        """Record a round that is not finished."""
        if table.round is not None:
            self._note(table, table.round, ends=False)

    def _note(self, table: Table, current: Round, *, ends: bool = True) -> None:
        hands = []
        for hand in current.hands.values():
            told = self._told(table, hand, "void" if self._void or is_void(current, hand) else result(hand))
            lies = any(placed.on_layout for placed in hand.wagers.values())
            hands.append(replace(told, open=not ends and not self._void and (lies or not hand.settled)))
        self.told += sorted(hands + self._voided, key=lambda hand: (spot(hand.seat), hand.seat))
        cards = tuple(card for card in (current.dealer_card, *current.dealer_war_cards) if card)
        name = "dealer" if current.cover is None else "player/dealer"
        self.dealer.append(DealerTold(round=current.number, name=name, cards=cards))

    def _told(self, table: Table, hand: Hand, ended: str) -> HandTold:
        wagers = {wager: amount for wager, amount in self._wagers.get(hand.number, {}).items() if amount}
        return HandTold(
            round=table.rounds + 1,
            seat=hand.number,
            place=place(hand.number, table),
            player=hand.player,
            wagers=wagers,
            coupon=self._coupons.get(hand.number, 0),
            cards=tuple(card for card in (hand.card, *hand.war_cards) if card),
            result=ended,
            net=0 if self._void else net(hand),
            wheel=self._wheel(hand.number),
        )

    def _wheel(self, hand: int) -> str:
        stop, paid = self._stop, self._wheels.get(hand)
        if stop is None or not paid:
            return ""
        hot = f"{'hot spot' if stop.community else 'wheel'} {stop.hot_spot}"
        name = hot if hand == stop.hand or not stop.community else f"community {stop.community}"
        amounts = (f"{dollars(amount)}{source}" for source, amount in paid.items())
        return f"{name} paid {' and '.join(amounts)}"


def result(hand: Hand) -> str:
    names = {Comparison.HIGHER: "won", Comparison.LOWER: "lost", Comparison.TIE: "tied"}
    if hand.comparison is None:
        return "left, forfeited" if hand.forfeited else "not compared"
    ended = f"war {names[hand.comparison]}" if hand.fought else names[hand.comparison]
    more = {
        "surrendered": hand.choice is Choice.SURRENDER,
        "at war": hand.choice is Choice.WAR,
        " and ".join(map(str, hand.combinations or ())): hand.combinations,
        "forfeited": hand.forfeited,
    }
    tie = hand.comparison is Comparison.TIE and not hand.fought
    return ", ".join(("tie hand" if tie else ended, *(said for said, so in more.items() if so)))


class Rack:
    def __init__(self, table: Table) -> None:
        there = Discarded(cards=table.rack, source="there before")
        self.entries: list[Discarded] = [there] if table.rack else []

    def follow(self, event: e.Event, table: Table) -> None:
        match event:
            case e.DecksReceived() | e.CardsGathered() | e.BatchesExchanged():
                self.entries = []
            case e.DiscardsTaken():
                kept = (Discarded(cards=(card,), source="found face up") for card in event.kept)
                self.entries = [*kept]
            case e.CardBurned():
                self._burn(f"burned, {event.reason}", event.card or UNSEEN)
            case e.CardFoundFaceUp():
                self.entries.append(Discarded(cards=(event.card,), source="found face up"))
            case e.CardDiscarded():
                self.entries.append(
                    Discarded(cards=table.aside[event.place : event.place + 1], source="laid aside before")
                )
            case e.CardsCollected() if table.round:
                self.entries += hands_in(event, table, table.round)
            case _:
                pass

    def _burn(self, source: str, card: Card) -> None:
        cards: tuple[Card, ...] = (card,)
        if self.entries and self.entries[-1].source == source:
            cards += self.entries.pop().cards
        self.entries.append(Discarded(cards=cards, source=source))


def hands_in(event: e.CardsCollected, table: Table, current: Round) -> Iterator[Discarded]:
    rest = event.cards
    for number in event.spots:
        size = len(current.layout.get(number, ()))
        if size:
            source = f"{_whose(table, number)}, round {current.number}"
            yield Discarded(cards=rest[:size], source=source)
        rest = rest[size:]


def _whose(table: Table, number: int) -> str:
    """Name the owner of the cards at a place: a player, a seat with only backline wagers, or the dealer."""
    hand = table.round.hands.get(number) if table.round else None
    return f"seat {number}, {hand.player}" if hand else spots([number], table)


class BankFollowed:
    def __init__(self, table: Table) -> None:
        self.told: list[BankTold] = []
        self._put_up = table.inventory if table.bank.seat is not None else 0

    def follow(self, event: e.Event, table: Table) -> None:
        """Apply an event; `table` is the state before it."""
        match event:
            case e.BankTaken():
                self._put_up = event.amount
            case e.BankRaised():
                self._put_up += event.amount
            case e.BankReturned():
                number, player = table.rounds + 1, table.seats[event.seat]
                amounts = {"put_up": self._put_up, "took_back": event.amount}
                self.told.append(BankTold(round=number, seat=event.seat, player=player, **amounts))
            case _:
                pass


def _rounds(known: list[int]) -> str:
    if not known:
        return "there is none"
    return f"there is only round {known[0]}" if len(known) == 1 else f"there are {known[0]} to {known[-1]}"
