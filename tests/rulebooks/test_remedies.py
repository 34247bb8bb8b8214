"""Remedies that a file of one's own can give: the shipped example plays them, and others are refused."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import attend
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.variants import FaceUpBurn, Remedy
from casinowar.game.chance import IN_ORDER
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Choice, Irregularity, Occasion, Role, Ruling, Wager
from casinowar.rulebooks import consistency, loader, open_rulebook
from tests.support.scenario import Scenario, at_table, with_remedy

EXAMPLE = Path(loader.__file__).parent / "examples" / "remedies.toml"
OUT_OF_TIME = c.ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=1)


def table(cards: str, players: int = 1) -> Scenario:
    return at_table(str(EXAMPLE), cards=cards, players=players)


# a choice not made in time


def choosing() -> Scenario:
    """Have Ann asked at noon."""
    scenario = table("9H 9C").wagers({1: 10_00}).when(c.TellTime(now=43_200))
    return scenario.dealt()


def test_who_does_not_choose_in_time_surrenders_without_a_floorperson():
    scenario = choosing().when(c.TellTime(now=43_229))
    scenario.refused(OUT_OF_TIME, Reason.STILL_CHOOSING, "9.7")
    scenario.when(c.TellTime(now=43_230), OUT_OF_TIME).then(
        e.IrregularityReported(irregularity=Irregularity.NO_CHOICE),
        e.TieHandChosen(hand=1, choice=Choice.SURRENDER),
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
    )
    assert scenario.attended().net("Ann") == -5_00


def test_the_automatic_dealer_waits_for_the_clock():
    scenario = choosing()
    assert list(attend(scenario.rules, scenario.table, IN_ORDER)) == []
    scenario.when(c.TellTime(now=43_231)).attended()
    assert replace(OUT_OF_TIME, by=Role.AUTOMATIC) in [entry.command for entry in scenario.entries]
    assert scenario.net("Ann") == -5_00


def test_each_player_has_the_whole_time():
    scenario = table("9H 9D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    scenario.when(c.TellTime(now=29), c.GoToWar(hand=1), c.TellTime(now=58))
    scenario.refused(replace(OUT_OF_TIME, hand=2), Reason.STILL_CHOOSING, "9.7")
    assert scenario.when(c.TellTime(now=59)).is_allowed(replace(OUT_OF_TIME, hand=2))


def test_without_a_time_the_dealer_says_when_it_is_too_long():
    scenario = with_remedy(choosing(), Irregularity.NO_CHOICE, Remedy.SURRENDER, after=None)
    assert scenario.when(OUT_OF_TIME).of(e.TieHandChosen)
    assert not scenario.of(e.PlayStopped)


# a card moved to its place


def test_a_card_dealt_to_a_place_without_a_wager_is_moved_to_the_next_that_has_one():
    scenario = (
        table("KH QD 9C", players=3).wagers({1: 10_00, 3: 10_00}).when(c.CallNoMoreBets(), c.DealCard())
    )
    scenario.when(c.ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT, hand=2)).then_exactly(
        e.CardDrawnInError(exposed=True, card="QD", irregularity=Irregularity.CARD_TO_EMPTY_SEAT),
        e.CardDealt(spot=3, card="QD", from_aside=True),
    )
    scenario.attended().then(e.CardDealt(spot=DEALER, card="9C"))


def test_cards_dealt_past_a_seat_are_moved_back_to_it():
    scenario = (
        table("KH QD 9C", players=2).wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets(), c.DealCard())
    )
    scenario.when(c.ReportNoCardDealt(hand=1)).then_exactly(
        e.IrregularityReported(irregularity=Irregularity.NO_CARD_DEALT)
    )
    scenario.attended()
    assert (scenario.net("Ann"), scenario.net("Ben")) == (10_00, 10_00)


# a shoe that ran out


def run_out(remedy: Remedy) -> Scenario:
    """Have nothing in the shoe when the war card is to be burned."""
    scenario = with_remedy(table("9H 9C"), Irregularity.SHOE_RAN_OUT, remedy)
    shoe = scenario.table.shoe
    last, drawn = shoe.stack[shoe.drawn : shoe.drawn + 2], shoe.stack[shoe.drawn + 2 :]
    shoe = replace(shoe, stack=drawn + last, drawn=len(drawn), cover_card_at=-1)
    scenario.table = replace(scenario.table, shoe=shoe, rack=drawn)
    scenario.wagers({1: 10_00}).dealt().when(c.GoToWar(hand=1)).until(Act.BURN_CARD)
    return scenario.when(c.BurnCard())


def test_a_shoe_that_ran_out_goes_on_with_its_discards():
    scenario = run_out(Remedy.RESHUFFLE_DISCARDS)
    assert [type(event) for event in scenario.events] == [
        e.IrregularityReported,
        e.DiscardsTaken,
        e.ProcedureBegan,
    ]
    assert scenario.table.occasion is Occasion.SHOE_RAN_OUT
    scenario.attended().then(e.RoundCompleted(round=1))


def test_a_shoe_that_ran_out_voids_the_round():
    scenario = run_out(Remedy.VOID_ROUND)
    scenario.then(e.RoundVoided(irregularity=Irregularity.SHOE_RAN_OUT))
    assert scenario.net("Ann") == 0
    assert scenario.table.occasion is Occasion.RESHUFFLE


# a war hand without its card


def test_a_war_hand_without_its_card_voids_the_round_where_the_file_says_so():
    scenario = table("9H 9C 2S KH 4C").wagers({1: 10_00}).dealt().when(c.GoToWar(hand=1))
    scenario.until(Act.DEAL_CARD).when(c.ReportNoCardDealt(hand=1))
    scenario.then(e.RoundVoided(irregularity=Irregularity.NO_WAR_CARD))
    assert scenario.net("Ann") == 0


def test_a_card_found_face_up_may_count_as_the_burned_card():
    scenario = table("9H 9C 2S KH 4C").wagers({1: 10_00}).dealt().when(c.GoToWar(hand=1))
    scenario.until(Act.BURN_CARD).when(c.ReportFaceUpCard()).then_exactly(
        e.CardFoundFaceUp(card="2S", counts_as=e.Burn.WAR)
    )
    assert scenario.due.act is Act.DEAL_CARD


def test_without_a_safeguard_a_void_takes_back_what_was_paid_at_once():
    what = Irregularity.WRONG_BURN
    scenario = with_remedy(table("9H KH 9C", players=2), what, Remedy.VOID_ROUND)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt()
    assert scenario.net("Ben") == 10_00
    scenario.when(c.ReportIrregularity(irregularity=what)).then(e.RoundVoided(irregularity=what))
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 0)


def test_of_two_cards_on_the_side_the_one_that_was_shown_is_discarded():
    scenario = table("KH QD 9C").wagers({1: 10_00}).when(c.CallNoMoreBets(), c.ReportCardDrawnInError())
    scenario.when(c.ReportCardDrawnInError(exposed=True))
    assert (scenario.table.aside, scenario.table.rack[-1]) == (("KH",), "QD")


def test_a_shoe_that_ran_out_without_discards_waits_for_a_ruling():
    scenario = with_remedy(table("9H 9C"), Irregularity.SHOE_RAN_OUT, Remedy.RESHUFFLE_DISCARDS)
    scenario.wagers({1: 10_00}).dealt().when(c.GoToWar(hand=1)).until(Act.BURN_CARD)
    shoe, layout = scenario.table.shoe, scenario.round.layout
    layout = {**layout, DEALER: layout[DEALER] + scenario.table.rack + shoe.stack[shoe.drawn :]}
    shoe = replace(shoe, drawn=len(shoe.stack))
    current = replace(scenario.round, layout=layout)
    scenario.table = replace(scenario.table, shoe=shoe, rack=(), round=current)
    scenario.when(c.BurnCard()).then_exactly(
        e.PlayStopped(irregularity=Irregularity.SHOE_RAN_OUT, possible=(Ruling.VOID_THE_ROUND,))
    )


# a wager that stands for the next round


def standing(chips: int = 1_000_00) -> Scenario:
    """Have Ann wager on boxes 1 and 2: box 1 skipped, its wager standing for the next round, box 2 tied."""
    house = House(adjacent_boxes=2)
    scenario = at_table("maryland", cards="9H 9C 2S 2D 2C 4H KD", players=1, chips=chips, house=house)
    with_remedy(scenario, Irregularity.NO_CARD_DEALT, Remedy.STANDS_OVER)
    beside = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann")
    scenario.wagers({1: 10_00}).when(beside, c.CallNoMoreBets(), c.ReportNoCardDealt(hand=1))
    return scenario.attended()


def test_a_void_wager_is_placed_again_when_the_round_is_over():
    scenario = standing().when(c.Surrender(hand=2)).attended()
    assert scenario.of(e.WagerPlaced) == [
        e.WagerPlaced(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann", stood_over=True)
    ]


def test_who_leaves_takes_along_what_would_have_stood_for_the_next_round():
    scenario = standing().when(c.LeaveTable(player="Ann")).attended()
    scenario.when(c.Rule(ruling=Ruling.LOSE_THE_HAND)).attended()
    scenario.then(e.RoundCompleted(round=1), e.PlayerLeft(player="Ann", chips=990_00))
    assert scenario.of(e.WagerPlaced) == []


def test_chips_spent_since_do_not_stand_for_the_next_round():
    scenario = standing(chips=20_00).when(c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=2)).attended().then(e.RoundCompleted(round=1))
    assert scenario.of(e.WagerPlaced) == []


# what a file may not say


def problems(what: Irregularity, remedy: Remedy, **more: object) -> list[str]:
    book: Rulebook = open_rulebook(str(EXAMPLE)).book()
    law = book.irregularities
    provision = replace(
        law.provisions[0], irregularity=what, remedy=remedy, burn=FaceUpBurn.EXTRA, after=None
    )
    law = replace(law, provisions=(replace(provision, **more),))
    return [problem for _, problem in consistency.problems(replace(book, irregularities=law))]


@pytest.mark.parametrize(
    ("what", "remedy", "more", "problem"),
    [
        (
            Irregularity.NO_CHOICE,
            Remedy.MOVE,
            {},
            "is no remedy for 'a player who does not choose'; it can be:",
        ),
        (Irregularity.SHOE_RAN_OUT, Remedy.DISCARD, {}, "it can be: 'the round is void and the cards"),
        (Irregularity.WRONG_BURN, Remedy.VOID_ROUND, {"after": 30}, "'after' sets a time to choose"),
        (
            Irregularity.WRONG_BURN,
            Remedy.VOID_ROUND,
            {"burn": FaceUpBurn.COUNTS},
            "'burn' says nothing about",
        ),
    ],
)
def test_a_remedy_that_does_not_fit_is_refused(what, remedy, more, problem):
    assert any(problem in each for each in problems(what, remedy, **more))


def test_a_remedy_that_fits_is_not():
    assert problems(Irregularity.NO_CHOICE, Remedy.SURRENDER, after=30) == []


def test_a_hand_cannot_be_treated_as_surrendered_where_nobody_surrenders():
    book = open_rulebook(str(EXAMPLE)).book()
    found = [problem for _, problem in consistency.problems(replace(book, surrender=None))]
    assert "'the hand is treated as surrendered' needs [surrender]" in found


def test_one_irregularity_has_one_remedy():
    book = open_rulebook(str(EXAMPLE)).book()
    law = book.irregularities
    law = replace(law, provisions=(*law.provisions, law.provisions[0]))
    found = [problem for _, problem in consistency.problems(replace(book, irregularities=law))]
    assert "'a card found face up in the shoe' has more than one remedy" in found
