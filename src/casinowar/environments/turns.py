"""Turns: whom the table asks what, and the command that each action gives."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from casinowar.environments.actions import BANK, DONE, SURRENDER, WAR, Menu, Option
from casinowar.game import commands as c
from casinowar.game.acts.layout import hands_of
from casinowar.game.decide import decide
from casinowar.game.legal_actions import refused_for
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import PLACES, Act, Wager, Word, position
from casinowar.parsing import whole_number
from casinowar.table_api import Table

ASKED: Final = (Act.ANSWER_TIE_OFFER,)
"""Acts for which the table waits beyond its usual questions."""


class Phase(Word):
    WAGERS = "wagers"
    CHOICE = "choice", "surrender or war"
    TIE_OFFER = "tie_offer", "tie wager on the war deal"
    BANK = "bank"
    SHORT_BANK = "short_bank", "more for the bank"
    OVER = "over", "nothing"


_PHASES: Final = {
    Act.CHOOSE: Phase.CHOICE,
    Act.ANSWER_TIE_OFFER: Phase.TIE_OFFER,
    Act.ANSWER_BANK: Phase.BANK,
    Act.ADD_TO_BANK: Phase.SHORT_BANK,
}


class Turn(Struct, frozen=True):
    """Whose turn it is, the question, and its hand or seat."""

    player: str
    phase: Phase
    place: int


class Turns:
    """Asks the players at a table in turn; between questions the dealer does the duties.

    Wagers are asked seat by seat until each player is done, choices in the order that the book sets.
    """

    def __init__(self, table: Table, menu: Menu, seats: Mapping[str, int], rounds: int | None) -> None:
        """Start asking players who are already seated; None for `rounds` means no limit."""
        self.table, self.menu, self.seats = table, menu, dict(seats)
        self.rounds, self.asked = rounds, 0
        """Rounds to play, and rounds for which the players were asked to wager."""
        self._done: set[str] = set()
        self._left: dict[str, Cents] = {}
        self.why: dict[str, str] = {}
        """Why each player who left could not make the first wager on the menu."""
        self._settled = {player: table.state.chips[player] for player in seats}
        self._won = dict.fromkeys(seats, 0)
        self.turn = self._next()

    @property
    def is_over(self) -> bool:
        played = self.rounds is not None and self.asked >= self.rounds
        return played and self.table.state.round is None

    def has_left(self, player: str) -> bool:
        return player in self._left

    def lawful(self) -> list[bool]:
        if self.turn is None:
            return [False] * len(self.menu)
        commands = (self.command(self.turn, option) for option in self.menu.options)
        return [command is None or self._is_accepted(command) for command in commands]

    def take(self, player: str, action: object) -> None:
        """Take the action of a player whose turn it is; a refused action changes nothing."""
        turn = self.turn
        if turn is None or turn.player != player:
            raise InputError(
                f"{player} is not asked any more: the episode is over, and reset begins the next one."
            )
        number = whole_number("An action", action, 0, len(self.menu) - 1)
        command = self.command(turn, self.menu.options[number])
        if command is None:
            self._done.add(turn.player)
        else:
            self.table.give(command)
        self.turn = self._next()
        self._settle()

    def chips(self, player: str) -> Cents:
        """Find a player's chips, or those on leaving."""
        return self._left[player] if player in self._left else self.table.state.chips[player]

    def won(self) -> dict[str, Cents]:
        """Give each player's win since the last call; a round counts once it is complete."""
        won = self._won
        self._won = dict.fromkeys(won, 0)
        return won

    def _settle(self) -> None:
        """Count the chips, unless some lie on the layout or in a bank."""
        state = self.table.state
        if state.round is not None or state.bank.seat is not None:
            return
        for player, before in self._settled.items():
            now = self.chips(player)
            self._won[player] += now - before
            self._settled[player] = now

    def _next(self) -> Turn | None:
        table = self.table
        while not self.is_over:
            duty = table.due
            match duty.act:
                case Act.PLACE_WAGERS | Act.CALL_NO_MORE_BETS:
                    if turn := self._wagering():
                        return turn
                    if all(self.seats[player] == table.state.bank.seat for player in self._present):
                        return None
                    self._close()
                case Act.RULE if table.state.stop is not None:
                    table.rule(table.state.stop.possible[0])
                case act if act in _PHASES and duty.seat is not None:
                    hand = table.state.hand(duty.seat)
                    player = hand.player if hand else table.state.seats[duty.seat]
                    return Turn(player, _PHASES[act], duty.seat)
                case _:
                    # Too few are left to play, or no player takes the bank.
                    return None
        return None

    @property
    def _present(self) -> list[str]:
        return [player for player in self.seats if player not in self._left]

    def _wagering(self) -> Turn | None:
        """Find who wagers next; a player with too few chips to wager leaves."""
        state = self.table.state
        for player in self._present:
            seat = self.seats[player]
            if player in self._done or seat == state.bank.seat:
                continue
            turn = Turn(player, Phase.WAGERS, seat)
            commands = (self.command(turn, option) for option in self.menu.options)
            if hands_of(state, player) or any(each and self._is_accepted(each) for each in commands):
                return turn
            self._left[player] = state.chips[player]
            self.why[player] = self._why_not(turn)
            self.table.leave(player)
            return self._wagering()
        return None

    def _why_not(self, turn: Turn) -> str:
        for option in self.menu.options:
            command = self.command(turn, option)
            if isinstance(command, c.PlaceWager):
                try:
                    decide(self.table.rules, self.table.state, command)
                except Refusal as refusal:
                    return f"of {option}: {refusal}"
        return ""

    def _close(self) -> None:
        """Deal what is wagered; if no hand has all required wagers, withdraw what may be withdrawn.

        Wagers that may not be withdrawn stay on the layout, and the players are asked about the same round
        again.
        """
        self._done.clear()
        current = self.table.state.round
        if self.table.due.act is Act.CALL_NO_MORE_BETS:
            self.asked += 1
            self.table.deal()
            return
        if current is not None:
            for number, hand in current.hands.items():
                withdraws = c.WithdrawWager(hand=number, wager=Wager.INITIAL, player=hand.player)
                if self._is_accepted(withdraws):
                    self.table.give(withdraws)
        self.asked += self.table.state.round is None

    def _is_accepted(self, command: c.Command) -> bool:
        return refused_for(self.table.rules, self.table.state, command) is None

    def command(self, turn: Turn, option: Option) -> c.Command | None:
        """Translate an action into a command; None for being done with wagering."""
        player, place = turn.player, turn.place
        match option.does:
            case name if name == DONE:
                return self._declining(turn)
            case name if name == WAR:
                return c.GoToWar(hand=place, player=player)
            case name if name == SURRENDER:
                return c.Surrender(hand=place, player=player)
            case name if name == BANK:
                if turn.phase is Phase.SHORT_BANK:
                    return c.AddToBank(amount=option.amount, player=player)
                return c.TakeBank(seat=position(place), amount=option.amount, player=player)
            case name:
                wager = Wager(name)
                hand = PLACES * self.seats[player] + option.card if option.card else self.seats[player]
                hand = place if wager is Wager.WAR_TIE else hand
                return c.PlaceWager(hand=hand, wager=wager, amount=option.amount, player=player)

    def _declining(self, turn: Turn) -> c.Command | None:
        match turn.phase:
            case Phase.WAGERS:
                return None
            case Phase.BANK:
                return c.DeclineBank(seat=turn.place, player=turn.player)
            case Phase.SHORT_BANK:
                return c.AddToBank(amount=0, player=turn.player)
            case _:
                return c.DeclineTieWager(hand=turn.place, player=turn.player)
