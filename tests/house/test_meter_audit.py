"""The audit of meters: journals that were written anew from end to end, each in order by itself."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from casinowar.game import commands as c
from casinowar.house.backoffice.meters import adjust_meter
from casinowar.house.journal.commits import Commit, decode_settings, encode_settings
from casinowar.house.journal.requests import Accepted
from casinowar.house.offices.linked_meters import METER_ROOM, AdjustMeter, MeterAdjusted, MeterPosition
from casinowar.house.storage.schema import STREAMS
from casinowar.house.storage.store import Store
from tests.house.linked_meter_scenario import (
    DEALT,
    GRAND,
    RESET,
    commits,
    linked_house,
    must,
    seated,
    shown,
    wagered,
)
from tests.house.test_care import rewritten
from tests.house.test_linked_tables import MANAGER, House

Stands = tuple[MeterPosition, ...]


@pytest.fixture
def house(tmp_path) -> House:
    """Have two tables raise a meter in turn, which a manager raises, too; one is told what the others did."""
    house = House(Store(f"sqlite:///{tmp_path}/house.db"))
    for table in ("t", "u"):
        seated(house.worker, table, DEALT)
    for table in ("t", "u"):
        wagered(house.worker, table)
    assert isinstance(adjust_meter(house.worker, GRAND, 5_00, by=MANAGER, note="a promotion"), Accepted)
    must(house.worker, "t", c.PausePlay())
    must(house.worker, "u", c.PausePlay())
    assert shown(house.worker, "t") == RESET + 60 + 60 + 5_00
    house.check()
    return house


def told(change: Callable[[MeterPosition], MeterPosition]) -> Callable[[Commit], Commit]:
    """Change every place at which a journal says where the meter stands."""
    return lambda commit: replace(commit, meters=tuple(change(each) for each in commit.meters))


def changed(**values: object) -> Callable[[Commit], Commit]:
    """Change the places at which a table says that it has changed the meter."""
    return told(lambda stand: replace(stand, **values) if stand.changed and stand.version > 1 else stand)


def heard(**values: object) -> Callable[[Commit], Commit]:
    """Change the places at which a table shows what others made of the meter."""
    return told(lambda stand: stand if stand.changed else replace(stand, **values))


@pytest.mark.parametrize(
    ("table", "change", "said"),
    [
        ("t", lambda commit: replace(commit, meters=()), "it does not say what the meter Grand shows"),
        (
            "t",
            lambda commit: replace(
                commit, meters=(*commit.meters, MeterPosition(meter="x", version=1, amount=1))
            ),
            "it names the meter x, which the table does not have",
        ),
        ("t", changed(before=None), "is said to have changed but did not, or the reverse"),
        ("t", changed(before=1), "does not add up to what it is said to show"),
        ("t", changed(before=1), "was changed from an amount that it did not show"),
        ("t", changed(amount=1), "is not shown as $0.01 at the table"),
        ("t", changed(version=9), "has no change"),
        ("u", changed(version=2), "has change 2 twice"),
        ("t", heard(version=1), "did not show"),
        ("u", heard(version=1, amount=RESET), "was shown with an older amount than before"),
        (
            "t",
            told(lambda stand: replace(stand, before=5) if stand.started else stand),
            "does not begin at zero with its first change",
        ),
    ],
)
def test_a_commit_must_say_of_a_meter_what_its_events_did(
    house: House, table: str, change: Callable[[Commit], Commit], said: str
):
    found = rewritten(house, table, change)
    assert any(said in each for each in found), found


def test_an_adjustment_below_the_reset_is_found(house: House):
    def lowered(commit: Commit) -> Commit:
        [entry], [stand] = commit.entries, commit.meters
        assert isinstance(entry.command, AdjustMeter)
        down = -RESET
        event = MeterAdjusted(meter=GRAND, change=down)
        less = replace(entry, command=replace(entry.command, change=down), events=(event,))
        meters = (replace(stand, amount=(stand.before or 0) + down),)
        return replace(commit, entries=(less,), meters=meters)

    found = rewritten(house, METER_ROOM, lowered)
    assert f"the meter {GRAND} was lowered below $10,000.00" in found
    assert f"the meter {GRAND} is stored with another change, or none" in found


def test_a_meter_that_differs_from_its_account_is_found(house: House):
    assert commits(house.store, METER_ROOM)[-1].meters[0].version == house.store.meter_value(GRAND).version
    found = rewritten(house, METER_ROOM, told(lambda stand: replace(stand, amount=stand.amount + 1)))
    assert f"the meter {GRAND} differs from its account" in found


def test_tables_that_share_a_meter_must_agree_on_its_terms(house: House):
    settings = decode_settings(house.store.settings("u") or b"")
    other = encode_settings(replace(settings, house=linked_house(rate="13%")))
    with house.store.writing() as connection:
        connection.execute(update(STREAMS).where(STREAMS.c.table == "u").values(settings=other))
    found = rewritten(house, "u", lambda commit: commit)
    assert any("the meter 'Grand' differ between tables" in each for each in found), found
