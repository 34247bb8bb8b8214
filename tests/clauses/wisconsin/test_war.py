import pytest

from casinowar.game import commands as c
from casinowar.game.events import (
    Burn,
    CardBurned,
    CardDealt,
    CardsCollected,
    HandCompared,
    HandSettled,
    RoundCompleted,
    TieHandChosen,
    TieWagerDeclined,
    TieWagerOffered,
    WagerCollected,
    WagerEvent,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WarWagerConfirmed,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Choice, Comparison, Role, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

BEFORE_EACH_CARD = {"war_burn": "before_each_card"}
WAR_TIE = c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=4_00)


def tie_hand(war_cards: str = "KH 7D") -> Scenario:
    """Give Ann a tie of nines on ten dollars; a war deal will burn three deuces and bring these cards."""
    scenario = at_table("wisconsin", cards=f"9H 9C 2C 2D 2S {war_cards}", players=1)
    return scenario.wagers({1: 10_00}).dealt()


def fought(war_cards: str) -> Scenario:
    """Let Ann fight a war with four dollars on a tie wager."""
    return tie_hand(war_cards).when(c.GoToWar(hand=1), WAR_TIE).attended()


@clause("wisconsin", "(h)(3)(ii)", "(h)(5)")
def test_who_goes_to_war_puts_down_a_war_wager_and_gives_up_the_whole_initial_wager():
    scenario = (
        tie_hand()
        .when(c.GoToWar(hand=1))
        .then_exactly(
            TieHandChosen(hand=1, choice=Choice.WAR),
            WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
        )
    )
    scenario.when(c.ConfirmWarWager()).then_exactly(
        WarWagerConfirmed(hand=1),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        TieWagerOffered(hand=1),
    )
    assert scenario.table.inventory == 10_00
    assert scenario.net("Ann") == -20_00


@clause("wisconsin", "(h)(5)")
def test_the_dealer_confirms_every_war_wager_before_the_war_deal():
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2).wagers({1: 10_00, 2: 30_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.GoToWar(hand=2))
    for seat, amount in ((1, 10_00), (2, 30_00)):
        assert scenario.due == Duty(Act.CONFIRM_WAR_WAGER, Role.DEALER, "(h)(5)", seat)
        scenario.refused(c.BeginWarDeal(), Reason.NOT_NOW, "(h)(5)")
        scenario.when(c.ConfirmWarWager()).then(
            WarWagerConfirmed(hand=seat), WagerCollected(hand=seat, wager=Wager.INITIAL, amount=amount)
        )


@clause("wisconsin", "(h)(5)")
def test_the_original_cards_stay_exposed_during_the_war_deal():
    scenario = tie_hand().when(c.GoToWar(hand=1), WAR_TIE).until(Act.SETTLE_HAND)
    assert (scenario.hand(1).card, scenario.round.dealer_card) == ("9H", "9C")
    assert {0, 1} <= set(scenario.round.layout)
    assert scenario.table.rack[1:] == ("2C", "2D", "2S")


@clause("wisconsin", "(h)(5)")
def test_every_player_at_war_is_offered_a_tie_wager_on_the_war_deal():
    scenario = at_table("wisconsin", cards="9H 9D 9S 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.Surrender(hand=2), c.GoToWar(hand=3)).attended()
    assert scenario.of(TieWagerOffered) == [TieWagerOffered(hand=1), TieWagerOffered(hand=3)]
    for seat in (1, 3):
        assert scenario.due == Duty(Act.ANSWER_TIE_OFFER, Role.PLAYER, "(h)(5)", seat)
        scenario.refused(c.BeginWarDeal(), Reason.NOT_NOW, "(h)(5)")
        scenario.when(c.DeclineTieWager(hand=seat)).then_exactly(TieWagerDeclined(hand=seat))
    assert scenario.due == Duty(Act.BEGIN_WAR_DEAL, Role.DEALER, "(h)(6)")


@clause("wisconsin", "(h)(5)")
def test_placing_the_offered_tie_wager_answers_the_offer():
    scenario = tie_hand().when(c.GoToWar(hand=1), c.ConfirmWarWager(), WAR_TIE)
    scenario.then(
        TieWagerOffered(hand=1), WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=4_00, player="Ann")
    )
    assert scenario.due.act is Act.BEGIN_WAR_DEAL
    scenario.refused(c.DeclineTieWager(hand=1), Reason.WAGER_NOT_OFFERED, "(h)(5)")


@clause("wisconsin", "(h)(5)")
def test_the_offer_needs_no_tie_wager_on_the_original_deal_and_is_free_in_size():
    scenario = tie_hand("KH KD").when(c.GoToWar(hand=1)).attended()
    large = c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=25_00)
    scenario.when(large).attended().then(WagerPaid(hand=1, wager=Wager.WAR_TIE, amount=250_00))


@clause("wisconsin", "(h)(5)")
def test_a_player_who_leaves_does_not_hold_up_the_war_with_an_unanswered_offer():
    scenario = tie_hand().when(c.GoToWar(hand=1)).attended().when(c.LeaveTable(player="Ann"))
    assert scenario.due.act is Act.BEGIN_WAR_DEAL
    scenario.attended().then(WagerPaid(hand=1, wager=Wager.WAR, amount=20_00), RoundCompleted(round=1))


@clause("wisconsin", "(h)(6)")
def test_the_war_deal_burns_three_cards_once_and_goes_clockwise_to_each_war_player_and_the_dealer():
    players = {6: "Ann", 2: "Ben", 4: "Cleo"}
    scenario = at_table("wisconsin", cards="9H KD 9S 9C 2C 2D 2S QH JD TC", players=players)
    scenario.wagers(dict.fromkeys(players, 10_00)).dealt().when(
        c.GoToWar(hand=2), c.GoToWar(hand=6)
    ).attended()
    scenario.when(c.DeclineTieWager(hand=2), c.DeclineTieWager(hand=6)).attended()
    assert scenario.drawn == [BURN, BURN, BURN, 2, 6, DEALER]
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.WAR)] * 3
    assert scenario.of(CardDealt) == [
        CardDealt(spot=2, card="QH", war=1),
        CardDealt(spot=6, card="JD", war=1),
        CardDealt(spot=DEALER, card="TC", war=1),
    ]


@clause("wisconsin", "(h)(6)")
def test_a_war_card_lies_beside_the_original_card():
    scenario = tie_hand().when(c.GoToWar(hand=1), WAR_TIE).until(Act.DEAL_CARD)
    assert scenario.due == Duty(Act.DEAL_CARD, Role.DEALER, "(h)(6)", 1)
    scenario.when(c.DealCard())
    assert (scenario.hand(1).card, scenario.hand(1).war_cards) == ("9H", ("KH",))


@clause("wisconsin", "(h)(6)")
def test_under_the_other_reading_three_cards_are_burned_before_each_war_card():
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2, readings=BEFORE_EACH_CARD)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().when(c.GoToWar(hand=1), c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1), c.DeclineTieWager(hand=2)).attended()
    burns = [BURN] * 3
    assert scenario.drawn == [*burns, 1, *burns, 2, *burns, DEALER]


@clause("wisconsin", "(h)(7)")
def test_war_cards_are_compared_with_the_dealers_war_card_clockwise_from_the_dealers_left():
    players = {6: "Ann", 2: "Ben", 4: "Cleo"}
    scenario = at_table("wisconsin", cards="9H 9D 9S 9C 2C 2D 2S QH TD 3C TC", players=players)
    scenario.wagers(dict.fromkeys(players, 10_00)).dealt()
    scenario.when(*(c.GoToWar(hand=seat) for seat in (2, 4, 6))).attended()
    scenario.when(*(c.DeclineTieWager(hand=seat) for seat in (2, 4, 6))).until(Act.SETTLE_HAND)
    assert scenario.due == Duty(Act.SETTLE_HAND, Role.DEALER, "(h)(7)", 2)
    assert scenario.attended().of(HandCompared, HandSettled) == [
        HandCompared(hand=2, comparison=Comparison.HIGHER, war=1),
        HandSettled(hand=2),
        HandCompared(hand=4, comparison=Comparison.TIE, war=1),
        HandSettled(hand=4),
        HandCompared(hand=6, comparison=Comparison.LOWER, war=1),
        HandSettled(hand=6),
    ]


PLACED = [
    WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
    WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=4_00, player="Ann"),
    WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
]


@clause("wisconsin", "(h)(7)(i)", "(h)(8)")
def test_the_lower_war_card_loses_the_war_wager_and_the_tie_wager():
    scenario = fought("6H 7D")
    assert scenario.of(WagerEvent) == [
        *PLACED,
        WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR_TIE, amount=4_00),
    ]
    assert scenario.net("Ann") == -24_00
    assert scenario.table.inventory == 24_00


@clause("wisconsin", "(h)(7)(ii)", "(h)(8)")
def test_the_higher_war_card_wins_the_war_wager_and_loses_the_tie_wager():
    scenario = fought("8H 7D")
    assert scenario.of(WagerEvent) == [
        *PLACED,
        WagerPaid(hand=1, wager=Wager.WAR, amount=20_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR_TIE, amount=4_00),
    ]
    assert scenario.net("Ann") == 10_00 - 4_00
    assert scenario.table.inventory == -6_00


@clause("wisconsin", "(h)(7)(iii)", "(h)(8)")
def test_the_equal_war_card_wins_the_war_wager_and_the_tie_wager():
    scenario = fought("7H 7D")
    assert scenario.of(WagerEvent) == [
        *PLACED,
        WagerPaid(hand=1, wager=Wager.WAR, amount=30_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
        WagerPaid(hand=1, wager=Wager.WAR_TIE, amount=40_00),
        WagerReturned(hand=1, wager=Wager.WAR_TIE, amount=4_00),
    ]
    assert scenario.net("Ann") == 20_00 + 40_00


@pytest.mark.parametrize("war_cards", ["8H 7D", "7H 7D", "6H 7D"])
@clause("wisconsin", "(h)(8)")
def test_after_the_war_all_remaining_cards_go_into_the_discard_rack_hand_by_hand(war_cards):
    scenario = tie_hand(war_cards).when(c.GoToWar(hand=1), WAR_TIE).until(Act.COLLECT_CARDS)
    assert scenario.due == Duty(Act.COLLECT_CARDS, Role.DEALER, "(h)(8)")
    theirs, dealers = war_cards.split()
    scenario.when(c.CollectCards()).then_exactly(
        CardsCollected(spots=(1, DEALER), cards=("9H", theirs, "9C", dealers)), RoundCompleted(round=1)
    )
    assert scenario.table.rack[4:] == ("9H", theirs, "9C", dealers)
