"""The audit: whatever an intruder changes in the database is found, and a running house raises no alarm."""

import json
import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.decide import decide
from casinowar.game.table import CLOSED
from casinowar.game.words import Wager
from casinowar.house.audit.checkpoints import journal_checkpoints
from casinowar.house.audit.report import audit_house
from casinowar.house.audit.verify import verify
from casinowar.house.journal import commits, shoe_vault
from casinowar.house.journal.commits import Commit, JournalEntry
from casinowar.house.offices import cashier, registry
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import JournalPage, Store, WriteOutcome
from casinowar.house.worker import streams
from tests.house.sample_house import ANN, BEN, KEY, PIT, SETTINGS, Served, keep_snapshot
from tests.house.test_care import rewritten

WAGER = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)


@pytest.fixture
def house(tmp_path):
    """Give a house with a table at which one round was played, and one request with an id was made."""
    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    served.seat(ANN).play(1)
    served.ask(WAGER, ANN, name="w1")
    yield served
    served.store.close()


@pytest.fixture
def tamper(tmp_path):
    """Change the database behind the house's back."""

    def tampered(*statements: str) -> None:
        with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
            for statement in statements:
                assert connection.execute(statement).rowcount

    return tampered


def problems(house, key=KEY):
    return [fault.problem for fault in verify(house.store, key)]


@pytest.mark.parametrize("key", [KEY, None], ids=["key", "no key"])
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM orders", "is missing"),
        ("UPDATE orders SET commitment = 'other'", "is stored with another commitment"),
        ("UPDATE orders SET version = 99", "is stored with another commitment or version"),
        ("INSERT INTO orders VALUES ('t', 's', 1, 'c', x'00')", "shuffle s, which never took place"),
        ("DELETE FROM requests", "request Ann/w1 is not recorded"),
        ("UPDATE requests SET version = 3", "request Ann/w1 is recorded in a commit that is not its own"),
        (
            "INSERT INTO requests VALUES ('x', x'00', 't', 3)",
            "request x is recorded in a commit that is not its own",
        ),
        ("UPDATE requests SET digest = x'00'", "request Ann/w1 is recorded with other content"),
        ("UPDATE accounts SET may_be_overdrawn = 1", "whether player/Ann may be overdrawn was changed"),
        ("INSERT INTO accounts VALUES ('player/Zed', 0, 0)", "an account player/Zed, which no journal names"),
        ("INSERT INTO snapshots VALUES ('t', 3, '{}')", "the snapshot differs from where the table stood"),
        ("INSERT INTO snapshots VALUES ('t', 3, x'7b7d')", "the snapshot differs from where the table stood"),
        (
            "INSERT INTO snapshots VALUES ('cashier', 1, x'7b7d')",
            "the snapshot differs from where the table stood",
        ),
        ("UPDATE journal SET at = 0", "not at 0"),
        ("UPDATE journal SET previous = NULL", "its row says that it follows version None"),
        ("UPDATE journal SET before = x'00'", "its row says that it follows another commit"),
        ("INSERT INTO books VALUES ('ghost', 1000, x'00')", "books has rows of it, but it does not exist"),
        (
            "INSERT INTO postings VALUES ('ghost', 1, 0, 'cage', 'player/Ann', 5)",
            "postings has rows of it, but it does not exist",
        ),
        (
            "INSERT INTO journal VALUES ('ghost', 1, 0, x'00', x'00', NULL, NULL)",
            "journal has rows of it, but it does not exist",
        ),
        (
            "INSERT INTO orders VALUES ('ghost', 's', 1, 'c', x'00')",
            "orders has rows of it, but it does not exist",
        ),
        ("DELETE FROM streams", "journal has rows of it, but it does not exist"),
    ],
)
def test_rows_beside_the_journals_must_agree_with_them(house, tamper, statement, said, key):
    assert problems(house, key) == []
    tamper(statement)
    assert any(said in problem for problem in problems(house, key)), problems(house, key)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE streams SET settings = x'00' WHERE \"table\" = 'cashier' OR \"table\" = 't'",
        "UPDATE streams SET settings = 'text'",
        "UPDATE orders SET sealed = ''",
        "UPDATE journal SET body = 'text'",
        "UPDATE journal SET link = 'text'",
        "UPDATE accounts SET balance = 'x'",
        "UPDATE postings SET amount = 'x'",
    ],
)
def test_unreadable_data_is_a_fault_and_the_audit_continues(house, tamper, statement):
    house.worker.open("u", SETTINGS)
    tamper(statement, "INSERT INTO requests VALUES ('x', x'00', 'u', 3)")
    found = problems(house)
    assert len(found) > 1
    assert "request x is recorded in a commit that is not its own" in found
    assert {each.table for each in journal_checkpoints(house.store)} == {"t", "u", *OFFICES}


def test_a_shoe_with_replaced_cards_is_found(tmp_path, monkeypatch):
    real = shoe_vault.shuffle_cards

    def without_aces(cards, random_bytes):
        return tuple(card.replace("A", "2") for card in real(cards, random_bytes))

    monkeypatch.setattr(shoe_vault, "shuffle_cards", without_aces)
    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    served.seat(ANN).play(1)
    [problem] = problems(served)
    assert "is not of the cards that were shuffled" in problem
    assert problems(served, None) == []  # the order is a secret
    served.store.close()


def test_reshuffled_shoes_hold_the_same_cards(house):
    house.must(c.CallNoMoreBets(), PIT)
    for _ in range(2):
        house.to_betting().must(c.OrderReshuffle(), PIT)
        house.to_betting().play(1)
    assert len(house.store.orders("t")) > 1
    assert problems(house) == []


def _write(house, entry, name=""):
    """Write a commit of the cashier with all that belongs to it, as somebody with the database can."""
    version = house.store.version(cashier.CASHIER)
    commit = Commit(table=cashier.CASHIER, version=version + 1, at=1, entries=(entry,), id=name)
    body, before = commits.encode_commit(commit), house.store.link_at(cashier.CASHIER, version)
    page = JournalPage(
        table=cashier.CASHIER,
        version=version + 1,
        at=1,
        body=body,
        link=commits.next_link(before, body),
        before=before,
        postings=tuple(registry.postings_of(cashier.CASHIER, CLOSED, commit.events)),
    )
    assert house.store.write([page]) == [WriteOutcome.DURABLE]


def test_the_audit_decides_cashier_commands_again(house):
    event = cashier.MoneyDeposited(player="Ann", amount=10**9)
    _write(house, JournalEntry(who="Pit", command=cashier.Withdraw(player="Ann", amount=1), events=(event,)))
    [problem] = problems(house)
    assert problem == "Withdraw by Pit causes something else: Ann withdrew $0.01."


def test_a_fault_narrates_what_should_have_happened(house, tmp_path):
    [*_, (version, body, _)] = house.store.pages("t")
    commit = commits.decode_commit(body)
    [entry] = commit.entries
    [event, *rest] = entry.events
    forged = replace(commit, entries=(replace(entry, events=(replace(event, amount=99_00), *rest)),))
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
        change = "UPDATE journal SET body = ? WHERE version = ?"
        assert connection.execute(change, (commits.encode_commit(forged), version)).rowcount == 1
    found = problems(house)
    said = "PlaceWager by Ann causes something else: Ann at seat 1 placed an initial wager of $10.00."
    assert said in found


def test_a_changed_citation_is_no_fault(house, monkeypatch):
    def recited(rules, table, command):
        events = decide(rules, table, command)
        return tuple(replace(event, steps=_recited(event)) if _recited(event) else event for event in events)

    monkeypatch.setattr("casinowar.house.audit.verify.decide", recited)
    assert problems(house) == []
    monkeypatch.setattr(f"{__name__}._recited", lambda event: getattr(event, "steps", ())[1:])
    assert problems(house) != []


def _recited(event):
    return tuple(replace(step, clause="9.Z") for step in getattr(event, "steps", ()))


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(
    ("key", "said"), [(KEY, "opened and compared"), (bytes(32), "not all could be opened and compared")]
)
def test_a_report_says_whether_orders_were_opened(tmp_path, key, said):
    (tmp_path / "a.key").write_text(key.hex(), encoding="utf-8")
    found = audit_house(f"sqlite:///{tmp_path}/house.db", str(tmp_path / "a.key"))
    [fact] = found.report().facts
    assert fact.value == said
    assert found.in_order is (key == KEY)


def test_faults_state_amounts_in_dollars(house, tamper):
    tamper("UPDATE accounts SET balance = balance - 1 WHERE name = 'player/Ann'")
    [problem] = problems(house)
    assert problem.startswith("player/Ann holds $")
    assert "cents" not in problem


def test_a_negative_player_account_is_found(house, tamper):
    tamper("UPDATE accounts SET may_be_overdrawn = 1 WHERE name = 'player/Ann'")
    command = cashier.Withdraw(player="Ann", amount=10**9)
    _write(
        house,
        JournalEntry(
            who="Ann",
            command=command,
            events=cashier.OFFICE.decide(cashier.CashierState(), "Ann", command, 0),
        ),
    )
    assert any("player/Ann is negative" in problem for problem in problems(house))


def test_a_negative_table_account_is_found(house):
    def raised(commit: Commit) -> Commit:
        entries = tuple(
            replace(each, events=tuple(replace(event, amount=10**7) for event in each.events))
            if isinstance(each.command, c.PlaceWager)
            else each
            for each in commit.entries
        )
        return replace(commit, entries=entries)

    found = rewritten(house, "t", raised)
    assert any(each.startswith("table/t/chips/Ann went below zero: -$") for each in found), found


def test_a_request_done_twice_is_found(house, tamper):
    tamper("DELETE FROM requests")
    house.ask(WAGER, ANN, name="w1")
    assert "request Ann/w1 was done before" in problems(house)


def test_a_forged_snapshot_is_found(house, monkeypatch):
    monkeypatch.setattr(streams, "_SNAPSHOT_EVERY", 1)
    house.must(WAGER, ANN)
    house.must(c.BuyChips(player="Ann", amount=1_00), ANN)
    assert problems(house) == []
    version, body = house.store.snapshot("t")
    forged = json.loads(body)
    stack, drawn = forged["places"]["shoe"]["stack"], forged["places"]["shoe"].get("drawn", 0)
    stack[drawn], stack[drawn + 5] = stack[drawn + 5], stack[drawn]
    for changed in (forged, {**json.loads(body), "version": 1}):
        keep_snapshot(house.store, version, json.dumps(changed).encode())
        assert problems(house) == ["the snapshot differs from where the table stood"]
    keep_snapshot(house.store, version - 1, body)
    assert problems(house) == ["the snapshot differs from where the table stood"]


def test_a_running_house_raises_no_alarm(store, monkeypatch):
    """Let the house go on between any two reads of its audit."""
    served = Served(store)
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    served.seat(ANN, BEN)
    began = store.version("t")

    def going_on(real):
        def read(self, *arguments):
            if self is not store:
                served.ask(c.BuyChips(player="Ann", amount=1), ANN, name=str(served.now))
                served.now += 1
            return real(self, *arguments)

        return read

    for name in ("pages", "postings", "orders", "rows", "snapshot", "settings"):
        monkeypatch.setattr(StoreReader, name, going_on(getattr(StoreReader, name)))
    assert problems(served) == []
    assert store.version("t") > began + 5
    monkeypatch.undo()
    assert problems(served) == []
