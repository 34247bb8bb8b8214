"""Progressive payout hands: what a player's and the dealer's cards of both deals make together."""

from casinowar.game.cards import Card
from casinowar.game.words import Word


class Combination(Word):
    """A progressive payout hand, the best first."""

    SUITED_FOUR_OF_A_KIND = "suited four of a kind"
    SUITED_DOUBLE_TIE = "suited double tie"
    FOUR_OF_A_KIND = "four of a kind"
    DOUBLE_TIE = "double tie"
    SUITED_TIE = "suited tie"
    TIE = "tie"


class SuitedDoubleTie(Word):
    """What makes a double tie suited."""

    EACH_TIE = "each of the two ties is suited"
    ALL_FOUR = "all four cards are of one suit"


def combinations(
    original: tuple[Card, Card], war: tuple[Card, Card] | None, suited: SuitedDoubleTie
) -> tuple[Combination, ...]:
    """List every progressive payout hand that the cards contain, the best first.

    >>> combinations(("9H", "9H"), ("4S", "4S"), SuitedDoubleTie.EACH_TIE)[0]
    <Combination.SUITED_DOUBLE_TIE: 'suited double tie'>
    """
    mine, dealers = original
    if mine[0] != dealers[0]:
        return ()
    found = {Combination.TIE}
    if mine[1] == dealers[1]:
        found.add(Combination.SUITED_TIE)
    if war is not None and war[0][0] == war[1][0]:
        found.add(Combination.DOUBLE_TIE)
        my_war, dealers_war = war
        suits = {card[1] for card in (*original, *war)}
        each_suited = mine[1] == dealers[1] and my_war[1] == dealers_war[1]
        all_one_rank = my_war[0] == mine[0]
        if all_one_rank:
            found.add(Combination.FOUR_OF_A_KIND)
        if all_one_rank and len(suits) == 1:
            found.add(Combination.SUITED_FOUR_OF_A_KIND)
        one_suit = {SuitedDoubleTie.EACH_TIE: each_suited, SuitedDoubleTie.ALL_FOUR: len(suits) == 1}
        if one_suit[suited]:
            found.add(Combination.SUITED_DOUBLE_TIE)
    return tuple(each for each in Combination if each in found)
