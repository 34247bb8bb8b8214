"""A hand as it is drawn: its wagers, and how it ended."""

from collections.abc import Iterator

from rich.text import Text

from casinowar.cli.play import cards
from casinowar.cli.play.scene import gain_style
from casinowar.game.money import Cents
from casinowar.game.table import Hand
from casinowar.game.words import Choice, Comparison, Wager
from casinowar.telling.result import net


def wagers_lying(hand: Hand) -> Iterator[Text]:
    """List what lies on the layout: on the war deal a tie wager stands below the war wager."""
    lying = {wager: hand.on_layout(wager) for wager in Wager}
    yield Text(cards.amount(lying[Wager.INITIAL]) if lying[Wager.INITIAL] else "")
    if hand.coupon:
        yield Text.assemble(("cpn ", "dim"), cards.amount(hand.coupon))
    if lying[Wager.TIE]:
        yield Text.assemble(("tie ", "dim"), cards.amount(lying[Wager.TIE]))
    if lying[Wager.WAR]:
        yield Text.assemble(("war ", "dim"), cards.amount(lying[Wager.WAR]))
    if lying[Wager.MATCH]:
        yield Text(f"match {cards.amount(lying[Wager.MATCH])}", style="dim")
    if lying[Wager.WAR_TIE]:
        yield Text.assemble(("tie ", "dim"), cards.amount(lying[Wager.WAR_TIE]))
    if bonus := bonus_wagers(hand):
        yield bonus


def bonus_wagers(hand: Hand) -> Text:
    """Write the side wagers in a line: P for the progressive, whose chips are taken early, S for the spin."""
    side = {"P": hand.placed(Wager.PROGRESSIVE), "S": hand.on_layout(Wager.BONUS_SPIN)}
    said = [Text.assemble((name, "dim"), cards.amount(amount)) for name, amount in side.items() if amount]
    return Text(" ").join(said)


def result(hand: Hand) -> Text:
    """Write what a hand has won or lost, or how it stands."""
    if hand.settled:
        return gain(net(hand))
    if hand.choice is Choice.WAR:
        return Text("at war", style="bold yellow")
    return Text("tie" if hand.comparison is Comparison.TIE else "", style="bold yellow")


def gain(won: Cents) -> Text:
    """Write what was won or lost."""
    return Text(cards.amount(won, sign=True), style=gain_style(won))
