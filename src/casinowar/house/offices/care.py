"""Player care: players' own limits, reality checks and exclusions, and acts that take two people.

A stricter limit applies at once. A looser one waits a day and can be taken back until then. An exclusion
cannot be shortened.
"""

from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from casinowar.game.commands import FLOOR, PLAYERS
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.game.words import Role
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
"""The last day of a calendar with four-digit years."""
_HOUR: Final = 3600

Most = Annotated[int, Meta(ge=0, le=10**13)]
CheckSeconds = Annotated[int, Meta(ge=300, le=4 * _HOUR)]
ExclusionSeconds = Annotated[int, Meta(ge=_HOUR, le=100 * 366 * 24 * _HOUR)]
Whom = Annotated[str, Meta(min_length=1, max_length=40)]


class HouseCare(Struct, frozen=True, kw_only=True):
    """The house's settings for all players."""

    two_people: bool = False
    cash_above: int = 10_000_00
    """Cents above which a deposit or withdrawal takes two people."""
    check_seconds: int = 0
    """Time between reality checks for players without a choice of their own; 0 means never."""


class CareState(Struct, frozen=True):
    house: HouseCare = HouseCare()
    records: dict[str, CareRecord] = {}

    def record(self, player: str) -> CareRecord:
        return self.records.get(player, NO_RECORD)


# commands


class CareCommand(OfficeCommand, frozen=True, kw_only=True):
    """A command by players for themselves."""

    roles: ClassVar[frozenset[Role]] = PLAYERS


class SetLimit(CareCommand, frozen=True, kw_only=True):
    """Set a limit in cents, or in seconds for time; None removes it."""

    kind: LimitKind
    span: LimitSpan
    most: Most | None


class TakeBackLimit(CareCommand, frozen=True, kw_only=True):
    """Take back a looser limit that has not begun."""

    kind: LimitKind
    span: LimitSpan


class SetRealityCheck(CareCommand, frozen=True, kw_only=True):
    """Choose the time between reality checks."""

    seconds: CheckSeconds


class AcknowledgeCheck(CareCommand, frozen=True, kw_only=True):
    """Acknowledge a reality check and play on."""


class ExcludeMyself(CareCommand, frozen=True, kw_only=True):
    """Stop playing for a time, from a cool-off of an hour; None means for ever."""

    seconds: ExclusionSeconds | None = None


class ExcludePlayer(CareCommand, frozen=True, kw_only=True):
    """Exclude a player who asked for it."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    cage: ClassVar[bool] = True
    player: Whom
    seconds: ExclusionSeconds | None = None


class ProvideCare(CareCommand, frozen=True, kw_only=True):
    """Set the house's settings, as configured when it is served."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.AUTOMATIC})
    two_people: bool
    cash_above: Most
    check_seconds: Annotated[int, Meta(ge=0, le=4 * _HOUR)]


# events


class CareEvent(OfficeEvent, frozen=True, kw_only=True):
    player: str


class LimitSet(CareEvent, frozen=True, kw_only=True):
    """A player has another limit from a time on."""

    kind: LimitKind
    span: LimitSpan
    most: int | None
    begins: int

    def sentence(self) -> str:
        said = "no limit" if self.most is None else in_words(self.kind, self.most)
        return f"{self.player} has {said} for {self.kind} over a {self.span} from {moment(self.begins)}."


class LimitTakenBack(CareEvent, frozen=True, kw_only=True):
    """A looser limit will not begin."""

    kind: LimitKind
    span: LimitSpan

    def sentence(self) -> str:
        return f"{self.player} keeps the limit for {self.kind} over a {self.span}."


class RealityCheckSet(CareEvent, frozen=True, kw_only=True):
    seconds: int

    def sentence(self) -> str:
        return f"{self.player} is told every {self.seconds // 60} minutes."


class CheckAcknowledged(CareEvent, frozen=True, kw_only=True):
    def sentence(self) -> str:
        return f"{self.player} acknowledged a reality check."


class PlayerExcluded(CareEvent, frozen=True, kw_only=True):
    until: int

    def sentence(self) -> str:
        return f"{self.player} does not play {until(self.until)}."


class CareProvided(OfficeEvent, frozen=True, kw_only=True):
    two_people: bool
    cash_above: int
    check_seconds: int

    def sentence(self) -> str:
        return "The house provides other care."


def until(end: int) -> str:
    if end >= FOR_EVER:
        return Phrase("House.any_more", "any more")
    return Phrase("House.until", "until {moment}", moment=moment(end))


# state


def _decide(state: CareState, who: str, command: OfficeCommand, at: int) -> tuple[OfficeEvent, ...]:
    record = state.record(who)
    match command:
        case SetLimit():
            return (_limited(record, who, command, at),)
        case TakeBackLimit(kind=kind, span=span):
            limit = record.limits.get((kind, span))
            if limit is None or limit.settled(at).begins is None:
                raise InputError("No looser limit is waiting to begin.")
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
            return (CareProvided(**asdict(command)),)
        case _:
            raise InputError(f"The office of care does not take {type(command).__name__}.")


def _limited(record: CareRecord, who: str, command: SetLimit, at: int) -> LimitSet:
    kind, span, most = command.kind, command.span, command.most
    if span not in SPANS[kind]:
        spans = ", ".join(SPANS[kind])
        raise InputError(f"A limit for {kind} cannot cover a {span}; choose from: {spans}.")
    before = record.limits.get((kind, span))
    now = None if before is None else before.at(at)
    if now is None and most is None:
        raise InputError("There is no such limit.")
    at_once = now is None or (most is not None and most <= now)
    return LimitSet(player=who, kind=kind, span=span, most=most, begins=at if at_once else at + DAY)


def _excluded(record: CareRecord, player: str, seconds: int | None, at: int) -> PlayerExcluded:
    end = FOR_EVER if seconds is None else min(FOR_EVER, at + seconds * SECOND)
    if end <= record.excluded_until:
        raise InputError(
            f"{player} does not play {until(record.excluded_until)}; an exclusion cannot be shortened."
        )
    return PlayerExcluded(player=player, until=end)


def _evolve(state: CareState, event: OfficeEvent, at: int) -> CareState:
    if isinstance(event, CareProvided):
        house = HouseCare(
            two_people=event.two_people, cash_above=event.cash_above, check_seconds=event.check_seconds
        )
        return CareState(house, state.records)
    assert isinstance(event, CareEvent)  # noqa: S101 - the office has no others
    after = _evolve_record(state.record(event.player), event, at)
    return CareState(state.house, {**state.records, event.player: after})


def _evolve_record(record: CareRecord, event: CareEvent, at: int) -> CareRecord:
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
    decide=_decide,
    evolve=_evolve,
    postings=lambda _event: iter(()),
)
