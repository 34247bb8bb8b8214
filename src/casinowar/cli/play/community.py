"""The layout of an electronic table: community cards, and what each terminal wagers on them."""

from collections.abc import Iterator

from rich.console import Group
from rich.text import Text

from casinowar.cli.play import cards
from casinowar.cli.play.hands import bonus_wagers, result
from casinowar.cli.play.scene import Scene
from casinowar.game.table import Hand
from casinowar.game.words import PLACES, Wager, spot

MOST_LINES = 5


def community(scene: Scene, width: int, turn: int) -> Group:
    """Draw the community cards with the wagers below each, and the terminals below them."""
    offered = scene.rules.house.electronic
    numbers = [*range(offered.community_cards if offered else 0, 0, -1)]
    columns = [_column(scene, number, turn) for number in numbers]
    terminals = cards.in_columns((_terminals(scene, turn), "center", width))
    return Group(cards.side_by_side(columns, width), terminals)


def _column(scene: Scene, number: int, turn: int) -> list[Text]:
    hands = scene.round.hands.values() if scene.round else ()
    held = scene.round.layout.get(number, ()) if scene.round else ()
    here = [hand for hand in hands if spot(hand.number) == number]
    if not held:
        # Collected cards are still known to the hands that were played on them.
        held = next(((hand.card, *hand.war_cards) for hand in here if hand.card), ())
    lines = [_backed(hand, turn) for hand in here]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], Text(f"… {len(here) - MOST_LINES + 1} more", style="dim")]
    return [
        Text(f"card {number}", style="dim"),
        *cards.drawn(held),
        *lines,
        *([Text()] * (MOST_LINES - len(lines))),
    ]


def _backed(hand: Hand, turn: int) -> Text:
    """Write one terminal's wagers on a card, or what came of them."""
    name = (f"{hand.player[:4]} ", "bold yellow" if hand.number == turn else "")
    ends = result(hand)
    return Text.assemble(name, ends if ends.plain else _amounts(hand))


def _amounts(hand: Hand) -> Text:
    said = [Text(cards.amount(hand.on_layout(Wager.INITIAL)))]
    if tie := hand.on_layout(Wager.TIE):
        said.append(Text.assemble(("t", "dim"), cards.amount(tie)))
    if bonus := bonus_wagers(hand):
        said.append(bonus)
    return Text(" ").join(said)


def _terminals(scene: Scene, turn: int) -> Text:
    return Text("  ").join(_terminal(scene, turn))


def _terminal(scene: Scene, turn: int) -> Iterator[Text]:
    for seat, player in sorted(scene.table.seats.items()):
        asked = seat in {turn, turn // PLACES}
        name = (f"▶{seat} {player} ", "bold yellow") if asked else (f"{seat} {player} ", "bold")
        yield Text.assemble(name, ("●", "dim"), (cards.amount(scene.table.chips.get(player, 0)), "cyan"))
