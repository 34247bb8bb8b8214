"""Statistics and history of a session."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.display_state import VOID_STYLE, PastRound
from casinowar.cli.play.drawing import amount, faces, in_rows
from casinowar.cli.play.seat_text import gain, held, label
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.table import Hand
from casinowar.game.words import Choice, Comparison, Wager
from casinowar.telling.result import is_void, net

MOST_ROUNDS: Final = 12
_BESIDES: Final = {Wager.TIE: "tie", Wager.PROGRESSIVE: "prog", Wager.BONUS_SPIN: "wheel"}
_NOTHING: Final = "No round is over yet."
_NONE: Final = "–"


def stats(past: Sequence[PastRound], names: Sequence[str]) -> RenderableType:
    head = Text("This session", style="bold")
    if not past:
        return Group(head, Text(_NOTHING, style="dim"))
    columns = [dict(_added_up(past, name)) for name in names]
    rows = [(Text(), *(Text(name, style="bold") for name in names))]
    rows += [
        (Text(figure, style="dim"), *(column[figure] for column in columns))
        for figure in columns[0]
        if any(column[figure].plain not in {"0", "$0", _NONE} for column in columns)
        or figure in {"hands", "net"}
    ]
    right = (Column(justify="right") for _ in names)
    return Group(head, in_rows(rows, Column(no_wrap=True), *right, gap=3))


def _added_up(past: Sequence[PastRound], name: str) -> Iterator[tuple[str, Text]]:
    dealt = [(each.round, hand) for each in past for hand in each.round.hands.values() if hand.player == name]
    hands = [hand for played, hand in dealt if not is_void(played, hand)]
    won = [net(hand) for hand in hands]
    banked = [each.gained for each in past if each.banker == name]
    rounds = [*_by_round(past, name)]
    counts = {
        "rounds": len(rounds),
        "rounds in plus": sum(each > 0 for each in rounds),
        "rounds in minus": sum(each < 0 for each in rounds),
        "rounds even": sum(each == 0 for each in rounds),
        "hands": len(dealt),
        "hands void": len(dealt) - len(hands),
        "hands won": sum(hand.comparison is Comparison.HIGHER for hand in hands),
        "hands lost": sum(hand.comparison is Comparison.LOWER for hand in hands),
        "ties": sum(hand.comparison is Comparison.TIE or bool(hand.wars) for hand in hands),
        "wars": sum(hand.fought > 0 for hand in hands),
        "surrendered": sum(hand.choice is Choice.SURRENDER for hand in hands),
        "rounds banked": len(banked),
    }
    yield from ((figure, Text(str(count))) for figure, count in counts.items())
    yield "best hand", _money(max(won)) if won else Text(_NONE)
    yield "worst hand", _money(min(won)) if won else Text(_NONE)
    yield "as the bank", _money(sum(banked))
    yield "net", gain_with_cents(sum(won) + sum(banked))


def _by_round(past: Sequence[PastRound], name: str) -> Iterator[Cents]:
    for each in past:
        won = [net(hand) for hand in each.round.hands.values() if hand.player == name]
        won += [each.gained] if each.banker == name else []
        if won:
            yield sum(won)


def _money(cents: Cents) -> Text:
    return Text(amount(cents, sign=True))


def gain_with_cents(cents: Cents) -> Text:
    """Write a gain or loss to the cent, as in the final tally."""
    written = gain(cents)
    whole = "." not in written.plain
    return Text(written.plain + (".00" if whole else ""), style=written.style)


def history(rules: Rules, past: Sequence[PastRound], names: Sequence[str]) -> RenderableType:
    head = Text("The last rounds", style="bold")
    if not past:
        return Group(head, Text(_NOTHING, style="dim"))
    titles = [tuple(Text(title, style="dim") for title in ("round", "", "cards", "against", "net", ""))]
    rows = [row for each in past[-MOST_ROUNDS:] for row in _rows(rules, each, names)]
    columns = (Column(justify="right"), Column(), Column(), Column(), Column(justify="right"), Column())
    return Group(head, in_rows([*titles, *rows], *columns))


def _rows(rules: Rules, past: PastRound, names: Sequence[str]) -> Iterator[tuple[Text, ...]]:
    current = past.round
    number, nothing = Text(str(current.number)), Text()
    played = [hand for _, hand in sorted(current.hands.items()) if hand.player in names]
    for hand in played:
        against = [card for card in (current.dealer_card, *hand.against) if card]
        won = Text("void", style=VOID_STYLE) if is_void(current, hand) else gain(net(hand))
        several = sum(other.player == hand.player for other in played) > 1
        who = " ".join(filter(None, (hand.player, label(rules, hand.number, several=several))))
        yield number, Text(who), faces(held(hand)), faces(against), won, _paid_besides(hand)
    if past.banker in names:
        yield number, Text(past.banker), Text("bank", style="cyan"), nothing, gain(past.gained), nothing
    elif not played:
        yield number, Text("sat out", style="dim"), nothing, nothing, nothing, nothing


def _paid_besides(hand: Hand) -> Text:
    paid = {wager: placed.paid for wager, placed in hand.wagers.items() if wager in _BESIDES and placed.paid}
    said = [f"{_BESIDES[wager]} {amount(cents)}" for wager, cents in paid.items()]
    said += [f"meter {amount(hand.from_meters)}"] if hand.from_meters else []
    return Text(", ".join(said), style="dim")
