"""Sessions against a plain walk with fractions."""

from fractions import Fraction

import pytest

from casinowar.odds import sessions as sessions_module
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import Strategy
from casinowar.odds.sessions import playing, rounds_to_overcome_luck, sessions
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import initial
from casinowar.rulebooks import load_rules

UNFAIR = Distribution(
    [
        (Fraction(-2), Fraction(1, 7)),
        (Fraction(-1, 2), Fraction(3, 7)),
        (Fraction(1), Fraction(3, 7)),
    ]
)


def walked(distribution, rounds, bankroll=None):
    """Play round after round, each result in its own box."""
    standing, ruined = {Fraction(0): Fraction(1)}, Fraction(0)
    most = max(Fraction(0), -min(net for net, _ in distribution.outcomes))
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for result, chance in standing.items():
            for net, likely in distribution.outcomes:
                after[result + net] = after.get(result + net, Fraction(0)) + chance * likely
        standing = after
        if bankroll is not None:
            broke = {result for result in standing if bankroll + result < most}
            ruined += sum((standing.pop(result) for result in broke), Fraction(0))
    return standing, ruined


@pytest.mark.parametrize("rounds", [1, 2, 7, 30])
def test_short_sessions_are_exact(rounds):
    [odds] = sessions(UNFAIR, (rounds,))
    standing, _ = walked(UNFAIR, rounds)
    assert dict(odds.results) == standing
    assert odds.error == 0
    assert odds.ahead == sum(chance for result, chance in standing.items() if result > 0)
    assert odds.even == standing.get(Fraction(0), 0)


@pytest.mark.parametrize("bankroll", [1, 2, 3, 6])
@pytest.mark.parametrize("rounds", [1, 5, 25])
def test_a_bankroll_runs_out_when_it_does_not_cover_the_next_round(bankroll, rounds):
    [odds] = sessions(UNFAIR, (rounds,), bankroll)
    standing, ruined = walked(UNFAIR, rounds, bankroll)
    if bankroll < 2:  # the most that a round can cost
        assert odds.ruined == 1
        return
    assert odds.ruined == ruined
    assert dict(odds.results) == standing


@pytest.mark.parametrize("bankroll", [None, 5])
def test_long_sessions_keep_within_their_error_bound(monkeypatch, bankroll):
    monkeypatch.setattr(sessions_module, "EXACT_BITS", 0)
    [odds] = sessions(UNFAIR, (40,), bankroll)
    standing, ruined = walked(UNFAIR, 40, bankroll)
    assert 0 < odds.error < Fraction(1, 10**30)
    assert 0 <= ruined - odds.ruined <= odds.error
    for result, chance in odds.results:
        assert 0 <= standing[result] - chance <= odds.error


def test_reports_come_in_order_and_each_at_its_own_number_of_rounds():
    found = [*sessions(UNFAIR, (3, 1, 2000))]
    assert [odds.rounds for odds in found] == [1, 3, 2000]
    assert [odds.error == 0 for odds in found] == [True, True, False]
    assert float(sum(chance * result for result, chance in found[2].results)) == pytest.approx(
        2000 * float(UNFAIR.mean), rel=1e-12
    )


def test_quantiles_climb_from_the_ruined_to_the_lucky():
    [odds] = sessions(UNFAIR, (20,), 4)
    quantiles = [odds.quantile(Fraction(share, 100)) for share in range(1, 100)]
    assert quantiles == sorted(quantiles)
    assert quantiles[0] == odds.ruined_at[0][0]
    assert quantiles[-1] == odds.quantile(Fraction(99, 100))


def test_the_ruined_stay_where_they_stopped():
    [odds] = sessions(UNFAIR, (30,), 4)
    most = Fraction(2)
    assert {result for result, _ in odds.ruined_at} == {
        Fraction(-5, 2),
        Fraction(-3),
        Fraction(-7, 2),
        Fraction(-4),
    }
    assert all(4 + result < most for result, _ in odds.ruined_at)
    assert all(4 + result >= most for result, _ in odds.results)


def by_hand(play, rounds, bankroll, win=None, loss=None):
    """Play round after round by the player's purse, and say why each session ended."""
    standing, ends = (
        {Fraction(0): Fraction(1)},
        {"ruined": Fraction(0), "won": Fraction(0), "lost": Fraction(0)},
    )
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for result, chance in standing.items():
            short = (found for below, found in play.short if bankroll + result < below)
            for net, likely in next(short, play.usual).outcomes:
                after[result + net] = after.get(result + net, Fraction(0)) + chance * likely
        standing = {}
        for result, chance in after.items():
            if win is not None and result >= win:
                ends["won"] += chance
            elif bankroll + result < play.least:
                ends["ruined"] += chance
            elif loss is not None and result <= -loss:
                ends["lost"] += chance
            else:
                standing[result] = chance
    return standing, ends


MARYLAND = load_rules("maryland")
PLAY = playing(MARYLAND, Shoe.fresh(MARYLAND))


def test_who_cannot_pay_for_a_war_surrenders():
    [(below, short)] = PLAY.short
    assert [PLAY.least, below] == [1, 2]
    surrendered = initial(MARYLAND, Shoe.fresh(MARYLAND), Strategy.SURRENDER).distribution
    assert short == surrendered
    assert playing(MARYLAND, Shoe.fresh(MARYLAND), Strategy.SURRENDER).short == ()


@pytest.mark.parametrize("limits", [{}, {"win": Fraction(2)}, {"loss": Fraction(1)}, {"win": 3, "loss": 2}])
@pytest.mark.parametrize("bankroll", [1, 2, 3])
@pytest.mark.parametrize("bits", [3_000, 0])
def test_sessions_that_may_end_early(monkeypatch, bankroll, limits, bits):
    monkeypatch.setattr(sessions_module, "EXACT_BITS", bits)
    [odds] = sessions(PLAY, (8,), bankroll, **{name: Fraction(each) for name, each in limits.items()})
    standing, ends = by_hand(PLAY, 8, bankroll, **limits)
    found = {"ruined": odds.ruined, "won": total(odds.won_at), "lost": total(odds.lost_at)}
    for name, chance in ends.items():
        assert 0 <= chance - found[name] <= odds.error
    assert {result for result, _ in odds.results} == {result for result, chance in standing.items() if chance}
    assert total(odds.everyone) == 1 - odds.error


def total(results) -> Fraction:
    return sum((chance for _, chance in results), Fraction(0))


def test_a_bankroll_of_one_unit_plays_until_it_is_lost():
    [odds] = sessions(PLAY, (5,), 1)
    assert odds.ahead + odds.even + odds.ruined + total((r, c) for r, c in odds.results if r < 0) == 1
    assert odds.quantile(Fraction(1, 100)) == -1
    assert odds.quantile(Fraction(99, 100)) == 5


def test_luck_is_overcome_when_the_expected_loss_is_one_standard_deviation():
    rules = load_rules("washington")
    odds = initial(rules, Shoe.fresh(rules)).distribution
    luck = rounds_to_overcome_luck(odds)
    assert luck is not None
    assert luck * odds.mean**2 == odds.variance
    assert round(luck) == 2060
