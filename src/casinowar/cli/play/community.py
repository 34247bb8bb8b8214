"""The layout of an electronic table: community cards, and what each terminal wagers on them."""

from rich.console import Group
from rich.text import Text

from casinowar.cli.play import cards, places
from casinowar.cli.play.scene import Scene
from casinowar.game.table import Hand
from casinowar.game.words import PLACES, spot

MOST_LINES = 5


def community(scene: Scene, width: int, turn: int) -> Group:
    """Draw the community cards with the wagers below each, and the terminals below them."""
    offered = scene.rules.house.electronic
    numbers = range(offered.community_cards if offered else 0, 0, -1)
    columns = [_column(scene, number, turn) for number in numbers]
    terminals = Text("  ").join(
        Text(" ").join((places.name(scene, seat, turn // PLACES or turn), places.chips(scene, seat)))
        for seat in sorted(scene.table.seats)
    )
    return Group(cards.side_by_side(columns, width), cards.in_columns((terminals, "center", width)))


def _column(scene: Scene, number: int, turn: int) -> list[Text]:
    here = [hand for hand in scene.hands.values() if spot(hand.number) == number]
    # Collected cards are still known to the hands that were played on them.
    shown = scene.lying(number) or next((places.held(hand) for hand in here if hand.card), ())
    lines = [_backed(hand, turn) for hand in here]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], Text(f"… {len(here) - MOST_LINES + 1} more", style="dim")]
    return [
        Text(f"card {number}", style="dim"),
        *cards.drawn(shown),
        *lines,
        *([Text()] * (MOST_LINES - len(lines))),
    ]


def _backed(hand: Hand, turn: int) -> Text:
    """Write one terminal's wagers on a card, or what came of them."""
    name = (f"{hand.player[:4]} ", "bold yellow" if hand.number == turn else "")
    return Text.assemble(name, places.result(hand) or places.wagers_in_short(hand))
