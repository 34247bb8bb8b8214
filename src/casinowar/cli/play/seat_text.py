"""Text of a place at the table: its player, cards, wagers, result and chips."""

from collections.abc import Iterator

from rich.text import Text

from casinowar.cli.play.display_state import VOID_STYLE, DisplayState, gain_style
from casinowar.cli.play.drawing import amount
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.game.table import Hand
from casinowar.game.words import Choice, Comparison, Wager, spot
from casinowar.telling.result import is_void, net


def label(rules: Rules, hand: int, *, several: bool) -> str:
    """Name the card or box of a hand if there could be several."""
    if rules.house.electronic:
        return f"card {spot(hand)}"
    return f"box {hand}" if several else ""


def player(scene: DisplayState, place: int) -> str:
    hand = scene.hands.get(place)
    return scene.table.seats.get(place, "") or (hand.player if hand else "")


def name(scene: DisplayState, place: int, turn: int) -> Text:
    who = player(scene, place)
    if not who:
        return Text(f"{place}", style="dim")
    if place == turn:
        return Text(f"▶{place} {who}", style="bold yellow")
    return Text.assemble((f"{place} ", "dim"), (who, "bold"))


def chips(scene: DisplayState, place: int) -> Text:
    who = scene.table.seats.get(place)
    if who is None:
        return Text()
    return Text.assemble(("●", "dim"), (amount(scene.table.chips.get(who, 0)), "cyan"))


def held(hand: Hand) -> tuple[Card, ...]:
    return (hand.card, *hand.war_cards) if hand.card else ()


def wagers_lying(hand: Hand) -> Iterator[Text]:
    """List the wagers on the layout, one per line; a tie wager on the war deal follows the war wager."""
    initial = hand.on_layout(Wager.INITIAL)
    yield Text(amount(initial) if initial else "")
    lying = [("cpn ", hand.coupon)]
    for label, wager in (
        ("tie", Wager.TIE),
        ("war", Wager.WAR),
        ("match", Wager.MATCH),
        ("tie", Wager.WAR_TIE),
        ("dealer", Wager.DEALER_WINS),
    ):
        lying.append((f"{label} ", hand.on_layout(wager)))
    yield from _labelled(*lying)
    if bonus := bonus_wagers(hand):
        yield bonus


def bonus_wagers(hand: Hand) -> Text:
    """Write the bonus wagers on one line: P for progressive, whose chips are taken early, S for spin."""
    lying = (
        ("P", 0 if hand.settled else hand.placed(Wager.PROGRESSIVE)),
        ("S", hand.on_layout(Wager.BONUS_SPIN)),
    )
    return Text(" ").join(_labelled(*lying))


def wagers_in_short(hand: Hand) -> Text:
    tie = _labelled(("t", hand.on_layout(Wager.TIE)), ("d", hand.on_layout(Wager.DEALER_WINS)))
    initial = hand.on_layout(Wager.INITIAL)
    said = (Text(amount(initial) if initial else ""), *tie, bonus_wagers(hand))
    return Text(" ").join(each for each in said if each)


def _labelled(*lying: tuple[str, Cents]) -> Iterator[Text]:
    return (Text.assemble((label, "dim"), amount(cents)) for label, cents in lying if cents)


def result(scene: DisplayState, hand: Hand) -> Text:
    if scene.round and is_void(scene.round, hand):
        return Text("void", style=VOID_STYLE)
    if hand.settled:
        return gain(net(hand))
    if hand.running:
        return Text("tie runs on", style="bold yellow")
    if hand.choice is Choice.WAR:
        return Text("at war", style="bold yellow")
    return Text("tie" if hand.comparison is Comparison.TIE else "", style="bold yellow")


def gain(won: Cents) -> Text:
    return Text(amount(won, sign=True), style=gain_style(won))
