"""Records written before commands were recorded stay readable, and are checked as they were."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED
from casinowar.game.words import Comparison, Wager
from casinowar.record.deviation import Deviation
from casinowar.record.reenactment import reenact
from casinowar.record.text import Entry, Record, read
from casinowar.reports.replay.recorded import read_record
from casinowar.rulebooks import load_rules, names
from tests.playthroughs.scripts_with_side_wagers import sample
from tests.record.test_reenactment import a_war
from tests.support.sessions import session

FOLDER = Path(__file__).parent / "version_1"
RIGGED = {"wisconsin-shoe_ran_out_void"}
"""Records of a shoe that was tampered with: what they say could not have happened."""
RULES_CHANGED = {
    *("maryland-electronic", "maryland-progressive_meter_won_twice", "maryland-progressive_voided"),
    *("maryland-several_wars", "washington-opening", "california-backline"),
}
"""Records of acts no longer lawful: a Tie Wager after the War Wager (R103), no ceiling (R12), late match."""


AMENDED = {
    *("maryland-bonus_spin_jackpot", "maryland-linked_meter"),
    *("maryland-progressive_meter_won_twice", "maryland-progressive_voided"),
}
"""Records of play under rules that were read anew since: chips counted before the tray, payouts validated."""


def of_the_first_version(record: Record) -> Record:
    """Leave out the commands."""
    return replace(record, entries=(Entry(command=None, events=record.events),))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_an_old_record_is_read_and_replayed(path):
    replay = read_record(path).replay()
    assert replay.lawful is (path.stem not in RIGGED | AMENDED | RULES_CHANGED)
    assert replay.record.events
    told = replay.to_dict()
    assert told["commands"] == []
    assert [each["line"] for each in told["events"]] == [*replay.numbered.events][: len(told["events"])]


def test_every_rulebook_has_old_records():
    assert {read(path.read_text(encoding="utf-8")).rulebook for path in FOLDER.glob("*.txt")} == {*names()}


def test_the_house_of_an_old_record_comes_back():
    record = read((FOLDER / "maryland-progressive_meter_won_twice.txt").read_text(encoding="utf-8"))
    assert record.house == replace(sample("maryland"), readings={}, opening_inventory=None)


@pytest.mark.parametrize("rulebook", names())
def test_the_commands_of_any_session_are_found(rulebook):
    rules = load_rules(rulebook, sample(rulebook))
    entries, _ = session(rules, seed=1)
    record = of_the_first_version(Record.of(rules, CLOSED, entries).without_shoes())
    assert reenact(rules, record) is None


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (e.WagerPaid, {"amount": 60_00}),
        (e.WagerCollected, {"amount": 9_00}),
        (e.HandCompared, {"comparison": Comparison.HIGHER}),
        (e.NoMoreBetsCalled, {"settle": (1, 2, 3)}),
        (e.CardDealt, {"spot": 2}),
        (e.RoundCompleted, {"round": 7}),
    ],
)
def test_a_forged_event_is_found(kind, changes):
    rules, record = a_war()
    events = list(record.events)
    place = next(n for n, event in enumerate(events) if isinstance(event, kind))
    events[place] = replace(events[place], **changes)
    false = replace(record, entries=(Entry(command=None, events=tuple(events)),))
    assert reenact(rules, false) == Deviation(
        position=place, expected=record.events[place], found=events[place]
    )


def test_what_no_command_brings_about_is_found():
    rules, record = a_war()
    nothing = e.WagerCollected(hand=1, wager=Wager.TIE, amount=5_00)
    deviation = reenact(rules, replace(record, entries=(Entry(command=None, events=(nothing,)),)))
    assert deviation == Deviation(
        position=0,
        found=nothing,
        reason="Nothing that happened before leads to it; what is due is: place wagers. [7.F(1)]",
    )


START = "casinowar record 1\nrulebook maryland\nbefore open=no\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{START}house decks=0\n", "Line 4: Expected `int` >= 1, in decks"),
        (f"{START}house limits=1\n", "Line 4: house has no 'limits'"),
        (f"{START}limit wager=initial minimum=x\n", "Line 4: Expected `str` matching regex"),
        (f"{START}limit wager=tea minimum=1\n", "Line 4: wager: limit is about one of: initial, tie"),
        (f"{START}progressive\n", "Line 4: Object missing required field `meter`"),
        (f"{START}bonus_spin positions=x\n", "Line 4: Expected `int`, got `str`, in bonus_spin.positions[0]"),
        (f"{START}wheel name=hot_spot stops=x\n", "Line 4: Expected `int`, got `str`"),
        (f"{START}wheel name=cards stops=3\n", "Line 4: name: wheel is about one of: hot_spot, community"),
        (f"{START}meter name=third rate=1\n", "Line 4: name: meter is about one of: progressive, primary"),
        (f"{START}electronic community_cards=0\n", "Line 4: Expected `int` >= 1, in electronic.community"),
        (f"{START}house progressive=yes\n", "Line 4: house has no 'progressive'"),
        (f"{START}player DealCard\n", "Line 4: there is no event 'player'"),
    ],
)
def test_what_is_wrong_in_an_old_record_is_said_with_its_line(text, problem):
    with pytest.raises(InputError) as caught:
        read(text)
    assert problem in str(caught.value)
