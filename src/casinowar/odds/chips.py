"""How a rulebook moves each chip at each end of a hand, and what that comes to."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Final

from msgspec import Struct

from casinowar.game.book.citing import Share, ratio
from casinowar.game.book.rulebook import Outcome, War
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Base, Fate, Given, MatchFate, Tied
from casinowar.game.money import Cents
from casinowar.game.words import Wager, Word
from casinowar.odds.hand import (
    HIGHER,
    LOWER,
    TIE,
    Path,
    Wagered,
    can_give_up,
    forfeited,
    most_wars,
    moved,
    usual_wager,
)
from casinowar.telling.phrases import WAGERS

_ORDINALS: Final = ("", "", "second ", "third ", "fourth ", "fifth ")
_UNIT: Final = Fraction(1)


class Motion(Word):
    """What happens to chips."""

    RETURNED = "returned"
    COLLECTED = "collected"
    PAID = "paid"


class Move(Struct, frozen=True, kw_only=True):
    """Chips that are returned, collected or paid, in units of the initial wager."""

    chips: Wager
    motion: Motion
    units: Fraction
    of: Fraction = _UNIT
    """How much of these chips there is in all."""
    odds: str = ""
    base: Base | None = None
    """Which wager the odds are counted on."""
    at_the_choice: bool = False
    """Whether it happens when war is chosen, before the war deal."""

    @property
    def net(self) -> Fraction:
        """Tell what the player gains or loses by it; the match is never the player's to lose."""
        if self.motion is Motion.PAID:
            return self.units
        return -self.units if self.motion is Motion.COLLECTED and self.chips is not Wager.MATCH else _UNIT * 0

    def __str__(self) -> str:
        """Say it in a few words."""
        if self.odds:
            return f"{self.odds} paid on the {self.base}"
        size = f" of {self.of} units" if self.of != 1 else ""
        name = f"{WAGERS[self.chips]}{size}"
        part = f"{self.units / self.of} of the " if self.units != self.of else ""
        when = ", when war is chosen" if self.at_the_choice else ""
        return f"{part}{name} {self.motion}{when}"


class Ending(Struct, frozen=True):
    """One end of a hand under one rulebook."""

    moves: tuple[Move, ...]
    net: Fraction
    """What the player wins or loses, per unit of the initial wager."""
    clause: str


def ends(rules: Rules) -> dict[str, Path]:
    """List how a hand can end, each in words."""
    return {_named(path): path for path in _paths(rules)}


def ending(rules: Rules, path: Path) -> Ending:
    """Follow the chips of an initial wager and its war wager to one end of the hand."""
    unit = even_wager(rules)
    return Ending(
        tuple(_moves(rules, path)),
        Fraction(moved(rules, path, Wagered(unit)).net, unit),
        _clause(rules, path),
    )


def even_wager(rules: Rules) -> Cents:
    """Find an initial wager of which every part that can be lost is a whole number of chips."""
    again = rules.book.war.again if rules.book.war else None
    shares = [law.forfeits for law in (rules.book.surrender, again) if law and law.forfeits]
    return usual_wager(rules) * lcm(*(Fraction(share).denominator for share in shares))


def _paths(rules: Rules) -> Iterator[Path]:
    yield from (Path(HIGHER), Path(LOWER))
    if rules.book.settlement.tie_hand.value is not Tied.CHOICE:
        yield Path(TIE)
        return
    if can_give_up(rules, 0):
        yield Path(TIE, given_up=True)
    last = most_wars(rules)
    for war in range(1, last + 1):
        yield Path(TIE, war, HIGHER)
        if war == last:
            yield Path(TIE, war, TIE)
        elif can_give_up(rules, war):
            yield Path(TIE, war, TIE, given_up=True)
        yield Path(TIE, war, LOWER)


def _named(path: Path) -> str:
    """Name an end.

    >>> _named(Path(TIE, 1, HIGHER)), _named(Path(TIE, 2, TIE, given_up=True)), _named(Path(LOWER))
    ('war won', 'second war tied and given up', 'lower card')
    """
    if path.wars:
        which = _ORDINALS[path.wars] if path.wars < len(_ORDINALS) else f"{path.wars}th "
        result = {HIGHER: "won", LOWER: "lost", TIE: "tied"}[path.last or TIE]
        return f"{which}war {result}{' and given up' if path.given_up else ''}"
    if path.original is TIE:
        return "tie surrendered" if path.given_up else "tie"
    return f"{path.original} card"


def _moves(rules: Rules, path: Path) -> Iterator[Move]:
    book = rules.book
    if path.wars and book.war:
        yield from _fought(book.war, path)
    elif path.original is HIGHER:
        odds = book.wagers.initial.value
        yield _back(Wager.INITIAL)
        yield Move(chips=Wager.INITIAL, motion=Motion.PAID, units=ratio(odds), odds=odds, base=Base.INITIAL)
    elif path.original is LOWER or book.settlement.tie_hand.value is Tied.COLLECTED:
        yield _taken(Wager.INITIAL)
    elif path.given_up:
        unit = even_wager(rules)
        yield from _split(Wager.INITIAL, Fraction(forfeited(rules, unit), unit))
    else:
        yield _back(Wager.INITIAL)


def _fought(war: War, path: Path) -> Iterator[Move]:
    """Settle the last war of a hand, for all that was wagered on the way to it."""
    staked = Fraction(war.wager.value + (path.wars - 1) * (war.again.times if war.again else 0))
    stays = war.initial.value is Given.STAYS
    if not stays:
        yield Move(chips=Wager.INITIAL, motion=Motion.COLLECTED, units=_UNIT, at_the_choice=True)
    if path.given_up and war.again and war.again.forfeits:
        yield from _given_up(war.again.forfeits, staked, stays=stays, match=war.match is not None)
    else:
        yield from _ended({HIGHER: war.won, LOWER: war.lost, TIE: war.tied}[path.last or TIE], staked)


def _given_up(share: Share, staked: Fraction, *, stays: bool, match: bool) -> Iterator[Move]:
    if stays:
        yield from _split(Wager.INITIAL, Fraction(share))
    yield from _split(Wager.WAR, Fraction(share) * staked, staked)
    if match:
        yield _taken(Wager.MATCH, staked)


def _ended(outcome: Outcome, staked: Fraction) -> Iterator[Move]:
    fates = {Fate.RETURNED: _back, Fate.COLLECTED: _taken}
    if outcome.initial:
        yield fates[outcome.initial](Wager.INITIAL)
    yield fates[outcome.war](Wager.WAR, staked)
    if outcome.match is MatchFate.PAID:
        yield Move(chips=Wager.MATCH, motion=Motion.PAID, units=staked, of=staked)
    elif outcome.match is MatchFate.COLLECTED:
        yield _taken(Wager.MATCH, staked)
    if outcome.pays:
        base = {Base.INITIAL: _UNIT, Base.WAR: staked, Base.BOTH: _UNIT + staked}[outcome.on]
        yield Move(
            chips=Wager.WAR,
            motion=Motion.PAID,
            units=base * ratio(outcome.pays),
            odds=outcome.pays,
            base=outcome.on,
        )


def _back(chips: Wager, units: Fraction = _UNIT) -> Move:
    return Move(chips=chips, motion=Motion.RETURNED, units=units, of=units)


def _taken(chips: Wager, units: Fraction = _UNIT) -> Move:
    return Move(chips=chips, motion=Motion.COLLECTED, units=units, of=units)


def _split(chips: Wager, lost: Fraction, of: Fraction = _UNIT) -> Iterator[Move]:
    """Collect a part of chips and return the rest."""
    if lost:
        yield Move(chips=chips, motion=Motion.COLLECTED, units=lost, of=of)
    if lost != of:
        yield Move(chips=chips, motion=Motion.RETURNED, units=of - lost, of=of)


def _clause(rules: Rules, path: Path) -> str:
    """Cite what settles an end."""
    book = rules.book
    if path.wars and book.war:
        if path.given_up and book.war.again:
            return book.war.again.clause
        return {HIGHER: book.war.won, LOWER: book.war.lost, TIE: book.war.tied}[path.last or TIE].clause
    if path.given_up and book.surrender:
        return book.surrender.clause
    settled = {HIGHER: book.settlement.higher, LOWER: book.settlement.lower, TIE: book.settlement.tie_hand}
    return settled[path.original].clause
