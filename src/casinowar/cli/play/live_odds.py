"""Exact odds of the wagers on the layout, or of the choice on a tie, from the unseen cards."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Final

from msgspec import Struct
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.drawing import ROOM_FOR_COLUMNS, amount, in_rows
from casinowar.cli.play.players import Person, usual_wagers, wagers_of
from casinowar.cli.play.seat_text import label
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.book.bank import Exhaustion
from casinowar.game.book.cited_values import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.table import Hand
from casinowar.game.table import Table as TableState
from casinowar.game.words import Act, Wager, position
from casinowar.odds import wagers as odds_of
from casinowar.odds.bank import bank
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.hand import Strategy, plain_strategies, strategies
from casinowar.odds.progressive import progressive
from casinowar.odds.settlement import NotCovered, Wagered
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import Better
from casinowar.reports.names import WAGERS, edge, played
from casinowar.reports.numbers import counted, dollars, exact, percent
from casinowar.reports.tie_advice import tie_advice
from casinowar.table_api import Table

_BEST: Final = "Best play: on each tie what is worth more, war or surrender; odds says which when you choose."


_SHORT: Final = "The bank cannot pay a war in full: {} of it is left for additional units."
_OF_WHAT_STANDS: Final = "Each edge is that of a wager which the bank covers."
_BETTER: Final = {
    Better.WAR: "War is better.",
    Better.SURRENDER: "Surrender is better.",
    Better.ALIKE: "Both are worth the same.",
}
_MOST_BANKED: Final = 4
"""Most hands for which a short bank is computed; each further hand doubles the time."""


class LiveWager(Struct, frozen=True):
    """A wager with its edge and strategy, or why the edge is unknown."""

    wager: Wager
    size: Cents
    edge: Fraction | None = None
    strategy: Strategy | None = None
    unknown: str = ""


class _Edges:
    """Rows of edges; in a narrow terminal each fraction takes its own line."""

    def __init__(self, rows: Sequence[tuple[Text, ...]]) -> None:
        self._rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= ROOM_FOR_COLUMNS:
            whole, folded = Column(justify="right", no_wrap=True), Column(justify="right", overflow="fold")
            yield in_rows(self._rows, Column(overflow="fold"), whole, folded, whole)
            return
        wide = [max(row[place].cell_len for row in self._rows) for place in (1, 3)]
        columns = [Column(justify="right", no_wrap=True, width=each) for each in wide]
        room = options.max_width - sum(wide) - 2 * len(wide)
        for name, share, fraction, costs in self._rows:
            yield in_rows([(name, share, costs)], Column(overflow="fold", width=room), *columns)
            if fraction:
                yield Padding(fraction, (0, 0, 0, 2))


def live_odds(table: Table, person: Person, seen: Sequence[Card]) -> RenderableType:
    if table.due.act is Act.CHOOSE and (hand := table.state.hand(table.due.seat or 0)):
        return _choice(table, hand, seen)
    shoe = Shoe.fresh(table.rules, table.state.decks or None).without(seen)
    banks = table.state.bank.seat == person.seat
    lying = _against(table) if banks else wagers_of(table, person.name) or usual_wagers(table, person)
    whose = f"the wagers against {person.name}'s bank" if banks else f"{person.name}'s wagers"
    head = Text(f"Odds of {whose}", style="bold")
    if not lying:
        return Group(head, Text("There are no wagers to tell odds of now.", style="dim"))
    rows = [tuple(Text(head, style="dim") for head in ("", edge(table.rules), "exact", "on average"))]
    first = [*_shortage(table, shoe, lying, person, banks=banks)]
    short, notes = bool(first), list[str]()
    first += [_OF_WHAT_STANDS] if short else []
    for number, wagers in sorted(lying.items()):
        for each in _present(table.rules, table.state, shoe, number, wagers):
            notes += [each.unknown] if each.unknown else []
            notes += [_BEST] if each.strategy is Strategy.BEST else []
            if each.edge is not None and each.edge < 0:
                notes.append(f"The {WAGERS[each.wager]} wager favors the player.")
            where = label(table.rules, number, several=len(lying) > 1)
            rows.append(_row(each, _player(table, number) if banks else where, banks=banks, short=short))
    notes.append(f"Computed from the {counted(shoe.size, 'unseen card')}.")
    if table.rules.book.bank and not short:
        notes.append("As long as the bank covers the wager.")
    if any(wagers.coupon for wagers in lying.values()):
        notes.append("A coupon is not counted; it can only help.")
    return Group(
        head,
        *(Text(note, style="yellow") for note in first),
        _Edges(rows),
        *(Text(note, style="dim") for note in dict.fromkeys(notes)),
    )


def _against(table: Table) -> dict[int, Wagers]:
    return (
        {hand.number: Wagers.of(hand) for hand in table.state.round.hands.values()}
        if table.state.round
        else {}
    )


def _player(table: Table, number: int) -> str:
    hand = table.state.hand(number)
    return hand.player if hand else ""


def _shortage(
    table: Table, shoe: Shoe, wagers: dict[int, Wagers], person: Person, *, banks: bool
) -> Iterator[str]:
    law, rules, put_up = table.rules.book.bank, table.rules, table.state.inventory
    against = _in_order(table, _against(table) | wagers)
    if (
        law is None
        or table.state.bank.seat is None
        or sum(_at_risk(rules, each) for each in against.values()) <= put_up
    ):
        return
    total = sum(each.initial + each.tie for each in against.values())
    if total > put_up and law.exhausted.value in {Exhaustion.BOTH_WAYS, Exhaustion.ODDS_KEPT}:
        yield f"Only {dollars(put_up)} of the {dollars(total)} wagered can stand against the bank."
    else:
        yield f"The bank of {dollars(put_up)} cannot pay all that could be won against it."
    # The order of settling is known only after betting; it hardly matters to the bank or to all hands.
    if len(against) > _MOST_BANKED or not (banks or against.keys() == wagers.keys()):
        return
    with suppress(NotCovered):
        plans = [odds_of.initial(rules, shoe, plan) for plan in plain_strategies(rules)]
        plan = odds_of.always_the_same(plans).strategy or Strategy.WAR
        hands = [Wagered(each.initial, each.tie) for each in against.values()]
        if found := bank(rules, shoe, hands, put_up, plan):
            average = dollars(found.expected if banks else -found.expected, sign=True)
            whom = f"{person.name}'s bank" if banks else person.name
            yield f"With this bank all of it comes to {average} on average for {whom}, {played(plan)}."


def _in_order(table: Table, wagers: dict[int, Wagers]) -> dict[int, Wagers]:
    """Sort hands in the order of settling as far as it is known."""
    settling = table.state.round.settling if table.state.round else ()
    places = {hand: place for place, hand in enumerate(settling)}
    return dict(sorted(wagers.items(), key=lambda each: (places.get(each[0], len(places)), each[0])))


def _at_risk(rules: Rules, wagers: Wagers) -> Fraction:
    """Compute what a bank needs to pay a hand in full, however it ends."""
    tie = rules.book.wagers.tie
    return wagers.initial * max(rules.war_risk, Fraction(1)) + wagers.tie * ratio(tie.value if tie else "0:1")


def _row(each: LiveWager, where: str, *, banks: bool, short: bool) -> tuple[Text, ...]:
    how = f", {played(each.strategy)}" if each.strategy else ""
    name = Text(f"{where}: " if where else "").append(f"{WAGERS[each.wager]}, {amount(each.size)}{how}")
    if each.edge is None:
        return name, Text("–"), Text(), Text()
    costs = "–" if short else dollars((1 if banks else -1) * each.edge * each.size, sign=True)
    return name, Text(percent(each.edge)), Text(exact(each.edge), style="dim"), Text(costs)


def _present(rules: Rules, table: TableState, shoe: Shoe, number: int, wagers: Wagers) -> Iterator[LiveWager]:
    plans = strategies(rules)
    best = Strategy.BEST if Strategy.BEST in plans else (*plans, Strategy.WAR)[0]
    plain = plain_strategies(rules)[0]
    sizes = {
        Wager.INITIAL: wagers.initial,
        Wager.TIE: wagers.tie,
        Wager.DEALER_WINS: wagers.dealer_wins,
        Wager.PROGRESSIVE: wagers.progressive,
        Wager.BONUS_SPIN: wagers.spin,
    }
    for wager, size in sizes.items():
        if not size:
            continue
        worth: Fraction | None = None
        strategy: Strategy | None = None
        try:
            match wager:
                case Wager.INITIAL:
                    found = odds_of.initial(rules, shoe, best, size)
                    worth, strategy = found.house_edge, found.strategy
                case Wager.PROGRESSIVE:
                    paid = progressive(rules, shoe, plain, wager=size, meter=table.meters.get("progressive"))
                    worth, strategy = (paid.house_edge, paid.strategy) if paid else (None, None)
                case Wager.BONUS_SPIN:
                    worth = _spin(rules, table, shoe, number, size)
                case Wager.TIE:
                    tie = odds_of.tie(rules, shoe, size, plain, alone=not wagers.initial)
                    worth, strategy = (tie.house_edge, tie.strategy) if tie else (None, None)
                case _:
                    side = odds_of.dealer_wins(rules, shoe, size)
                    worth = side.house_edge if side else None
        except NotCovered as reason:
            yield LiveWager(wager, size, unknown=str(reason))
        else:
            yield LiveWager(wager, size, worth, strategy)


def _spin(rules: Rules, table: TableState, shoe: Shoe, number: int, size: Cents) -> Fraction | None:
    hands = table.round.hands.values() if table.round else ()
    places = {position(hand.number) for hand in hands if hand.on_layout(Wager.BONUS_SPIN)}
    meters = table.meters["primary"], table.meters["secondary"]
    found = bonus_spin(rules, shoe, tuple(sorted(places | {position(number)})), wager=size, meters=meters)
    return next((each.house_edge for each in found if each.position == position(number)), None)


# the choice on a tie


def _choice(table: Table, hand: Hand, seen: Sequence[Card]) -> RenderableType:
    head = Text(f"Odds of {hand.player}'s choice", style="bold")
    try:
        found = tie_advice(table.rules, table.state, hand, seen)
    except InputError as reason:
        return Group(head, Text(str(reason), style="dim"))
    rows = [
        (Text(name), Text(dollars(cents, sign=True)), Text(_in_dollars(cents), style="dim"))
        for name, cents in (("war", found.war), ("surrender", found.surrender))
    ]
    better, first = _BETTER[found.better], list[str]()
    notes = [
        f"On average, of the {amount(found.initial)} on the layout, from the {found.unseen} unseen cards."
    ]
    left, stands = table.due.cover, table.due.standing
    if left is not None and stands is not None and left < stands:
        better = "" if found.better is Better.WAR else better
        first.append(_SHORT.format(amount(left)))
        rows[0] = (Text("war"), Text(f"less than {dollars(found.war, sign=True)}"), Text())
    elif table.rules.book.bank:
        notes.append("As long as the bank covers the wager.")
    if found.without_progressive:
        notes.append("A progressive wager is not counted here.")
    grid = in_rows(rows, Column(), Column(justify="right"), Column(justify="right"))
    return Group(
        head,
        *(Text(note, style="yellow") for note in first),
        grid,
        Text(better, style="bold"),
        *(Text(note, style="dim") for note in notes),
    )


def _in_dollars(cents: Fraction) -> str:
    """Write an exact amount unless its fraction is too long."""
    short = exact(cents / 100)
    return f"{short} dollars" if short else ""
