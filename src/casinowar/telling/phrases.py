"""Phrases: how a sentence names people, places, cards, wagers and acts, in the regulations' words."""

from collections.abc import Iterable
from datetime import date
from importlib.resources import files
from typing import Final

from msgspec import Struct, toml

from casinowar.game import commands as c
from casinowar.game.cards import Card, shown
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import DEALER, PLACES, Act, Role, Wager, spot


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """What `wording.toml` says: what things are called, and how each kind of event is told."""

    wagers: dict[Wager, str]
    meters: dict[str, str]
    done: dict[Act, str]
    """What a recorded act is called once it is done."""
    events: dict[str, str]


WORDING: Final = toml.decode(files(__package__).joinpath("wording.toml").read_bytes(), type=Wording)
WAGERS, METERS = WORDING.wagers, WORDING.meters


_FIRST_DAY: Final = date(1970, 1, 1).toordinal()
_REAL: Final = range(date(2000, 1, 1).toordinal() - _FIRST_DAY, date.max.toordinal() - _FIRST_DAY)
"""The days of real clocks, which count from 1970; that of a table in a terminal may start at nothing."""


def day(passed: int) -> str:
    """Name the day before which so many have passed by a clock.

    >>> day(0), day(20_773)
    ('day 1', '2026-11-16')
    """
    return date.fromordinal(_FIRST_DAY + passed).isoformat() if passed in _REAL else f"day {passed + 1}"


def sentence(words: str) -> str:
    """Make a sentence of words: a capital first and a full stop last.

    >>> sentence("the dealer called no more bets")
    'The dealer called no more bets.'
    """
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")


def listed(words: Iterable[str]) -> str:
    """List words as people do.

    >>> listed(["seat 1", "seat 2", "the dealer"]), listed([])
    ('seat 1, seat 2 and the dealer', 'nobody')
    """
    *others, last = [*words] or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last


def counted(number: int, thing: str) -> str:
    """Count things.

    >>> counted(1, "deck"), counted(312, "card")
    ('1 deck', '312 cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def cards(number: int) -> str:
    """Count cards."""
    return counted(number, "card")


def faces(some: Iterable[Card]) -> str:
    """Write cards one after another."""
    return " ".join(shown(card) for card in some)


def dealer(table: Table) -> str:
    """Name whoever plays against the others: the dealer, or the player who banks the round."""
    return "the dealer" if table.bank.seat is None else "the player/dealer"


def place(hand: int, table: Table = CLOSED) -> str:
    """Name where a hand is: at a seat, behind it, or at a terminal that backs a community card.

    >>> place(3), place(0), place(203)
    ('seat 3', 'the dealer', 'terminal 2 on community card 3')
    >>> place(203, Table(seats={203: "Ann"}))
    'backline 2 at seat 3'
    """
    if hand == DEALER:
        return dealer(table)
    if hand < PLACES:
        return f"seat {hand}"
    if hand in table.seats:
        return f"backline {hand // PLACES} at seat {spot(hand)}"
    return f"terminal {hand // PLACES} on community card {spot(hand)}"


def places(hands: Iterable[int], table: Table = CLOSED) -> str:
    """Name several places.

    >>> places([1, 2, 0]), places([3, 0]), places([])
    ('seats 1, 2 and the dealer', 'seat 3 and the dealer', 'nobody')
    """
    hands = [*hands]
    numbers = [str(hand) for hand in hands if hand > DEALER]
    if len(numbers) > 1 and max(hands) < PLACES:
        return "seats " + listed(numbers + [dealer(table)] * (DEALER in hands))
    return listed(place(hand, table) for hand in hands)


def spots(numbers: Iterable[int], table: Table) -> str:
    """Name several places where cards lie: seats or community cards, and the dealer's."""
    numbers = [*numbers]
    if not has_terminals(table):
        return places(numbers, table)
    lying = [str(number) for number in numbers if number > DEALER]
    cards = f"community {'card' if len(lying) == 1 else 'cards'} {listed(lying)}"
    return listed([cards] * bool(lying) + [dealer(table)] * (DEALER in numbers))


def has_terminals(table: Table) -> bool:
    """Tell whether the hands of the round are at terminals, which back community cards."""
    hands = (table.round.hands or table.round.settling) if table.round else ()
    return any(hand >= PLACES and hand not in table.seats for hand in hands)


def player_at(table: Table, hand: int) -> str:
    """Find whose hand it is, or who sits there."""
    found = table.hand(hand)
    terminal = hand // PLACES if hand >= PLACES else hand
    return (found.player if found else "") or table.seats.get(hand, "") or table.seats.get(terminal, "")


def player_giving(command: c.Command, table: Table) -> str:
    """Name the player who gives a player's command."""
    if command.by is not Role.PLAYER:
        return ""
    place = getattr(command, "hand", 0) or getattr(command, "seat", 0) or table.bank.seat or 0
    return getattr(command, "player", "") or player_at(table, place)


def who(table: Table, hand: int) -> str:
    """Name the player of a hand and the place, or the dealer."""
    player, at = player_at(table, hand), place(hand, table)
    return at if not player or hand == DEALER else placed_by(table, player, hand)


def placed_by(table: Table, player: str, hand: int) -> str:
    """Name a player who puts something on a hand, which may be new."""
    at = place(hand, table)
    return f"{player} {'in' if at.startswith('backline') else 'at'} {at}"


def whose_card(table: Table, number: int) -> str:
    """Name whom a card goes to: a player, a seat where only others wagered, a community card, the dealer."""
    if number == DEALER or has_terminals(table):
        return spots([number], table)
    current = table.round
    playing = (current.war.hands if current.war else current.hands) if current else (number,)
    return who(table, number) if number in playing else place(number, table)
