"""What each player is offered at one table or another: places, boxes, terminals, the bank, coupons."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.cited_values import Cited
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Base
from casinowar.game.legal_actions import Action, duties, legal_actions
from casinowar.game.refusal import Reason
from casinowar.game.table import CLOSED
from casinowar.game.words import Act, Instrument, Role, Wager
from casinowar.rulebooks import load_sample
from tests.support.banking import BANKER, banked, declines, players
from tests.support.changing import book_with
from tests.support.scenario import LIMITS, Scenario, at_table, ready


def offered(scenario: Scenario, kind: type[c.Command], player: str = "Ann") -> list[Action]:
    """List what a player may do of one kind."""
    actions = legal_actions(scenario.rules, scenario.table, player)
    return [action for action in actions if type(action.command) is kind]


def places(scenario: Scenario, player: str, kind: type[c.Command] = c.PlaceWager) -> list[int]:
    """List where a player may sit, or make an initial wager."""
    commands: list[Any] = [action.command for action in offered(scenario, kind, player)]
    if kind is c.Sit:
        return [command.seat for command in commands]
    return [command.hand for command in commands if command.wager is Wager.INITIAL]


def wagers(scenario: Scenario, player: str = "Ann") -> dict[Wager, list[Action]]:
    """List the wagers that a player may place."""
    found: dict[Wager, list[Action]] = {}
    for action in offered(scenario, c.PlaceWager, player):
        assert isinstance(action.command, c.PlaceWager)
        found.setdefault(action.command.wager, []).append(action)
    return found


def span(action: Action) -> tuple[int, int, int]:
    return action.least, action.most, action.step


def under(changes: Mapping[str, object], rulebook: str, players: int = 1, **house: Any) -> Scenario:
    """Seat players at a table whose text has other values."""
    scenario = Scenario(Rules(book_with(rulebook, changes), House(limits=LIMITS, **house)), CLOSED)
    scenario.when(c.OpenTable(counted=False))
    for seat, player in enumerate(("Ann", "Ben")[:players], 1):
        scenario.when(c.Sit(player=player, seat=seat, chips=1_000_00))
    return ready(scenario)


def due_of_players(scenario: Scenario) -> list[tuple[Act, int | None]]:
    return [(duty.act, duty.seat) for duty in duties(scenario.rules, scenario.table)[Role.PLAYER]]


# places


def test_a_newcomer_may_stand_behind_those_who_sit():
    scenario = players(2, house=House(backline=2))
    assert places(scenario, "Zed", c.Sit) == [3, 4, 5, 6, 7, 8, 101, 102, 201, 202]
    assert span(offered(scenario, c.Sit, "Zed")[0]) == (1, 10**12, 1)


def test_a_player_is_offered_the_boxes_on_both_sides():
    scenario = at_table("maryland", players={4: "Ann"}, house=House(adjacent_boxes=2))
    assert places(scenario, "Ann") == [4, 3, 5]
    scenario.when(c.PlaceWager(hand=4, wager=Wager.INITIAL, amount=10_00, player="Ann"))
    assert places(scenario, "Ann") == [4, 3, 5]


def test_a_terminal_is_offered_every_community_card():
    scenario = at_table("maryland", players=2, house=House(electronic=ElectronicChoices(community_cards=3)))
    assert places(scenario, "Ben") == [201, 202, 203]


def test_a_box_with_anothers_wager_is_refused_as_a_box():
    scenario = at_table("maryland", players=2, house=House(adjacent_boxes=2)).wagers({2: 10_00})
    wager = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann")
    scenario.refused(wager, Reason.NOT_YOUR_BOX, "7.E")


# wagers


def test_a_tie_wager_that_equals_initial_and_war_wager_is_offered_in_that_size():
    scenario = under({"wagers.war_tie.equal": Base.BOTH}, "maryland").next_cards("9H 9C")
    scenario.wagers({1: 10_00}).dealt().when(c.GoToWar(hand=1)).attended()
    (tie,) = offered(scenario, c.PlaceWager)
    assert isinstance(tie.command, c.PlaceWager)
    assert (tie.command.wager, tie.least, tie.most) == (Wager.WAR_TIE, 20_00, 20_00)


def test_a_wager_is_offered_and_raised_in_chips_whatever_the_limits_and_the_players_chips():
    limits = {Wager.INITIAL: Limit(minimum="5.50", maximum="20.50")}
    house = House(limits=limits, smallest_chip="1")
    scenario = at_table("maryland", players=2, chips=7_50, house=house)
    assert [span(action) for action in wagers(scenario)[Wager.INITIAL]] == [(6_00, 7_00, 100)]
    scenario.wagers({1: 6_00})
    assert [span(action) for action in wagers(scenario)[Wager.INITIAL]] == [(1_00, 1_00, 100)]
    assert due_of_players(scenario) == [(Act.PLACE_WAGERS, 2)]
    scenario.table = replace(scenario.table, chips={**scenario.table.chips, "Ben": 5_99})
    assert due_of_players(scenario) == []


def test_an_action_tells_which_commands_it_is():
    lays = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=5_00, player="Ann")
    action = Action(lays, "1", 5_00, 11_00, 3_00, (Instrument.CHIP, Instrument.PLAQUE))
    assert action.varies
    assert not Action(lays, "1", 5_00, 5_00).varies
    amounts = (2_00, 5_00, 6_00, 7_00, 8_00, 11_00, 14_00)
    assert [amount for amount in amounts if action.holds(amount)] == [5_00, 8_00, 11_00]
    assert action.allows(replace(lays, amount=8_00))
    assert action.allows(replace(lays, made_with=Instrument.PLAQUE))
    others = [
        replace(lays, amount=6_00),
        replace(lays, wager=Wager.TIE),
        replace(lays, made_with=Instrument.CASH),
        c.GoToWar(hand=1, player="Ann"),
    ]
    assert not any(action.allows(other) for other in others)
    war = Action(c.GoToWar(hand=1, player="Ann"))
    assert [war.allows(c.GoToWar(hand=hand, player="Ann")) for hand in (1, 2)] == [True, False]


def test_an_equal_tie_wager_is_raised_by_what_the_initial_wager_was_raised_by():
    scenario = under({}, "tied_wagers").wagers({1: 10_00}, tie={1: 10_00}).wagers({1: 8_00})
    tie = wagers(scenario)[Wager.TIE]
    assert [span(action)[:2] for action in tie] == [(8_00, 8_00)]


def test_a_side_wager_is_offered_in_each_of_its_sizes_and_raised_to_the_next():
    spin = load_sample("maryland").bonus_spin
    assert spin is not None
    spin = replace(spin, amounts=("5", "15", "20"), positions=())
    sizes = {"bonus_spin.amounts.value": ("5", "15", "20")}
    scenario = under(sizes, "maryland", bonus_spin=spin).wagers({1: 10_00})
    assert [action.least for action in wagers(scenario)[Wager.BONUS_SPIN]] == [5_00, 15_00, 20_00]
    scenario.when(c.PlaceWager(hand=1, wager=Wager.BONUS_SPIN, amount=5_00))
    raised = wagers(scenario)[Wager.BONUS_SPIN]
    assert [span(action)[:2] for action in raised] == [(10_00, 10_00), (15_00, 15_00)]


@pytest.mark.parametrize(
    ("taken", "made_with"),
    [
        ((Instrument.PLAQUE,), (Instrument.PLAQUE,)),
        ((Instrument.CHIP, Instrument.PLAQUE), (Instrument.CHIP, Instrument.PLAQUE)),
    ],
)
def test_a_wager_is_offered_with_what_the_text_takes(taken, made_with):
    scenario = under({"wagers.instruments.value": taken}, "tied_wagers")
    assert [action.made_with for action in wagers(scenario)[Wager.INITIAL]] == [made_with]


@pytest.mark.parametrize("reading", ["initial_wager_only", "as_chips"])
def test_a_coupon_is_offered_in_any_amount_that_chips_can_make(reading):
    limits = {Wager.INITIAL: Limit(minimum="1", maximum="100")}
    house = House(limits=limits, coupons=True, smallest_chip="0.50")
    readings = {"match_play_coupons": reading, "odd_half": "payable_in_chips"}
    scenario = at_table("wisconsin", players=1, house=house, readings=readings).wagers({1: 10_00})
    coupons = [each for each in offered(scenario, c.PlaceWager) if each.made_with == (Instrument.COUPON,)]
    most = 90_00 if reading == "as_chips" else 10_00
    assert (span(coupons[0]), coupons[0].clause) == ((50, most, 50), "(f)(1)")
    assert len(coupons) == (2 if reading == "as_chips" else 1), "as chips it goes on the tie wager, too"


def test_a_tied_war_is_given_up_under_its_own_clause():
    scenario = under({"war.again.clause": "8.1"}, "again_at_a_price").next_cards("9H 9C 2S 5H 5C")
    scenario.wagers({1: 10_00}).dealt()
    assert [action.clause for action in offered(scenario, c.Surrender)] == ["7"]
    assert [action.clause for action in offered(scenario, c.GoToWar)] == ["8"]
    scenario.when(c.GoToWar(hand=1)).attended()
    assert [action.clause for action in offered(scenario, c.DeclineTieWager)] == ["4"]
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    assert [action.clause for action in offered(scenario, c.Surrender)] == ["8.1"]


def test_whoever_lacks_a_required_wager_on_one_of_two_boxes_is_asked_for_it():
    boxes = {"seating.adjacent_boxes": Cited(clause="3")}
    scenario = under(boxes, "tied_wagers", players=1, adjacent_boxes=2)
    scenario.when(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert due_of_players(scenario) == [(Act.PLACE_WAGERS, 1)]
    assert duties(scenario.rules, scenario.table)[Role.DEALER] == ()
    scenario.when(
        c.PlaceWager(hand=1, wager=Wager.TIE, amount=10_00),
        c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann"),
    )
    assert duties(scenario.rules, scenario.table)[Role.DEALER] == (scenario.due,)
    assert due_of_players(scenario) == [(Act.PLACE_WAGERS, 1)]


# cards


@pytest.mark.parametrize(("changes", "margin"), [({}, 10), ({"cut.margin": None}, 1)])
def test_a_cut_leaves_its_margin_on_either_side(changes, margin):
    scenario = under(changes, "maryland")
    assert offered(scenario, c.CutStack) == []
    scenario = Scenario(scenario.rules).when(c.OpenTable(counted=False))
    scenario.when(c.Sit(player="Ann", seat=1, chips=100_00)).attended()
    (cut,) = offered(scenario, c.CutStack)
    assert span(cut) == (margin, 312 - margin, 1)
    assert len(offered(scenario, c.RefuseCut)) == 1


def test_the_first_player_at_an_idle_table_may_ask_to_see_the_cards():
    scenario = at_table("maryland", players=1, cards="KH 2C", readings={"idle_inspection": "on_request"})
    scenario.wagers({1: 10_00}).dealt().when(c.LeaveTable(player="Ann")).attended()
    scenario.when(c.Sit(player="Ben", seat=2, chips=100_00))
    assert [action.clause for action in offered(scenario, c.RequestInspection, "Ben")] == ["5.I(2)"]


# the bank


@pytest.mark.parametrize(
    ("minimum", "chip", "chips", "expected"),
    [("5.50", "1", 20_50, (6_00, 20_00, 100)), ("0", "0.01", 3, (2, 2, 2))],
)
def test_a_bank_is_offered_in_chips_from_its_minimum_on(minimum, chip, chips, expected):
    limits = {Wager.INITIAL: Limit(minimum="1", maximum="100")}
    house = House(limits=limits, bank_minimum=minimum, smallest_chip=chip)
    scenario = at_table("california", bankers=False, players=2, chips=chips, house=house)
    (bank,) = offered(scenario, c.TakeBank)
    assert span(bank) == expected
    assert offered(scenario, c.TakeBank, "Ben") == []


def test_who_has_less_than_a_chip_may_still_leave_a_short_bank_as_it_is():
    scenario = banked(4_00, "9C 9D", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    banker = scenario.table.seats[BANKER]
    (adds,) = offered(scenario, c.AddToBank, banker)
    assert span(adds) == (0, 9_996_00, 2)
    scenario.table = replace(scenario.table, chips={**scenario.table.chips, banker: 1})
    (adds,) = offered(scenario, c.AddToBank, banker)
    assert (adds.least, adds.most) == (0, 0)
    assert offered(scenario, c.AddToBank, "Ann") == []


def test_who_is_asked_to_bank_may_decline_buy_chips_and_leave():
    actions = legal_actions(players(2).rules, players(2).table, "Ann")
    kinds = [type(action.command) for action in actions]
    assert kinds == [c.TakeBank, c.DeclineBank, c.BuyChips, c.CashOut, c.LeaveTable]
    assert span(actions[2]) == (1, 10**12, 1)


def test_once_all_have_declined_everybody_who_can_is_asked_for_a_bank():
    scenario = declines(players(3), 1, 2, 3)
    assert due_of_players(scenario) == [(Act.ANSWER_BANK, seat) for seat in (1, 2, 3)]
    scenario.table = replace(scenario.table, chips={**scenario.table.chips, "Ben": 0})
    assert due_of_players(scenario) == [(Act.ANSWER_BANK, seat) for seat in (1, 3)]


def test_before_that_one_player_is_asked_and_nobody_while_the_table_lacks_players():
    scenario = players(2)
    assert due_of_players(scenario) == [(Act.ANSWER_BANK, 1)]
    scenario.when(c.LeaveTable(player="Ben"))
    assert due_of_players(scenario) == [(Act.TAKE_SEAT, None)]
