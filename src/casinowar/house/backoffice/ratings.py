"""Ratings of players: time, rounds, average wager, theoretical loss and result."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from msgspec import to_builtins

from casinowar.game.money import Cents
from casinowar.game.table import Table
from casinowar.house.backoffice.books import Books, PlayerSession, TableBook
from casinowar.house.backoffice.theoretical_win import theoretical_win, unpriced, wagered
from casinowar.house.backoffice.views import PlayerRating, SessionRating
from casinowar.reports.blocks import Column, Paragraph, Report, grid, section, text_column
from casinowar.reports.exportable import Exportable
from casinowar.reports.numbers import decimal, dollars

_HOUR = 3_600


class Ratings(Exportable, frozen=True, kw_only=True):
    """The ratings of players."""

    players: tuple[PlayerRating, ...]

    def report(self) -> Report:
        rows = [
            {
                text_column("Player"): each.player,
                Column("Hours"): decimal(Fraction(each.seconds, _HOUR), 2),
                Column("Rounds"): f"{each.rounds:,}",
                Column("Average wager"): dollars(each.average_wager),
                Column("Theoretical loss"): dollars(each.theoretical),
                Column("Result"): dollars(each.actual, sign=True),
            }
            for each in self.players
        ]
        found = grid(rows) if rows else Paragraph("No player has played yet.")
        return Report(name="ratings", title="Ratings of players", sections=(section("Players", found),))

    def to_dict(self) -> dict[str, object]:
        return {"players": to_builtins(self.players)}


def session_ratings(books: Books, player: str = "", tables: Iterable[str] = ()) -> Iterator[SessionRating]:
    """Rate sessions: of one player or all, at some tables or all."""
    for name in tables or books.tables():
        book = books.of(name)
        for session in book.sessions():
            if player in {"", session.player}:
                yield _rated(book, session)


def ratings(sessions: Iterable[SessionRating]) -> Ratings:
    by_player = sorted(sessions, key=lambda each: each.player)
    found = [(name, [*own]) for name, own in groupby(by_player, lambda each: each.player)]
    return Ratings(players=tuple(_rating(name, own) for name, own in found))


def _rated(book: TableBook, session: PlayerSession) -> SessionRating:
    at_table = 0 if session.ended else worth_at_table(book.now.carried.table, session.player)
    until = session.ended or book.now.at
    return SessionRating(
        player=session.player,
        table=book.table,
        began=session.began,
        ended=session.ended,
        seconds=max(0, until - session.began) // 1000,
        rounds=session.rounds,
        wagered=wagered(session.wagers),
        initial=wagered(session.wagers, "initial"),
        theoretical=round(theoretical_win(book.settings, session.wagers)),
        unpriced=unpriced(book.settings, session.wagers),
        actual=session.redeemed + at_table - session.bought,
    )


def worth_at_table(table: Table, player: str) -> Cents:
    """Add up a player's chips, wagers and bank at a table."""
    hands = [hand for hand in (table.round.hands.values() if table.round else ()) if hand.player == player]
    lying = sum(
        placed.on_layout - min(hand.redeemed_on(wager), placed.on_layout) + placed.before_tray
        for hand in hands
        for wager, placed in hand.wagers.items()
        if wager != "match"
    )
    bank = table.inventory if table.banker == player else 0
    return table.chips.get(player, 0) + lying + bank


def _rating(player: str, sessions: list[SessionRating]) -> PlayerRating:
    rounds = sum(each.rounds for each in sessions)
    return PlayerRating(
        player=player,
        sessions=len(sessions),
        seconds=sum(each.seconds for each in sessions),
        rounds=rounds,
        wagered=sum(each.wagered for each in sessions),
        average_wager=round(Fraction(sum(each.initial for each in sessions), rounds)) if rounds else 0,
        theoretical=sum(each.theoretical for each in sessions),
        actual=sum(each.actual for each in sessions),
    )
