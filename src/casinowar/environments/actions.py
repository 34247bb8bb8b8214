"""The menu: a fixed number for every action of an agent.

`decide` says which of them are lawful at a moment.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.parsing import money, several, shown
from casinowar.table_api import Money

DONE: Final = "done"
"""Wager no more in this round, decline what is offered, or add nothing to the bank."""
WAR: Final = "war"
SURRENDER: Final = "surrender"
BANK: Final = "bank"

_STEPS: Final = (1, 2, 5, 10)
"""Default amounts of a wager, as multiples of the minimum."""
_BANK_STEPS: Final = (10, 20, 50, 100)
_USUAL: Final = 10_00
"""The minimum if no limit is posted."""


class Option(Struct, frozen=True):
    """One action: what to do, the amount, and at an electronic table the community card."""

    does: str
    amount: Cents = 0
    card: int = 0

    def __str__(self) -> str:
        """Say it in words.

        >>> print(Option("tie", 5_00), Option("war"), Option("initial", 10_00, card=2), sep=", ")
        tie $5.00, war, initial $10.00 on card 2
        """
        amount = f" {dollars(self.amount)}" if self.amount else ""
        return f"{self.does}{amount}" + (f" on card {self.card}" if self.card else "")


class Menu(Struct, frozen=True):
    options: tuple[Option, ...]

    def number(self, does: str, amount: Money = 0, card: int = 0) -> int:
        """Find the number of an action: ``number("war")``, ``number("initial", 10)``."""
        wanted = Option(does, money(str(amount)), card)
        if wanted not in self.options:
            raise InputError(f"There is no action {wanted}; there are: {', '.join(map(str, self.options))}.")
        return self.options.index(wanted)

    def __len__(self) -> int:
        return len(self.options)


def menu_of(rules: Rules, stakes: Mapping[str, Iterable[Money]] | None = None) -> Menu:
    """Build the menu of a table; stakes are dollars by wager, and of the bank."""
    if not isinstance(stakes, Mapping | None):
        raise InputError(f"Stakes are names and their amounts, not {shown(stakes)}.")
    said = {name: _amounts(name, amounts) for name, amounts in (stakes or {}).items()}
    wagers = [*(wager for wager in Wager if wager in rules.offered_wagers)]
    if rules.book.wagers.war_tie is not None:
        wagers.append(Wager.WAR_TIE)
    banks = [BANK] if rules.book.bank is not None else []
    for name in said:
        if name not in {*wagers, *banks}:
            known = ", ".join([*wagers, *banks])
            raise InputError(f"There is no stake {shown(name)} at this table; there are: {known}.")
    options = [Option(DONE), Option(WAR), Option(SURRENDER)]
    for wager in wagers:
        amounts = said.get(wager) or _usual(rules, wager)
        cards = [0]
        if rules.house.electronic is not None and wager is not Wager.WAR_TIE:
            cards = [*range(1, rules.community_cards + 1)]
        options += (Option(wager.value, amount, card) for card in cards for amount in amounts)
    if banks:
        unit, least = rules.bank_unit, max(_least(rules, Wager.INITIAL), rules.least_bank)
        usual = sorted({-(-step * least // unit) * unit for step in _BANK_STEPS})
        options += (Option(BANK, amount) for amount in said.get(BANK) or usual)
    return Menu(tuple(options))


def _amounts(name: str, amounts: Iterable[Money]) -> list[Cents]:
    found = [money(str(amount)) for amount in several(f"The stake {shown(name)}", amounts)]
    if not all(found) or not found:
        raise InputError(f"The stake {shown(name)} needs amounts, each more than nothing.")
    return sorted(set(found))


def _usual(rules: Rules, wager: Wager) -> list[Cents]:
    """List a wager's fixed sizes, or the steps of the initial wager if it may have to be as large.

    A limit of its own adds steps from its posted minimum.
    """
    if sizes := rules.fixed_amounts(wager):
        return [*sizes]
    unit, most = rules.unit(wager), rules.span(wager)[1]
    own, initial = ({step * _least(rules, each) for step in _STEPS} for each in (wager, Wager.INITIAL))
    amounts = own | initial if wager in rules.limits else initial
    fit = sorted(amount for amount in amounts if amount <= most and amount % unit == 0)
    return fit or sorted(own)


def _least(rules: Rules, wager: Wager) -> Cents:
    """Find the posted minimum, rounded up to a valid wager."""
    least, most = rules.span(wager)
    unit = rules.unit(wager)
    if wager not in rules.limits and most >= _USUAL:
        least = max(least, _USUAL)
    return max(-(-least // unit), 1) * unit
