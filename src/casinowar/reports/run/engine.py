"""Runs that the engine plays, because a kernel cannot call the user's functions during play.

Each shoe, or session, has its own table, so shoes or sessions are the units of the standard errors.
"""

import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import Final

import numpy as np
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANK_CODES, Card
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import Table as TableState
from casinowar.game.words import Wager
from casinowar.parsing import money, shown
from casinowar.simulation.accumulators import Batches, WholeShoes
from casinowar.simulation.full import kernel as sh
from casinowar.simulation.full import layout as t
from casinowar.simulation.full import session_kernel as b
from casinowar.simulation.full.sessions import SessionTable, SessionTally, ends_of, needed_at_war
from casinowar.simulation.full.tally import FullTally, ShoeSums
from casinowar.simulation.kernels import compile_table
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.request import Request
from casinowar.simulation.run import Played
from casinowar.simulation.scheduler import Checkpoint, Progress
from casinowar.simulation.strategies import CardsSeen, OwnFunctions
from casinowar.table_api import Table
from casinowar.telling.result import net

ENGINE: Final = "engine"
MOST_ROUNDS: Final = 1_000_000
"""Most rounds in all: the engine plays some thousands a second."""
_LONGEST_SHOE: Final = 1_000
"""Rounds after which the players leave a table with continuous shuffling."""
_PLENTY: Final = 10_000
"""Each player's chips in wagers, outside of sessions."""
_RANKS: Final = {code: rank for rank, code in RANK_CODES.items()}


def check(request: Request, *, others: Mapping[str, object]) -> None:
    """Refuse options that only kernels have; `others` are those of the backend."""
    names = [name for name, asked in others.items() if asked]
    further = {"counter": request.counter, "depths": request.depths, "each_round": request.each_round}
    names += [name for name, asked in further.items() if asked]
    if names:
        raise InputError(f"Functions that are asked in play are the engine's, which has no {names[0]}.")
    if request.wagers.keys() - {Wager.INITIAL, Wager.TIE} or request.player_banks:
        raise InputError(
            "Functions that are asked in play are the engine's: with initial and tie wagers, "
            "where the house banks."
        )
    if request.session and request.seats > 1:
        raise InputError("Functions that are asked in play see one seat through its sessions, not several.")
    rounds = request.rounds * (request.sessions or 1)
    if rounds > MOST_ROUNDS:
        raise InputError(
            f"The engine, which asks functions in play, deals up to {MOST_ROUNDS:,} rounds, not {rounds:,}."
        )


def play(
    rulebook: str, rules: Rules, request: Request, own: OwnFunctions, progress: Progress | None = None
) -> Played:
    """Play a run to its end, or to Ctrl-C once there is a result."""
    seed = secrets.randbits(63) if request.seed is None else request.seed
    table = compile_table(rules, request)
    start = Checkpoint.start(table, seed, request.wanted, ENGINE)
    play_of = _sessions if isinstance(table, SessionTable) else _shoes
    began, tally = time.perf_counter(), start.tally
    try:
        for tally in play_of(start, OwnPlayers(rulebook, rules, request, own)):
            if progress:
                progress(tally.done, request.wanted)
    except KeyboardInterrupt:
        if not tally.done:
            raise
    except Refusal as no:
        raise InputError(f"The engine, which asks functions in play: {no}") from None
    empty = type(tally)() if tally.done >= request.wanted else None
    last = Checkpoint(
        table=table,
        seed=seed,
        wanted=request.wanted,
        tally=tally,
        stream_version=start.stream_version,
        dealer=ENGINE,
        rest=empty,
    )
    return Played(last=last, seconds=time.perf_counter() - began, compile_seconds=0.0, before=0)


class OwnPlayers:
    def __init__(self, rulebook: str, rules: Rules, request: Request, own: OwnFunctions) -> None:
        self.rules, self.request, self.own = rules, request, own
        self._rulebook = rulebook
        self._ranks: list[str] = [*reversed(rules.book.cards.ranking.value)]

    def sit(self, seed: int, chips: Cents) -> "WatchedTable":
        book, house = self.rules.book, self.rules.house
        if self.request.decks != self.rules.decks:
            house = replace(house, decks=self.request.decks)
        table = Table(self._rulebook, house=house, readings=book.readings, seed=seed)
        for seat in range(1, self.request.seats + 1):
            table.sit(f"player {seat}", seat=seat, chips=Decimal(chips) / 100)
        return WatchedTable(self, table)

    def goes_to_war(self, hand_card: Card, wars: int, cards: CardsSeen) -> bool:
        rank = _RANKS[hand_card[0]]
        if self.own.strategy is None:
            choosing = self.request.strategy.choosing
            if isinstance(choosing, OnTie):
                return choosing is OnTie.WAR
            return choosing[self._ranks.index(rank)][wars]
        answer: object = self.own.strategy(rank, wars, cards)
        if not isinstance(answer, bool):
            raise InputError(f"The strategy answers with {shown(answer)}, not with True or False.")
        return answer


class WatchedTable:
    def __init__(self, players: OwnPlayers, table: Table) -> None:
        self.players, self.table = players, table
        self.shoes = 1
        self.seen: list[Card] = []
        self.placed: Counter[Wager] = Counter()
        self.nets: dict[int, dict[Wager, Cents]] = {}
        for event in table.events:
            self._watch(event, table.state, table.state)
        self.shoes = 1
        table.watching = self._watch

    def _watch(self, event: e.Event, before: TableState, _after: TableState) -> None:
        match event:
            case e.ShoeLoaded() | e.CardsShuffled():
                self.shoes += isinstance(event, e.ShoeLoaded)
                self.seen.clear()
            case e.CardDealt(card=card) | e.CardBurned(card=card) if card:
                self.seen.append(card)
            case e.WagerPlaced():
                self.placed[event.wager] += event.amount
            case e.RoundCompleted() if before.round:
                for number, hand in before.round.hands.items():
                    tie = hand.wagers.get(Wager.TIE)
                    won = tie.paid - tie.collected if tie else 0
                    self.nets[number] = {Wager.INITIAL: net(hand) - won, Wager.TIE: won}
            case _:
                pass

    def chips(self, seat: int = 1) -> Cents:
        return self.table.state.chips[f"player {seat}"]

    def round(self, initial: Cents) -> dict[int, dict[Wager, Cents]]:
        """Play a round with initial wagers of this size; return the net result of each wager by hand."""
        table, wagers = self.table, self.players.request.wagers
        self.placed.clear()
        self.nets = {}
        for seat in range(1, self.players.request.seats + 1):
            tie = Decimal(wagers.get(Wager.TIE, 0)) / 100
            table.wager(seat, Decimal(initial) / 100, tie=tie)
        table.deal()
        while seat := table.choosing:
            self._choose(seat)
        return self.nets

    def _choose(self, seat: int) -> None:
        current = self.table.state.round
        hand = current.hands[seat] if current else None
        if hand is None or current is None:
            return
        own = hand.war_cards[-1] if hand.war_cards else hand.card
        dealers = current.dealer_war_cards[-1] if hand.war_cards else current.dealer_card
        cards = CardsSeen(own, dealers, tuple(self.seen))
        if self.players.goes_to_war(hand.card, hand.wars, cards):
            try:
                self.table.war(seat)
            except Refusal:
                pass  # a player who cannot pay for a war surrenders
            else:
                return
        self.table.surrender(seat)


# shoes


def _shoes(start: Checkpoint, players: OwnPlayers) -> Iterator[FullTally]:
    tally, number, request = FullTally(), 0, players.request
    while tally.done < request.wanted:
        sat = players.sit(_seed(start.seed, number), _PLENTY * request.unit)
        figures, nets = [0] * sh.FIGURES, Counter[int]()
        over = False
        while not over and tally.done + figures[sh.ROUNDS] < request.wanted:
            brought = sat.round(request.unit)
            figures[sh.ROUNDS] += 1
            for wagers in brought.values():
                nets[sum(wagers.values())] += 1
                for wager, won in wagers.items():
                    figures[sh.BROUGHT + t.code(wager)] += won
            for wager, amount in sat.placed.items():
                figures[sh.PUT_DOWN + t.code(wager)] += amount
            over = sat.shoes > 1 or figures[sh.ROUNDS] >= _LONGEST_SHOE
        number += 1
        tally += _tally(figures, nets, whole=over)
        yield tally


def _tally(figures: list[int], nets: Counter[int], *, whole: bool) -> FullTally:
    places = range(len(figures))
    products = [figures[one] * figures[other] if one <= other else 0 for one in places for other in places]
    rounds = figures[sh.ROUNDS]
    return FullTally(
        total=ShoeSums(tuple(figures), tuple(products), 1),
        whole=WholeShoes(1, rounds, rounds * rounds) if whole else WholeShoes(),
        nets=Batches.of([nets.total()], {cents: [times] for cents, times in nets.items()}),
    )


# sessions


def _sessions(start: Checkpoint, players: OwnPlayers) -> Iterator[SessionTally]:
    """Play session after session, each from a new shoe."""
    table = start.table
    if not isinstance(table, SessionTable):
        raise TypeError("Sessions are played at a table of sessions.")
    tally = SessionTally()
    for number in range(players.request.wanted):
        tally += _session(table, players, _seed(start.seed, number), number)
        yield tally


def _session(table: SessionTable, players: OwnPlayers, seed: int, number: int) -> SessionTally:
    limits, [needed] = table.limits, table.needed
    sat = players.sit(seed, limits[b.BANKROLL])
    results: list[Decimal] = []
    wagered, ended = 0, -1
    while ended < 0:
        rules = sat.table.rules
        wager = min(_sized(players, sat.chips(), tuple(results)), rules.span(Wager.INITIAL)[1])
        if not wager or wager + needed_at_war(rules, wager) > sat.chips():
            ended = b.RUINED if wager else b.LEFT
            break
        try:
            [brought] = sat.round(wager).values()
        except Refusal as no:
            where = f"round {len(results) + 1} of session {number + 1}"
            raise InputError(f"A wager of {Decimal(wager) / 100:.2f} dollars in {where}: {no}") from None
        results.append(Decimal(sum(brought.values())) / 100)
        wagered += sat.placed.total()
        ended = _ended(limits, needed, sat.chips(), len(results))
    brought_home = sat.chips() - limits[b.BANKROLL]
    return SessionTally(
        nets={brought_home: 1},
        lengths={len(results): 1},
        rounds=len(results),
        ends=ends_of(np.array([[brought_home, len(results), wagered, ended]]), 1),
    )


def _ended(limits: tuple[int, ...], needed: Cents, chips: Cents, rounds: int) -> int:
    """Give the reason why a session is over, in the kernel's order, or -1."""
    reasons = {
        b.WON: chips >= limits[b.ABOVE],
        b.RUINED: chips < needed,
        b.LOST: chips <= limits[b.BELOW],
        b.PLAYED: rounds >= limits[b.MOST_ROUNDS],
    }
    return next((reason for reason, so in reasons.items() if so), -1)


def _sized(players: OwnPlayers, chips: Cents, results: tuple[Decimal, ...]) -> Cents:
    if players.own.sizing is None:
        return players.request.unit
    answer: object = players.own.sizing(Decimal(chips) / 100, results)
    if isinstance(answer, int | float | str | Decimal) and not isinstance(answer, bool):
        with suppress(InputError):
            return money(str(answer))
    raise InputError(f"The sizing answers with {shown(answer)}, not with an amount of dollars.")


def _seed(seed: int, number: int) -> int:
    return (seed << 40) + number
