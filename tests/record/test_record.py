import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from casinowar import Table
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.bonus_spin import OwnPay
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.cards import UNSEEN
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED
from casinowar.game.words import Act, Irregularity, Wager
from casinowar.record.reenactment import reenact
from casinowar.record.text import Record, read, read_with_lines, write
from casinowar.rulebooks import load_rules, names
from tests.playthroughs import scripts
from tests.playthroughs.side_scripts import sample
from tests.support.scenario import at_table, opened, ready

DOCUMENT = Path(__file__).parents[2] / "docs" / "RECORD.md"
EXAMPLE = re.findall(r"```text\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[0]


# the documentation


def test_the_example_in_the_documentation_is_a_lawful_record():
    record = read(EXAMPLE)
    assert write(record) == EXAMPLE
    assert reenact(load_rules(record.rulebook, record.house, record.readings), record) is None


@pytest.mark.parametrize("kind", e.EVENTS.values(), ids=e.EVENTS)
def test_every_event_is_documented(kind):
    fields = ", ".join(f"`{field.name}`" for field in msgspec.structs.fields(kind)) or "–"
    assert f"| `{kind.__name__}` | {fields} |" in DOCUMENT.read_text(encoding="utf-8")


# what is written


def test_no_card_is_named_that_was_not_dealt():
    scenario = at_table("maryland", cards="KH 9S")
    before, start = scenario.table, len(scenario.history)
    scenario.wagers({1: 10_00}).dealt()
    record = Record.of(scenario.rules, before, scenario.history[start:])
    assert {*record.before.shoe.stack, *record.before.rack} == {UNSEEN}
    assert set(re.findall(r"\b[2-9TJQKA][CDHS]\b", write(record))) == {"KH", "9S"}


def test_a_shuffled_order_is_written_only_for_a_retired_shoe():
    scenario = ready(at_table("wisconsin"))
    record = Record.of(scenario.rules, CLOSED, scenario.history)
    assert "CardsShuffled cards=312??" in write(record)
    assert "CardsShuffled cards=AC,KC,QC" in write(record, with_shoes=True)
    assert read(write(record)) == record.without_shoes()
    assert read(write(record, with_shoes=True)) == record


def test_a_preshuffled_order_is_hidden_too():
    scenario = opened("maryland", house=House(preshuffled=True)).until(Act.RECEIVE_DECKS)
    scenario.when(c.ReceiveDecks(cards=scenario.rules.cards()))
    record = Record.of(scenario.rules, CLOSED, scenario.history)
    assert "order=312??" in write(record)
    assert reenact(scenario.rules, read(write(record))) is None


def test_the_house_comes_back():
    house = House(
        name="The Golden Spur",
        decks=8,
        seats=5,
        limits={Wager.INITIAL: Limit(minimum="5", maximum="$1,000"), Wager.TIE: Limit(minimum="1")},
        automatic=(Act.SPREAD_FACE_UP, Act.DEAL_CARD),
    )
    rules = load_rules("maryland", house, {"tied_war": "tie_wager_pays_2_to_1"})
    record = read(write(Record.of(rules, CLOSED, ())))
    assert record.house == house
    assert record.readings["tied_war"] == "tie_wager_pays_2_to_1"
    assert load_rules(record.rulebook, record.house, record.readings).book == rules.book


@pytest.mark.parametrize("rulebook", names())
def test_a_whole_submission_comes_back(rulebook):
    rules = load_rules(rulebook, sample(rulebook))
    record = read(write(Record.of(rules, CLOSED, ())))
    assert record.house == replace(rules.house, readings={})
    assert load_rules(record.rulebook, record.house, record.readings).book == rules.book


def test_every_part_of_a_submission_comes_back():
    house = sample("maryland")
    assert house.progressive is not None
    assert house.bonus_spin is not None
    pays = (OwnPay(symbol="$1,000", hot_spot="200"), OwnPay(symbol="$150", community="$30"))
    meter = replace(house.progressive.meter, linked=True, reset="$10,500")
    whole = replace(
        house,
        progressive=ProgressiveChoices(meter=meter, amounts=("$1,000", "5")),
        bonus_spin=replace(house.bonus_spin, small_wager_pays=pays, amounts=("5", "1"), positions=(3, 1)),
        electronic=ElectronicChoices(community_cards=7),
        payout_limit="$50,000",
        coupons=True,
        backline=3,
        first_bank=2,
        readings={},
    )
    record = Record(rulebook="maryland", house=whole)
    assert read(write(record)) == record


def test_meters_and_bank_are_what_a_record_starts_from():
    play = scripts.played("maryland", "progressive")
    record = read(write(Record.of(play.scenario.rules, play.table, ())))
    assert record.before.meters == {"progressive": 10_001_80, "primary": 10_000_00, "secondary": 5_000_00}
    play = scripts.played("california", "bank_goes_around")
    record = read(write(Record.of(play.scenario.rules, play.table, ())))
    assert record.before.bank == play.table.bank
    assert (record.before.bank.last, record.before.bank.holder, record.before.bank.rounds) == (3, "Cleo", 1)
    assert record.before.bank.declined == (3, 1, 2)


def test_all_places_for_money_make_zero_at_the_start_of_a_record():
    play = scripts.played("maryland", "progressive")
    before = read(write(Record.of(play.scenario.rules, play.table, ()))).before
    assert before.outside + before.inventory + sum(before.chips.values()) + sum(before.meters.values()) == 0


def test_nothing_automatic_is_not_everything_automatic():
    rules = load_rules("maryland", House(automatic=()))
    assert read(write(Record.of(rules, CLOSED, ()))).house.automatic == ()


def test_a_record_begins_between_rounds():
    scenario = at_table("maryland").wagers({1: 10_00})
    with pytest.raises(InputError, match="between two rounds"):
        Record.of(scenario.rules, scenario.table, ())
    scenario = at_table("maryland").when(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    with pytest.raises(InputError, match="not stopped"):
        Record.of(scenario.rules, scenario.table, ())


def test_comments_and_empty_lines_mean_nothing():
    record = read(EXAMPLE)
    lines = [f"{line}  # here" if line else "\n  # there" for line in EXAMPLE.split("\n")]
    assert read("\n".join(lines)) == record
    assert read(EXAMPLE.replace("\n", "\r\n")) == record


def test_each_event_has_its_line():
    _, lines = read_with_lines(EXAMPLE)
    assert EXAMPLE.split("\n")[lines[0] - 1].startswith("WagerPlaced seat=1 wager=initial")
    assert EXAMPLE.split("\n")[lines[-1] - 1] == "RoundCompleted round=12"


# what cannot be read

START = "casinowar record 1\nrulebook maryland\nbefore open=no\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Line 1: a record begins with 'casinowar record 1'."),
        ("hello", "Line 1: a record begins with 'casinowar record 1'."),
        ("casinowar record 2\n", "Line 1: this is not version 1 of the format"),
        ("casinowar record 1\nbefore open=no\n", "Line 2: the record does not say its rulebook"),
        (
            "casinowar record 1\nrulebook maryland\n",
            "Line 2: the record does not say what the table was like",
        ),
        ("casinowar record 1\nrulebook\nbefore open=no\n", "Line 2: a rulebook is one name"),
        ("casinowar record 1\nrulebook ../x.toml\nbefore open=no\n", "Line 2: a rulebook is one name"),
        ("casinowar record 1\n  step act=wash\n", "Line 2: a step stands below what it belongs to"),
        (f'{START}  step act="wash the cards"\n', "Line 4: step needs 'role'"),
        (f"{START}rulebook maryland\n", "Line 4: 'rulebook' is there twice"),
        (f"{START}house decks=0\n", "Line 4: Expected `int` >= 1, in decks"),
        (f"{START}house smallest_chip=many\n", "Line 4: Expected `str` matching regex"),
        (f"{START}house limits=1\n", "Line 4: house has no 'limits'"),
        (f"{START}limit wager=initial minimum=x\n", "Line 4: Expected `str` matching regex"),
        (f"{START}progressive\n", "Line 4: progressive needs a line 'meter name=progressive'"),
        (f"{START}progressive\nprogressive\n", "Line 5: 'progressive' is there twice"),
        (f"{START}meter name=tertiary rate=1 initial=1 reset=1\n", "Line 4: Expected `str` matching regex"),
        (
            f'{START}meter name=x rate="1%" initial=1 reset=1\n',
            "Line 4: name: there is one meter each called",
        ),
        (f"{START}bonus_spin\n", "Line 4: bonus_spin needs a line 'meter name=primary'"),
        (f"{START}wheel name=hot_spot stops=x\n", "Line 4: stops: 'x' is not a whole number"),
        (f"{START}electronic community_cards=0\n", "Line 4: Expected `int` >= 1, in community_cards"),
        (f"{START}house progressive=yes\n", "Line 4: house has no 'progressive'"),
        (f"{START}before meter=x\n", "Line 4: before needs 'amount'"),
        (
            f"{START}before meter=x amount=1.00\nbefore meter=x amount=1.00\n",
            "Line 5: the meter is there twice: x",
        ),
        (f"{START}BankTaken seat=0 amount=1.00\n", "Line 4: seat: '0' is not a seat"),
        (
            f"{START}ProgressiveRead seat=1 combinations=flush\n",
            "'flush' is not one of: suited four of a kind",
        ),
        (f"{START}before shoe=-1\n", "Line 4: shoe: there cannot be -1 cards"),
        (f"{START}before shoe=99999999\n", "Line 4: shoe: there cannot be 99999999 cards"),
        (f"{START}before shoe=5\nbefore shoe=5\n", "Line 5: 'shoe' is there twice"),
        (f"{START}before seat=1 player=Ann\n", "Line 4: before needs 'chips'"),
        (f"{START}before sneat=1\n", "Line 4: before has no 'sneat'"),
        (f"{START}Clock now=1\n", "Line 4: there is no event 'Clock'"),
        (f"{START}ClockTold\n", "Line 4: ClockTold needs 'now'"),
        (f"{START}ClockTold now=x\n", "Line 4: now: 'x' is not a whole number"),
        (f"{START}ClockTold now=1 then=2\n", "Line 4: ClockTold has no 'then'; it has: now"),
        (f"{START}ClockTold now=1 now=2\n", "Line 4: 'now' is there twice"),
        (f"{START}ClockTold now\n", "Line 4: 'now' is not a name with a value, as in seat=1"),
        (f"{START}ClockTold now=1 later\n", "Line 4: 'later' is not a name with a value, as in seat=1"),
        (f"{START}ClockTold now=1\n  step act=wash role=dealer clause=1\n", "act: 'wash' is not one of:"),
        (f'{START}ClockTold now=1\n  step act="wash the cards" role=dealer clause=1\n', "has no steps"),
        (f"{START}ClockTold now=1\nreading a=b\n", "Line 5: 'reading' has to stand before the first event"),
        (f'{START}PlayerSeated player="Ann seat=1\n', "is not a name with a value"),
        (f'{START}PlayerSeated player="\\q" seat=1 chips=1.00\n', 'Line 4: "\\q" is not text in quotes'),
        (f"{START}PlayerSeated player=Ann seat=0 chips=1.00\n", "Line 4: seat: '0' is not a seat"),
        (
            f"{START}PlayerSeated player=Ann seat=1 chips=1\n",
            "Line 4: chips: '1' is not an amount such as 10.00",
        ),
        (f"{START}CardDealt seat=1 card=1H\n", "Line 4: card: '1H' is not a card"),
        (f"{START}CardsShuffled cards=KH,999999??\n", "Line 4: cards: '999999??' is not a card"),
        (f"{START}CardBurned reason=whim\n", "Line 4: reason: 'whim' is not one of: new shoe; new dealer"),
        (f"{START}CardBurned reason=whim from_aside=maybe\n", "Line 4: reason"),
        (f'{START}"ClockTold" now=1\n', "Line 4: it does not begin with a word"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, problem):
    with pytest.raises(InputError) as caught:
        read(text)
    assert problem in str(caught.value)


# the friendly face


def played(seed=6, rounds=3):
    table = Table("maryland", seed=seed)
    table.sit("Ann Lee", seat=1, chips=100)
    for _ in range(rounds):
        table.wager(1, 10, tie=5)
        table.deal()
        while table.choosing:
            table.war(table.choosing)
    return table


def test_a_table_writes_the_record_of_its_last_round():
    table = played()
    record = read(table.record())
    assert record.before.rounds == 2
    assert record.events[-1] == e.RoundCompleted(round=3)
    assert reenact(table.rules, record) is None


def test_a_table_writes_the_record_of_any_round():
    table = played()
    records = [read(table.record(number)) for number in (1, 2, 3)]
    assert [record.before.rounds for record in records] == [0, 1, 2]
    assert sum(len(record.events) for record in records) < len(table.events)


def test_a_round_withdrawn_before_the_deal_is_no_part_of_the_record():
    table = Table("maryland", seed=1)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.give(c.WithdrawWager(seat=1, wager=Wager.INITIAL))
    table.wager(1, 20)
    table.deal()
    assert read(table.record()).events[0] == e.WagerPlaced(
        seat=1, wager=Wager.INITIAL, amount=20_00, player="Ann"
    )


def test_who_left_in_mid_round_is_part_of_the_record():
    table = Table("maryland", seed=1)
    for seat, player in ((1, "Ann"), (2, "Ben")):
        table.sit(player, seat=seat, chips=100)
        table.wager(seat, 10)
    while not table.choosing:
        table.deal()
        if not table.choosing:
            table.wager(1, 10)
    player = table.state.seats[table.choosing]
    table.leave(player)
    record = read(table.record())
    assert isinstance(record.events[-1], e.PlayerLeft)
    assert reenact(table.rules, record) is None


@pytest.mark.parametrize("number", [0, 4])
def test_a_round_that_was_not_played_has_no_record(number):
    with pytest.raises(InputError, match=f"Round {number} is not complete"):
        played().record(number)
