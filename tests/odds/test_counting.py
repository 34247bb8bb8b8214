"""Cards that somebody knows: exposed ones, counted ones, each figure held against plain lists."""

from fractions import Fraction
from itertools import permutations

import pytest

from casinowar.game.money import Cents
from casinowar.odds import wagers
from casinowar.odds.hand import Strategy
from casinowar.odds.measures.exposed_card import ExposedRank, exposed_card
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import load_rules

UNIT: Cents = 10_00


def few(*seen: str, name: str = "washington") -> Shoe:
    """Leave twelve cards of three ranks, less those seen."""
    rules = load_rules(name)
    gone = [rank + suit for rank in "AKQJT98765" for suit in "CDHS"]
    return Shoe.fresh(rules, 1).without([*gone, *seen])


def war(one: str, two: str) -> Fraction:
    return Fraction(1 + (one == two) if one >= two else -2)


# an exposed card


@pytest.mark.parametrize("seen", [(), ("2C", "4S")], ids=["fresh", "seen"])
def test_what_an_exposed_card_is_worth_is_found_by_dealing_every_order(seen):
    rules, shoe = load_rules("washington"), few(*seen)
    deck = [card[0] for card, left in shoe.left.items() for _ in range(left)]
    deals = [tuple(deck[at] for at in places) for places in permutations(range(len(deck)), 4)]
    found = {each.rank: each for each in exposed_card(rules, shoe, UNIT).ranks}
    assert [*found] == ["2", "3", "4"]
    # With so few ranks war is the better choice on each of them.
    for rank, each in found.items():
        for place, told in ((0, each.hands), (1, each.dealers)):
            nets = [
                war(three, four) if one == two else Fraction(1 if one > two else -1)
                for one, two, three, four in deals
                if (one, two)[place] == rank
            ]
            assert told == sum(nets) / len(nets)
        at_war = [war(three, four) for one, two, three, four in deals if one == two and three == rank]
        assert each.war == sum(at_war) / len(at_war)
        ties = [one == two for one, two, *_ in deals if one == rank]
        assert each.tie == 11 * Fraction(sum(ties), len(ties)) - 1
    ties_known = [
        max(mean_war(deals, one, three), Fraction(-1, 2)) - max(mean_war(deals, one), Fraction(-1, 2))
        for one, two, three, _ in deals
        if one == two
    ]
    assert exposed_card(rules, shoe, UNIT).at_war == sum(ties_known) / len(ties_known)


def mean_war(deals: list[tuple[str, ...]], tied: str, third: str | None = None) -> Fraction:
    known = mean_war_cache.setdefault((id(deals), tied, third), [])
    if not known:
        nets = [war(c, d) for a, b, c, d in deals if a == b == tied and third in {None, c}]
        known.append(sum(nets) / len(nets))
    return known[0]


mean_war_cache: dict[tuple[int, str, str | None], list[Fraction]] = {}


@pytest.mark.parametrize("name", ["maryland", "wisconsin", "south_dakota", "california"])
def test_who_wagers_whatever_the_card_has_the_plain_edge(name):
    rules = load_rules(name)
    shoe = Shoe.fresh(rules)
    found = exposed_card(rules, shoe, UNIT)
    edge = wagers.initial(rules, shoe, Strategy.BEST, UNIT).house_edge
    for side in ("hands", "dealers"):
        assert sum(each.chance * getattr(each, side) for each in found.ranks) == -edge
    assert sum(each.chance for each in found.ranks) == 1


def test_an_ace_of_ones_own_is_worth_most():
    rules = load_rules("maryland")
    found = exposed_card(rules, Shoe.fresh(rules), UNIT)
    ace: ExposedRank = found.ranks[-1]
    # 288 of 311 cards are lower, and 23 tie.
    assert ace.hands == (288 + 23 * Fraction(-1006, 3193)) / 311
    assert found.tie == 0, "every rank of a fresh shoe ties equally often"
    assert 0 < found.hands == found.dealers < 1
    assert found.at_war is not None and found.at_war > 0
