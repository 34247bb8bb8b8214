"""The figures by which tables are compared."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.game.words import Word
from casinowar.odds.hand import Strategy


class Figure(Word):
    """What can be said of a table in one number; edges are positive when the house wins."""

    INITIAL_WAR = "initial_war"
    INITIAL_SURRENDER = "initial_surrender"
    INITIAL_BEST = "initial_best"
    RISK_WAR = "element_of_risk_war"
    RISK_SURRENDER = "element_of_risk_surrender"
    VARIANCE_WAR = "variance_war"
    VARIANCE_SURRENDER = "variance_surrender"
    ODD_SURRENDER = "odd_wager_surrender"
    """The edge of surrendering with the smallest wager that is an odd number of chips."""
    FEWEST_DECKS = "initial_fewest_decks"
    MOST_DECKS = "initial_most_decks"
    LONG_RUN_INITIAL = "long_run_initial"
    LONG_RUN_TIE = "long_run_tie"
    TIE = "tie"
    WAR_TIE = "war_tie"
    DEALER_WINS = "dealer_wins"
    PROGRESSIVE_WAR = "progressive_war"
    PROGRESSIVE_SURRENDER = "progressive_surrender"
    PROGRESSIVE_DOUBLE = "progressive_double_size"
    ENVY = "envy_per_other_player"
    ENVY_NOT_WAGERING = "envy_per_other_player_not_wagering"
    ENVY_OWN_BOX = "envy_per_own_other_box"
    ENVY_DOUBLE = "envy_double_size"
    SPIN_ALONE = "bonus_spin_alone"
    SPIN_FULL = "bonus_spin_all_seats"
    """The average edge of all seats' wagers."""
    SPIN_SMALL = "bonus_spin_small_wager"
    COVARIANCE = "covariance_of_two_seats"
    TERMINAL = "variance_of_a_terminal"
    """In squared units, of a terminal that backs as many community cards as it may."""
    BANK_OF_THREE = "bank_of_three_units"
    BANK_OF_A_HALF = "bank_of_half_a_unit"
    """What the player/dealer can expect from three hands of one unit, in units."""


class OddWager(Struct, frozen=True, tag="wager"):
    """The wager that a figure is counted with, an odd number of chips."""

    wager: Cents
    chip: Cents

    @property
    def chips(self) -> int:
        """Tell how many chips it is."""
        return self.wager // self.chip


class DeckCount(Struct, frozen=True, tag="decks"):
    """The number of decks that a figure is counted with."""

    decks: int
    assumed: bool = False
    """Whether the text sets no such limit, so that this number was taken in its place."""


class WagerSize(Struct, frozen=True, order=True, tag="size"):
    """The size of the wager that a figure is counted with, where the house has several."""

    wager: Cents


class PlayedBy(Struct, frozen=True, tag="strategy"):
    """The strategy that a figure is counted with, where it has to be one that never changes its mind."""

    strategy: Strategy


CountedWith = OddWager | DeckCount | WagerSize | PlayedBy


class Found(Struct, frozen=True):
    """The figures of a table, those that the odds do not cover, and why not."""

    values: dict[Figure, Fraction]
    counted_with: dict[Figure, CountedWith] = {}
    """The wager or the decks of a figure that is not counted with the table's own."""
    uncovered: frozenset[Figure] = frozenset()
    left_out: tuple[str, ...] = ()
    by_size: dict[tuple[Figure, WagerSize], Fraction] = {}
    """The figures of a side wager's other sizes, where the house has several."""
    first_size: dict[Figure, WagerSize] = {}
    """The size that a side wager's figure is counted with."""
    unit: Cents = 0
    """The table's own initial wager, which the other figures are counted with."""

    def sizes(self, figure: Figure) -> list[WagerSize]:
        """List the sizes that a side wager's figure is given for."""
        first = [self.first_size[figure]] if figure in self.first_size and figure in self.values else []
        return [*first, *(size for each, size in self.by_size if each is figure)]

    def of_size(self, figure: Figure, size: WagerSize | None) -> Fraction | None:
        """Find a figure of a side wager of one size, or where no size is asked for the figure itself."""
        if size is None or size == self.first_size.get(figure):
            return self.values.get(figure)
        return self.by_size.get((figure, size))


def by_size(found: Sequence[Found]) -> Iterator[tuple[Figure, WagerSize | None]]:
    """List the figures that tables have; those of side wagers by size where a table has several sizes."""
    several = {figure for each in found for figure, _ in each.by_size}
    for figure in Figure:
        if figure in several:
            yield from (
                (figure, size) for size in sorted({size for each in found for size in each.sizes(figure)})
            )
        elif any(figure in each.values for each in found):
            yield figure, None
