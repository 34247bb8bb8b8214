"""The rows of the fast path: which numbers a lane keeps, and where they are.

Compiled code sees that rows do not overlap when all are in one array at places known beforehand, so there are
two arrays: `lanes` of sixteen bits, and `words` of 64, which `bits` shows in parts of sixteen.
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
"""In a round, how many cards left are lower than the dealer's, and how many are lower or tie."""
COMPARED: Final = COUNTS + 2
ROUNDS, HIGHER, TIED, WAR_HIGHER, WAR_TIED = _lane.places(OUTCOMES, width=LANES)
LOWER_FIRST, NOT_HIGHER_FIRST = _lane.places(2, width=LANES)
"""The same when nobody but the dealer has a card."""
LOWER_BETWEEN, NOT_HIGHER_BETWEEN, WAR_HIGHER_BETWEEN, WAR_TIED_BETWEEN = _lane.places(4, width=LANES)
"""The same between two draws."""
FIRST, SECOND, IDLE, IDLE_TOO = _lane.places(4, width=LANES)
"""The numbers of two draws, and for each nothing, or `NO_CARD` where none is drawn."""
CARDS, LEFT, LIMIT = _lane.places(3, width=LANES)
"""How many cards nobody has seen; how many may go before the shoe ends; how many rounds it may have."""
DEALERS_CARD, TIES, MORE, NOTED, NOTE = _lane.places(5, width=LANES)
"""At war: the dealer's card, tie hands of a round, what they add to the note, its length, its next bits."""
(TAKEN,) = _lane.places(1, width=2 * LANES)
(STEPS,) = _lane.places(1, width=LANES)
"""Of cards given: how many are taken of each queue, and how many steps of two draws are noted."""
ROWS: Final = _lane.width // LANES
PLANES: Final = 4
"""What a place in a queue of cards given has rows for: a rank from the lowest, or -1 behind the last; and of
a step, the cards taken before, what was counted then, what was counted between the two draws before."""
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
"""The words behind the stream's state: what it gave, the notes, the state for numbers drawn anew."""
WORDS: Final = _words.width
LOW, HIGH = 4 * OUT, 4 * OUT + LANES
"""Where the parts of what the stream gave begin."""

compiled = compiler(nogil=True, inline="always")
called = compiler(nogil=True)
entry = compiler(nogil=True, cache=True)
"""How the kernel is compiled: its parts, those of them that are called, and what Python calls.

Parts are put into one another before Numba counts references to arrays: a call would cost more than a row.
"""
SOURCES: Final = source_hash("simulation/plain/*.py")
