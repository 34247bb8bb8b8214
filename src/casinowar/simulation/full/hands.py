"""The hands at a table of the full kernel: their players, wagers, and the wagers that the table takes."""

from collections.abc import Mapping
from fractions import Fraction

from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, position, spot
from casinowar.simulation.full import layout as t

Hands = Mapping[int, Mapping[Wager, int]]
"""The wagers of each hand: before the deal, and on every war deal that offers a tie wager."""
PLENTY = 1 << 60
"""More chips than any wager."""


def hand_rows(rules: Rules, hands: Hands, owners: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """Make a row for each hand: its player, the spot of its card, its wagers in cents."""
    spin = rules.house.bonus_spin
    rows = []
    for number, wagers in hands.items():
        check_wagers(rules, wagers)
        row = [0] * t.COLUMNS
        row[t.PURSE] = PLENTY
        row[t.PLAYER] = owners.get(number, position(number))
        row[t.SPOT] = spot(number)
        row[t.WEIGHT] = spin.positions[position(number) - 1] if spin and spin.positions else 1
        for wager, amount in wagers.items():
            row[t.WAGERS + t.code(wager)] = amount
        rows.append(tuple(row))
    return tuple(rows)


def check_wagers(rules: Rules, wagers: Mapping[Wager, int]) -> None:
    offered = rules.book.wagers.laws
    for wager, amount in wagers.items():
        if amount and not (wager in offered or rules.fixed_amounts(wager)):
            raise InputError(f"The rulebook, or the house, offers no {wager.words} wager.")
        if amount:
            _check_amount(rules, wager, amount)
    _check_terms(rules, wagers)
    _check_beside_initial(rules, wagers)


def _check_amount(rules: Rules, wager: Wager, amount: int) -> None:
    sizes = rules.fixed_amounts(wager)
    if sizes and amount not in sizes:
        raise InputError(
            f"The {wager.words} wager is {' or '.join(map(dollars, sizes))}, not {dollars(amount)}."
        )
    least, most = rules.span(wager)
    if not sizes and not least <= amount <= most:
        raise InputError(
            f"The {wager.words} wager is {dollars(least)} to {dollars(most)}, not {dollars(amount)}."
        )
    if amount % rules.unit(wager):
        raise InputError(f"The {wager.words} wager of {dollars(amount)} cannot be settled exactly.")


def _check_terms(rules: Rules, wagers: Mapping[Wager, int]) -> None:
    law, initial = rules.book.wagers, wagers.get(Wager.INITIAL, 0)
    tie, war_tie = wagers.get(Wager.TIE, 0), wagers.get(Wager.WAR_TIE, 0)
    required = law.tie is not None and law.tie.required and initial
    if law.tie and ((required and not tie) or (law.tie.equal and tie not in {0, initial})):
        raise InputError("The rulebook wants a tie wager with the initial one, or as large as that.")
    for kind, amount in ((law.tie, tie), (law.war_tie, war_tie)):
        if kind and kind.most is not None and amount > Fraction(kind.most) * initial:
            raise InputError(f"A tie wager is at most {kind.most} of the initial one.")


def _check_beside_initial(rules: Rules, wagers: Mapping[Wager, int]) -> None:
    initial = wagers.get(Wager.INITIAL, 0)
    for wager, amount in wagers.items():
        if amount and initial and wager in rules.exclude_initial:
            raise InputError(f"The {wager.words} wager is made instead of an initial wager, not beside one.")
        if amount and not (initial or wager in {Wager.INITIAL, Wager.WAR_TIE, *rules.stand_alone}):
            raise InputError(f"The {wager.words} wager needs an initial wager.")
