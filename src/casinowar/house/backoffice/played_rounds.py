"""Following a journal through rounds: how each was when it was complete, and what it brought everybody."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from casinowar.game import events as e
from casinowar.game.evolve import evolve
from casinowar.game.incidents import HandVoided, IrregularityReported, PlayStopped
from casinowar.game.money import Cents
from casinowar.game.table import CLOSED, Hand, Round, Table
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.ratings import held
from casinowar.house.journal.commits import Commit, RecalledRound, decode_commit
from casinowar.house.storage.reader import StoreReader

_PIECE: Final = 200


class RoundOfTable(Struct, frozen=True, kw_only=True):
    """Which round of which table something is about, and when it was played, in milliseconds."""

    table: str
    round: int
    began: int
    ended: int


class PlayedRound(Struct, frozen=True, kw_only=True):
    """A round as it was when it was complete."""

    number: int
    played: Round
    void: tuple[Hand, ...]
    """Hands that were taken out of it."""
    odd: bool
    """Whether something irregular happened."""
    bank: str
    """The player who banked it; nobody where the house does."""
    brought: dict[str, Cents]
    """What everybody at the table had after it more than after the round before.

    What lies on the layout is theirs until it is lost, and chips that they bought or cashed are no gain.
    """


def played_rounds(
    store: StoreReader, books: Books, table: str, wanted: Iterable[RecalledRound]
) -> dict[int, PlayedRound]:
    """Follow a table through some rounds, from the last sheet of its book before each."""
    rounds = {each.round: each for each in wanted}
    found: dict[int, PlayedRound] = {}
    follower = _RoundFollower(0, CLOSED)
    for number in sorted(rounds):
        if number in found:  # two rounds of one story
            continue
        first, last = rounds[number].first, rounds[number].last
        version, stood = books.look(lambda each: each.of(table).before(first))  # noqa: B023 - at once
        if version > follower.version:
            follower = _RoundFollower(version, stood)
        for commit in _commits(store, table, follower.version, last):
            found |= {each.number: each for each in follower.follow(commit) if each.number in rounds}
    return found


def _commits(store: StoreReader, table: str, after: int, last: int) -> Iterator[Commit]:
    while after < last and (pages := store.pages(table, after, min(_PIECE, last - after))):
        yield from (decode_commit(body) for _, body, _ in pages)
        after = pages[-1][0]


class _RoundFollower:
    """Follows one commit after another."""

    def __init__(self, version: int, table: Table) -> None:
        self.version, self._table = version, table
        self._void: list[Hand] = []
        self._odd = False
        self._bank = ""
        self._had = _holdings(table)
        self._bought: Counter[str] = Counter()

    def follow(self, commit: Commit) -> Iterator[PlayedRound]:
        """Go on through a commit; gives the rounds that it completed."""
        for event in commit.events:
            current = self._table.round
            if current is None:
                self._void, self._odd, self._bank = [], False, ""
            if isinstance(event, HandVoided) and current is not None and event.hand in current.hands:
                self._void.append(current.hands[event.hand])
            self._odd = self._odd or isinstance(event, PlayStopped | IrregularityReported)
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
        brought = {each: has[each] - self._had[each] - self._bought[each] for each in players}
        self._had, self._bought = has, Counter()
        return PlayedRound(
            number=number,
            played=played,
            void=tuple(self._void),
            odd=self._odd,
            bank=self._bank,
            brought=brought,
        )


def _holdings(table: Table) -> Counter[str]:
    return Counter({player: held(table, player) for player in table.chips})


def _bought(event: e.Event) -> dict[str, Cents]:
    """Tell what somebody brought to a table, or took from it if below zero."""
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
