"""The full kernel: shoe after shoe of rounds in which every wager of a rulebook is settled, to the cent."""

from casinowar.simulation.full import rows as t
from casinowar.simulation.full.round import play_round
from casinowar.simulation.full.shoe import is_over, new_shoe

FIGURES = 1 + t.KINDS + t.PLACED_KINDS
"""What is added up in each shoe: rounds, what each kind brought the players, what was put down on each."""
NETS = 4096
"""How many different net results of a hand are told apart; those beyond them are counted together."""
OTHER_NETS, FROM_A_METER = NETS, NETS + 1
"""Where such hands are counted, and those that a meter paid, whose results hardly ever repeat."""
_PROBES = 64
_MOST = 9.0e18
FINE, SHOE_RAN_OUT, TOO_MUCH = range(3)
"""How a run ended."""


@t.compiled
def play_shoes(
    terms: t.Array,
    cards: t.Array,
    hands: t.Array,
    table: t.Array,
    spins: t.Array,
    wins: t.Array,
    figures: t.Array,
    sums: t.Array,
    nets: t.Array,
    shoes: int,
    rounds: int,
) -> int:
    """Play so many shoes, or at most so many rounds, and add up what they brought.

    The first row of `sums` is for all rounds, each other one for those that began at a certain depth of the
    shoe: sums of the figures of each shoe, then of the product of each two. `nets` counts the hands that
    ended at each net result.
    """
    depths = len(sums) - 1
    for _ in range(shoes):
        if not rounds:
            break
        new_shoe(terms, cards, table)
        table[t.SHOES] += 1
        figures[:] = 0
        while rounds:
            depth = table[t.GONE] * depths // table[t.SIZE] + 1
            clear(hands)
            play_round(terms, cards, hands, table, spins, wins)
            if table[t.RAN_OUT]:
                return SHOE_RAN_OUT
            _note(hands, figures[0])
            if depths:
                _note(hands, figures[min(depth, depths)])
            for hand in range(len(hands)):
                _count_net(hands, hand, nets)
            rounds -= 1
            if is_over(terms, table):
                break
        for row in range(len(sums)):
            if not _add_up(figures[row], sums[row]):
                return TOO_MUCH
    return FINE


@t.compiled
def clear(hands: t.Array) -> None:
    """Clear the layout for the next round."""
    for hand in range(len(hands)):
        for column in range(t.CLEARED):
            hands[hand, column] = 0


@t.compiled
def _note(hands: t.Array, figures: t.Array) -> None:
    """Note what a round brought."""
    figures[0] += 1
    for hand in range(len(hands)):
        for kind in range(t.KINDS):
            figures[1 + kind] += hands[hand, t.NET + kind]
        for kind in range(t.PLACED_KINDS):
            figures[1 + t.KINDS + kind] += hands[hand, t.PLACED + kind]


@t.compiled
def _count_net(hands: t.Array, hand: int, nets: t.Array) -> None:
    """Count what a hand brought in all, in a hash table of net results."""
    if hands[hand, t.NET + t.METER] or hands[hand, t.NET + t.SPIN_METERS]:
        nets[FROM_A_METER, 1] += 1
        return
    net = 0
    for kind in range(t.KINDS):
        net += hands[hand, t.NET + kind]
    slot = (net * 0x9E3779B1 >> 16) & (NETS - 1)
    for _ in range(_PROBES):
        if not nets[slot, 1]:
            nets[slot, 0] = net
        if nets[slot, 0] == net:
            nets[slot, 1] += 1
            return
        slot = (slot + 1) & (NETS - 1)
    nets[OTHER_NETS, 1] += 1


@t.compiled
def _add_up(figures: t.Array, sums: t.Array) -> bool:
    """Add a shoe's figures and their products to the sums; tell whether those still fit."""
    for one in range(FIGURES):
        sums[one] += figures[one]
        square = FIGURES + one * FIGURES + one
        if float(figures[one]) * float(figures[one]) + float(sums[square]) > _MOST:
            return False
        for other in range(one, FIGURES):
            sums[FIGURES + one * FIGURES + other] += figures[one] * figures[other]
    return True


@t.compiled
def settle_shoe(
    terms: t.Array,
    cards: t.Array,
    hands: t.Array,
    table: t.Array,
    wins: t.Array,
    spins: t.Array,
    nets: t.Array,
) -> tuple[int, int]:
    """Play a given shoe to its end, and write down what each kind brought each hand in each round.

    Gives the number of rounds and how it ended; the last column of each hand's row says how many cards are
    gone.
    """
    new_shoe(terms, cards, table)
    table[t.SPINS_USED] = 0
    for played in range(len(nets)):
        clear(hands)
        play_round(terms, cards, hands, table, spins, wins)
        if table[t.RAN_OUT]:
            return played, SHOE_RAN_OUT
        for hand in range(len(hands)):
            for kind in range(t.KINDS):
                nets[played, hand, kind] = hands[hand, t.NET + kind]
            nets[played, hand, t.KINDS] = table[t.GONE]
        if is_over(terms, table):
            return played + 1, FINE
    return len(nets), FINE


def _entries(sources: int) -> tuple[t.Array, t.Array]:
    """Make what Python calls; see `full_terms.entry`."""

    @t.entry
    def shoes(
        terms: t.Array,
        cards: t.Array,
        hands: t.Array,
        table: t.Array,
        spins: t.Array,
        wins: t.Array,
        figures: t.Array,
        sums: t.Array,
        nets: t.Array,
        number: int,
        rounds: int,
    ) -> t.Array:
        if not sources:
            return TOO_MUCH
        return play_shoes(terms, cards, hands, table, spins, wins, figures, sums, nets, number, rounds)

    @t.entry
    def given(
        terms: t.Array,
        cards: t.Array,
        hands: t.Array,
        table: t.Array,
        wins: t.Array,
        spins: t.Array,
        nets: t.Array,
    ) -> t.Array:
        if not sources:
            return 0, TOO_MUCH
        return settle_shoe(terms, cards, hands, table, wins, spins, nets)

    return shoes, given


deal_shoes, settle_given = _entries(t.SOURCES)
