"""Betting before a round: who still has to wager, and what they typed."""

from typing import Any

from msgspec.structs import asdict, replace

from casinowar.cli.play.parser import Wagering, unclear, wager_named, wagering
from casinowar.cli.play.players import (
    ComputerPlayer,
    Person,
    SavedPlayers,
    own_hand,
    repeated,
    usual_wagers,
    wagers_of,
)
from casinowar.game import commands as c
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.words import PLACES, Wager
from casinowar.parsing import number
from casinowar.table_api import Table


class Betting:
    def __init__(self, table: Table, people: list[Person], neighbours: list[ComputerPlayer]) -> None:
        self.table = table
        self.people = people
        self._neighbours = neighbours
        self._round = -1
        self.to_wager: list[Person] = []
        self._sitting_still: list[ComputerPlayer] = []

    def go_on(self, company: SavedPlayers) -> None:
        self._round = company.betting_on
        self.to_wager = [each for name in company.to_wager for each in self.people if each.name == name]
        self._sitting_still = [each for each in self._neighbours if each.name in company.still_to_come]

    def kept(self) -> dict[str, Any]:
        return {
            "betting_on": self._round,
            "to_wager": tuple(person.name for person in self.to_wager),
            "still_to_come": tuple(neighbour.name for neighbour in self._sitting_still),
        }

    def open(self) -> bool:
        """Start the betting of a round unless it has started."""
        if self._round == self.table.state.rounds:
            return False
        self._round = self.table.state.rounds
        self._ask_all()
        self._sitting_still = list(self._neighbours)
        if all(map(self._turn, self.people)):
            self.neighbours_wager()
        return True

    def close(self) -> bool:
        if self.to_wager:
            return False
        self.neighbours_wager()
        self._ask_all()
        for person in self.people:
            # A coupon is used up; all other wagers can be repeated.
            lying = wagers_of(self.table, person.name).items()
            person.last = {hand: replace(wagers, coupon=0) for hand, wagers in lying} or person.last
            person.bank = self.table.state.inventory if self.banks(person) else person.bank
        self.table.deal()
        return True

    def _ask_all(self) -> None:
        self.to_wager = sorted(self.people, key=self._turn)

    def _turn(self, person: Person) -> int:
        """Order of betting: seated players, then the backline, whose seat must wager first, then the bank."""
        return 2 if self.banks(person) else int(person.seat > PLACES)

    def neighbours_wager(self) -> None:
        """Have computer players wager after the first person, to keep the last round visible until then."""
        while self._sitting_still:
            self._sitting_still.pop(0).place_wager(self.table)

    def banks(self, person: Person) -> bool:
        return self.table.state.bank.seat == person.seat

    def welcome(self, neighbour: ComputerPlayer) -> None:
        self._neighbours.append(neighbour)
        self._sitting_still.append(neighbour)

    def take_back(self, person: Person) -> None:
        boxes = wagers_of(self.table, person.name) or {person.seat: Wagers()}
        self.table.give(*(each for box, lying in boxes.items() for each in _taken_back(box, lying)))
        if person not in self.to_wager:
            self.to_wager.append(person)

    def forget(self, person: Person) -> None:
        """Stop asking a person."""
        self.to_wager = [each for each in self.to_wager if each is not person]

    def answer(self, person: Person, words: list[str]) -> None:
        match words:
            case [] if self.banks(person) or wagers_of(self.table, person.name):
                self.forget(person)
            case []:
                self._repeat(person)
            case ["done" | "deal" | "d"] | ["out"] | ["sit", "out"] | ["pass"]:
                self.forget(person)
            case ["withdraw"] if self.banks(person):
                self.table.give(c.DeclineBank(seat=person.seat))
            case ["withdraw"]:
                self.take_back(person)
            case ["withdraw", name] if wager := wager_named(name):
                hand = own_hand(self.table.rules, person.seat)
                self.table.give(c.WithdrawWager(hand=hand, wager=wager))
            case ["withdraw", "box" | "card", box]:
                hand = own_hand(self.table.rules, person.seat, number(box))
                lying = wagers_of(self.table, person.name).get(hand, Wagers())
                self.table.give(*_taken_back(hand, lying))
            case ["behind" | "seat" | "sit"]:
                raise InputError("Say which seat, such as seat 5 or behind 3.")
            case ["behind", seat] if self.table.rules.house.backline and number(seat) == person.seat:
                raise InputError(f"{person.name} sits at seat {seat}; say another seat to stand behind.")
            case ["behind", seat]:
                self._move(person, self.table.state.place_behind(number(seat)))
            case ["seat" | "sit", seat]:
                self._move(person, number(seat))
            case _:
                typed = wagering(words)
                if typed is None:
                    raise unclear(words)
                self._place(person, typed)
        self.neighbours_wager()

    def _repeat(self, person: Person) -> None:
        wagers = usual_wagers(self.table, person)
        if not wagers:
            raise InputError(f"{person.name} has nothing to repeat here; type help to see what can be done.")
        self.table.give(*repeated(self.table.rules, person, wagers))

    def _place(self, person: Person, typed: Wagering) -> None:
        hand = own_hand(self.table.rules, person.seat, typed.box)
        commands: list[c.Command] = []
        lying = wagers_of(self.table, person.name)
        if hand in lying and not typed.adds:
            commands += _taken_back(hand, lying[hand])
        placed = typed.wagers.commands(hand, person.name)
        try:
            self.table.give(*commands, *placed)
        except Refusal as no:
            if no.reason is not Reason.NOT_ENOUGH_CHIPS or len(placed) == 1:
                raise
            # The refusal names only the chips left after the earlier wagers.
            has = self.table.state.chips[person.name] + (_chips(lying[hand]) if commands else 0)
            takes = dollars(_chips(typed.wagers))
            raise InputError(f"That takes {takes}, and {person.name} has {dollars(has)} in chips.") from None

    def _move(self, person: Person, place: int) -> None:
        if self.banks(person) or wagers_of(self.table, person.name):
            raise InputError("Who banks or has wagers on the layout stays until the round is over.")
        chips = self.table.state.chips[person.name]
        sits = c.Sit(player=person.name, seat=place, chips=chips)
        self.table.give(c.LeaveTable(player=person.name), sits)
        person.seat, person.last = place, {}
        self.to_wager.sort(key=self._turn)


def _chips(wagers: Wagers) -> Cents:
    """Total of the wagers made with chips."""
    return sum(asdict(replace(wagers, coupon=0)).values())


def _taken_back(hand: int, lying: Wagers) -> list[c.Command]:
    """Withdraw all wagers of a hand; withdrawing the initial wager takes the others along."""
    alone = [] if lying.initial or lying.coupon else lying.commands(hand)
    wagers = [each.wager for each in alone if isinstance(each, c.PlaceWager) and each.amount]
    return [c.WithdrawWager(hand=hand, wager=wager) for wager in wagers or [Wager.INITIAL]]
