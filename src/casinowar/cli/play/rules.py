"""The rules in force at a table: what the house chose, what the text says, and how it is read."""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rulebook import Outcome
from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.rulebooks import RulebookFile
from casinowar.rulebooks.topics import Statement, statements
from casinowar.telling.phrases import WAGERS

Fact = tuple[str, str, str]
"""What is ruled on, what the rule is, and its clause."""


def rules_in_force(source: RulebookFile, rules: Rules) -> RenderableType:
    """Show what the house chose, what the text says of wagers and settlement, and the readings."""
    return Group(
        Text(rules.book.title, style="bold"),
        *(part for facts in (_chosen(rules), _said(rules)) for part in (Text(), _facts(facts))),
        Text(),
        *_readings(source, rules),
    )


def limits_posted(rules: Rules) -> Iterator[tuple[str, str]]:
    """Give each posted limit: the wager's name, and the amounts."""
    for wager, (least, most) in rules.limits.items():
        amounts = f"exactly {dollars(least)}" if least == most else f"{dollars(least)} to {dollars(most)}"
        yield WAGERS[wager], amounts


def _chosen(rules: Rules) -> Iterator[Fact]:
    """Say what the house chose where the text leaves a choice."""
    house = rules.house
    yield "cards", f"{rules.decks} decks, {rules.shuffler}", ""
    yield "seats", f"{rules.seats}", ""
    posted = "; ".join(f"{wager} {amounts}" for wager, amounts in limits_posted(rules)) or "none posted"
    yield "limits", posted, rules.book.wagers.limits.clause
    if house.payout_limit:
        yield "payout limit", f"${house.payout_limit} per hand", ""
    if house.adjacent_boxes > 1:
        yield "boxes", f"up to {house.adjacent_boxes} adjacent ones for each player", ""
    if house.backline:
        yield "backline", f"{house.backline} behind each seat", ""
    if house.coupons:
        yield "match play coupons", "are taken", ""
    if house.electronic:
        yield "community cards", f"{house.electronic.community_cards}", ""
    if house.progressive:
        yield "progressive meter", _meter(house.progressive.meter), ""
    if spin := house.bonus_spin:
        cards = " or ".join(f"{card.color} {card.rank}" for card in spin.cards)
        yield "bonus wheel", f"a {cards} of the dealer starts the wheel", ""
        yield "primary meter", _meter(spin.primary), ""
        yield "secondary meter", _meter(spin.secondary), ""


def _meter(meter: MeterChoices) -> str:
    linked = ", shared with other tables" if meter.linked else ""
    return f"{meter.rate} of each wager; starts at ${meter.initial}, again at ${meter.reset}{linked}"


def _said(rules: Rules) -> Iterator[Fact]:
    """Say what the text says, as far as this table offers it."""
    house, war = rules.house, rules.book.war
    offered = {
        **dict.fromkeys(("wagers", "deal", "shuffle", "settlement", "surrender", "war", "bank"), True),
        "progressive": house.progressive,
        "bonus_spin": house.bonus_spin,
        "electronic": house.electronic,
    }
    for each in statements(rules.book):
        if offered.get(each.place.partition(".")[0]) and not each.mention and not each.acts:
            yield each.topic, each.says + _stops(rules, each), each.clause
    for name, outcome in (("won", war.won), ("tied", war.tied), ("lost", war.lost)) if war else ():
        yield f"War {name}", _described(outcome), outcome.clause


def _stops(rules: Rules, statement: Statement) -> str:
    """Say how many stops of its wheel a symbol has."""
    spin = rules.house.bonus_spin
    wheels = {"hot_spot": spin.hot_spot, "community": spin.community} if spin else {}
    _, _, place = statement.place.partition(".")
    wheel = wheels.get(place.partition(".")[0])
    segments = wheel.segments if wheel else ()
    weights = [each.weight for each in segments if place.endswith(f".{each.symbol}")]
    return f", {sum(weights)} of {wheel.stops} stops" if wheel and weights else ""


def _described(outcome: Outcome) -> str:
    said = []
    if outcome.initial is outcome.war:
        said.append(f"initial and war wager {outcome.war}")
    else:
        said += [f"initial wager {outcome.initial}"] if outcome.initial else []
        said.append(f"war wager {outcome.war}")
    said += [f"match {outcome.match}"] if outcome.match else []
    said += [f"pays {outcome.pays} on the {outcome.on}"] if outcome.pays else []
    return ", ".join(said)


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
    grid.add_column(style="cyan", max_width=44)
    grid.add_column()
    grid.add_column(style="dim", max_width=24)
    for fact in facts:
        grid.add_row(*fact)
    return grid
