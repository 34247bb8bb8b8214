"""What every reading does: nothing is left out, and the figures are those of a table that is read so."""

import time
from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.figures import _GROUPS, Figure, Figures, WagerSize, odd_wager
from casinowar.odds.hand import Strategy
from casinowar.odds.progressive import progressive
from casinowar.odds.reading_effects import ReadingEffect, reading_effects
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import house_edge
from casinowar.rulebooks import load_rules, load_sample, names, open_rulebook
from tests.support.progressives import house_of_three_sizes
from tests.support.varieties import OWN

WAR_EDGE = Fraction(23138, 993023)


class Kept(dict[str, list[ReadingEffect]]):
    """The effects of each rulebook, worked out when they are first asked for."""

    def __missing__(self, name: str) -> list[ReadingEffect]:
        self[name] = reading_effects(name)
        return self[name]


@pytest.fixture(scope="module")
def effects() -> Kept:
    return Kept()


def one(found: list[ReadingEffect], reading: str, choice: str) -> ReadingEffect:
    [effect] = [each for each in found if (each.reading, each.choice) == (reading, choice)]
    return effect


def changes(effect: ReadingEffect) -> dict[Figure, tuple[Fraction | None, Fraction | None]]:
    return {each.figure: (each.default, each.value) for each in effect.changes}


@pytest.mark.parametrize("name", names())
def test_every_choice_of_every_reading_appears_once(name, effects):
    readings = open_rulebook(name).readings
    wanted = sorted((reading, choice) for reading, law in readings.items() for choice in law.choices)
    assert sorted((each.reading, each.choice) for each in effects[name]) == wanted


@pytest.mark.parametrize("name", names())
def test_each_choice_changes_something_or_says_what_it_is_about(name, effects):
    for each in effects[name]:
        if each.default:
            assert (each.changes, each.problem, each.sets) == ((), None, ())
        else:
            assert each.changes or each.problem or each.left_out or (each.sets and each.says)


@pytest.mark.parametrize("name", names())
def test_the_first_choice_of_a_reading_is_the_default(name, effects):
    readings = open_rulebook(name).readings
    firsts = {each.reading: each for each in reversed(effects[name])}
    assert all(effect.default for effect in firsts.values())
    assert {reading: effect.choice for reading, effect in firsts.items()} == {
        reading: law.default for reading, law in readings.items()
    }


@pytest.mark.parametrize("name", names())
def test_sharing_work_between_readings_changes_no_figure(name, effects):
    house = load_sample(name)
    for each in effects[name]:
        if each.problem is None and not each.default:
            book = open_rulebook(name).book({**house.readings, each.reading: each.choice})
            assert Figures().of(Rules(book, house)).values == each.figures, (each.reading, each.choice)


def test_every_figure_belongs_to_one_group():
    named = [figure for group in _GROUPS for figure in group.figures]
    assert sorted(named) == sorted(Figure)


@pytest.mark.parametrize("name", names())
def test_the_differences_are_exact(name, effects):
    for change in (change for effect in effects[name] for change in effect.changes):
        assert change.default != change.value
        if change.default is not None and change.value is not None:
            assert change.default + (change.difference or 0) == change.value
        else:
            assert change.difference is None


def test_the_table_of_the_longest_text_is_quick():
    started = time.process_time()
    reading_effects("maryland")
    assert time.process_time() - started < 10


# what single readings do


def test_a_tie_that_loses_by_the_letter():
    found = reading_effects("south_dakota", decks=6)
    effect = one(found, "tie_hand", "loses")
    assert changes(effect)[Figure.INITIAL_BEST] == (WAR_EDGE, Fraction(23, 311))
    assert changes(effect)[Figure.INITIAL_WAR] == (WAR_EDGE, None)
    assert changes(effect)[Figure.INITIAL_SURRENDER] == (Fraction(23, 622), None)
    assert Figure.TIE not in changes(effect)


def test_a_tie_wager_that_pays_two_to_one_on_the_war(effects):
    found = changes(one(effects["maryland"], "tied_war", "tie_wager_pays_2_to_1"))
    rules = load_rules("maryland", readings={"tied_war": "tie_wager_pays_2_to_1"})
    assert found[Figure.INITIAL_WAR] == (WAR_EDGE, house_edge(rules, Shoe.fresh(rules), Strategy.WAR))
    war_tie, read_so = found[Figure.WAR_TIE]
    assert war_tie is not None
    assert read_so == 1 - 3 * (1 - war_tie) / 11


def test_a_primary_wager_that_is_lost_at_war(effects):
    found = changes(one(effects["california"], "primary_wager_at_war", "lost"))
    war, best = found[Figure.INITIAL_WAR][1], found[Figure.INITIAL_BEST][1]
    assert war is not None
    assert war > Fraction(63, 1000)
    assert best == Fraction(23, 622), "surrender is then the better choice"


def test_an_odd_chip_matters_at_a_wager_of_an_odd_number_of_chips(effects):
    house = load_sample("washington")
    amount = odd_wager(load_rules("washington", house))
    assert amount == 5_50
    tie = Fraction(23, 311)
    for choice, lost in (("odd_chip_to_player", 2_50), ("odd_chip_to_house", 3_00)):
        found = changes(one(effects["washington"], "odd_half", choice))
        assert found == {Figure.ODD_SURRENDER: (tie / 2, tie * Fraction(lost, amount))}
    refused = changes(one(effects["washington"], "odd_half", "payable_in_chips"))
    assert refused == {Figure.ODD_SURRENDER: (tie / 2, None)}


@pytest.mark.parametrize("name", ["washington", "south_dakota"])
def test_separate_wars_change_the_covariance_and_nothing_else(name, effects):
    for reading, choice in (("war_burn", "separate_wars"), ("choice_timing", "war_at_once")):
        effect = one(effects[name], reading, choice)
        assert set(changes(effect)) == {Figure.COVARIANCE}
        [change] = effect.changes
        assert change.difference is not None
        assert change.difference < 0


def test_burns_change_only_the_long_run(effects):
    found = changes(one(effects["maryland"], "war_burn", "before_each_card"))
    assert set(found) == {Figure.LONG_RUN_INITIAL, Figure.LONG_RUN_TIE}


def test_an_order_of_events_has_no_odds(effects):
    effect = one(effects["maryland"], "surrender_direction", "counterclockwise")
    assert (effect.changes, effect.problem, effect.left_out) == ((), None, ())
    assert effect.sets == ("settlement.choice",)
    assert effect.says == "Everything counterclockwise."
    assert not effect.beyond_the_figures
    assert one(effects["maryland"], "designated_cards", "several").beyond_the_figures


def test_the_envy_readings_change_who_brings_a_bonus(effects):
    worth = effects["maryland"][0].figures[Figure.ENVY]
    needed = changes(one(effects["maryland"], "envy_holder", "needed"))
    assert needed == {Figure.ENVY_NOT_WAGERING: (worth, Fraction(0))}
    boxes = changes(one(effects["maryland"], "envy_between_boxes", "paid"))
    assert boxes == {Figure.ENVY_OWN_BOX: (Fraction(0), worth)}


def test_a_bank_that_collects_first_wins_more_when_it_is_short(effects):
    found = changes(one(effects["california"], "bank_exhausted", "collect_first"))
    assert set(found) == {Figure.BANK_OF_A_HALF, Figure.BANK_OF_THREE}
    default, read_so = found[Figure.BANK_OF_A_HALF]
    assert default is not None
    assert read_so is not None
    assert read_so > default


# what is not a figure


def test_a_choice_under_which_the_house_cannot_stand_is_reported(effects):
    effect = one(effects["south_dakota"], "wagering_limit", "fixed_amount")
    assert (effect.changes, effect.figures) == ((), {})
    assert effect.problem is not None
    assert effect.problem.startswith("limits.initial: minimum and maximum")


def test_what_the_odds_do_not_cover_is_reported_and_is_no_change(effects):
    effect = one(effects["maryland"], "payout_limit", "with_progressive")
    assert effect.changes == ()
    assert len(effect.left_out) == 1
    assert effect.problem is None
    assert Figure.PROGRESSIVE_WAR not in effect.figures
    coupons = one(effects["wisconsin"], "match_play_coupons", "as_chips")
    assert coupons.left_out == ("Exact odds do not cover wagers with a coupon.",)


def test_a_small_spin_without_the_operators_table_is_not_covered(effects):
    effect = one(effects["maryland"], "one_dollar_spin", "own_table")
    assert effect.changes == ()
    assert effect.left_out
    assert Figure.SPIN_ALONE in effect.figures


# houses


def test_a_built_in_rulebook_has_its_sample_house_and_says_so(effects):
    assert all(each.sample and each.house == "sample choices" for each in effects["washington"])
    own = reading_effects("washington", House(name="ours"))
    assert all(not each.sample and each.house == "ours" for each in own)


def test_the_others_stay_as_the_house_reads_them():
    house = replace(load_sample("washington"), readings={"war_burn": "separate_wars"})
    found = reading_effects("washington", house)
    assert [each.choice for each in found if each.reading == "war_burn" and each.chosen] == ["separate_wars"]
    limits = one(found, "wagering_limit", "each_wager").figures
    assert limits[Figure.COVARIANCE] == one(found, "war_burn", "separate_wars").figures[Figure.COVARIANCE]
    assert one(found, "choice_timing", "at_the_seat").changes == ()


def test_where_the_default_cannot_stand_nothing_is_compared():
    house = replace(
        load_sample("california"), first_bank=2, readings={"first_player_dealer": "set_by_the_house"}
    )
    found = [each for each in reading_effects("california", house) if each.reading == "first_player_dealer"]
    default, other = found
    assert default.problem is not None
    assert not other.comparable
    assert (other.changes, other.problem) == ((), None)
    assert other.figures


def test_decks_are_counted_as_asked():
    found = reading_effects("wisconsin", decks=8)
    assert {each.decks for each in found} == {8}
    assert found[0].figures[Figure.INITIAL_WAR] == Fraction(276706, 11826255)


def test_a_house_of_another_rulebook_is_refused():
    with pytest.raises(InputError, match="is for the rulebook 'california'"):
        reading_effects("wisconsin", load_sample("california"))


@pytest.mark.parametrize(
    "path", [path for path in OWN if not open_rulebook(str(path)).readings], ids=lambda path: path.stem
)
def test_a_rulebook_without_readings_has_no_effects(path):
    assert reading_effects(str(path)) == []


# the smallest odd wager


@pytest.mark.parametrize(
    ("chip", "minimum", "wager"),
    [("0.50", "5", 5_50), ("0.50", "5.50", 5_50), ("1", "10", 11_00), ("5", "7", 15_00), ("0.01", "5", None)],
)
def test_the_smallest_wager_of_an_odd_number_of_chips(chip, minimum, wager):
    house = House(smallest_chip=chip, limits={Wager.INITIAL: Limit(minimum=minimum, maximum="100")})
    assert odd_wager(load_rules("wisconsin", house)) == wager


# several sizes, and what the odds do not cover


@pytest.fixture(scope="module")
def three_sizes() -> list[ReadingEffect]:
    return reading_effects("maryland", house_of_three_sizes())


@pytest.fixture(scope="module")
def one_box() -> list[ReadingEffect]:
    return reading_effects("maryland", replace(house_of_three_sizes(), adjacent_boxes=1))


def test_a_reading_is_compared_at_every_size_of_a_wager(three_sizes):
    effect = one(three_sizes, "meter_share", "by_the_wager")
    sizes = {(each.figure, each.value_with): each for each in effect.changes}
    small = sizes[Figure.PROGRESSIVE_WAR, WagerSize(1_00)]
    rules = load_rules("maryland", house_of_three_sizes(), {"meter_share": "by_the_wager"})
    odds = progressive(rules, Shoe.fresh(rules), Strategy.WAR, wager=1_00)
    assert odds
    assert small.value == odds.house_edge
    assert small.difference
    assert small.difference > 0, "a share of the meter is less than all of it"


@pytest.mark.parametrize(
    ("reading", "choice"),
    [("envy_for_two_boxes", "two"), ("envy_to_two_boxes", "one"), ("meter_winners", "divided")],
)
def test_what_the_odds_do_not_cover_is_said(reading, choice, three_sizes, one_box):
    assert one(three_sizes, reading, choice).left_out
    other = one(one_box, reading, choice)
    assert bool(other.left_out) is (reading == "meter_winners"), "a second box is needed for the first two"
    assert other.beyond_the_figures
