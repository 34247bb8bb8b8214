"""The rules in force at a table: pay table, cards, limits and readings, each with its clause."""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from casinowar.cli.play.side_rules import Fact, side_facts
from casinowar.game.book.rulebook import Outcome
from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.rulebooks import RulebookFile
from casinowar.telling.phrases import WAGERS


def rules_in_force(source: RulebookFile, rules: Rules) -> RenderableType:
    """Show the pay table, the cards, the limits and the readings of a table."""
    return Group(
        Text(rules.book.title, style="bold"),
        Text(),
        _facts([*_pay_table(rules), ("", "", ""), *_at_the_table(rules)]),
        *(part for facts in side_facts(rules) for part in (Text(), _facts(facts))),
        Text(),
        *_readings(source, rules),
    )


def limits_posted(rules: Rules) -> Iterator[tuple[str, str]]:
    """Give each posted limit: the wager's name, and the amounts."""
    for wager, (least, most) in rules.limits.items():
        amounts = f"exactly {dollars(least)}" if least == most else f"{dollars(least)} to {dollars(most)}"
        yield WAGERS[wager], amounts


def _pay_table(rules: Rules) -> Iterator[Fact]:
    book = rules.book
    wagers, war = book.wagers, book.war
    yield "initial wager", f"pays {wagers.initial.value}", wagers.initial.clause
    if wagers.tie:
        yield "tie wager", f"pays {wagers.tie.value}", wagers.tie.clause
    if wagers.war_tie:
        yield "tie wager at war", f"pays {', then '.join(wagers.war_tie.pays)}", wagers.war_tie.clause
    yield "tie hand", book.settlement.tie_hand.value, book.settlement.tie_hand.clause
    if book.surrender:
        yield "surrender", f"forfeits {book.surrender.forfeits} of the initial wager", book.surrender.clause
    if war:
        yield "war wager", f"{war.wager.value} × the initial wager", war.wager.clause
        for name, outcome in (("war won", war.won), ("war tied", war.tied), ("war lost", war.lost)):
            yield name, _described(outcome), outcome.clause
        yield "war burn", f"{war.burn.cards} cards {war.burn.when}", war.burn.clause


def _described(outcome: Outcome) -> str:
    said = []
    if outcome.initial is outcome.war:
        said.append(f"initial and war wager {outcome.war}")
    else:
        said += [f"initial wager {outcome.initial}"] if outcome.initial else []
        said.append(f"war wager {outcome.war}")
    if outcome.match:
        said.append(f"match {outcome.match}")
    if outcome.pays:
        said.append(f"pays {outcome.pays} on the {outcome.on}")
    return ", ".join(said)


def _at_the_table(rules: Rules) -> Iterator[Fact]:
    book, house = rules.book, rules.house
    yield "cards", f"{rules.decks} decks, {rules.shuffler}", rules.decks_allowed.clause
    yield "reshuffle", book.shuffle.reshuffle.value, book.shuffle.reshuffle.clause
    yield "seats", f"{rules.seats}", book.seating.seats.clause
    if house.adjacent_boxes > 1 and book.seating.adjacent_boxes:
        boxes = f"up to {house.adjacent_boxes} adjacent ones for each player"
        yield "boxes", boxes, book.seating.adjacent_boxes.clause
    if rules.caps_payouts and house.payout_limit and book.wagers.payout_limit:
        yield "payout limit", f"${house.payout_limit} per hand", book.wagers.payout_limit.clause
    posted = "; ".join(f"{wager} {amounts}" for wager, amounts in limits_posted(rules)) or "none posted"
    yield "limits", posted, book.wagers.limits.clause
    yield "wagers are fixed", book.wagers.fixed.value, book.wagers.fixed.clause


def _readings(source: RulebookFile, rules: Rules) -> Iterator[RenderableType]:
    if not source.readings:
        return
    yield Text("Readings in force", style="bold")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim", no_wrap=True)
    for name, value in rules.book.readings.items():
        reading = source.readings[name]
        style = "cyan" if value == reading.default else "bold yellow"
        grid.add_row(Text(name, style=style), reading.choices[value].says, reading.cites)
    yield grid


def _facts(facts: Iterable[Fact]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim", max_width=24)
    for fact in facts:
        grid.add_row(*fact)
    return grid
