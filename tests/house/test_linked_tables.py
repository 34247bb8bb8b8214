"""Tables that share a meter: what each shows, pays and puts back when others have moved it meanwhile."""

import os
from io import BytesIO

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.house.accounts import CAGE, meter_account
from casinowar.house.audit.verify import verify
from casinowar.house.backoffice.meters import adjust_meter, house_meters
from casinowar.house.backoffice.recall import Recall
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Accepted, Actor, Refused, TableRequest
from casinowar.house.offices.linked_meters import METER_ROOM
from casinowar.house.storage.store import Store
from casinowar.house.worker.timeouts import EMPTY, WITH_PLAYERS
from casinowar.house.worker.worker import Worker
from casinowar.record.text import write
from casinowar.reports.replay.replay import read_from
from tests.house.linked_meter_scenario import (
    DEALT,
    EASY,
    GRAND,
    METER,
    RESET,
    commits,
    dealt_until,
    held_to_one_meter,
    linked_house,
    must,
    seated,
    shown,
    wagered,
    won,
)
from tests.house.sample_house import KEY, PIT

MANAGER = Actor("Max", frozenset({Role.MANAGER, Role.FLOORPERSON}))


class House:
    """A house with a worker, or several, and a clock."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, 1_000_000
        self.worker = self.another()

    def another(self) -> Worker:
        return Worker(self.store, key=KEY, clock=lambda: self.now, random_bytes=os.urandom)

    def check(self) -> None:
        assert [*verify(self.store, KEY)] == []
        assert sum(self.store.balances().values()) == 0


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


# setting up


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (replace(EASY, links={}), "is linked: name the house"),
        (replace(EASY, links={"primary": GRAND}), "no linked meter 'primary'"),
        (replace(EASY, links={METER: "a/b"}), "cannot be called"),
        (replace(EASY, links={METER: ""}), "cannot be called"),
        (replace(EASY, links={METER: "x" * 65}), "cannot be called"),
        (TableSettings(rulebook="washington", links={METER: GRAND}), "no linked meter"),
        (replace(EASY, house=linked_house(rate="13%")), "differ between tables.* 12% .* 13%"),
        (replace(EASY, house=linked_house(reset="11000")), "differ between tables"),
        (replace(EASY, house=linked_house(initial="20000")), "differ between tables"),
    ],
)
def test_a_table_that_does_not_fit_the_meter_is_not_set_up(
    house: House, settings: TableSettings, problem: str
):
    house.worker.open("t", EASY)
    with pytest.raises(InputError, match=problem):
        house.worker.open("u", settings)
    assert house.store.settings("u") is None
    assert [*house.store.meters()] == [GRAND]


def test_tables_with_other_terms_have_another_meter(house: House):
    other = replace(EASY, house=linked_house(rate="13%"), links={METER: "Minor"})
    seated(house.worker, "t", EASY)
    seated(house.worker, "u", other)
    wagered(house.worker, "t")
    assert house.store.meter_value(GRAND).version > 1
    assert house.store.meter_value("Minor") == (1, RESET)
    assert [(each.name, each.tables) for each in house_meters(house.worker)] == [
        (GRAND, ("t",)),
        ("Minor", ("u",)),
    ]
    house.check()


def test_a_linked_meter_starts_once_and_later_tables_show_its_amount(house: House):
    seated(house.worker, "t", DEALT)
    wagered(house.worker, "t")
    seated(house.worker, "u", DEALT)
    [opening] = [commit for commit in commits(house.store, "u") if commit.version == 1]
    meters = [event for event in opening.events if isinstance(event, e.MeterEvent)]
    assert meters == [
        e.MeterStarted(meter=METER, amount=RESET, clause="10.C(2)"),
        e.MeterTold(meter=METER, amount=RESET + 60, clause="10.B(1); 10.D(4)"),
    ]
    assert house.store.balance(meter_account(GRAND)) == RESET + 60
    house.check()


def test_nobody_but_the_house_says_what_the_meter_shows(house: House):
    seated(house.worker, "t", DEALT)
    for actor, role in ((PIT, Role.DEALER), (PIT, Role.FLOORPERSON), (MANAGER, Role.MANAGER)):
        told = c.TellMeter(meter=METER, amount=50_000_00, by=role)
        [answer] = house.worker.ask(TableRequest(table="t", actor=actor, command=told))
        assert isinstance(answer, Refused)
        assert answer.code == "role_may_not"


# paid once


def test_two_tables_that_win_in_the_same_minute_pay_the_meter_once(house: House):
    workers = [house.worker, house.another()]
    for worker, table in zip(workers, ("t", "u"), strict=True):
        seated(worker, table, DEALT)
        won(worker, table)
    pays = [
        event.amount
        for worker, table in zip(workers, ("t", "u"), strict=True)
        for event in must(worker, table, c.PayProgressive()).events
        if isinstance(event, e.MeterPaid)
    ]
    assert pays == [RESET + 1_20, RESET]
    assert held_to_one_meter(house.store).jackpots == pays
    house.check()


def test_both_in_one_write_pay_it_once_too(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
        won(house.worker, table)
    answers = house.worker.ask(
        *(TableRequest(table=table, actor=PIT, command=c.PayProgressive()) for table in ("t", "u"))
    )
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert held_to_one_meter(house.store).jackpots == [RESET + 1_20, RESET]
    house.check()


def test_a_worker_that_is_behind_pays_what_the_meter_shows_now(house: House):
    late = house.another()
    seated(late, "t", DEALT)
    won(late, "t")
    seated(house.worker, "u", DEALT)
    for _ in range(3):
        wagered(house.worker, "u")
        dealt_until(house.worker, "u", Act.PLACE_WAGERS, "KH 9D")
    [paid] = [event for event in must(late, "t", c.PayProgressive()).events if isinstance(event, e.MeterPaid)]
    assert paid.amount == RESET + 4 * 60
    house.check()


# put back


def void(worker: Worker, table: str) -> None:
    report = c.ReportIrregularity(irregularity=Irregularity.OTHER, by=Role.FLOORPERSON, note="dark")
    must(worker, table, report)
    must(worker, table, c.Rule(ruling=Ruling.VOID_THE_ROUND))


def test_a_void_takes_back_its_own_rise_and_no_other(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    wagered(house.worker, "t")
    wagered(house.worker, "u")
    void(house.worker, "t")
    assert shown(house.worker, "t") == RESET + 60
    assert house.store.balance(meter_account(GRAND)) == RESET + 60
    house.check()


def test_a_void_after_another_table_won_leaves_the_reset_amount(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    wagered(house.worker, "t")
    won(house.worker, "u")
    must(house.worker, "u", c.PayProgressive())
    void(house.worker, "t")
    assert shown(house.worker, "t") == RESET
    assert house.store.balance(meter_account(GRAND)) == RESET
    house.check()


def test_a_jackpot_that_is_void_goes_back_to_what_others_made_of_the_meter(house: House):
    each_seat = replace(DEALT, readings={"progressive_settled": "at_each_seat"})
    seated(house.worker, "t", each_seat, players=2)
    seated(house.worker, "u", DEALT)
    wagered(house.worker, "t")
    dealt_until(house.worker, "t", Act.CHOOSE, "9H KS 9D")
    must(house.worker, "t", c.Surrender(hand=1), Actor("t 1"))
    dealt_until(house.worker, "t", Act.PAY_PROGRESSIVE)
    must(house.worker, "t", c.PayProgressive())
    assert house.store.balance(meter_account(GRAND)) == RESET
    wagered(house.worker, "u")
    void(house.worker, "t")
    assert house.store.balance(meter_account(GRAND)) == RESET + 60
    assert house.store.meter_value(GRAND).amount == RESET + 60
    assert house.worker.position("t").table.chips == {"t 1": 500_00, "t 2": 500_00}
    house.check()


def test_a_jackpot_that_is_not_validated_stays_on_the_meter(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    wagered(house.worker, "t")
    dealt_until(house.worker, "t", Act.CHOOSE, "9H 9D")
    must(house.worker, "t", c.Surrender(hand=1), Actor("t 1"))
    dealt_until(house.worker, "t", Act.VALIDATE_PAYOUT)
    wagered(house.worker, "u")
    report = c.ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED, by=Role.FLOORPERSON)
    must(house.worker, "t", report)
    must(house.worker, "t", c.Rule(ruling=Ruling.DENY_THE_PAYOUT))
    assert shown(house.worker, "t") == RESET + 1_20
    assert house.store.balance(meter_account(GRAND)) == RESET + 1_20
    house.check()


# told


def test_a_table_is_told_before_anything_is_decided_there_and_not_when_that_is_refused(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    wagered(house.worker, "t")
    [answer] = house.worker.ask(TableRequest(table="u", actor=PIT, command=c.DealCard()))
    assert isinstance(answer, Refused)
    assert shown(house.worker, "u") == RESET
    commit = must(house.worker, "u", c.BuyChips(player="u 1", amount=10_00), Actor("u 1"))
    assert replace(commit.events[0], clause="") == e.MeterTold(meter=METER, amount=RESET + 60)
    house.check()


def test_idle_tables_are_told_at_their_pace_also_in_mid_round(house: House):
    for table in ("t", "u", "v"):
        seated(house.worker, table, DEALT, players=0 if table == "v" else 1)
    wagered(house.worker, "u")
    dealt_until(house.worker, "u", Act.CHOOSE, "9H 9D")
    wagered(house.worker, "t")
    assert house.worker.run_timeouts() == []
    house.now += WITH_PLAYERS
    [told] = house.worker.run_timeouts()
    assert isinstance(told, Accepted)
    assert (told.table, shown(house.worker, "u"), shown(house.worker, "v")) == ("u", RESET + 1_20, RESET)
    assert house.worker.run_timeouts() == []
    house.now += EMPTY
    assert [each.table for each in house.worker.run_timeouts() if isinstance(each, Accepted)] == ["v"]
    assert shown(house.worker, "v") == RESET + 1_20
    house.check()


def test_two_workers_tell_a_table_once(house: House):
    other = house.another()
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    other.refresh_all()
    wagered(house.worker, "t")
    house.now += WITH_PLAYERS
    told = []
    for worker in (house.worker, other):
        worker.refresh_all()
        told += worker.run_timeouts()
    assert [each.table for each in told if isinstance(each, Accepted)] == ["u"]


def test_a_table_that_was_closed_is_told_when_it_opens_again(house: House):
    seated(house.worker, "t", DEALT)
    seated(house.worker, "u", DEALT, players=0)
    must(house.worker, "u", c.CloseTable())
    wagered(house.worker, "t")
    house.now += EMPTY
    assert house.worker.run_timeouts() == []
    assert shown(house.worker, "u") == RESET
    must(house.worker, "u", c.OpenTable())
    assert shown(house.worker, "u") == RESET + 60
    house.check()


# after a restart


def test_a_restart_knows_where_the_meter_stands(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    wagered(house.worker, "t")
    again = house.another()
    wagered(again, "u")
    assert shown(again, "u") == RESET + 1_20
    house.check()


def test_a_snapshot_keeps_how_far_a_table_was_told(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    while house.worker.position("t").version < 210:
        must(house.worker, "t", c.BuyChips(player="t 1", amount=1_00), Actor("t 1"))
    assert house.store.snapshot("t") is not None
    wagered(house.worker, "u")
    again = house.another()
    wagered(again, "t")
    assert shown(again, "t") == RESET + 1_20
    house.check()


# recalled


def test_a_round_with_a_linked_jackpot_is_recalled_and_replayed(house: House):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    wagered(house.worker, "u")
    won(house.worker, "t")
    must(house.worker, "t", c.PayProgressive())
    dealt_until(house.worker, "t", Act.PLACE_WAGERS)
    record, _ = Recall(house.store, "t").round(1)
    assert [event.amount for event in record.events if isinstance(event, e.MeterPaid)] == [RESET + 1_20]
    replayed = read_from(BytesIO(write(record).encode()), "a record").replay()
    assert replayed.complete, str(replayed)


# changed by people


def test_people_change_a_meter_in_its_own_journal(house: House):
    seated(house.worker, "t", DEALT)
    before = house.store.balance(CAGE)
    raised = adjust_meter(house.worker, GRAND, 500_00, by=MANAGER, note="a promotion", name="x")
    assert isinstance(raised, Accepted)
    assert raised.table == METER_ROOM
    assert house.store.balance(CAGE) == before - 500_00
    assert house.store.balance(meter_account(GRAND)) == RESET + 500_00
    wagered(house.worker, "t")
    assert shown(house.worker, "t") == RESET + 500_60
    again = adjust_meter(house.worker, GRAND, 500_00, by=MANAGER, note="a promotion", name="x")
    assert isinstance(again, Accepted)
    assert again.again
    lowered = adjust_meter(house.worker, GRAND, -500_60, by=MANAGER, note="an error")
    assert isinstance(lowered, Accepted)
    assert house.store.meter_value(GRAND).amount == RESET
    house.check()


@pytest.mark.parametrize(
    ("meter", "change", "actor", "code"),
    [
        (GRAND, -1, MANAGER, "not_possible"),
        (GRAND, 0, MANAGER, "not_possible"),
        ("Petty", 1, MANAGER, "not_possible"),
        (GRAND, 1, PIT, "role_may_not"),
        (GRAND, 1, Actor("Ann"), "role_may_not"),
    ],
)
def test_what_people_may_not_change(house: House, meter: str, change: int, actor: Actor, code: str):
    seated(house.worker, "t", DEALT)
    answer = adjust_meter(house.worker, meter, change, by=actor, note="why not")
    assert isinstance(answer, Refused)
    assert answer.code == code
    assert house.store.meter_value(GRAND) == (1, RESET)


# written together


def test_what_was_shown_of_a_change_that_was_not_written_is_decided_anew(house: House):
    """A table in the same write was told of a rise that another worker's write undid."""
    behind = house.another()
    for table in ("t", "u", "v"):
        seated(house.worker, table, DEALT, players=2 if table == "v" else 1)
    for wager, amount in ((Wager.INITIAL, 10_00), (Wager.PROGRESSIVE, 5_00)):
        must(house.worker, "t", c.PlaceWager(hand=1, wager=wager, amount=amount), Actor("t 1"))
    behind.refresh_all()
    assert behind.meters.value(GRAND) == (1, RESET)
    wagered(house.worker, "v")
    answers = behind.ask(
        TableRequest(table="t", actor=PIT, command=c.CallNoMoreBets()),
        TableRequest(table="u", actor=Actor("u 1"), command=c.BuyChips(player="u 1", amount=1_00)),
    )
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert shown(behind, "t") == shown(behind, "u") == RESET + 1_80
    house.check()


def test_no_table_is_told_something_older_than_it_knows(house: House):
    behind = house.another()
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    behind.refresh_all()
    assert behind.meters.value(GRAND) == (1, RESET)
    wagered(house.worker, "u")
    must(house.worker, "t", c.BuyChips(player="t 1", amount=1_00), Actor("t 1"))
    behind.refresh("t")
    must(behind, "t", c.BuyChips(player="t 1", amount=1_00), Actor("t 1"))
    assert shown(behind, "t") == RESET + 60
    house.check()


def test_a_rise_that_a_failed_write_took_with_it_is_forgotten(house: House, monkeypatch: pytest.MonkeyPatch):
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    with monkeypatch.context() as failing:

        def fails(_pages: object) -> None:
            raise OSError

        for wager, amount in ((Wager.INITIAL, 10_00), (Wager.PROGRESSIVE, 5_00)):
            must(house.worker, "t", c.PlaceWager(hand=1, wager=wager, amount=amount), Actor("t 1"))
        failing.setattr(house.store, "write", fails)
        with pytest.raises(OSError):  # noqa: PT011 - it says nothing
            house.worker.ask(TableRequest(table="t", actor=PIT, command=c.CallNoMoreBets()))
    must(house.worker, "u", c.BuyChips(player="u 1", amount=1_00), Actor("u 1"))
    assert shown(house.worker, "u") == RESET
    house.check()


# the audit


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE meter_changes SET amount = amount + 1 WHERE version = 3",
        "UPDATE meter_changes SET \"table\" = 'u' WHERE version = 2",
        "DELETE FROM meter_changes WHERE version = 3",
        "INSERT INTO meter_changes VALUES ('Grand', 9, 't', 1, 5, 8, 5)",
        "UPDATE meters SET terms = replace(CAST(terms AS TEXT), '12%', '13%')",
        "UPDATE accounts SET balance = balance + 1 WHERE name = 'meter/Grand'",
        "UPDATE postings SET amount = amount + 1 WHERE target = 'meter/Grand' AND amount = 60",
    ],
)
def test_whatever_is_changed_of_a_meter_is_found(tmp_path, tampering: str):
    house = House(Store(f"sqlite:///{tmp_path}/house.db"))
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
        wagered(house.worker, table)
    house.check()
    raw = house.store._engine.raw_connection()
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute(tampering)
    raw.commit()
    raw.close()
    assert [*verify(house.store, KEY)] != []
