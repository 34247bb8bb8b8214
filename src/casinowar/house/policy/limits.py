"""Play limits: what a request must satisfy beside the law of the game before it is written.

To risk chips, a player must be within their own limits, not excluded, and have acknowledged a due reality
check. Going to war is always allowed: it belongs to a wager placed before, which counted its wars. So are
surrendering, declining and leaving.
"""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.commands import PlayerCommand
from casinowar.game.evolve import evolve_all
from casinowar.game.money import dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.game.words import Role
from casinowar.house.accounts import Posting
from casinowar.house.journal.commits import Commit, JournalEntry, TableSettings
from casinowar.house.journal.exposure import NOTHING, at_risk, changes, sittings, staked_in_round
from casinowar.house.journal.requests import THE_HOUSE, TableRequest
from casinowar.house.offices.care import CareState, until
from casinowar.house.offices.care_limits import (
    DAY,
    SECOND,
    CareRecord,
    LimitKind,
    LimitSpan,
    duration,
    first_day,
)
from casinowar.house.policy.player_standing import player_standing, read_sittings, results, time_played
from casinowar.house.policy.two_person import (
    BRINGS_CASH,
    HANDLES_CASH,
    check_own_account,
    check_reported_by_another,
    check_seconded,
    chooses_card,
    is_of_two,
    needs_two,
)
from casinowar.house.storage.care_rows import CareUpdate, LossCap
from casinowar.house.storage.reader import StoreReader

RISKING: Final = (c.PlaceWager, c.TakeBank, c.AddToBank)
"""Commands that put chips at risk; going to war does too, but the earlier wager counted it."""
BRINGING: Final = (c.Sit, c.BuyChips)
_BEGINNING: Final = (*RISKING, *BRINGING, *BRINGS_CASH)
_MOST_CLEARED: Final = 100_000


class CareRefusedError(InputError):
    """Raised when a player's own limits or exclusion forbid a request."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Proposed(Struct, frozen=True, kw_only=True):
    """What a request would do, where, and what the office of care knows then."""

    request: TableRequest
    entries: tuple[JournalEntry, ...]
    at: int
    table: Table
    """The table before the request."""
    rules: Rules | None
    """None at an office."""
    settings: TableSettings
    reporter: str
    """Who reported what play is stopped for."""
    care: CareState
    care_version: int

    @property
    def place(self) -> int:
        return next(place for place, each in enumerate(self.entries) if each.who == self.request.actor.name)


class Authorized(Struct, frozen=True):
    """What a request does, and what must still be true when it is written."""

    entries: tuple[JournalEntry, ...]
    decided_on: int | None = None
    """The version of the office of care, if it must not change before the write."""
    caps: tuple[LossCap, ...] = ()


class PlayLimits:
    """Authorizes requests; remembers until when a player's time cannot run out."""

    def __init__(self, store: StoreReader, cash_today: Callable[[str, int], int]) -> None:
        self._store, self._cash_today = store, cash_today
        self._cleared: dict[str, tuple[CareRecord, int]] = {}

    def authorize(self, proposed: Proposed) -> Authorized:
        entries, request = proposed.entries, proposed.request
        if request.actor is THE_HOUSE:
            return Authorized(entries)
        place = proposed.place
        entry, second = entries[place], request.seconded.name if request.seconded else ""
        chooses = False
        if second or not _is_for_one(entry.command):
            chooses = self._check_people(proposed, entry)
        begins = begins_play(proposed.rules, proposed.table, entry)
        if not begins and not chooses and (isinstance(entry.command, PlayerCommand) or not is_of_two(entry)):
            return Authorized(entries)
        caps = self._check_play(proposed, place) if begins else ()
        version = proposed.care_version
        if second or version:
            noted = replace(entry, seconded=second, care=version)
            entries = (*entries[:place], noted, *entries[place + 1 :])
        return Authorized(entries, version, caps)

    def _check_people(self, proposed: Proposed, entry: JournalEntry) -> bool:
        """Check who gives a command, and who seconds it; tells whether it rules on a card seen early."""
        request, table, house, command = (
            proposed.request,
            proposed.table,
            proposed.care.house,
            proposed.request.command,
        )
        is_table = proposed.rules is not None
        dealt = is_table and not proposed.settings.automatic
        check_own_account(house, request.actor, command, table, dealt=dealt)
        chooses = chooses_card(table, entry, kept=is_table and proposed.settings.shoe_kept)
        cash = entry.command if isinstance(entry.command, HANDLES_CASH) else None
        before = self._cash_today(cash.player, proposed.at) if cash is not None else 0
        two = needs_two(house, entry, chooses=chooses, before=before)
        if chooses and two:
            seconding = request.seconded.name if request.seconded else ""
            check_reported_by_another(proposed.reporter, entry.who, seconding)
        if request.seconded is not None or two:
            check_seconded(request, needed=two)
        if request.seconded is not None:
            check_own_account(house, request.seconded, command, table)
        return chooses

    def _check_play(self, proposed: Proposed, place: int) -> tuple[LossCap, ...]:
        """Check a player's exclusion, time and limits; gives the caps on losses that the write checks."""
        entry, at = proposed.entries[place], proposed.at
        player = getattr(entry.command, "player", "") or entry.who
        record = proposed.care.record(player)
        check_not_excluded(record, player, at)
        if isinstance(entry.command, BRINGS_CASH):
            return ()
        self._check_time(proposed.care, record, player, at)
        if not record.limits:
            return ()
        rules, table, after = proposed.rules, proposed.table, proposed.table
        risks = isinstance(entry.command, RISKING)
        if risks and rules is not None:
            events = [event for each in proposed.entries[: place + 1] for event in each.events]
            after = evolve_all(table, events)
            check_stake(record, staked_in_round(rules, after, player), at)
        losses = record.in_force(LimitKind.LOSS, at)
        if not losses:
            return ()
        more = _at_risk(rules, after, player) - _at_risk(rules, table, player)
        lost, staked, reserved = results(self._store, player, at)
        for span, most in losses.items():
            left = most - lost[span] - staked - reserved
            if more > left or left <= 0:
                raise over_loss(span, most, left)
        return tuple(LossCap(player, first_day(span, at), most) for span, most in losses.items() if risks)

    def _check_time(self, state: CareState, record: CareRecord, player: str, at: int) -> None:
        """Check a player's time and reality check, unless both are known to be clear."""
        known = self._cleared.get(player)
        if known is not None and known[0] is record and at < known[1]:
            return
        every = state.house.check_seconds if record.check_seconds is None else record.check_seconds
        if not every and not record.in_force(LimitKind.TIME, at):
            return
        time = time_played(read_sittings(self._store, player, at), at)
        clear = check_time(record, time.by_span, at)
        if every:
            due = max(time.session_began or at, record.acknowledged) + every * SECOND
            if at >= due:
                raise CareRefusedError("reality_check", self._told(player, at))
            clear = min(clear, due)
        if len(self._cleared) >= _MOST_CLEARED:
            self._cleared.clear()
        self._cleared[player] = record, clear

    def _told(self, player: str, at: int) -> str:
        now = player_standing(self._store, player, at)
        net = now.net_session
        how = Phrase("House.is_even", "even")
        if net > 0:
            how = Phrase("House.is_up", "{net} up", net=dollars(net))
        elif net < 0:
            how = Phrase("House.is_down", "{net} down", net=dollars(-net))
        return Phrase(
            "House.reality_check",
            "{player} has been at tables for {time} and is {how}; acknowledge this reality check to go on.",
            player=player,
            time=duration(now.time_session),
            how=how,
        )


def _is_for_one(command: object) -> bool:
    """Tell whether no rule about staff or second persons can concern a command: most that players give."""
    return isinstance(command, PlayerCommand) and command.by is Role.PLAYER and not isinstance(command, c.Sit)


def begins_play(rules: Rules | None, table: Table, entry: JournalEntry) -> bool:
    """Tell whether an entry begins play, rather than finishes earlier wagers.

    Adding nothing to a bank only answers; chips for the possible wars of one's hands finish these.
    """
    match entry.command:
        case c.AddToBank(amount=amount):
            return amount > 0
        case c.BuyChips(amount=amount) if rules is not None:
            return amount > at_risk(rules, table).get(entry.who, NOTHING).reserved
        case command:
            return isinstance(command, _BEGINNING)


def check_not_excluded(record: CareRecord, player: str, at: int) -> None:
    if sentence := excluded(record, player, at):
        raise CareRefusedError("excluded", sentence)


def excluded(record: CareRecord, player: str, at: int) -> str:
    """Say until when a player is excluded; empty if they are not."""
    if at >= record.excluded_until:
        return ""
    return Phrase(
        "House.excluded",
        "{player} is excluded and does not play {until}.",
        player=player,
        until=until(record.excluded_until),
    )


def check_stake(record: CareRecord, staked: int, at: int) -> None:
    for most in record.in_force(LimitKind.STAKE, at).values():
        if staked > most:
            raise CareRefusedError(
                "over_limit",
                Phrase(
                    "House.stakes_too_much",
                    "That stakes {staked} in this round, wars that it may come to included;"
                    " the limit is {most}.",
                    staked=dollars(staked),
                    most=dollars(most),
                ),
            )


def check_time(record: CareRecord, played: dict[LimitSpan, int], at: int) -> int:
    """Refuse a player whose time is over; gives the earliest time at which it can be."""
    clear = at + DAY
    for span, most in record.in_force(LimitKind.TIME, at).items():
        left = most * SECOND - played[span]
        if left <= 0:
            sentence = Phrase(
                "House.time_is_over",
                "The limit is {most} at tables in a {span}, and it is over.",
                most=duration(most),
                span=span,
            )
            raise CareRefusedError("over_limit", sentence)
        clear = min(clear, at + left)
    return clear


def over_loss(span: LimitSpan, most: int, left: int) -> CareRefusedError:
    return CareRefusedError(
        "over_limit",
        Phrase(
            "House.loses_too_much",
            "The limit is {most} lost in a {span}; {left} of it can still be risked,"
            " wars that it may come to included.",
            most=dollars(most),
            span=span,
            left=dollars(max(0, left)),
        ),
    )


def _at_risk(rules: Rules | None, table: Table, player: str) -> int:
    return sum(at_risk(rules, table).get(player, NOTHING)) if rules is not None else 0


def care_update(
    rules: Rules | None,
    before: Table,
    after: Table,
    commit: Commit,
    posted: Iterable[Posting],
    authorized: Authorized,
) -> CareUpdate:
    return CareUpdate(
        played=changes(rules, commit.table, before, after, posted) if rules is not None else (),
        sittings=tuple(sittings(commit)) if rules is not None else (),
        decided_on=authorized.decided_on,
        caps=authorized.caps,
    )
