"""The people of a table in the terminal: those at the keyboard, and neighbours that the computer plays."""

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
    """Someone at the keyboard, with the last wagers by hand and the last bank."""

    name: str
    seat: int
    last: dict[int, Wagers] = {}
    bank: Cents = 0
    """What they last banked a round with."""


class PlayStyle(StrEnum):
    """How neighbours play, one after another."""

    STEADY = "goes to war"
    BOLD = "goes to war, and wagers on ties"
    CAUTIOUS = "surrenders"


class ComputerPlayer(Struct, frozen=True):
    """A player that the computer plays."""

    name: str
    seat: int
    manner: PlayStyle
    wager: Cents

    def place_wager(self, table: Table) -> None:
        """Wager as always; buy chips when they run low, and sit out when the table refuses."""
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
        """Answer what is asked of this player: no cut, no tie wager at war, all else by manner."""
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
        """Bank if it is in the manner: a bold player for as long as possible, a steady one for a round."""
        kept = table.state.bank.last == seat and table.state.bank.rounds > 0
        try:
            unwilling = self.manner is PlayStyle.CAUTIOUS or (kept and self.manner is PlayStyle.STEADY)
            if unwilling or wagers_of(table, self.name):
                table.give(c.DeclineBank(seat=seat))
                return
        except Refusal:
            pass  # the bank has to be kept for a second round
        self.take_bank(table)

    def take_bank(self, table: Table) -> None:
        """Put up the bank of this player, with more chips if they run low."""
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
            # There is no surrender here, or no war, or the chips ran out.
            table.give(*(fights if table.rules.book.war else (gives_up,)))


class SavedPlayers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody at a table as a saved game keeps them, and how far the betting had come."""

    names: tuple[str, ...]
    """Who sat down at the keyboard, those who left included."""
    people: tuple[Person, ...]
    neighbours: tuple[ComputerPlayer, ...]
    betting_on: int
    """How many rounds were complete when the betting was opened."""
    to_wager: tuple[str, ...]
    still_to_come: tuple[str, ...]
    """Neighbours who wager once a person has."""
    skips: bool

    def fits(self, table: Table) -> bool:
        """Tell whether these people sit at a table."""
        people, others = (
            {each.name: each.seat for each in group} for group in (self.people, self.neighbours)
        )
        wagering = set(self.to_wager) <= set(people) and set(self.still_to_come) <= set(others)
        there = all(table.state.seats.get(seat) == name for name, seat in (people | others).items())
        return bool(people) and set(people) <= set(self.names) and wagering and there


def seated(rules: Rules, names: list[str], joining: int) -> tuple[list[Person], list[ComputerPlayer]]:
    """Seat people around the middle of the table, and so many neighbours beside them."""
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
    """Find somebody to sit down where too few are left, by another name than these."""
    seat = next(seat for seat in range(1, table.rules.seats + 1) if seat not in table.state.seats)
    name = next(_guests((*names, *table.state.chips)))
    return ComputerPlayer(name, seat, PlayStyle.STEADY, suggested(table.rules, Wager.INITIAL, USUAL_WAGER))


def _guests(names: Iterable[str]) -> Iterator[str]:
    """List names for neighbours that nobody has."""
    taken = {name.casefold() for name in names}
    guests = chain(WORDS.neighbours, (f"Guest {number}" for number in count(1)))
    return (name for name in guests if name.casefold() not in taken)


def suggested(rules: Rules, wager: Wager, wanted: Cents = USUAL_WAGER) -> Cents:
    """Find the wager nearest to what is wanted that limits and chips allow."""
    least, most = rules.span(wager)
    unit = rules.unit(wager)
    amount = -(-max(wanted, least) // unit) * unit
    return amount if amount <= most else most // unit * unit


def usual_wagers(table: Table, person: Person) -> dict[int, Wagers]:
    """Give what Enter places, by hand: the last wagers again, or else a usual one, if any is lawful."""
    if person.last and accepted(table.rules, table.state, repeated(table.rules, person, person.last)):
        return person.last
    hand = own_hand(table.rules, person.seat)
    initial = PlayerActions(table.rules, table.state, person.name).wager(Wager.INITIAL, hand)
    return {hand: Wagers(nearest(initial, suggested(table.rules, Wager.INITIAL)))} if initial else {}


def repeated(rules: Rules, person: Person, wagers: dict[int, Wagers]) -> list[c.Command]:
    """Give the commands that place wagers on several hands, the nearest to the own seat first."""
    if rules.backs_all_cards:
        wagers = dict([*wagers.items()][:1])
    in_order = sorted(wagers.items(), key=lambda item: abs(item[0] - person.seat))
    return [each for hand, last in in_order for each in last.commands(hand, person.name)]


def own_hand(rules: Rules, seat: int, box: int = 0) -> int:
    """Give the number of a player's hand: at their own seat or a box, or on a community card."""
    if rules.house.electronic is not None:
        return PLACES * seat + (box or 1)
    return box or seat


def wagers_of(table: Table, name: str) -> dict[int, Wagers]:
    """List what a player has on the layout before the deal, by hand."""
    current = table.state.round
    hands = current.hands.values() if current else ()
    return {hand.number: Wagers.of(hand) for hand in hands if hand.player == name}


def usual_bank(table: Table, person: Person) -> Cents:
    """Find the bank that is suggested: the last one, twenty usual wagers, or all the chips; or 0."""
    takes = PlayerActions(table.rules, table.state, person.name).find(c.TakeBank)
    return nearest(takes, person.bank or 20 * suggested(table.rules, Wager.INITIAL)) if takes else 0


def brought_and_taken(table: Table, name: str) -> tuple[Cents, Cents]:
    """Add up the chips that a player brought and took home; who changed places brought the same ones."""
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
