"""What the procedure asks of a table, at tables made up for the question: one answer for each side of it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.acts import bank, preparation, rulings, voiding
from casinowar.game.acts.bonus_spin import spun
from casinowar.game.acts.settling import pick_up, runs_on
from casinowar.game.book.cited_values import Says
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import BothBurns, Made, Moment, Pickup, Remedy, Runs
from casinowar.game.cards import UNSEEN
from casinowar.game.due import bank as cover
from casinowar.game.due import cutting, dealing, hands, shuffling
from casinowar.game.events import CardsCollected, MeterRaiseReversed
from casinowar.game.table import SOMEWHERE, Cut, DealingShoe, Hand, PlacedWager, Round, Step, Table
from casinowar.game.words import BURN, DEALER, Act, Comparison, Irregularity, Occasion, Role, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.progressives import offering as offering_progressive
from tests.support.scenario import LIMITS, at_table, with_remedy
from tests.support.varieties import EXAMPLES
from tests.support.wheels import offering as offering_wheel

TIE_HAND = Hand(1, "Ann", {Wager.INITIAL: PlacedWager(10_00)}, card="9H", comparison=Comparison.TIE)


def book_of(name: str, **readings: str) -> Rulebook:
    """Give a rulebook under readings."""
    return load_rules(name, House(limits=LIMITS), readings).book


def example(stem: str) -> Rulebook:
    """Give one of the rulebooks that come with the package as examples."""
    return load_rules(str(next(path for path in EXAMPLES if path.stem == stem))).book


def steps(*acts: Act) -> tuple[Step, ...]:
    return tuple(Step(act, Role.DEALER, "1") for act in acts)


# where the next cards go


def burns_to_come(rules: Rules, table: Table) -> int:
    """Count the cards that are burned next, behind which nothing is laid down yet."""
    places = []
    while (place := dealing.place_of_next_drawn(rules, table)) is not None:
        places.append(place)
        table = replace(table, aside=(*table.aside, UNSEEN))
    assert set(places) <= {BURN}
    return len(places)


@pytest.mark.parametrize(
    ("acts", "for_dealer", "one", "each"),
    [
        ((), 0, 0, 0),
        ((Act.LOAD_SHOE,), 0, 0, 0),
        ((Act.LOAD_SHOE, Act.BURN_CARD), 0, 1, 1),
        ((Act.BURN_CARD,), 2, 2, 3),
        ((Act.BURN_CARD, Act.BURN_CARD), 1, 2, 3),
        ((), 2, 2, 2),
    ],
)
def test_a_new_shoe_and_a_new_dealer_burn_together_or_each(acts, for_dealer, one, each):
    book = book_of("maryland")
    table = Table(to_do=steps(*acts), dealer_burns=for_dealer)
    for both, burned in ((BothBurns.ONE, one), (BothBurns.EACH, each), (None, one)):
        law = Says(value=both, clause="1") if both else None
        rules = Rules(replace(book, burns=replace(book.burns, both=law)))
        assert burns_to_come(rules, table) == burned


def test_a_burn_that_is_turned_up_has_no_place_laid_down_but_those_after_it_have():
    rules = Rules(book_of("maryland"))
    first, second = steps(Act.BURN_CARD, Act.BURN_CARD)
    table = Table(to_do=(replace(first, tells=True), second))
    assert dealing.place_of_next_drawn(rules, table) is None
    assert dealing.place_of_next_drawn(rules, replace(table, aside=("9H",))) == BURN


@pytest.mark.parametrize(
    ("seen", "place"), [((), BURN), ((True,), BURN), ((False,), 1), ((True, True), BURN), ((True, False), 2)]
)
def test_cards_on_the_side_that_were_seen_are_dealt_past_the_burn(seen, place):
    current = Round(1, {1: OPEN}, closed=True, to_deal=(1, 2, DEALER))
    aside = ("9H", "9C")[: len(seen)]
    table = Table(to_do=steps(Act.BURN_CARD), round=current, aside=aside, aside_seen=seen)
    assert dealing.place_of_next_drawn(Rules(book_of("maryland")), table) == place


@pytest.mark.parametrize(
    ("when", "first_card", "burned"),
    [
        (Moment.ONCE, "dealer", 3),
        (Moment.EACH_SIDE, "player", 3),
        (Moment.EACH_SIDE, "dealer", 1),
        (Moment.EACH_CARD, "dealer", 1),
    ],
)
def test_a_war_that_may_follow_begins_with_the_burns_of_whose_card_comes_first(when, first_card, burned):
    book = book_of("washington")
    assert book.war
    burn = replace(book.war.burn, when=when, cards=3, dealers=1)
    war = replace(book.war, burn=burn, deal=replace(book.war.deal, first_card=first_card))
    table = Table(round=Round(1, {1: TIE_HAND}, closed=True, dealer_card="9C"))
    assert burns_to_come(Rules(replace(book, war=war)), table) == burned


# the bank


@pytest.mark.parametrize(("wars", "odds"), [(0, 10), (1, 10), (2, 20), (3, 30), (4, 30)])
def test_a_tie_wager_is_paid_by_the_war_and_from_the_last_step_of_its_ladder_on_alike(wars, odds):
    book = example("half_war")
    assert book.wagers.war_tie
    ladder = replace(book.wagers.war_tie, pays=("10 to 1", "20 to 1", "30 to 1"))
    rules = Rules(replace(book, wagers=replace(book.wagers, war_tie=ladder)))
    assert cover.odds_of(rules, replace(TIE_HAND, wars=wars), Wager.WAR_TIE) == odds
    assert cover.odds_of(rules, replace(TIE_HAND, wars=wars), Wager.INITIAL) == Fraction(1)


def test_nothing_is_set_against_a_bank_that_there_is_not():
    current = Round(1, {1: TIE_HAND}, closed=True, settling=(1,))
    rules = Rules(book_of("california"))
    assert cover.standing(rules, current) == {}
    assert cover.standing(rules, replace(current, cover=100_00)) == {1: 10_00}
    assert cover.standing(Rules(book_of("washington")), replace(current, cover=100_00)) == {}


@pytest.mark.parametrize(("left", "confirmed", "lacking"), [(None, 1, False), (0, 0, False), (0, 1, True)])
def test_a_bank_is_short_only_of_a_war_that_is_fought_again(left, confirmed, lacking):
    hand = replace(TIE_HAND, wars=2, fought=1, confirmed=confirmed, settled=True)
    current = Round(1, {1: hand}, closed=True, cover=left)
    assert bank.cannot_match(Rules(book_of("california")), current, hand, 10_00) is lacking


# the cut


def seated(occasion: Occasion, *names: str, **more: object) -> Table:
    table = Table(seats=dict(enumerate(names, 1)), arrivals=names, occasion=occasion)
    return replace(table, **more)


def test_the_last_of_several_who_cut_is_the_last_cutter():
    table = seated(Occasion.OPENING, "Ann", "Ben", "Cleo", cut=Cut(cut_by=2, cutters=("Ann", "Ben")))
    assert cutting.last_cutter(table) == 2
    assert cutting.last_cutter(replace(table, cut=Cut(cut_by=DEALER, cutters=("Ann",)))) == DEALER


@pytest.mark.parametrize(("left", "first"), [(1, 7), (2, 1), (5, 3), (8, 7)])
def test_who_comes_after_a_seat_that_was_left(left, first):
    table = Table(
        seats={1: "Ann", 3: "Ben", 7: "Cleo"},
        arrivals=("Ann", "Ben", "Cleo"),
        occasion=Occasion.RESHUFFLE,
        cover_card_on=left,
        cover_card_player="Dov",
    )
    assert cutting.next_cutter(Rules(book_of("maryland")), table) == first
    alone = replace(table, seats={3: "Ben"}, arrivals=("Ben",))
    assert cutting.next_cutter(Rules(book_of("maryland")), alone) == 3


def test_only_a_right_of_ones_own_goes_straight_to_the_dealer_when_it_is_refused():
    rules = Rules(book_of("maryland", first_refusal="dealer"))
    refused = seated(Occasion.RESHUFFLE, "Ann", "Ben", "Cleo", cut=Cut(refused=("Ben",)), cover_card_on=2)
    assert cutting.next_cutter(rules, replace(refused, cover_card_player="Ben")) is None
    gone = replace(refused, cover_card_on=3, cover_card_player="Dov")
    assert cutting.next_cutter(rules, gone) == 1


# hands


def test_a_hand_without_a_tie_wager_that_is_required_or_as_large_is_incomplete():
    book = book_of("washington")
    assert book.wagers.tie
    hand = Hand(1, "Ann", {Wager.INITIAL: PlacedWager(10_00)})
    smaller = replace(hand, wagers={**hand.wagers, Wager.TIE: PlacedWager(5_00)})
    for required, equal, incomplete in (
        (False, False, []),
        (True, False, [hand]),
        (False, True, [smaller]),
        (True, True, [hand, smaller]),
    ):
        tie = replace(book.wagers.tie, required=required, equal=equal)
        rules = Rules(replace(book, wagers=replace(book.wagers, tie=tie)))
        assert hands.incomplete_hands(rules, Round(1, {1: hand, 2: smaller})) == incomplete


def test_a_tie_hand_chooses_once_the_pass_of_paying_has_come_by():
    rules = Rules(book_of("washington", settling_direction="decide_then_pay"))
    assert rules.decides_first
    assert not rules.chooses_at_the_seat
    current = Round(1, {1: TIE_HAND}, closed=True, to_settle=(1,), settling=(1,))
    assert hands.hand_to_choose(rules, current) is None
    assert hands.hand_to_choose(rules, replace(current, to_settle=())) == TIE_HAND


# the shoe


def test_cards_of_another_number_of_decks_and_a_single_batch_are_replaced():
    by_hand = Rules(book_of("maryland"), House(decks=6))
    assert not shuffling.needs_new_decks(by_hand, Table(decks=6))
    assert shuffling.needs_new_decks(by_hand, Table(decks=8))
    batch = Rules(book_of("maryland"), House(decks=6, shuffler=Shuffler.BATCH))
    assert shuffling.needs_new_decks(batch, Table(decks=6))
    assert shuffling.needs_new_decks(batch, Table(decks=8, stored=("9H",)))
    assert not shuffling.needs_new_decks(batch, Table(decks=6, stored=("9H",)))


def test_a_shoe_is_over_with_its_last_card():
    rules = Rules(book_of("maryland"))
    shoe = DealingShoe(stack=("9H", "9C"), drawn=1, cover_card_at=SOMEWHERE)
    assert not shuffling.shoe_is_over(rules, Table(shoe=shoe))
    assert shuffling.shoe_is_over(rules, Table(shoe=replace(shoe, drawn=2)))


def test_nothing_but_burns_waits_for_the_call():
    rules = Rules(book_of("maryland", burn_moment="after_the_call"))
    assert shuffling.waits_for_the_call(rules, Table(to_do=steps(Act.BURN_CARD)))
    assert not shuffling.waits_for_the_call(rules, Table(to_do=steps(Act.LOAD_SHOE, Act.BURN_CARD)))
    assert not shuffling.waits_for_the_call(Rules(book_of("maryland")), Table(to_do=steps(Act.BURN_CARD)))


def test_a_batch_shuffled_by_hand_is_cut_unless_it_is_shuffled_or_cut_anyway():
    rules = Rules(book_of("maryland"), House(shuffler=Shuffler.BATCH))
    for acts, is_cut in (((Act.LOAD_SHOE,), True), ((Act.SHUFFLE, Act.LOAD_SHOE), False)):
        table = Table(stored_by_hand=True, to_do=steps(*acts))
        assert bool(preparation.cut_of_hand_shuffled(rules, table)) is is_cut


def test_only_a_remedy_that_voids_the_round_has_the_cards_shuffled_for_it():
    what = Irregularity.NO_CARD_DEALT
    scenario = at_table("maryland", players=1)
    assert rulings.reshuffled_for(scenario.rules, what) is None
    with_remedy(scenario, what, Remedy.VOID_ROUND)
    assert rulings.reshuffled_for(scenario.rules, what) == scenario.rules.book.irregularities.provision(what)


def test_nothing_is_called_before_a_hand_is_complete():
    scenario = at_table("wisconsin", players=2)
    book = scenario.rules.book
    assert book.wagers.tie
    wagers = replace(book.wagers, tie=replace(book.wagers.tie, required=True))
    scenario.rules = Rules(replace(book, wagers=wagers), scenario.rules.house)
    assert scenario.wagers({1: 10_00, 2: 10_00}).due.act is Act.PLACE_WAGERS
    assert scenario.wagers({}, tie={2: 10_00}).due.act is Act.CALL_NO_MORE_BETS


# one place alone

OPEN = Hand(1, "Ann", {Wager.INITIAL: PlacedWager(10_00)}, card="9H")
READ = replace(OPEN, wagers={**OPEN.wagers, Wager.PROGRESSIVE: PlacedWager(collected=5_00)})
SPUN = replace(OPEN, wagers={**OPEN.wagers, Wager.BONUS_SPIN: PlacedWager(collected=5_00)})
PAID = replace(OPEN, wagers={**OPEN.wagers, Wager.TIE: PlacedWager(paid=5_00)})
TAKEN = replace(OPEN, wagers={**OPEN.wagers, Wager.TIE: PlacedWager(collected=5_00)})


@pytest.mark.parametrize(
    ("hand", "current", "can_be"),
    [
        (OPEN, {}, True),
        (OPEN, {"cover": 100_00}, True),
        (READ, {"to_read": (1,)}, True),
        (READ, {}, False),
        (SPUN, {"to_spin": (1,)}, True),
        (SPUN, {}, False),
        (replace(OPEN, envy_waits=True), {"to_read": (1,)}, False),
        (replace(OPEN, wagers={**OPEN.wagers, Wager.ENVY: PlacedWager(paid=1)}), {}, False),
        (replace(OPEN, from_meters=1), {}, False),
        (PAID, {}, True),
        (PAID, {"cover": 100_00}, False),
        (TAKEN, {"cover": 100_00}, False),
        (replace(OPEN, wars=1), {"cover": 100_00}, False),
        (replace(OPEN, wars=1), {}, True),
    ],
)
def test_a_place_is_taken_out_while_no_meter_wheel_or_bank_has_paid_on_it(hand, current, can_be):
    other = Hand(2, "Ben", {Wager.INITIAL: PlacedWager(10_00)}, from_meters=1)
    rules = Rules(book_of("maryland"), replace(offering_progressive(), limits=LIMITS))
    table = Table(
        chips={"Ann": 100_00, "Ben": 0},
        meters=dict.fromkeys(rules.meters(Wager.PROGRESSIVE), 20_000_00),
        round=Round(1, {1: hand, 2: other}, closed=True, **current),
    )
    assert voiding.can_be_voided(rules, table, hand) is can_be


def test_a_hand_that_goes_out_before_the_call_has_raised_no_meter():
    rules = Rules(book_of("maryland"), replace(offering_progressive(), limits=LIMITS))
    for closed in (True, False):
        current = Round(1, {1: READ}, closed=closed)
        out = voiding.hands_out(
            rules, Table(round=current, chips={"Ann": 0}), [READ], lambda _hand, _wager: "1"
        )
        assert any(isinstance(event, MeterRaiseReversed) for event in out) is closed


@pytest.mark.parametrize(("behind", "taken_up"), [((True,), True), ((False,), False), ((True, False), False)])
def test_cards_that_several_hands_share_are_taken_up_with_the_last_of_them(behind, taken_up):
    book = book_of("california")
    collection = replace(book.settlement.collection, value=Pickup.AT_EACH_SEAT)
    at_seats = replace(book, settlement=replace(book.settlement, collection=collection))
    others = {100 * n + 101: Hand(100 * n + 101, "Ben", settled=is_over) for n, is_over in enumerate(behind)}
    others[2] = Hand(2, "Cleo")
    current = Round(1, {1: OPEN, **others}, closed=True, layout={1: ("9H",)})
    clause = collection.clause
    collected = (CardsCollected(spots=(1,), cards=("9H",), clause=clause),)
    assert pick_up(Rules(at_seats, House(backline=2)), current, OPEN) == (collected if taken_up else ())
    assert pick_up(Rules(at_seats), current, OPEN) == collected


@pytest.mark.parametrize(("ties", "runs"), [(1, True), (2, True), (3, False)])
def test_a_tie_wager_runs_on_as_long_as_it_can_rise(ties, runs):
    rules = Rules(example("ties_in_a_row"))
    with_tie = replace(OPEN, wagers={Wager.TIE: PlacedWager(1_00)})
    assert rules.most_ties == 3
    assert runs_on(rules, with_tie, ties) is runs
    assert not runs_on(rules, OPEN, ties)


@pytest.mark.parametrize(
    ("changes", "rises"),
    [
        ({}, True),
        ({"in_a_row": ("20 to 1",)}, True),
        ({"in_a_row": ()}, False),
        ({"runs": Runs.TO_ITS_END}, False),
        ({"made": Made.INSTEAD}, False),
    ],
)
def test_a_tie_wager_is_paid_more_at_war_if_it_rises_with_a_hand_that_fights(changes, rises):
    book = example("ties_in_a_row")
    assert book.wagers.tie is not None
    tie = replace(book.wagers.tie, **({"runs": Runs.WITH_INITIAL} | changes))
    assert Rules(replace(book, wagers=replace(book.wagers, tie=tie))).ties_rise_at_war is rises


# the wheel


def test_a_wheel_is_spun_only_where_there_is_one_and_somebody_wagers_on_it():
    current = Round(1, {1: SPUN}, closed=True, to_spin=(1,))
    house = replace(offering_wheel(), limits=LIMITS)
    assert spun(Rules(book_of("washington")), current, 1, min_of) is None
    assert spun(Rules(book_of("maryland")), current, 1, min_of) is None
    assert spun(Rules(book_of("maryland"), house), replace(current, to_spin=()), 1, min_of) is None
    assert spun(Rules(book_of("maryland"), house), current, 1, min_of)


def min_of(_stops: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("positions", "stop", "seat"),
    [((), 0, 1), ((), 1, 3), ((2, 9, 1, 1, 1, 1, 1), 1, 1), ((2, 9, 1, 1, 1, 1, 1), 2, 3)],
)
def test_positions_are_drawn_alike_or_by_the_weights_of_their_seats(positions, stop, seat):
    house = replace(offering_wheel(positions=positions), limits=LIMITS)
    current = Round(1, {1: SPUN, 3: replace(SPUN, number=3)}, closed=True, to_spin=(1, 3))
    stops = iter((stop, 2, 3))
    spin = spun(Rules(book_of("maryland"), house), current, 1, lambda _: next(stops))
    assert spin
    assert (spin.hand, spin.hot_spot, spin.community) == (seat, "$1,000", "$50")


def test_paired_symbols_are_drawn_once():
    house = replace(offering_wheel(community=None), limits=LIMITS)
    rules = load_rules("maryland", house, {"wheel_symbols": "paired"})
    current = Round(1, {1: SPUN}, closed=True, to_spin=(1,))
    stops = iter((0, 3))
    spin = spun(rules, current, 1, lambda _: next(stops))
    assert spin
    assert (spin.hot_spot, spin.community) == ("$600", "$100")
