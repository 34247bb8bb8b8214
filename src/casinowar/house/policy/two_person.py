"""Two-person approval: which acts need a second person, who may be it, and proposals that wait for one."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import DecodeError, Struct, json
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from casinowar.game import commands as c
from casinowar.game.events import HandVoided, MoneyEvent, RoundVoided
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.game.words import Irregularity, Role
from casinowar.house.journal.commits import HOUSE, PIT, AnyCommand, JournalEntry
from casinowar.house.journal.requests import Actor, TableRequest, WrongRoleError
from casinowar.house.journal.shoe_vault import RandomBytes
from casinowar.house.offices.care import HouseCare
from casinowar.house.offices.cashier import CashierCommand, Deposit, IssueCoupon
from casinowar.house.offices.linked_meters import AdjustMeter
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import CorrectDrop, DropCash
from casinowar.house.policy.permissions import check_may_ask, may_not_act
from casinowar.house.storage.schema import PROPOSALS
from casinowar.house.storage.store import Store

BRINGS_CASH: Final = (Deposit, DropCash, IssueCoupon)
"""Commands that bring money or coupons onto a player's account."""
HANDLES_CASH: Final = (CashierCommand, DropCash)
"""Commands that move money or coupons between a player and the house."""
_SEEN_EARLY: Final = frozenset(
    {Irregularity.EXPOSED_CARD, Irregularity.CARD_DRAWN_IN_ERROR, Irregularity.FACE_UP_CARD}
)


class SecondNeededError(InputError):
    """Raised for an act that waits for a second person."""

    code = "needs_second"


class TwoPersonAct(Struct, frozen=True):
    """A kind of act that takes two people, recognized by its journal entry."""

    what: str
    is_one: Callable[[JournalEntry], bool]


def _tells_meter(entry: JournalEntry) -> bool:
    return isinstance(entry.command, c.TellMeter) and entry.command.by is not Role.AUTOMATIC


def _voids(entry: JournalEntry) -> bool:
    by_staff = isinstance(entry.command, c.Command) and entry.command.by is not Role.PLAYER
    void = any(isinstance(event, RoundVoided | HandVoided) for event in entry.events)
    return by_staff and void and any(isinstance(event, MoneyEvent) for event in entry.events)


MUCH_CASH: Final = Phrase("House.much_cash", "a large cash transaction")
ACTS: Final = (
    TwoPersonAct(Phrase("House.telling_a_meter", "telling what a meter shows"), _tells_meter),
    TwoPersonAct(
        Phrase("House.changing_a_meter", "changing what a meter of the house shows"),
        lambda entry: isinstance(entry.command, AdjustMeter),
    ),
    TwoPersonAct(
        Phrase("House.correcting_a_count", "correcting the count of a drop box"),
        lambda entry: isinstance(entry.command, CorrectDrop),
    ),
    TwoPersonAct(Phrase("House.void_with_money", "a void that moves money"), _voids),
    TwoPersonAct(MUCH_CASH, lambda entry: isinstance(entry.command, HANDLES_CASH)),
)
"""Acts that take two people in a house that asks for two; software alone is enough."""


def chooses_card(table: Table, entry: JournalEntry, *, kept: bool) -> bool:
    """Tell whether an entry rules on a card of a kept shoe that was seen early.

    Only the person who reports such a card says that it came out, and it is then the real next card.
    """
    rules_on = table.stop.irregularity if table.stop and isinstance(entry.command, c.Rule) else None
    return kept and entry.who != HOUSE and rules_on in _SEEN_EARLY


def check_reported_by_another(reporter: str, *ruling: str) -> None:
    if reporter in ruling:
        raise WrongRoleError(
            Phrase(
                "House.reported_it", "{name} reported it, and so has no part in the ruling.", name=reporter
            )
        )


def needs_two(house: HouseCare, entry: JournalEntry, *, chooses: bool = False, before: int = 0) -> str:
    """Name the act of an entry that takes two people; empty if one person is enough.

    Cash and coupons add up within a day (`before`); play money for guests and bots does not count.
    """
    if not house.two_people or entry.who == HOUSE:
        return ""
    if chooses:
        return Phrase("House.ruling_on_a_card", "a ruling on a card of a shoe that the house keeps")
    if isinstance(entry.command, HANDLES_CASH) and (
        not counts_cash(house, entry) or before + entry.command.amount <= house.cash_above
    ):
        return ""
    return next((act.what for act in ACTS if act.is_one(entry)), "")


def counts_cash(house: HouseCare, entry: JournalEntry) -> bool:
    """Tell whether cash of an entry counts: cash from people does, play money from software does not."""
    return house.two_people and entry.who not in {HOUSE, PIT}


def is_of_two(entry: JournalEntry) -> bool:
    """Tell whether an entry takes two people in a house that asks for two."""
    return entry.who != HOUSE and any(act.is_one(entry) for act in ACTS)


def check_seconded(asked: TableRequest, needed: str) -> None:
    """Check the second person, who must be another one and may give the command, or be of the floor."""
    second, command = asked.seconded, asked.command
    if second is None:
        raise SecondNeededError(
            Phrase(
                "House.takes_two",
                "This is {what}, which takes two people: another person must confirm it.",
                what=needed,
            )
        )
    if second.name == asked.actor.name:
        raise WrongRoleError(
            Phrase(
                "House.asked_itself",
                "{name} asked for it; another person must confirm it.",
                name=second.name,
            )
        )
    if isinstance(command, OfficeCommand):
        check_may_ask(second, command)
    elif not second.roles & (command.roles | c.FLOOR):
        raise may_not_act(second, command.by)


def check_own_account(
    house: HouseCare, actor: Actor, command: c.Command | OfficeCommand, table: Table, *, dealt: bool = False
) -> None:
    """Refuse cash to or from oneself, and playing at a table where one deals or rules."""
    if isinstance(command, HANDLES_CASH):
        if command.player == actor.name:
            raise WrongRoleError(
                "People do not deposit to or withdraw from their own account, or give themselves a coupon."
            )
        return
    if house.two_people and dealt and isinstance(command, c.Sit) and actor.name == table.dealer:
        raise WrongRoleError(
            Phrase(
                "House.deals_here",
                "{name} deals at this table, and so does not play there.",
                name=actor.name,
            )
        )
    plays = house.two_people and actor.name in table.chips
    if plays and isinstance(command, c.Command) and command.by in c.PIT:
        raise WrongRoleError(
            Phrase(
                "House.plays_here",
                "{name} plays at this table, and so is not its {role}.",
                name=actor.name,
                role=command.by,
            )
        )


LASTS: Final = 3_600_000
"""Milliseconds after which a proposal expires."""
MOST_PROPOSED: Final = 50
"""Open proposals of one person."""

_COMMANDS = json.Decoder(AnyCommand)


class Proposal(Struct, frozen=True, kw_only=True):
    """A request that waits for a second person, at one version of its table."""

    id: str
    proposer: str
    table: str
    command: AnyCommand
    request: str
    """The proposer's id of the request, under which it acts once."""
    expects: int | None
    at: int
    ends: int

    def confirmed_by(self, proposer: Actor, second: Actor) -> TableRequest:
        return TableRequest(
            table=self.table,
            actor=proposer,
            command=self.command,
            id=self.request,
            expects=self.expects,
            seconded=second,
        )


class TooManyProposalsError(InputError):
    """Raised while too many proposals of one person are open."""

    code = "too_many_proposals"


class NoProposalError(InputError):
    """Raised for a proposal that does not exist or has expired."""


class Proposals:
    """The proposals in a house's database."""

    def __init__(self, store: Store, *, clock: Callable[[], int], random_bytes: RandomBytes) -> None:
        self._store, self._clock, self._random_bytes = store, clock, random_bytes

    def keep(self, asked: TableRequest, version: int | None) -> Proposal:
        """Keep a request for a second person; one id makes one proposal.

        At a table it holds for the version at which it was proposed, unless it names one.
        """
        now = self._clock()
        proposal = Proposal(
            id=self._random_bytes(16).hex(),
            proposer=asked.actor.name,
            table=asked.table,
            command=asked.command,
            request=asked.id,
            expects=version if asked.expects is None else asked.expects,
            at=now,
            ends=now + LASTS,
        )
        waits = self._found(PROPOSALS.c.proposer == asked.actor.name)
        if len(waits) >= MOST_PROPOSED and not any(each.request == asked.id for each in waits if asked.id):
            raise TooManyProposalsError(f"{MOST_PROPOSED} proposals of {asked.actor.name} wait already.")
        row = {name: getattr(proposal, name) for name in proposal.__struct_fields__}
        row |= {"key": asked.key, "command": json.encode(asked.command)}
        try:
            with self._store.writing() as connection:
                connection.execute(delete(PROPOSALS).where(PROPOSALS.c.ends <= now))
                connection.execute(insert(PROPOSALS).values(row))
        except IntegrityError:
            before = next(iter(self._found(PROPOSALS.c.key == asked.key)), None)
            if before is None or (before.table, before.command) != (asked.table, asked.command):
                raise InputError(
                    "A proposal with this id was made before, and said something else."
                ) from None
            return before
        return proposal

    def waiting(self) -> list[Proposal]:
        return self._found()

    def find(self, name: str) -> Proposal:
        found = self._found(PROPOSALS.c.id == name) if name.isalnum() else []
        if not found:
            raise NoProposalError("There is no such proposal, or it has run out.")
        return found[0]

    def drop(self, name: str) -> bool:
        """Delete a proposal; tells whether it existed."""
        with self._store.writing() as connection:
            return bool(connection.execute(delete(PROPOSALS).where(PROPOSALS.c.id == name)).rowcount)

    def _found(self, *where: Any) -> list[Proposal]:  # noqa: ANN401 - a condition of the database's
        names = Proposal.__struct_fields__
        asked = select(*(PROPOSALS.c[name] for name in names))
        rows = self._store.rows_of(
            asked.where(PROPOSALS.c.ends > self._clock(), *where).order_by(PROPOSALS.c.at, PROPOSALS.c.id)
        )
        try:
            return [
                Proposal(**{**dict(zip(names, row, strict=True)), "command": _COMMANDS.decode(row.command)})
                for row in rows
            ]
        except DecodeError as wrong:
            raise InputError(f"A proposal cannot be read: {wrong}.") from None
