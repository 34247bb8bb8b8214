"""What single events change of a table, also where no text brings them together."""

from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.events import Place
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.table import CLOSED, Bank, DealingShoe, Hand, PlacedWager, Round, Step, Table
from casinowar.game.words import DEALER, Act, Occasion, Role, Wager

CARDS = ("AS", "KS", "QS")


def with_round(**changes: Any) -> Table:
    """Seat Ann, with $10.00 on the layout of a round."""
    hand = Hand(number=1, player="Ann", wagers={Wager.INITIAL: PlacedWager(on_layout=10_00)})
    current = Round(number=1, hands={1: hand}, **changes)
    return Table(open=True, seats={1: "Ann"}, chips={"Ann": 100_00}, round=current)


def the_round(table: Table) -> Round:
    assert table.round is not None
    return table.round


# cards


@pytest.mark.parametrize(
    ("occasion", "acts", "deserted"),
    [
        (Occasion.IDLE, (Act.SHUFFLE,), True),
        (Occasion.IDLE, (Act.SHUFFLE, Act.RECEIVE_DECKS), True),
        (Occasion.OPENING, (Act.SHUFFLE, Act.RECEIVE_DECKS), False),
        (Occasion.IDLE, (Act.SHOW_FIRST_PLAYER, Act.SHUFFLE), False),
    ],
)
def test_a_deserted_table_is_one_until_it_opens_or_cards_are_shown_anew(occasion, acts, deserted):
    steps = tuple(Step(act, Role.DEALER, "1") for act in acts)
    began = e.ProcedureBegan(occasion=occasion, steps=steps)
    assert evolve(Table(deserted=True), began).deserted is deserted
    assert not evolve(CLOSED, began).deserted


def test_new_decks_were_shuffled_by_nobody():
    before = Table(stored_by_hand=True, stored_uninspected=True, in_device=True, batch=1)
    received = e.DecksReceived(decks=1, ranks=("ace",), suits=("spade",), batches=2)
    after = evolve(before, received)
    assert (after.stack, after.stored, after.stored_by_hand, after.batch) == (("AS",), ("AS",), False, 0)
    assert (after.stored_uninspected, after.in_device) == (False, False)


def test_cards_that_are_removed_leave_the_first_batch_to_come():
    after = evolve(Table(stack=CARDS, stored=CARDS, batch=1), e.CardsRemoved())
    assert (after.stack, after.stored, after.batch) == ((), (), 0)


def test_batches_change_places_and_the_stored_one_is_still_to_be_shuffled():
    after = evolve(Table(stack=CARDS, stored=("2S",), stored_by_hand=True), e.BatchesExchanged())
    assert (after.stack, after.stored, after.batch, after.stored_by_hand) == (("2S",), CARDS, 1, False)
    assert evolve(after, e.BatchesExchanged()).batch == 0


@pytest.mark.parametrize(
    ("current", "player", "on"),
    [(Round(number=1, closed=True), "Ann", 1), (Round(number=1), "", None), (None, "", None)],
)
def test_only_in_mid_round_is_a_cover_card_that_came_out_still_somebodys(current, player, on):
    before = Table(stack=CARDS, round=current, cover_card_player="Ann", cover_card_on=1)
    after = evolve(before, e.ShoeLoaded())
    assert (after.cover_card_player, after.cover_card_on) == (player, on)


def test_cards_found_face_up_are_counted_one_by_one():
    table = Table(shoe=DealingShoe(stack=CARDS))
    for number, card in enumerate(CARDS, 1):
        table = evolve(table, e.CardFoundFaceUp(card=card))
        assert (table.face_up_in_shoe, table.rack) == (number, CARDS[:number])


def test_a_card_is_moved_off_the_cards_below_it():
    layout = {1: ("AS", "KS"), DEALER: ("QS",)}
    after = the_round(evolve(with_round(layout=layout), e.CardMoved(source=1, spot=2, card="KS")))
    assert after.layout == {1: ("AS",), DEALER: ("QS",), 2: ("KS",)}


def test_a_card_taken_from_the_side_leaves_the_others_seen_or_unseen_as_they_were():
    after = evolve(Table(aside=CARDS, aside_seen=(True, False, True)), e.CardDiscarded(place=1))
    assert (after.aside, after.aside_seen) == (("AS", "QS"), (True, True))


@pytest.mark.parametrize(
    ("aside", "seen", "after"),
    [((), (), (True,)), (("2S",), (False,), (False, True)), (("2S",), (True,), (True, True))],
)
def test_of_each_card_on_the_side_it_is_known_whether_it_was_seen(aside, seen, after):
    table = Table(shoe=DealingShoe(stack=CARDS), aside=aside, aside_seen=seen)
    assert evolve(table, e.CardDrawnInError(card="AS", exposed=True)).aside_seen == after


# chips


def spin_wager() -> e.WagerPlaced:
    return e.WagerPlaced(hand=1, wager=Wager.BONUS_SPIN, amount=5_00, player="Ann")


@pytest.mark.parametrize(
    ("closed", "before", "after"),
    [(False, (), ()), (True, (), (1,)), (True, (1,), (1,)), (True, (2,), (2, 1))],
)
def test_a_bonus_spin_wager_after_the_call_has_its_spin_once(closed, before, after):
    table = evolve(with_round(closed=closed, to_spin=before), spin_wager())
    assert the_round(table).to_spin == after


def test_a_redemption_that_is_reversed_leaves_nothing_redeemed():
    redeemed = e.CouponRedeemed(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann")
    reversed_ = e.RedemptionReversed(hand=1, wager=Wager.INITIAL, amount=10_00)
    table = evolve(with_round(), redeemed)
    assert the_round(table).hands[1].redeemed == 10_00
    assert the_round(evolve(table, reversed_)).hands[1].redeemed == 0


def test_chips_for_a_coupon_that_came_back_and_are_taken_again_were_neither_redeemed_nor_returned():
    redeemed = e.CouponRedeemed(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann")
    returned = e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00)
    reversed_ = e.ReturnReversed(hand=1, wager=Wager.INITIAL, amount=10_00)
    hand = the_round(evolve_all(with_round(), [redeemed, returned, reversed_])).hands[1]
    assert (hand.redeemed, hand.wagers[Wager.INITIAL].returned) == (0, 0)


def test_a_meters_payment_that_is_reversed_leaves_nothing_of_it():
    paid = e.MeterPaid(meter="progressive", amount=50_00, hand=1, wager=Wager.PROGRESSIVE)
    reversed_ = e.MeterPaymentReversed(meter="progressive", amount=50_00, hand=1, wager=Wager.PROGRESSIVE)
    table = evolve(with_round(), paid)
    assert (the_round(table).hands[1].from_meters, table.meters) == (50_00, {"progressive": -50_00})
    table = evolve(table, reversed_)
    assert (the_round(table).hands[1].from_meters, table.meters) == (0, {"progressive": 0})
    assert the_round(table).meters_paid == ()


@pytest.mark.parametrize("settled", [e.ProgressiveSettled(hand=1), e.BonusSpinSettled(hands=(1,))])
def test_a_validation_is_good_for_one_payout(settled):
    assert not the_round(evolve(with_round(validated=True), settled)).validated


def test_the_events_of_meters_are_those_that_move_chips_into_them_or_out():
    moving = {
        kind for kind in e.EVENTS.values() if issubclass(kind, e.MoneyEvent) and Place.METER in kind.route
    }
    assert moving == {kind for kind in e.EVENTS.values() if issubclass(kind, e.MeterEvent)}


# the cover card, and what it goes with


def test_a_new_shoe_forgets_with_which_card_the_cover_card_came_but_not_one_in_mid_round():
    step = Step(Act.LOAD_SHOE, Role.DEALER, "1")
    before = replace(with_round(), stack=CARDS, to_do=(step,), cover_card_behind=1)
    assert evolve(replace(before, round=None), e.ShoeLoaded()).cover_card_behind is None
    dealing = replace(before, round=replace(the_round(before), closed=True))
    assert evolve(dealing, e.ShoeLoaded()).cover_card_behind == 1


@pytest.mark.parametrize(("aside", "burn", "behind"), [((), True, None), ((), False, 0), (("2S",), True, 0)])
def test_a_cover_card_goes_with_a_face_up_card_that_counts_as_burned(aside, burn, behind):
    table = Table(
        shoe=DealingShoe(stack=CARDS), aside=aside, aside_seen=(False,) * len(aside), cover_card_behind=0
    )
    found = e.CardFoundFaceUp(card="AS", counts_as=e.Burn.NEW_SHOE if burn else None)
    assert evolve(table, found).cover_card_behind == behind


def test_a_cover_card_before_a_card_that_is_discarded_goes_with_the_next():
    table = Table(aside=("2S", "3S"), aside_seen=(True, False), cover_card_behind=0)
    assert evolve(table, e.CardDiscarded()).cover_card_behind == 0
    assert evolve(table, e.CardDiscarded(place=1)).cover_card_behind == 0
    assert evolve(replace(table, cover_card_behind=1), e.CardDiscarded()).cover_card_behind == 0


@pytest.mark.parametrize("event", [e.CardsGathered(), e.CardsRemoved(), e.BatchesExchanged()])
def test_cards_that_are_taken_together_leave_no_cover_card_on_the_side(event):
    table = Table(aside=("2S", "3S"), aside_seen=(True, False), cover_card_behind=1)
    assert evolve(table, event).cover_card_behind is None


def test_who_banks_is_named_and_the_house_is_not():
    table = with_round()
    assert (table.banker, replace(table, bank=Bank(seat=1)).banker) == ("", "Ann")


# coupons


def laid(*coupons: int) -> Table:
    """Have Ann lay coupons down as the first thing of the fourth round."""
    table = Table(open=True, seats={1: "Ann"}, rounds=3)
    return evolve_all(table, [e.CouponPlaced(hand=1, player="Ann", amount=amount) for amount in coupons])


def test_a_coupon_that_is_laid_first_begins_the_next_round():
    table = laid(10_00, 5_00)
    assert the_round(table).number == 4
    assert (the_round(table).hands[1].coupon, the_round(table).hands[1].coupons) == (15_00, (10_00, 5_00))


@pytest.mark.parametrize(("back", "left"), [(15_00, ()), (5_00, (10_00, 5_00))])
def test_coupons_that_go_back_unnamed_go_together(back, left):
    hand = the_round(evolve(laid(10_00, 5_00), e.CouponReturned(hand=1, amount=back))).hands[1]
    assert (hand.coupon, hand.coupons, hand.coupon_taken) == (15_00 - back, left, 0)
