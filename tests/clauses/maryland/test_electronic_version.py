"""The electronic version: three, five or seven community cards, each a hand that any terminal may back.

Hand 203 is what terminal 2 wagers on community card 3.
"""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.decide import decide
from casinowar.game.refusal import HouseError, Reason, Refusal
from casinowar.game.words import DEALER, Act, Choice, Comparison, Irregularity, Ruling, Wager
from casinowar.rulebooks import load_rules
from tests.support import progressives
from tests.support.clause import clause
from tests.support.pickling import there_and_back
from tests.support.scenario import LIMITS, Scenario, at_table
from tests.support.wheels import BONUS_SPIN, spin_wager, stop

BURNED = "2S 2S 2S"


def electronic(
    cards: str = "",
    *,
    community_cards: int = 3,
    players: int = 3,
    chips: int = 1_000_00,
    readings: dict[str, str] | None = None,
) -> Scenario:
    house = House(limits=LIMITS, electronic=ElectronicChoices(community_cards=community_cards))
    return at_table("maryland", cards=cards, players=players, chips=chips, house=house, readings=readings)


def initial(hand: int, amount: int = 10_00) -> c.PlaceWager:
    return c.PlaceWager(hand=hand, wager=Wager.INITIAL, amount=amount)


def nets(scenario: Scenario) -> dict[str, int]:
    return {player: scenario.net(player) for player in scenario.table.chips}


# the cards


@clause("maryland", "9.L", "9.L(1)", "9.L(2)")
@pytest.mark.parametrize("cards", [3, 5, 7])
def test_the_dealer_gets_a_card_after_three_five_or_seven_community_cards(cards):
    scenario = electronic("2C 3C 4C 5C 6C 7C 8C KH", community_cards=cards).when(initial(101)).dealt()
    assert scenario.drawn == [*range(1, cards + 1), DEALER]
    assert scenario.table.round is None


@clause("maryland", "9.L(2)", "7.B(4)")
def test_every_community_card_is_dealt_also_when_who_backed_it_leaves_before_the_first():
    scenario = electronic("2C 3C 4C KH", readings={"round_begins": "first_card"})
    scenario.when(initial(101), initial(102), initial(103), initial(202), c.CallNoMoreBets())
    scenario.when(c.LeaveTable(player="Ann")).attended()
    assert scenario.drawn == [1, 2, 3, DEALER]
    assert scenario.net("Ben") == -10_00


@clause("maryland", "9.L(2)", "11.C")
def test_a_community_card_that_was_skipped_is_not_dealt_any_more():
    scenario = electronic("2C 3C KH").when(initial(101), initial(102), initial(203), c.CallNoMoreBets())
    scenario.when(c.DealCard(), c.ReportNoCardDealt(hand=102)).attended()
    assert scenario.drawn == [1, 3, DEALER]
    assert (scenario.net("Ann"), scenario.net("Ben")) == (-10_00, -10_00)


@clause("maryland", "9.L(2)")
@pytest.mark.parametrize("cards", [1, 2, 4, 6, 8, 9])
def test_any_other_number_of_community_cards_is_refused(cards):
    house = House(electronic=ElectronicChoices(community_cards=cards))
    with pytest.raises(HouseError, match=r"electronic\.community_cards: .*3 or 5 or 7 \[9\.L\(2\)\]"):
        load_rules("maryland", house)


@clause("maryland", "9.L")
@pytest.mark.parametrize("rulebook", ["washington", "south_dakota", "california", "wisconsin"])
def test_no_other_text_has_an_electronic_version(rulebook):
    house = House(electronic=ElectronicChoices(community_cards=3))
    with pytest.raises(HouseError, match="electronic: the rulebook does not provide for it"):
        load_rules(rulebook, house)


@clause("maryland", "9.L")
def test_without_the_submission_there_are_no_community_cards():
    scenario = at_table("maryland")
    scenario.refused(initial(101), Reason.NO_SUCH_SEAT)
    assert scenario.is_allowed(initial(1))


# backing


@clause("maryland", "9.L(2)")
@pytest.mark.parametrize("hand", [0, 1, 3, 100, 104, 110, 701, 801])
def test_a_wager_names_a_terminal_with_a_player_and_a_community_card(hand):
    reason = Reason.SEAT_EMPTY if hand == 701 else Reason.NO_SUCH_BACKING
    electronic().refused(initial(hand), reason)


@clause("maryland", "9.L(2)")
def test_several_terminals_back_one_card_each_with_its_own_wager_and_choice():
    scenario = electronic(f"9C 3C 4C 9H {BURNED} KC 5C")
    scenario.when(initial(101, 10_00), initial(201, 20_00), initial(301, 40_00)).dealt()
    assert {scenario.hand(hand).card for hand in (101, 201, 301)} == {"9C"}
    assert scenario.due.seat == 101
    scenario.refused(c.Surrender(hand=201), Reason.CHOICE_NOT_YET)
    scenario.when(c.GoToWar(hand=101), c.Surrender(hand=201), c.GoToWar(hand=301)).attended()
    scenario.when(c.DeclineTieWager(hand=101), c.DeclineTieWager(hand=301)).attended()
    assert scenario.table.round is None
    assert nets(scenario) == {"Ann": 10_00, "Ben": -10_00, "Cleo": 40_00}


@clause("maryland", "9.L(2)", "9.L(1)")
def test_a_tied_card_gets_one_war_card_for_all_who_go_to_war():
    scenario = electronic(f"9C 9D 4C 9H {BURNED} KC 3D 5C")
    scenario.when(initial(101), initial(201), initial(102)).dealt()
    scenario.when(*(c.GoToWar(hand=hand) for hand in (101, 201, 102)))
    for hand in (101, 201, 102):
        scenario.when(c.DeclineTieWager(hand=hand))
    scenario.until(Act.BEGIN_WAR_DEAL).when(c.BeginWarDeal())
    [began] = scenario.of(e.WarDealBegan)
    assert began.deal == (-1, -1, -1, 1, 2, DEALER)
    assert began.hands == (101, 201, 102)
    scenario.until(Act.SETTLE_HAND)
    assert scenario.round.layout[1] == ("9C", "KC")
    assert scenario.hand(101).war_cards == scenario.hand(201).war_cards == ("KC",)
    assert scenario.hand(102).war_cards == ("3D",)
    scenario.attended()
    assert nets(scenario) == {"Ann": 10_00 - 20_00, "Ben": 10_00, "Cleo": 0}


@clause("maryland", "9.L(2)")
def test_who_surrendered_has_no_part_in_the_war_card_of_the_others():
    scenario = electronic(f"9C 3C 4C 9H {BURNED} KC 5C").when(initial(101), initial(201)).dealt()
    scenario.when(c.Surrender(hand=101), c.GoToWar(hand=201)).attended().when(c.DeclineTieWager(hand=201))
    scenario.until(Act.SETTLE_HAND)
    assert (scenario.hand(101).war_cards, scenario.hand(201).war_cards) == ((), ("KC",))
    assert [event.hand for event in scenario.attended().of(e.HandSettled)] == [201]


@clause("maryland", "9.L(2)", "10.A(1)", "10.A(2)")
def test_one_terminal_backs_several_cards_with_initial_tie_and_war_wagers():
    scenario = electronic(f"KC 9C 2C 9H {BURNED} 5C KD")
    scenario.when(initial(101, 10_00), initial(102, 20_00), initial(103, 40_00))
    scenario.when(*(c.PlaceWager(hand=hand, wager=Wager.TIE, amount=1_00) for hand in (101, 102)))
    scenario.dealt()
    assert scenario.due.seat == 102
    compared = {each.hand: each.comparison for each in scenario.of(e.HandCompared)}
    assert compared == {101: Comparison.HIGHER, 102: Comparison.TIE, 103: Comparison.LOWER}
    scenario.when(c.GoToWar(hand=102)).attended()
    scenario.when(c.PlaceWager(hand=102, wager=Wager.WAR_TIE, amount=2_00)).attended()
    # +10 - 1 on the first card; +10 x 1 on the tie, the war lost with its tie wager; -40 on the third.
    assert nets(scenario)["Ann"] == (10 - 1) * 100 + (10 - 40 - 2) * 100 - 40_00


@clause("maryland", "9.L(2)")
def test_each_terminal_needs_chips_of_its_own_for_each_war():
    scenario = electronic("9C 9D 4C 9H", chips=30_00).when(initial(101), initial(102)).dealt()
    scenario.when(c.GoToWar(hand=101)).refused(c.GoToWar(hand=102), Reason.NOT_ENOUGH_CHIPS)
    assert scenario.is_allowed(c.Surrender(hand=102))


# the course of a round


@clause("maryland", "9.L(2)", "9.A")
def test_cards_are_settled_counterclockwise_and_at_one_card_terminal_by_terminal():
    scenario = electronic("2C 3C 4C KH")
    scenario.when(*(initial(hand) for hand in (301, 102, 201, 303, 103, 101))).dealt()
    assert [event.hand for event in scenario.of(e.HandSettled)] == [103, 303, 102, 101, 201, 301]


@clause("maryland", "9.L(2)", "9.E(1)(c)")
def test_tie_hands_choose_card_by_card_clockwise():
    scenario = electronic("9C 9D 9S 9H").when(*(initial(hand) for hand in (203, 103, 201, 102))).dealt()
    asked = []
    while scenario.due.act is Act.CHOOSE:
        asked.append(scenario.due.seat or 0)
        scenario.when(c.Surrender(hand=asked[-1])).attended()
    assert asked == [201, 102, 103, 203]


@clause("maryland", "9.L(2)")
def test_unbacked_community_cards_are_dealt_and_collected_with_the_others():
    scenario = electronic("2C 3C 4C 5C 6C KH", community_cards=5).when(initial(102)).dealt()
    collected = scenario.of(e.CardsCollected)
    assert [event.spots for event in collected] == [(5, 4, 3, 2, 1, DEALER)]
    assert collected[0].cards == ("6C", "5C", "4C", "3C", "2C", "KH")
    assert scenario.table.rack[-6:] == collected[0].cards


@clause("maryland", "9.L(2)")
def test_unbacked_cards_do_not_go_to_war_even_when_they_tie():
    scenario = electronic(f"9C 9D 4C 9H {BURNED} KC 5C").when(initial(101)).dealt()
    scenario.when(c.GoToWar(hand=101)).attended().when(c.DeclineTieWager(hand=101)).attended()
    [began] = [event for event in scenario.history if isinstance(event, e.WarDealBegan)]
    assert began.deal == (-1, -1, -1, 1, DEALER)
    assert nets(scenario)["Ann"] == 10_00


@clause("maryland", "9.L", "11.B")
def test_a_void_round_gives_every_terminal_its_wagers_back():
    scenario = electronic("9C 3C KC 9H").when(initial(101), initial(201), initial(203), initial(302)).dealt()
    scenario.when(c.GoToWar(hand=101))
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER)
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert nets(scenario) == {"Ann": 0, "Ben": 0, "Cleo": 0}


@clause("maryland", "9.L(2)")
def test_a_terminal_that_does_not_choose_is_ruled_on_by_itself():
    scenario = electronic("9C 3C 4C 9H").when(initial(101), initial(201)).dealt().when(c.Surrender(hand=101))
    silent = c.ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=201)
    scenario.refused(
        c.ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=999), Reason.NO_SUCH_BACKING
    )
    scenario.when(silent, c.Rule(ruling=Ruling.SURRENDER_THE_HAND)).then(
        e.TieHandChosen(hand=201, choice=Choice.SURRENDER)
    )


@clause("maryland", "9.L(2)", "7.B(4)")
def test_a_player_who_leaves_leaves_every_card_backed():
    scenario = electronic("9C 3C 4C 9H").when(initial(101), initial(102), initial(201)).dealt()
    scenario.when(c.LeaveTable(player="Ann")).attended()
    scenario.when(c.Rule(ruling=Ruling.LOSE_THE_HAND)).attended().when(c.Surrender(hand=201)).attended()
    assert scenario.table.round is None
    assert nets(scenario) == {"Ben": -5_00, "Cleo": 0}


@clause("maryland", "9.L(2)", "5.E(2)")
def test_a_cover_card_on_a_community_card_is_on_nobodys_hand():
    scenario = electronic("2C 3C 4C KH").when(initial(101), c.CallNoMoreBets(), c.DealCard())
    shoe = replace(scenario.table.shoe, cover_card_at=scenario.table.shoe.drawn)
    scenario.table = replace(scenario.table, shoe=shoe)
    scenario.when(c.DealCard()).then(e.CoverCardDrawn(cutter=None))


# the other readings


@clause("maryland", "9.L(2)")
def test_by_another_reading_each_terminal_backs_exactly_one_card():
    scenario = electronic(readings={"community_cards": "one_card"}).when(initial(101), initial(203))
    scenario.refused(initial(102), Reason.BACK_ONE_CARD, "R64")
    scenario.when(c.PlaceWager(hand=101, wager=Wager.TIE, amount=5_00), initial(101), initial(301))
    scenario.when(c.WithdrawWager(hand=101, wager=Wager.INITIAL))
    assert scenario.is_allowed(initial(102))


@clause("maryland", "9.L(2)")
def test_by_a_third_reading_a_wager_is_made_on_all_cards_at_once():
    scenario = electronic(f"9C KC 3C 9H {BURNED} KD 5C", readings={"community_cards": "all_cards"})
    scenario.when(initial(102, 20_00)).then_exactly(
        *(
            e.WagerPlaced(hand=hand, wager=Wager.INITIAL, amount=20_00, player="Ann")
            for hand in (101, 102, 103)
        )
    )
    scenario.when(c.PlaceWager(hand=101, wager=Wager.TIE, amount=1_00))
    assert [event.hand for event in scenario.of(e.WagerPlaced)] == [101, 102, 103]
    scenario.dealt().when(c.GoToWar(hand=101))
    assert [(event.hand, event.wager) for event in scenario.of(e.WagerPlaced)] == [(101, Wager.WAR)]
    scenario.attended().when(c.DeclineTieWager(hand=101)).attended()
    assert nets(scenario)["Ann"] == (20 + 10) * 100 + (20 - 1) * 100 - (20 + 1) * 100


@clause("maryland", "9.L(2)")
@pytest.mark.parametrize(("chips", "allowed"), [(29_99, False), (30_00, True), (30_01, True)])
def test_a_wager_on_all_cards_needs_chips_for_all_of_them(chips, allowed):
    scenario = electronic(chips=chips, readings={"community_cards": "all_cards"})
    assert scenario.is_allowed(initial(101)) == allowed
    if not allowed:
        scenario.refused(initial(101), Reason.NOT_ENOUGH_CHIPS)
        assert scenario.table.chips["Ann"] == chips


@clause("maryland", "9.L(2)")
def test_a_wager_on_all_cards_is_taken_back_from_all_of_them():
    scenario = electronic(readings={"community_cards": "all_cards"}).when(initial(101), initial(201))
    scenario.when(c.PlaceWager(hand=101, wager=Wager.TIE, amount=1_00))
    scenario.when(c.WithdrawWager(hand=102, wager=Wager.TIE))
    assert [(event.hand, event.wager) for event in scenario.of(e.WagerWithdrawn)] == [
        (101, Wager.TIE),
        (102, Wager.TIE),
        (103, Wager.TIE),
    ]
    scenario.when(c.WithdrawWager(hand=103, wager=Wager.INITIAL))
    assert set(scenario.round.hands) == {201, 202, 203}
    assert scenario.table.chips["Ann"] == 1_000_00


# terminals and further wagers


@clause("maryland", "9.L")
def test_there_are_as_many_terminals_as_the_operator_has():
    house = House(limits=LIMITS, electronic=ElectronicChoices(community_cards=3), seats=40)
    scenario = at_table("maryland", cards="KH 3C 4C 9H", players={1: "Ann", 40: "Ben"}, house=house)
    scenario.when(initial(4001), initial(102)).dealt()
    assert nets(scenario) == {"Ann": -10_00, "Ben": 10_00}
    scenario.refused(c.Sit(player="Cleo", seat=41, chips=100_00), Reason.NO_SUCH_SEAT, "R106")
    scenario.refused(initial(1), Reason.NO_SUCH_BACKING, "9.L(2)")
    scenario.refused(initial(104), Reason.NO_SUCH_BACKING, "9.L(2)")


@clause("maryland", "9.L", "2.A")
@pytest.mark.parametrize(("seats", "allowed"), [(9, True), (10, False)])
def test_by_another_reading_there_are_nine_terminals_at_most(seats, allowed):
    house = House(electronic=ElectronicChoices(community_cards=3), seats=seats)
    if allowed:
        assert load_rules("maryland", house, {"terminals": "nine"}).seats == seats
        return
    with pytest.raises(HouseError, match=r"seats: 10 is not allowed; the rulebook has 1 to 9 \[2\.A\]"):
        load_rules("maryland", house, {"terminals": "nine"})


def with_further_wagers(cards: str, readings: dict[str, str] | None = None) -> Scenario:
    """Offer the progressive and the wheel at an electronic table."""
    spin = replace(BONUS_SPIN, positions=(1,) * 7)
    house = replace(
        progressives.offering(),
        electronic=ElectronicChoices(community_cards=3),
        bonus_spin=spin,
        limits=LIMITS,
    )
    return at_table("maryland", cards=cards, players=3, house=house, readings=readings)


@clause("maryland", "9.L", "9.J(4)(e)(i)")
def test_further_wagers_are_made_on_a_community_card_if_the_submission_says_so():
    scenario = with_further_wagers("9H 3C 4C 9H " + BURNED + " 9H 9H").when(initial(101), initial(202))
    scenario.when(progressives.chip_in(101), progressives.chip_in(202)).dealt().when(c.GoToWar(hand=101))
    scenario.attended().when(c.DeclineTieWager(hand=101)).attended()
    assert scenario.net("Ann") == 20_00 - 5_00 + 5_000_00 + 10_001_20
    assert scenario.net("Ben") == -10_00 - 5_00 + 5_000_00


@clause("maryland", "9.L", "10.D(2)")
def test_the_wheel_is_spun_for_terminals_too():
    scenario = with_further_wagers("2C 3C 4C KH").when(initial(101), initial(303))
    scenario.when(spin_wager(101), spin_wager(303)).dealt().when(stop(303, "$1,000", "$25")).attended()
    assert nets(scenario) == {"Ann": 10_00, "Ben": 0, "Cleo": 985_00}


@clause("maryland", "9.L")
def test_by_another_reading_there_are_no_further_wagers_at_all():
    with pytest.raises(HouseError, match=r"progressive: the electronic version.*\[9\.L\]"):
        with_further_wagers("", {"electronic_wagers": "none"})


@clause("maryland", "9.L")
def test_a_refusal_names_the_terminal_and_its_community_card():
    scenario = electronic().when(c.PlaceWager(hand=101, wager=Wager.INITIAL, amount=10_00))
    said = {
        c.WithdrawWager(hand=102, wager=Wager.INITIAL): "no initial wager at terminal 1 on community card 2.",
        c.PlaceWager(hand=102, wager=Wager.TIE, amount=5_00): "an initial wager at the same betting position",
        c.Surrender(hand=203): "Terminal 2 on community card 3 has no tie hand awaiting a choice.",
        c.WithdrawWager(
            hand=101, wager=Wager.INITIAL, player="Ben"
        ): "answer for terminal 1 on community card 1,",
    }
    for command, sentence in said.items():
        with pytest.raises(Refusal) as no:
            decide(scenario.rules, scenario.table, command)
        assert sentence in str(no.value)
        assert there_and_back(no.value).args == no.value.args


@clause("maryland", "9.L(1)", "9.L(2)")
def test_the_cards_of_the_electronic_version_have_their_own_clauses():
    scenario = electronic("KH 3D 4D 9C").when(initial(101), c.CallNoMoreBets()).until(Act.DEAL_CARD)
    cited = []
    while scenario.due.act is Act.DEAL_CARD:
        due = scenario.due
        scenario.went_on()
        [dealt] = [event for event in scenario.cited if isinstance(event, e.CardDealt)][-1:]
        cited.append((due.clause, dealt.clause))
    assert cited == [("9.L(2)", "9.L(2)")] * 3 + [("9.L(1)", "9.L(1)")]
