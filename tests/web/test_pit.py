"""The pit over the network: who may read and ask what, and a table run by slips from opener to closer."""

import asyncio
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest
from msgspec import ValidationError, convert

from casinowar.client import ClientError
from casinowar.game import commands as c
from casinowar.game.words import Role
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.views import Condition, Grouping
from casinowar.house.journal.commits import TableSettings
from casinowar.house.offices import pit as p
from casinowar.house.offices.cashier import Deposit
from casinowar.house.offices.chip_counts import fewest
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import SlipKind, SlipStage
from casinowar.house.people.posts import Post
from casinowar.house.storage.store import Store
from casinowar.rulebooks import load_sample
from casinowar.web import pit
from tests.web.served_house import ServedHouse
from tests.web.test_house import POSTS, People, played

if TYPE_CHECKING:
    from casinowar.house.serving.startup import Serving

READERS = {Post.FLOORPERSON, Post.MANAGER, Post.SURVEILLANCE, Post.OPERATOR}
PATHS = [
    "/api/pit/tables",
    "/api/pit/tables/maryland/figures/hour",
    "/api/pit/tables/maryland/slips",
    "/api/pit/tables/maryland/slips/2026-11-16-1",
    "/api/pit/waiting",
    "/api/pit/ratings",
    "/api/pit/ratings/Ann",
    "/api/pit/dealers",
]
NUMBER = "2026-11-16-1"
ASKED: list[tuple[OfficeCommand, set[Post]]] = [
    (p.AskForSlip(kind=SlipKind.FILL, table="maryland", chips={}), {Post.FLOORPERSON, Post.MANAGER}),
    (p.AcceptSlip(table="maryland", slip=NUMBER), {Post.OPERATOR}),
    (p.SignCount(table="maryland", slip=NUMBER), {Post.DEALER}),
    (p.RefuseSlip(table="maryland", slip=NUMBER), {Post.FLOORPERSON, Post.MANAGER, Post.OPERATOR}),
    (p.CountDrop(table="maryland", day="2999-01-01", amount=1), {Post.OPERATOR}),
    (
        p.CorrectDrop(table="maryland", day="2999-01-01", amount=1, note="x"),
        {Post.MANAGER, Post.OPERATOR},
    ),
    (p.ClockOut(), {Post.DEALER}),
    (p.PostHours(hours=Hours(zone=7)), {Post.MANAGER, Post.OPERATOR}),
]


@pytest.mark.parametrize("post", [None, *POSTS], ids=str)
def test_only_readers_of_the_pit_read_its_books(server: ServedHouse, post: Post | None):
    async def play() -> None:
        async with People(server) as people, httpx.AsyncClient(base_url=server.address, timeout=60) as plain:
            if post is not None:
                plain.headers["authorization"] = f"Bearer {(await people.holding(post)).token}"
            for path in PATHS:
                answer = await plain.get(path)
                if post is None:
                    assert answer.status_code == 401, path
                elif post in READERS:
                    assert answer.status_code in {200, 400}, (path, answer.text)
                else:
                    assert answer.status_code == 403, (post, path)

    played(play())


@pytest.mark.parametrize("post", POSTS, ids=str)
def test_pit_commands_take_their_posts(server: ServedHouse, post: Post):
    async def play() -> None:
        async with People(server) as people:
            somebody = await people.holding(post)
            for command, allowed in ASKED:
                reply = await somebody.ask_pit(command)
                assert not reply.accepted
                assert (reply.code == "role_may_not") is (post not in allowed), (command, reply)

    played(play())


async def _done(client: Any, table: str, number: str) -> None:
    """Wait until the chips of a slip have moved, which the table itself tells."""
    async with client.live(table) as live:
        kind = (await client.slip(table, number)).kind
        await live.until(lambda state: state.open is (kind is not SlipKind.CLOSER))


async def _came_to(client: Any, table: str, number: str, stage: SlipStage) -> None:
    """Wait until a slip has come so far."""
    for _ in range(400):
        if (await client.slip(table, number)).stage is stage:
            return
        await asyncio.sleep(0.05)
    pytest.fail(f"It never became {stage}.")


async def _shift(server: ServedHouse, dealer: Any) -> Any:
    """Read a dealer's own shift."""
    own = {"authorization": f"Bearer {dealer.token}"}
    async with httpx.AsyncClient(base_url=server.address, headers=own, timeout=60) as plain:
        return (await plain.get("/api/pit/shift")).raise_for_status().json()


def test_a_table_runs_by_slips_from_opener_to_closer(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            operator = await people.operator()
            floor, dealer = await people.holding(Post.FLOORPERSON), await people.holding(Post.DEALER)
            ann, ann_is = await people.player()
            house = load_sample("maryland")
            settings = TableSettings(rulebook="maryland", house=house, floor=True, slips=True)
            await operator.set_up("by-slips", settings)
            assert (await operator.ask("by-slips", c.OpenTable(by=Role.MANAGER))).code == "slip_needed"

            async def ask(kind: SlipKind, amount: int) -> str:
                chips = fewest(amount)
                assert (await floor.ask_pit(p.AskForSlip(kind=kind, table="by-slips", chips=chips))).accepted
                [waiting] = [each for each in await operator.waiting_slips() if each.table == "by-slips"]
                assert (waiting.kind, waiting.amount, waiting.chips) == (kind, amount, chips)
                return waiting.number

            opener = await ask(SlipKind.OPENER, 5_000_00)
            assert (await dealer.ask_pit(p.SignCount(table="by-slips", slip=opener))).accepted
            await _done(floor, "by-slips", opener)
            fill = await ask(SlipKind.FILL, 57_50)
            assert not (await floor.ask_pit(p.AcceptSlip(table="by-slips", slip=fill))).accepted
            async with floor.live("by-slips") as live:
                assert (await operator.ask_pit(p.AcceptSlip(table="by-slips", slip=fill))).accepted
                await live.until(lambda state: state.inventory == 5_057_50)
            assert (await ann.ask("by-slips", c.Sit(player=ann_is, seat=1, chips=100_00))).accepted
            assert (await ann.ask("by-slips", c.LeaveTable(player=ann_is))).accepted
            wrong = await ask(SlipKind.CLOSER, 5_057_00)
            assert (await dealer.ask_pit(p.SignCount(table="by-slips", slip=wrong))).accepted
            await _came_to(floor, "by-slips", wrong, SlipStage.VOID)
            [void] = (await _shift(server, dealer))["void"]
            assert (void["number"], "count again" in void["note"]) == (wrong, True)
            closer = await ask(SlipKind.CLOSER, 5_057_50)
            assert (await _shift(server, dealer))["void"] == []
            assert (await dealer.ask_pit(p.SignCount(table="by-slips", slip=closer))).accepted
            await _done(floor, "by-slips", closer)

            [line] = await floor.figures("by-slips")
            told = (line.opener, line.fills, line.credits, line.closer, line.drop, line.redeemed, line.win)
            assert told == (5_000_00, 57_50, 0, 5_057_50, 100_00, 100_00, 0)
            assert [each.win for each in await floor.figures("by-slips", Grouping.SHIFT)] == [0]
            slips = await operator.slips("by-slips")
            assert [each.number.rpartition("-")[2] for each in slips] == ["1", "2", "3", "4"]
            assert slips[1].stage in {SlipStage.DONE, SlipStage.AGREED}
            [seen] = [each for each in await operator.pit_tables() if each.table == "by-slips"]
            assert seen.condition is Condition.CLOSED
            [rated] = await operator.session_ratings(ann_is)
            assert (rated.table, rated.rounds, rated.actual) == ("by-slips", 0, 0)
            assert ann_is in {each.player for each in await operator.ratings()}
            assert slips[0].agreed_by in {each.dealer for each in await operator.dealers()}

    played(play())


@pytest.mark.parametrize(
    ("day", "was_one"),
    [
        ("2025-12-31", False),
        ("2026-01-01", True),
        ("2026-02-28", True),
        ("2026-02-29", False),
        ("2026-02-30", False),
        ("2026-13-01", False),
        ("2026-02-28\n", False),
    ],
)
def test_a_table_has_drop_boxes_only_since_its_setup(tmp_path: Path, day: str, *, was_one: bool):
    new_year = datetime(2026, 1, 1, 12, tzinfo=UTC)
    with closing(Store(f"sqlite:///{tmp_path}/house.db")) as store:
        store.open_stream("t", b"settings", int(new_year.timestamp() * 1000))
        serving = cast("Serving", SimpleNamespace(store=store, books=Books(store)))
        assert pit._had_box(serving, p.CountDrop(table="t", day=day, amount=1)) is was_one


@pytest.mark.parametrize("day", ["2026-11-17\n", "2026-11-1٧", "2026-11-170"])
def test_a_gaming_day_must_be_an_iso_date(day: str):
    with pytest.raises(ValidationError):
        convert({"command": "CountDrop", "table": "t", "day": day, "amount": 1}, p.CountDrop)


def test_unknown_tables_and_people_are_refused_in_a_sentence(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            floor, operator = await people.holding(Post.FLOORPERSON), await people.operator()
            await operator.ask_cashier(Deposit(player="Olga", amount=1))
            for wrong in (
                floor.ask_pit(p.AskForSlip(kind=SlipKind.FILL, table="nowhere", chips={1_00: 1})),
                floor.ask_pit(p.DropCash(table="maryland", player="Nobody at all", amount=1)),
                operator.ask_pit(p.CountDrop(table="maryland", day="1999-12-31", amount=1)),
                floor.figures("nowhere"),
                floor.figures("pit"),
                floor.slips("cashier"),
                floor.slip("maryland", "x"),
            ):
                with pytest.raises(ClientError) as no:
                    await wrong
                assert (no.value.status, no.value.code) == (400, "not_possible")

    played(play())
