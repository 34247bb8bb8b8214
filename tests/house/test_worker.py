"""A worker: durable answers, ids that act once, roles, money, races, restarts, and an audit that sees all."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.cards import ALL, UNSEEN
from casinowar.game.refusal import InputError
from casinowar.game.words import Irregularity, Role, Wager
from casinowar.house.audit.checkpoints import journal_checkpoints
from casinowar.house.audit.verify import verify
from casinowar.house.journal.commits import decode_commit, decode_settings
from casinowar.house.journal.requests import Accepted, Actor, Answer, Refused, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.offices.care import CARE, SetLimit
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.offices.pit import PIT_OFFICE, DropCash
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import Store
from tests.house.sample_house import ANN, BEN, KEY, PIT, SETTINGS, Served, keep_snapshot
from tests.support.databases import emptied


@pytest.fixture
def served(store):
    house = Served(store)
    house.worker.open("t", SETTINGS)
    house.must(c.OpenTable(), PIT)
    return house


def test_a_request_acts_once_however_often_it_is_sent(served):
    served.seat(ANN)
    wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    first = served.ask(wager, name="w1")
    assert isinstance(first, Accepted)
    assert not first.again
    served.worker = served.another()  # the server was restarted
    for _ in range(4):
        again = served.ask(wager, name="w1")
        assert isinstance(again, Accepted)
        assert (again.version, again.again) == (first.version, True)
    together = TableRequest(table="t", actor=ANN, command=wager, id="w2")
    answers = served.worker.ask(together, together)
    assert [isinstance(each, Accepted) and each.again for each in answers] == [False, True]
    assert served.table.hand(1).on_layout(Wager.INITIAL) == 20_00
    assert served.worker.done(ANN, "w1").version == first.version
    assert served.worker.done(ANN, "w9") is None
    assert served.worker.done(BEN, "w1") is None


def test_the_same_id_with_another_body_is_refused(served):
    served.seat(ANN, BEN)
    served.ask(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), name="w1")
    for actor, command in (
        (ANN, c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=20_00)),
        (ANN, c.WithdrawWager(hand=1, wager=Wager.INITIAL)),
    ):
        answer = served.ask(command, actor, name="w1")
        assert isinstance(answer, Refused)
        assert answer.code == "id_used"
    assert served.table.hand(1).on_layout(Wager.INITIAL) == 10_00
    theirs = served.ask(c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), BEN, name="w1")
    assert isinstance(theirs, Accepted), "ids are everybody's own"


@pytest.mark.parametrize(
    ("actor", "command", "code"),
    [
        (ANN, c.CallNoMoreBets(), "role_may_not"),
        (ANN, c.Fill(amount=1), "role_may_not"),
        (ANN, c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ben"), "not_your_name"),
        (ANN, c.LeaveTable(player="Ben"), "not_your_name"),
        (ANN, c.BuyChips(player="Ben", amount=1), "not_your_name"),
        (ANN, c.BuyChips(player="Ann", amount=600_01), "not_enough_money"),
        (Actor("Cid"), c.Sit(player="Cid", seat=3, chips=1), "not_enough_money"),
        (Actor("bot", frozenset({Role.AUTOMATIC})), c.Shuffle(by=Role.AUTOMATIC), "not_now"),
        (PIT, cashier.Withdraw(player="Ann", amount=600_01), "not_enough_money"),
        (PIT, cashier.Withdraw(player="inventory", amount=1), "not_enough_money"),
        (ANN, cashier.Deposit(player="Ann", amount=1), "role_may_not"),
        (ANN, cashier.Withdraw(player="Ben", amount=1), "role_may_not"),
        (PIT, cashier.Deposit(player="x" * 41, amount=1), "malformed"),
        (PIT, cashier.Deposit(player="x", amount=0), "malformed"),
        (PIT, cashier.Deposit(player="x", amount=2**63), "malformed"),
        (PIT, cashier.Deposit(player="\ud800", amount=1), "malformed"),
        (PIT, cashier.Deposit(player="\x00", amount=1), "malformed"),
        (Actor(""), c.WithdrawWager(hand=1, wager=Wager.INITIAL), "malformed"),
        (Actor("house"), c.LeaveTable(player=""), "malformed"),
        (PIT, c.Shuffle(shuffle="x", commitment="y"), "malformed"),
    ],
)
def test_what_is_not_theirs_is_refused_and_changes_nothing(served, actor, command, code):
    served.seat(ANN, BEN)
    before, balances = served.table, served.store.balances()
    answer = served.ask(command, actor)
    assert isinstance(answer, Refused), answer
    assert answer.code == code
    assert (served.table, served.store.balances()) == (before, balances)
    served.play(1)


@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ben"),
        c.GoToWar(hand=2, player="Ben"),
        c.LeaveTable(player="Ben"),
        c.Sit(player="Ben", seat=3, chips=1),
    ],
)
def test_whoever_acts_in_anothers_name_is_told_whose(served, command):
    served.seat(ANN, BEN)
    answer = served.ask(command, ANN)
    assert isinstance(answer, Refused)
    assert (answer.code, str(answer.sentence)) == ("not_your_name", "Ann cannot act in the name of Ben.")


def test_money_goes_from_the_cage_to_the_table_and_back(served):
    served.seat(ANN).play(3)
    served.must(c.CashOut(player="Ann", amount=50_00))
    chips = served.table.chips["Ann"]
    assert served.store.balance("table/t/chips/Ann") == chips
    assert served.store.balance("player/Ann") == 650_00
    served.must(c.LeaveTable(player="Ann"))
    served.must(cashier.Withdraw(player="Ann", amount=650_00 + chips), PIT)
    assert served.store.balance("player/Ann") == 0
    assert sum(served.store.balances().values()) == 0


def test_two_workers_at_one_table_take_turns(served, address):
    served.seat(ANN, BEN)
    other = served.another(Store(address))
    other.position("t")
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    request = TableRequest(
        table="t", actor=BEN, command=c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), id="b"
    )
    assert isinstance(other.ask(request)[0], Accepted)
    served.worker.refresh("t")
    assert served.table == other.position("t").table
    assert {*served.table.round.hands} == {1, 2}
    other.store.close()


def test_nothing_is_taken_after_the_call(served, address):
    """All seats wager from many threads while the dealer calls: no wager comes after the closing event."""
    served.seat(*(Actor(f"p{number}") for number in range(1, 7)))
    stores = [Store(address) for _ in range(7)]
    answers: list[Answer] = []

    def wager(seat: int) -> None:
        worker = served.another(stores[seat])
        for number in range(3):
            command = c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00)
            request = TableRequest(table="t", actor=Actor(f"p{seat}"), command=command, id=f"{seat}-{number}")
            answers.extend(worker.ask(request))

    def call() -> None:
        worker = served.another(stores[0])
        for number in range(10_000):  # until the first wager is there to be called on
            request = TableRequest(table="t", actor=PIT, command=c.CallNoMoreBets(), id=f"call-{number}")
            [answer] = worker.ask(request)
            if isinstance(answer, Accepted):
                return

    threads = [threading.Thread(target=wager, args=(seat,)) for seat in range(1, 7)]
    threads.append(threading.Thread(target=call))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in stores:
        each.close()
    events = [event for _, body, _ in served.store.pages("t") for event in decode_commit(body).events]
    kinds = [type(event) for event in events]
    first = kinds.index(e.NoMoreBetsCalled)
    over = kinds.index(e.RoundCompleted) if e.RoundCompleted in kinds else len(kinds)
    assert e.WagerPlaced not in [
        type(event) for event in events[first:over] if getattr(event, "wager", "") == Wager.INITIAL
    ]
    placed = sum(isinstance(answer, Accepted) for answer in answers)
    assert placed == sum(
        isinstance(event, e.WagerPlaced) and event.wager is Wager.INITIAL for event in events
    )
    assert [*verify(served.store, KEY)] == []


def test_a_restart_goes_on_exactly_there(served):
    served.seat(ANN).play(2)
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    before = served.worker.position("t")
    served.worker = served.another()
    after = served.worker.position("t")
    assert (after.table, after.version, after.link) == (before.table, before.version, before.link)
    assert after.vault.places == before.vault.places
    assert after.vault.next_place == before.vault.next_place
    assert after.vault.card(after.table) == before.vault.card(before.table)
    served.must(c.CallNoMoreBets(), PIT)


def test_a_restart_reads_on_from_what_was_kept(served, monkeypatch):
    monkeypatch.setattr("casinowar.house.worker.streams._SNAPSHOT_EVERY", 7)
    served.seat(ANN).play(6)
    version, _ = served.store.snapshot("t")
    assert version % 7 == 0
    assert served.another().position("t").table == served.table


def test_what_other_software_kept_is_not_read(served, monkeypatch):
    """A table of an earlier release may have looked otherwise: its journal says where it stands."""
    monkeypatch.setattr("casinowar.house.worker.streams._SNAPSHOT_EVERY", 7)
    served.seat(ANN).play(6)
    version, body = served.store.snapshot("t")
    before = {**msgspec.json.decode(body), "shape": "of before"}
    before["table"]["rounds"] = {"meant": "something else"}
    keep_snapshot(served.store, version, msgspec.json.encode(before))
    assert served.another().position("t").table == served.table
    assert [*verify(served.store, KEY)] == []


def test_no_undealt_or_burned_card_is_written_down(served, tmp_path, address):
    served.seat(ANN, BEN).play(4)
    vault = served.worker.position("t").vault
    bodies = b"".join(body for _, body, _ in served.store.pages("t"))
    shown = msgspec.json.decode(b"[" + b",".join(body for _, body, _ in served.store.pages("t")) + b"]")
    assert shown
    [shuffle] = vault.in_use()
    dealt = {
        proof.place
        for _, body, _ in served.store.pages("t")
        for entry in decode_commit(body).entries
        for proof in entry.proofs
    }
    secret = [place for place in range(312) if place not in dealt]
    assert len(secret) > 250
    tree = vault.trees[shuffle]
    files = (
        b"".join(path.read_bytes() for path in Path(tmp_path).iterdir()) if "sqlite" in address else bodies
    )
    for place in secret:
        proof = tree.proof(place)
        assert proof.salt.encode() not in files
        assert bytes.fromhex(proof.salt) not in files
    for first in range(309):
        run = ",".join(f'"{card}"' for card in tree.order[first : first + 4]).encode()
        assert run not in files, "a part of the order stands in the clear"
    assert {*served.table.shoe.stack} == {UNSEEN}
    assert {*tree.order} == ALL


def test_a_write_that_fails_leaves_nothing_behind(served, address):
    """The database is busy for once, the worker lives on, and another has been faster meanwhile."""
    served.seat(ANN, BEN)
    writes, other = served.store.write, served.another(Store(address))

    def fail(_pages):
        raise OSError("the disk is busy")

    served.store.write = fail
    with pytest.raises(OSError, match="busy"):
        served.ask(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    theirs = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    assert isinstance(other.ask(TableRequest(table="t", actor=BEN, command=theirs))[0], Accepted)
    served.store.write = writes
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=20_00))
    assert {hand: each.on_layout(Wager.INITIAL) for hand, each in served.table.round.hands.items()} == {
        1: 20_00,
        2: 10_00,
    }
    assert [*verify(served.store, KEY)] == []
    other.store.close()


def test_a_worker_that_is_behind_looks_again_before_it_refuses(store):
    served = Served(store)
    served.worker.open("t", SETTINGS)
    other = served.another()
    assert not other.position("t").table.open
    served.must(c.OpenTable(), PIT)
    served.must(cashier.Deposit(player="Ann", amount=1_000_00), PIT)
    sits = TableRequest(table="t", actor=ANN, command=c.Sit(player="Ann", seat=1, chips=100_00))
    assert isinstance(other.ask(sits)[0], Accepted)


def test_two_workers_with_crossing_batches_both_come_through(address):
    """Each asks for both tables, in opposite order: nobody waits for ever, nothing is lost."""
    stores = [Store(address), Store(address)]
    houses = [Served(each) for each in stores]
    for table in ("t", "u"):
        houses[0].worker.open(table, SETTINGS)
    asked = [0, 0]

    def play(which: int) -> None:
        for number in range(12):
            tables = ("t", "u") if which else ("u", "t")
            requests = [
                TableRequest(
                    table=table,
                    actor=PIT,
                    command=c.Fill(amount=100_00 + number),
                    id=f"{which}-{number}-{table}",
                )
                for table in tables
            ]
            houses[which].now += 1
            asked[which] += sum(isinstance(each, Accepted) for each in houses[which].worker.ask(*requests))

    for table in ("t", "u"):
        [answer] = houses[0].worker.ask(TableRequest(table=table, actor=PIT, command=c.OpenTable()))
        assert isinstance(answer, Accepted)
    threads = [threading.Thread(target=play, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert min(asked) > 0
    assert [*verify(stores[0], KEY)] == []
    for each in stores:
        each.close()


def test_old_orders_are_forgotten_and_the_law_is_kept(served):
    served.seat(ANN)
    for _ in range(3):
        served.must(c.OrderReshuffle(), PIT)
        served.to_betting()
    vault = served.worker.position("t").vault
    assert {*vault.trees} == vault.in_use()
    assert "maryland" in decode_settings(served.store.settings("t")).text


# the audit


CHANGED_BODY = "CAST(replace(CAST(body AS TEXT), '1000', '1001') AS BLOB)"
ANOTHER_BODY = "(SELECT body FROM journal other WHERE other.version = 7 AND other.\"table\" = 't')"
LAST = "(SELECT max(version) FROM journal WHERE \"table\" = 't')"


@pytest.mark.parametrize(
    "tampering",
    [
        f"UPDATE journal SET body = {CHANGED_BODY} WHERE version = 4 AND \"table\" = 't'",  # noqa: S608 - written here
        f"DELETE FROM journal WHERE version = {LAST} - 1",  # noqa: S608 - written here
        f"UPDATE journal SET body = {ANOTHER_BODY} WHERE version = 6 AND \"table\" = 't'",  # noqa: S608 - written here
        "DELETE FROM postings WHERE rowid = (SELECT max(rowid) FROM postings)",
        "UPDATE postings SET amount = amount + 1 WHERE rowid = (SELECT max(rowid) FROM postings)",
        "UPDATE accounts SET balance = balance + 1 WHERE name = 'player/Ann'",
        "UPDATE orders SET commitment = 'other'",
        "UPDATE orders SET sealed = x'00'",
    ],
)
def test_whatever_is_changed_is_found(tmp_path, tampering):
    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    served.seat(ANN).play(3)
    assert [*verify(served.store, KEY)] == []
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
        assert connection.execute(tampering).rowcount
    assert [*verify(served.store, KEY)]
    served.store.close()


def test_a_journal_rewritten_from_end_to_end_is_found_by_a_checkpoint_kept_elsewhere(tmp_path):
    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    kept = tuple(journal_checkpoints(served.store))
    assert [*verify(served.store, KEY, kept)] == []
    other = Served(Store(f"sqlite:///{tmp_path}/other.db"))
    other.worker.open("t", replace(SETTINGS, floor=True))
    other.must(c.OpenTable(), PIT)
    assert [*verify(other.store, KEY)] == []
    assert [fault.problem for fault in verify(other.store, KEY, kept)] == [
        "the journal is not the one of the checkpoint"
    ]
    for each in (served, other):
        each.store.close()


def test_without_the_key_the_cards_are_checked_by_their_proofs(served):
    served.seat(ANN).play(2)
    assert [*verify(served.store)] == []


@pytest.mark.parametrize(
    "name",
    [
        *OFFICES,
        "Cashier",
        "PIT",
        "a/b",
        "chips/Ann",
        "",
        " t",
        "t.",
        "..",
        "t\n",
        "t\u200b",
        "\u2028",
        "x" * 65,
    ],
)
def test_a_table_is_called_as_nothing_else_is(served, name):
    """Else its accounts would be those of another, and its journal that of an office."""
    before = served.store.tables()
    with pytest.raises(InputError, match="A table cannot be called"):
        served.worker.open(name, SETTINGS)
    assert served.store.tables() == before


def test_cash_at_the_cashier_only(served):
    answers = served.worker.ask(
        TableRequest(table="t", actor=PIT, command=cashier.Deposit(player="Ann", amount=1)),
        TableRequest(table=cashier.CASHIER, actor=PIT, command=c.OpenTable()),
        TableRequest(table="nowhere", actor=PIT, command=c.OpenTable()),
    )
    assert [isinstance(answer, Refused) for answer in answers] == [True] * 3


@pytest.mark.parametrize(("table", "name"), [("t", "x" * 65), ("x" * 65, "x")])
def test_a_longer_id_or_table_than_can_be_kept_is_refused(served, table, name):
    served.seat(ANN)
    lawful = c.BuyChips(player="Ann", amount=1)
    before = served.store.version("t")
    [answer] = served.worker.ask(TableRequest(table=table, actor=ANN, command=lawful, id=name))
    assert isinstance(answer, Refused)
    assert (answer.code, "at most 64 letters" in answer.sentence) == ("malformed", True)
    assert served.store.version("t") == before
    [answer] = served.worker.ask(TableRequest(table="t", actor=ANN, command=lawful, id="x" * 64))
    assert isinstance(answer, Accepted)


@pytest.mark.parametrize(
    "command",
    [
        c.CallNoMoreBets(by=Role.PLAYER),
        c.TellMeter(meter="progressive", amount=1, by=Role.PLAYER),
        c.TellTime(now=10**12, by=Role.DEALER),
    ],
)
def test_a_role_that_a_command_does_not_have_is_refused_alone(served, command):
    served.seat(ANN)
    everybody = replace(PIT, roles=frozenset(Role))
    odd = TableRequest(table="t", actor=everybody, command=command)
    wager = TableRequest(
        table="t", actor=ANN, command=c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    )

    first, second, third = served.worker.ask(odd, wager, odd)

    assert isinstance(first, Refused)
    assert isinstance(second, Accepted)
    assert isinstance(third, Refused)


@pytest.mark.parametrize(
    "command",
    [
        c.ReportFaceUpCard(card="AS"),
        c.ReportCardDrawnInError(exposed=True, card="2C"),
        c.DealCard(card="AS"),
        c.BurnCard(),
        c.Shuffle(),
        c.ComeToTable(dealer="somebody"),
        c.ReportIrregularity(by=Role.FLOORPERSON, irregularity=Irregularity.OTHER, card="AS"),
    ],
)
def test_where_software_deals_nobody_else_has_to_do_with_the_cards(served, command):
    served.seat(ANN)

    answer = served.ask(command, PIT)

    assert isinstance(answer, Refused)
    assert answer.code == "software_deals"
    assert [*verify(served.store, KEY)] == []


def test_a_dealer_comes_in_their_own_name(store):
    house = Served(store)
    house.worker.open("t", replace(SETTINGS, automatic=False))
    house.must(c.OpenTable(dealer="Ann"), Actor("Dan", frozenset({Role.DEALER})))

    assert house.table.dealer == "Dan"


def test_who_was_outrun_asks_for_its_turn_first_until_it_is_quiet(served, monkeypatch):
    """Another worker is faster every time, as long as it can write at all."""
    other, store = served.another(Store(served.store.address)), served.store
    real, outrun = store.write, 0

    def written(pages):
        nonlocal outrun
        if pages and not hasattr(store._exclusive, "connection"):
            outrun += 1
            buys = TableRequest(table="t", actor=BEN, command=c.BuyChips(player="Ben", amount=1))
            assert isinstance(other.ask(buys)[0], Accepted)
        return real(pages)

    served.seat(ANN, BEN)
    monkeypatch.setattr(store, "write", written)
    answer = served.must(c.BuyChips(player="Ann", amount=1_00))
    assert (outrun, answer.version) == (1, served.worker.position("t").version)
    for _ in range(19):
        served.must(c.BuyChips(player="Ann", amount=1_00))
    assert outrun == 1
    served.must(c.BuyChips(player="Ann", amount=1_00))
    assert outrun == 2, "after so many quiet turns nobody else is reckoned with"
    monkeypatch.setattr(store, "write", real)
    assert [*verify(store)] == []
    other.store.close()


def test_what_was_written_alone_is_announced_once_it_is_there(served, monkeypatch):
    served.seat(ANN)
    announced: list[tuple[dict[str, int], int]] = []
    monkeypatch.setattr("casinowar.house.worker.worker._UNLOCKED_ATTEMPTS", 0)
    monkeypatch.setattr(
        served.store.notifier, "publish", lambda said: announced.append((said, served.store.version("t")))
    )
    version = served.must(c.BuyChips(player="Ann", amount=1_00)).version
    assert announced == [({"t": version}, version)]


def test_a_limit_beside_a_page_that_was_outrun_holds_nobody_up(served):
    """What was read back of one's own commit is not taken for something that is only decided."""
    served.seat(ANN, BEN)
    other = served.another()
    other.refresh_all()
    served.must(c.BuyChips(player="Ann", amount=1_00))
    buys = TableRequest(table="t", actor=BEN, command=c.BuyChips(player="Ben", amount=1_00))
    limits = SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=100_00)
    both = other.ask(buys, TableRequest(table=CARE, actor=BEN, command=limits))
    assert [type(answer) for answer in (*both, *other.ask(buys))] == [Accepted] * 3


def test_an_office_that_is_first_asked_in_a_turn_has_its_journal_begun_before(store, monkeypatch):
    monkeypatch.setattr("casinowar.house.worker.worker._UNLOCKED_ATTEMPTS", 0)
    house = Served(store)
    house.worker.open("t", SETTINGS)
    monkeypatch.setattr(store, "write", failing)
    gives = TableRequest(
        table=cashier.CASHIER, actor=PIT, command=cashier.Deposit(player="Ann", amount=100_00)
    )
    with pytest.raises(OSError, match="the disk is full"):
        house.worker.ask(gives)
    monkeypatch.undo()
    assert isinstance(house.worker.ask(gives)[0], Accepted)
    assert {*store.versions()} == {"t", *OFFICES}
    assert [*verify(store, KEY)] == []


def test_cashier_and_pit_take_turns_without_waiting_for_each_other(postgres, monkeypatch):
    """Each is decided beside the other, and whoever takes a turn at one takes the other along.

    Cash at a table is decided beside who deals there, too.
    """
    stores = [Store(postgres), Store(postgres)]
    house = Served(stores[0])
    house.worker.open("t", replace(SETTINGS, automatic=False, floor=True))
    house.must(c.OpenTable(by=Role.FLOORPERSON), PIT)
    asked: list[set[str]] = []
    workers = [house.another(store) for store in stores]
    for worker, store in zip(workers, stores, strict=True):
        worker.position(cashier.CASHIER)
        worker._contention.race_lost(cashier.CASHIER)
        worker._contention.race_lost(PIT_OFFICE)
        alone = store.exclusive_lock

        def noted(tables, alone=alone):
            asked.append({*tables})
            return alone(tables)

        monkeypatch.setattr(store, "exclusive_lock", noted)
    wishes = (
        (workers[0], cashier.CASHIER, cashier.Deposit(player="Ann", amount=100_00)),
        (workers[1], PIT_OFFICE, DropCash(table="t", player="Ann", amount=100_00)),
    )
    with ThreadPoolExecutor(2) as pool:
        doing = [
            pool.submit(worker.ask, TableRequest(table=name, actor=PIT, command=command))
            for worker, name, command in wishes
        ]
        began = time.monotonic()
        answers = [each.result(timeout=60)[0] for each in doing]
    assert isinstance(answers[0], Accepted), answers
    assert time.monotonic() - began < 15, "they do not wait until the database finds out that they never end"
    both = {cashier.CASHIER, PIT_OFFICE}
    assert {frozenset(tables) for tables in asked} == {frozenset(both), frozenset({*both, "t"})}
    for store in stores:
        store.close()
    emptied(postgres)


def test_who_stood_in_anothers_way_gives_up_the_turn_and_takes_another(served, monkeypatch):
    served.seat(ANN)
    monkeypatch.setattr("casinowar.house.worker.worker._UNLOCKED_ATTEMPTS", 0)
    real, lost = served.store.write, list[int]()

    class InTheWay(Exception):
        sqlstate = "40P01"

    def deadlocked(pages):
        if not lost:
            lost.append(len(pages))
            raise OperationalError("", {}, InTheWay())
        return real(pages)

    monkeypatch.setattr(served.store, "write", deadlocked)
    before = served.store.version("t")
    assert served.must(c.BuyChips(player="Ann", amount=1_00)).version == before + 1
    assert lost == [1]
    assert [*verify(served.store)] == []


def test_what_another_has_done_meanwhile_is_not_said_to_be_refused(served, monkeypatch):
    """The other worker is done after one has looked for the id, and before one reads the table."""
    served.seat(ANN)
    other, store = served.another(), served.store
    real = store.requests
    buys = TableRequest(table="t", actor=ANN, command=c.BuyChips(player="Ann", amount=600_00), id="all")

    def overtaken(keys):
        monkeypatch.setattr(store, "requests", real)
        found = real(keys)
        assert isinstance(served.worker.ask(buys)[0], Accepted)
        return found

    monkeypatch.setattr(store, "requests", overtaken)
    [answer] = other.ask(buys)
    assert isinstance(answer, Accepted), answer
    assert answer.again


def test_what_fails_while_one_is_alone_leaves_nothing(served, monkeypatch):
    served.seat(ANN)
    before = served.worker.position("t").version
    monkeypatch.setattr("casinowar.house.worker.worker._UNLOCKED_ATTEMPTS", 0)
    monkeypatch.setattr("casinowar.house.worker.streams.Stream.note", failing)
    with pytest.raises(OSError, match="the disk is full"):
        served.ask(c.BuyChips(player="Ann", amount=1_00))
    assert served.store.version("t") == before
    monkeypatch.undo()
    assert served.must(c.BuyChips(player="Ann", amount=1_00)).version == before + 1


def failing(*_: object) -> None:
    raise OSError("the disk is full")
