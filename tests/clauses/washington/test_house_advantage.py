"""The two figures of the pay table, exactly: chances from the ranks of 312 cards, results from the engine."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from casinowar.game.commands import GoToWar
from casinowar.game.words import Act
from tests.support.clause import clause
from tests.support.scenario import at_table

UNIT = 100_00
SIX_DECKS = Counter(dict.fromkeys(range(13), 24))
CARDS = {1: ("KH", "QH"), 0: ("KH", "KD"), -1: ("QH", "KH")}
"""The player's and the dealer's card, by which of the two is higher."""


def deals(shoe: Counter[int]) -> Iterator[tuple[Fraction, int, Counter[int]]]:
    """List every two ranks that may come: how likely, which is higher, and what is left in the shoe."""
    for player in shoe:
        rest = shoe - Counter([player])
        for dealer in rest:
            chance = Fraction(shoe[player] * rest[dealer], shoe.total() * rest.total())
            yield chance, (player > dealer) - (player < dealer), rest - Counter([dealer])


@cache
def result(original: int, war: int = 0, tie_wager: int = 0) -> Fraction:
    """Play a round in which war is always chosen, and tell what it brings to the player in units."""
    player, dealer = CARDS[war]
    table = at_table("washington", cards=f"{' '.join(CARDS[original])} 2C 3C 4C {player} 2D 3D 4D {dealer}")
    table.wagers({1: UNIT}, tie={1: tie_wager} if tie_wager else {}).dealt()
    if table.due.act is Act.CHOOSE:
        table.when(GoToWar(hand=1)).attended()
    assert table.table.round is None
    return Fraction(table.net("Ann"), UNIT)


@clause("washington", "paytable.house-advantage", "paytable.win-after-war", "paytable.tie-after-war")
def test_the_house_advantage_of_the_main_game_is_2_33_percent():
    advantage = -sum(
        chance * result(original)
        if original
        else chance * sum(again * result(0, war) for again, war, _ in deals(rest))
        for chance, original, rest in deals(SIX_DECKS)
    )
    assert advantage == Fraction(23138, 993023)
    assert f"{float(advantage):.2%}" == "2.33%"


@clause("washington", "paytable.tie-bet-house-advantage", "paytable.tie-bet")
def test_the_house_advantage_of_the_tie_bet_is_18_65_percent():
    advantage = -sum(
        chance * (result(original, tie_wager=UNIT) - result(original))
        for chance, original, _ in deals(SIX_DECKS)
    )
    assert advantage == Fraction(58, 311)
    assert f"{float(advantage):.2%}" == "18.65%"


@clause("washington", "paytable.house-advantage")
def test_surrender_is_dearer_to_the_player_than_war():
    """Hold the figure to war always being chosen: a tie hand at war costs less than the half surrendered."""
    tie_hands = [(chance, rest) for chance, original, rest in deals(SIX_DECKS) if original == 0]
    for _, rest in tie_hands:
        assert sum(chance * result(0, war) for chance, war, _ in deals(rest)) > Fraction(-1, 2)
