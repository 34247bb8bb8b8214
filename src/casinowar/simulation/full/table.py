"""The full table: every wager of every rulebook, dealt shoe by shoe."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Self

import numpy as np
from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import PLACES, Wager
from casinowar.simulation.accumulators import Batches, WholeShoes
from casinowar.simulation.full import kernel as sh
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.hands import Hands, hand_rows
from casinowar.simulation.full.meters import start_meters
from casinowar.simulation.full.shoe import coded, lowest_first, shoe_cards, start_numbers
from casinowar.simulation.full.tally import MOST_WINS, FullTally, MeterTally, ShoeSums, Standing, Win
from casinowar.simulation.full.terms import compile_terms
from casinowar.simulation.jit import Array
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.random_streams import stream

OTHER_NET, FROM_A_METER = 1 << 60, (1 << 60) + 1
"""Keys of net results counted together: rare ones, and those paid from a meter."""
_SEAT_ROUNDS = 400_000
"""Approximate seat-rounds of a block."""
_NO_END = 1 << 62
NO_HANDS = np.zeros((0, sh.WIDTH), np.int64)
Spins = Iterable[tuple[int, int, int]]
"""The wheel's stop: the place of the hand with the hot spot, and the lines of the two pay tables."""
Choosing = OnTie | Sequence[Sequence[bool]]
"""Whether a tie hand goes to war: always or never, or by a table.

A table has a row for each rank from the lowest, with a place for each number of wars fought before.
"""


class FullTable(Struct, frozen=True, kw_only=True, tag="full"):
    """Rules, hands and a strategy, compiled for the full kernel into numbers that can be sent and stored."""

    rulebook: str
    terms: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]
    ranking: str
    """The codes of the ranks, lowest first."""
    meters: Standing
    """The state when the table opens."""
    shoes: int
    """Shoes per block."""
    depths: int = 0
    """Number of depth ranges of the shoe for separate results."""
    tables: int = 0
    """Tables whose meters go on from block to block; 0 without meters."""

    @classmethod
    def of(  # noqa: PLR0913 - what a table may have, by name
        cls,
        rules: Rules,
        hands: Hands,
        *,
        decks: int | None = None,
        strategy: Choosing = OnTie.WAR,
        owners: Mapping[int, int] | None = None,
        bank: tuple[int, int] = (0, 0),
        counter: Fraction | None = None,
        depths: int = 0,
        tables: int = 1,
    ) -> Self:
        """Compile a table.

        `hands` are numbered as at the table: by seat, or at an electronic table by terminal times a hundred
        plus the community card. `owners` are the seats of the players of other boxes, `bank` is the
        player/dealer's seat and wager. With a `counter`, tie wagers are made only when the cards unseen make
        them worth more than that share of a fair bet. Several `tables`, each with its own meters, can be
        dealt in parallel, while blocks of one table wait for each other.
        """
        _check(rules, hands, bank)
        if counter is not None and rules.most_ties > 1:
            raise InputError("A counter needs a tie wager that one tie settles.")
        playing: t.Terms = {
            t.COUNTS: counter is not None,
            t.THRESHOLD: counter or Fraction(0),
            t.GOES_TO_WAR: _choices(rules, strategy),
        }
        cards = shoe_cards(rules, decks)
        ranking = lowest_first(rules)
        rows = hand_rows(rules, hands, owners or {})
        terms = compile_terms(rules, hands, len(cards), bank, playing)
        has_meters = any(row[t.WAGERS + t.PROGRESSIVE] + row[t.WAGERS + t.BONUS_SPIN] for row in rows)
        return cls(
            rulebook=rules.book.name,
            terms=terms,
            hands=rows,
            cards=coded(cards, ranking),
            ranking=ranking,
            meters=Standing(*start_meters(rules)),
            shoes=-(-_SEAT_ROUNDS // (len(hands) * max(1, terms[t.FRONT] // (len(hands) + 1)))),
            depths=depths,
            tables=tables if has_meters else 0,
        )

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def most_rounds(self) -> int:
        """Count the rounds of a block without any war, the most that it can have."""
        spots = self.terms[self.terms[t.DEAL]]
        return self.shoes * (max(0, self.terms[t.FRONT]) // (spots + 1) + 1)

    def block(
        self,
        seed: int,
        number: int,
        *,
        shoes: int | None = None,
        rounds: int | None = None,
        standing: Standing | None = None,
        each: Array = NO_HANDS,
    ) -> FullTally:
        """Deal one block of shoes from its stream, at a new table or from a given state.

        With `each`, record every hand in that array.
        """
        table, rows = self.opened(seed, number, standing), 1 + self.depths
        added = sh.SumArrays(
            figures=np.zeros((rows, sh.FIGURES), np.int64),
            sums=np.zeros((rows, sh.SUMS), np.int64),
            nets=np.zeros((sh.NETS + 2, sh.NET_WIDTH), np.int64),
            met=np.zeros(sh.NETS + 2, np.int64),
            each=each,
        )
        added.nets[sh.NETS :, sh.NET_RESULT] = OTHER_NET, FROM_A_METER
        most = self.shoes if shoes is None else shoes
        ended = sh.deal_shoes(table, added, most, _NO_END if rounds is None else rounds)
        sh.raise_unless_fine(len(self.cards), ended)
        return self._tally(number % self.tables if self.tables else 0, table, added, rounds)

    def _tally(self, place: int, table: t.TableArrays, added: sh.SumArrays, limit: int | None) -> FullTally:
        """Read the kernel's sums; a limit of rounds may have cut the last shoe short."""
        marks, seats = table.marks, self.seats
        total, *depths = map(ShoeSums.of, added.sums.tolist())
        cut = int(added.figures[0, sh.ROUNDS]) if total.rounds == limit else 0
        nets = added.nets[added.nets[:, sh.HANDS] > 0].tolist()
        shows, *noted = marks[t.METERS : t.WAYS_TO_TIE].reshape(-1, t.METER_NUMBER).tolist()
        one, two, three = map(MeterTally, *noted)
        return FullTally(
            total=total,
            whole=WholeShoes(total.shoes - bool(cut), total.rounds - cut, total.squared_rounds - cut * cut),
            by_depth=tuple(depths),
            nets=Batches(
                number=total.shoes,
                whole=total.rounds * seats,
                whole_squared=total.squared_rounds * seats * seats,
                parts={net: (hands, squares, by_all) for net, _, hands, squares, by_all in nets},
            ),
            meters=(one, two, three),
            wins=tuple(Win(place, *row) for row in table.wins[: marks[t.WINS_NOTED]].tolist()),
            standing={place: Standing(*shows)._replace(rounds=int(marks[t.ROUND]))} if self.tables else {},
        )

    def opened(self, seed: int, number: int, standing: Standing | None = None) -> t.TableArrays:
        """Lay out the table before the first shoe of a block, new or from a given state."""
        table = self.arrays(self.cards, (), standing or self.meters)
        start_numbers(stream(seed, number), table.marks)
        return table

    def arrays(self, cards: Sequence[int], spins: Spins, standing: Standing) -> t.TableArrays:
        """Lay out a table with cards, and with the wheel's stops if the cards' order is given."""
        marks = np.zeros(t.UNSEEN + self.terms[t.CLASSES], np.int64)
        marks[t.SIZE] = len(cards)
        marks[t.METERS : t.METERS + t.METER_NUMBER] = standing[: t.METER_NUMBER]
        marks[t.ROUND] = standing.rounds
        return t.TableArrays(
            terms=np.array(self.terms),
            cards=np.array(cards, np.uint8),
            hands=np.array(self.hands),
            marks=marks,
            spins=np.array(list(spins), np.int64).reshape(-1, 3),
            wins=np.zeros((MOST_WINS, 3), np.int64),
        )


def _choices(rules: Rules, strategy: Choosing) -> list[bool]:
    """List the choices of a tie hand, by rank and by wars fought before."""
    ranks = len(rules.book.cards.ranking.value)
    wars = rules.book.war.again.wars if rules.book.war and rules.book.war.again else 1
    if isinstance(strategy, OnTie):
        return [strategy is OnTie.WAR] * (ranks * wars)
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
        if not any(wagers.get(wager) for wager in (Wager.INITIAL, *rules.stand_alone)):
            raise InputError(f"Hand {number} needs an initial wager.")
    if rules.book.bank is not None and (bank[1] <= 0 or bank[0] in hands):
        raise InputError("A banked table needs a player/dealer with chips at a seat without a hand.")
    if rules.book.bank is not None and (bank[1] < rules.least_bank or bank[1] % rules.bank_unit):
        least, unit = dollars(rules.least_bank), dollars(rules.bank_unit)
        raise InputError(f"A bank is at least {least} here, and a multiple of {unit}.")
