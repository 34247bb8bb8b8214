"""What is one's own over the network: rounds with what they brought, times at tables, money, sessions."""

from typing import Any

import httpx

from casinowar.client import Client
from casinowar.game import commands as c
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Wager
from casinowar.house.offices.cashier import Withdraw
from casinowar.house.people.posts import Post
from tests.web.served_house import ServedHouse
from tests.web.test_house import RULES, People, played, to_betting


async def asked(server: ServedHouse, client: Client, path: str) -> Any:
    """Ask for something of one's own."""
    own = {"authorization": f"Bearer {client.token}"}
    async with httpx.AsyncClient(base_url=server.address, headers=own, timeout=60) as plain:
        return (await plain.get(path)).raise_for_status().json()


def test_players_read_their_own_rounds_and_results(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            ben, ben_is = await people.player()
            dealer, operator = await people.holding(Post.DEALER), await people.operator()
            assert (await operator.ask_cashier(Withdraw(player=ann_is, amount=70_00))).accepted
            brought: list[int] = []
            async with ann.live(name) as table:
                for player, who, seat in ((ann, ann_is, 1), (ben, ben_is, 2)):
                    reply = await player.ask(name, c.Sit(player=who, seat=seat, chips=300_00))
                    assert reply.accepted
                    await table.reach(reply.version)
                while (duty := next_duty(RULES, table.state)).act is Act.ANSWER_CUT:
                    seat = duty.seat or 0
                    reply = await (ann if seat == 1 else ben).ask(name, c.RefuseCut(seat=seat))
                    await table.reach(reply.version)
                for number in range(3):
                    await to_betting(table, ann_is)
                    before = table.state.chips[ann_is]
                    assert (await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))).accepted
                    if number == 1:  # what is bought in the middle of a round is no gain
                        assert (await table.do(c.BuyChips(player=ann_is, amount=40_00))).accepted
                        before += 40_00
                    reply = await dealer.ask(name, c.CallNoMoreBets())
                    await table.reach(reply.version)
                    await to_betting(table, ann_is)
                    brought.append(table.state.chips[ann_is] - before)
                going_on = await asked(server, ann, "/api/me/sittings")
                assert (await table.do(c.LeaveTable(player=ann_is))).accepted
            rounds = await asked(server, ann, "/api/me/rounds")
            assert [(each["table"], each["round"], each["net"]) for each in rounds] == [
                (name, 3 - number, net) for number, net in enumerate(reversed(brought))
            ]
            assert await asked(server, ann, "/api/me/rounds?skip=1&most=1") == rounds[1:2]
            [left] = await asked(server, ann, "/api/me/sittings")
            assert (left["net"], left["rounds"], left["wagered"]) == (sum(brought), 3, 30_00)
            assert left["ended"] >= left["began"]
            assert going_on == [{**left, "ended": 0}]
            money = await asked(server, ann, "/api/me/money")
            assert [each["amount"] for each in money] == [-70_00, 1_000_00]
            assert await asked(server, ben, "/api/me/rounds") == []

    played(play())


def test_ending_other_sessions_keeps_the_current_one(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = "Sessions"
            here, elsewhere = people.client(), people.client()
            await here.sign_up(name, "correct horse battery")
            await elsewhere.sign_in(name, "correct horse battery")
            other, _ = await people.player()
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as plain:
                plain.headers["authorization"] = f"Bearer {here.token}"
                assert (await plain.delete("/api/me/sessions")).status_code == 204
                plain.headers["authorization"] = f"Bearer {elsewhere.token}"
                assert (await plain.get("/api/me")).status_code == 401
            assert (await here.me()).name == name
            assert (await other.me()).name

    played(play())
