"""The office of care: what players have the house hold them to, and how many people it takes for an act.

Whatever protects more holds at once; whatever protects less waits a day, and can be taken back meanwhile. An
exclusion cannot be shortened by anybody.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from casinowar.game.giving import FLOOR, PLAYERS
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.accounts import Posting
from casinowar.house.offices.care_limits import (
    DAY,
    NO_RECORD,
    SECOND,
    SPANS,
    CareRecord,
    LimitKind,
    LimitSpan,
    OwnLimit,
    in_words,
    moment,
)
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

CARE: Final = "care"
FOR_EVER: Final = 253_402_214_400_000
"""An end that nobody lives to see: the last day that a calendar of four digits has."""
_HOUR: Final = 3600

Most = Annotated[int, Meta(ge=0, le=10**13)]
CheckSeconds = Annotated[int, Meta(ge=300, le=4 * _HOUR)]
ExclusionSeconds = Annotated[int, Meta(ge=_HOUR, le=100 * 366 * 24 * _HOUR)]
Whom = Annotated[str, Meta(min_length=1, max_length=40)]


class HouseCare(Struct, frozen=True, kw_only=True):
    """What the house itself provides, for everybody."""

    two_people: bool = False
    """Whether some acts take two people."""
    cash_above: int = 10_000_00
    """Above how many cents a deposit or a withdrawal takes two."""
    check_seconds: int = 0
    """How often those who play are told how long and how they do, unless they chose; 0 is never."""


class CareState(Struct, frozen=True):
    """What the office knows."""

    house: HouseCare = HouseCare()
    records: dict[str, CareRecord] = {}

    def record(self, player: str) -> CareRecord:
        """Find what a player has asked for."""
        return self.records.get(player, NO_RECORD)


# what is asked


class CareCommand(OfficeCommand, frozen=True, kw_only=True):
    """Ask the office of care for something, for oneself."""

    roles: ClassVar[frozenset[Role]] = PLAYERS


class SetLimit(CareCommand, frozen=True, kw_only=True):
    """Limit oneself: cents, or for time seconds; None is no limit any more."""

    kind: LimitKind
    span: LimitSpan
    most: Most | None


class TakeBackLimit(CareCommand, frozen=True, kw_only=True):
    """Take back a higher limit that has not begun."""

    kind: LimitKind
    span: LimitSpan


class SetRealityCheck(CareCommand, frozen=True, kw_only=True):
    """Choose how often one is told."""

    seconds: CheckSeconds


class AcknowledgeCheck(CareCommand, frozen=True, kw_only=True):
    """Say that one knows how long one has played, and how one does."""


class ExcludeMyself(CareCommand, frozen=True, kw_only=True):
    """Play no more for so many seconds: from an hour, which is a cool-off; None is for ever."""

    seconds: ExclusionSeconds | None = None


class ExcludePlayer(CareCommand, frozen=True, kw_only=True):
    """Exclude somebody who asked for it."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    cage: ClassVar[bool] = True
    player: Whom
    seconds: ExclusionSeconds | None = None


class ProvideCare(CareCommand, frozen=True, kw_only=True):
    """Say what the house provides, as it is configured when it is served."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.AUTOMATIC})
    two_people: bool
    cash_above: Most
    check_seconds: Annotated[int, Meta(ge=0, le=4 * _HOUR)]


# what happened


class CareEvent(OfficeEvent, frozen=True, kw_only=True):
    """Something about a player."""

    player: str


class LimitSet(CareEvent, frozen=True, kw_only=True):
    """A player's limit is so much, from a time on."""

    kind: LimitKind
    span: LimitSpan
    most: int | None
    begins: int

    def sentence(self) -> str:
        """Say it."""
        said = "no limit" if self.most is None else in_words(self.kind, self.most)
        return f"{self.player} has {said} for {self.kind} over a {self.span} from {moment(self.begins)}."


class LimitTakenBack(CareEvent, frozen=True, kw_only=True):
    """A limit that was to come does not."""

    kind: LimitKind
    span: LimitSpan

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} keeps the limit for {self.kind} over a {self.span}."


class RealityCheckSet(CareEvent, frozen=True, kw_only=True):
    """A player is told every so many seconds."""

    seconds: int

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} is told every {self.seconds // 60} minutes."


class CheckAcknowledged(CareEvent, frozen=True, kw_only=True):
    """A player knows."""

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} acknowledged a reality check."


class PlayerExcluded(CareEvent, frozen=True, kw_only=True):
    """A player does not play until a time."""

    until: int

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} does not play {until(self.until)}."


class CareProvided(OfficeEvent, frozen=True, kw_only=True):
    """The house provides this."""

    two_people: bool
    cash_above: int
    check_seconds: int

    def sentence(self) -> str:
        """Say it."""
        return "The house provides other care."


def until(end: int) -> str:
    """Say until when somebody is excluded."""
    if end >= FOR_EVER:
        return Phrase("House.any_more", "any more")
    return Phrase("House.until", "until {moment}", moment=moment(end))


# how it works


def _decided(state: CareState, who: str, command: OfficeCommand, at: int) -> tuple[OfficeEvent, ...]:
    record = state.record(who)
    match command:
        case SetLimit():
            return (_limited(record, who, command, at),)
        case TakeBackLimit(kind=kind, span=span):
            limit = record.limits.get((kind, span))
            if limit is None or limit.settled(at).begins is None:
                raise InputError("No higher limit is to come there.")
            return (LimitTakenBack(player=who, kind=kind, span=span),)
        case SetRealityCheck(seconds=seconds):
            return (RealityCheckSet(player=who, seconds=seconds),)
        case AcknowledgeCheck():
            return (CheckAcknowledged(player=who),)
        case ExcludeMyself(seconds=seconds):
            return (_excluded(record, who, seconds, at),)
        case ExcludePlayer(player=player, seconds=seconds):
            return (_excluded(state.record(player), player, seconds, at),)
        case ProvideCare():
            return (
                CareProvided(
                    two_people=command.two_people,
                    cash_above=command.cash_above,
                    check_seconds=command.check_seconds,
                ),
            )
        case _:
            raise InputError(f"{type(command).__name__} is nothing to ask for there.")


def _limited(record: CareRecord, who: str, command: SetLimit, at: int) -> LimitSet:
    kind, span, most = command.kind, command.span, command.most
    if span not in SPANS[kind]:
        spans = ", ".join(SPANS[kind])
        raise InputError(f"There is no limit for {kind} over a {span}; there is one over: {spans}.")
    before = record.limits.get((kind, span))
    now = None if before is None else before.at(at)
    if now is None and most is None:
        raise InputError("There is no such limit.")
    at_once = now is None or (most is not None and most <= now)
    return LimitSet(player=who, kind=kind, span=span, most=most, begins=at if at_once else at + DAY)


def _excluded(record: CareRecord, player: str, seconds: int | None, at: int) -> PlayerExcluded:
    end = FOR_EVER if seconds is None else min(FOR_EVER, at + seconds * SECOND)
    if end <= record.excluded_until:
        raise InputError(f"{player} does not play {until(record.excluded_until)}; that is not made shorter.")
    return PlayerExcluded(player=player, until=end)


def _known(state: CareState, event: OfficeEvent, at: int) -> CareState:
    if isinstance(event, CareProvided):
        house = HouseCare(
            two_people=event.two_people, cash_above=event.cash_above, check_seconds=event.check_seconds
        )
        return CareState(house, state.records)
    assert isinstance(event, CareEvent)  # noqa: S101 - the office has no others
    after = _told(state.record(event.player), event, at)
    return CareState(state.house, {**state.records, event.player: after})


def _told(record: CareRecord, event: CareEvent, at: int) -> CareRecord:
    match event:
        case LimitSet(kind=kind, span=span, most=most):
            before = record.limits.get((kind, span), OwnLimit(most=None)).settled(at)
            later = event.begins > at
            limit = replace(before, next=most, begins=event.begins) if later else OwnLimit(most=most)
            return record.with_limit(kind, span, limit)
        case LimitTakenBack(kind=kind, span=span):
            before = record.limits[kind, span].settled(at)
            return record.with_limit(kind, span, OwnLimit(most=before.most))
        case RealityCheckSet(seconds=seconds):
            return replace(record, check_seconds=seconds)
        case CheckAcknowledged():
            return replace(record, acknowledged=at)
        case PlayerExcluded(until=end):
            return replace(record, excluded_until=max(end, record.excluded_until))
        case _:
            return record


def _nothing(_event: OfficeEvent) -> Iterator[Posting]:
    return iter(())


OFFICE: Final = Office[CareState](
    name=CARE,
    commands=(
        SetLimit,
        TakeBackLimit,
        SetRealityCheck,
        AcknowledgeCheck,
        ExcludeMyself,
        ExcludePlayer,
        ProvideCare,
    ),
    events=(LimitSet, LimitTakenBack, RealityCheckSet, CheckAcknowledged, PlayerExcluded, CareProvided),
    start=CareState(),
    decide=_decided,
    evolve=_known,
    postings=_nothing,
)
