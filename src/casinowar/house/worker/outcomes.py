"""Outcomes: what a decision has come to before anything of it is written or told."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import Table
from casinowar.house.journal.commits import Commit
from casinowar.house.journal.requests import Refused, TableRequest, refused
from casinowar.house.offices.care import CARE
from casinowar.house.offices.cashier import CASHIER
from casinowar.house.offices.pit import PIT_OFFICE
from casinowar.house.policy.two_person import HANDLES_CASH
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import JournalPage, WriteOutcome
from casinowar.house.worker.position import Position
from casinowar.house.worker.streams import Streams


class Waiting(Struct):
    """A request that is accepted once its page is written."""

    asked: TableRequest
    page: JournalPage
    commit: Commit
    position: Position
    before: Table


class Refusing(Struct):
    """A request that is refused, unless another worker has just gone on, or what it came after falls."""

    asked: TableRequest
    answer: Refused
    after: dict[str, int]
    """How far journals were decided that are not written so far yet."""

    def holds(self, fallen: Mapping[str, int]) -> bool:
        """Tell whether all was written that it came after."""
        return all(version < fallen.get(name, version + 1) for name, version in self.after.items())


def beside(asked: TableRequest) -> list[str]:
    """Name the other journals on which cash is decided: how much went elsewhere, and who deals there."""
    if not isinstance(asked.command, HANDLES_CASH):
        return []
    return sorted({PIT_OFFICE, CASHIER, asked.looks_at} - {asked.table})


def fallen(pages: Iterable[JournalPage], written: Iterable[WriteOutcome]) -> dict[str, int]:
    """Find the first version of each journal that was decided and not written."""
    found: dict[str, int] = {}
    for page, what in zip(pages, written, strict=True):
        if what is not WriteOutcome.DURABLE:
            found.setdefault(page.table, page.version)
    return found


def refusing(asked: TableRequest, no: Refusal | InputError, streams: Streams) -> Refusing:
    """Refuse a request on what is decided so far."""
    known = {name: streams.get(name) for name in (asked.table, asked.looks_at, CARE, CASHIER, PIT_OFFICE)}
    ahead = {name: stream.tip.version for name, stream in known.items() if stream and stream.is_ahead}
    return Refusing(asked, refused(no), ahead)


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
