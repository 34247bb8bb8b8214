"""Entry of the full kernel for rounds: plays shoe after shoe, and adds them up or records every hand."""

from collections.abc import Callable
from typing import NamedTuple

from casinowar.simulation.full import layout as t
from casinowar.simulation.full.chips import net_result
from casinowar.simulation.full.round import play_round
from casinowar.simulation.full.shoe import is_over, new_shoe
from casinowar.simulation.jit import Array, RowLayout
from casinowar.simulation.plain.table import NotSimulated

_figure = RowLayout()
(ROUNDS,) = _figure.places(1)
(BROUGHT,) = _figure.places(1, width=t.KINDS)
(PUT_DOWN,) = _figure.places(1, width=t.PLACED_KINDS)
"""The figures of a shoe: rounds, net result of each kind of money, amount wagered on each."""
FIGURES = _figure.width
SUMS = FIGURES + FIGURES * FIGURES + 1
"""The sums over shoes: the figures, the product of each two, and the number of shoes with a round."""
NETS = 4096
"""Distinct net results of a hand; the kernel counts any others together."""
OTHER_NETS, FROM_A_METER = NETS, NETS + 1
"""The slots of those others, and of hands paid from a meter, whose results rarely repeat."""
NET_RESULT, IN_THIS_SHOE, HANDS, SQUARES, BY_ALL_HANDS = range(5)
NET_WIDTH = 5
"""For each net result: the hands of the current shoe; and over all shoes before it the sum, the sum of
squares, and the sum of products with all hands of the shoe."""
_PROBES = 64
_MOST = 9.0e18
FINE, SHOE_RAN_OUT, TOO_MUCH = range(3)
CARD, DEALERS_CARD, WAR_CARD, DEALERS_WAR_CARD, WARS, SURRENDERED, NET = range(7)
WIDTH = 7
"""The record of a hand: its cards and those of its first war, wars fought, and net result."""


class SumArrays(NamedTuple):
    """Arrays for the sums over shoes.

    The first row is for all rounds, each other row for those that began at one depth of the shoe.
    """

    figures: Array
    """The figures of the current shoe."""
    sums: Array
    """See `SUMS`."""
    nets: Array
    """Hands at each net result."""
    met: Array
    """The slots used in the current shoe."""
    each: Array
    """Space for a record of every hand, or empty."""


@t.compiled
def play_shoes(table: t.TableArrays, added: SumArrays, shoes: int, rounds: int) -> int:
    """Play this number of shoes, or at most this number of rounds, and add them up."""
    depths, written = len(added.sums) - 1, 0
    for _ in range(shoes):
        if not rounds:
            break
        new_shoe(table)
        table.marks[t.SHOES] += 1
        added.figures[:] = 0
        met = 0
        while rounds:
            depth = table.marks[t.GONE] * depths // table.marks[t.SIZE] + 1
            play_round(table)
            if table.marks[t.RAN_OUT]:
                return SHOE_RAN_OUT
            _note(table, added.figures[0])
            if depths:
                _note(table, added.figures[min(depth, depths)])
            for hand in range(len(table.hands)):
                met = _count_net(table, hand, added, met)
                if len(added.each):
                    _write(table, hand, added.each[written])
                    written += 1
            rounds -= 1
            if is_over(table):
                break
        for row in range(len(added.sums)):
            if not _add_up(added.figures[row], added.sums[row]):
                return TOO_MUCH
        _add_up_nets(added, met, added.figures[0, ROUNDS] * len(table.hands))
    return FINE


@t.compiled
def _note(table: t.TableArrays, figures: Array) -> None:
    figures[ROUNDS] += 1
    for hand in range(len(table.hands)):
        for kind in range(t.KINDS):
            figures[BROUGHT + kind] += table.hands[hand, t.NET + kind]
        for kind in range(t.PLACED_KINDS):
            figures[PUT_DOWN + kind] += table.hands[hand, t.PLACED + kind]


@t.compiled
def _write(table: t.TableArrays, hand: int, row: Array) -> None:
    row[CARD], row[DEALERS_CARD] = table.hands[hand, t.CARD], table.marks[t.DEALERS_CARD]
    row[WAR_CARD], row[DEALERS_WAR_CARD] = table.hands[hand, t.FIRST_CARD], table.hands[hand, t.FIRST_AGAINST]
    row[WARS], row[SURRENDERED] = _fought(table, hand), table.hands[hand, t.SURRENDERED]
    row[NET] = net_result(table, hand)


@t.compiled
def _fought(table: t.TableArrays, hand: int) -> int:
    """Count the wars of a hand, without deals for its tie wager alone."""
    return int(table.hands[hand, t.FOUGHT] - table.hands[hand, t.RAN_ON])


@t.compiled
def _count_net(table: t.TableArrays, hand: int, added: SumArrays, met: int) -> int:
    """Count a hand's net result; return how many different ones the shoe has met."""
    slot = _slot(table, hand, added.nets)
    if not added.nets[slot, IN_THIS_SHOE]:
        added.met[met] = slot
        met += 1
    added.nets[slot, IN_THIS_SHOE] += 1
    return met


@t.compiled
def _slot(table: t.TableArrays, hand: int, nets: Array) -> int:
    if table.hands[hand, t.NET + t.METER] or table.hands[hand, t.NET + t.SPIN_METERS]:
        return FROM_A_METER
    net = net_result(table, hand)
    slot = (net * 0x9E3779B1 >> 16) & (NETS - 1)
    for _ in range(_PROBES):
        if not nets[slot, HANDS] and not nets[slot, IN_THIS_SHOE]:
            nets[slot, NET_RESULT] = net
        if nets[slot, NET_RESULT] == net:
            return int(slot)
        slot = (slot + 1) & (NETS - 1)
    return OTHER_NETS


@t.compiled
def _add_up_nets(added: SumArrays, met: int, hands: int) -> None:
    for place in range(met):
        slot = added.met[place]
        here = added.nets[slot, IN_THIS_SHOE]
        added.nets[slot, IN_THIS_SHOE] = 0
        added.nets[slot, HANDS] += here
        added.nets[slot, SQUARES] += here * here
        added.nets[slot, BY_ALL_HANDS] += here * hands


@t.compiled
def _add_up(figures: Array, sums: Array) -> bool:
    """Add a shoe's figures and their products to the sums; return whether they fit."""
    for one in range(FIGURES):
        sums[one] += figures[one]
        square = FIGURES + one * FIGURES + one
        if float(figures[one]) * float(figures[one]) + float(sums[square]) > _MOST:
            return False
        for other in range(one, FIGURES):
            sums[FIGURES + one * FIGURES + other] += figures[one] * figures[other]
    sums[SUMS - 1] += figures[ROUNDS] > 0
    return True


def _entry(sources: int) -> Callable[..., int]:
    @t.entry
    def shoes(*given: Array) -> int:
        return play_shoes(*given) if sources else TOO_MUCH

    return shoes


deal_shoes = _entry(t.SOURCES)


def raise_unless_fine(cards: int, ended: int) -> None:
    """Raise the reason if the kernel stopped early."""
    if ended == SHOE_RAN_OUT:
        raise NotSimulated(
            f"A shoe of {cards} cards ran out, and no text says what happens then; "
            "fewer seats or more cards behind the cover card help."
        )
    if ended != FINE:
        raise NotSimulated("The wagers are so large that their squares cannot be added up exactly.")
