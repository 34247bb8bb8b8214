"""The rows of the fast path: which numbers a lane keeps, and where they are.

Compiled code sees that rows do not overlap when all are in one array at places known beforehand, so there are
two arrays: `lanes` of sixteen bits, and `words` of 64, which `bits` shows in parts of sixteen.
"""

from collections.abc import Callable
from itertools import count
from typing import Any, Final, TypeVar, cast

from numba import int16, njit

from casinowar.simulation.sources import stamp

Array = Any
"""An array as compiled code sees it."""
Number = Any
"""A number out of an array, of the array's type."""
Function = TypeVar("Function", bound=Callable[..., Any])
LANES: Final = 128
COUNTS: Final = 12
"""Cumulative counts of a lane: one for each of thirteen ranks but the highest."""
OUTCOMES: Final = 5
"""What is counted: rounds, hands higher, tied, higher at war, tied at war."""

_row = count(COUNTS * LANES, LANES)
LOWER, NOT_HIGHER = next(_row), next(_row)
"""In a round, how many cards left are lower than the dealer's, and how many are lower or tie."""
COMPARED: Final = COUNTS + 2
ROUNDS, HIGHER, TIED, WAR_HIGHER, WAR_TIED = (next(_row) for _ in range(OUTCOMES))
LOWER_FIRST, NOT_HIGHER_FIRST = next(_row), next(_row)
"""The same when nobody but the dealer has a card."""
LOWER_BETWEEN, NOT_HIGHER_BETWEEN, WAR_HIGHER_BETWEEN, WAR_TIED_BETWEEN = (next(_row) for _ in range(4))
"""The same between two draws."""
FIRST, SECOND, IDLE, IDLE_TOO = (next(_row) for _ in range(4))
"""The numbers of two draws, and for each nothing, or `NO_CARD` where none is drawn."""
CARDS, LEFT, LIMIT = (next(_row) for _ in range(3))
"""How many cards nobody has seen; how many may go before the shoe ends; how many rounds it may have."""
DEALERS_CARD, TIES, MORE, NOTED, NOTE = (next(_row) for _ in range(5))
"""At war: the dealer's card, tie hands of a round, what they add to the note, its length, its next bits."""
TAKEN, TAKEN_AT_WAR, STEPS = (next(_row) for _ in range(3))
"""Of cards given: how many are taken, and how many steps of two draws are noted."""
ROWS: Final = next(_row) // LANES
PLANES: Final = 4
"""What a place in a queue of cards given has rows for: a rank from the lowest, or -1 behind the last; and of
a step, the cards taken before, what was counted then, what was counted between the two draws before."""
ORIGINAL, WAR = range(2)
"""The queues."""
NO_CARD: Final = int16(32767)
"""A number that no count exceeds: a lane that draws it takes no card."""

HALF: Final = LANES // 2
OUT, NOTES, SPARE, WORDS = LANES, LANES + HALF, 2 * LANES + HALF, 2 * LANES + HALF + 1
"""The words behind the stream's state: what it gave, the notes, the state for numbers drawn anew."""
LOW, HIGH = 4 * OUT, 4 * OUT + LANES


def compiled(function: Function) -> Function:
    """Compile a part of the kernel.

    Parts are put into one another before Numba counts references to arrays; a call costs more than a row.
    """
    return cast("Function", njit(nogil=True, inline="always")(function))


def called(function: Function) -> Function:
    """Compile a part of the kernel that is called: where all of it begins, and where it hardly ever goes."""
    return cast("Function", njit(nogil=True)(function))


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep it on disk."""
    return cast("Function", njit(cache=True, nogil=True)(function))


SOURCES: Final = stamp("simulation/plain/*.py")
