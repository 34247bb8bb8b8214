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
from casinowar.game.refusal import CasinoWarError, InputError
from casinowar.game.table import CLOSED, Cut
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.record.reenactment import reenact
from casinowar.record.starting_table import check_start
from casinowar.record.text import Record, read, read_with_lines, write
from casinowar.reports.replay.replay import read_record
from casinowar.rulebooks import load_rules, names, open_rulebook
from tests.playthroughs import scripts
from tests.playthroughs.scripts_with_side_wagers import sample
from tests.support.scenario import at_table, opened, ready

DOCUMENT = Path(__file__).parents[2] / "docs/reference/records.md"
EXAMPLE = re.findall(r"```text\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[0]


# the documentation


def test_the_example_in_the_documentation_is_a_lawful_record():
    record = read(EXAMPLE)
    assert write(record) == EXAMPLE
    assert reenact(load_rules(record.rulebook, record.house, record.readings), record) is None


@pytest.mark.parametrize("kind", e.EVENTS.values(), ids=e.EVENTS)
def test_every_event_is_documented(kind):
    names = (field.encode_name for field in msgspec.structs.fields(kind) if field.name != "clause")
    fields = ", ".join(f"`{name}`" for name in names) or "–"
    assert f"| `{kind.__name__}` | {fields} |" in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=c.COMMANDS)
def test_every_command_is_documented(kind):
    names = (field.encode_name for field in msgspec.structs.fields(kind) if field.name != "by")
    fields = ", ".join(f"`{name}`" for name in names) or "–"
    assert f"| `{kind.__name__}` | {fields} |" in DOCUMENT.read_text(encoding="utf-8")


# what is written


def test_no_card_is_named_that_was_not_dealt():
    scenario = at_table("maryland", cards="KH 9S")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00}).dealt()
    record = Record.of(scenario.rules, before, scenario.entries[start:])
    assert {*record.before.shoe.stack, *record.before.rack} == {UNSEEN}
    assert set(re.findall(r"\b[2-9TJQKA][CDHS]\b", write(record))) == {"KH", "9S"}


def test_a_shuffled_order_is_written_only_for_a_retired_shoe():
    scenario = ready(at_table("wisconsin"))
    record = Record.of(scenario.rules, CLOSED, scenario.entries)
    assert "CardsShuffled unseen=312" in write(record)
    assert "CardsShuffled cards=AC,KC,QC" in write(record, with_shoes=True)
    assert read(write(record)) == record.without_shoes()
    assert read(write(record, with_shoes=True)) == record


def test_a_preshuffled_order_is_hidden_too():
    scenario = opened("maryland", house=House(preshuffled=True)).until(Act.RECEIVE_DECKS)
    scenario.when(c.ReceiveDecks(cards=scenario.rules.cards()))
    record = Record.of(scenario.rules, CLOSED, scenario.entries)
    assert "unseen=312" in write(record)
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
    assert record.house == replace(rules.house, rulebook="", readings={})
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
    found, lines = read_with_lines(EXAMPLE), EXAMPLE.split("\n")
    assert lines[found.commands[0] - 1].startswith('player PlaceWager who="Ann Lee" seat=1 wager=initial')
    assert lines[found.events[0] - 1].startswith("  WagerPlaced seat=1 wager=initial")
    assert lines[found.events[-1] - 1] == "  RoundCompleted round=12"


# what cannot be read

START = "casinowar record 1\nrulebook maryland\nbefore open=no\n"
CLOCK = f"{START}automatic TellTime now=1\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Line 1: a record begins with 'casinowar record 1'."),
        ("hello", "Line 1: a record begins with 'casinowar record 1'."),
        ("casinowar record 2\n", "Line 1: only version 1 of the format can be read"),
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
        (f"{START}house\n    decks = 0\n", "Line 4: Expected `int` >= 1, in decks"),
        (f"{START}house\n    decks = 0\nhouse\n", "Line 6: 'house' is there twice"),
        (f"{START}house\n    decks =\n", "Line 4: the house's choices are not TOML: Invalid value"),
        (f"{START}house decks=6\n", "Line 4: the house's choices stand below it"),
        (f"{START}house\n    decks = 6\n  seats = 7\n", "Line 6: '= 7' is not a name with a value"),
        (f'{START}house\n    smallest_chip = "many"\n', "Line 4: Expected `str` matching regex"),
        (f'{START}house\n    limits.initial.minimum = "x"\n', "Line 4: Expected `str` matching regex"),
        (
            f"{START}house\n    name = 'x{'y' * 1_000_000}'\n",
            "Line 4: the house's choices are not TOML: the text is too long",
        ),
        (f"{START}before meter=x\n", "Line 4: before needs 'amount'"),
        (
            f"{START}before meter=x amount=1.00\nbefore meter=x amount=1.00\n",
            "Line 5: the meter is there twice: x",
        ),
        (f"{CLOCK}BankTaken seat=0 amount=1.00\n", "Line 5: seat: '0' is not a seat"),
        (
            f"{CLOCK}ProgressiveRead seat=1 combinations=flush\n",
            "'flush' is not one of: suited four of a kind",
        ),
        (f"{START}before shoe=-1\n", "Line 4: shoe: there cannot be -1 cards"),
        (f"{START}before shoe=99999999\n", "Line 4: shoe: there cannot be 99999999 cards"),
        (f"{START}before shoe=5\nbefore shoe=5\n", "Line 5: 'shoe' is there twice"),
        (f"{START}before seat=1 player=Ann\n", "Line 4: before needs 'chips'"),
        (f"{START}before sneat=1\n", "Line 4: before has no 'sneat'"),
        (f"{START}ClockTold now=1\n", "Line 4: an event stands below the command that brought it about"),
        (
            f"{START}player Dance\n",
            "Line 4: a command is a role and what is asked for, as in 'player DealCard'",
        ),
        (f"{START}player\n", "Line 4: a command is a role and what is asked for"),
        (f"{START}automatic TellTime\n", "Line 4: TellTime needs 'now'"),
        (f"{START}automatic TellTime now=-1\n", "Line 4: Expected `int` >= 0, in now"),
        (f"{START}automatic TellTime now=1 at=x\n", "Line 4: at: 'x' is not a whole number"),
        (f"{START}automatic TellTime now=1 by=player\n", "Line 4: TellTime has no 'by'; it has: now"),
        (f"{CLOCK}Clock now=1\n", "Line 5: there is no event 'Clock'"),
        (f"{CLOCK}ClockTold\n", "Line 5: ClockTold needs 'now'"),
        (f"{CLOCK}ClockTold now=x\n", "Line 5: now: 'x' is not a whole number"),
        (f"{CLOCK}ClockTold now=1 then=2\n", "Line 5: ClockTold has no 'then'; it has: clause, now"),
        (f"{CLOCK}ClockTold now=1 now=2\n", "Line 5: 'now' is there twice"),
        (f"{CLOCK}ClockTold now\n", "Line 5: 'now' is not a name with a value, as in seat=1"),
        (f"{CLOCK}ClockTold now=1 later\n", "Line 5: 'later' is not a name with a value, as in seat=1"),
        (f"{CLOCK}ClockTold now=1\n  step act=rinse role=dealer clause=1\n", "act: 'rinse' is not one of:"),
        (f'{CLOCK}ClockTold now=1\n  step act="wash the cards" role=dealer clause=1\n', "has no steps"),
        (f"{CLOCK}ClockTold now=1\nreading a=b\n", "Line 6: 'reading' must stand before the first event"),
        (f'{CLOCK}PlayerSeated player="Ann seat=1\n', "is not a name with a value"),
        (f'{CLOCK}PlayerSeated player="\\q" seat=1 chips=1.00\n', 'Line 5: "\\q" is not text in quotes'),
        (f"{CLOCK}PlayerSeated player=Ann seat=0 chips=1.00\n", "Line 5: seat: '0' is not a seat"),
        (
            f"{CLOCK}PlayerSeated player=Ann seat=1 chips=1\n",
            "Line 5: chips: '1' is not an amount such as 10.00",
        ),
        (f"{CLOCK}CardDealt seat=1 card=1H\n", "Line 5: card: '1H' is not a card"),
        (f"{CLOCK}CardsShuffled cards=KH,999999??\n", "Line 5: cards: '999999??' is not a card"),
        (f"{CLOCK}CardBurned reason=whim\n", "Line 5: reason: 'whim' is not one of: new shoe; new dealer"),
        (f"{CLOCK}CardBurned reason=whim from_aside=maybe\n", "Line 5: reason"),
        (f'{CLOCK}"ClockTold" now=1\n', "Line 5: it does not begin with a word"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, problem):
    with pytest.raises(InputError) as caught:
        read(text)
    assert problem in str(caught.value)


# casinowar.Table


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
    table.give(c.WithdrawWager(hand=1, wager=Wager.INITIAL))
    table.wager(1, 20)
    table.deal()
    assert read(table.record()).events[0] == e.WagerPlaced(
        hand=1, wager=Wager.INITIAL, amount=20_00, player="Ann", clause="7.F(1)"
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
    table.rule(Ruling.LOSE_THE_HAND)
    record = read(table.record())
    assert isinstance(record.events[-1], e.PlayerLeft)
    assert reenact(table.rules, record) is None


def test_before_any_round_there_is_none_to_record():
    with pytest.raises(InputError, match=r"^No round is complete at this table yet\.$"):
        Table("maryland", seed=1).record()


@pytest.mark.parametrize("number", [0, 4])
def test_a_round_that_was_not_played_has_no_record(number):
    with pytest.raises(InputError, match=f"Round {number} is not complete"):
        played().record(number)


def test_a_table_writes_the_record_of_the_session():
    table = played()
    table.wager(1, 10)
    record = read(table.record(all=True))
    assert record.before == CLOSED
    assert len(record.events) == len(table.events)
    assert reenact(table.rules, record) is None


def test_a_cover_card_whose_place_the_table_knew_comes_out_again():
    table = Table("maryland", house=House(cards_behind_cover_card=302), seed=2)
    table.sit("Ann", seat=1, chips=100)
    while not any(isinstance(event, e.CoverCardDrawn) for event in table.events):
        table.wager(1, 5)
        table.deal()
        while table.choosing:
            table.war(table.choosing)
    drawing = [
        entry for entry in read(table.record()).entries if isinstance(entry.events[0], e.CoverCardDrawn)
    ]
    assert [type(entry.command) for entry in drawing] == [c.DealCard]
    for record in (table.record(), table.record(all=True)):
        assert reenact(table.rules, read(record)) is None


def by(entry):
    return entry.command.by


def test_a_record_says_who_commanded_what_in_which_role():
    table = Table("maryland", seed=6, asking=(Act.ANSWER_CUT,))
    table.give(c.TellTime(now=60))
    table.sit("Ann Lee", seat=1, chips=100)
    table.give(c.RefuseCut(seat=1), who="Eve")
    table.give(c.ComeToTable(dealer="Dana"), who="Dana")
    entries = read(table.record(all=True)).entries
    said = {type(entry.command): (by(entry), entry.who, entry.at) for entry in entries}
    assert said[c.OpenTable] == (Role.DEALER, "", 0)
    assert said[c.Sit] == (Role.PLAYER, "Ann Lee", 60)
    assert said[c.RefuseCut] == (Role.PLAYER, "Eve", 60)
    assert said[c.ComeToTable] == (Role.DEALER, "Dana", 60)
    assert said[c.Shuffle] == (Role.AUTOMATIC, "", 60)


def test_the_record_leaves_out_who_answered_for_players_not_asked():
    table = Table("maryland", seed=6)
    table.sit("Ann Lee", seat=1, chips=100)
    refused = [
        entry for entry in read(table.record(all=True)).entries if isinstance(entry.command, c.RefuseCut)
    ]
    assert [(by(entry), entry.who) for entry in refused] == [(Role.PLAYER, "")]


# the cards of the head


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("before shoe=99999", "the table has 99999 cards"),
        ("before shoe=311", "the table has 311 cards"),
        ("before shoe=300 rack=13", "the table has 313 cards"),
        ("before shoe=300 rack=12 aside=1", "the table has 313 cards"),
        ("before stack=312 shoe=1", "the table has 313 cards"),
        ("before rounds=3", "the table has 0 cards"),
        ("before shoe=312 stored=1", "1 cards are in the shuffler, not a batch"),
        ("before shoe=300 rack=12 cover_card=301", "the cover card lies behind 301 cards, but only 300"),
    ],
)
def test_the_cards_of_the_head_are_counted(head, problem):
    record = read(f"casinowar record 1\nrulebook maryland\n{head}\n")
    with pytest.raises(InputError, match=problem):
        check_start(load_rules("maryland"), record.before)


@pytest.mark.parametrize(
    ("rulebook", "head", "problem"),
    [
        ("maryland", "meter=bogus amount=5.00", "the meters must be: none"),
        ("maryland", "stored=312", "cards are in a batch shuffler, which the table does not have"),
        ("maryland", "batch=1", "batch 1 is in play, which the table does not have"),
        ("maryland", "batch=-1", "batch -1 is in play"),
        ("maryland", "bank_rounds=1", "there is a bank, which the rulebook does not provide for"),
        ("maryland", "bank=1", "there is a bank, which the rulebook does not provide for"),
        ("california", "bank_rounds=-1", "the bank's count of rounds is below zero"),
        ("california", "bank=2", "no player sits where the bank is"),
        ("california", "bank_last=9", "There is no seat 9"),
        ("california", "bank_offered=dealer", "There is no seat 0"),
        ("california", "bank_declined=1,9", "There is no seat 9"),
        ("maryland", "seat=9 player=Ann chips=1.00", "There is no seat 9"),
        ("maryland", "seat=dealer player=Ann chips=1.00", "There is no seat 0"),
        ("maryland", "seat=101 player=Ann chips=1.00", "There is no seat 101"),
        ("maryland", 'seat=1 player="" chips=1.00', "name"),
        ("maryland", 'seat=1 player="A\\nB" chips=1.00', "name"),
        (
            "maryland",
            "seat=1 player=Ann chips=-1.00",
            "a player, a meter, a fill or the bank's count of rounds is below zero",
        ),
        ("maryland", "cut_by=9", "There is no seat 9"),
        ("maryland", "cut_by=burn", "There is no seat -1"),
        ("maryland", 'cut_refused="Ann\\n"', "name"),
        ("maryland", 'cut_cutters="A=B"', "name"),
        ("maryland", "cut_offered=9", "There is no seat 9"),
        ("maryland", "cover_card_on=9", "There is no seat 9"),
        ("maryland", "cover_card=-3", "the cover card lies behind -3 cards"),
        ("maryland", "decks=99", "a batch has 99 decks"),
        ("maryland", "rounds=-1", "a count of rounds, of cards or of seconds is below zero"),
        ("maryland", "clock=-1", "a count of rounds, of cards or of seconds is below zero"),
        ("maryland", "dealer_burns=-1", "a count of rounds, of cards or of seconds is below zero"),
        ("maryland", "face_up_in_shoe=313", "more cards lie face up in the shoe than are to deal"),
        ("maryland", "fill_due=-1.00", "a fill or the bank's count of rounds is below zero"),
    ],
)
def test_a_head_that_the_rules_do_not_allow_is_refused(rulebook, head, problem):
    rules = load_rules(rulebook)
    start = f"casinowar record 1\nrulebook {rulebook}\nbefore shoe={rules.batch_size}\nbefore"
    with pytest.raises(CasinoWarError, match=problem):
        check_start(rules, read(f"{start} {head}\n").before)


def test_the_head_of_a_closed_table_says_that_the_device_has_failed():
    failed = replace(CLOSED, device_failed=True)
    written = write(Record.of(load_rules("maryland"), failed, ()))
    assert "before open=no\nbefore device_failed=yes\n" in written
    assert read(written).before == failed


def test_the_head_names_who_refused_the_cut_and_who_cut():
    cut = Cut(refused=("Ann, Lee", "Ben; Ray"), cutters=("Cleo",), cut_by=3, passed=4)
    written = write(Record.of(load_rules("maryland"), replace(CLOSED, open=True, cut=cut), ()))
    assert 'cut_refused="Ann, Lee\\nBen; Ray" cut_passed=4 cut_by=3 cut_cutters=Cleo' in written
    assert read(written).before.cut == cut


@pytest.mark.parametrize(
    ("amounts", "problem"),
    [
        (
            {"progressive": "-1.00", "primary": "1.00", "secondary": "1.00"},
            "a player, a meter, a fill or the bank's count of rounds is below zero",
        ),
        (
            {"primary": "1.00", "secondary": "1.00"},
            "the meters must be: primary, progressive, secondary",
        ),
        ({"progressive": "1.00", "primary": "0.00", "secondary": "1.00"}, ""),
    ],
)
def test_the_meters_of_the_head_are_those_of_the_table(amounts, problem):
    rules = load_rules("maryland", sample("maryland"))
    meters = "".join(f"before meter={name} amount={amount}\n" for name, amount in amounts.items())
    before = read(f"casinowar record 1\nrulebook maryland\nbefore shoe={rules.batch_size}\n{meters}").before
    if not problem:
        check_start(rules, before)
        return
    with pytest.raises(InputError, match=problem):
        check_start(rules, before)


@pytest.mark.parametrize(
    "head",
    [
        "before open=no",
        "before shoe=300 rack=12 cover_card=300",
        "before stack=312 cover_card=234",
        'before rounds=0\n  step act="receive the decks" role=dealer clause=1',
    ],
)
def test_a_head_with_all_its_cards_is_fine(head):
    record = read(f"casinowar record 1\nrulebook maryland\n{head}\n")
    check_start(load_rules("maryland"), record.before)


# a rulebook of one's own


def test_a_rulebook_of_ones_own_travels_with_the_record(tmp_path):
    own = tmp_path / "mine.toml"
    text = open_rulebook("maryland").text.replace('name = "maryland"', 'name = "mine"')
    own.write_text(f"{text}\n# as we play it\n", encoding="utf-8")
    table = Table(str(own), seed=6)
    table.sit("Ann", seat=1, chips=100)
    written = table.record(all=True)
    own.unlink()
    record = read(written)
    assert record.text == f"{text}\n# as we play it".rstrip()
    assert read(write(record)) == record
    assert read_record(written).replay().lawful


def test_a_house_file_may_name_the_path_of_its_rulebook(tmp_path):
    own, house = tmp_path / "mine.toml", tmp_path / "house.toml"
    text = open_rulebook("maryland").text.replace('name = "maryland"', 'name = "mine"')
    own.write_text(text, encoding="utf-8")
    house.write_text(f'rulebook = "{own}"\nseats = 5\n', encoding="utf-8")
    table = Table(str(own), house=str(house), seed=6)
    table.sit("Ann", seat=1, chips=100)
    written = table.record(all=True)
    assert str(own) not in written
    assert read(written).house.seats == 5
    assert read_record(written).replay().lawful


def test_a_house_for_another_rulebook_is_refused_by_the_name_of_the_book():
    with pytest.raises(InputError, match="for the rulebook 'wisconsin', not for 'maryland'"):
        load_rules(open_rulebook("maryland"), House(rulebook="wisconsin"))


def test_a_built_in_rulebook_is_named_alone():
    assert read(played().record()).text == ""
