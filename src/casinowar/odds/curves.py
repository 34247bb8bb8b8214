"""How figures of a sheet change with the decks, with how much of the shoe was seen, and with the bank."""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from casinowar.odds import wagers
from casinowar.odds.bank import BankOdds, bank
from casinowar.odds.counter import CounterOdds, counter, most_unseen
from casinowar.odds.hand import Strategy, strategies
from casinowar.odds.settlement import CannotBeHonoured, Wagered
from casinowar.odds.sheet import ParSheet
from casinowar.odds.shoe import Shoe

MOST_DECKS = 10
DEEPEST, SHALLOWEST = 0.04, 0.5
"""From which share of unseen cards to which a counter is followed, of a small shoe further."""
SMALL_SHOE = 110
HANDS_AGAINST_THE_BANK = 3

Edges = dict[int, Fraction]
"""House edges by the number of decks."""


def edges_by_decks(sheet: ParSheet) -> tuple[dict[Strategy | None, Edges], Edges]:
    """Find the edge of the initial wager under each strategy, and of the tie wager, from one deck upwards."""
    rules, most = sheet.rules, max(MOST_DECKS, sheet.decks)
    mixed = sheet.usual.strategy is Strategy.BEST
    plans: list[Strategy | None] = [plan for plan in strategies(rules) if mixed or plan is not Strategy.BEST]
    initial: dict[Strategy | None, Edges] = {plan: {} for plan in plans or [None]}
    for plan, edges in initial.items():
        for decks in range(1, most + 1):
            # A shoe too small for the burns of a war has no edge.
            with suppress(CannotBeHonoured):
                shoe = Shoe.fresh(rules, decks)
                edges[decks] = wagers.initial(rules, shoe, plan or Strategy.WAR, sheet.wager).house_edge
    dealt = next(iter(initial.values()))
    ties = {decks: wagers.tie(rules, Shoe.fresh(rules, decks), sheet.wager) for decks in dealt}
    return initial, {decks: odds.house_edge for decks, odds in ties.items() if odds}


def counter_depths(sheet: ParSheet, depths: int, shallowest: float = SHALLOWEST) -> list[CounterOdds]:
    """Find a counter's odds at many depths, the cover card's among them, where they are worth anything."""
    rules, shoe = sheet.rules, Shoe.fresh(sheet.rules, sheet.decks)
    least = max(2, round(DEEPEST * shoe.size))
    most = min(most_unseen(rules, shoe, sheet.wager), max(SMALL_SHOE, round(shallowest * shoe.size)))
    steps = max(1, depths - 1)
    unseen = {round(least + (most - least) * at / steps) for at in range(depths)}
    unseen.add(rules.behind_cover_card(shoe.size))
    wanted = sorted(each for each in unseen if least <= each <= most)
    return [odds for odds in counter(rules, shoe, wanted, sheet.wager) if odds.worth > 0]


def banks(sheet: ParSheet, per_unit: int) -> Iterator[BankOdds]:
    """Find the odds of banks from a small one to one that covers everything."""
    shoe = Shoe.fresh(sheet.rules, sheet.decks).without(sheet.seen)
    plan = sheet.together.strategy or Strategy.WAR
    against = [Wagered(sheet.wager)] * HANDS_AGAINST_THE_BANK
    for whole in range(2 * HANDS_AGAINST_THE_BANK):
        # What a cent above a whole wager changes is a jump: lost wagers are taken that could not be paid.
        parts = {1, *(sheet.wager * part // per_unit for part in range(1, per_unit + 1)), sheet.wager - 1}
        for part in sorted(parts - {0}):
            if odds := bank(sheet.rules, shoe, against, whole * sheet.wager + part, plan):
                yield odds
