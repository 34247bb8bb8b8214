"""Meters that tables share, over the network."""

from uuid import uuid4

import httpx
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.words import Role, Wager
from casinowar.house.people.posts import Post
from tests.house.linked_meter_scenario import EASY, METER, RESET
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, played


def test_tables_show_one_meter_and_everybody_may_see_it(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name, tables = f"m-{uuid4().hex[:8]}", [f"t-{uuid4().hex[:8]}" for _ in range(2)]
            operator, dealer = await people.operator(), await people.holding(Post.DEALER)
            for table in tables:
                await operator.set_up(table, replace(EASY, links={METER: name}))
                assert (await operator.ask(table, c.OpenTable(by=Role.MANAGER))).accepted
            ann, ann_is = await people.player()
            ben, ben_is = await people.player()
            async with ben.live(tables[1]) as other:
                for command in (
                    c.Sit(player=ann_is, seat=1, chips=100_00),
                    c.RefuseCut(seat=1),
                    c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00),
                    c.PlaceWager(hand=1, wager=Wager.PROGRESSIVE, amount=5_00),
                ):
                    assert (await ann.ask(tables[0], command)).accepted, command
                assert (await dealer.ask(tables[0], c.CallNoMoreBets())).accepted
                reply = await other.do(c.Sit(player=ben_is, seat=1, chips=100_00))
                state = await other.reach(reply.version)
            watcher = await people.holding(Post.SURVEILLANCE)
            [meter] = [each for each in await watcher.meters() if each.name == name]
            assert {*meter.tables} == {*tables}
            own = {"authorization": f"Bearer {watcher.token}"}
            async with httpx.AsyncClient(base_url=server.address, headers=own, timeout=60) as plain:
                signs = (await plain.get("/api/signs")).raise_for_status().json()
            [sign] = [each for each in signs if each["name"] == name]
            assert (sign["meter"], sign["amount"]) == (METER, meter.amount)
            assert not [each for each in signs if not each["name"] and {*each["tables"]} & {*tables}]
            assert [each["meter"] for each in signs if each["tables"] == ["maryland"]] == [
                "progressive",
                "primary",
                "secondary",
            ]
            assert meter.amount == state.meters[METER]
            assert meter.amount in {RESET, RESET + 60}  # a tie that needed no answer would have won it

    played(play())
