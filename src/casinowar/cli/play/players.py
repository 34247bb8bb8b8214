"""People at the keyboard, and computer players."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain, count, cycle, islice
from typing import Final

from msgspec import Struct

from casinowar.cli.play.player_actions import PlayerActions, accepted, nearest
from casinowar.cli.play.wording import WORDS
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.refusal import Refusal
from casinowar.game.words import PLACES, Act, Wager
from casinowar.table_api import Table

USUAL_WAGER: Final = 10_00


class Person(Struct):
    """A person at the keyboard, with the last wagers by hand and the last bank."""

    name: str
    seat: int
    last: dict[int, Wagers] = {}
    bank: Cents = 0
    """The last bank."""


class PlayStyle(StrEnum):
    """Styles of computer players, assigned in turn."""

    STEADY = "goes to war"
    BOLD = "goes to war, and wagers on ties"
    CAUTIOUS = "surrenders"


class ComputerPlayer(Struct, frozen=True):
    name: str
    seat: int
    manner: PlayStyle
    wager: Cents

    def place_wager(self, table: Table) -> None:
        """Place the usual wager; buy chips when they run low, and sit out if the table refuses."""
        try:
            if table.state.chips[self.name] < 5 * self.wager:
                table.give(c.BuyChips(player=self.name, amount=20 * self.wager))
            offered = table.rules.house.electronic
            card = 1 + self.seat % offered.community_cards if offered else 0
            hand = own_hand(table.rules, self.seat, card)
            table.give(*self._wagers(table.rules).commands(hand, self.name))
        except Refusal:
            return

    def _wagers(self, rules: Rules) -> Wagers:
        bold = self.manner is PlayStyle.BOLD
        steady = self.manner is not PlayStyle.CAUTIOUS
        tie = suggested(rules, Wager.TIE, USUAL_WAGER // 2) if bold and rules.book.wagers.tie else 0
        progressive = rules.fixed_amounts(Wager.PROGRESSIVE)[:1] if steady else ()
        spin = rules.fixed_amounts(Wager.BONUS_SPIN)[:1] if bold else ()
        return Wagers(self.wager, tie, sum(progressive), sum(spin))

    def answer(self, table: Table, act: Act, seat: int) -> None:
        """Answer a duty: no cut, no tie wager at war, the rest by style."""
        match act:
            case Act.ANSWER_CUT:
                table.answer_cut(seat)
            case Act.ANSWER_TIE_OFFER:
                table.answer_tie_offer(seat)
            case Act.ANSWER_BANK:
                self._answer_bank(table, seat)
            case Act.ADD_TO_BANK:
                table.add_to_bank(0)
            case _:
                self._choose(table, seat)

    def _answer_bank(self, table: Table, seat: int) -> None:
        """Bold players bank as long as possible, steady players one round, cautious players never."""
        kept = table.state.bank.last == seat and table.state.bank.rounds > 0
        try:
            unwilling = self.manner is PlayStyle.CAUTIOUS or (kept and self.manner is PlayStyle.STEADY)
            if unwilling or wagers_of(table, self.name):
                table.give(c.DeclineBank(seat=seat))
                return
        except Refusal:
            pass  # the player must keep the bank for a second round
        self.take_bank(table)

    def take_bank(self, table: Table) -> None:
        bank = 20 * self.wager
        short = max(bank - table.state.chips[self.name], 0)
        bought = (c.BuyChips(player=self.name, amount=short),) if short else ()
        table.give(*bought, c.TakeBank(seat=self.seat, amount=bank))

    def _choose(self, table: Table, seat: int) -> None:
        gives_up: c.Command = c.Surrender(hand=seat)
        fights = (c.BuyChips(player=self.name, amount=20 * self.wager), c.GoToWar(hand=seat))
        try:
            table.give(*((gives_up,) if self.manner is PlayStyle.CAUTIOUS else fights[1:]))
        except Refusal:
            # No surrender here, or no war, or the chips ran out.
            table.give(*(fights if table.rules.book.war else (gives_up,)))


class SavedPlayers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    """All people who sat down at the keyboard, including those who left."""
    people: tuple[Person, ...]
    neighbours: tuple[ComputerPlayer, ...]
    betting_on: int
    """Completed rounds when the betting started."""
    to_wager: tuple[str, ...]
    still_to_come: tuple[str, ...]
    """Computer players who wager once a person has."""
    skips: bool

    def fits(self, table: Table) -> bool:
        people, others = (
            {each.name: each.seat for each in group} for group in (self.people, self.neighbours)
        )
        wagering = set(self.to_wager) <= set(people) and set(self.still_to_come) <= set(others)
        there = all(table.state.seats.get(seat) == name for name, seat in (people | others).items())
        return bool(people) and set(people) <= set(self.names) and wagering and there


def seated(rules: Rules, names: list[str], joining: int) -> tuple[list[Person], list[ComputerPlayer]]:
    first = (rules.seats - len(names)) // 2 + 1
    people = [Person(name, seat) for seat, name in enumerate(names, first)]
    free = [seat for seat in range(1, rules.seats + 1) if not first <= seat < first + len(names)]
    free.sort(key=lambda seat: min(abs(seat - person.seat) for person in people))
    others = islice(_guests(names), joining)
    manners, wagers = cycle(PlayStyle), cycle((5_00, 10_00, 15_00, 20_00))
    return people, [
        ComputerPlayer(name, seat, manner, suggested(rules, Wager.INITIAL, wager))
        for name, seat, manner, wager in zip(others, free, manners, wagers, strict=False)
    ]


def newcomer(table: Table, names: Iterable[str]) -> ComputerPlayer:
    """Create a computer player for a table with too few players, under an unused name."""
    seat = next(seat for seat in range(1, table.rules.seats + 1) if seat not in table.state.seats)
    name = next(_guests((*names, *table.state.chips)))
    return ComputerPlayer(name, seat, PlayStyle.STEADY, suggested(table.rules, Wager.INITIAL, USUAL_WAGER))


def _guests(names: Iterable[str]) -> Iterator[str]:
    taken = {name.casefold() for name in names}
    guests = chain(WORDS.neighbours, (f"Guest {number}" for number in count(1)))
    return (name for name in guests if name.casefold() not in taken)


def suggested(rules: Rules, wager: Wager, wanted: Cents = USUAL_WAGER) -> Cents:
    """Find the wager nearest to the wanted one that limits and chip sizes allow."""
    least, most = rules.span(wager)
    unit = rules.unit(wager)
    amount = -(-max(wanted, least) // unit) * unit
    return amount if amount <= most else most // unit * unit


def usual_wagers(table: Table, person: Person) -> dict[int, Wagers]:
    """Return what Enter places, by hand: the last wagers again, or else a usual one, if lawful."""
    if person.last and accepted(table.rules, table.state, repeated(table.rules, person, person.last)):
        return person.last
    hand = own_hand(table.rules, person.seat)
    initial = PlayerActions(table.rules, table.state, person.name).wager(Wager.INITIAL, hand)
    return {hand: Wagers(nearest(initial, suggested(table.rules, Wager.INITIAL)))} if initial else {}


def repeated(rules: Rules, person: Person, wagers: dict[int, Wagers]) -> list[c.Command]:
    if rules.backs_all_cards:
        wagers = dict([*wagers.items()][:1])
    in_order = sorted(wagers.items(), key=lambda item: abs(item[0] - person.seat))
    return [each for hand, last in in_order for each in last.commands(hand, person.name)]


def own_hand(rules: Rules, seat: int, box: int = 0) -> int:
    """Return the number of a hand: a seat or box, or a community card at an electronic table."""
    if rules.house.electronic is not None:
        return PLACES * seat + (box or 1)
    return box or seat


def wagers_of(table: Table, name: str) -> dict[int, Wagers]:
    current = table.state.round
    hands = current.hands.values() if current else ()
    return {hand.number: Wagers.of(hand) for hand in hands if hand.player == name}


def usual_bank(table: Table, person: Person) -> Cents:
    """Suggest a bank: the last one, twenty usual wagers, or all the chips; 0 if none is possible."""
    takes = PlayerActions(table.rules, table.state, person.name).find(c.TakeBank)
    return nearest(takes, person.bank or 20 * suggested(table.rules, Wager.INITIAL)) if takes else 0


def brought_and_taken(table: Table, name: str) -> tuple[Cents, Cents]:
    """Total chips brought and taken home. Changing seats counts the same chips once."""
    came, left = 0, 0
    for event in table.events:
        match event:
            case e.PlayerSeated(player=player) if player == name:
                came, left = came + event.chips - left, 0
            case e.ChipsBought(player=player) if player == name:
                came += event.amount
            case e.PlayerLeft(player=player) if player == name:
                left = event.chips
            case _:
                pass
    return came, left + table.state.chips.get(name, 0)
