"""Alerts: what needs attention in the pit, and warnings about the odds of tables."""

from collections.abc import Iterator
from functools import lru_cache, partial

from msgspec import Struct

from casinowar.game.money import dollars
from casinowar.game.phrase import Phrase
from casinowar.game.words import Word
from casinowar.house.backoffice.books import Books
from casinowar.house.offices.pit import COUNTS
from casinowar.house.worker.table_state import rules_of
from casinowar.reports.par_sheet.warnings import wager_warnings
from casinowar.telling.wording import Language


class AlertKind(Word):
    """The kinds of alerts, the most urgent first."""

    RULING = "ruling"
    FILL = "fill"
    PAUSED = "paused"
    SLIP = "slip"
    LIMITS = "limits"
    """The limits or odds of a table favor the player, or reduce payouts."""


class PitAlert(Struct, frozen=True, kw_only=True):
    kind: AlertKind
    table: str
    sentence: str
    language: Language = Language.ENGLISH
    """Of the sentence."""
    clause: str = ""
    at: int = 0
    """When it began, in milliseconds; 0 if unknown."""


def alerts(books: Books) -> list[PitAlert]:
    """List all alerts, the most urgent first; compute the odds after releasing the books' lock."""
    order = [*AlertKind]
    found, settings = books.look(_of_books)
    found += [
        PitAlert(kind=AlertKind.LIMITS, table=name, sentence=sentence)
        for name, stored in settings.items()
        for sentence in _warnings(stored)
    ]
    return sorted(found, key=lambda each: (order.index(each.kind), each.table, each.at))


def _of_books(books: Books) -> tuple[list[PitAlert], dict[str, bytes]]:
    names = books.tables()
    found = [each for name in names for each in _at_table(books, name)]
    return [*found, *_slips(books)], {name: books.of(name).settings for name in names}


def _at_table(books: Books, name: str) -> Iterator[PitAlert]:
    book = books.of(name)
    table = book.now.carried.table
    if not table.open:
        return
    alert = partial(PitAlert, table=name, at=book.now.at)
    if table.stop is not None:
        sentence = Phrase(
            "House.waits_for_a_ruling",
            "Play is stopped for a ruling: {irregularity}.",
            irregularity=table.what_went_wrong(table.stop.irregularity),
        )
        yield alert(kind=AlertKind.RULING, sentence=sentence, clause=table.stop.clause)
    if table.fill_due:
        sentence = Phrase(
            "House.waits_for_a_fill",
            "A fill of at least {least} is due before the dealer can go on paying.",
            least=dollars(table.fill_due),
        )
        yield alert(kind=AlertKind.FILL, sentence=sentence)
    if table.paused:
        yield alert(kind=AlertKind.PAUSED, sentence=Phrase("House.is_paused", "Play is paused."))


@lru_cache(maxsize=100)
def _warnings(settings: bytes) -> tuple[Phrase, ...]:
    """Compute the warnings about a table's odds, which takes a moment; they never change."""
    return tuple(wager_warnings(rules_of(settings)))


def _slips(books: Books) -> Iterator[PitAlert]:
    for slip in books.pit().waiting():
        waits = Phrase("House.a_signature", "the dealer's signature")
        if slip.kind not in COUNTS:
            waits = Phrase("House.the_cage", "the cage")
        yield PitAlert(
            kind=AlertKind.SLIP,
            table=slip.table,
            sentence=Phrase(
                "House.slip_waits",
                "The {kind} {number} of {amount} waits for {waits}.",
                kind=slip.kind,
                number=slip.number,
                amount=dollars(slip.amount),
                waits=waits,
            ),
            at=slip.asked_at,
        )
