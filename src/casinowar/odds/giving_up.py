"""When it is best to give up: each time, never, or after so many wars, for the initial wager alone."""

from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.odds.hand import TIE, Path, Strategy, Wagered, can_give_up, moved, ways
from casinowar.odds.shoe import Shoe

Course = dict[Path, Fraction]
"""How a hand can go, with the chance of each way."""


class GivingUp(Struct, frozen=True, kw_only=True):
    """After how many wars a tie hand gives up, and which strategy of the odds that is."""

    wars: int | None
    """None where it always fights on."""
    strategy: Strategy | None


def best_giving_up(rules: Rules, shoe: Shoe, initial: Cents) -> GivingUp:
    """Compare going to war each time with giving up after so many wars.

    All ranks of a fresh shoe are alike, so nothing is gained by telling them apart. The odds' best strategy
    sees the war cards too; it is the same one if its hands go the same ways.
    """
    always = dict(ways(rules, shoe, Strategy.WAR, initial))
    courses: dict[int | None, Course] = {None: always}
    for wars in reversed(range(rules.most_wars)):
        if can_give_up(rules, wars):
            courses[wars] = _given_up(always, wars)
    best = max(courses, key=lambda wars: _worth(rules, courses[wars], initial))
    if not best:
        return GivingUp(wars=best, strategy=Strategy.WAR if best is None else Strategy.SURRENDER)
    same = courses[best] == dict(ways(rules, shoe, Strategy.BEST, initial))
    return GivingUp(wars=best, strategy=Strategy.BEST if same else None)


def _given_up(always: Course, wars: int) -> Course:
    """Let hands that would fight on after so many wars give up instead."""
    course: Course = {}
    for path, chance in always.items():
        end = path
        if path.wars > wars:
            end = Path(TIE, wars, TIE if wars else None, given_up=True)
        course[end] = course.get(end, Fraction(0)) + chance
    return course


def _worth(rules: Rules, course: Course, initial: Cents) -> Fraction:
    return sum(
        (chance * moved(rules, path, Wagered(initial)).net for path, chance in course.items()), Fraction(0)
    )
