"""A whole house in one process under a seeded scheduler, on a machine where everything goes wrong.

Bots play at tables through two workers on one SQLite file. A crash may come before a write, in the middle of
it (any part of what was not synced is lost or torn), or after it and before the answer; a slow disk keeps a
write waiting while the other worker serves; messages are lost and come again. What was answered has
to be there afterwards, once; the audit has to find nothing; and play has to go on.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import closing, contextmanager
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Engine

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.words import Act, Role, Wager
from casinowar.house.audit.checkpoints import JournalCheckpoint, journal_checkpoints
from casinowar.house.audit.verify import verify
from casinowar.house.journal.commits import TableSettings, decode_commit
from casinowar.house.journal.requests import Accepted, Actor, Answer, TableRequest
from casinowar.house.offices import care, cashier
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import PIT_OFFICE, SlipStage
from casinowar.house.storage.connections import engine_of
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from casinowar.rulebooks import open_rulebook
from casinowar.rulebooks.default_limits import with_limits
from tests.house.coupon_scenario import COUPONS, VALUES, coupon_wish, held_to_coupons, lays
from tests.house.linked_meter_scenario import EASY, held_to_one_meter, wish
from tests.house.slip_scenario import SLIPS, floor_wish, held_to_slips, opener, slip_wish

KEY = bytes(range(32))
PIT = Actor("pit", frozenset({Role.DEALER, Role.FLOORPERSON}))
SLOW: Final = 0.1
"""So many writes wait for a slow disk."""
LINKED = "easy"
"""Tables of this one share a meter, which every tie wins."""
BY_SLIP = "slips"
"""At tables of this one chips move by slips alone."""
BY_COUPON = "coupons"
"""At tables of this one match play coupons count as chips."""
RULEBOOKS = ("maryland", "washington", "south_dakota", "wisconsin", LINKED, BY_SLIP, BY_COUPON)
HOUSE = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="100")}, opening_inventory="200")


class Crash(BaseException):
    """The machine is gone, and nobody goes on; this is what is left on its disk."""

    def __init__(self, database: bytes, log: bytes) -> None:
        super().__init__()
        self.database, self.log = database, log


class BrittleStore(Store):
    """A store on a machine that may fail at any write, and on a disk that may be slow."""

    def __init__(self, path: Path, place: int, chance: Random, crashing: float = 0.0) -> None:
        self.path, self.chance, self.crashing = path, chance, crashing
        self.meanwhile: Callable[[], None] | None = None
        """What others do while a slow disk keeps a write waiting."""
        super().__init__(_engine_at(path, place))

    @contextmanager
    def exclusive_lock(self, tables):
        if self.meanwhile and self.chance.random() < SLOW:  # others are there until it is one's turn
            self.meanwhile()
        with super().exclusive_lock(tables):
            yield
        if self.chance.random() < self.crashing:  # it is written, and nobody is told
            raise Crash(*self._disk())

    def write(self, pages):
        is_alone = hasattr(self._exclusive, "connection")
        if pages and self.meanwhile and not is_alone and self.chance.random() < SLOW:
            self.meanwhile()
        if not pages or self.chance.random() >= self.crashing:
            return super().write(pages)
        kind = self.chance.choice(["before", "within", "after"])
        before = self._disk()
        if kind == "before":
            raise Crash(*before)
        super().write(pages)
        raise Crash(*(self._torn(before) if kind == "within" else self._disk()))

    def _disk(self) -> tuple[bytes, bytes]:
        log = Path(f"{self.path}-wal")
        return self.path.read_bytes(), log.read_bytes() if log.exists() else b""

    def _torn(self, before: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
        """Lose some part of what the write added to the log, and perhaps garble the rest."""
        database, log = self._disk()
        old = before[1]
        if database != before[0] or log[: len(old)] != old:  # the log was begun anew, after a sync
            return database, log
        tail = bytearray(log[len(old) : self.chance.randint(len(old), max(len(old), len(log) - 1))])
        if tail and self.chance.random() < 0.5:
            tail[self.chance.randrange(len(tail))] ^= 1 << self.chance.randrange(8)
        return database, old + bytes(tail)


@lru_cache(maxsize=8)
def _engine_at(path: Path, _place: int) -> Engine:
    """Make an engine for one of the processes at a database, once: to compile its statements takes long."""
    return engine_of(f"sqlite:///{path}", existing=False)


@cache
def _empty_house() -> bytes:
    """Make the database of a house at which nothing has happened."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        Store(f"sqlite:///{path}").close()
        return path.read_bytes()


class Simulation:
    """One seed."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        *,
        worker: type[Worker] = Worker,
        store: type[BrittleStore] = BrittleStore,
        crashing: float = 0.06,
    ) -> None:
        self.chance = Random(f"house {seed}")
        self.path = folder / "house.db"
        self.now = 1_000_000
        self.worker, self.store, self.crashing = worker, store, crashing
        self.acknowledged: dict[str, Accepted] = {}
        self.sent: list[TableRequest] = []
        self.kept: list[JournalCheckpoint] = []
        self.crashes = self.asked = 0
        self.waiting = False
        """Whether a write waits for its disk while another process serves."""
        self.slips: Counter[SlipStage] = Counter()
        self.coupons = 0
        """How many were laid down."""
        self.stores: list[BrittleStore] = []
        self.workers: list[Worker] = []
        self._start(_empty_house())
        rulebooks = (
            RULEBOOKS if self.chance.random() < 0.6 else (self.chance.choice([LINKED, BY_SLIP, BY_COUPON]),)
        )
        self.tables = {
            f"t{number}": self.chance.choice(rulebooks) for number in range(self.chance.randint(1, 3))
        }
        self.players = [Actor(f"p{number}") for number in range(self.chance.randint(1, 4))]

    # the machine

    def _start(self, database: bytes, log: bytes = b"") -> None:
        """Start two processes from what is on the disk."""
        self._disk_is(database, log)
        self.stores = [self.store(self.path, place, self.chance) for place in range(2)]
        self.workers = [self._worker(store) for store in self.stores]

    def _worker(self, store: BrittleStore) -> Worker:
        return self.worker(store, key=KEY, clock=lambda: self.now, random_bytes=self.chance.randbytes)

    def _disk_is(self, database: bytes, log: bytes) -> None:
        """Put new files into the place of the old ones."""
        for end, content in (("", database), ("-wal", log), ("-shm", b"")):
            file = Path(f"{self.path}{end}")
            file.unlink(missing_ok=True)
            if content:
                file.write_bytes(content)

    def _crash(self, crash: Crash) -> None:
        """Lose every process, and start anew from what is left on the disk."""
        self.crashes += 1
        self.close()
        self._start(crash.database, crash.log)
        self._brittle(self.crashing)

    def _brittle(self, crashing: float) -> None:
        for store, other in zip(self.stores, reversed(self.workers), strict=True):
            store.crashing = crashing
            store.meanwhile = partial(self._meanwhile, other) if crashing else None

    def _meanwhile(self, other: Worker) -> None:
        """Let time pass and the other process serve somebody, while a write waits for its disk."""
        self.now += self.chance.choice([50, 2_000, 10_000])  # together less than what the audit allows for
        if self.waiting:
            return
        self.waiting = True
        try:
            requests = [self._request(other)]
            self.sent += requests
            for request, answer in zip(requests, other.ask(*requests), strict=True):
                self._answered(request, answer)
        finally:
            self.waiting = False

    # what people do

    def run(self, steps: int = 60) -> None:
        """Play, and check at the end that nothing was lost, nothing came twice, and all adds up."""
        for table, rulebook in self.tables.items():
            self.workers[0].open(table, _settings(rulebook))
            if rulebook == BY_SLIP:
                for actor, command in opener(table, self.now):
                    self._must(PIT_OFFICE, actor, command)
                self.workers[0].run_timeouts()
            else:
                self._must(table, PIT, c.OpenTable())
        for player in self.players:
            self._must(cashier.CASHIER, PIT, cashier.Deposit(player=player.name, amount=500_00))
            for value in VALUES if BY_COUPON in self.tables.values() else ():
                self._must(cashier.CASHIER, PIT, cashier.IssueCoupon(player=player.name, amount=value))
        self._brittle(self.crashing)
        for _ in range(steps):
            self.now += self.chance.choice([0, 1, 40, 3_000])  # a jump backward is the next test's affair
            if self.chance.random() < 0.01:  # cards are due, and another gaming day begins
                self.now += 86_400_000
            if self.chance.random() < 0.03:
                self.now = max(0, self.now - self.chance.choice([500, 5_000]))
            self._step()
        self._brittle(0.0)
        self.check()

    def _step(self) -> None:
        """Send a few requests to some worker; answers may get lost, and requests may come again."""
        worker = self.chance.choice(self.workers)
        requests = [self._request(worker) for _ in range(self.chance.randint(1, 3))]
        if self.sent and self.chance.random() < 0.25:
            requests.append(self.chance.choice(self.sent[-12:]))
        if self.chance.random() < 0.1:
            requests.append(requests[0])
        self.sent += requests
        if self.chance.random() < 0.05:  # lost on the way
            return
        try:
            answers = worker.ask(*requests)
            if self.chance.random() < 0.25:
                worker.refresh_all()
                worker.run_timeouts()
        except Crash as crash:
            for request, answer in vars(worker).get("told_early", ()):  # as a planted bug does
                self._answered(request, answer)
            self._crash(crash)
            return
        if self.chance.random() < 0.05:  # the answers are lost
            return
        for request, answer in zip(requests, answers, strict=True):
            self._answered(request, answer)
        if self.chance.random() < 0.1:
            self.kept = journal_checkpoints(worker.store)

    def _answered(self, request: TableRequest, answer: Answer) -> None:
        if not isinstance(answer, Accepted):
            assert answer.code
            assert "." in answer.sentence
            return
        before = self.acknowledged.setdefault(request.key, answer)
        assert (before.table, before.version) == (answer.table, answer.version), "done twice"

    def _must(self, table: str, actor: Actor, command: c.Command | OfficeCommand) -> None:
        self.asked += 1
        request = TableRequest(table=table, actor=actor, command=command, id=f"r{self.asked}")
        [answer] = self.workers[0].ask(request)
        assert isinstance(answer, Accepted), answer
        self._answered(request, answer)

    def _request(self, worker: Worker) -> TableRequest:
        """Ask for something that is likely to be lawful, but perhaps not any more."""
        self.asked += 1
        if self.chance.random() < 0.05:
            who, said = self.chance.choice(self.players), self._limit()
            return TableRequest(table=care.CARE, actor=who, command=said, id=f"r{self.asked}")
        table = self.chance.choice([*self.tables])
        if self.tables[table] == BY_SLIP:
            names = [player.name for player in self.players]
            if asked := slip_wish(worker, table, self.chance, names):
                return TableRequest(table=PIT_OFFICE, actor=asked[0], command=asked[1], id=f"r{self.asked}")
        if self.tables[table] == BY_COUPON and self.chance.random() < 0.15:
            who, wanted = coupon_wish(self.chance, self.chance.choice(self.players).name)
            return TableRequest(table=cashier.CASHIER, actor=who, command=wanted, id=f"r{self.asked}")
        position = worker.position(table)
        duty = next_duty(worker.rules(table), position.table)
        actor, command = self._wish(worker, table, duty)
        return TableRequest(table=table, actor=actor, command=command, id=f"r{self.asked}")

    def _limit(self) -> care.CareCommand:
        """Ask for what somebody may want who minds how they play."""
        if self.chance.random() < 0.1:
            return care.ExcludeMyself(seconds=3600)
        if self.chance.random() < 0.2:
            return care.SetLimit(
                kind=LimitKind.STAKE, span=LimitSpan.ROUND, most=self.chance.choice([40_00, 80_00])
            )
        most = self.chance.choice([20_00, 60_00, 200_00, None])
        return care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=most)

    def _wish(self, worker: Worker, table: str, duty: Duty) -> tuple[Actor, c.Command]:
        position, rules = worker.position(table), worker.rules(table)
        if self.tables[table] == LINKED and self.chance.random() < 0.9:
            return wish(worker, table, self.chance, [player.name for player in self.players])
        if self.tables[table] == BY_SLIP and (due := floor_wish(worker, table)):
            return due
        if duty.act is Act.CALL_NO_MORE_BETS and self.chance.random() < 0.5:
            return PIT, c.CallNoMoreBets()
        if duty.role is not Role.PLAYER:
            return PIT, self.chance.choice([c.CallNoMoreBets(), c.OpenTable(), c.Fill(amount=100_00)])
        player = self.chance.choice(self.players)
        if duty.seat is not None and self.chance.random() < 0.8:
            hand = position.table.hand(duty.seat)
            name = hand.player if hand else position.table.seats.get(duty.seat, player.name)
            player = Actor(name)
        if player.name not in position.table.chips:
            return player, c.Sit(player=player.name, seat=self.chance.randint(1, 5), chips=100_00)
        if self.tables[table] == BY_COUPON and self.chance.random() < 0.3:
            return player, lays(self.chance)
        actions = legal_actions(rules, position.table, player.name)
        if not actions:  # such as one who has left, and whose hand is played out
            return player, c.LeaveTable(player=player.name)
        playing = [each for each in actions if not isinstance(each.command, c.LeaveTable | c.ChangeSeat)]
        action = self.chance.choice(playing if playing and self.chance.random() < 0.9 else actions)
        return player, action.command

    # what has to hold

    def check(self) -> None:
        """Check everything, from the disk alone."""
        with closing(self.store(self.path, len(self.stores), self.chance)) as store:
            self._check(store)

    def _check(self, store: BrittleStore) -> None:
        done: Counter[str] = Counter()
        for table in store.tables():
            for _, body, _ in store.pages(table):
                done[decode_commit(body).id] += 1
        twice = [name for name, times in done.items() if name and times > 1]
        assert not twice, f"done twice: {twice}"
        noted = store.requests(self.acknowledged)
        for name, answer in self.acknowledged.items():
            found = noted.get(name)
            assert found is not None, f"{name} was acknowledged and is lost"
            assert (found.table, found.version) == (answer.table, answer.version), f"{name} is elsewhere"
        balances = store.balances()
        assert sum(balances.values()) == 0, "the ledger does not balance"
        held_to_one_meter(store)
        self.slips = held_to_slips(store)
        self.coupons = held_to_coupons(store)
        faults = [*verify(store, KEY, tuple(self.kept))]
        assert not faults, faults[:3]
        fresh = self._worker(store)
        for table in self.tables:
            position = fresh.position(table)
            for each in self.workers:
                each.refresh(table)
                ours = each.position(table)
                assert (ours.version, ours.link, ours.table) == (
                    position.version,
                    position.link,
                    position.table,
                ), "a worker knows something else than the disk"

    def close(self) -> None:
        for store in self.stores:
            store.close()


def _settings(rulebook: str) -> TableSettings:
    own = {LINKED: EASY, BY_SLIP: SLIPS, BY_COUPON: COUPONS}
    if rulebook in own:
        return own[rulebook]
    return TableSettings(rulebook=rulebook, house=with_limits(open_rulebook(rulebook).book(), HOUSE))


def run(
    seed: int,
    folder: Path,
    steps: int = 60,
    worker: type[Worker] = Worker,
    store: type[BrittleStore] = BrittleStore,
) -> Simulation:
    """Run one seed from its number alone."""
    simulation = Simulation(seed, folder, worker=worker, store=store)
    try:
        simulation.run(steps)
    finally:
        simulation.close()
    return simulation
