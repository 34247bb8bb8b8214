import pytest
from msgspec.structs import replace

from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.commands import (
    BeginWarDeal,
    BurnCard,
    ConfirmWarWager,
    DealCard,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    PlaceWager,
    Surrender,
)
from casinowar.game.events import TieWagerDeclined, TieWagerOffered, WagerPlaced, WarWagerConfirmed
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Wager
from tests.support.clause import clause
from tests.support.progressives import BURN
from tests.support.scenario import LIMITS, Scenario, at_table

FIRST_BURN = {"war_tie_wager": "first_burn"}


def war_tie(amount: int, hand: int = 1, player: str = "") -> PlaceWager:
    return PlaceWager(hand=hand, wager=Wager.WAR_TIE, amount=amount, player=player)


def at_war(readings: dict[str, str] | None = None, cards: str = "9H 9C") -> Scenario:
    return at_table("maryland", cards=cards, readings=readings).wagers({1: 10_00}).dealt()


@clause("maryland", "7.F(2)")
@pytest.mark.parametrize("readings", [None, FIRST_BURN, {"tied_war": "tie_wager_pays_2_to_1"}])
def test_each_player_is_asked_for_a_tie_wager_with_the_war_wager(readings):
    table = at_war(readings).when(GoToWar(hand=1))
    table.then(WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"), TieWagerOffered(hand=1))
    assert (table.due.act, table.due.seat) == (Act.ANSWER_TIE_OFFER, 1)
    table.refused(ConfirmWarWager(), Reason.NOT_NOW).refused(BeginWarDeal(), Reason.NOT_NOW)
    table.when(DeclineTieWager(hand=1)).then_exactly(TieWagerDeclined(hand=1))
    assert table.due.act is Act.CONFIRM_WAR_WAGER
    assert not table.attended().of(TieWagerOffered), "nobody is asked twice"


@clause("maryland", "7.F(2)")
def test_of_several_players_each_is_asked_before_the_war_wagers_are_confirmed():
    table = at_table("maryland", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(GoToWar(hand=1), GoToWar(hand=2))
    assert (table.due.act, table.due.seat) == (Act.ANSWER_TIE_OFFER, 1)
    table.when(war_tie(5_00))
    assert (table.due.act, table.due.seat) == (Act.ANSWER_TIE_OFFER, 2)
    table.when(LeaveTable(player="Ben"))
    assert (table.due.act, table.due.seat) == (Act.CONFIRM_WAR_WAGER, 1), "nobody is left to be asked"
    table.when(ConfirmWarWager()).then(WarWagerConfirmed(hand=1))
    table.refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")


@clause("maryland", "7.F(2)", "9.G")
def test_a_tie_wager_comes_until_the_dealer_confirms_the_war_wager():
    table = at_war().when(GoToWar(hand=1), war_tie(5_00))
    assert table.is_allowed(war_tie(5_00)), "it is raised"
    table.when(ConfirmWarWager()).refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")
    table.when(BeginWarDeal()).refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")


@clause("maryland", "7.F(2)")
def test_a_declined_tie_wager_is_declined():
    table = at_war().when(GoToWar(hand=1), DeclineTieWager(hand=1))
    table.refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")
    table.when(ConfirmWarWager()).refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")


@clause("maryland", "7.F(2)", "9.H")
def test_read_as_until_the_first_burn_it_comes_after_the_confirmation_too():
    table = at_war(FIRST_BURN).when(GoToWar(hand=1), DeclineTieWager(hand=1), ConfirmWarWager())
    assert table.due.act is Act.BEGIN_WAR_DEAL
    assert table.is_allowed(war_tie(5_00))
    table.when(war_tie(5_00), BeginWarDeal(), war_tie(5_00))
    assert table.hand(1).on_layout(Wager.WAR_TIE) == 10_00
    for _ in range(3):
        table.when(BurnCard()).refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")
    for _ in range(2):
        table.when(DealCard()).refused(war_tie(5_00), Reason.WAGER_NOT_OFFERED, "7.F(2)")


@clause("maryland", "7.F(2)", "9.H")
@pytest.mark.parametrize(("war_cards", "net"), [("4H 4D", 20_00 + 50_00), ("4H 3D", 10_00 - 5_00)])
def test_so_one_that_comes_after_the_war_deal_began_is_settled_with_it(war_cards, net):
    table = at_war(FIRST_BURN, f"9H 9C {BURN}{war_cards}").when(
        GoToWar(hand=1), DeclineTieWager(hand=1), ConfirmWarWager()
    )
    table.when(BeginWarDeal(), war_tie(5_00)).attended()
    assert table.net("Ann") == net


@clause("maryland", "7.F(2)", "9.H(2)")
def test_by_that_reading_a_hand_that_is_not_at_war_makes_none():
    table = at_table("maryland", cards="9H 9C 9D", players=2, readings=FIRST_BURN)
    table.wagers({1: 10_00, 2: 10_00}).dealt().when(GoToWar(hand=1)).when(Surrender(hand=2))
    table.when(DeclineTieWager(hand=1)).until(Act.BEGIN_WAR_DEAL).when(BeginWarDeal())
    other = replace(war_tie(5_00), hand=2)
    table.refused(other, Reason.WAGER_NOT_OFFERED, "7.F(2)")


@clause("maryland", "7.F(2)")
@pytest.mark.parametrize(("player", "reason"), [("Ben", Reason.NOT_YOUR_BOX), ("Nobody", Reason.NOT_SEATED)])
def test_nobody_makes_a_tie_wager_with_another_players_chips(player, reason):
    table = at_war().when(GoToWar(hand=1))
    table.refused(war_tie(5_00, player=player), reason)
    assert table.is_allowed(war_tie(5_00, player="Ann"))


@clause("maryland", "9.L")
def test_nobody_wagers_from_another_players_terminal():
    house = House(limits=LIMITS, electronic=ElectronicChoices(community_cards=3))
    table = at_table("maryland", house=house)
    wager = PlaceWager(hand=101, wager=Wager.INITIAL, amount=10_00)
    table.refused(replace(wager, player="Ben"), Reason.NOT_YOUR_BOX, "R64")
    table.refused(replace(wager, player="Nobody"), Reason.NOT_SEATED)
    assert table.is_allowed(replace(wager, player="Ann"))


@clause("maryland", "9.L(2)")
@pytest.mark.parametrize("hand", [1, 104, 100, 801, 0, -1])
def test_a_terminal_wagers_on_a_community_card_that_is_there(hand):
    house = House(limits=LIMITS, electronic=ElectronicChoices(community_cards=3))
    table = at_table("maryland", house=house)
    table.refused(PlaceWager(hand=hand, wager=Wager.INITIAL, amount=10_00), Reason.NO_SUCH_BACKING, "9.L(2)")
