"""Maryland 2.C, 7.F(3), 8.D, 9.J(2) to (4): the Progressive Payout Wager from chip to pay."""

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.combinations import Combination
from casinowar.game.commands import (
    CallNoMoreBets,
    DealCard,
    DeclareAbandoned,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    PayProgressive,
    Perform,
    PlaceWager,
    ReadProgressive,
    Rule,
    Surrender,
    WithdrawWager,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import COLLECTING, DEALER, Act, Instrument, Role, Ruling, Wager
from tests.support.clause import clause
from tests.support.progressives import (
    BURN,
    CHIP,
    chip_in,
    offering,
    paid,
    played,
    progressive_table,
    with_chips,
)
from tests.support.scenario import Scenario, at_table

CLOSES = "2.C(2); 8.D"
MEMBERS = pytest.mark.parametrize("by", [Role.FLOORPERSON, Role.PLAYER])


# 7.F(3), 2.C(1): the offer and the device


@clause("maryland", "7.F(3)")
def test_the_wager_is_offered_only_if_the_submission_says_so():
    plain = at_table("maryland", players=1).wagers({1: 10_00})
    plain.refused(chip_in(1), Reason.WAGER_NOT_OFFERED, "7.F(3)")
    assert progressive_table().wagers({1: 10_00}).is_allowed(chip_in(1))


@clause("maryland", "2.C(1)", "7.F(3)(a)")
def test_the_device_of_each_betting_position_takes_the_chip_of_its_own_player():
    scenario = progressive_table(players=7).wagers(dict.fromkeys(range(1, 8), 10_00))
    for seat, player in scenario.table.seats.items():
        scenario.when(chip_in(seat)).then_exactly(
            e.WagerPlaced(hand=seat, wager=Wager.PROGRESSIVE, amount=CHIP, player=player)
        )
        assert scenario.hand(seat).on_layout(Wager.PROGRESSIVE) == CHIP


@clause("maryland", "7.F(3)(a)")
def test_the_chip_comes_after_the_initial_wager():
    scenario = progressive_table().refused(chip_in(1), Reason.WAGER_NEEDS_INITIAL, "7.F(3)")
    scenario.wagers({2: 10_00}).refused(chip_in(1), Reason.WAGER_NEEDS_INITIAL, "7.F(3)")
    assert scenario.is_allowed(chip_in(2))


@clause("maryland", "7.F(3)(a)", "10.C(3)(c)")
@pytest.mark.parametrize("amount", [1_00, 4_99, 5_01, 10_00])
def test_the_chip_is_five_dollars(amount):
    scenario = progressive_table().wagers({1: 10_00})
    scenario.refused(chip_in(1, amount), Reason.WAGER_NOT_A_SIZE, "10.C(3)(c)")
    assert scenario.is_allowed(chip_in(1, 5_00))


@clause("maryland", "7.F(3)(a)")
def test_a_device_takes_one_chip():
    scenario = with_chips(progressive_table(), 1)
    scenario.refused(chip_in(1), Reason.WAGER_NOT_A_SIZE, "10.C(3)(c)")


@clause("maryland", "7.F(3)(a)")
@pytest.mark.parametrize("reading", ["in_proportion", "envy_for_five_dollars"])
def test_by_another_reading_the_operator_sets_the_sizes(reading):
    house = offering(amounts=("1", "5", "10"))
    scenario = progressive_table(
        "9H 9D 9C", players=2, house=house, readings={"progressive_sizes": reading}
    ).wagers({1: 10_00, 2: 10_00})
    for amount in (99, 1_01, 4_00, 9_99, 10_01, 15_00):
        scenario.refused(chip_in(1, amount), Reason.WAGER_NOT_A_SIZE)
    scenario.when(chip_in(1, 10_00), chip_in(2, 1_00))
    assert paid(played(scenario, 1, 2)) == {1: 50_00, 2: 5_00}


@clause("maryland", "7.F(3)(a)")
def test_a_chip_may_be_taken_back_before_no_more_bets_and_goes_with_the_initial_wager():
    scenario = with_chips(progressive_table(), 1)
    Scenario(scenario.rules, scenario.table).when(
        WithdrawWager(hand=1, wager=Wager.PROGRESSIVE)
    ).then_exactly(e.WagerWithdrawn(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP))
    scenario.when(WithdrawWager(hand=1, wager=Wager.INITIAL)).then_exactly(
        e.WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.WagerWithdrawn(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
    )
    assert scenario.net("Ann") == 0


@clause("maryland", "7.F(3)(b)")
def test_a_chip_that_the_device_did_not_take_is_no_wager_whatever_the_player_believed():
    scenario = progressive_table("9H 9D 9H").wagers({1: 10_00, 2: 10_00}).when(chip_in(2))
    scenario.refused(chip_in(1, 4_00), Reason.WAGER_NOT_A_SIZE)
    assert scenario.hand(1).placed(Wager.PROGRESSIVE) == 0
    played(scenario, 1, 2)
    assert [event.hand for event in scenario.of(e.WagerTakenIn)] == [2]
    assert paid(scenario) == {2: 5 * CHIP}


# 2.C(2), 8.D: the lock-out, the collection and the count


@clause("maryland", "2.C(2)", "8.D")
def test_no_chip_is_taken_once_no_more_bets_is_called():
    scenario = progressive_table("9H 9D 9C").wagers({1: 10_00, 2: 10_00}).when(chip_in(2))
    assert scenario.is_allowed(chip_in(1))
    scenario.when(CallNoMoreBets()).refused(chip_in(1), Reason.NO_MORE_BETS, CLOSES)
    scenario.refused(WithdrawWager(hand=2, wager=Wager.PROGRESSIVE), Reason.NO_MORE_BETS)
    for act in (*COLLECTING, Act.DEAL_CARD, Act.SETTLE_HAND, Act.CHOOSE):
        scenario.until(act).refused(chip_in(1), Reason.NO_MORE_BETS, CLOSES)


@clause("maryland", "8.D(1)", "8.D(1)(a)", "8.D(1)(b)", "8.D(1)(c)")
def test_the_dealer_collects_the_chips_then_counts_them_before_any_card_is_dealt():
    scenario = with_chips(progressive_table("9H 8D 9C", players=3), 1, 3, hands=[2])
    inventory = scenario.table.inventory
    scenario.when(CallNoMoreBets())
    scenario.then(e.MeterRaised(meter="progressive", amount=1_20)).until(Act.COLLECT_PROGRESSIVE)
    assert scenario.due == Duty(Act.COLLECT_PROGRESSIVE, Role.DEALER, "8.D(1)(a)")
    scenario.refused(DealCard(), Reason.NOT_NOW, "8.D(1)(a)")
    scenario.refused(Perform(act_done=Act.COUNT_PROGRESSIVE), Reason.NOT_NOW, "8.D(1)(a)")
    scenario.when(Perform(act_done=Act.COLLECT_PROGRESSIVE)).then_exactly(
        e.WagerTakenIn(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.WagerTakenIn(hand=3, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.ActPerformed(act=Act.COLLECT_PROGRESSIVE, by=Role.DEALER),
    )
    assert scenario.table.inventory == inventory - 1_20
    assert [scenario.hand(seat).wagers[Wager.PROGRESSIVE].before_tray for seat in (1, 3)] == [CHIP, CHIP]
    assert scenario.due == Duty(Act.COUNT_PROGRESSIVE, Role.DEALER, "8.D(1)(b)")
    scenario.refused(DealCard(), Reason.NOT_NOW, "8.D(1)(b)")
    scenario.when(Perform(act_done=Act.COUNT_PROGRESSIVE)).then_exactly(
        e.ActPerformed(act=Act.COUNT_PROGRESSIVE, by=Role.DEALER)
    )
    assert scenario.due == Duty(Act.PUT_CHIPS_AWAY, Role.DEALER, "8.D(1)(c)")
    assert scenario.table.inventory == inventory - 1_20
    scenario.refused(DealCard(), Reason.NOT_NOW, "8.D(1)(c)")
    scenario.when(Perform(act_done=Act.PUT_CHIPS_AWAY)).then_exactly(
        e.WagerPutAway(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.WagerPutAway(hand=3, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.ActPerformed(act=Act.PUT_CHIPS_AWAY, by=Role.DEALER),
    )
    assert scenario.table.inventory == inventory + 2 * CHIP - 1_20
    assert scenario.due == Duty(Act.DEAL_CARD, Role.DEALER, "8.F(1)", 1)


@clause("maryland", "8.D(1)(a)", "8.D(1)(b)")
@MEMBERS
def test_collecting_and_counting_are_the_dealers(by):
    scenario = with_chips(progressive_table("9H 9C"), 1).when(CallNoMoreBets())
    for act in COLLECTING:
        scenario.until(act).refused(Perform(act_done=act, by=by), Reason.ROLE_MAY_NOT)


@clause("maryland", "7.F(3)(b)")
def test_no_card_is_dealt_before_each_player_has_checked_the_device():
    scenario = with_chips(progressive_table("9H 9C"), 1).when(CallNoMoreBets())
    assert scenario.due == Duty(Act.CHECK_DEVICE, Role.DEALER, "7.F(3)(b)")
    scenario.refused(DealCard(), Reason.NOT_NOW, "7.F(3)(b)")
    scenario.refused(Perform(act_done=Act.COLLECT_PROGRESSIVE), Reason.NOT_NOW, "7.F(3)(b)")
    scenario.when(Perform(act_done=Act.CHECK_DEVICE)).then_exactly(
        e.ActPerformed(act=Act.CHECK_DEVICE, by=Role.DEALER)
    )


@clause("maryland", "7.F(3)(a)")
@pytest.mark.parametrize("made_with", [Instrument.PLAQUE, Instrument.APPROVED])
def test_the_device_takes_value_chips_only(made_with):
    scenario = progressive_table().wagers({1: 10_00})
    scenario.refused(replace(chip_in(1), made_with=made_with), Reason.INSTRUMENT_NOT_TAKEN, "7.F(3)(a)")
    assert scenario.is_allowed(PlaceWager(hand=1, wager=Wager.TIE, amount=5_00, made_with=made_with))


@clause("maryland", "8.D(1)")
def test_without_any_chip_there_is_nothing_to_collect_count_or_settle():
    scenario = progressive_table("9H 9D 9C").wagers({1: 10_00, 2: 10_00})
    scenario.when(CallNoMoreBets())
    assert scenario.due.act is Act.DEAL_CARD
    scenario.attended().when(Surrender(hand=1), Surrender(hand=2)).attended()
    assert not scenario.of(e.MeterEvent, e.ProgressiveRead)


# 9.J(2), 9.J(3): the cards stay, and the wager is settled after the wagers of the game


@clause("maryland", "9.J(2)")
def test_the_cards_of_a_player_with_the_wager_stay_until_it_is_settled_and_the_others_go_before_the_war():
    scenario = with_chips(progressive_table("KH KD 9H 9C " + BURN + "4C 5C", players=3), 1, hands=[2, 3])
    scenario.dealt().when(GoToWar(hand=3), DeclineTieWager(hand=3)).until(Act.BEGIN_WAR_DEAL)
    assert scenario.of(e.CardsCollected)[0].spots == (2,)
    assert set(scenario.round.layout) == {DEALER, 1, 3}
    assert scenario.hand(1).settled


@clause("maryland", "9.J(2)")
def test_without_the_wager_all_settled_cards_go_before_the_war():
    scenario = progressive_table("KH KD 9H 9C", players=3).wagers(dict.fromkeys((1, 2, 3), 10_00))
    scenario.dealt().when(GoToWar(hand=3), DeclineTieWager(hand=3)).until(Act.BEGIN_WAR_DEAL)
    assert scenario.of(e.CardsCollected)[0].spots == (2, 1)


@clause("maryland", "9.J(3)")
@pytest.mark.parametrize(
    ("cards", "surrendering"), [("KH 5D 9C", ()), ("9H 5D 9C", (1,)), ("9H 9D 9C " + BURN + "KC KD QH", ())]
)
def test_the_wager_is_settled_after_the_wagers_of_the_game_and_before_the_cards_go(cards, surrendering):
    scenario = played(with_chips(progressive_table(cards), 1, 2), *surrendering)
    order = [type(event) for event in scenario.events]
    settled = len(order) - order[::-1].index(e.HandSettled)
    assert settled <= order.index(e.ProgressiveRead)
    last = len(order) - 1 - order[::-1].index(e.CardsCollected)
    assert len(order) - 1 - order[::-1].index(e.ProgressiveSettled) < last
    assert [event.hand for event in scenario.of(e.ProgressiveSettled)] == [2, 1]


@clause("maryland", "9.J(3)")
def test_what_is_due_after_the_last_hand_is_the_progressive_and_not_the_cards():
    scenario = with_chips(progressive_table("KH 5D 9C"), 1).when(CallNoMoreBets()).until(Act.READ_PROGRESSIVE)
    assert scenario.due == Duty(Act.READ_PROGRESSIVE, Role.DEALER, "9.J(3)", 1)
    scenario.refused(PayProgressive(), Reason.NOT_NOW, "9.J(3)")
    scenario.when(ReadProgressive()).then_exactly(
        e.ProgressiveRead(hand=1, combinations=()), e.ProgressiveSettled(hand=1)
    )
    assert scenario.due.act is Act.COLLECT_CARDS


# 9.J(4)(a) to (d): the steps of a won payout


@clause("maryland", "9.J(4)", "9.J(4)(a)", "9.J(4)(b)", "9.J(4)(d)")
def test_a_winning_hand_is_verified_then_the_light_and_then_it_is_paid():
    scenario = with_chips(progressive_table("9H 9D"), 1).dealt().when(Surrender(hand=1))
    scenario.until(Act.READ_PROGRESSIVE).when(ReadProgressive())
    assert scenario.events[0] == e.ProgressiveRead(hand=1, combinations=(Combination.TIE,))
    assert scenario.due == Duty(Act.VERIFY_HAND, Role.DEALER, "9.J(4)(a)")
    scenario.refused(PayProgressive(), Reason.NOT_NOW, "9.J(4)(a)")
    scenario.refused(Perform(act_done=Act.VERIFY_HAND, by=Role.FLOORPERSON), Reason.ROLE_MAY_NOT, "9.J(4)(a)")
    scenario.when(Perform(act_done=Act.VERIFY_HAND))
    assert scenario.due == Duty(Act.VERIFY_LIGHT, Role.DEALER, "9.J(4)(b)")
    scenario.refused(PayProgressive(), Reason.NOT_NOW, "9.J(4)(b)")
    scenario.refused(
        Perform(act_done=Act.VERIFY_LIGHT, by=Role.FLOORPERSON), Reason.ROLE_MAY_NOT, "9.J(4)(b)"
    )
    scenario.when(Perform(act_done=Act.VERIFY_LIGHT))
    assert scenario.due == Duty(Act.VALIDATE_PAYOUT, Role.FLOORPERSON, "9.J(4)(c)")
    scenario.refused(PayProgressive(), Reason.NOT_NOW, "9.J(4)(c)")
    scenario.when(Perform(act_done=Act.VALIDATE_PAYOUT, by=Role.FLOORPERSON))
    assert scenario.due == Duty(Act.PAY_PROGRESSIVE, Role.DEALER, "9.J(3)", 1)
    scenario.when(PayProgressive()).then_exactly(
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=25_00), e.ProgressiveSettled(hand=1)
    )


@clause("maryland", "9.J(4)(c)")
def test_the_meter_is_paid_only_after_a_floorperson_has_validated_it():
    scenario = with_chips(progressive_table("9H 9H " + BURN + "9H 9H"), 1).dealt().when(GoToWar(hand=1))
    scenario.attended().when(DeclineTieWager(hand=1)).until(Act.VERIFY_LIGHT)
    scenario.when(Perform(act_done=Act.VERIFY_LIGHT))
    assert scenario.due == Duty(Act.VALIDATE_PAYOUT, Role.FLOORPERSON, "9.J(4)(c)")
    scenario.refused(PayProgressive(), Reason.NOT_NOW, "9.J(4)(c)")
    scenario.refused(Perform(act_done=Act.VALIDATE_PAYOUT), Reason.ROLE_MAY_NOT, "9.J(4)(c)")
    scenario.when(Perform(act_done=Act.VALIDATE_PAYOUT, by=Role.FLOORPERSON)).then_exactly(
        e.ActPerformed(act=Act.VALIDATE_PAYOUT, by=Role.FLOORPERSON)
    )
    scenario.when(PayProgressive()).then(
        e.MeterPaid(meter="progressive", hand=1, wager=Wager.PROGRESSIVE, amount=10_000_60)
    )


@clause("maryland", "9.J(4)(c)")
@pytest.mark.parametrize("war", ["9H 9H", "9H 9C", "9D 9D", "4C 4C", "KC 4C"])
def test_a_floorperson_validates_every_won_payout(war):
    assert is_validated(f"9H 9H {BURN}{war}")


def is_validated(cards: str, reading: str = "every_payout", amount: str | None = None) -> bool:
    """Tell whether what seat 1 wins is validated; whatever it is, the hand and the light are verified."""
    readings = {"validated_payouts": reading}
    table = progressive_table(cards, house=offering(validate_from=amount), readings=readings)
    acts = [event.act for event in played(with_chips(table, 1)).of(e.ActPerformed)]
    assert acts.count(Act.VERIFY_HAND) == acts.count(Act.VERIFY_LIGHT) == 1
    return Act.VALIDATE_PAYOUT in acts


@clause("maryland", "9.J(4)(c)")
@pytest.mark.parametrize(("amount", "validated"), [("999.99", True), ("1000", True), ("1000.01", False)])
def test_by_another_reading_payouts_are_validated_from_the_operators_amount(amount, validated):
    """A suited double tie pays 200 to 1 on $5."""
    assert is_validated(f"9H 9H {BURN}4C 4C", "from_an_amount", amount) is validated
    assert is_validated(f"9H 9H {BURN}9H 9H", "from_an_amount", amount)


@clause("maryland", "9.J(4)(c)")
@pytest.mark.parametrize(("war", "validated"), [("9H 9H", True), ("4C 4C", False)])
def test_by_a_third_reading_only_what_the_meter_pays_is_validated(war, validated):
    assert is_validated(f"9H 9H {BURN}{war}", "meter") is validated


@clause("maryland", "9.J(4)(c)", "9.J(4)(e)")
@pytest.mark.parametrize(("amount", "validated"), [("5000", True), ("5000.01", False)])
def test_an_envy_bonus_alone_is_validated_from_the_same_amount(amount, validated):
    readings = {"validated_payouts": "from_an_amount"}
    house = offering(validate_from=amount)
    table = progressive_table("9H KD 9H " + BURN + "9H 9H", house=house, readings=readings)
    scenario = played(with_chips(table, 2, hands=[1]))
    acts = [event.act for event in scenario.of(e.ActPerformed)]
    assert (Act.VALIDATE_PAYOUT in acts) is validated


@clause("maryland", "9.J(4)(c)")
def test_the_amount_is_the_operators_only_where_the_text_is_read_so():
    with pytest.raises(HouseError, match=r"validate_from: .* leaves no such amount .* \[9\.J\(4\)\(c\)\]"):
        progressive_table(house=offering(validate_from="1000"))


@clause("maryland", "9.J(4)(a)", "9.J(4)(b)", "9.J(4)(c)", "9.J(4)(e)(i)")
def test_a_hand_without_the_wager_that_brings_an_envy_bonus_is_verified_and_validated():
    scenario = with_chips(progressive_table("9H KD 9H " + BURN + "9H 9H"), 2, hands=[1])
    scenario.dealt().when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1))
    for act in (Act.VERIFY_HAND, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT):
        scenario.until(act).refused(PayProgressive(), Reason.NOT_NOW)
    scenario.attended()
    assert paid(scenario, Wager.ENVY) == {2: 5_000_00}


@clause("maryland", "9.J(4)")
def test_a_hand_that_does_not_win_is_neither_verified_nor_paid():
    scenario = played(with_chips(progressive_table("KH 9D"), 1))
    acts = [event.act for event in scenario.of(e.ActPerformed)]
    assert acts == [*COLLECTING]
    assert paid(scenario) == {}
    assert scenario.net("Ann") == 10_00 - CHIP


# 8.D(1)(c), 9.E(1): the chip, surrender, and a war lost


@clause("maryland", "8.D(1)(c)", "9.J(4)(d)")
@pytest.mark.parametrize(("reading", "back"), [("stays", 0), ("given_back", CHIP)])
def test_the_chip_of_a_won_wager_stays_unless_another_reading_gives_it_back(reading, back):
    table = progressive_table("9H 9D KC", readings={"progressive_chip": reading})
    scenario = played(with_chips(table, 1), 1)
    assert paid(scenario) == {1: 5 * CHIP + back}
    assert scenario.net("Ann") == -5_00 - CHIP + 5 * CHIP + back


@clause("maryland", "8.D(1)(c)")
@pytest.mark.parametrize("reading", ["stays", "given_back"])
def test_the_chip_of_a_lost_wager_stays_with_the_house(reading):
    scenario = played(with_chips(progressive_table("KH 9D", readings={"progressive_chip": reading}), 1))
    assert scenario.net("Ann") == 10_00 - CHIP


@clause("maryland", "10.B(5)", "10.B(6)", "9.J(3)")
@pytest.mark.parametrize(("cards", "odds"), [("9H 9D", 5), ("9H 9H", 15)])
def test_a_tie_is_paid_although_its_player_surrendered(cards, odds):
    scenario = with_chips(progressive_table(cards), 1).dealt().when(Surrender(hand=1)).attended()
    money = [event for event in scenario.events if isinstance(event, e.WagerEvent)]
    assert money == [
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=odds * CHIP),
    ]
    assert scenario.net("Ann") == -5_00 - CHIP + odds * CHIP


@clause("maryland", "10.B(6)")
def test_by_another_reading_surrender_ends_the_wager_but_a_war_does_not():
    cards = "9H 9D 9C " + BURN + "4C 5C"
    table = progressive_table(cards, readings={"progressive_after_surrender": "lost"})
    scenario = played(with_chips(table, 1, 2), 1)
    assert paid(scenario) == {2: 5 * CHIP}
    assert scenario.net("Ann") == -5_00 - CHIP


@clause("maryland", "10.B(5)", "10.B(6)", "9.I(1)")
@pytest.mark.parametrize(("cards", "odds"), [("9H 9D", 5), ("9H 9H", 15)])
def test_a_tie_is_paid_although_the_war_was_lost(cards, odds):
    scenario = played(with_chips(progressive_table(f"{cards} {BURN}4C 5D"), 1))
    scenario.then(
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        e.HandSettled(hand=1),
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=odds * CHIP),
    )
    assert scenario.net("Ann") == -20_00 - CHIP + odds * CHIP


@clause("maryland", "7.B(4)", "9.J(3)")
@pytest.mark.parametrize(("declared", "pays"), [(False, {1: 5 * CHIP}), (True, {})])
def test_the_wager_of_a_player_who_left_is_settled_on_the_cards_unless_it_is_declared_lost(declared, pays):
    scenario = with_chips(progressive_table("9H 9D"), 1).dealt().when(LeaveTable(player="Ann"))
    start = len(scenario.history)
    if declared:
        scenario.when(DeclareAbandoned(hand=1)).attended()
    else:
        scenario.attended().when(Rule(ruling=Ruling.SURRENDER_THE_HAND)).attended()
    scenario.cited = scenario.history[start:]
    assert paid(scenario) == pays


@clause("maryland", "7.B(4)", "9.J(4)(d)")
@pytest.mark.parametrize("act", [Act.READ_PROGRESSIVE, Act.VALIDATE_PAYOUT, Act.PAY_PROGRESSIVE])
def test_a_wager_that_is_declared_lost_before_it_is_paid_is_not_paid(act):
    scenario = with_chips(progressive_table("9H 9D"), 1).dealt().when(Surrender(hand=1)).until(act)
    scenario.when(LeaveTable(player="Ann"), DeclareAbandoned(hand=1)).attended()
    assert paid(scenario) == {}
    assert scenario.table.round is None


@clause("maryland", "7.F(3)")
def test_a_progressive_wager_has_nothing_to_do_with_the_tie_wager():
    scenario = progressive_table("9H 9D").wagers({1: 10_00}, tie={1: 20_00}).when(chip_in(1))
    played(scenario, 1).then(
        e.WagerPaid(hand=1, wager=Wager.TIE, amount=200_00),
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=25_00),
    )


@clause("maryland", "7.F(3)(a)")
def test_the_envy_bonus_is_no_wager_that_anybody_places():
    scenario = with_chips(progressive_table(), 1)
    scenario.refused(PlaceWager(hand=1, wager=Wager.ENVY, amount=CHIP), Reason.WAGER_NOT_OFFERED)
