"""Terms: what the full kernel has to know of the rules, as one row of numbers; and the columns of its arrays.

Compiled code is fast with few plain arrays and slow with many, so there are four: `terms`, `hands` (a row for
each), `table` (the rest of the layout, the shoe's marks, the meters) and `cards`.
"""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, Final

from numba import njit

from casinowar.simulation.sources import stamp

Array = Any
"""An array as compiled code sees it."""

_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""References to arrays are not counted, which would cost more than all else."""
compiled = njit(forceinline=True, **_OPTIONS)
entry = njit(cache=True, **_OPTIONS)
"""How the kernel is compiled: inner functions, and those that Python calls, which are kept on disk.

A call hands over some thirty numbers that describe four arrays, so inner functions are made part of their
callers: half again as fast.

What is kept has to go when any of the kernel's files changes, and Numba looks at one file only. So entries
are made with `SOURCES` as a variable of their own, which is part of what they are kept under.
"""


SOURCES: Final = stamp("full_*.py")

INITIAL, TIE, WAR, WAR_TIE, MATCH, PROGRESSIVE, ENVY, BONUS_SPIN, METER, SPIN_METERS = range(10)
KINDS = 10
"""The kinds of money that are kept apart: each wager, the dealer's match, and what the meters pay."""
PLACED_KINDS = 8
"""The kinds that a player can put down; match and Envy Bonus stay at nothing."""

# columns of a hand: those that each round begins with at nothing, then those that stay
ON, NET, PAID, PLACED = 0, KINDS, 2 * KINDS, 3 * KINDS
_column = count(4 * KINDS)
CARD, WAR_CARD, FIRST_CARD, FIRST_AGAINST = (next(_column) for _ in range(4))
WARS, CONFIRMED, FOUGHT, CHOOSES, SETTLED, SURRENDERED = (next(_column) for _ in range(6))
PUT_INITIAL = next(_column)
"""What of the initial wager was not given back so far."""
CLEARED = next(_column)
PURSE, PLAYER, SPOT, WEIGHT = CLEARED, next(_column), next(_column), next(_column)
"""A player's chips, who that is, where the card lies, and the weight of the position on the wheel."""
WAGERS = next(_column)
COLUMNS = WAGERS + KINDS

# the table
_place = count()
SEEN, GONE, SIZE, GIVEN, RAN_OUT = (next(_place) for _ in range(5))
"""The shoe: cards seen, cards gone, of how many, whether their order was given, whether they ran out."""
NUMBERS = next(_place)
"""The state of the random numbers, two places."""
COVER, KEPT, DEALERS_CARD, DEALERS_WAR_CARD, SPINS_USED, WINS_NOTED, SHOES, ROUND = (
    next(_place) + 1 for _ in range(8)
)
METERS = next(_place) + 1
"""What the three meters show: the progressive's, the primary and the secondary one."""
SHOWN, WINS, WON, LARGEST = (METERS + 3 * (1 + row) for row in range(4))
"""Of each meter what it showed, round by round; how often it was won; what it showed then, and at most."""
WAYS_TO_TIE = METERS + 15
UNSEEN = METERS + 16
"""How many cards of each rank nobody has seen."""

# the closed lists of rulebooks, as numbers
LOWER, EQUAL, HIGHER = range(3)
CHOICE, TAKEN, GIVEN_BACK = range(3)
"""What a tie on the original deal brings."""
EXACTLY, TO_PLAYER, TO_HOUSE = range(3)
"""What is done with an odd half."""
ONCE, EACH_SIDE, EACH_CARD = range(3)
"""When cards are burned in the war deal."""
NOTHING, RETURNED, COLLECTED = range(3)
"""What happens to chips at the end of a war; a match that is not collected is paid to the player."""
NO_LIMIT, OF_HAND, OF_WAGER, OF_PLAYER, WITH_PROGRESSIVE = range(5)
"""What the payout limit counts together."""
PAYOFFS, RUNNING, BOTH_WAYS, COLLECT_FIRST = range(4)
"""How the player/dealer's wager covers the others'."""
PARTLY, WHOLE_ONLY, MAY_ADD = range(3)
"""What happens when the bank cannot match a war wager."""
ONE_POSITION, EVERY_POSITION, EACH_SPIN = range(3)
"""Who gets Hot Spot Pay."""
SHARE, NO_METER, OWN_TABLE = range(3)
"""What a small Bonus Spin wager pays."""

# terms that are one number
_term = count()
FRONT, BURNED = next(_term), next(_term)
"""How many cards may be gone when a round begins, -1 where each has a fresh shoe; how many are burned."""
INITIAL_PAYS, INITIAL_ON, TIE_PAYS, TIE_ON, TIE_HAND, AT_THE_SEAT = (next(_term) for _ in range(6))
FORFEITS, FORFEITS_ON, ODD, CHIP, LIMIT_COUNTS, LIMIT = (next(_term) for _ in range(6))
"""The share that surrender costs is on nothing where it is not offered."""
FIGHTS, TOGETHER, AT_ONCE, TIMES, COLLECTS_INITIAL, MATCHED = (next(_term) for _ in range(6))
BURN, BURN_DEALERS, BURN_WHEN, DEALER_FIRST, WAR_TIE_EQUAL = (next(_term) for _ in range(5))
AGAIN_WARS, AGAIN_TIMES, AGAIN_FORFEITS, AGAIN_FORFEITS_ON = (next(_term) for _ in range(4))
BANKED, BANK, EXHAUSTED, SHORT_WAR = (next(_term) for _ in range(4))
HAS_PROGRESSIVE, ALL_FOUR, EVERY_HAND, CHIP_BACK, LOST_BY_SURRENDER, DIVIDED = (next(_term) for _ in range(6))
ENVY_HAND, ENVY_AMOUNT, ENVY_WAGER = (next(_term) for _ in range(3))
THAT_WAGER_ONLY, HOLDER_NEEDS_WAGER, OWN_OTHER_BOXES = (next(_term) for _ in range(3))
HAS_SPIN, SPIN_AT_ONCE, GOES_TO, PAIRS, SPIN_DIVIDED, FULL_WAGER, SMALL_WAGER = (
    next(_term) for _ in range(7)
)
COUNTS, THRESHOLD, THRESHOLD_ON, RANKS = (next(_term) for _ in range(4))
"""Whether tie wagers are made by the count, and above which share of a fair bet."""

# terms that are lists: hands in an order, then tables line by line
DEAL, SETTLE, CHOOSE, CONFIRM, WAR_DEAL, WAR_SPOTS, WAR_SETTLE, SPIN = (next(_term) for _ in range(8))
OUTCOMES, LADDER, PAY_TABLE, METER_TABLE, HOT_SPOT, COMMUNITY = (next(_term) for _ in range(6))
DESIGNATED, GOES_TO_WAR = next(_term), next(_term)
TERMS = next(_term)

# the columns of those tables
FATE_INITIAL, FATE_WAR, FATE_MATCH, PAYS, PAYS_ON, BASE_INITIAL, BASE_WAR = range(7)
OUTCOME = 7
STEP_PAYS, STEP_ON = range(2)
STEP = 2
COMBINATION, PAY, PAY_ON, SHARE_OF_METER, SHARE_ON = range(5)
PAY_LINE = 5
RESET, RATE, RATE_ON = range(3)
METER_LINE = 3
AMOUNT, SYMBOLS_METER, OWN_AMOUNT, STOPS, PAIRED = range(5)
SYMBOL_LINE = 5


def packed(terms: Mapping[int, int], lists: Mapping[int, Iterable[int]]) -> tuple[int, ...]:
    """Put all terms into one row: numbers first, then the lists, each with its length in front."""
    row = [0] * TERMS
    for term, value in terms.items():
        row[term] = int(value)
    for term, values in lists.items():
        items = [int(value) for value in values]
        row[term] = len(row)
        row += [len(items), *items]
    return tuple(row)


@compiled
def number(terms: Array, name: int) -> Array:
    """Count the items of a list."""
    return terms[terms[name]]


@compiled
def item(terms: Array, name: int, place: int) -> Array:
    """Give an item of a list."""
    return terms[terms[name] + 1 + place]
