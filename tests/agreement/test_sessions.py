"""Sessions of many rounds, held against one round after another."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import Strategy
from casinowar.odds.sessions import rounds_to_overcome_luck, sessions
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import initial, tie
from casinowar.rulebooks import load_rules

RULES = load_rules("washington")
SHOE = Shoe.fresh(RULES)


def after(
    distribution: Distribution, rounds: int, bankroll: int | None
) -> tuple[dict[Fraction, Fraction], Fraction]:
    """Play round after round; who cannot cover the worst that a round can cost is out."""
    cost = max(Fraction(0), *(-net for net, _ in distribution.outcomes))
    playing, ruined = {Fraction(0): Fraction(1)}, Fraction(0)
    for played in range(rounds + 1):
        out = {result for result in playing if bankroll is not None and bankroll + result < cost}
        ruined += sum((playing.pop(result) for result in out), Fraction(0))
        if played == rounds:
            break
        then: dict[Fraction, Fraction] = {}
        for result, chance in playing.items():
            for net, likely in distribution.outcomes:
                then[result + net] = then.get(result + net, Fraction(0)) + chance * likely
        playing = then
    return playing, ruined


OUTCOMES = st.lists(
    st.tuples(st.fractions(-3, 5, max_denominator=2), st.integers(1, 5)),
    min_size=1,
    max_size=4,
    unique_by=lambda pair: pair[0],
)


@settings(max_examples=40)
@given(
    OUTCOMES, st.lists(st.integers(0, 6), min_size=1, max_size=3, unique=True), st.none() | st.integers(0, 6)
)
def test_round_after_round(outcomes, rounds, bankroll):
    total = sum(weight for _, weight in outcomes)
    distribution = Distribution((net, Fraction(weight, total)) for net, weight in outcomes)
    for odds in sessions(distribution, tuple(rounds), bankroll):
        playing, ruined = after(distribution, odds.rounds, bankroll)
        assert dict(odds.results) == playing
        assert odds.ruined == ruined
        assert odds.error == 0
        assert odds.ahead == sum(chance for result, chance in playing.items() if result > 0)
        assert odds.even == playing.get(Fraction(0), 0)


@pytest.mark.parametrize("bankroll", [None, 4])
@pytest.mark.parametrize("strategy", [Strategy.WAR, Strategy.SURRENDER])
def test_the_initial_wager(strategy, bankroll):
    distribution = initial(RULES, SHOE, strategy).distribution
    [odds] = sessions(distribution, (12,), bankroll)
    playing, ruined = after(distribution, 12, bankroll)
    assert dict(odds.results) == playing
    assert odds.ruined == ruined


@pytest.mark.parametrize("bankroll", [None, 20])
def test_a_long_session_has_a_small_error(bankroll):
    distribution = initial(RULES, SHOE).distribution
    [odds] = sessions(distribution, (300,), bankroll)
    known = sum((chance for _, chance in odds.results), odds.ruined)
    assert 0 < odds.error == 1 - known < Fraction(1, 10**30)
    playing, ruined = after_about(distribution, 300, bankroll)
    assert float(odds.ruined) == pytest.approx(ruined, abs=1e-9)
    assert float(odds.ahead) == pytest.approx(sum(c for r, c in playing.items() if r > 0), abs=1e-9)


def after_about(
    distribution: Distribution, rounds: int, bankroll: int | None
) -> tuple[dict[float, float], float]:
    """Play round after round with floating numbers, which is quick."""
    nets = [(float(net), float(chance)) for net, chance in distribution.outcomes]
    worst = -min(net for net, _ in nets)
    playing, ruined = {0.0: 1.0}, 0.0
    for _ in range(rounds):
        then: dict[float, float] = {}
        for result, chance in playing.items():
            for net, likely in nets:
                then[result + net] = then.get(result + net, 0.0) + chance * likely
        out = [result for result in then if bankroll is not None and bankroll + result < worst]
        ruined += sum(then.pop(result) for result in out)
        playing = then
    return playing, ruined


def test_luck_is_overcome_when_the_loss_is_one_standard_deviation():
    odds = tie(RULES, SHOE)
    assert odds is not None
    rounds = rounds_to_overcome_luck(odds.distribution)
    assert rounds is not None
    assert (rounds * odds.distribution.mean) ** 2 == rounds * odds.distribution.variance
