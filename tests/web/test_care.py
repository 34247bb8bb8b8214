"""Care over the network: limits are one's own, exclusion is told, and two people are two."""

import asyncio
from typing import Any

import httpx
import pytest

from casinowar.client import Client, ClientError
from casinowar.game import commands as c
from casinowar.game.words import Wager
from casinowar.house.offices.care import (
    AcknowledgeCheck,
    CareCommand,
    ExcludeMyself,
    ExcludePlayer,
    ProvideCare,
    SetLimit,
    SetRealityCheck,
    TakeBackLimit,
)
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.offices.cashier import Deposit
from casinowar.house.offices.pit import DropCash
from casinowar.house.people.posts import Post
from tests.web.served_house import ServedHouse
from tests.web.test_house import PASSWORD, POSTS, People, played, to_betting

MUCH = 10_000_01


def test_a_player_limits_themselves_and_is_told_how_they_stand(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            async with ann.live(name) as table:
                assert (await table.do(c.Sit(player=ann_is, seat=1, chips=500_00))).accepted
                await to_betting(table, ann_is)
                said = SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=50_00)
                assert (await ann.ask_care(said)).accepted
                reply = await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=30_00))
                assert (reply.accepted, reply.code) == (False, "over_limit")
                assert (await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=25_00))).accepted
                higher = SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=None)
                assert (await ann.ask_care(higher)).accepted
                me = await ann.me()
                stands = me.care.standing
                assert (me.balance, stands.on_table, stands.wagered) == (500_00, 475_00, 25_00)
                assert (stands.net_day, stands.net_session) == (0, 0)
                assert me.care.check_seconds == 3600
                assert me.care.next_check == (stands.session_began or 0) + 3_600_000
                [limit] = me.care.limits
                assert (limit.most, limit.next) == (50_00, None)
                assert limit.begins
                assert (await ann.ask_care(TakeBackLimit(kind=limit.kind, span=limit.span))).accepted
                assert (await ann.ask_care(SetRealityCheck(seconds=600))).accepted
                assert (await ann.ask_care(AcknowledgeCheck())).accepted
                assert (await ann.me()).care.limits[0].begins is None

    played(play())


def test_limits_are_nobody_elses_to_see_or_set(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, _ = await people.player()
            eve, _ = await people.player()
            said = SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=50_00)
            assert (await ann.ask_care(said, "mine")).accepted
            assert (await eve.me()).care.limits == ()
            assert not (await eve.done("mine")).accepted
            reply = await eve.ask_care(SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=1), "mine")
            assert reply.accepted
            assert not reply.again
            assert (await ann.me()).care.limits[0].most == 50_00
            for path in ("/api/tables/care", "/api/tables/care/journal", "/api/tables/care/rounds"):
                assert (await _get(server, path, eve)).status_code in {400, 404}

    played(play())


async def _get(server: ServedHouse, path: str, client: Client) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        return await http.get(path, headers={"authorization": f"Bearer {client.token}"})


def test_who_signs_in_is_told_until_when_they_are_excluded(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, ann_is = await people.player()
            assert (await ann.ask_care(ExcludeMyself(seconds=86_400))).accepted
            again = people.client()
            await again.sign_in(ann_is, PASSWORD)
            assert again.notice.startswith(f"{ann_is} is excluded and does not play until ")
            assert (await again.me()).care.excluded_until > 0
            reply = await again.ask("maryland", c.Sit(player=ann_is, seat=1, chips=100_00))
            assert reply.code == "excluded"
            floor = await people.holding(Post.FLOORPERSON)
            assert (await floor.ask_care(ExcludePlayer(player=ann_is))).accepted
            await again.sign_in(ann_is, PASSWORD)
            assert again.notice.endswith("does not play any more.")
            with pytest.raises(ClientError, match="No person is called"):
                await floor.ask_care(ExcludePlayer(player="Nobody at all"))

    played(play())


@pytest.mark.parametrize("post", POSTS, ids=str)
def test_every_post_asks_only_for_its_own(server: ServedHouse, post: Post):
    may: dict[type[CareCommand], set[Post]] = {
        SetLimit: {Post.PLAYER},
        AcknowledgeCheck: {Post.PLAYER},
        ExcludeMyself: {Post.PLAYER},
        ExcludePlayer: {Post.FLOORPERSON, Post.MANAGER, Post.OPERATOR},
    }

    async def play() -> None:
        async with People(server) as people:
            somebody = await people.holding(post)
            _, victim = await people.player()
            for command in (
                SetLimit(kind=LimitKind.STAKE, span=LimitSpan.ROUND, most=1),
                AcknowledgeCheck(),
                ExcludeMyself(seconds=3600),
                ExcludePlayer(player=victim, seconds=3600),
            ):
                reply = await somebody.ask_care(command)
                assert reply.accepted == (post in may[type(command)]), command
            with pytest.raises(ClientError) as refused:
                await somebody.ask_care(ProvideCare(two_people=False, cash_above=0, check_seconds=0))
            assert refused.value.code == "malformed"

    played(play())


def test_what_takes_two_people_waits_for_the_second(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            olga, floor = await people.operator(), await people.holding(Post.FLOORPERSON)
            ann, ann_is = await people.player(100)
            asked = Deposit(player=ann_is, amount=MUCH)
            first, again = await olga.ask_cashier(asked, "big"), await olga.ask_cashier(asked, "big")
            assert (first.accepted, first.code) == (False, "needs_second")
            assert first.proposal == again.proposal
            other = await olga.ask_cashier(Deposit(player=ann_is, amount=MUCH + 1), "big")
            assert (other.code, other.proposal) == ("id_used", "")
            assert (await olga.confirm(first.proposal)).code == "role_may_not"
            for nobody in (ann, await people.holding(Post.SURVEILLANCE)):
                with pytest.raises(ClientError) as refused:
                    await nobody.confirm(first.proposal)
                assert refused.value.status == 403
            dealer = await people.holding(Post.DEALER)
            assert (await dealer.confirm(first.proposal)).code == "role_may_not"
            with pytest.raises(ClientError):
                await dealer.refuse(first.proposal)
            assert first.proposal not in {each.id for each in await dealer.proposals()}
            [shown] = [each for each in await floor.proposals() if each.id == first.proposal]
            assert (shown.proposer, shown.command) == ("Olga", asked)
            both = await asyncio.gather(
                floor.confirm(first.proposal), floor.confirm(first.proposal), return_exceptions=True
            )
            assert any(not isinstance(each, BaseException) and each.accepted for each in both)
            assert (await ann.me()).balance == 100 + MUCH
            assert (await olga.done("big")).accepted
            with pytest.raises(ClientError, match="no such proposal"):
                await floor.confirm(first.proposal)

    played(play())


def test_a_proposal_can_be_refused_or_taken_back(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            olga, floor = await people.operator(), await people.holding(Post.FLOORPERSON)
            ann, ann_is = await people.player(100)
            for who in (olga, floor):
                reply = await olga.ask_cashier(Deposit(player=ann_is, amount=MUCH))
                await who.refuse(reply.proposal)
                with pytest.raises(ClientError, match="no such proposal"):
                    await floor.confirm(reply.proposal)
            assert (await ann.me()).balance == 100
            for path in ("/api/proposals", "/api/care"):
                async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
                    assert (await http.get(path)).status_code == 401
            with pytest.raises(ClientError) as refused:
                await ann.proposals()
            assert refused.value.status == 403

    played(play())


def test_an_operator_hands_no_money_to_themselves(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            olga = await people.operator()
            assert (await olga.ask_cashier(Deposit(player="Olga", amount=100))).code == "role_may_not"

    played(play())


def test_a_player_learns_nobodys_name_at_the_counter(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, ann_is = await people.player()
            for name in (ann_is, "Nobody at all"):
                replies = [
                    await ann.ask_cashier(Deposit(player=name, amount=1)),
                    await ann.ask_care(ExcludePlayer(player=name)),
                    await ann.ask_pit(DropCash(table="nowhere", player=name, amount=1)),
                ]
                assert {each.code for each in replies} == {"role_may_not"}
            olga = await people.operator()
            with pytest.raises(ClientError, match="No person is called"):
                await olga.ask_cashier(Deposit(player="Nobody at all", amount=1))

    played(play())


def test_surveillance_reads_who_moved_money_and_who_agreed(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            fay, gus = await people.holding(Post.FLOORPERSON), await people.holding(Post.FLOORPERSON)
            _, ann = await people.player()
            asked = await fay.ask_cashier(Deposit(player=ann, amount=20_000_00), "much")
            assert (await gus.confirm(asked.proposal)).accepted
            watcher = await people.holding(Post.SURVEILLANCE)
            headers = {"authorization": f"Bearer {watcher.token}"}
            async with httpx.AsyncClient(base_url=server.address, headers=headers) as plain:
                path, found = "/api/watch/offices/cashier/journal", list[Any]()
                while more := (await plain.get(f"{path}?after={len(found)}&most=2")).json():
                    found += more
                missing = await plain.get("/api/watch/offices/maryland/journal")
            [entry] = found[-1]["entries"]
            assert (entry["who"], entry["seconded"]) == ((await fay.me()).name, (await gus.me()).name)
            assert entry["command"] == {"command": "Deposit", "player": ann, "amount": 20_000_00}
            assert [each["version"] for each in found] == [*range(1, len(found) + 1)]
            assert missing.json()["sentence"].startswith(
                "There is no office maryland; the offices are: cashier"
            )

    played(play())


def test_an_office_has_no_rounds(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            own = {"authorization": f"Bearer {(await people.operator()).token}"}
        async with httpx.AsyncClient(base_url=server.address, headers=own, timeout=60) as client:
            for path in ("/api/watch/tables/care/rounds/1", "/api/tables/care/rounds"):
                answer = await client.get(path)
                assert (answer.status_code, answer.json()["sentence"]) == (400, "The care is not a table.")

    played(play())
