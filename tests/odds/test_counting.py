"""Known cards: exposed or counted, each figure checked against plain lists."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds import wagers
from casinowar.odds.card_counting import counter, war_counter
from casinowar.odds.card_counting_shoes import kept_count, profit
from casinowar.odds.exposed_card import ExposedRank, exposed_card
from casinowar.odds.hand import Strategy, cards_of_war
from casinowar.odds.progressive import progressive
from casinowar.odds.progressive_counting import FEW, Worth, progressive_counter
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import load_rules, load_sample
from tests.agreement.every_order import tiny
from tests.support.varieties import EXAMPLES, source

UNIT: Cents = 10_00


def paying(odds: str, shape: tuple[int, int, int], name: str = "wisconsin") -> Rules:
    """Let tie wagers pay so much, in a shoe of so many ranks, suits and decks."""
    book = source(name).book()
    assert book.wagers.tie is not None
    war_tie = book.wagers.war_tie and replace(book.wagers.war_tie, pays=(odds,))
    laws = replace(book.wagers, tie=replace(book.wagers.tie, value=odds), war_tie=war_tie)
    return tiny(replace(book, wagers=laws), *shape)


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
        known.append(sum(nets, Fraction(0)) / len(nets))
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
    assert found.at_war is not None
    assert found.at_war > 0


# whole shoes


def orders(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """List every order of the ranks of a shoe."""
    if not any(left):
        yield ()
    for rank, cards in enumerate(left):
        if cards:
            for after in orders((*left[:rank], cards - 1, *left[rank + 1 :])):
                yield (rank, *after)


def counted_through(
    rules: Rules, strategy: Strategy, behind: int, *, sees_burned: bool
) -> tuple[Fraction, Fraction, Fraction]:
    """Deal every order down to the cover card: rounds, a perfect counter's wagers and what they win."""
    shoe = Shoe.fresh(rules)
    per_war = cards_of_war(rules, 1)
    [pays] = rules.tie_odds(Wager.TIE)
    rounds = wagers_made = 0
    won = Fraction(0)
    every = [*orders(shoe.of_rank)]
    for order in every:
        burned, turned_up = rules.new_shoe_burn(shoe.size), 0
        if rules.burns_by_first_card:
            burned, turned_up = rules.first_card_burns[shoe.ranks[order[0]]], 1
        seen, at = [*order[: burned if sees_burned else turned_up]], burned
        while at == burned or at <= shoe.size - behind:
            unseen = [cards - seen.count(rank) for rank, cards in enumerate(shoe.of_rank)]
            tied = Fraction(sum(comb(cards, 2) for cards in unseen), comb(sum(unseen), 2))
            if (gain := (pays + 1) * tied - 1) > 0:
                wagers_made, won = wagers_made + 1, won + gain
            rounds += 1
            one, two = order[at : at + 2]
            seen += [one, two]
            at += 2
            if one == two and strategy is Strategy.WAR:
                seen += order[at : at + per_war] if sees_burned else order[at + per_war - 2 : at + per_war]
                at += per_war
    return Fraction(rounds, len(every)), Fraction(wagers_made, len(every)), won / len(every)


@pytest.mark.parametrize("sees_burned", [True, False])
@pytest.mark.parametrize("strategy", [Strategy.WAR, Strategy.SURRENDER])
@pytest.mark.parametrize(("odds", "shape"), [("8 to 7", (2, 1, 8)), ("8 to 3", (3, 1, 4))])
def test_a_counter_is_followed_through_every_order_of_a_shoe(odds, shape, strategy, sees_burned):
    rules = paying(odds, shape)
    behind = 7
    found = profit(rules, strategy, behind=behind, wager=21_00, sees_burned=sees_burned)
    brute = counted_through(rules, strategy, behind, sees_burned=sees_burned)
    assert found.exact
    assert (found.rounds, found.wagers, found.won) == brute
    assert found.won > 0


@pytest.mark.parametrize("sees_burned", [True, False])
@pytest.mark.parametrize("strategy", [Strategy.WAR, Strategy.SURRENDER])
def test_a_first_card_that_decides_on_the_burn_is_seen(strategy, sees_burned):
    path = next(path for path in EXAMPLES if path.stem == "burn_by_the_first_card")
    rules = paying("8 to 7", (2, 1, 8), name=str(path))
    law = rules.book.burns.by_first_card
    assert law is not None
    burns = replace(rules.book.burns, by_first_card=replace(law, burns={"ace": 0, "king": 2}))
    rules = Rules(replace(rules.book, burns=burns), rules.house)
    found = profit(rules, strategy, behind=7, wager=21_00, sees_burned=sees_burned)
    assert found.exact
    assert (found.rounds, found.wagers, found.won) == counted_through(
        rules, strategy, 7, sees_burned=sees_burned
    )


@pytest.mark.parametrize("sees_burned", [True, False])
def test_wars_tell_little_of_the_cards_left(sees_burned):
    rules = load_rules("maryland")
    exactly, apart = (profit(rules, decks=1, sees_burned=sees_burned, exact=each) for each in (True, False))
    assert (exactly.exact, apart.exact) == (True, False)
    assert exactly.rounds == apart.rounds
    assert float(exactly.won) == pytest.approx(float(apart.won), rel=0.03 if sees_burned else 0.15)


# simpler counts


def sets_left(shoe: Shoe, unseen: int) -> list[tuple[int, ...]]:
    """List every set of cards that can be left, by the cards of each rank."""
    deck = [rank for rank, cards in enumerate(shoe.of_rank) for _ in range(cards)]
    return [
        tuple(left.count(rank) for rank in range(len(shoe.of_rank))) for left in combinations(deck, unseen)
    ]


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_a_count_is_worth_what_it_tells_of_every_set_of_cards(ranks, together):
    rules = paying("2 to 1", (4, 1, 3))
    shoe, unseen = Shoe.fresh(rules), 6
    found = kept_count(rules, shoe, unseen, ranks, together=together)
    by_count: dict[tuple[int, ...], list[int]] = {}
    for left in sets_left(shoe, unseen):
        key = (sum(left[:ranks]),) if together else left[:ranks]
        by_count.setdefault(key, []).append(sum(comb(cards, 2) for cards in left))
    every = [pairs for group in by_count.values() for pairs in group]
    means = {key: Fraction(sum(group), len(group)) for key, group in by_count.items()}
    gains = {key: 3 * mean / comb(unseen, 2) - 1 for key, mean in means.items()}
    wagered = [key for key, gain in gains.items() if gain > 0]
    assert found.chance == Fraction(sum(len(by_count[key]) for key in wagered), len(every))
    assert found.worth == sum((gains[key] * len(by_count[key]) for key in wagered), Fraction(0)) / len(every)
    mean = Fraction(sum(every), len(every))
    between = sum((means[key] - mean) ** 2 * len(group) for key, group in by_count.items())
    assert found.explained == between / sum((pairs - mean) ** 2 for pairs in every)


@pytest.mark.parametrize("tags", [(1, 0, -1, 0), (1, 1, -1, -1), (2, -1, 0, 5)])
def test_no_sum_of_tags_is_correlated_with_the_chance_of_a_tie(tags):
    shoe = Shoe.fresh(paying("2 to 1", (4, 1, 3)))
    for unseen in (4, 6, 9):
        every = sets_left(shoe, unseen)
        sums = [sum(tag * cards for tag, cards in zip(tags, left, strict=True)) for left in every]
        pairs = [sum(comb(cards, 2) for cards in left) for left in every]
        both = sum(one * two for one, two in zip(sums, pairs, strict=True))
        assert Fraction(both, len(every)) == Fraction(sum(sums) * sum(pairs), len(every) ** 2)


def test_all_ranks_but_one_are_all_ranks():
    rules = load_rules("maryland")
    shoe = Shoe.fresh(rules, 1)
    [perfect] = counter(rules, shoe, [13])
    found = kept_count(rules, shoe, 13, 12)
    assert (found.chance, found.worth, found.correlation) == (perfect.chance, perfect.worth, 1)
    fewer = [kept_count(rules, shoe, 13, ranks) for ranks in (1, 4, 8)]
    assert sorted(each.worth for each in fewer) == [each.worth for each in fewer]
    assert fewer[-1].worth < perfect.worth


def test_a_count_of_no_rank_is_refused():
    rules = load_rules("maryland")
    with pytest.raises(NotCovered, match="1 to 12 ranks"):
        kept_count(rules, Shoe.fresh(rules), 78, 13)


# wars


@pytest.mark.parametrize("unseen", [2, 5, 8, 10])
def test_a_counter_at_war_has_seen_the_tie(unseen):
    rules = paying("1 to 1", (4, 1, 3), name="maryland")
    shoe = Shoe.fresh(rules)
    [found] = war_counter(rules, shoe, [unseen])
    after_a_tie = [rank for rank, cards in enumerate((1, 3, 3, 3)) for _ in range(cards)]
    [pays] = rules.tie_odds(Wager.WAR_TIE)
    gains = []
    for left in combinations(after_a_tie, unseen):
        pairs = [*combinations(left, 2)]
        gains.append((pays + 1) * Fraction(sum(one == two for one, two in pairs), len(pairs)) - 1)
    won = [gain for gain in gains if gain > 0]
    assert found.chance == Fraction(len(won), len(gains))
    assert found.worth == sum(won, Fraction(0)) / len(gains)


def test_without_a_tie_wager_on_wars_there_is_nothing_to_count():
    rules = load_rules("washington")
    assert [*war_counter(rules, Shoe.fresh(rules), [78])] == []


# the progressive


@pytest.mark.parametrize(
    "readings", [{}, {"suited_double_tie": "one_suit"}, {"hands_paid": "every_hand"}], ids=str
)
@pytest.mark.parametrize("seed", range(3))
def test_a_drawn_shoe_returns_what_the_odds_say(seed, readings):
    rules = load_rules("maryland", load_sample("maryland"), readings)
    law = rules.book.progressive
    assert law is not None
    whole = Shoe.fresh(rules)
    gone = Random(seed).sample([card for card, left in whole.left.items() for _ in range(left)], 260)
    shoe = whole.without(gone)
    odds = progressive(rules, shoe, meter=700_000_00)
    assert odds is not None
    worth = Worth(rules, law, odds.wager, 700_000_00)
    assert worth.returns([*map(list, shoe.by_suit)]) == 1 - odds.house_edge


def test_drawn_shoes_return_on_average_what_a_fresh_one_does():
    rules = load_rules("maryland", load_sample("maryland"))
    shoe = Shoe.fresh(rules)
    found = progressive_counter(rules, shoe, 52, shoes=400, seed=3)
    again = progressive_counter(rules, shoe, 52, shoes=400, seed=3)
    odds = progressive(rules, shoe)
    assert found == again
    assert odds is not None
    assert abs(found.returns - float(1 - odds.house_edge)) < 4 * found.returns_error
    assert found.favorable < FEW
    assert (found.worth_error, found.chance_error) == (None, None), "too few to tell an error from"


def test_with_a_meter_beyond_even_most_shoes_favor_the_progressive():
    rules = load_rules("maryland", load_sample("maryland"))
    found = progressive_counter(rules, Shoe.fresh(rules), 250, shoes=60, seed=1, meter=2_000_000_00)
    assert found.chance > 0.9
    assert found.worth_error is not None


@pytest.mark.parametrize(
    ("name", "unseen", "shoes"), [("washington", 78, 10), ("maryland", 6, 10), ("maryland", 78, 1)]
)
def test_a_counter_of_a_progressive_is_refused(name, unseen, shoes):
    rules = load_rules(name)
    with pytest.raises(NotCovered):
        progressive_counter(rules, Shoe.fresh(rules), unseen, shoes=shoes)
