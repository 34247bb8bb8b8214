"""Irregularities on which three texts are silent: play stops until a floorperson has ruled (R68)."""

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.game.commands import (
    BeginWarDeal,
    BurnCard,
    BuyChips,
    CallNoMoreBets,
    CashOut,
    ConfirmWarWager,
    DealCard,
    GoToWar,
    LeaveTable,
    LoadShoe,
    PlaceWager,
    ReportCardDrawnInError,
    ReportFaceUpCard,
    ReportIrregularity,
    ReportNoCardDealt,
    ReportShufflerJam,
    Rule,
    SettleHand,
    Shuffle,
    ShuffleStored,
    Sit,
    Surrender,
)
from casinowar.game.events import (
    CardDealt,
    CardDiscarded,
    CardDrawnInError,
    CardFoundFaceUp,
    CollectionReversed,
    CoverCardDrawn,
    CutOffered,
    DiscardsTaken,
    HandSettled,
    HandVoided,
    MatchCollected,
    PaymentReversed,
    PlayStopped,
    ProcedureBegan,
    RoundCompleted,
    RoundVoided,
    RulingRecorded,
    StepsInserted,
    StoredBatchShuffled,
    TieHandChosen,
    WagerCollected,
    WagerReturned,
)
from casinowar.game.refusal import Reason
from casinowar.game.table import Step
from casinowar.game.words import DEALER, Act, Choice, Irregularity, Occasion, Role, Ruling, Wager
from tests.support.scenario import BANKERS, Scenario, at_table, opened

CLAUSES = dict.fromkeys(("california", "washington", "south_dakota"), "R68")
RULEBOOKS = pytest.mark.parametrize("rulebook", CLAUSES)

PLAY_ON = Rule(ruling=Ruling.PLAY_ON)
DISCARD = Rule(ruling=Ruling.DISCARD_THE_CARD)
SURRENDER = Rule(ruling=Ruling.SURRENDER_THE_HAND)
VOID = Rule(ruling=Ruling.VOID_THE_ROUND)

CARD_DRAWN = {
    Irregularity.FACE_UP_CARD: (ReportFaceUpCard(), True),
    Irregularity.EXPOSED_CARD: (ReportCardDrawnInError(exposed=True), True),
    Irregularity.CARD_DRAWN_IN_ERROR: (ReportCardDrawnInError(), False),
    Irregularity.CARD_TO_EMPTY_SEAT: (ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT), True),
}
DRAWN = pytest.mark.parametrize("irregularity", CARD_DRAWN, ids=lambda each: each.name.lower())


def one_card_dealt(rulebook: str) -> Scenario:
    """Stop after the first of three cards, with 5H next in the shoe."""
    table = at_table(rulebook, cards="KH 5H 6H 9C").wagers({1: 10_00, 2: 20_00}, tie={1: 5_00})
    return table.when(CallNoMoreBets(), DealCard())


def stopped_at(rulebook: str, irregularity: Irregularity) -> Scenario:
    """Draw 5H by an irregularity, which stops play."""
    report, _ = CARD_DRAWN[irregularity]
    return one_card_dealt(rulebook).when(report)


def nobody_won(table: Scenario) -> bool:
    """Tell whether all players, and the bank, have what they brought, and nothing lies anywhere else."""
    nets = [table.net(player) for player in table.table.chips if player not in BANKERS]
    return not any(nets) and table.bank_net() == table.table.inventory == 0


# a card that should not have come


@RULEBOOKS
@DRAWN
def test_a_card_that_should_not_have_come_is_laid_aside_and_play_stops(rulebook, irregularity):
    report, shown = CARD_DRAWN[irregularity]
    face_up = irregularity if irregularity is Irregularity.FACE_UP_CARD else None
    one_card_dealt(rulebook).when(report).then_exactly(
        CardDrawnInError(exposed=shown, card="5H" if shown else "", irregularity=face_up),
        PlayStopped(irregularity=irregularity, possible=(PLAY_ON.ruling, DISCARD.ruling, VOID.ruling)),
    )


@RULEBOOKS
@DRAWN
def test_play_goes_on_with_it_as_the_next_card(rulebook, irregularity):
    table = stopped_at(rulebook, irregularity).when(PLAY_ON)
    table.then_exactly(RulingRecorded(ruling=Ruling.PLAY_ON))
    table.when(DealCard(), DealCard()).then_exactly(
        CardDealt(spot=2, card="5H", from_aside=True), CardDealt(spot=DEALER, card="6H")
    )


@RULEBOOKS
@DRAWN
def test_it_is_discarded_and_play_goes_on_without_it(rulebook, irregularity):
    table = stopped_at(rulebook, irregularity).when(DISCARD)
    table.then_exactly(RulingRecorded(ruling=Ruling.DISCARD_THE_CARD), CardDiscarded())
    assert table.table.rack[-1] == "5H"
    table.when(DealCard()).then_exactly(CardDealt(spot=2, card="6H"))


@RULEBOOKS
@DRAWN
def test_the_round_is_void_and_every_wager_goes_back(rulebook, irregularity):
    table = (
        stopped_at(rulebook, irregularity)
        .when(VOID)
        .then(
            RulingRecorded(ruling=Ruling.VOID_THE_ROUND),
            RoundVoided(irregularity=irregularity),
            WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
            WagerReturned(hand=1, wager=Wager.TIE, amount=5_00),
            WagerReturned(hand=2, wager=Wager.INITIAL, amount=20_00),
            CardDiscarded(),
            RoundCompleted(round=1),
        )
    )
    assert table.table.round is None
    assert nobody_won(table)
    assert {"KH", "5H"} <= set(table.table.rack)
    assert table.attended().due.act is Act.PLACE_WAGERS, "the shoe goes on"


# how a stop works


@RULEBOOKS
def test_while_play_is_stopped_only_a_floorperson_acts(rulebook):
    table = stopped_at(rulebook, Irregularity.EXPOSED_CARD)
    assert (table.due.act, table.due.role, table.due.clause) == (
        Act.RULE,
        Role.FLOORPERSON,
        CLAUSES[rulebook],
    )
    table.refused(DealCard(), Reason.PLAY_IS_STOPPED, CLAUSES[rulebook])
    table.refused(LeaveTable(player="Ann"), Reason.PLAY_IS_STOPPED, CLAUSES[rulebook])
    table.when(Sit(player="Dov", seat=4, chips=100_00), CashOut(player="Dov", amount=40_00))
    table.when(BuyChips(player="Dov", amount=10_00), LeaveTable(player="Dov"))
    assert table.due.act is Act.RULE
    table.refused(Rule(ruling=Ruling.PLAY_ON, by=Role.DEALER), Reason.ROLE_MAY_NOT)


@RULEBOOKS
def test_a_ruling_and_its_note_are_recorded_once(rulebook):
    table = stopped_at(rulebook, Irregularity.EXPOSED_CARD)
    table.when(Rule(ruling=Ruling.PLAY_ON, note="shown to seat 2")).then_exactly(
        RulingRecorded(ruling=Ruling.PLAY_ON, note="shown to seat 2")
    )
    table.refused(PLAY_ON, Reason.NOTHING_TO_RULE_ON)


@RULEBOOKS
def test_a_ruling_that_does_not_fit_is_refused(rulebook):
    table = stopped_at(rulebook, Irregularity.EXPOSED_CARD)
    table.refused(SURRENDER, Reason.RULING_NOT_POSSIBLE, CLAUSES[rulebook])


@RULEBOOKS
def test_what_cannot_have_happened_is_refused(rulebook):
    report, _ = CARD_DRAWN[Irregularity.CARD_TO_EMPTY_SEAT]
    table = at_table(rulebook, cards="9H 9C").wagers({1: 10_00})
    table.refused(report, Reason.NOT_AN_IRREGULARITY_NOW)
    table.dealt().refused(report, Reason.NOT_AN_IRREGULARITY_NOW)


@RULEBOOKS
def test_a_card_laid_aside_is_dealt_before_another_can_go_to_an_empty_place(rulebook):
    table = stopped_at(rulebook, Irregularity.CARD_DRAWN_IN_ERROR).when(PLAY_ON)
    table.refused(CARD_DRAWN[Irregularity.CARD_TO_EMPTY_SEAT][0], Reason.NOT_AN_IRREGULARITY_NOW)


def test_of_an_unknown_shoe_no_card_is_drawn_that_lies_on_the_side_already():
    table = opened("washington").until(Act.SHUFFLE).when(Shuffle()).attended()
    table.when(Sit(player="Ann", seat=1, chips=100_00))
    drawn = ReportCardDrawnInError(exposed=True, card="AS")
    for _ in range(6):
        table.when(drawn, PLAY_ON)
    assert table.table.aside == ("AS",) * 6
    table.refused(drawn, Reason.CARD_NOT_LEFT)


def test_from_an_empty_shoe_no_card_is_drawn():
    table = running_out(at_table("washington"), "")
    for report, _ in CARD_DRAWN.values():
        assert not table.is_allowed(report)


# a wager without a card


@RULEBOOKS
def test_a_wager_that_got_no_card_stops_play(rulebook):
    table = one_card_dealt(rulebook)
    table.refused(ReportNoCardDealt(hand=3), Reason.NO_SUCH_WAGER)
    table.when(ReportNoCardDealt(hand=2)).then_exactly(
        PlayStopped(irregularity=Irregularity.NO_CARD_DEALT, possible=(PLAY_ON.ruling, VOID.ruling), hand=2)
    )


@RULEBOOKS
def test_a_wager_that_got_no_card_gets_the_next_one_or_voids_the_round(rulebook):
    stopped = one_card_dealt(rulebook).when(ReportNoCardDealt(hand=2))
    stopped.refused(DISCARD, Reason.RULING_NOT_POSSIBLE, CLAUSES[rulebook])
    played = Scenario(stopped.rules, stopped.table).when(PLAY_ON, DealCard())
    played.then(CardDealt(spot=2, card="5H"))
    stopped.when(VOID).then(RoundVoided(irregularity=Irregularity.NO_CARD_DEALT))
    assert nobody_won(stopped)


# a wrong number of burned cards


def burning(rulebook: str) -> Scenario:
    """Stop after the second of three burned cards of Ann's war, with Ben's wager already taken."""
    table = at_table(rulebook, cards="9H 5H 9C").wagers({1: 10_00, 2: 20_00}).dealt()
    table.when(GoToWar(hand=1)).until(Act.BURN_CARD)
    return table.when(BurnCard(), BurnCard())


WRONG_BURN = ReportIrregularity(irregularity=Irregularity.WRONG_BURN, note="four were burned")


@RULEBOOKS
def test_after_a_wrong_burn_play_goes_on_as_planned(rulebook):
    table = burning(rulebook)
    table.when(WRONG_BURN).then_exactly(
        PlayStopped(
            irregularity=Irregularity.WRONG_BURN,
            possible=(PLAY_ON.ruling, VOID.ruling),
            note="four were burned",
        )
    )
    table.when(PLAY_ON, BurnCard()).then(RulingRecorded(ruling=Ruling.PLAY_ON))
    assert (table.due.act, table.due.seat) == (Act.DEAL_CARD, 1)


@RULEBOOKS
def test_a_wrong_burn_that_voids_the_round_gives_back_what_was_taken_and_the_match_to_the_house(rulebook):
    table = burning(rulebook)
    assert table.bank_net() == 20_00 - 10_00
    table.when(WRONG_BURN, VOID).then(
        RoundVoided(irregularity=Irregularity.WRONG_BURN),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
        MatchCollected(hand=1, amount=10_00),
        CollectionReversed(hand=2, wager=Wager.INITIAL, amount=20_00),
    )
    assert nobody_won(table)


@RULEBOOKS
def test_a_wrong_burn_is_no_irregularity_before_the_shoe_is_loaded(rulebook):
    table = opened(rulebook).refused(WRONG_BURN, Reason.NOT_AN_IRREGULARITY_NOW)
    table.when(Sit(player="Ann", seat=1, chips=100_00)).until(Act.SHUFFLE)
    table.refused(WRONG_BURN, Reason.NOT_AN_IRREGULARITY_NOW)


# a player who does not choose


def no_choice(rulebook: str) -> Scenario:
    """Give Ann a tie hand with a tie wager that is paid already, and have her not choose."""
    table = at_table(rulebook, cards="9H 9C").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    return table.when(ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=1))


@RULEBOOKS
def test_a_player_who_does_not_choose_stops_play(rulebook):
    table = no_choice(rulebook).then_exactly(
        PlayStopped(
            irregularity=Irregularity.NO_CHOICE,
            possible=(PLAY_ON.ruling, SURRENDER.ruling, VOID.ruling),
            hand=1,
        )
    )
    assert (table.due.act, table.due.seat) == (Act.RULE, 1)


@RULEBOOKS
def test_a_player_who_does_not_choose_is_given_more_time(rulebook):
    table = no_choice(rulebook).when(PLAY_ON)
    assert (table.due.act, table.due.seat) == (Act.CHOOSE, 1)
    assert table.is_allowed(Surrender(hand=1))
    assert table.is_allowed(GoToWar(hand=1))


@RULEBOOKS
def test_a_player_who_does_not_choose_is_taken_to_surrender(rulebook):
    table = (
        no_choice(rulebook)
        .when(SURRENDER)
        .then(
            RulingRecorded(ruling=Ruling.SURRENDER_THE_HAND),
            TieHandChosen(hand=1, choice=Choice.SURRENDER),
            WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
            WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
            HandSettled(hand=1),
        )
    )
    assert table.net("Ann") == 50_00 - 5_00


@RULEBOOKS
def test_a_player_who_does_not_choose_voids_the_round_and_what_was_paid_is_taken_back(rulebook):
    table = (
        no_choice(rulebook)
        .when(VOID)
        .then(
            WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
            PaymentReversed(hand=1, wager=Wager.TIE, amount=50_00),
        )
    )
    assert nobody_won(table)


@RULEBOOKS
def test_a_choice_that_is_not_due_cannot_be_missing(rulebook):
    table = at_table(rulebook, cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    later = 1 if table.due.seat == 2 else 2
    report = ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=later)
    table.refused(report, Reason.NOT_AN_IRREGULARITY_NOW)


# a shoe that ran out


def running_out(table: Scenario, cards: str) -> Scenario:
    """Have only these cards left in the shoe and the others in the discard rack, the cover card out."""
    last = tuple(cards.split())
    shoe = table.next_cards(cards).table.shoe
    drawn, rest = shoe.stack[: shoe.drawn], shoe.stack[shoe.drawn + len(last) :]
    stack = drawn + rest + last
    shoe = replace(shoe, stack=stack, drawn=len(stack) - len(last), cover_card_at=-1)
    table.table = replace(table.table, shoe=shoe, rack=drawn + rest)
    return table


def ran_out(rulebook: str) -> Scenario:
    """Have the shoe run out at the first burned card of Ann's war, with Ben's wager already taken."""
    table = running_out(at_table(rulebook), "9H 5H 9C").wagers({1: 10_00, 2: 20_00}).dealt()
    return table.when(GoToWar(hand=1)).until(Act.BURN_CARD).when(BurnCard())


@RULEBOOKS
def test_a_shoe_that_ran_out_stops_play(rulebook):
    ran_out(rulebook).then_exactly(
        PlayStopped(irregularity=Irregularity.SHOE_RAN_OUT, possible=(PLAY_ON.ruling, VOID.ruling))
    )


@RULEBOOKS
def test_a_shoe_that_ran_out_is_filled_with_the_shuffled_discards_and_the_round_goes_on(rulebook):
    table = ran_out(rulebook)
    discards = table.table.rack
    table.when(PLAY_ON).then(
        RulingRecorded(ruling=Ruling.PLAY_ON),
        DiscardsTaken(),
        ProcedureBegan(
            occasion=Occasion.SHOE_RAN_OUT,
            steps=(
                Step(Act.SHUFFLE, Role.DEALER, CLAUSES[rulebook]),
                Step(Act.LOAD_SHOE, Role.DEALER, CLAUSES[rulebook]),
            ),
        ),
    )
    table.when(Shuffle(cards=discards[::-1]), LoadShoe(), BurnCard())
    assert table.table.rack == discards[:-2:-1]
    table.attended().then(RoundCompleted(round=1))
    assert table.table.occasion is Occasion.RESHUFFLE


@RULEBOOKS
def test_a_shoe_that_ran_out_voids_the_round_and_the_cards_are_reshuffled(rulebook):
    table = ran_out(rulebook).when(VOID)
    assert nobody_won(table)
    assert table.table.occasion is Occasion.RESHUFFLE


def test_the_round_in_which_a_shoe_of_unknown_order_ran_out_is_its_last():
    table = opened("washington").until(Act.SHUFFLE).when(Shuffle()).attended()
    table.when(Sit(player="Ann", seat=1, chips=100_00))
    shoe = table.table.shoe
    shoe = replace(shoe, drawn=310)
    table.table = replace(table.table, shoe=shoe, rack=shoe.stack[:310])
    table.wagers({1: 10_00}).when(CallNoMoreBets(), DealCard(card="9H"), DealCard(card="9C"), SettleHand())
    table.when(GoToWar(hand=1), ConfirmWarWager(), BeginWarDeal(), BurnCard())
    table.when(PLAY_ON, Shuffle(), LoadShoe(), *[BurnCard()] * 3, DealCard(card="KH"))
    table.when(*[BurnCard()] * 3, DealCard(card="QH")).attended()
    assert table.table.occasion is Occasion.RESHUFFLE


def test_who_cuts_next_is_not_forgotten_when_the_shoe_runs_out():
    table = running_out(at_table("california"), "9H 5H 9C")
    shoe = replace(table.table.shoe, cover_card_at=table.table.shoe.drawn + 1)
    table.table = replace(table.table, shoe=shoe)
    table.wagers({1: 10_00, 2: 20_00}).dealt().then(CoverCardDrawn(cutter=2))
    table.when(GoToWar(hand=1)).until(Act.BURN_CARD).when(BurnCard(), PLAY_ON).attended()
    table.then(RoundCompleted(round=1), CutOffered(seat=2))


# a shuffler that jams


def test_a_jam_in_mid_round_stops_play():
    one_card_dealt("california").when(ReportShufflerJam()).then_exactly(
        PlayStopped(irregularity=Irregularity.SHUFFLER_JAM, possible=(PLAY_ON.ruling, VOID.ruling))
    )


def test_after_a_jam_the_batch_in_the_device_is_shuffled_again_and_the_round_goes_on():
    table = one_card_dealt("california").when(ReportShufflerJam(), PLAY_ON)
    again = (Step(Act.SHUFFLE_STORED, Role.DEALER, "R68"),)
    table.then(RulingRecorded(ruling=Ruling.PLAY_ON), StepsInserted(steps=again))
    table.refused(DealCard(), Reason.NOT_NOW, "R68")
    table.when(ShuffleStored(cards=table.rules.cards()), DealCard()).then(CardDealt(spot=2, card="5H"))


def test_a_jam_may_void_the_round_and_the_batch_in_the_device_is_shuffled_again():
    table = one_card_dealt("california").when(ReportShufflerJam(), VOID)
    table.then(RoundVoided(irregularity=Irregularity.SHUFFLER_JAM), RoundCompleted(round=1))
    assert nobody_won(table)
    assert (table.due.act, table.due.clause) == (Act.SHUFFLE_STORED, "R68")
    table.attended()
    assert [type(event) for event in table.events].count(StoredBatchShuffled) == 1
    assert table.due.act is Act.PLACE_WAGERS


def test_a_jam_that_voids_the_last_round_of_a_shoe_is_put_right_before_the_batches_are_exchanged():
    table = at_table("california", cards="5H 9C", house=House(cards_behind_cover_card=311))
    table.wagers({1: 10_00}).when(CallNoMoreBets(), DealCard(), ReportShufflerJam(), VOID)
    acts = [step.act for step in table.table.to_do]
    assert acts[:3] == [Act.SHUFFLE_STORED, Act.EXCHANGE_BATCHES, Act.SHUFFLE_STORED]


def test_between_rounds_a_jam_has_no_round_to_void():
    table = at_table("california").when(ReportShufflerJam())
    table.then_exactly(PlayStopped(irregularity=Irregularity.SHUFFLER_JAM, possible=(PLAY_ON.ruling,)))
    table.refused(VOID, Reason.RULING_NOT_POSSIBLE, "R68").when(PLAY_ON)
    assert table.due.act is Act.SHUFFLE_STORED


def test_a_jam_while_the_device_shuffles_has_it_shuffle_once():
    table = opened("california").until(Act.SHUFFLE_STORED).when(ReportShufflerJam(), PLAY_ON)
    assert (table.due.act, table.due.clause) == (Act.SHUFFLE_STORED, "R68")
    table.when(ShuffleStored())
    assert table.due.act is not Act.SHUFFLE_STORED


@pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])
def test_without_a_device_nothing_jams(rulebook):
    one_card_dealt(rulebook).refused(ReportShufflerJam(), Reason.NO_DEVICE)


# anything else, and a void round with wars already settled


@RULEBOOKS
def test_anything_else_stops_play_too(rulebook):
    other = ReportIrregularity(irregularity=Irregularity.OTHER, note="the lights went out")
    table = at_table(rulebook).when(other)
    table.then_exactly(
        PlayStopped(irregularity=Irregularity.OTHER, possible=(PLAY_ON.ruling,), note="the lights went out")
    )
    table.when(PLAY_ON).wagers({1: 10_00}).when(CallNoMoreBets(), other, VOID)
    assert table.net("Ann") == 0


@pytest.mark.parametrize(("rulebook", "choosing"), [("washington", (3, 1)), ("south_dakota", (1, 3))])
def test_a_void_round_takes_back_the_match_of_a_war_already_won(rulebook, choosing):
    table = at_table(rulebook, cards="9H 9D 9C", readings={"war_burn": "separate_wars"})
    table.wagers({1: 10_00, 3: 10_00}).dealt().next_cards("2C 3C 4C KH 2D 3D 4D KD")
    table.when(*(GoToWar(hand=seat) for seat in choosing)).until(Act.BURN_CARD)
    table.until(Act.SETTLE_HAND).when(SettleHand()).until(Act.BURN_CARD)
    first, second = choosing
    assert table.net({1: "Ann", 3: "Cleo"}[first]) == 20_00
    table.when(WRONG_BURN, VOID).then(
        MatchCollected(hand=second, amount=10_00),
        PaymentReversed(hand=first, wager=Wager.WAR, amount=10_00),
        PaymentReversed(hand=first, wager=Wager.MATCH, amount=10_00),
    )
    assert nobody_won(table)
    wager = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    assert table.is_allowed(wager), "the next round may begin"


# what another reading provides for


AS_IN_WISCONSIN = {"irregularities": "as_in_wisconsin"}


def under_the_other_reading(rulebook: str, cards: str) -> Scenario:
    """Call no more bets on two wagers where Wisconsin's part (j) is used."""
    table = at_table(rulebook, cards=cards, readings=AS_IN_WISCONSIN).wagers({1: 10_00, 2: 20_00})
    return table.when(CallNoMoreBets())


@RULEBOOKS
def test_by_another_reading_one_card_found_face_up_is_discarded_and_two_void_the_round(rulebook):
    table = under_the_other_reading(rulebook, "KH QH 6H 9C").when(ReportFaceUpCard())
    table.then_exactly(CardFoundFaceUp(card="KH"))
    table.when(ReportFaceUpCard()).then(RoundVoided(irregularity=Irregularity.FACE_UP_CARD))
    assert nobody_won(table)
    assert table.table.occasion is Occasion.UNLISTED


@RULEBOOKS
def test_by_another_reading_a_card_drawn_in_error_is_the_next_card(rulebook):
    table = under_the_other_reading(rulebook, "KH QH 6H 9C").when(ReportCardDrawnInError(), DealCard())
    table.then(CardDrawnInError(exposed=False), CardDealt(spot=1, card="KH", from_aside=True))


@RULEBOOKS
def test_by_another_reading_a_wager_that_got_no_card_goes_back(rulebook):
    table = under_the_other_reading(rulebook, "KH QH 6H 9C").when(DealCard(), ReportNoCardDealt(hand=2))
    table.then(WagerReturned(hand=2, wager=Wager.INITIAL, amount=20_00), HandVoided(hand=2))


def test_by_another_reading_the_cards_of_a_jammed_device_are_reshuffled_and_the_round_goes_on():
    table = under_the_other_reading("california", "KH QH 6H 9C").when(DealCard(), ReportShufflerJam())
    assert (table.due.act, table.due.clause) == (Act.SHUFFLE_STORED, "R68")
    table.when(ShuffleStored()).attended().then(CardDealt(spot=2, card="QH"))


@RULEBOOKS
def test_by_another_reading_too_what_part_j_leaves_out_waits_for_a_ruling(rulebook):
    table = under_the_other_reading(rulebook, "KH QH 6H 9C").when(ReportCardDrawnInError(exposed=True))
    assert (table.due.act, table.due.clause) == (Act.RULE, CLAUSES[rulebook])


# who ruled


def test_a_ruling_says_who_ruled():
    table = stopped_at("washington", Irregularity.EXPOSED_CARD).when(PLAY_ON)
    table.then_exactly(RulingRecorded(ruling=Ruling.PLAY_ON, by=Role.FLOORPERSON))
