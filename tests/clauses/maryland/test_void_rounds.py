"""Maryland 11.C and 11.D: places that were skipped, jams, and what of a round may be taken back."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.table import MeterPay, Step
from casinowar.game.words import DEALER, Act, Irregularity, Occasion, Role, Ruling, Shuffler, Wager
from casinowar.rulebooks import load_sample
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

JAM = c.ReportShufflerJam()
BATCHES, CONTINUOUS = House(shuffler=Shuffler.BATCH), House(shuffler=Shuffler.CONTINUOUS)
VOID, STANDS = c.Rule(ruling=Ruling.VOID_THE_ROUND), c.Rule(ruling=Ruling.LET_SETTLED_STAND)
EMPTY = Step(Act.EMPTY_DEVICE, Role.DEALER, "11.D")


# 11.C: a place that was skipped


def three_wagers(cards: str = "KH QD JS 9C") -> Scenario:
    """Call no more bets on ten, twenty and thirty dollars."""
    scenario = at_table("maryland", cards=cards).wagers({1: 10_00, 2: 20_00, 3: 30_00})
    return scenario.when(c.CallNoMoreBets())


@clause("maryland", "11.C")
def test_a_skip_noticed_when_the_next_seat_has_its_card_leaves_the_card_there():
    scenario = three_wagers().when(c.DealCard(), c.DealCard())
    scenario.when(c.ReportNoCardDealt(hand=2)).then_exactly(
        e.CardMoved(source=2, spot=3, card="QD"),
        e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=20_00),
        e.HandVoided(hand=2),
    )
    scenario.attended().then(e.CardDealt(spot=DEALER, card="JS"))
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [10_00, 0, 30_00]


@clause("maryland", "11.C")
def test_a_skip_noticed_when_the_dealer_has_a_card_moves_every_card_behind_it():
    scenario = three_wagers().when(*[c.DealCard()] * 3, c.ReportNoCardDealt(hand=1))
    assert scenario.round.layout == {2: ("KH",), 3: ("QD",), DEALER: ("JS",)}
    assert (scenario.hand(2).card, scenario.hand(3).card) == ("KH", "QD")
    assert scenario.round.dealer_card == "JS"
    assert scenario.round.to_deal == ()


@clause("maryland", "11.C")
@pytest.mark.parametrize("by", [Role.DEALER, Role.AUTOMATIC])
def test_once_every_place_has_a_card_on_record_a_skip_is_for_the_floorperson_to_rule_on(by):
    scenario = three_wagers().when(*[c.DealCard()] * 4, c.ReportNoCardDealt(hand=3, by=by))
    assert scenario.of(e.HandVoided) == []
    assert scenario.due == Duty(Act.RULE, Role.FLOORPERSON, "R68", 3)
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_ROUND)).attended()
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [0, 0, 0]


@clause("maryland", "11.C")
def test_the_floorperson_may_rule_that_only_that_wager_is_void():
    scenario = three_wagers().when(*[c.DealCard()] * 4, c.ReportNoCardDealt(hand=3))
    possible = (Ruling.PLAY_ON, Ruling.VOID_THE_HAND, Ruling.VOID_THE_ROUND)
    scenario.then(e.PlayStopped(irregularity=Irregularity.NO_CARD_DEALT, possible=possible, hand=3))
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_HAND)).then(e.HandVoided(hand=3)).attended()
    assert scenario.net("Cleo") == 0
    assert 0 not in {scenario.net("Ann"), scenario.net("Ben")}
    assert scenario.table.rounds == 1


@clause("maryland", "11.C")
def test_a_seat_whose_turn_has_not_come_was_not_skipped():
    scenario = three_wagers()
    scenario.refused(c.ReportNoCardDealt(hand=3), Reason.NOT_SKIPPED)
    assert scenario.is_allowed(c.ReportNoCardDealt(hand=1))
    scenario.when(c.DealCard(), c.DealCard())
    assert scenario.is_allowed(c.ReportNoCardDealt(hand=3))


@clause("maryland", "11.C")
def test_when_the_only_hand_is_void_the_round_is_over_and_the_dealer_draws_no_card():
    scenario = at_table("maryland", cards="KH 9C", players=1).wagers({1: 10_00}).when(c.CallNoMoreBets())
    drawn = scenario.table.shoe.drawn
    scenario.when(c.ReportNoCardDealt(hand=1)).then(e.HandVoided(hand=1), e.RoundCompleted(round=1))
    assert scenario.attended().due.act is Act.PLACE_WAGERS
    assert (scenario.table.shoe.drawn, scenario.net("Ann")) == (drawn, 0)


@clause("maryland", "11.C", "9.L")
def test_a_community_card_that_was_not_dealt_concerns_every_terminal_that_backs_it():
    house = House(electronic=ElectronicChoices(community_cards=3))
    scenario = at_table("maryland", cards="KH QD 9C", house=house, players=3)
    backs = {101: 10_00, 201: 20_00, 302: 30_00}
    scenario.wagers(backs).when(c.CallNoMoreBets(), c.ReportNoCardDealt(hand=101))
    assert [event.hand for event in scenario.of(e.HandVoided)] == [101, 201]
    scenario.attended().then(e.CardDealt(spot=2, card="KH"), e.CardDealt(spot=3, card="QD"))
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [0, 0, 30_00]


@clause("maryland", "11.C")
def test_a_war_hand_without_its_war_card_is_reported_by_name_and_waits_for_a_ruling():
    scenario = at_table("maryland", cards="9H 9D 9C 2S 2D 2H KS QS 4C", players=2)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt()
    for kind in (c.GoToWar, c.GoToWar, c.DeclineTieWager, c.DeclineTieWager):
        scenario.when(kind(hand=scenario.due.seat or 0))
        while scenario.due.act is Act.CONFIRM_WAR_WAGER:
            scenario.when(c.ConfirmWarWager())
    scenario.until(Act.DEAL_CARD)
    scenario.refused(c.ReportNoCardDealt(hand=2), Reason.NOT_SKIPPED)
    report = c.ReportIrregularity(irregularity=Irregularity.NO_WAR_CARD, hand=1)
    for command in (report, c.ReportNoCardDealt(hand=1)):
        Scenario(scenario.rules, scenario.table).when(command).then_exactly(
            e.PlayStopped(
                irregularity=Irregularity.NO_WAR_CARD,
                possible=(Ruling.PLAY_ON, Ruling.VOID_THE_ROUND),
                hand=1,
            )
        )
    scenario.when(report, VOID)
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 0)


# 11.D: what a jam takes back


def paid_and_open() -> Scenario:
    """Pay Ben ten to one on a tie wager and even money, take Cleo's wager, and let Ann's tie be open."""
    scenario = at_table("maryland", cards="9H KD 2S 9C", house=BATCHES)
    return scenario.wagers({1: 10_00, 2: 20_00, 3: 30_00}, tie={1: 1_00, 2: 1_00}).dealt()


@clause("maryland", "11.D")
def test_a_jam_after_the_last_wager_is_settled_takes_nothing_back():
    scenario = at_table("maryland", cards="KH 9C", players=1, house=BATCHES).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets()).until(Act.COLLECT_CARDS)
    scenario.when(JAM).then_exactly(
        e.IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM),
        e.StepsInserted(steps=(EMPTY, Step(Act.SHUFFLE_STORED, Role.DEALER, "11.D"))),
    )
    scenario.attended()
    assert (scenario.net("Ann"), scenario.table.rounds) == (10_00, 1)


@clause("maryland", "11.D")
def test_a_paid_jackpot_is_not_reversed_by_a_jam_while_only_cards_are_to_be_collected():
    sample = load_sample("maryland")
    house = House(shuffler=Shuffler.BATCH, progressive=sample.progressive)
    scenario = at_table("maryland", cards="9H 9H 2S 2D 2C 9H 9H", players=1, house=house).wagers({1: 10_00})
    scenario.when(c.PlaceWager(hand=1, wager=Wager.PROGRESSIVE, amount=5_00)).dealt()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).until(Act.COLLECT_CARDS)
    assert scenario.of(e.MeterPaid)
    chips = scenario.table.chips
    scenario.when(JAM)
    assert scenario.table.chips == chips
    assert not scenario.of(e.RoundVoided, e.MeterPaymentReversed)


@clause("maryland", "11.D")
def test_a_void_that_takes_back_what_was_paid_needs_a_floorpersons_word():
    scenario = (
        paid_and_open()
        .when(JAM)
        .then_exactly(
            e.IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM),
            e.PlayStopped(
                irregularity=Irregularity.SHUFFLER_JAM,
                possible=(Ruling.VOID_THE_ROUND, Ruling.LET_SETTLED_STAND),
                clause="R67",
            ),
        )
    )
    assert scenario.due == Duty(Act.RULE, Role.FLOORPERSON, "R67")
    scenario.refused(c.Rule(ruling=Ruling.PLAY_ON), Reason.RULING_NOT_POSSIBLE, "R67")
    scenario.refused(c.Surrender(hand=1), Reason.PLAY_IS_STOPPED, "R67")
    scenario.refused(c.Rule(ruling=Ruling.VOID_THE_ROUND, by=Role.AUTOMATIC), Reason.ROLE_MAY_NOT)


@clause("maryland", "11.D")
def test_without_that_word_what_is_settled_stands_and_what_is_open_goes_back():
    scenario = (
        paid_and_open()
        .when(JAM, STANDS)
        .then(
            e.RulingRecorded(ruling=Ruling.LET_SETTLED_STAND),
            e.RoundCutShort(irregularity=Irregularity.SHUFFLER_JAM),
            e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
            e.HandSettled(hand=1),
            e.RoundCompleted(round=1),
            e.StepsInserted(steps=(EMPTY, Step(Act.SHUFFLE_STORED, Role.DEALER, "11.D"))),
        )
    )
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [10_00, 19_00, -30_00]
    assert scenario.attended().due.act is Act.PLACE_WAGERS


@clause("maryland", "11.D")
def test_where_nothing_was_paid_a_jam_voids_the_round_at_once():
    scenario = at_table("maryland", cards="9H 2S 9C", players=2, house=BATCHES)
    scenario.wagers({1: 10_00, 2: 20_00}).dealt()
    assert scenario.net("Ben") == -20_00
    scenario.when(JAM).then(e.RoundVoided(irregularity=Irregularity.SHUFFLER_JAM))
    assert (scenario.net("Ann"), scenario.net("Ben"), scenario.table.inventory) == (0, 0, 0)


@clause("maryland", "11.D")
def test_open_side_wagers_go_back_with_what_is_open_and_their_meters_fall_again():
    sample = load_sample("maryland")
    house = House(shuffler=Shuffler.BATCH, progressive=sample.progressive)
    scenario = at_table("maryland", cards="9H KD 9C", players=2, house=house)
    before = scenario.table.meters
    scenario.wagers({1: 10_00, 2: 10_00})
    scenario.when(*(c.PlaceWager(hand=n, wager=Wager.PROGRESSIVE, amount=5_00) for n in (1, 2))).dealt()
    assert scenario.net("Ben") == 10_00 - 5_00
    scenario.when(JAM, STANDS)
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 10_00)
    assert scenario.table.meters == before


@clause("maryland", "11.D")
@pytest.mark.parametrize(
    ("house", "reading", "voided"),
    [
        (BATCHES, "every_round", True),
        (CONTINUOUS, "every_round", True),
        (BATCHES, "cards_from_the_device", False),
        (CONTINUOUS, "cards_from_the_device", True),
    ],
)
def test_a_jam_voids_every_round_or_by_another_reading_those_dealt_from_the_device(house, reading, voided):
    scenario = at_table("maryland", cards="KH 9C", players=1, house=house, readings={"jam": reading})
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard(), JAM)
    assert bool(scenario.of(e.RoundVoided)) == voided
    scenario.refused(c.DealCard(), Reason.NOT_NOW, "11.D").attended()
    assert scenario.of(e.CardsShuffled, e.StoredBatchShuffled)
    assert scenario.net("Ann") == (0 if voided else 10_00)


# 11.D: what becomes of the cards in the device


@clause("maryland", "11.D")
@pytest.mark.parametrize(
    ("house", "after"),
    [(BATCHES, [Act.SHUFFLE_STORED]), (CONTINUOUS, [Act.GATHER_CARDS, Act.SHUFFLE])],
)
@pytest.mark.parametrize("in_a_round", [False, True])
def test_the_cards_are_taken_out_of_the_device_and_reshuffled(house, after, in_a_round):
    scenario = at_table("maryland", cards="KH 9C", players=1, house=house)
    if in_a_round:
        scenario.wagers({1: 10_00}).when(c.CallNoMoreBets())
    scenario.when(JAM)
    steps = [(step.act, step.clause) for step in scenario.table.to_do]
    assert steps[: len(after) + 1] == [(act, "11.D") for act in (Act.EMPTY_DEVICE, *after)]
    scenario.refused(c.ShuffleStored(), Reason.NOT_NOW, "11.D")
    scenario.when(c.Perform(act_done=Act.EMPTY_DEVICE))
    assert scenario.due.act is after[0]


def opening() -> Scenario:
    return opened("maryland", house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))


@clause("maryland", "11.D", "4.D")
def test_nothing_jams_before_the_cards_are_in_the_device():
    scenario = opening().until(Act.WASH)
    scenario.refused(JAM, Reason.NOT_AN_IRREGULARITY_NOW)


@clause("maryland", "11.D")
@pytest.mark.parametrize("act", [Act.SHUFFLE, Act.SHUFFLE_STORED])
def test_a_jam_while_a_batch_is_shuffled_has_that_batch_shuffled_again(act):
    scenario = opening().until(act)
    rest = scenario.table.to_do[1:]
    scenario.when(JAM)
    assert scenario.table.to_do == (EMPTY, Step(act, Role.DEALER, "11.D"), *rest)
    assert scenario.table.occasion is Occasion.OPENING
    scenario.refused(JAM, Reason.NOT_AN_IRREGULARITY_NOW)


@clause("maryland", "11.D")
@pytest.mark.parametrize(("decks", "allowed"), [(6, True), (8, True)])
def test_that_reshuffle_may_be_made_by_hand(decks, allowed):
    scenario = at_table("maryland", players=1, house=House(shuffler=Shuffler.BATCH, decks=decks))
    scenario.when(JAM, c.Perform(act_done=Act.EMPTY_DEVICE))
    assert scenario.is_allowed(c.ShuffleStored(by_hand=True)) == allowed


@clause("maryland", "11.D")
def test_the_cards_of_a_settled_round_are_collected_as_ever_after_a_continuous_device_jammed():
    scenario = at_table("maryland", cards="KH 9C", players=1, house=CONTINUOUS).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets()).until(Act.COLLECT_CARDS).when(JAM)
    assert scenario.table.to_do == (EMPTY,)
    assert scenario.when(c.Perform(act_done=Act.EMPTY_DEVICE)).due.act is Act.COLLECT_CARDS


@clause("maryland", "11.D")
def test_a_continuous_device_that_jams_when_it_has_shuffled_shuffles_again():
    scenario = at_table("maryland", players=1, house=CONTINUOUS).when(c.OrderReshuffle()).until(Act.LOAD_SHOE)
    scenario.when(JAM)
    acts = [(step.act, step.clause) for step in scenario.table.to_do[:2]]
    assert acts == [(Act.EMPTY_DEVICE, "11.D"), (Act.SHUFFLE, "11.D")]
    assert scenario.table.to_do[2].act is Act.LOAD_SHOE


@clause("maryland", "11.D", "8.F")
def test_a_jam_lets_nothing_be_forgotten_that_a_new_dealer_has_to_do():
    scenario = at_table("maryland", players=1, house=CONTINUOUS).when(c.ComeToTable(dealer="Nora"))
    before = scenario.table.to_do
    assert before
    scenario.when(JAM)
    assert scenario.table.to_do[-len(before) :] == before


@clause("maryland", "11.D")
def test_what_a_meter_paid_is_taken_back_only_on_a_floorpersons_word_too():
    scenario = at_table("maryland", cards="9H 9C", players=1, house=BATCHES).wagers({1: 10_00}).dealt()
    pay = MeterPay(1, Wager.BONUS_SPIN, "primary", 5_00)
    scenario.table = replace(scenario.table, round=replace(scenario.round, meters_paid=(pay,)))
    assert scenario.when(JAM).due == Duty(Act.RULE, Role.FLOORPERSON, "R67")


@clause("maryland", "11.D")
def test_an_open_bonus_spin_wager_goes_back_and_its_meters_fall_again():
    house = House(shuffler=Shuffler.BATCH, bonus_spin=load_sample("maryland").bonus_spin)
    scenario = at_table("maryland", cards="9H KD 9C", players=2, house=house)
    before = scenario.table.meters
    scenario.wagers({1: 10_00, 2: 10_00})
    scenario.when(c.PlaceWager(hand=2, wager=Wager.BONUS_SPIN, amount=5_00)).dealt()
    assert scenario.table.meters != before
    scenario.when(JAM, STANDS)
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 10_00)
    assert scenario.table.meters == before
