"""The fast kernel against the exact odds, for every rulebook and reading that it covers."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.cited_values import Numbers
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Wager
from casinowar.odds import cover_card, hand, wagers
from casinowar.odds.settlement import HIGHER, LOWER, TIE, Path, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import load_rules, names, open_rulebook
from casinowar.simulation.plain.blocks import deal_block, deal_rest
from casinowar.simulation.plain.estimates import estimates
from casinowar.simulation.plain.lanes import LANES
from casinowar.simulation.plain.payoffs import payoffs
from casinowar.simulation.plain.table import NotSimulated, OnTie, PlainTable, plain_table
from casinowar.simulation.plain.tally import Tally
from tests.support.given_shoes import Cards, End, deal_given
from tests.support.varieties import OWN

POSTED = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="10")})
EVERY_READING = [
    (reference, readings)
    for reference in (*names(), *map(str, OWN))
    for readings in open_rulebook(reference).every_reading()
]
TOO_FAR = 4.8
"""How many standard errors are too many, for some three hundred figures with fixed seeds."""


def dealt(table: PlainTable, blocks: int, seed: int = 1) -> Tally:
    return sum((deal_block(table, seed, block) for block in range(blocks)), Tally())


def rules_of(reference: str, readings: dict[str, str]) -> Rules:
    try:
        return load_rules(reference, readings=readings)
    except (HouseError, InputError):
        return load_rules(reference, POSTED, readings)


@pytest.mark.parametrize(("reference", "readings"), EVERY_READING, ids=str)
@pytest.mark.parametrize("strategy", OnTie)
def test_one_seat_lands_on_the_exact_long_run(reference, readings, strategy):
    rules = rules_of(reference, readings)
    try:
        table = plain_table(rules, 1, strategy=strategy)
    except (NotSimulated, InputError) as refused:
        pytest.skip(str(refused))
    tally = dealt(table, 12)
    found = estimates(rules, table, tally)
    exact = cover_card.long_run(rules, hand.Strategy(str(strategy)))
    figures = {Wager.INITIAL: exact.initial, Wager.TIE: exact.tie, Wager.WAR_TIE: exact.war_tie}
    for wager, account in found.wagers.items():
        estimate, figure = account.edge, figures[wager]
        if estimate is not None and figure is not None and estimate.standard_error:
            assert abs(estimate.z_score(float(figure)) or 0) < TOO_FAR
    whole = tally.whole.rounds_in_a_shoe
    assert whole is not None
    assert whole.value == pytest.approx(float(exact.rounds), rel=0.002)


@pytest.mark.parametrize("reference", names())
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_several_seats_land_on_the_fresh_shoes_figures_as_far_as_the_shoe_lets_them(reference, seats):
    rules = load_rules(reference)
    table = plain_table(rules, seats)
    found = estimates(rules, table, dealt(table, 12))
    shoe = Shoe.fresh(rules)
    exact = wagers.tie(rules, shoe)
    assert exact is not None
    for wager, expected in ((Wager.INITIAL, wagers.initial(rules, shoe)), (Wager.TIE, exact)):
        edge = found.wagers[wager].edge
        assert edge is not None
        assert abs(edge.z_score(float(expected.house_edge)) or 0) < TOO_FAR
    distribution = dict(wagers.initial(rules, shoe).distribution.outcomes)
    for net, share in found.outcomes.items():
        assert share is not None
        assert abs(share.z_score(float(distribution[Fraction(net)])) or 0) < TOO_FAR


def test_the_standard_error_counts_that_seats_win_and_lose_together():
    rules = load_rules("maryland")
    for seats, deviation in ((1, 1.0576), (7, 4.6819)):
        table = plain_table(rules, seats)
        tally = dealt(table, 20)
        edge = estimates(rules, table, tally).wagers[Wager.INITIAL].edge
        assert edge is not None
        assert edge.standard_error == pytest.approx(deviation / seats / tally.rounds**0.5, rel=0.02)


def test_wars_fought_apart_have_a_dealers_card_each():
    together = plain_table(load_rules("washington"), 7)
    apart = plain_table(load_rules("washington", readings={"war_burn": "separate_wars"}), 7)
    assert (apart.apart, apart.war_cards, apart.war_cards_a_hand) == (True, 0, 8)
    shared, own = dealt(together, 12), dealt(apart, 12)
    # Hands that share the dealer's war card tie together, so their number varies more from shoe to shoe.
    assert _scatter(shared, 3) > 1.05 * _scatter(own, 3)


def _scatter(tally: Tally, kind: int) -> float:
    """Find the variance of a count from shoe to shoe, over its mean."""
    mean = tally.counts[kind] / tally.shoes
    return (tally.products[kind][kind] / tally.shoes - mean**2) / mean


def three_ranks(decks: int) -> Rules:
    """Make a table with three ranks, shuffled each round."""
    book = load_rules("washington", readings={"decks": "any_number", "reshuffle": "after_each_round"}).book
    ranking = replace(book.cards.ranking, value=book.cards.ranking.value[:3])
    return Rules(replace(book, cards=replace(book.cards, ranking=ranking)), House(decks=decks))


@pytest.mark.parametrize("seats", [1, 2, 6, 7])
def test_small_shoes_are_dealt_without_replacement(seats):
    table = plain_table(three_ranks(2), seats)
    tally = dealt(table, 40)
    assert tally.rounds == tally.shoes
    ties = tally.counts[2] / tally.rounds / seats
    assert ties == pytest.approx(7 / 23, abs=0.004)
    assert tally.counts[4] / tally.counts[2] == pytest.approx((6 * 5 + 2 * 8 * 7) / (22 * 21), abs=0.006)


def test_more_seats_than_a_lane_can_note_are_refused():
    book = open_rulebook("maryland").book()
    many = Numbers(start=70, least=1, most=70, clause="many")
    rules = Rules(replace(book, seating=replace(book.seating, seats=many)))
    table = plain_table(rules, 62, decks=30)
    assert deal_rest(table, 1, 0, 1000).rounds == 1000
    with pytest.raises(NotSimulated, match="too many for a lane"):
        plain_table(rules, 63, decks=30)
    assert not plain_table(rules, 70, decks=30, strategy=OnTie.SURRENDER).fights


def test_the_last_card_of_a_shoe_can_be_dealt():
    """Nothing is burned, and a shoe that ends with a war may use up all its cards."""
    table = PlainTable(
        rulebook="tiny",
        seats=1,
        strategy=OnTie.WAR,
        of_rank=(4,) * 13,
        front=48,
        fights=True,
        apart=False,
        war_cards=1,
        war_cards_a_hand=1,
    )
    tally = dealt(table, 30)
    assert table.front + table.most_cards == table.size
    assert tally.rounds / tally.shoes == pytest.approx(24, abs=1)
    assert tally.counts[2] / tally.rounds == pytest.approx(3 / 51, rel=0.02)


def test_the_rest_is_whole_shoes_as_far_as_they_go():
    table = plain_table(load_rules("maryland"), 1)
    tally = deal_rest(table, 1, 0, 500_000)
    assert tally.rounds == 500_000
    assert 0 <= tally.shoes - 500_000 / 99.2 < 500
    assert deal_rest(table, 1, 0, 1).shoes == 1


def test_a_shoe_that_may_run_out_is_refused():
    with pytest.raises(NotSimulated, match="runs out"):
        plain_table(three_ranks(1), 7)


@pytest.mark.parametrize("rounds", [1, 127, 128, 129, 4_321, 100_000])
def test_any_number_of_rounds_can_be_dealt(rounds):
    table = plain_table(load_rules("maryland"), 3)
    assert deal_rest(table, 1, 5, rounds).rounds == rounds


def test_blocks_are_their_own_streams():
    table = plain_table(load_rules("maryland"), 1)
    assert deal_block(table, 1, 0) == deal_block(table, 1, 0)
    assert len({deal_block(table, seed, block) for seed in (1, 2) for block in (0, 1)}) == 4


@pytest.mark.parametrize(("reference", "readings"), EVERY_READING, ids=str)
def test_payoffs_are_the_exact_odds_own(reference, readings):
    rules = rules_of(reference, readings)
    pays = payoffs(rules)
    paths = {
        Path(HIGHER): pays.higher,
        Path(LOWER): pays.lower,
        Path(TIE, 1, HIGHER): pays.war_higher,
        Path(TIE, 1, LOWER): pays.war_lower,
        Path(TIE, 1, TIE): pays.war_tied,
    }
    wager = usual_wager(rules)
    for path, net in paths.items():
        if path.wars and rules.book.war is None:
            continue
        assert Fraction(moved(rules, path, Wagered(wager)).net, wager) == net


def test_a_very_large_shoe_is_dealt_without_bias():
    rules = load_rules("washington", readings={"decks": "any_number"})
    table = plain_table(rules, 1, decks=60)
    tally = dealt(table, 2)
    ties = tally.counts[2] / tally.rounds
    assert ties == pytest.approx(239 / 3119, abs=5 * (ties / tally.rounds) ** 0.5)


# shoes that are given


def test_every_lane_is_given_a_shoe():
    with pytest.raises(ValueError, match="128 lanes"):
        deal_given(plain_table(three_ranks(2), 2), [Cards([1, 1, 1], [0, 1, 2])] * (LANES - 1))


def test_hands_of_a_shoe_that_is_given_end_as_its_cards_say():
    shoes = [Cards([1, 1, 0], [2, 0]), Cards([1, 2, 1], [1, 1]), Cards([0, 0, 0], [1, 2, 0])]
    ends, tally = deal_given(plain_table(three_ranks(2), 2), [shoes[lane % 3] for lane in range(LANES)])
    assert ends[0].tolist() == [[End.WAR_LOWER, End.LOWER]]
    assert ends[1].tolist() == [[End.HIGHER, End.WAR_TIED]]
    assert ends[2].tolist() == [[End.WAR_HIGHER, End.WAR_LOWER]]
    assert tally.counts == (128, 43, 43 + 43 + 2 * 42, 42, 43)


@pytest.mark.parametrize("shoe", [Cards([1, 1, 1], [0, 1]), Cards([1, 1, 1], [0, 1, 1, 2])])
def test_a_shoe_that_is_given_has_all_the_cards_that_it_deals_and_no_more(shoe):
    with pytest.raises((IndexError, ValueError), match="cards than it is given"):
        deal_given(plain_table(three_ranks(2), 2), [shoe] * LANES)
