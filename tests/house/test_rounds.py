"""Rounds that are found, told event by event and taken away; and what a floorperson is told of acts."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError
from casinowar.game.staff_actions import staff_actions
from casinowar.game.words import Act, Irregularity, Role, Ruling, Shuffler, Wager
from casinowar.house.audit.verify import verify
from casinowar.house.backoffice.alerts import AlertKind, alerts
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.floor_view import FloorView, floor_view
from casinowar.house.backoffice.recall import Recall
from casinowar.house.backoffice.round_replay import _proven, export_round, replay_round
from casinowar.house.backoffice.round_search import RoundOutcome, RoundSearch, find_rounds
from casinowar.house.backoffice.views import Grouping
from casinowar.house.backoffice.win_and_drop import house_win_lines, win_lines
from casinowar.house.journal.commitments import verify_proof
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Accepted, Actor, Refused, TableRequest
from casinowar.house.offices.care import ProvideCare
from casinowar.house.offices.cashier import Deposit
from casinowar.house.offices.linked_meters import METER_ROOM, AdjustMeter
from casinowar.house.policy.permissions import is_permitted
from casinowar.house.storage.store import Store
from casinowar.reports.replay.replay import read_from
from casinowar.rulebooks import load_sample
from tests.house.linked_meter_scenario import EASY, GRAND, METER
from tests.house.sample_house import ANN, BEN, PIT, SETTINGS, Served

FAY = Actor("Fay", frozenset({Role.FLOORPERSON}))
MARY = Actor("Mary", frozenset({Role.MANAGER, Role.FLOORPERSON}))
MARK = Actor("Mark", frozenset({Role.MANAGER, Role.FLOORPERSON}))
SOFTWARE = Actor("provider", frozenset({Role.AUTOMATIC}))
ROUNDS = 12


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Make a house; which database it is makes no difference here."""
    made = Store(f"sqlite:///{tmp_path}/house.db")
    yield made
    made.close()


@pytest.fixture
def house(store: Store) -> Served:
    """Have Ann and Ben play, and one more round voided."""
    served = Served(store)
    served.worker.open("t", replace(SETTINGS, floor=False))
    served.must(c.OpenTable(), PIT)
    served.seat(ANN, BEN).play(ROUNDS)
    served.now += 60_000
    served.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    report = c.ReportIrregularity(by=Role.FLOORPERSON, irregularity=Irregularity.OTHER, note="wet")
    served.must(report, FAY)
    return served


def void(house: Served) -> None:
    """Void the round that play is stopped in."""
    house.must(c.Rule(ruling=Ruling.VOID_THE_ROUND, note="wet"), FAY)


def test_search_finds_the_newest_rounds_first_with_net_results(house: Served):
    void(house)
    found = find_rounds(house.store, Books(house.store), RoundSearch(most=100))
    assert [each.round for each in found.rounds] == [*range(ROUNDS + 1, 0, -1)]
    assert (found.candidates, found.goes_on) == (ROUNDS + 1, None)
    for player in ("Ann", "Ben"):
        won = sum(hand.net for each in found.rounds for hand in each.hands if hand.player == player)
        assert house.table.chips[player] == 400_00 + won
    assert all(each.house == -sum(hand.net for hand in each.hands) for each in found.rounds)
    newest = found.rounds[0]
    assert newest.outcomes == (RoundOutcome.IRREGULARITY, RoundOutcome.VOID)
    assert [(hand.player, hand.wagered, hand.net) for hand in newest.hands] == [("Ann", 10_00, 0)]


def test_rounds_are_found_by_player_time_and_outcome(house: Served):
    void(house)
    books = Books(house.store)

    def numbers(**asked: object) -> list[int]:
        search = msgspec.convert(asked, RoundSearch)
        return [each.round for each in find_rounds(house.store, books, search).rounds]

    assert numbers(outcome="void") == numbers(outcome="irregularity") == [ROUNDS + 1]
    assert numbers(player="Ben", outcome="void") == []
    assert numbers(since=house.now) == [ROUNDS + 1]
    assert numbers(until=house.now - 1, most=3) == [ROUNDS, ROUNDS - 1, ROUNDS - 2]
    ways = [{*numbers(player="Ben", outcome=way)} for way in ("won", "lost", "even")]
    assert sorted(number for way in ways for number in way) == [*range(1, ROUNDS + 1)]
    assert {*numbers(outcome="war")} <= {*numbers(outcome="tie")}
    assert numbers(player="Nobody") == []
    first = find_rounds(house.store, books, RoundSearch(most=5))
    rest = find_rounds(house.store, books, RoundSearch(most=50, skip=first.goes_on or 0))
    assert [each.round for each in (*first.rounds, *rest.rounds)] == [*range(ROUNDS + 1, 0, -1)]
    with pytest.raises(InputError, match="no table nowhere"):
        numbers(table="nowhere")


def test_replay_shows_the_table_after_each_event(house: Served):
    void(house)
    recall = Recall(house.store, "t")
    for number in (1, ROUNDS, ROUNDS + 1):
        told = replay_round(recall, "t", number)
        assert told.frames[0].kind == ""
        assert told.frames[0].state.round is None
        [found] = [
            each
            for each in find_rounds(house.store, Books(house.store), RoundSearch(table="t")).rounds
            if each.round == number
        ]
        first, last = told.frames[0].state, told.frames[-1].state
        for player in ("Ann", "Ben"):
            won = sum(hand.net for hand in found.hands if hand.player == player)
            assert last.chips[player] == first.chips[player] + won
        for before, after in zip(told.frames, told.frames[1:], strict=False):
            moved = sum(
                (each.target == "table/t/inventory") * each.amount
                - (each.source == "table/t/inventory") * each.amount
                for each in after.moved
            )
            assert after.state.inventory == before.state.inventory + moved, after.sentence
            assert after.sentence
    last_told = replay_round(recall, "t", ROUNDS + 1).frames
    assert [each.who for each in last_told if each.kind == "RulingRecorded"] == ["Fay"]
    assert last_told[-1].state.chips == house.table.chips


def test_an_exported_round_is_replayed_and_its_cards_are_proved(house: Served):
    taken = export_round(Recall(house.store, "t"), "t", 3)
    assert len(taken.cards) >= 3
    assert all(verify_proof(each.proof, each.commitment, each.cards) for each in taken.cards)
    replayed = read_from(BytesIO(msgspec.json.encode(taken)), "an export").replay()
    assert replayed.complete
    assert [hand.player for hand in replayed.story.hands][:2] == ["Ann", "Ben"]
    with pytest.raises(InputError):
        read_from(BytesIO(b'{"something": 1}'), "no export")


def test_an_export_reads_a_round_once_and_no_orders_without_proofs(
    house: Served, monkeypatch: pytest.MonkeyPatch
):
    reads: list[int] = []
    pages = Store.pages

    def counted(
        store: Store, table: str, after: int = 0, most: int | None = None
    ) -> list[tuple[int, bytes, bytes]]:
        reads.append(after)
        return pages(store, table, after, most)

    recall = Recall(house.store, "t")
    recall.rounds()
    monkeypatch.setattr(Store, "pages", counted)
    taken = export_round(recall, "t", 3)
    reads_with_proofs, reads[:] = len(reads), []
    recall.entries_of(3)
    assert reads_with_proofs == len(reads) + 1, "once for the round, once for the order of its cards"
    reads[:] = []
    assert _proven((), recall.orders(house.worker.position("t").version)) == ()
    assert reads == []
    strange = msgspec.structs.replace(
        taken.cards[0].proof, card="2C" if taken.cards[0].proof.card != "2C" else "3C"
    )
    [unknown] = _proven((strange,), recall.orders(house.worker.position("t").version))
    assert (unknown.commitment, unknown.cards) == ("", 0)


def test_search_finds_rounds_by_the_outcome_of_the_bank(store: Store):
    house = Served(store)
    house.worker.open("t", TableSettings(rulebook="california", house=load_sample("california")))
    house.must(c.OpenTable(), PIT)
    for seat, player in enumerate((ANN, BEN), 1):
        house.must(Deposit(player=player.name, amount=1_000_00), PIT)
        house.must(c.Sit(player=player.name, seat=seat, chips=1_000_00), player)
    while house.table.rounds < ROUNDS:
        duty = next_duty(house.worker.rules("t"), house.table)
        seat = duty.seat or next(each for each in house.table.seats if each != house.table.bank.seat)
        player = Actor(house.table.seats.get(seat, ""))
        answers: dict[Act, c.Command] = {
            Act.ANSWER_CUT: c.RefuseCut(seat=seat),
            Act.ANSWER_BANK: c.TakeBank(seat=seat, amount=100_00),
            Act.ADD_TO_BANK: c.AddToBank(player=player.name, amount=0),
            Act.PLACE_WAGERS: c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00),
            Act.CHOOSE: c.Surrender(hand=seat),
            Act.ANSWER_TIE_OFFER: c.DeclineTieWager(hand=seat),
        }
        house.must(answers[duty.act], player)
        if duty.act is Act.PLACE_WAGERS:
            house.must(c.CallNoMoreBets(), PIT)
    books = Books(store)
    all_rounds = find_rounds(store, books, RoundSearch(most=100)).rounds
    signs = {"won": 1, "lost": -1, "even": 0}
    for name in ("Ann", "Ben"):
        for outcome, sign in signs.items():
            search = RoundSearch(player=name, outcome=RoundOutcome(outcome), most=100)
            found = {each.round for each in find_rounds(store, books, search).rounds}
            nets = {
                each.round: each.house
                if each.bank == name
                else sum(hand.net for hand in each.hands if hand.player == name)
                for each in all_rounds
            }
            assert found == {number for number, net in nets.items() if (net > 0) - (net < 0) == sign}
    assert any(each.bank and each.house for each in all_rounds)


def test_a_floor_view_predicts_each_ruling(house: Served):
    house.must(ProvideCare(two_people=True, cash_above=1, check_seconds=0), SOFTWARE)
    view = floor_view(house.worker, "t")
    assert view.stop is not None
    assert (view.condition.value, view.stop.irregularity) == ("ruling", Irregularity.OTHER)
    offers = {each.words: each for each in view.stop.rulings}
    assert {*offers} == {"play on", "void the round"}
    assert offers["play on"].two_people == ""
    assert offers["void the round"].two_people == "a void that moves money"
    assert any(
        "returned the initial wager of $10.00 to Ann" in each for each in offers["void the round"].sentences
    )
    assert [each.kind for each in alerts(Books(house.store))][:1] == [AlertKind.RULING]
    rule = TableRequest(table="t", actor=FAY, command=c.Rule(ruling=Ruling.VOID_THE_ROUND), seconded=MARY)
    [answer] = house.worker.ask(rule)
    assert isinstance(answer, Accepted)
    after = floor_view(house.worker, "t")
    assert after.stop is None
    assert {type(each.command) for each in after.acts} >= {c.PausePlay, c.CloseTable, c.Fill}
    assert Irregularity.OTHER in {getattr(each.command, "irregularity", None) for each in after.reports}
    assert [*verify(house.store)] == []


@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.CONTINUOUS])
def test_a_floor_view_says_whether_the_shuffler_deals(store: Store, shuffler: Shuffler):
    house = Served(store)
    choices = replace(SETTINGS.house, shuffler=shuffler)
    house.worker.open("t", replace(SETTINGS, house=choices))
    house.must(c.OpenTable(), PIT)
    house.seat(ANN, BEN)
    assert floor_view(house.worker, "t").in_device is (shuffler is Shuffler.CONTINUOUS)


@pytest.mark.parametrize("dealt_by", ["software", "people"])
def test_a_floor_view_offers_all_that_law_and_house_permit(store: Store, dealt_by: str):
    house = Served(store)
    sample = load_sample("maryland")
    automatic = dealt_by == "software"
    house.worker.open("t", TableSettings(rulebook="maryland", house=sample, automatic=automatic, floor=True))
    rules, settings = house.worker.rules("t"), house.worker.settings("t")

    def told(view: FloorView) -> set[str]:
        rulings = view.stop.rulings if view.stop else ()
        return {_plain(each.command) for each in (*rulings, *view.acts, *view.reports)}

    def lawful() -> set[str]:
        found = [each.command for each in staff_actions(rules, house.table, {Role.FLOORPERSON}, "Fay")]
        return {_plain(each) for each in found if is_permitted(settings, FAY, each)}

    def same() -> None:
        assert told(floor_view(house.worker, "t")) == lawful()

    same()
    house.must(c.OpenTable(by=Role.FLOORPERSON), FAY)
    same()
    house.must(Deposit(player="Ann", amount=1_000_00), PIT)
    house.must(c.Sit(player="Ann", seat=1, chips=500_00))
    for _ in range(40):
        same()
        due = next_duty(rules, house.table)
        if due.act is Act.PLACE_WAGERS:
            house.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
        elif due.act is Act.CALL_NO_MORE_BETS:
            house.must(c.CallNoMoreBets(), PIT)
        elif due.role is Role.PLAYER:
            house.must(legal_actions(rules, house.table, "Ann")[0].command)
        else:
            house.must(staff_actions(rules, house.table, PIT.roles, "pit")[0].command, PIT)
    house.must(c.ReportIrregularity(by=Role.FLOORPERSON, irregularity=Irregularity.OTHER), FAY)
    same()


def _plain(command: object) -> str:
    """Name a command without what somebody has yet to say with it."""
    said = {name: value for name, value in msgspec.to_builtins(command).items() if value}
    return str({name: said[name] for name in said if name not in {"amount", "inventory", "card", "dealer"}})


def test_house_win_lines_are_the_sum_of_all_tables(house: Served):
    house.worker.open("u", SETTINGS)
    opened = TableRequest(table="u", actor=PIT, command=c.OpenTable(inventory=5_000_00))
    assert isinstance(house.worker.ask(opened)[0], Accepted)
    books = Books(house.store)
    [together] = house_win_lines(books, Grouping.DAY)
    each = [line for name in ("t", "u") for line in win_lines(books.of(name), books.pit(), Grouping.DAY)]
    assert len(each) == 2
    for name in ("win", "drop", "theoretical", "opener", "closer", "rounds"):
        assert getattr(together, name) == sum(getattr(line, name) for line in each)
    assert together.hold == together.win / together.drop


def test_two_managers_adjust_a_linked_meter(store: Store):
    house = Served(store)
    house.worker.open("t", replace(EASY, links={METER: GRAND}))
    house.must(c.OpenTable(), PIT)
    house.must(ProvideCare(two_people=True, cash_above=1, check_seconds=0), SOFTWARE)
    change = TableRequest(
        table=METER_ROOM, actor=MARY, command=AdjustMeter(meter=GRAND, change=500_00, note="why")
    )
    for second, code in ((None, "needs_second"), (MARY, "role_may_not"), (FAY, "role_may_not")):
        [answer] = house.worker.ask(replace(change, seconded=second))
        assert isinstance(answer, Refused)
        assert answer.code == code
    [answer] = house.worker.ask(replace(change, seconded=MARK))
    assert isinstance(answer, Accepted)
    assert answer.commit is not None
    assert [(entry.who, entry.seconded) for entry in answer.commit.entries] == [("Mary", "Mark")]
    assert [*verify(house.store)] == []
