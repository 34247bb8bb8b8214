"""The table inventory: fills, credits, and the closing count."""

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.layout import check_no_round, held_back, standing_over
from casinowar.game.acts.seating import check_chips, check_seated, leave_table
from casinowar.game.book.rules import Rules
from casinowar.game.evolve import evolve_all
from casinowar.game.money import dollars
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Table


def fill(rules: Rules, table: Table, command: c.Fill) -> e.Events:
    _check_house_has_chips(rules)
    check_chips(command.amount)
    if command.amount < table.fill_due:
        raise Refusal(Reason.FILL_TOO_SMALL, least=dollars(table.fill_due))
    return (e.FillMade(amount=command.amount),)


def credit(rules: Rules, table: Table, command: c.Credit) -> e.Events:
    """Take chips from the table that are there and that no payment waits for."""
    _check_house_has_chips(rules)
    check_chips(command.amount)
    if table.fill_due or command.amount > table.inventory:
        most = 0 if table.fill_due else max(table.inventory, 0)
        raise Refusal(Reason.CREDIT_TOO_LARGE, most=dollars(most))
    return (e.CreditMade(amount=command.amount),)


def pause_play(_rules: Rules, _table: Table, command: c.PausePlay) -> e.Events:
    return (e.PlayPaused(note=command.note),)


def resume_play(_rules: Rules, table: Table, _command: c.ResumePlay) -> e.Events:
    if not table.paused:
        raise Refusal(Reason.PLAY_IS_NOT_PAUSED)
    return (e.PlayResumed(),)


def _check_house_has_chips(rules: Rules) -> None:
    if rules.book.bank:
        raise Refusal(Reason.HOUSE_NEVER_BANKS, rules.book.bank.never_the_house.clause)


def cash_out(rules: Rules, table: Table, command: c.CashOut) -> e.Events:
    """Let a player take chips away, but none that stand for the next round or that this one paid."""
    check_chips(command.amount)
    check_seated(rules, table, command.player)
    kept = standing_over(table, command.player) + held_back(table, command.player)
    chips = max(0, table.chips[command.player] - kept)
    if command.amount > chips:
        raise Refusal(Reason.TOO_FEW_CHIPS_TO_CASH, player=command.player, chips=dollars(chips))
    return (e.ChipsCashed(player=command.player, amount=command.amount),)


def close_table(rules: Rules, table: Table, command: c.CloseTable) -> e.Events:
    """Have everybody leave with their chips, remove the cards, and take the counted inventory away."""
    check_no_round(table)
    events: list[e.Event] = []
    for player in table.arrivals:
        now = evolve_all(table, events)
        events += leave_table(rules, now, c.LeaveTable(player=player))
    left = evolve_all(table, events).inventory
    if command.inventory not in {None, left}:
        said = dollars(command.inventory or 0)
        raise Refusal(Reason.COUNT_DIFFERS, count=said, inventory=dollars(left))
    return (*events, e.CardsRemoved(), e.TableClosed(inventory=left))
