"""Maryland 2.B(5)(b) and 2.B(6): the payout limit per hand that the operator posts."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.commands import DeclineTieWager, GoToWar, Perform, PlaceWager
from casinowar.game.words import Act, Role, Wager
from tests.support.clause import clause
from tests.support.progressives import BURN, chip_in, meter, offering, played, progressive_table, with_chips
from tests.support.scenario import Scenario, at_table, opened
from tests.support.wheels import BONUS_SPIN, spin_wager, stop

WAR_WON = "9H 9C " + BURN + "KD 4C"


def limited(
    limit: str | None,
    cards: str,
    reading: str = "betting_area",
    players: int | Mapping[int, str] = 1,
    boxes: int = 1,
) -> Scenario:
    """Give a table with a payout limit."""
    house = House(payout_limit=limit, adjacent_boxes=boxes)
    readings = {"payout_limit": reading}
    return at_table("maryland", cards=cards, players=players, house=house, readings=readings)


def payments(scenario: Scenario) -> list[tuple[int, str, int]]:
    """List what was paid: seat, wager, amount."""
    return [
        (event.hand, event.wager.value, event.amount)
        for event in scenario.events
        if isinstance(event, e.WagerPaid | e.MeterPaid)
    ]


def returned(scenario: Scenario) -> int:
    """Add up the wagers that went back."""
    return sum(event.amount for event in scenario.of(e.WagerReturned))


@clause("maryland", "2.B(5)(b)")
def test_there_is_no_limit_until_the_operator_posts_one():
    scenario = at_table("maryland", cards="KH 9C", players=1, chips=1_000_000_00).wagers({1: 900_000_00})
    assert payments(played(scenario)) == [(1, "initial", 900_000_00)]


@clause("maryland", "2.B(5)(b)", "9.B(2)", "10.A(1)")
@pytest.mark.parametrize(
    ("limit", "cited"), [("49.99", "9.B(2); 10.A(1); 2.B(5)(b)"), ("50", "9.B(2); 10.A(1)")]
)
def test_a_payment_cites_its_result_its_odds_and_the_limit_only_if_that_cuts_it(limit, cited):
    scenario = limited(limit, "KH 9C").wagers({1: 50_00}).dealt()
    [paid] = [event for event in scenario.cited if isinstance(event, e.WagerPaid)]
    assert paid.clause == cited


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(
    ("limit", "paid"), [("49.99", 49_99), ("50", 50_00), ("50.01", 50_00), ("0.01", 1), ("1000", 50_00)]
)
@pytest.mark.parametrize("reading", ["betting_area", "each_wager", "player", "with_progressive"])
def test_a_win_is_paid_up_to_the_limit_and_the_stake_goes_back_whole(limit, paid, reading):
    scenario = played(limited(limit, "KH 9C", reading).wagers({1: 50_00}))
    scenario.then(
        e.WagerPaid(hand=1, wager=Wager.INITIAL, amount=paid),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=50_00),
    )
    assert scenario.net("Ann") == paid


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(
    ("limit", "tie", "war"),
    [
        ("110.01", 100_00, 10_00),
        ("110", 100_00, 10_00),
        ("109.99", 100_00, 9_99),
        ("100.01", 100_00, 1),
        ("100", 100_00, 0),
        ("99.99", 99_99, 0),
    ],
)
def test_initial_war_and_tie_winnings_of_one_betting_area_are_counted_together(limit, tie, war):
    scenario = played(limited(limit, WAR_WON).wagers({1: 10_00}, tie={1: 10_00}))
    expected = [(1, "tie", tie), (1, "war", war)]
    assert payments(scenario) == [each for each in expected if each[2]]
    assert returned(scenario) == 30_00
    assert scenario.net("Ann") == tie + war


@clause("maryland", "2.B(5)(b)")
def test_the_tie_wager_on_the_war_deal_counts_too():
    scenario = limited("125", "9H 9C " + BURN + "4D 4C").wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1)).attended()
    scenario.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=11_00)).attended()
    assert payments(scenario) == [(1, "war", 20_00), (1, "war_tie", 105_00)]


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(("limit", "tie"), [("99.99", 99_99), ("100", 100_00), ("10", 10_00)])
def test_by_another_reading_each_wager_is_capped_by_itself(limit, tie):
    scenario = played(limited(limit, WAR_WON, "each_wager").wagers({1: 10_00}, tie={1: 10_00}))
    assert payments(scenario) == [(1, "tie", tie), (1, "war", 10_00)]


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(
    ("reading", "paid"),
    [
        ("betting_area", [(3, 50_00), (2, 50_00), (1, 50_00)]),
        ("each_wager", [(3, 50_00), (2, 50_00), (1, 50_00)]),
        ("player", [(3, 50_00), (2, 50_00), (1, 20_00)]),
    ],
)
def test_by_another_reading_all_hands_of_one_player_are_counted_together(reading, paid):
    scenario = limited("70", "KH KD KS 9C", reading, players={1: "Ann", 3: "Ben"}, boxes=2)
    for seat, player in ((1, "Ann"), (2, "Ann"), (3, "Ben")):
        scenario.when(PlaceWager(hand=seat, wager=Wager.INITIAL, amount=50_00, player=player))
    played(scenario)
    assert payments(scenario) == [(seat, "initial", amount) for seat, amount in paid]
    assert returned(scenario) == 150_00


@clause("maryland", "2.B(5)(b)")
def test_the_limit_is_one_of_each_round():
    scenario = limited("30", "KH 9C")
    for _ in range(2):
        played(scenario.next_cards("KH 9C").wagers({1: 50_00}))
        assert payments(scenario) == [(1, "initial", 30_00)]


# progressive pays

SUITED_FOUR = "9H KD 9H " + BURN + "9H 9H"


@clause("maryland", "2.B(5)(b)", "10.B(1)", "10.C(3)(c)(i)")
@pytest.mark.parametrize("reading", ["betting_area", "each_wager", "player"])
def test_the_progressive_the_meter_and_the_envy_bonus_stand_outside_the_limit(reading):
    table = progressive_table(
        SUITED_FOUR, house=offering(payout_limit="8"), readings={"payout_limit": reading}
    )
    assert payments(played(with_chips(table, 1, 2))) == [
        (2, "initial", 8_00),
        (1, "war", 8_00),
        (1, "progressive", 5_000_00),
        (1, "progressive", 10_001_20),
        (2, "envy", 5_000_00),
    ]


@clause("maryland", "2.B(5)(b)")
@pytest.mark.parametrize(
    ("limit", "odds", "from_meter", "envy", "left"),
    [
        ("20000", 5_000_00, 10_001_20, 5_000_00, 0),
        ("15021.20", 5_000_00, 10_001_20, 5_000_00, 0),
        ("15021.19", 5_000_00, 10_001_19, 5_000_00, 1),
        ("6000", 5_000_00, 980_00, 5_000_00, 9_021_20),
        ("5010", 4_990_00, 0, 5_000_00, 10_001_20),
        ("5009.99", 4_989_99, 0, 4_999_99, 10_001_20),
        ("20", 0, 0, 10_00, 10_001_20),
    ],
)
def test_by_another_reading_they_count_and_what_the_meter_does_not_pay_stays_in_it(
    limit, odds, from_meter, envy, left
):
    house = offering(payout_limit=limit)
    table = progressive_table(SUITED_FOUR, house=house, readings={"payout_limit": "with_progressive"})
    scenario = played(with_chips(table, 1, 2))
    expected = [
        (2, "initial", 10_00),
        (1, "war", 20_00),
        (1, "progressive", odds),
        (1, "progressive", from_meter),
        (2, "envy", envy),
    ]
    assert payments(scenario) == [each for each in expected if each[2]]
    assert meter(scenario) == max(10_000_00, left)


@clause("maryland", "2.B(5)(b)", "10.B(1)")
def test_by_another_reading_what_the_meter_paid_counts_before_an_envy_bonus():
    house = offering(payout_limit="6000")
    cards = "9H 9H 9H " + BURN + "9H 9H 9H"
    table = progressive_table(cards, house=house, readings={"payout_limit": "with_progressive"})
    scenario = played(with_chips(table, 1, 2))
    assert payments(scenario)[2:] == [
        (2, "progressive", 5_000_00),
        (2, "progressive", 980_00),
        (1, "envy", 5_000_00),
        (1, "progressive", 980_00),
    ]
    assert meter(scenario) == 10_000_00


@clause("maryland", "2.B(5)(b)", "8.D(1)(c)")
def test_a_progressive_chip_given_back_is_a_stake_and_does_not_count():
    readings = {"payout_limit": "with_progressive", "progressive_chip": "given_back"}
    table = progressive_table("9H 9D", house=offering(payout_limit="20"), readings=readings)
    assert payments(played(with_chips(table, 1), 1)) == [(1, "progressive", 20_00 + 5_00)]


@clause("maryland", "2.B(5)(b)", "10.D(1)")
@pytest.mark.parametrize(
    ("reading", "paid"),
    [("betting_area", [(2, 125_00), (1, 10_000_80)]), ("with_progressive", [(2, 60_00), (1, 60_00)])],
)
def test_bonus_spin_pays_stand_outside_the_limit_unless_all_winnings_count(reading, paid):
    house = House(bonus_spin=BONUS_SPIN, payout_limit="60")
    scenario = at_table(
        "maryland", cards="2C 2D KH", players=2, house=house, readings={"payout_limit": reading}
    ).wagers({1: 10_00, 2: 10_00})
    scenario.when(spin_wager(1), spin_wager(2)).dealt()
    scenario.when(stop(1, "primary jackpot", "$100")).attended()
    assert payments(scenario) == [(seat, "bonus_spin", amount) for seat, amount in paid]
    assert scenario.table.meters["primary"] == 10_000_00


@clause("maryland", "2.B(5)(b)", "9.J(4)(a)", "9.J(4)(c)")
def test_a_jackpot_of_which_the_limit_leaves_nothing_is_verified_and_not_validated():
    house = House(bonus_spin=BONUS_SPIN, payout_limit="10", validate_from="0.01")
    readings = {"payout_limit": "with_progressive", "validated_payouts": "from_an_amount"}
    scenario = at_table("maryland", cards="AS KH", players=1, house=house, readings=readings)
    scenario.wagers({1: 10_00}).when(spin_wager(1)).dealt()
    scenario.when(stop(1, "primary jackpot", "$25")).attended()
    acts = [event.act for event in scenario.of(e.ActPerformed)]
    assert Act.VERIFY_WHEEL in acts
    assert Act.VALIDATE_PAYOUT not in acts
    assert scenario.net("Ann") == 10_00 - 5_00


@clause("maryland", "2.B(5)(b)", "7.F(4)")
@pytest.mark.parametrize("chip", ["stays", "given_back"])
def test_a_bonus_spin_chip_given_back_is_a_stake_and_does_not_count(chip):
    house = House(bonus_spin=BONUS_SPIN, payout_limit="30")
    readings = {
        "payout_limit": "with_progressive",
        "bonus_spin_chip": chip,
        "bonus_spin_settled": "dealers_card",
    }
    scenario = at_table("maryland", cards="AS 2D KH", players=2, house=house, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).when(spin_wager(1), spin_wager(2)).dealt()
    scenario.when(stop(2, "$200", "$25")).attended()
    back = 5_00 if chip == "given_back" else 0
    assert scenario.net("Ann") == 25_00 + 5_00 + back - 5_00


# where it is posted


@clause("maryland", "2.B(6)")
def test_a_limit_that_only_a_sign_shows_is_confirmed_with_the_odds_before_the_table_opens_and_holds():
    scenario = opened("maryland", house=House(odds_on_sign=True, payout_limit="8")).until(Act.CONFIRM_SIGN)
    assert scenario.due.clause == "2.B(6)"
    scenario.when(Perform(act_done=Act.CONFIRM_SIGN, by=Role.FLOORPERSON))
    house = House(odds_on_sign=True, payout_limit="8")
    table = at_table("maryland", cards="KH 9C", players=1, house=house).wagers({1: 10_00})
    assert payments(played(table)) == [(1, "initial", 8_00)]


@clause("maryland", "2.B(6)", "10.B(1)", "10.D(4)")
@pytest.mark.parametrize("capped", [1, 2])
@pytest.mark.parametrize(("limit", "paid", "other"), [("12500", 3_480_00, 5_000_60), ("9020", 0, 4_000_00)])
def test_what_the_limit_withholds_of_a_divided_meter_is_not_for_the_other_winner(capped, limit, paid, other):
    readings = {"meter_winners": "divided", "payout_limit": "with_progressive"}
    readings["progressive_settled"] = "at_each_seat"  # The Envy Bonus comes last, and counts for neither.
    cards = "9H 9H 9H " + BURN + "9H 9H 9H"
    table = progressive_table(cards, house=offering(payout_limit=limit), readings=readings)
    table.wagers({1: 10_00, 2: 10_00}).when(
        PlaceWager(hand=capped, wager=Wager.TIE, amount=200_00), *map(chip_in, (1, 2))
    )
    table.dealt().when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    while table.due.act is Act.ANSWER_TIE_OFFER:
        hand = table.due.seat or 0
        accepted = PlaceWager(hand=hand, wager=Wager.WAR_TIE, amount=200_00)
        table.when(accepted if hand == capped else DeclineTieWager(hand=hand)).attended()
    from_meter = {event.hand: event.amount for event in table.history if isinstance(event, e.MeterPaid)}
    # Of $10,001.20 each winner's part is $5,000.60; two tie wagers, the war and 1000 to 1 come before it.
    assert (from_meter.get(capped, 0), from_meter[3 - capped]) == (paid, other)
    assert meter(table) == 10_000_00


# a meter that shows less than its reset amount, because it started lower


@clause("maryland", "2.B(5)(b)", "10.B(1)", "10.C(2)")
@pytest.mark.parametrize(("limit", "shows"), [("5020", 10_000_60), ("5020.01", 15_000_00)])
def test_a_meter_of_which_the_limit_lets_nothing_be_paid_does_not_restart(limit, shows):
    house = offering(initial="10000", reset="15000", payout_limit=limit)
    table = progressive_table(SUITED_FOUR, house=house, readings={"payout_limit": "with_progressive"})
    played(with_chips(table, 1, hands=[2]))
    assert meter(table) == shows


@clause("maryland", "2.B(5)(b)", "10.D(1)(a)", "10.D(3)(b)")
@pytest.mark.parametrize(("limit", "shows"), [("10", 10_000_80), ("10.01", 15_000_00)])
@pytest.mark.parametrize("winners", ["in_turn", "divided"])
def test_a_meter_of_the_wheel_does_not_restart_unless_it_paid(limit, shows, winners):
    primary = MeterChoices(rate="8%", initial="10000", reset="15000")
    house = House(bonus_spin=replace(BONUS_SPIN, primary=primary), payout_limit=limit)
    readings = {"payout_limit": "with_progressive", "meter_winners": winners, "hot_spot": "every_position"}
    scenario = at_table("maryland", cards="AS AD KH", players=2, house=house, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).when(spin_wager(1), spin_wager(2)).dealt()
    scenario.when(stop(1, "primary jackpot")).attended()
    assert scenario.table.meters["primary"] == shows


@clause("maryland", "2.B(5)(b)", "10.D(1)(a)", "10.D(3)(b)")
def test_a_divided_meter_of_the_wheel_restarts_also_where_its_last_winner_is_at_the_limit():
    primary = MeterChoices(rate="8%", initial="10000", reset="15000")
    house = House(bonus_spin=replace(BONUS_SPIN, primary=primary), payout_limit="10")
    readings = {"payout_limit": "with_progressive", "meter_winners": "divided", "hot_spot": "every_position"}
    scenario = at_table("maryland", cards="AS 2D KH", players=2, house=house, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).when(spin_wager(1), spin_wager(2)).dealt()
    scenario.when(stop(1, "primary jackpot")).attended()
    assert payments(scenario)[-1] == (2, "bonus_spin", 10_00)
    assert scenario.table.meters["primary"] == 15_000_00
