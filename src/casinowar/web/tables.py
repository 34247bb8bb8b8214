"""Tables over HTTP: the lobby, the state of a table, and requests."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any, Final

from litestar import Controller, Request, get, post
from litestar.params import Parameter

from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.house.backoffice.recall import Recall
from casinowar.house.journal.commits import (
    Commit,
    RecalledRound,
    TableSettings,
    decode_commit,
    decode_settings,
    encode_settings,
)
from casinowar.house.journal.requests import LONGEST_ID, TableRequest
from casinowar.house.offices.cashier import CASHIER
from casinowar.house.offices.registry import OFFICES
from casinowar.house.people.posts import Member, Post
from casinowar.house.policy.permissions import may_ask
from casinowar.house.serving.startup import Serving
from casinowar.house.worker.table_state import rules_of
from casinowar.house.worker.worker import Worker
from casinowar.record.text import write
from casinowar.rulebooks import (
    TomlText,
    is_built_in,
    load_rules,
    load_sample,
    names,
    open_rulebook,
    sample_house,
)
from casinowar.rulebooks.default_limits import with_limits
from casinowar.rulebooks.loader import open_text, read_house
from casinowar.telling.wording import Language
from casinowar.web import messages as m
from casinowar.web.authentication import holding, signed_in
from casinowar.web.law_text import LawText, law_text
from casinowar.web.proposals import submit, submit_to_office
from casinowar.web.table_layout import TableLayout, layout
from casinowar.web.table_views import choice_worth, look, options, view

WebRequest = Request[Member, str, Any]
After = Annotated[int, Parameter(ge=0, le=2**31 - 1, description="Only commits after this version.")]
Most = Annotated[int, Parameter(ge=1, le=500)]
_LONGEST_REQUEST: Final = 16_384
"""In bytes: enough for the cards of sixty decks. Decoding much more would delay other requests."""


class Tables(Controller):
    """The tables of the house."""

    path = "/api/tables"
    guards = (signed_in,)

    @get("/")
    async def lobby(self, serving: Serving) -> list[m.TableSummary]:
        """List all tables."""
        return await serving.desk.look_at_each_table(_summary)

    @post("/", guards=[holding(Post.OPERATOR)])
    async def set_up(self, data: m.NewTable, serving: Serving) -> m.TableSummary:
        """Set up a table, which the pit then opens."""
        if not (data.settings.text or is_built_in(data.settings.rulebook)):
            raise InputError(
                f"No rulebook is called {data.settings.rulebook}. Send the text of a custom rulebook."
            )

        def opened(worker: Worker) -> m.TableSummary:
            worker.open(data.name, data.settings)
            return _summary(worker, data.name)

        return await serving.desk.look(opened)

    @get("/{table:str}")
    async def table(self, table: str, serving: Serving) -> m.TableView:
        """Show the state of a table."""
        return await serving.desk.look(lambda worker: view(worker, table))

    @get("/{table:str}/layout")
    async def layout(self, table: str, serving: Serving) -> TableLayout:
        """Show the layout of a table: its places, limits and inscription."""
        given = serving.play_money
        return await serving.desk.look(lambda worker: layout(worker, table, play_money=given))

    @get("/{table:str}/settings", guards=[holding(Post.OPERATOR)])
    async def settings(self, table: str, serving: Serving) -> TableSettings:
        """Show the settings of a table, to set up another like it."""
        return await serving.desk.look(lambda worker: _settings(worker, table))

    @get("/{table:str}/law")
    async def law(self, table: str, serving: Serving) -> LawText:
        """Show the law of a table clause by clause, as this house reads it."""
        settings = await serving.desk.look(lambda worker: _settings(worker, table))
        return await asyncio.to_thread(_law_of, encode_settings(settings))

    @get("/{table:str}/look")
    async def look(
        self, request: WebRequest, table: str, serving: Serving, spoken: Language, after: After = 0
    ) -> m.TableLook:
        """Show a table, the actions open to one, and the events after a version."""
        return await serving.desk.look(lambda worker: look(worker, table, request.user.actor, after, spoken))

    @get("/{table:str}/options")
    async def options(self, request: WebRequest, table: str, serving: Serving, spoken: Language) -> m.Options:
        """List the actions open to one."""
        return await serving.desk.look(lambda worker: options(worker, table, request.user.actor, spoken))

    @get("/{table:str}/choice")
    async def choice(self, request: WebRequest, table: str, serving: Serving) -> m.ChoiceWorth:
        """Compute the expected value of one's choices on a tie, by the unseen cards."""
        rules, stands = await serving.desk.look(
            lambda worker: (worker.rules(table), worker.position(table).table)
        )
        return await asyncio.to_thread(choice_worth, rules, stands, request.user.name)

    @post("/{table:str}/neighbours")
    async def neighbours(
        self, request: WebRequest, table: str, data: m.InvitingNeighbours, serving: Serving
    ) -> m.Neighbourhood:
        """Invite computer players to the play-money table where one sits."""
        came = await serving.bots.invite(table, request.user.name, data.number)
        return m.Neighbourhood(names=came)

    @post("/{table:str}/requests", status_code=200, request_max_body_size=_LONGEST_REQUEST)
    async def ask(
        self, request: WebRequest, table: str, data: m.RequestBody, serving: Serving, spoken: Language
    ) -> m.Reply:
        """Submit a command to a table; the reply is durable, and a refusal changes nothing."""
        if len(table) > LONGEST_ID:
            raise InputError(f"The name of a table has at most {LONGEST_ID} letters.")
        asked = TableRequest(
            table=table, actor=request.user.actor, command=data.command, id=data.id, expects=data.expects
        )
        return await submit(serving, asked, spoken)

    @get("/{table:str}/journal")
    async def journal(self, table: str, serving: Serving, after: After = 0, most: Most = 100) -> list[Commit]:
        """Read the journal of a table."""
        if table in OFFICES:
            raise InputError(f"The {table} is not a table.")
        await serving.desk.look(lambda worker: worker.rules(table))
        pages = await asyncio.to_thread(serving.store.pages, table, after, most)
        return [decode_commit(body) for _, body, _ in pages]

    @get("/{table:str}/rounds")
    async def rounds(self, table: str, serving: Serving) -> list[RecalledRound]:
        """List the finished rounds."""
        return await asyncio.to_thread(lambda: Recall(serving.store, table, serving.books).rounds())

    @get("/{table:str}/rounds/{number:int}")
    async def round(self, table: str, number: int, serving: Serving) -> m.RoundTold:
        """Show a round: the record that `casinowar replay` checks, and the proof of each shown card."""
        record, proofs = await asyncio.to_thread(
            lambda: Recall(serving.store, table, serving.books).round(number)
        )
        return m.RoundTold(record=write(record), proofs=proofs)


def _settings(worker: Worker, table: str) -> TableSettings:
    worker.rules(table)  # raises for an office
    return worker.settings(table)


@lru_cache(maxsize=20)
def _law_of(stored: bytes) -> LawText:
    settings = decode_settings(stored)
    source = open_text(TomlText(f"rulebook {settings.rulebook}", settings.text))
    return law_text(source, rules_of(stored))


class Houses(Controller):
    """Sample houses and house files, for operators who set up tables."""

    path = "/api/houses"
    guards = (holding(Post.OPERATOR),)

    @get("/")
    async def samples(self) -> list[m.SampleHouse]:
        """List the rulebooks with their sample houses."""
        return await asyncio.to_thread(lambda: [_sample(name) for name in names()])

    @post("/", status_code=200)
    async def read(self, data: m.HouseText) -> House:
        """Check a house file; errors name the line."""
        return await asyncio.to_thread(_house_of, data)


def _sample(name: str) -> m.SampleHouse:
    book = open_rulebook(name).book()
    house = with_limits(book, load_sample(name))
    return m.SampleHouse(rulebook=name, title=book.title, house=house, text=sample_house(name))


def _house_of(data: m.HouseText) -> House:
    if not is_built_in(data.rulebook):
        raise InputError(f"No rulebook is called {data.rulebook}.")
    file = TomlText("house file", data.text)
    load_rules(data.rulebook, file)
    return read_house(file)


class CashierDesk(Controller):
    """The cashier, and the outcome of requests."""

    path = "/api"
    guards = (signed_in,)

    @post("/cashier/requests", status_code=200)
    async def ask(
        self, request: WebRequest, data: m.CounterBody, serving: Serving, spoken: Language
    ) -> m.Reply:
        """Deposit or withdraw money for a player."""
        known = await asyncio.to_thread(serving.people.exists, data.command.player)
        if not known and may_ask(request.user.actor, data.command):
            raise InputError(f"No person is called {data.command.player}.")
        return await submit_to_office(serving, request, CASHIER, data, spoken)

    @get("/requests/{name:str}")
    async def done(self, request: WebRequest, name: str, serving: Serving) -> m.Reply:
        """Show the outcome of one's own request, by its id."""
        found = await serving.desk.look(lambda worker: worker.done(request.user.actor, name))
        if found is None:
            return m.Reply(
                id=name, accepted=False, code="not_done", sentence="No request was accepted under this id."
            )
        return m.reply(name, found)


def _summary(worker: Worker, table: str) -> m.TableSummary:
    rules, position = worker.rules(table), worker.position(table)
    least, most = rules.span(Wager.INITIAL)
    return m.TableSummary(
        name=table,
        rulebook=rules.book.name,
        title=rules.book.title,
        bank=rules.book.bank is not None,
        open=position.table.open,
        seats=rules.seats,
        taken=tuple(sorted(seat for seat in position.table.seats if seat <= rules.seats)),
        seated=len(position.table.seats),
        least=least,
        most=most,
        tie=rules.book.wagers.tie.value if rules.book.wagers.tie else "",
        automatic=worker.settings(table).automatic,
        version=position.version,
    )
