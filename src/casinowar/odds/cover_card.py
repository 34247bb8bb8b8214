"""The cover card's effect: the long-run average of shoes dealt down to it, compared with a fresh shoe.

A shoe with many ties uses its cards in wars and so has fewer rounds than one with few. Rounds sampled from
shoes that end at a cover card are therefore biased. Published figures ignore this.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.odds import hand, wagers
from casinowar.odds.deal_probabilities import tied_pairs
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import HIGHER, LOWER, TIE, NotCovered, Path, Wagered, moved
from casinowar.odds.settlement import war_ties as war_ties_of
from casinowar.odds.shoe import Shoe


class LongRun(Struct, frozen=True, kw_only=True):
    """Long-run averages per round of shoes dealt down to the cover card."""

    strategy: Strategy
    seats: int = 1
    rounds: Fraction
    initial: Fraction
    """The house edge of the initial wager."""
    tie: Fraction | None
    war_tie: Fraction | None
    """The house edge of a tie wager on every war deal, per wager made."""


class _Kind(NamedTuple):
    """A kind of round by its pairs of cards: how many tie, and whether one that does not tie ends it."""

    tied: int
    other: int
    ends: tuple[Path, Path]
    """Its two ends: a pair that does not tie is won and lost equally often."""

    def won(self, rules: Rules, wagered: Wagered) -> Cents:
        """Add up what wagers win at both ends, twice their average."""
        return sum(moved(rules, path, wagered).net for path in self.ends)


def long_run(
    rules: Rules,
    strategy: Strategy = Strategy.WAR,
    *,
    decks: int | None = None,
    behind: int | None = None,
    wager: Cents | None = None,
) -> LongRun:
    """Average over whole shoes: the result of their rounds, divided by their number.

    Tie wagers that run to their end are left out: cards dealt for them alone would move the cover card.
    """
    shoe = Shoe.fresh(rules, decks)
    wars = wars_fought(rules, strategy)
    _check_suits(rules, wars)
    unit = wager or usual_wager(rules)
    # A tie wager that must equal the war wagers grows with them, so it is followed beside the initial wager.
    ladder = rules.book.wagers.war_tie
    beside = unit if ladder and ladder.equals else 0
    at_war = Wagered(beside, 0, unit)
    war_unit = war_ties_of(rules, 1, at_war)[0]
    kinds = [
        (kind, kind.won(rules, Wagered(unit)), kind.won(rules, at_war) - kind.won(rules, Wagered(beside)))
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
        war_tie=Fraction(-war_tie_net, 2 * war_unit * war_ties) if war_ties and ladder else None,
    )


class RoundStart(NamedTuple):
    """A state of the shoe in which a round can begin, with its number of ways."""

    rounds: int
    """Rounds played before."""
    gone: int
    """Cards out of the shoe, including burned ones."""
    tied: int
    """How many pairs at certain places tied and how many did not; the pair of a last war is left open."""
    other: int
    ways: int
    chance: Callable[[int, int], int]
    """The chance of given numbers of tied and untied pairs, over the factorial of the shoe's size."""


def wars_fought(rules: Rules, strategy: Strategy) -> int:
    """Count the wars of a round at most, for hands that always or never fight."""
    if strategy is not Strategy.WAR and not strategy.gives_up(rules, 0):
        raise NotCovered("The cover card's effect is computed for hands that always or never go to war.")
    return 0 if strategy.gives_up(rules, 0) else rules.most_wars


def round_starts(rules: Rules, shoe: Shoe, wars: int, behind: int | None = None) -> Iterator[RoundStart]:
    per_war = hand.cards_of_war(rules, 1)
    front = shoe.size - (rules.behind_cover_card(shoe.size) if behind is None else behind)
    if rules.reshuffles_each_round:
        front = 0
    if max(front, rules.new_shoe_burn(shoe.size)) + 2 + wars * per_war > shoe.size:
        raise NotCovered(
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
    """List how many cards a new shoe burns and what is left of those that tie, with the ways.

    Unseen burned cards count as left; a card that is turned up does not.
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
    if wars and rules.suits_decide_first is not rules.suits_decide_at_war:
        raise NotCovered("The cover card's effect is not computed where suits decide on one deal only.")
    if rules.equal_rank_wins_ties and (rules.book.wagers.tie or rules.book.wagers.war_tie):
        raise NotCovered(
            "The cover card's effect is not computed where suits decide and tie wagers win on equal rank."
        )


def _kinds(rules: Rules, wars: int) -> Iterator[_Kind]:
    last = Path(TIE, wars, TIE) if wars else Path(TIE, given_up=rules.offers_choice)
    yield _Kind(wars + 1, 0, (last, last))
    for tied in range(wars + 1):
        yield _Kind(tied, 1, (Path.after(tied, HIGHER), Path.after(tied, LOWER)))


def _pair_chances(counts: tuple[int, ...]) -> Callable[[int, int], int]:
    """Make a function for the chance that given numbers of pairs tie and do not tie.

    Which pairs these are does not matter. The chance that one more pair does not tie is the chance without
    it, less the chance that it ties too. Chances are whole numbers, over the factorial of the shoe's size.
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
