"""Every order of a tiny shoe, played through `decide`: what comes out, and with what chance.

The shoe is loaded in an order that nobody knows. Whenever a card is due, each card that can still come is put
next in turn, so orders that begin with the same cards share that beginning. Money is read from the events and
from the table; nothing here asks `odds`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.bonus_spin import paired
from casinowar.game.automatic import command_for, floorpersons_command
from casinowar.game.book.bonus_spin import HotSpot, Pairing
from casinowar.game.book.cited_values import Numbers, Says
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Counting, Cutter
from casinowar.game.book.wagers import Ladder
from casinowar.game.book.war import base
from casinowar.game.cards import Card
from casinowar.game.chance import OpenSource
from casinowar.game.decide import decide
from casinowar.game.due.shuffling import turns_up_first_card
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, dollars
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import PLACES, Act, Choice, Role, Wager
from tests.support.scenario import posted
from tests.support.varieties import few_cards

CHIPS: Final = 10**12
MAIN: Final = (Wager.INITIAL, Wager.WAR, Wager.MATCH)
"""What the initial wager brings to the end of its wars."""
UNITS: Final = 5
"""How many units an initial wager has: an odd number, so that its half need not be whole."""


class RanOut(Exception):
    """The shoe has not cards enough for every order."""


def tiny(book: Rulebook, ranks: int, suits: int, decks: int, *, units: int = UNITS, **choices: Any) -> Rules:
    """Cut a rulebook's cards down to its highest ranks and first suits, so that every order can be played.

    Nobody cuts, and no card has to lie behind the cover card. The house takes $1 chips and initial wagers of
    `units` or more, unless `choices` say otherwise.
    """
    cut = book.cut
    number = Numbers(start=decks, one_of=(decks,), clause="tiny")
    nobody = Says(value=Cutter.NO_ONE, clause="tiny")
    small = replace(
        book,
        cards=few_cards(book.cards, ranks, suits, number),
        cut=replace(
            cut,
            after_hand_shuffle=nobody,
            after_machine_shuffle=nobody,
            margin=None,
            cover_card=cut.cover_card and replace(cut.cover_card, value="0"),
        ),
    )
    bank = {"bank_minimum": "0.01"} if book.bank else {}
    house = House(**{"smallest_chip": "1", **bank, **choices})
    least = dollars(units * Rules(small, house).unit(Wager.INITIAL))
    most = least if book.wagers.limits.counted is Counting.FIXED else "1000000"
    posted = {Wager.INITIAL: Limit(minimum=least, maximum=most)}
    return Rules(small, replace(house, limits=posted | house.limits))


def initial_wager(rules: Rules) -> Cents:
    """Give the initial wager that a tiny table takes."""
    return rules.limits[Wager.INITIAL][0]


def all_wagers(rules: Rules) -> dict[Wager, Cents]:
    """Give a hand every wager of the game itself, in different sizes where the book lets them differ."""
    amount = initial_wager(rules)
    laws = {Wager.TIE: rules.book.wagers.tie, Wager.WAR_TIE: rules.book.wagers.war_tie}
    sizes = {Wager.INITIAL: amount}
    if rules.book.wagers.dealer_wins and Wager.DEALER_WINS not in rules.exclude_initial:
        unit = rules.unit(Wager.DEALER_WINS)
        sizes[Wager.DEALER_WINS] = min(7, rules.span(Wager.DEALER_WINS)[1] // unit) * unit
    for units, (wager, law) in enumerate(laws.items(), 2):
        if law is not None and wager not in rules.exclude_initial:
            unit, war = rules.unit(wager), rules.book.war
            most = min(int(Fraction(law.most or "1000") * amount), rules.span(wager)[1]) // unit
            size = min(units, most) * unit
            if isinstance(law, Ladder) and law.equals and war:
                size = base(law.equals, amount, war.next_wager(amount))
            elif law.equal:
                size = amount
            if 0 < size <= rules.span(wager)[1]:
                sizes[wager] = size
    return sizes


def put_down_at_least(rules: Rules) -> dict[Wager, Cents]:
    """Give a hand as few wagers as the book lets it have."""
    tie = rules.book.wagers.tie
    needed = {Wager.INITIAL, Wager.TIE} if tie and tie.required else {Wager.INITIAL}
    return {wager: amount for wager, amount in all_wagers(rules).items() if wager in needed}


# what came out


class Outcome(Struct, frozen=True, kw_only=True):
    """One way that a round went: what was put down and what each wager brought, by hand and wager."""

    placed: dict[tuple[int, Wager], Cents]
    nets: dict[tuple[int, Wager], Cents]
    """Net results, meters left out."""
    moves: dict[tuple[int, Wager, str], Cents]
    """What was returned, collected and paid."""
    from_meters: dict[int, Cents]
    raised: Cents
    """What went from the table inventory to meters."""
    restarted: Cents
    """What the house put up to restart meters."""
    war_ties: dict[int, tuple[Cents, ...]]
    """What the tie wager on each war deal brought, one after another."""
    bank: Cents
    """What the table inventory, or the player/dealer, won."""
    cards: dict[int, tuple[Card, ...]]
    """The cards that each place was dealt, the dealer's at DEALER."""
    drawn: int
    """How many cards came out of the shoe, burned ones included."""
    rounds: int

    def net(self, seat: int, *wagers: Wager) -> Cents:
        """Add up what wagers of a hand brought; all of them unless said."""
        return sum(self.nets.get((seat, wager), 0) for wager in wagers or Wager)

    def meter(self, seat: int) -> Cents:
        """Tell what meters paid to a hand."""
        return self.from_meters.get(seat, 0)

    def put_down(self, seat: int, *wagers: Wager) -> Cents:
        """Add up what was put down on wagers of a hand."""
        return sum(self.placed.get((seat, wager), 0) for wager in wagers)


Way = tuple[Fraction, Outcome]


def distribution(
    ways: Iterable[Way], result: Callable[[Outcome], Fraction | int]
) -> tuple[tuple[Fraction, Fraction], ...]:
    """List the results that can come out, each with its chance, as odds do."""
    chances: dict[Fraction, Fraction] = {}
    for chance, outcome in ways:
        value = Fraction(result(outcome))
        chances[value] = chances.get(value, Fraction(0)) + chance
    return tuple(sorted(chances.items()))


def mean(ways: Iterable[Way], result: Callable[[Outcome], Fraction | int]) -> Fraction:
    """Average a result."""
    return sum((chance * result(outcome) for chance, outcome in ways), Fraction(0))


def covariance(
    ways: Sequence[Way], one: Callable[[Outcome], Fraction | int], other: Callable[[Outcome], Fraction | int]
) -> Fraction:
    """Find how two results vary together."""
    together = mean(ways, lambda outcome: one(outcome) * other(outcome))
    return together - mean(ways, one) * mean(ways, other)


_KEPT: Final = (e.WagerEvent, e.MeterEvent, e.CardDealt)
_MOTIONS: Final[dict[type[e.Event], str]] = {
    e.WagerReturned: "returned",
    e.WagerCollected: "collected",
    e.WagerTakenIn: "collected",
    e.WagerPutAway: "put away",
    e.WagerPaid: "paid",
    e.MatchPlaced: "placed",
    e.MatchPaid: "paid",
    e.MatchCollected: "collected",
}
"""Every motion of chips that a round without irregularities knows."""


def _outcome(happened: Sequence[e.Event], table: Table, bank: Cents) -> Outcome:
    """Add up what happened to the chips, and gather the cards."""
    placed: Counter[tuple[int, Wager]] = Counter()
    nets: Counter[tuple[int, Wager]] = Counter()
    moves: Counter[tuple[int, Wager, str]] = Counter()
    from_meters: Counter[int] = Counter()
    raised = restarted = 0
    war_ties: dict[int, tuple[Cents, ...]] = {}
    cards: dict[int, tuple[Card, ...]] = {}
    for event in happened:
        match event:
            case e.WagerPlaced():
                placed[event.hand, event.wager] += event.amount
                nets[event.hand, event.wager] -= event.amount
                if event.wager is Wager.WAR_TIE:
                    war_ties[event.hand] = (*war_ties.get(event.hand, ()), -event.amount)
            case e.WagerEvent():
                kind = _MOTIONS[type(event)]
                moves[event.hand, event.wager, kind] += event.amount
                if kind in {"returned", "paid"}:
                    nets[event.hand, event.wager] += event.amount
                    if event.wager is Wager.WAR_TIE:
                        *before, last = war_ties[event.hand]
                        war_ties[event.hand] = (*before, last + event.amount)
            case e.MeterPaid():
                from_meters[event.hand] += event.amount
            case e.MeterRaised():
                raised += event.amount
            case e.MeterRestarted():
                restarted += event.amount
            case e.CardDealt():
                cards[event.spot] = (*cards.get(event.spot, ()), event.card)
            case _:
                assert isinstance(event, e.MeterStarted), f"no such meter was to move: {event}"
    return Outcome(
        placed=dict(placed),
        nets=dict(nets),
        moves=dict(moves),
        from_meters=dict(from_meters),
        raised=raised,
        restarted=restarted,
        war_ties=war_ties,
        bank=bank,
        cards=cards,
        drawn=table.shoe.drawn,
        rounds=table.rounds,
    )


# playing


class At(Struct, frozen=True):
    """A point of the tree: the chance of coming here, the table, the cards that can come, what happened."""

    chance: Fraction
    table: Table
    left: dict[Card, int]
    happened: tuple[e.Event, ...] = ()


class Orders(Struct, frozen=True, kw_only=True, dict=True):
    """One round, to be played in every order of its shoe."""

    rules: Rules
    wagers: Mapping[int, Mapping[Wager, Cents]]
    """What each hand wagers before the deal and, where a tie wager is offered on the war deal, there."""
    on_a_tie: Choice | None = Choice.WAR
    """What every hand does where it may choose; None for whatever brings its initial wager more."""
    choices: Mapping[int, Choice] = {}
    """What single hands do instead."""
    bank: tuple[int, Cents] = (0, 0)
    """The seat of the player/dealer, and its wager."""
    owners: Mapping[int, int] = {}
    """The seats of the players of boxes that are not their own."""
    gone: tuple[Card, ...] = ()
    """Cards that were seen before and cannot come any more."""
    sees_burns: bool = False
    """Whether burned cards are told apart, too; else they stay among the cards that can come."""
    to_the_cover_card: bool = False
    """Whether rounds are played until the shoe is over, by a dealer who has dealt before."""

    @cached_property
    def ways(self) -> list[Way]:
        """Play in every order; the chances add up to one."""
        cards = Counter(self.rules.cards()) - Counter(self.gone)
        found = list(self._from(At(Fraction(1), self._opened, dict(cards))))
        assert sum(chance for chance, _ in found) == 1
        return found

    @cached_property
    def _opened(self) -> Table:
        """Open the table and seat everybody."""
        rules = self.rules
        chips = 0 if rules.book.bank else CHIPS
        table = evolve_all(CLOSED, decide(posted(rules), CLOSED, c.OpenTable(inventory=chips, counted=False)))
        hands = {self.owners.get(hand, hand) for hand in self.wagers}
        seats = {seat // PLACES or seat for seat in hands} | ({self.bank[0]} if rules.book.bank else set())
        for seat in sorted(seats):
            table = self._then(table, c.Sit(player=f"player {seat}", seat=seat, chips=CHIPS))
        return replace(table, dealer_burns=0) if self.to_the_cover_card else table

    def _then(self, table: Table, command: c.Command) -> Table:
        return evolve_all(table, decide(self.rules, table, command))

    def _given(self, at: At, command: c.Command) -> At:
        """Give a command, and keep account of chips and cards."""
        events = decide(self.rules, at.table, command)
        kept = tuple(event for event in events if isinstance(event, _KEPT))
        return At(at.chance, evolve_all(at.table, events), at.left, at.happened + kept)

    def _from(self, at: At) -> Iterator[Way]:
        """Play on to the end, in every order of the cards still to come."""
        while not self._is_over(at.table):
            duty = next_duty(self.rules, at.table)
            match duty.act:
                case Act.DEAL_CARD:
                    yield from self._drawn(at, c.DealCard(by=Role.AUTOMATIC))
                    return
                case Act.BURN_CARD if self.sees_burns or turns_up_first_card(at.table):
                    yield from self._drawn(at, c.BurnCard(by=Role.AUTOMATIC))
                    return
                case Act.BURN_CARD:
                    at = self._given(_next_card(at, next(iter(at.left))), c.BurnCard(by=Role.AUTOMATIC))
                case Act.CHOOSE if self._prefers(duty) is None:
                    yield from self._best(at, duty.seat or 0)
                    return
                case Act.SPIN_WHEEL:
                    for chance, stop in self._stops(at.table):
                        yield from self._from(replace(self._given(at, stop), chance=at.chance * chance))
                    return
                case Act.PLACE_WAGERS:
                    for command in self._placing():
                        at = self._given(at, command)
                case Act.RULE:
                    raise RanOut
                case _:
                    at = self._given(at, self._answer(at.table, duty))
        yield at.chance, _outcome(at.happened, at.table, self._won_by_bank(at.table))

    def _is_over(self, table: Table) -> bool:
        return table.rounds > 0 and (not self.to_the_cover_card or bool(table.to_do))

    def _drawn(self, at: At, command: c.Command) -> Iterator[Way]:
        """Draw each card that can still come, in turn."""
        total = sum(at.left.values())
        if not at.table.shoe.left:
            raise RanOut
        for card, copies in at.left.items():
            there = _next_card(at, card)
            left = {each: number - (each == card) for each, number in at.left.items()}
            left = {each: number for each, number in left.items() if number}
            chance = at.chance * Fraction(copies, total)
            yield from self._from(self._given(replace(there, chance=chance, left=left), command))

    def _best(self, at: At, seat: int) -> list[Way]:
        """Play a tie hand both ways, and take the better one; war where both are worth the same."""
        found = [
            list(self._from(self._given(at, command)))
            for command in (c.GoToWar(hand=seat), c.Surrender(hand=seat))
            if self._is_taken(at.table, command)
        ]
        return max(found, key=lambda ways: mean(ways, lambda outcome: outcome.net(seat, *MAIN)))

    def _is_taken(self, table: Table, command: c.Command) -> bool:
        try:
            decide(self.rules, table, command)
        except Refusal as refusal:
            if refusal.reason not in {Reason.SURRENDER_NOT_OFFERED, Reason.WAGER_NOT_OFFERED}:
                raise
            return False
        return True

    # answering

    def _placing(self) -> Iterator[c.Command]:
        for seat, sizes in self.wagers.items():
            player = f"player {self.owners[seat]}" if seat in self.owners else ""
            for wager, amount in sizes.items():
                if wager is not Wager.WAR_TIE:
                    yield c.PlaceWager(hand=seat, wager=wager, amount=amount, player=player)

    def _prefers(self, duty: Duty) -> Choice | None:
        return self.choices.get(duty.seat or 0, self.on_a_tie)

    def _answer(self, table: Table, duty: Duty) -> c.Command:
        """Do what is due, as the dealer or as the player whose turn it is."""
        seat = duty.seat or 0
        match duty.act:
            case Act.CALL_NO_MORE_BETS:
                return c.CallNoMoreBets(by=Role.AUTOMATIC)
            case Act.CHOOSE:
                commands = [c.GoToWar(hand=seat), c.Surrender(hand=seat)]
                if self._prefers(duty) is Choice.SURRENDER:
                    commands.reverse()
                return next(each for each in commands if self._is_taken(table, each))
            case Act.ANSWER_TIE_OFFER if amount := self._war_tie(table, seat):
                return c.PlaceWager(hand=seat, wager=Wager.WAR_TIE, amount=amount)
            case Act.ANSWER_TIE_OFFER:
                return c.DeclineTieWager(hand=seat)
            case Act.ADD_TO_BANK:
                return c.AddToBank(amount=0)
            case Act.ANSWER_BANK if seat == self.bank[0]:
                return c.TakeBank(seat=seat, amount=self.bank[1])
            case Act.ANSWER_BANK:
                return c.DeclineBank(seat=seat)
            case _:
                command = command_for(self.rules, table, duty, OpenSource(_in_no_known_order))
                command = command or floorpersons_command(self.rules, table, duty)
                assert command is not None, f"nobody answers: {duty}"
                return command

    def _war_tie(self, table: Table, seat: int) -> Cents:
        """Tell how much a hand wagers on a tie in the war that is about to be dealt."""
        law, hand = self.rules.book.wagers.war_tie, table.hand(seat)
        amount = self.wagers.get(seat, {}).get(Wager.WAR_TIE, 0)
        if amount and law and law.equals and hand:
            return base(law.equals, hand.placed(Wager.INITIAL), hand.on_layout(Wager.WAR))
        return amount

    def _stops(self, table: Table) -> Iterator[tuple[Fraction, c.SpinWheel]]:
        """List where the wheel can stop and who can have the hot spot, with the chance of each."""
        law, offered, current = self.rules.book.bonus_spin, self.rules.house.bonus_spin, table.round
        assert law is not None
        assert offered is not None
        assert current is not None
        alone = law.goes_to.value is HotSpot.ONE_POSITION
        duty = next_duty(self.rules, table)
        seats = sorted(current.to_spin) if alone else [duty.seat or 0]
        weights = {seat: offered.positions[seat - 1] if offered.positions and alone else 1 for seat in seats}
        for seat, weight in weights.items():
            for hot in offered.hot_spot.segments:
                chance = Fraction(weight, sum(weights.values())) * Fraction(
                    hot.weight, offered.hot_spot.stops
                )
                if not alone:
                    yield chance, c.SpinWheel(hand=seat, hot_spot=hot.symbol)
                elif law.symbols.value is Pairing.PAIRED:
                    community = paired(law, hot.symbol)
                    yield chance, c.SpinWheel(hand=seat, hot_spot=hot.symbol, community=community)
                elif offered.community:
                    for other in offered.community.segments:
                        both = chance * Fraction(other.weight, offered.community.stops)
                        yield both, c.SpinWheel(hand=seat, hot_spot=hot.symbol, community=other.symbol)

    def _won_by_bank(self, table: Table) -> Cents:
        return (table.chips[f"player {self.bank[0]}"] if self.rules.book.bank else table.inventory) - CHIPS


def _next_card(at: At, card: Card) -> At:
    """Put a card next in the shoe."""
    shoe = at.table.shoe
    stack = (*shoe.stack[: shoe.drawn], card, *shoe.stack[shoe.drawn + 1 :])
    return replace(at, table=replace(at.table, shoe=replace(shoe, stack=stack)))


def _in_no_known_order(_cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return ()
