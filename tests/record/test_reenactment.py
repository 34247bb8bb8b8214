from functools import cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Choice, Comparison, Shuffler, Wager
from casinowar.record.reenactment import Deviation, reenact
from casinowar.record.start import hidden
from casinowar.record.text import Record, read, write
from casinowar.rulebooks import load_rules, names, open_rulebook
from casinowar.telling.money import MONEY
from casinowar.telling.narration import narrate
from tests.playthroughs.scripts import every, played
from tests.playthroughs.side_scripts import sample
from tests.support.driving import least_wager
from tests.support.scenario import at_table
from tests.support.sessions import session
from tests.support.varieties import own_rules


def looks(table: Table):
    """List what a record has to bring back: chips, inventory and layout."""
    return table.chips, table.inventory, table.outside, table.seats, table.round, table.to_do, table.stop


def can_be_played(rules):
    try:
        least_wager(rules, Wager.INITIAL)
    except AssertionError:
        return False
    return True


def check_everything_comes_back(rules, seed):
    events, between = session(rules, seed)
    whole = Record.of(rules, CLOSED, events)
    assert read(write(whole, with_shoes=True)) == whole
    assert read(write(whole)) == whole.without_shoes()
    assert reenact(rules, read(write(whole))) is None
    start = Random(seed).choice(between)
    before = evolve_all(CLOSED, events[:start])
    record = read(write(Record.of(rules, before, events[start:])))
    assert record == Record.of(rules, before, events[start:]).without_shoes()
    assert reenact(rules, record) is None
    ours, theirs = record.before, before
    assert ours == hidden(before)
    for event in record.events:
        assert narrate(event, ours).endswith(".")
        ours, theirs = evolve(ours, event), evolve(theirs, event)
        assert looks(ours) == looks(theirs)


def shufflers_of(rulebook):
    cards = open_rulebook(rulebook).book().cards
    decks = zip(Shuffler, (cards.by_hand, cards.batch_shuffler, cards.continuous_shuffler), strict=True)
    return [shuffler for shuffler, numbers in decks if numbers]


EVERY_READING = [
    pytest.param(rulebook, readings, shuffler, id=" ".join([rulebook, shuffler, *readings.values()]))
    for rulebook in names()
    for readings in open_rulebook(rulebook).every_reading()
    for shuffler in (shufflers_of(rulebook) if not readings else shufflers_of(rulebook)[:1])
]


@pytest.mark.parametrize(("rulebook", "readings", "shuffler"), EVERY_READING)
def test_any_session_can_be_recorded_read_and_reenacted(rulebook, readings, shuffler):
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="20" if "together" in str(readings) else "10")}
    rules = load_rules(rulebook, House(shuffler=shuffler, limits=limits), readings)
    check_everything_comes_back(rules, seed=len(str(readings)))


def samples():
    """List the sample submissions, those for Maryland also with linked meters and with community cards."""
    for rulebook in names():
        house = sample(rulebook)
        yield rulebook, "sample", house
        if house.progressive and house.bonus_spin:
            meter = replace(house.progressive.meter, linked=True)
            linked = replace(house, progressive=replace(house.progressive, meter=meter))
            yield rulebook, "linked", replace(linked, payout_limit="40", shuffler=None)
            electronic = ElectronicChoices(community_cards=3)
            yield (
                rulebook,
                "electronic",
                replace(house, electronic=electronic, progressive=None, bonus_spin=None),
            )


def fitting(house, readings):
    """Change a submission where a reading wants it."""
    spin, chosen = house.bonus_spin, {*readings.values()}
    if "fixed_amount" in chosen:
        house = replace(house, limits={Wager.INITIAL: Limit(minimum="10", maximum="10")})
    if spin and "start_and_restart" in chosen:
        house = replace(house, bonus_spin=replace(spin, secondary=spin.primary))
    if spin and "symbols_corrected" in chosen:
        segments = tuple(
            replace(each, symbol=each.symbol.replace("35", "125")) for each in spin.community.segments
        )
        house = replace(house, bonus_spin=replace(spin, community=replace(spin.community, segments=segments)))
    return replace(house, backline=0) if readings.get("backline") == "none" else house


EVERY_SUBMISSION = [
    pytest.param(rulebook, readings, house, id=" ".join([rulebook, kind, *readings.values()]))
    for rulebook, kind, house in samples()
    for readings in open_rulebook(rulebook).every_reading()
]


@pytest.mark.parametrize(("rulebook", "readings", "house"), EVERY_SUBMISSION)
def test_so_can_one_under_an_operators_submission(rulebook, readings, house):
    rules = load_rules(rulebook, fitting(house, readings), readings)
    check_everything_comes_back(rules, seed=len(str(readings)))


@settings(max_examples=25)
@given(rules=own_rules(), seed=st.integers(0, 10**6))
def test_so_can_one_under_a_rulebook_that_nobody_wrote(rules, seed):
    assume(can_be_played(rules))
    check_everything_comes_back(rules, seed)


RIGGED = {"cover_card_in_war", "cover_card_among_burns", "shoe_ran_out", "shoe_ran_out_void"}
"""Playthroughs that put cards or the cover card elsewhere by hand, which no record knows."""

PLAYTHROUGHS = [(rulebook, name) for rulebook, name in every() if name not in RIGGED]


@pytest.mark.parametrize(("rulebook", "name"), PLAYTHROUGHS)
def test_so_can_every_playthrough(rulebook, name):
    play = played(rulebook, name)
    record = read(write(play.record))
    assert record == play.record.without_shoes()
    assert reenact(play.scenario.rules, record) is None


@cache
def recorded_in_playthroughs():
    return {type(event) for rulebook, name in PLAYTHROUGHS for event in played(rulebook, name).record.events}


BEFORE_IT = {e.MeterStarted, e.WagerWithdrawn}
IN_A_ROUND = MONEY.keys() - BEFORE_IT | {
    *(e.ProgressiveRead, e.ProgressiveSettled, e.WheelSpun, e.BonusSpinSettled)
}


@pytest.mark.parametrize("kind", sorted(IN_A_ROUND, key=str), ids=lambda kind: kind.__name__)
def test_each_event_about_chips_in_a_round_is_in_a_playthrough(kind):
    assert kind in recorded_in_playthroughs()


# forgeries


def a_war():
    """Record a round in which seat 1 wins a war, seat 2 surrenders and seat 3 loses on the original deal."""
    scenario = at_table("maryland", cards="9H 9C 2D 9S 4C 4D 4H KH QD")
    before, start = scenario.table, len(scenario.history)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}, tie={1: 5_00}).dealt()
    scenario.when(c.GoToWar(seat=1), c.Surrender(seat=2)).attended()
    scenario.when(c.DeclineTieWager(seat=1)).attended()
    return scenario.rules, Record.of(scenario.rules, before, scenario.history[start:])


def forged(record, kind, **changes):
    """Change the first event of a kind."""
    place = next(n for n, event in enumerate(record.events) if isinstance(event, kind))
    event = replace(record.events[place], **changes)
    return place, replace(record, events=(*record.events[:place], event, *record.events[place + 1 :]))


def without(record, kind):
    """Leave out the first event of a kind."""
    place = next(n for n, event in enumerate(record.events) if isinstance(event, kind))
    return place, replace(record, events=record.events[:place] + record.events[place + 1 :])


def test_the_round_as_it_was_played_is_lawful():
    rules, record = a_war()
    assert reenact(rules, record) is None
    assert isinstance(record.events[-1], e.RoundCompleted)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (e.WagerPaid, {"amount": 60_00}),
        (e.WagerPaid, {"seat": 2}),
        (e.WagerCollected, {"amount": 9_00}),
        (e.WagerReturned, {"amount": 9_00}),
        (e.HandCompared, {"comparison": Comparison.HIGHER}),
        (e.CardDealt, {"seat": 2}),
        (e.CardsCollected, {"cards": ("9H",)}),
        (e.NoMoreBetsCalled, {"settle": (1, 2, 3)}),
        (e.WarDealBegan, {"deal": (-1, 1, 0)}),
        (e.TieHandChosen, {"choice": Choice.SURRENDER}),
        (e.RoundCompleted, {"round": 7}),
    ],
)
def test_a_forged_event_is_found(kind, changes):
    rules, record = a_war()
    place, false = forged(record, kind, **changes)
    deviation = reenact(rules, false)
    assert deviation is not None
    if kind is e.TieHandChosen:
        assert deviation.position == place + 1
        assert deviation.found == e.WagerPlaced(seat=1, wager=Wager.WAR, amount=10_00, player="Ann")
    else:
        assert deviation == Deviation(
            position=place, expected=record.events[place], found=false.events[place]
        )


@pytest.mark.parametrize("kind", [e.WagerPaid, e.HandCompared, e.HandSettled, e.WagerReturned])
def test_an_event_left_out_is_found(kind):
    rules, record = a_war()
    place, false = without(record, kind)
    deviation = reenact(rules, false)
    assert deviation is not None
    assert (deviation.position, deviation.expected) == (place, record.events[place])


@pytest.mark.parametrize("kind", [e.CardBurned, e.WarWagerConfirmed, e.CardDealt])
def test_a_duty_left_out_is_found(kind):
    rules, record = a_war()
    place, false = without(record, kind)
    deviation = reenact(rules, false)
    assert deviation is not None
    assert place <= deviation.position <= place + 3


def test_a_record_that_ends_within_a_settlement_is_found():
    rules, record = a_war()
    short = replace(record, events=record.events[:-1])
    assert reenact(rules, short) == Deviation(position=len(short.events), expected=record.events[-1])


def test_an_event_that_follows_from_nothing_is_found():
    rules, record = a_war()
    deviation = reenact(rules, replace(record, events=(e.RoundCompleted(round=1),)))
    assert deviation is not None
    assert deviation.reason == (
        "Nothing that happened before leads to it; what is due is: place wagers. [7.F(1)]"
    )


def test_what_is_refused_says_why():
    rules, record = a_war()
    deviation = reenact(rules, replace(record, events=(e.CardDealt(seat=1, card="KH"),)))
    assert deviation is not None
    assert deviation.reason == "That is not due now; what is due is: place wagers. [7.F(1)]"


def test_a_card_of_which_all_are_seen_is_found():
    rules, record = a_war()
    many = e.CardsCollected(seats=(1,), cards=("KH",) * 6)
    rich = replace(record, before=replace(record.before, rack=many.cards))
    place = next(n for n, event in enumerate(record.events) if event == e.CardDealt(seat=0, card="QD", war=1))
    _, false = forged(rich, e.CardDealt, card="KH")
    deviation = reenact(rules, false)
    assert deviation is not None
    assert "KH" in deviation.reason
    assert deviation.position < place
