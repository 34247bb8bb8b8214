"""What follows from book and house: every figure at several texts, read off them by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from casinowar.game.book.bonus_spin import SpinSettled
from casinowar.game.book.cards import FirstCardBurn
from casinowar.game.book.cited_values import Cited, Numbers, Says
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.book.progressive import SettledWhen
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import ArrivedInRound, Cutter, Fought, Moment, SuitsDecide, Tied, TieWins
from casinowar.game.cards import RANKS, SUITS
from casinowar.game.refusal import HouseError
from casinowar.game.words import PLACES, Shuffler, Wager
from tests.support.changing import book_with

AT_ONCE, AT_SEAT = SpinSettled.DEALERS_CARD, SettledWhen.AT_EACH_SEAT
ANY_SEATS = Numbers(start=7, clause="3")


def rules_with(name: str, changes: Mapping[str, object] | None = None, **house: Any) -> Rules:
    """Put a text with other values and a house together."""
    return Rules(book_with(name, changes), House(**house))


def refused(name: str, changes: Mapping[str, object] | None = None, **house: Any) -> tuple[str, str]:
    """Tell which choice of a house is refused, and under which clause."""
    with pytest.raises(HouseError) as error:
        rules_with(name, changes, **house)
    return error.value.choice, error.value.clause


# cards


@pytest.mark.parametrize(
    ("name", "house", "each_round", "behind"),
    [
        ("maryland", {}, False, 78),
        ("maryland", {"shuffler": Shuffler.CONTINUOUS}, True, 78),
        ("fresh_shoe", {}, True, 0),
    ],
)
def test_how_long_a_shoe_lasts(name, house, each_round, behind):
    rules = rules_with(name, **house)
    assert rules.reshuffles_each_round is each_round
    assert (rules.share_behind(312), rules.least_behind_cover_card(312)) == (behind, behind)


def test_ways_of_shuffling_stand_in_the_order_of_their_words():
    assert [*book_with("maryland").cards.decks] == [*Shuffler]
    cards = book_with("california").cards
    assert cards.decks == {Shuffler.BATCH: cards.batch_shuffler}


@pytest.mark.parametrize(
    ("name", "house", "sizes"),
    [
        ("maryland", {}, {None: 1, 52: 1}),
        ("maryland", {"shuffler": Shuffler.CONTINUOUS}, {None: 0, 52: 0}),
        ("washington", {}, {None: 0}),
        ("burn_by_the_decks", {}, {None: 6, 52: 1, 104: 2, 105: 3}),
        ("burn_by_the_first_card", {}, {None: 10}),
    ],
)
def test_how_many_cards_a_new_shoe_loses_at_most(name, house, sizes):
    rules = rules_with(name, **house)
    assert {size: rules.new_shoe_burn(size) for size in sizes} == sizes


def test_a_rank_for_which_no_number_is_said_burns_only_itself():
    burns = FirstCardBurn(burns={"ace": 3}, clause="2")
    rules = rules_with("burn_by_the_first_card", {"burns.by_first_card": burns})
    assert rules.first_card_burns == {"A": 4} | dict.fromkeys("KQJT98765432", 1)
    assert rules.new_shoe_burn() == 4
    nothing = FirstCardBurn(burns={}, clause="2")
    assert rules_with("burn_by_the_first_card", {"burns.by_first_card": nothing}).new_shoe_burn() == 1


def test_a_continuous_shuffler_has_no_first_card():
    decks = {"cards.continuous_shuffler": Numbers(start=6, clause="1")}
    by_hand, device = (
        rules_with("burn_by_the_first_card", decks, shuffler=shuffler)
        for shuffler in (Shuffler.BY_HAND, Shuffler.CONTINUOUS)
    )
    assert by_hand.burns_by_first_card
    assert not device.burns_by_first_card
    assert not rules_with("maryland").burns_by_first_card


@pytest.mark.parametrize(
    ("on", "first", "at_war"),
    [(SuitsDecide.BOTH, True, True), (SuitsDecide.ORIGINAL, True, False), (SuitsDecide.WAR, False, True)],
)
def test_on_which_deals_suits_decide(on, first, at_war):
    rules = rules_with("order_of_suits", {"cards.order_of_suits.on": on})
    assert (rules.suits_decide_first, rules.suits_decide_at_war, rules.suits_decide) == (first, at_war, True)


def test_what_wins_a_tie_wager_where_suits_decide():
    equal, same = (
        rules_with("order_of_suits", {"cards.order_of_suits.tie_wager": wins})
        for wins in (TieWins.EQUAL_RANK, TieWins.SAME_CARD)
    )
    assert equal.equal_rank_wins_ties
    assert not same.equal_rank_wins_ties
    assert not rules_with("maryland").equal_rank_wins_ties


def test_suits_are_ranked_as_they_are_listed():
    strength = rules_with("order_of_suits").suit_strength
    assert sorted(strength, key=strength.__getitem__, reverse=True) == ["S", "H", "D", "C"]
    assert rules_with("maryland").suit_strength == {}


def test_a_deck_has_each_card_once():
    assert len(rules_with("maryland").deck) == 52


# war


@pytest.mark.parametrize(
    ("when", "burned"),
    [(Moment.ONCE, [3, 3, 3]), (Moment.EACH_SIDE, [5, 5, 5]), (Moment.EACH_CARD, [5, 8, 11])],
)
def test_how_many_cards_a_war_deal_burns(when, burned):
    changes = {"war.burn.when": when, "war.burn.cards": 3, "war.burn.dealers": 2}
    rules = rules_with("maryland", changes)
    assert [rules.war_burn(hands) for hands in (1, 2, 3)] == burned
    assert rules.dealers_war_burn == 2


def test_no_war_burns_nothing():
    rules = rules_with("no_war")
    assert (rules.war_burn(3), rules.dealers_war_burn) == (0, 0)


@pytest.mark.parametrize(
    ("name", "changes", "wars", "ties", "deals"),
    [
        ("maryland", {}, 1, 1, 1),
        ("again_at_a_price", {}, 3, 1, 3),
        ("no_war", {}, 0, 1, 0),
        ("maryland", {"settlement.tie_hand.value": Tied.RETURNED}, 0, 1, 0),
        ("maryland", {"war": None}, 0, 1, 0),
        ("ties_in_a_row", {}, 1, 3, 2),
    ],
)
def test_how_many_wars_and_war_deals_one_hand_can_have(name, changes, wars, ties, deals):
    rules = rules_with(name, changes)
    assert (rules.most_wars, rules.most_ties, rules.most_war_deals) == (wars, ties, deals)


# when things are done


@pytest.mark.parametrize(
    ("flag", "place", "values"),
    [
        (
            *("burns_next_round", "burns.in_mid_round"),
            {
                None: False,
                Says(value=ArrivedInRound.FIRST_CARD, clause="1"): False,
                Says(value=ArrivedInRound.NEXT_ROUND, clause="1"): True,
            },
        ),
        (
            *("offers_choice", "settlement.tie_hand.value"),
            {Tied.CHOICE: True, Tied.WAR: False, Tied.RETURNED: False},
        ),
        (
            *("plays_ties_on", "settlement.tie_hand.value"),
            {Tied.CHOICE: True, Tied.WAR: True, Tied.RETURNED: False},
        ),
        (
            *("fights_together", "war.deal.fought"),
            {Fought.TOGETHER: True, Fought.SEPARATELY: False, Fought.AT_ONCE: False},
        ),
        (
            *("fights_at_once", "war.deal.fought"),
            {Fought.TOGETHER: False, Fought.SEPARATELY: False, Fought.AT_ONCE: True},
        ),
        ("spins_at_once", "bonus_spin.settled.value", {each: each is AT_ONCE for each in SpinSettled}),
        ("reads_at_each_seat", "progressive.settling.when", {each: each is AT_SEAT for each in SettledWhen}),
    ],
)
def test_when_and_how_a_text_has_it_done(flag, place, values):
    found = {value: getattr(rules_with("maryland", {place: value}), flag) for value in values}
    assert found == values


# the house


def test_when_a_gaming_day_starts():
    assert rules_with("maryland", gaming_day_starts="13:45").gaming_day_starts == 49_500


def test_who_shares_a_spot():
    electronic = ElectronicChoices(community_cards=5)
    assert rules_with("maryland", electronic=electronic).shares_spots
    assert rules_with("california", backline=1).shares_spots
    assert not rules_with("maryland").shares_spots
    assert not rules_with("california").shares_spots


def test_how_many_community_cards_there_are():
    electronic = ElectronicChoices(community_cards=5)
    assert rules_with("maryland", electronic=electronic).community_cards == 5
    assert rules_with("maryland").community_cards == 3
    assert rules_with("washington").community_cards == 0


def test_a_payout_limit_counts_only_where_one_is_posted():
    assert rules_with("maryland", payout_limit="50000").limit_counts is not None
    assert rules_with("maryland").limit_counts is None
    assert rules_with("maryland", payout_limit="none").limit_counts is None


def test_a_number_is_at_most_a_thousand_unless_the_text_says_less():
    assert ANY_SEATS.allows(1000)
    assert not ANY_SEATS.allows(1001)


def test_only_two_wagers_are_offered_beside_the_game():
    book = book_with("maryland")
    assert book.offered_law(Wager.PROGRESSIVE) is book.progressive
    assert book.offered_law(Wager.BONUS_SPIN) is book.bonus_spin
    others = set(Wager) - {Wager.PROGRESSIVE, Wager.BONUS_SPIN}
    assert {book.offered_law(wager) for wager in others} == {None}


# choices that are refused


def test_ways_of_shuffling_and_numbers_of_decks_are_those_of_the_text():
    assert refused("fresh_shoe", shuffler=Shuffler.BATCH) == ("shuffler", "1")
    ways = {"cards.ways": Cited(clause="1.1")}
    assert refused("fresh_shoe", ways, shuffler=Shuffler.BATCH) == ("shuffler", "1.1")
    assert refused("maryland", decks=7) == ("decks", "3.A")


def test_a_table_has_fewer_seats_than_hands_are_numbered_apart():
    book = {"seating.seats": ANY_SEATS}
    assert rules_with("maryland", book, seats=PLACES - 1).seats == 99
    assert refused("maryland", book, seats=PLACES) == ("seats", "3")


def test_a_second_set_of_burned_cards_is_the_houses_only_where_the_text_has_one():
    assert refused("again_for_free", second_war_burn=2) == ("second_war_burn", "8")
    assert refused("no_war", second_war_burn=2) == ("second_war_burn", "6")
    two = {"war.burn.when": Moment.EACH_SIDE, "war.burn.dealers": 3}
    assert rules_with("maryland", two, second_war_burn=2).dealers_war_burn == 2


@pytest.mark.parametrize("choice", ["preshuffled", "odds_on_sign", "tip_box_elsewhere", "hide_last_card"])
def test_what_a_text_does_not_provide_for_is_refused(choice):
    assert refused("fresh_shoe", {}, **{choice: True})[0] == choice


def test_a_tolerance_is_the_houses_only_where_a_share_is_approximate():
    share = {"cut.cover_card": Says(value="1/4", clause="2.1")}
    assert refused("fresh_shoe", share, cover_card_tolerance=1) == ("cover_card_tolerance", "2.1")
    assert refused("fresh_shoe", cover_card_tolerance=1) == ("cover_card_tolerance", "2")


def test_no_player_has_more_boxes_than_there_are_seats():
    assert rules_with("maryland", seats=3, adjacent_boxes=3).adjacent_boxes == 3
    assert refused("maryland", seats=3, adjacent_boxes=4) == ("adjacent_boxes", "2.A")


def test_a_tolerance_leaves_something_behind_the_cover_card():
    book = {"cut.tolerance": Cited(clause="2"), "cut.cover_card": Says(value="1/4", clause="2")}
    for tolerance in (1, 12):
        rules = rules_with("fresh_shoe", book, cover_card_tolerance=tolerance)
        assert rules.least_behind_cover_card(52) == 13 - tolerance
    assert refused("fresh_shoe", book, cover_card_tolerance=13) == ("cover_card_tolerance", "2")


FEW = {
    "cards.ranking.value": RANKS[:1],
    "cut.after_hand_shuffle.value": Cutter.DEALER,
}


def few(suits: int, **more: object) -> dict[str, object]:
    """Have a deck of so few cards, which the dealer cuts."""
    return {**FEW, "cards.suits.value": SUITS[:suits], **more}


def test_a_cut_leaves_its_margin_on_either_side():
    margin = {"cut.margin": Says(value=2, clause="2.1")}
    assert rules_with("fresh_shoe", few(2)).batch_size == 2
    assert refused("fresh_shoe", few(1)) == ("decks", "2")
    assert rules_with("fresh_shoe", few(4, **margin)).batch_size == 4
    assert refused("fresh_shoe", few(3, **margin)) == ("decks", "2.1")


def test_a_burn_leaves_a_card():
    all_but_one = {"burns.new_shoe": Says(value=3, clause="2.2")}
    assert rules_with("fresh_shoe", few(4, **all_but_one)).batch_size == 4
    assert refused("fresh_shoe", few(3, **all_but_one)) == ("decks", "2.2")
    by_the_dealer = all_but_one | {"burns.new_dealer": Says(value=1, clause="2.3")}
    assert refused("fresh_shoe", few(4, **by_the_dealer)) == ("decks", "2.2")
