"""What a PAR sheet says beyond edges, each figure held against another way to find it."""

from fractions import Fraction
from itertools import permutations, product
from math import comb
from statistics import NormalDist

import pytest
from msgspec.structs import replace

from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds import wagers
from casinowar.odds.coupon import coupon_worth
from casinowar.odds.distribution import Distribution
from casinowar.odds.exposure import exposure
from casinowar.odds.hand import Strategy
from casinowar.odds.meter import course
from casinowar.odds.options import OddsOptions
from casinowar.odds.other_pays import other_pays
from casinowar.odds.progressive import HandOdds, ProgressiveOdds
from casinowar.odds.risk_of_ruin import RISKS, bankrolls, endless
from casinowar.odds.sessions import Play, playing, sessions
from casinowar.odds.sheet import par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import load_rules, load_sample

WAR = wagers.initial(load_rules("washington"), Shoe.fresh(load_rules("washington"))).distribution


# one wager


def test_moments_are_those_of_a_list_with_every_way_once():
    toy = Distribution(
        [(Fraction(-1), Fraction(3, 5)), (Fraction(1), Fraction(3, 10)), (Fraction(3), Fraction(1, 10))]
    )
    ways = [-1] * 6 + [1] * 3 + [3]
    mean = sum(ways) / 10
    central = [sum((each - mean) ** order for each in ways) / 10 for order in (2, 3, 4)]
    assert toy.cycle == 10
    assert toy.hit_frequency == Fraction(4, 10)
    assert toy.return_to_player == 1 + Fraction(0)
    assert toy.skewness == pytest.approx(central[1] / central[0] ** 1.5)
    assert toy.excess_kurtosis == pytest.approx(central[2] / central[0] ** 2 - 3)
    assert toy.volatility_index == pytest.approx(NormalDist().inv_cdf(0.95) * central[0] ** 0.5)


def test_a_sure_thing_has_no_shape():
    sure = Distribution([(Fraction(-1), Fraction(1))])
    assert (sure.skewness, sure.excess_kurtosis, sure.volatility_index) == (None, None, 0)


def test_the_cycle_of_a_war_counts_every_way():
    ways = [chance * WAR.cycle for _, chance in WAR.outcomes]
    assert WAR.cycle == 4965115
    assert [str(each) for each in ways] == ["170016", "2298960", "2468976", "27163"]


# ruin and rebates


@pytest.mark.parametrize("rounds", [10, 100])
@pytest.mark.parametrize("name", ["washington", "wisconsin", "california"])
def test_bankrolls_are_the_smallest_that_sessions_find(name, rounds):
    rules = load_rules(name)
    play = playing(rules, Shoe.fresh(rules))
    [found] = bankrolls(play, (rounds,))
    for risk, units in zip(RISKS, found.units, strict=True):
        ruined = [next(iter(sessions(play, (rounds,), each))).ruined for each in (units, units - 1)]
        assert ruined[0] <= risk < ruined[1]


def test_the_sheet_has_one_meaning_of_ruin():
    sheet = par_sheet(load_rules("washington"), OddsOptions(sessions=(100,), bankroll=20))
    assert sheet.with_bankroll[0].ruined <= Fraction(1, 10)
    assert dict(zip(RISKS, sheet.bankrolls[0].units, strict=True))[Fraction(1, 10)] == 20


def test_a_bank_is_used_up_no_likelier_than_said():
    fair_coin = Distribution([(Fraction(1), Fraction(2, 5)), (Fraction(-1), Fraction(3, 5))])
    # Of steps of one unit the chance is known: (2/5 ÷ 3/5) to the power of the bank.
    expected = [next(b for b in range(50) if Fraction(2, 3) ** b <= risk) for risk in RISKS]
    assert list(endless(Play.covered(fair_coin), 20).bank or ()) == expected


_STEPS = Distribution([(Fraction(1), Fraction(1, 5)), (Fraction(-2), Fraction(4, 5))])
_SHORT = Distribution([(Fraction(1), Fraction(3, 5)), (Fraction(-1), Fraction(2, 5))])


@pytest.mark.parametrize(
    "play",
    [
        Play.covered(_STEPS),
        Play(usual=_STEPS, least=Fraction(1), short=((Fraction(2), _SHORT),)),
        Play(usual=_STEPS, least=Fraction(1), short=((Fraction(2), _SHORT), (Fraction(4), _STEPS))),
    ],
)
def test_rounds_until_ruin_are_between_the_bounds(play):
    found = endless(play, 6)
    low, high = found.rounds or (Fraction(0), Fraction(0))
    # Follow everybody until hardly anyone is left.
    followed, mean = {6: 1.0}, 0.0
    for _ in range(500):
        mean += sum(followed.values())
        after: dict[int, float] = {}
        for have, chance in followed.items():
            one = next((each for below, each in play.short if have < below), play.usual)
            for net, likely in one.outcomes:
                if have + net >= play.least:
                    at = int(have + net)
                    after[at] = after.get(at, 0.0) + chance * float(likely)
        followed = after
    assert sum(followed.values()) < 1e-9
    assert low <= mean <= high
    assert found.ruin_is_certain


def test_a_player_who_wins_on_average_is_not_ruined_for_certain():
    good = Distribution([(Fraction(1), Fraction(3, 5)), (Fraction(-1), Fraction(2, 5))])
    found = endless(Play.covered(good), 20)
    assert found == replace(found, ruin_is_certain=False, rounds=None, bank=None)


def test_a_rebate_on_losses_makes_sessions_even():
    coin = Distribution([(Fraction(1), Fraction(1, 3)), (Fraction(-1), Fraction(2, 3))])
    [found] = sessions(coin, (3,))
    nets = {
        3 - 2 * lost: comb(3, lost) * Fraction(2, 3) ** lost * Fraction(1, 3) ** (3 - lost)
        for lost in range(4)
    }
    rebate = found.even_rebate
    assert rebate is not None
    assert sum(chance * (net if net > 0 else net * (1 - rebate)) for net, chance in nets.items()) == 0


def test_a_rebate_counts_those_who_left_early():
    coin = Distribution([(Fraction(1), Fraction(1, 3)), (Fraction(-1), Fraction(2, 3))])
    [found] = sessions(coin, (3,), win=Fraction(2), loss=Fraction(2))
    # LL and WW end at once; LWL, WLL and LWW, WLW after three rounds.
    chances = {-2: Fraction(4, 9), 2: Fraction(1, 9), -1: Fraction(8, 27), 1: Fraction(4, 27)}
    assert dict(found.everyone) == chances
    assert found.mean_loss == 2 * chances[-2] + chances[-1]
    assert found.even_rebate == -found.mean / found.mean_loss


# meters


def _with_a_meter(*further: HandOdds) -> ProgressiveOdds:
    """Win the meter with the chance 1/8; it is raised by 50 cents from $10."""
    chance, size = Fraction(1, 8), 5_00
    hand = HandOdds(hands=(), chance=chance, pays=Fraction(1), meter=Fraction(1))
    return ProgressiveOdds(
        wager=size,
        strategy=None,
        hands=(hand, *further),
        nothing=1 - chance - sum(each.chance for each in further),
        meter=10_00,
        fixed_return=Fraction(1, 8),
        distribution=Distribution([(Fraction(-1), Fraction(1))]),
        break_even_meter=Fraction(12_05),
        rate=Fraction(1, 10),
        reset=10_00,
    )


def test_a_meter_is_followed_wager_by_wager():
    chance, odds = Fraction(1, 8), _with_a_meter()
    found = course(odds)
    assert found is not None
    won = [(count, 10_00 + 50 * count, chance * (1 - chance) ** (count - 1)) for count in range(1, 400)]
    assert float(found.average) == pytest.approx(float(sum(meter * likely for _, meter, likely in won)))
    for each in found.won:
        below = sum(likely for count, _, likely in won if count < each.wagers)
        assert below < each.share <= below + won[each.wagers - 1][2]
        assert each.meter == won[each.wagers - 1][1]
    not_before = 1 - sum(likely for _, meter, likely in won if meter < 12_05)
    assert found.reaches_even == pytest.approx(float(not_before))


def test_the_long_run_variance_is_that_of_many_wagers_followed_one_by_one():
    """Follow what was won, the meter, their squares and their product, by chance, wager by wager."""
    small = HandOdds(hands=(), chance=Fraction(1, 4), pays=Fraction(3), meter=Fraction(0))
    found = course(_with_a_meter(small))
    assert found is not None
    # In units: the meter starts at 2 and rises by 1/10 with each wager, before it is read.
    won = won_2 = won_meter = one = 0.0
    meter, meter_2 = 2.0, 4.0
    variances = []
    for _ in range(2_000):
        won_meter += 0.1 * won
        meter, meter_2 = meter + 0.1, meter_2 + 0.2 * meter + 0.01
        small_won = won_2 + 2 * 3 * won + 9
        hit = won_2 + 2 * (won + won_meter) + 1 + 2 * meter + meter_2
        one = 1 / 8 * (1 + 2 * meter + meter_2) + 1 / 4 * 9 - (1 / 8 * (1 + meter) + 3 / 4) ** 2
        won_2 = 5 / 8 * won_2 + 1 / 4 * small_won + 1 / 8 * hit
        after = won + 1 / 4 * 3 + 1 / 8 * (1 + meter)
        won_meter = 5 / 8 * won_meter + 1 / 4 * (won_meter + 3 * meter)
        won_meter += 1 / 8 * 2 * (won + 1 + meter)
        won = after
        meter, meter_2 = 7 / 8 * meter + 1 / 8 * 2, 7 / 8 * meter_2 + 1 / 8 * 4
        variances.append(won_2 - won**2)
    assert variances[-1] - variances[-2] == pytest.approx(float(found.variance))
    assert one == pytest.approx(float(found.variance_of_one))
    assert found.variance < found.variance_of_one


# exposure, other pays, coupons


def test_the_largest_payouts_are_found_by_trying_every_end():
    rules = load_rules("maryland", load_sample("maryland"))
    found = exposure(rules, 5_00, 7)
    pays = {each.wager: (each.size, each.pays) for each in found.pays}
    assert pays[Wager.INITIAL] == (1_000_00, 2_000_00), "a tied war pays 2 to 1"
    assert pays[Wager.TIE] == (200_00, 2_000_00)
    assert pays[Wager.WAR_TIE] == (200_00, 2_000_00)
    assert (found.hand, found.table) == (6_000_00, 7 * 6_000_00)
    assert found.limited
    assert not exposure(load_rules("washington"), 10_00, 7).limited


def test_every_hand_at_the_table_is_exposed():
    banked = load_sample("california")
    alone, behind = (
        par_sheet(
            load_rules("california", replace(banked, backline=backline)), OddsOptions(sessions=(1,))
        ).exposure
        for backline in (0, 2)
    )
    assert (alone.hands, behind.hands) == (7, 21)
    assert behind.table == 21 * behind.hand


@pytest.mark.parametrize(("reading", "backed"), [("any_card", 5), ("one_card", 1), ("all_cards", 5)])
def test_a_terminal_may_back_every_community_card(reading, backed):
    house = replace(load_sample("maryland"), electronic=ElectronicChoices(community_cards=5), bonus_spin=None)
    rules = load_rules("maryland", house, readings={"community_cards": reading})
    found = exposure(rules, 5_00, 7)
    assert (found.seats, found.hands) == (7, 7 * backed)
    assert found.table == found.hands * found.hand


def test_the_largest_pay_is_that_of_the_largest_size():
    sample = load_sample("maryland")
    assert sample.bonus_spin is not None
    house = replace(sample, bonus_spin=replace(sample.bonus_spin, amounts=("1", "5")))
    sheet = par_sheet(
        load_rules("maryland", house, readings={"one_dollar_spin": "one_fifth"}), OddsOptions(sessions=(1,))
    )
    [spin] = [each for each in sheet.exposure.pays if each.wager is Wager.BONUS_SPIN]
    assert [odds.wager for odds in sheet.bonus_spin[:2]] == [1_00, 5_00]
    assert (spin.size, spin.pays) == (5_00, 10_000_00)


@pytest.mark.parametrize("name", ["maryland", "wisconsin", "california"])
def test_other_pays_are_those_of_a_text_that_pays_so(name):
    rules = load_rules(name)
    shoe = Shoe.fresh(rules)
    found = {
        (each.wager, each.pays): each.house_edge
        for each in other_pays(rules, shoe, wagers.initial(rules, shoe), wagers.tie(rules, shoe), 10_00)
    }
    book = rules.book
    assert book.wagers.tie is not None
    nine = replace(book, wagers=replace(book.wagers, tie=replace(book.wagers.tie, value="9 to 1")))
    odds = wagers.tie(Rules(nine), shoe)
    assert odds is not None
    assert found[Wager.TIE, Fraction(9)] == odds.house_edge
    if name == "maryland":
        assert book.war is not None
        tied = replace(book.war.tied, pays="3 to 1")
        more = Rules(replace(book, war=replace(book.war, tied=tied)))
        assert found[Wager.INITIAL, Fraction(3)] == wagers.initial(more, shoe).house_edge


def test_a_coupon_is_worth_what_first_cards_that_are_higher_bring():
    rules = load_rules("wisconsin")
    shoe = Shoe.fresh(rules, 1)
    deck = [rank for rank in range(13) for _ in range(4)]
    higher = sum(one > two for one, two in product(deck, repeat=2))
    assert coupon_worth(rules, shoe) == Fraction(higher, 52 * 51)
    assert coupon_worth(load_rules("wisconsin", readings={"match_play_coupons": "as_chips"}), shoe) is None
    assert coupon_worth(load_rules("maryland"), shoe) is None


# strategies by rank


def test_a_strategy_by_rank_is_between_always_and_never():
    rules = load_rules("washington")
    shoe = Shoe.fresh(rules)
    war, given_up = (
        wagers.initial(rules, shoe, plan).house_edge for plan in (Strategy.WAR, Strategy.SURRENDER)
    )
    # All ranks of a fresh shoe tie equally often, and war on each is worth the same.
    assert wagers.initial_by_rank(rules, shoe, "234").house_edge == (10 * war + 3 * given_up) / 13
    assert wagers.initial_by_rank(rules, shoe, "").distribution == WAR
    assert sum(chance for _, chance in wagers.initial_by_rank(rules, shoe, "AK").distribution.outcomes) == 1


def test_the_best_strategy_of_a_shoe_partly_seen_is_one_by_rank():
    rules = load_rules("california", readings={"primary_wager_at_war": "lost"})
    gone = [rank + suit for rank in "KQJT987" for suit in "CDHS" for _ in range(6)]
    gone += [rank + suit for rank in "65432" for suit in "CDH" for _ in range(6)]
    shoe = Shoe.fresh(rules, 6).without(gone)
    by_rank = {
        ranks: wagers.initial_by_rank(rules, shoe, ranks).house_edge for ranks in ("", "A", "65432", "A65432")
    }
    assert min(by_rank.values()) == by_rank["A"] == wagers.initial(rules, shoe, Strategy.BEST).house_edge


def test_every_pair_and_war_of_a_tiny_deck_is_tried():
    rules = load_rules("washington")
    shoe = Shoe.fresh(rules, 1).without([rank + suit for rank in "AKQJT98765" for suit in "CDHS"])
    deck = [rank for rank in "234" for _ in range(4)]
    results = []
    for one, two, three, four in permutations(range(12), 4):
        first, second = (deck[at] for at in (one, two))
        if first != second:
            results.append(Fraction(1 if first > second else -1))
        elif first == "3":
            results.append(Fraction(-1, 2))
        else:
            results.append(Fraction(1 + (deck[three] == deck[four]) if deck[three] >= deck[four] else -2))
    assert wagers.initial_by_rank(rules, shoe, "3").house_edge == -sum(results) / len(results)
