"""The house over the network: people come in, sit down and play, and everybody does only what is theirs."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Self
from uuid import uuid4

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from casinowar.client import Client, ClientError, LiveTable
from casinowar.game import commands as c
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Role, Wager
from casinowar.house.journal.commits import TableSettings
from casinowar.house.offices.cashier import Deposit, Withdraw
from casinowar.house.people.posts import Post
from casinowar.rulebooks import load_rules, load_sample
from tests.web.served_house import ServedHouse, next_message

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
RULES = load_rules("maryland", load_sample("maryland"))
POSTS = tuple(Post)


def played(doing: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits, not for ever."""
    asyncio.run(asyncio.wait_for(doing, 60))


class People:
    """People of every post, each with a client of their own."""

    def __init__(self, server: ServedHouse) -> None:
        self.server = server
        self.clients: list[Client] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_wrong: object) -> None:
        for client in self.clients:
            await client.__aexit__(None, None, None)

    def client(self) -> Client:
        self.clients.append(Client(self.server.address))
        return self.clients[-1]

    async def operator(self) -> Client:
        client = self.client()
        if self.server.invitation:
            await client.join(self.server.invitation, "Olga", PASSWORD)
            self.server.invitation = ""
        else:
            await client.sign_in("Olga", PASSWORD)
        return client

    async def holding(self, *posts: Post) -> Client:
        client = self.client()
        invitation = await (await self.operator()).invite(*posts)
        await client.join(invitation, f"X {uuid4().hex[:12]}", PASSWORD)
        return client

    async def player(self, money: int = 1_000_00) -> tuple[Client, str]:
        client, name = self.client(), f"P {uuid4().hex[:12]}"
        await client.sign_up(name, PASSWORD)
        reply = await (await self.operator()).ask_cashier(Deposit(player=name, amount=money))
        assert reply.accepted
        return client, name

    async def table(self) -> str:
        """Set up a table of its own for a test."""
        name = f"t-{uuid4().hex[:8]}"
        operator = await self.operator()
        await operator.set_up(name, TableSettings(rulebook="maryland", house=load_sample("maryland")))
        assert (await operator.ask(name, c.OpenTable(by=Role.MANAGER))).accepted
        return name


async def to_betting(table: LiveTable, name: str) -> None:
    """Refuse the cut and give up ties, until wagers can be placed."""
    while (duty := next_duty(RULES, table.state)).act is not Act.PLACE_WAGERS:
        answers: dict[Act, Callable[[int], c.Command]] = {
            Act.ANSWER_CUT: lambda seat: c.RefuseCut(seat=seat),
            Act.CHOOSE: lambda seat: c.Surrender(hand=seat),
        }
        reply = await table.do(answers[duty.act](duty.seat or 0))
        assert reply.accepted, (name, reply)
        await table.reach(reply.version)


def test_a_player_plays_and_leaves_with_what_the_table_says(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            dealer = await people.holding(Post.DEALER)
            async with ann.live(name) as table:
                assert (await table.do(c.Sit(player=ann_is, seat=1, chips=500_00))).accepted
                for _ in range(5):
                    await to_betting(table, ann_is)
                    assert (await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))).accepted
                    reply = await dealer.ask(name, c.CallNoMoreBets())
                    assert reply.accepted, reply
                    await table.reach(reply.version)
                await to_betting(table, ann_is)
                chips = table.state.chips[ann_is]
                assert table.state == (await ann.table(name)).state
                assert (await table.do(c.LeaveTable(player=ann_is))).accepted
            assert (await ann.me()).balance == 500_00 + chips

    played(play())


def test_a_request_acts_once_however_often_and_wherever_it_is_sent(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            sit = c.Sit(player=ann_is, seat=1, chips=500_00)
            replies = [await ann.ask(name, sit, "the-one") for _ in range(3)]
            async with ann.live(name) as table:
                replies.append(await table.do(sit, "the-one"))
            assert [reply.again for reply in replies] == [False, True, True, True]
            assert len({reply.version for reply in replies}) == 1
            assert (await ann.me()).balance == 500_00
            assert (await ann.done("the-one")).accepted
            other = await ann.ask(name, c.LeaveTable(player=ann_is), "the-one")
            assert (other.accepted, other.code) == (False, "id_used")
            assert (await ann.done("another")).code == "not_done"

    played(play())


def test_whoever_comes_back_is_told_what_happened_meanwhile(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            ben, ben_is = await people.player()
            async with ann.live(name) as table:
                await table.do(c.Sit(player=ann_is, seat=1, chips=100_00))
                await table.until(lambda state: ann_is in state.chips)
                former = table
            assert (await ben.ask(name, c.Sit(player=ben_is, seat=2, chips=100_00))).accepted
            async with ann.live(name, former=former) as table:
                await table.until(lambda state: ben_is in state.chips)
                assert table.state == (await ann.table(name)).state

    played(play())


@pytest.mark.parametrize("lines", [False, True])
def test_what_comes_together_is_told_in_lines_to_whoever_wants_that(server: ServedHouse, lines: bool):  # noqa: FBT001 - both cases of one test
    """In the same order, a reply after what it brought about; whoever asks for nothing is told one by one."""
    buys = 50

    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            assert (await ann.ask(name, c.Sit(player=ann_is, seat=1, chips=100_00))).accepted
            replies = [await ann.ask(name, c.BuyChips(player=ann_is, amount=1)) for _ in range(buys)]
            last = replies[-1]
            where = f"{server.address.replace('http', 'ws')}/api/tables/{name}/live?after=0&lines={lines}"
            headers = {"authorization": f"Bearer {ann.token}"}
            async with connect(where, additional_headers=headers, max_size=None) as socket:
                said: list[list[dict[str, Any]]] = []

                async def hear_until(is_so: Callable[[dict[str, Any]], bool]) -> None:
                    while not said or not any(is_so(each) for each in said[-1]):
                        said.append(
                            [msgspec.json.decode(line) for line in str(await socket.recv()).split("\n")]
                        )

                await hear_until(
                    lambda each: each["tell"] == "commit" and each["commit"]["version"] == last.version
                )
                buy = {"command": "BuyChips", "player": ann_is, "amount": 1}
                ask = msgspec.json.encode({"say": "request", "id": "one-more", "command": buy})
                await socket.send(ask.decode())
                await hear_until(lambda each: each["tell"] == "reply")
            told = [each for some in said for each in some if each["tell"] != "standing"]
            assert [each["tell"] for each in told] == ["commit"] * (last.version + 1) + ["reply"]
            assert [each["commit"]["version"] for each in told[:-1]] == [*range(1, last.version + 2)]
            assert told[-1]["reply"]["version"] == last.version + 1
            together = max(map(len, said))
            assert 1 < together <= buys if lines else together == 1  # no message grows without bound

    played(play())


COMMANDS: list[c.Command] = [
    c.OpenTable(by=Role.MANAGER),
    c.CallNoMoreBets(),
    c.DealCard(),
    c.Fill(amount=100_00),
    c.Fill(amount=100_00, by=Role.MANAGER),
    c.PausePlay(),
    c.TellTime(now=10**9),
    c.TellMeter(meter="progressive", amount=10**9, by=Role.DEALER),
    c.CallNoMoreBets(by=Role.AUTOMATIC),
    c.Sit(player="X", seat=3, chips=0),
]
ROLES = {
    Post.PLAYER: {Role.PLAYER},
    Post.DEALER: {Role.DEALER},
    Post.FLOORPERSON: {Role.FLOORPERSON},
    Post.MANAGER: {Role.MANAGER, Role.FLOORPERSON},
    Post.SURVEILLANCE: set(),
    Post.OPERATOR: set(),
}


@pytest.mark.parametrize("post", POSTS, ids=str)
def test_a_command_is_taken_only_from_who_holds_its_role(server: ServedHouse, post: Post):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            somebody = await people.holding(post)
            for command in COMMANDS:
                reply = await somebody.ask(name, command)
                if command.by not in ROLES[post]:
                    assert (reply.accepted, reply.code) == (False, "role_may_not"), (post, command)
                else:
                    assert reply.code != "role_may_not", (post, command)
            before = (await somebody.table(name)).version
            async with somebody.live(name) as table:
                for command in COMMANDS:
                    if command.by not in ROLES[post]:
                        assert (await table.do(command)).code == "role_may_not"
            assert (await somebody.table(name)).version == before

    played(play())


def test_only_the_pit_and_the_operator_bring_and_take_money(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            _, eve = await people.player(money=1)
            for post in POSTS:
                somebody = await people.holding(post)
                reply = await somebody.ask_cashier(Deposit(player=eve, amount=100))
                assert reply.accepted is (post in {Post.OPERATOR, Post.FLOORPERSON, Post.MANAGER}), post
            reply = await (await people.operator()).ask_cashier(Withdraw(player=eve, amount=9_000_00))
            assert (reply.accepted, reply.code) == (False, "not_enough_money")

    played(play())


def test_nobody_acts_for_another_player(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            eve, _ = await people.player()
            assert (await ann.ask(name, c.Sit(player=ann_is, seat=1, chips=500_00))).accepted
            for command in (
                c.RefuseCut(seat=1),
                c.LeaveTable(player=ann_is),
                c.CashOut(player=ann_is, amount=100_00),
                c.BuyChips(player=ann_is, amount=100_00),
                c.ChangeSeat(player=ann_is, seat=4),
            ):
                assert not (await eve.ask(name, command)).accepted, command

    played(play())


def test_a_session_that_was_ended_ends_at_once_everywhere(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people, httpx.AsyncClient(base_url=server.address, timeout=60) as plain:
            ann, ann_is = await people.player()
            operator = await people.operator()
            async with ann.live("maryland") as table, ann.live("maryland") as silent:
                plain.headers["authorization"] = f"Bearer {operator.token}"
                gone = await plain.delete(f"/api/people/{ann_is}/sessions")
                assert gone.status_code == 204
                with pytest.raises(ConnectionError):
                    await table.do(c.Sit(player=ann_is, seat=1, chips=100_00))
                with pytest.raises(ConnectionError):
                    await silent.until(lambda _: silent.is_over)
            with pytest.raises(ClientError) as no:
                await ann.me()
            assert no.value.status == 401

    played(play())


def test_a_password_is_chosen_anew_by_the_old_one_or_by_an_operators_link(server: ServedHouse):
    another = PASSWORD[::-1]

    async def play() -> None:
        async with People(server) as people:
            ann, name = await people.player()
            elsewhere = people.client()
            await elsewhere.sign_in(name, PASSWORD)
            with pytest.raises(ClientError, match="wrong") as no:
                await ann.change_password("not the password", another)
            assert no.value.status == 400  # who asks stays signed in
            await ann.change_password(PASSWORD, another)
            assert (await ann.me()).name == name
            with pytest.raises(ClientError, match="Sign in"):
                await elsewhere.me()

            link = await (await people.operator()).let_back(name)
            await elsewhere.come_back(link, name, PASSWORD)
            assert (await elsewhere.me()).name == name
            with pytest.raises(ClientError, match="Sign in"):
                await ann.me()
            with pytest.raises(ClientError, match="used"):
                await ann.come_back(link, name, another)
            told = [line for line in server.log.splitlines() if name in line]
            assert [line for line in told if '"let_back"' in line and '"by":"Olga"' in line]
            assert [line for line in told if '"came_back"' in line and '"by":"Olga"' in line]
            assert [line for line in told if '"chose_another_password"' in line]
            # One wrong password, and a link that was used: somebody may be guessing by these doors too.
            assert len([line for line in told if '"sign_in_refused"' in line]) == 2
            assert not [secret for secret in (PASSWORD, another, link) if secret in server.log]

    played(play())


def test_what_operators_do_about_people_is_logged_and_kept_with_who_did_it(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            dealer = await people.holding(Post.DEALER)
            name, olga = (await dealer.me()).name, await people.operator()
            headers = {"authorization": f"Bearer {olga.token}"}
            async with httpx.AsyncClient(base_url=server.address, headers=headers) as plain:
                await plain.put(f"/api/people/{name}/posts", json={"posts": ["floorperson", "player"]})
                await plain.delete(f"/api/people/{name}/sessions")
                told = (await plain.get("/api/watch/appointments?most=100")).json()
            kept = [(each["before"], each["posts"]) for each in told if each["person"] == name]
            assert kept == [(["dealer"], ["floorperson", "player"]), ([], ["dealer"])]
            assert {each["appointed_by"] for each in told if each["person"] == name} == {"Olga"}
        events = [msgspec.json.decode(line) for line in server.log.splitlines() if line.startswith("{")]
        assert any(each["event"] == "invited" and each["posts"] == ["dealer"] for each in events)
        own = {each["event"]: each for each in events if each.get("person") == name}
        assert own["joined"]["posts"] == ["dealer"]
        assert (own["appointed"]["posts"], own["appointed"]["by"]) == (["floorperson", "player"], "Olga")
        assert own["sent_away"]["by"] == "Olga"

    played(play())


def test_a_browser_keeps_the_session_from_scripts_and_other_sites(server: ServedHouse):
    name = f"P {uuid4().hex[:12]}"
    answer = httpx.post(f"{server.address}/api/sign-up", json={"name": name, "password": PASSWORD})
    flags = {part.strip().casefold() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/"} <= flags
    rules = dict(each.strip().split(" ", 1) for each in answer.headers["content-security-policy"].split(";"))
    assert rules == {"default-src": "'self'", "frame-ancestors": "'none'", "base-uri": "'none'"}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_nobody_else_on_the_machine_reads_what_the_house_keeps(server: ServedHouse):
    kept = [file for file in server.folder.iterdir() if file.name != "log"]
    assert {"house.db", "house.key", "signing.pem"} <= {file.name for file in kept}
    assert [file.name for file in kept if file.stat().st_mode & 0o077] == []


def test_a_page_of_another_site_cannot_use_the_cookie(server: ServedHouse):
    async def play() -> None:
        async with (
            People(server) as people,
            httpx.AsyncClient(base_url=server.address, timeout=60) as browser,
        ):
            ann, _ = await people.player()
            browser.cookies.set("casinowar_session", ann.token)
            body = {"id": "x", "command": {"command": "Sit", "player": "x", "seat": 1, "chips": 1}}
            path = "/api/tables/maryland/requests"
            for origin in (None, "https://evil.example", "null"):
                headers = {"origin": origin} if origin else {}
                answer = await browser.post(path, json=body, headers=headers)
                assert answer.status_code == 403, origin
            own = await browser.post(path, json=body, headers={"origin": server.address})
            assert own.status_code == 200
            where = server.address.replace("http", "ws") + "/api/tables/maryland/live"
            cookie = {"cookie": f"casinowar_session={ann.token}"}
            with pytest.raises(Exception, match=r"403|rejected"):
                async with connect(where, additional_headers=cookie, origin=Origin("https://evil.example")):
                    pass
            async with connect(where, additional_headers=cookie, origin=Origin(server.address)) as own_socket:
                assert b"table" in (await own_socket.recv(decode=False))

    played(play())


BAD_MESSAGES = [
    "",
    "{",
    "[]",
    "null",
    "\x00",
    '{"say": "request"}',
    '{"say": "request", "id": "1", "command": {"command": "Nothing"}}',
    '{"say": "request", "id": "1", "command": {"command": "Sit", "seat": 1e99, "player": "x", "chips": 1}}',
    '{"say": "request", "id": "1", "command": {"command": "RefuseCut", "seat": 1, "more": 1}}',
    '{"say": "request", "id": "", "command": {"command": "OpenTable"}}',
    '{"say": "request", "id": "' + "x" * 65 + '", "command": {"command": "OpenTable"}}',
    '{"say": "options", "more": 1}',
    '{"say": "request", "id": "1", "command": ' + "[" * 5000 + "]" * 5000 + "}",
    '{"say": "request", "id": "1", "more": ' + "[" * 7000 + "]" * 7000 + "}",
    "x" * 100_000,
]


def test_bad_messages_get_one_clear_sentence_and_the_connection_goes_on(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, _ = await people.player()
            before = (await ann.table("maryland")).version
            where = server.address.replace("http", "ws") + "/api/tables/maryland/live"
            headers = {"authorization": f"Bearer {ann.token}"}
            async with connect(where, additional_headers=headers) as socket:
                assert (await next_message(socket))["tell"] == "table"
                for said in BAD_MESSAGES:
                    await socket.send(said)
                    told = await next_message(socket)
                    assert told["tell"] == "problem", (said[:80], told)
                    assert told["problem"]["sentence"].count("\n") == 0
                await socket.send('{"say": "options"}')
                assert (await next_message(socket))["tell"] == "options"
            assert (await ann.table("maryland")).version == before

    played(play())


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff\xfe", b"{}", b'{"name": 1}', b'{"name": "a", "password": "b", "c": 1}']
)
def test_bad_bodies_get_one_clear_sentence(server: ServedHouse, body: bytes):
    for path in ("/api/sign-up", "/api/sign-in", "/api/join"):
        answer = httpx.post(f"{server.address}{path}", content=body, timeout=60)
        assert answer.status_code == 400, (path, answer.text)
        problem = answer.json()
        assert problem["code"] == "malformed"
        assert problem["sentence"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({"type": "Surrender", "seat": 1}, "Object missing required field `command` - at `$.command`"),
        ({"command": "Surrender", "seat": "one"}, "Expected `int`, got `str` - at `$.command.seat`"),
        ({"command": "Surrender", "seat": "1"}, "Expected `int`, got `str` - at `$.command.seat`"),
        ({"command": "Surrender", "seat": 1.0}, "Expected `int`, got `float` - at `$.command.seat`"),
        ({"command": "Surrender", "hand": 1}, "Object contains unknown field `hand` - at `$.command`"),
    ],
)
def test_a_request_that_cannot_be_read_is_told_where(server: ServedHouse, command: dict[str, Any], said: str):
    async def play() -> None:
        async with People(server) as people:
            ann, _ = await people.player()
            headers = {"authorization": f"Bearer {ann.token}"}
        body = {"id": "x", "command": command}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=60) as plain:
            sent = await plain.post("/api/tables/maryland/requests", json=body)
            asked = await plain.get("/api/me/rounds?skip=-1")
        assert sent.json()["sentence"] == f"The request cannot be read: {said}."
        assert asked.json()["sentence"] == "The request cannot be read: Expected `int` >= 0 - at `skip`."

    played(play())


def test_a_body_without_end_is_refused(server: ServedHouse):
    answer = httpx.post(f"{server.address}/api/sign-in", content=b"x" * 1_000_000, timeout=60)

    assert answer.status_code == 413
    assert answer.json()["code"] == "too_long"


def test_a_request_at_a_table_is_no_longer_than_a_message_there(server: ServedHouse):
    """Whoever sends ten thousands of cards would have everybody at the table's home wait."""

    async def play() -> None:
        async with People(server) as people:
            ann, _ = await people.player()
            headers = {"authorization": f"Bearer {ann.token}"}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=60) as plain:
            said = [
                await plain.post(
                    "/api/tables/maryland/requests",
                    json={"id": "cards", "command": {"command": "ReceiveDecks", "cards": ["AS"] * cards}},
                )
                for cards in (12 * 52, 20_000)
            ]
        assert [each.status_code for each in said] == [200, 413]
        assert [each.json()["code"] for each in said] == ["role_may_not", "too_long"]

    played(play())


def test_a_body_without_bottom_is_refused(server: ServedHouse):
    answer = httpx.post(f"{server.address}/api/sign-in", content=b"[" * 200_000, timeout=60)

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert "content-security-policy" in answer.headers


def test_signing_in_for_another_site_is_refused(server: ServedHouse):
    said = {"name": "Olga", "password": PASSWORD}

    answer = httpx.post(
        f"{server.address}/api/sign-in", json=said, headers={"origin": "https://evil.example"}, timeout=60
    )

    assert answer.status_code == 403


def test_players_do_not_read_the_cashiers_journal(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, _ = await people.player()
            for name in ("cashier", "nowhere"):
                with pytest.raises(ClientError):
                    await ann.journal(name)

    played(play())


def test_money_is_brought_for_somebody_whom_the_house_knows(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            with pytest.raises(ClientError, match="No person is called Sybil"):
                await (await people.operator()).ask_cashier(Deposit(player="Sybil", amount=100))

    played(play())


def test_there_is_no_such_table(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, ann_is = await people.player()
            with pytest.raises(ClientError, match="no table"):
                await ann.table("nowhere")
            reply = await ann.ask("nowhere", c.Sit(player=ann_is, seat=1, chips=1))
            assert (reply.accepted, reply.sentence) == (False, "There is no table nowhere.")

    played(play())


def test_a_table_cannot_be_made_of_a_file_of_the_servers(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            operator = await people.operator()
            with pytest.raises(ClientError, match="No rulebook is called"):
                await operator.set_up("mine", TableSettings(rulebook="/etc/passwd"))

    played(play())


def test_the_interface_describes_itself(server: ServedHouse):
    schema = httpx.get(f"{server.address}/api/schema", timeout=60).json()

    assert {"/api/tables", "/api/sign-in", "/api/tables/{table}/requests"} <= {*schema["paths"]}


def test_no_undealt_or_burned_card_leaves_the_server(server: ServedHouse):
    """All that any role is told of a table has no face of a card that no event has shown."""

    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            dealer = await people.holding(Post.DEALER)
            watcher = await people.holding(Post.SURVEILLANCE)
            async with ann.live(name) as table, watcher.live(name) as watched:
                await table.do(c.Sit(player=ann_is, seat=1, chips=900_00))
                for _ in range(20):
                    await to_betting(table, ann_is)
                    await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=5_00))
                    reply = await dealer.ask(name, c.CallNoMoreBets())
                    await table.reach(reply.version)
                await watched.reach(table.version)
                for state in (table.state, watched.state, (await watcher.table(name)).state):
                    cards = (*state.shoe.stack[state.shoe.drawn :], *state.stack, *state.stored)
                    assert {*cards} <= {"??"}
                    told = msgspec.to_builtins(state)
                    assert {card for card in told["rack"] if card != "??"} <= _shown(
                        await watcher.journal(name)
                    )

    played(play())


def _shown(commits: list[Any]) -> set[str]:
    return {str(event.card) for commit in commits for event in commit.events if hasattr(event, "card")}


def test_a_wrong_password_is_told_and_waited_for(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            _, name = await people.player()
            eve = people.client()
            for _ in range(6):
                with pytest.raises(ClientError) as no:
                    await eve.sign_in(name, "not the password")
                assert no.value.status == 401
            with pytest.raises(ClientError, match="Too many"):
                await eve.sign_in(name, PASSWORD)

    played(play())


def test_nobody_is_offered_more_chips_than_they_have_money_for(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player(money=400_00)
            [sits, *_] = [
                each for each in (await ann.options(name)).actions if isinstance(each.command, c.Sit)
            ]
            assert sits.most == 400_00
            assert (await ann.ask(name, c.Sit(player=ann_is, seat=1, chips=150_00))).accepted
            [buys] = [
                each for each in (await ann.options(name)).actions if isinstance(each.command, c.BuyChips)
            ]
            assert (buys.least, buys.most) == (1, 250_00)
            assert (await ann.ask(name, c.BuyChips(player=ann_is, amount=250_00))).accepted
            may = (await ann.options(name)).actions
            assert not [each for each in may if isinstance(each.command, c.BuyChips)]

    played(play())


def test_a_table_that_is_not_there_is_said_to_who_would_watch_it(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            ann, _ = await people.player()
            with pytest.raises(ClientError, match="There is no table nowhere") as no:
                async with ann.live("nowhere"):
                    pytest.fail("nobody enters a table that is not there")
            assert (no.value.code, no.value.status) == ("not_found", 404)

    played(play())
