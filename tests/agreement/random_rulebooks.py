"""Rulebooks drawn at random over the whole schema: refused in one sentence, or engine, odds, kernel agree.

`make rulebooks` checks 10,000 of them, without compiling. To look at one, say how many, from which on, and
which parts to leave out: ``python -m tests.agreement.random_rulebooks 1 4711 progressive bonus_spin``.
"""

import sys
import time
import traceback
from collections import Counter
from collections.abc import Collection
from functools import cache
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, Segment, Symbol, Wheel
from casinowar.game.book.cited_values import Numbers
from casinowar.game.book.electronic import Backing, ElectronicChoices
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import PLACES, Wager
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import NotCovered
from tests.agreement.playing import Hands, banked, seats, shrunk, wagers
from tests.agreement.test_kernel import agree as engine_and_kernel_agree
from tests.agreement.test_single_hand import agree as engine_and_odds_agree
from tests.support.random_rulebooks import Drawing, mended, one_sentence, opened

_METER: Final = MeterChoices(rate="12%", initial="12345.67", reset="10000")
_CARDS: Final = 48
"""How many cards a shoe has about, so that a few rounds come to its end."""
_ROUNDS: Final = 6


@cache
def _drawn(seed: int, without: tuple[str, ...]) -> tuple[str, Rulebook | None]:
    """Draw a rulebook, and redraw its parts until it is taken; that takes longer than to play it."""
    drawing = Drawing(seed, without)
    values = drawing.rulebook()
    try:
        opened(values)
        said = "taken as drawn"
    except InputError:
        said = "refused as drawn"
    book = mended(values, drawing)
    if book is not None and book.bank:
        anybody = Numbers(start=1, least=1, clause="any number of players")
        book = replace(book, bank=replace(book.bank, players=anybody))
    return said, book


def check(seed: int, without: Collection[str] = ()) -> list[str]:
    """Check one rulebook, and say what became of it; some of its parts may be left out."""
    taken, book = _drawn(seed, tuple(without))
    said = [taken]
    if book is None:
        return [*said, "never taken"]
    chance = Random(seed)
    rules = _housed(book, chance)
    if rules is None:
        return [*said, "no house can run it"]
    hands = _hands(rules, chance)
    if hands is None:
        return [*said, "no wager can be made"]
    for number in range(2):
        rounds = engine_and_kernel_agree(
            rules, hands, seed + number, most_rounds=_ROUNDS, **_bank(rules, hands, chance)
        )
        said.append("engine and kernel agree" if rounds else "the shoe runs out in both")
    strategy = chance.choice(list(Strategy))
    try:
        engine_and_odds_agree(book, (chance.randint(1, 3), 1, chance.randint(2, 6)), strategy)
        said.append("engine and odds agree")
    except NotCovered as reason:
        said.append(f"odds: {reason}")
    return said


# houses and hands


def _housed(book: Rulebook, chance: Random) -> Rules | None:
    """Find a house that offers as much of a rulebook as it may."""
    ranks = min(chance.choice((1, 2, 3, 5)), len(book.cards.ranking.value))
    suits = min(chance.choice((1, 2, 4)), len(book.cards.suits.value))
    offered = _offers(book, chance)
    while True:
        try:
            return shrunk(book, ranks, suits, size=max(_CARDS, ranks * suits), **offered)
        except HouseError as wrong:
            name = one_sentence(wrong) and wrong.choice.split(".")[0]
            if name not in offered:
                return None
            del offered[name]


def _offers(book: Rulebook, chance: Random) -> dict[str, Any]:
    offered: dict[str, Any] = {}
    if book.electronic and not book.bank and chance.random() < 0.5:
        offered["electronic"] = ElectronicChoices(community_cards=book.electronic.community_cards.start)
    if book.progressive:
        offered["progressive"] = ProgressiveChoices(meter=_METER)
    if book.bonus_spin:
        offered["bonus_spin"] = BonusSpinChoices(
            cards=(Designated(rank=book.cards.ranking.value[0], color=chance.choice(("red", "black"))),),
            hot_spot=_wheel(book.bonus_spin.hot_spot),
            community=_wheel(book.bonus_spin.community),
            primary=_METER,
            secondary=_METER,
        )
    if book.wagers.payout_limit:
        offered["payout_limit"] = chance.choice(("5", "40", "700"))
    return offered


def _wheel(symbols: tuple[Symbol, ...]) -> Wheel:
    segments = tuple(Segment(symbol=each.symbol, weight=1 + place) for place, each in enumerate(symbols))
    return Wheel(stops=sum(each.weight for each in segments), segments=segments)


def _hands(rules: Rules, chance: Random) -> Hands | None:
    """Let a few hands make every wager that they may, or none of a side wager."""
    law = rules.book.electronic
    if rules.house.electronic and law:
        cards = rules.community_cards
        backed = range(1, cards + 1) if law.backing.value is Backing.ALL else (cards,)
        hands = {terminal * PLACES + card: wagers(rules, terminal) for terminal in (1, 2) for card in backed}
        most = 2
    else:
        hands, most = seats(rules, min(3, rules.seats - bool(rules.book.bank))), 0
    if not hands or rules.seats < most:
        return None
    for sizes in hands.values():
        for wager in (Wager.PROGRESSIVE, Wager.BONUS_SPIN):
            amounts = rules.fixed_amounts(wager)
            if amounts and Wager.INITIAL in sizes and chance.random() < 0.7:
                sizes[wager] = chance.choice(amounts)
    return hands


def _bank(rules: Rules, hands: Hands, chance: Random) -> dict[str, Any]:
    units = chance.choice((1, 4, 9, 20, 70, 10**6))
    return banked(rules, hands, units * rules.chip * 5) if rules.book.bank else {}


def main(number: int, first: int = 0, *without: str) -> int:
    """Check so many rulebooks, show how far that has come, and list those that do not agree."""
    began, said, wrong = time.monotonic(), Counter[str](), 0
    for seed in range(first, first + number):
        try:
            said.update(check(seed, without))
        except Exception as problem:  # noqa: BLE001 - whatever goes wrong is told, and the next one is checked
            wrong += 1
            where = traceback.extract_tb(problem.__traceback__)[-1]
            text = f"{type(problem).__name__} at {where.name}:{where.lineno}: {problem}"
            print(f"\rrulebook {seed}: {text[:400]}", flush=True)  # noqa: T201 - a report for people
        done = seed - first + 1
        if done % 20 == 0 or done == number:
            pace = (time.monotonic() - began) / done
            left = f"{done:,} of {number:,}, {wrong} wrong, {pace * (number - done):.0f} s left"
            print(f"\r{left}   ", end="", file=sys.stderr, flush=True)  # noqa: T201 - how far it has come
    print(file=sys.stderr)  # noqa: T201 - the end of the progress line
    for what, times in said.most_common():
        print(f"{times:7,}  {what}")  # noqa: T201 - a report for people
    return int(wrong > 0)


if __name__ == "__main__":
    wanted, start, *left_out = (*sys.argv[1:], "0") if len(sys.argv) == 2 else sys.argv[1:]
    raise SystemExit(main(int(wanted), int(start), *left_out))
