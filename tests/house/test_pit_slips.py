"""Slips: exact denominations, two people, numbers without gaps, each carried out once."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.accounts import wallet
from casinowar.house.audit.verify import verify
from casinowar.house.backoffice.books import Books
from casinowar.house.journal.commits import decode_commit
from casinowar.house.journal.requests import Accepted, Actor, Refused, TableRequest
from casinowar.house.offices import care
from casinowar.house.offices import pit as p
from casinowar.house.offices.cashier import Deposit
from casinowar.house.offices.chip_counts import DENOMINATIONS, fewest, total
from casinowar.house.offices.gaming_day import Hours, Shift
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import PIT_OFFICE, PitState, SlipKind, SlipStage, decide, evolve
from casinowar.house.storage.store import JournalPage, Store, WriteOutcome
from tests.house.sample_house import ANN, KEY, SETTINGS, Served
from tests.house.sample_house import PIT as CASHIER
from tests.house.test_care import SOFTWARE, rewritten, with_entries

FLO = Actor("Flo", frozenset({Role.FLOORPERSON}))
DAN = Actor("Dan", frozenset({Role.DEALER}))
CAGE = Actor("Cleo", frozenset(), cage=True)
EVERYTHING = Actor("Eve", frozenset({Role.FLOORPERSON, Role.DEALER, Role.MANAGER}), cage=True)
BOSS = Actor("Bo", frozenset({Role.MANAGER, Role.FLOORPERSON}))
DAY = 86_400_000
CHIPS = st.dictionaries(st.sampled_from(DENOMINATIONS), st.integers(0, 2000), max_size=6)


@pytest.fixture
def house(store: Store) -> Served:
    """Open a table by its opener: a floorperson counts, and the dealer signs."""
    served = Served(store)
    served.worker.open("t", replace(SETTINGS, floor=True, slips=True))
    carried(served, SlipKind.OPENER, 10_000_00, DAN)
    return served


def asked(served: Served, kind: SlipKind, amount: int, by: Actor = FLO) -> str:
    """Ask for a slip, and give its number."""
    answer = served.must(p.AskForSlip(kind=kind, table="t", chips=fewest(amount)), by)
    assert answer.commit is not None
    [event] = answer.commit.events
    assert isinstance(event, p.SlipAsked)
    return event.slip


def agree(kind: SlipKind, number: str) -> p.SlipCommand:
    counts = kind in {SlipKind.OPENER, SlipKind.CLOSER}
    return (p.SignCount if counts else p.AcceptSlip)(table="t", slip=number)


def carried(served: Served, kind: SlipKind, amount: int, second: Actor = CAGE) -> str:
    number = asked(served, kind, amount)
    served.must(agree(kind, number), second)
    served.worker.run_timeouts()
    return number


def became(served: Served) -> list[p.SlipEvent]:
    commits = [decode_commit(body) for _, body, _ in served.store.pages(PIT_OFFICE)]
    return [event for commit in commits for event in commit.events if isinstance(event, p.SlipEvent)]


def refusal(served: Served, command: OfficeCommand | c.Command, actor: Actor) -> str:
    answer = served.ask(command, actor)
    assert isinstance(answer, Refused), answer
    return answer.code


@given(CHIPS)
def test_chips_add_up_and_any_amount_can_be_made_up(chips: dict[int, int]):
    amount = sum(worth * count for worth, count in chips.items())

    assert total(chips) == amount
    assert total(fewest(amount)) == amount
    event = decide(PitState(), "Flo", p.AskForSlip(kind=SlipKind.OPENER, table="t", chips=chips), 0)[0]
    assert isinstance(event, p.SlipAsked)
    assert (event.amount, total(event.chips)) == (amount, amount)


def test_unknown_denominations_are_refused(house: Served):
    odd = p.AskForSlip(kind=SlipKind.FILL, table="t", chips={7_00: 1})
    assert refusal(house, odd, FLO) == "not_possible"
    house.must(p.IssueChips(denominations=(7_00, 1_00)), CAGE)
    house.must(odd, FLO)
    assert refusal(house, p.AskForSlip(kind=SlipKind.FILL, table="t", chips={5_00: 1}), FLO) == "not_possible"
    with pytest.raises(InputError, match="cannot be made up"):
        fewest(1, (100,))


def test_an_opener_sets_the_signed_count(house: Served):
    assert (house.table.open, house.table.inventory, house.table.counted) == (True, 10_000_00, True)
    assert house.table.dealer == "Dan"
    assert [*verify(house.store, KEY)] == []


@pytest.mark.parametrize(("kind", "sign"), [(SlipKind.FILL, 1), (SlipKind.CREDIT, -1)])
def test_chips_move_only_after_two_people_agree(house: Served, kind: SlipKind, sign: int):
    number = asked(house, kind, 57_50)
    house.worker.run_timeouts()
    assert house.table.inventory == 10_000_00
    for nobody in (FLO, DAN, ANN):
        assert refusal(house, agree(kind, number), nobody) == "role_may_not"
    house.must(agree(kind, number), CAGE)
    assert house.table.inventory == 10_000_00
    house.worker.run_timeouts()
    assert house.table.inventory == 10_000_00 + sign * 57_50
    house.worker.run_timeouts()
    assert house.table.inventory == 10_000_00 + sign * 57_50
    done = became(house)[-1]
    assert isinstance(done, p.SlipCarriedOut)
    [moved] = [each for each in house.commits() if each.version == done.version]
    assert isinstance(moved.events[-1], e.FillMade if sign > 0 else e.CreditMade)
    assert [*verify(house.store, KEY)] == []


def test_the_requester_cannot_agree_to_a_slip(house: Served):
    for kind in (SlipKind.FILL, SlipKind.CLOSER):
        number = asked(house, kind, 100_00, EVERYTHING)
        assert refusal(house, agree(kind, number), EVERYTHING) == "not_possible"
    house.worker.run_timeouts()
    assert house.table.inventory == 10_000_00


def test_dealers_sign_counts_and_the_cage_accepts_fills(house: Served):
    fill, closer = asked(house, SlipKind.FILL, 1_00), asked(house, SlipKind.CLOSER, 1_00)
    assert refusal(house, p.SignCount(table="t", slip=fill), DAN) == "not_possible"
    assert refusal(house, p.AcceptSlip(table="t", slip=closer), CAGE) == "not_possible"
    assert refusal(house, p.CarryOutSlip(table="t", slip=fill, version=1), EVERYTHING) == "role_may_not"


@pytest.mark.parametrize("kind", [SlipKind.FILL, SlipKind.CREDIT])
def test_a_fill_needs_chips(house: Served, kind: SlipKind):
    for chips in ({}, {1_00: 0}):
        assert refusal(house, p.AskForSlip(kind=kind, table="t", chips=chips), FLO) == "not_possible"


def test_a_table_has_one_open_count(house: Served):
    """Chips may still come while a count waits: it is then no longer to the cent, and void."""
    first = asked(house, SlipKind.CLOSER, 10_000_00)
    again = p.AskForSlip(kind=SlipKind.CLOSER, table="t", chips={100_00: 100})
    assert refusal(house, again, FLO) == "not_possible"
    carried(house, SlipKind.FILL, 100_00)
    house.must(p.RefuseSlip(table="t", slip=first), FLO)
    house.must(again, FLO)


def test_an_agreed_slip_is_final(house: Served):
    number = asked(house, SlipKind.FILL, 100_00)
    with pytest.raises(InputError, match="is waiting"):
        decide(
            house.worker.position(PIT_OFFICE).office,
            "house",
            p.CarryOutSlip(table="t", slip=number, version=1),
            house.now,
        )
    house.must(agree(SlipKind.FILL, number), CAGE)
    for late in (agree(SlipKind.FILL, number), p.RefuseSlip(table="t", slip=number)):
        assert refusal(house, late, CAGE) == "not_possible"
    house.worker.run_timeouts()
    assert house.table.inventory == 10_100_00


def test_a_refused_slip_keeps_its_number(house: Served):
    first = asked(house, SlipKind.FILL, 100_00)
    house.must(p.RefuseSlip(table="t", slip=first, note="Too much."), CAGE)
    assert refusal(house, agree(SlipKind.FILL, first), CAGE) == "not_possible"
    second = asked(house, SlipKind.FILL, 50_00)
    assert int(second.rpartition("-")[2]) == int(first.rpartition("-")[2]) + 1
    house.worker.run_timeouts()
    assert house.table.inventory == 10_000_00


def test_a_credit_above_the_tray_is_void(house: Served):
    carried(house, SlipKind.CREDIT, 10_000_01)
    last = became(house)[-1]
    assert isinstance(last, p.SlipVoided)
    assert "$10,000.00" in last.note
    assert house.table.inventory == 10_000_00


def test_the_closer_must_match_the_tray_to_the_cent(house: Served):
    for wrong in (9_999_99, 10_000_01):
        carried(house, SlipKind.CLOSER, wrong, DAN)
        assert isinstance(became(house)[-1], p.SlipVoided)
        assert house.table.open
    carried(house, SlipKind.CLOSER, 10_000_00, DAN)
    assert not house.table.open
    assert [*verify(house.store, KEY)] == []


@pytest.mark.parametrize(
    "command",
    [c.Fill(amount=1_00), c.Credit(amount=1_00), c.CloseTable(), c.OpenTable(by=Role.FLOORPERSON)],
)
def test_a_table_with_slips_takes_no_direct_fills(house: Served, command: c.Command):
    assert refusal(house, command, FLO) == "slip_needed"


def test_slips_need_a_floor(store: Store):
    with pytest.raises(InputError, match="floorperson"):
        Served(store).worker.open("x", replace(SETTINGS, slips=True))


def test_a_slip_is_carried_out_once_despite_crashes(house: Served, monkeypatch: pytest.MonkeyPatch):
    number = asked(house, SlipKind.FILL, 100_00)
    house.must(agree(SlipKind.FILL, number), CAGE)
    dying = house.another()
    dying.refresh_all()
    apply = dying._apply

    def dies(requests: Any) -> Any:
        if requests[0].table == PIT_OFFICE:
            raise SystemExit("the plug was pulled")
        return apply(requests)

    monkeypatch.setattr(dying, "_apply", dies)
    with pytest.raises(SystemExit):
        dying.run_timeouts()
    for worker in (house.another(), house.another()):
        worker.refresh_all()
        worker.run_timeouts()
        assert worker.position("t").table.inventory == 10_100_00
    assert isinstance(became(house)[-1], p.SlipCarriedOut)
    assert [*verify(house.store, KEY)] == []


@pytest.mark.parametrize("slips", [False, True], ids=["by the clock", "with a slip of its own"])
def test_a_failing_table_does_not_block_slips_of_others(
    house: Served, monkeypatch: pytest.MonkeyPatch, *, slips: bool
):
    house.worker.open("bad", replace(SETTINGS, seat_seconds=600, floor=True))
    house.must(Deposit(player="Ann", amount=100_00), CASHIER)
    for actor, command in ((CASHIER, c.OpenTable()), (ANN, c.Sit(player="Ann", seat=1, chips=100_00))):
        [answer] = house.worker.ask(TableRequest(table="bad", actor=actor, command=command))
        assert isinstance(answer, Accepted), answer
    if slips:
        house.must(p.AskForSlip(kind=SlipKind.FILL, table="bad", chips={1_00: 1}), FLO)
        house.must(p.AcceptSlip(table="bad", slip=f"{Hours().day(house.now)}-1"), CAGE)
    number = asked(house, SlipKind.FILL, 100_00)
    house.must(agree(SlipKind.FILL, number), CAGE)
    write = house.store.write

    def failing(pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        if any(page.table == "bad" for page in pages):
            raise RuntimeError
        return write(pages)

    monkeypatch.setattr(house.store, "write", failing)
    house.now += 600_000
    house.worker.run_timeouts()
    assert house.table.inventory == 10_100_00
    [*_, last] = became(house)
    assert (type(last), last.slip, last.table) == (p.SlipCarriedOut, number, "t")


def test_concurrent_processes_number_slips_uniquely(house: Served):
    first, second, command = house.worker, house.another(), p.AskForSlip
    second.refresh_all()
    for turn in range(6):
        house.worker = (first, second)[turn % 2]
        house.must(command(kind=SlipKind.FILL, table="t", chips={1_00: 5}), FLO)
    numbers = [int(each.slip.rpartition("-")[2]) for each in became(house) if isinstance(each, p.SlipAsked)]
    assert numbers == [*range(1, 8)]


def test_a_slip_for_a_missing_table_is_void(house: Served):
    house.must(p.AskForSlip(kind=SlipKind.FILL, table="cashier", chips={1_00: 1}), FLO)
    answer = house.must(p.AskForSlip(kind=SlipKind.FILL, table="nowhere", chips={1_00: 1}), FLO)
    assert answer.commit is not None
    for table in ("nowhere", "cashier"):
        number = f"{Hours().day(house.now)}-1"
        house.must(p.AcceptSlip(table=table, slip=number), CAGE)
        house.worker.run_timeouts()
        assert isinstance(became(house)[-1], p.SlipVoided)


ASKS = st.tuples(
    st.sampled_from("abc"), st.integers(0, 3 * DAY), st.sampled_from(["leave", "refuse", "agree"])
)


@settings(max_examples=200, deadline=None)
@given(st.lists(ASKS, max_size=40))
def test_slip_numbers_have_no_gaps(asks: list[tuple[str, int, str]]):
    state, found = PitState(), dict[str, list[str]]()
    for table, at, then in asks:
        [slip] = decide(state, "Flo", p.AskForSlip(kind=SlipKind.FILL, table=table, chips={1_00: 5}), at)
        assert isinstance(slip, p.SlipAsked)
        state = evolve(state, slip, at)
        found.setdefault(table, []).append(slip.slip)
        if then != "leave":
            kind = p.AcceptSlip if then == "agree" else p.RefuseSlip
            [answered] = decide(state, "Cleo", kind(table=table, slip=slip.slip), at)
            state = evolve(state, answered, at)
    for numbers in found.values():
        days = [number.rpartition("-")[0] for number in numbers]
        assert days == sorted(days)
        for day in {*days}:
            own = [int(number.rpartition("-")[2]) for number in numbers if number.startswith(f"{day}-")]
            assert own == [*range(1, len(own) + 1)]
    assert all(each.stage in {SlipStage.WAITING, SlipStage.AGREED} for each in state.slips.values())


def test_the_drop_is_counted_by_other_people(house: Served):
    today = Hours().day(house.now)
    for amount in (100_00, 40_00):
        house.must(p.DropCash(table="t", player="Ann", amount=amount), FLO)
    assert house.store.balance(wallet("Ann")) == 140_00
    assert refusal(house, p.CountDrop(table="t", day=today, amount=1), FLO) == "role_may_not"
    assert refusal(house, p.CountDrop(table="t", day=today, amount=1), CAGE) == "not_possible"
    house.now += DAY
    answer = house.must(p.CountDrop(table="t", day=today, amount=139_00), CAGE)
    assert answer.commit is not None
    [counted] = answer.commit.events
    assert isinstance(counted, p.DropCounted)
    assert (counted.amount, counted.expected) == (139_00, 140_00)
    assert refusal(house, p.CountDrop(table="t", day=today, amount=140_00), CAGE) == "not_possible"
    assert [*verify(house.store, KEY)] == []


def test_a_corrected_drop_keeps_both_counts(house: Served):
    provided = care.ProvideCare(two_people=True, cash_above=10_000_00, check_seconds=0)
    [answer] = house.worker.ask(TableRequest(table=care.CARE, actor=SOFTWARE, command=provided))
    assert isinstance(answer, Accepted), answer
    today = Hours().day(house.now)
    house.must(p.DropCash(table="t", player="Ann", amount=140_00), FLO)
    right = p.CorrectDrop(table="t", day=today, amount=140_00, note="two bills stuck together")

    def asks(actor: Actor, second: Actor | None) -> str:
        asked = TableRequest(table=PIT_OFFICE, actor=actor, command=right, seconded=second)
        [answer] = house.worker.ask(asked)
        return answer.code if isinstance(answer, Refused) else ""

    house.now += DAY
    assert asks(CAGE, BOSS) == "not_possible"  # nobody has counted it yet
    house.must(p.CountDrop(table="t", day=today, amount=120_00), CAGE)
    assert asks(CAGE, None) == "needs_second"
    assert asks(CAGE, CAGE) == asks(CAGE, FLO) == asks(FLO, CAGE) == "role_may_not"
    assert asks(CAGE, BOSS) == ""

    [box] = Books(house.store).pit().boxes.values()
    assert (box.cash, box.first_counted, box.counted) == (140_00, 120_00, 140_00)
    [*_, counted, corrected] = [decode_commit(body) for _, body, _ in house.store.pages(PIT_OFFICE)]
    assert [each.entries[0].who for each in (counted, corrected)] == ["Cleo", "Cleo"]
    assert corrected.entries[0].seconded == "Bo"
    told = f"Cleo corrected the count of the box of t of {today} to $140.00: two bills stuck together"
    assert [each.sentence() for each in corrected.events] == [told]  # type: ignore[attr-defined]  # an office's
    right = replace(right, amount=139_00)
    assert asks(BOSS, CAGE) == ""
    [box] = Books(house.store).pit().boxes.values()
    assert (box.first_counted, box.counted) == (120_00, 139_00)
    assert [*verify(house.store, KEY)] == []
    alone = rewritten(house, PIT_OFFICE, lambda commit: with_entries(commit, seconded=""))
    assert "Bo did alone what takes two people: correcting the count of a drop box" in alone


def test_a_counted_drop_box_takes_no_cash(house: Served):
    """The hours were posted anew since, or the clock goes back: it is the day of that box again."""
    today = Hours().day(house.now)
    counted = PitState(counted=frozenset({("t", today)}))
    cash = p.DropCash(table="t", player="Ann", amount=1_00)

    with pytest.raises(InputError, match=f"The box of t for {today} is already counted"):
        decide(counted, "Flo", cash, house.now)
    assert decide(counted, "Flo", cash, house.now + DAY)
    assert decide(counted, "Flo", replace(cash, table="u"), house.now)


def test_dealers_clock_in_and_out(house: Served):
    assert refusal(house, p.ClockOut(), DAN) == "not_possible"
    house.must(p.ClockIn(), DAN)
    assert refusal(house, p.ClockIn(), DAN) == "not_possible"
    assert refusal(house, p.ClockIn(), ANN) == "role_may_not"
    house.must(p.ClockOut(), DAN)


@pytest.mark.parametrize(
    ("hours", "code"),
    [
        (Hours(zone=7), "not_possible"),
        (Hours(shifts=(Shift(name="a", begins=0), Shift(name="a", begins=60))), "not_possible"),
        (Hours(shifts=(Shift(name="a", begins=60), Shift(name="b", begins=0))), "not_possible"),
        (Hours(shifts=(Shift(name="a", begins=-60),)), "malformed"),
    ],
)
def test_inconsistent_hours_are_refused(house: Served, hours: Hours, code: str):
    assert refusal(house, p.PostHours(hours=hours), CAGE) == code


@given(st.integers(-900, 900), st.integers(0, 95), st.integers(0, 10**13))
def test_every_time_has_a_gaming_day_and_a_shift(zone: int, first: int, at: int):
    hours = Hours(
        zone=zone,
        shifts=tuple(Shift(name=str(n), begins=first * 15 + n * 480) for n in range(3)),
    )
    assert hours.shift(at) in {"0", "1", "2"}
    assert hours.day(at + DAY) > hours.day(at)
