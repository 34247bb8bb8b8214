"""Every round of a run, one row a hand: dealt again from the same streams, and recorded."""

from typing import Final

import numpy as np
from msgspec import Struct

from casinowar.game.cards import SUIT_CODES
from casinowar.game.refusal import InputError
from casinowar.simulation.full import kernel
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import FullTally
from casinowar.simulation.jit import Array
from casinowar.simulation.scheduler import AFTER_THE_BLOCKS, Checkpoint

MOST_HANDS: Final = 2_000_000
_OUTCOMES: Final = ("lost", "tied", "won")


class EachRound(Struct, frozen=True, kw_only=True):
    """All hands of a run, in dealing order."""

    seats: tuple[int, ...]
    """The seat of each hand of a round."""
    spots: tuple[int, ...]
    """The spot of its card: at its seat, or among the community cards."""
    ranking: str
    rows: bytes
    """64-bit integers as bytes, so that two runs compare."""

    def columns(self) -> dict[str, Array]:
        """Give the columns by name; war cards are those of a hand's first war."""
        rows = np.frombuffer(self.rows, np.int64).reshape(-1, kernel.WIDTH)
        rounds = len(rows) // len(self.seats)
        cards = np.array([rank + suit for rank in self.ranking for suit in SUIT_CODES.values()], object)
        none, fought = np.array(None), rows[:, kernel.WARS] > 0
        return {
            "round": np.repeat(np.arange(1, rounds + 1), len(self.seats)),
            "seat": np.tile(self.seats, rounds),
            "spot": np.tile(self.spots, rounds),
            "card": cards[rows[:, kernel.CARD]],
            "dealers_card": cards[rows[:, kernel.DEALERS_CARD]],
            "wars": rows[:, kernel.WARS],
            "war_card": np.where(fought, cards[rows[:, kernel.WAR_CARD]], none),
            "dealers_war_card": np.where(fought, cards[rows[:, kernel.DEALERS_WAR_CARD]], none),
            "outcome": _outcomes(rows),
            "net_in_cents": rows[:, kernel.NET],
        }


def _outcomes(rows: Array) -> Array:
    """Name how each hand ended; after several wars, the cards of the first do not tell."""
    original, war = (
        1 + np.sign(rows[:, one] // len(SUIT_CODES) - rows[:, other] // len(SUIT_CODES))
        for one, other in ((kernel.CARD, kernel.DEALERS_CARD), (kernel.WAR_CARD, kernel.DEALERS_WAR_CARD))
    )
    kinds = [rows[:, kernel.SURRENDERED] > 0, rows[:, kernel.WARS] > 1, rows[:, kernel.WARS] == 1]
    at_war = np.array([f"war {each}" for each in _OUTCOMES], object)[war]
    return np.select(kinds, ["surrendered", "several wars", at_war], np.array(_OUTCOMES, object)[original])


def check(hands: int, rounds: int) -> None:
    if hands * rounds > MOST_HANDS:
        raise InputError(f"{hands * rounds:,} hands are too many to keep each; {MOST_HANDS:,} is the most.")


def each_round(last: Checkpoint) -> EachRound:
    """Deal the blocks of a run again, then the rest, and check that the tally is the same."""
    table = last.table
    if not isinstance(table, FullTable):
        raise TypeError("Only the full kernel tells one round from another.")
    dealt, parts, number = FullTally(), [], 0
    while dealt.done < last.played.done:
        left = last.played.done - dealt.done
        apart = number >= last.blocks
        block = AFTER_THE_BLOCKS + number - last.blocks if apart else number
        hands = np.zeros((left * table.seats, kernel.WIDTH), np.int64)
        standing = dealt.standing.get(block % table.tables) if table.tables else None
        tally = table.block(last.seed, block, rounds=left if apart else None, standing=standing, each=hands)
        parts.append(hands[: tally.done * table.seats])
        dealt, number = dealt + tally, number + 1
    if dealt != last.played:
        raise RuntimeError("A run that is dealt again brings something else.")
    return EachRound(
        seats=tuple(hand[t.PLAYER] for hand in table.hands),
        spots=tuple(hand[t.SPOT] for hand in table.hands),
        ranking=table.ranking,
        rows=np.concatenate(parts).tobytes(),
    )
