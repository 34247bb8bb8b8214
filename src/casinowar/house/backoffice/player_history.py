"""A player's own history: rounds with their results, times at tables, cash."""

from heapq import nsmallest

from msgspec import Struct
from sqlalchemy import or_, select

from casinowar.game.money import Cents
from casinowar.game.table import Round
from casinowar.house.accounts import wallet
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.played_rounds import played_rounds
from casinowar.house.backoffice.ratings import worth_at_table
from casinowar.house.backoffice.theoretical_win import wagered
from casinowar.house.journal.commits import RecalledRound
from casinowar.house.offices.cashier import CASHIER
from casinowar.house.offices.pit import PIT_OFFICE
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import JOURNAL, POSTINGS


class OwnRound(Struct, frozen=True, kw_only=True):
    """A round in which the player wagered or banked, with its net result in cents."""

    table: str
    round: int
    began: int
    ended: int
    net: Cents
    tie: bool
    """Whether the player had a tie hand in it."""


class OwnSitting(Struct, frozen=True, kw_only=True):
    """A time at a table, from sitting down to leaving, with its net result."""

    table: str
    began: int
    ended: int
    """In milliseconds; 0 while it lasts."""
    rounds: int
    wagered: Cents
    """All wagers except war wagers."""
    net: Cents


class CashMovement(Struct, frozen=True, kw_only=True):
    """Cash that the player brought to the cashier or a table; negative if taken away."""

    at: int
    amount: Cents


def player_rounds(store: StoreReader, books: Books, player: str, skip: int, most: int) -> list[OwnRound]:
    """List the rounds in which a player wagered or banked, the latest first."""

    def played(books: Books) -> list[tuple[str, RecalledRound]]:
        rounds = ((table, each) for table in books.tables() for each in books.of(table).rounds_of(player))
        return nsmallest(skip + most, rounds, lambda found: (-found[1].ended, found[0], -found[1].round))

    shown = books.look(played)[skip:]
    played_of = {
        table: played_rounds(store, books, table, [each for name, each in shown if name == table])
        for table in dict.fromkeys(name for name, _ in shown)
    }
    return [
        OwnRound(
            table=table,
            round=each.round,
            began=each.began,
            ended=each.ended,
            net=played_of[table][each.round].net.get(player, 0),
            tie=_has_tied(played_of[table][each.round].played, player),
        )
        for table, each in shown
    ]


def player_sittings(books: Books, player: str, skip: int, most: int) -> list[OwnSitting]:
    """List a player's times at tables, the latest first."""

    def sat(books: Books) -> list[OwnSitting]:
        return [
            OwnSitting(
                table=table,
                began=each.began,
                ended=each.ended,
                rounds=each.rounds,
                wagered=wagered(each.wagers),
                net=each.redeemed
                - each.bought
                + (0 if each.ended else worth_at_table(books.of(table).now.carried.table, player)),
            )
            for table in books.tables()
            for each in books.of(table).sessions()
            if each.player == player
        ]

    return sorted(books.look(sat), key=lambda each: (-each.began, each.table))[skip : skip + most]


def player_cash(store: StoreReader, player: str, skip: int, most: int) -> list[CashMovement]:
    """List a player's cash at the cashier and at tables, the latest first."""
    own = wallet(player)
    commits = (JOURNAL.c.table == POSTINGS.c.table) & (JOURNAL.c.version == POSTINGS.c.version)
    asked = (
        select(JOURNAL.c.at, POSTINGS.c.target, POSTINGS.c.amount)
        .join(JOURNAL, commits)
        .where(
            POSTINGS.c.table.in_([CASHIER, PIT_OFFICE]),
            or_(POSTINGS.c.source == own, POSTINGS.c.target == own),
        )
        .order_by(JOURNAL.c.at.desc(), POSTINGS.c.table, POSTINGS.c.version.desc(), POSTINGS.c.number.desc())
        .offset(skip)
        .limit(most)
    )
    return [
        CashMovement(at=at, amount=amount if target == own else -amount)
        for at, target, amount in store.rows_of(asked)
    ]


def _has_tied(played: Round, player: str) -> bool:
    hands = played.hands.values()
    return any(hand.player == player and bool(hand.choice or hand.wars) for hand in hands)
