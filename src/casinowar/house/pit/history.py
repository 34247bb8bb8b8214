"""A player's own history: rounds and what they brought, times at tables, money over the counter."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import or_, select

from casinowar.game import events as e
from casinowar.game.evolve import evolve
from casinowar.game.money import Cents
from casinowar.game.table import CLOSED, Table
from casinowar.house.accounts import wallet
from casinowar.house.cashier import CASHIER
from casinowar.house.journal import RecalledRound, read
from casinowar.house.pit.prices import wagered
from casinowar.house.pit.ratings import held
from casinowar.house.reader import StoreReader
from casinowar.house.schema import JOURNAL, POSTINGS

if TYPE_CHECKING:
    from casinowar.house.pit.sheets import Books


class OwnRound(Struct, frozen=True, kw_only=True):
    """A round in which somebody wagered, and what it brought them, in cents."""

    table: str
    round: int
    began: int
    ended: int
    net: Cents
    tie: bool
    """Whether they had a tie hand in it."""


class OwnSitting(Struct, frozen=True, kw_only=True):
    """A time at a table, from sitting down to leaving, and what it brought."""

    table: str
    began: int
    ended: int
    """When it ended, in milliseconds; nothing, as long as it goes on."""
    rounds: int
    wagered: Cents
    """All wagers, what war adds left out."""
    net: Cents


class OverTheCounter(Struct, frozen=True, kw_only=True):
    """Money that somebody brought to the cashier or, below zero, took away."""

    at: int
    amount: Cents


def own_rounds(store: StoreReader, books: "Books", player: str, skip: int, most: int) -> list[OwnRound]:
    """List the rounds in which somebody wagered, the latest first."""

    def played(books: "Books") -> list[tuple[str, RecalledRound]]:
        rounds = ((table, each) for table in books.tables() for each in books.of(table).rounds())
        return [(table, each) for table, each in rounds if player in each.players]

    latest = sorted(books.look(played), key=lambda found: (-found[1].ended, found[0], -found[1].round))
    shown = latest[skip : skip + most]
    brought = {
        table: _brought_by_round(store, books, table, player, [each for name, each in shown if name == table])
        for table in dict.fromkeys(name for name, _ in shown)
    }
    return [
        OwnRound(table=table, round=each.round, began=each.began, ended=each.ended, net=net, tie=tie)
        for table, each in shown
        for net, tie in (brought[table][each.round],)
    ]


def own_sittings(books: "Books", player: str, skip: int, most: int) -> list[OwnSitting]:
    """List somebody's times at tables, the latest first."""

    def sat(books: "Books") -> list[OwnSitting]:
        return [
            OwnSitting(
                table=table,
                began=each.began,
                ended=each.ended,
                rounds=each.rounds,
                wagered=wagered(each.wagers),
                net=each.redeemed
                - each.bought
                + (0 if each.ended else held(books.of(table).now.carried.table, player)),
            )
            for table in books.tables()
            for each in books.of(table).sessions()
            if each.player == player
        ]

    return sorted(books.look(sat), key=lambda each: (-each.began, each.table))[skip : skip + most]


def own_money(store: StoreReader, player: str, skip: int, most: int) -> list[OverTheCounter]:
    """List what somebody brought to the cashier and took away, the latest first."""
    own = wallet(player)
    commits = (JOURNAL.c.table == POSTINGS.c.table) & (JOURNAL.c.version == POSTINGS.c.version)
    asked = (
        select(JOURNAL.c.at, POSTINGS.c.target, POSTINGS.c.amount)
        .join(JOURNAL, commits)
        .where(POSTINGS.c.table == CASHIER, or_(POSTINGS.c.source == own, POSTINGS.c.target == own))
        .order_by(POSTINGS.c.version.desc(), POSTINGS.c.number.desc())
        .offset(skip)
        .limit(most)
    )
    return [
        OverTheCounter(at=at, amount=amount if target == own else -amount)
        for at, target, amount in store.rows_of(asked)
    ]


def _brought_by_round(
    store: StoreReader, books: "Books", table: str, player: str, rounds: Iterable[RecalledRound]
) -> dict[int, tuple[Cents, bool]]:
    """Follow a table through rounds: each brought what somebody had after it more than after the last one.

    What lies on the layout is theirs until it is lost, and chips that they bought or cashed are no gain.
    """
    found: dict[int, tuple[Cents, bool]] = {}
    version, stands = 0, CLOSED
    for each in sorted(rounds, key=lambda each: each.round):
        if each.round in found:
            continue
        kept, stood = books.of(table).before(each.first)
        if kept > version:
            version, stands = kept, stood
        had, brought = held(stands, player), 0
        for _, body, _ in store.pages(table, version, each.last - version):
            for event in read(body).events:
                brought += _brought(event, player)
                stood, stands = stands, evolve(stands, event)
                if isinstance(event, e.RoundCompleted):
                    has = held(stands, player)
                    found[event.round] = has - had - brought, _has_tied(stood, player)
                    had, brought = has, 0
        version = each.last
    return found


def _has_tied(table: Table, player: str) -> bool:
    """Tell whether somebody chose on a tie in the round."""
    hands = table.round.hands.values() if table.round else ()
    return any(hand.player == player and (hand.choice or hand.wars) for hand in hands)


def _brought(event: e.Event, player: str) -> Cents:
    """Tell what somebody brought to a table, or took from it if below zero."""
    match event:
        case e.PlayerSeated(player=name, chips=chips) if name == player:
            return chips
        case e.ChipsBought(player=name, amount=amount) if name == player:
            return amount
        case e.ChipsCashed(player=name, amount=amount) if name == player:
            return -amount
        case e.PlayerLeft(player=name, chips=chips) if name == player:
            return -chips
        case _:
            return 0
