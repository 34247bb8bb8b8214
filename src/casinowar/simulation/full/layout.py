"""Array layout of the full kernel: the arrays, and the place of each number in them.

Compiled code is fast with few plain arrays and slow with many, so four matter: `terms` (the rules), `hands`
(one row each), `marks` (the rest of the layout: the shoe's state, the bank's cover, the meters) and `cards`.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from casinowar.game.book.bank import Exhaustion, ShortWar
from casinowar.game.book.bonus_spin import HotSpot, SmallWager
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.variants import Base, Moment, Tied
from casinowar.game.words import Wager, Word
from casinowar.simulation.jit import Array, Number, RowLayout, compiler, source_hash


class TableArrays(NamedTuple):
    """A table as compiled code sees it."""

    terms: Array
    cards: Array
    hands: Array
    marks: Array
    spins: Array
    """The wheel's stops, if the shoe is given; otherwise the kernel draws them."""
    wins: Array
    """Space for the first wins of meters."""


# Counting references to arrays would cost more than all else, so it is off. And a call passes all the numbers
# that describe the arrays, so inner functions are inlined: 50% faster.
compiled = compiler(nogil=True, error_model="numpy", _nrt=False, forceinline=True)
view = compiler(nogil=True, error_model="numpy", _nrt=False, inline="always")
apart = compiler(nogil=True, error_model="numpy", _nrt=False)
entry = compiler(nogil=True, error_model="numpy", _nrt=False, cache=True)
"""How the kernel is compiled: inner functions, those that return a part of an array (which a call cannot),
long ones that are called from many places, and the entry points for Python, which are cached on disk."""
SOURCES: Final = source_hash(
    "simulation/full/*.py", "game/book/*.py", "game/combinations.py", "game/words.py"
)
"""Hash of the kernel's files, and of the enums whose numbers it uses."""


def code(word: Word) -> int:
    return list(type(word)).index(word)


def codes(words: type[Word]) -> range:
    return range(len(words))


INITIAL, TIE, WAR, WAR_TIE, MATCH, DEALER_WINS, PROGRESSIVE, ENVY, BONUS_SPIN = codes(Wager)
PLACED_KINDS: Final = len(Wager)
"""The kinds that a player can wager; match and Envy Bonus stay 0."""
KINDS: Final = PLACED_KINDS + 2
METER, SPIN_METERS = range(PLACED_KINDS, KINDS)
"""The kinds of money counted separately: each wager, the dealer's match, and meter payouts."""

# The columns of a hand: those that each round resets to 0, then those that stay.
_hand = RowLayout()
ON, NET, PAID, PLACED = _hand.places(4, width=KINDS)
CARD, WAR_CARD, FIRST_CARD, FIRST_AGAINST = _hand.places(4)
WARS, CONFIRMED, FOUGHT, CHOOSES, SETTLED, SURRENDERED, FACED, READ = _hand.places(8)
"""The progress of a hand, whether its first war is dealt, and whether it was read for the progressive."""
WON_THE_METER: Final = 2
"""The value of `READ` for a hand that won the meter."""
PUT_INITIAL, STANDS, RAN_ON, GIVES_UP = _hand.places(4)
"""The part of the initial wager not returned so far, the part of a tie hand covered by a bank, war deals for
the tie wager alone, and whether a tie hand that gives up waits for the pass of paying."""
CLEARED = _hand.width
PURSE, PLAYER, SPOT, WEIGHT = _hand.places(4)
"""A player's chips, the player, the spot of the card, and the position's weight on the wheel."""
(WAGERS,) = _hand.places(1, width=KINDS)
COLUMNS = _hand.width

# The marks of a table.
PROGRESSIVE_METER, PRIMARY_METER, SECONDARY_METER = range(3)
METER_NUMBER = 3
_mark = RowLayout()
SEEN, GONE, SIZE, GIVEN, RAN_OUT = _mark.places(5)
"""The shoe: cards seen, cards gone, its size, whether its order was given, whether it ran out."""
(NUMBERS,) = _mark.places(1, width=2)
"""State of the random number generator."""
COVER, DEALERS_CARD, DEALERS_WAR_CARD, SPINS_USED, WINS_NOTED, SHOES, ROUND, METER_BEFORE = _mark.places(8)
"""Last the progressive meter before its first payout of the round."""
METERS, SHOWN, WINS, WON, LARGEST = _mark.places(5, width=METER_NUMBER)
"""For each meter: its amount, the sum over rounds, the number of wins, and the sum and maximum at wins."""
(WAYS_TO_TIE,) = _mark.places(1)
UNSEEN = _mark.width
"""Unseen cards of each class: one place per class, so they come last."""

# The enums of rulebooks, as numbers.
LOWER, EQUAL, HIGHER = range(3)
CHOICE, TAKEN, _, TO_WAR = codes(Tied)
EXACTLY, TO_PLAYER, TO_HOUSE = range(3)
"""The rounding of an odd half."""
ONCE, EACH_SIDE, EACH_CARD = codes(Moment)
NOTHING, RETURNED, COLLECTED = range(3)
"""The fate of chips at the end of a war; a match that is not collected is paid to the player."""
NO_SIZE, AS_INITIAL, AS_WAR, AS_BOTH = (0, *(1 + wager for wager in codes(Base)))
"""The wagers that a tie wager on the war deal must equal."""
NO_LIMIT = 0
_, OF_WAGER, OF_PLAYER, WITH_PROGRESSIVE = (1 + counts for counts in codes(LimitCounts))
_, RUNNING, BOTH_WAYS, COLLECT_FIRST, ODDS_KEPT = codes(Exhaustion)
_, WHOLE_ONLY, _ = codes(ShortWar)
ONE_POSITION, EVERY_POSITION, EACH_SPIN = codes(HotSpot)
_, NO_METER, OWN_TABLE = codes(SmallWager)

# Terms of one number, or two for a share: numerator and denominator.
_term = RowLayout()
FRONT, BURNED = _term.places(2)
"""Cards that may be gone when a round begins, or -1 if each round has a fresh shoe; cards burned."""
INITIAL_PAYS, TIE_PAYS, DEALER_WINS_PAYS, TIE_FORFEITS = _term.places(4, width=2)
(TIES_RUN_ON,) = _term.places(1)
"""Whether cards are dealt for a tie wager alone, as long as it can still rise."""
TIE_HAND, AT_THE_SEAT = _term.places(2)
BEFORE_PAYMENT: Final = 2
"""The value of `AT_THE_SEAT` if tie hands choose at the seat in a pass before any payment."""
(EVEN,) = _term.places(1, width=2)
"""Odds of 1 to 1, at which the covered part of a tie hand is taken."""
(FORFEITS,) = _term.places(1, width=2)
"""The share that surrender costs, 0 of 0 parts if it is not offered."""
ODD, CHIP, LIMIT_COUNTS, LIMIT = _term.places(4)
FIGHTS, TOGETHER, AT_ONCE, COLLECTS_INITIAL, MATCHED = _term.places(5)
(TIMES,) = _term.places(1, width=2)
"""A war wager in initial wagers, and one for a war fought again."""
BURN, BURN_DEALERS, BURN_WHEN, DEALER_FIRST, WAR_TIE_EQUAL = _term.places(5)
(AGAIN_WARS,) = _term.places(1)
(AGAIN_TIMES,) = _term.places(1, width=2)
(AGAIN_FORFEITS,) = _term.places(1, width=2)
BANKED, BANK, EXHAUSTED, SHORT_WAR, STANDING_UNIT = _term.places(5)
(RISK,) = _term.places(1, width=2)
"""The bank's reserve per covered unit of a tie hand."""
HAS_PROGRESSIVE, ALL_FOUR, EVERY_HAND, CHIP_BACK, LOST_BY_SURRENDER, DIVIDED = _term.places(6)
ENVY_HAND, ENVY_AMOUNT, ENVY_WAGER, THAT_WAGER_ONLY, HOLDER_NEEDS_WAGER, OWN_OTHER_BOXES = _term.places(6)
READS_AT_SEAT, SHARE_BY_WAGER, FULL_PROGRESSIVE, ENVY_EACH_HAND, ENVY_ONCE, SPIN_CHIP_BACK = _term.places(6)
HAS_SPIN, SPIN_AT_ONCE, GOES_TO, PAIRS, SPIN_DIVIDED, FULL_WAGER, SMALL_WAGER = _term.places(7)
(COUNTS,) = _term.places(1)
(THRESHOLD,) = _term.places(1, width=2)
"""Whether a counter makes the tie wagers, and the return above which it does."""
(CLASSES,) = _term.places(1)
"""The number of classes of cards that tie: ranks, or cards if only the same card ties."""
SUITS_FIRST, SUITS_AT_WAR, TIE_ON_RANK, SAME_CARD = _term.places(4)
"""Whether suits decide on the original deal, and on war deals, and how a tie wager wins then."""

# Terms that are lists: hands in an order, then tables line by line.
DEAL, SETTLE, CHOOSE, CONFIRM, WAR_DEAL, WAR_SPOTS, WAR_SETTLE, SPIN, SUIT_ORDER = _term.places(9)
(TIES_FIRST,) = _term.places(1)
"""The order in which tie hands are settled before all others; empty if they are not."""
(BURNED_BY_FIRST,) = _term.places(1)
"""Cards burned from a new shoe by the strength of its first card; empty if that does not matter."""
OUTCOMES, LADDER, PAY_TABLE, METER_TABLE, HOT_SPOT, COMMUNITY, DESIGNATED, GOES_TO_WAR = _term.places(8)
(IN_A_ROW,) = _term.places(1)
TERMS = _term.width

# The columns of those tables, and how wide a line is; shares take two columns.
FATE_INITIAL, FATE_WAR, FATE_MATCH, PAYS, _, BASE_INITIAL, BASE_WAR = range(7)
OUTCOME = 7
STEP = 2
COMBINATION, PAY, _, SHARE_OF_METER, _ = range(5)
PAY_LINE = 5
RESET, RATE, _ = range(3)
METER_LINE = 3
AMOUNT, SYMBOLS_METER, OWN_AMOUNT, STOPS, PAIRED = range(5)
SYMBOL_LINE = 5

Term = int | Fraction | Word
Terms = Mapping[int, Term | Iterable[Term] | None]
"""Terms by their place: one or a list; None if the rules have no such term."""


def packed(terms: Terms) -> tuple[int, ...]:
    """Pack all terms into one row: single ones first, then the lists, each after its length."""
    row = [0] * TERMS
    for place, term in terms.items():
        if isinstance(term, Term):
            numbers = _numbers(term)
            row[place : place + len(numbers)] = numbers
        elif term is not None:
            items = [number for each in term for number in _numbers(each)]
            row[place] = len(row)
            row += [len(items), *items]
    return tuple(row)


def _numbers(term: Term) -> tuple[int, ...]:
    """Turn a term into its number, or a share into its two."""
    if isinstance(term, Fraction):
        return term.as_integer_ratio()
    return (code(term) if isinstance(term, Word) else int(term),)


@compiled
def number(table: TableArrays, name: int) -> Number:
    return table.terms[table.terms[name]]


@view
def listed(table: TableArrays, name: int) -> Array:
    first = table.terms[name] + 1
    return table.terms[first : first + number(table, name)]


@compiled
def item(table: TableArrays, name: int, place: int) -> Number:
    return table.terms[table.terms[name] + 1 + place]
