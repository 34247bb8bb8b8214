"""The device's kernel in Numba's simulator of CUDA, card by card against a plain dealer with its numbers."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from numba import njit

from casinowar.rulebooks import load_rules
from casinowar.simulation.gpu.kernel import advanced, taken, two_numbers
from casinowar.simulation.plain.table import OnTie, PlainTable, plain_table
from casinowar.simulation.plain.tally import Tally

THREADS, SHOES, SEED = 32, 2, 20_261_115
GOLDEN, WORD, LONG = 0x9E3779B97F4A7C15, (1 << 32) - 1, (1 << 64) - 1
PLANS = {
    "one seat": plain_table(load_rules("maryland"), 1),
    "seven seats": plain_table(load_rules("maryland"), 7),
    "even seats": plain_table(load_rules("washington"), 4),
    "a burn for each side": plain_table(load_rules("wisconsin"), 3),
    "wars apart": plain_table(load_rules("washington", readings={"war_burn": "separate_wars"}), 5),
    "more wars than notes": replace(plain_table(load_rules("maryland"), 7), of_rank=(156, 156)),
    "surrender": plain_table(load_rules("south_dakota"), 2, strategy=OnTie.SURRENDER),
    "one deck": plain_table(load_rules("maryland"), 2, decks=1),
}
SIMULATED = """
import json, sys, warnings
import numpy as np
import msgspec
from casinowar.simulation.gpu.kernel import SUMS, kernel
from casinowar.simulation.plain.table import PlainTable
warnings.simplefilter("ignore")
found = []
for plan in msgspec.json.decode(sys.argv[1], type=list[PlainTable]):
    sums = np.zeros(SUMS, np.int64)
    kernel(plan)[1, int(sys.argv[2])](np.uint64(int(sys.argv[4])), int(sys.argv[3]), sums)
    found.append(sums.tolist())
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def simulated() -> dict[str, Tally]:
    """Deal every plan in the simulator, which has to be chosen before Numba is loaded."""
    plans = msgspec.json.encode(list(PLANS.values())).decode()
    ended = subprocess.run(
        [sys.executable, "-c", SIMULATED, plans, str(THREADS), str(SHOES), str(SEED)],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(PLANS, map(Tally.of, json.loads(ended.stdout)), strict=True))


def mixed(number: int) -> int:
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & LONG
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & LONG
    return number ^ (number >> 31)


def bits(thread: int) -> Iterator[int]:
    """Draw a thread's numbers (xoshiro128++)."""
    base = mixed((SEED + thread * GOLDEN) & LONG)
    more = mixed((base + GOLDEN) & LONG)
    a, b, c, d = base & WORD, base >> 32, more & WORD, more >> 32 | 1
    while True:
        total = (a + d) & WORD
        yield ((total << 7 | total >> 25) + a) & WORD
        shifted = (b << 9) & WORD
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c, d = c ^ shifted, (d << 11 | d >> 21) & WORD


class Shoe:
    """A shoe as a sorted list of ranks, from which cards are taken by their place."""

    def __init__(self, table: PlainTable, drawn: Iterator[int]) -> None:
        self.ranks = [rank for rank, number in enumerate(table.of_rank) for _ in range(number)]
        self.bits = drawn

    def two(self) -> tuple[int, int]:
        """Draw two places: one for the next card, one for that after it."""
        left = len(self.ranks)
        while True:
            first = next(self.bits) * left
            second = (first & WORD) * (left - 1)
            if second & WORD >= (1 << 32) % (left * (left - 1)):
                return first >> 32, second >> 32

    def dealt(self, number: int) -> list[int]:
        """Deal so many cards, two to a number of 32 bits."""
        cards: list[int] = []
        while len(cards) < number:
            cards += [self.ranks.pop(place) for place in self.two()[: number - len(cards)]]
        return cards


def dealt(table: PlainTable, drawn: Iterator[int]) -> tuple[int, int, int, int, int]:
    """Deal one shoe: the dealer's card first, and war cards when the notes are long or the shoe is over."""
    shoe, left, wars = Shoe(table, drawn), table.front, list[int]()
    rounds = higher = tied = war_higher = war_tied = 0
    while left >= 0:
        dealer, *hands = shoe.dealt(table.seats + 1)
        ties = sum(card == dealer for card in hands)
        rounds, higher, tied = rounds + 1, higher + sum(card > dealer for card in hands), tied + ties
        left -= table.seats + 1
        if table.fights and ties:
            left -= table.war_cards + ties * table.war_cards_a_hand
            wars += [1] * ties if table.apart else [ties]
        if left < 0 or sum(wars) + len(wars) > 64 - 2 * (table.seats + 1):
            cards = iter(shoe.dealt(sum(wars) + len(wars)))
            for number in wars:
                dealer = next(cards)
                hands = [next(cards) for _ in range(number)]
                war_higher += sum(card > dealer for card in hands)
                war_tied += sum(card == dealer for card in hands)
            wars = []
    return rounds, higher, tied, war_higher, war_tied


@pytest.mark.parametrize("name", PLANS)
def test_the_kernel_deals_the_cards_that_its_numbers_say(name, simulated):
    streams = [bits(thread) for thread in range(THREADS)]
    shoes = [dealt(PLANS[name], drawn) for drawn in streams for _ in range(SHOES)]
    tally = simulated[name]
    assert tally.shoes == THREADS * SHOES
    assert tally.counts == tuple(map(sum, zip(*shoes, strict=True)))
    for one in range(5):
        for other in range(5):
            assert tally.products[one][other] == sum(shoe[one] * shoe[other] for shoe in shoes)


def test_compiled_numbers_keep_to_32_bits():
    """Numba widens sums; the simulator does not, so what the device does is compiled for the processor."""
    random = Random(1)
    draw, numbers, take = (njit(each.py_func) for each in (advanced, two_numbers, taken))
    for _ in range(300):
        a, b, c, d, bits = (random.getrandbits(32) for _ in range(5))
        cards = random.randrange(2, 512)
        words = [
            0x20080200 + sum(random.randrange(512) << 10 * place for place in range(3)) for _ in range(4)
        ]
        for compiled, plain, values in (
            (draw, advanced.py_func, (a, b, c, d)),
            (numbers, two_numbers.py_func, (bits, cards)),
            (take, taken.py_func, (bits % cards, *words)),
        ):
            given = [np.uint32(value) for value in values]
            with np.errstate(over="ignore"):
                expected = [int(each) for each in plain(*given)]
            found = compiled(*given)
            assert [int(each) for each in found] == expected
            assert max(expected) < 1 << 32
