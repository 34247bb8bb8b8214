"""The cover card's effect: the long-run average of a shoe dealt down to it, against a fresh shoe's figure.

A shoe with many ties uses its cards up in wars and so has fewer rounds than one with few: the rounds of shoes
that end at a cover card are not a fair sample. Published figures leave that out.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual import usual_wager
from casinowar.game.money import Cents
from casinowar.odds import hand, wagers
from casinowar.odds.deal_probabilities import tied_pairs
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import HIGHER, LOWER, TIE, CannotBeHonoured, Path, Wagered, moved
from casinowar.odds.shoe import Shoe


class LongRun(Struct, frozen=True, kw_only=True):
    """Long-run averages per round, the shoe dealt down to the cover card."""

    strategy: Strategy
    seats: int = 1
    """How many seats play, all of them alike."""
    rounds: Fraction
    """How many rounds a shoe has on average."""
    initial: Fraction
    """The house edge of the initial wager."""
    tie: Fraction | None
    war_tie: Fraction | None
    """The house edge of a tie wager on every war deal, per wager made."""


class _Kind(NamedTuple):
    """A kind of rounds by its pairs of cards: how many tie, and whether one that does not tie ends it."""

    tied: int
    other: int
    ends: tuple[Path, Path]
    """Its two ends: a pair that does not tie is won and lost equally often."""

    def won(self, rules: Rules, wagered: Wagered) -> Cents:
        """Add up what wagers bring at both ends, so twice what they bring on average."""
        return sum(moved(rules, path, wagered).net for path in self.ends)


def long_run(
    rules: Rules,
    strategy: Strategy = Strategy.WAR,
    *,
    decks: int | None = None,
    behind: int | None = None,
    wager: Cents | None = None,
) -> LongRun:
    """Average over whole shoes: what their rounds bring in all, over how many there are.

    Nobody makes a tie wager that runs to its end: cards dealt for it alone would move the cover card.
    """
    shoe = Shoe.fresh(rules, decks)
    wars = wars_fought(rules, strategy)
    _check_suits(rules, wars)
    unit = wager or usual_wager(rules)
    kinds = [
        (kind, kind.won(rules, Wagered(unit)), kind.won(rules, Wagered(0, 0, unit)))
        for kind in _kinds(rules, wars)
    ]
    rounds = ties = war_ties = net = war_tie_net = 0
    for start in round_starts(rules, shoe, wars, behind):
        ways, chance, tied, other = start.ways, start.chance, start.tied, start.other
        rounds += ways * chance(tied, other)
        for kind, initial_won, war_tie_won in kinds:
            likely = ways * chance(tied + kind.tied, other + kind.other)
            net += likely * initial_won
            ties += likely * (kind.tied > 0)
            war_ties += likely * (kind.tied + kind.other - 1)
            war_tie_net += likely * war_tie_won
    # What a tie wager is paid by the number of ties hangs on cards that are dealt for it alone.
    tie = wagers.tie(rules, shoe, unit) if rules.most_ties == 1 else None
    won = tie.distribution.outcomes[-1][0] if tie else Fraction(0)
    return LongRun(
        strategy=strategy,
        rounds=Fraction(rounds, factorial(shoe.size)),
        initial=Fraction(-net, 2 * unit * rounds),
        tie=1 - (1 + won) * Fraction(ties, rounds) if tie else None,
        war_tie=Fraction(-war_tie_net, 2 * unit * war_ties)
        if war_ties and rules.book.wagers.war_tie
        else None,
    )


class RoundStart(NamedTuple):
    """How a shoe can have gone when a round begins, in how many ways."""

    rounds: int
    """How many there were before."""
    gone: int
    """How many cards are out of the shoe, burned ones included."""
    tied: int
    """How many pairs at certain places tied, and how many others did not; that of a last war is left open."""
    other: int
    ways: int
    chance: Callable[[int, int], int]
    """Find the chance of so many pairs that tie and others that do not, over the factorial of the shoe."""


def wars_fought(rules: Rules, strategy: Strategy) -> int:
    """Count the wars of a round at most, for hands that always or never fight."""
    if strategy is not Strategy.WAR and not strategy.gives_up(rules, 0):
        raise CannotBeHonoured(
            "The cover card's effect is computed for hands that always or never go to war."
        )
    return 0 if strategy.gives_up(rules, 0) else rules.most_wars


def round_starts(rules: Rules, shoe: Shoe, wars: int, behind: int | None = None) -> Iterator[RoundStart]:
    """Follow one seat's shoe, with so many wars in a round at most, to all rounds that it can have."""
    per_war = hand.cards_of_war(rules, 1)
    front = shoe.size - (rules.behind_cover_card(shoe.size) if behind is None else behind)
    if rules.reshuffles_each_round:
        front = 0
    if max(front, rules.new_shoe_burn(shoe.size)) + 2 + wars * per_war > shoe.size:
        raise CannotBeHonoured(
            f"The last round of a shoe may need {2 + wars * per_war} cards, "
            f"and only {shoe.size - front} lie behind the cover card."
        )
    for (burned, counts), first_cards in _burned(rules, shoe).items():
        chance = _pair_chances(counts)
        courses, done = {(0, 0): first_cards}, 0
        while courses:
            after: dict[tuple[int, int], int] = defaultdict(int)
            for (tied, other), ways in courses.items():
                gone = burned + 2 * done + per_war * tied
                if done and gone > front:
                    continue
                yield RoundStart(done, gone, tied, other, ways, chance)
                # How the last pair of a round falls does not matter to the cards that come after it.
                after[tied + wars, other] += ways
                for again in range(wars):
                    after[tied + again, other + 1] += ways
            courses, done = after, done + 1


def _burned(rules: Rules, shoe: Shoe) -> dict[tuple[int, tuple[int, ...]], int]:
    """List how many cards are burned from a new shoe and what is left of those that tie, with the ways of it.

    Burned cards that nobody sees count as left; one that is turned up is gone.
    """
    counts = shoe.of_class(rules.suit_strength if rules.suits_decide_first else {})
    if not rules.burns_by_first_card:
        return {(rules.new_shoe_burn(shoe.size), counts): 1}
    found = Counter[tuple[int, tuple[int, ...]]]()
    to_a_rank = len(counts) // len(shoe.ranks)
    for place, cards in enumerate(counts):
        left = sorted((*counts[:place], cards - 1, *counts[place + 1 :]))
        found[rules.first_card_burns[shoe.ranks[place // to_a_rank]], tuple(left)] += cards
    return found


def _check_suits(rules: Rules, wars: int) -> None:
    """Refuse suits that would let a pair tie on one deal and not on another."""
    if wars and rules.suits_decide_first is not rules.suits_decide_at_war:
        raise CannotBeHonoured("The cover card's effect is not computed where suits decide on one deal only.")
    if rules.equal_rank_wins_ties and (rules.book.wagers.tie or rules.book.wagers.war_tie):
        raise CannotBeHonoured(
            "The cover card's effect is not computed where suits decide and tie wagers win on equal rank."
        )


def _kinds(rules: Rules, wars: int) -> Iterator[_Kind]:
    """List the kinds of rounds: nothing but ties, or so many ties and then none."""
    last = Path(TIE, wars, TIE) if wars else Path(TIE, given_up=rules.offers_choice)
    yield _Kind(wars + 1, 0, (last, last))
    for tied in range(wars + 1):
        yield _Kind(tied, 1, (Path.after(tied, HIGHER), Path.after(tied, LOWER)))


def _pair_chances(counts: tuple[int, ...]) -> Callable[[int, int], int]:
    """Make a function for the chance that so many pairs tie and so many others do not.

    Which pairs these are does not matter. That one more pair does not tie has the chance without it, less the
    chance that it ties too. Chances are whole numbers, over the factorial of the shoe's size.
    """
    size = sum(counts)
    ways = tied_pairs(counts, size // 2)
    rows = [[each * factorial(size - 2 * pairs) for pairs, each in enumerate(ways)]]

    def chance(tied: int, other: int) -> int:
        while len(rows) <= other:
            row = rows[-1]
            rows.append([one - two for one, two in pairwise(row)])
        return rows[other][tied] if tied < len(rows[other]) else 0

    return chance
