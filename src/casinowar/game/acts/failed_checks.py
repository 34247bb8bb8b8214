"""Checks of progressive wagers and payouts that fail: reported by name, and what a ruling makes of them."""

from typing import Final

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import accepted_chips, bonus_spin, meters, progressive
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.book.rules import Rules
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Table
from casinowar.game.words import ACCEPTED, ACTS_OF_A_ROUND, VERIFYING, Act, Irregularity, Ruling, Wager

_CHECKED_BY: Final = {
    Irregularity.COUNT_IS_OFF: Act.COUNT_PROGRESSIVE,
    Irregularity.LIGHT_NOT_LIT: Act.VERIFY_LIGHT,
    Irregularity.NOT_VALIDATED: Act.VALIDATE_PAYOUT,
}
FAILED: Final = frozenset({*_CHECKED_BY, Irregularity.CHIP_NOT_ACCEPTED})
"""What can be reported of a check; all but the first kind while the check is due."""


def reported(rules: Rules, table: Table, command: c.ReportIrregularity) -> e.Events:
    """Give back a chip that was not accepted; stop play for a ruling on any other check that failed."""
    what, duty = command.irregularity, next_duty(rules, table)
    if not (rules.house.progressive or rules.house.bonus_spin):
        raise Refusal(Reason.WAGER_NOT_OFFERED, wager=command.wager or Wager.PROGRESSIVE)
    in_round(table)
    if what is Irregularity.CHIP_NOT_ACCEPTED:
        hand, wager = _with_chip(table, command.hand, command.wager)
        clause = rules.clauses.chip_not_accepted(wager)
        reported_ = e.IrregularityReported(irregularity=what, wager=wager, clause=clause)
        return (reported_, *_given_back(rules, table, hand, wager))
    if duty.act is not _CHECKED_BY[what]:
        checking = duty.act in ACTS_OF_A_ROUND
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW, duty.clause if checking else "")
    chip = None
    possible: tuple[Ruling, ...] = (Ruling.PLAY_ON, Ruling.DENY_THE_PAYOUT, Ruling.VOID_THE_ROUND)
    if what is Irregularity.COUNT_IS_OFF:
        possible = (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)
        if command.hand is not None:
            _, chip = _with_chip(table, command.hand, command.wager)
            possible = (Ruling.PLAY_ON, Ruling.RETURN_THE_CHIP, Ruling.VOID_THE_ROUND)
    return (
        e.PlayStopped(
            irregularity=what,
            possible=possible,
            hand=command.hand,
            note=command.note,
            clause=duty.clause or rules.clauses.ruling,
            wager=chip,
        ),
    )


def _with_chip(table: Table, number: int | None, said: Wager | None) -> tuple[Hand, Wager]:
    """Find a hand's chip, of the wager that is said, that still lies on the layout or before the tray."""
    if number is None:
        raise Refusal(Reason.WHOSE_CHIP)
    hand = table.hand(number)
    for wager in ACCEPTED:
        placed = hand.wagers.get(wager) if hand and said in {None, wager} else None
        if hand and placed and (placed.on_layout or placed.before_tray):
            return hand, wager
    raise Refusal(Reason.CHIP_IS_PUT_AWAY, seat=number)


def chip_returned(rules: Rules, table: Table) -> e.Events:
    stop = provided(table.stop)
    return _given_back(rules, table, *_with_chip(table, stop.hand, stop.wager))


def _given_back(rules: Rules, table: Table, hand: Hand, wager: Wager) -> e.Events:
    back = tuple(accepted_chips.not_accepted(rules, in_round(table), hand, wager))
    return tuple(meters.kept_up(rules, table, back))


def no_longer(rules: Rules, table: Table) -> tuple[Act, ...]:
    to_do = [step.act for step in table.to_do if step.act in VERIFYING]
    if not to_do:
        return ()
    verifying = progressive.verifying if in_round(table).wheel is None else bonus_spin.verifying
    still = {step.act for step in verifying(rules, table)}
    return tuple(act for act in to_do if act not in still)


def denied(rules: Rules, table: Table) -> e.Events:
    """Settle the wagers that were verified without what was to be validated; a wheel pays others theirs."""
    if in_round(table).wheel is not None:
        return bonus_spin.denied(rules, table)
    return progressive.denied(rules, table)
