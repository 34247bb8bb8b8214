"""Running a house: closed in good order, measured, logged, limited, and behind a proxy."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from casinowar.client import Client
from casinowar.game import commands as c
from casinowar.house.audit.report import audit_house
from casinowar.house.journal.commits import decode_commit
from casinowar.house.offices.cashier import Deposit
from casinowar.house.offices.registry import OFFICES
from casinowar.house.people.posts import Post
from casinowar.house.storage.store import opened_store
from tests.web.served_house import ServedHouse, next_message

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
METRICS_TOKEN = "let-the-figures-out"  # noqa: S105 - of nobody
SOCKETS, RATE, LONGEST = 3, 5, 2_000


def played(doing: Any) -> None:
    asyncio.run(asyncio.wait_for(doing, 90))


async def seated(server: ServedHouse, operator: Client, name: str, seat: int) -> Client:
    player = Client(server.address)
    await player.sign_up(name, PASSWORD)
    assert (await operator.ask_cashier(Deposit(player=name, amount=1_000_00))).accepted
    assert (await player.ask("maryland", c.Sit(player=name, seat=seat, chips=100_00))).accepted
    return player


# closing


class Asker:
    """Somebody who asks on and on over a socket until the house closes, and keeps what was answered.

    Some requests are always on their way, until one is told that it was too late.
    """

    def __init__(self, player: Client, name: str) -> None:
        self.player, self.name = player, name
        self.sent: set[str] = set()
        self.accepted: dict[str, int] = {}
        self.code, self.reason = 0, ""
        self.busy = asyncio.Event()
        self._room = asyncio.Semaphore(5)

    async def ask_on(self) -> None:
        where = self.player.address.replace("http", "ws") + "/api/tables/maryland/live"
        headers = {"authorization": f"Bearer {self.player.token}"}
        async with connect(where, additional_headers=headers, max_size=None) as socket:
            asking = asyncio.create_task(self._ask(socket))
            try:
                async for said in socket:
                    self._hear(json.loads(said))
            except ConnectionClosed:
                pass
            finally:
                asking.cancel()
                with suppress(asyncio.CancelledError):
                    await asking
            assert socket.close_code is not None
            self.code, self.reason = socket.close_code, socket.close_reason or ""

    async def _ask(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while await self._room.acquire():
                name = uuid4().hex
                self.sent.add(name)
                command = {"command": "BuyChips", "player": self.name, "amount": 1}
                await socket.send(json.dumps({"say": "request", "id": name, "command": command}))

    def _hear(self, said: dict[str, Any]) -> None:
        if said["tell"] == "reply":
            if said["reply"]["code"] == "closing":
                return
            self._room.release()
            assert said["reply"]["accepted"], said
            self.accepted[said["reply"]["id"]] = said["reply"]["version"]
            if len(self.accepted) > 20:
                self.busy.set()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_house_that_is_told_to_end_loses_nothing_and_says_so(workers: str, address: str, tmp_path):
    server = ServedHouse(tmp_path, address, ["--table", "maryland", "--workers", workers]).start()

    async def play() -> None:
        async with Client(server.address) as olga:
            await olga.join(server.invitation, "Olga", PASSWORD)
            askers = [Asker(await seated(server, olga, f"P{seat}", seat), f"P{seat}") for seat in (1, 2, 3)]
            asking = [asyncio.create_task(asker.ask_on()) for asker in askers]
            for asker, task in zip(askers, asking, strict=True):
                busy = asyncio.create_task(asker.busy.wait())
                await asyncio.wait([busy, task], return_when=asyncio.FIRST_COMPLETED)
                assert busy.done(), task.exception()
            await counted_everywhere(olga, askers)
            assert await asyncio.to_thread(server.stop) == 0
            await asyncio.gather(*asking)
            for asker in askers:
                assert (asker.code, asker.reason[:21]) == (1012, "The house is closing.")
                await asker.player.__aexit__(None, None, None)
            with opened_store(server.database, existing=True) as store:
                commits = {
                    decode_commit(body).id.partition("/")[2]: version
                    for version, body, _ in store.pages("maryland")
                }
            for asker in askers:
                done = {name: commits[name] for name in asker.sent & commits.keys()}
                assert done == asker.accepted, "what was done was told, and what was told was done"

    try:
        played(play())
    finally:
        server.kill()
    assert audit_house(server.database, str(server.key)).in_order
    events = [each["event"] for each in logged(server)]
    assert {"open", "closing", "closed"} <= {*events}
    server.start()  # and it goes on
    assert server.stop() == 0


def test_a_house_whose_first_process_was_killed_closes_and_can_be_started_again(tmp_path):
    server = ServedHouse(tmp_path).start()
    first = server.process
    try:
        os.kill(first, signal.SIGKILL)
        end = time.monotonic() + 30
        while '"event":"closed"' not in server.log:
            assert time.monotonic() < end, "nobody can tell it to end any more, and it serves on"
            time.sleep(0.1)
        server.kill()  # and has to be gone for the next one to listen there
        server.start()
        assert server.stop() == 0
    finally:
        server.kill()
        with suppress(ProcessLookupError):
            os.killpg(first, signal.SIGKILL)


async def counted_everywhere(olga: Client, askers: list[Asker]) -> None:
    """Whichever process is asked tells what all of them have answered."""
    answered = sum(len(asker.accepted) for asker in askers)
    headers = {"authorization": f"Bearer {olga.token}"}
    async with httpx.AsyncClient(base_url=olga.address, headers=headers, timeout=60) as plain:
        found = await figures(plain)
    assert found['casinowar_requests_total{code="accepted"}'] >= answered
    assert found["casinowar_sockets"] == len(askers)


def logged(server: ServedHouse) -> list[dict[str, Any]]:
    """Read the lines of the log; those that people read come first."""
    lines = [
        line
        for line in server.log.splitlines()
        if not re.match("The first operator|The table|Serving at", line)
    ]
    return [json.loads(line) for line in lines]


# a house behind a proxy, with narrow limits


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    folder = tmp_path_factory.mktemp("limited")
    (folder / "house.toml").write_text(
        f"""
        tables = ["maryland"]
        behind_proxy = true
        metrics_token = "{METRICS_TOKEN}"
        log_level = "debug"
        sockets_per_person = {SOCKETS}
        requests_per_second = {RATE}
        longest_message = {LONGEST}
        """,
        encoding="utf-8",
    )
    running = ServedHouse(folder, arguments=["--config", str(folder / "house.toml")]).start()
    yield running
    running.stop()


@asynccontextmanager
async def signed_in(server: ServedHouse, name: str, address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Come in through the proxy, from an address of one's own."""
    async with httpx.AsyncClient(
        base_url=server.address, headers={"x-forwarded-for": address}, timeout=60
    ) as client:
        answer = await client.post("/api/sign-up", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        client.cookies.clear()
        yield client


def test_behind_a_proxy_cookies_go_over_tls_only(limited: ServedHouse):
    body = {"name": "Cookie", "password": PASSWORD}
    answer = httpx.post(
        f"{limited.address}/api/sign-up", json=body, headers={"x-forwarded-for": "10.0.0.1"}, timeout=60
    )
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_the_proxy_says_where_somebody_is_and_nobody_else_does(limited: ServedHouse):
    body = {"name": "Cookie", "password": "wrong password"}
    for _ in range(2):
        httpx.post(
            f"{limited.address}/api/sign-in", json=body, headers={"x-forwarded-for": "10.0.0.77"}, timeout=60
        )
    refused = [each for each in logged(limited) if each["event"] == "sign_in_refused"]
    assert {(each["person"], each["address"]) for each in refused} == {("Cookie", "10.0.0.77")}


def test_whoever_asks_too_fast_is_told_to_wait_and_others_are_not(limited: ServedHouse):
    async def play() -> None:
        coming = signed_in(limited, "Fast", "10.0.0.2"), signed_in(limited, "Slow", "10.0.0.3")
        async with coming[0] as fast, coming[1] as slow:
            answers = await asyncio.gather(*(fast.get("/api/me") for _ in range(RATE * 6)))
            codes = {answer.status_code for answer in answers}
            assert codes == {200, 429}
            [said] = {answer.text for answer in answers if answer.status_code == 429}
            assert json.loads(said) == {
                "code": "too_many_requests",
                "sentence": f"At most {RATE} requests a second; wait a moment.",
                "clause": "",
                "language": "en",
            }
            assert (await slow.get("/api/me")).status_code == 200

    played(play())


def test_a_socket_says_no_to_what_is_too_much_and_goes_on(limited: ServedHouse):
    async def play() -> None:
        where = limited.address.replace("http", "ws") + "/api/tables/maryland/live"
        async with signed_in(limited, "Talker", "10.0.0.4") as client:
            headers = {"authorization": client.headers["authorization"]}
        async with connect(where, additional_headers=headers) as socket:
            assert (await next_message(socket))["tell"] == "table"
            await socket.send("x" * (LONGEST + 1))
            said = (await next_message(socket))["problem"]
            assert said["sentence"] == f"A message has at most {LONGEST} characters."
            for _ in range(RATE * 6):
                await socket.send('{"say": "options"}')
            told = [await next_message(socket) for _ in range(RATE * 6)]
            assert {each["tell"] for each in told} == {"options", "problem"}
            problems = {each["problem"]["code"] for each in told if each["tell"] == "problem"}
            assert problems == {"too_many_requests"}
            others = [await connect(where, additional_headers=headers) for _ in range(SOCKETS - 1)]
            one_more = await connect(where, additional_headers=headers)
            with pytest.raises(ConnectionClosed):
                await one_more.recv()
            assert one_more.close_code == 4429
            assert (one_more.close_reason or "").startswith(f"At most {SOCKETS} connections at once")
            for other in others:
                await other.close()
            async with connect(where, additional_headers=headers) as again:
                assert (await next_message(again))["tell"] == "table"

    played(play())


def test_metrics_are_for_operators_and_for_the_token(limited: ServedHouse):
    async def play() -> None:
        coming = signed_in(limited, "Player", "10.0.0.5")
        async with coming as player, httpx.AsyncClient(base_url=limited.address, timeout=60) as plain:
            here = {"x-forwarded-for": "10.0.0.6"}
            assert (await plain.get("/metrics", headers=here)).status_code == 401
            assert (await player.get("/metrics")).status_code == 403
            wrong = await plain.get("/metrics", headers={**here, "authorization": "Bearer wrong"})
            assert wrong.status_code == 401
            right = {**here, "authorization": f"Bearer {METRICS_TOKEN}"}
            answer = await plain.get("/metrics", headers=right)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            figures = dict(re.findall(r"^(casinowar_\S+) (\S+)$", answer.text, re.MULTILINE))
            assert float(figures["casinowar_open_tables"]) == 1
            assert float(figures['casinowar_http_answers_total{status="201"}']) >= 1
            assert (await plain.get("/api/me", headers=right)).status_code == 401, "it opens nothing else"

    played(play())


def test_logs_are_lines_of_json_without_secrets(limited: ServedHouse):
    lines = logged(limited)
    assert all({"at", "level", "event", "process"} <= {*each} for each in lines)
    assert "answered" in {each["event"] for each in lines}
    text = "\n".join(line for line in limited.log.splitlines() if not line.startswith("The first operator"))
    secrets = [PASSWORD, "wrong password", METRICS_TOKEN, limited.invitation, limited.key.read_text().strip()]
    assert not [secret for secret in secrets if secret in text]


# a house as it is by default


def test_figures_count_what_is_done(server: ServedHouse):
    async def play() -> None:
        async with (
            Client(server.address) as olga,
            httpx.AsyncClient(base_url=server.address, timeout=60) as plain,
        ):
            await olga.join(server.invitation, "Olga", PASSWORD)
            plain.headers["authorization"] = f"Bearer {olga.token}"
            player = await seated(server, olga, "Counted", 1)
            async with player, player.live("maryland") as table:
                await table.until(lambda _: True)
                first = await figures(plain)
                reply = await table.do(c.BuyChips(player="Counted", amount=1_00), "once")
                assert reply.accepted
                assert (await table.do(c.BuyChips(player="Counted", amount=1_00), "once")).again
                assert not (await table.do(c.BuyChips(player="Counted", amount=10**9))).accepted
                second = await figures(plain)
            for name, more in {
                'casinowar_requests_total{code="accepted"}': 1,
                'casinowar_requests_total{code="again"}': 1,
                'casinowar_requests_total{code="not_enough_money"}': 1,
                "casinowar_acknowledgement_seconds_count": 3,
                "casinowar_commit_requests_count": 3,
                "casinowar_sockets": 0,
            }.items():
                assert second[name] - first.get(name, 0) == more, name
            assert second["casinowar_sockets"] == 1

            checkpoint = (await plain.get("/api/checkpoints")).json()
            assert {each["table"] for each in checkpoint["journals"]} == {"maryland", *OFFICES}
            (server.folder / "kept.json").write_text(json.dumps(checkpoint), encoding="utf-8")
            surveillance = Client(server.address)
            await surveillance.join(await olga.invite(Post.SURVEILLANCE), "Eye", PASSWORD)
            async with surveillance:
                plain.headers["authorization"] = f"Bearer {surveillance.token}"
                for path in ("/metrics", "/api/checkpoints"):
                    assert (await plain.get(path)).status_code == 200
                plain.headers["authorization"] = f"Bearer {player.token}"
                assert (await plain.get("/api/checkpoints")).status_code == 403

    played(play())
    found = audit_house(
        server.database,
        checkpoint=str(server.folder / "kept.json"),
        public_key=str(server.folder / "signing.pem.pub"),
    )
    assert found.in_order, found.faults


async def figures(plain: httpx.AsyncClient) -> dict[str, float]:
    text = (await plain.get("/metrics")).text
    return {name: float(value) for name, value in re.findall(r"^(casinowar_\S+) (\S+)$", text, re.MULTILINE)}


def test_a_house_says_that_it_lives_and_that_it_is_ready(server: ServedHouse):
    for path in ("/health", "/ready"):
        assert httpx.get(f"{server.address}{path}", timeout=60).status_code == 200


def test_a_house_whose_database_is_lost_is_not_ready(tmp_path):
    server = ServedHouse(tmp_path).start()
    try:
        with sqlite3.connect(tmp_path / "house.db") as database:
            database.execute("ALTER TABLE journal RENAME TO elsewhere")
        answer = httpx.get(f"{server.address}/ready", timeout=60)
        assert (answer.status_code, answer.json()["sentence"]) == (503, "The database does not answer.")
    finally:
        server.stop()
