"""Reality checks, time limits, exclusions, players' standing, and their audit."""

from random import Random
from typing import Protocol

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from casinowar.game import commands as c
from casinowar.game.words import Role, Wager
from casinowar.house.audit.care import SKEW
from casinowar.house.audit.verify import verify
from casinowar.house.journal import commits
from casinowar.house.journal.requests import Accepted, Actor, Answer, Refused, TableRequest
from casinowar.house.offices import care, cashier
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.house.policy.limits import RISKING, PlayLimits
from casinowar.house.policy.player_standing import player_standing
from casinowar.house.storage.schema import JOURNAL
from casinowar.house.storage.store import Store
from tests.house.limits_scenario import DAY, HOUR, Playing
from tests.house.sample_house import KEY, PIT

MINUTE = 60_000
SOFTWARE = Actor("pit", frozenset({Role.AUTOMATIC}))


@pytest.fixture
def house(store: Store) -> Playing:
    """Seat Ann at the first of two tables."""
    playing = Playing(store, Random(3).randbytes)
    playing.deposit("Ann")
    assert isinstance(playing.sit("Ann", "a", 1), Accepted)
    playing.go_on("a")
    return playing


def code(answer: Answer) -> str:
    return answer.code if isinstance(answer, Refused) else "accepted"


def provide(house: Playing, check_seconds: int) -> None:
    """Have the house provide reality checks."""
    said = care.ProvideCare(two_people=False, cash_above=10_000_00, check_seconds=check_seconds)
    house.must(care.CARE, SOFTWARE, said)


class Kept(Protocol):
    """A house whose store is at hand."""

    store: Store


def faults(house: Kept) -> list[str]:
    return [fault.problem for fault in verify(house.store, KEY)]


# reality checks and time


def test_a_reality_check_blocks_wagers_until_acknowledged(house: Playing):
    provide(house, check_seconds=3600)
    assert code(house.play("Ann", "a", 10_00)) == "accepted"
    house.now += HOUR
    answer = house.wager("Ann", "a", 10_00, worker=1)
    assert code(answer) == "reality_check"
    assert isinstance(answer, Refused)
    assert answer.sentence.startswith("Ann has been at tables for 1 h 0 min and is ")
    assert code(house.care("Ann", care.AcknowledgeCheck())) == "accepted"
    assert code(house.wager("Ann", "a", 10_00, worker=1)) == "accepted"
    assert faults(house) == []


def test_a_due_reality_check_does_not_block_finishing_or_leaving(house: Playing):
    provide(house, check_seconds=300)
    house.now += HOUR
    house.must("a", Actor("Ann"), c.CashOut(player="Ann", amount=1_00))
    house.must("a", Actor("Ann"), c.LeaveTable(player="Ann"))


def test_a_players_own_interval_overrides_the_houses(house: Playing):
    provide(house, check_seconds=3600)
    house.must(care.CARE, Actor("Ann"), care.SetRealityCheck(seconds=600))
    house.now += 10 * MINUTE - 1
    assert code(house.wager("Ann", "a", 10_00)) == "accepted"
    house.now += 1
    assert code(house.wager("Ann", "a", 10_00)) == "reality_check"


def test_a_pause_ends_the_playing_session(house: Playing):
    provide(house, check_seconds=3600)
    house.now += 59 * MINUTE
    house.must("a", Actor("Ann"), c.LeaveTable(player="Ann"))
    house.now += 14 * MINUTE
    assert code(house.sit("Ann", "a", 1)) == "reality_check"
    house.now += MINUTE
    assert code(house.sit("Ann", "a", 1)) == "accepted"


@pytest.mark.parametrize("span", [LimitSpan.SESSION, LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH])
def test_a_used_up_time_limit_blocks_wagers(house: Playing, span: LimitSpan):
    said = care.SetLimit(kind=LimitKind.TIME, span=span, most=1800)
    house.must(care.CARE, Actor("Ann"), said)
    house.now += 30 * MINUTE - 1
    assert code(house.wager("Ann", "a", 10_00, worker=1)) == "accepted"
    house.now += 1
    assert code(house.wager("Ann", "a", 10_00, worker=1)) == "over_limit"
    assert code(house.sit("Ann", "b", 1, 10_00)) == "over_limit"
    assert faults(house) == []


def test_time_at_two_tables_counts_once(house: Playing):
    house.must(care.CARE, Actor("Ann"), care.SetLimit(kind=LimitKind.TIME, span=LimitSpan.DAY, most=3600))
    house.now += 20 * MINUTE
    assert code(house.sit("Ann", "b", 1, 10_00)) == "accepted"
    house.now += 20 * MINUTE
    now = player_standing(house.store, "Ann", house.now)
    assert (now.time_session, now.time_day) == (2400, 2400)
    assert code(house.wager("Ann", "a", 10_00)) == "accepted"


# exclusion


@pytest.mark.parametrize("seconds", [3600, 86_400, None])
def test_an_excluded_player_cannot_sit_buy_wager_or_deposit(house: Playing, seconds: int | None):
    house.must(care.CARE, Actor("Ann"), care.ExcludeMyself(seconds=seconds))
    house.now += 3_599_999
    for command in (
        c.Sit(player="Ann", seat=1, chips=10_00),
        c.BuyChips(player="Ann", amount=10_00),
        c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00),
    ):
        table = "b" if isinstance(command, c.Sit) else "a"
        assert code(house.ask(table, Actor("Ann"), command, worker=1)) == "excluded"
    deposit, withdraw = (
        cashier.Deposit(player="Ann", amount=1_00),
        cashier.Withdraw(player="Ann", amount=1_00),
    )
    assert code(house.ask(cashier.CASHIER, PIT, deposit)) == "excluded"
    assert code(house.ask(cashier.CASHIER, PIT, withdraw)) == "accepted"
    house.now += 1
    expected = "accepted" if seconds == 3600 else "excluded"
    assert code(house.wager("Ann", "a", 10_00)) == expected


def test_decisions_wait_for_durable_care_changes(house: Playing):
    """Another worker was faster there; what this one asks for besides is decided on what that one wrote."""
    first, second = house.workers
    second.refresh_all()
    [excluded] = first.ask(
        TableRequest(table=care.CARE, actor=Actor("Ann"), command=care.ExcludeMyself(seconds=3600))
    )
    checks = TableRequest(table=care.CARE, actor=Actor("Ben"), command=care.SetRealityCheck(seconds=600))
    wagers = TableRequest(
        table="a",
        actor=Actor("Ann"),
        command=c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00),
    )
    answers = second.ask(checks, wagers)

    assert [code(each) for each in (excluded, *answers)] == ["accepted", "accepted", "excluded"]
    assert faults(house) == []


def test_an_exclusion_cannot_be_shortened(house: Playing):
    house.must(care.CARE, Actor("Ann"), care.ExcludeMyself(seconds=7 * 86_400))
    assert code(house.care("Ann", care.ExcludeMyself(seconds=86_400))) == "not_possible"
    shorter = care.ExcludePlayer(player="Ann", seconds=86_400)
    assert code(house.ask(care.CARE, PIT, shorter)) == "not_possible"
    house.must(care.CARE, PIT, care.ExcludePlayer(player="Ann"))
    house.now += 5000 * DAY
    assert code(house.sit("Ann", "b", 1)) == "excluded"


def test_an_excluded_player_finishes_the_hand_and_then_leaves(house: Playing):
    assert code(house.wager("Ann", "a", 10_00)) == "accepted"
    house.must(care.CARE, Actor("Ann"), care.ExcludeMyself(seconds=86_400))
    assert house.workers[0].run_timeouts() == []
    house.go_on("a")
    chips, before = house.state("a").chips["Ann"], house.store.balance("player/Ann")
    [left] = house.workers[0].run_timeouts()
    assert code(left) == "accepted"
    assert house.state("a").seats == {}
    assert house.store.balance("player/Ann") == before + chips
    assert faults(house) == []


# who may


@pytest.mark.parametrize(
    ("actor", "command"),
    [
        (Actor("Ann"), care.ExcludePlayer(player="Ben")),
        (Actor("Ann"), care.ProvideCare(two_people=False, cash_above=0, check_seconds=0)),
        (PIT, care.ProvideCare(two_people=False, cash_above=0, check_seconds=0)),
        (PIT, care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=1)),
        (Actor("Di", frozenset({Role.DEALER})), care.ExcludePlayer(player="Ann")),
    ],
)
def test_care_commands_need_their_roles(house: Playing, actor: Actor, command: care.CareCommand):
    assert code(house.ask(care.CARE, actor, command)) == "role_may_not"


@pytest.mark.parametrize(
    "command",
    [
        care.SetLimit(kind=LimitKind.STAKE, span=LimitSpan.DAY, most=1),
        care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.ROUND, most=1),
        care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=None),
        care.TakeBackLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY),
        c.RefuseCut(seat=1),
    ],
)
def test_impossible_care_commands_are_refused(house: Playing, command):
    assert code(house.ask(care.CARE, Actor("Ann"), command)) == "not_possible"


def test_a_repeated_request_changes_a_limit_once(house: Playing):
    lower = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=10_00)
    higher = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=20_00)
    assert code(house.ask(care.CARE, Actor("Ann"), lower, id="1")) == "accepted"
    assert code(house.ask(care.CARE, Actor("Ann"), higher, id="2")) == "accepted"
    house.now += DAY
    again = house.ask(care.CARE, Actor("Ann"), lower, worker=1, id="1")
    assert isinstance(again, Accepted)
    assert again.again
    assert code(house.ask(care.CARE, Actor("Ann"), higher, id="1")) == "id_used"
    record = house.workers[0].position(care.CARE).office.record("Ann")
    assert record.in_force(LimitKind.LOSS, house.now) == {LimitSpan.DAY: 20_00}


# how somebody stands


def test_a_players_standing_matches_the_ledger(house: Playing):
    for _ in range(10):
        house.play("Ann", "a", 10_00)
    house.go_on("a")
    assert code(house.wager("Ann", "a", 20_00)) == "accepted"
    now = player_standing(house.store, "Ann", house.now)
    state = house.state("a")
    assert now.wagered == 20_00
    assert now.on_table == state.chips["Ann"]
    assert now.balance + now.on_table + now.wagered == 10_000_00 + now.net_day
    assert now.net_session == now.net_day == now.net_week == now.net_month


# the audit


def rewritten(house: Kept, table: str, change) -> list[str]:
    """Write a journal anew with every commit changed, as whoever holds the database could, and audit it."""
    settings = house.store.settings(table) or b""
    link = commits.first_link(table, settings)
    with house.store.writing() as connection:
        if connection.dialect.name == "sqlite":
            connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        rows = []
        for version, stored, _ in house.store.pages(table):
            before, commit = link, change(commits.decode_commit(stored))
            body = commits.encode_commit(commit)
            link = commits.next_link(link, body)
            rows.append((version, commit.at, body, link, before))
        connection.execute(JOURNAL.delete().where(JOURNAL.c.table == table))
        for version, at, body, hashed, before in rows:
            first = version == 1
            values = {"table": table, "version": version, "at": at, "body": body, "link": hashed}
            values |= {"previous": None if first else version - 1, "before": None if first else before}
            connection.execute(JOURNAL.insert().values(values))
    return faults(house)


def with_entries(commit: commits.Commit, **values) -> commits.Commit:
    own = [each if each.who == commits.HOUSE else replace(each, **values) for each in commit.entries]
    return replace(commit, entries=tuple(own))


def test_the_audit_finds_a_wager_over_a_limit(house: Playing):
    assert code(house.wager("Ann", "a", 100_00)) == "accepted"
    said = care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=50_00)
    house.must(care.CARE, Actor("Ann"), said)
    assert faults(house) == []  # it was placed before
    found = rewritten(house, "a", lambda commit: with_entries(commit, care=1))
    assert "Ann could have lost $200.00 in a day, limit $50.00" in found


def test_the_audit_finds_play_after_a_time_limit_or_reality_check(house: Playing, monkeypatch):
    monkeypatch.setattr(PlayLimits, "_check_time", lambda *_: None)
    provide(house, check_seconds=3600)
    limit = care.SetLimit(kind=LimitKind.TIME, span=LimitSpan.DAY, most=1800)
    house.must(care.CARE, Actor("Ann"), limit)
    over, checked = (
        "The limit is 30 min at tables in a day, and it is over.",
        "Ann played on without acknowled",
    )

    def wagered_after(milliseconds: int) -> list[str]:
        house.now += milliseconds
        house.must("a", Actor("Ann"), c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
        return faults(house)

    assert wagered_after(30 * MINUTE + SKEW - 1000) == []  # the clocks of two machines may differ so much
    assert wagered_after(1000) == [over]
    assert not any(each.startswith(checked) for each in wagered_after(30 * MINUTE - 1000))
    assert any(each.startswith(checked) for each in wagered_after(1000))


def test_the_audit_finds_wagers_by_excluded_players_and_over_a_stake_limit(house: Playing):
    assert code(house.wager("Ann", "a", 100_00)) == "accepted"
    house.must(care.CARE, Actor("Ann"), care.SetLimit(kind=LimitKind.STAKE, span=LimitSpan.ROUND, most=1_00))
    house.must(care.CARE, Actor("Ann"), care.ExcludeMyself())
    found = rewritten(house, "a", lambda commit: with_entries(commit, care=1))
    assert any("stakes $200.00 in this round" in problem for problem in found)
    found = rewritten(house, "a", lambda commit: with_entries(commit, care=2))
    assert "Ann is excluded and does not play any more." in found


def test_the_audit_finds_wagers_decided_on_old_limits(house: Playing):
    house.must(care.CARE, Actor("Ann"), care.SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=500_00))
    house.now += 2 * MINUTE
    assert code(house.wager("Ann", "a", 100_00)) == "accepted"
    assert faults(house) == []
    found = rewritten(house, "a", lambda commit: with_entries(commit, care=0))
    assert "it was decided on version 0 of care, which was outdated by then" in found
    found = rewritten(house, "a", lambda commit: with_entries(commit, care=9))
    assert "it was decided on version 9 of care, which does not exist" in found


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE played SET spent = spent - 100",
        "UPDATE played SET reserved = reserved + 1",
        "DELETE FROM played",
        "INSERT INTO played VALUES ('Eve', 3, 0, 0, 0)",
        "UPDATE sittings SET began = began + 1",
        "UPDATE sittings SET ended = 1",
        "DELETE FROM sittings",
    ],
)
def test_the_audit_finds_changed_care_tables(house: Playing, statement: str):
    assert code(house.wager("Ann", "a", 100_00)) == "accepted"
    assert faults(house) == []
    with house.store.writing() as connection:
        connection.execute(text(statement))
    assert len(faults(house)) == 1


def test_every_command_that_risks_chips_is_checked():
    """A command of a player that names an amount brings chips, takes them away, or is looked at."""
    amounts = {
        kind
        for kind in c.COMMANDS.values()
        if kind.roles == frozenset({Role.PLAYER}) and {"amount", "chips"} & {*kind.__struct_fields__}
    }
    assert amounts == {*RISKING, c.Sit, c.BuyChips, c.CashOut}
