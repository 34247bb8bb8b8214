"""Who sits where: the chips of each place, what is wagered there, and the cards that lie there."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from casinowar.game.money import dollars
from casinowar.game.table import Hand, Table
from casinowar.telling.phrases import WAGERS, faces, place


class ChartRow(NamedTuple):
    """One place in words."""

    place: str
    player: str
    chips: str
    wagers: str = ""
    cards: str = ""


def chart_rows(table: Table) -> Iterator[ChartRow]:
    """List the places that are taken or have a wager, and the dealer's once there is a card."""
    current = table.round
    hands = current.hands if current else {}
    for number in sorted({*table.seats, *hands}):
        hand = hands.get(number)
        player = hand.player if hand else table.seats[number]
        chips = dollars(table.chips.get(player, 0))
        cards = faces((hand.card, *hand.war_cards)) if hand and hand.card else ""
        yield ChartRow(place(number, table), player, chips, _wagers(hand) if hand else "", cards)
    if current and current.dealer_card:
        cards = faces((current.dealer_card, *current.dealer_war_cards))
        yield ChartRow(place(0, table), "", "", "", cards)


def _wagers(hand: Hand) -> str:
    lying = {WAGERS[wager].removesuffix(" wager"): hand.on_layout(wager) for wager in hand.wagers}
    return ", ".join(f"{wager} {dollars(amount)}" for wager, amount in lying.items() if amount)


def in_a_line(table: Table) -> str:
    said = []
    for each in chart_rows(table):
        lying = ", ".join(part for part in (each.wagers, each.cards) if part)
        said.append(" ".join(part for part in (*each[:3], f"({lying})" if lying else "") if part))
    return ", ".join(said) or "no players"


def in_a_table(table: Table, title: str) -> str:
    heads = "".join(f"<th>{name}</th>" for name in ChartRow._fields)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in each) for each in chart_rows(table))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><tr>{heads}</tr>{body}</table>"
