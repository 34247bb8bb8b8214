"""What a page is shown of a table: what a choice costs and is worth, how rounds ended, what the felt says."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.bonus_spin import OwnPay, Segment, Wheel
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Instrument, Role, Wager
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.player_history import player_rounds
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Actor
from casinowar.house.offices.cashier import Deposit, IssueCoupon
from casinowar.house.storage.store import Store
from casinowar.odds.hand import TieWorth
from casinowar.odds.shoe import Shoe
from casinowar.reports.numbers import decimal, exact
from casinowar.reports.tie_advice import seen_cards
from casinowar.rulebooks import load_sample
from casinowar.web.table_layout import WheelPays, layout
from casinowar.web.table_views import choice_worth, look, options
from tests.house.sample_house import PIT, Served
from tests.house.test_bots import ADA, BEN, played_out

ANN = Actor("Ann")
ALL_KINGS = """
extends = "maryland"
name = "all_kings"
title = "Maryland: all kings"
[cards]
ranking = { value = ["king", "queen"] }
"""


@pytest.fixture
def house(tmp_path) -> Served:
    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    sample = load_sample("maryland")
    settings = TableSettings(rulebook="all_kings", text=ALL_KINGS, house=replace(sample, rulebook=""))
    served.worker.open("t", settings)
    served.must(c.OpenTable(by=Role.FLOORPERSON), PIT)
    served.must(Deposit(player="Ann", amount=2_000_00), PIT)
    served.must(c.Sit(player="Ann", seat=3, chips=2_000_00))
    return served.to_betting()


def to_a_tie(house: Served) -> None:
    """Play until Ann has a choice."""
    while next_duty(house.worker.rules("t"), house.table).act is not Act.CHOOSE:
        house.to_betting()
        house.must(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=10_00))
        house.must(c.CallNoMoreBets(), PIT)


def test_a_choice_costs_what_moves_and_is_worth_what_the_unseen_cards_say(house: Served):
    to_a_tie(house)
    rules, table = house.worker.rules("t"), house.table
    told = look(house.worker, "t", ANN, 0)
    assert told.choice is not None
    assert (told.choice.hand, told.choice.war, told.choice.lost, told.choice.back) == (3, 10_00, 5_00, 5_00)
    found = choice_worth(rules, table, "Ann")
    assert table.round is not None
    hand, seen = table.round.hands[3], seen_cards(table)
    shoe = Shoe.fresh(rules, table.decks).without(seen)
    left = sum(shoe.left[f"{hand.card[0]}{suit}"] for suit in "CDHS")
    before = Shoe.fresh(rules, table.decks).without(
        card
        for place, card in enumerate(seen)
        if place not in _last_two(seen, hand.card, table.round.dealer_card)
    )
    war = TieWorth(rules, before, 10_00).war(left + 2)
    assert (found.war_units, found.war_exact) == (decimal(war / 10_00), exact(war / 10_00))
    assert found.surrender_exact == "−1/2"
    assert found.unseen == shoe.size
    assert Fraction(found.surrender_units.replace("−", "-")) == Fraction(-1, 2)
    with pytest.raises(InputError, match="Ben has nothing to choose now"):
        choice_worth(rules, table, "Ben")


def _last_two(seen: list[str], *cards: str) -> set[int]:
    found: set[int] = set()
    for card in cards:
        found.add(
            next(place for place in reversed(range(len(seen))) if seen[place] == card and place not in found)
        )
    return found


def test_a_round_that_is_over_is_told_with_what_it_brought(house: Served):
    to_a_tie(house)
    before = look(house.worker, "t", ANN, 0).table.version
    rounds = house.table.rounds
    house.must(c.Surrender(hand=3))
    [result] = look(house.worker, "t", ANN, before).results
    assert (result.round, result.player) == (rounds + 1, "Ann")
    assert (result.net, result.moved, result.tie, result.void) == (-5_00, True, True, False)
    assert look(house.worker, "t", ANN, before).choice is None


def test_the_felt_says_its_odds_as_data(house: Served):
    said = layout(house.worker, "t", play_money=1_000_00)
    assert [(each.about, each.pays, each.tied, each.share) for each in said.inscription] == [
        ("tie", "10 to 1", "", ""),
        ("war", "1 to 1", "2 to 1", ""),
        ("surrender", "", "", "1/2"),
        ("initial", "1 to 1", "", ""),
        ("war_tie", "10 to 1", "", ""),
        ("payout_limit", "", "", ""),
    ]
    assert said.inscription[-1].clause == "2.B(5)(b)"
    assert said.document == "maryland"
    assert said.envy is not None
    assert (said.envy.amount, said.progressive[0].meter, len(said.wheel)) == (5_000_00, "1", 10)
    assert [*said.limits] == [Wager.INITIAL, Wager.TIE, Wager.PROGRESSIVE, Wager.BONUS_SPIN]
    assert said.limits[Wager.PROGRESSIVE].amounts == (5_00,)
    assert said.wheel_pays is not None
    hot_spot, community = said.wheel_pays.hot_spot, said.wheel_pays.community
    assert [(each.symbol, each.pays, each.meter, each.clause) for each in hot_spot[:3:2]] == [
        ("primary jackpot", 0, "primary", "10.D(1)(a)"),
        ("$1,000", 1_000_00, "", "10.D(1)(c)"),
    ]
    assert [(each.symbol, each.pays) for each in community[:2]] == [("$150", 150_00), ("$100", 125_00)]
    assert said.neighbours
    assert not layout(house.worker, "t").neighbours


def wheel_sign(tmp_path, readings: dict[str, str], **choices: object) -> WheelPays | None:
    """Read the sign of the wheel at a table of this reading, whose house changed its own submission so."""
    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    sample = load_sample("maryland")
    assert sample.bonus_spin is not None
    spin = replace(sample.bonus_spin, **choices)
    told = replace(sample, bonus_spin=spin, readings=readings)
    served.worker.open("t", TableSettings(rulebook="maryland", house=told))
    return layout(served.worker, "t").wheel_pays


@pytest.mark.parametrize(
    ("readings", "choices", "community"),
    [
        ({}, {}, 8),
        ({"wheel_symbols": "paired"}, {}, 8),
        ({"wheel_symbols": "paired"}, {"community": None}, 8),
        ({"hot_spot": "every_position"}, {}, 0),
        ({"hot_spot": "each_spin"}, {}, 0),
        ({"hot_spot": "each_spin"}, {"community": None}, 0),
    ],
)
def test_the_sign_of_the_wheel_lists_what_a_spin_can_stop_on(tmp_path, readings, choices, community):
    said = wheel_sign(tmp_path, readings, **choices)
    assert said is not None
    assert (said.wager, len(said.hot_spot), len(said.community)) == (5_00, 10, community)


def test_a_paired_wheel_lists_only_the_partners_of_its_own_symbols(tmp_path):
    wheel = Wheel(stops=2, segments=(Segment(symbol="$1,000", weight=1), Segment(symbol="$500", weight=1)))
    said = wheel_sign(tmp_path, {"wheel_symbols": "paired"}, hot_spot=wheel, community=None)
    assert said is not None
    assert [each.symbol for each in said.hot_spot] == ["$1,000", "$500"]
    assert [each.symbol for each in said.community] == ["$150", "$75"]


@pytest.mark.parametrize(("amounts", "wager"), [(("1", "5"), 5_00), (("5",), 5_00), (("1",), 1_00)])
def test_the_sign_of_the_wheel_names_a_wager_that_is_taken(tmp_path, amounts, wager):
    said = wheel_sign(tmp_path, {"one_dollar_spin": "one_fifth"}, amounts=amounts)
    assert (said.wager if said else None) == wager


@pytest.mark.parametrize(
    ("reading", "meters", "fixed", "community"),
    [
        ("one_fifth", {"primary": "1/5", "secondary": "1/5"}, ("$1,000", 200_00), ("$150", 30_00)),
        ("no_progressive", {}, ("$1,000", 200_00), ("$150", 30_00)),
        ("own_table", {}, ("$600", 77_00), ("$100", 11_00)),
    ],
)
def test_the_sign_of_the_wheel_says_what_a_small_wager_wins_where_none_else_is_taken(
    tmp_path, reading, meters, fixed, community
):
    own = (OwnPay(symbol="$600", hot_spot="77"), OwnPay(symbol="$100", community="11"))
    table = own if reading == "own_table" else ()
    said = wheel_sign(tmp_path, {"one_dollar_spin": reading}, amounts=("1",), small_wager_pays=table)
    assert said is not None
    assert {each.meter: each.share for each in said.hot_spot if each.meter} == meters
    [first, *others] = [(each.symbol, each.pays) for each in said.hot_spot if not each.meter]
    assert (first, len(others)) == (fixed, 0 if table else 7)
    assert (said.community[0].symbol, said.community[0].pays) == community
    assert {each.clause for each in said.hot_spot} == {"10.D(5)(a)" if not table else "7.F(4)"}


def test_who_banked_is_told_what_the_round_brought(tmp_path):
    house = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    house.worker.open("t", TableSettings(rulebook="california", house=load_sample("california")))
    house.must(c.OpenTable(by=Role.FLOORPERSON), PIT)
    for seat, player in ((2, ADA), (3, ANN), (5, BEN)):
        house.must(Deposit(player=player.name, amount=5_000_00), PIT)
        house.must(c.Sit(player=player.name, seat=seat, chips=2_000_00), player)
    played_out(house)
    assert house.table.bank.seat == 2
    before = look(house.worker, "t", ANN, 0).table.version
    house.must(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=20_00))
    played_out(house)
    house.must(c.CallNoMoreBets(), PIT)
    played_out(house)
    results = {each.player: each for each in look(house.worker, "t", ADA, before).results}
    assert results.keys() == {ADA.name, "Ann", BEN.name}
    [banked] = player_rounds(house.store, Books(house.store), ADA.name, 0, 9)
    assert (results[ADA.name].hand, results[ADA.name].net) == (2, banked.net)
    assert [name for name, each in results.items() if each.banker] == [ADA.name]


@pytest.mark.parametrize("rulebook", ["washington", "south_dakota", "california"])
def test_the_felt_says_that_a_tied_war_pays_the_match_and_more(tmp_path, rulebook):
    house = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    house.worker.open("t", TableSettings(rulebook=rulebook, house=load_sample(rulebook)))
    [war] = [each for each in layout(house.worker, "t").inscription if each.about == "war"]
    assert (war.pays, war.match, war.tied, war.tied_match) == ("", True, "1 to 1", True)


def test_coupons_are_offered_as_far_as_one_holds_some(tmp_path):
    house = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    house.worker.open("t", TableSettings(rulebook="wisconsin", house=load_sample("wisconsin")))
    house.must(c.OpenTable(), PIT)
    house.seat(ANN)
    house.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=20_00))

    def offered() -> list[tuple[int, int]]:
        may = options(house.worker, "t", ANN).actions
        return [(each.least, each.most) for each in may if Instrument.COUPON in each.made_with]

    assert offered() == []
    for value in (10_00, 20_00, 10_00, 50_00):  # the last is more than the chips beside it
        house.must(IssueCoupon(player="Ann", amount=value), PIT)
    assert offered() == [(10_00, 10_00), (20_00, 20_00)]
    lays = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON)
    house.must(lays)
    assert offered() == []
    assert house.worker.coupons("Ann") == {10_00: 1, 20_00: 1, 50_00: 1}
