"""Exact figures to compare with simulated ones: of the long run if known, else of a fresh shoe."""

from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from math import floor

from msgspec import Struct

from casinowar.game.book.bonus_spin import HotSpot, SmallWager
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.meters import Winners
from casinowar.game.book.progressive import Surrendered
from casinowar.game.book.rules import Rules
from casinowar.game.book.war import base
from casinowar.game.money import Cents, cents
from casinowar.game.words import Wager
from casinowar.odds import hand as h
from casinowar.odds import wagers
from casinowar.odds.bank import bank
from casinowar.odds.bonus_spin import Meters as SpinMeters
from casinowar.odds.bonus_spin import bonus_spin as spin_odds
from casinowar.odds.cover_card import LongRun, long_run
from casinowar.odds.progressive import envy as envy_odds
from casinowar.odds.progressive import progressive as progressive_odds
from casinowar.odds.sessions import SessionOdds, playing, sessions
from casinowar.odds.settlement import NotCovered, Wagered, moved, paid_ends, payable, war_wagers
from casinowar.odds.shoe import Shoe
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.request import Request

LARGEST_SHOE = 1_000
"""Cards, times the wars of a hand, up to which the long run is worked out."""
LONGEST_SESSION = 2_000
"""Rounds up to which a session is worked out, in a second or so."""
MOST_BANKED_HANDS = 8
"""Hands up to which an insufficient bank is worked out; each more takes at least twice as long."""

LONG_RUN, FRESH_SHOE, AVERAGE_METER = "long run", "fresh shoe", "average meter"
_ROUND_METER = 2_520_000_000
"""A meter that ten positions, and small wagers' shares, divide without a remainder."""

Meters = tuple[Fraction | float, Fraction | float, Fraction | float]
"""The progressive, primary and secondary meter in the average round, in cents."""


class Exact(Struct, frozen=True):
    value: Fraction
    what: str


def exact(
    rules: Rules, request: Request, *, meters: Meters | None = None, fresh: bool = False
) -> dict[str, Exact]:
    """Find the exact house edges by wager, counted like simulated ones; unknown ones are missing.

    `meters` are averages when wagers are settled, so they include those of the round. Tie wagers that are not
    made are compared as if made alone. `fresh` asks for a fresh shoe even if the long run is known.
    """
    table = _ExactFigures(rules, request, meters, fresh=fresh)
    figures = {
        "initial": table.initial,
        "tie": table.tie,
        "war_tie": table.war_tie,
        "dealer_wins": table.dealer_wins,
        "progressive": table.progressive,
        "envy": table.envy,
        "bonus_spin": table.bonus_spin,
    }
    found: dict[str, Exact] = {}
    for name, figure in figures.items():
        with suppress(NotCovered):
            if (edge := figure()) is not None:
                found[name] = edge
    return found


class _ExactFigures:
    """The exact figures of a table, each worked out on request."""

    def __init__(self, rules: Rules, request: Request, meters: Meters | None, *, fresh: bool) -> None:
        self.rules, self.asked, self.meters, self.fresh = rules, request, meters, fresh
        # For a choice table, at most the initial wager's edge is known, by rank.
        self.strategy = h.Strategy(request.strategy.odds) if request.strategy.odds else None
        self.shoe = Shoe.fresh(rules, request.decks)
        self.unit = request.unit
        self.electronic = rules.house.electronic is not None
        self._long_runs: dict[Cents, LongRun | None] = {}

    # the initial wager and the tie wagers

    def initial(self) -> Exact | None:
        if self.strategy is None:
            return self._by_rank()
        if not self._is_covered:
            return self._banked(self.strategy)
        if not self._limit_is_apart:
            return None
        if long := self._long_run(self.unit):
            return Exact(long.initial, LONG_RUN)
        return Exact(wagers.initial(self.rules, self.shoe, self.strategy, self.unit).house_edge, FRESH_SHOE)

    def _by_rank(self) -> Exact | None:
        """Find the edge of the initial wager if choices vary by rank, on the first tie only."""
        choosing = self.asked.strategy.choosing
        if not choosing or isinstance(choosing, OnTie) or not all(all(row[1:]) for row in choosing):
            return None
        if not self._is_covered or not self._limit_is_apart:
            return None
        surrenders = [rank for rank, row in zip(self.shoe.ranks, choosing, strict=True) if not row[0]]
        odds = wagers.initial_by_rank(self.rules, self.shoe, surrenders, self.unit)
        return Exact(odds.house_edge, FRESH_SHOE)

    def tie(self) -> Exact | None:
        """Find the edge of the tie wager on the original deal; no choice on a tie comes before it."""
        if self.asked.counter or not self._is_covered or not self._limit_is_apart:
            return None
        amount = self._made(Wager.TIE) or self.unit
        long = self._long_run(amount)
        if long and long.tie is not None:
            return Exact(long.tie, LONG_RUN)
        if self.rules.most_ties > 1 and self.strategy is None:
            return None
        alone = not self._made(Wager.INITIAL)
        fresh = wagers.tie(self.rules, self.shoe, amount, self.strategy or h.Strategy.WAR, alone=alone)
        return Exact(fresh.house_edge, FRESH_SHOE) if fresh else None

    def dealer_wins(self) -> Exact | None:
        amount = self._made(Wager.DEALER_WINS)
        if not amount or not self._is_covered or not self._limit_is_apart:
            return None
        odds = wagers.dealer_wins(self.rules, self.shoe, amount)
        return Exact(odds.house_edge, FRESH_SHOE) if odds else None

    def war_tie(self) -> Exact | None:
        """Find the edge of the tie wager on war deals, per unit wagered on them."""
        if self.strategy is None or not self._is_covered or not self._limit_is_apart:
            return None
        amounts, ladder = self._war_ties, self.rules.tie_odds(Wager.WAR_TIE)
        if not amounts:
            return None
        odds = [ladder[min(war, len(ladder) - 1)] for war in range(len(amounts))]
        wons = [payable(self.rules, floor(each * pays)) for each, pays in zip(amounts, odds, strict=True)]
        limit = self.rules.payout_limit
        if limit is not None and sum(wons) > limit:
            return None
        if len(set(amounts)) == 1 and (long := self._long_run(amounts[0])):
            return Exact(long.war_tie, LONG_RUN) if long.war_tie is not None else None
        won = placed = Fraction(0)
        for path, chance in h.ways(self.rules, self.shoe, self.strategy, self.unit).items():
            tied = path.wins_war_ties
            placed += chance * sum(amounts[: path.wars])
            won += chance * (sum(wons[:tied]) - sum(amounts[tied : path.wars]))
        return Exact(-won / placed, FRESH_SHOE) if placed else None

    def _long_run(self, amount: Cents) -> LongRun | None:
        """Average over whole shoes, for one seat and wagers of this size; None if unknown.

        One terminal is not one seat: all community cards are dealt.
        """
        size = self.shoe.size * max(1, self.rules.most_wars)
        alone = self.asked.seats == 1 and not self.electronic and not self.fresh
        if not alone or self.strategy is None or size > LARGEST_SHOE:
            return None
        # Cards dealt for the tie wager alone, or not dealt without a war, move the cover card.
        if (self._made(Wager.TIE) and self.rules.ties_run_on) or not self._made(Wager.INITIAL):
            return None
        if amount not in self._long_runs:
            self._long_runs[amount] = None
            with suppress(NotCovered):
                found = long_run(self.rules, self.strategy, decks=self.asked.decks, wager=amount)
                self._long_runs[amount] = found
        return self._long_runs[amount]

    @cached_property
    def _war_ties(self) -> list[Cents]:
        law, war = self.rules.book.wagers.war_tie, self.rules.book.war
        if law is None or war is None:
            return []
        fought = range(self.rules.most_wars)
        if not law.equals:
            return [self._made(Wager.WAR_TIE) or self.unit for _ in fought]
        staked = (war_wagers(self.rules, before + 1, self.unit) for before in fought)
        return [base(law.equals, self.unit, wager) for wager in staked]

    def _made(self, wager: Wager) -> Cents:
        return self.asked.wagers.get(wager, 0)

    # the bank and the payout limit

    def _banked(self, strategy: h.Strategy) -> Exact | None:
        hands = self.asked.seats
        ties = self._made(Wager.TIE) or self._made(Wager.WAR_TIE)
        if ties or self.asked.covered_by is None or hands > MOST_BANKED_HANDS:
            return None
        odds = bank(self.rules, self.shoe, [Wagered(self.unit)] * hands, self.asked.covered_by, strategy)
        return Exact(-sum(odds.hands, Fraction(0)) / (hands * self.unit), FRESH_SHOE) if odds else None

    @cached_property
    def _is_covered(self) -> bool:
        if self.asked.covered_by is None or self.rules.book.bank is None:
            return True
        ends = [moved(self.rules, path, self._wagered) for path in paid_ends(self.rules)]
        return self.asked.seats * max(end.paid + 2 * end.wagered for end in ends) <= self.asked.covered_by

    @cached_property
    def _limit_is_apart(self) -> bool:
        """Tell whether the payout limit pays each wager as if it were alone."""
        if not self.rules.caps_payouts:
            return True
        if self._limit_counts_side and self.rules.spins_at_once and self._made(Wager.BONUS_SPIN):
            return False
        if self.electronic and self.rules.limit_counts is LimitCounts.PLAYER:
            return False
        initial, tie, war_tie, dealer_wins = self._wagered
        apart = [Wagered(initial), Wagered(0, tie), Wagered(0, 0, war_tie)]
        apart.append(Wagered(0, dealer_wins=dealer_wins))
        return all(
            moved(self.rules, path, self._wagered).net
            == sum(moved(self.rules, path, each).net for each in apart)
            for path in paid_ends(self.rules)
        )

    @property
    def _limit_counts_side(self) -> bool:
        return self.rules.limit_counts is LimitCounts.HAND_WITH_PROGRESSIVE

    @property
    def _wagered(self) -> Wagered:
        """Give the wagers, the one on a war deal at its largest."""
        largest = max(self._war_ties, default=0) if self._made(Wager.WAR_TIE) else 0
        return Wagered(
            self._made(Wager.INITIAL), self._made(Wager.TIE), largest, self._made(Wager.DEALER_WINS)
        )

    # side wagers

    def progressive(self) -> Exact | None:
        """Find the edge of the progressive wager at the average meter, in which it is linear.

        Like all odds of the progressive, it ignores a second winner in one round.
        """
        law, wager, meters = self.rules.book.progressive, self._made(Wager.PROGRESSIVE), self.meters
        if law is None or meters is None or self.strategy is None or not self._cards_alone_decide(wager):
            return None
        if law.after_surrender.value is Surrendered.LOST and self._may_surrender_late:
            return None
        shown = (0, 1000 * int(meters[0]))
        odds, high = (
            progressive_odds(self.rules, self.shoe, self.strategy, wager=wager, meter=meter)
            for meter in shown
        )
        paying = {pay.hand for pay in law.pays if pay.meter}
        # If the meter decides which hand pays most, the edge is not linear in it.
        if odds is None or high is None or odds.hands != high.hands:
            return None
        if any(len(paying.intersection(hand.hands)) > 1 for hand in odds.hands):
            return None
        share = sum((hand.chance * hand.meter for hand in odds.hands), Fraction(0))
        return Exact(1 - odds.fixed_return - share * Fraction(meters[0]) / wager, AVERAGE_METER)

    def envy(self) -> Exact | None:
        """Find the house's result from Envy Bonuses for the other seats' hands, which is negative."""
        law, wager = self.rules.book.progressive, self._made(Wager.PROGRESSIVE)
        if law is None or self.strategy is None or not self._cards_alone_decide(wager) or self.electronic:
            return None
        # If surrender loses the wager and with it the bonus, it matters which hands tie.
        if law.after_surrender.value is Surrendered.LOST and self.strategy is h.Strategy.SURRENDER:
            return None
        odds = envy_odds(self.rules, self.shoe, self.strategy, wager=wager)
        return Exact(-odds.worth(self.asked.seats - 1), FRESH_SHOE) if odds else None

    def bonus_spin(self) -> Exact | None:
        """Find the edge of the bonus spin wager at the average meters, all positions together."""
        wager, meters = self._made(Wager.BONUS_SPIN), self.meters
        if meters is None or not wager or self._limit_counts_side or self.electronic:
            return None
        if self._small_wagers_follow(wager):
            return None
        base = self._spun(wager, (0, 0))
        if base is None:
            return None
        edge = base
        for full, shown in zip(((_ROUND_METER, 0), (0, _ROUND_METER)), meters[1:], strict=True):
            edge += ((self._spun(wager, full) or base) - base) * Fraction(shown) / _ROUND_METER
        return Exact(edge, AVERAGE_METER)

    def _spun(self, wager: Cents, meters: SpinMeters) -> Fraction | None:
        """Average over the positions; the result is linear in each meter."""
        positions = tuple(range(1, self.asked.seats + 1))
        odds = spin_odds(self.rules, self.shoe, positions, wager=wager, meters=meters)
        return sum((each.house_edge for each in odds), Fraction(0)) / len(odds) if odds else None

    def _small_wagers_follow(self, wager: Cents) -> bool:
        """Tell whether a small wager may be paid from what another one left of a meter.

        The second payout is then not linear in the meter.
        """
        law = self.rules.book.bonus_spin
        if law is None or wager >= cents(law.amounts.value[0]) or self.asked.seats == 1:
            return False
        if law.small_wager and law.small_wager.value is not SmallWager.SHARE:
            return False
        divided = law.winners.value is Winners.DIVIDED and law.goes_to.value is HotSpot.EVERY_POSITION
        return law.goes_to.value is not HotSpot.ONE_POSITION and not divided

    def _cards_alone_decide(self, wager: Cents) -> bool:
        """Tell whether a hand's cards alone decide its payout, without a bank or a limit."""
        return bool(wager) and self._is_covered and not self._limit_counts_side

    @property
    def _may_surrender_late(self) -> bool:
        """Tell whether a hand may surrender after a war, which the odds of the progressive leave out."""
        return self.strategy is h.Strategy.SURRENDER and not self.strategy.gives_up(self.rules, 0)


# sessions


def exact_session(rules: Rules, request: Request) -> SessionOdds | None:
    """Work out a session of equal rounds: initial wagers of one size, always or never going to war."""
    session, strategy = request.session, request.strategy.odds
    if session is None or session.rounds is None or session.rounds > LONGEST_SESSION:
        return None
    alike = session.flat and request.wagers.keys() == {Wager.INITIAL}
    others = request.player_banks or rules.caps_payouts or rules.house.electronic
    if not alike or others or strategy not in {h.Strategy.WAR, h.Strategy.SURRENDER}:
        return None
    unit, limits = request.unit, (session.bankroll, session.win, session.loss)
    bankroll, win, loss = (None if each is None else Fraction(each, unit) for each in limits)
    with suppress(NotCovered):
        play = playing(rules, Shoe.fresh(rules, request.decks), h.Strategy(strategy), unit)
        return next(sessions(play, (session.rounds,), bankroll, win=win, loss=loss))
    return None
