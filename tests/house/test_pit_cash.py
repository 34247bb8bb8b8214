"""Cash at a table: never one's own, two people for large amounts, none from excluded players."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.words import Role
from casinowar.house.accounts import wallet
from casinowar.house.audit.verify import verify
from casinowar.house.backoffice.player_history import player_cash
from casinowar.house.journal.requests import Accepted, Actor, Refused, TableRequest
from casinowar.house.offices import care
from casinowar.house.offices import pit as p
from casinowar.house.offices.cashier import Deposit, Withdraw
from casinowar.house.offices.pit import PIT_OFFICE
from casinowar.house.serving.startup import configure_care
from casinowar.house.storage.store import Store
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served
from tests.house.test_pit_slips import DAN, EVERYTHING, FLO

MUCH = 10_000_01


@pytest.fixture
def house(store: Store) -> Served:
    served = Served(store)
    served.worker.open("t", replace(SETTINGS, automatic=False, floor=True))
    served.worker.open("soft", SETTINGS)
    served.must(c.OpenTable(), DAN)
    configure_care(served.worker, care.HouseCare(two_people=True))
    return served


def dropped(
    house: Served, player: str, amount: int, by: Actor, second: Actor | None = None, table: str = "t"
) -> Accepted | Refused:
    drop = p.DropCash(table=table, player=player, amount=amount)
    [answer] = house.worker.ask(TableRequest(table=PIT_OFFICE, actor=by, command=drop, seconded=second))
    return answer


def code(answer: Accepted | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else ""


def test_cash_at_a_table_counts_with_cash_at_the_cashier(house: Served):
    house.must(Deposit(player="Ann", amount=5_00), PIT)
    house.now += 1
    assert not code(dropped(house, "Ann", 70_00, FLO))
    house.now += 1
    house.must(Withdraw(player="Ann", amount=3_00), PIT)
    assert not code(dropped(house, "Ben", 9_00, FLO))
    assert [each.amount for each in player_cash(house.store, "Ann", 0, 10)] == [-3_00, 70_00, 5_00]
    assert [each.amount for each in player_cash(house.store, "Ann", 1, 1)] == [70_00]


@pytest.mark.parametrize("who", [DAN, FLO, EVERYTHING])
def test_staff_cannot_take_their_own_cash(house: Served, who: Actor):
    assert code(dropped(house, who.name, 1_00, who)) == "role_may_not"
    assert house.store.balance(wallet(who.name)) == 0


def test_large_cash_takes_two_people(house: Served):
    assert code(dropped(house, "Ann", MUCH - 1, DAN)) == ""
    assert code(dropped(house, "Ann", MUCH, DAN)) == "needs_second"
    assert code(dropped(house, "Ann", MUCH, DAN, DAN)) == "role_may_not"
    assert code(dropped(house, "Ann", MUCH, DAN, ANN)) == "role_may_not"
    assert code(dropped(house, "Flo", MUCH, DAN, FLO)) == "role_may_not"
    assert house.store.balance(wallet("Ann")) == MUCH - 1
    assert code(dropped(house, "Ann", MUCH, DAN, FLO)) == ""
    assert [*verify(house.store, KEY)] == []


def test_cash_of_a_day_adds_up_across_places(house: Served):
    part = (MUCH - 1) // 2
    assert code(dropped(house, "Ann", part, DAN)) == ""
    assert code(house.ask(Withdraw(player="Ann", amount=part), FLO)) == ""
    assert code(dropped(house, "Ann", 1, DAN)) == "needs_second"
    assert code(house.ask(Deposit(player="Ann", amount=1), FLO)) == "needs_second"
    assert code(dropped(house, "Ben", part, DAN)) == ""
    assert code(dropped(house, "Ann", 1, DAN, FLO)) == ""
    house.now += 24 * 3_600_000
    assert code(dropped(house, "Ann", part, DAN)) == ""
    assert [*verify(house.store, KEY)] == []


def test_cash_in_one_batch_adds_up(house: Served):
    drop = p.DropCash(table="t", player="Ann", amount=MUCH - 1)
    answers = house.worker.ask(*(TableRequest(table=PIT_OFFICE, actor=DAN, command=drop) for _ in range(5)))
    assert [code(each) for each in answers] == ["", *["needs_second"] * 4]


def test_only_the_tables_dealer_or_the_floor_takes_cash(house: Served):
    doe = Actor("Doe", frozenset({Role.DEALER}))
    assert code(dropped(house, "Ann", 1_00, doe)) == "role_may_not"
    assert code(dropped(house, "Ann", 1_00, FLO)) == ""
    assert {code(dropped(house, "Ann", 1_00, by, table="soft")) for by in (DAN, FLO)} == {"software_deals"}


def test_an_excluded_player_cannot_bring_cash(house: Served):
    house.must(care.ExcludeMyself(seconds=3600), ANN)
    assert code(dropped(house, "Ann", 1_00, DAN)) == "excluded"
    assert house.store.balance(wallet("Ann")) == 0


def test_cash_at_cashier_and_table_adds_up_across_workers(house: Served):
    other = house.another()
    other.refresh_all()
    house.must(Deposit(player="Ann", amount=MUCH - 1), FLO)  # of which the other has not heard
    drop = p.DropCash(table="t", player="Ann", amount=1)
    [answer] = other.ask(TableRequest(table=PIT_OFFICE, actor=DAN, command=drop))
    assert code(answer) == "needs_second"
    [answer] = other.ask(TableRequest(table=PIT_OFFICE, actor=DAN, command=drop, seconded=FLO))
    assert code(answer) == ""
    deposit = TableRequest(table="cashier", actor=FLO, command=Deposit(player="Ben", amount=1))
    drops = TableRequest(table=PIT_OFFICE, actor=DAN, command=replace(drop, player="Ben", amount=MUCH - 1))
    assert sorted(code(each) for each in house.worker.ask(deposit, drops)) == ["", "needs_second"]
    assert [*verify(house.store, KEY)] == []


def test_cash_adds_up_across_midnight_and_gaming_days(house: Served):
    hour = 3_600_000
    for begins in (24 * hour, 30 * hour):  # of UTC, and of the pit by its usual hours
        house.now = begins - hour
        player = f"Ann{begins}"
        assert code(house.ask(Deposit(player=player, amount=MUCH - 1), FLO)) == ""
        house.now = begins + hour
        assert code(house.ask(Deposit(player=player, amount=1), FLO)) == "needs_second"
        house.now = begins + 22 * hour
        assert code(dropped(house, player, 1, DAN)) == "needs_second"
        house.now = begins + 23 * hour
        assert code(house.ask(Deposit(player=player, amount=1), FLO)) == ""


QUARTER = 15 * 60_000


@pytest.fixture
def unheeding(house: Served, monkeypatch: pytest.MonkeyPatch) -> Served:
    """Give a house that forgets what a player has brought before, as one that an intruder has changed."""
    monkeypatch.setattr(house.worker._limits, "_cash_today", lambda *_: 0)
    house.must(Deposit(player="Zed", amount=1), FLO)  # both offices have begun
    return house


def alone(house: Served) -> list[str]:
    return [each.problem for each in verify(house.store, KEY) if "did alone what takes two" in each.problem]


def test_the_audit_adds_up_cash_of_a_day(unheeding: Served):
    """Each by itself is little enough; at the counter, and then at a table a while later."""
    house, part = unheeding, (MUCH - 1) // 2
    for amount in (part, part):
        house.must(Deposit(player="Ann", amount=amount), FLO)
    assert alone(house) == []
    house.must(Deposit(player="Ben", amount=1), FLO)
    house.must(Deposit(player="Ann", amount=1), FLO)
    assert len(alone(house)) == 1
    house.now += QUARTER
    assert code(dropped(house, "Ann", 1, DAN)) == ""
    assert len(alone(house)) == 2
    assert code(dropped(house, "Ben", 1, DAN)) == ""
    assert code(dropped(house, "Ann", 1, DAN, FLO)) == ""
    assert len(alone(house)) == 2
    house.now += 96 * QUARTER
    house.must(Deposit(player="Ann", amount=MUCH - 1), FLO)
    assert len(alone(house)) == 2


def test_the_audit_allows_for_clock_skew_between_machines(unheeding: Served):
    """Their clocks differ: which of both was first, nobody can tell."""
    unheeding.must(Deposit(player="Ann", amount=MUCH - 1), FLO)
    unheeding.now += 59_000
    assert code(dropped(unheeding, "Ann", 1, DAN)) == ""
    assert alone(unheeding) == []
    unheeding.now += 2_000
    assert code(dropped(unheeding, "Ann", 1, DAN)) == ""
    assert len(alone(unheeding)) == 1


def test_every_worker_knows_the_dealer_when_cash_is_taken(house: Served):
    """Another worker has not heard yet that Eve came to the table for Dan."""
    other, eve = house.another(), Actor("Eve", frozenset({Role.DEALER}))
    other.refresh_all()
    house.must(c.ComeToTable(dealer="Eve"), eve)
    drop = p.DropCash(table="t", player="Ann", amount=1_00)
    asked = [TableRequest(table=PIT_OFFICE, actor=who, command=drop) for who in (DAN, eve)]
    assert [code(other.ask(each)[0]) for each in asked] == ["role_may_not", ""]
    assert [*verify(house.store, KEY)] == []


def test_cash_for_a_missing_table_is_refused_without_blocking_others(house: Served):
    asked = [
        TableRequest(table=PIT_OFFICE, actor=FLO, command=p.DropCash(table=table, player="Ann", amount=1_00))
        for table in ("nowhere", "t")
    ]
    assert [code(answer) for answer in house.worker.ask(*asked)] == ["not_possible", ""]
