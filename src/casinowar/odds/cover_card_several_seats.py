"""The cover card's effect with several seats: their long-run average over whole shoes, counted exactly."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.card_counting import tie_pays
from casinowar.odds.cover_card import LongRun, wars_fought
from casinowar.odds.hand import Strategy, cards_of_war
from casinowar.odds.settlement import HIGHER, LOWER, TIE, NotCovered, Path, Wagered, moved
from casinowar.odds.shoe import Shoe

MOST_SEATS = 3
"""With more seats a shoe has too many courses to count; use a simulation."""

Numbers = tuple[int, ...]
"""How many deals one hand ties in, two hands, and so on."""


def shared_long_run(
    rules: Rules,
    seats: int,
    strategy: Strategy = Strategy.WAR,
    *,
    decks: int | None = None,
    behind: int | None = None,
    wager: Cents | None = None,
) -> LongRun:
    """Average over whole shoes in which every seat has one hand and all play alike.

    A shoe's course depends on how many hands tie in each deal. A hand that does not tie, at first or at war,
    wins as often as it loses: reversing the ranks leaves the course unchanged.
    """
    shoe, wars = Shoe.fresh(rules, decks), wars_fought(rules, strategy)
    _check(rules, seats, wars)
    table = _Table(rules, shoe, seats, wars, behind)
    unit = wager or usual_wager(rules)

    def net(*ends: Path) -> Fraction:
        return Fraction(sum(moved(rules, end, Wagered(unit)).net for end in ends), len(ends) * unit)

    rounds, tied, tied_again = table.averages()
    untied = net(Path(HIGHER), Path(LOWER))
    if wars:
        again, decided = net(Path(TIE, 1, TIE)), net(Path(TIE, 1, HIGHER), Path(TIE, 1, LOWER))
        on_ties = again * tied_again + decided * (tied - tied_again)
    else:
        on_ties = net(Path(TIE, given_up=rules.offers_choice)) * tied
    hands = seats * rounds
    book = rules.book.wagers
    return LongRun(
        strategy=strategy,
        seats=seats,
        rounds=rounds,
        initial=-(untied * (hands - tied) + on_ties) / hands,
        tie=1 - (1 + tie_pays(rules, wager)) * tied / hands if book.tie and rules.most_ties == 1 else None,
        war_tie=1 - (1 + tie_pays(rules, wager, Wager.WAR_TIE)) * tied_again / tied
        if book.war_tie and wars and tied
        else None,
    )


def _check(rules: Rules, seats: int, wars: int) -> None:
    if not 1 <= seats <= min(MOST_SEATS, rules.seats):
        raise NotCovered(
            f"The cover card's effect is counted for 1 to {min(MOST_SEATS, rules.seats)} seats; "
            "simulate tells it for more, with a standard error."
        )
    if wars > 1 or rules.burns_by_first_card or rules.suits_decide or rules.ties_run_on:
        raise NotCovered(
            "The cover card's effect on several seats is counted where ranks alone decide, a hand fights "
            "one war at most, and the first card of a shoe does not decide how many are burned."
        )


class _Table:
    def __init__(self, rules: Rules, shoe: Shoe, seats: int, wars: int, behind: int | None) -> None:
        self._seats, self._shoe, self._wars = seats, shoe, wars
        front = shoe.size - (rules.behind_cover_card(shoe.size) if behind is None else behind)
        self._front = 0 if rules.reshuffles_each_round else front
        self._burned = rules.new_shoe_burn(shoe.size)
        each = cards_of_war(rules, 1)
        self._war = [
            wars * (cards_of_war(rules, hands) if rules.fights_together else hands * each) if hands else 0
            for hands in range(seats + 1)
        ]
        needed = seats + 1 + max(self._war)
        if max(self._front, self._burned) + needed > shoe.size:
            raise NotCovered(
                f"The last round of a shoe may need {needed} cards, "
                f"and only {shoe.size - self._front} lie behind the cover card."
            )

    def averages(self) -> tuple[Fraction, Fraction, Fraction]:
        starts = self._starts()
        deals = 1 + max(untied + sum(numbers) for numbers, untied in starts)
        rounds = tied = tied_again = 0
        pairs = zip(self._chances(deals, 0), self._chances(deals, self._wars), strict=True)
        for untied, (chances, with_a_pair) in enumerate(pairs):
            for numbers in [numbers for numbers, others in starts if others == untied]:
                ways = starts[numbers, untied]
                rounds += ways * chances[numbers]
                for hands in range(1, self._seats + 1):
                    more = ways * hands * comb(self._seats, hands)
                    tied += more * chances[_more(numbers, hands)]
                    tied_again += more * with_a_pair[_more(numbers, hands)]
        whole = factorial(self._shoe.size)
        return Fraction(rounds, whole), Fraction(tied, whole), Fraction(tied_again, whole)

    def _starts(self) -> dict[tuple[Numbers, int], int]:
        found = dict[tuple[Numbers, int], int]()
        courses = Counter({((0,) * self._seats, 0): 1})
        while courses:
            after = Counter[tuple[Numbers, int]]()
            for (numbers, untied), ways in courses.items():
                found[numbers, untied] = ways
                for hands in range(self._seats + 1):
                    then = (_more(numbers, hands), untied) if hands else (numbers, untied + 1)
                    if self._gone(*then) <= self._front:
                        after[then] += ways * comb(self._seats, hands)
            courses = after
        return found

    def _gone(self, numbers: Numbers, untied: int) -> int:
        deals = untied + sum(numbers)
        wars = sum(number * self._war[hands] for hands, number in enumerate(numbers, 1))
        return self._burned + deals * (self._seats + 1) + wars

    def _chances(self, deals: int, pairs: int) -> Iterator[dict[Numbers, int]]:
        """Find the chances of deals in which exactly these hands tie, with no other deal and with one more.

        Chances are over the factorial of the shoe's size; further pairs tie as given. Certain hands tie and
        the others do not with the chance that they tie, less the chances that some of the others tie too.
        """
        table = self._at_least(deals, pairs)
        for hands in reversed(range(1, self._seats)):
            exactly: dict[Numbers, int] = {}
            for number in range(deals + 1):
                exactly |= {_more(each, hands, number): table[each] for each in table if not each[hands - 1]}
                table = {
                    each: table[_more(each, hands)] - self._others_tie(table, each, hands)
                    for each in table
                    if sum(each) < deals - number
                }
            table = exactly
        for untied in range(deals + 1):
            yield table
            table = {
                each: table[each] - self._others_tie(table, each, 0)
                for each in table
                if sum(each) < deals - untied
            }

    def _others_tie(self, table: dict[Numbers, int], each: Numbers, hands: int) -> int:
        others = self._seats - hands
        return sum(comb(others, more) * table[_more(each, hands + more)] for more in range(1, others + 1))

    def _at_least(self, deals: int, pairs: int) -> dict[Numbers, int]:
        """Count the orders in which certain hands tie in each deal, whatever the others do.

        All ranks are alike, so the ways to spread tied deals over them are the coefficients of a power.
        """
        cards, ranks = self._shoe.of_rank[0], len(self._shoe.ranks)
        sizes = range(2, self._seats + 2)
        one = [
            (taken, factorial(cards) // (factorial(cards - used) * prod(map(factorial, taken))))
            for taken in product(*(range(cards // size + 1) for size in sizes))
            if 0 < (used := _cards(taken)) <= cards
        ]
        ways = {(0,) * self._seats: 1}
        for numbers in product(range(deals + pairs + 1), repeat=self._seats):
            total = sum(numbers)
            if not 0 < total <= deals + pairs:
                continue
            before = 0
            for taken, number in one:
                left = tuple(map(int.__sub__, numbers, taken))
                if min(left) >= 0:
                    before += ((ranks + 1) * sum(taken) - total) * number * ways[left]
            ways[numbers] = before // total
        size = self._shoe.size
        return {
            numbers: ways[with_pairs]
            * prod(map(factorial, with_pairs))
            * factorial(max(0, size - _cards(with_pairs)))
            for numbers in ways
            if sum(numbers) <= deals
            for with_pairs in [_more(numbers, 1, pairs)]
        }


def _more(numbers: Numbers, hands: int, more: int = 1) -> Numbers:
    return (*numbers[: hands - 1], numbers[hands - 1] + more, *numbers[hands:])


def _cards(numbers: Numbers) -> int:
    return sum(hands * number for hands, number in enumerate(numbers, 2))
