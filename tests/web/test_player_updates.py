"""Net position over the table's WebSocket: always visible, to the player themselves and to nobody else."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from casinowar.client import LiveTable
from casinowar.game import commands as c
from casinowar.game.words import Wager
from casinowar.house.offices.care import SetLimit
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.offices.cashier import Deposit
from casinowar.house.serving.startup import served
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store
from casinowar.web import care, player_updates
from casinowar.web.messages import CareView
from tests.house.sample_house import KEY
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, played, to_betting


async def stands(table: LiveTable, is_so: Callable[[CareView], bool]) -> CareView:
    """Wait until the house has told a player that something is so."""
    await table.until(lambda _: table.care is not None and is_so(table.care))
    assert table.care is not None
    return table.care


def test_a_player_is_told_how_they_stand_whatever_changed_it(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            async with ann.live(name) as table, ann.live("maryland") as elsewhere:
                await stands(table, lambda care: care.standing.balance == 1_000_00)
                assert (await table.do(c.Sit(player=ann_is, seat=1, chips=500_00))).accepted
                sat = await stands(table, lambda care: care.standing.on_table == 500_00)
                assert sat.standing.balance == 500_00
                assert sat.next_check
                await stands(elsewhere, lambda care: care.standing.on_table == 500_00)
                await to_betting(table, ann_is)
                assert (await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=25_00))).accepted
                await stands(table, lambda care: care.standing.wagered == 25_00)
                said = SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=50_00)
                assert (await ann.ask_care(said)).accepted
                limited = await stands(table, lambda care: bool(care.limits))
                assert limited.limits[0].most == 50_00
                assert (
                    await (await people.operator()).ask_cashier(Deposit(player=ann_is, amount=7_00))
                ).accepted
                told = await stands(table, lambda care: care.standing.balance == 507_00)
                assert told.standing.net_day == 0
                me = await ann.me()
                assert (me.care.standing.wagered, me.care.limits) == (25_00, told.limits)

    played(play())


def test_nobody_is_told_how_another_stands(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            eve, _ = await people.player()
            async with ann.live(name) as table, eve.live(name) as watching:
                heard: list[CareView] = []
                watching.on_care = heard.append
                assert (await table.do(c.Sit(player=ann_is, seat=1, chips=500_00))).accepted
                await stands(table, lambda care: care.standing.on_table == 500_00)
                await watching.reach(table.version)
                await stands(watching, lambda care: care.standing.balance == 1_000_00)
                await asyncio.sleep(0)
                assert {each.standing.on_table for each in heard} <= {0}
                assert {each.standing.balance for each in heard} <= {1_000_00}

    played(play())


def test_all_who_wait_are_read_together_and_one_who_cannot_be_read_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A look for each of hundreds of sockets, each with its rest, would make the news minutes old."""
    readings: list[int] = []
    read, stands_of = player_updates._read_views, care.stands

    def counted(
        store: Store, state: care.KnownOffices, players: list[str]
    ) -> tuple[dict[str, CareView], float]:
        readings.append(len(players))
        return read(store, state, players)

    def failing(store: StoreReader, state: care.KnownOffices, player: str) -> CareView:
        if player == "P7":
            raise OSError("the disk is full")
        return stands_of(store, state, player)

    monkeypatch.setattr(player_updates, "_read_views", counted)
    monkeypatch.setattr(care, "stands", failing)

    async def look() -> None:
        async with served(f"sqlite:///{tmp_path}/house.db", KEY) as serving:
            pace = player_updates.CareReader(serving)
            told = await asyncio.gather(*(pace.look(f"P{each % 100}") for each in range(200)))
            assert readings == [50, 50], "each player is read once"
            assert [number for number, view in enumerate(told) if view is None] == [7, 107]
            assert await pace.look("P3") is not None

    played(look())


def test_who_asks_is_read_at_one_moment_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Chips that go to the account between two readings would be in neither."""
    readers: list[StoreReader] = []
    stands_of = care.stands

    def noted(store: StoreReader, state: care.KnownOffices, player: str) -> CareView:
        readers.append(store)
        return stands_of(store, state, player)

    monkeypatch.setattr(care, "stands", noted)

    async def look() -> None:
        async with served(f"sqlite:///{tmp_path}/house.db", KEY) as serving:
            await care.view(serving, "Ann")
            assert not isinstance(readers[0], Store)

    played(look())
