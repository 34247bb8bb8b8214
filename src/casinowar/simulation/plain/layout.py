"""Array layout of the fast kernel: the numbers of a lane, and their places.

Numba knows that rows do not overlap if all are in one array at constant places, so there are two arrays:
`lanes` of 16 bits, and `words` of 64, which `bits` views in 16-bit parts.
"""

from typing import Final

from numba import int16

from casinowar.simulation.jit import RowLayout, compiler, source_hash
from casinowar.simulation.plain.tally import OUTCOMES

LANES: Final = 128
COUNTS: Final = 12
"""Cumulative counts of a lane: one for each of thirteen ranks but the highest."""

_lane = RowLayout()
_lane.places(COUNTS, width=LANES)
LOWER, NOT_HIGHER = _lane.places(2, width=LANES)
"""In a round, the cards left that are lower than the dealer's, and those that are lower or tie."""
COMPARED: Final = COUNTS + 2
ROUNDS, HIGHER, TIED, WAR_HIGHER, WAR_TIED = _lane.places(OUTCOMES, width=LANES)
LOWER_FIRST, NOT_HIGHER_FIRST = _lane.places(2, width=LANES)
"""The same when only the dealer has a card."""
LOWER_BETWEEN, NOT_HIGHER_BETWEEN, WAR_HIGHER_BETWEEN, WAR_TIED_BETWEEN = _lane.places(4, width=LANES)
"""The same between two draws."""
FIRST, SECOND, IDLE, IDLE_TOO = _lane.places(4, width=LANES)
"""The numbers of two draws, and for each 0, or `NO_CARD` if none is drawn."""
CARDS, LEFT, LIMIT = _lane.places(3, width=LANES)
"""Unseen cards, cards that may go before the shoe ends, and the most rounds of the shoe."""
DEALERS_CARD, TIES, MORE, NOTED, NOTE = _lane.places(5, width=LANES)
"""At war: the dealer's card, tie hands of a round, their addition to the note, its length, its next bits."""
(TAKEN,) = _lane.places(1, width=2 * LANES)
(STEPS,) = _lane.places(1, width=LANES)
"""Of given cards: how many are taken from each queue, and how many steps of two draws are noted."""
ROWS: Final = _lane.width // LANES
PLANES: Final = 4
"""Rows per place in a queue of given cards: its rank from the lowest, or -1 after the last; and per step the
cards taken before, the count then, and the count between the two draws before."""
ORIGINAL, WAR = range(2)
"""The queues."""
NO_CARD: Final = int16(32767)
"""A number that no count exceeds: a lane that draws it takes no card."""

HALF: Final = LANES // 2
_words = RowLayout()
_words.places(2, width=HALF)
(OUT,) = _words.places(1, width=HALF)
(NOTES,) = _words.places(1, width=LANES)
(SPARE,) = _words.places(1)
"""The words behind the stream's state: its output, the notes, the state for replaced numbers."""
WORDS: Final = _words.width
LOW, HIGH = 4 * OUT, 4 * OUT + LANES
"""Start of the halves of the stream's output."""

compiled = compiler(nogil=True, inline="always")
called = compiler(nogil=True)
entry = compiler(nogil=True, cache=True)
"""How the kernel is compiled: inlined parts, parts that are called, and the entry point for Python.

Inlining happens before Numba counts references to arrays; a call would cost more than a row.
"""
SOURCES: Final = source_hash("simulation/plain/*.py")
