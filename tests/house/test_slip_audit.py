"""The audit of slips: chips move at a table if, and only if, two people agreed to it."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.house.audit.verify import verify
from casinowar.house.journal.requests import THE_HOUSE, Answer, Refused, TableRequest
from casinowar.house.offices.pit import Slip, SlipKind, table_command
from casinowar.house.policy import slip_execution
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from tests.house.sample_house import KEY, SETTINGS, Served
from tests.house.test_pit_slips import CAGE, DAN, FLO, agree, asked, carried


@pytest.fixture
def house(store: Store) -> Served:
    """Open a table by its opener, with a fill and a credit after it."""
    served = Served(store)
    served.worker.open("t", replace(SETTINGS, floor=True, slips=True))
    carried(served, SlipKind.OPENER, 10_000_00, DAN)
    carried(served, SlipKind.FILL, 500_00)
    carried(served, SlipKind.CREDIT, 200_00)
    return served


def problems(served: Served) -> list[str]:
    return [fault.problem for fault in verify(served.store, KEY)]


def test_carried_out_slips_are_in_order(house: Served):
    asked(house, SlipKind.FILL, 1_00)
    house.must(agree(SlipKind.FILL, asked(house, SlipKind.FILL, 2_00)), CAGE)
    carried(house, SlipKind.CREDIT, 99_999_00)
    carried(house, SlipKind.CLOSER, 10_302_00, DAN)
    assert not house.table.open
    assert problems(house) == []


@pytest.mark.parametrize("command", [c.Fill(amount=1_00), c.Credit(amount=1_00), c.CloseTable()])
def test_chips_moved_without_a_slip_are_found(
    house: Served, command: c.Command, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("casinowar.house.policy.permissions.check_goes_by_slip", lambda _command: None)
    house.must(command, FLO)
    assert problems(house) == ["chips moved between table and cage without a slip"]


def test_an_amount_that_differs_from_the_slip_is_found(house: Served, monkeypatch: pytest.MonkeyPatch):
    def more(slip: Slip) -> c.Command:
        return table_command(replace(slip, amount=slip.amount + 1))

    monkeypatch.setattr(slip_execution, "table_command", more)
    number = carried(house, SlipKind.FILL, 10_00)
    assert problems(house) == [f"what moved differs from slip {number}"]


def test_chips_moved_by_a_void_slip_are_found(house: Served, monkeypatch: pytest.MonkeyPatch):
    real = Worker._apply

    def lies(worker: Worker, requests: list[TableRequest]) -> list[Answer]:
        said = real(worker, requests)
        return [Refused("not_now", "Not now.")] if isinstance(requests[0].command, c.Fill) else said

    monkeypatch.setattr(Worker, "_apply", lies)
    number = carried(house, SlipKind.FILL, 10_00)
    assert problems(house) == [f"slip {number} is void, but its chips moved"]


def test_a_done_slip_without_moved_chips_is_found(house: Served, monkeypatch: pytest.MonkeyPatch):
    real = Worker._apply

    def lies(worker: Worker, requests: list[TableRequest]) -> list[Answer]:
        [asked_for] = requests
        if isinstance(asked_for.command, c.Fill):
            return real(worker, [replace(asked_for, id="t elsewhere")])
        return real(worker, requests)

    monkeypatch.setattr(Worker, "_apply", lies)
    number = carried(house, SlipKind.FILL, 10_00)
    assert problems(house) == [
        "chips moved between table and cage without a slip",
        f"slip {number} names a commit that did not carry it out",
    ]


def test_chips_moved_before_the_cage_accepts_are_found(house: Served):
    number = asked(house, SlipKind.FILL, 10_00)
    [slip] = house.worker.position("pit").office.slips.values()
    [answer] = house.worker._apply(
        [TableRequest(table="t", actor=THE_HOUSE, command=table_command(slip), id=f"t {number}")]
    )
    assert not isinstance(answer, Refused)
    assert problems(house) == [f"slip {number} is waiting, but its chips moved"]
