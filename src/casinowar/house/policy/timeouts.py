"""Silence: what the house does when nobody has said anything for so long, and what is due by the clock.

It closes the betting, and takes no answer for no. It never sends anybody to war: who does not choose is
reported as the irregularity that the book knows; where nobody is on the floor, the hand is surrendered (R68).
"""

from collections.abc import Collection

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import seconds_to_choose
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.table import Stop, Table
from casinowar.game.words import Act, Irregularity, Role, Ruling
from casinowar.house.journal.commits import TableSettings

_RULINGS = (Ruling.SURRENDER_THE_HAND, Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)
"""What is ruled where nobody is on the floor: the first that is possible."""


Waits = tuple[Act, int | None, int, int]
"""An act, the seat or hand it concerns, and in which round and war."""


def waits_for(rules: Rules, table: Table) -> Waits:
    """Tell what a table waits for, so that one wait can be told from the next."""
    duty = next_duty(rules, table)
    hand = table.hand(duty.seat) if duty.seat is not None else None
    return duty.act, duty.seat, table.rounds, hand.wars if hand else 0


def due_by_the_clock(rules: Rules, table: Table, now: int) -> c.TellTime | None:
    """Find the time, in seconds, that a table has to be told since something has become due by it."""
    if now <= table.clock:
        return None
    later = replace(table, clock=now)
    before, after = next_duty(rules, table), next_duty(rules, later)
    is_late = after.act is Act.CHOOSE and seconds_to_choose(rules, later) == 0 != seconds_to_choose(
        rules, table
    )
    return c.TellTime(now=now) if is_late or before != after else None


def unanswered(
    rules: Rules, settings: TableSettings, table: Table, waited: int, ready: Collection[str] = ()
) -> c.Command | None:
    """Find what the house does after a wait of so many seconds; who is ready is not waited for."""
    duty = next_duty(rules, table)
    if duty.act is Act.CALL_NO_MORE_BETS:
        waits = waited < settings.betting_seconds and not {*table.seats.values()} <= {*ready}
        is_over = settings.automatic and settings.betting_seconds and not waits
        return c.CallNoMoreBets(by=Role.AUTOMATIC) if is_over else None
    if not settings.answer_seconds or waited < settings.answer_seconds:
        return None
    if table.stop is not None and duty.act is Act.RULE:
        return None if settings.floor else _ruled(table.stop)
    return _answer(table, duty) if duty.role is Role.PLAYER and duty.seat is not None else None


def in_play(table: Table) -> set[str]:
    """Name everybody who has something in play: a hand, or the bank."""
    playing = {hand.player for hand in table.round.hands.values()} if table.round else set[str]()
    return playing | ({table.seats[table.bank.seat]} if table.bank.seat is not None else set())


def left_behind(
    settings: TableSettings, table: Table, acted: dict[str, int], now: int
) -> c.LeaveTable | None:
    """Find somebody who has not done anything for so long, with nothing in play, to have them leave."""
    if not settings.seat_seconds:
        return None
    for player in table.seats.values():
        quiet = now - acted.setdefault(player, now)  # since the house was opened, if nobody knows better
        if quiet >= 1000 * settings.seat_seconds and player not in in_play(table):
            return c.LeaveTable(player=player)
    return None


def _answer(table: Table, duty: Duty) -> c.Command | None:
    """Take silence for no, of whoever is asked."""
    seat = duty.seat or 0
    match duty.act:
        case Act.ANSWER_CUT:
            return c.RefuseCut(seat=seat)
        case Act.ANSWER_BANK:
            return c.DeclineBank(seat=seat)
        case Act.ANSWER_TIE_OFFER:
            return c.DeclineTieWager(hand=seat)
        case Act.ADD_TO_BANK:
            return c.AddToBank(amount=0, player=table.seats[seat])
        case Act.CHOOSE:
            what = Irregularity.NO_CHOICE
            return c.ReportIrregularity(by=Role.AUTOMATIC, irregularity=what, hand=seat)
        case _:
            return None


def _ruled(stop: Stop) -> c.Command | None:
    plays_on = stop.irregularity is not Irregularity.NO_CHOICE  # it would only be asked again
    possible = [each for each in stop.possible if plays_on or each is not Ruling.PLAY_ON]
    ruling = next((each for each in _RULINGS if each in possible), None)
    return c.Rule(ruling=ruling, note="Nobody is on the floor.") if ruling else None
