"""The people of a table in the terminal: those at the keyboard, and neighbours that the computer plays."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from casinowar.friendly import Table
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.money import Cents
from casinowar.game.refusal import Refusal
from casinowar.game.rules import Rules
from casinowar.game.terms import Counting
from casinowar.game.words import Act, Wager

USUAL_WAGER: Final = 10_00
_UNLIMITED: Final = (1, 10**12)
_NAMES: Final = (
    "Rosa",
    "Walt",
    "Ines",
    "Otto",
    "June",
    "Hugo",
    "Mina",
    "Karl",
    "Edna",
    "Luis",
    "Thea",
    "Omar",
)


class Person(Struct):
    """Someone at the keyboard, with the last wagers: on which box, how much, and how much on a tie."""

    name: str
    seat: int
    last: dict[int, tuple[Cents, Cents]] = {}


class Manner(StrEnum):
    """How a neighbour plays."""

    BOLD = "goes to war, and wagers on ties"
    STEADY = "goes to war"
    CAUTIOUS = "surrenders"


class Neighbour(Struct, frozen=True):
    """A player that the computer plays."""

    name: str
    seat: int
    manner: Manner
    wager: Cents

    def place_wager(self, table: Table) -> None:
        """Wager as always; buy chips when they run low, and sit out when the table refuses."""
        try:
            if table.state.chips[self.name] < 5 * self.wager:
                table.give(c.BuyChips(player=self.name, amount=20 * self.wager))
            wagers = [c.PlaceWager(seat=self.seat, wager=Wager.INITIAL, amount=self.wager)]
            if self.manner is Manner.BOLD and table.rules.book.wagers.tie:
                tie = suggested(table.rules, Wager.TIE, USUAL_WAGER // 2)
                wagers.append(c.PlaceWager(seat=self.seat, wager=Wager.TIE, amount=tie))
            table.give(*wagers)
        except Refusal:
            return

    def answer(self, table: Table, act: Act, seat: int) -> None:
        """Answer what is asked of this player: no cut, no tie wager at war, war or surrender by manner."""
        match act:
            case Act.ANSWER_CUT:
                table.answer_cut(seat)
            case Act.ANSWER_TIE_OFFER:
                table.answer_tie_offer(seat)
            case _:
                self._choose(table, seat)

    def _choose(self, table: Table, seat: int) -> None:
        gives_up: c.Command = c.Surrender(seat=seat)
        fights = (c.BuyChips(player=self.name, amount=20 * self.wager), c.GoToWar(seat=seat))
        try:
            table.give(*((gives_up,) if self.manner is Manner.CAUTIOUS else fights[1:]))
        except Refusal:
            # There is no surrender here, or no war, or the chips ran out.
            table.give(*(fights if table.rules.book.war else (gives_up,)))


def neighbours(rules: Rules, count: int, seats: Iterable[int], taken: Iterable[str]) -> list[Neighbour]:
    """Make up so many neighbours for free seats, under names that nobody has."""
    known = {name.casefold() for name in taken}
    names = [name for name in _NAMES if name.casefold() not in known]
    names += [f"Guest {number}" for number in range(1, count + 1) if f"guest {number}" not in known]
    manners = (Manner.STEADY, Manner.BOLD, Manner.CAUTIOUS)
    return [
        Neighbour(
            name,
            seat,
            manners[place % 3],
            suggested(rules, Wager.INITIAL, (1 + place % 4) * USUAL_WAGER // 2),
        )
        for place, (name, seat) in enumerate(zip(names[:count], seats, strict=False))
    ]


def suggested(rules: Rules, wager: Wager, wanted: Cents) -> Cents:
    """Find the wager nearest to what is wanted that limits and chips allow."""
    least, most = rules.limits.get(wager, _UNLIMITED)
    if rules.book.wagers.limits.counted is Counting.TOGETHER and wager is Wager.INITIAL and rules.book.war:
        most //= 1 + rules.book.war.wager.value
    unit = rules.unit(wager)
    amount = -(-max(wanted, least) // unit) * unit
    return amount if amount <= most else most // unit * unit


def wagers_of(table: Table, name: str) -> dict[int, tuple[Cents, Cents]]:
    """List what a player has on the layout before the deal: by box, the initial wager and the tie wager."""
    current = table.state.round
    hands = current.hands.values() if current else ()
    return {
        hand.seat: (hand.on_layout(Wager.INITIAL), hand.on_layout(Wager.TIE))
        for hand in hands
        if hand.player == name
    }


def brought(events: Iterable[e.Event], name: str) -> Cents:
    """Add up the chips that a player brought to the table."""
    return sum(
        event.chips if isinstance(event, e.PlayerSeated) else event.amount
        for event in events
        if isinstance(event, e.PlayerSeated | e.ChipsBought) and event.player == name
    )
