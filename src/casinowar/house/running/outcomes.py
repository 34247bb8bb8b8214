"""Outcomes: what a decision has come to before anything of it is written or told."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from casinowar.game.table import Table
from casinowar.house.care.office import CARE
from casinowar.house.hosted import Position
from casinowar.house.journal import Commit
from casinowar.house.reader import StoreReader
from casinowar.house.requests import Refused, TableRequest
from casinowar.house.running.pages import JournalPage
from casinowar.house.streams import Streams


class Waiting(Struct):
    """A request that is accepted once its page is written."""

    asked: TableRequest
    page: JournalPage
    commit: Commit
    position: Position
    before: Table


class Refusing(Struct):
    """A request that is refused, unless another worker has just gone on."""

    asked: TableRequest
    answer: Refused


def standing(refusing: Sequence[Refusing], store: StoreReader, streams: Streams) -> Iterator[bool]:
    """Tell of each refusal whether it was decided on the newest there is; what is newer is taken in."""
    if not refusing:
        return
    tables = {name for each in refusing for name in (each.asked.table, each.asked.looks_at)} | {CARE}
    versions = store.versions(tables)
    done = store.requests(
        each.asked.key for each in refusing if each.asked.key
    )  # none done meanwhile is missed
    newest = {name for name in tables if streams.is_at(name, versions.get(name, 0))}
    for each in refusing:
        decided_on = {each.asked.table, each.asked.looks_at, CARE}
        yield decided_on <= newest and each.asked.key not in done
