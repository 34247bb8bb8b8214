"""Curves of a sheet's figures: by decks, cards seen, wager size, meter and bank."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import zip_longest
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, Word
from casinowar.odds import wagers
from casinowar.odds.bank import BankOdds, bank
from casinowar.odds.card_counting import CounterOdds, counter, most_unseen
from casinowar.odds.hand import Strategy, check_wager, strategies
from casinowar.odds.options import OddsOptions
from casinowar.odds.settlement import NotCovered, Wagered
from casinowar.odds.sheet import ParSheet, progressives
from casinowar.odds.shoe import Shoe

MOST_DECKS = 10
DEEPEST, SHALLOWEST = 0.04, 0.5
"""Shares of unseen cards between which a counter is followed; of a small shoe further."""
SMALL_SHOE = 110
HANDS_AGAINST_THE_BANK = 3
MOST_POINTS = 32

Edges = dict[int, Fraction]


def edges_by_decks(sheet: ParSheet) -> tuple[dict[Strategy | None, Edges], Edges]:
    rules, most = sheet.rules, max(MOST_DECKS, sheet.decks)
    mixed = sheet.usual.strategy is Strategy.BEST
    plans: list[Strategy | None] = [plan for plan in strategies(rules) if mixed or plan is not Strategy.BEST]
    initial: dict[Strategy | None, Edges] = {plan: {} for plan in plans or [None]}
    for plan, edges in initial.items():
        for decks in range(1, most + 1):
            # A shoe too small for the burns of a war has no edge.
            with suppress(NotCovered):
                shoe = Shoe.fresh(rules, decks)
                edges[decks] = wagers.initial(rules, shoe, plan or Strategy.WAR, sheet.wager).house_edge
    dealt = next(iter(initial.values()))
    ties = {decks: wagers.tie(rules, Shoe.fresh(rules, decks), sheet.wager) for decks in dealt}
    return initial, {decks: odds.house_edge for decks, odds in ties.items() if odds}


def counter_depths(sheet: ParSheet, depths: int, shallowest: float = SHALLOWEST) -> list[CounterOdds]:
    rules, shoe = sheet.rules, Shoe.fresh(sheet.rules, sheet.decks)
    least = max(2, round(DEEPEST * shoe.size))
    most = min(most_unseen(rules, shoe, sheet.wager), max(SMALL_SHOE, round(shallowest * shoe.size)))
    steps = max(1, depths - 1)
    unseen = {round(least + (most - least) * at / steps) for at in range(depths)}
    unseen.add(rules.behind_cover_card(shoe.size))
    wanted = sorted(each for each in unseen if least <= each <= most)
    return [odds for odds in counter(rules, shoe, wanted, sheet.wager) if odds.worth > 0]


def banks(sheet: ParSheet, per_unit: int) -> Iterator[BankOdds]:
    shoe = Shoe.fresh(sheet.rules, sheet.decks).without(sheet.seen)
    plan = sheet.together.strategy or Strategy.WAR
    against = [Wagered(sheet.wager)] * HANDS_AGAINST_THE_BANK
    for whole in range(2 * HANDS_AGAINST_THE_BANK):
        # What a cent above a whole wager changes is a jump: lost wagers are taken that could not be paid.
        parts = {1, *(sheet.wager * part // per_unit for part in range(1, per_unit + 1)), sheet.wager - 1}
        for part in sorted(parts - {0}):
            if odds := bank(sheet.rules, shoe, against, whole * sheet.wager + part, plan):
                yield odds


# the edge of every wager along one thing that can be otherwise


class Along(Word):
    DECKS = "decks"
    REMOVED = "removed"
    """Cards of a rank removed from the shoe, beyond those seen."""
    WAGER = "wager"
    METER = "meter"


class EdgeOf(Struct, frozen=True):
    """A wager whose edge is followed, with the strategy on ties, and its size if it has several."""

    wager: Wager
    strategy: Strategy | None = None
    size: Cents = 0


class EdgesAlong(Struct, frozen=True, kw_only=True):
    """The edge of every wager at each point; None where the odds do not cover it."""

    along: Along
    at: tuple[int, ...]
    """Decks, cards, or cents."""
    own: int
    edges: dict[EdgeOf, tuple[Fraction | None, ...]]


def edges(rules: Rules, asked: OddsOptions) -> dict[EdgeOf, Fraction]:
    shoe = Shoe.fresh(rules, asked.decks).without(asked.seen)
    wager = usual_wager(rules) if asked.wager is None else asked.wager
    check_wager(rules, wager)
    plans: tuple[Strategy, ...] = strategies(rules) or (Strategy.WAR,)
    initial = (wagers.initial(rules, shoe, plan, wager) for plan in plans)
    edges = {EdgeOf(Wager.INITIAL, odds.strategy): odds.house_edge for odds in initial}
    for of, odds in (
        (Wager.TIE, wagers.tie(rules, shoe, wager, plans[0], alone=Wager.TIE in rules.exclude_initial)),
        (Wager.DEALER_WINS, wagers.dealer_wins(rules, shoe)),
    ):
        if odds:
            edges[EdgeOf(of)] = odds.house_edge
    for held in progressives(rules, shoe, asked.meter):
        edges[EdgeOf(Wager.PROGRESSIVE, held.strategy, held.wager)] = held.house_edge
    return edges


def edges_along(rules: Rules, along: Along, asked: OddsOptions, rank: str = "A") -> EdgesAlong:
    """Find the edge of every wager along something; a shoe too small for a war has none."""
    own, points = _POINTS[along](rules, asked, rank)
    found = []
    for _, each in points:
        try:
            found.append(edges(rules, each))
        except NotCovered:
            found.append({})
    names = dict.fromkeys(name for each in found for name in each)
    return EdgesAlong(
        along=along,
        at=tuple(at for at, _ in points),
        own=own,
        edges={name: tuple(each.get(name) for each in found) for name in names},
    )


Points = tuple[int, list[tuple[int, OddsOptions]]]
"""The sheet's own point, and every point with its options."""


def _by_decks(rules: Rules, asked: OddsOptions, _rank: str) -> Points:
    own = asked.decks or rules.decks
    fewest = max(Counter(asked.seen).values(), default=1)
    wanted = sorted({*range(fewest, MOST_DECKS + 1), own})
    return own, [(each, replace(asked, decks=each)) for each in wanted]


def _by_cards_removed(rules: Rules, asked: OddsOptions, rank: str) -> Points:
    left = Shoe.fresh(rules, asked.decks).without(asked.seen).left
    suits = [Counter({card: times}) for card, times in left.items() if card[0] == rank]
    if not suits:
        raise InputError("There is no such rank in this shoe; write A, K, Q, J, T or 9 to 2.")
    in_turn = [card for row in zip_longest(*(each.elements() for each in suits)) for card in row if card]
    step = -(-len(in_turn) // MOST_POINTS)
    counts = range(0, len(in_turn) + 1, step)
    return 0, [(each, replace(asked, seen=(*asked.seen, *in_turn[:each]))) for each in counts]


def _by_wager(rules: Rules, asked: OddsOptions, _rank: str) -> Points:
    usual, unit = usual_wager(rules), rules.unit(Wager.INITIAL)
    own = usual if asked.wager is None else asked.wager
    if Wager.INITIAL in rules.limits:
        least, most = rules.span(Wager.INITIAL)
    else:
        unit *= max(1, usual // (5 * unit))
        least, most = unit, MOST_POINTS * unit
    first, last = -(-least // unit), most // unit
    steps = max(1, min(MOST_POINTS, last - first))
    amounts = {(first + (last - first) * at // steps) * unit for at in range(steps + 1)}
    return own, [(each, replace(asked, wager=each)) for each in sorted({*amounts, own})]


def _by_meter(rules: Rules, asked: OddsOptions, _rank: str) -> Points:
    if rules.book.progressive is None:
        raise InputError("The rulebook has no progressive wager, so a meter has no meaning.")
    shoe = Shoe.fresh(rules, asked.decks).without(asked.seen)
    held = [*progressives(rules, shoe, asked.meter)]
    if not held:
        raise InputError("The house does not offer the progressive wager.")
    own = held[0].meter
    even = [odds.break_even_meter for odds in held if odds.break_even_meter]
    top = max([1_00, 2 * own, *(int(each * 5 / 4) for each in even)])
    step = _round_number(-(-top // MOST_POINTS))
    amounts = {at * step for at in range(-(-top // step) + 1)}
    return own, [(each, replace(asked, meter=each)) for each in sorted({*amounts, own})]


def _round_number(cents: Cents) -> Cents:
    """Find the next number that is 1, 2 or 5 followed by zeros.

    >>> _round_number(32_052_38)
    5000000
    """
    power: int = 10 ** (len(str(cents)) - 1)
    return next(each * power for each in (1, 2, 5, 10) if each * power >= cents)


_POINTS: Final[dict[Along, Callable[[Rules, OddsOptions, str], Points]]] = {
    Along.DECKS: _by_decks,
    Along.REMOVED: _by_cards_removed,
    Along.WAGER: _by_wager,
    Along.METER: _by_meter,
}
