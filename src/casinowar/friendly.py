"""The friendly face: a table in a few lines, with the automatic dealer doing the duties."""

import random
from collections.abc import Callable, Mapping
from decimal import Decimal

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.automatic import attend
from casinowar.game.cards import Card, shown
from casinowar.game.decide import decide
from casinowar.game.events import Event
from casinowar.game.evolve import evolve_all
from casinowar.game.house import House
from casinowar.game.money import cents
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import CLOSED, Hand, Round
from casinowar.game.table import Table as TableState
from casinowar.game.words import Act, Role, Wager
from casinowar.rulebooks import load_rules

Money = int | str | Decimal
"""Dollars: ``10``, ``"12.50"`` or a Decimal."""


class Result(Struct, frozen=True):
    """How a round ended for one hand; `net` is what the player won or lost, in dollars."""

    seat: int
    player: str
    card: Card
    dealer_card: Card
    war_cards: tuple[Card, ...]
    dealer_war_cards: tuple[Card, ...]
    net: Decimal

    def __str__(self) -> str:
        """Say the result in a line."""
        war = ""
        if self.war_cards:
            mine, theirs = (" ".join(map(shown, cards)) for cards in (self.war_cards, self.dealer_war_cards))
            war = f", war {mine} against {theirs}"
        versus = f"{shown(self.card)} against {shown(self.dealer_card)}"
        return f"seat {self.seat} {self.player}: {versus}{war}, {self.net:+}"


class Table:
    """A Casino War table.

    Deal a round under a rulebook; with a seed it is the same each time:

    >>> table = Table("maryland", seed=7)
    >>> table.sit("Ann", seat=1, chips=100)
    >>> table.wager(1, 10, tie=5)
    >>> table.deal()
    >>> while table.choosing:
    ...     table.war(table.choosing)
    >>> for result in table.results:
    ...     print(result)
    seat 1 Ann: 3♥ against K♥, -15
    >>> table.chips("Ann")
    Decimal('85')
    """

    def __init__(
        self,
        rulebook: str = "maryland",
        *,
        house: House | str | None = None,
        readings: Mapping[str, str] | None = None,
        seed: int | None = None,
        shuffling: Callable[[tuple[Card, ...]], tuple[Card, ...]] | None = None,
    ) -> None:
        """Open a table: a rulebook's name or file, a house file, readings, and where chance comes from.

        Without a seed the operating system's random source shuffles.
        """
        self.rules = load_rules(rulebook, house, readings)
        self.state: TableState = CLOSED
        self.events: list[Event] = []
        self.results: list[Result] = []
        source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a seed is for experiments
        self._shuffling = shuffling or (lambda cards: tuple(source.sample(cards, len(cards))))
        self.give(c.OpenTable(by=Role.AUTOMATIC))

    # what people do

    def sit(self, player: str, *, seat: int, chips: Money) -> None:
        """Seat a player with chips."""
        self.give(c.Sit(player=player, seat=seat, chips=_cents(chips)))

    def wager(self, seat: int, amount: Money, *, tie: Money = 0, player: str = "") -> None:
        """Place an initial wager at a seat, and with it a tie wager; either both are placed or none."""
        wagers = [c.PlaceWager(seat=seat, wager=Wager.INITIAL, amount=_cents(amount), player=player)]
        if _cents(tie):
            wagers.append(c.PlaceWager(seat=seat, wager=Wager.TIE, amount=_cents(tie), player=player))
        self.give(*wagers)

    def deal(self) -> None:
        """Call no more bets, deal, and settle what can be settled without a choice."""
        self.give(c.CallNoMoreBets(by=Role.AUTOMATIC))

    def surrender(self, seat: int) -> None:
        """Surrender the tie hand at a seat."""
        self.give(c.Surrender(seat=seat))

    def war(self, seat: int, *, tie: Money = 0) -> None:
        """Go to war with the tie hand at a seat, with a tie wager on the war deal where that is offered."""
        wagers: list[c.Command] = [c.GoToWar(seat=seat)]
        if _cents(tie):
            wagers.append(c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=_cents(tie)))
        self.give(*wagers)

    def leave(self, player: str) -> None:
        """Leave the table."""
        self.give(c.LeaveTable(player=player))

    # what one can ask

    def chips(self, player: str) -> Decimal:
        """Tell how much a player has in chips, in dollars."""
        if player not in self.state.chips:
            raise Refusal(Reason.NOT_SEATED, player=player)
        return _dollars(self.state.chips[player])

    @property
    def choosing(self) -> int:
        """The seat whose turn it is to surrender or go to war, or 0."""
        return self.due.seat or 0 if self.due.act is Act.CHOOSE else 0

    @property
    def due(self) -> Duty:
        """What the book wants done next."""
        return next_duty(self.rules, self.state)

    # how it works

    def give(self, *commands: c.Command) -> None:
        """Give commands as one, then let the automatic dealer attend to what is due.

        A refused command changes nothing: neither do those that came with it.
        """
        state = self.state
        happened: list[Event] = []
        for command in commands:
            events = decide(self.rules, state, command)
            state = evolve_all(state, events)
            happened += events
        self._follow(state, happened)
        while (answer := self._answer()) is not None:
            answered = decide(self.rules, self.state, answer)
            self._follow(evolve_all(self.state, answered), list(answered))

    def _follow(self, state: TableState, happened: list[Event]) -> None:
        before = self.state
        after, attended = attend(self.rules, state, self._shuffling)
        happened = happened + attended
        for event in happened:
            current = before.round
            before = evolve_all(before, [event])
            if current is not None and before.round is None and current.dealer_card:
                self.results = [_result(hand, current) for _, hand in sorted(current.hands.items())]
        self.state = after
        self.events += happened

    def _answer(self) -> c.Command | None:
        """Answer for players what this face does not ask them: they leave the cut to the dealer."""
        seat = self.due.seat or 0
        match self.due.act:
            case Act.ANSWER_CUT:
                return c.RefuseCut(seat=seat)
            case Act.ANSWER_TIE_OFFER:
                return c.DeclineTieWager(seat=seat)
            case _:
                return None


def _result(hand: Hand, current: Round) -> Result:
    net = sum(stake.paid - stake.collected for stake in hand.stakes.values())
    return Result(
        seat=hand.seat,
        player=hand.player,
        card=hand.card,
        dealer_card=current.dealer_card,
        war_cards=hand.war_cards,
        dealer_war_cards=current.dealer_war_cards if hand.war_cards else (),
        net=_dollars(net),
    )


def _cents(money: Money) -> int:
    try:
        return cents(str(money))
    except ValueError as wrong:
        raise InputError(f"{wrong}.") from None


def _dollars(amount: int) -> Decimal:
    return Decimal(amount) / 100
