"""The largest exposure: a maximum over every end of a hand, and over every choice of wagers and of sizes."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds import wagers as wager_odds
from casinowar.odds.exposure import exposure
from casinowar.odds.hand import Strategy, ways
from casinowar.odds.payout_limit import cuts
from casinowar.odds.settlement import Path, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.reports.file_check import table_warnings
from casinowar.rulebooks import load_rules
from tests.support.random_rulebooks import Drawing, mended
from tests.support.varieties import OWN

DEALERS_CARD = """
extends = "{base}"
name = "own"
title = "Own"

[wagers]
tie = {{ value = "11 to 1", clause = "1" }}
dealer_wins = {{ value = "{pays}", tie_forfeits = "1/2", made = "{made}", clause = "2" }}
"""
ALONE, WITH, INSTEAD = (f"{how} an initial wager" for how in ("with or without", "with", "instead of"))
BUILT_IN = ("california", "maryland", "south_dakota", "washington", "wisconsin")
RULEBOOKS = 40


def written(tmp_path, *, base="wisconsin", pays="1 to 1", made=ALONE, more="") -> str:
    path = tmp_path / "own.toml"
    path.write_text(DEALERS_CARD.format(base=base, pays=pays, made=made) + more, encoding="utf-8")
    return str(path)


def limits(**most: tuple[str, str]) -> House:
    return House(
        name="limits",
        limits={Wager(wager): Limit(minimum=low, maximum=high) for wager, (low, high) in most.items()},
    )


def test_the_wager_that_loses_on_a_tie_need_not_be_made(tmp_path):
    found = exposure(load_rules(written(tmp_path)), 10_00, 7)
    assert (found.hand, found.table) == (20_00 + 110_00 + 100_00, 7 * 230_00)


def test_a_wager_that_needs_an_initial_wager_is_won_beside_the_smallest(tmp_path):
    house = limits(initial=("10", "1000"), tie=("5", "5"), dealer_wins=("5", "500"))
    rules = load_rules(written(tmp_path, pays="5 to 1", made=WITH), house)
    assert exposure(rules, 10_00, 1).hand == 5 * 500_00 - 10_00


def test_a_wager_made_alone_loses_nothing_beside_it(tmp_path):
    house = limits(initial=("10", "1000"), tie=("5", "5"), dealer_wins=("5", "500"))
    for made in (ALONE, INSTEAD):
        rules = load_rules(written(tmp_path, pays="5 to 1", made=made), house)
        assert exposure(rules, 10_00, 1).hand == 5 * 500_00


IN_A_ROW = """
extends = "maryland"
name = "row"
title = "Row"
[wagers]
tie = { value = "11 to 1", in_a_row = ["25 to 1"], clause = "1" }
"""


def test_a_tie_wager_that_stays_with_its_hand_is_paid_for_ties_in_the_war(tmp_path):
    path = tmp_path / "row.toml"
    path.write_text(IN_A_ROW, encoding="utf-8")
    found = exposure(load_rules(str(path)), 10_00, 1)
    assert {each.wager: each.pays for each in found.pays}[Wager.TIE] == 250_00


def test_the_payout_limit_cuts_a_tie_wager_by_what_ties_in_a_row_pay(tmp_path):
    path = tmp_path / "row.toml"
    path.write_text(IN_A_ROW, encoding="utf-8")
    house = replace(limits(initial=("4", "100"), tie=("1", "20")), payout_limit="300")
    rules = load_rules(str(path), house)
    [cut] = [each for each in cuts(rules, Shoe.fresh(rules)) if each.wager is Wager.TIE]
    assert (cut.paid_in_full, cut.most) == (12_00, 20_00)
    in_full = wager_odds.tie(rules, Shoe.fresh(rules), 12_00)
    assert in_full is not None
    assert cut.odds[0].house_edge > in_full.house_edge
    assert any("tie wager" in each and "$12.00" in each for each in table_warnings(rules))


# every choice, tried one by one


@pytest.mark.parametrize(
    "counts", ["initial, war and tie winnings of one betting area", "each wager by itself"]
)
def test_under_a_payout_limit_smaller_wagers_may_win_more(tmp_path, counts):
    path = tmp_path / "own.toml"
    law = f'[wagers]\npayout_limit = {{ value = "{counts}", clause = "1" }}\n'
    path.write_text(f'extends = "wisconsin"\nname = "own"\ntitle = "Own"\n{law}', encoding="utf-8")
    house = replace(limits(initial=("10", "1000"), tie=("5", "500")), payout_limit="2500")
    rules = load_rules(str(path), house)
    found = exposure(rules, 10_00, 1)
    tried = max(
        moved(rules, end, Wagered(initial, tie, war_tie)).net
        for initial in range(10_00, 1_000_00 + 1, 90_00)
        for tie, war_tie in product((0, 5_00, 250_00, 500_00), repeat=2)
        for end in every_end(rules)
    )
    largest = Wagered(1_000_00, 500_00, 500_00)
    assert found.hand >= tried > max(moved(rules, end, largest).net for end in every_end(rules))
    assert {each.wager: each.pays for each in found.pays}[Wager.WAR_TIE] == 2_500_00


@pytest.mark.parametrize("file", [*map(str, OWN), *BUILT_IN])
def test_no_choice_of_wagers_wins_more(file):
    rules = load_rules(file)
    unit = usual_wager(rules)
    assert exposure(rules, unit, 1).hand == by_trying(rules, unit)


@pytest.mark.parametrize("seed", range(RULEBOOKS))
def test_another_wager_never_lowers_the_most_that_a_hand_wins(seed):
    rules = drawn(seed)
    if rules is None:
        pytest.skip("no rulebook is drawn")
    unit = usual_wager(rules)
    most = exposure(rules, unit, 1).hand
    assert most >= by_trying(rules, unit)
    law = rules.book.wagers
    for name in ("tie", "war_tie", "dealer_wins"):
        wager = getattr(law, name)
        if wager and not getattr(wager, "required", False):
            fewer = Rules(replace(rules.book, wagers=replace(law, **{name: None})), rules.house)
            assert exposure(fewer, unit, 1).hand <= most, name


@cache
def drawn(seed: int) -> Rules | None:
    """Draw a rulebook as it starts; without parts that a hand's own wagers do not need."""
    drawing = Drawing(seed, ("progressive", "bonus_spin", "electronic"))
    book = mended(drawing.rulebook(), drawing)
    try:
        return Rules(book, House()) if book else None
    except InputError:
        return None


def by_trying(rules: Rules, unit: int) -> int:
    """Make every choice of wagers that a table takes, and follow it to every end that the cards can bring."""
    return max(moved(rules, end, wagers).net for wagers in choices(rules, unit) for end in every_end(rules))


def choices(rules: Rules, unit: int) -> Iterator[Wagered]:
    """List the wagers that one hand can make, each of one unit or as much of it as is taken, or not."""
    law = rules.book.wagers
    for initial, tie, war_tie, dealers in product((True, False), repeat=4):
        made = {Wager.TIE: tie, Wager.DEALER_WINS: dealers}
        others = {wager for wager, is_made in made.items() if is_made}
        if not others <= {wager for wager in made if getattr(law, wager)}:
            continue
        if initial and (others & rules.exclude_initial or (law.tie and law.tie.required and not tie)):
            continue
        if not initial and not (others and others <= rules.stand_alone):
            continue
        if war_tie and not (law.war_tie and rules.book.war and initial):
            continue
        wanted = Wagered(*(unit * each for each in (initial, tie, war_tie, dealers)))
        taken = replace_sizes(rules, wanted)
        if taken is not None:
            yield taken


def replace_sizes(rules: Rules, wanted: Wagered) -> Wagered | None:
    """Cut tie wagers to the share of the initial wager that they may be, and all to whole chips."""
    law, sizes = rules.book.wagers, wanted._asdict()
    for name, part in (("tie", law.tie), ("war_tie", law.war_tie)):
        if sizes[name] and part and part.most:
            sizes[name] = min(sizes[name], int(Fraction(part.most) * wanted.initial))
    whole = {name: size // rules.unit(Wager(name)) * rules.unit(Wager(name)) for name, size in sizes.items()}
    return (
        Wagered(**whole) if all(whole[name] or not size for name, size in wanted._asdict().items()) else None
    )


def every_end(rules: Rules) -> set[Path]:
    """List the ends that hands come to in a shoe with cards enough, always or never at war."""
    shoe = Shoe.fresh(rules, 8)
    return {
        end for plan in Strategy for tie in (True, False) for end in ways(rules, shoe, plan, with_tie=tie)
    }
