"""The layout of an electronic table: community cards, and what each terminal wagers on them."""

from rich.console import Group
from rich.text import Text

from casinowar.cli.play import drawing, seats
from casinowar.cli.play.display_state import DisplayState
from casinowar.game.table import Hand
from casinowar.game.words import PLACES, spot

MOST_LINES = 5


def community(scene: DisplayState, width: int, turn: int) -> Group:
    """Draw the community cards with the wagers below each, and the terminals below them."""
    offered = scene.rules.house.electronic
    numbers = range(offered.community_cards if offered else 0, 0, -1)
    wagers = {number: [_backed(scene, hand, turn) for hand in _backing(scene, number)] for number in numbers}
    room = width // max(len(numbers), 1)
    listed = any(line.cell_len >= room for lines in wagers.values() for line in lines)
    columns = [
        _column(scene, number, [] if listed else wagers[number], 0 if listed else MOST_LINES)
        for number in numbers
    ]
    terminals = [
        Text(" ").join((seats.name(scene, seat, turn // PLACES or turn), seats.chips(scene, seat)))
        for seat in sorted(scene.table.seats)
    ]
    below = [
        Text.assemble((f" card {number} ", "dim"), line)
        for number in numbers[::-1]
        for line in wagers[number]
    ]
    return Group(
        drawing.side_by_side(columns, width),
        *(drawing.in_columns((line, "left", width)) for line in (_most(below) if listed else [])),
        *(drawing.in_columns((line, "center", width)) for line in drawing.in_lines(terminals, width, "  ")),
    )


def _backing(scene: DisplayState, number: int) -> list[Hand]:
    return [hand for hand in scene.hands.values() if spot(hand.number) == number]


def _column(scene: DisplayState, number: int, lines: list[Text], rows: int) -> list[Text]:
    # Collected cards are still known to the hands that were played on them.
    held = next((seats.held(hand) for hand in _backing(scene, number) if hand.card), ())
    shown = _most(lines)
    return [
        Text(f"card {number}", style="dim"),
        *drawing.drawn(scene.lying(number) or held),
        *shown,
        *([Text()] * (rows - len(shown))),
    ]


def _most(lines: list[Text]) -> list[Text]:
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[: MOST_LINES - 1], Text(f"… {len(lines) - MOST_LINES + 1} more", style="dim")]


def _backed(scene: DisplayState, hand: Hand, turn: int) -> Text:
    """Write one terminal's wagers on a card, or what came of them."""
    name = (f"{hand.player[:4]} ", "bold yellow" if hand.number == turn else "")
    return Text.assemble(name, seats.result(scene, hand) or seats.wagers_in_short(hand))
