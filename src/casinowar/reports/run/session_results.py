"""What sessions brought, beside the exact answer where there is one."""

from contextlib import suppress
from fractions import Fraction

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.hand import Strategy
from casinowar.odds.sessions import SessionOdds, playing, sessions
from casinowar.odds.settlement import CannotBeHonoured
from casinowar.odds.shoe import Shoe
from casinowar.reports.run import run as r
from casinowar.reports.run.exact import FRESH_SHOE
from casinowar.simulation.full.sessions import End, SessionTally
from casinowar.simulation.request import Request

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
LONGEST = 2_000
"""Up to so many rounds a session is worked out, in a second or so."""
_ERRORS = 1.96
"""How many standard errors make an interval that holds nineteen of twenty."""


def sessions_told(rules: Rules, request: Request, tally: SessionTally) -> r.SessionResults | None:
    """Say what sessions brought."""
    beside = exact_session(rules, request)
    ruin = tally.ruin(float(beside.ruined) if beside else None)
    average, handle = tally.average, tally.handle
    if not (request.session and average and ruin and handle):
        return None
    average = average.hanging_on(tally.events(_worst(request)))
    hold = average.over(-request.session.bankroll)
    found = {hundredths: tally.within(hundredths, _ERRORS) for hundredths in PERCENTILES}
    return r.SessionResults(
        number=tally.done,
        bankroll=request.session.bankroll,
        nets=dict(sorted(tally.nets.items())),
        lengths=dict(sorted(tally.lengths.items())),
        ends={str(end): tally.ended(end) for end in End if tally.ended(end)},
        percentiles={hundredths: tally.percentile(hundredths) for hundredths in PERCENTILES},
        percentile_intervals={hundredths: ends for hundredths, ends in found.items() if ends},
        average=average.value,
        standard_error=average.standard_error,
        rough=average.rough,
        ruin=ruin.value,
        ruin_error=ruin.standard_error,
        ruin_rough=ruin.rough,
        handle=handle.value,
        hold=hold.value,
        hold_error=hold.standard_error,
        exact=_exact(request, beside) if beside else None,
    )


def exact_session(rules: Rules, request: Request) -> SessionOdds | None:
    """Work a session out whose rounds are all alike: initial wagers of one size, always or never to war."""
    session, strategy = request.session, request.strategy.odds
    if session is None or session.rounds is None or session.rounds > LONGEST:
        return None
    alike = session.flat and request.wagers.keys() == {Wager.INITIAL}
    others = request.player_banks or rules.caps_payouts or rules.house.electronic
    if not alike or others or strategy not in {Strategy.WAR, Strategy.SURRENDER}:
        return None
    unit, limits = request.unit, (session.bankroll, session.win, session.loss)
    bankroll, win, loss = (None if each is None else Fraction(each, unit) for each in limits)
    with suppress(CannotBeHonoured):
        play = playing(rules, Shoe.fresh(rules, request.decks), Strategy(strategy), unit)
        return next(sessions(play, (session.rounds,), bankroll, win=win, loss=loss))
    return None


def _exact(request: Request, odds: SessionOdds) -> r.ExactSession:
    """Count in cents."""
    unit = request.unit
    return r.ExactSession(
        average=float(odds.mean * unit),
        ruin=float(odds.ruined),
        percentiles={
            hundredths: float(odds.quantile(Fraction(hundredths, 100)) * unit) for hundredths in PERCENTILES
        },
        compared_with=FRESH_SHOE,
    )


def _worst(request: Request) -> int | None:
    """Tell what a session can lose at most, where many may win a little before one loses that."""
    session = request.session
    if session is None or (session.flat and session.win is None):
        return None
    return -min(session.bankroll, session.bankroll if session.loss is None else session.loss)
