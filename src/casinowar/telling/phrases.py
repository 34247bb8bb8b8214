"""Phrases: how a sentence names people, places, cards, wagers and acts, in the regulations' words."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from casinowar.game import commands as c
from casinowar.game.cards import Card, shown
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import DEALER, PLACES, Role
from casinowar.telling.wording import ENGLISH, Wording

WAGERS, METERS = ENGLISH.wagers, ENGLISH.meters

_FIRST_DAY: Final = date(1970, 1, 1).toordinal()
_REAL: Final = range(date(2000, 1, 1).toordinal() - _FIRST_DAY, date.max.toordinal() - _FIRST_DAY)
"""The days of real clocks, which count from 1970; that of a table in a terminal may start at nothing."""


def day(passed: int, said: Wording = ENGLISH) -> str:
    """Name the day before which so many have passed by a clock.

    >>> day(0), day(20_773)
    ('day 1', '2026-11-16')
    """
    if passed in _REAL:
        return date.fromordinal(_FIRST_DAY + passed).isoformat()
    return said.phrase("day", day=passed + 1)


def sentence(words: str) -> str:
    """Make a sentence of words: a capital first and a full stop last.

    >>> sentence("the dealer called no more bets")
    'The dealer called no more bets.'
    """
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")


def listed(words: Iterable[str], said: Wording = ENGLISH) -> str:
    """List words as people do.

    >>> listed(["seat 1", "seat 2", "the dealer"]), listed([])
    ('seat 1, seat 2 and the dealer', 'no one')
    """
    *others, last = [*words] or [said.phrase("nobody")]
    return f"{', '.join(others)} {said.phrase('and')} {last}" if others else last


def cards(number: int, said: Wording = ENGLISH) -> str:
    """Count cards.

    >>> cards(1), cards(312)
    ('1 card', '312 cards')
    """
    return said.phrase("card", number=number)


def meter(name: str, said: Wording = ENGLISH) -> str:
    return said.phrase("meter", meter=said.meters.get(name, name))


def faces(some: Iterable[Card]) -> str:
    return " ".join(shown(card) for card in some)


def dealer(table: Table, said: Wording = ENGLISH) -> str:
    """Name the side that the others play against: the dealer, or the player who banks the round."""
    return said.phrase("dealer" if table.bank.seat is None else "player_dealer")


def place(hand: int, table: Table = CLOSED, said: Wording = ENGLISH) -> str:
    """Name where a hand is: at a seat, behind it, or at a terminal that backs a community card.

    >>> place(3), place(0), place(203)
    ('seat 3', 'the dealer', 'terminal 2 on community card 3')
    >>> place(203, Table(seats={203: "Ann"}))
    'backline 2 at seat 3'
    """
    return dealer(table, said) if hand == DEALER else _placed(said, "", "", hand, table)


def _placed(said: Wording, form: str, player: str, hand: int, table: Table) -> str:
    """Name a place of its kind, or in another form the person there; the reader's own place as "yours"."""
    if player and player == said.reader:
        form = "your_"
    if hand < PLACES:
        return said.phrase(f"{form}seat", player=player, seat=hand)
    line, number = divmod(hand, PLACES)
    if hand in table.seats:
        return said.phrase(f"{form}backline", player=player, line=line, seat=number)
    return said.phrase(f"{form}terminal", player=player, terminal=line, card=number)


def places(hands: Iterable[int], table: Table = CLOSED, said: Wording = ENGLISH) -> str:
    """Name several places.

    >>> places([1, 2, 0]), places([3, 0]), places([])
    ('seats 1, 2 and the dealer', 'seat 3 and the dealer', 'no one')
    """
    hands = [*hands]
    numbers = [str(hand) for hand in hands if hand > DEALER]
    if len(numbers) > 1 and max(hands) < PLACES:
        both = listed(numbers + [dealer(table, said)] * (DEALER in hands), said)
        return said.phrase("seats", seats=both)
    return listed((place(hand, table, said) for hand in hands), said)


def spots(numbers: Iterable[int], table: Table, said: Wording = ENGLISH) -> str:
    numbers = [*numbers]
    if not has_terminals(table):
        return places(numbers, table, said)
    lying = [str(number) for number in numbers if number > DEALER]
    form = "community_card" if len(lying) == 1 else "community_cards"
    cards = said.phrase(form, cards=listed(lying, said))
    return listed([cards] * bool(lying) + [dealer(table, said)] * (DEALER in numbers), said)


def has_terminals(table: Table) -> bool:
    """Tell whether the hands of the round are at terminals, which back community cards."""
    hands = (table.round.hands or table.round.settling) if table.round else ()
    return any(hand >= PLACES and hand not in table.seats for hand in hands)


def player_at(table: Table, hand: int) -> str:
    found = table.hand(hand)
    terminal = hand // PLACES if hand >= PLACES else hand
    return (found.player if found else "") or table.seats.get(hand, "") or table.seats.get(terminal, "")


def player_giving(command: c.Command, table: Table) -> str:
    if command.by is not Role.PLAYER:
        return ""
    place = getattr(command, "hand", 0) or getattr(command, "seat", 0) or table.bank.seat or 0
    return getattr(command, "player", "") or player_at(table, place)


def who(table: Table, hand: int, said: Wording = ENGLISH) -> str:
    player = player_at(table, hand)
    return placed_by(table, player, hand, said) if player and hand != DEALER else place(hand, table, said)


def placed_by(table: Table, player: str, hand: int, said: Wording = ENGLISH) -> str:
    return _placed(said, "player_at_", player, hand, table)


def whose_card(table: Table, number: int, said: Wording = ENGLISH) -> str:
    if number == DEALER or has_terminals(table):
        return spots([number], table, said)
    current = table.round
    playing = (current.war.hands if current.war else current.hands) if current else (number,)
    return who(table, number, said) if number in playing else place(number, table, said)
