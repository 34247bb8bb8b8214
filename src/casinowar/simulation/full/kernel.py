"""Shoe after shoe of rounds in the full kernel, added up, or written down hand by hand."""

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
"""What is added up in each shoe: rounds, what each kind brought the players, what was put down on each."""
FIGURES = _figure.width
SUMS = FIGURES + FIGURES * FIGURES + 1
"""What is added up over shoes: the figures, the product of each two, and how many shoes had any round."""
NETS = 4096
"""How many different net results of a hand are told apart; those beyond them are counted together."""
OTHER_NETS, FROM_A_METER = NETS, NETS + 1
"""Where such hands are counted, and those that a meter paid, whose results hardly ever repeat."""
NET_RESULT, IN_THIS_SHOE, HANDS, SQUARES, BY_ALL_HANDS = range(5)
NET_WIDTH = 5
"""Of each net result, how many hands of the shoe that is played ended there; and over all shoes before it the
sum, the sum of squares, and that of products with all hands of the shoe."""
_PROBES = 64
_MOST = 9.0e18
FINE, SHOE_RAN_OUT, TOO_MUCH = range(3)
"""How a run ended."""
CARD, DEALERS_CARD, WAR_CARD, DEALERS_WAR_CARD, WARS, SURRENDERED, NET = range(7)
WIDTH = 7
"""What is written down of a hand: its cards and those of its first war, wars fought, and what it brought."""


class SumArrays(NamedTuple):
    """What shoes are added up in.

    The first row is for all rounds, each other one for those that began at a certain depth of the shoe.
    """

    figures: Array
    """The figures of the shoe that is played."""
    sums: Array
    """See `SUMS`."""
    nets: Array
    """How many hands ended at each net result."""
    met: Array
    """Where those stand that came up in the shoe that is played."""
    each: Array
    """Room for every hand, where each is to be written down."""


@t.compiled
def play_shoes(table: t.TableArrays, added: SumArrays, shoes: int, rounds: int) -> int:
    """Play so many shoes, or at most so many rounds, and add up what they brought."""
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
    """Note what a round brought."""
    figures[ROUNDS] += 1
    for hand in range(len(table.hands)):
        for kind in range(t.KINDS):
            figures[BROUGHT + kind] += table.hands[hand, t.NET + kind]
        for kind in range(t.PLACED_KINDS):
            figures[PUT_DOWN + kind] += table.hands[hand, t.PLACED + kind]


@t.compiled
def _write(table: t.TableArrays, hand: int, row: Array) -> None:
    """Write a hand down."""
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
    """Count what a hand brought in all; tell how many results the shoe has met by now."""
    slot = _slot(table, hand, added.nets)
    if not added.nets[slot, IN_THIS_SHOE]:
        added.met[met] = slot
        met += 1
    added.nets[slot, IN_THIS_SHOE] += 1
    return met


@t.compiled
def _slot(table: t.TableArrays, hand: int, nets: Array) -> int:
    """Find where a hand's net result is counted, in a hash table of them."""
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
    """Add the net results of a shoe to those of the shoes before it."""
    for place in range(met):
        slot = added.met[place]
        here = added.nets[slot, IN_THIS_SHOE]
        added.nets[slot, IN_THIS_SHOE] = 0
        added.nets[slot, HANDS] += here
        added.nets[slot, SQUARES] += here * here
        added.nets[slot, BY_ALL_HANDS] += here * hands


@t.compiled
def _add_up(figures: Array, sums: Array) -> bool:
    """Add a shoe's figures and their products to the sums; tell whether those still fit."""
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
    """Make what Python calls; see `layout.entry`."""

    @t.entry
    def shoes(*given: Array) -> int:
        return play_shoes(*given) if sources else TOO_MUCH

    return shoes


deal_shoes = _entry(t.SOURCES)


def raise_unless_fine(cards: int, ended: int) -> None:
    """Say why the kernel could not go on, if so."""
    if ended == SHOE_RAN_OUT:
        raise NotSimulated(
            f"A shoe of {cards} cards ran out, and no text says what happens then; "
            "fewer seats or more cards behind the cover card help."
        )
    if ended != FINE:
        raise NotSimulated("The wagers are so large that their squares cannot be added up exactly.")
