import msgspec
import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    BurnCard,
    CallNoMoreBets,
    CollectCards,
    ComeToTable,
    CutStack,
    DealCard,
    GoToWar,
    LoadShoe,
    Perform,
    PlaceCoverCard,
    PlaceWager,
    Shuffle,
    Sit,
)
from casinowar.game.events import (
    ActPerformed,
    Burn,
    CardBurned,
    CardDealt,
    CoverCardDrawn,
    ProcedureBegan,
    RoundCompleted,
    ShoeLoaded,
    StackCut,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Occasion, Role, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table, opened


def cover_card_after(cards: int) -> House:
    """Have the cutting card come out after so many cards, the burned one counted."""
    return House(cards_behind_cover_card=312 - cards)


@clause("california", "dealing.1")
def test_the_first_card_of_a_shoe_is_burned_before_the_first_round():
    table = at_table("california")
    events = [event for event in table.history if isinstance(event, ShoeLoaded | CardBurned)]
    assert events == [ShoeLoaded(), CardBurned(reason=Burn.BOTH)]
    assert table.table.rack == table.table.shoe.stack[:1]


@clause("california", "dealing.1")
def test_the_first_card_of_the_next_shoe_is_burned_too_before_any_wager_is_taken():
    table = at_table("california", cards="5H 9C", players=1, house=cover_card_after(1)).wagers({1: 10_00})
    table.dealt().when(CutStack(seat=1, depth=100)).until(Act.BURN_CARD)
    assert table.due.clause == "dealing.1"
    wager = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    table.refused(wager, Reason.BETTING_NOT_OPEN, "dealing.1")
    table.when(BurnCard()).then_exactly(CardBurned(reason=Burn.NEW_SHOE))
    assert table.attended().is_allowed(wager)


@clause("california", "dealing.1")
def test_each_new_dealer_burns_one_card_before_dealing():
    table = at_table("california").when(ComeToTable(dealer="Dana")).until(Act.BURN_CARD)
    assert table.due.clause == "dealing.1"
    table.wagers({1: 10_00}).refused(CallNoMoreBets(), Reason.NOT_NOW, "dealing.1")
    table.when(BurnCard()).then_exactly(CardBurned(reason=Burn.NEW_DEALER))
    table.refused(BurnCard(), Reason.NOT_NOW).dealt()
    assert table.drawn == [1, DEALER]


@clause("california", "dealing.1")
def test_a_dealer_who_comes_in_mid_round_burns_before_the_war_burns():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(ComeToTable(dealer="Dana"), Perform(act_done=Act.CONFIRM_LEFT_HAND), GoToWar(hand=1))
    table.attended().then(
        CardBurned(reason=Burn.NEW_DEALER), CardBurned(reason=Burn.WAR), RoundCompleted(round=1)
    )
    assert table.drawn == [BURN, BURN, BURN, BURN, 1, DEALER]


@clause("california", "definitions.burn-card")
def test_nobody_learns_the_rank_of_a_burned_card():
    table = at_table("california", cards="AS").when(ComeToTable(dealer="Dana")).attended()
    [burned] = table.of(CardBurned)
    assert table.table.rack[-1] == "AS", "it lies in the discard rack"
    assert "AS" not in msgspec.json.encode(burned).decode()


@clause("california", "definitions.burn-card")
def test_a_burned_card_is_not_read_where_the_order_of_the_shoe_is_unknown():
    table = opened("california", readings={"cut": "nobody"}).until(Act.SHUFFLE).when(Shuffle())
    table.until(Act.LOAD_SHOE).when(LoadShoe(), BurnCard())
    assert table.table.rack == ("??",)


@clause("california", "dealing.2")
def test_no_card_is_dealt_before_no_more_bets():
    table = at_table("california").wagers({1: 10_00})
    assert (table.due.act, table.due.clause) == (Act.CALL_NO_MORE_BETS, "dealing.2")
    table.refused(DealCard(), Reason.NOT_NOW, "dealing.2")
    table.when(CallNoMoreBets(), DealCard())
    [dealt] = table.of(CardDealt)
    assert table.hand(1).card == dealt.card, "it lies face up"


@clause("california", "dealing.2")
def test_every_dealer_confirms_the_use_of_the_hands():
    left_hand = Perform(act_done=Act.CONFIRM_LEFT_HAND)
    table = opened("california", readings={"cut": "nobody"}).until(Act.CONFIRM_LEFT_HAND)
    assert table.due.clause == "dealing.2"
    table.when(left_hand).then_exactly(ActPerformed(act=Act.CONFIRM_LEFT_HAND, by=Role.DEALER))
    table.refused(left_hand, Reason.NOT_NOW)
    table.when(ComeToTable(dealer="Dana"))
    assert (table.due.act, table.due.clause) == (Act.CONFIRM_LEFT_HAND, "dealing.2")


@clause("california", "dealing.3")
@pytest.mark.parametrize(
    ("cards", "comes_out", "cutter"), [(1, True, 1), (2, True, 2), (3, True, None), (4, False, None)]
)
def test_the_round_in_which_the_cutting_card_comes_out_is_completed_and_the_cards_reshuffled(
    cards, comes_out, cutter
):
    table = at_table("california", cards="5H 6H 9C", players=2, house=cover_card_after(cards))
    table.wagers({1: 10_00, 2: 10_00}).when(CallNoMoreBets()).until(Act.COLLECT_CARDS).when(CollectCards())
    covers = [event for event in table.history if isinstance(event, CoverCardDrawn)]
    assert covers == ([CoverCardDrawn(cutter=cutter)] if comes_out else [])
    begun = [event.occasion for event in table.of(ProcedureBegan)]
    assert begun == ([Occasion.RESHUFFLE] if comes_out else [])
    due = (Act.EXCHANGE_BATCHES, "dealing.3") if comes_out else (Act.OFFER_BANK, "round.10; standards.4")
    assert (table.due.act, table.due.clause) == due


@clause("california", "dealing.3")
def test_a_war_is_fought_to_its_end_after_the_cutting_card():
    table = at_table("california", cards="9H 9C", players=1, house=cover_card_after(2)).wagers({1: 10_00})
    table.dealt().then(CoverCardDrawn())
    table.when(GoToWar(hand=1)).attended()
    assert table.drawn == [BURN, BURN, BURN, 1, DEALER]
    table.then(RoundCompleted(round=1))
    assert table.table.occasion is Occasion.RESHUFFLE


@clause("california", "dealing.4")
@pytest.mark.parametrize(
    "command",
    [
        Shuffle(by=Role.PLAYER),
        PlaceCoverCard(by=Role.PLAYER),
        LoadShoe(by=Role.PLAYER),
        BurnCard(by=Role.PLAYER),
        DealCard(by=Role.PLAYER),
        CollectCards(by=Role.PLAYER),
        Perform(by=Role.PLAYER, act_done=Act.EXCHANGE_BATCHES),
    ],
    ids=lambda command: type(command).__name__,
)
def test_no_player_touches_a_card(command):
    at_table("california").refused(command, Reason.PLAYERS_MAY_NOT_TOUCH_CARDS, "dealing.4")


@clause("california", "dealing.4")
def test_a_player_may_handle_the_cutting_card():
    table = opened("california").when(Sit(player="Ann", seat=1, chips=100_00)).until(Act.OFFER_CUT).attended()
    table.when(CutStack(seat=1, depth=100)).then_exactly(StackCut(seat=1, depth=100))


@clause("california", "dealing.5", "dealing.5.a", "dealing.5.b", "definitions.original-deal")
def test_one_card_face_up_to_each_primary_wager_clockwise_from_the_dealers_left_and_then_to_the_bank():
    table = at_table("california", cards="2H 3H 4H 5H", players=6).wagers({6: 10_00, 1: 10_00, 4: 10_00})
    table.dealt()
    assert table.of(CardDealt) == [
        CardDealt(spot=1, card="2H"),
        CardDealt(spot=4, card="3H"),
        CardDealt(spot=6, card="4H"),
        CardDealt(spot=DEALER, card="5H"),
    ]


@clause("california", "dealing.5.a", "dealing.5.b")
def test_the_clauses_of_the_deal_are_named_at_each_card():
    table = at_table("california").wagers({1: 10_00}).when(CallNoMoreBets())
    assert (table.due.clause, table.due.seat) == ("dealing.5.a", 1)
    table.when(DealCard())
    assert (table.due.clause, table.due.seat) == ("dealing.5.b", DEALER)
