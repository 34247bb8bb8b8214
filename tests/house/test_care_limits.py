"""Players' own limits hold in every sequence of play, by the journal alone."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.game import commands as c
from casinowar.game.table import CLOSED
from casinowar.game.words import Wager
from casinowar.house.audit.verify import verify
from casinowar.house.journal.commits import JournalEntry
from casinowar.house.journal.requests import Accepted, Actor, Refused, TableRequest
from casinowar.house.offices import care
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.policy.limits import begins_play
from casinowar.house.storage.store import Store
from tests.house.limits_scenario import DAY, HOUR, TABLES, Playing, worst_losses
from tests.house.sample_house import KEY, PIT

PLAYERS = ("Ann", "Ben")
SPANS = (LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH)

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["wager", "wager", "wager", "tie", "round", "leave", "buy", "lower", "clock", "batch"]
        ),
        st.sampled_from(PLAYERS),
        st.sampled_from(TABLES),
        st.integers(1, 20),
        st.sampled_from(SPANS),
        st.sampled_from([0, 1]),
    ),
    max_size=30,
)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    limits=st.dictionaries(
        st.tuples(st.sampled_from(PLAYERS), st.sampled_from(SPANS)), st.integers(0, 400_00), min_size=1
    ),
    steps=steps,
)
def test_losses_never_exceed_the_limit(seed, limits, steps):
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/house.db")
        house = Playing(store, Random(seed).randbytes)
        for seat, name in enumerate(PLAYERS, 1):
            house.deposit(name)
            for table in TABLES:
                assert isinstance(house.sit(name, table, seat), Accepted)
        for (name, span), most in limits.items():
            said = care.SetLimit(kind=LimitKind.LOSS, span=span, most=most)
            assert isinstance(house.care(name, said), Accepted)
        for step in steps:
            _do(house, *step)
        for table in TABLES:
            house.go_on(table)
        for span in SPANS:
            for (name, _), lost in worst_losses(store, span).items():
                if (name, span) in limits:
                    assert lost <= limits[name, span]
        assert [*verify(store, KEY)] == []
        store.close()


def _do(house: Playing, what: str, name: str, table: str, size: int, span: LimitSpan, worker: int) -> None:
    match what:
        case "wager" | "tie":
            kind = Wager.INITIAL if what == "wager" else Wager.TIE
            if name in house.state(table).chips:
                house.wager(name, table, size * 10_00, worker, kind)
        case "batch":  # at both tables at once, in one write
            house.workers[worker].ask(
                *(
                    request(house, name, each, size * 10_00)
                    for each in TABLES
                    if name in house.state(each).chips
                )
            )
        case "round":
            house.go_on(table, war=size % 3 > 0)
        case "leave":
            house.ask(table, Actor(name), c.LeaveTable(player=name), worker)
            house.ask(table, Actor(name), c.Sit(player=name, seat=size % 5 + 1, chips=100_00), worker)
        case "buy":
            house.ask(table, Actor(name), c.BuyChips(player=name, amount=size * 1_00), worker)
        case "lower":
            said = care.SetLimit(kind=LimitKind.LOSS, span=span, most=size * 20_00)
            house.care(name, said, worker)
            house.care(name, care.TakeBackLimit(kind=LimitKind.LOSS, span=span), worker)
        case _:
            house.now += size * HOUR


def request(house: Playing, name: str, table: str, amount: int):
    seat = next(seat for seat, who in house.state(table).seats.items() if who == name)
    command = c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount)
    return TableRequest(table=table, actor=Actor(name), command=command)


def limited(store, **limits):
    """Seat Ann at both tables with a limit."""
    house = Playing(store, Random(1).randbytes)
    house.deposit("Ann", 100_000_00)
    for table in TABLES:
        assert isinstance(house.sit("Ann", table, 1), Accepted)
        house.go_on(table)
    for kind, (span, most) in limits.items():
        assert isinstance(
            house.care("Ann", care.SetLimit(kind=LimitKind(kind), span=span, most=most)), Accepted
        )
    return house


def pass_time(house: Playing, milliseconds: int) -> None:
    """Let time go by, and the cards be changed that have been there too long."""
    house.now += milliseconds
    for table in TABLES:
        house.must(table, Actor("Ann"), c.BuyChips(player="Ann", amount=200_00))
        house.go_on(table)


def code(answer) -> str:
    return answer.code if isinstance(answer, Refused) else "accepted"


def test_always_wagering_the_most_allowed_never_exceeds_the_limit(store):
    house = limited(store, loss=(LimitSpan.DAY, 100_00))
    for _ in range(12):
        for _ in range(10):
            if not any(code(house.play("Ann", "a", size * 10_00)) == "accepted" for size in (10, 5, 2, 1)):
                break
        pass_time(house, DAY)
    worst = worst_losses(store, LimitSpan.DAY).values()
    assert 80_00 <= max(worst) <= 100_00


def test_a_wager_counts_with_its_possible_war(store):
    house = limited(store, loss=(LimitSpan.DAY, 100_00))
    assert code(house.wager("Ann", "a", 50_01)) != "accepted"
    over = house.wager("Ann", "a", 60_00)
    assert isinstance(over, Refused)
    assert (over.code, "$100.00 of it can still be risked" in over.sentence) == ("over_limit", True)
    assert code(house.wager("Ann", "a", 50_00)) == "accepted"
    assert code(house.wager("Ann", "b", 10_00, worker=1)) == "over_limit"


def test_tables_share_a_limit_within_one_write_and_across_workers(store):
    house = limited(store, loss=(LimitSpan.DAY, 100_00))
    both = [request(house, "Ann", table, 40_00) for table in TABLES]
    assert sorted(map(code, house.workers[1].ask(*both))) == ["accepted", "over_limit"]


def test_later_winnings_in_the_same_write_do_not_make_room_for_a_wager(store):
    house = limited(store, loss=(LimitSpan.DAY, 100_00))
    back = c.WithdrawWager(hand=1, wager=Wager.INITIAL)
    asked = [request(house, "Ann", table, 40_00) for table in TABLES]
    asked.append(TableRequest(table=TABLES[0], actor=Actor("Ann"), command=back))
    assert [*map(code, house.workers[1].ask(*asked))][:2] == ["accepted", "over_limit"]


def test_concurrent_workers_share_a_limit(store):
    """Also when it is the next day for one of them already."""
    house = limited(store, loss=(LimitSpan.WEEK, 100_00))
    house.now += DAY - house.now % DAY - 500
    house.workers[1]._clock = lambda: house.now + 1000
    with ThreadPoolExecutor(2) as threads:
        for _ in range(10):
            for worker in house.workers:
                worker.refresh_all()
            together = Barrier(2)

            def wager(number: int, together: Barrier = together) -> str:
                asked = TableRequest(
                    table=TABLES[number],
                    actor=Actor("Ann"),
                    command=c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=40_00),
                )
                together.wait()
                [answer] = house.workers[number].ask(asked)
                return code(answer)

            assert sorted(threads.map(wager, range(2))) == ["accepted", "over_limit"]
            for table in TABLES:
                house.ask(table, Actor("Ann"), c.WithdrawWager(hand=1, wager=Wager.INITIAL))


def test_a_limit_just_set_by_another_worker_applies(store):
    house = limited(store)
    assert code(house.wager("Ann", "a", 10_00, worker=1)) == "accepted"
    said = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=20_00)
    assert isinstance(house.care("Ann", said, worker=0), Accepted)
    assert code(house.wager("Ann", "b", 10_00, worker=1)) == "over_limit"


def test_a_wager_before_the_limit_may_go_to_war(store):
    house = limited(store)
    for _ in range(200):  # until a tie comes
        assert code(house.wager("Ann", "a", 10_00)) == "accepted"
        house.must("a", PIT, c.CallNoMoreBets())
        state = house.state("a")
        if state.round is not None and any(hand.chooses for hand in state.round.hands.values()):
            break
        house.go_on("a")
    house.must(care.CARE, Actor("Ann"), care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=0))
    house.must(care.CARE, Actor("Ann"), care.SetLimit(kind=LimitKind.STAKE, span=LimitSpan.ROUND, most=0))
    house.must(care.CARE, Actor("Ann"), care.ExcludeMyself(seconds=86_400))
    house.must("a", Actor("Ann"), c.GoToWar(hand=1))
    house.go_on("a")
    assert code(house.wager("Ann", "a", 10_00)) == "excluded"
    assert [*verify(store, KEY)] == []


def test_chips_for_a_war_can_be_bought_at_the_limit(store):
    house = limited(store, loss=(LimitSpan.DAY, 100_00))
    assert code(house.wager("Ann", "a", 50_00)) == "accepted"

    def buy(table: str, amount: int) -> str:
        return code(house.ask(table, Actor("Ann"), c.BuyChips(player="Ann", amount=amount)))

    assert (buy("a", 50_01), buy("b", 1_00)) == ("over_limit", "over_limit")
    house.must(care.CARE, Actor("Ann"), care.ExcludeMyself(seconds=3600))
    assert (buy("a", 50_00), buy("b", 1_00)) == ("accepted", "excluded")
    assert [*verify(store, KEY)] == []


@pytest.mark.parametrize("amount", [0, 1_00])
def test_adding_nothing_to_a_bank_is_not_limited(amount: int):
    entry = JournalEntry(who="Ann", command=c.AddToBank(amount=amount), events=())
    assert begins_play(None, CLOSED, entry) is (amount > 0)


def test_a_stake_limit_covers_the_round_with_its_war(store):
    house = limited(store, stake=(LimitSpan.ROUND, 100_00))
    assert code(house.wager("Ann", "a", 60_00)) == "over_limit"
    assert code(house.wager("Ann", "a", 40_00)) == "accepted"
    assert code(house.wager("Ann", "a", 20_00, what=Wager.TIE)) == "accepted"
    assert code(house.wager("Ann", "a", 10_00, what=Wager.TIE)) == "over_limit"
    assert code(house.wager("Ann", "b", 50_00)) == "accepted"


def test_stricter_limits_apply_at_once_and_looser_ones_after_a_day(store):
    house = limited(store, loss=(LimitSpan.DAY, 20_00))
    higher = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=2_000_00)
    assert isinstance(house.care("Ann", higher), Accepted)
    house.now += DAY - 1
    assert code(house.wager("Ann", "a", 20_00)) == "over_limit"
    pass_time(house, 1)
    assert code(house.wager("Ann", "a", 20_00)) == "accepted"
    lower = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=60_00)
    assert isinstance(house.care("Ann", lower), Accepted)
    assert code(house.wager("Ann", "b", 20_00)) == "over_limit"


def test_a_pending_looser_limit_can_be_taken_back(store):
    house = limited(store, loss=(LimitSpan.DAY, 20_00))
    none = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=None)
    back = care.TakeBackLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY)
    assert code(house.care("Ann", back)) == "not_possible"
    house.must(care.CARE, Actor("Ann"), none)
    house.must(care.CARE, Actor("Ann"), back)
    pass_time(house, 2 * DAY)
    assert code(house.wager("Ann", "a", 20_00)) == "over_limit"
    house.must(care.CARE, Actor("Ann"), none)
    pass_time(house, DAY)
    assert code(house.wager("Ann", "a", 500_00)) == "accepted"
