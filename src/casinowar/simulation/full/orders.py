"""The orders in which the full kernel deals to hands, settles them, and lets them choose and fight."""

from collections.abc import Sequence

from casinowar.game.book.bank import SettlingStart
from casinowar.game.book.rules import Rules
from casinowar.game.book.war import SettleOrder
from casinowar.game.words import Direction, spot
from casinowar.simulation.full import layout as t


def order_terms(rules: Rules, numbers: Sequence[int], bank: int) -> t.Terms:
    """Compile in which orders hands are dealt, settled, choose and fight."""
    book, electronic = rules.book, rules.house.electronic
    spots = {spot(number) for number in numbers}
    dealt = range(1, electronic.community_cards + 1) if electronic else spots

    def turns(direction: Direction, *, from_the_bank: bool = False) -> list[int]:
        ordered = direction.order(numbers)
        if from_the_bank and book.bank and book.bank.start.value is SettlingStart.AFTER_THE_BANK:
            ordered = tuple(sorted(ordered, key=lambda number: spot(number) < bank))
        return [numbers.index(number) for number in ordered]

    def settled(order: SettleOrder) -> list[int]:
        return turns(order.paying) if order.paying else turns(order.direction, from_the_bank=True)

    order = book.settlement.order
    settle, war = settled(order), book.war.deal.direction if book.war else Direction.CLOCKWISE
    return {
        t.DEAL: book.deal.direction.value.order(dealt),
        t.TIES_FIRST: turns(order.direction) if rules.settles_ties_first else (),
        t.SETTLE: settle,
        # Where choices come before payment, what counts of them is the order in which halves are collected.
        t.CHOOSE: settle if book.bank or rules.decides_first else turns(book.settlement.choice.direction),
        t.CONFIRM: settle if book.bank else turns(war),
        # Wars that are fought one after another come as they would be compared together.
        t.WAR_DEAL: turns(book.war.order.direction, from_the_bank=True) if book.war else settle,
        t.WAR_SPOTS: war.order(spots),
        t.WAR_SETTLE: settled(book.war.order) if book.war else settle,
        t.SPIN: turns(order.last_pass),
    }
