"""The pit's books: what they say is found again from the journal in other ways, on random play."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace
from sqlalchemy import text

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Choice, Role, Wager
from casinowar.house import accounts
from casinowar.house.audit.verify import verify
from casinowar.house.backoffice import books
from casinowar.house.backoffice.books import (
    Bookkeeper,
    Books,
    BookSheet,
    TableBook,
)
from casinowar.house.backoffice.theoretical_win import theoretical_win, wager_cost, wagered
from casinowar.house.journal.commits import Commit, JournalEntry, TableSettings, encode_settings
from casinowar.house.storage.store import Store
from casinowar.odds.hand import Strategy
from casinowar.odds.sheet import par_sheet
from casinowar.rulebooks import load_rules, load_sample, names, open_rulebook
from tests.house.sample_house import ANN, BEN, KEY, PIT, SETTINGS, Served
from tests.support.driving import due_commands, least_wager
from tests.support.meddling import PLAYERS, plausible_command

STEPS = 150
INVENTORY = "table/t/inventory"


def played(rules: Rules, seed: int) -> tuple[list[Commit], Table]:
    """Play at random, with whatever people may try, dealers who come and go, and time that passes."""
    chance, table, at = Random(seed), CLOSED, 1_700_000_000_000
    commits: list[Commit] = []

    def give(command: c.Command) -> None:
        nonlocal table, at
        try:
            events = decide(rules, table, command)
        except (Refusal, InputError):
            return
        at += chance.randint(0, 400_000)
        entry = JournalEntry(who="x", command=command, events=events)
        commits.append(Commit(table="t", version=len(commits) + 1, at=at, entries=(entry,)))
        table = evolve_all(table, events)

    for _ in range(STEPS):
        if not table.open:
            inventory = 0 if rules.book.bank else chance.choice([0, 3_00, 10_000_00])
            give(c.OpenTable(inventory=inventory, dealer=chance.choice("DE")))
            for seat, player in enumerate(PLAYERS[: chance.randint(0, 4)], 1):
                give(c.Sit(player=player, seat=seat, chips=20 * least_wager(rules, Wager.INITIAL)))
        if chance.random() < 0.15:
            give(plausible_command(rules, table, chance))
        elif chance.random() < 0.1:
            others: list[c.Command] = [
                c.Fill(amount=chance.randint(1, 100_00)),
                c.Credit(amount=chance.randint(1, 100_00)),
                c.CloseTable(),
                c.ComeToTable(dealer=chance.choice("DEF")),
            ]
            give(chance.choice(others))
        else:
            if table.seats and chance.random() < 0.5:
                wager = chance.choice([Wager.TIE, Wager.PROGRESSIVE, Wager.BONUS_SPIN, Wager.DEALER_WINS])
                amount = chance.choice([*rules.fixed_amounts(wager), least_wager(rules, wager)])
                give(c.PlaceWager(hand=chance.choice([*table.seats]), wager=wager, amount=amount))
            try:
                for command in due_commands(rules, table, chance):
                    give(command)
            except AssertionError:  # nobody can go on here; the table is as good as any
                break
    return commits, table


def booked(commits: Sequence[Commit], sheet: int = books.SHEET) -> list[BookSheet]:
    """Book commits, closing a sheet after so many and writing it down in between."""
    vault, closed = Bookkeeper(), list[BookSheet]()
    for commit in commits:
        vault.follow(commit)
        if commit.version % sheet == 0:
            closed.append(json.decode(json.encode(vault.sheet), type=BookSheet))
            vault = Bookkeeper(closed[-1])
    return [*closed, vault.sheet]


RULES = {name: load_rules(name, load_sample(name)) for name in names()}
PLAYED = given(st.sampled_from(sorted(RULES)), st.integers(0, 2**20), st.sampled_from([1, 7, 40, 1000]))


@settings(max_examples=60, deadline=None)
@PLAYED
def test_the_win_is_the_same_by_the_tray_and_by_the_ledger(name: str, seed: int, sheet: int):
    rules = RULES[name]
    commits, table = played(rules, seed)
    lines = [line for each in booked(commits, sheet) for line in each.lines]

    def total(field: str) -> int:
        return sum(getattr(line, field) for line in lines)

    win = total("win")
    now = 0 if rules.book.bank else table.inventory
    assert win == total("closer") + total("credits") + now - total("opener") - total("fills")

    before, by_ledger, held = CLOSED, 0, Counter[str]()
    for commit in commits:
        for source, target, amount in accounts.postings("t", before, commit.events):
            held[source] -= amount
            held[target] += amount
            if accounts.CAGE not in {source, target}:
                by_ledger += amount * ((target == INVENTORY) - (source == INVENTORY))
        before = evolve_all(before, commit.events)
    assert win == by_ledger
    own = -sum(amount for account, amount in held.items() if account.startswith("player/"))
    assert own == total("drop") - total("redeemed"), "what accounts paid for chips is what the books say"
    elsewhere = sum(held[account] for account in held if account.split("/")[0] == "table")
    assert own - held[accounts.CAGE] == elsewhere, "no cent is anywhere else"


@settings(max_examples=40, deadline=None)
@PLAYED
def test_totals_do_not_depend_on_the_length_of_sheets(name: str, seed: int, sheet: int):
    commits, _ = played(RULES[name], seed)
    whole, parts = booked(commits), booked(commits, sheet)

    def added(sheets: list[BookSheet]) -> dict[tuple[int, str], Counter[str]]:
        found = defaultdict[tuple[int, str], Counter[str]](Counter)
        for line in (line for each in sheets for line in each.lines):
            numbers = {
                field: getattr(line, field) for field in ("win", "drop", "redeemed", "rounds", "fills")
            }
            found[line.quarter, line.dealer].update(numbers | line.wagers)
        return found

    assert added(whole) == added(parts)
    for kind in ("sessions", "stints", "rounds"):
        assert [each for one in whole for each in getattr(one, kind)] == [
            each for one in parts for each in getattr(one, kind)
        ]
    assert whole[-1].carried == parts[-1].carried


def placed_in_rounds(commits: Sequence[Commit]) -> Counter[tuple[str, Wager, int, bool]]:
    """Find the wagers of settled hands from what was put down and taken back, not from the hands."""
    found = Counter[tuple[str, Wager, int, bool]]()
    put: dict[int, Counter[Wager]] = defaultdict(Counter)
    gave_up, void = set[int](), False
    table = CLOSED
    for event in (event for commit in commits for event in commit.events):
        match event:
            case e.WagerPlaced():
                put[event.hand][event.wager] += event.amount
            case e.WagerWithdrawn() | e.WagerGivenBack():
                put[event.hand][event.wager] -= event.amount
            case e.TieHandChosen() if event.choice is Choice.SURRENDER:
                hand = table.hand(event.hand)
                assert hand is not None
                if not hand.wars:
                    gave_up.add(event.hand)
            case e.RoundVoided():
                void = True
            case e.RoundCompleted():
                assert table.round is not None
                for number, wagers in put.items():
                    hand = table.round.hands.get(number)
                    if void or hand is None or not hand.settled:
                        continue
                    for wager, amount in wagers.items():
                        if amount:
                            found[hand.player, wager, amount, number in gave_up] += 1
                put, gave_up, void = defaultdict(Counter), set(), False
            case _:
                pass
        table = evolve(table, event)
    return found


MAIN = {Wager.INITIAL, Wager.TIE, Wager.WAR, Wager.DEALER_WINS, Wager.BONUS_SPIN, Wager.PROGRESSIVE}


@settings(max_examples=60, deadline=None)
@PLAYED
def test_sessions_count_every_settled_wager(name: str, seed: int, sheet: int):
    rules = RULES[name]
    commits, _ = played(rules, seed)
    sheets = booked(commits, sheet)
    sessions = [each for one in sheets for each in one.sessions]
    sessions += sheets[-1].carried.sessions.values()
    by_player = Counter[tuple[str, str, int]]()
    for session in sessions:
        for key, count in session.wagers.items():
            kind, size, _ = key.split(":")
            if kind in MAIN:
                by_player[session.player, kind, int(size)] += count

    expected = Counter[tuple[str, str, int]]()
    for (player, wager, amount, _), count in placed_in_rounds(commits).items():
        if wager in MAIN:
            expected[player, wager, amount] += count
    assert by_player == expected

    lines = sum((Counter(line.wagers) for each in sheets for line in each.lines), Counter[str]())
    assert lines == sum((Counter(each.wagers) for each in sessions), Counter[str]())
    rounds = [each for one in sheets for each in one.rounds]
    completed = [
        event.round for commit in commits for event in commit.events if isinstance(event, e.RoundCompleted)
    ]
    assert [each.round for each in rounds] == completed
    assert sum(line.rounds for each in sheets for line in each.lines) == len(completed)


SETTLED = encode_settings(replace(SETTINGS, text=open_rulebook("maryland").text))


def test_a_wager_costs_what_the_par_sheet_says():
    sheet = par_sheet(load_rules("maryland", SETTINGS.house))
    war, surrender = (
        next(each.house_edge for each in sheet.initial if each.strategy is plan)
        for plan in (Strategy.WAR, Strategy.SURRENDER)
    )
    assert sheet.tie is not None
    assert wager_cost(SETTLED, "initial:1000:") == 1000 * war
    assert wager_cost(SETTLED, "tie:500:") == 500 * sheet.tie.house_edge
    assert wager_cost(SETTLED, "war:1000:") == 0
    both = {"initial:1000:": 3, "tie:500:": 2, "war:1000:": 1}
    assert theoretical_win(SETTLED, both) == 3000 * war + 1000 * sheet.tie.house_edge
    assert (wagered(both), wagered(both, "initial"), wagered(both, "tie")) == (4000, 3000, 1000)
    # Whoever gives up every tie, of 415 cards of which 23 are of the same rank, costs what they cost.
    tied = Fraction(23, 311)
    given_up = wager_cost(SETTLED, "initial:1000: surrendered")
    assert given_up is not None
    assert (1 - tied) * 1000 * war + tied * given_up == 1000 * surrender


def test_every_wager_of_a_sample_house_has_a_cost():
    for name in names():
        rules = RULES[name]
        text_of_it = open_rulebook(name).text
        settled = encode_settings(TableSettings(rulebook=name, text=text_of_it, house=load_sample(name)))
        kinds = Counter[str]()
        for seed in range(6):
            for line in (line for each in booked(played(rules, seed)[0]) for line in each.lines):
                kinds.update(line.wagers)
        assert kinds
        assert all(wager_cost(settled, key) is not None for key in kinds), name


@pytest.fixture
def house(store: Store) -> Served:
    served = Served(store)
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    return served.seat(ANN, BEN)


def test_books_catch_up_and_cache_closed_sheets(house: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("casinowar.house.backoffice.books.SHEET", 10)
    going_on = Books(house.store, keeps=house.store)
    book = going_on.of("t")
    for _ in range(4):
        house.play(3)
        assert book is going_on.of("t")
        assert [each.round for each in book.rounds()] == [*range(1, house.table.rounds + 1)]
    kept = house.store.sheets("t")
    assert [version for version, _ in kept] == [*range(10, len(house.commits()) + 1, 10)]
    read_anew, from_nothing = Books(house.store).of("t"), TableBook("t", house.store.settings("t") or b"")
    for commit_body in (body for _, body, _ in house.store.pages("t")):
        from_nothing.follow(commit_body)
    assert _said(read_anew) == _said(book) == _said(from_nothing)
    assert [*verify(house.store, KEY)] == []
    kept_up = Books(house.store)
    kept_up.keep_up()
    assert _said(kept_up.of("t")) == _said(book)


def _said(book: TableBook) -> list[bytes]:
    return [json.encode(sheet) for sheet in book.sheets]


def test_a_sheet_that_was_changed_is_found(house: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("casinowar.house.backoffice.books.SHEET", 10)
    house.play(4)
    Books(house.store, keeps=house.store).of("t")
    assert [*verify(house.store)] == []
    [(version, body), *_] = house.store.sheets("t")
    sheet = json.decode(body, type=BookSheet)
    sheet.lines[0].win += 1
    with house.store.writing() as connection:
        changed = text("UPDATE books SET body = :body WHERE version = :version")
        connection.execute(changed, {"body": json.encode(sheet), "version": version})
    faults = [*verify(house.store)]
    assert [(each.table, each.version) for each in faults] == [("t", version)]
    assert "book" in faults[0].problem


def test_only_tables_have_books(store: Store):
    for name in ("nowhere", "cashier", "pit"):
        with pytest.raises(InputError, match="There is no table"):
            Books(store).of(name)


def test_the_dealer_of_each_round_is_known(store: Store):
    served = Served(store)
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(by=Role.FLOORPERSON), PIT)
    served.seat(ANN).play(2)
    book = Books(store).of("t")
    assert {each.dealer for each in book.rounds()} == {"dealer"}
    assert [each.rounds for each in book.stints()] == [2]
