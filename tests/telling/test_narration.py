from enum import Enum
from typing import get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.combinations import Combination
from casinowar.game.commands import RECORDED
from casinowar.game.table import CLOSED, Bank, DealingShoe, Hand, PlacedWager, Round, Stop, Table
from casinowar.game.words import Act, Comparison, Irregularity, Occasion, Role, Ruling, Wager
from casinowar.telling.narration import narrate
from casinowar.telling.wording import ENGLISH, Language

EXAMPLE = {int: 1, str: "Ann", bool: False, int | None: 1}

ROUND = Round(
    number=12,
    hands={
        1: Hand(
            number=1,
            player="Ann",
            wagers={Wager.INITIAL: PlacedWager(on_layout=10_00)},
            card="KH",
            war_cards=("5C",),
        )
    },
    dealer_card="KS",
    dealer_war_cards=("9D",),
)
TABLE = Table(open=True, dealer="Dana", seats={1: "Ann"}, chips={"Ann": 90_00}, round=ROUND)


def an_event(kind):
    """Make an event of a kind with any values."""
    values: dict[str, object] = {}
    kinds = get_type_hints(kind)  # without what the numbers count
    for field in msgspec.structs.fields(kind):
        if field.required and field.name in {"card", "cards"}:
            values[field.name] = "KH" if kinds[field.name] is str else ["KH"]
        elif field.required and isinstance(field.type, type) and issubclass(field.type, Enum):
            values[field.name] = next(iter(field.type.__members__.values()))
        elif field.required:
            values[field.name] = EXAMPLE.get(kinds[field.name], ())
    return kind(**values)


@pytest.mark.parametrize("kind", e.EVENTS.values(), ids=e.EVENTS)
@pytest.mark.parametrize("table", [TABLE, CLOSED], ids=["in a round", "closed"])
def test_every_event_is_one_sentence(kind, table):
    told = narrate(an_event(kind), table)
    assert told[0].isupper() or told[0].isdigit()
    assert told.endswith(".")
    assert "  " not in told
    assert "None" not in told


def test_a_name_may_hold_braces():
    table = replace(TABLE, seats={2: "{who}"}, dealer="{0}")
    assert narrate(e.CutRefused(seat=2), table) == "{who} at seat 2 refused the cut."
    assert (
        narrate(e.DealerArrived(dealer="{amount}", burns=0), table)
        == "{amount} took over from {0} as dealer."
    )


@pytest.mark.parametrize("act", sorted(RECORDED | {Act.RECEIVE_DECKS}))
def test_every_recorded_act_is_told_as_done(act):
    told = narrate(e.ActPerformed(act=act, by=Role.FLOORPERSON), TABLE)
    done = ENGLISH.said(ENGLISH.done[act], {"in_device": False})
    assert told == f"The floorperson {done}."


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            e.WagerPlaced(hand=2, wager=Wager.INITIAL, amount=10_00, player="Bob"),
            "Bob at seat 2 placed an initial wager of $10.00.",
        ),
        (
            e.WagerPlaced(hand=1, wager=Wager.INITIAL, amount=5_00, player="Ann"),
            "Ann at seat 1 added $5.00 to the initial wager.",
        ),
        (e.CardDealt(spot=0, card="TH"), "10♥ was dealt to the dealer."),
        (e.CardDealt(spot=1, card="TH", war=1), "10♥ was dealt to Ann at seat 1 on the war deal."),
        (
            e.HandCompared(hand=1, comparison=Comparison.TIE),
            "Ann at seat 1 has a tie hand: K♥ against the dealer's K♠.",
        ),
        (
            e.HandCompared(hand=1, comparison=Comparison.LOWER, war=1),
            "Ann at seat 1 is lower on the war deal with 5♣ against the dealer's 9♦.",
        ),
        (
            e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
            "The dealer collected $5.00 of the initial wager from Ann at seat 1.",
        ),
        (
            e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
            "The dealer returned the initial wager of $10.00 to Ann at seat 1.",
        ),
        (
            e.RulingRecorded(ruling=Ruling.VOID_THE_ROUND, note="two cards stuck"),
            "The floorperson ruled to void the round, noting “two cards stuck”.",
        ),
        (
            e.PlayStopped(irregularity=Irregularity.NO_CHOICE, possible=(), hand=1),
            "Play stopped for a floorperson's ruling on a player who does not choose at seat 1.",
        ),
    ],
)
def test_it_is_told_in_the_regulations_words(event, told):
    assert narrate(event, TABLE) == told


SEATS = {1: "Ann", 3: "Cleo", 7: "Yan", 103: "Max"}
BANKED = replace(
    TABLE, seats=SEATS, bank=Bank(seat=7, last=7, holder="Yan", rounds=1), meters={"progressive": 10_000_00}
)
ELECTRONIC = Table(
    open=True, seats={2: "Ben"}, round=replace(ROUND, hands={203: Hand(number=203, player="Ben", card="KH")})
)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            e.WagerPlaced(hand=103, wager=Wager.INITIAL, amount=10_00, player="Max"),
            "Max in backline 1 at seat 3 placed an initial wager of $10.00.",
        ),
        (
            e.PlayerSeated(seat=203, player="Nia", chips=10_00),
            "Nia stood as backline 2 at seat 3 with $10.00 in chips.",
        ),
        (e.CardDealt(spot=0, card="TH"), "10♥ was dealt to the player/dealer."),
        (e.CardDealt(spot=3, card="TH"), "10♥ was dealt to seat 3."),
        (
            e.HandCompared(hand=1, comparison=Comparison.TIE),
            "Ann at seat 1 has a tie hand: K♥ against the player/dealer's K♠.",
        ),
        (
            e.MatchPlaced(hand=1, amount=5_00),
            "The dealer matched the war wager of Ann at seat 1 with $5.00 from the player/dealer's wager.",
        ),
        (
            e.PaymentReversed(hand=1, wager=Wager.MATCH, amount=5_00),
            "The dealer took back from Ann at seat 1 the $5.00 already paid on the match.",
        ),
        (
            e.BankTaken(seat=7, amount=5_00),
            "Yan at seat 7 kept the bank as player/dealer and put up $5.00.",
        ),
        (
            e.BankTaken(seat=3, amount=5_00),
            "Cleo at seat 3 took the bank as player/dealer and put up $5.00.",
        ),
        (e.StackCut(seat=0, depth=156), "The dealer cut the cards, 156 from the top."),
        (e.StackCut(seat=7, depth=156), "Yan at seat 7 cut the cards, 156 from the top."),
        (
            e.SeatChanged(player="Kim", source=103, seat=8),
            "Kim changed from backline 1 at seat 3 to seat 8.",
        ),
        (e.SeatChanged(player="Cleo", source=3, seat=8), "Cleo changed from seat 3 to seat 8."),
        (e.BankDeclined(seat=7), "Yan at seat 7 gave up the bank."),
        (e.BankDeclined(seat=3), "Cleo at seat 3 declined the bank."),
        (
            e.HandStands(hand=1, amount=5_00),
            "The tie hand of Ann at seat 1 stands with $5.00 of the initial wager.",
        ),
        (
            e.HandStands(hand=1, amount=0),
            "The tie hand of Ann at seat 1 stands with nothing: its wager goes back.",
        ),
        (e.BankRaised(amount=0), "The player/dealer added nothing to the bank."),
        (e.BankRaised(amount=5_00), "The player/dealer added $5.00 to the bank."),
        (e.CoverLeft(amount=0), "The player/dealer's wager is used up."),
        (e.CoverLeft(amount=1), "The player/dealer's wager has $0.01 to pay with."),
        (
            e.CoverLeft(amount=30_00, kept=20_00),
            "The player/dealer's wager has $10.00 to pay with, beside $20.00 kept for tie hands.",
        ),
        (
            e.CoverLeft(amount=20_00, kept=20_00),
            "The player/dealer's wager has nothing to pay with, beside $20.00 kept for tie hands.",
        ),
        (
            e.MeterRaised(meter="progressive", amount=60),
            "The progressive meter rose by $0.60 to $10,000.60.",
        ),
        (
            e.MeterRaiseReversed(meter="progressive", amount=60),
            "The progressive meter gave $0.60 back to the table inventory and shows $9,999.40.",
        ),
        (
            e.WagerPaid(hand=1, wager=Wager.ENVY, amount=5_000_00),
            "The dealer paid an Envy Bonus of $5,000.00 to Ann at seat 1.",
        ),
        (
            e.ProgressiveRead(hand=1, combinations=(Combination.SUITED_TIE, Combination.TIE)),
            "The dealer read the hand of Ann at seat 1 for the progressive: suited tie and tie.",
        ),
        (
            e.WheelSpun(hand=1, hot_spot="$400", community="$100"),
            "The wheel stopped on $400 for the hot spot of Ann at seat 1 and on $100 for the community.",
        ),
        (
            e.WheelSpun(hand=1, hot_spot="$400"),
            "The wheel stopped on $400 for the hot spot of Ann at seat 1.",
        ),
        (
            e.CouponPlaced(hand=1, amount=10_00),
            "Ann at seat 1 laid a match play coupon of $10.00 beside the initial wager.",
        ),
        (
            e.BonusSpinSettled(hands=(103, 1)),
            "The bonus spin is settled for backline 1 at seat 3 and seat 1.",
        ),
    ],
)
def test_side_wagers_and_the_bank_are_told(event, told):
    assert narrate(event, BANKED) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            e.WagerPlaced(hand=203, wager=Wager.TIE, amount=5_00, player="Ben"),
            "Ben at terminal 2 on community card 3 placed a tie wager of $5.00.",
        ),
        (e.CardDealt(spot=2, card="TH"), "10♥ was dealt to community card 2."),
        (
            e.NoMoreBetsCalled(deal=(1, 2, 3, 0), compare=(), settle=()),
            "The dealer called no more bets, and deals to community cards 1, 2 and 3 and the dealer.",
        ),
        (
            e.HandCompared(hand=203, comparison=Comparison.TIE),
            "Ben at terminal 2 on community card 3 has a tie hand: K♥ against the dealer's K♠.",
        ),
        (
            e.WarDealBegan(hands=(203,), deal=(3, 0), compare=(), settle=()),
            "The war deal began for terminal 2 on community card 3.",
        ),
        (
            e.CardsCollected(spots=(3,), cards=("KH",)),
            "The cards of community card 3 went into the discard rack: K♥.",
        ),
    ],
)
def test_community_cards_and_terminals_are_told(event, told):
    assert narrate(event, ELECTRONIC) == told


def test_cards_are_collected_from_community_cards_when_no_hand_is_left():
    """The last terminal's hand may have got no card, and is void then."""
    left = replace(ELECTRONIC, round=replace(ROUND, hands={}, settling=(203,)))
    told = narrate(e.CardsCollected(spots=(1, 3), cards=("2D", "AS")), left)
    assert told == "The cards of community cards 1 and 3 went into the discard rack: 2♦ A♠."


def test_only_a_round_that_was_played_to_its_end_is_told_as_complete():
    """A void round is none of the rounds that count (R114)."""
    ended = e.RoundCompleted(round=12)
    assert narrate(ended, TABLE) == "Round 12 is complete."
    void, cut_short = replace(ROUND, void=Irregularity.OTHER), replace(ROUND, cut_short=True)
    for broken_off in (void, cut_short, replace(ROUND, hands={})):
        assert narrate(ended, replace(TABLE, round=broken_off)) == "Round 12 is over, not complete."


@pytest.mark.parametrize(
    ("wager", "forfeited", "told"),
    [
        (5_00, False, "nothing to pay."),
        (0, False, "no wager of its own is in play."),
        (5_00, True, "no wager of its own is in play."),
    ],
)
def test_a_hand_that_may_bring_others_a_bonus_is_not_told_to_pay_nothing(wager, forfeited, told):
    """With a wager in play a hand that brings the bonus is itself paid; without one, others may still be."""
    wagers = {Wager.PROGRESSIVE: PlacedWager(collected=wager)}
    hand = replace(ROUND.hands[1], wagers=wagers, forfeited=forfeited)
    table = replace(TABLE, round=replace(ROUND, hands={**ROUND.hands, 1: hand}))
    sentence = narrate(e.ProgressiveRead(hand=1, combinations=()), table)
    assert sentence.endswith(f"for the progressive: {told}")


def test_what_is_verified_of_a_hand_is_true_whether_its_player_wagered_or_not():
    done = e.ActPerformed(act=Act.VERIFY_HAND, by=Role.DEALER)
    assert narrate(done, TABLE) == "The dealer verified that the hand is a progressive payout hand."


RULED = {
    Ruling.PLAY_ON: "play on",
    Ruling.DISCARD_THE_CARD: "discard the card and play on",
    Ruling.SURRENDER_THE_HAND: "treat the hand as surrendered",
    Ruling.LOSE_THE_HAND: "treat the hand as lost",
    Ruling.RETURN_THE_CHIP: "give the chip back, which is no wager",
    Ruling.DENY_THE_PAYOUT: "deny the payout",
    Ruling.VOID_THE_HAND: "void the wagers on that place alone",
    Ruling.VOID_THE_ROUND: "void the round",
    Ruling.LET_SETTLED_STAND: "let what is settled stand and give back what is open",
}


@pytest.mark.parametrize("ruling", Ruling)
def test_every_ruling_makes_a_sentence(ruling):
    told = narrate(e.RulingRecorded(ruling=ruling), TABLE)
    assert told == f"The floorperson ruled to {RULED[ruling]}."


def test_a_payout_that_was_denied_is_told_where_the_hand_is_settled():
    told = narrate(e.ProgressiveSettled(hand=1, unpaid=True, denied=True), TABLE)
    assert told.endswith(", whose payout was denied, and others get no Envy Bonus for it.")


@pytest.mark.parametrize(
    ("irregularity", "told"),
    [
        (Irregularity.FACE_UP_CARD, "K♥ was found face up in the shoe and was laid aside."),
        (Irregularity.EXPOSED_CARD, "K♥ was drawn in error, its face shown, and was laid aside."),
        (None, "K♥ was drawn in error, its face shown, and was laid aside."),
    ],
)
def test_a_card_found_face_up_is_not_told_as_drawn_in_error(irregularity, told):
    assert narrate(e.CardDrawnInError(exposed=True, card="KH", irregularity=irregularity), TABLE) == told


def test_play_that_waits_for_a_ruling_does_not_go_on_when_the_pause_is_over():
    assert narrate(e.PlayResumed(), TABLE) == "Play goes on."
    stopped = replace(TABLE, stop=Stop(Irregularity.OTHER, (Ruling.PLAY_ON,)))
    told = "The pause is over, and play waits for a floorperson's ruling on something else."
    assert narrate(e.PlayResumed(), stopped) == told


@pytest.mark.parametrize("cards", [{"stack": ("KH",)}, {"stored": ("KH",)}, {"shoe": DealingShoe(("KH",))}])
def test_cards_are_told_to_be_taken_off_only_a_table_that_has_some(cards):
    assert narrate(e.CardsRemoved(), Table(open=True)) == "There were no cards on the table to take off."
    assert narrate(e.CardsRemoved(), Table(open=True, **cards)) == "The cards were taken off the table."


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (0, "00:00 on day 1"),
        (86_400 + 3_660, "01:01 on day 2"),
        (946_684_799, "23:59 on day 10957"),
        (946_684_800, "00:00 on 2000-01-01"),
        (1_794_840_600, "14:50 on 2026-11-16"),
        (10**18, "01:46 on day 11574074074075"),
    ],
)
def test_a_real_clock_shows_a_date(now, said):
    assert narrate(e.ClockTold(now=now), CLOSED).lower() == f"the house's clock showed {said}."


FACE_UP = Irregularity.FACE_UP_CARD


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (e.CardFoundFaceUp(card="KH"), "K♥ was found face up in the {} and went into the discard rack."),
        (
            e.CardDrawnInError(exposed=True, card="KH", irregularity=FACE_UP),
            "K♥ was found face up in the {} and was laid aside.",
        ),
        (
            e.PlayStopped(irregularity=FACE_UP, possible=(), note="a shoe"),
            "Play stopped for a floorperson's ruling on a card found face up in the {}, noting “a shoe”.",
        ),
        (
            e.IrregularityReported(irregularity=FACE_UP),
            "An irregularity was reported: a card found face up in the {}.",
        ),
        (e.RoundVoided(irregularity=FACE_UP), "The round is void because of a card found face up in the {}."),
        (
            e.RoundCutShort(irregularity=Irregularity.SHOE_RAN_OUT),
            (
                "The round ends because of a {} that ran out:"
                " what is settled stands, and what is open goes back."
            ),
        ),
        (
            e.PlayResumed(),
            "The pause is over, and play waits for a floorperson's ruling on a card found face up in the {}.",
        ),
        (
            e.ActPerformed(act=Act.GATHER_CARDS, by=Role.DEALER),
            "The dealer took the cards from the {} and the discard rack.",
        ),
        (e.DiscardsTaken(), "The discard rack was taken to be shuffled, because the {} ran out."),
        (
            e.ProcedureBegan(occasion=Occasion.SHOE_RAN_OUT, steps=()),
            "The preparation of the cards began ({} ran out), with 0 acts to do.",
        ),
    ],
)
@pytest.mark.parametrize("place", ["shoe", "shuffler"])
def test_where_the_shuffler_deals_nothing_is_told_of_a_shoe(event, told, place):
    stopped = replace(TABLE, in_device=place == "shuffler", stop=Stop(FACE_UP, ()))
    assert narrate(event, stopped) == told.format(place)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.ENGLISH, "The dealer paid $10.00 on the initial wager to your seat 1."),
        (Language.SPANISH, "El crupier pagó $10.00 a tu puesto 1 por la apuesta inicial."),
    ],
)
def test_a_player_is_told_of_the_own_seat(language, told):
    paid = e.WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00)
    assert narrate(paid, TABLE, language, reader="Ann") == told
    assert "Ann" in narrate(paid, TABLE, language, reader="Mary Ann")
