"""How far journals go, and whether they go on from where they were."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from msgspec import DecodeError, Meta, Struct

from casinowar.game.refusal import InputError
from casinowar.house.storage.reader import StoreReader

UNREADABLE: Final = (InputError, DecodeError, KeyError, IndexError, ValueError, TypeError, AttributeError)
"""What reading something that was tampered with may raise."""


class JournalCheckpoint(Struct, frozen=True):
    """How far a table's journal went, and its hash there: kept elsewhere, it holds the house to its past."""

    table: Annotated[str, Meta(max_length=64)]
    version: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    link: Annotated[str, Meta(max_length=64)]


def checkpoints(store: StoreReader) -> list[JournalCheckpoint]:
    """Say how far every journal goes now."""
    found = [(table, store.version(table)) for table in store.tables()]
    return [JournalCheckpoint(table, version, _link(store, table, version)) for table, version in found]


def departures(store: StoreReader, kept: Iterable[JournalCheckpoint]) -> Iterator[tuple[str, int, str]]:
    """Find the journals that do not go on from where they were: the table, the version, and what is off."""
    for point in kept:
        if _link(store, point.table, point.version) == point.link:
            continue
        short = store.version(point.table) < point.version
        problem = "ends before the checkpoint" if short else "is not the one of the checkpoint"
        yield point.table, point.version, f"the journal {problem}"


def _link(store: StoreReader, table: str, version: int) -> str:
    try:
        return store.link_at(table, version).hex()
    except UNREADABLE:
        return ""
