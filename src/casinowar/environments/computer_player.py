"""A computer player, who wagers the minimum, goes to war, and takes every bank."""

from casinowar.environments.actions import BANK, DONE, SURRENDER, WAR
from casinowar.environments.turns import Phase, Turn, Turns
from casinowar.game.legal_actions import duties
from casinowar.game.words import Role, Wager

CHIPS = 1_000_000_00
_ANSWERS = {
    Phase.WAGERS: (Wager.INITIAL.value, Wager.TIE.value),
    Phase.CHOICE: (WAR, SURRENDER),
    Phase.BANK: (BANK,),
}
"""The computer player's first lawful choice, in this order."""


def computer_action(turns: Turns, turn: Turn) -> int:
    options = turns.menu.options
    lawful = [number for number, may in enumerate(turns.lawful()) if may]
    wanted = _ANSWERS.get(turn.phase, ())
    due = duties(turns.table.rules, turns.table.state)[Role.PLAYER]
    if turn.phase is Phase.WAGERS and turn.place not in {duty.seat for duty in due}:
        wanted = ()  # It owes no wager that the book requires.
    for does in wanted:
        if found := [number for number in lawful if options[number].does == does]:
            # The largest bank, so that it covers every player; otherwise the smallest amount.
            return found[-1] if does == BANK else found[0]
    return turns.menu.number(DONE)
