"""Linked meters: one amount, paid once, across tables and workers in any order."""

from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casinowar.house.audit.verify import verify
from casinowar.house.journal.requests import Accepted, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from tests.house.linked_meter_scenario import AT_EACH_SEAT, EASY, held_to_one_meter, wish
from tests.house.sample_house import KEY, PIT

TABLES = ("t", "u", "v")


def started(address: str, seed: int, clock: list[int]) -> Worker:
    """Start a worker on a store of its own."""
    chance = Random(f"cards {seed}")
    return Worker(Store(address), key=KEY, clock=lambda: clock[0], random_bytes=chance.randbytes)


def names(table: str) -> list[str]:
    """Name who sits at a table."""
    return [f"{table} {seat}" for seat in (1, 2, 3)]


def set_up(worker: Worker) -> None:
    """Set up the tables, and bring money for everybody who will sit there."""
    for table in TABLES:
        worker.open(table, AT_EACH_SEAT if table == "v" else EASY)
        for name in names(table):
            deposit = cashier.Deposit(player=name, amount=100_000_00)
            [answer] = worker.ask(TableRequest(table=cashier.CASHIER, actor=PIT, command=deposit))
            assert isinstance(answer, Accepted)


STEPS = st.lists(
    st.tuples(st.integers(0, 1), st.lists(st.sampled_from(TABLES), min_size=1, max_size=4)),
    min_size=60,
    max_size=90,
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**6), steps=STEPS)
def test_interleaved_tables_agree_with_one_meter(seed, steps):
    with TemporaryDirectory() as folder:
        clock, chance = [1_000_000], Random(f"wishes {seed}")
        workers = [started(f"sqlite:///{folder}/house.db", seed + each, clock) for each in (0, 1)]
        set_up(workers[0])
        for which, tables in steps:
            clock[0] += chance.choice([0, 1, 7_000])
            if chance.random() < 0.1:
                workers[which].refresh_all()
                workers[which].run_timeouts()
            wishes = [(table, *wish(workers[which], table, chance, names(table))) for table in tables]
            workers[which].ask(
                *(TableRequest(table=table, actor=actor, command=said) for table, actor, said in wishes)
            )
        held_to_one_meter(workers[0].store)
        assert [*verify(workers[0].store, KEY)] == []
        for worker in workers:
            worker.store.close()


def test_concurrent_workers_pay_a_meter_once(address):
    """Each in a thread of its own, at tables of its own and at the other's, with a store of its own."""
    clock, asked = [1_000_000], [0, 0]
    workers = [started(address, each, clock) for each in (0, 1)]
    set_up(workers[0])

    def play(which: int) -> None:
        chance = Random(f"thread {which}")
        for _ in range(40):
            wishes = [(table, *wish(workers[which], table, chance, names(table))) for table in TABLES]
            answers = workers[which].ask(
                *(TableRequest(table=table, actor=actor, command=said) for table, actor, said in wishes)
            )
            asked[which] += sum(isinstance(answer, Accepted) for answer in answers)

    threads = [Thread(target=play, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert min(asked) > 0
    assert held_to_one_meter(workers[0].store).shows > 0
    assert [*verify(workers[1].store, KEY)] == []
    for worker in workers:
        worker.store.close()
