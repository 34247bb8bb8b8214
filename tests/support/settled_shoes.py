"""Shoes given to the full kernel and settled round by round, to be compared with the engine's."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from casinowar.simulation.full import layout as t
from casinowar.simulation.full.kernel import FINE, SHOE_RAN_OUT, TOO_MUCH, raise_unless_fine
from casinowar.simulation.full.round import play_round
from casinowar.simulation.full.shoe import coded, is_over, new_shoe
from casinowar.simulation.full.table import FullTable, Spins
from casinowar.simulation.jit import Array


class Settled(Struct, frozen=True, kw_only=True):
    """A given shoe, settled: by round and hand what each kind brought, in cents."""

    nets: Array
    gone: tuple[int, ...]
    """How many cards were gone after each round, burned ones included."""
    meters: tuple[int, ...]


def settle(
    kernel: FullTable, cards: Sequence[str], spins: Spins = (), *, rounds: int | None = None
) -> Settled:
    """Settle a shoe whose order is given, round after round to its end, or so many rounds of it."""
    table = kernel.arrays(coded(cards, kernel.ranking), spins, kernel.meters)
    table.marks[t.GIVEN] = 1
    nets = np.zeros((rounds or len(cards), kernel.seats, t.KINDS + 1), np.int64)
    played, ended = settle_given(table, nets)
    raise_unless_fine(len(cards), ended)
    return Settled(
        nets=nets[:played, :, : t.KINDS],
        gone=tuple(nets[:played, 0, t.KINDS].tolist()),
        meters=tuple(table.marks[t.METERS : t.METERS + t.METER_NUMBER].tolist()),
    )


@t.compiled
def settle_shoe(table: t.TableArrays, nets: Array) -> tuple[int, int]:
    """Play a given shoe to its end, and write down what each kind brought each hand in each round.

    Gives the number of rounds and how it ended; the last column of each hand's row says how many cards are
    gone.
    """
    new_shoe(table)
    for played in range(len(nets)):
        play_round(table)
        if table.marks[t.RAN_OUT]:
            return played, SHOE_RAN_OUT
        for hand in range(len(table.hands)):
            for kind in range(t.KINDS):
                nets[played, hand, kind] = table.hands[hand, t.NET + kind]
            nets[played, hand, t.KINDS] = table.marks[t.GONE]
        if is_over(table):
            return played + 1, FINE
    return len(nets), FINE


def _entry(sources: int) -> Callable[..., tuple[int, int]]:
    """Make what Python calls; see `rows.entry`."""

    @t.entry
    def one_shoe(*given: Array) -> tuple[int, int]:
        return settle_shoe(*given) if sources else (0, TOO_MUCH)

    return one_shoe


settle_given = _entry(t.SOURCES)
