"""Legal actions: what a player may do now and with which amounts, and what is due of each role.

Nothing here is a rule. Each action is tried on `decide`, and so are the ends of its span: `Rules` only says
where to look first.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.acts.layout import hands_of
from casinowar.game.acts.seating import MOST_CHIPS
from casinowar.game.acts.wagering import TAKE_COUPONS
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.decide import decide
from casinowar.game.due.cutting import refusal_clause
from casinowar.game.due.hands import incomplete_hands
from casinowar.game.procedure import Duty, check_asked, next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Table
from casinowar.game.words import PLACES, Act, Instrument, Role, Wager

_BETTING: Final = frozenset({Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS})
_VARIES: Final = {
    c.Sit: "chips",
    c.BuyChips: "amount",
    c.CashOut: "amount",
    c.PlaceWager: "amount",
    c.TakeBank: "amount",
    c.AddToBank: "amount",
    c.CutStack: "depth",
    c.PlaceCoverCard: "behind",
    c.Fill: "amount",
    c.Credit: "amount",
}
"""The field of a command whose value the player or the staff choose."""
_ANY: Final = 0
"""What stands in that field until a lawful value is found."""
_MIND_THE_SIZE: Final = frozenset(
    {
        *(Reason.WAGER_NOT_EQUAL, Reason.WAGER_BELOW_MINIMUM, Reason.WAGER_ABOVE_MAXIMUM),
        Reason.TOO_FEW_CHIPS_TO_CASH,
        *(Reason.WAGER_NOT_THE_FIXED_AMOUNT, Reason.WAGER_NOT_IN_CHIPS, Reason.WAGER_NOT_EXACT),
        *(Reason.WAGER_CANNOT_BE_HALVED, Reason.COUPON_NEEDS_CHIPS, Reason.CUT_TOO_SHALLOW),
        *(Reason.WAGER_NOT_POSITIVE, Reason.BANK_NOT_IN_CHIPS, Reason.NOT_ENOUGH_CHIPS),
        *(Reason.FILL_TOO_SMALL, Reason.CREDIT_TOO_LARGE, Reason.COVER_CARD_TOO_DEEP),
    }
)
"""Refusals after which another amount may still be accepted."""


class Action(Struct, frozen=True, gc=False):
    """A legal action: the command with the least amount, and the span of lawful amounts.

    Amounts are cents, or cards for a cut; an action without any has `most` 0. A side wager that is taken in
    several sizes is an action for each.
    """

    command: c.Command
    clause: str = ""
    """What stands behind it; nothing where the text does not speak of it, as of buying chips."""
    least: int = 0
    most: int = 0
    step: int = 1
    made_with: tuple[Instrument, ...] = ()
    """What the wager may be made with."""
    cards: tuple[Card, ...] = ()
    """Possible cards, if the card is unknown and the dealer must name it; the command names one."""

    @property
    def varies(self) -> bool:
        return self.least < self.most

    def holds(self, amount: int) -> bool:
        return self.least <= amount <= self.most and (amount - self.least) % self.step == 0

    def of(self, amount: int) -> c.Command:
        """Give the command with an amount; one that has none is given as it is."""
        field = _VARIES.get(type(self.command))
        has_none = field is None or getattr(self.command, field) is None
        return self.command if has_none else _with_amount(self.command, amount)

    def allows(self, command: c.Command) -> bool:
        """Tell whether a command, which names its player, is this action with a lawful amount."""
        if type(command) is not type(self.command):
            return False
        if isinstance(command, c.PlaceWager):
            if command.made_with not in self.made_with:
                return False
            command = replace(command, made_with=self.made_with[0])
        if self.cards and getattr(command, "card", "") in self.cards:
            command = replace(command, card=self.cards[0])
        field = _VARIES.get(type(command))
        if field is None or getattr(command, field) is None:
            return command == self.command
        return self.holds(getattr(command, field)) and self.of(getattr(command, field)) == command


def legal_actions(rules: Rules, table: Table, player: str) -> tuple[Action, ...]:
    """List all that a player may do now; a person who is not at the table may sit down."""
    check_asked(rules, table)
    if player not in table.chips:
        return tuple(_sitting(rules, table, player))
    return tuple(_at_the_table(rules, table, player))


def duties(rules: Rules, table: Table) -> dict[Role, tuple[Duty, ...]]:
    """Say what is due of player, dealer and floorperson; while betting is open, of each who may wager."""
    due = next_duty(rules, table)
    found: dict[Role, tuple[Duty, ...]] = {Role.PLAYER: (), Role.DEALER: (), Role.FLOORPERSON: ()}
    found[due.role] = (due,)
    seats: list[int] = []
    clause = rules.book.wagers.placing.clause
    if due.act in _BETTING:
        seats = [seat for seat, player in table.seats.items() if _has_to_wager(rules, table, player)]
        due = Duty(Act.PLACE_WAGERS, Role.PLAYER, clause)
    elif due.act is Act.ANSWER_BANK and due.seat is None:
        seats = [seat for seat in table.seats if any(_taking_the_bank(rules, table, seat))]
    if seats:
        found[Role.PLAYER] = tuple(replace(due, seat=seat) for seat in sorted(seats))
    return found


def _has_to_wager(rules: Rules, table: Table, player: str) -> bool:
    """Tell whether a player may wager and has not, or has to add to a wager that lacks another."""
    hands = hands_of(table, player)
    incomplete = incomplete_hands(rules, table.round) if table.round else []
    waits = not hands or any(hand in incomplete for hand in hands)
    return waits and any(_placing(rules, table, player))


# who does what


def _sitting(rules: Rules, table: Table, player: str) -> Iterator[Action]:
    for row in range(1 + rules.house.backline):
        for seat in range(1, rules.seats + 1):
            sits = c.Sit(player=player, seat=row * PLACES + seat, chips=_ANY)
            yield from spanned(rules, table, sits, rules.places.clause, 1, 1, MOST_CHIPS)


def _at_the_table(rules: Rules, table: Table, player: str) -> Iterator[Action]:
    book = rules.book
    for hand in hands_of(table, player):
        yield from _choosing(rules, table, hand)
    for seat in _seats(table, player):
        yield from _cutting(rules, table, seat)
        if book.bank is not None:
            yield from _taking_the_bank(rules, table, seat)
            declines = c.DeclineBank(seat=seat, player=player)
            yield from tried(rules, table, declines, book.bank.held.clause)
    if book.bank is not None:
        adds = c.AddToBank(amount=_ANY, player=player)
        unit, chips = rules.bank_unit, table.chips[player]
        yield from spanned(rules, table, adds, book.bank.wager.clause, unit, 0, unit, chips)
    yield from _placing(rules, table, player)
    for hand in hands_of(table, player):
        for wager, placed in hand.wagers.items():
            if placed.on_layout:
                withdraws = c.WithdrawWager(hand=hand.number, wager=wager, player=player)
                yield from tried(rules, table, withdraws, book.wagers.fixed.clause)
    idle = book.idle
    shown = (idle.inspection, *idle.stored_batch_on_request) if idle else ()
    inspection = next((each.clause for each in shown if each), "")
    yield from tried(rules, table, c.RequestInspection(player=player), inspection)
    yield from spanned(rules, table, c.BuyChips(player=player, amount=_ANY), "", 1, 1, MOST_CHIPS)
    yield from spanned(rules, table, c.CashOut(player=player, amount=_ANY), "", 1, 1, table.chips[player])
    for seat in range(1, rules.seats + 1):
        yield from tried(rules, table, c.ChangeSeat(player=player, seat=seat), rules.places.clause)
    yield from tried(rules, table, c.LeaveTable(player=player), book.seating.leaving.clause)


def _seats(table: Table, player: str) -> list[int]:
    return [seat for seat, name in table.seats.items() if name == player]


def _choosing(rules: Rules, table: Table, hand: Hand) -> Iterator[Action]:
    if not (hand.comparison or hand.tie_offered):
        return
    book, player = rules.book, hand.player
    war, again = book.war, book.war.again if book.war else None
    gives_up = again if hand.wars else book.surrender
    yield from tried(
        rules, table, c.GoToWar(hand=hand.number, player=player), war.wager.clause if war else ""
    )
    surrenders = c.Surrender(hand=hand.number, player=player)
    yield from tried(rules, table, surrenders, gives_up.clause if gives_up else "")
    declines = c.DeclineTieWager(hand=hand.number, player=player)
    yield from tried(rules, table, declines, book.wagers.placed_under(Wager.WAR_TIE).clause)


def _cutting(rules: Rules, table: Table, seat: int) -> Iterator[Action]:
    margin = rules.book.cut.margin
    clause = margin.clause if margin else rules.book.cut.load.clause
    least = margin.value if margin else 1
    cuts = c.CutStack(seat=seat, depth=_ANY, player=table.seats[seat])
    yield from spanned(rules, table, cuts, clause, 1, least, len(table.stack) - least)
    refusal = refusal_clause(rules, table)
    refuses = c.RefuseCut(seat=seat, player=table.seats[seat])
    yield from tried(rules, table, refuses, refusal.clause if refusal else "")


def _taking_the_bank(rules: Rules, table: Table, seat: int) -> Iterator[Action]:
    law, player = rules.book.bank, table.seats[seat]
    if law is not None:
        unit = rules.bank_unit
        takes = c.TakeBank(seat=seat, amount=_ANY, player=player)
        least = max(-(-rules.least_bank // unit), 1) * unit
        yield from spanned(rules, table, takes, law.wager.clause, unit, least, table.chips[player])


# wagers


def _placing(rules: Rules, table: Table, player: str) -> Iterator[Action]:
    """Offer each wager on each place that can be this player's: their own, a box beside it, a card."""
    kinds = [wager for wager in Wager if wager in rules.offered_wagers or wager is Wager.WAR_TIE]
    for place in _places(rules, table, player):
        for wager in kinds:
            places = c.PlaceWager(hand=place, wager=wager, amount=_ANY, player=player)
            yield from _wagering(rules, table, places)
        for wager in TAKE_COUPONS if rules.house.coupons else ():
            lays = c.PlaceWager(
                hand=place, wager=wager, amount=_ANY, player=player, made_with=Instrument.COUPON
            )
            yield from _coupon(rules, table, lays)


def _places(rules: Rules, table: Table, player: str) -> list[int]:
    seats = _seats(table, player)
    if rules.house.electronic is not None:
        cards = range(1, rules.house.electronic.community_cards + 1)
        return [PLACES * seat + card for seat in seats for card in cards]
    own = {*seats, *(hand.number for hand in hands_of(table, player))}
    beside = {box for place in own for box in (place - 1, place + 1)}
    return [*sorted(own), *sorted(beside - own)]


def _wagering(rules: Rules, table: Table, command: c.PlaceWager) -> Iterator[Action]:
    wager = command.wager
    taken = [each for each in rules.book.wagers.instruments.value if each is not Instrument.COUPON]
    law = rules.book.placed_under(wager)
    clause = law.clause if law else ""
    command = replace(command, made_with=taken[0] if taken else Instrument.CHIP)
    for action in _sized(rules, table, command, clause, table.chips[command.player]):
        others = tuple(
            each
            for each in taken[1:]
            if refused_for(rules, table, replace(action.command, made_with=each)) is None
        )
        yield replace(action, made_with=(command.made_with, *others))


def _sized(rules: Rules, table: Table, command: c.PlaceWager, clause: str, most: int) -> list[Action]:
    wager, hand, found = command.wager, table.hand(command.hand), list[Action]()
    lies = hand.on_layout(wager) if hand else 0
    if sizes := rules.fixed_amounts(wager):
        for more in dict.fromkeys(size - lies for size in sizes):
            sized = replace(command, amount=more)
            found += (replace(each, least=more, most=more) for each in tried(rules, table, sized, clause))
    else:
        unit, (least, highest) = rules.unit(wager), rules.span(wager)
        lowest = max(-(-least // unit), lies // unit + 1) * unit - lies
        equal, upmost = [total - lies for total in _beside(hand)], min(highest - lies, most)
        found += spanned(rules, table, command, clause, unit, lowest, *equal, upmost)
        if rules.coupons_as_chips and wager in TAKE_COUPONS:
            found = [*_without_parts(found, lowest)]
            found += spanned(rules, table, command, clause, rules.chip, rules.chip, upmost)
    return found


def _without_parts(found: Iterable[Action], lowest: int) -> Iterator[Action]:
    """Leave out of the amounts that make a wager those that only make a part of one."""
    for action in found:
        if lowest <= action.most:
            yield replace(action, command=action.of(lowest), least=lowest)


def _beside(hand: Hand | None) -> list[int]:
    """List the amounts that a tie wager may have to equal."""
    if hand is None:
        return []
    placed, war = hand.placed(Wager.INITIAL), hand.on_layout(Wager.WAR)
    return [hand.on_layout(Wager.INITIAL), placed, war, placed + war]


def _coupon(rules: Rules, table: Table, command: c.PlaceWager) -> Iterator[Action]:
    if law := rules.book.wagers.coupons:
        for action in spanned(rules, table, command, law.clause, rules.chip, rules.chip):
            yield replace(action, made_with=(Instrument.COUPON,))


# trials


def tried(rules: Rules, table: Table, command: c.Command, clause: str) -> Iterator[Action]:
    """Offer a command without an amount if it is accepted."""
    if refused_for(rules, table, command) is None:
        yield Action(command, clause)


def spanned(
    rules: Rules, table: Table, command: c.Command, clause: str, step: int, *guesses: int
) -> Iterator[Action]:
    """Offer a command with all amounts that are accepted; the guesses say where to look, the last how far."""

    def refused(amount: int) -> Reason | None:
        return refused_for(rules, table, _with_amount(command, amount))

    first = _first(refused, guesses)
    if first is None:
        return
    furthest = first + max(guesses[-1] - first, 0) // step * step
    least = _end(refused, first, -step, first)
    most = _end(refused, first, step, furthest)
    yield Action(_with_amount(command, least), clause, least, most, step)


def _first(refused: Callable[[int], Reason | None], guesses: Iterable[int]) -> int | None:
    """Find a guess that is accepted; where the amount is not what matters, one answer is enough."""
    for guess in dict.fromkeys(guesses):
        reason = refused(guess)
        if reason is None:
            return guess
        if reason not in _MIND_THE_SIZE:
            return None
    return None


def _end(refused: Callable[[int], Reason | None], inside: int, step: int, guess: int) -> int:
    """Find the last amount that is accepted, going from one that is by steps; the guess is tried first."""
    if guess == inside or refused(guess) is None:
        if refused(guess + step) is not None:
            return guess
        inside = guess
        outside = guess + step
        while refused(outside) is None:
            outside += 2 * (outside - inside)
    else:
        outside = guess
    while (steps := (outside - inside) // step) > 1:
        middle = inside + steps // 2 * step
        if refused(middle) is None:
            inside = middle
        else:
            outside = middle
    return inside


def refused_for(rules: Rules, table: Table, command: c.Command) -> Reason | None:
    """Tell why a command would be refused now, or None if it would not."""
    try:
        decide(rules, table, command)
    except Refusal as refusal:
        return refusal.reason
    return None


def _with_amount(command: c.Command, amount: int) -> c.Command:
    return replace(command, **{_VARIES[type(command)]: amount})
