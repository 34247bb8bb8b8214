"""Progressive and bonus spin chips where a rulebook does not want their collection recorded (R93)."""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.cited_values import Task
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.words import Act, Wager
from casinowar.rulebooks import load_sample
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table


def unrecorded(*parts: str, recorded: tuple[Act, ...] = ()) -> Scenario:
    """Have $10.00 at two seats in a book that wants no more recorded when these wagers' chips come in."""
    sample = load_sample("maryland")
    house = House(progressive=sample.progressive, bonus_spin=sample.bonus_spin)
    table = at_table("maryland", players=2, house=house, readings={"bonus_spin_closing": "first_card"})
    book = table.rules.book
    tasks = tuple(Task(act=act, clause="1") for act in recorded)
    book = replace(book, **{part: replace(getattr(book, part), collecting=tasks) for part in parts})
    return Scenario(Rules(book, table.rules.house), table.table).wagers({1: 10_00, 2: 10_00})


def chip(hand: int, wager: Wager) -> c.PlaceWager:
    """Wager a chip of $5.00."""
    return c.PlaceWager(hand=hand, wager=wager, amount=5_00)


def taken(hand: int, wager: Wager) -> e.WagerCollected:
    """Name the collection of that chip."""
    return e.WagerCollected(hand=hand, wager=wager, amount=5_00)


@clause("maryland", "8.D(1)(a)")
def test_without_a_record_chips_are_taken_in_with_the_call_wager_by_wager():
    table = unrecorded("progressive", "bonus_spin")
    table.when(chip(1, Wager.BONUS_SPIN), chip(2, Wager.PROGRESSIVE), chip(1, Wager.PROGRESSIVE))
    table.when(c.CallNoMoreBets())
    order = [(2, Wager.PROGRESSIVE), (1, Wager.PROGRESSIVE), (1, Wager.BONUS_SPIN)]
    assert table.of(e.WagerCollected) == [taken(*each) for each in order]
    assert table.due.act is Act.DEAL_CARD


@clause("maryland", "8.D(1)(a)")
def test_chips_that_are_not_counted_go_straight_into_the_table_inventory():
    table = unrecorded("progressive", recorded=(Act.COLLECT_PROGRESSIVE,))
    table.when(chip(1, Wager.PROGRESSIVE), c.CallNoMoreBets()).until(Act.DEAL_CARD)
    assert table.of(e.WagerCollected, e.WagerTakenIn) == [taken(1, Wager.PROGRESSIVE)]


@clause("maryland", "2.B(7)(b)")
def test_without_a_record_a_late_chip_is_taken_in_at_once():
    table = unrecorded("progressive", "bonus_spin").when(c.CallNoMoreBets(), chip(1, Wager.BONUS_SPIN))
    assert [type(event) for event in table.events[-4:]] == [
        *(e.WagerPlaced, e.MeterRaised, e.MeterRaised, e.WagerCollected)
    ]
    assert table.events[-1] == taken(1, Wager.BONUS_SPIN)


@clause("maryland", "2.B(7)(b)", "8.D(1)(a)")
def test_a_late_chip_without_a_record_of_its_own_waits_for_the_others_or_is_taken_in_after_them():
    table = unrecorded("bonus_spin").when(chip(2, Wager.PROGRESSIVE), c.CallNoMoreBets())
    table.until(Act.COLLECT_PROGRESSIVE)
    after = Scenario(table.rules, table.table).until(Act.COUNT_PROGRESSIVE)
    table.when(chip(1, Wager.BONUS_SPIN))
    assert not table.of(e.WagerCollected, e.StepsInserted)
    table.until(Act.DEAL_CARD)
    put_away = [(event.hand, event.wager) for event in table.of(e.WagerPutAway)]
    assert put_away == [(1, Wager.BONUS_SPIN), (2, Wager.PROGRESSIVE)]
    after.when(chip(1, Wager.BONUS_SPIN))
    assert after.of(e.WagerCollected) == [taken(1, Wager.BONUS_SPIN)]
