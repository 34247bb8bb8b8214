"""Progressive and bonus spin chips before the deal: accepted, taken in, counted, put away, or given back."""

from collections.abc import Iterable, Iterator

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters
from casinowar.game.acts.preparation import steps_of
from casinowar.game.book.rules import Rules
from casinowar.game.table import Hand, Round, Step, Table
from casinowar.game.words import ACCEPTED, COLLECTING, Act, Wager


def closed(rules: Rules, current: Round, hands: Iterable[int]) -> Iterator[e.Event]:
    """Raise the meters by what the system accepted, and have the chips taken in."""
    made = {wager: sum(current.hands[hand].on_layout(wager) for hand in hands) for wager in ACCEPTED}
    wagers = [wager for wager, amount in made.items() if amount]
    for wager in wagers:
        yield from meters.raised(rules, wager, made[wager])
    if steps := _steps(rules, wagers):
        yield e.StepsInserted(steps=steps, clause=steps[0].clause)
        return
    for wager in ACCEPTED:
        for hand in hands:
            if amount := current.hands[hand].on_layout(wager):
                clause = _closing(rules, wager)
                yield e.WagerCollected(hand=hand, wager=wager, amount=amount, clause=clause)


def closed_late(rules: Rules, table: Table, placed: c.PlaceWager) -> Iterator[e.Event]:
    """Do the same for a wager that is made after the call: its chip is taken in with the others, or anew."""
    yield from meters.raised(rules, placed.wager, placed.amount)
    due = {step.act for step in table.to_do}
    steps = tuple(step for step in _steps(rules, (placed.wager,)) if step.act not in due)
    if steps:
        yield e.StepsInserted(steps=steps, clause=steps[0].clause)
    elif Act.COLLECT_PROGRESSIVE not in due:
        clause = _closing(rules, placed.wager)
        yield e.WagerCollected(hand=placed.hand, wager=placed.wager, amount=placed.amount, clause=clause)


def _closing(rules: Rules, wager: Wager) -> str:
    law = rules.book.offered_law(wager)
    return law.closes.clause if law else ""


def _steps(rules: Rules, wagers: Iterable[Wager]) -> tuple[Step, ...]:
    """List what the book wants recorded while the chips of wagers are taken in: each act once, in order."""
    found: dict[Act, Step] = {}
    for wager in wagers:
        law = rules.book.offered_law(wager)
        found = {step.act: step for step in steps_of(law.collecting if law else ())} | found
    return tuple(found[act] for act in COLLECTING if act in found)


def collected(table: Table) -> Iterator[e.Event]:
    """Take the chips from the layout: before the tray if they are put away later, else into the inventory."""
    later = any(step.act is Act.PUT_CHIPS_AWAY for step in table.to_do)
    kind = e.WagerTakenIn if later else e.WagerCollected
    for wager in ACCEPTED:
        for hand in table.round.hands.values() if table.round else ():
            if amount := hand.on_layout(wager):
                yield kind(hand=hand.number, wager=wager, amount=amount, clause=table.clause_due)


def put_away(table: Table) -> Iterator[e.Event]:
    for hand in table.round.hands.values() if table.round else ():
        for wager, placed in hand.wagers.items():
            if placed.before_tray:
                amount, clause = placed.before_tray, table.clause_due
                yield e.WagerPutAway(hand=hand.number, wager=wager, amount=amount, clause=clause)


def given_back(rules: Rules, hand: Hand, wager: Wager, clause: str) -> Iterator[e.Event]:
    """Take back what a wager added to the meters, and give it back from the table inventory."""
    if amount := hand.placed(wager):
        yield from meters.voided(rules, wager, amount, clause)
    if (placed := hand.wagers.get(wager)) and placed.collected:
        yield e.CollectionReversed(hand=hand.number, wager=wager, amount=placed.collected, clause=clause)


def not_accepted(rules: Rules, current: Round, hand: Hand, wager: Wager) -> Iterator[e.Event]:
    """Give back a chip that the system did not accept: it is no wager, and raised no meter.

    What was counted and put away before it came stays a wager.
    """
    number, on_layout, before_tray = hand.number, hand.on_layout(wager), hand.wagers[wager].before_tray
    clause = rules.clauses.chip_not_accepted(wager)
    if current.closed:
        yield from meters.lowered(rules, wager, on_layout + before_tray, clause)
    if on_layout:
        yield e.WagerReturned(hand=number, wager=wager, amount=on_layout, clause=clause)
    if before_tray:
        yield e.WagerGivenBack(hand=number, wager=wager, amount=before_tray, clause=clause)
