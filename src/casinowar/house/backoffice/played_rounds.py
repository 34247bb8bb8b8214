"""Rounds played again from a journal: each as it was when complete, and its net result for each player."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from casinowar.game import events as e
from casinowar.game.events import HandVoided, IrregularityReported, PlayStopped
from casinowar.game.evolve import evolve
from casinowar.game.money import Cents
from casinowar.game.table import CLOSED, Hand, Round, Table
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.ratings import worth_at_table
from casinowar.house.journal.commits import Commit, RecalledRound, decode_commit
from casinowar.house.storage.reader import StoreReader

_PIECE: Final = 200


class RoundOfTable(Struct, frozen=True, kw_only=True):
    """A round of a table, and when it was played, in milliseconds."""

    table: str
    round: int
    began: int
    ended: int


class PlayedRound(Struct, frozen=True, kw_only=True):
    """A round at the moment it was complete."""

    number: int
    played: Round
    voided: tuple[Hand, ...]
    """Hands removed from it."""
    irregular: bool
    bank: str
    """The player who banked it; empty if the house did."""
    net: dict[str, Cents]
    """What each player gained at the table since the previous round, chips bought and cashed aside.

    A wager on the layout belongs to its player until it is lost.
    """


def played_rounds(
    store: StoreReader, books: Books, table: str, wanted: Iterable[RecalledRound]
) -> dict[int, PlayedRound]:
    """Play some rounds of a table again, each from the last sheet of its book before it."""
    rounds = {each.round: each for each in wanted}
    found: dict[int, PlayedRound] = {}
    reader = _RoundReader(0, CLOSED)
    for number in sorted(rounds):
        if number in found:  # it was read with the round before
            continue
        first, last = rounds[number].first, rounds[number].last
        version, stood = books.look(lambda each: each.of(table).before(first))  # noqa: B023 - at once
        if version > reader.version:
            reader = _RoundReader(version, stood)
        for commit in _commits(store, table, reader.version, last):
            found |= {each.number: each for each in reader.follow(commit) if each.number in rounds}
    return found


def _commits(store: StoreReader, table: str, after: int, last: int) -> Iterator[Commit]:
    while after < last and (pages := store.pages(table, after, min(_PIECE, last - after))):
        yield from (decode_commit(body) for _, body, _ in pages)
        after = pages[-1][0]


class _RoundReader:
    def __init__(self, version: int, table: Table) -> None:
        self.version, self._table = version, table
        self._voided: list[Hand] = []
        self._irregular = False
        self._bank = ""
        self._had = _holdings(table)
        self._bought: Counter[str] = Counter()

    def follow(self, commit: Commit) -> Iterator[PlayedRound]:
        for event in commit.events:
            current = self._table.round
            if current is None:
                self._voided, self._irregular, self._bank = [], False, ""
            if isinstance(event, HandVoided) and current is not None and event.hand in current.hands:
                self._voided.append(current.hands[event.hand])
            self._irregular = self._irregular or isinstance(event, PlayStopped | IrregularityReported)
            if isinstance(event, e.NoMoreBetsCalled):
                self._bank = self._table.banker
            self._bought.update(_bought(event))
            self._table = evolve(self._table, event)
            if isinstance(event, e.RoundCompleted) and current is not None:
                yield self._completed(event.round, current)
        self.version = commit.version

    def _completed(self, number: int, played: Round) -> PlayedRound:
        has = _holdings(self._table)
        players = {**self._had, **self._bought, **has}
        net = {each: has[each] - self._had[each] - self._bought[each] for each in players}
        self._had, self._bought = has, Counter()
        return PlayedRound(
            number=number,
            played=played,
            voided=tuple(self._voided),
            irregular=self._irregular,
            bank=self._bank,
            net=net,
        )


def _holdings(table: Table) -> Counter[str]:
    return Counter({player: worth_at_table(table, player) for player in table.chips})


def _bought(event: e.Event) -> dict[str, Cents]:
    """Name the player who brought chips to the table, and how many; negative if taken away."""
    match event:
        case e.PlayerSeated():
            return {event.player: event.chips}
        case e.ChipsBought():
            return {event.player: event.amount}
        case e.ChipsCashed():
            return {event.player: -event.amount}
        case e.PlayerLeft():
            return {event.player: -event.chips}
        case _:
            return {}
