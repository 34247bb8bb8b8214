"""What was played: wagers, bank, counter, house, readings, sessions; so that a result can be read alone."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from casinowar.game.money import Cents, dollars
from casinowar.game.words import Wager
from casinowar.simulation.full.sessions import SessionLimits, Sizing


class Setting(Struct, frozen=True, kw_only=True):
    """The choices behind a run, beside rulebook, decks, seats and strategy."""

    wagers: Mapping[Wager, Cents]
    """What each hand wagers."""
    bank: Cents | None = None
    counter: str | None = None
    house: str | None = None
    readings: Mapping[str, str] = {}
    tables: int = 1
    session: SessionLimits | None = None

    def document(self) -> dict[str, object]:
        """Give all of it for programs."""
        session = self.session
        return {
            "wagers_in_cents": {str(wager): amount for wager, amount in self.wagers.items()},
            "bank_in_cents": self.bank,
            "counter": self.counter,
            "house": self.house,
            "readings": dict(self.readings),
            "tables": self.tables,
            "session": session
            and {
                "rounds": session.rounds,
                "bankroll_in_cents": session.bankroll,
                "win_in_cents": session.win,
                "loss_in_cents": session.loss,
                "sizing": str(session.sizing),
                "share": str(session.share) if session.sizing is Sizing.SHARE else None,
            },
        }

    def __str__(self) -> str:
        """Say it in one line."""
        return " · ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        yield ", ".join(f"{wager} {dollars(amount)}" for wager, amount in self.wagers.items()).replace(
            "_", " "
        )
        if self.bank:
            yield f"bank {dollars(self.bank)}"
        if self.counter:
            yield f"counter {self.counter}"
        if self.session:
            yield from self._session(self.session)
        if self.house:
            yield f"house {self.house}"
        yield from (f"{name}={value}" for name, value in self.readings.items())
        if self.tables > 1:
            yield f"{self.tables} tables"

    def _session(self, session: SessionLimits) -> Iterator[str]:
        rounds = f"{session.rounds:,} rounds" if session.rounds != 1 else "one round"
        yield f"at most {rounds} with {dollars(session.bankroll)}"
        if session.win is not None:
            yield f"until {dollars(session.win)} is won"
        if session.loss is not None:
            yield f"until {dollars(session.loss)} is lost"
        if session.sizing is not Sizing.FLAT:
            share = f" {session.share} of the bankroll" if session.sizing is Sizing.SHARE else ""
            yield f"{session.sizing}{share}"
