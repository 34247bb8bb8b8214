"""The figures by which tables are compared: each is worked out once for all tables that share its inputs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from msgspec import Struct, json

from casinowar.game.book.bonus_spin import SmallWager
from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents, cents
from casinowar.game.words import Wager, Word
from casinowar.odds import wagers
from casinowar.odds.bank import bank
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.cover_card import long_run
from casinowar.odds.hand import Strategy, plain_strategies, strategies
from casinowar.odds.progressive import envy, progressive, sizes
from casinowar.odds.seats import Mix, Seats
from casinowar.odds.settlement import NotCovered, Wagered
from casinowar.odds.sheet import LARGEST_SHOE
from casinowar.odds.shoe import Shoe


class Figure(Word):
    """One-number figures of a table; edges are positive when the house wins."""

    INITIAL_WAR = "initial_war"
    INITIAL_SURRENDER = "initial_surrender"
    INITIAL_BEST = "initial_best"
    RISK_WAR = "element_of_risk_war"
    RISK_SURRENDER = "element_of_risk_surrender"
    VARIANCE_WAR = "variance_war"
    VARIANCE_SURRENDER = "variance_surrender"
    ODD_SURRENDER = "odd_wager_surrender"
    """The edge of surrendering with the smallest wager of an odd number of chips."""
    FEWEST_DECKS = "initial_fewest_decks"
    MOST_DECKS = "initial_most_decks"
    LONG_RUN_INITIAL = "long_run_initial"
    LONG_RUN_TIE = "long_run_tie"
    TIE = "tie"
    WAR_TIE = "war_tie"
    DEALER_WINS = "dealer_wins"
    PROGRESSIVE_WAR = "progressive_war"
    PROGRESSIVE_SURRENDER = "progressive_surrender"
    PROGRESSIVE_DOUBLE = "progressive_double_size"
    ENVY = "envy_per_other_player"
    ENVY_NOT_WAGERING = "envy_per_other_player_not_wagering"
    ENVY_OWN_BOX = "envy_per_own_other_box"
    ENVY_DOUBLE = "envy_double_size"
    SPIN_ALONE = "bonus_spin_alone"
    SPIN_FULL = "bonus_spin_all_seats"
    """The average edge of all seats' wagers."""
    SPIN_SMALL = "bonus_spin_small_wager"
    COVARIANCE = "covariance_of_two_seats"
    TERMINAL = "variance_of_a_terminal"
    """In squared units, for a terminal that backs as many community cards as it may."""
    BANK_OF_THREE = "bank_of_three_units"
    BANK_OF_A_HALF = "bank_of_half_a_unit"
    """The player/dealer's expected result from three hands of one unit, in units."""


class OddWager(Struct, frozen=True, tag="wager"):
    wager: Cents
    chip: Cents

    @property
    def chips(self) -> int:
        return self.wager // self.chip


class DeckCount(Struct, frozen=True, tag="decks"):
    decks: int
    assumed: bool = False
    """Whether the text sets no limit, so that this number stands in for it."""


class WagerSize(Struct, frozen=True, order=True, tag="size"):
    wager: Cents


class PlayedBy(Struct, frozen=True, tag="strategy"):
    """The strategy that a figure is computed with, if it must be one that never changes its mind."""

    strategy: Strategy


CountedWith = OddWager | DeckCount | WagerSize | PlayedBy


class Found(Struct, frozen=True):
    values: dict[Figure, Fraction]
    counted_with: dict[Figure, CountedWith] = {}
    """What a figure is computed with, if not the table's own wager or decks."""
    uncovered: frozenset[Figure] = frozenset()
    left_out: tuple[str, ...] = ()
    by_size: dict[tuple[Figure, WagerSize], Fraction] = {}
    """The figures of a side wager's other sizes, if the house has several."""
    first_size: dict[Figure, WagerSize] = {}
    """The size that a side wager's figure is computed with."""
    unit: Cents = 0
    """The table's own initial wager, used for all other figures."""

    def sizes(self, figure: Figure) -> list[WagerSize]:
        first = [self.first_size[figure]] if figure in self.first_size and figure in self.values else []
        return [*first, *(size for each, size in self.by_size if each is figure)]

    def of_size(self, figure: Figure, size: WagerSize | None) -> Fraction | None:
        """Find a side wager's figure for one size; without a size, the figure itself."""
        if size is None or size == self.first_size.get(figure):
            return self.values.get(figure)
        return self.by_size.get((figure, size))


def by_size(found: Sequence[Found]) -> Iterator[tuple[Figure, WagerSize | None]]:
    several = {figure for each in found for figure, _ in each.by_size}
    for figure in Figure:
        if figure in several:
            yield from (
                (figure, size) for size in sorted({size for each in found for size in each.sizes(figure)})
            )
        elif any(figure in each.values for each in found):
            yield figure, None


MOST_DECKS: Final = 1_000
"""The largest number of decks assumed if a rulebook sets no limit."""
HANDS_AGAINST_THE_BANK: Final = 3
SMALL_SPIN: Final = Fraction(1, 5)
"""The small bonus spin wager as a share of the usual one, if the house does not set its size."""

PLAINLY_PLAYED: Final = (
    *(Figure.LONG_RUN_INITIAL, Figure.LONG_RUN_TIE, Figure.COVARIANCE, Figure.TERMINAL),
    *(Figure.BANK_OF_THREE, Figure.BANK_OF_A_HALF),
)
"""Figures of hands that always or never go to war, whichever is better."""

AT_WAR: Final = (
    *(Figure.PROGRESSIVE_DOUBLE, Figure.ENVY, Figure.ENVY_NOT_WAGERING),
    *(Figure.ENVY_OWN_BOX, Figure.ENVY_DOUBLE),
)
"""Figures of hands that always go to war, even if surrender is better."""


class _Case(NamedTuple):
    rules: Rules
    shoe: Shoe
    decks: int | None


Values = Iterator[tuple[Figure | tuple[Figure, WagerSize], Fraction | None]]
"""Figures, or those of another wager size."""


class _Group(NamedTuple):
    """Figures that are computed together, and the rulebook values that they depend on."""

    work: Callable[[_Case], Values]
    names: tuple[str, ...]
    """The prefixes of these figures' names."""
    depends: tuple[str, ...] = ()

    @property
    def figures(self) -> frozenset[Figure]:
        return frozenset(figure for figure in Figure if figure.startswith(self.names))


class Figures:
    def __init__(self, decks: int | None = None) -> None:
        self.decks = decks
        self._known: dict[tuple[object, ...], Found] = {}

    def of(self, rules: Rules) -> Found:
        found = [self._group(rules, group) for group in _GROUPS]
        values = {figure: value for each in found for figure, value in each.values.items()}
        others = {of: value for each in found for of, value in each.by_size.items()}
        first = _first_sizes(rules)
        several = {figure: first[figure] for figure, _ in others}
        sizes = {figure: each for figure, each in self._counted_with(rules).items() if figure in values}
        return Found(
            {figure: values[figure] for figure in Figure if figure in values},
            sizes | several,
            frozenset().union(*(each.uncovered for each in found)),
            tuple(dict.fromkeys(reason for each in found for reason in each.left_out)),
            others,
            first,
            usual_wager(rules),
        )

    def _counted_with(self, rules: Rules) -> dict[Figure, CountedWith]:
        """Name the wagers, decks and strategies of figures that are not computed with the table's own."""
        found = counted_with(rules)
        if strategies(rules):
            with suppress(NotCovered):
                plan = _plain(rules, Shoe.fresh(rules, self.decks))
                found |= dict.fromkeys(PLAINLY_PLAYED, PlayedBy(plan))
            found |= dict.fromkeys(AT_WAR, PlayedBy(Strategy.WAR))
            if rules.ties_rise_at_war:
                found[Figure.TIE] = PlayedBy(Strategy.WAR)
        return found

    def _group(self, rules: Rules, group: _Group) -> Found:
        parts = [_value(rules, path) for path in (*_ALWAYS, *group.depends)]
        key = (group.work, rules.decks, rules.shuffler, json.encode([rules.house, *parts]))
        if key not in self._known:
            self._known[key] = self._worked(rules, group)
        return self._known[key]

    def _worked(self, rules: Rules, group: _Group) -> Found:
        table = _Case(rules, Shoe.fresh(rules, self.decks), self.decks)
        values: dict[Figure, Fraction] = {}
        by_size: dict[tuple[Figure, WagerSize], Fraction] = {}
        try:
            for of, value in group.work(table):
                if value is None:
                    continue
                if isinstance(of, tuple):
                    by_size[of] = value
                else:
                    values[of] = value
        except NotCovered as reason:
            uncovered = group.figures - values.keys()
            return Found(values, uncovered=uncovered, left_out=(str(reason),), by_size=by_size)
        return Found(values, by_size=by_size)


def _plain(rules: Rules, shoe: Shoe) -> Strategy:
    found = [wagers.initial(rules, shoe, plan) for plan in plain_strategies(rules)]
    return wagers.always_the_same(found).strategy or Strategy.WAR


def _first_sizes(rules: Rules) -> dict[Figure, WagerSize]:
    spins = rules.fixed_amounts(Wager.BONUS_SPIN) if rules.house.bonus_spin else ()
    offered = ((sizes(rules), ("progressive", "envy")), (spins, ("bonus_spin",)))
    return {
        figure: WagerSize(amounts[0])
        for amounts, begins in offered
        for figure in Figure
        if amounts and figure.startswith(begins)
    }


def _value(rules: Rules, path: str) -> object:
    found: object = rules.book
    for name in path.split("."):
        found = getattr(found, name) if found is not None else None
    return found


# the initial wager and the tie wagers


def _main(table: _Case) -> Values:
    rules, shoe, _ = table
    plans = strategies(rules)
    for plan in plain_strategies(rules) if plans else ():
        odds = wagers.initial(rules, shoe, plan)
        yield Figure(f"initial_{plan}"), odds.house_edge
        yield Figure(f"element_of_risk_{plan}"), odds.element_of_risk
        yield Figure(f"variance_{plan}"), odds.distribution.variance
    yield Figure.INITIAL_BEST, wagers.house_edge(rules, shoe, Strategy.BEST)
    if Strategy.SURRENDER in plans and (amount := odd_wager(rules)):
        yield Figure.ODD_SURRENDER, wagers.initial(rules, shoe, Strategy.SURRENDER, amount).house_edge
    if tie := wagers.tie(rules, shoe, alone=Wager.TIE in rules.exclude_initial):
        yield Figure.TIE, tie.house_edge
    if rungs := wagers.war_tie(rules, shoe):
        yield Figure.WAR_TIE, rungs[0].house_edge
    if dealer_wins := wagers.dealer_wins(rules, shoe):
        yield Figure.DEALER_WINS, dealer_wins.house_edge


def odd_wager(rules: Rules) -> Cents | None:
    """Find the smallest lawful initial wager whose surrendered share cannot be paid in chips."""
    share = Fraction(rules.book.surrender.forfeits) if rules.book.surrender else Fraction(1)
    least, most = rules.span(Wager.INITIAL)
    chips = max(1, ceil(Fraction(least, rules.chip)))
    if (share * chips).denominator == 1:
        chips += 1
    amount = chips * rules.chip
    taken = amount <= most and amount % rules.unit(Wager.INITIAL) == 0
    return amount if taken and (share * chips).denominator > 1 else None


def counted_with(rules: Rules) -> dict[Figure, CountedWith]:
    allowed = rules.book.cards.decks.values()
    fewest = [min(each.one_of, default=each.least) for each in allowed]
    most = [max(each.one_of, default=each.most) for each in allowed]
    found: dict[Figure, CountedWith] = {
        Figure.FEWEST_DECKS: DeckCount(min(fewest)),
        Figure.MOST_DECKS: DeckCount(max(each or MOST_DECKS for each in most), assumed=not all(most)),
    }
    if amount := odd_wager(rules):
        found[Figure.ODD_SURRENDER] = OddWager(amount, rules.chip)
    return found


def _decks(table: _Case) -> Values:
    for figure, each in counted_with(table.rules).items():
        if isinstance(each, DeckCount):
            shoe = Shoe.fresh(table.rules, each.decks)
            yield figure, wagers.house_edge(table.rules, shoe, Strategy.BEST)


def _long_run(table: _Case) -> Values:
    if table.shoe.size > LARGEST_SHOE:
        raise NotCovered(
            f"A shoe of more than {LARGEST_SHOE:,} cards is not followed down to the cover card."
        )
    odds = long_run(table.rules, _plain(table.rules, table.shoe), decks=table.decks)
    yield Figure.LONG_RUN_INITIAL, odds.initial
    yield Figure.LONG_RUN_TIE, odds.tie


# several seats, and the bank


def _seats(table: _Case) -> Values:
    pair = Seats(table.rules, table.shoe, _plain(table.rules, table.shoe))
    yield Figure.COVARIANCE, pair.table(Mix.INITIAL, 2).covariance
    if law := table.rules.book.electronic:
        backed = 1 if law.backing.value is Backing.ONE else table.rules.community_cards
        yield Figure.TERMINAL, pair.table(Mix.INITIAL, backed).variance


def _banks(table: _Case) -> Values:
    rules, shoe, _ = table
    unit = usual_wager(rules)
    hands, plan = [Wagered(unit)] * HANDS_AGAINST_THE_BANK, _plain(rules, shoe)
    for figure, amount in ((Figure.BANK_OF_THREE, 3 * unit), (Figure.BANK_OF_A_HALF, unit // 2)):
        odds = bank(rules, shoe, hands, amount, plan)
        yield figure, odds.expected / unit if odds else None


# side wagers


def _progressive(table: _Case) -> Values:
    rules, shoe, _ = table
    law = rules.book.progressive
    if law is None:
        return
    size, *others = sizes(rules)
    # Another size stands for those that a house may set; one that sets several has figures for each.
    twice = 2 * size if law.operator_sets_amounts and not others else None
    for figure, plan, wager in (
        (Figure.PROGRESSIVE_WAR, Strategy.WAR, size),
        (Figure.PROGRESSIVE_SURRENDER, Strategy.SURRENDER, size),
        (Figure.PROGRESSIVE_DOUBLE, Strategy.WAR, twice),
    ):
        if wager and plan in (*strategies(rules), Strategy.WAR):
            odds = progressive(rules, shoe, plan, wager=wager)
            yield figure, odds.house_edge if odds else None
    yield from _envies(table, size)
    larger = envy(rules, shoe, wager=twice) if twice else None
    yield Figure.ENVY_DOUBLE, larger.worth(1) if larger else None


def _envies(table: _Case, size: Cents) -> Iterator[tuple[Figure, Fraction]]:
    law = table.rules.book.progressive
    received = envy(table.rules, table.shoe, wager=size)
    if law is None or law.envy is None or received is None:
        return
    yield Figure.ENVY, received.worth(1)
    yield Figure.ENVY_NOT_WAGERING, received.worth(0 if law.envy.holder_needs_wager else 1)
    yield Figure.ENVY_OWN_BOX, received.worth(1 if law.envy.own_other_boxes else 0)


def _spin(table: _Case) -> Values:
    rules, shoe, _ = table
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return
    yield from _spins(table, rules.fixed_amounts(Wager.BONUS_SPIN)[0])
    if law.small_wager is None:
        return
    if law.small_wager.value is SmallWager.OWN_TABLE and not offered.small_wager_pays:
        raise NotCovered("The house file has no table of its own for a small bonus spin wager.")
    usual = cents(law.amounts.value[0])
    small = min([cents(size) for size in offered.amounts if cents(size) < usual] or [int(SMALL_SPIN * usual)])
    [alone] = bonus_spin(rules, shoe, wager=small)
    yield Figure.SPIN_SMALL, alone.house_edge


def _spins(table: _Case, size: Cents) -> Iterator[tuple[Figure, Fraction]]:
    rules, shoe, _ = table
    [alone] = bonus_spin(rules, shoe, wager=size)
    every = bonus_spin(rules, shoe, tuple(range(1, rules.seats + 1)), wager=size)
    yield Figure.SPIN_ALONE, alone.house_edge
    yield Figure.SPIN_FULL, sum((each.house_edge for each in every), Fraction(0)) / len(every)


def _progressive_sizes(table: _Case) -> Values:
    rules, shoe, _ = table
    for size in sizes(rules)[1:]:
        for plan in plain_strategies(rules):
            if odds := progressive(rules, shoe, plan, wager=size):
                yield (Figure(f"progressive_{plan}"), WagerSize(size)), odds.house_edge
        yield from (((figure, WagerSize(size)), value) for figure, value in _envies(table, size))


def _spin_sizes(table: _Case) -> Values:
    rules = table.rules
    for size in rules.fixed_amounts(Wager.BONUS_SPIN)[1:] if rules.house.bonus_spin else ():
        yield from (((figure, WagerSize(size)), value) for figure, value in _spins(table, size))


_ALWAYS: Final = (
    *("cards.ranking", "cards.suits", "wagers", "settlement.tie_hand", "surrender", "war"),
    "seating.seats",
)
_INITIAL: Final = ("initial_war", "initial_surrender", "initial_best", "odd_wager", "element_of_risk")
_GROUPS: Final = (
    _Group(_main, (*_INITIAL, "variance_war", "variance_surrender", "tie", "war_tie", "dealer_wins")),
    _Group(_decks, ("initial_fewest", "initial_most"), ("cards",)),
    _Group(_long_run, ("long_run",), ("shuffle", "cut.cover_card", "burns.new_shoe", "burns.by_first_card")),
    _Group(_seats, ("covariance", "variance_of_a_terminal"), ("electronic",)),
    _Group(_progressive, ("progressive", "envy"), ("progressive",)),
    _Group(_progressive_sizes, (), ("progressive",)),
    _Group(_spin, ("bonus_spin",), ("bonus_spin", "settlement.order")),
    _Group(_spin_sizes, (), ("bonus_spin", "settlement.order")),
    _Group(_banks, ("bank",), ("bank", "settlement.choice")),
)
