"""The table inventory: counted, never paid below nothing, filled, credited, counted at the end."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import attend, give_with_fill
from casinowar.game.book.house import House
from casinowar.game.chance import IN_ORDER
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import HouseError, Reason, Refusal
from casinowar.game.words import Act, Instrument, Irregularity, Role, Ruling, Shuffler, Wager
from casinowar.record.reenactment import reenact
from casinowar.record.text import Record, read, write
from casinowar.rulebooks import load_rules, load_sample
from casinowar.table_api import Table
from casinowar.telling.narration import narrate
from tests.support.scenario import LIMITS, Scenario, ready

RICH = House(limits=LIMITS)


def counted(
    inventory: int | None, rulebook: str = "maryland", house: House = RICH, cards: str = ""
) -> Scenario:
    """Open a table with a counted inventory and seat Ann, up to the betting."""
    scenario = Scenario(load_rules(rulebook, house)).when(c.OpenTable(inventory=inventory))
    return ready(scenario.when(c.Sit(player="Ann", seat=1, chips=1_000_00))).next_cards(cards)


def test_the_opening_count_is_said_or_the_houses():
    assert counted(500_00).table.inventory == 500_00
    assert counted(None).table.inventory == 100_000_00
    assert counted(None, house=replace(RICH, opening_inventory="250.50")).table.inventory == 250_50
    assert counted(0).table.counted
    scenario = Scenario(load_rules("maryland", RICH))
    for by in (Role.FLOORPERSON, Role.MANAGER, Role.DEALER):
        assert scenario.is_allowed(c.OpenTable(by=by, inventory=1))
    scenario.refused(c.OpenTable(by=Role.PLAYER), Reason.ROLE_MAY_NOT)
    scenario.refused(c.OpenTable(inventory=-1), Reason.CHIPS_MUST_BE_POSITIVE)


@pytest.mark.parametrize(("inventory", "missing"), [(0, 10_00), (9_99, 1), (10_00, 0)])
def test_a_payment_that_exceeds_the_inventory_waits_for_a_fill(inventory, missing):
    table = counted(inventory, cards="KH 7D").wagers({1: 10_00}).when(c.CallNoMoreBets())
    table.until(Act.SETTLE_HAND).when(c.SettleHand())
    if not missing:
        assert table.of(e.WagerPaid)
        assert table.table.inventory == 0
        return
    table.then_exactly(e.FillRequested(amount=missing))
    assert (table.due.act, table.due.role) == (Act.FILL_TABLE, Role.FLOORPERSON)
    assert not [*attend(table.rules, table.table, IN_ORDER)], "the dealer waits for it"
    table.refused(c.SettleHand(), Reason.NOT_NOW)
    table.refused(
        c.Fill(amount=missing - 1), Reason.CHIPS_MUST_BE_POSITIVE if missing == 1 else Reason.FILL_TOO_SMALL
    )
    for by in (Role.PLAYER, Role.DEALER, Role.AUTOMATIC):
        table.refused(c.Fill(by=by, amount=missing), Reason.ROLE_MAY_NOT)
    table.when(c.Fill(by=Role.MANAGER, amount=missing)).then_exactly(e.FillMade(amount=missing))
    table.when(c.SettleHand()).then(e.WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert table.table.inventory == 0


def test_what_comes_in_first_is_paid_with():
    table = counted(0, cards="2H KH 7D").when(c.Sit(player="Ben", seat=2, chips=100_00))
    table.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    table.when(c.SettleHand()).then_exactly(e.FillRequested(amount=10_00))
    table = counted(0, cards="KH 2H 7D").when(c.Sit(player="Ben", seat=2, chips=100_00))
    table.wagers({1: 10_00, 2: 10_00}).dealt()
    assert not [event for event in table.history if isinstance(event, e.FillRequested)]


def test_what_comes_in_later_is_not_paid_with():
    """The initial wager is paid before the lost tie wager is collected."""
    table = counted(0, cards="KH 7D").wagers({1: 10_00}, tie={1: 10_00}).when(c.CallNoMoreBets())
    table.until(Act.SETTLE_HAND).when(c.SettleHand()).then_exactly(e.FillRequested(amount=10_00))


def test_a_fill_for_a_payment_of_a_round_is_not_due_any_more_when_the_round_is_void():
    house = replace(RICH, shuffler=Shuffler.BATCH)
    table = counted(0, house=house, cards="KH 7D").wagers({1: 10_00}).when(c.CallNoMoreBets())
    table.until(Act.SETTLE_HAND).when(c.SettleHand()).then_exactly(e.FillRequested(amount=10_00))
    table.when(c.ReportShufflerJam())
    assert (table.table.round, table.table.fill_due) == (None, 0)


def test_a_void_round_waits_for_a_fill_where_lost_wagers_were_credited_away():
    table = counted(0, cards="2H 7D").wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.COLLECT_CARDS)
    table.when(c.Credit(amount=10_00), c.ReportIrregularity(irregularity=Irregularity.OTHER))
    table.when(c.Rule(ruling=Ruling.VOID_THE_ROUND)).then_exactly(e.FillRequested(amount=10_00, again=True))
    table.when(c.Fill(amount=10_00), c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert (table.net("Ann"), table.table.inventory) == (0, 0)


def test_who_fills_by_themselves_gives_the_command_again_after_each_fill():
    """The void has to give back what went to the cage."""
    table, void = credited_away(), c.Rule(ruling=Ruling.VOID_THE_ROUND)
    table.when(c.ReportFaceUpCard())
    before = table.table
    deeds = give_with_fill(table.rules, before, void)
    assert [type(deed.command) for deed in deeds] == [c.Rule, c.Fill, c.Rule]
    for deed in deeds:
        before = evolve_all(before, deed.events)
        assert before == deed.tables[-1]
    assert (before.round, before.chips["Ann"]) == (None, 1_000_00)


SAMPLE = load_sample("maryland")
PROGRESSIVE = c.PlaceWager(hand=1, wager=Wager.PROGRESSIVE, amount=5_00)


# what a void takes back comes before what it gives back


def lost_and_won(inventory: int) -> Scenario:
    """Have Ann lose $20 and Ben win $40 out of that and the inventory, while Cleo is not settled yet."""
    table = counted(inventory, "wisconsin", cards="2C AC 9C 5C")
    for seat, player in ((2, "Ben"), (3, "Cleo")):
        table.when(c.Sit(player=player, seat=seat, chips=1_000_00))
    table.wagers({1: 20_00, 2: 40_00, 3: 5_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    return table.when(c.SettleHand(), c.SettleHand())


FACE_UP = (c.ReportFaceUpCard(), c.ReportFaceUpCard())


def test_a_void_round_asks_for_no_fill_where_what_was_paid_comes_back():
    table = lost_and_won(20_00)
    assert table.table.inventory == 0
    table.when(*FACE_UP)
    assert (table.table.round, table.table.inventory) == (None, 20_00)
    assert [table.net(player) for player in ("Ann", "Ben", "Cleo")] == [0, 0, 0]


def test_chips_that_were_paid_and_lost_since_are_given_back_before_they_are_taken_back():
    """Ann puts what her tie wager was paid into a war and loses it; she has nothing else to give back."""
    table = counted(0, "wisconsin", cards="9C 9H 2S 2S 2S 5C KC")
    table.when(c.CashOut(player="Ann", amount=880_00), c.Fill(amount=100_00))
    table.wagers({1: 100_00}, tie={1: 10_00}).dealt().when(c.GoToWar(hand=1)).attended()
    table.when(c.DeclineTieWager(hand=1)).until(Act.COLLECT_CARDS)
    assert table.table.chips["Ann"] == 20_00
    table.when(c.ReportIrregularity(irregularity=Irregularity.OTHER), c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert (table.table.chips["Ann"], table.table.inventory) == (120_00, 100_00)


def credited_away() -> Scenario:
    """Have Ann lose $20 that go to the cage, and one card be found face up, while Ben is not settled yet."""
    table = counted(0, "wisconsin", cards="2C AC 5C").when(c.Sit(player="Ben", seat=2, chips=1_000_00))
    table.wagers({1: 20_00, 2: 40_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    return table.when(c.SettleHand(), c.Credit(amount=20_00), c.ReportFaceUpCard())


def test_a_report_whose_void_needs_a_fill_is_recorded_and_the_void_waits_for_it():
    table, void = credited_away(), c.Rule(ruling=Ruling.VOID_THE_ROUND)
    table.when(c.ReportFaceUpCard())
    assert len(table.of(e.CardFoundFaceUp)) == 1
    assert (table.due.act, table.due.clause) == (Act.RULE, "(j)(1)")
    table.refused(c.Rule(ruling=Ruling.PLAY_ON), Reason.RULING_NOT_POSSIBLE, "(j)(1)")
    table.refused(c.SettleHand(), Reason.PLAY_IS_STOPPED, "(j)(1)")
    table.when(void).then_exactly(e.FillRequested(amount=20_00, again=True))
    assert table.when(c.Fill(amount=20_00)).due.act is Act.RULE
    table.when(void)
    assert (table.table.round, table.table.inventory, table.table.face_up_in_round) == (None, 0, 0)
    assert [table.net(player) for player in ("Ann", "Ben")] == [0, 0]
    assert table.due.act is Act.GATHER_CARDS


def test_a_chip_of_a_hand_without_a_card_that_was_credited_away_is_waited_for_too():
    table = counted(0, house=SAMPLE, cards="2H 7D").when(c.Sit(player="Ben", seat=2, chips=100_00))
    table.wagers({1: 10_00, 2: 10_00}).when(PROGRESSIVE, c.CallNoMoreBets()).until(Act.DEAL_CARD)
    table.when(c.Credit(amount=4_40), c.ReportNoCardDealt(hand=1))
    assert (table.due.act, table.due.seat, table.due.clause) == (Act.RULE, 1, "11.C")
    void = c.Rule(ruling=Ruling.VOID_THE_HAND)
    table.when(void).then_exactly(e.FillRequested(amount=4_40, again=True))
    table.when(c.Fill(amount=4_40), void)
    assert (table.net("Ann"), table.table.inventory) == (0, 0)
    assert 1 not in table.round.hands


def test_a_fill_for_what_is_no_duty_says_that_it_is_to_be_asked_for_again():
    house = House(limits=LIMITS, coupons=True, readings={"match_play_coupons": "as_chips"})
    table = counted(0, "wisconsin", house).wagers({1: 10_00})
    coupon = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON)
    table.when(coupon).then_exactly(e.FillRequested(amount=10_00, again=True, coupon=True))
    told = "the chips to put down for a coupon; what was asked for is to be asked for again then."
    assert narrate(table.events[0], table.table).endswith(told)
    assert narrate(e.FillRequested(amount=10_00), table.table).endswith("what has to be paid.")


def test_the_rise_of_a_meter_waits_for_its_chips_and_asks_for_no_fill():
    """The system accepts the wagers at the call; their chips are in the inventory once they are counted."""
    table = counted(0, house=SAMPLE, cards="2H 7D").wagers({1: 10_00}).when(PROGRESSIVE)
    table.when(c.CallNoMoreBets()).then(e.MeterRaised(meter="progressive", amount=60))
    assert (table.due.act, table.table.inventory) == (Act.CHECK_DEVICE, -60)
    table.refused(c.Credit(amount=1), Reason.CREDIT_TOO_LARGE)
    table.until(Act.PUT_CHIPS_AWAY)
    assert table.table.inventory == -60
    table.went_on()
    assert table.table.inventory == 4_40
    table.attended()
    assert not [event for event in table.history if isinstance(event, e.FillRequested)]


@pytest.mark.parametrize(("inventory", "missing"), [(0, 60), (59, 1), (60, 0)])
def test_a_meter_that_stays_raised_for_a_void_wager_is_paid_for_by_the_house(inventory, missing):
    house = replace(SAMPLE, readings={"void_meter": "stays"})
    table = counted(inventory, house=house).wagers({1: 10_00}).when(PROGRESSIVE, c.CallNoMoreBets())
    void = c.Rule(ruling=Ruling.VOID_THE_ROUND)
    table.when(c.ReportIrregularity(irregularity=Irregularity.OTHER), void)
    if not missing:
        assert table.table.inventory == 0
        return
    table.then(e.FillRequested(amount=missing, again=True)).when(c.Fill(amount=missing), void)
    assert (table.net("Ann"), table.table.inventory) == (0, 0)


def test_a_late_bonus_spin_wager_asks_for_no_fill_either():
    house = replace(SAMPLE, readings={"bonus_spin_closing": "first_card"})
    table = counted(10, house=house).wagers({1: 10_00}).when(PROGRESSIVE, c.CallNoMoreBets())
    table.when(c.PlaceWager(hand=1, wager=Wager.BONUS_SPIN, amount=5_00))
    raised = sum(event.amount for event in table.of(e.MeterRaised))
    assert raised
    assert table.table.inventory == 10 - 60 - raised


def test_of_two_void_wagers_the_chips_of_the_other_are_still_to_come():
    table = (
        counted(0, house=SAMPLE).when(c.Sit(player="Ben", seat=2, chips=100_00)).wagers({1: 10_00, 2: 10_00})
    )
    table.when(PROGRESSIVE, replace(PROGRESSIVE, hand=2), c.CallNoMoreBets())
    not_accepted = c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=2)
    table.when(not_accepted).then(e.MeterRaiseReversed(meter="progressive", amount=60))
    assert not [event for event in table.history if isinstance(event, e.FillRequested)]
    assert table.table.inventory == -60


def test_a_payment_asked_for_twice_is_refused_until_the_fill_is_made():
    house = replace(RICH, coupons=True, readings={"match_play_coupons": "as_chips"})
    table = counted(0, "wisconsin", house).wagers({1: 10_00})
    coupon = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=5_00, made_with=Instrument.COUPON)
    table.when(coupon).then_exactly(e.FillRequested(amount=5_00, again=True, coupon=True)).refused(
        coupon, Reason.FILL_IS_DUE
    )
    with pytest.raises(Refusal, match=r"lacks \$5\.00 for that;"):
        table.when(coupon)
    assert table.is_allowed(c.PlaceWager(hand=1, wager=Wager.TIE, amount=5_00))
    table.when(c.Fill(amount=20_00), coupon)
    assert table.table.inventory == 15_00


def test_a_credit_takes_only_what_is_there():
    table = counted(100_00)
    for by in (Role.PLAYER, Role.DEALER, Role.AUTOMATIC):
        table.refused(c.Credit(by=by, amount=1), Reason.ROLE_MAY_NOT)
    table.refused(c.Credit(amount=100_01), Reason.CREDIT_TOO_LARGE)
    table.refused(c.Credit(amount=0), Reason.CHIPS_MUST_BE_POSITIVE)
    table.when(c.Credit(amount=100_00)).then_exactly(e.CreditMade(amount=100_00))
    assert table.table.inventory == 0


def test_at_a_banked_table_the_house_has_no_chips():
    table = counted(None, "california")
    assert (table.table.inventory, table.table.counted) == (0, False)
    for command in (c.Fill(amount=1), c.Credit(amount=1)):
        table.refused(command, Reason.HOUSE_NEVER_BANKS, "round.9")
    with pytest.raises(HouseError, match="opening_inventory"):
        load_rules("california", replace(RICH, opening_inventory="100"))


def test_a_table_closes_between_rounds_with_its_count_and_without_cards():
    table = counted(100_00, cards="2H 7D").wagers({1: 10_00})
    table.refused(c.CloseTable(), Reason.WAGERS_ON_LAYOUT)
    table.when(c.CallNoMoreBets()).refused(c.CloseTable(), Reason.ROUND_IN_PROGRESS)
    table.attended()
    table.refused(c.CloseTable(by=Role.DEALER), Reason.ROLE_MAY_NOT)
    table.refused(c.CloseTable(inventory=109_99), Reason.COUNT_DIFFERS)
    table.when(c.CloseTable(inventory=110_00)).then_exactly(
        e.PlayerLeft(player="Ann", chips=990_00), e.CardsRemoved(), e.TableClosed(inventory=110_00)
    )
    assert (table.table.outside, table.table.seats, table.table.rounds) == (0, {}, 1)
    assert table.due.act is Act.OPEN_TABLE
    for command in (c.CloseTable(), c.Fill(amount=1), c.Sit(player="Ann", seat=1, chips=1)):
        table.refused(command, Reason.TABLE_NOT_OPEN)
    table.when(c.OpenTable(inventory=5_00), c.Sit(player="Ann", seat=1, chips=20_00))
    ready(table).wagers({1: 10_00}).dealt()
    assert table.table.rounds == 2


def test_meters_go_on_from_what_they_showed_when_the_table_closed():
    sample = load_sample("maryland")
    table = counted(None, house=sample).when(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    table.when(c.PlaceWager(hand=1, wager=Wager.PROGRESSIVE, amount=5_00)).next_cards("2H 7D").dealt()
    shown = table.table.meters
    assert shown["progressive"] == 10_000_60
    table.when(c.CloseTable(), c.OpenTable())
    assert table.table.meters == shown
    record = Record.of(table.rules, table.table, ())
    assert read(write(record)).before.meters == shown


def test_a_player_dealer_takes_the_bank_along_when_the_table_closes():
    table = counted(None, "california").when(c.Sit(player="Ben", seat=2, chips=100_00)).attended()
    table.when(c.TakeBank(seat=1, amount=50_00), c.CloseTable())
    assert table.of(e.BankWithdrawn, e.PlayerLeft) == [
        e.BankWithdrawn(seat=1, amount=50_00),
        e.PlayerLeft(player="Ann", chips=1_000_00),
        e.PlayerLeft(player="Ben", chips=100_00),
    ]


@pytest.mark.parametrize("opening", [None, "0", "1"])
def test_a_table_of_ones_own_fills_itself_and_shows_it(opening):
    house = replace(load_sample("maryland"), opening_inventory=opening)
    table = Table("maryland", house=house, seed=4)
    table.sit("Ann", seat=1, chips=100_000)
    for _ in range(40):
        table.wager(1, 100, tie=20, progressive=5, spin=5)
        table.deal()
        if table.choosing:
            table.war(1, tie=20)
        assert table.state.inventory >= 0
    assert table.state.rounds == 40
    filled = [event for event in table.events if isinstance(event, e.FillMade)]
    asked = [event for event in table.events if isinstance(event, e.FillRequested)]
    assert len(filled) == len(asked)
    assert bool(filled) == (opening is not None)
    assert reenact(table.rules, read(table.record(all=True))) is None


def test_a_wheel_that_needs_a_fill_is_not_spun_twice():
    """The fill may not give the wheel a second chance: what it stopped on is what is paid."""
    poor, rich = (
        Table("maryland", house=replace(load_sample("maryland"), opening_inventory=opening), seed=11)
        for opening in ("0", None)
    )
    for table in (poor, rich):
        table.sit("Ann", seat=1, chips=100_000)
        for _ in range(60):
            table.wager(1, 5, spin=5)
            table.deal()
            if table.choosing:
                table.surrender(1)
    spun = [[event for event in table.events if isinstance(event, e.WheelSpun)] for table in (poor, rich)]
    assert spun[0] == spun[1]
    assert spun[0]
    assert poor.chips("Ann") == rich.chips("Ann")


def test_a_table_waits_for_the_fill_where_somebody_wants_to_be_asked():
    table = Table(
        "maryland", house=House(limits=LIMITS, opening_inventory="0"), asking=[Act.FILL_TABLE], seed=1
    )
    table.sit("Ann", seat=1, chips=100)
    while table.due.act is not Act.FILL_TABLE:
        table.wager(1, 2)
        table.deal()
        if table.choosing:
            table.war(1)
    with pytest.raises(Refusal):
        table.deal()
    table.give(c.Fill(amount=1_000_00))
    assert table.due.act is not Act.FILL_TABLE
