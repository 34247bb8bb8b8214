"""Environments: what a fixed strategy is rewarded with on average is what the exact odds say."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

import casinowar as cw
from casinowar.environments import SeatEnv
from casinowar.game.table import NO_COVER_CARD, DealingShoe
from casinowar.odds.hand import Strategy

INITIAL, TIE = 10, 5


def chance_of(ranks, counts):
    """Give the chance that cards of these ranks come, one after another."""
    left, total, chance = Counter(counts), sum(counts.values()), Fraction(1)
    for drawn, rank in enumerate(ranks):
        chance *= Fraction(left[rank], total - drawn)
        left[rank] -= 1
    return chance


def shoe_with(ranks, rules):
    """Put cards of these ranks where the original deal and the war deal draw them."""
    left = list(rules.cards())
    drawn = [left.pop(next(place for place, card in enumerate(left) if card[0] == rank)) for rank in ranks]
    first = rules.book.war.burn.cards
    burned = rules.war_burn(1)
    return (*drawn[:2], *left[:first], *drawn[2:3], *left[first:burned], *drawn[3:], *left[burned:])


def rewarded(env, ranks, choice):
    """Play one round with a shoe that begins with these ranks."""
    table = env.episode.turns.table
    shoe = DealingShoe(stack=shoe_with(ranks, table.rules), drawn=0, cover_card_at=NO_COVER_CARD)
    table.state = replace(table.state, shoe=shoe, rack=())
    total = Fraction(0)
    for action in (("initial", INITIAL), ("tie", TIE), ("done",), (choice,), ("done",)):
        if table.state.round is not None or action[0] == "initial":
            total += Fraction(env.step(env.menu.number(*action))[1])
    assert table.state.round is None
    return total


@pytest.mark.parametrize(
    ("rulebook", "choice"),
    [("maryland", "war"), ("south_dakota", "war"), ("wisconsin", "surrender"), ("washington", "surrender")],
)
def test_the_mean_reward_of_a_strategy_is_the_exact_one(rulebook, choice):
    stakes = {"initial": [INITIAL], "tie": [TIE]}
    env = SeatEnv(rulebook, stakes=stakes, chips=10_000_000, rounds=None, counting=False)
    env.reset(seed=1)
    counts = Counter(card[0] for card in env.episode.turns.table.rules.cards())
    mean = total = Fraction(0)
    for first, second in product(counts, repeat=2):
        wars = product(counts, repeat=2) if first == second and choice == "war" else [()]
        for more in wars:
            ranks = (first, second, *more)
            chance = chance_of(ranks, counts)
            total += chance
            mean += chance * rewarded(env, ranks, choice)
    sheet = cw.odds(rulebook)
    edges = {odds.strategy: odds.house_edge for odds in sheet.strategies}
    assert total == 1
    assert sheet.tie is not None
    assert mean == -(edges[Strategy(choice)] * INITIAL + sheet.tie.house_edge * TIE)
