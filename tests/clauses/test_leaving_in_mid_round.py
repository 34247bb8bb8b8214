"""What becomes of the wagers of a player who leaves in mid-round: R40, where these three texts are silent."""

from pathlib import Path

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    DeclareAbandoned,
    GoToWar,
    LeaveTable,
    PlaceWager,
    Sit,
    Surrender,
)
from casinowar.game.events import (
    CouponReturned,
    HandAbandoned,
    HandForfeited,
    HandSettled,
    HandVoided,
    MatchCollected,
    PlayerLeft,
    RoundCompleted,
    WagerCollected,
    WagerReturned,
    WagerWithdrawn,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Wager
from casinowar.telling.narration import narrate
from tests.support.clause import clause
from tests.support.scenario import at_table

RULEBOOKS = pytest.mark.parametrize("rulebook", ["california", "washington", "south_dakota"])
LEAVES = LeaveTable(player="Ann")
LOST = {"leaving_player": "lost"}


@clause("wisconsin", "(f)(2)")
@pytest.mark.parametrize(("called", "when"), [(False, "before no more bets"), (True, "in mid-round")])
def test_it_is_told_whether_no_more_bets_had_been_called(called, when):
    table = at_table("wisconsin").wagers({1: 10_00, 2: 10_00}).when(*[CallNoMoreBets()] * called)
    before = table.table
    table.when(LEAVES).then(HandAbandoned(hand=1))
    assert narrate(table.events[0], before) == f"Ann at seat 1 left {when} and the hand stays."


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c", "4.c.i")
@clause("south_dakota", "(4)", "(4)(a)(i)")
@RULEBOOKS
def test_a_tie_hand_whose_player_left_is_surrendered(rulebook):
    table = at_table(rulebook, cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(LEAVES).then_exactly(HandAbandoned(hand=1))
    leaving = table.rules.book.seating.leaving
    assert (table.due.act, table.due.clause) == (Act.SETTLE_ABANDONED, leaving.clause)
    table.refused(Surrender(hand=1), Reason.PLAYER_HAS_LEFT, leaving.clause)
    table.attended().then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        HandSettled(hand=1),
        RoundCompleted(round=1),
        PlayerLeft(player="Ann", chips=995_00),
    )


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@RULEBOOKS
@pytest.mark.parametrize(("cards", "chips"), [("TH 9C", 1_010_00), ("8H 9C", 990_00)])
def test_any_other_hand_is_settled_on_its_cards(rulebook, cards, chips):
    table = at_table(rulebook, cards=cards).wagers({1: 10_00}).when(CallNoMoreBets(), LEAVES)
    table.attended().then(PlayerLeft(player="Ann", chips=chips))


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@pytest.mark.parametrize(
    ("rulebook", "war"),
    [
        ("california", "2C 3C 4C KH QH"),
        ("washington", "2C 3C 4C KH 2D 3D 4D QH"),
        ("south_dakota", "2C 3C 4C KH 2D 3D 4D QH"),
    ],
)
def test_a_war_that_was_chosen_is_fought_though_its_player_left(rulebook, war):
    table = at_table(rulebook, cards=f"9H 9C {war}").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1), LEAVES).attended().then(PlayerLeft(player="Ann", chips=1_010_00))


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@RULEBOOKS
@pytest.mark.parametrize("cards", ["TH 9C", "9H 9C", "8H 9C"], ids=["higher", "tie", "lower"])
def test_read_as_lost_the_wagers_are_taken_whatever_the_cards(rulebook, cards):
    table = at_table(rulebook, cards=cards, readings=LOST).wagers({1: 10_00}, tie={1: 5_00})
    table.when(CallNoMoreBets(), LEAVES).then(HandAbandoned(hand=1), HandForfeited(hand=1))
    table.attended().then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
        PlayerLeft(player="Ann", chips=985_00),
    )


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@RULEBOOKS
def test_read_as_lost_a_tie_hand_without_a_choice_is_taken_whole(rulebook):
    table = at_table(rulebook, cards="9H 9C", readings=LOST).wagers({1: 10_00}).dealt()
    table.when(LEAVES).attended().then(
        HandForfeited(hand=1),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        PlayerLeft(player="Ann", chips=990_00),
    )


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@RULEBOOKS
def test_read_as_lost_a_war_is_lost_with_all_three_units(rulebook):
    table = at_table(rulebook, cards="9H 9C", readings=LOST).wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1), LEAVES).attended().then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        MatchCollected(hand=1, amount=10_00),
        PlayerLeft(player="Ann", chips=980_00),
    )


@clause("california", "betting.2", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@RULEBOOKS
@pytest.mark.parametrize("reading", ["settled", "lost"])
def test_before_no_more_bets_a_player_leaves_with_the_wagers(rulebook, reading):
    table = at_table(rulebook, readings={"leaving_player": reading}).wagers({1: 10_00}, tie={1: 5_00})
    table.when(LEAVES).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerWithdrawn(hand=1, wager=Wager.TIE, amount=5_00),
        PlayerLeft(player="Ann", chips=1_000_00),
    )


@clause("california", "definitions.round-of-play")
@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@RULEBOOKS
@pytest.mark.parametrize(
    ("reading", "reason"), [("settled", Reason.NOT_PROVIDED_FOR), ("lost", Reason.TREATED_AS_LOST)]
)
def test_no_floorperson_decides_on_them(rulebook, reading, reason):
    table = at_table(rulebook, cards="9H 9C", readings={"leaving_player": reading}).wagers({1: 10_00})
    table.dealt().when(LEAVES).refused(DeclareAbandoned(hand=1), reason)


# a text in which the round begins with the first card: who leaves before it takes everything along


def beginning_with_a_card(tmp_path: Path, base: str) -> str:
    path = tmp_path / "first_card.toml"
    path.write_text(
        f'extends = "{base}"\nname = "first_card"\ntitle = "First card"\n'
        '[seating]\nround_begins = { value = "the first card", clause = "1" }\n',
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.parametrize("reading", ["initial_wager_only", "as_chips"])
def test_before_the_first_card_a_coupon_comes_back_with_the_wagers(tmp_path, reading):
    house, readings = House(coupons=True), {"match_play_coupons": reading}
    table = at_table(beginning_with_a_card(tmp_path, "wisconsin"), house=house, readings=readings)
    table.wagers({1: 10_00, 2: 10_00})
    coupon = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON)
    table.when(coupon, CallNoMoreBets()).when(LEAVES)
    table.then(
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        CouponReturned(hand=1, amount=10_00),
        HandVoided(hand=1),
        PlayerLeft(player="Ann", chips=1_000_00),
    )


def test_before_the_first_card_those_behind_the_seat_take_their_wagers_back_too(tmp_path):
    book = beginning_with_a_card(tmp_path, "california")
    table = at_table(book, players=2, house=House(backline=1), cards="KC 2C")
    table.when(Sit(player="Kim", seat=101, chips=1_000_00))
    table.wagers({1: 10_00, 101: 20_00, 2: 10_00}).when(CallNoMoreBets(), LEAVES)
    assert table.of(HandVoided) == [HandVoided(hand=1), HandVoided(hand=101)]
    assert list(table.round.hands) == [2]
    assert (table.net("Kim"), 1 in table.round.to_deal) == (0, False)
    assert table.attended().table.rounds == 1
