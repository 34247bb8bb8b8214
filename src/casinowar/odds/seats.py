"""Several seats against one dealer: their covariance, and what the table wins and how far it swings."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import floor
from statistics import NormalDist

from msgspec import Struct

from casinowar.game.book.citing import Share
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Comparison, Wager, Word
from casinowar.odds.chance import Deal, Deals, deal_of
from casinowar.odds.distribution import Chances, Distribution, root
from casinowar.odds.hand import CannotBeHonoured, Path, Strategy, Wagered, check_cards, moved, usual_wager
from casinowar.odds.shoe import Shoe


class Mix(Word):
    """Which wagers each seat makes."""

    INITIAL = "initial"
    WITH_TIE = "initial and tie"
    WITH_BOTH = "initial, tie and tie on the war"


def mixes(rules: Rules) -> tuple[Mix, ...]:
    """List the mixes of wagers that the rules allow."""
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
    """Put down a mix: tie wagers as large as the initial wager, or as large as the rules let them be."""
    amount = initial or usual_wager(rules)
    wagers = rules.book.wagers
    tie = war_tie = 0
    if mix is not Mix.INITIAL and wagers.tie:
        tie = _at_most(amount, wagers.tie.most, rules.unit(Wager.TIE))
    if mix is Mix.WITH_BOTH and wagers.war_tie:
        war = rules.book.war.wager.value if rules.book.war and wagers.war_tie.equal else 1
        war_tie = _at_most(war * amount, wagers.war_tie.most, rules.unit(Wager.WAR_TIE))
    return Wagered(amount, tie, war_tie)


def _at_most(amount: Cents, most: Share | None, unit: Cents) -> Cents:
    whole = amount if most is None else min(amount, floor(Fraction(most) * amount))
    return whole // unit * unit


class TableOdds(Struct, frozen=True, kw_only=True):
    """What the table wins in a round with so many seats, in units of the initial wager."""

    mix: Mix
    seats: int
    put_down: Fraction
    """What one seat puts down before the deal."""
    win: Fraction
    variance: Fraction
    covariance: Fraction
    """The covariance between two of the seats."""

    @property
    def standard_deviation(self) -> float:
        """Take the root of the variance."""
        return root(self.variance)

    def theoretical_win(self, initial: Cents, rounds: int) -> Fraction:
        """Tell what the table wins on average in so many rounds at initial wagers of this size, in cents."""
        return self.win * initial * rounds

    def hold(self, rounds: int, confidence: float = 0.95) -> tuple[float, float, float]:
        """Give the share of what is put down before the deal that the table keeps after so many rounds.

        Low, expected and high; the interval is the normal one, and rounds count as independent.
        """
        put_down = float(self.seats * self.put_down)
        expected = float(self.win) / put_down
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_deviation / put_down / rounds**0.5
        return expected - reach, expected, expected + reach


class Seats:
    """Two seats at one table, from which every number of seats follows: any two of them are alike."""

    def __init__(self, rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR) -> None:
        """Take the rules, the shoe and how every seat plays."""
        strategy.check_plain()
        check_cards(rules, shoe, hands=2)
        self.rules, self.shoe, self.strategy = rules, shoe, strategy
        self._deals = Deals(shoe.of_rank)

    @cached_property
    def pairs(self) -> Chances[tuple[Path, ...]]:
        """Find how two hands can go at once."""
        return Chances(
            end
            for results in product(Comparison, repeat=2)
            for end in self._played((deal_of(*results),), tuple(map(Path, results)))
        )

    def _played(
        self, dealt: tuple[Deal, ...], hands: tuple[Path, ...]
    ) -> Iterator[tuple[tuple[Path, ...], Fraction]]:
        """Play on for the hands that go to war, together or each by itself."""
        going = [place for place, path in enumerate(hands) if self._goes_on(path)]
        if not going:
            yield tuple(map(self._ended, hands)), self._deals.chance(*dealt)
            return
        fighting = going if self.rules.fights_together else going[:1]
        for results in product(Comparison, repeat=len(fighting)):
            then = list(hands)
            for place, result in zip(fighting, results, strict=True):
                then[place] = hands[place]._replace(wars=hands[place].wars + 1, last=result)
            yield from self._played((*dealt, deal_of(*results)), tuple(then))

    def _goes_on(self, path: Path) -> bool:
        fights = path.wars < self.rules.most_wars and not self.strategy.gives_up(self.rules, path.wars)
        return path.undecided and fights

    def _ended(self, path: Path) -> Path:
        chose = self.rules.offers_choice and (path.wars < self.rules.most_wars or not path.wars)
        return path._replace(given_up=path.undecided and chose)

    def covariance(self, one: Wagered, other: Wagered | None = None) -> Fraction:
        """Find the covariance of two seats' results, in squared cents."""
        nets, others = (
            {path: Fraction(moved(self.rules, path, wagers).net) for pair in self.pairs for path in pair}
            for wagers in (one, other or one)
        )
        both = self.pairs.mean(lambda pair: nets[pair[0]] * others[pair[1]])
        return both - self.pairs.mean(lambda pair: nets[pair[0]]) * self.pairs.mean(
            lambda pair: others[pair[1]]
        )

    def single(self, wagers: Wagered) -> Distribution:
        """Find the distribution of one seat's result, in cents."""
        return self.pairs.distribution(lambda pair: Fraction(moved(self.rules, pair[0], wagers).net))

    def table(self, mix: Mix, seats: int, initial: Cents | None = None) -> TableOdds:
        """Find what the table wins with so many seats, all making the same wagers."""
        check_cards(self.rules, self.shoe, seats)
        wagers = wagered(self.rules, mix, initial)
        if wagers.tie and self.rules.ties_run_on:
            raise CannotBeHonoured("Several seats are counted without a tie wager that runs to its end.")
        unit = wagers.initial
        alone = self.single(wagers)
        covariance = self.covariance(wagers) if seats > 1 else Fraction(0)
        return TableOdds(
            mix=mix,
            seats=seats,
            put_down=Fraction(wagers.initial + wagers.tie, unit),
            win=seats * alone.house_edge / unit,
            variance=(seats * alone.variance + seats * (seats - 1) * covariance) / unit**2,
            covariance=covariance / unit**2,
        )
