"""Match play coupons: only issued ones are taken, once, and all are accounted for."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, update
from sqlalchemy import event as happening

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.legal_actions import Action, legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.staff_actions import staff_actions
from casinowar.game.table import Table
from casinowar.game.words import Act, Instrument, Role, Wager
from casinowar.house.accounts import coupon_account, laid_coupons, wallet
from casinowar.house.audit.verify import verify
from casinowar.house.journal.commits import AnyCommand, TableSettings
from casinowar.house.journal.requests import Actor, Answer, Refused, TableRequest
from casinowar.house.offices import care
from casinowar.house.offices.cashier import (
    CASHIER,
    CancelCoupon,
    CouponCancelled,
    CouponIssued,
    Deposit,
    IssueCoupon,
)
from casinowar.house.serving.startup import configure_care
from casinowar.house.storage.schema import ACCOUNTS
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from tests.house.sample_house import ANN, BEN, KEY, PIT, Served

TAKES = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="500")}, coupons=True, smallest_chip="5")
SETTINGS = TableSettings(rulebook="wisconsin", house=TAKES)
STAFF = Actor("Dan", frozenset({Role.DEALER, Role.FLOORPERSON}))
READINGS = [
    {"match_play_coupons": coupons, "no_card_dealt": skipped}
    for coupons in ("initial_wager_only", "as_chips")
    for skipped in ("returned", "stands_over")
]
VALUES = (5_00, 10_00, 25_00)
STEPS, MOST_STEPS = 120, 1_000
TABLES = ("t", "u")
UNUSUAL = (c.ReportNoCardDealt, c.ReportDeviceFailure, c.Rule, c.ResumePlay)


def code(answer: Answer) -> str:
    return answer.code if isinstance(answer, Refused) else ""


def lays(amount: int = 10_00, hand: int = 1) -> c.PlaceWager:
    return c.PlaceWager(hand=hand, wager=Wager.INITIAL, amount=amount, made_with=Instrument.COUPON)


def wagers(amount: int = 10_00, hand: int = 1) -> c.PlaceWager:
    return c.PlaceWager(hand=hand, wager=Wager.INITIAL, amount=amount)


@pytest.fixture
def house(store: Store) -> Served:
    served = Served(store)
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    return served.seat(ANN)


def coupons(house: Served, player: str = "Ann") -> dict[int, int]:
    return house.worker.coupons(player)


# every cent of them, after every command


class Floor:
    """A house with two tables dealt by people, two workers, and what happened there."""

    def __init__(self, store: Store, readings: dict[str, str], chance: random.Random) -> None:
        self.house, self.chance = Served(store), chance
        self.workers = [
            Worker(store, key=KEY, clock=lambda: self.house.now, random_bytes=chance.randbytes)
            for _ in range(2)
        ]
        self.house.worker = self.workers[0]
        self.issued, self.laid = 0, Counter[str]()
        self.seen = Counter[str]()
        settings = replace(SETTINGS, readings=readings, automatic=False, shoe_kept=True)
        for player in (ANN, BEN):
            self.house.must(Deposit(player=player.name, amount=10_000_00), PIT)
        for table in TABLES:
            self.house.worker.open(table, settings)
            self.asked(self.house.worker, table, STAFF, c.OpenTable())
            for seat, player in enumerate((ANN, BEN), 1):
                self.asked(
                    self.house.worker,
                    table,
                    player,
                    c.Sit(player=player.name, seat=seat, chips=1_000_00),
                )
            for _ in range(100):
                if next_duty(self.house.worker.rules(table), self.stands(table)).act is Act.PLACE_WAGERS:
                    break
                self.act(self.house.worker, table, due=True)

    def stands(self, table: str) -> Table:
        return self.house.worker.position(table).table

    def asked(self, worker: Worker, table: str, actor: Actor, command: AnyCommand) -> None:
        """Ask for something, and note what it did to coupons."""
        [answer] = worker.ask(TableRequest(table=table, actor=actor, command=command))
        if isinstance(answer, Refused):
            assert answer.code != "not_enough_money", (command, answer)
            self.seen[answer.code] += 1
            return
        for event in answer.commit.events if answer.commit else ():
            self.seen[type(event).__name__] += 1
            if isinstance(event, e.CouponPlaced | e.CouponReturned):
                self.laid[table] += event.amount if isinstance(event, e.CouponPlaced) else -event.amount
            if isinstance(event, CouponIssued | CouponCancelled):
                self.issued += event.amount if isinstance(event, CouponIssued) else -event.amount

    def act(self, worker: Worker, table: str, *, due: bool = False) -> None:
        """Do at a table something that the law allows; what brings play on, more often."""
        rules, stands, chance = worker.rules(table), worker.position(table).table, self.chance
        may: list[tuple[Actor, Action]] = []
        for player in (ANN, BEN):
            for action in legal_actions(rules, stands, player.name):
                own = [value for value in worker.coupons(player.name) if action.holds(value)]
                paper = Instrument.COUPON in action.made_with
                weight = (12 if own else 1) if paper else 1
                rare = isinstance(action.command, c.LeaveTable | c.CashOut | c.BuyChips | c.ChangeSeat)
                may += [(player, action)] * (0 if rare and (due or chance.random() < 0.9) else weight)
        staff = staff_actions(rules, stands, STAFF.roles, STAFF.name)
        if staff and next_duty(rules, stands).role is not Role.PLAYER:
            may = [(STAFF, staff[0])] if due else [*may, *[(STAFF, staff[0])] * 12]
        may += [(STAFF, each) for each in staff[1:] if isinstance(each.command, UNUSUAL) and not due]
        if may:
            actor, action = chance.choice(may)
            held = tuple(worker.coupons(actor.name)) if chance.random() < 0.9 else VALUES
            coupon_laid = Instrument.COUPON in action.made_with
            amounts = [each for each in (held if coupon_laid else VALUES) if action.holds(each)]
            command = action.of(chance.choice(amounts)) if amounts else action.command
            command = replace(command, card="") if action.cards else command
            self.asked(worker, table, actor, command)

    def step(self) -> None:
        """Do something anywhere, and account for every coupon."""
        worker, chance = self.chance.choice(self.workers), self.chance
        worker.refresh_all()
        if chance.random() < 0.1:
            kind = chance.choice([IssueCoupon, IssueCoupon, CancelCoupon])
            command = kind(player=chance.choice(["Ann", "Ben"]), amount=chance.choice(VALUES))
            self.asked(worker, CASHIER, PIT, command)
        else:
            self.act(worker, chance.choice(TABLES))
        worker.refresh_all()
        balances = self.house.store.balances()
        held = sum(amount for name, amount in balances.items() if name.startswith("coupon/"))
        laid = {table: balances.get(laid_coupons(table), 0) for table in TABLES}
        assert held + sum(laid.values()) == self.issued
        for table in TABLES:
            current = worker.position(table).table.round
            standing = sum(sum(each.coupons) for each in current.standing) if current else 0
            assert laid[table] == self.laid[table] + standing


@pytest.mark.parametrize("readings", READINGS)
def test_issued_coupons_are_held_or_laid_down_after_every_command(tmp_path, readings):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    floor = Floor(store, readings, random.Random(1))
    wanted = {"CouponPlaced", "CouponTaken", "CouponReturned", "no_coupon"}
    wanted |= {"WagerStands"} if readings["no_card_dealt"] == "stands_over" else set()
    for step in range(MOST_STEPS):
        floor.step()
        if step > STEPS and wanted <= floor.seen.keys():
            break
    assert [*verify(store, KEY)] == []
    store.close()
    assert wanted <= floor.seen.keys()


# who has one, and who has not


def test_a_coupon_that_the_house_did_not_issue_is_refused(house: Served):
    house.must(wagers())
    refused = house.ask(lays())
    assert isinstance(refused, Refused)
    assert (refused.code, refused.sentence) == ("no_coupon", "Ann has no coupon of $10.00 from this house.")
    assert house.store.balance(laid_coupons("t")) == 0
    house.must(IssueCoupon(player="Ann", amount=10_00), PIT)
    house.must(IssueCoupon(player="Ben", amount=25_00), PIT)
    assert code(house.ask(lays(5_00))) == "no_coupon"  # a coupon is whole
    house.must(lays())
    assert coupons(house) == {}
    assert [*verify(house.store, KEY)] == []


def test_a_coupon_works_once(house: Served):
    house.must(IssueCoupon(player="Ann", amount=10_00), PIT)
    house.must(wagers())
    house.must(lays())
    house.must(c.CallNoMoreBets(), PIT)
    house.to_betting()
    assert house.table.rounds == 1
    assert coupons(house) == {}
    house.must(wagers())
    assert code(house.ask(lays())) == "no_coupon"
    assert house.store.balance(laid_coupons("t")) == 10_00
    assert [*verify(house.store, KEY)] == []


def test_a_coupon_without_a_wager_is_returned(store: Store):
    house = Served(store)
    house.worker.open("t", replace(SETTINGS, readings=READINGS[2]))
    house.must(c.OpenTable(), PIT)
    house.seat(ANN, BEN)
    house.must(IssueCoupon(player="Ann", amount=5_00), PIT)
    house.must(lays(5_00))
    assert coupons(house) == {}
    house.must(wagers(hand=2), BEN)
    house.must(c.CallNoMoreBets(), PIT)
    assert coupons(house) == {5_00: 1}
    assert house.store.balance(laid_coupons("t")) == 0
    assert [*verify(store, KEY)] == []


def test_a_coupon_works_at_one_of_two_tables_across_workers(house: Served):
    house.worker.open("u", SETTINGS)
    both = [house.worker, house.another()]
    for command, actor in [
        (c.OpenTable(), PIT),
        (c.Sit(player="Ann", seat=1, chips=100_00), ANN),
        (c.RefuseCut(seat=1), ANN),
    ]:
        house.worker.ask(TableRequest(table="u", actor=actor, command=command))
    house.must(IssueCoupon(player="Ann", amount=10_00), PIT)
    for table in "tu":
        [answer] = house.worker.ask(TableRequest(table=table, actor=ANN, command=wagers()))
        assert not code(answer)
    both[1].refresh_all()
    together = both[0].ask(*(TableRequest(table=table, actor=ANN, command=lays()) for table in "tu"))
    assert [code(each) for each in together] == ["", "no_coupon"]
    [alone] = both[1].ask(TableRequest(table="u", actor=ANN, command=lays()))
    assert code(alone) == "no_coupon"
    assert [*verify(house.store, KEY)] == []


def test_issuing_a_coupon_moves_no_money(house: Served):
    before = house.store.balance(wallet("Ann"))
    house.must(IssueCoupon(player="Ann", amount=500_00), PIT)
    assert house.store.balance(wallet("Ann")) == before
    assert coupons(house) == {500_00: 1}


def test_a_coupon_that_is_not_laid_down_can_be_canceled(house: Served):
    house.must(IssueCoupon(player="Ann", amount=10_00), PIT)
    house.must(CancelCoupon(player="Ann", amount=10_00), PIT)
    assert code(house.ask(CancelCoupon(player="Ann", amount=10_00), PIT)) == "no_coupon"
    assert coupons(house) == {}


@pytest.mark.parametrize("kind", [IssueCoupon, CancelCoupon])
def test_who_may_issue_coupons(house: Served, kind: type[IssueCoupon | CancelCoupon]):
    assert code(house.ask(kind(player="Ann", amount=10_00), ANN)) == "role_may_not"
    dealer, operator = Actor("Dan", frozenset({Role.DEALER})), Actor("Olga", frozenset(), cage=True)
    assert code(house.ask(kind(player="Ann", amount=10_00), dealer)) == "role_may_not"
    assert code(house.ask(kind(player="Olga", amount=10_00), operator)) == "role_may_not"  # to themselves
    house.must(IssueCoupon(player="Ann", amount=10_00), operator)
    assert not code(house.ask(kind(player="Ann", amount=10_00), PIT))


def test_coupons_count_toward_the_cash_that_takes_two_people(house: Served):
    configure_care(house.worker, care.HouseCare(two_people=True))
    house.must(Deposit(player="Ben", amount=9_000_00), STAFF)
    assert code(house.ask(IssueCoupon(player="Ben", amount=1_000_01), STAFF)) == "needs_second"
    assert code(house.ask(IssueCoupon(player="Ben", amount=1_000_00), STAFF)) == ""


def test_an_excluded_player_gets_no_coupon(house: Served):
    house.must(care.ExcludeMyself(seconds=3600), BEN)
    assert code(house.ask(IssueCoupon(player="Ben", amount=10_00), PIT)) == "excluded"


def test_coupon_balances_are_read_in_batches(house: Served):
    for value in range(1, 30):
        house.must(IssueCoupon(player="Ann", amount=value), PIT)
    house.must(CancelCoupon(player="Ann", amount=7), PIT)
    asked: list[str] = []

    def note(*said: Any) -> None:
        asked.append(said[2])

    happening.listen(Engine, "before_cursor_execute", note)
    try:
        assert coupons(house) == dict.fromkeys([*range(1, 7), *range(8, 30)], 1)
    finally:
        happening.remove(Engine, "before_cursor_execute", note)
    assert len([each for each in asked if "accounts" in each]) == 1


def test_the_audit_finds_a_coupon_that_nobody_issued(house: Served):
    house.must(IssueCoupon(player="Ann", amount=10_00), PIT)
    with house.store.writing() as connection:
        connection.execute(
            update(ACCOUNTS).where(ACCOUNTS.c.name == coupon_account("Ann", 10_00)).values(balance=20_00)
        )
    assert [fault.problem for fault in verify(house.store, KEY)] == [
        "coupon/Ann/1000 holds $20.00, by the journal $10.00"
    ]
