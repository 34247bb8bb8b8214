"""Several seats against one dealer: their covariance, and the table's win and variance."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from statistics import NormalDist

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_tie_wager, usual_wager, usual_war_tie_wager
from casinowar.game.money import Cents
from casinowar.game.words import Wager, Word
from casinowar.odds.distribution import Chances, Distribution, root
from casinowar.odds.hand import Strategy, check_cards, strategies
from casinowar.odds.settlement import HIGHER, LOWER, TIE, NotCovered, Path, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.odds.tied_deals import TiedDeals

_Course = tuple[tuple[int, Fraction], ...]
"""The parts of a chance: chances that further deals of two cards tie, each with its factor."""


class Mix(Word):
    INITIAL = "initial"
    WITH_TIE = "initial and tie"
    WITH_BOTH = "initial, tie and tie on the war"


def mixes(rules: Rules) -> tuple[Mix, ...]:
    wagers = rules.book.wagers
    tie = wagers.tie if Wager.TIE not in rules.exclude_initial else None
    required = tie is not None and tie.required
    allowed = {
        Mix.INITIAL: not required,
        Mix.WITH_TIE: tie,
        Mix.WITH_BOTH: tie and wagers.war_tie,
    }
    return tuple(mix for mix, law in allowed.items() if law)


def wagered(rules: Rules, mix: Mix, initial: Cents | None = None) -> Wagered:
    """Put down a mix: tie wagers as large as the initial wager, or as large as the rules allow."""
    amount = initial or usual_wager(rules)
    tie = 0 if mix is Mix.INITIAL else usual_tie_wager(rules, amount)
    return Wagered(amount, tie, usual_war_tie_wager(rules, amount) if mix is Mix.WITH_BOTH else 0)


class TableOdds(Struct, frozen=True, kw_only=True):
    """The table's win in a round with a number of seats, in units of the initial wager."""

    mix: Mix
    strategy: Strategy | None
    """How every seat plays; None without a choice."""
    seats: int
    put_down: Fraction
    """What one seat puts down before the deal."""
    win: Fraction
    variance: Fraction
    covariance: Fraction
    """The covariance between two of the seats."""

    @property
    def standard_deviation(self) -> float:
        return root(self.variance)

    def theoretical_win(self, initial: Cents, rounds: int) -> Fraction:
        """Find the table's average win over a number of rounds at this initial wager, in cents."""
        return self.win * initial * rounds

    def hold(self, rounds: int, confidence: float = 0.95) -> tuple[float, float, float]:
        """Find the share of the wagers put down that the table keeps after a number of rounds.

        Low, expected and high; the interval is the normal one, and rounds count as independent.
        """
        put_down = float(self.seats * self.put_down)
        expected = float(self.win) / put_down
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_deviation / put_down / rounds**0.5
        return expected - reach, expected, expected + reach


class Seats:
    """Two seats at one table, which determine every number of seats: any two are alike."""

    def __init__(self, rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR) -> None:
        strategy.check_plain()
        check_cards(rules, shoe, hands=2)
        self.rules, self.shoe, self.strategy = rules, shoe, strategy
        self._covariances: dict[tuple[Wagered, Wagered | None], Fraction] = {}
        wars, together = rules.most_wars, rules.fights_together
        if wars and rules.suits_decide_first is not rules.suits_decide_at_war:
            raise NotCovered("Several seats are not worked out where suits decide on one deal only.")
        counts = shoe.of_class(rules.suit_strength if rules.suits_decide_first else {})
        self._deals = TiedDeals(
            counts, threes=wars + 1 if together else 1, deals=wars + 2 if together else 2 * wars + 3
        )

    @cached_property
    def pairs(self) -> Chances[tuple[Path, Path]]:
        return Chances(self._pairs())

    def _pairs(self) -> Iterator[tuple[tuple[Path, Path], Fraction]]:
        deals = self._deals
        for wars in range(self.rules.most_wars + 1):
            for one, other in product((HIGHER, LOWER), repeat=2):
                yield (Path.after(wars, one), Path.after(wars, other)), deals.none_tied(one, other, wars)
            tied = Path.after(wars, TIE)
            for end, course in self._ends(tied):
                for result in (HIGHER, LOWER):
                    other_end = Path.after(wars, result)
                    chance = sum(part * deals.one_tied(result, wars, twos) for twos, part in course)
                    yield (end, other_end), Fraction(chance)
                    yield (other_end, end), Fraction(chance)
            if not self._goes_on(tied):
                yield (self._ended(tied), self._ended(tied)), deals.tied(wars + 1, 0)
                return
            if not self.rules.fights_together:
                yield from self._apart(tied)
                return

    def _apart(self, tied: Path) -> Iterator[tuple[tuple[Path, Path], Fraction]]:
        for (one, course), (other, others) in product(self._ends(tied), repeat=2):
            chances = (
                part * its_part * self._deals.tied(1, twos + its_twos)
                for (twos, part), (its_twos, its_part) in product(course, others)
            )
            yield (one, other), sum(chances, Fraction(0))

    def _ends(self, tied: Path) -> Iterator[tuple[Path, _Course]]:
        half, twos = Fraction(1, 2), 0
        while self._goes_on(tied):
            for result in (HIGHER, LOWER):
                yield Path.after(tied.wars + 1, result), ((twos, half), (twos + 1, -half))
            tied, twos = Path.after(tied.wars + 1, TIE), twos + 1
        yield self._ended(tied), ((twos, Fraction(1)),)

    def _goes_on(self, path: Path) -> bool:
        fights = path.wars < self.rules.most_wars and not self.strategy.gives_up(self.rules, path.wars)
        return path.undecided and fights

    def _ended(self, path: Path) -> Path:
        chose = self.rules.plays_ties_on and (path.wars < self.rules.most_wars or not path.wars)
        return path._replace(given_up=path.undecided and chose)

    @cached_property
    def _alone(self) -> Chances[Path]:
        return Chances((one, chance) for (one, _), chance in self.pairs.items())

    def covariance(self, one: Wagered, other: Wagered | None = None) -> Fraction:
        """Find the covariance of two seats' results, in squared cents."""
        if (one, other) not in self._covariances:
            nets, others = (
                {path: moved(self.rules, path, wagers).net for path in self._alone}
                for wagers in (one, other or one)
            )
            both = self.pairs.mean(lambda pair: nets[pair[0]] * others[pair[1]])
            apart = self._alone.mean(nets.__getitem__) * self._alone.mean(others.__getitem__)
            self._covariances[one, other] = both - apart
        return self._covariances[one, other]

    def single(self, wagers: Wagered) -> Distribution:
        """Find the distribution of one seat's result, in cents."""
        return self._alone.distribution(lambda path: Fraction(moved(self.rules, path, wagers).net))

    def table(self, mix: Mix, seats: int, initial: Cents | None = None) -> TableOdds:
        check_cards(self.rules, self.shoe, seats)
        if self.rules.equal_rank_wins_ties and mix is not Mix.INITIAL:
            raise NotCovered("Seats with tie wagers are not worked out where suits decide and ranks tie.")
        wagers = wagered(self.rules, mix, initial)
        if wagers.tie and self.rules.ties_run_on:
            raise NotCovered("Several seats are counted without a tie wager that runs to its end.")
        unit = wagers.initial
        alone = self.single(wagers)
        covariance = self.covariance(wagers) if seats > 1 else Fraction(0)
        return TableOdds(
            mix=mix,
            strategy=self.strategy if strategies(self.rules) else None,
            seats=seats,
            put_down=Fraction(wagers.initial + wagers.tie, unit),
            win=seats * alone.house_edge / unit,
            variance=(seats * alone.variance + seats * (seats - 1) * covariance) / unit**2,
            covariance=covariance / unit**2,
        )
