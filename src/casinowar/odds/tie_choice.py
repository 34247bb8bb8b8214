"""The choice on a tie: the worth of war and surrender, why, and when to give up."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.game.words import Word
from casinowar.odds import hand
from casinowar.odds.distribution import Chances
from casinowar.odds.hand import Strategy, TieMet, TieWorth, ways
from casinowar.odds.progressive import amount_paid, paid, starting_meter
from casinowar.odds.progressive_hands import Showing, showings
from casinowar.odds.settlement import HIGHER, LOWER, TIE, Path, Wagered, moved
from casinowar.odds.shoe import Shoe


class Better(Word):
    WAR = "war"
    SURRENDER = "surrender"
    ALIKE = "both alike"
    BY_CARDS = "by the cards left"


class TieChoice(Struct, frozen=True, kw_only=True):
    """The worth of going to war and of giving up on a tie, in cents, all wagers of the hand together.

    Both are net: a progressive chip is gone either way, and counts.
    """

    suited: bool | None = None
    """Whether the tie is suited; None if nothing depends on it."""
    progressive: Cents = 0
    tie: Cents = 0
    """A tie wager of the hand that is paid more if it ties at war too."""
    wars: int = 0
    cards: int | None = None
    """The number of cards of the tie's rank; None if the better choice does not depend on it."""
    war: Fraction
    """What war is worth, played best afterward: given up after a tied war, or fought on."""
    surrender: Fraction
    better: Better


def choices(
    rules: Rules,
    shoe: Shoe,
    *,
    initial: Cents | None = None,
    tie: Cents = 0,
    wager: Cents = 0,
    meter: Cents | None = None,
) -> list[TieChoice]:
    """Compare war with giving up on every tie with a choice, including any tie or progressive wager."""
    law = rules.book.progressive
    if Strategy.BEST not in hand.strategies(rules):
        return []
    main = TieWorth(rules, shoe, initial or usual_wager(rules), tie)
    if law is None or not wager:
        return [replace(each, tie=tie) for each in _before_meters(rules, main)]
    shows = starting_meter(rules) if meter is None else meter
    held = {plan: showings(rules, law, shoe, plan) for plan in (Strategy.WAR, Strategy.SURRENDER)}
    war_on = cache(main.war)

    def worth(plan: Strategy, of_kind: Callable[[Showing], object]) -> Fraction:
        def won(each: Showing) -> Fraction:
            given_up = plan is Strategy.SURRENDER
            hands = paid(law, each.held, wager, shows, given_up=given_up)
            fought = main.given_up() if given_up else war_on(each.cards)
            return fought + amount_paid(rules, law, hands, wager, shows) - wager

        return held[plan].given(of_kind).mean(won)

    def choice(*, suited: bool, cards: int | None) -> TieChoice:
        def of_kind(each: Showing) -> bool:
            return bool(each.held) and each.suited is suited and cards in {None, each.cards}

        war, surrender = (worth(plan, of_kind) for plan in (Strategy.WAR, Strategy.SURRENDER))
        better = _better([war - surrender])
        return TieChoice(
            suited=suited, progressive=wager, cards=cards, war=war, surrender=surrender, better=better
        )

    found: list[TieChoice] = []
    for suited in (True, False) if rules.can_give_up(0) else ():
        ranks = {each.cards for each in held[Strategy.SURRENDER] if each.held and each.suited is suited}
        by_rank = [choice(suited=suited, cards=cards) for cards in sorted(ranks)]
        if _better([each.war - each.surrender for each in by_rank]) is Better.BY_CARDS:
            found += by_rank
        elif by_rank:
            found.append(choice(suited=suited, cards=None))
    return found


def _before_meters(rules: Rules, main: TieWorth) -> Iterator[TieChoice]:
    """Compare them without a progressive wager; on the original deal by rank, if that decides."""
    for wars, met in enumerate(main.met()):
        if not met or not rules.can_give_up(wars):
            continue
        ranks = sorted({tie.cards for tie in met})
        by_rank = {cards: [tie for tie in met if tie.cards == cards] for cards in ranks}
        several = not wars and _compared(met) is Better.BY_CARDS
        for cards, ties in by_rank.items() if several else [(None, met)]:
            total = sum(tie.ways for tie in ties)
            yield TieChoice(
                wars=wars,
                cards=cards,
                war=sum((tie.ways * tie.war for tie in ties), Fraction(0)) / total,
                surrender=ties[0].given_up,
                better=_compared(ties),
            )


def _compared(met: list[TieMet]) -> Better:
    return _better([tie.war - tie.given_up for tie in met])


def _better(gains: Iterable[Fraction]) -> Better:
    gains = [*gains]
    if max(gains, default=0) > 0:
        return Better.BY_CARDS if min(gains) < 0 else Better.WAR
    return Better.SURRENDER if min(gains, default=0) < 0 else Better.ALIKE


class WarWorth(Struct, frozen=True, kw_only=True):
    """The results of a tie hand's ends, in units of the initial wager, and how often a war ties."""

    won: Fraction
    lost: Fraction
    tied: Fraction
    surrendered: Fraction
    ties: Fraction
    """The chance that a war ties."""

    @property
    def untied(self) -> Fraction:
        """The worth of a war that does not tie: its cards are exchangeable, so half of them are won."""
        return (self.won + self.lost) / 2

    @property
    def war(self) -> Fraction:
        return self.untied + self.ties * (self.tied - self.untied)

    @property
    def never_worse(self) -> bool:
        """Whether war is no worse than surrender, whatever cards are left."""
        return self.untied >= self.surrendered and self.tied >= self.untied


def war_worth(rules: Rules, shoe: Shoe, wager: Cents) -> WarWorth | None:
    """Find the results of a tie hand's ends; None if there is no surrender, or more than one war."""
    if rules.most_wars != 1 or rules.book.surrender is None:
        return None
    ends = {
        "won": Path(TIE, 1, HIGHER),
        "lost": Path(TIE, 1, LOWER),
        "tied": Path(TIE, 1, TIE),
        "surrendered": Path(TIE, given_up=True),
    }
    fought = ways(rules, shoe, Strategy.WAR, wager).given(lambda path: path.tied)
    return WarWorth(
        ties=fought.chance(lambda path: path.last is TIE),
        **{name: Fraction(moved(rules, path, Wagered(wager)).net, wager) for name, path in ends.items()},
    )


class GivingUp(Struct, frozen=True, kw_only=True):
    """After how many wars a tie hand gives up, and the strategy of the odds with the same result."""

    wars: int | None
    """None if it always fights on."""
    strategy: Strategy | None


def best_giving_up(rules: Rules, shoe: Shoe, initial: Cents) -> GivingUp:
    """Compare always going to war with giving up after each number of wars, for the initial wager alone.

    All ranks of a fresh shoe are alike, so telling them apart gains nothing. The odds' best strategy sees the
    war cards too; it is the same one if its hands go the same ways.
    """
    always = ways(rules, shoe, Strategy.WAR, initial)
    courses = {None: always} | {
        wars: _given_up(always, wars) for wars in reversed(range(rules.most_wars)) if rules.can_give_up(wars)
    }
    worth = {
        wars: course.mean(lambda path: moved(rules, path, Wagered(initial)).net)
        for wars, course in courses.items()
    }
    best = max(courses, key=worth.__getitem__)
    if not best:
        return GivingUp(wars=best, strategy=Strategy.WAR if best is None else Strategy.SURRENDER)
    same = courses[best] == ways(rules, shoe, Strategy.BEST, initial)
    return GivingUp(wars=best, strategy=Strategy.BEST if same else None)


def _given_up(always: Chances[Path], wars: int) -> Chances[Path]:
    end = Path(TIE, wars, TIE if wars else None, given_up=True)
    return Chances((end if path.wars > wars else path, chance) for path, chance in always.items())
