"""What a player may do now, with suggested amounts."""

from collections.abc import Iterable, Iterator
from typing import Final

from casinowar.cli.play.drawing import amount
from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.legal_actions import Action, legal_actions
from casinowar.game.money import Cents
from casinowar.game.refusal import Refusal
from casinowar.game.table import Table
from casinowar.game.words import Instrument, Wager

_NAMES: Final = {
    Wager.TIE: "tie",
    Wager.DEALER_WINS: "dealer",
    Wager.PROGRESSIVE: "prog",
    Wager.BONUS_SPIN: "spin",
}
LITTLE: Final = 5_00
COUPON: Final = 10_00


class PlayerActions:
    def __init__(self, rules: Rules, table: Table, player: str) -> None:
        self.rules, self.table, self.player = rules, table, player
        self._actions = legal_actions(rules, table, player)

    def find(self, kind: type[c.Command]) -> Action | None:
        return next((action for action in self._actions if isinstance(action.command, kind)), None)

    def wager(self, wager: Wager, hand: int) -> Action | None:
        return next(self._placing(wager, hand), None)

    def coupon(self, hand: int) -> Action | None:
        return next(self._placing(Wager.INITIAL, hand, coupon=True), None)

    def elsewhere(self, *hands: int) -> int:
        """Find another place for an initial wager, or 0."""
        places = (each.command.hand for each in self._actions if isinstance(each.command, c.PlaceWager))
        return next((hand for hand in places if hand not in hands and self.wager(Wager.INITIAL, hand)), 0)

    def after(self, *commands: c.Command) -> "PlayerActions":
        """Return the actions after these commands, which must be legal."""
        table = accepted(self.rules, self.table, commands)
        return PlayerActions(self.rules, table or self.table, self.player)

    def further(self, hand: int) -> Iterator[tuple[str, Action, Cents]]:
        """List the wagers that can be added to a hand: name, action, suggested amount."""
        offers = self
        for wager, name in _NAMES.items():
            if action := offers.wager(wager, hand):
                size = nearest(action, LITTLE)
                yield name, action, size
                offers = offers.after(action.of(size))
        if action := offers.coupon(hand):
            yield "coupon", action, nearest(action, COUPON)

    def _placing(self, wager: Wager, hand: int, *, coupon: bool = False) -> Iterator[Action]:
        for action in self._actions:
            command = action.command
            if (
                isinstance(command, c.PlaceWager)
                and (command.wager, command.hand) == (wager, hand)
                and (Instrument.COUPON in action.made_with) is coupon
            ):
                yield action


def nearest(action: Action, wanted: Cents) -> Cents:
    """Round a wanted amount up to the nearest lawful one within the limits."""
    steps = -(-(wanted - action.least) // action.step)
    return max(action.least, min(action.least + steps * action.step, action.most))


def typed(cents: Cents) -> str:
    return amount(cents).removeprefix("$").replace(",", "")


def accepted(rules: Rules, table: Table, commands: Iterable[c.Command]) -> Table | None:
    """Apply commands; None if one of them is refused."""
    try:
        for command in commands:
            table = evolve_all(table, decide(rules, table, command))
    except Refusal:
        return None
    return table
