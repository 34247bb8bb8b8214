"""The audit of care: players' limits, exclusions and play time, and acts that take two people.

Each journal entry names the version of the office of care that it was decided on, and so the limits in
force. That version must be current within the skew between the clocks of two machines. What happened at other
tables within the skew of a wager counts in the player's favor.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.evolve import evolve_all
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.house.audit.auditor import AuditedCommit, AuditedJournal, AuditFault
from casinowar.house.journal import exposure
from casinowar.house.journal.commits import HOUSE, Commit, JournalEntry, decode_commit
from casinowar.house.offices.care import CARE, OFFICE, CareState
from casinowar.house.offices.care_limits import SECOND, CareRecord, LimitKind, LimitSpan, day_of, first_day
from casinowar.house.offices.cashier import CashierEvent, RecentCash, window_start
from casinowar.house.offices.office import OfficeEvent
from casinowar.house.offices.pit import CashDropped
from casinowar.house.policy import limits
from casinowar.house.policy.player_standing import TimeAtTable, time_played
from casinowar.house.policy.two_person import (
    BRINGS_CASH,
    HANDLES_CASH,
    MUCH_CASH,
    chooses_card,
    counts_cash,
    is_of_two,
    needs_two,
)
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import PLAYED, SITTINGS
from casinowar.house.worker.table_state import stopped_by
from casinowar.telling.phrases import day as named_day

SKEW: Final = 60 * SECOND
"""How far clocks of machines may differ, plus the time a commit may wait for its disk."""


class _Move(Struct, frozen=True):
    at: int
    version: int
    lost: int
    at_risk: int


class _Risk(Struct, frozen=True):
    """A wager or another start of play, with the limits of its player then."""

    table: str
    version: int
    at: int
    player: str
    record: CareRecord
    check_seconds: int
    wagers: bool


class _Handed(Struct, frozen=True):
    """Cash or coupons that one person handled alone, within the limit by that journal alone."""

    table: str
    version: int
    at: int
    player: str
    who: str
    further: int
    """Further cash within the limit of one person."""


class CareAudit:
    """Checks play against the limits of players, and acts against the rule of two people."""

    def __init__(self, store: StoreReader) -> None:
        """Read every state that the office of care has ever had."""
        self._store = store
        self._states: list[tuple[int, CareState]] = [(0, OFFICE.start)]
        try:
            for _, body, _ in store.pages(CARE):
                self._states.append(self._followed(decode_commit(body)))
        except (InputError, AssertionError, KeyError):
            pass  # the audit of that journal reports it
        self._played: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._moves: dict[str, dict[str, list[_Move]]] = defaultdict(lambda: defaultdict(list))
        self._sittings: dict[str, list[TimeAtTable]] = defaultdict(list)
        self._risks: list[_Risk] = []
        self._recent_cash: dict[str, RecentCash] = defaultdict(RecentCash)
        """The recent cash of players, by journal."""
        self._all_cash: dict[str, list[tuple[int, str, int]]] = defaultdict(list)
        """All cash of each player: when, in which journal, how much."""
        self._handed: list[_Handed] = []
        self._stopped_by: dict[str, str] = {}
        """Who reported what play is stopped for, by table."""

    def _followed(self, commit: Commit) -> tuple[int, CareState]:
        state = self._states[-1][1]
        for event in commit.events:
            if isinstance(event, OfficeEvent):
                state = OFFICE.evolve(state, event, commit.at)
        return commit.at, state

    # journal by journal

    def begin(self, _journal: AuditedJournal) -> Iterable[AuditFault]:
        return ()

    def follow(self, step: AuditedCommit) -> Iterator[AuditFault]:
        commit, rules, table = step.commit, step.journal.rules, step.before
        if rules is not None:
            self._count_play(rules, step)
        shoe_kept = step.journal.settings is not None and step.journal.settings.shoe_kept
        for entry in commit.entries:
            after = evolve_all(table, entry.events) if rules is not None else CLOSED
            if entry.who != HOUSE:
                chooses = chooses_card(table, entry, kept=shoe_kept)
                problems = self._check_entry(rules, table, after, commit, entry, chooses=chooses)
                yield from (step.fault(problem) for problem in problems)
            self._count_cash(commit, entry)
            table = after
        if who := stopped_by(commit.entries):
            self._stopped_by[commit.table] = who

    def _count_play(self, rules: Rules, step: AuditedCommit) -> None:
        commit = step.commit
        for player, *change in exposure.changes(rules, commit.table, step.before, step.after, step.posted):
            row = self._played[player, day_of(commit.at)]
            row[:] = [old + more for old, more in zip(row, change, strict=True)]
            spent, staked, reserved = change
            move = _Move(commit.at, commit.version, spent - staked, staked + reserved)
            self._moves[player][commit.table].append(move)
        for player, sits in exposure.sittings(commit):
            own = self._sittings[player]
            if sits:
                own.append(TimeAtTable(commit.table, commit.version, commit.at, None))
                continue
            for number, each in enumerate(own):
                if each.table == commit.table and each.ended is None:
                    own[number] = TimeAtTable(each.table, each.version, each.began, commit.at)

    def _count_cash(self, commit: Commit, entry: JournalEntry) -> None:
        for event in entry.events:
            if isinstance(event, CashierEvent | CashDropped):
                known = self._recent_cash[commit.table]
                self._recent_cash[commit.table] = known.after(event.player, event.amount, commit.at)
                self._all_cash[event.player].append((commit.at, commit.table, event.amount))

    def _check_entry(
        self,
        rules: Rules | None,
        before: Table,
        after: Table,
        commit: Commit,
        entry: JournalEntry,
        *,
        chooses: bool,
    ) -> Iterator[str]:
        command = entry.command
        begins = limits.begins_play(rules, before, entry)
        if isinstance(command, HANDLES_CASH) and command.player in {entry.who, entry.seconded}:
            yield f"{command.player} handed money to themselves"
        if not begins and not chooses and not is_of_two(entry):
            return
        if entry.care >= len(self._states):
            yield f"it was decided on version {entry.care} of {CARE}, which does not exist"
            return
        if any(at + SKEW < commit.at for at, _ in self._states[entry.care + 1 : entry.care + 2]):
            yield f"it was decided on version {entry.care} of {CARE}, which was outdated by then"
        state = self._states[entry.care][1]
        cash = 0
        if isinstance(command, HANDLES_CASH):
            cash = self._recent_cash[commit.table].of(command.player, commit.at)
        needed = needs_two(state.house, entry, chooses=chooses, before=cash)
        alone = entry.seconded in {"", entry.who}
        if needed and alone:
            yield _did_alone(entry.who, needed)
        elif isinstance(command, HANDLES_CASH) and alone and counts_cash(state.house, entry):
            further = state.house.cash_above - cash - command.amount
            handed = _Handed(commit.table, commit.version, commit.at, command.player, entry.who, further)
            self._handed.append(handed)
        reporter = self._stopped_by.get(commit.table)
        if chooses and needed and reporter in {entry.who, entry.seconded}:
            yield f"{reporter} had a part in the ruling on what they reported themselves"
        if begins:
            yield from self._check_play(rules, after, commit, entry, state)

    def _check_play(
        self, rules: Rules | None, after: Table, commit: Commit, entry: JournalEntry, state: CareState
    ) -> Iterator[str]:
        player = getattr(entry.command, "player", "") or entry.who
        record, wagers = state.record(player), isinstance(entry.command, limits.RISKING)
        try:
            limits.check_not_excluded(record, player, commit.at)
            if wagers and rules is not None:
                limits.check_stake(record, exposure.staked_in_round(rules, after, player), commit.at)
        except InputError as no:
            yield str(no)
        every = state.house.check_seconds if record.check_seconds is None else record.check_seconds
        if not isinstance(entry.command, BRINGS_CASH) and (record.limits or every):
            risk = _Risk(commit.table, commit.version, commit.at, player, record, every, wagers)
            self._risks.append(risk)

    # the whole house

    def finish(self) -> Iterator[AuditFault]:
        for risk in self._risks:
            yield from (
                AuditFault(risk.table, risk.version, problem) for problem in self._limits_exceeded(risk)
            )
        yield from self._too_much_alone()
        columns = PLAYED.c.player, PLAYED.c.day, PLAYED.c.spent, PLAYED.c.staked, PLAYED.c.reserved
        kept = {(player, day): rest for player, day, *rest in self._store.rows(*columns)}
        for player, day in sorted(kept.keys() | self._played, key=str):
            if kept.get((player, day)) != self._played.get((player, day)):
                yield AuditFault("", 0, f"the play of {player} on {named_day(day)} differs from the journals")
        sat = SITTINGS.c.player, SITTINGS.c.table, SITTINGS.c.version, SITTINGS.c.began, SITTINGS.c.ended
        times = {(player, TimeAtTable(*rest)) for player, *rest in self._store.rows(*sat)}
        known = {(player, each) for player, own in self._sittings.items() for each in own}
        for player, table, version in sorted(
            {(who, each.table, each.version) for who, each in times ^ known}
        ):
            yield AuditFault(table, version, f"the time of {player} at the table differs from the journal")

    def _too_much_alone(self) -> Iterator[AuditFault]:
        """Find cash that exceeds the limit of one person once the other office's cash counts, too."""
        for counted in self._all_cash.values():
            counted.sort()
        for handed in self._handed:
            counted = self._all_cash[handed.player]
            since, until = window_start(handed.at + SKEW), handed.at - SKEW + 1
            some = counted[
                bisect_left(counted, since, key=itemgetter(0)) : bisect_left(
                    counted, until, key=itemgetter(0)
                )
            ]
            other = sum(amount for _, table, amount in some if table != handed.table)
            if other > handed.further:
                yield AuditFault(handed.table, handed.version, _did_alone(handed.who, MUCH_CASH))

    def _limits_exceeded(self, risk: _Risk) -> Iterator[str]:
        if risk.wagers:
            for span, most in risk.record.in_force(LimitKind.LOSS, risk.at).items():
                could = self._exposure(risk, first_day(span, risk.at))
                if could > most:
                    yield f"{risk.player} could have lost {dollars(could)} in a {span}, limit {dollars(most)}"
        if not risk.check_seconds and not risk.record.in_force(LimitKind.TIME, risk.at):
            return
        time = time_played([each for each in self._sittings[risk.player] if each.began <= risk.at], risk.at)
        played: dict[LimitSpan, int] = {span: each - SKEW for span, each in time.by_span.items()}
        try:
            limits.check_time(risk.record, played, risk.at)
        except InputError as no:
            yield str(no)
        since = max(time.session_began or risk.at, risk.record.acknowledged)
        if risk.check_seconds and risk.at >= since + risk.check_seconds * SECOND + SKEW:
            yield f"{risk.player} played on without acknowledging a reality check"

    def _exposure(self, risk: _Risk, since: int) -> int:
        """Compute the least that a player could have lost since a day if they lost all that is at risk now.

        Versions order what happened at the table of the risk. Clocks order it with other tables, so of all
        moments within the skew the one with the lowest exposure counts.
        """
        total = 0
        for table, moves in self._moves[risk.player].items():
            exposures = [0]
            for move in moves:
                lost = move.lost if day_of(move.at) >= since else 0
                exposures.append(exposures[-1] + lost + move.at_risk)
            if table == risk.table:
                total += exposures[bisect_right(moves, risk.version, key=lambda move: move.version)]
            else:
                earliest, latest = _made_by(moves, risk.at - SKEW), _made_by(moves, risk.at + SKEW)
                total += min(exposures[earliest : latest + 1])
        return total


def _made_by(moves: Sequence[_Move], at: int) -> int:
    """Count the moves up to the last one that is not after a moment."""
    return next((count for count in range(len(moves), 0, -1) if moves[count - 1].at <= at), 0)


def _did_alone(who: str, needed: str) -> str:
    return f"{who} did alone what takes two people: {needed}"
