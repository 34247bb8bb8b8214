"""Ways to deal one plain table: this kernel, plain Python, NumPy, and C compiled on the spot."""

import ctypes
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from casinowar.rulebooks import load_rules
from casinowar.simulation.plain.blocks import deal_block
from casinowar.simulation.plain.table import PlainTable, plain_table

KERNEL, PLAIN_C, BRANCHLESS = "this kernel", "plain C", "plain C, branchless"
SEED = 1
RANKS, CARDS, FRONT, BURNED, BURNED_FOR_WAR = 13, 312, 234, 1, 3
PYTHON_SHOES, NUMPY_SHOES, C_SHOES = 20, 500, 500


class Counted(NamedTuple):
    """Counts of a piece of work: rounds, the players' net result in wagers, tie hands."""

    rounds: int
    net: int
    ties: int


@cache
def table(seats: int) -> PlainTable:
    """Compile the table that all programs deal, and see that it is the one that the plain ones spell out."""
    made = plain_table(load_rules("maryland"), seats)
    cards = (made.size, len(made.of_rank), made.front, made.war_cards, made.war_cards_a_hand)
    if cards != (CARDS, RANKS, FRONT - BURNED, BURNED_FOR_WAR + 1, 1) or made.apart or not made.fights:
        raise AssertionError(f"the plain programs deal another table: {made}")
    return made


def deal_with_kernel(seats: int, seed: int) -> Counted:
    rounds, higher, ties, war_higher, war_ties = deal_block(table(seats), SEED, seed).counts
    lower, war_lower = rounds * seats - higher - ties, ties - war_higher - war_ties
    return Counted(rounds, higher - lower + war_higher + 2 * war_ties - 2 * war_lower, ties)


def deal_with_python(seats: int, seed: int) -> Counted:
    chance = random.Random(seed)
    shoe = [card % RANKS for card in range(CARDS)]
    rounds = net = tied = 0
    for _ in range(PYTHON_SHOES):
        chance.shuffle(shoe)
        gone = BURNED
        while gone <= FRONT:
            *hands, dealers = shoe[gone : gone + seats + 1]
            gone += seats + 1
            ties = 0
            for card in hands:
                if card > dealers:
                    net += 1
                elif card < dealers:
                    net -= 1
                else:
                    ties += 1
            if ties:
                gone += BURNED_FOR_WAR
                *hands, dealers = shoe[gone : gone + ties + 1]
                gone += ties + 1
                for card in hands:
                    net += 2 if card == dealers else 1 if card > dealers else -2
                tied += ties
            rounds += 1
    return Counted(rounds, net, tied)


def deal_with_numpy(seats: int, seed: int) -> Counted:
    """Shuffle many shoes as rows, and deal a round of each at a time to those before their cover cards."""
    shoes = np.tile(np.arange(CARDS, dtype=np.uint8) % RANKS, (NUMPY_SHOES, 1))
    shoes = np.random.default_rng(seed).permuted(shoes, axis=1)
    gone, playing = np.full(NUMPY_SHOES, BURNED), np.arange(NUMPY_SHOES)
    places = np.arange(seats + 1)
    rounds = net = tied = 0
    while playing.size:
        cards = shoes[playing[:, None], gone[playing, None] + places]
        hands, dealers = cards[:, :seats], cards[:, seats:]
        higher, ties = hands > dealers, (hands == dealers).sum(axis=1)
        rounds += playing.size
        net += 2 * int(higher.sum()) + int(ties.sum()) - higher.size
        tied += int(ties.sum())
        gone[playing] += seats + 1
        at_war, ties = playing[ties > 0], ties[ties > 0]
        cards = shoes[at_war[:, None], gone[at_war, None] + BURNED_FOR_WAR + places]
        dealers = np.take_along_axis(cards, ties[:, None], axis=1)
        results = np.where(cards == dealers, 2, np.where(cards > dealers, 1, -2))
        net += int(results[places < ties[:, None]].sum())
        gone[at_war] += BURNED_FOR_WAR + ties + 1
        playing = playing[gone[playing] <= FRONT]
    return Counted(rounds, net, tied)


def c_dealers(directory: Path) -> dict[str, Callable[[int, int], Counted]]:
    """Compile the plain C table and load both of its forms, or say why there is none."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        print("There is no C compiler here, so nothing is compared with plain C.", file=sys.stderr)
        return {}
    library, source = directory / "plain_table.so", Path(__file__).with_name("plain_table.c")
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)], check=True
    )
    loaded = ctypes.CDLL(str(library))
    dealers: dict[str, Callable[[int, int], Counted]] = {}
    for name, function in {PLAIN_C: loaded.deal, BRANCHLESS: loaded.deal_without_branches}.items():
        function.argtypes, function.restype = [ctypes.c_int, ctypes.c_int64, ctypes.c_uint64], _CCounted
        dealers[name] = lambda seats, seed, deal=function: deal(seats, C_SHOES, seed).counted()
    return dealers


class _CCounted(ctypes.Structure):
    _fields_ = (("rounds", ctypes.c_int64), ("net", ctypes.c_int64), ("ties", ctypes.c_int64))

    def counted(self) -> Counted:
        return Counted(self.rounds, self.net, self.ties)
