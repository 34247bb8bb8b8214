"""A request for a run: every choice made, as plain values; heads of files and screens are derived from it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from casinowar.game.money import Cents, dollars
from casinowar.game.words import Wager
from casinowar.simulation.full.sessions import SessionLimits, Sizing
from casinowar.simulation.plain.table import OnTie

BANK_IN_WAGERS = 1_000
"""The player/dealer's bank unless one is named: so many initial wagers, more than can be lost in a round."""

Choices = tuple[tuple[bool, ...], ...]
"""Whether a tie hand goes to war: a row for each rank, lowest first, by the wars that it fought before."""


class Chosen(Struct, frozen=True, kw_only=True):
    """What all players do on a tie."""

    name: str
    simple: OnTie | None
    """The strategy that is the same in every case, where there is one."""
    choosing: OnTie | Choices
    odds: str | None
    """The strategy of the exact odds that is this one; None where they have none."""


class Request(Struct, frozen=True, kw_only=True):
    """What is to be dealt: whose rules, with which wagers and players, and how long."""

    rulebook: str
    title: str
    decks: int
    seats: int
    strategy: Chosen
    wagers: Mapping[Wager, Cents]
    """What each hand wagers; the initial wager always, unless another is made instead."""
    player_banks: bool = False
    bank: Cents | None = None
    """The player/dealer's bank, where one is named."""
    counter: str | None = None
    """Above which share of themselves tie wagers have to return, as it was written."""
    house: str | None = None
    """Whose choices: a house file, or the sample."""
    readings: Mapping[str, str] = {}
    """Those that were asked for, and those of the house that are not the defaults."""
    based_on: str = ""
    """What a rulebook of the user's own changes, and of which built-in one."""
    depths: int = 0
    tables: int = 1
    rounds: int
    """In each session at most."""
    sessions: int | None = None
    session: SessionLimits | None = None
    each_round: bool = False
    """Whether every round is kept, and not only what all brought."""
    seed: int | None = None
    """The seed that was asked for; one is drawn otherwise."""

    @property
    def unit(self) -> Cents:
        """Give the initial wager, or the one that is made instead of it."""
        return self.wagers.get(Wager.INITIAL) or next(iter(self.wagers.values()))

    @property
    def metered(self) -> bool:
        """Tell whether wagers are made that raise meters."""
        return not self.wagers.keys().isdisjoint({Wager.PROGRESSIVE, Wager.BONUS_SPIN})

    @property
    def wanted(self) -> int:
        """Tell how many rounds, or sessions where those are played."""
        return self.rounds if self.sessions is None else self.sessions

    @property
    def covered_by(self) -> Cents | None:
        """Give the player/dealer's bank; None where the house banks."""
        return (self.bank or BANK_IN_WAGERS * self.unit) if self.player_banks else None

    def settings(self) -> dict[str, object]:
        """Give the choices beside rulebook, decks, seats and strategy, for programs."""
        session = self.session
        return {
            "wagers_in_cents": {str(wager): amount for wager, amount in self.wagers.items()},
            "bank_in_cents": self.covered_by,
            "counter": self.counter,
            "house": self.house,
            "readings": dict(self.readings),
            "based_on": self.based_on,
            "tables": self.tables,
            "session": session
            and {
                "rounds": session.rounds,
                "bankroll_in_cents": session.bankroll,
                "win_in_cents": session.win,
                "loss_in_cents": session.loss,
                "sizing": session.sized_by or str(session.sizing),
                "share": str(session.share) if session.sizing is Sizing.SHARE else None,
            },
        }

    def in_words(self) -> Iterator[str]:
        """Say the same for people, choice by choice."""
        if self.based_on:
            yield f"{self.rulebook}, not built in: {self.based_on}"
        yield ", ".join(
            f"{wager} {dollars(amount)}".replace("_", " ") for wager, amount in self.wagers.items()
        )
        if self.covered_by:
            yield f"bank {dollars(self.covered_by)}"
        if self.counter:
            yield f"counter {self.counter}"
        if self.session:
            yield from _session_in_words(self.session)
        if self.house:
            yield f"house {self.house}"
        yield from (f"{name}={value}" for name, value in self.readings.items())
        if self.tables > 1:
            yield f"{self.tables} tables"


def _session_in_words(session: SessionLimits) -> Iterator[str]:
    rounds = f"{session.rounds:,} rounds" if session.rounds != 1 else "one round"
    yield f"at most {rounds} with {dollars(session.bankroll)}"
    if session.win is not None:
        yield f"until {dollars(session.win)} is won"
    if session.loss is not None:
        yield f"until {dollars(session.loss)} is lost"
    if not session.flat:
        share = f" {session.share} of the bankroll" if session.sizing is Sizing.SHARE else ""
        yield f"sized by {session.sized_by}" if session.sized_by else f"{session.sizing}{share}"
