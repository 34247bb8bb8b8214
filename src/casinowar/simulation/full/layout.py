"""The rows of numbers that the full kernel works on: which there are, and where in them each thing stands.

Compiled code is fast with few plain arrays and slow with many, so there are four that matter: `terms` (what
the rules say), `hands` (a row for each), `marks` (the rest of the layout: the shoe's state, the bank's cover,
the meters) and `cards`.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from casinowar.game.book.bank import Exhaustion, ShortWar
from casinowar.game.book.bonus_spin import HotSpot, SmallWager
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.terms import Base, Moment, Tied
from casinowar.game.words import Wager, Word
from casinowar.simulation.jit import Array, Number, RowLayout, compiler, source_hash


class TableArrays(NamedTuple):
    """A table as compiled code sees it."""

    terms: Array
    cards: Array
    hands: Array
    marks: Array
    spins: Array
    """Where the wheel stops, if the shoe is given; otherwise the kernel draws its own."""
    wins: Array
    """Room for the first wins of meters."""


# References to arrays are not counted, which would cost more than all else. And a call hands over all the
# numbers that describe the arrays, so inner functions are made part of their callers: half again as fast.
compiled = compiler(nogil=True, error_model="numpy", _nrt=False, forceinline=True)
view = compiler(nogil=True, error_model="numpy", _nrt=False, inline="always")
apart = compiler(nogil=True, error_model="numpy", _nrt=False)
entry = compiler(nogil=True, error_model="numpy", _nrt=False, cache=True)
"""How the kernel is compiled: inner functions, those that give a part of an array (which a call could not
return), long ones that are called from many places, and those that Python calls, which are kept on disk."""
SOURCES: Final = source_hash(
    "simulation/full/*.py", "game/book/*.py", "game/combinations.py", "game/words.py"
)
"""The kernel's own files, and those of the closed lists whose numbers it knows."""


def code(word: Word) -> int:
    """Turn a word of a closed list into its number there."""
    return list(type(word)).index(word)


def codes(words: type[Word]) -> range:
    """Give the numbers of all words of a closed list."""
    return range(len(words))


INITIAL, TIE, WAR, WAR_TIE, MATCH, DEALER_WINS, PROGRESSIVE, ENVY, BONUS_SPIN = codes(Wager)
PLACED_KINDS: Final = len(Wager)
"""The kinds that a player can put down; match and Envy Bonus stay at nothing."""
KINDS: Final = PLACED_KINDS + 2
METER, SPIN_METERS = range(PLACED_KINDS, KINDS)
"""The kinds of money that are kept apart: each wager, the dealer's match, and what the meters pay."""

# The columns of a hand: those that each round begins with at nothing, then those that stay.
_hand = RowLayout()
ON, NET, PAID, PLACED = _hand.places(4, width=KINDS)
CARD, WAR_CARD, FIRST_CARD, FIRST_AGAINST = _hand.places(4)
WARS, CONFIRMED, FOUGHT, CHOOSES, SETTLED, SURRENDERED, FACED, READ = _hand.places(8)
"""How far a hand is; whether its first war's cards are dealt, and whether it was read for the progressive."""
WON_THE_METER: Final = 2
"""What stands at the latter where the hand won the meter."""
PUT_INITIAL, STANDS, RAN_ON, GIVES_UP = _hand.places(4)
"""What of the initial wager was not given back so far, what of a tie hand stands against a bank, how many war
deals were for the tie wager alone, and whether a tie hand that gives up waits for the pass of paying."""
CLEARED = _hand.width
PURSE, PLAYER, SPOT, WEIGHT = _hand.places(4)
"""A player's chips, who that is, where the card lies, and the weight of the position on the wheel."""
(WAGERS,) = _hand.places(1, width=KINDS)
COLUMNS = _hand.width

# The marks of a table.
PROGRESSIVE_METER, PRIMARY_METER, SECONDARY_METER = range(3)
METER_NUMBER = 3
_mark = RowLayout()
SEEN, GONE, SIZE, GIVEN, RAN_OUT = _mark.places(5)
"""The shoe: cards seen, cards gone, of how many, whether their order was given, whether they ran out."""
(NUMBERS,) = _mark.places(1, width=2)
"""The state of the random numbers."""
COVER, DEALERS_CARD, DEALERS_WAR_CARD, SPINS_USED, WINS_NOTED, SHOES, ROUND, METER_BEFORE = _mark.places(8)
"""Last what the progressive meter showed before it paid anybody in the round."""
METERS, SHOWN, WINS, WON, LARGEST = _mark.places(5, width=METER_NUMBER)
"""Of each meter what it shows; what it showed, round by round; how often it was won; what it showed then, and
at most."""
(WAYS_TO_TIE,) = _mark.places(1)
UNSEEN = _mark.width
"""How many cards of each class nobody has seen: as many places as there are classes, so they come last."""

# The closed lists of rulebooks, as numbers.
LOWER, EQUAL, HIGHER = range(3)
CHOICE, TAKEN, _, TO_WAR = codes(Tied)
EXACTLY, TO_PLAYER, TO_HOUSE = range(3)
"""What is done with an odd half."""
ONCE, EACH_SIDE, EACH_CARD = codes(Moment)
NOTHING, RETURNED, COLLECTED = range(3)
"""What happens to chips at the end of a war; a match that is not collected is paid to the player."""
NO_SIZE, AS_INITIAL, AS_WAR, AS_BOTH = (0, *(1 + wager for wager in codes(Base)))
"""Which wagers a tie wager on the war deal has to be as large as."""
NO_LIMIT = 0
_, OF_WAGER, OF_PLAYER, WITH_PROGRESSIVE = (1 + counts for counts in codes(LimitCounts))
_, RUNNING, BOTH_WAYS, COLLECT_FIRST, ODDS_KEPT = codes(Exhaustion)
_, WHOLE_ONLY, _ = codes(ShortWar)
ONE_POSITION, EVERY_POSITION, EACH_SPIN = codes(HotSpot)
_, NO_METER, OWN_TABLE = codes(SmallWager)

# Terms that are one number, or two where they are a share: so many parts, of how many.
_term = RowLayout()
FRONT, BURNED = _term.places(2)
"""How many cards may be gone when a round begins, -1 where each has a fresh shoe; how many are burned."""
INITIAL_PAYS, TIE_PAYS, DEALER_WINS_PAYS, TIE_FORFEITS = _term.places(4, width=2)
(TIES_RUN_ON,) = _term.places(1)
"""Whether cards are dealt for a tie wager alone, as long as it can still rise."""
TIE_HAND, AT_THE_SEAT = _term.places(2)
BEFORE_PAYMENT: Final = 2
"""What stands at the latter where a tie hand chooses at the seat in a pass that comes before any payment."""
(EVEN,) = _term.places(1, width=2)
"""Odds of 1 to 1, at which what stands of a tie hand is taken."""
(FORFEITS,) = _term.places(1, width=2)
"""The share that surrender costs is of no parts where it is not offered."""
ODD, CHIP, LIMIT_COUNTS, LIMIT = _term.places(4)
FIGHTS, TOGETHER, AT_ONCE, COLLECTS_INITIAL, MATCHED = _term.places(5)
(TIMES,) = _term.places(1, width=2)
"""How many initial wagers a war wager is, and one for a war fought again."""
BURN, BURN_DEALERS, BURN_WHEN, DEALER_FIRST, WAR_TIE_EQUAL = _term.places(5)
(AGAIN_WARS,) = _term.places(1)
(AGAIN_TIMES,) = _term.places(1, width=2)
(AGAIN_FORFEITS,) = _term.places(1, width=2)
BANKED, BANK, EXHAUSTED, SHORT_WAR, STANDING_UNIT = _term.places(5)
(RISK,) = _term.places(1, width=2)
"""How much of the bank is kept for each unit that stands of a tie hand."""
HAS_PROGRESSIVE, ALL_FOUR, EVERY_HAND, CHIP_BACK, LOST_BY_SURRENDER, DIVIDED = _term.places(6)
ENVY_HAND, ENVY_AMOUNT, ENVY_WAGER, THAT_WAGER_ONLY, HOLDER_NEEDS_WAGER, OWN_OTHER_BOXES = _term.places(6)
READS_AT_SEAT, SHARE_BY_WAGER, FULL_PROGRESSIVE, ENVY_EACH_HAND, ENVY_ONCE, SPIN_CHIP_BACK = _term.places(6)
HAS_SPIN, SPIN_AT_ONCE, GOES_TO, PAIRS, SPIN_DIVIDED, FULL_WAGER, SMALL_WAGER = _term.places(7)
(COUNTS,) = _term.places(1)
(THRESHOLD,) = _term.places(1, width=2)
"""Whether tie wagers are made by the count, and above which share of a fair bet."""
(CLASSES,) = _term.places(1)
"""Of how many classes cards are that tie with each other: ranks or, where only the same card does, cards."""
SUITS_FIRST, SUITS_AT_WAR, TIE_ON_RANK, SAME_CARD = _term.places(4)
"""Whether suits decide on the original deal, and on war deals; what wins a tie wager then."""

# Terms that are lists: hands in an order, then tables line by line.
DEAL, SETTLE, CHOOSE, CONFIRM, WAR_DEAL, WAR_SPOTS, WAR_SETTLE, SPIN, SUIT_ORDER = _term.places(9)
(TIES_FIRST,) = _term.places(1)
"""The order in which tie hands are settled and fight before all others are settled; else nothing."""
(BURNED_BY_FIRST,) = _term.places(1)
"""How many cards a new shoe loses by the strength of its first one; nothing where that does not matter."""
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
"""Terms by their place: one, or a list of them; None where the rules have no such thing."""


def packed(terms: Terms) -> tuple[int, ...]:
    """Put all terms into one row: single ones first, then the lists, each with its length in front."""
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
    """Count the items of a list."""
    return table.terms[table.terms[name]]


@view
def listed(table: TableArrays, name: int) -> Array:
    """Give all items of a list."""
    first = table.terms[name] + 1
    return table.terms[first : first + number(table, name)]


@compiled
def item(table: TableArrays, name: int, place: int) -> Number:
    """Give an item of a list."""
    return table.terms[table.terms[name] + 1 + place]
