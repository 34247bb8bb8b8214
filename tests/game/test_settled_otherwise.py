"""Tables that no text of ours has, and what their wagers come to: ties, wars, surrenders and void rounds."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.cited_values import Cited, Says
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Given, Leaving, Remedy, Runs, SuitsDecide, Tied, TieWins, TooFewChips
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.scenario import LIMITS, Scenario, at_table, posted, ready, with_remedy
from tests.support.varieties import EXAMPLES

VOID = (c.ReportIrregularity(irregularity=Irregularity.OTHER), c.Rule(ruling=Ruling.VOID_THE_ROUND))


def example(stem: str) -> Rulebook:
    """Give one of the rulebooks that come with the package as examples."""
    return load_rules(str(next(path for path in EXAMPLES if path.stem == stem))).book


def dealt_under(book: Rulebook, cards: str, chips: int = 1_000_00, house: House | None = None) -> Scenario:
    """Seat Ann and Ben under a rulebook, up to the betting, and rig the cards."""
    scenario = Scenario(posted(Rules(book, house))).when(c.OpenTable(counted=False))
    for seat, player in enumerate(("Ann", "Ben"), 1):
        scenario.when(c.Sit(player=player, seat=seat, chips=chips))
    return ready(scenario).next_cards(cards)


def suits(on: SuitsDecide, ladder: tuple[str, ...] = ()) -> Rulebook:
    """Let suits decide on some deal, beside a tie wager that wins on equal rank."""
    book = example("order_of_suits")
    assert book.cards.order_of_suits
    assert book.wagers.tie
    order = replace(book.cards.order_of_suits, on=on, tie_wager=TieWins.EQUAL_RANK)
    tie = replace(book.wagers.tie, in_a_row=ladder)
    return replace(
        book, cards=replace(book.cards, order_of_suits=order), wagers=replace(book.wagers, tie=tie)
    )


# ties


@pytest.mark.parametrize(
    ("cards", "won"),
    [("9S 9H", 110_00), ("9C 9H", 90_00), ("KS 9H", 0), ("KH 9H", 0), ("2C 9H", -20_00), ("2H 9H", -20_00)],
)
@pytest.mark.parametrize("ladder", [(), ("20 to 1",)])
def test_a_tie_wager_wins_on_equal_rank_though_suits_decide(cards, won, ladder):
    """Such a tie is the only one of the round, whatever more of them would pay."""
    scenario = dealt_under(suits(SuitsDecide.BOTH, ladder), cards)
    assert scenario.wagers({1: 10_00}, tie={1: 10_00}).dealt().net("Ann") == won


@pytest.mark.parametrize(("on", "won"), [(SuitsDecide.WAR, 10_00), (SuitsDecide.BOTH, 10_00)])
def test_suits_decide_a_war(on, won):
    scenario = dealt_under(suits(on), "9S 9S 2C KS KH").wagers({1: 10_00}).dealt()
    assert scenario.when(c.GoToWar(hand=1)).attended().net("Ann") == won


@pytest.mark.parametrize(("on", "chooses"), [(SuitsDecide.WAR, True), (SuitsDecide.BOTH, False)])
def test_a_deal_that_suits_do_not_decide_is_a_tie(on, chooses):
    scenario = dealt_under(suits(on), "9S 9H").wagers({1: 10_00}).dealt()
    assert (scenario.due.act is Act.CHOOSE) is chooses


@pytest.mark.parametrize(("cards", "odds"), [("9S 9H 2C KS KH", 20), ("9S 9H 2C KS QH", 9)])
def test_a_tie_wager_runs_on_after_a_tie_that_the_initial_wager_loses(cards, odds):
    book = example("ties_in_a_row")
    assert book.wagers.tie
    tie = replace(book.wagers.tie, in_a_row=("20 to 1",), runs=Runs.TO_ITS_END)
    tie_hand = replace(book.settlement.tie_hand, value=Tied.COLLECTED)
    book = replace(
        book,
        wagers=replace(book.wagers, tie=tie),
        settlement=replace(book.settlement, tie_hand=tie_hand),
        surrender=None,
    )
    scenario = dealt_under(book, cards).wagers({1: 10_00}, tie={1: 1_00}).dealt()
    assert scenario.net("Ann") == odds * 1_00 - 10_00


# wars


def with_war(book: Rulebook, **says: object) -> Rulebook:
    """Have a book say something else of the war."""
    assert book.war
    return replace(book, war=replace(book.war, **says))


def test_a_war_compared_in_a_pass_of_its_own_is_compared_once():
    readings = {"settling_direction": "decide_then_pay"}
    scenario = at_table("washington", cards="9H 9D 9C 2C 2D 2H KH KD 3C 3D 3H QC", readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().when(c.GoToWar(hand=2)).attended()
    scenario.when(c.GoToWar(hand=1)).attended()
    assert [event.hand for event in scenario.of(e.HandCompared) if event.war] == [2, 1]


@pytest.mark.parametrize(
    ("times", "forfeits", "chooses"), [(0, None, False), (0, "1/2", True), (1, None, True), (1, "1/2", True)]
)
def test_a_tied_war_is_fought_again_unasked_where_that_costs_nothing_and_cannot_be_given_up(
    times, forfeits, chooses
):
    book = example("war_without_a_choice")
    assert book.war
    assert book.war.again
    again = replace(book.war.again, times=times, forfeits=forfeits)
    scenario = dealt_under(with_war(book, again=again), "9S 9H 2C KS KH").wagers({1: 10_00})
    scenario.dealt()
    assert (scenario.due.act is Act.CHOOSE) is chooses


AT_ONCE = {"settling_direction": "decide_then_pay", "choice_timing": "war_at_once"}


def test_wars_without_a_choice_are_fought_at_once_before_the_pass_of_paying():
    """A hand that is lost because its player has left is not: it waits for that pass."""
    book = load_rules("washington", readings=AT_ONCE | {"leaving_player": "lost"}).book
    tie_hand = replace(book.settlement.tie_hand, value=Tied.WAR)
    book = replace(book, settlement=replace(book.settlement, tie_hand=tie_hand), surrender=None)
    scenario = dealt_under(book, "KH 9D 9C 2C 3C 4C KD 5C 6C 7C QH").wagers({1: 10_00, 2: 10_00}).dealt()
    scenario.also(c.GoToWar(hand=2)).attended()
    assert [event.hand for event in scenario.of(e.HandSettled)] == [2, 1]
    left = dealt_under(book, "KH 9D 9C").wagers({1: 10_00, 2: 10_00})
    left.when(c.CallNoMoreBets(), c.LeaveTable(player="Ben")).attended()
    assert [event.hand for event in left.of(e.HandSettled)] == [1, 2]


def test_a_bank_settles_no_tie_hands_before_the_pass_of_paying():
    two_passes = load_rules("washington", readings=AT_ONCE).book
    assert Rules(two_passes).settles_ties_first
    banked = replace(two_passes, bank=load_rules("california").book.bank)
    assert not Rules(banked).settles_ties_first


def test_a_war_at_once_that_is_given_up_when_tied_is_collected_in_its_turn():
    book, often = load_rules("washington", readings=AT_ONCE).book, example("war_without_a_choice").war
    assert often
    assert often.again
    book = with_war(book, again=replace(often.again, times=1, forfeits="1/2"))
    scenario = dealt_under(book, "KH 9D 9C 2C 3C 4C KD 5C 6C 7C KC").wagers({1: 10_00, 2: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=2)).attended().when(c.Surrender(hand=2))
    assert e.HandSettled(hand=2) in scenario.events


def test_what_a_bank_needs_for_a_game_without_war_is_what_it_is_wagered():
    book = load_rules("south_dakota", readings={"tie_hand": "loses"}).book
    assert Rules(replace(book, war=None)).war_risk == 1


@pytest.mark.parametrize(("chips", "war"), [(15_00, 5_00), (14_99, 0)])
def test_who_has_just_enough_chips_puts_the_war_wager_down(chips, war):
    scenario = dealt_under(example("half_war"), "9S 9H", chips).wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1))
    assert scenario.hand(1).on_layout(Wager.WAR) == war


def test_too_few_chips_for_another_war_are_no_way_into_it():
    book, often = example("half_war"), example("war_without_a_choice").war
    assert often
    assert often.again
    book = replace(book, wagers=replace(book.wagers, war_tie=None))
    short = Says(value=TooFewChips.LOST, clause="8")
    book = with_war(book, short_of_chips=short, again=replace(often.again, times=1))
    scenario = dealt_under(book, "9S 9H 2C KS KH", 15_00).wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1)).attended()
    assert scenario.hand(1).fought == 1
    scenario.refused(c.GoToWar(hand=1), Reason.NOT_ENOUGH_CHIPS)


def test_a_war_for_the_initial_wager_alone_is_not_matched():
    short = Says(value=TooFewChips.INITIAL_ALONE, clause="1")
    book = with_war(load_rules("washington").book, short_of_chips=short)
    scenario = dealt_under(book, "9S 9H", 10_00).wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.ConfirmWarWager())
    assert not scenario.of(e.MatchPlaced)
    assert scenario.hand(1).confirmed == 1


def test_a_tie_that_cannot_be_surrendered_is_lost_by_who_leaves():
    book = load_rules("washington").book
    assert book.seating.leaving.value is Leaving.SURRENDERED
    scenario = dealt_under(replace(book, surrender=None), "9S 9H").wagers({1: 10_00})
    scenario.dealt().when(c.LeaveTable(player="Ann")).attended()
    scenario.then(e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert scenario.table.round is None


def test_the_initial_wager_collected_for_a_war_leaves_what_is_kept_for_it():
    scenario = at_table("california", cards="9S 9H", players=2)
    book = scenario.rules.book
    assert book.war
    war = replace(book.war, initial=replace(book.war.initial, value=Given.COLLECTED))
    scenario.rules = Rules(replace(book, war=war), scenario.rules.house)
    scenario.wagers({1: 10_00}).dealt().when(c.GoToWar(hand=1))
    before = scenario.round.cover
    scenario.until(Act.BEGIN_WAR_DEAL)
    assert scenario.round.cover == before


# surrender


def test_what_a_hand_that_is_forfeited_gives_up_is_all_of_it():
    readings = {"settling_direction": "decide_then_pay", "leaving_player": "lost"}
    scenario = at_table("washington", cards="9H 9D 9C", readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().when(c.Surrender(hand=2))
    assert scenario.due.seat == 1
    scenario.when(c.LeaveTable(player="Ben"), c.Surrender(hand=1)).attended()
    assert scenario.bank_net() == 10_00 + 5_00


@pytest.mark.parametrize(("limit", "won"), [("20", 20_00), ("none", 90_00)])
def test_a_tie_wager_that_waits_for_more_ties_is_capped_beside_a_surrender(limit, won):
    book, law = example("ties_in_a_row"), Says(value=LimitCounts.HAND, clause="4")
    assert book.wagers.tie
    tie = replace(book.wagers.tie, runs=Runs.WITH_INITIAL)
    book = replace(book, wagers=replace(book.wagers, tie=tie, payout_limit=law))
    scenario = dealt_under(book, "9H 9C", house=House(limits=LIMITS, payout_limit=limit))
    scenario.wagers({1: 10_00}, tie={1: 10_00}).dealt()
    assert scenario.when(c.Surrender(hand=1)).attended().net("Ann") == won - 5_00


# void rounds


def test_a_round_void_before_its_call_leaves_the_loading_as_it_was():
    scenario = at_table("maryland", house=House(limits=LIMITS, shuffler=Shuffler.CONTINUOUS))
    scenario.wagers({1: 10_00}).when(c.ChangeCards()).until(Act.LOAD_SHOE)
    to_do = scenario.table.to_do
    assert [step.act for step in to_do] == [Act.LOAD_SHOE]
    scenario.when(*VOID)
    assert scenario.table.to_do == to_do
    assert not scenario.of(e.ProcedureBegan)


def test_a_void_round_leaves_due_what_makes_no_shoe_ready():
    scenario = with_remedy(at_table("maryland"), Irregularity.FACE_UP_CARD, Remedy.VOID_ROUND)
    scenario.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets(), c.DealCard(), c.ComeToTable(dealer="Mia"))
    told = [step.act for step in scenario.table.to_do]
    assert told
    scenario.when(c.ReportFaceUpCard())
    assert scenario.of(e.RoundVoided)
    acts = [step.act for step in scenario.table.to_do]
    assert acts[: len(told)] == told
    assert Act.SHUFFLE in acts


@pytest.mark.parametrize("amount", [10_00, 1])
def test_a_wager_that_stands_over_may_be_all_that_a_player_has_or_a_cent(amount):
    scenario = at_table("maryland", cards="KC 2D", chips=10_00 + amount)
    with_remedy(scenario, Irregularity.NO_CARD_DEALT, Remedy.STANDS_OVER)
    scenario.wagers({1: 10_00, 2: 10_00}, tie={1: amount}).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(c.ReportNoCardDealt(hand=1)).attended()
    scenario.then(
        e.WagerPlaced(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann", stood_over=True),
        e.WagerPlaced(hand=1, wager=Wager.TIE, amount=amount, player="Ann", stood_over=True),
    )
    assert scenario.table.chips["Ann"] == 0


COUPON = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON)
COUPONS = House(limits=LIMITS, coupons=True)


def test_the_coupon_of_an_open_hand_goes_back_where_what_is_settled_stands():
    scenario = at_table("wisconsin", cards="9H KD 9C", house=COUPONS)
    with_remedy(scenario, Irregularity.FACE_UP_CARD, Remedy.VOID_ROUND)
    law = replace(scenario.rules.book.irregularities, paid_out=Cited(clause="(j)"))
    scenario.rules = Rules(replace(scenario.rules.book, irregularities=law), scenario.rules.house)
    scenario.wagers({1: 10_00, 2: 10_00}).also(COUPON).dealt()
    assert scenario.due.act is Act.CHOOSE
    scenario.when(c.ReportFaceUpCard(), c.Rule(ruling=Ruling.LET_SETTLED_STAND))
    scenario.then(e.CouponReturned(hand=1, amount=10_00))
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 10_00)


def test_what_a_coupon_was_redeemed_for_and_partly_lost_is_taken_back_for_the_rest():
    readings = {"match_play_coupons": "as_chips"}
    scenario = at_table("wisconsin", cards="9H KD 9C", house=COUPONS, readings=readings)
    book = scenario.rules.book
    assert book.surrender
    scenario.rules = Rules(
        replace(book, surrender=replace(book.surrender, forfeits="1/4")), scenario.rules.house
    )
    scenario.wagers({1: 10_00, 2: 10_00}).also(COUPON).dealt().when(c.Surrender(hand=1))
    scenario.then(e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00))
    scenario.when(*VOID)
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 0)
