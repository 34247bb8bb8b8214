from functools import cache
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Choice, Comparison, Role, Ruling, Shuffler, Wager
from casinowar.record.reenactment import Deviation, reenact
from casinowar.record.starting_table import check_start, hidden
from casinowar.record.text import Entry, Record, read, write
from casinowar.rulebooks import load_rules, names, open_rulebook
from casinowar.telling.narration import narrate
from tests.playthroughs.scripts import every, played
from tests.playthroughs.scripts_with_side_wagers import sample
from tests.support.driving import least_wager
from tests.support.scenario import at_table, authorized, bare, posted
from tests.support.searching import walks
from tests.support.sessions import session
from tests.support.varieties import EXAMPLES, own_rules

LONG, SHORT = 250, 120
"""How many commands a session has by the defaults of a text, and under each other reading of it."""


def looks(table: Table):
    """List what a record has to bring back: chips, inventory and layout."""
    return table.chips, table.inventory, table.outside, table.seats, table.round, table.to_do, table.stop


def can_be_played(rules):
    try:
        least_wager(rules, Wager.INITIAL)
    except AssertionError:
        return False
    return True


def check_everything_comes_back(rules, seed, commands=LONG):
    entries, between = session(rules, seed, commands)
    whole = Record.of(rules, CLOSED, entries)
    assert read(write(whole, with_shoes=True)) == whole
    assert read(write(whole)) == whole.without_shoes()
    assert reenact(rules, read(write(whole))) is None
    start = Random(seed).choice(between)
    before = evolve_all(CLOSED, (event for entry in entries[:start] for event in entry.events))
    record = read(write(Record.of(rules, before, entries[start:])))
    assert record == Record.of(rules, before, entries[start:]).without_shoes()
    check_start(rules, record.before)
    assert reenact(rules, record) is None
    ours, theirs = record.before, before
    assert ours == hidden(before)
    for event in record.events:
        assert narrate(event, ours).endswith(".")
        ours, theirs = evolve(ours, event), evolve(theirs, event)
        assert looks(ours) == looks(theirs)


def shufflers_of(rulebook, readings):
    return list(open_rulebook(rulebook).book(readings).cards.decks)


EVERY_READING = [
    pytest.param(rulebook, readings, shuffler, id=" ".join([rulebook, shuffler, *readings.values()]))
    for rulebook in names()
    for readings in open_rulebook(rulebook).every_reading()
    for shuffler in shufflers_of(rulebook, readings)[: 1 if readings else None]
]


@pytest.mark.parametrize(("rulebook", "readings", "shuffler"), EVERY_READING)
def test_any_session_can_be_recorded_read_and_reenacted(rulebook, readings, shuffler):
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="20" if "together" in str(readings) else "10")}
    rules = authorized(load_rules(rulebook, House(shuffler=shuffler, limits=limits), readings))
    check_everything_comes_back(rules, seed=len(str(readings)), commands=SHORT if readings else LONG)


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
    if readings.get("dealt_from") == "shuffler":
        house = replace(house, shuffler=Shuffler.CONTINUOUS, decks=12)
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
def test_any_session_under_an_operators_submission_comes_back_and_is_reenacted(rulebook, readings, house):
    rules = load_rules(rulebook, fitting(house, readings), readings)
    check_everything_comes_back(rules, seed=len(str(readings)), commands=SHORT if readings else LONG)


@walks(80)
@given(rules=own_rules(), seed=st.integers(0, 10**6))
def test_any_session_under_a_random_rulebook_comes_back_and_is_reenacted(rules, seed):
    assume(can_be_played(rules))
    check_everything_comes_back(rules, seed)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_record_may_begin_wherever_no_round_is_under_way(path):
    rules = posted(load_rules(str(path)))
    entries, between = session(rules, seed=1, commands=SHORT)
    for start in between:
        before = evolve_all(CLOSED, (event for entry in entries[:start] for event in entry.events))
        record = read(write(Record.of(rules, before, entries[start:])))
        assert record.before == hidden(before)
        assert reenact(rules, record) is None


RIGGED = {"cover_card_in_war", "cover_card_among_burns", "shoe_ran_out", "shoe_ran_out_void"}
"""Playthroughs that put cards or the cover card elsewhere by hand, which no record knows."""

PLAYTHROUGHS = [(rulebook, name) for rulebook, name in every() if name not in RIGGED]


@pytest.mark.parametrize(("rulebook", "name"), PLAYTHROUGHS)
def test_every_playthrough_can_be_recorded_read_and_reenacted(rulebook, name):
    play = played(rulebook, name)
    record = read(write(play.record))
    assert record == play.record.without_shoes()
    assert reenact(play.scenario.rules, record) is None


@cache
def recorded_in_playthroughs():
    return {type(event) for rulebook, name in PLAYTHROUGHS for event in played(rulebook, name).record.events}


BEFORE_IT = {e.MeterStarted, e.WagerWithdrawn}
MONEY = {
    kind for kind in e.EVENTS.values() if issubclass(kind, e.WagerEvent | e.MeterEvent | e.BankEvent)
} | {e.BankRaised, e.BankOffered, e.BankDeclined, e.CoverLeft, e.CouponPlaced, e.CouponTaken}
IN_A_ROUND = MONEY - BEFORE_IT | {*(e.ProgressiveRead, e.ProgressiveSettled, e.WheelSpun, e.BonusSpinSettled)}


@pytest.mark.parametrize("kind", sorted(IN_A_ROUND, key=str), ids=lambda kind: kind.__name__)
def test_each_event_about_chips_in_a_round_is_in_a_playthrough(kind):
    assert kind in recorded_in_playthroughs()


# forgeries


def a_war():
    """Record a round in which seat 1 wins a war, seat 2 surrenders and seat 3 loses on the original deal."""
    scenario = at_table("maryland", cards="9H 9C 2D 9S 4C 4D 4H KH QD")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}, tie={1: 5_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.Surrender(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    return scenario.rules, Record.of(scenario.rules, before, scenario.entries[start:])


def meddled(record, kind, meddle):
    """Change or leave out the first event of a kind, which stands below its command."""
    place = next(n for n, event in enumerate(record.events) if isinstance(event, kind))
    number = next(
        n for n, entry in enumerate(record.entries) if any(isinstance(e, kind) for e in entry.events)
    )
    entry, found = record.entries[number], record.events[place]
    at = next(n for n, event in enumerate(entry.events) if event is found)
    entry = replace(entry, events=(*entry.events[:at], *meddle(found), *entry.events[at + 1 :]))
    return place, replace(record, entries=(*record.entries[:number], entry, *record.entries[number + 1 :]))


def forged(record, kind, **changes):
    """Change the first event of a kind."""
    return meddled(record, kind, lambda event: (replace(event, **changes),))


def without(record, kind):
    """Leave out the first event of a kind."""
    return meddled(record, kind, lambda _: ())


def test_the_round_as_it_was_played_is_lawful():
    rules, record = a_war()
    assert reenact(rules, record) is None
    assert isinstance(record.events[-1], e.RoundCompleted)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (e.WagerPaid, {"amount": 60_00}),
        (e.WagerPaid, {"hand": 2}),
        (e.WagerCollected, {"amount": 9_00}),
        (e.WagerReturned, {"amount": 9_00}),
        (e.HandCompared, {"comparison": Comparison.HIGHER}),
        (e.CardDealt, {"spot": 2}),
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
    assert reenact(rules, false) == Deviation(
        position=place, expected=record.events[place], found=false.events[place]
    )


@pytest.mark.parametrize(
    "kind", [e.WagerPaid, e.HandCompared, e.HandSettled, e.WagerReturned, e.CardBurned, e.CardDealt]
)
def test_an_event_left_out_is_found(kind):
    rules, record = a_war()
    place, false = without(record, kind)
    deviation = reenact(rules, false)
    assert deviation is not None
    # Cards are burned alike, so that the third one is the one that is missing.
    assert deviation.position in range(place, place + 3)
    assert type(deviation.expected or deviation.found) is kind


@pytest.mark.parametrize("kind", [c.BurnCard, c.ConfirmWarWager, c.DealCard])
def test_a_duty_left_out_is_found(kind):
    rules, record = a_war()
    number = next(n for n, entry in enumerate(record.entries) if isinstance(entry.command, kind))
    false = replace(record, entries=record.entries[:number] + record.entries[number + 1 :])
    deviation = reenact(rules, false)
    assert deviation is not None
    first = sum(len(entry.events) for entry in record.entries[:number])
    assert first <= deviation.position <= first + 3


def test_a_record_that_ends_within_a_settlement_is_found():
    rules, record = a_war()
    _, short = without(record, e.RoundCompleted)
    assert reenact(rules, short) == Deviation(position=len(short.events), expected=record.events[-1])


def with_command(record, kind, **changes):
    """Change the first command of a kind, but not what it brought about."""
    number = next(n for n, entry in enumerate(record.entries) if isinstance(entry.command, kind))
    entry = record.entries[number]
    entry = replace(entry, command=replace(entry.command, **changes))
    return number, replace(record, entries=(*record.entries[:number], entry, *record.entries[number + 1 :]))


def test_who_may_not_give_a_command_is_found():
    rules, record = a_war()
    number, false = with_command(record, c.DealCard, by=Role.PLAYER)
    deviation = reenact(rules, false)
    assert deviation is not None
    assert deviation.position == sum(len(entry.events) for entry in record.entries[:number])
    assert "Players may not touch the cards." in deviation.reason


def test_a_command_for_something_else_is_found():
    rules, record = a_war()
    _, false = with_command(record, c.PlaceWager, amount=20_00)
    deviation = reenact(rules, false)
    assert deviation is not None
    assert deviation.expected == replace(record.events[0], amount=20_00)
    assert deviation.found == record.events[0]


def test_a_clock_that_shows_something_else_is_found():
    rules, record = a_war()
    late = replace(record, entries=tuple(replace(entry, at=60) for entry in record.entries))
    deviation = reenact(rules, late)
    assert deviation is not None
    assert deviation.reason == "The house's clock showed 0, not 60, when this was commanded."


def test_an_event_below_another_command_is_found():
    rules, record = a_war()
    first, second, *rest = record.entries
    moved = (replace(first, events=()), replace(second, events=first.events + second.events), *rest)
    deviation = reenact(rules, replace(record, entries=moved))
    assert deviation is not None
    assert deviation.position == 0
    assert deviation.reason == "It does not stand below the command that brought it about."


def test_a_command_that_brings_about_less_is_found():
    rules, record = a_war()
    *rest, last = record.entries
    more = replace(last, events=(*last.events, e.ClockTold(now=1)))
    deviation = reenact(rules, replace(record, entries=(*rest, more)))
    assert deviation is not None
    assert deviation.found == e.ClockTold(now=1)


def test_a_card_of_which_all_are_seen_is_found():
    rules, record = a_war()
    many = e.CardsCollected(spots=(1,), cards=("KH",) * 6)
    rich = replace(record, before=replace(record.before, rack=many.cards))
    place = next(
        n for n, event in enumerate(record.events) if bare(event) == e.CardDealt(spot=0, card="QD", war=1)
    )
    _, false = with_command(rich, c.DealCard, card="KH")
    deviation = reenact(rules, false)
    assert deviation is not None
    assert "KH" in deviation.reason
    assert deviation.position < place


def test_a_step_cited_under_another_clause_is_another_step():
    rules = posted(load_rules("maryland"))
    began = decide(rules, CLOSED, c.OpenTable())
    [*_, procedure] = began
    assert isinstance(procedure, e.ProcedureBegan)
    steps = procedure.steps
    recited = replace(procedure, steps=tuple(replace(step, clause="9.Z") for step in steps))
    recorded = (*began[:-1], recited)
    entry = Entry(command=c.OpenTable(), events=recorded, at=0)
    deviation = reenact(rules, Record.of(rules, CLOSED, (entry,)))
    assert deviation is not None
    assert deviation.found == recited
    fewer = (*began[:-1], replace(procedure, steps=steps[1:]))
    record = Record.of(rules, CLOSED, (Entry(command=c.OpenTable(), events=fewer, at=0),))
    deviation = reenact(rules, record)
    assert deviation is not None
    assert deviation.found == fewer[-1]


@pytest.mark.parametrize("kind", [e.PlayStopped, e.CardDealt, e.CardDrawnInError])
def test_an_event_cited_under_another_clause_is_another_event(kind):
    scenario = at_table("wisconsin", cards="KH QD 9C")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00}).dealt().when(c.ReportCardDrawnInError(exposed=True))
    record = Record.of(scenario.rules, before, scenario.entries[start:])
    assert reenact(scenario.rules, record) is None
    _, recited = forged(record, kind, clause="(z)")
    deviation = reenact(scenario.rules, recited)
    assert deviation is not None
    assert deviation.expected is not None
    assert isinstance(deviation.found, kind)
    assert deviation.expected == replace(deviation.found, clause=deviation.expected.clause)


def test_a_stop_with_other_rulings_is_another_stop():
    scenario = at_table("wisconsin", cards="KH QD 9C")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00}).dealt().when(c.ReportCardDrawnInError(exposed=True))
    record = Record.of(scenario.rules, before, scenario.entries[start:])
    _, otherwise = forged(record, e.PlayStopped, possible=(Ruling.PLAY_ON,))
    assert reenact(scenario.rules, otherwise) is not None
