"""A table for the full path: every wager of every rulebook, shoe by shoe, or in shoes that are given."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

import numpy as np
from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.game.rules import Rules
from casinowar.game.words import PLACES, Wager
from casinowar.simulation import full_terms as t
from casinowar.simulation.full_kernel import FIGURES, FINE, SHOE_RAN_OUT, deal_shoes, settle_given
from casinowar.simulation.full_rules import Hands, coded, compile_terms, hand_rows, shoe_cards
from casinowar.simulation.full_shoe import start_numbers
from casinowar.simulation.full_side_rules import start_meters
from casinowar.simulation.full_tally import FullTally
from casinowar.simulation.plan import NotSimulated, Strategy
from casinowar.simulation.streams import stream

SHOES = 256
"""How many shoes a block deals, unless said otherwise."""
_MOST_HITS = 100_000
_NO_END = 1 << 62

Meters = tuple[int, int, int]
"""What the progressive, the primary and the secondary meter show, in cents."""


Choosing = Strategy | Sequence[Sequence[bool]] | Callable[[str, int], bool]
"""Whether a tie hand goes to war: always or never, by a table, by a function of rank and wars fought before.

A table has a row for each rank from the lowest, with a place for each number of wars.
"""


class Settled(Struct, frozen=True, kw_only=True):
    """A given shoe, settled: by round and hand what each kind brought, in cents."""

    nets: Any
    gone: tuple[int, ...]
    """How many cards were gone after each round, burned ones included."""
    meters: Meters
    hits: tuple[tuple[int, int], ...]


class FullTable(Struct, frozen=True, kw_only=True):
    """Rules, hands and a way of playing, compiled for the full kernel."""

    rules: Rules
    terms: t.Array
    hands: t.Array
    depths: int = 0
    """Into how many parts of the shoe results are divided."""

    @classmethod
    def of(
        cls,
        rules: Rules,
        hands: Hands,
        *,
        strategy: Choosing = Strategy.WAR,
        owners: Mapping[int, int] | None = None,
        bank: tuple[int, int] = (0, 0),
        counter: Fraction | None = None,
        depths: int = 0,
    ) -> Self:
        """Compile a table.

        `hands` are numbered as at the table: by seat, or at an electronic table by terminal times a hundred
        plus the community card. `owners` are the seats of the players of other boxes, `bank` is the
        player/dealer's seat and wager. With a `counter`, tie wagers are made only when the cards unseen make
        them worth more than that share of a fair bet.
        """
        _check(rules, hands, bank)
        share = counter or Fraction(0)
        playing = {
            t.COUNTS: counter is not None,
            t.THRESHOLD: share.numerator,
            t.THRESHOLD_ON: share.denominator,
        }
        return cls(
            rules=rules,
            terms=compile_terms(rules, hands, bank, playing, _choices(rules, strategy)),
            hands=hand_rows(rules, hands, owners or {}),
            depths=depths,
        )

    def block(
        self,
        seed: int,
        block: int,
        *,
        shoes: int = SHOES,
        rounds: int | None = None,
        meters: Meters | None = None,
    ) -> FullTally:
        """Deal one block of shoes from its stream; meters start as the house has them, or as said."""
        cards = shoe_cards(self.rules)
        table, hits = empty_table(self.rules, len(cards), meters), no_hits()
        start_numbers(stream(seed, block), table)
        sums = np.zeros((1 + self.depths, FIGURES + FIGURES * FIGURES), np.int64)
        limit = _NO_END if rounds is None else rounds
        figures, spins = np.zeros((1 + self.depths, FIGURES), np.int64), no_spins()
        ended = deal_shoes(
            self.terms, cards, self.hands.copy(), table, spins, hits, figures, sums, shoes, limit
        )
        raise_unless_fine(self.rules, ended)
        return FullTally.of(int(table[t.SHOES]), sums.tolist(), _hits(table, hits), _meters(table))

    def settle(
        self,
        cards: Sequence[str],
        spins: Iterable[tuple[int, int, int]] = (),
        *,
        rounds: int | None = None,
        meters: Meters | None = None,
    ) -> Settled:
        """Settle a shoe whose order is given, round after round to its end, or so many rounds of it.

        Each spin is the place of the hand with the hot spot, and the lines of the hot spot's and of the
        community's pay table that the wheel stopped on.
        """
        table, hits = empty_table(self.rules, len(cards), meters), no_hits()
        table[t.GIVEN] = 1
        nets = np.zeros((rounds or len(cards), len(self.hands), t.KINDS + 1), np.int64)
        stops = np.array(list(spins), np.int64).reshape(-1, 3)
        order = coded(self.rules, cards)
        played, ended = settle_given(self.terms, order, self.hands.copy(), table, hits, stops, nets)
        raise_unless_fine(self.rules, ended)
        return Settled(
            nets=nets[:played, :, : t.KINDS],
            gone=tuple(nets[:played, 0, t.KINDS].tolist()),
            meters=_meters(table),
            hits=_hits(table, hits),
        )


def empty_table(rules: Rules, size: int, meters: Meters | None) -> t.Array:
    """Give a table before the first shoe of so many cards."""
    table = np.zeros(t.UNSEEN + len(rules.book.cards.ranking.value), np.int64)
    table[t.SIZE] = size
    table[t.METERS : t.METERS + 3] = start_meters(rules) if meters is None else meters
    return table


def no_hits() -> t.Array:
    """Give room to note what meters show when they are won."""
    return np.zeros((_MOST_HITS, 2), np.int64)


def no_spins() -> t.Array:
    """Give no spins: the kernel draws its own."""
    return np.zeros((0, 3), np.int64)


def _meters(table: t.Array) -> Meters:
    one, two, three = table[t.METERS : t.METERS + 3].tolist()
    return one, two, three


def _hits(table: t.Array, hits: t.Array) -> tuple[tuple[int, int], ...]:
    return tuple((int(meter), int(shown)) for meter, shown in hits[: table[t.HITS]])


def _choices(rules: Rules, strategy: Choosing) -> list[bool]:
    """Lay down what a tie hand does, by rank and by wars fought before."""
    ranks = len(rules.book.cards.ranking.value)
    wars = rules.book.war.again.wars if rules.book.war and rules.book.war.again else 1
    if isinstance(strategy, Strategy):
        return [strategy is Strategy.WAR] * (ranks * wars)
    if callable(strategy):
        ranking = reversed(rules.book.cards.ranking.value)
        return [bool(strategy(rank, fought)) for rank in ranking for fought in range(wars)]
    if [len(row) for row in strategy] != [wars] * ranks:
        raise InputError(f"A table of choices has {ranks} rows, lowest rank first, of {wars} each.")
    return [bool(choice) for row in strategy for choice in row]


def _check(rules: Rules, hands: Hands, bank: tuple[int, int]) -> None:
    if not hands:
        raise InputError("A table needs at least one hand.")
    for number, wagers in hands.items():
        electronic = rules.house.electronic
        most = rules.seats if electronic is None else electronic.community_cards
        if (number < PLACES) is not (electronic is None) or not 1 <= number % PLACES <= most:
            raise InputError(f"There is no hand {number} at this table.")
        if not wagers.get(Wager.INITIAL):
            raise InputError(f"Hand {number} needs an initial wager.")
    if rules.book.bank is not None and (bank[1] <= 0 or bank[0] in hands):
        raise InputError("A banked table needs a player/dealer with chips at a seat without a hand.")


def raise_unless_fine(rules: Rules, ended: int) -> None:
    """Say why the kernel could not go on, if so."""
    if ended == SHOE_RAN_OUT:
        raise NotSimulated(
            f"A shoe of {rules.batch_size} cards, or the spins given with it, ran out, and no text says what "
            "happens then; fewer seats or more cards behind the cover card help."
        )
    if ended != FINE:
        raise NotSimulated("The wagers are so large that their squares cannot be added up exactly.")
