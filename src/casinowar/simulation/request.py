"""A request for a run: every choice as plain values, read from what a user writes, and checked."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_tie_wager, usual_wager, usual_war_tie_wager
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.parsing import RUN_BOUNDS, money, quoted, several, shown, whole_number
from casinowar.simulation.full.hands import check_wagers
from casinowar.simulation.full.sessions import SessionLimits, Sizing
from casinowar.simulation.random_streams import check_seed
from casinowar.simulation.strategies import (
    OwnFunctions,
    SizingFunction,
    StrategyFunction,
    TieStrategy,
    own_code,
    sees_cards,
)
from casinowar.simulation.strategies import strategy as strategy_named

MOST_ROUNDS = 10**15
BANK_IN_WAGERS = 1_000
"""The player/dealer's bank by default, in initial wagers: more than a round can lose."""
_NUMBER = re.compile(r"(?:\d{1,16}|\d{1,3}(?:,\d{3}){1,5})(?:\.\d{1,16})?(?:[eE]\+?\d{1,2})?", re.ASCII)
"""Digits, or thousands in groups of three, as amounts have them."""
_SHARE = re.compile(r"\d{1,6}(?:\.\d{1,6}|/[1-9]\d{0,5})?", re.ASCII)
_ADDED = (Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS, Wager.PROGRESSIVE, Wager.BONUS_SPIN)
_SIZED = "progressive=5"

Number = int | float | str
"""A number of rounds or sessions, which may be written ``"1e9"``."""
Dollars = int | str | Decimal
"""An amount: ``10``, ``"12.50"`` or a Decimal."""
Share = float | str | Fraction
"""A share: ``0.95`` or ``"1/20"``."""
BestStrategy = Callable[[Rules, int | None, Cents], TieStrategy]
"""The best strategy for this number of decks and this initial wager: a question for the odds."""


class Request(Struct, frozen=True, kw_only=True):
    rulebook: str
    title: str
    decks: int
    seats: int
    strategy: TieStrategy
    wagers: Mapping[Wager, Cents]
    """The wagers of each hand: always the initial one, unless another replaces it."""
    player_banks: bool = False
    bank: Cents | None = None
    """The player/dealer's bank, if chosen."""
    counter: str | None = None
    """Return above which a counter makes tie wagers, as written by the user."""
    house: str | None = None
    """The house file, or `sample`."""
    readings: Mapping[str, str] = {}
    """Readings that the user chose, and those of the house that differ from the defaults."""
    based_on: str = ""
    """What the user's own rulebook changes, and in which built-in one."""
    depths: int = 0
    tables: int = 1
    rounds: int
    """The most rounds of each session, if sessions are played."""
    sessions: int | None = None
    session: SessionLimits | None = None
    each_round: bool = False
    """Whether to keep every hand, not only the sums."""
    seed: int | None = None
    """The chosen seed; None draws one."""

    @property
    def unit(self) -> Cents:
        """The initial wager, or the one that replaces it."""
        return self.wagers.get(Wager.INITIAL) or next(iter(self.wagers.values()))

    @property
    def metered(self) -> bool:
        return not self.wagers.keys().isdisjoint({Wager.PROGRESSIVE, Wager.BONUS_SPIN})

    @property
    def wanted(self) -> int:
        """Number of sessions, or of rounds if there are no sessions."""
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
        """Give the same choices as short texts for people."""
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


# reading


def read_request(  # noqa: PLR0913 - each parameter is an option of a run
    rules: Rules,
    best: BestStrategy,
    *,
    rounds: Number,
    seats: int = 1,
    decks: int | None = None,
    strategy: str | StrategyFunction = "war",
    wager: Dollars | None = None,
    wagers: Iterable[str] = (),
    counter: Share | None = None,
    bank: Dollars | None = None,
    sessions: Number | None = None,
    bankroll: Dollars | None = None,
    win: Dollars | None = None,
    loss: Dollars | None = None,
    sizing: str | SizingFunction | None = None,
    share: Share | None = None,
    depths: int = 0,
    tables: int = 1,
    each_round: bool = False,
    seed: int | None = None,
    house: str | None = None,
    based_on: str = "",
    readings: Mapping[str, str] | None = None,
) -> tuple[Request, OwnFunctions]:
    """Read and check options; functions that must be called during play come back beside the request."""
    numbers = {"seats": seats, "depths": depths, "tables": tables}
    whole = {name: whole_number(name, said, *RUN_BOUNDS[name]) for name, said in numbers.items()}
    decks, seed = (
        None if said is None else whole_number(name, said, *RUN_BOUNDS[name])
        for name, said in (("decks", decks), ("seed", seed))
    )
    unit = _amount("wager", wager) or usual_wager(rules)
    made = _wagers(rules, unit, [wagers] if isinstance(wagers, str) else several("wagers", wagers, str))
    check_wagers(rules, made)
    choose, size = own_code(strategy, "a strategy"), own_code(sizing, "a sizing")
    limits = {"bankroll": bankroll, "win": win, "loss": loss, "sizing": size or sizing, "share": share}
    request = Request(
        rulebook=rules.book.name,
        title=rules.book.title,
        decks=rules.decks if decks is None else decks,
        strategy=strategy_named(choose or strategy, rules, lambda: best(rules, decks, unit)),
        wagers=made,
        player_banks=rules.book.bank is not None,
        bank=_amount("bank", bank),
        counter=_share("counter", counter, 10),
        house=house,
        based_on=based_on,
        readings=readings or {},
        **whole,
        rounds=_number("rounds", rounds),
        sessions=None if sessions is None else _number("sessions", sessions),
        session=_session(sessions, rounds, limits, share),
        each_round=each_round,
        seed=seed,
    )
    _check(request)
    return request, OwnFunctions(strategy=choose if sees_cards(choose) else None, sizing=size)


def _check(request: Request) -> None:
    if request.counter is not None and Wager.TIE not in request.wagers:
        raise InputError("A counter decides on tie wagers, so they have to be made: add the wager tie.")
    if request.bank and not request.player_banks:
        raise InputError("No player banks this game, so a bank has no meaning.")
    if request.tables > 1 and (request.session or not request.metered):
        raise InputError(
            "Several tables are for rounds with wagers that raise meters: progressive, bonus_spin."
        )
    if request.session and request.session.sized_by and request.wagers.keys() != {Wager.INITIAL}:
        raise InputError("A sizing of your own is for initial wagers alone.")
    if request.session and request.depths:
        raise InputError("Depths have no meaning for sessions, which go on through many shoes.")
    if request.session and request.each_round:
        raise InputError("Each round can be kept where rounds are played, not sessions.")
    if request.seed is not None:
        check_seed(request.seed)


def _wagers(rules: Rules, unit: Cents, asked: list[str]) -> dict[Wager, Cents]:
    """Find the wagers of each hand, including a tie wager that the rulebook requires.

    A wager that excludes the initial one replaces it.
    """
    known = {str(wager): wager for wager in _ADDED}
    said = {name: size if equals else None for name, equals, size in (each.partition("=") for each in asked)}
    for name in said:
        if name not in known:
            raise InputError(f"There is no wager {quoted(name)} to add; there are {', '.join(known)}.")
    law = rules.book.wagers.tie
    required = {str(Wager.TIE): None} if law and law.required else {}
    sizes = {
        known[name]: _size(rules, unit, known[name]) if size is None else _one_of(rules, known[name], size)
        for name, size in (required | said).items()
    }
    return sizes if rules.exclude_initial & sizes.keys() else {Wager.INITIAL: unit} | sizes


def _size(rules: Rules, unit: Cents, wager: Wager) -> Cents:
    """Find the usual size of a wager: on ties the size of the initial one, as far as allowed."""
    laws = {Wager.TIE: rules.book.wagers.tie, Wager.WAR_TIE: rules.book.wagers.war_tie}
    if wager is Wager.DEALER_WINS:
        if rules.book.wagers.dealer_wins is None:
            raise InputError(f"The rulebook has no {wager} wager.")
        return _within(rules, wager, unit)
    if wager not in laws:
        return _offered(rules, wager)[0]
    law = laws[wager]
    if law is None:
        raise InputError(f"The rulebook has no {wager.words} wager.")
    usual = usual_tie_wager if wager is Wager.TIE else usual_war_tie_wager
    amount = usual(rules, unit)
    return amount if law.equal else _within(rules, wager, amount)


def _offered(rules: Rules, wager: Wager) -> tuple[Cents, ...]:
    if sizes := rules.fixed_amounts(wager):
        return sizes
    raise InputError(f"The house does not offer a {wager.words} wager; its house file, or the sample, may.")


def _one_of(rules: Rules, wager: Wager, written: str) -> Cents:
    if wager not in {Wager.PROGRESSIVE, Wager.BONUS_SPIN}:
        raise InputError(f"Only progressive and bonus_spin have sizes to choose from, as in {_SIZED}.")
    sizes, size = _offered(rules, wager), money(written)
    if size not in sizes:
        *others, last = map(dollars, sizes)
        known = f"{', '.join(others)} or {last}" if others else last
        raise InputError(f"A {wager.words} wager is {known} here, not {dollars(size)}.")
    return size


def _within(rules: Rules, wager: Wager, amount: Cents) -> Cents:
    """Bring an amount within a wager's limits, as a multiple of its unit."""
    least, most = rules.span(wager)
    amount = min(max(amount, least), most)
    return amount - amount % rules.unit(wager)


# sessions


def _session(
    sessions: Number | None,
    rounds: Number,
    limits: Mapping[str, Dollars | Share | SizingFunction | None],
    share: Share | None,
) -> SessionLimits | None:
    own = limits["sizing"] if callable(limits["sizing"]) else None
    said = {name: str(value) for name, value in limits.items() if value is not None}
    if sessions is None and said:
        raise InputError(f"{next(iter(said))} is for sessions; say how many there are.")
    if sessions is None:
        return None
    bankroll = _amount("bankroll", said.get("bankroll"))
    if bankroll is None:
        raise InputError("Sessions need a bankroll, an amount of dollars.")
    sizing = Sizing.FLAT if own else said.get("sizing") or Sizing.FLAT
    if sizing not in set(Sizing):
        named = ", ".join(Sizing)
        raise InputError(f"There is no sizing {quoted(sizing)}; there are {named}, a function FILE.py:NAME.")
    if "share" in said and sizing != Sizing.SHARE:
        raise InputError("A share goes with the sizing share.")
    return SessionLimits(
        bankroll=bankroll,
        win=_amount("win", said.get("win")),
        loss=_amount("loss", said.get("loss")),
        rounds=_number("rounds", rounds),
        sizing=Sizing(sizing),
        sized_by=getattr(own, "__name__", type(own).__name__) if own else "",
        share=Fraction(_share("share", share, 1) or "1/20"),
    )


# parsing


def _number(what: str, said: Number) -> int:
    text = str(said)
    number = Decimal(text.replace(",", "")) if _NUMBER.fullmatch(text) else Decimal(0)
    if number < 1 or number != int(number):
        comma = "; a comma only groups thousands, as in 1,000" if "," in text else ""
        raise InputError(f"{quoted(text)} is not a number of {what} such as 1000000 or 1e9{comma}.")
    if number > MOST_ROUNDS:
        raise InputError(f"{quoted(str(said))} {what} are too many; {MOST_ROUNDS:.0e} is the most.")
    return int(number)


def _share(what: str, said: Share | None, most: int) -> str | None:
    """Read a share such as 0.95 or 1/20, above 0 and at most `most`."""
    if said is None:
        return None
    text = str(said)
    if isinstance(said, float) and isfinite(said) and not _SHARE.fullmatch(text):
        # A float with sixteen digits means the simple share beside it: 0.1 + 0.2, 1 / 3.
        text = str(Fraction(said).limit_denominator(10**6 - 1))
    share = Fraction(text) if _SHARE.fullmatch(text) else Fraction(0)
    if not 0 < share <= most:
        raise InputError(f"{what} is a share such as 0.95 or 1/20, at most {most}, not {shown(said)}.")
    return text


def _amount(what: str, said: Dollars | None) -> Cents | None:
    """Read an amount of dollars above 0."""
    if said is None:
        return None
    amount = money(str(said))
    if amount <= 0:
        raise InputError(f"{what} is an amount of dollars, not nothing.")
    return amount
