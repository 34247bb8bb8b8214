"""The clause behind what happened: the one that says it, wherever an event is told."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.cited_values import Says
from casinowar.game.book.house import House
from casinowar.game.book.meters import VoidMeter
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Remedy
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler, Wager
from casinowar.rulebooks import loader
from casinowar.telling.duty_clauses import duty_clauses
from tests.support.banking import banked
from tests.support.citing import Cited, cited, cited_until_ruled, due_command, given_alone, only
from tests.support.clause import clause
from tests.support.progressives import offering, progressive_table, with_chips
from tests.support.scenario import LIMITS, Scenario, at_table, opened, with_remedy
from tests.support.wheels import ALL_LOSE, at_wheel

# cards


@clause("maryland", "8.E(4)")
def test_the_burn_of_a_new_dealer_has_its_own_clause_though_chips_are_down():
    table = at_table("maryland", cards="9H 9C").wagers({1: 10_00})
    found = cited(table, c.ComeToTable(dealer="Nora"))
    assert only(found, e.CardBurned) == ["8.E(4)"]


@clause("maryland", "9.H")
def test_the_burns_of_a_war_deal_keep_theirs():
    table = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).dealt()
    assert only(to_the_end(table), e.CardBurned) == ["9.H"] * 3


@pytest.mark.parametrize(
    ("rulebook", "without_war", "after_war"),
    [
        ("maryland", "9.F", "9.K"),
        ("washington", "R108", "R108"),
        ("south_dakota", "R108", "R108"),
        ("california", "round.4; R108", "round.8"),
        ("wisconsin", "(h)(4); R108", "(h)(8)"),
    ],
)
@clause("maryland", "9.F", "9.K")
@clause("california", "round.4", "round.8")
@clause("wisconsin", "(h)(4)", "(h)(8)")
def test_the_last_cards_of_a_round_are_collected_under_the_clause_of_the_duty(
    rulebook, without_war, after_war
):
    for cards, clause_id in (("KH 9C", without_war), ("9H 9C", after_war)):
        table = at_table(rulebook, cards=cards, players=2).wagers({1: 10_00}).when(c.CallNoMoreBets())
        found: Cited = []
        while table.due.act is not Act.COLLECT_CARDS or _waits(table):
            found = cited_step(table)
        assert table.due.clause == clause_id
        found = cited_step(table)
        assert only(found, e.CardsCollected) == [clause_id]


def _waits(table: Scenario) -> bool:
    """Tell whether a war still waits for its deal."""
    return any(hand.goes_to_war and not hand.war_cards for hand in table.round.hands.values())


def to_the_end(table: Scenario, tie_wager: c.PlaceWager | None = None) -> Cited:
    """Fight a war to the end of the round, and find the clauses."""
    found: Cited = []
    while table.table.round is not None:
        found += cited_step(table, tie_wager)
    return found


def cited_step(table: Scenario, tie_wager: c.PlaceWager | None = None) -> Cited:
    """Do what is due, or go to war, and find the clauses."""
    due = table.due
    match due.act:
        case Act.CHOOSE:
            command: c.Command | None = c.GoToWar(hand=due.seat or 0)
        case Act.ANSWER_TIE_OFFER:
            command = tie_wager or c.DeclineTieWager(hand=due.seat or 0)
        case _:
            command = due_command(table)
    assert command is not None
    return given_alone(table, command)


# chips


@clause("maryland", "7.B(4)")
def test_an_unchosen_tie_of_a_leaver_stands_under_the_clause_on_leaving():
    table = at_table("maryland", cards="9H 9C", readings={"leaving_player": "settled"})
    table.wagers({1: 10_00}).dealt().when(c.LeaveTable(player="Ann"))
    found = cited(table)
    assert {*only(found, e.WagerCollected, e.WagerReturned)} == {"7.B(4)"}


@clause("maryland", "10.A(2)", "7.F(2)")
@clause("wisconsin", "(i)(1)(ii)", "(h)(5)")
@pytest.mark.parametrize(
    ("rulebook", "placed", "paid"),
    [("maryland", "7.F(2)", "10.A(2)"), ("wisconsin", "(h)(5)", "(i)(1)(ii)")],
)
def test_a_tie_wager_on_the_war_is_placed_under_its_offer_and_paid_at_its_odds(rulebook, placed, paid):
    table = at_table(rulebook, cards="9H 9C 2C 2D 2H KC KD").wagers({1: 10_00}).dealt()
    found = to_the_end(table, c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00))
    told = [(type(event), each) for event, each in found if getattr(event, "wager", "") is Wager.WAR_TIE]
    assert (e.WagerPlaced, placed) in told
    assert (e.WagerPaid, paid) in told


@clause("maryland", "9.I(1)", "9.I(2)")
@clause("wisconsin", "(h)(7)(i)", "(h)(7)(ii)")
@pytest.mark.parametrize(
    ("rulebook", "cards", "lost"),
    [
        ("maryland", "KC 5D", "9.I(2)"),
        ("maryland", "5C KD", "9.I(1)"),
        ("wisconsin", "KC 5D", "(h)(7)(ii)"),
        ("wisconsin", "5C KD", "(h)(7)(i)"),
    ],
)
def test_a_tie_wager_lost_on_the_war_is_collected_under_the_result_and_not_under_its_odds(
    rulebook, cards, lost
):
    table = at_table(rulebook, cards=f"9H 9C 2C 2D 2H {cards}").wagers({1: 10_00}).dealt()
    found = to_the_end(table, c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00))
    told = {event.wager: each for event, each in found if isinstance(event, e.WagerCollected)}
    assert told[Wager.WAR_TIE] == lost


# the player/dealer's bank


@clause("california", "betting.5")
def test_a_tie_hand_that_the_bank_does_not_cover_goes_back_under_betting_5():
    table = banked(50_00, "KC 9C 9D").wagers({1: 50_00, 2: 20_00})
    found = cited(table, c.CallNoMoreBets())
    returned = [each for event, each in found if isinstance(event, e.WagerReturned) and event.hand == 2]
    assert returned == ["betting.5"]


@clause("california", "betting.5")
def test_a_lost_wager_that_the_bank_does_not_cover_goes_back_under_betting_5():
    table = banked(50_00, "KC 3C 9D").wagers({1: 50_00, 2: 20_00})
    found = cited(table, c.CallNoMoreBets())
    returned = [each for event, each in found if isinstance(event, e.WagerReturned) and event.hand == 2]
    assert returned == ["betting.5"]


@clause("california", "round.7.c")
def test_stakes_that_come_back_from_a_tied_war_stand_under_its_result():
    table = banked(20_00, "9C 9D 2C 2D 2H KC KD").wagers({1: 20_00}).dealt()
    found = cited(table, c.GoToWar(hand=1))
    returned = [each for event, each in found if isinstance(event, e.WagerReturned)]
    assert set(returned) == {"round.7.c; payout.3"}


@clause("california", "round.1.c", "payout.2")
def test_the_stake_of_a_won_tie_wager_goes_back_under_its_odds():
    table = at_table("california", cards="9H 9C", players=1).wagers({1: 10_00}, tie={1: 1_00})
    found = cited(table, c.CallNoMoreBets())
    assert only(found, e.WagerPaid, e.WagerReturned) == ["payout.2"] * 2


@clause("california", "betting.5")
def test_a_won_tie_wager_that_the_bank_cannot_pay_goes_back_under_betting_5():
    table = banked(50_00, "KC 9C 9D").wagers({1: 50_00, 2: 20_00}, tie={2: 5_00})
    found = cited(table, c.CallNoMoreBets())
    ties = [each for event, each in found if isinstance(event, e.WagerReturned) and event.wager is Wager.TIE]
    assert ties == ["betting.5"]


@clause("california", "round.3.b")
def test_a_war_wager_is_put_down_under_the_clause_that_demands_it():
    table = banked(50_00, "9C 9D").wagers({1: 10_00}).dealt()
    found = given_alone(table, c.GoToWar(hand=1))
    assert only(found, e.WagerPlaced) == ["definitions.war-wager; round.3.b"]


# irregularities


@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "11.C"), ("wisconsin", "(j)(3)")])
@clause("maryland", "11.C")
@clause("wisconsin", "(j)(3)")
def test_a_wager_without_a_card_is_void_and_returned_under_its_clause(rulebook, said):
    table = at_table(rulebook, cards="9H 9C").wagers({1: 10_00, 2: 10_00}, tie={1: 5_00})
    table.when(c.CallNoMoreBets())
    found = given_alone(table, c.ReportNoCardDealt(hand=1))
    assert only(found, e.WagerReturned, e.HandVoided) == [said] * 3


@clause("maryland", "11.C")
def test_what_11_c_does_not_name_comes_back_as_our_assumption():
    table = with_chips(progressive_table(), 1, 2).when(c.CallNoMoreBets())
    table.until(Act.DEAL_CARD)
    found = given_alone(table, c.ReportNoCardDealt(hand=1))
    assert only(found, e.CollectionReversed, e.MeterRaiseReversed) == ["11.C; R91"] * 2


def with_batches(cards: str = "5H 9C", players: int = 1, **readings: str) -> Scenario:
    """Call no more bets on progressive wagers at a table with a batch shuffler."""
    house = replace(offering(), shuffler=Shuffler.BATCH, limits=LIMITS)
    table = progressive_table(cards, players=players, house=house, readings=readings)
    return with_chips(table, *range(1, players + 1)).when(c.CallNoMoreBets())


@clause("maryland", "11.D")
def test_what_a_jam_voids_goes_back_under_the_clause_on_jams():
    table = with_batches().until(Act.DEAL_CARD)
    found = given_alone(table, c.ReportShufflerJam())
    assert only(found, e.RoundVoided, e.WagerReturned, e.CollectionReversed) == ["11.D"] * 3
    assert only(found, e.MeterRaiseReversed) == ["11.D; R91"]


@clause("maryland", "11.D")
def test_a_chip_before_the_tray_goes_back_under_the_clause_that_voids_the_round():
    table = with_batches().until(Act.COUNT_PROGRESSIVE)
    assert only(given_alone(table, c.ReportShufflerJam()), e.WagerGivenBack) == ["11.D"]


@clause("maryland", "11.D")
def test_what_is_open_when_what_is_settled_stands_goes_back_under_our_safeguard():
    table = with_batches("5H KH 9C", players=2).until(Act.SETTLE_HAND).when(c.SettleHand())
    found = cited_until_ruled(table, c.ReportShufflerJam(), c.Rule(ruling=Ruling.LET_SETTLED_STAND))
    assert {*only(found, e.RoundCutShort, e.WagerReturned, e.CollectionReversed)} == {"R67"}
    assert {*only(found, e.MeterRaiseReversed)} == {"R67; R91"}
    assert only(found, e.CardsCollected) == ["R67"]


def test_what_a_ruling_voids_goes_back_under_the_assumption_of_rulings():
    table = at_table("maryland", cards="9H 9C 4C").wagers({1: 10_00}).when(c.CallNoMoreBets())
    commands = c.ReportCardDrawnInError(exposed=True), c.Rule(ruling=Ruling.VOID_THE_ROUND)
    assert only(cited_until_ruled(table, *commands), e.RoundVoided, e.WagerReturned) == ["R68"] * 2


@clause("maryland", "7.F(3)(b)")
@pytest.mark.parametrize("until", [Act.CHECK_DEVICE, Act.COUNT_PROGRESSIVE])
def test_a_chip_that_the_system_did_not_accept_goes_back_under_the_players_check(until):
    table = with_chips(progressive_table(), 1, 2).when(c.CallNoMoreBets()).until(until)
    not_accepted = c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1)
    found = given_alone(table, not_accepted)
    kinds = e.IrregularityReported, e.WagerReturned, e.WagerGivenBack, e.MeterRaiseReversed
    assert only(found, *kinds) == ["7.F(3)(b); R92"] * 3


@clause("maryland", "7.B(4)")
def test_who_leaves_before_the_first_card_takes_the_wagers_back_under_the_reading_of_the_round():
    readings = {"round_begins": "first_card"}
    table = with_chips(progressive_table(readings=readings), 1, 2).when(c.CallNoMoreBets())
    found = given_alone(table.until(Act.DEAL_CARD), c.LeaveTable(player="Ann"))
    kinds = e.WagerReturned, e.CollectionReversed, e.MeterRaiseReversed, e.HandVoided
    assert only(found, *kinds) == ["7.B(4); R105"] * 4


@clause("maryland", "3.B(3)", "3.B(4)")
@clause("california", "decks.3.c", "decks.3.d")
@pytest.mark.parametrize(
    ("rulebook", "exchanged", "stored"),
    [
        ("maryland", "5.A(3); 3.B(4)", "5.A(3); 3.B(3)"),
        ("california", "R31; decks.3.d", "R31; decks.3.c"),
        ("wisconsin", "(e)(2)(iv); (b)(4)(v)", "(e)(2)(iv); (b)(4)(iv)"),
    ],
)
def test_batches_take_turns_under_the_clauses_on_batches(rulebook, exchanged, stored):
    table = at_table(rulebook, players=2, house=House(limits=LIMITS, shuffler=Shuffler.BATCH))
    table.when(c.OrderReshuffle())
    assert "; ".join(duty_clauses(table.rules, table.table, table.due)) == exchanged
    assert only(given_alone(table, c.Perform(act_done=Act.EXCHANGE_BATCHES)), e.BatchesExchanged) == [
        exchanged
    ]
    table.until(Act.SHUFFLE_STORED)
    assert "; ".join(duty_clauses(table.rules, table.table, table.due)) == stored
    assert only(cited_step(table), e.StoredBatchShuffled) == [stored]


@clause("maryland", "3.B(3)", "5.A")
def test_preshuffled_decks_are_shuffled_before_play_only_to_be_stored():
    house = House(limits=LIMITS, shuffler=Shuffler.BATCH, preshuffled=True)
    table = opened("maryland", house=house).until(Act.SHUFFLE_STORED)
    assert duty_clauses(table.rules, table.table, table.due) == ("3.B(3)",)
    assert only(cited_step(table), e.StoredBatchShuffled) == ["3.B(3)"]


@clause("maryland", "11.A", "11.B")
@clause("wisconsin", "(j)(1)", "(j)(2)")
@pytest.mark.parametrize(
    ("rulebook", "face_up", "in_error"), [("maryland", "11.A", "11.B"), ("wisconsin", "(j)(1)", "(j)(2)")]
)
def test_irregular_cards_have_their_clauses(rulebook, face_up, in_error):
    table = at_table(rulebook, cards="9H 9C 4C 5C 6C").wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets())
    found = cited(table, c.ReportFaceUpCard(), c.ReportCardDrawnInError())
    assert only(found, e.CardFoundFaceUp) == [face_up]
    assert only(found, e.CardDrawnInError) == [in_error]


REMEDIES = str(Path(loader.__file__).parent / "examples" / "remedies.toml")
EMPTY_PLACE = c.ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT, hand=2)


@pytest.mark.parametrize(
    ("report", "drawn", "discarded"),
    [
        (c.ReportCardDrawnInError(), "9.2", []),
        (c.ReportCardDrawnInError(exposed=True), "9.3", ["9.3"]),
        (EMPTY_PLACE, "9.4", []),
    ],
)
def test_a_card_that_was_shown_is_dealt_with_under_the_clause_that_provides_for_it(report, drawn, discarded):
    table = at_table(REMEDIES, cards="KH QD 9C").wagers({1: 10_00, 3: 10_00})
    table.when(c.CallNoMoreBets(), c.DealCard())
    found = given_alone(table, report)
    assert only(found, e.CardDrawnInError) == [drawn]
    assert only(found, e.CardDiscarded) == discarded


def test_a_card_found_face_up_and_used_next_cites_the_clause_that_provides_for_it():
    table = at_table(REMEDIES, cards="KH QD 9C")
    with_remedy(table, Irregularity.FACE_UP_CARD, Remedy.USE_AS_NEXT)
    table.wagers({1: 10_00}).when(c.CallNoMoreBets())
    assert only(given_alone(table, c.ReportFaceUpCard()), e.CardDrawnInError) == ["9.1"]


def test_a_card_that_a_floorperson_discards_is_discarded_under_the_ruling():
    table = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).when(c.CallNoMoreBets())
    discard = c.Rule(ruling=Ruling.DISCARD_THE_CARD)
    found = cited_until_ruled(table, c.ReportCardDrawnInError(exposed=True), discard)
    assert only(found, e.CardDrawnInError, e.CardDiscarded) == ["R68"] * 2


def test_who_leaves_before_the_call_takes_fixed_wagers_back_under_what_the_round_begins_with(tmp_path):
    path = tmp_path / "first_card.toml"
    path.write_text(
        'extends = "wisconsin"\nname = "first_card"\ntitle = "First card"\n'
        '[seating]\nround_begins = { value = "the first card", clause = "the first card" }\n',
        encoding="utf-8",
    )
    table = at_table(str(path)).wagers({1: 10_00, 2: 10_00})
    found = given_alone(table, c.LeaveTable(player="Ann"))
    assert only(found, e.WagerReturned, e.HandVoided) == ["the first card"] * 2


def test_a_hand_left_out_at_the_call_goes_back_under_the_clause_of_the_wager_that_it_lacks(tmp_path):
    path = tmp_path / "tie_required.toml"
    path.write_text(
        'extends = "wisconsin"\nname = "tie_required"\ntitle = "Tie required"\n'
        '[wagers]\ntie = { value = "10 to 1", required = true, clause = "the tie clause" }\n',
        encoding="utf-8",
    )
    table = at_table(str(path)).wagers({1: 10_00, 2: 10_00}, tie={2: 5_00})
    found = given_alone(table, c.CallNoMoreBets())
    assert only(found, e.WagerReturned, e.HandVoided) == ["the tie clause"] * 2


@pytest.mark.parametrize(
    ("law", "said"), [(Says(value=VoidMeter.REVERSED, clause="my meters"), "11.C; my meters"), (None, "11.C")]
)
def test_chips_and_meters_of_a_void_hand_go_back_under_what_the_book_says_of_them(law, said):
    table = progressive_table()
    book = table.rules.book
    assert book.progressive
    book = replace(book, progressive=replace(book.progressive, void_meter=law))
    table.rules = Rules(book, table.rules.house)
    with_chips(table, 1, 2).when(c.CallNoMoreBets()).until(Act.DEAL_CARD)
    found = given_alone(table, c.ReportNoCardDealt(hand=1))
    assert only(found, e.CollectionReversed, e.MeterRaiseReversed) == [said] * 2


def test_a_bonus_spin_chip_that_the_system_did_not_accept_goes_back_under_the_count():
    table = at_wheel(ALL_LOSE, {1: 5_00}).when(c.CallNoMoreBets()).until(Act.COUNT_PROGRESSIVE)
    not_accepted = c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1)
    found = given_alone(table, not_accepted)
    kinds = e.IrregularityReported, e.WagerGivenBack, e.MeterRaiseReversed
    assert only(found, *kinds) == ["8.D(1)(b); R93"] * 4


@pytest.mark.parametrize("rulebook", ["maryland", "washington", "south_dakota", "california", "wisconsin"])
def test_a_ruling_is_our_assumption(rulebook):
    table = at_table(rulebook, cards="9H 9C").wagers({1: 10_00}).when(c.CallNoMoreBets())
    found = cited(table, c.ReportCardDrawnInError(exposed=True))
    assert only(found, e.PlayStopped) == ["R68"]
    assert table.due.clause == "R68"


@clause("washington", "4.c", "paytable.tie-bet")
@pytest.mark.parametrize("choice", [c.Surrender(hand=1), c.GoToWar(hand=1)])
def test_a_tie_wager_that_is_paid_after_the_choice_is_paid_at_its_odds(choice):
    readings = {"settling_direction": "decide_then_pay", "choice_timing": "at_the_seat"}
    table = at_table("washington", cards="9H 9C", players=1, readings=readings)
    table.wagers({1: 10_00}, tie={1: 5_00}).dealt()
    found = [each for each in cited(table, choice) if getattr(each[0], "wager", "") is Wager.TIE]
    assert only(found, e.WagerPaid, e.WagerReturned) == ["4.c; paytable.tie-bet"] * 2


@clause("maryland", "10.A(2)")
def test_a_tie_wager_of_a_player_who_left_is_paid_at_its_odds():
    table = at_table("maryland", cards="9H 9C").wagers({1: 10_00}, tie={1: 5_00})
    found = cited(table, c.CallNoMoreBets(), c.LeaveTable(player="Ann"))
    found = [each for each in found if getattr(each[0], "wager", "") is Wager.TIE]
    assert only(found, e.WagerPaid, e.WagerReturned) == ["10.A(2)"] * 2


@clause("south_dakota", "(4)(a)", "(4)(b)")
@pytest.mark.parametrize(("card", "said"), [("KH", "(4)(a)"), ("2H", "(4)(b)")])
def test_a_lost_tie_wager_is_taken_under_our_assumption_where_no_clause_takes_it(card, said):
    table = at_table("south_dakota", cards=f"{card} 9C").wagers({1: 10_00}, tie={1: 5_00})
    found = cited(table, c.CallNoMoreBets())
    taken = {event.wager: each for event, each in found if isinstance(event, e.WagerCollected)}
    assert taken[Wager.TIE] == "R7"
    assert only(found, e.HandCompared) == [said]
    assert taken.get(Wager.INITIAL, said) == said


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        ("maryland", "9.B(2)"),
        ("washington", "4.a"),
        ("california", "round.1.b"),
        ("wisconsin", "(h)(1)(ii)"),
    ],
)
def test_elsewhere_it_is_taken_under_the_result(rulebook, said):
    table = at_table(rulebook, cards="KH 9C").wagers({1: 10_00}, tie={1: 5_00})
    found = cited(table, c.CallNoMoreBets())
    assert only(found, e.WagerCollected) == [said]
