"""A place as it is drawn: who is there, the cards, the wagers, how the hand ended, the chips."""

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
    """Name the card or the box that a hand is on, where it could be another one."""
    if rules.house.electronic:
        return f"card {spot(hand)}"
    return f"box {hand}" if several else ""


def player(scene: DisplayState, place: int) -> str:
    """Name who is at a place, or whose hand is still there."""
    hand = scene.hands.get(place)
    return scene.table.seats.get(place, "") or (hand.player if hand else "")


def name(scene: DisplayState, place: int, turn: int) -> Text:
    """Write the number of a place and who is there, marked where it is their turn."""
    who = player(scene, place)
    if not who:
        return Text(f"{place}", style="dim")
    if place == turn:
        return Text(f"▶{place} {who}", style="bold yellow")
    return Text.assemble((f"{place} ", "dim"), (who, "bold"))


def chips(scene: DisplayState, place: int) -> Text:
    """Write the chips of whoever is at a place."""
    who = scene.table.seats.get(place)
    if who is None:
        return Text()
    return Text.assemble(("●", "dim"), (amount(scene.table.chips.get(who, 0)), "cyan"))


def held(hand: Hand) -> tuple[Card, ...]:
    """List the cards of a hand."""
    return (hand.card, *hand.war_cards) if hand.card else ()


def wagers_lying(hand: Hand) -> Iterator[Text]:
    """List what lies on the layout: on the war deal a tie wager stands below the war wager."""
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
    """Write the side wagers in a line: P for the progressive, whose chips are taken early, S for the spin."""
    lying = (
        ("P", 0 if hand.settled else hand.placed(Wager.PROGRESSIVE)),
        ("S", hand.on_layout(Wager.BONUS_SPIN)),
    )
    return Text(" ").join(_labelled(*lying))


def wagers_in_short(hand: Hand) -> Text:
    """Write what lies on the layout before the deal in a line."""
    tie = _labelled(("t", hand.on_layout(Wager.TIE)), ("d", hand.on_layout(Wager.DEALER_WINS)))
    initial = hand.on_layout(Wager.INITIAL)
    said = (Text(amount(initial) if initial else ""), *tie, bonus_wagers(hand))
    return Text(" ").join(each for each in said if each)


def _labelled(*lying: tuple[str, Cents]) -> Iterator[Text]:
    return (Text.assemble((label, "dim"), amount(cents)) for label, cents in lying if cents)


def result(scene: DisplayState, hand: Hand) -> Text:
    """Write what a hand has won or lost, or how it stands."""
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
    """Write what was won or lost."""
    return Text(amount(won, sign=True), style=gain_style(won))
