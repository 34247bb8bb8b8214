"""Sections 7.B(3) and (4): a player stays until the round is over, or abandons the wagers."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    BuyChips,
    CallNoMoreBets,
    Command,
    DealCard,
    DeclareAbandoned,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    PlaceWager,
    ReportNoCardDealt,
    Rule,
    SettleAbandoned,
    Sit,
    Surrender,
    WithdrawWager,
)
from casinowar.game.decide import decide
from casinowar.game.events import (
    Event,
    HandAbandoned,
    HandForfeited,
    HandVoided,
    PlayerLeft,
    RoundCompleted,
    TieHandChosen,
    TieWagerOffered,
    WagerCollected,
    WagerEvent,
    WagerPaid,
    WagerReturned,
    WagerWithdrawn,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Choice, Role, Ruling, Wager
from tests.support.clause import clause
from tests.support.progressives import paid, progressive_table, with_chips
from tests.support.scenario import Scenario, at_table

BURNS = "2C 3C 4C"
READINGS = ("floorperson_decides", "lost", "settled")


def ann_and_ben(cards: str, leaving: str = "floorperson_decides", *, tie: int = 0) -> Scenario:
    """Give a table at which Ann and Ben have wagered, and no more bets has been called."""
    scenario = at_table("maryland", cards=cards, players=2, readings={"leaving_player": leaving})
    scenario.wagers({1: 10_00, 2: 10_00}, tie={1: tie} if tie else None)
    return scenario.when(CallNoMoreBets())


def left_with(scenario: Scenario) -> int:
    """Tell how many chips Ann left with when the round was over."""
    [left] = [event for event in scenario.history if isinstance(event, PlayerLeft)]
    return left.chips


# staying


@clause("maryland", "7.B(3)")
def test_who_has_a_wager_and_a_card_stays_until_the_round_is_over():
    scenario = ann_and_ben("KH 5D 9C").until(Act.SETTLE_HAND)
    scenario.when(LeaveTable(player="Ann")).then_exactly(HandAbandoned(hand=1))
    assert scenario.table.seats == {1: "Ann", 2: "Ben"}
    scenario.refused(Sit(player="Zoe", seat=1, chips=100_00), Reason.SEAT_TAKEN)
    scenario.refused(BuyChips(player="Ann", amount=5_00), Reason.PLAYER_HAS_LEFT, "7.B(3)")
    scenario.refused(Sit(player="Ann", seat=5, chips=100_00), Reason.PLAYER_HAS_LEFT, "7.B(3)")
    scenario.refused(LeaveTable(player="Ann"), Reason.PLAYER_HAS_LEFT, "7.B(3)")
    scenario.attended()
    assert scenario.events[-2:] == [RoundCompleted(round=1), PlayerLeft(player="Ann", chips=1_010_00)]
    assert scenario.table.seats == {2: "Ben"}


@clause("maryland", "7.B(3)")
def test_also_who_is_settled_already_stays_while_others_fight_a_war():
    scenario = ann_and_ben(f"KH 9D 9C {BURNS} QS 5S").attended()
    scenario.when(LeaveTable(player="Ann")).then_exactly(HandAbandoned(hand=1))
    scenario.when(GoToWar(hand=2)).attended()
    assert scenario.of(PlayerLeft) == []
    scenario.when(DeclineTieWager(hand=2)).attended()
    assert left_with(scenario) == 1_010_00


@clause("maryland", "7.B(3)")
def test_who_has_no_wager_may_leave_at_any_time():
    scenario = at_table("maryland", cards="KH 5D 9C", players=3).wagers({1: 10_00, 2: 10_00})
    scenario.when(CallNoMoreBets()).until(Act.SETTLE_HAND)
    left = PlayerLeft(player="Cleo", chips=1_000_00)
    scenario.when(LeaveTable(player="Cleo")).then_exactly(left)


@clause("maryland", "7.B(3)")
def test_before_no_more_bets_a_player_leaves_with_the_wagers():
    scenario = at_table("maryland").wagers({1: 10_00, 2: 10_00}, tie={1: 5_00})
    scenario.when(LeaveTable(player="Ann")).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerWithdrawn(hand=1, wager=Wager.TIE, amount=5_00),
        PlayerLeft(player="Ann", chips=1_000_00),
    )


@clause("maryland", "7.B(3)")
def test_a_wager_that_was_withdrawn_before_is_not_taken_along_twice():
    scenario = at_table("maryland").wagers({1: 10_00}, tie={1: 5_00})
    scenario.when(WithdrawWager(hand=1, wager=Wager.TIE)).when(LeaveTable(player="Ann")).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
        PlayerLeft(player="Ann", chips=1_000_00),
    )


# leaving: a floorperson decides


@clause("maryland", "7.B(4)")
@pytest.mark.parametrize(
    ("card", "chips"), [("KH", 1_010_00), ("5H", 990_00)], ids=["the hand wins", "the hand loses"]
)
def test_without_a_decision_the_hand_is_settled_on_its_cards(card, chips):
    scenario = ann_and_ben(f"{card} 5D 9C").when(LeaveTable(player="Ann")).attended()
    assert scenario.of(HandForfeited) == []
    assert left_with(scenario) == chips


@clause("maryland", "7.B(4)")
@pytest.mark.parametrize(
    ("ruling", "lost"), [(Ruling.LOSE_THE_HAND, 10_00), (Ruling.SURRENDER_THE_HAND, 5_00)]
)
def test_a_tie_hand_that_cannot_choose_stops_play_for_the_floorpersons_word(ruling, lost):
    scenario = ann_and_ben("9H 5D 9C", tie=5_00).when(LeaveTable(player="Ann"))
    scenario.until(Act.SETTLE_ABANDONED)
    scenario.then(WagerPaid(hand=1, wager=Wager.TIE, amount=50_00))
    assert (scenario.due.role, scenario.due.clause, scenario.due.seat) == (Role.DEALER, "7.B(4)", 1)
    for choice in (Surrender(hand=1), GoToWar(hand=1)):
        scenario.refused(choice, Reason.PLAYER_HAS_LEFT, "7.B(4)")
    scenario.when(SettleAbandoned())
    assert (scenario.due.act, scenario.due.role) == (Act.RULE, Role.FLOORPERSON)
    assert (scenario.due.clause, scenario.due.seat) == ("7.B(4)", 1)
    for command in (SettleAbandoned(), DeclareAbandoned(hand=1)):
        scenario.refused(command, Reason.PLAY_IS_STOPPED, "7.B(4)")
    for other in (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND):
        scenario.refused(Rule(ruling=other), Reason.RULING_NOT_POSSIBLE)
    scenario.refused(Rule(ruling=ruling, by=Role.DEALER), Reason.ROLE_MAY_NOT)
    scenario.when(Rule(ruling=ruling)).then(WagerCollected(hand=1, wager=Wager.INITIAL, amount=lost))
    assert left_with(scenario.attended()) == 1_000_00 + 50_00 - lost


@clause("maryland", "7.B(4)", "9.J(3)")
@pytest.mark.parametrize(
    ("ruling", "pays"), [(Ruling.LOSE_THE_HAND, {}), (Ruling.SURRENDER_THE_HAND, {1: 25_00})]
)
def test_a_hand_that_is_ruled_lost_loses_its_open_side_wagers_too(ruling, pays):
    scenario = with_chips(progressive_table("9H 9D"), 1).dealt().when(LeaveTable(player="Ann")).attended()
    scenario.when(Rule(ruling=ruling)).attended()
    assert paid(scenario) == pays


@clause("maryland", "7.B(4)")
def test_every_event_of_a_hand_ruled_lost_cites_the_clause_on_leaving():
    scenario = ann_and_ben("9H 5D 9C").when(LeaveTable(player="Ann")).until(Act.SETTLE_ABANDONED)
    scenario.when(SettleAbandoned())
    assert cited_behind(scenario, Rule(ruling=Ruling.LOSE_THE_HAND), WagerCollected) == ["7.B(4)"]


def cited_behind(scenario: Scenario, command: Command, kind: type[Event]) -> list[str]:
    """Give a command and list the clauses behind the events of a kind that it brings about."""
    events = decide(scenario.rules, scenario.table, command)
    return [event.clause for event in events if isinstance(event, kind)]


@clause("maryland", "7.B(4)", "9.J(3)")
def test_an_open_progressive_wager_can_be_declared_lost_after_the_initial_wager_is_settled():
    scenario = with_chips(progressive_table("KH 9D 9C"), 1, hands=[2]).dealt()
    scenario.when(LeaveTable(player="Ann"))
    scenario.when(DeclareAbandoned(hand=1)).then_exactly(HandForfeited(hand=1))


@clause("maryland", "7.B(4)", "9.J(3)")
def test_a_settled_hand_without_a_progressive_wager_leaves_nothing_behind():
    scenario = with_chips(progressive_table("KH 9D 9C"), 2, hands=[1]).dealt().when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=1), Reason.NOTHING_LEFT_BEHIND, "7.B(4)")


@clause("maryland", "11.C", "7.B(3)")
def test_a_player_who_left_and_whose_only_hand_is_void_is_gone_at_once():
    scenario = ann_and_ben("5D 9C").when(LeaveTable(player="Ann"))
    scenario.when(ReportNoCardDealt(hand=1)).then(
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        HandVoided(hand=1),
        PlayerLeft(player="Ann", chips=1_000_00),
    )
    assert scenario.table.seats == {2: "Ben"}


@clause("maryland", "7.B(4)", "10.C(1)")
@pytest.mark.parametrize("void_meter", ["reversed", "stays"])
@pytest.mark.parametrize("act", [Act.COLLECT_PROGRESSIVE, Act.COUNT_PROGRESSIVE, Act.DEAL_CARD])
def test_by_another_reading_who_leaves_before_the_first_card_takes_the_wagers_along(act, void_meter):
    readings = {"round_begins": "first_card", "void_meter": void_meter}  # What is taken along is not void.
    scenario = progressive_table("5D 9C", readings=readings)
    with_chips(scenario, 1, 2).when(CallNoMoreBets()).until(act).when(LeaveTable(player="Ann"))
    assert scenario.events[-2:] == [HandVoided(hand=1), PlayerLeft(player="Ann", chips=1_000_00)]
    assert scenario.table.meters == {"progressive": 10_000_60}
    scenario.attended()
    assert scenario.net("Ben") == -15_00


@clause("maryland", "7.B(4)", "11.C")
@pytest.mark.parametrize(
    ("command", "clauses"),
    [
        (LeaveTable(player="Ann"), {"7.B(4)", "7.B(4); R105", ""}),
        (ReportNoCardDealt(hand=1), {"11.C", "11.C; R91"}),
    ],
)
def test_read_so_who_leaves_is_told_apart_from_who_is_skipped_first(command, clauses):
    scenario = progressive_table("5D 9C", readings={"round_begins": "first_card"})
    with_chips(scenario, 1, 2).when(CallNoMoreBets()).until(Act.DEAL_CARD)
    assert {event.clause for event in scenario.when(command).cited} == clauses
    abandoned = scenario.of(HandAbandoned)
    assert abandoned == ([HandAbandoned(hand=1, takes_along=True)] if "" in clauses else [])


@clause("maryland", "7.B(4)", "8.F")
@pytest.mark.parametrize("act", [Act.COLLECT_PROGRESSIVE, Act.COUNT_PROGRESSIVE, Act.DEAL_CARD])
def test_read_so_the_round_is_over_when_the_only_player_leaves(act):
    scenario = progressive_table("5D 9C", readings={"round_begins": "first_card"})
    with_chips(scenario, 1).when(CallNoMoreBets()).until(act).when(LeaveTable(player="Ann"))
    assert scenario.events[-2:] == [PlayerLeft(player="Ann", chips=1_000_00), RoundCompleted(round=1)]
    assert (scenario.table.round, scenario.attended().drawn) == (None, [])


@clause("maryland", "7.B(4)")
@pytest.mark.parametrize("reading", ["no_more_bets", "first_card"])
def test_after_the_first_card_the_wagers_stay_by_either_reading(reading):
    scenario = at_table("maryland", cards="KH 5D 9C", readings={"round_begins": reading})
    scenario.wagers({1: 10_00, 2: 10_00}).when(CallNoMoreBets(), DealCard(), LeaveTable(player="Ann"))
    scenario.then(HandAbandoned(hand=1))


@clause("maryland", "7.B(4)")
@pytest.mark.parametrize(
    ("war_cards", "chips"),
    [("KS 7S", 1_010_00), ("7D 7S", 1_020_00), ("5S 7S", 980_00)],
    ids=["won", "tied", "lost"],
)
def test_without_a_decision_a_war_is_fought_to_its_end(war_cards, chips):
    scenario = ann_and_ben(f"9H 5D 9C {BURNS} {war_cards}").attended().when(GoToWar(hand=1))
    scenario.when(LeaveTable(player="Ann")).attended()
    assert scenario.of(TieWagerOffered) == []
    assert left_with(scenario) == chips


@clause("maryland", "7.B(4)")
def test_nobody_waits_for_the_tie_wager_of_a_player_who_left():
    scenario = ann_and_ben(f"9H 5D 9C {BURNS} KS 7S").attended().when(GoToWar(hand=1))
    scenario.until(Act.ANSWER_TIE_OFFER).when(LeaveTable(player="Ann"))
    assert scenario.due.act is Act.COLLECT_CARDS
    late = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)
    scenario.refused(late, Reason.PLAYER_HAS_LEFT, "7.B(3)")
    assert left_with(scenario.attended()) == 1_010_00


@clause("maryland", "7.B(4)")
def test_a_floorperson_may_treat_the_wagers_as_lost():
    scenario = ann_and_ben("KH 5D 9C", tie=5_00).when(LeaveTable(player="Ann"))
    scenario.when(DeclareAbandoned(hand=1)).then_exactly(HandForfeited(hand=1))
    scenario.attended().then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    )
    assert left_with(scenario) == 985_00


@clause("maryland", "7.B(4)")
def test_a_floorperson_may_treat_the_wagers_of_a_war_as_lost():
    scenario = ann_and_ben(f"9H 5D 9C {BURNS} KS 7S").attended()
    scenario.when(GoToWar(hand=1), PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00))
    scenario.when(LeaveTable(player="Ann"), DeclareAbandoned(hand=1)).attended()
    assert scenario.of(WagerEvent) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR_TIE, amount=5_00),
    ]


@clause("maryland", "7.B(4)")
def test_only_a_floorperson_decides_and_only_on_a_player_who_left():
    scenario = ann_and_ben("KH 5D 9C")
    scenario.refused(DeclareAbandoned(hand=1), Reason.NOT_ABANDONED, "7.B(4)")
    scenario.when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=1, by=Role.DEALER), Reason.ROLE_MAY_NOT)
    scenario.refused(DeclareAbandoned(hand=2), Reason.NOT_ABANDONED, "7.B(4)")
    scenario.when(DeclareAbandoned(hand=1))
    scenario.refused(DeclareAbandoned(hand=1), Reason.TREATED_AS_LOST, "7.B(4)")


@clause("maryland", "7.B(4)")
def test_where_no_hand_is_there_is_no_wager_to_decide_on():
    scenario = ann_and_ben("KH 5D 9C").attended().when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=1), Reason.NO_SUCH_WAGER, "7.B(4)")
    scenario.wagers({2: 10_00}).when(CallNoMoreBets())
    scenario.refused(DeclareAbandoned(hand=1), Reason.NO_SUCH_WAGER, "7.B(4)")


@clause("maryland", "7.B(4)")
def test_what_is_settled_is_not_decided_again():
    scenario = ann_and_ben("KH 9D 9C").attended().when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=1), Reason.NOTHING_LEFT_BEHIND, "7.B(4)")


@clause("maryland", "7.B(4)", "7.E")
def test_a_player_abandons_all_boxes():
    scenario = at_table("maryland", cards="KH 5D 9C", players=1, house=House(adjacent_boxes=2))
    second = PlaceWager(hand=2, wager=Wager.INITIAL, amount=20_00, player="Ann")
    scenario.wagers({1: 10_00}).when(second, CallNoMoreBets(), LeaveTable(player="Ann"))
    scenario.then(HandAbandoned(hand=1), HandAbandoned(hand=2))
    assert left_with(scenario.attended()) == 1_000_00 + 10_00 - 20_00


# leaving: the two other readings


@clause("maryland", "7.B(4)")
@pytest.mark.parametrize("card", ["KH", "9H", "5H"], ids=["higher", "tie", "lower"])
def test_read_as_lost_the_wagers_are_lost_on_any_card(card):
    scenario = ann_and_ben(f"{card} 5D 9C", "lost", tie=5_00)
    scenario.when(LeaveTable(player="Ann")).then_exactly(HandAbandoned(hand=1), HandForfeited(hand=1))
    assert left_with(scenario.attended()) == 985_00


@clause("maryland", "7.B(4)")
def test_read_as_lost_what_was_won_before_leaving_stays_won():
    scenario = ann_and_ben("KH 9D 9C", "lost").attended()
    scenario.when(LeaveTable(player="Ann")).then_exactly(HandAbandoned(hand=1))
    assert left_with(scenario.when(Surrender(hand=2)).attended()) == 1_010_00


@clause("maryland", "7.B(4)")
@pytest.mark.parametrize(("card", "chips"), [("KH", 1_010_00), ("5H", 990_00), ("9H", 995_00)])
def test_read_as_settled_a_hand_is_settled_on_its_cards_and_a_tie_surrendered(card, chips):
    scenario = ann_and_ben(f"{card} 5D 9C", "settled").when(LeaveTable(player="Ann")).attended()
    assert left_with(scenario) == chips


@clause("maryland", "7.B(4)")
def test_read_as_settled_the_dealer_surrenders_the_tie_hand_in_its_turn():
    scenario = ann_and_ben("9H 9D 9C", "settled").when(LeaveTable(player="Ann")).attended()
    scenario.then(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
    )
    assert (scenario.due.act, scenario.due.seat) == (Act.CHOOSE, 2)


@clause("maryland", "7.B(4)")
def test_where_all_that_is_left_is_settled_there_is_nothing_to_decide():
    scenario = ann_and_ben("KH 5D 9C", "settled").when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=1), Reason.NOT_PROVIDED_FOR, "7.B(4)")


@clause("maryland", "7.B(4)")
def test_where_all_that_is_left_is_lost_it_is_lost_already():
    scenario = ann_and_ben("KH 5D 9C", "lost")
    scenario.refused(DeclareAbandoned(hand=1), Reason.NOT_ABANDONED, "7.B(4)")
    scenario.when(LeaveTable(player="Ann"))
    scenario.refused(DeclareAbandoned(hand=1), Reason.TREATED_AS_LOST, "7.B(4)")
