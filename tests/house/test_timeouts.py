"""Silence: betting closes, no answer is no, and nobody is ever sent to war by it."""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.house.audit.verify import verify
from casinowar.house.journal.commits import HOUSE, TableSettings
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices.cashier import Deposit
from casinowar.house.storage.store import JournalPage, Store, WriteOutcome
from casinowar.house.worker.timeouts import due_time
from casinowar.rulebooks import open_rulebook
from tests.house.sample_house import ANN, BEN, KEY, PIT, SETTINGS, Served

SECOND = 1000
TIMED = replace(SETTINGS, betting_seconds=20, answer_seconds=30)


def house(store: Store, settings: TableSettings = TIMED) -> Served:
    served = Served(store)
    served.worker.open("t", settings)
    served.must(c.OpenTable(), PIT)
    return served


def wait(served: Served, seconds: int) -> list[c.Command]:
    """Let time pass, and tell what the house did by itself."""
    served.now += seconds * SECOND
    before = served.worker.position("t").version
    assert all(isinstance(answer, Accepted) for answer in served.worker.run_timeouts())
    commits = served.commits()[before:]
    assert {commit.entries[0].who for commit in commits} <= {HOUSE}
    told = [entry.command for commit in commits for entry in commit.entries]
    return [each for each in told if isinstance(each, c.Command) and not isinstance(each, c.TellTime)][:1]


def test_betting_closes_after_its_time_from_the_first_wager(store: Store):
    served = house(store).seat(ANN, BEN)
    served.now += 100 * SECOND
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)

    assert wait(served, 19) == []
    served.must(c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), BEN)
    assert wait(served, 1) == [c.CallNoMoreBets(by=Role.AUTOMATIC)]


def test_nobody_is_waited_for_once_all_have_said_that_they_are_ready(store: Store):
    served = house(store).seat(ANN, BEN)
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)
    served.worker.mark_ready("t", ANN.name)
    assert wait(served, 1) == []
    served.worker.mark_ready("t", BEN.name)
    assert wait(served, 1) == [c.CallNoMoreBets(by=Role.AUTOMATIC)]


def test_who_does_nothing_for_long_leaves_unless_something_of_theirs_is_in_play(store: Store):
    served = house(store, replace(SETTINGS, seat_seconds=600)).seat(ANN, BEN)
    served.now += 300 * SECOND
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)
    assert wait(served, 299) == []
    assert wait(served, 1) == [c.LeaveTable(player="Ben")]
    assert wait(served, 80_000) == []
    served.must(c.WithdrawWager(hand=1, wager=Wager.INITIAL), ANN)
    assert wait(served, 599) == []
    other = served.another()
    other.refresh_all()
    assert other.run_timeouts() == []
    assert wait(served, 1) == [c.LeaveTable(player="Ann")]


def test_betting_stays_open_where_a_person_calls(store: Store):
    served = house(store, SETTINGS).seat(ANN)
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)

    assert wait(served, 80_000) == []


def test_nobody_is_hurried_while_nothing_lies_on_the_layout(store: Store):
    served = house(store).seat(ANN)

    assert wait(served, 80_000) == []


def test_an_unanswered_cut_is_refused(store: Store):
    served = house(store)
    served.must(Deposit(player="Ann", amount=1_000_00), PIT)
    served.must(c.Sit(player="Ann", seat=1, chips=400_00), ANN)
    assert next_duty(served.worker.rules("t"), served.table).act is Act.ANSWER_CUT

    assert wait(served, 29) == []
    assert wait(served, 1) == [c.RefuseCut(seat=1)]


def test_cards_that_become_due_by_the_clock_are_changed_before_anybody_asks(store: Store):
    served = house(store).seat(ANN)
    wait(served, 24 * 60 * 60 - 1 - (served.now // SECOND - served.table.cards_opened))
    assert wait(served, 0) == []
    assert next_duty(served.worker.rules("t"), served.table).act is Act.PLACE_WAGERS

    assert wait(served, 1) == [c.ChangeCards(by=Role.AUTOMATIC)]
    assert wait(served, 0) == []
    assert next_duty(served.worker.rules("t"), served.table).act is Act.ANSWER_CUT
    served.to_betting()
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)
    assert [*verify(store, KEY)] == []


def test_cards_that_become_due_under_wagers_are_changed_before_the_call(store: Store):
    served = house(store).seat(ANN)
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)

    assert wait(served, 24 * 60 * 60) == [c.ChangeCards(by=Role.AUTOMATIC)]
    assert wait(served, 30) == [c.RefuseCut(seat=1)]
    assert wait(served, 20) == [c.CallNoMoreBets(by=Role.AUTOMATIC)]
    assert [*verify(store, KEY)] == []


def test_the_clock_is_told_only_when_something_becomes_due_by_it(store: Store):
    served = house(store).seat(ANN)
    rules, table = served.worker.rules("t"), served.table
    due = table.cards_opened + 24 * 60 * 60

    assert due_time(rules, table, due - 1) is None
    assert due_time(rules, table, due) == c.TellTime(now=due)
    assert due_time(rules, replace(table, clock=due), due + 1) is None


def test_time_to_choose_that_a_rulebook_sets_runs_out_by_the_clock(store: Store):
    provision = (
        '{ irregularity = "a player who does not choose", remedy = "the hand is treated as surrendered",'
        ' after = 12, clause = "R68" },'
    )
    text = open_rulebook("maryland").text.replace("provisions = [", f"provisions = [{provision}", 1)
    served = tied(house(store, replace(SETTINGS, text=text)).seat(ANN))

    assert wait(served, 11) == []
    [reported] = wait(served, 1)
    assert isinstance(reported, c.ReportIrregularity)
    assert next_duty(served.worker.rules("t"), served.table).act is not Act.CHOOSE
    assert [*verify(store, KEY)] == []


def tied(served: Served) -> Served:
    """Play until a player has to choose."""
    for _ in range(400):
        duty = next_duty(served.worker.rules("t"), served.table)
        if duty.act is Act.CHOOSE:
            return served
        if duty.act is Act.ANSWER_CUT:
            served.must(c.RefuseCut(seat=duty.seat or 0), ANN)
            continue
        served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)
        served.must(c.CallNoMoreBets(), PIT)
    raise AssertionError("no tie in 400 rounds")


def test_silence_never_goes_to_war_and_without_a_floor_surrenders(store: Store):
    served = tied(house(store).seat(ANN))
    before = served.table.chips["Ann"]

    [reported] = wait(served, 30)
    assert isinstance(reported, c.ReportIrregularity)
    assert reported.irregularity is Irregularity.NO_CHOICE
    [ruled] = wait(served, 30)

    assert isinstance(ruled, c.Rule)
    assert ruled.ruling is Ruling.SURRENDER_THE_HAND
    assert served.table.chips["Ann"] == before + 5_00
    wars = [event for commit in served.commits() for event in commit.events]
    assert not [event for event in wars if isinstance(event, e.WagerPlaced) and event.wager is Wager.WAR]


def test_with_a_floor_a_floorperson_rules(store: Store):
    served = house(store, replace(TIMED, floor=True))
    while (duty := next_duty(served.worker.rules("t"), served.table)).role is Role.FLOORPERSON:
        served.must(c.Perform(by=Role.FLOORPERSON, act_done=duty.act), PIT)
    tied(served.seat(ANN))

    assert [type(command) for command in wait(served, 30)] == [c.ReportIrregularity]
    assert wait(served, 80_000) == []


def test_two_workers_bring_silence_about_once(store: Store):
    served = house(store).seat(ANN)
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)
    other = served.another()
    other.refresh("t")
    served.now += 20 * SECOND

    assert [type(answer) for answer in served.worker.run_timeouts()] == [Accepted]
    version = served.worker.position("t").version
    [late] = other.run_timeouts()

    assert getattr(late, "code", "") == "has_gone_on"
    assert store.version("t") == version


def test_whoever_serves_a_table_passes_its_time_and_the_others_step_in_a_second_later(store: Store):
    served = house(store).seat(ANN)
    other = served.another()
    other.position("t")
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), ANN)
    other.refresh("t")

    served.now += 20 * SECOND
    assert other.run_timeouts() == []
    served.now += SECOND
    assert [type(answer) for answer in other.run_timeouts()] == [Accepted]


def test_what_silence_brought_about_passes_the_audit(store: Store):
    served = tied(house(store).seat(ANN))
    wait(served, 30)
    wait(served, 30)

    assert [*verify(store, KEY)] == []


@pytest.mark.parametrize("seconds", [-1, 86_401])
def test_times_are_of_a_day(seconds: int):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"rulebook": "maryland", "answer_seconds": seconds}, TableSettings)


def many(store: Store) -> Served:
    """Serve many tables, at each of which somebody does nothing for long."""
    served = Served(store)
    for number in range(25):
        name = f"t{number}"
        served.worker.open(name, replace(SETTINGS, seat_seconds=600))
        served.must(Deposit(player=name, amount=100_00), PIT)
        sit = c.Sit(player=name, seat=1, chips=100_00)
        for actor, command in ((PIT, c.OpenTable()), (Actor(name), sit)):
            [answer] = served.worker.ask(TableRequest(table=name, actor=actor, command=command))
            assert isinstance(answer, Accepted)
    served.now += 600 * SECOND
    return served


def left(served: Served) -> set[str]:
    """Name the tables that nobody sits at any more."""
    names = [f"t{number}" for number in range(25)]
    return {name for name in names if not served.worker.position(name).table.seats}


def test_silence_is_dealt_with_at_a_few_tables_at_a_time_in_one_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    served, together, write = many(store), list[int](), store.write

    def counted(pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        together.append(len(pages))
        return write(pages)

    monkeypatch.setattr(store, "write", counted)
    assert [len(some) for some in served.worker.run_timeouts_in_batches() if some] == [5] * 5
    assert together == [5] * 5
    assert len(left(served)) == 25


def test_time_passes_at_each_table_in_one_part_of_many(store: Store):
    served = many(store)
    passed = [[*served.worker.run_timeouts_in_batches(part, 4)] for part in range(4)]
    numbers = [sum(map(len, some)) for some in passed]
    assert sum(numbers) == 25
    assert max(numbers) < 10
    assert len(left(served)) == 25


def test_what_goes_wrong_at_one_table_does_not_keep_time_from_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    served, write = many(store), store.write

    def failing(pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        if any(page.table == "t3" for page in pages):
            raise RuntimeError
        return write(pages)

    monkeypatch.setattr(store, "write", failing)
    for moved in (24, 0):
        served.worker.refresh_all()
        served.worker.position("t3")  # somebody looks at it, so that it is known again
        assert len(served.worker.run_timeouts()) == moved
        assert {f"t{number}" for number in range(25)} - left(served) == {"t3"}


def test_a_database_that_takes_nothing_is_asked_once_in_a_while_and_not_for_every_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    served, tries = many(store), list[int]()

    def locked(pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        tries.append(len(pages))
        raise OperationalError("", None, Exception("database is locked"))

    monkeypatch.setattr(store, "write", locked)
    with pytest.raises(OperationalError):
        served.worker.run_timeouts()
    assert tries == [5]
