"""The table's variance with side wagers: progressive wagers of all seats share the dealer's cards."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import perm
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination
from casinowar.game.money import Cents
from casinowar.odds.bonus_spin import Meters, paid_in_all
from casinowar.odds.distribution import root
from casinowar.odds.hand import Strategy, check_cards
from casinowar.odds.progressive import amount_paid, bonus, check_paid_in_full, paid, starting_meter
from casinowar.odds.progressive_hands import Held, first_tie, second_tie, showings
from casinowar.odds.seats import Mix, Seats, wagered
from casinowar.odds.settlement import HIGHER, LOWER, TIE, NotCovered, Path, moved
from casinowar.odds.shoe import Shoe


class Beside(NamedTuple):
    """What each seat puts on side wagers, in cents."""

    progressive: Cents = 0
    bonus_spin: Cents = 0


class SwingOdds(Struct, frozen=True, kw_only=True):
    mix: Mix
    sides: Beside
    seats: int
    put_down: Fraction
    """What one seat puts down before the deal."""
    win: Fraction
    """With the meters as they stand."""
    variance: Fraction

    @property
    def standard_deviation(self) -> float:
        return root(self.variance)


class Swings:
    """Seats that always go to war, with initial, tie and side wagers, at a fresh shoe.

    Ranks and suits of a fresh shoe are alike. A hand that does not tie therefore wins as often as it loses,
    whatever pairs tie beside it, and only hands that tie together have more in common than the main wagers.
    """

    def __init__(
        self,
        rules: Rules,
        shoe: Shoe,
        *,
        initial: Cents | None = None,
        meter: Cents | None = None,
        spin_meters: Meters | None = None,
    ) -> None:
        if shoe.size != shoe.whole or rules.suits_decide or rules.most_wars != 1:
            raise NotCovered(
                "Side wagers are in the table's variance where the shoe is fresh, ranks alone decide and a "
                "hand fights one war at most."
            )
        self._rules, self._shoe, self._initial = rules, shoe, initial
        self._meter = starting_meter(rules) if meter is None else meter
        self._spin_meters = spin_meters
        self._known: dict[tuple[Mix, int, Cents], tuple[Fraction, Fraction]] = {}
        self._seats = Seats(rules, shoe)

    def table(self, mix: Mix, seats: int, sides: Beside) -> SwingOdds:
        check_cards(self._rules, self._shoe, seats)
        main = self._seats.table(mix, seats, self._initial)
        wagers = wagered(self._rules, mix, self._initial)
        unit = wagers.initial
        net = _Nets(
            *(
                sum((Fraction(moved(self._rules, end, wagers).net) for end in ends), Fraction(0)) / len(ends)
                for ends in _ENDS
            )
        )
        mean, variance = -main.win * unit, main.variance * unit**2
        if sides.progressive:
            key = (mix, seats, sides.progressive)
            if key not in self._known:
                self._known[key] = self._progressive(sides.progressive, seats, net, mean / seats)
            each, more = self._known[key]
            mean, variance = mean + seats * each, variance + more
        if sides.bonus_spin:
            each, more = self._bonus_spin(sides.bonus_spin, seats, net)
            mean, variance = mean + each, variance + more
        return SwingOdds(
            mix=mix,
            sides=sides,
            seats=seats,
            put_down=main.put_down + Fraction(sum(sides), unit),
            win=-mean / unit,
            variance=variance / unit**2,
        )

    def _bonus_spin(self, wager: Cents, seats: int, net: "_Nets") -> tuple[Fraction, Fraction]:
        """Find the mean of all wagers on the wheel, and what they add to the table's variance.

        The dealer's card that starts the wheel also decides how many cards beat it.
        """
        rules, counts, size = self._rules, self._shoe.of_rank, self._shoe.size
        pays = paid_in_all(
            rules, self._shoe, tuple(range(1, seats + 1)), wager=wager, meters=self._spin_meters
        )
        mean = pays.mean(lambda total: total)
        square = pays.mean(lambda total: total**2)
        together = Fraction(0)
        for card in rules.designated_cards & self._shoe.left.keys():
            at = self._shoe.ranks.index(card[0])
            lower, higher = sum(counts[:at]), sum(counts[at + 1 :])
            expected = net.higher * higher + net.lower * lower - net.untied * (lower + higher)
            together += Fraction(self._shoe.left[card], size) * expected / (size - 1)
        starts = Fraction(sum(self._shoe.left.get(card, 0) for card in rules.designated_cards), size)
        covariance = seats * together * mean / starts if starts else Fraction(0)
        return mean - seats * wager, square - mean**2 + 2 * covariance

    def _progressive(
        self, wager: Cents, seats: int, net: "_Nets", main: Fraction
    ) -> tuple[Fraction, Fraction]:
        law = self._rules.book.progressive
        if law is None:
            raise NotCovered("The rulebook has no progressive wager.")
        check_paid_in_full(self._rules, law, wager, self._meter)
        pays = self._pays(law, wager, others=seats - 1)
        shown = showings(self._rules, law, self._shoe, Strategy.WAR)
        mean = shown.mean(lambda each: pays(each.held))
        square = shown.mean(lambda each: pays(each.held) ** 2)
        own = shown.mean(lambda each: pays(each.held) * net.given(each.held)) - main * mean
        both = _Both(self._rules, law, self._shoe, pays, net)
        # Beside a hand that ties alone, one that does not is as good as any.
        other = both.with_main + net.untied * (mean - both.mean) - main * mean
        alone = square - mean**2 + 2 * own
        pairs = seats * (seats - 1) * (both.square - mean**2 + 2 * other)
        return mean - wager, seats * alone + pairs

    def _pays(self, law: Progressive, wager: Cents, others: int) -> Callable[[Held], Cents]:
        rules, meter, envy = self._rules, self._meter, law.envy
        known: dict[Held, Cents] = {}

        def pays(held: Held) -> Cents:
            if held not in known:
                hands = paid(law, held, wager, meter, given_up=False)
                known[held] = amount_paid(rules, law, hands, wager, meter)
                if envy and envy.hand in held:
                    known[held] += others * bonus(envy, wager)
            return known[held]

        return pays


_ENDS = (
    (Path(HIGHER),),
    (Path(LOWER),),
    (Path(TIE, 1, HIGHER), Path(TIE, 1, LOWER)),
    (Path(TIE, 1, TIE),),
)


class _Nets(NamedTuple):
    """The net results of a hand's main wagers, in cents."""

    higher: Fraction
    lower: Fraction
    fought: Fraction
    """In a war that does not tie, won and lost equally often."""
    tied: Fraction

    @property
    def untied(self) -> Fraction:
        return (self.higher + self.lower) / 2

    def given(self, held: Held) -> Fraction:
        if not held:
            return self.untied
        return self.tied if Combination.DOUBLE_TIE in held else self.fought


class _Tie(NamedTuple):
    """A tie at war: the suits of both cards, and whether its rank is that of the first tie."""

    suits: tuple[int, int]
    same_rank: bool


class _Both:
    """Two hands that both tie on the original deal: the means of their results, over all deals."""

    def __init__(
        self, rules: Rules, law: Progressive, shoe: Shoe, pays: Callable[[Held], Cents], net: _Nets
    ) -> None:
        self._law, self._pays, self._net, self._size = law, pays, net, shoe.size
        self._full, self._others = shoe.by_suit[0], len(shoe.ranks) - 1
        self._together, self._known = rules.fights_together, dict[tuple[tuple[int, int], _Tie], Cents]()
        self.mean = self.square = self.with_main = Fraction(0)
        # Suits being alike, that of the dealer's card may be any.
        alike = len(self._full) * (self._others + 1)
        for one, two in product(range(len(self._full)), repeat=2):
            left, ways = _taken(self._full, (0, one, two))
            if ways:
                self._add((0, one), (0, two), left, Fraction(alike * ways, perm(shoe.size, 3)))

    def _add(
        self, one: tuple[int, int], other: tuple[int, int], left: tuple[int, ...], chance: Fraction
    ) -> None:
        """Let both hands fight: each has its result without a second tie, plus what a second tie adds.

        The cards of a war that does not tie do not matter.
        """
        base, its_base = self._pays(first_tie(one)), self._pays(first_tie(other))
        ties = adds = its_adds = 0
        for tie, ways in self._second_ties(left):
            ties += ways
            adds += ways * self._more(one, tie)
            its_adds += ways * self._more(other, tie)
        both = with_main = 0
        for tie, its_tie, ways in self._both_tie(left):
            its_more = ways * self._more(other, its_tie)
            both += self._more(one, tie) * its_more
            with_main += its_more
        pairs, all_cards = perm(self._size - 3, 2), perm(self._size - 3, 3 if self._together else 4)
        its_mean = its_base + Fraction(its_adds, pairs)
        win = self._net.tied - self._net.fought
        self.mean += chance * its_mean
        self.square += chance * (
            base * its_mean + Fraction(its_base * adds, pairs) + Fraction(both, all_cards)
        )
        self.with_main += chance * (
            self._net.fought * its_mean
            + win * (Fraction(ties * its_base, pairs) + Fraction(with_main, all_cards))
        )

    def _more(self, first: tuple[int, int], tie: _Tie) -> Cents:
        if (first, tie) not in self._known:
            held = first_tie(first)
            twice = held | second_tie(self._law, first, tie.suits, same_rank=tie.same_rank)
            self._known[first, tie] = self._pays(twice) - self._pays(held)
        return self._known[first, tie]

    def _second_ties(self, left: tuple[int, ...]) -> Iterator[tuple[_Tie, int]]:
        for same_rank, counts, ranks in ((True, left, 1), (False, self._full, self._others)):
            for one, two in product(range(len(left)), repeat=2):
                yield _Tie((one, two), same_rank), ranks * _taken(counts, (one, two))[1]

    def _both_tie(self, left: tuple[int, ...]) -> Iterator[tuple[_Tie, _Tie, int]]:
        suits = range(len(left))
        if self._together:
            for same_rank, counts, ranks in ((True, left, 1), (False, self._full, self._others)):
                for dealers, one, two in product(suits, repeat=3):
                    ways = ranks * _taken(counts, (dealers, one, two))[1]
                    yield _Tie((dealers, one), same_rank), _Tie((dealers, two), same_rank), ways
            return
        full, others = self._full, self._others
        pairs = [(one, two) for one in suits for two in suits]
        for pair, its_pair in product(pairs, repeat=2):
            same, its_same = (_Tie(each, same_rank=True) for each in (pair, its_pair))
            apart, its_apart = (_Tie(each, same_rank=False) for each in (pair, its_pair))
            after, first = _taken(left, pair)
            after_apart, other = _taken(full, pair)
            elsewhere = _taken(full, its_pair)[1]
            yield same, its_same, first * _taken(after, its_pair)[1]
            yield same, its_apart, first * others * elsewhere
            yield apart, its_same, other * others * _taken(left, its_pair)[1]
            both_apart = _taken(after_apart, its_pair)[1] + (others - 1) * elsewhere
            yield apart, its_apart, other * others * both_apart


def _taken(counts: tuple[int, ...], suits: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    left, ways = list(counts), 1
    for suit in suits:
        ways *= max(0, left[suit])
        left[suit] -= 1
    return tuple(left), ways
