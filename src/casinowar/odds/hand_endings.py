"""The ends of a hand: how a rulebook moves each chip there, and the net result."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.odds.moves import Move, war_outcome
from casinowar.odds.settlement import HIGHER, LOWER, TIE, Path, Wagered, moved, moves

_ORDINALS: Final = ("", "", "second ", "third ", "fourth ", "fifth ")


class Ending(Struct, frozen=True):
    moves: tuple[Move, ...]
    """In units of the initial wager; payments by odds come last."""
    net: Fraction
    """The player's net result, per unit of the initial wager."""
    clause: str


def ends(rules: Rules) -> dict[str, Path]:
    return {_named(path): path for path in _paths(rules)}


def ending(rules: Rules, path: Path) -> Ending:
    wagered = Wagered(unit := even_wager(rules))
    found = [
        replace(move, units=move.units / unit, of=move.of / unit) for move in moves(rules, path, wagered)
    ]
    return Ending(
        (*(move for move in found if not move.odds), *(move for move in found if move.odds)),
        Fraction(moved(rules, path, wagered).net, unit),
        _clause(rules, path),
    )


def even_wager(rules: Rules) -> Cents:
    """Find an initial wager of which every part that can be lost is a whole number of chips."""
    again = rules.book.war.again if rules.book.war else None
    shares = [law.forfeits for law in (rules.book.surrender, again) if law and law.forfeits]
    return usual_wager(rules) * lcm(*(Fraction(share).denominator for share in shares))


def _paths(rules: Rules) -> Iterator[Path]:
    yield from (Path(HIGHER), Path(LOWER))
    if not rules.plays_ties_on:
        yield Path(TIE)
        return
    if rules.can_give_up(0):
        yield Path(TIE, given_up=True)
    last = rules.most_wars
    for war in range(1, last + 1):
        yield Path(TIE, war, HIGHER)
        if war == last:
            yield Path(TIE, war, TIE)
        elif rules.can_give_up(war):
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


def _clause(rules: Rules, path: Path) -> str:
    book = rules.book
    if path.wars and book.war:
        if path.given_up and book.war.again:
            return book.war.again.clause
        return war_outcome(book.war, path.last).clause
    if path.given_up and book.surrender:
        return book.surrender.clause
    settled = {HIGHER: book.settlement.higher, LOWER: book.settlement.lower, TIE: book.settlement.tie_hand}
    return settled[path.original].clause
