"""A hundred seeds of the simulated house, and bugs that it has to find."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.house.accounts import COUPONS
from casinowar.house.journal import commits
from casinowar.house.journal.requests import THE_HOUSE, Accepted, TableRequest
from casinowar.house.offices.care import CARE
from casinowar.house.offices.pit import PIT_OFFICE, table_command
from casinowar.house.policy.limits import Authorized
from casinowar.house.storage.schema import JOURNAL
from casinowar.house.storage.store import WriteOutcome
from casinowar.house.worker.meter_cache import MeterCache
from casinowar.house.worker.worker import Worker
from tests.house.simulation import BrittleStore, run

SEEDS = 100
PARTS = 20
STEPS = 25


@pytest.fixture
def folder():
    with TemporaryDirectory() as path:
        yield Path(path)


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_and_nothing_comes_twice(part, folder):
    crashes = 0
    for seed in range(part, SEEDS, PARTS):
        crashes += run(seed, folder, STEPS).crashes
    assert crashes, "no machine ever failed"


class AcknowledgesBeforeTheWrite(Worker):
    """Tells that a request is done when it is only decided."""

    def ask(self, *requests):
        self.told_early: list[tuple[TableRequest, Accepted]] = []
        return super().ask(*requests)

    def _decide(self, pending):
        super()._decide(pending)
        if pending.decided is not None:
            version = pending.decided.page.version
            self.told_early.append((pending.request, Accepted(pending.request.table, version)))


class ForgetsIds(BrittleStore):
    """Writes no ids of requests, and so knows none."""

    def write(self, pages):
        return super().write([replace(page, id="") for page in pages])


class SkipsTheLedger(BrittleStore):
    """Leaves postings out now and then."""

    def write(self, pages):
        skips = self.chance.random() < 0.1
        return super().write([replace(page, postings=()) if skips else page for page in pages])


class ReusesVersions(BrittleStore):
    """Writes over a version that another worker has written."""

    def _write_each(self, pages):
        with self._writer.begin() as connection:
            for page in pages:
                where = (JOURNAL.c.table == page.table) & (JOURNAL.c.version >= page.version)
                connection.execute(JOURNAL.delete().where(where))
        super()._write_each(pages)
        return [WriteOutcome.DURABLE] * len(pages)


class DealsBeforeTheCall(Worker):
    """Deals to whoever wagers first."""

    def _decided(self, stream, request, at):
        entries, position = super()._decided(stream, request, at)
        if not isinstance(request.command, c.PlaceWager):
            return entries, position
        early = commits.JournalEntry(
            who=commits.HOUSE, command=c.DealCard(), events=(e.CardDealt(spot=1, card="AS"),)
        )
        return (*entries, early), position


class SaysNothing(MeterCache):
    """Does not say what a meter shows."""

    def shown(self, _links, _known):
        return {}


class PaysFromItsOwnMeter(Worker):
    """Tells no table what others made of a meter that it shares."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.meters = SaysNothing(self.store)


class MovesChipsAgain(Worker):
    """Does what a slip says once more where it was done before, as after a crash or by another worker."""

    def _apply(self, requests):
        if not requests:
            return []
        [first, *_] = requests
        slip = first.actor is THE_HOUSE and isinstance(first.command, c.Fill | c.Credit)
        again = slip and self.store.requests([first.key])
        return super()._apply([replace(first, id="")] if again else requests)


class MovesBeforeTheCageAccepts(Worker):
    """Carries out a slip as soon as somebody has asked for it."""

    def run_timeouts(self):
        for slip in self.position(PIT_OFFICE).office.slips.values():
            name = f"{slip.table} {slip.number}"
            early = TableRequest(table=slip.table, actor=THE_HOUSE, command=table_command(slip), id=name)
            self._apply([early])
        return super().run_timeouts()


class LeavesCouponsWithTheirHolders(BrittleStore):
    """Books nothing where a coupon is laid down, so that it is good for more than once."""

    def write(self, pages):
        return super().write([replace(page, postings=_without_coupons_laid(page.postings)) for page in pages])


def _without_coupons_laid(postings):
    return tuple(each for each in postings if not (each[0].startswith("coupon/") and each[1] != COUPONS))


class MindsNoLimits(Worker):
    """Takes every wager, whatever its player allows themselves."""

    def _authorized(self, _stream, _request, entries, _at):
        care = self.streams[CARE].tip.version
        return Authorized(tuple(replace(entry, care=care) for entry in entries))


def found_by(seeds: int, folder: Path, bug: type[Worker] | type[BrittleStore]) -> int | None:
    """Find the first seed that shows a bug."""
    worker = bug if issubclass(bug, Worker) else Worker
    store = bug if issubclass(bug, BrittleStore) else BrittleStore
    for seed in range(seeds):
        try:
            run(seed, folder, STEPS, worker, store)
        except AssertionError:
            return seed
    return None


@pytest.mark.parametrize(
    "bug",
    [
        AcknowledgesBeforeTheWrite,
        ForgetsIds,
        SkipsTheLedger,
        ReusesVersions,
        DealsBeforeTheCall,
        PaysFromItsOwnMeter,
        MovesChipsAgain,
        MovesBeforeTheCageAccepts,
        LeavesCouponsWithTheirHolders,
        MindsNoLimits,
    ],
)
def test_a_planted_bug_is_found(bug, folder):
    assert found_by(1000, folder, bug) is not None
