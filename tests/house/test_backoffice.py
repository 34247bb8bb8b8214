"""What the pit tells: figures that add up in any way they are cut, ratings, dealers' time, slips on paper."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdf import PdfReader
from typer.testing import CliRunner

from casinowar.cli.commands import app
from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Role, Wager
from casinowar.house.backoffice.books import Books, TableBook
from casinowar.house.backoffice.daybook import DayBook
from casinowar.house.backoffice.dealer_time import dealer_times
from casinowar.house.backoffice.pit_overview import table_glance
from casinowar.house.backoffice.ratings import ratings, session_ratings
from casinowar.house.backoffice.slip_document import SlipDocument, slip_document
from casinowar.house.backoffice.views import Condition, Grouping
from casinowar.house.backoffice.win_and_drop import win_lines, win_report
from casinowar.house.journal.commits import TableSettings, encode_commit, encode_settings
from casinowar.house.journal.requests import Actor
from casinowar.house.offices import cashier
from casinowar.house.offices import pit as p
from casinowar.house.offices.chip_counts import fewest
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.pit import Slip, SlipKind
from casinowar.house.storage.store import Store
from casinowar.odds.sheet import par_sheet
from casinowar.rulebooks import load_rules, load_sample, names, open_rulebook
from tests.house.sample_house import ANN, BEN, PIT, SETTINGS, Served
from tests.house.test_books import played

FLO = Actor("Flo", frozenset({Role.FLOORPERSON}))
DAN = Actor("Dan", frozenset({Role.DEALER}))
CAGE = Actor("Cleo", frozenset(), cage=True)
HOUR = 3_600_000
RULES = {name: load_rules(name, load_sample(name)) for name in names()}


def book_of(name: str, rules: Rules, seed: int) -> tuple[TableBook, int]:
    """Book random play; gives what is in the tray in the end, too."""
    text = open_rulebook(name).text
    commits, table = played(rules, seed)
    found = TableBook("t", encode_settings(TableSettings(rulebook=name, text=text, house=rules.house)))
    for commit in commits:
        found.follow(encode_commit(commit))
    return found, 0 if rules.book.bank else table.inventory


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 2**20))
def test_win_is_closer_and_credits_less_opener_and_fills_in_every_grouping(name: str, seed: int):
    book, tray = book_of(name, RULES[name], seed)
    whole = win_lines(book, DayBook(), Grouping.TABLE)
    for by in Grouping:
        lines = win_lines(book, DayBook(), by)
        for line in lines:
            assert line.win == line.closer + line.credits - line.opener - line.fills, by
        for field in ("win", "drop", "redeemed", "fills", "credits", "wagered", "rounds"):
            assert sum(getattr(each, field) for each in lines) == sum(getattr(each, field) for each in whole)
        assert len({line.period for line in lines}) == len(lines)
        cents = abs(sum(each.theoretical for each in lines) - sum(each.theoretical for each in whole))
        assert cents <= len(lines), "each line is rounded by itself"
    assert sum(each.closer for each in whole) - sum(each.closer for each in book.lines()) == tray


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 2**20))
def test_results_of_players_add_up_to_their_chips_and_cash(name: str, seed: int):
    book, _ = book_of(name, RULES[name], seed)
    books = _Only(book)
    table = book.now.carried.table
    held = Counter(table.chips)
    if table.round:
        for hand in table.round.hands.values():
            held[hand.player] += sum(hand.on_layout(wager) for wager in Wager if wager is not Wager.MATCH)
            held[hand.player] += sum(each.before_tray for each in hand.wagers.values())
            held[hand.player] -= sum(
                min(hand.redeemed_on(each), hand.on_layout(each)) for each in hand.wagers
            )
    if table.bank.seat is not None:
        held[table.seats[table.bank.seat]] += table.inventory
    lines = [*book.lines()]
    net = sum(line.redeemed - line.drop for line in lines) + sum(held.values())
    rated = [*session_ratings(books)]
    assert sum(each.actual for each in rated) == net
    players = ratings(rated).players
    assert sum(each.actual for each in players) == net
    assert sum(each.rounds for each in players) == sum(each.rounds for each in rated)


class _Only(Books):
    """The books of one table, which nobody keeps."""

    def __init__(self, book: TableBook) -> None:
        self._only = book

    def tables(self) -> list[str]:
        return ["t"]

    def of(self, _table: str) -> TableBook:
        return self._only


class Supervised(Served):
    """A house with a floorperson, who does what is theirs."""

    def to_betting(self) -> "Supervised":
        while (duty := next_duty(self.worker.rules("t"), self.table)).act is not Act.PLACE_WAGERS:
            seat = duty.seat or 0
            hand = self.table.hand(seat)
            player = Actor(hand.player if hand else self.table.seats.get(seat, ""))
            match duty.act:
                case Act.ANSWER_CUT:
                    self.must(c.RefuseCut(seat=seat), player)
                case Act.CHOOSE:
                    self.must(c.GoToWar(hand=seat), player)
                case Act.ANSWER_TIE_OFFER:
                    self.must(c.DeclineTieWager(hand=seat), player)
                case _:
                    self.must(c.Perform(by=Role.FLOORPERSON, act_done=duty.act), FLO)
        return self


@pytest.fixture
def house(store: Store) -> Served:
    """Open a table whose chips move by slips."""
    served = Supervised(store)
    served.now = 1_700_000_000_000
    served.worker.open("t", replace(SETTINGS, floor=True, slips=True))
    number = asked(served, SlipKind.OPENER, 10_000_00)
    served.must(p.SignCount(table="t", slip=number), DAN)
    served.worker.run_timeouts()
    return served


def asked(served: Served, kind: SlipKind, amount: int) -> str:
    served.must(p.AskForSlip(kind=kind, table="t", chips=fewest(amount)), FLO)
    return f"{Hours().day(served.now)}-{len([*Books(served.store).pit().slips_of('t')])}"


def test_ratings_agree_with_an_independent_count(house: Served):
    house.seat(ANN, BEN)
    began = house.now
    edge = par_sheet(load_rules("maryland", SETTINGS.house)).initial[0].house_edge
    for _ in range(6):
        house.now += 60_000
        house.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=20_00), ANN)
        house.must(c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), BEN)
        house.must(c.CallNoMoreBets(), PIT)
        house.to_betting()
    chips = house.table.chips["Ann"]
    house.must(c.LeaveTable(player="Ann"), ANN)
    books = Books(house.store)
    [ann] = session_ratings(books, "Ann")
    assert (ann.began, ann.ended, ann.seconds, ann.rounds) == (began, house.now, 360, 6)
    assert (ann.wagered, ann.initial, ann.actual) == (120_00, 120_00, chips - 400_00)
    assert ann.theoretical == round(120_00 * edge)
    players = {each.player: each for each in ratings(session_ratings(books)).players}
    assert players["Ann"].average_wager == 20_00
    assert players["Ben"].theoretical == round(60_00 * edge)
    assert players["Ben"].actual == house.table.chips["Ben"] - 400_00
    [whole] = win_lines(books.of("t"), books.pit(), Grouping.TABLE)
    assert whole.theoretical == round(180_00 * edge)
    assert whole.win == -players["Ann"].actual - players["Ben"].actual
    assert (whole.drop, whole.hold) == (800_00, whole.win / 800_00)
    house.must(cashier.Deposit(player="Ann", amount=1_00), PIT)
    house.must(c.Sit(player="Ann", seat=1, chips=1_00), ANN)
    assert ratings(session_ratings(Books(house.store), "Ann")).players[0].sessions == 2


def test_dealer_times_count_shifts_and_rounds(house: Served):
    house.must(p.ClockIn(), DAN)
    house.seat(ANN).play(2)
    house.now += HOUR
    for kind, dealer in ((SlipKind.CLOSER, DAN), (SlipKind.OPENER, Actor("Eli", frozenset({Role.DEALER})))):
        number = asked(house, kind, house.table.inventory or 10_000_00)
        house.must(p.SignCount(table="t", slip=number), dealer)
        house.worker.run_timeouts()
    house.must(c.Sit(player="Ann", seat=1, chips=100_00), ANN)
    house.to_betting().play(1)
    house.now += HOUR // 2
    house.must(p.ClockOut(), DAN)
    found = {each.dealer: each for each in dealer_times(Books(house.store), house.now)}
    assert (found["Dan"].clocked_seconds, found["Dan"].dealt_seconds) == (5400, 3600)
    assert (found["Dan"].rounds, found["Dan"].rounds_an_hour, found["Dan"].on_duty) == (2, 2.0, False)
    assert (found["Eli"].rounds, found["Eli"].rounds_an_hour, found["Eli"].tables) == (1, 2.0, ("t",))
    by_dealer = {each.period: each for each in win_lines(*_both(house), Grouping.DEALER)}
    assert {name: each.rounds for name, each in by_dealer.items()} == {"Dan": 2, "Eli": 1}
    assert [each.dealer for each in Books(house.store).of("t").rounds()] == ["Dan", "Dan", "Eli"]


def test_software_that_deals_is_no_dealer(store: Store):
    house = Served(store)
    house.worker.open("t", SETTINGS)
    house.must(c.OpenTable(by=Role.FLOORPERSON), FLO)
    assert [each.dealer for each in Books(store).of("t").stints()] == [c.OpenTable().dealer]
    assert dealer_times(Books(store), house.now) == []
    house.must(p.ClockIn(), Actor(c.OpenTable().dealer, frozenset({Role.DEALER})))
    assert [each.dealer for each in dealer_times(Books(store), house.now)] == [c.OpenTable().dealer]


def _both(house: Served) -> tuple[TableBook, DayBook]:
    books = Books(house.store)
    return books.of("t"), books.pit()


def test_a_table_at_a_glance_shows_its_condition(house: Served):
    def now() -> Condition:
        return table_glance(Books(house.store), "t").condition

    assert now() is Condition.IDLE
    house.seat(ANN)
    assert now() is Condition.OPEN
    asked(house, SlipKind.FILL, 5_00)
    seen = table_glance(Books(house.store), "t")
    assert (seen.waiting, seen.tray, seen.dealer, seen.seated) == (1, 10_000_00, "Dan", 1)
    house.must(c.PausePlay(), FLO)
    assert now() is Condition.PAUSED
    house.must(c.ResumePlay(), FLO)
    house.must(c.LeaveTable(player="Ann"), ANN)
    number = asked(house, SlipKind.CLOSER, 10_000_00)
    house.must(p.SignCount(table="t", slip=number), DAN)
    house.worker.run_timeouts()
    assert now() is Condition.CLOSED


def test_shifts_follow_the_posted_hours(house: Served):
    house.seat(ANN).play(1)
    [first] = win_lines(*_both(house), Grouping.SHIFT)
    assert first.period == "2023-11-14 grave"  # 22:13 by the clock of UTC
    house.now += 24 * HOUR
    house.must(p.PostHours(hours=Hours(zone=-8 * 60)), CAGE)
    house.now += HOUR // 4  # what is booked goes by the hours at the beginning of its quarter
    house.must(c.BuyChips(player="Ann", amount=1_00), ANN)
    shifts = [each.period for each in win_lines(*_both(house), Grouping.SHIFT)]
    assert shifts == ["2023-11-14 grave", "2023-11-15 swing"]
    assert [each.period for each in win_lines(*_both(house), Grouping.HOUR)][-1] == "2023-11-15 14:00"


def test_a_win_report_by_day_lists_drop_boxes(house: Served):
    house.must(p.DropCash(table="t", player="Ann", amount=100_00), FLO)
    house.now += 24 * HOUR
    house.must(p.CountDrop(table="t", day="2023-11-14", amount=99_00), CAGE)
    books = Books(house.store)
    found = win_report(books, books.tables(), Grouping.DAY)
    assert (found.boxes[0].cash, found.boxes[0].counted) == (100_00, 99_00)
    assert "−$1.00" in str(found.report())
    assert json.loads(found.to_json())["lines"][0]["opener"] == 10_000_00
    assert "Drop" in found.to_csv()


@pytest.mark.parametrize("kind", list(SlipKind))
def test_a_slip_is_printed_with_lines_to_sign(kind: SlipKind, tmp_path: Path):
    chips = {100_00: 20, 2_50: 3}
    slip = Slip(
        table="t",
        number="2026-11-16-3",
        kind=kind,
        chips=chips,
        amount=2_007_50,
        asked_by="Flo",
        asked_at=1_700_000_000_000,
        agreed_by="Cleo",
        agreed_at=1_700_000_060_000,
    )
    sheet = SlipDocument(slip=slip)
    sheet.to_pdf(tmp_path / "slip.pdf")
    [page] = PdfReader(tmp_path / "slip.pdf").pages
    said = page.extract_text()
    for word in ("2026-11-16-3", "Flo", "Cleo", "2,007.50", "Floorperson", "Dealer", "signature"):
        assert word in said, said
    assert ("Cage" in said) is (kind in {SlipKind.FILL, SlipKind.CREDIT})
    assert "Flo, 2023-11-14 22:13:20 UTC" in " ".join(said.split())
    assert json.loads(sheet.to_json())["zone"] == "UTC"
    there = SlipDocument(slip=slip, zone=-300)
    assert there.report().facts[2].value == "Flo, 2023-11-14 17:13:20 UTC-05:00"
    assert json.loads(there.to_json())["zone"] == "UTC-05:00"
    assert json.loads(sheet.to_json())["chips"] == {"10000": 20, "250": 3}


def test_the_command_line_prints_books_and_slips(house: Served, address: str, tmp_path: Path):
    house.seat(ANN).play(1)
    number = asked(house, SlipKind.FILL, 57_50)

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, [*arguments])
        assert done.exit_code == 0, done.output
        return done.stdout

    for by in Grouping:
        told = json.loads(run("pit", address, "--by", by, "--json"))
        assert told["by"] == by
        assert sum(line["rounds"] for line in told["lines"]) == 1
    assert "Win" in run("pit", address, "--table", "t")
    assert json.loads(run("pit", address, "--ratings", "--json"))["players"][0]["player"] == "Ann"
    assert "$57.50" in run("slip", address, "t", number)
    assert run("pit", "--database", address) == run("pit", address)
    assert run("slip", "t", number, "--database", address) == run("slip", address, "t", number)
    assert json.loads(run("slip", address, "t", number, "--json"))["asked_by"] == "Flo"
    run("slip", address, "t", number, "--pdf", str(tmp_path / "slip.pdf"), "--paper", "a4")
    assert (tmp_path / "slip.pdf").read_bytes().startswith(b"%PDF")
    for wrong in (
        ["slip", address, "t", "2020-01-01-1"],
        ["slip", address, "nowhere", number],
        ["pit", address, "--table", "nowhere"],
        ["pit", address, "--by", "moon"],
        ["pit", address, "--database", address],
        ["slip", address, "t", number, "--database", address],
        ["slip", number],
    ):
        done = CliRunner().invoke(app, wrong)
        assert isinstance(done.exception, InputError | SystemExit), done.exception
        assert done.exit_code != 0


def test_an_unknown_slip_is_refused(house: Served):
    with pytest.raises(InputError, match="There is no slip"):
        slip_document(Books(house.store), "t", "2023-11-14-9")
