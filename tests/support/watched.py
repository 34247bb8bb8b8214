"""A table that is watched: every command is given twice, and all that has to hold is checked after it."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.refusal import Refusal
from casinowar.game.table import CLOSED, Table
from tests.support.driving import evolved
from tests.support.invariants import accounts, posted


class Watched:
    """A table, all that happened at it, and what its players brought to the round."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = CLOSED
        self.history: list[e.Event] = []
        self.given: list[c.Command] = []
        """The commands that were accepted."""
        self.brought: dict[str, int] = {}
        """What each player had when the round's first wager was placed, with what was bought since."""

    def give(self, command: c.Command) -> Refusal | None:
        """Give a command twice: the answer is the same, and the table it was given to is untouched."""
        before = _encoded(self.table)
        answer, again = (_answer(self.rules, self.table, command) for _ in range(2))
        assert _encoded(self.table) == before, f"deciding on {command} changed the table"
        assert str(answer) == str(again), f"{command} has two answers"
        if isinstance(answer, Refusal):
            assert str(answer).isprintable(), f"not one readable line: {answer}"
            return answer
        self.given.append(command)
        assert answer, f"{command} was accepted, but nothing happened"
        after = evolved(self.rules, self.table, answer)
        assert _encoded(self.table) == before, f"evolving after {command} changed the table before"
        self._follow(answer, after)
        return None

    def _follow(self, events: Sequence[e.Event], after: Table) -> None:
        if self.table.round is None and after.round is not None:
            self.brought = dict(self.table.chips)
            if self.table.bank.seat is not None:
                self.brought[self.table.seats[self.table.bank.seat]] += self.table.inventory
        for event in events:
            if isinstance(event, e.ChipsBought) and event.player in self.brought:
                self.brought[event.player] += event.amount
            if isinstance(event, e.ChipsCashed) and event.player in self.brought:
                self.brought[event.player] -= event.amount
            if isinstance(event, e.PlayerSeated):
                self.brought[event.player] = event.chips
        anew = _placed_anew(events)
        if any(isinstance(event, e.RoundVoided) for event in events):
            left = {event.player: event.chips for event in events if isinstance(event, e.PlayerLeft)}
            for player, chips in {**after.chips, **left}.items():
                assert chips + anew[player] == self.brought[player], f"a void round cost {player} chips"
        if self.table.round and after.round and self.table.round.number != after.round.number:
            self.brought = {player: chips + anew[player] for player, chips in after.chips.items()}
        self.table = after
        self.history += events

    def check_record(self) -> None:
        """Check that what happened leads from a closed table to this one, and so does the ledger of it."""
        table, ledger = CLOSED, accounts(CLOSED)
        for event in self.history:
            table, ledger = evolve(table, event), posted(ledger, table, event)
        assert table == self.table, "the record does not lead to this table"
        assert ledger == accounts(table), "the transfers do not add up to what is on this table"


def _placed_anew(events: Sequence[e.Event]) -> Counter[str]:
    """Add up what was placed for the next round as soon as a round was over."""
    placed: Counter[str] = Counter()
    over = False
    for event in events:
        over = over or isinstance(event, e.RoundCompleted)
        if over and isinstance(event, e.WagerPlaced):
            placed[event.player] += event.amount
    return placed


def _answer(rules: Rules, table: Table, command: c.Command) -> tuple[e.Event, ...] | Refusal:
    try:
        return decide(rules, table, command)
    except Refusal as refusal:
        return refusal


def _encoded(table: Table) -> bytes:
    return msgspec.msgpack.encode(table)
