"""A submission of the bonus wheel that the text does not allow is refused with its clause."""

import json

import pytest
from msgspec.structs import replace

from casinowar.cli import main
from casinowar.game.book.bonus_spin import Designated, OwnPay, Segment, Wheel
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.book.meters import MeterChoices
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Wager
from casinowar.rulebooks import load_house, load_rules
from tests.support.clause import clause
from tests.support.wheels import BONUS_SPIN, COMMUNITY, HOT_SPOT, offering, wheel

KING = Designated(rank="king", color="red")


def meter(initial: str = "10000", reset: str = "10000", rate: str = "8%") -> MeterChoices:
    return MeterChoices(rate=rate, initial=initial, reset=reset)


def refused(house: House, readings: dict[str, str] | None = None) -> str:
    with pytest.raises(HouseError) as caught:
        load_rules("maryland", house, readings)
    return str(caught.value)


@clause("maryland", "10.D(5)(b)")
def test_the_submission_of_these_tests_is_allowed():
    assert load_rules("maryland", offering()).house.bonus_spin == BONUS_SPIN


@clause("maryland", "10.D(1)", "10.E(1)")
@pytest.mark.parametrize(
    ("place", "symbols", "clause_id"),
    [("hot_spot", HOT_SPOT, "10.D(1)(a)"), ("community", COMMUNITY, "10.E(1)(a)")],
)
@pytest.mark.parametrize("off", [-1, 1])
def test_weights_that_do_not_add_up_to_the_stops(place, symbols, clause_id, off):
    right = wheel(symbols)
    wrong = replace(right, stops=right.stops + off)
    assert refused(offering(**{place: wrong})) == (
        f"bonus_spin.{place}.stops: the weights add up to {right.stops}, "
        f"not to the {right.stops + off} stops [{clause_id}]"
    )


@clause("maryland", "10.D(1)", "10.E(1)")
@pytest.mark.parametrize(
    ("place", "symbol", "clause_id"),
    [
        ("hot_spot", "$150", "10.D(1)(a)"),
        ("hot_spot", "jackpot", "10.D(1)(a)"),
        ("community", "$125", "10.E(1)(a)"),
        ("community", "$200", "10.E(1)(a)"),
    ],
)
def test_a_symbol_that_is_not_in_the_table(place, symbol, clause_id):
    said = refused(offering(**{place: Wheel(stops=1, segments=(Segment(symbol=symbol, weight=1),))}))
    assert said == f"bonus_spin.{place}.segments: '{symbol}' is no symbol of the table [{clause_id}]"


@clause("maryland", "10.D(5)", "10.D(5)(b)")
def test_a_wheel_without_community_pays_unless_the_reading_needs_none():
    assert refused(offering(community=None)) == (
        "bonus_spin.community: the wheel of the community pays is missing [10.D(5)(b); our assumption R61]"
    )
    for name, reading in (
        ("wheel_symbols", "paired"),
        ("hot_spot", "every_position"),
        ("hot_spot", "each_spin"),
    ):
        load_rules("maryland", offering(community=None), {name: reading})


@clause("maryland", "7.F(4)", "10.D")
def test_a_one_dollar_wager_without_a_table():
    assert refused(offering(amounts=("1", "5"))) == (
        "bonus_spin.amounts: there is no pay table for a wager of 1 [10.D]"
    )
    own = {"one_dollar_spin": "own_table"}
    assert refused(offering(amounts=("1", "5")), own) == (
        "bonus_spin.small_wager_pays: the operator's own pay table for a wager of 1 is missing [10.D]"
    )
    table = (OwnPay(symbol="$200", hot_spot="30"),)
    load_rules("maryland", offering(amounts=("1", "5"), small_wager_pays=table), own)
    for reading in ("one_fifth", "no_progressive"):
        load_rules("maryland", offering(amounts=("1", "5")), {"one_dollar_spin": reading})


@clause("maryland", "7.F(4)", "10.D")
def test_a_table_for_one_dollar_that_the_reading_does_not_know_or_with_an_unknown_symbol():
    assert "has no pay table of the operator's own [10.D]" in refused(
        offering(small_wager_pays=(OwnPay(symbol="$200", hot_spot="30"),))
    )
    house = offering(amounts=("1",), small_wager_pays=(OwnPay(symbol="$201", hot_spot="30"),))
    said = refused(house, {"one_dollar_spin": "own_table"})
    assert said == "bonus_spin.small_wager_pays: '$201' is no symbol of the table [10.D(1)(a)]"


FEW = wheel(["$200", "primary jackpot"])


@clause("maryland", "7.F(4)", "10.D", "10.D(1)", "10.E(1)")
@pytest.mark.parametrize(
    ("pays", "said"),
    [
        ([OwnPay(symbol="$26", community="3")], "'$26' is no symbol of the table [10.E(1)(a)]"),
        ([OwnPay(symbol="$26")], "'$26' is no symbol of the table [10.D(1)(a)]"),
        ([OwnPay(symbol="$25", community="3"), OwnPay(symbol="$25")], "'$25' is given twice [10.D]"),
        ([OwnPay(symbol="$200", community="3")], "'$200' is no symbol of the community pays [10.E(1)(a)]"),
        ([OwnPay(symbol="$25", hot_spot="3")], "'$25' is no symbol of the hot_spot pays [10.D(1)(a)]"),
        ([OwnPay(symbol="$250", hot_spot="3")], "'$250' is on no segment of the hot_spot wheel [10.D(1)(a)]"),
        ([OwnPay(symbol="$35", community="3")], "'$35' is on no segment of the community wheel [10.E(1)(a)]"),
    ],
)
def test_a_table_for_one_dollar_that_contradicts_itself_the_text_or_the_wheel(pays, said):
    house = offering(amounts=("1", "5"), hot_spot=FEW, community=wheel(["$25"]), small_wager_pays=(*pays,))
    assert refused(house, {"one_dollar_spin": "own_table"}) == f"bonus_spin.small_wager_pays: {said}"


@clause("maryland", "7.F(4)", "10.D")
def test_what_a_table_for_one_dollar_leaves_out_is_a_warning(tmp_path, capsys):
    assert main(["rulebooks", "--sample", "maryland"]) == 0
    own = (
        'amounts = ["1", "5"]\n'
        'small_wager_pays = [{ symbol = "$200", hot_spot = "30" }, { symbol = "$250", hot_spot = "0" }]\n'
    )
    text = capsys.readouterr().out.replace("positions = [", own + "positions = [")
    text = text.replace("[readings]\n", '[readings]\none_dollar_spin = "own_table"\n')
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["rulebooks", "--check", str(path), "--json"]) == 0
    [said] = [each for each in json.loads(capsys.readouterr().out)["warnings"] if "own table" in each]
    assert said == (
        "On a bonus spin wager of $1.00 the house's own table pays nothing for: primary jackpot, "
        "secondary jackpot, $1,000, $600, $500, $400, $350, $300, $250, $150, $100, $75, $50, $40, $35, "
        "$30, $25 (7.F(4))."
    )


@clause("maryland", "7.F(4)", "10.D")
@pytest.mark.parametrize("amount", ["5.01", "10"])
def test_a_wager_above_five_dollars(amount):
    assert refused(offering(amounts=("5", amount))) == (
        "bonus_spin.amounts: the wager is 5, or less by another reading [10.D]"
    )


@clause("maryland", "10.D(3)(b)", "10.D(3)(b)(i)")
@pytest.mark.parametrize(
    ("name", "least", "below"), [("primary", "10000", "9999.99"), ("secondary", "5000", "4999.99")]
)
@pytest.mark.parametrize("amount", ["initial", "reset"])
def test_a_meter_below_its_least_amount(name, least, below, amount):
    at_least = meter(least, least)
    load_rules("maryland", offering(**{name: at_least}))
    said = refused(offering(**{name: replace(at_least, **{amount: below})}))
    assert said.startswith(f"bonus_spin.{name}.{amount}: ")
    assert said.endswith("[10.D(3)(b)(i)]")


@clause("maryland", "10.D(3)(b)(i)")
@pytest.mark.parametrize(
    ("initial", "reset", "allowed"),
    [("10000", "5000", True), ("9999.99", "5000", False), ("10000", "4999.99", False)],
)
@pytest.mark.parametrize("name", ["primary", "secondary"])
def test_by_another_reading_10_000_starts_and_5_000_restarts_each_meter(name, initial, reset, allowed):
    readings = {"bonus_spin_meters": "start_and_restart"}
    both = {"primary": meter("10000", "5000"), "secondary": meter("10000", "5000")}
    house = offering(**{**both, name: meter(initial, reset)})
    if allowed:
        load_rules("maryland", house, readings)
    else:
        with pytest.raises(HouseError, match=r"\[10\.D\(3\)\(b\)\(i\)\]"):
            load_rules("maryland", house, readings)


@clause("maryland", "10.D(3)", "10.D(3)(a)")
@pytest.mark.parametrize("name", ["primary", "secondary"])
@pytest.mark.parametrize(
    ("rate", "said"),
    [
        ("0%", "the rate is more than 0% and at most 100%"),
        ("100.1%", "the rate is more than 0% and at most 100%"),
        ("0.3%", "0.3% of a wager of 5 is not a whole number of cents"),
    ],
)
def test_a_rate_at_which_no_whole_cents_rise(name, rate, said):
    assert refused(offering(**{name: meter(rate=rate)})) == f"bonus_spin.{name}.rate: {said} [10.D(3)(a)]"


@clause("maryland", "10.D(3)(a)")
@pytest.mark.parametrize("rate", ["0.2%", "100%"])
def test_the_least_and_the_highest_rate_at_which_whole_cents_rise(rate):
    rules = load_rules("maryland", offering(primary=meter(rate=rate)))
    assert rules.meters(Wager.BONUS_SPIN)["primary"].raised_by(5_00) == {"0.2%": 1, "100%": 5_00}[rate]


@clause("maryland", "7.F(4)")
def test_two_designated_cards_unless_the_reading_has_several():
    two = (KING, Designated(rank="ace", color="black"))
    assert refused(offering(cards=two)) == "bonus_spin.cards: at most 1 card may be designated [7.F(4)]"
    load_rules("maryland", offering(cards=two), {"designated_cards": "several"})


@clause("maryland", "7.F(4)")
def test_a_designated_rank_that_is_none():
    said = refused(offering(cards=(Designated(rank="joker", color="red"),)))
    assert said == "bonus_spin.cards: 'joker' is not a rank [7.F(4)]"


@clause("maryland", "10.D(1)")
@pytest.mark.parametrize(("weights", "allowed"), [(6, False), (7, True), (8, False)])
def test_the_positions_have_a_weight_each(weights, allowed):
    positions = (1,) * weights
    if allowed:
        load_rules("maryland", offering(positions=positions))
    else:
        assert refused(offering(positions=positions)) == (
            f"bonus_spin.positions: there are {weights} weights for 7 betting positions [our assumption R61]"
        )


@clause("maryland", "7.F(4)")
def test_limits_on_a_wager_whose_sizes_are_fixed():
    limits = {**offering().limits, Wager.BONUS_SPIN: Limit(minimum="1", maximum="5")}
    with pytest.raises(HouseError, match=r"limits\.bonus_spin: "):
        load_rules("maryland", replace(offering(), limits=limits))


@clause("maryland", "9.L")
def test_the_wheel_has_a_place_at_an_electronic_table_unless_that_is_read_otherwise():
    house = replace(offering(), electronic=ElectronicChoices(community_cards=3))
    assert load_rules("maryland", house).house.bonus_spin
    with pytest.raises(HouseError, match=r"bonus_spin: .* \[9\.L\]"):
        load_rules("maryland", house, {"electronic_wagers": "none"})


@pytest.mark.parametrize("rulebook", ["washington", "south_dakota", "california", "wisconsin"])
def test_the_wheel_is_maryland_s_alone(rulebook):
    with pytest.raises(HouseError, match="bonus_spin: the rulebook does not provide for it"):
        load_rules(rulebook, offering())


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('color = "red"', 'color = "green"', "bonus_spin.cards.color: 'green' is not a word for this"),
        ("weight = 16 }", "weight = 0 }", "a whole number of at least 1"),
        ('rate = "8%"', 'rate = "8"', "bonus_spin.primary.rate: this must be"),
        ("stops = 2000", "stops = 1999", "bonus_spin.hot_spot.stops: the weights add up to 2000"),
        ('initial = "5000"', 'initial = "4999"', "bonus_spin.secondary.initial: $4,999.00 is less than"),
        ('cards = [{ rank = "king"', 'cards = [{ rank = "King"', "bonus_spin.cards: 'King' is not a rank"),
    ],
)
def test_a_wrong_submission_in_a_file_is_one_line_with_the_place(before, after, said, tmp_path, capsys):
    assert main(["rulebooks", "--sample", "maryland"]) == 0
    text = capsys.readouterr().out
    assert text.count(before) == 1
    path = tmp_path / "house.toml"
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rules("maryland", str(path))
    assert said in str(caught.value)
    assert f"{path}, line " in str(caught.value)
    line = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if after in line)
    if "stops" in said or "initial" in said or "rate" in said:
        assert f"line {line}: " in str(caught.value)


def test_the_sample_is_read_as_a_house(tmp_path, capsys):
    assert main(["rulebooks", "--sample", "maryland"]) == 0
    path = tmp_path / "house.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert isinstance(load_house(str(path)), House)
