"""Every round of a run, a row to a hand: dealt once more from the same streams, and written down."""

from typing import Final

import numpy as np
from msgspec import Struct

from casinowar.game.cards import SUIT_CODES
from casinowar.game.refusal import InputError
from casinowar.simulation.dealing import added, deal, nothing, standings_of
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.kernel import FINE, SHOE_RAN_OUT, clear
from casinowar.simulation.full.round import play_round
from casinowar.simulation.full.shoe import is_over, new_shoe, start_numbers
from casinowar.simulation.full.table import FullTable, no_spins, raise_unless_fine
from casinowar.simulation.full.tally import MOST_WINS, Standing
from casinowar.simulation.runs import AFTER_THE_BLOCKS, Checkpoint
from casinowar.simulation.streams import stream

MOST_HANDS: Final = 2_000_000
"""How many hands are written down at most."""
CARD, DEALERS_CARD, WAR_CARD, DEALERS_WAR_CARD, WARS, SURRENDERED, NET = range(7)
WIDTH: Final = 7
_OUTCOMES: Final = ("lost", "tied", "won")


class EachRound(Struct, frozen=True, kw_only=True):
    """All hands of a run, in the order in which they were dealt."""

    seats: tuple[int, ...]
    """Whose each hand of a round is."""
    spots: tuple[int, ...]
    """Where its card lies: before its seat, or among the community cards."""
    ranking: str
    rows: bytes
    """Whole numbers of 64 bits, so that two runs can be compared."""

    def columns(self) -> dict[str, t.Array]:
        """Name what is known of each hand; war cards are those of its first war."""
        rows = np.frombuffer(self.rows, np.int64).reshape(-1, WIDTH)
        rounds = len(rows) // len(self.seats)
        cards = np.array([rank + suit for rank in self.ranking for suit in SUIT_CODES.values()], object)
        none, fought = np.array(None), rows[:, WARS] > 0
        return {
            "round": np.repeat(np.arange(1, rounds + 1), len(self.seats)),
            "seat": np.tile(self.seats, rounds),
            "spot": np.tile(self.spots, rounds),
            "card": cards[rows[:, CARD]],
            "dealers_card": cards[rows[:, DEALERS_CARD]],
            "wars": rows[:, WARS],
            "war_card": np.where(fought, cards[rows[:, WAR_CARD]], none),
            "dealers_war_card": np.where(fought, cards[rows[:, DEALERS_WAR_CARD]], none),
            "outcome": _outcomes(rows),
            "net_in_cents": rows[:, NET],
        }


def _outcomes(rows: t.Array) -> t.Array:
    """Say how each hand ended; where several wars were fought, the cards of the first do not tell."""
    original, war = (
        1 + np.sign(rows[:, one] // len(SUIT_CODES) - rows[:, other] // len(SUIT_CODES))
        for one, other in ((CARD, DEALERS_CARD), (WAR_CARD, DEALERS_WAR_CARD))
    )
    kinds = [rows[:, SURRENDERED] > 0, rows[:, WARS] > 1, rows[:, WARS] == 1]
    at_war = np.array([f"war {each}" for each in _OUTCOMES], object)[war]
    return np.select(kinds, ["surrendered", "several wars", at_war], np.array(_OUTCOMES, object)[original])


def check(hands: int, rounds: int) -> None:
    """Refuse more than can be kept."""
    if hands * rounds > MOST_HANDS:
        raise InputError(f"{hands * rounds:,} hands are too many to keep each; {MOST_HANDS:,} is the most.")


def each_round(last: Checkpoint) -> EachRound:
    """Deal the blocks of a run again, then what was left over, and see that they bring the same."""
    table = last.table
    if not isinstance(table, FullTable):
        raise TypeError("Only the full kernel tells one round from another.")
    dealt, parts, number = nothing(table), [], 0
    while dealt.done < last.played.done:
        standings = standings_of(dealt)
        left = last.played.done - dealt.done
        apart = number >= last.blocks
        block = AFTER_THE_BLOCKS + number - last.blocks if apart else number
        standing = standings.get(block % table.tables) if table.tables else None
        parts.append(_written(table, stream(last.seed, block), standing, left))
        dealt = added(dealt, deal(table, last.seed, block, standings, left if apart else None))
        number += 1
    if dealt != last.played:
        raise RuntimeError("A run that is dealt again brings something else.")
    return EachRound(
        seats=tuple(hand[t.PLAYER] for hand in table.hands),
        spots=tuple(hand[t.SPOT] for hand in table.hands),
        ranking=table.ranking,
        rows=np.concatenate(parts).tobytes(),
    )


def _written(table: FullTable, start: int, standing: Standing | None, rounds: int) -> t.Array:
    """Deal the shoes of a block, so many rounds at most, and write down every hand."""
    rows = np.zeros((rounds * table.seats, WIDTH), np.int64)
    opened = table.opened(standing or table.meters)
    start_numbers(start, opened)
    written, ended = _write(
        np.array(table.terms),
        np.array(table.cards, np.uint8),
        np.array(table.hands),
        opened,
        no_spins(),
        np.zeros((MOST_WINS, 3), np.int64),
        rows,
        table.shoes,
    )
    raise_unless_fine(len(table.cards), ended)
    return rows[:written]


@t.compiled
def _write_shoes(  # noqa: PLR0913, PLR0917 - compiled code has no objects to put arrays into
    terms: t.Array,
    cards: t.Array,
    hands: t.Array,
    table: t.Array,
    spins: t.Array,
    wins: t.Array,
    rows: t.Array,
    shoes: int,
) -> tuple[int, int]:
    """Play so many shoes, or until the rows are full, and tell how many rows are written."""
    at = 0
    for _ in range(shoes):
        if at == len(rows):
            break
        new_shoe(terms, cards, table)
        while at < len(rows):
            clear(hands)
            play_round(terms, cards, hands, table, spins, wins)
            if table[t.RAN_OUT]:
                return at, SHOE_RAN_OUT
            for hand in range(len(hands)):
                rows[at, CARD], rows[at, DEALERS_CARD] = hands[hand, t.CARD], table[t.DEALERS_CARD]
                rows[at, WAR_CARD] = hands[hand, t.FIRST_CARD]
                rows[at, DEALERS_WAR_CARD] = hands[hand, t.FIRST_AGAINST]
                rows[at, WARS], rows[at, SURRENDERED] = hands[hand, t.FOUGHT], hands[hand, t.SURRENDERED]
                for kind in range(t.KINDS):
                    rows[at, NET] += hands[hand, t.NET + kind]
                at += 1
            if is_over(terms, table):
                break
    return at, FINE


def _entry(sources: int) -> t.Array:
    """Make what Python calls; see `rows.entry`."""

    @t.entry
    def write(*given: t.Array) -> t.Array:
        return _write_shoes(*given) if sources else (0, SHOE_RAN_OUT)

    return write


_write = _entry(t.SOURCES)
