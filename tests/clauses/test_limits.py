"""Limits: posted before a table opens, for each kind of wager, some relative to another limit (R12)."""

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.commands import GoToWar, OpenTable, PlaceWager
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Wager
from casinowar.rulebooks import RulebookFile, load_rules, load_sample, names, open_rulebook
from casinowar.table_api import Table
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

INITIAL = Limit(minimum="5", maximum="500")
CITED = {
    "maryland": "R12",
    "washington": "limits",
    "south_dakota": "(2)",
    "california": "betting.1",
    "wisconsin": "R12",
}


def with_values(rulebook: str, **values: object) -> RulebookFile:
    """Open a rulebook with other values of its limits, its tie wager and its war."""
    source = open_rulebook(rulebook)
    changed = tomllib.loads(source.text)
    for place, value in values.items():
        part, _, name = place.partition("__")
        changed[part][name] = {**changed[part].get(name, {}), **value} if isinstance(value, dict) else value
    return RulebookFile("other.toml", "", {**changed, "name": "other", "document": ""}, {})


def rules(source: RulebookFile, **limits: Limit) -> Rules:
    return Rules(source.book(), House(limits={Wager(wager): limit for wager, limit in limits.items()}))


@clause("south_dakota", "(2)")
@clause("california", "betting.1")
@pytest.mark.parametrize("rulebook", names())
def test_no_table_opens_before_limits_are_posted(rulebook):
    cited = CITED[rulebook]
    for house in (House(), House(limits={Wager.TIE: Limit(maximum="100")})):
        table = Scenario(load_rules(rulebook, house))
        table.refused(OpenTable(), Reason.LIMITS_NOT_POSTED, cited)
    assert Scenario(load_rules(rulebook, load_sample(rulebook))).is_allowed(OpenTable())


@pytest.mark.parametrize("rulebook", names())
def test_a_table_of_three_lines_posts_the_limits_of_the_sample(rulebook):
    table = Table(rulebook)
    sample = load_sample(rulebook)
    assert table.rules.house.limits == sample.limits
    posted = sample.limits[Wager.INITIAL]
    assert table.limits[Wager.INITIAL] == (Decimal(posted.minimum), Decimal(posted.maximum))
    assert Table(rulebook, limits={"initial": (10, 20)}).rules.limits == {Wager.INITIAL: (10_00, 20_00)}


@pytest.mark.parametrize("rulebook", names())
def test_where_no_limit_is_entered_for_the_tie_wager_the_initial_maximum_holds(rulebook):
    table = at_table(rulebook, house=House(limits={Wager.INITIAL: INITIAL}), chips=10_000_00).wagers(
        {1: 10_00}
    )
    table.refused(PlaceWager(hand=1, wager=Wager.TIE, amount=500_01), Reason.WAGER_ABOVE_MAXIMUM, "R12")
    assert table.is_allowed(PlaceWager(hand=1, wager=Wager.TIE, amount=500_00))


# limits relative to another limit


def test_a_house_posts_a_limit_as_a_share_of_the_initial_one():
    house = House(limits={Wager.INITIAL: INITIAL, Wager.TIE: Limit(of_initial="1/4")})
    table = at_table("maryland", house=house).wagers({1: 10_00})
    table.refused(PlaceWager(hand=1, wager=Wager.TIE, amount=125_01), Reason.WAGER_ABOVE_MAXIMUM, "R12")
    assert table.is_allowed(PlaceWager(hand=1, wager=Wager.TIE, amount=125_00))
    capped = replace(house, limits={**house.limits, Wager.TIE: Limit(of_initial="1/4", maximum="100")})
    assert load_rules("maryland", capped).span(Wager.TIE) == (1, 100_00)


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        ({Wager.INITIAL: Limit(of_initial="1/2")}, r"limits.initial.of_initial: it is a share of"),
        ({Wager.TIE: Limit(of_initial="1/2")}, r"limits.tie.of_initial: it is a share of"),
        ({Wager.INITIAL: INITIAL, Wager.TIE: Limit(of_initial="0")}, r"limits.tie: the minimum .* is above"),
    ],
)
def test_a_share_of_nothing_is_refused(limits, problem):
    with pytest.raises(HouseError, match=problem):
        load_rules("maryland", House(limits=limits))


def test_a_book_holds_the_tie_wager_to_a_share_of_the_initial_limit():
    source = with_values("washington", wagers__limits={"tie": "1/2", "authorized": False})
    assert rules(source, initial=INITIAL).span(Wager.TIE) == (1, 250_00)
    assert rules(source, initial=INITIAL, tie=Limit(maximum="250")).span(Wager.TIE) == (1, 250_00)
    with pytest.raises(HouseError, match=r"limits.tie: the maximum may be at most \$250.00, .* \[limits\]"):
        rules(source, initial=INITIAL, tie=Limit(maximum="250.01"))
    table = Scenario(rules(source, initial=INITIAL))
    assert table.is_allowed(OpenTable()), "the book itself says the limit of the tie wager"


def test_counted_together_wars_that_are_fought_again_count_too():
    """Maximum $60, war wager as large as the initial one, two more wars for one each: $15 may be wagered."""
    again = {"wars": 3, "times": 1, "forfeits": "1/2", "clause": "4"}
    together = {"counted": "initial and war wager together", "authorized": False}
    source = with_values("washington", wagers__limits=together, war__again=again)
    assert rules(source, initial=Limit(minimum="5", maximum="60")).span(Wager.INITIAL) == (5_00, 15_00)
    once = with_values("washington", wagers__limits=together)
    assert rules(once, initial=Limit(minimum="5", maximum="60")).span(Wager.INITIAL) == (5_00, 30_00)


@pytest.mark.parametrize(
    ("tie", "possible"),
    [
        (Limit(minimum="1", maximum="4"), False),
        (Limit(minimum="1", maximum="4.98"), False),
        (Limit(minimum="1", maximum="5"), True),
        (Limit(minimum="500", maximum="600"), True),
        (Limit(minimum="500.01", maximum="600"), False),
    ],
)
def test_limits_between_which_no_equal_tie_wager_fits_are_refused(tie, possible):
    source = with_values("south_dakota", wagers__tie={"equal": True, "required": True})
    if possible:
        rules(source, initial=INITIAL, tie=tie)
        return
    with pytest.raises(HouseError, match=r"limits.tie: no amount is within the limits of .* equal tie wager"):
        rules(source, initial=INITIAL, tie=tie)


def test_a_required_tie_wager_that_is_too_large_for_every_initial_wager_is_refused():
    source = with_values("south_dakota", wagers__tie={"most": "1/2", "required": True})
    rules(source, initial=INITIAL, tie=Limit(minimum="250", maximum="500"))
    with pytest.raises(HouseError, match=r"limits.tie: no tie wager of at least \$250.01"):
        rules(source, initial=INITIAL, tie=Limit(minimum="250.01", maximum="500"))


# the example


EXAMPLE = Path(open_rulebook.__code__.co_filename).parent / "examples" / "half_tie_limit.toml"


def test_the_example_of_a_relative_limit_plays():
    table = Table(EXAMPLE, seed=1)
    table.sit("Ann", seat=1, chips=10_000)
    table.wager(1, 500, tie=250)
    with pytest.raises(Exception, match=r"The tie wager may be at most \$250.00"):
        table.wager(1, 0, tie=1)
    table.deal()
    assert table.state.rounds == 1 or table.choosing


# the tie wager on the war deal is a tie wager


ALLOWED = {"california": {"tie_wager_on_war": "allowed"}}
WITH_WAR_TIE = pytest.mark.parametrize("rulebook", ["maryland", "california", "wisconsin"])


def war_tie_rules(rulebook: str, **limits: Limit) -> Rules:
    house = House(limits={Wager(wager): limit for wager, limit in limits.items()})
    return load_rules(rulebook, house, ALLOWED.get(rulebook))


@clause("california", "betting.1", "definitions.tie-wager")
@clause("wisconsin", "(a)(1)(vii)")
@clause("maryland", "7.F(2)")
@WITH_WAR_TIE
def test_on_the_war_deal_a_tie_wager_keeps_the_limits_posted_for_tie_wagers(rulebook):
    posted = war_tie_rules(rulebook, initial=INITIAL, tie=Limit(minimum="5", maximum="50"))
    assert posted.span(Wager.WAR_TIE) == (5_00, 50_00)
    assert not posted.is_assumed(Wager.WAR_TIE)


@WITH_WAR_TIE
def test_unless_the_operator_posts_others_for_it(rulebook):
    tie, war_tie = Limit(minimum="5", maximum="50"), Limit(minimum="2", maximum="80")
    posted = war_tie_rules(rulebook, initial=INITIAL, tie=tie, war_tie=war_tie)
    assert posted.span(Wager.WAR_TIE) == (2_00, 80_00)


@WITH_WAR_TIE
def test_where_none_are_posted_for_either_the_initial_maximum_holds(rulebook):
    posted = war_tie_rules(rulebook, initial=INITIAL)
    assert posted.span(Wager.WAR_TIE)[1] == 500_00
    assert posted.is_assumed(Wager.WAR_TIE)


def test_one_that_has_to_be_as_large_as_another_follows_that_one():
    source = with_values("wisconsin", wagers__war_tie={"equal": True})
    posted = rules(source, initial=INITIAL, tie=Limit(minimum="5", maximum="50"))
    assert posted.span(Wager.WAR_TIE)[1] > 500_00


@clause("california", "betting.1")
@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (4_99, Reason.WAGER_BELOW_MINIMUM),
        (5_00, None),
        (50_00, None),
        (50_01, Reason.WAGER_ABOVE_MAXIMUM),
    ],
)
def test_in_california_it_is_refused_below_and_above_them(amount, reason):
    house = House(limits={Wager.INITIAL: INITIAL, Wager.TIE: Limit(minimum="5", maximum="50")})
    table = at_table("california", cards="9H 9C", house=house, readings=ALLOWED["california"])
    table.wagers({1: 10_00}).dealt().when(GoToWar(hand=1))
    placed = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=amount)
    if reason is None:
        assert table.is_allowed(placed)
    else:
        table.refused(placed, reason, "betting.1")
